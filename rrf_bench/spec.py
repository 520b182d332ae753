"""What a run is asked to do."""

from __future__ import annotations

from dataclasses import dataclass, field
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
        generation: How answers are generated.
        dtype: `auto`, `float32`, `bfloat16` or `float16`.
        transport: Batch size and device; no part of what was asked.
        dataset: `embedded`, a built folder or a Hub dataset id.
        out: The run folder; None for one under `runs/` named after what was asked.
        n_resamples: Bootstrap resamples of the intervals.
        seed: Seed of the bootstrap.
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
    generation: Generation = field(default_factory=Generation)
    dtype: str = "auto"
    transport: Transport = field(default_factory=Transport)
    dataset: str = EMBEDDED
    out: str | Path | None = None
    n_resamples: int = 1000
    seed: int = 0

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
        if self.generation.max_new_tokens < 1:
            raise RRFError("--max-new-tokens must be at least 1")
        if self.transport.batch_size < 1:
            raise RRFError("--batch-size must be at least 1")
        if self.generation.temperature < 0:
            raise RRFError("--temperature must be 0 (greedy) or more")
