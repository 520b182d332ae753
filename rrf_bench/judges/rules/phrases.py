"""Find the phrases of a lexicon in a sequence, the longest first, each word used once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple


class Mark(NamedTuple):
    """A phrase found: its kind and the half-open span of positions it takes."""

    kind: str
    start: int
    end: int


class PhraseBook:
    """Phrases by kind, indexed by their first item, so that a look-up costs the same however many there are.

    A sequence is a list of words (English) or a string (Chinese): whatever slices and compares.
    """

    def __init__(self, phrases: Mapping[str, Sequence[Sequence[str]]], soft: Collection[str] = ()) -> None:
        """Index `phrases`: kind -> its phrases, each of the type of sequence that will be searched.

        A phrase of a `soft` kind is marked and leaves its items free for others.
        """
        self._soft = frozenset(soft)
        index: dict[str, list[tuple[int, Sequence[str], str]]] = {}
        for kind, members in phrases.items():
            for phrase in members:
                index.setdefault(phrase[0], []).append((len(phrase), phrase, kind))
        self._index = {first: sorted(rows, key=lambda row: -row[0]) for first, rows in index.items()}

    def find(self, sequence: Sequence[str]) -> list[Mark]:
        """The phrases in `sequence`, from left to right, overlapping only the soft ones."""
        marks: list[Mark] = []
        free_from = 0
        index = self._index
        for at, item in enumerate(sequence):
            if item not in index or at < free_from:
                continue
            for length, phrase, kind in index[item]:
                if sequence[at : at + length] == phrase:
                    marks.append(Mark(kind, at, at + length))
                    if kind not in self._soft:
                        free_from = at + length
                        break
        return marks
