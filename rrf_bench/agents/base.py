"""What every agent gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rrf_bench.questions import Question


@dataclass(frozen=True)
class Chat:
    """A conversation that waits for the main character's answer.

    Attributes:
        system: What makes the model the main character.
        turns: The turns so far, the questioner's and the main character's by turns; the last one is the question.
        speaker: The main character's name, which opens the answer where a model has no chat template.
        lang: `en` or `zh`.
    """

    system: str
    turns: tuple[str, ...]
    speaker: str
    lang: str

    def messages(self) -> list[dict[str, str]]:
        """The conversation in the usual form: system, then user and assistant by turns."""
        sides = ("user", "assistant")
        turns = [{"role": sides[i % 2], "content": turn} for i, turn in enumerate(self.turns)]
        return [{"role": "system", "content": self.system}, *turns]


class Agent(Protocol):
    """Turns a question into a chat. `version` changes whenever its messages do."""

    name: str
    version: str

    def chat(self, question: Question) -> Chat:
        """The messages for one question."""
        ...
