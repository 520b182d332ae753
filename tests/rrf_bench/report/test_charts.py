"""Where marks and labels stand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rrf_bench.report.charts import (
    LEFT,
    SIDE,
    TOP,
    Mark,
    Names,
    _box,
    _inside,
    _overlap,
    dot_plots,
    heat_maps,
    place_labels,
    scatters,
)

NAMES = Names({}, {})
RATE = st.floats(0, 1)


def entry(
    sr: float | None, ar: float | None, level: str | None = "high", role: str = "a", lang: str = "en"
) -> dict[str, Any]:
    crf = None if sr is None or ar is None else (sr - ar) * (1 if level == "high" else -1)
    return {
        "script": "s", "lang": lang, "main": "M", "role": role.title(), "role_id": role, "level": level,
        "affection": None if level is None else 7, "sr": sr, "ar": ar, "crf": crf, "n": 8, "unjudged": 0,
        "ci95": {"sr": [sr, sr], "ar": [ar, ar], "crf": [crf, crf]},
    }  # fmt: skip


@given(st.lists(st.tuples(RATE, RATE, st.sampled_from(["high", "low", None])), min_size=1, max_size=30))
def test_every_measured_role_has_a_mark_inside_the_frame(rates: list[tuple[float, float, str | None]]) -> None:
    entries = [entry(sr, ar, level, f"role{i}" if level else "") for i, (sr, ar, level) in enumerate(rates)]
    (chart,) = scatters(entries, NAMES)
    assert all(LEFT < mark.x < LEFT + SIDE and TOP < mark.y < TOP + SIDE for mark in chart.marks)
    labels = [mark.label for mark in chart.marks if mark.label]
    counted = sum(1 + int(label.partition(" +")[2] or 0) for label in labels)
    assert counted == sum(level is not None for _, _, level in rates)


@given(
    st.lists(
        st.tuples(
            st.floats(LEFT, LEFT + SIDE),
            st.floats(TOP, TOP + SIDE),
            st.sampled_from(["Ron", "Albus Dumbledore", "阿朱"]),
        ),
        max_size=40,
    )
)
def test_labels_touch_nothing(places: list[tuple[float, float, str]]) -> None:
    marks = [Mark(x, y, "high", 5.5, "", name, x - y) for x, y, name in places]
    boxes = [_box(label) for label in place_labels(marks)]
    assert all(_inside(box) for box in boxes)
    assert not any(_overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert not any(_overlap(box, (m.x - 5, m.y - 5, m.x + 5, m.y + 5)) for box in boxes for m in marks)


def test_a_role_alone_is_labelled() -> None:
    (chart,) = scatters([entry(0.5, 0.2, role="ron")], NAMES)
    assert [label.text for label in chart.labels] == ["Ron"]


def test_roles_at_the_same_place_share_it() -> None:
    entries = [entry(0.5, 0.2, "high", "ron"), entry(0.5, 0.2, "high", "hermione"), entry(0.5, 0.2, "low", "snape")]
    (chart,) = scatters(entries, NAMES)
    assert sorted(mark.label for mark in chart.marks) == ["Hermione +1", "Snape"]
    assert all(name in mark.tip for mark in chart.marks for name in ("Ron", "Hermione", "Snape"))


def test_a_role_without_a_rate_is_counted_and_not_drawn() -> None:
    (chart,) = scatters([entry(None, 0.2), entry(0.1, 0.2, role="b")], NAMES)
    assert (len(chart.marks), chart.missing) == (1, 1)


@pytest.mark.parametrize(("rates", "top"), [([0.0], 0.2), ([0.31], 0.4), ([0.94, 0.18], 1.0), ([1.0], 1.0)])
def test_the_axes_reach_as_far_as_the_rates(rates: list[float], top: float) -> None:
    (chart,) = scatters([entry(rate, 0.0, role=f"r{i}") for i, rate in enumerate(rates)], NAMES)
    assert chart.top == top
    assert chart.ticks[0][1] == "0"
    assert chart.ticks[-1][1] == f"{100 * top:.0f}"


def test_both_languages_have_the_same_axes() -> None:
    charts = scatters([entry(0.9, 0.1), entry(0.1, 0.1, lang="zh")], NAMES)
    assert [chart.lang for chart in charts] == ["en", "zh"]
    assert charts[0].ticks == charts[1].ticks


def test_dots_are_sorted_and_those_not_measured_come_last() -> None:
    entries = [
        entry(0.1, 0.2, role="b"),
        entry(None, 0.2, role="c"),
        entry(0.9, 0.2, role="a"),
        entry(0.3, 0.2, None, ""),
    ]
    (plot,) = dot_plots(entries, NAMES)
    assert [(line.name, line.value) for line in plot.lines] == [("A", "70.0"), ("B", "−10.0"), ("C", "–")]
    assert plot.lines[2].dots[0].at is None


@pytest.mark.parametrize("value", [0.0, 1e-38, 0.001, -1.0, 1.0])
def test_a_single_crf_has_a_scale(value: float) -> None:
    (plot,) = dot_plots([entry(max(value, 0.0), max(-value, 0.0))], NAMES)
    assert 2 <= len(plot.ticks) <= 6


@given(st.lists(st.tuples(RATE, RATE), min_size=1, max_size=20))
def test_dots_and_ticks_stay_on_the_track(rates: list[tuple[float, float]]) -> None:
    (plot,) = dot_plots([entry(sr, ar, role=f"r{i}") for i, (sr, ar) in enumerate(rates)], NAMES)
    assert 2 <= len(plot.ticks) <= 6
    assert "0" in [words for _, words in plot.ticks]
    places = [at for at, _ in plot.ticks] + [dot.at for line in plot.lines for dot in line.dots if dot.at is not None]
    assert all(-0.01 <= at <= 100.01 for at in places)


def test_heat_maps_have_the_form_of_the_paper() -> None:
    nothing = [None, None, None]
    transfer = {
        "stances": ["favor", "against", "neutral"],
        "en": {
            "high": [[0.9, 0.1, 0.0], [0.4, 0.5, 0.1], nothing],
            "low": [[0.6, 0.3, 0.1], [0.1, 0.7, 0.2], nothing],
            "difference": [[None, 0.2, 0.1], [0.3, None, -0.1], nothing],
        },
    }
    ((lang, (difference, high, low)),) = heat_maps(transfer, "factual")
    assert lang == "en"
    assert [title for title, _ in difference.rows] == ["factual", "ridiculous"]
    cells = [[(cell.text, cell.kind, cell.against) for cell in row] for _, row in difference.rows]
    assert cells[0] == [("–", "none", False), ("20.0%", "adversary", False), ("10.0%", "adversary", False)]
    assert cells[1] == [("30.0%", "sycophancy", False), ("–", "none", False), ("−10.0%", "sycophancy", True)]
    assert [cell.text for cell in high.rows[0][1]] == ["90.0%", "10.0%", "0.0%"]
    assert max(cell.strength for _, row in difference.rows for cell in row) == 60
    ((_, (difference, _, low)),) = heat_maps(transfer, "snowballing")
    assert [title for title, _ in difference.rows] == ["favor", "against", "neutral"]
    assert [cell.text for cell in difference.rows[2][1]] == ["not measured", "not measured", "–"]
    assert [cell.text for cell in low.rows[2][1]] == ["not measured"] * 3
