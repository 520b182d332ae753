"""The report page, rendered from real small runs."""

from __future__ import annotations

import copy
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from rrf_bench.report import render_report
from rrf_bench.report.examples import CLIP, LONGEST, choose_examples, printable
from rrf_bench.report.page import duration, headline, pull, verdict
from tests.rrf_bench.report.conftest import Made, MakeRun, answer, say

EVIL = '<script>alert(1)</script><img src=x onerror=alert(1)>" data-tip="x</style>{{ 7 * 7 }}'


class Page(HTMLParser):
    """What a browser would make of the page: tags, attributes and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._raw = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._raw = tag if tag in ("script", "style") else ""

    def handle_endtag(self, tag: str) -> None:
        self._raw = ""

    def handle_data(self, data: str) -> None:
        if not self._raw:
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.words))

    def count(self, tag: str, cls: str = "") -> int:
        return sum(name == tag and set(cls.split()) <= set((a.get("class") or "").split()) for name, a in self.tags)


def render(made: Made) -> Page:
    return Page(render_report(made.results, made.rows))


def test_the_page_says_what_was_run(both_modes: Made) -> None:
    text = render(both_modes).text
    for words in (
        "scripted-model", "plain-model", "zero-shot", "English: 4 factual and 4 ridiculous claims",
        "Complete: every answer was judged", "arXiv 2411.07965", "ConceptNet", "CC BY-SA 4.0",
        "lantern-harbour", "salt-road", "Tom Reed", "汤姆", "max_new_tokens 64",
    ):  # fmt: skip
        assert words in text, words


@pytest.mark.parametrize("name", ["crf", "crf_balanced", "effect", "sr", "ar", "er", "cr"])
def test_every_overall_score_stands_there_in_percent_with_its_interval(both_modes: Made, name: str) -> None:
    text = render(both_modes).text
    entry = both_modes.results["modes"]["factual"]["overall"]
    low, high = entry["ci95"][name]
    shown = f"{100 * entry[name]:.1f}% [{100 * low:.1f}, {100 * high:.1f}]".replace("-", "−")
    assert shown in text


def test_the_same_run_gives_the_same_bytes(both_modes: Made) -> None:
    again = copy.deepcopy(both_modes)
    again.rows.reverse()
    assert render_report(both_modes.results, both_modes.rows) == render_report(again.results, again.rows)


def test_nothing_is_loaded_from_elsewhere(both_modes: Made) -> None:
    html = render_report(both_modes.results, both_modes.rows)
    page = Page(html)
    for tag, attributes in page.tags:
        urls = [value for value in attributes.values() if value and re.search(r"\w+://", value)]
        assert not urls or tag == "a", (tag, urls)
        assert tag not in ("link", "img", "iframe", "object", "embed", "base")
        assert "src" not in attributes
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest", html)
    policy = next(a["content"] for tag, a in page.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'")


def test_the_page_is_small(both_modes: Made) -> None:
    assert len(render_report(both_modes.results, both_modes.rows).encode()) < 200_000


def test_modes_and_charts(both_modes: Made, make_run: MakeRun) -> None:
    page = render(both_modes)
    assert page.count("div", "mode") == 2
    assert page.count("svg", "scatter") == 4
    assert page.count("table", "heat") == 12
    assert page.count("figure", "dot-plot") == 4
    one = render(make_run())
    assert one.count("div", "mode") == 1
    assert one.count("input") == 0
    assert "backbone" not in one.text.lower()


def test_every_role_has_a_mark_in_every_language(make_run: MakeRun) -> None:
    page = render(make_run())
    tips = " ".join(a.get("data-tip") or "" for tag, a in page.tags if tag in ("circle", "rect", "path"))
    for lang in ("English", "Chinese"):
        for role in ("Tom Reed 汤姆", "Silas Crane 克兰", "Marta Vale 玛尔塔", "Old Weir 老韦尔", "stranger"):
            assert re.search(rf"{role} → [^→]*{lang}", tips), (role, lang)


def test_answers_names_and_models_are_text_and_nothing_else(make_run: MakeRun) -> None:
    clean = render(make_run())
    made = make_run(answers=lambda chat: f"{answer(chat)} {EVIL}")
    dirty = copy.deepcopy(made)
    dirty.results["model"]["name"] = dirty.results["model"]["revision"] = EVIL
    dirty.results["dataset"]["source"] = EVIL
    for row in dirty.rows:
        row["role_en"] = row["role_en"] and row["role_en"] + EVIL
        row["main_zh"] = row["claim"] = EVIL
    page = render(dirty)
    assert page.count("script") == 1
    assert page.count("img") == 0
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)
    assert page.count("style") == 1
    assert {tag for tag, _ in page.tags} - {"title"} <= {tag for tag, _ in clean.tags} | {"b", "em", "small"}
    assert EVIL in "".join(page.words)


def test_characters_that_no_page_may_hold_are_replaced(make_run: MakeRun) -> None:
    made = make_run(answers=lambda chat: f"{answer(chat)}\x07\x1b[31m")
    html = render_report(made.results, made.rows)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", html)
    html.encode()
    assert printable("a\x00b\ud800c\r\nd") == "a\ufffdb\ufffdc\nd"


def test_a_long_answer_is_clipped_and_opens(make_run: MakeRun) -> None:
    made = make_run(answers=lambda chat: answer(chat) + " word" * 2000)
    page = render(made)
    assert page.count("details", "long") == page.count("div", "answer") > 0
    assert f"the first {LONGEST:,} of" in page.text
    said = [said for group in choose_examples(made.rows) for example in group.shown for said in example.answers]
    assert all(len(one.text) <= CLIP + 1 and len(one.whole) == LONGEST for one in said)


def test_an_empty_answer_is_said_to_be_empty(make_run: MakeRun) -> None:
    made = copy.deepcopy(make_run())
    for row in made.rows:
        row["response"] = " "
    assert "(an empty answer)" in render(made).text


def test_examples_are_of_friends_and_enemies_who_got_different_stances(both_modes: Made) -> None:
    groups = choose_examples(both_modes.rows)
    assert [group.lang for group in groups] == ["en", "zh"]
    for group in groups:
        assert 0 < len(group.shown) <= group.differing <= group.compared
        assert 0 <= group.with_friend <= group.differing
        for example in group.shown:
            assert [said.kind for said in example.answers] == ["high", "low", "stranger"]
            friend, enemy, stranger = example.answers
            assert friend.stance != enemy.stance
            assert (friend.affection or 0) > 0 > (enemy.affection or 0)
            assert stranger.affection is None


def test_no_example_where_all_get_the_same_stance(make_run: MakeRun) -> None:
    made = make_run(answers=lambda chat: say("favor", chat))
    assert "No claim where the friend and the enemy got different stances." in render(made).text
    assert "does not tell it apart from a role-blind model" in verdict(made.results)


# What was not measured


def test_null_scores_are_never_zero_and_have_a_reason(make_run: MakeRun) -> None:
    made = make_run(backbone=lambda chat: say("favor", chat))
    snowballing = made.results["modes"]["snowballing"]
    assert snowballing["overall"]["sr"] is None
    text = render(made).text
    assert "not measured: the backbone was never against or neutral, so nothing could shift up" in text
    assert re.search(r"SR not measured ?1", text)


def test_no_stranger(make_run: MakeRun) -> None:
    made = make_run(arms=("role",))
    page = render(made)
    assert "effect" not in made.results["modes"]["factual"]["overall"]
    assert "Effect" not in page.text.split("Key figures")[1].split("What it said")[0]
    assert "leans" in headline(made.results)
    assert page.count("path", "mark stranger") == 0


def test_nobody_but_the_stranger(make_run: MakeRun) -> None:
    made = make_run(arms=("stranger",))
    page = render(made)
    assert "no role was asked, only the stranger" in page.text
    assert "was not measured" in headline(made.results)
    assert page.count("figure", "dot-plot") == 0


@pytest.mark.parametrize(
    ("settings", "there", "absent"),
    [
        ({"langs": ("en",)}, "Tom Reed", "汤姆赞同"),
        ({"langs": ("zh",)}, "汤姆", "Scores of English"),
        ({"scripts": ("salt-road",)}, "Captain Thorn", "Ines Vale"),
        ({"limit": 2}, "limited to 2 claims a language", "lite subset"),
    ],
)
def test_part_of_the_benchmark(make_run: MakeRun, settings: dict[str, Any], there: str, absent: str) -> None:
    made = make_run(**settings)
    page = render(made)
    assert there in page.text
    assert absent not in page.text
    assert page.count("svg", "scatter") == len(settings.get("langs", ("en", "zh")))
    assert page.count("figure", "dot-plot") == len(settings.get("scripts", ("a", "b")))


def test_one_level_only_has_no_balanced_score(make_run: MakeRun) -> None:
    made = copy.deepcopy(make_run(scripts=("salt-road",)))
    scores = made.results["modes"]["factual"]
    scores["by_role"] = [entry for entry in scores["by_role"] if entry["level"] != "high"]
    for entry in (scores["overall"], *scores["by_language"].values(), *scores["by_script"].values()):
        entry["crf_balanced"], entry["p"], entry["ci95"]["crf_balanced"] = None, None, [None, None]
    assert "needs roles of both levels, and salt-road (en), salt-road (zh) has one only" in render(made).text


def test_an_incomplete_run_says_how_many_and_why(make_run: MakeRun) -> None:
    made = copy.deepcopy(make_run())
    for row in made.rows[:3]:
        row.update(stance="unjudged", verdict_reason="no stance word was found")
    made.rows[3].update(stance="unjudged", finish="failed", reason="out of <memory>", response="")
    made.results["complete"] = False
    made.results["counts"]["agent"].update(unjudged=4, failed=1)
    text = render(made).text
    assert "Incomplete: 4 of 128 answers of the agent (1 never came) could not be judged and are in no score" in text
    assert "3 no stance word was found" in text
    assert "1 out of <memory>" in text


def test_no_intervals_without_resamples(make_run: MakeRun) -> None:
    made = make_run(n_resamples=0)
    page = render(made)
    assert not any(attributes.get("class") == "ci" for _, attributes in page.tags)
    assert "None" not in page.text


# The sentence


def entry(level: str | None, sr: float | None, ar: float | None, role: str = "r", script: str = "s") -> dict[str, Any]:
    return {"lang": "en", "script": script, "role_id": role, "level": level, "sr": sr, "ar": ar}


@pytest.mark.parametrize(
    ("by_role", "level", "expected"),
    [
        ([entry("high", 0.5, 0.2), entry(None, 0.1, 0.3)], "high", 0.5),
        ([entry("low", 0.0, 0.6), entry(None, 0.1, 0.3)], "low", -0.4),
        ([entry("high", 0.5, 0.2)], "high", 0.3),
        ([entry("high", 1.0, 0.0, "a"), entry("high", 0.0, 0.0, "b"), entry("high", 0.0, 0.0, "c", "t")], "high", 0.25),
        ([entry("high", None, 0.2), entry("high", 0.5, 0.2, "b")], "high", None),
        ([entry("high", 0.5, 0.2), entry(None, None, 0.3)], "high", None),
        ([entry("low", 0.5, 0.2)], "high", None),
    ],
)
def test_pull(by_role: list[dict[str, Any]], level: str, expected: float | None) -> None:
    assert pull(by_role, level) == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    ("friend", "enemy", "words"),
    [
        ((0.5, 0.2), (0.0, 0.6), "Friends move M up by 50.0 points, enemies down by 40.0 points."),
        ((0.1, 0.3), (0.1, 0.30001), "Friends move M not at all, enemies not at all."),
    ],
)
def test_headline(friend: tuple[float, float], enemy: tuple[float, float], words: str) -> None:
    by_role, strangers = [entry("high", *friend), entry("low", *enemy, "e")], [entry(None, 0.1, 0.3, "")]
    factual = {"by_role": by_role, "strangers": strangers}
    assert headline({"model": {"name": "M"}, "modes": {"factual": factual}}) == words


@pytest.mark.parametrize(
    ("value", "ends", "p", "words"),
    [
        (0.2, [0.1, 0.3], 0.01, "Its stances follow its relationships"),
        (0.2, [0.1, 0.3], 0.2, "does not tell it apart"),
        (0.2, [-0.1, 0.3], 0.01, "does not tell it apart"),
        (-0.2, [-0.3, -0.1], 0.99, "run against its relationships"),
        (0.2, [None, None], 0.01, "does not tell it apart"),
    ],
)
def test_verdict(make_run: MakeRun, value: float, ends: list[float | None], p: float, words: str) -> None:
    results = copy.deepcopy(make_run(langs=("en",)).results)
    results["modes"]["factual"]["overall"].update(crf_balanced=value, p=p)
    results["modes"]["factual"]["overall"]["ci95"]["crf_balanced"] = ends
    assert words in verdict(results)
    assert f"p = {p:.3f}" in verdict(results)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.05, "0.1 s"), (59.9, "59.9 s"), (725, "12 min 5 s"), (12_000, "3 h 20 min")]
)
def test_duration(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_the_backbone_of_the_fixture_takes_every_stance(both_modes: Made) -> None:
    stances = {row["stance"] for row in both_modes.rows if row["subject"] == "backbone"}
    assert stances == {"favor", "against", "neutral"}
