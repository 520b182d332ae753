"""The report in a real browser: drawn, silent, and no wider than a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rrf_bench.report import render_report
from tests.rrf_bench.report.conftest import Made, MakeRun, answer, plain_answer, say

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"no browser at {CHROMIUM}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def harsh(make_run: MakeRun) -> Made:
    """Long unbroken answers with markup in them, and scores that were not measured."""
    evil = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">" + "W" * 500
    return make_run(answers=lambda chat: f"{answer(chat)} {evil}", backbone=lambda chat: say("favor", chat))


@pytest.mark.parametrize(
    ("width", "scheme", "mode"),
    [
        (390, "light", "factual"),
        (390, "dark", "snowballing"),
        (700, "light", "factual"),
        (1280, "dark", "factual"),
        (1280, "light", "snowballing"),
    ],
)
def test_the_page_in_a_browser(
    browser: Browser, harsh: Made, tmp_path: Path, width: int, scheme: str, mode: str
) -> None:
    path = tmp_path / "report.html"
    path.write_text(render_report(harsh.results, harsh.rows), encoding="utf-8")
    page = browser.new_page(
        viewport={"width": width, "height": 844}, color_scheme="dark" if scheme == "dark" else "light"
    )
    faults: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    page.locator(f"#mode-{mode}").check(force=True)
    for details in page.locator("details").all():
        if details.is_visible():
            details.evaluate("element => { element.open = true; }")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.title() == "scripted-model: character relationship fidelity"
    shown = page.locator(f".mode[data-mode={mode}]")
    assert shown.is_visible()
    assert page.locator(".mode:visible").count() == 1
    for chart in (
        *shown.locator("svg.scatter").all(),
        *shown.locator("table.heat").all(),
        *shown.locator(".dot-plot").all(),
    ):
        box = chart.bounding_box()
        assert box is not None
        assert box["width"] > 140
        assert box["height"] > 60
    mark = shown.locator("[data-tip]").first
    mark.scroll_into_view_if_needed()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    mark.hover(force=True)
    page.locator("#tip").wait_for(state="visible")
    assert "answers" in page.locator("#tip").inner_text()
    assert faults == []
    assert asked == [path.as_uri()]
    page.close()


def test_the_print_shows_every_mode(browser: Browser, make_run: MakeRun, tmp_path: Path) -> None:
    made = make_run(backbone=plain_answer)
    path = tmp_path / "report.html"
    path.write_text(render_report(made.results, made.rows), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    page.emulate_media(media="print")
    assert page.locator(".mode:visible").count() == 2
    assert page.pdf().startswith(b"%PDF")
    page.close()
