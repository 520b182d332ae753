"""Find the phrases of a lexicon in a sequence, the longest first, each word used once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple


class Mark(NamedTuple):
    """A phrase found: its kind and the half-open span of positions it takes."""

    kind: str
    start: int
    end: int


class _Row(NamedTuple):
    length: int
    phrase: Sequence[str]
    kind: str


class PhraseBook:
    """Phrases by kind, indexed by their first two items, so that a look-up costs the same however many there are.

    A sequence is a list of words (English) or a string (Chinese): whatever slices and compares.
    """

    def __init__(self, phrases: Mapping[str, Sequence[Sequence[str]]], soft: Collection[str] = ()) -> None:
        """Index `phrases`: kind -> its phrases, each of the type of sequence that will be searched.

        A phrase of a `soft` kind is marked and leaves its items free for others.
        """
        self._soft = frozenset(soft)
        rows = [_Row(len(phrase), phrase, kind) for kind, members in phrases.items() for phrase in members]
        rows.sort(key=lambda row: -row.length)
        self._index: dict[str, tuple[dict[str, list[_Row]], list[_Row]]] = {row.phrase[0]: ({}, []) for row in rows}
        for row in rows:
            by_second, singles = self._index[row.phrase[0]]
            (by_second.setdefault(row.phrase[1], []) if row.length > 1 else singles).append(row)
        for by_second, singles in self._index.values():
            for longer in by_second.values():
                longer.extend(singles)

    def find(self, sequence: Sequence[str]) -> list[Mark]:
        """The phrases in `sequence`, from left to right, overlapping only the soft ones."""
        marks: list[Mark] = []
        free_from = 0
        index, last = self._index, len(sequence) - 1
        for at, item in enumerate(sequence):
            if item not in index or at < free_from:
                continue
            by_second, singles = index[item]
            for length, phrase, kind in by_second.get(sequence[at + 1], singles) if at < last else singles:
                if sequence[at : at + length] == phrase:
                    marks.append(Mark(kind, at, at + length))
                    if kind not in self._soft:
                        free_from = at + length
                        break
        return marks
