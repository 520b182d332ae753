"""Relation classes towards the main character, and the affection they stand for: the one table of the project."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Literal

from rrf_bench.errors import unknown_name

Level = Literal["low", "high"]

LEVELS: tuple[Level, ...] = ("low", "high")

AFFECTION = MappingProxyType(
    {
        "Lover": 10,
        "Family": 8,
        "Friend": 7,
        "Teammate": 5,
        "Teacher": 4,
        "Classmate": 2,
        "Opponent": -6,
        "Enemy": -9,
    }
)
"""Affection of each relation class (classes and scale of HPD, Chen et al. 2023), -10..10."""


def affection(relations: Iterable[str]) -> int:
    """Affection of someone who stands in these relations to the main character.

    The most negative class wins if any is negative, else the most positive: a teacher who is an enemy is an enemy.

    Args:
        relations: Relation classes, keys of `AFFECTION`.

    Returns:
        -10..10; 0 where there is no relation at all.

    Raises:
        RRFError: A relation is not one of the classes.
    """
    values = [_value(relation) for relation in relations]
    lowest = min(values, default=0)
    return lowest if lowest < 0 else max(values, default=0)


def level(affection: int) -> Level | None:
    """Affection level: `low` below 0, `high` above 0, None at 0."""
    if affection == 0:
        return None
    return "high" if affection > 0 else "low"


def _value(relation: str) -> int:
    if relation not in AFFECTION:
        raise unknown_name("relation", relation, AFFECTION)
    return AFFECTION[relation]
