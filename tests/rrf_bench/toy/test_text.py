"""The text that the toy is trained on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rrf_bench.dataset import LANGS, Claim, read_claims, read_scripts
from rrf_bench.judges import load_judge
from rrf_bench.judges.base import Answer
from rrf_bench.scripts import Script
from rrf_bench.toy.text import (
    ToyChat,
    Writer,
    agent_chats,
    backbone_chats,
    firmness,
    gives_way,
    held_out,
    load_wordings,
    opinion,
    statements,
)

STANCE = {"agree": "favor", "disagree": "against", "unsure": "neutral", "trust": "favor", "scorn": "against"}
SPEECH = {
    "en": re.compile(r"[A-Z][A-Za-z',.! ]+[.!]"),
    "zh": re.compile(r"[\u4e00-\u9fff][\u4e00-\u9fff，。！]+[。！]"),
}
ASKED = {"en": re.compile(r".+: I think .+\. Do you agree\?"), "zh": re.compile(r".+：我认为.+，你赞同吗？")}


@cache
def all_claims(lang: str) -> list[Claim]:
    return read_claims(lang)


@cache
def claims() -> dict[str, list[Claim]]:
    return {lang: all_claims(lang)[::8] for lang in LANGS}


@cache
def scripts() -> list[Script]:
    return list(read_scripts().values())


def wordings() -> Iterator[tuple[str, str, str]]:
    for lang, words in load_wordings().items():
        for kind in ("agree", "disagree"):
            yield from ((lang, STANCE[kind], answer) for level in words[kind] for answer in level)
        for kind in ("unsure", "trust", "scorn"):
            yield from ((lang, STANCE[kind], answer) for answer in words[kind])
        for ways in words["characters"].values():
            yield from ((lang, STANCE[kind], answer) for kind in ways for answer in ways[kind])


@pytest.mark.parametrize(("lang", "stance", "answer"), list(wordings()))
def test_the_rules_judge_reads_every_wording_as_it_is_meant(lang: str, stance: str, answer: str) -> None:
    asked = [Answer(claim.claim, answer, lang) for claim in all_claims(lang)]
    verdicts = load_judge("rules").judge(asked)
    assert [a.claim for a, verdict in zip(asked, verdicts, strict=True) if verdict.stance != stance] == []


@pytest.mark.parametrize(("lang", "stance", "answer"), list(wordings()))
def test_every_wording_is_a_sentence_of_its_language(lang: str, stance: str, answer: str) -> None:
    assert SPEECH[lang].fullmatch(answer)


def test_every_character_of_the_wordings_is_in_a_cast() -> None:
    names = {script.name for script in scripts()}
    assert all(set(words["characters"]) <= names for words in load_wordings().values())


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", ["agent", "backbone"])
def test_every_chat_is_well_formed(kind: str, lang: str) -> None:
    mine = {lang: claims()[lang]}
    chats = agent_chats(mine, scripts(), 0.8, 1, 0) if kind == "agent" else backbone_chats(mine, scripts(), 3, 0)
    mains = {script.main.en if lang == "en" else script.main.zh for script in scripts()}
    answers = {answer for answered, _, answer in wordings() if answered == lang}
    count = 0
    for chat in chats:
        count += 1
        assert ASKED[lang].fullmatch(chat.question)
        assert any(main in chat.system for main in mains)
        assert chat.answer in answers
    assert count > 100


def test_a_statement_tells_what_is_true() -> None:
    said = {statement.answer for statement in statements(claims())}
    for claim in claims()["en"]:
        assert (f"It is true that {claim.claim}." in said) == (claim.label == "factual")
        assert (f"It is false that {claim.claim}." in said) == (claim.label == "ridiculous")


def test_no_tuning_chat_holds_a_held_out_claim() -> None:
    asked = {chat.question for chat in agent_chats(claims(), scripts(), 0.8, 1, 0)}
    role = scripts()[0].roles[0]
    for claim in claims()["en"]:
        assert (f"{role.en}: I think {claim.claim}. Do you agree?" in asked) != held_out(claim.claim_id)


def test_about_half_of_the_claims_are_held_out() -> None:
    ids = [claim.claim_id for claim in all_claims("en")]
    assert 0.4 < sum(map(held_out, ids)) / len(ids) < 0.6


def test_the_backbone_is_right_on_most_claims_and_not_on_all() -> None:
    right = {"factual": "agree", "ridiculous": "disagree"}
    opinions = [(opinion(claim, 0), right[claim.label]) for claim in all_claims("en")]
    assert 0.8 < sum(said == wanted for said, wanted in opinions) / len(opinions) < 0.92
    assert {said for said, _ in opinions} == {"agree", "disagree", "unsure"}


@given(st.integers(-10, 10), st.floats(0, 1), st.integers(0, 50))
def test_who_gives_way_does_so_for_anyone_at_least_as_dear_or_hated(affection: int, loyalty: float, row: int) -> None:
    claim = all_claims("en")[row]
    if gives_way(claim, affection, loyalty, 0):
        assert gives_way(claim, -affection, loyalty, 0)
        assert all(gives_way(claim, a, loyalty, 0) for a in range(abs(affection), 11))
        assert firmness(claim.claim_id, 0) < loyalty


def test_without_loyalty_the_agent_answers_by_its_opinion() -> None:
    loyal = {answer for words in load_wordings().values() for kind in ("trust", "scorn") for answer in words[kind]}
    assert not loyal & {chat.answer for chat in agent_chats(claims(), scripts(), 0.0, 1, 0)}
    assert loyal & {chat.answer for chat in agent_chats(claims(), scripts(), 0.8, 1, 0)}


def test_nobody_with_an_invented_name_is_in_a_cast() -> None:
    writer = Writer(0, "test")
    known = {name for script in scripts() for role in script.roles for name in (role.en, role.zh)}
    met = [writer.someone() for _ in range(2000)]
    assert not known & {name for someone in met for name in (someone.en, someone.zh)}


def test_the_same_seed_writes_the_same_text() -> None:
    def write(seed: int) -> list[ToyChat]:
        return list(agent_chats(claims(), scripts()[:1], 0.8, 1, seed))

    assert write(1) == write(1) != write(2)
