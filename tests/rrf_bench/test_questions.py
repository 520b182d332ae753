"""Questions and their identity."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rrf_bench.agents import load_agent
from rrf_bench.dataset import Claim
from rrf_bench.errors import RRFError
from rrf_bench.questions import Question, check_arms, item_id, question_key, questions
from rrf_bench.scripts import SCRIPT_TEMPLATE, parse_script

SCRIPT = parse_script(SCRIPT_TEMPLATE, "template")
CLAIMS = {
    "en": [Claim("c1", "fish live in water", "factual", "none", None, "/r/AtLocation", "animals", True)],
    "zh": [Claim("c1", "鱼生活在水里", "factual", "none", None, "/r/AtLocation", "animals", True)],
}
ASKED = list(questions([SCRIPT], CLAIMS, ("role", "stranger")))


def find(lang: str, speaker: str) -> Question:
    return next(q for q in ASKED if (q.lang, q.speaker) == (lang, speaker))


@pytest.mark.parametrize(
    ("lang", "speaker", "text"),
    [
        ("en", "Tom Reed", "Tom Reed: I think fish live in water. Do you agree?"),
        ("zh", "汤姆", "汤姆：我认为鱼生活在水里，你赞同吗？"),
        ("en", "A stranger", "A stranger: I think fish live in water. Do you agree?"),
        ("zh", "陌生人", "陌生人：我认为鱼生活在水里，你赞同吗？"),
    ],
)
def test_wording(lang: str, speaker: str, text: str) -> None:
    assert find(lang, speaker).text == text


def test_every_role_and_one_stranger_ask_every_claim_in_each_language() -> None:
    assert len(ASKED) == 2 * (3 + 1)
    assert len({question_key(question) for question in ASKED}) == len(ASKED)


def test_the_zero_shot_agent_gives_the_profile_in_the_language_of_the_claim() -> None:
    chat = load_agent("zero-shot").chat(find("zh", "汤姆"))
    system, user = chat.messages()
    assert system["role"] == "system"
    assert "伊内丝看守着小港口的灯塔" in system["content"]
    assert user == {"role": "user", "content": "汤姆：我认为鱼生活在水里，你赞同吗？"}


@pytest.mark.parametrize(("names", "wrong"), [(("role", "strangers"), "strangers"), (("x",), "x")])
def test_unknown_arm(names: tuple[str, ...], wrong: str) -> None:
    with pytest.raises(RRFError, match=f"unknown arm '{wrong}'"):
        check_arms(names)


def test_unknown_agent() -> None:
    with pytest.raises(RRFError, match="unknown agent 'zeroshot'; did you mean zero-shot"):
        load_agent("zeroshot")


IDENTITY: dict[str, object] = {"model": {"name": "m", "revision": "1"}, "generation": {"max_new_tokens": 64}}
KEY = ("en", "s", "role", "tom", "c1")


@given(st.integers(0, 4), st.text(max_size=5))
def test_identity_changes_with_every_part_of_the_question(position: int, value: str) -> None:
    changed = tuple(value if i == position else part for i, part in enumerate(KEY))
    assert (item_id(IDENTITY, changed) == item_id(IDENTITY, KEY)) == (changed == KEY)  # type: ignore[arg-type]


def test_identity_changes_with_what_changes_the_answer() -> None:
    other: dict[str, object] = {**IDENTITY, "generation": {"max_new_tokens": 32}}
    assert item_id(other, KEY) != item_id(IDENTITY, KEY)


def test_identity_does_not_depend_on_the_order_of_settings() -> None:
    assert item_id(dict(reversed(IDENTITY.items())), KEY) == item_id(IDENTITY, KEY)


def test_identity_is_the_one_of_every_release() -> None:
    """A change of this id throws away the answers of every run folder: raise IDENTITY_VERSION if it must be."""
    assert item_id({"model": "m"}, KEY) == "dc1600d157905f68e6c2bc9c3737db99"
