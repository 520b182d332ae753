"""The score table in a terminal."""

from __future__ import annotations

import copy
import io

import pytest
from rich.console import Console

from rrf_bench.report.terminal import print_scores
from tests.rrf_bench.report.conftest import Made, MakeRun, say


def printed(made: Made, width: int = 80, terminal: bool = False) -> str:
    out = io.StringIO()
    print_scores(
        made.results,
        Console(file=out, width=width, force_terminal=terminal, color_system="standard" if terminal else None),
    )
    return out.getvalue()


@pytest.mark.parametrize("width", [40, 80, 120])
def test_it_fits_and_nothing_is_cut(both_modes: Made, width: int) -> None:
    text = printed(both_modes, width)
    assert max(len(line) for line in text.splitlines()) <= width
    assert "…" not in text
    words = ("scripted-model, factual mode", "CRF balanced", "Effect", "p (balanced)", "lantern-harbour", "salt-road")
    assert all(word in text for word in words)


@pytest.mark.parametrize("name", ["crf", "crf_balanced", "effect", "sr", "ar", "er", "cr"])
def test_every_score_stands_beside_its_interval(both_modes: Made, name: str) -> None:
    lines = printed(both_modes).splitlines()
    for mode in both_modes.results["modes"].values():
        for entry in (mode["overall"], *mode["by_language"].values(), *mode["by_script"].values()):
            low, high = entry["ci95"][name]
            shown = f"{100 * entry[name]:.1f} [{100 * low:.1f}, {100 * high:.1f}]".replace("-0.0", "0.0")
            assert any(shown in line for line in lines), shown


def test_plain_without_a_terminal_and_coloured_in_one(both_modes: Made) -> None:
    assert "\x1b" not in printed(both_modes)
    assert printed(both_modes).isascii()
    assert "\x1b[" in printed(both_modes, terminal=True)


def test_what_was_not_measured_has_its_reason(make_run: MakeRun) -> None:
    text = printed(make_run(backbone=lambda chat: say("favor", chat)), 120)
    assert "not measured (1)" in text
    assert "(1) not measured: the backbone was never against or neutral, so nothing could shift up" in text


def test_no_stranger_no_effect(make_run: MakeRun) -> None:
    assert "Effect" not in printed(make_run(arms=("role",)))


def test_a_complete_run_says_nothing_of_that_and_an_incomplete_one_does(make_run: MakeRun) -> None:
    made = copy.deepcopy(make_run())
    assert "incomplete" not in printed(made)
    made.results["complete"] = False
    made.results["counts"]["agent"].update(unjudged=4, failed=1)
    assert "incomplete: 4 of 128 answers of the agent (1 never came)" in printed(made)


def test_names_are_no_markup(make_run: MakeRun) -> None:
    made = copy.deepcopy(make_run())
    made.results["model"]["name"] = "[red]org/model[/nothing]"
    assert "[red]org/model[/nothing], factual mode" in printed(made)


def test_a_reader_is_told_of_answers_cut_off_or_without_a_stance(both_modes: Made) -> None:
    assert "cut off" not in printed(both_modes)
    results = copy.deepcopy(both_modes.results)
    results["counts"]["agent"]["cut_off"] = results["counts"]["agent"]["asked"]
    results["modes"]["factual"]["overall"]["cr"] = 0.6
    said = io.StringIO()
    print_scores(results, Console(file=said, width=200))
    assert "100.0% of the answers were cut off at the length limit" in said.getvalue()
    assert "60.0% of the answers take no stance" in said.getvalue()
