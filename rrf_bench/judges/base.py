"""What every judge takes and gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Answer:
    """One answer under judgement; its claim and text are data to the judge, never instructions.

    Attributes:
        claim: The clause whose stance is asked for, as in the dataset.
        response: What the main character said, verbatim.
        lang: `"en"` or `"zh"`.
    """

    claim: str
    response: str
    lang: str


@dataclass(frozen=True)
class Verdict:
    """A judge's reading of one answer.

    Attributes:
        stance: `favor`, `against`, `neutral`, or `unjudged` where the judge could not tell (then `reason` says why).
        confidence: How sure the judge is, 0..1; None where it does not say.
        reason: Why, in a few words.
    """

    stance: str
    confidence: float | None
    reason: str


class Judge(Protocol):
    """Reads stances. `name` is what `--judge` takes; `version` changes whenever verdicts may."""

    name: str
    version: str

    def judge(self, answers: Sequence[Answer]) -> list[Verdict]:
        """One verdict for each answer, in order."""
        ...
