(() => {
  "use strict";
  const tip = document.getElementById("tip");
  const place = (event) => {
    const gap = 14, edge = 8;
    const left = Math.min(event.clientX + gap, innerWidth - tip.offsetWidth - edge);
    const below = event.clientY + gap;
    const fits = below + tip.offsetHeight + edge < innerHeight;
    tip.style.left = Math.max(edge, left) + "px";
    tip.style.top = Math.max(edge, fits ? below : event.clientY - gap - tip.offsetHeight) + "px";
  };
  const show = (event) => {
    const marked = event.target instanceof Element && event.target.closest("[data-tip]");
    tip.hidden = !marked;
    if (marked) {
      tip.textContent = marked.dataset.tip;
      place(event);
    }
  };
  document.addEventListener("pointerover", show);
  document.addEventListener("pointerdown", show);
  document.addEventListener("pointermove", (event) => tip.hidden || place(event));
  document.addEventListener("scroll", () => { tip.hidden = true; }, { passive: true });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") tip.hidden = true; });
})();
