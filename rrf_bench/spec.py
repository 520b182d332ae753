"""What a run is asked to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rrf_bench.backends import Transport
from rrf_bench.backends.base import Generation
from rrf_bench.dataset import EMBEDDED, LANGS
from rrf_bench.errors import RRFError, unknown_name
from rrf_bench.questions import DEFAULT_ARMS, check_arms


@dataclass(frozen=True)
class RunSpec:
    """The settings of a run; the defaults are those of `rrf-bench run`.

    Attributes:
        model: A folder, a Hub id (`org/name`, `org/name@revision`), `toy`, or the answer file of the scripted backend.
        backend: `transformers` or `scripted`.
        adapter: A PEFT adapter on top of the model.
        backbone: The model before alignment; with it the scores of snowballing mode are counted too.
        agent: How questions become chats: `zero-shot`.
        scripts: Names of scripts, or paths of script files; none for all of the dataset.
        langs: `en`, `zh` or both.
        arms: `role`, `stranger` or both.
        judge: Who reads the stances: `rules`.
        limit: That many claims a language, half of each label; None for all.
        lite: Only the claims of the lite subset.
        max_new_tokens: Length limit of an answer, at least 1.
        temperature: 0 for greedy, else the sampling temperature.
        top_p: Nucleus of the sampling, 0..1.
        dtype: `auto`, `float32`, `bfloat16` or `float16`.
        batch_size: Questions computed together; no part of what was asked, unless answers are sampled.
        device: `cpu`, `cuda`, ...; None for the best there is; no part of what was asked.
        dataset: `embedded`, a built folder or a Hub dataset id.
        out: The run folder; None for one under `runs/` named after what was asked.
        replace: Throw away a run of other settings that is in `out`.
        n_resamples: Bootstrap resamples of the intervals.
        seed: Of the sampling and of the bootstrap.
    """

    model: str = "toy"
    backend: str = "transformers"
    adapter: str | None = None
    backbone: str | None = None
    agent: str = "zero-shot"
    scripts: tuple[str, ...] = ()
    langs: tuple[str, ...] = LANGS
    arms: tuple[str, ...] = DEFAULT_ARMS
    judge: str = "rules"
    limit: int | None = None
    lite: bool = False
    max_new_tokens: int = 64
    temperature: float = 0.0
    top_p: float = 1.0
    dtype: str = "auto"
    batch_size: int = 32
    device: str | None = None
    dataset: str = EMBEDDED
    out: str | Path | None = None
    replace: bool = False
    n_resamples: int = 1000
    seed: int = 0

    @property
    def generation(self) -> Generation:
        """How answers are generated."""
        return Generation(self.max_new_tokens, self.temperature, self.top_p, self.seed)

    def generation_identity(self) -> dict[str, float | int]:
        """The settings that change answers; samples are drawn for a batch at a time, so its size is one of them."""
        return {**self.generation.identity(), **({"batch_size": self.batch_size} if self.temperature else {})}

    @property
    def transport(self) -> Transport:
        """How the backend works without changing answers."""
        return Transport(self.batch_size, self.device)

    def __post_init__(self) -> None:
        """Take each script, language and arm once, whatever sequence they came in."""
        for name in ("scripts", "langs", "arms"):
            given = getattr(self, name)
            object.__setattr__(self, name, (given,) if isinstance(given, str) else tuple(dict.fromkeys(given)))

    def check(self) -> None:
        """RRFError for settings that cannot be."""
        for lang in self.langs:
            if lang not in LANGS:
                raise unknown_name("language", lang, LANGS)
        check_arms(self.arms)
        if not self.langs or not self.arms:
            raise RRFError("nothing to ask; give at least one language and one arm")
        if self.limit is not None and self.limit < 2:
            raise RRFError(f"--limit is {self.limit}; ask at least 2 claims, one of each label")
        if min(self.max_new_tokens, self.batch_size) < 1:
            raise RRFError("--max-new-tokens and --batch-size must be at least 1")
        if not 0 <= self.temperature < float("inf") or not 0 < self.top_p <= 1:
            raise RRFError("--temperature must be 0 (greedy) or more, and --top-p in 0..1, above 0")
        if not 0 <= self.seed < 1 << 32:
            raise RRFError(f"--seed is {self.seed}; give a whole number from 0 to {(1 << 32) - 1}")
        if self.n_resamples < 0:
            raise RRFError("n_resamples must be 0 (no intervals) or more")
