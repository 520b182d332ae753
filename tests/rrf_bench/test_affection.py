"""The affection table and the rule that picks from it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rrf_bench.affection import AFFECTION, LEVELS, affection, level
from rrf_bench.errors import RRFError

TABLE = {
    "Lover": 10,
    "Family": 8,
    "Friend": 7,
    "Teammate": 5,
    "Teacher": 4,
    "Classmate": 2,
    "Opponent": -6,
    "Enemy": -9,
}


def test_the_table_is_the_one_of_the_design() -> None:
    assert dict(AFFECTION) == TABLE


@pytest.mark.parametrize(("relation", "value"), TABLE.items())
def test_one_relation_has_its_own_value(relation: str, value: int) -> None:
    assert affection([relation]) == value


@pytest.mark.parametrize(
    ("relations", "value"),
    [
        (["Teacher", "Enemy"], -9),
        (["Enemy", "Opponent"], -9),
        (["Lover", "Opponent"], -6),
        (["Classmate", "Friend"], 7),
        (["Family", "Lover"], 10),
        ([], 0),
    ],
)
def test_several_relations(relations: list[str], value: int) -> None:
    assert affection(relations) == value


@given(st.lists(st.sampled_from(sorted(TABLE)), min_size=1))
def test_affection_is_one_of_the_values_in_range_whatever_the_order(relations: list[str]) -> None:
    value = affection(relations)
    assert value in {TABLE[relation] for relation in relations}
    assert value == affection(reversed(relations))
    assert (value < 0) == any(TABLE[relation] < 0 for relation in relations)


@pytest.mark.parametrize(("name", "hint"), [("friend", "did you mean Friend?"), ("Butler", "there are: Classmate")])
def test_unknown_relation_says_what_there_is(name: str, hint: str) -> None:
    with pytest.raises(RRFError) as raised:
        affection(["Friend", name])
    assert f"unknown relation '{name}'" in str(raised.value)
    assert hint in str(raised.value)


@pytest.mark.parametrize(("value", "name"), [(-10, "low"), (-1, "low"), (0, None), (1, "high"), (10, "high")])
def test_level(value: int, name: str | None) -> None:
    assert level(value) == name
    assert name is None or name in LEVELS
