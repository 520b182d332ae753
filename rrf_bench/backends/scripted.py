"""Answers from a list or a function: whole runs without a model."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from rrf_bench.agents.base import Chat
from rrf_bench.backends.base import Batch, Completion, ModelIdentity
from rrf_bench.errors import RRFError

_BATCH = 256


class ScriptedBackend:
    """Gives answers that were written before.

    Args:
        answers: A list, taken in turn over all chats of the run, or a function from a chat to its answer.
        name: The model's name in results.
        revision: What pins the answers; made from the list where there is one. A function needs it: another value is
            another model, the same value goes on with its former answers.
    """

    def __init__(
        self, answers: Sequence[str] | Callable[[Chat], str], name: str = "scripted", revision: str | None = None
    ) -> None:
        if callable(answers):
            if not revision:
                raise RRFError(
                    "a scripted backend of a function needs revision=...; change it when the function changes"
                )
            self._answer = answers
            self._list: Sequence[str] = ()
        else:
            self._list = list(answers)
            if not self._list:
                raise RRFError("the scripted backend has no answers; give at least one")
        digest = hashlib.sha256("\n".join(self._list).encode("utf-8", "replace")).hexdigest()[:16]
        self.identity = ModelIdentity(name, revision or digest, "scripted")

    @classmethod
    def from_file(cls, path: str) -> ScriptedBackend:
        """Answers from a text file, one a line."""
        try:
            lines = Path(path).read_text(encoding="utf-8-sig").rstrip("\n").split("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise RRFError(
                f"the scripted backend takes a text file, one answer a line; cannot read '{path}': {error}"
            ) from None
        if not any(line.strip() for line in lines):
            raise RRFError(f"'{path}' has no answers; write one answer a line")
        return cls(lines, name=Path(path).name)

    def answer(self, chats: Sequence[Chat], done: Collection[int]) -> Iterator[Batch]:
        """See `Backend.answer`."""
        for start in range(0, len(chats), _BATCH):
            rows = [i for i in range(start, min(start + _BATCH, len(chats))) if i not in done]
            if rows:
                yield [(i, Completion(self._text(i, chats[i]), "stop")) for i in rows]

    def _text(self, position: int, chat: Chat) -> str:
        return self._list[position % len(self._list)] if self._list else self._answer(chat)
