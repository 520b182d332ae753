"""What every backend takes and gives."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from rrf_bench.agents.base import Chat


@dataclass(frozen=True)
class Generation:
    """How answers are generated; what has an effect is part of an item's identity.

    Attributes:
        max_new_tokens: Length limit of an answer, at least 1.
        temperature: 0 for greedy, else the sampling temperature.
        top_p: Nucleus of the sampling, 0..1; has no effect when greedy.
        seed: Seed of the sampling; has no effect when greedy.
    """

    max_new_tokens: int = 64
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0

    def identity(self) -> dict[str, float | int]:
        """The settings that have an effect: nothing of the sampling where answers are greedy."""
        if self.temperature == 0:
            return {"max_new_tokens": self.max_new_tokens, "temperature": 0.0}
        return asdict(self)


@dataclass(frozen=True)
class ModelIdentity:
    """Which model answered: a name and what pins it (`revision`: a Hub commit or a hash of the files)."""

    name: str
    revision: str
    backend: str
    adapter: str | None = None
    adapter_revision: str | None = None
    dtype: str | None = None


@dataclass(frozen=True)
class Completion:
    """What came back for one chat.

    Attributes:
        text: The answer, verbatim; empty where none came.
        finish: `stop`, `length` (cut at the limit) or `failed`.
        reason: Why it failed; empty otherwise.
    """

    text: str
    finish: str
    reason: str = ""


Batch = list[tuple[int, Completion]]


class Backend(Protocol):
    """Answers chats. Making one is cheap; the model is loaded at the first answer."""

    identity: ModelIdentity

    def answer(self, chats: Sequence[Chat], done: Collection[int]) -> Iterator[Batch]:
        """Answer every chat whose position is not in `done`, a batch of (position, completion) at a time.

        Batches are laid out over all chats, so that a resumed run computes the same batches as an unbroken one.
        """
        ...
