"""Answers that were written before."""

from __future__ import annotations

from pathlib import Path

import pytest

from rrf_bench.agents.base import Chat
from rrf_bench.backends import Transport, load_backend
from rrf_bench.backends.base import Generation
from rrf_bench.backends.scripted import ScriptedBackend
from rrf_bench.errors import RRFError

CHATS = [Chat("", (f"question {i}",), "Harry", "en") for i in range(5)]


def texts(backend: ScriptedBackend, done: frozenset[int] = frozenset()) -> dict[int, str]:
    return {i: completion.text for batch in backend.answer(CHATS, done) for i, completion in batch}


def test_a_list_is_taken_in_turn_whatever_was_answered_before() -> None:
    backend = ScriptedBackend(["yes", "no"])
    whole = texts(backend)
    assert whole == {0: "yes", 1: "no", 2: "yes", 3: "no", 4: "yes"}
    assert texts(backend, frozenset({0, 3})) == {i: whole[i] for i in (1, 2, 4)}


def test_a_function_sees_the_chat() -> None:
    assert texts(ScriptedBackend(lambda chat: chat.turns[-1].upper(), revision="1"))[3] == "QUESTION 3"


def test_other_answers_are_another_model() -> None:
    assert ScriptedBackend(["yes"]).identity != ScriptedBackend(["no"]).identity


def test_a_file_of_answers(tmp_path: Path) -> None:
    path = tmp_path / "answers.txt"
    path.write_text("Yes.\n我同意。\u2028是的。\n", encoding="utf-8-sig")
    backend = load_backend("scripted", str(path), Generation(), Transport())
    assert backend.identity.name == "answers.txt"
    assert [c.text for batch in backend.answer(CHATS[:2], ()) for _, c in batch] == ["Yes.", "我同意。\u2028是的。"]


@pytest.mark.parametrize(("content", "message"), [(b"", "has no answers"), (b"\xff\xfe\xfa", "cannot read")])
def test_bad_files(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "answers.txt"
    path.write_bytes(content)
    with pytest.raises(RRFError, match=message):
        ScriptedBackend.from_file(str(path))


def test_no_file_and_no_answers() -> None:
    with pytest.raises(RRFError, match="takes a text file, one answer a line; cannot read '/no/such'"):
        ScriptedBackend.from_file("/no/such")
    with pytest.raises(RRFError, match="has no answers; give at least one"):
        ScriptedBackend([])
    with pytest.raises(RRFError, match="needs revision="):
        ScriptedBackend(lambda _: "yes")
