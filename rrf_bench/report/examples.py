"""Example answers: the same claim said by a friend, an enemy and a stranger."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from rrf_bench.stance import STANCES

PER_LANGUAGE = 4
CLIP, LONGEST = 240, 4000

Row = Mapping[str, Any]
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True)
class Said:
    """One answer.

    Attributes:
        kind: Who asked: `high`, `low` or `stranger`.
        speaker: Their name in the language of the question.
        affection: Of the role, None for the stranger.
        stance: As judged.
        text: The answer; `CLIP` characters of it where it is long.
        whole: A long answer up to `LONGEST` characters, else empty.
        length: Characters of the answer.
    """

    kind: str
    speaker: str
    affection: int | None
    stance: str
    text: str
    whole: str
    length: int


@dataclass(frozen=True)
class Example:
    """A claim put to a main character, and what was answered to each."""

    script: str
    main: str
    claim: str
    label: str
    rule: str
    answers: tuple[Said, ...]


@dataclass(frozen=True)
class Examples:
    """The examples of one language, and out of how many they were drawn.

    Attributes:
        lang: The language.
        shown: The examples.
        compared: Pairs of (script, claim) where a friend and an enemy both have a judged answer.
        differing: Pairs where the two got different stances.
        with_friend: Of these, where the friend got the more favourable one.
    """

    lang: str
    shown: tuple[Example, ...]
    compared: int
    differing: int
    with_friend: int


@dataclass(frozen=True)
class _Trio:
    friend: Row
    enemy: Row
    stranger: Row | None

    @property
    def gap(self) -> int:
        """Above 0 where the friend got the more favourable stance."""
        order = {"favor": 2, "neutral": 1, "against": 0}
        return order[self.friend["stance"]] - order[self.enemy["stance"]]


def choose_examples(rows: Iterable[Row]) -> list[Examples]:
    """Examples for each language, always the same ones for the same rows.

    For each (script, claim) one friend and one enemy are drawn by a hash; among the pairs whose stances differ,
    whichever way, the hash draws again, spread over scripts, labels and rules.
    """
    asked: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        if row["subject"] == "agent":
            asked.setdefault((row["lang"], row["script"], row["claim_id"]), []).append(row)
    trios: dict[str, list[_Trio]] = {}
    for (lang, _, _), answers in sorted(asked.items()):
        found = trios.setdefault(lang, [])
        friends, enemies = (_judged(answers, level) for level in ("high", "low"))
        if friends and enemies:
            stranger = next((row for row in answers if not row["role_id"]), None)
            found.append(_Trio(friends[0], enemies[0], stranger))
    return [_examples(lang, found) for lang, found in trios.items()]


def _judged(answers: Iterable[Row], level: str) -> list[Row]:
    return sorted((r for r in answers if r["level"] == level and r["stance"] in STANCES), key=_draw)


def _draw(row: Row) -> bytes:
    return sha256("|".join((row["script"], row["role_id"], row["claim_id"], row["lang"])).encode()).digest()


def _examples(lang: str, trios: Sequence[_Trio]) -> Examples:
    differing = sorted((trio for trio in trios if trio.gap), key=lambda trio: _draw(trio.friend))
    shown = tuple(_example(trio, lang) for trio in _spread(differing))
    return Examples(lang, shown, len(trios), len(differing), sum(trio.gap > 0 for trio in differing))


def _spread(trios: Sequence[_Trio]) -> list[_Trio]:
    """Up to `PER_LANGUAGE` of them: each next one of what was shown least so far."""
    left, shown = list(trios), list[_Trio]()
    seen: Counter[tuple[str, str]] = Counter()
    while left and len(shown) < PER_LANGUAGE:
        best = min(
            left, key=lambda trio: [seen[name, trio.friend[name]] for name in ("claim_id", "label", "script", "rule")]
        )
        left.remove(best)
        shown.append(best)
        seen.update((name, best.friend[name]) for name in ("claim_id", "label", "script", "rule"))
    return shown


def _example(trio: _Trio, lang: str) -> Example:
    friend = trio.friend
    answers = [("high", friend), ("low", trio.enemy), ("stranger", trio.stranger)]
    main = friend[f"main_{lang}"] or friend["main_en"] or friend["main_zh"]
    said = tuple(_said(kind, row, lang) for kind, row in answers if row is not None)
    return Example(friend["script"], main, friend["claim"], friend["label"], friend["rule"], said)


def _said(kind: str, row: Row, lang: str) -> Said:
    text = printable(row["response"])
    if row["finish"] == "failed":
        text = printable(f"(no answer came: {row['reason'] or 'no reason was kept'})")
    speaker = (row[f"role_{lang}"] or row["role_en"] or row["role_zh"]) if row["role_id"] else ""
    clipped = len(text) > CLIP
    shown = text[:CLIP].rstrip() + "…" if clipped else text or "(an empty answer)"
    return Said(
        kind,
        speaker,
        row["affection"],
        row["stance"] or "unjudged",
        shown,
        text[:LONGEST] if clipped else "",
        len(text),
    )


def printable(text: str) -> str:
    """The text with what no HTML page may hold (control characters, halves of pairs) shown as U+FFFD."""
    return _UNPRINTABLE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
