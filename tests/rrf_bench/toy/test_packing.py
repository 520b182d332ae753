"""Packed rows against chats one by one."""

from __future__ import annotations

import pytest
import torch

from rrf_bench.toy.loop import new_model
from rrf_bench.toy.packing import IGNORED, Encoded, batches, pack
from rrf_bench.toy.settings import ToySettings

CHATS: list[Encoded] = [
    ((5, 6, 7), (8, 9), (10, 11)),
    ((5, 6, 7), (12, 13, 14), (15,)),
    ((20, 21), (22,), (23, 24)),
    ((), (25,), (26, 27, 28)),
    ((), (30, 31), (32, 33)),
]


def losses(chats: list[Encoded], rows: int) -> tuple[list[float], list[float]]:
    """The loss of every answer token and of every question token, sorted."""
    model = new_model(ToySettings(hidden=16, heads=2, layers=2), 40, 1, 2).eval()
    found: tuple[list[float], list[float]] = ([], [])
    for batch in batches(pack(chats, 16), rows, seed=0):
        with torch.inference_mode():
            logits = model(input_ids=batch.ids, position_ids=batch.positions, attention_mask=batch.mask).logits
        for labels, part in zip((batch.answers, batch.questions), found, strict=True):
            learned = labels != IGNORED
            part += torch.nn.functional.cross_entropy(logits[learned], labels[learned], reduction="none").tolist()
    return sorted(found[0]), sorted(found[1])


def test_chats_in_a_row_do_not_see_each_other() -> None:
    packed = losses(CHATS, rows=4)
    alone = [losses([chat], rows=1) for chat in CHATS]
    assert packed[0] == pytest.approx(sorted(x for answers, _ in alone for x in answers), abs=1e-5)
    assert packed[1] == pytest.approx(sorted(x for _, questions in alone for x in questions), abs=1e-5)


def test_every_token_of_an_answer_is_learned_and_none_of_a_system_message() -> None:
    answers, questions = losses(CHATS, rows=2)
    assert len(answers) == sum(len(answer) for _, _, answer in CHATS)
    assert len(questions) == sum(len(question) - 1 for _, question, _ in CHATS)


def test_rows_keep_to_their_width_and_lose_no_chat() -> None:
    rows = pack(CHATS * 5, 16)
    assert max(len(row.ids) for row in rows) <= 16
    assert sum(batch.chats for batch in batches(rows, 3, seed=1)) == len(CHATS) * 5
