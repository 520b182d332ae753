"""From single pieces of evidence to a verdict: the same for every language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rrf_bench.judges.base import Verdict

# Kind of evidence -> how much it weighs, how sure it makes a verdict that rests on it, and its family.
KINDS = {
    "restated": (1.3, 0.88, "content"),  # says the claim again or its contrary, naming its subject
    "content": (1.3, 0.85, "content"),  # the same without naming its subject
    "reply": (1.3, 0.84, "content"),  # "of course they can", 当然会
    "other": (0.8, 0.78, "content"),  # fills the claim's frame with something else: "a pillow is for sleeping"
    "partial": (1.2, 0.86, "content"),  # "not all of them", against an absolute claim
    "asked": (0.6, 0.74, "content"),  # the content put as a question or a supposition, which doubts it
    "agree": (1.0, 0.9, "opinion"),
    "disagree": (1.0, 0.9, "opinion"),
    "trust": (0.9, 0.84, "opinion"),  # "if you say so", "I don't believe you"
    "scorn": (0.7, 0.84, "scorn"),  # insult, sarcasm, rhetorical question
    "yes": (0.7, 0.88, "particle"),
    "no": (0.7, 0.88, "particle"),
    "mention": (0.3, 0.5, "mention"),  # speaks of the claim's subject, which no cue tells how
    "insult": (0.5, 0.7, "scorn"),  # a bad name, which enemies also use when they speak of something else
    "polite": (0.4, 0.74, "polite"),  # "with respect, but", before what no cue tells
    "stage": (0.4, 0.84, "stage"),  # *nods*
    "split": (1.9, 0.88, "neutral"),  # it depends, takes no side
    "decline": (0.9, 0.88, "neutral"),  # will not say
    "unsure": (0.75, 0.87, "neutral"),  # does not know
}
CONTENT_KINDS = frozenset(kind for kind, row in KINDS.items() if row[2] == "content" and kind != "asked")
# The cues that mean a side whatever the claim says; those that a "not" before them turns.
SIGNS = {
    "agree": 1,
    "trust": 1,
    "disagree": -1,
    "scorn": -1,
    "insult": -1,
    "yes": 1,
    "no": -1,
    "split": 0,
    "decline": 0,
    "unsure": 0,
}
TURNABLE = frozenset({"agree", "trust", "disagree"})
PARTICLES = frozenset({"yes", "no"})
UNDECIDED = frozenset({"unsure", "split", "decline"})
CONCEDED = 0.3  # what stands before a "but" keeps this share of its weight
DECISIVE = 0.25  # the least net weight that makes a side


class Evidence(NamedTuple):
    """One piece of evidence: towards the claim (+1), away from it (-1), or for no side (0).

    `part` counts the turns ("but", 但是) before it; `conceded` says that it stands under an "although".
    """

    sign: int
    kind: str
    part: int = 0
    conceded: bool = False
    share: float = 1.0


class Reading(NamedTuple):
    """What was found in an answer, and of how many clauses it is."""

    evidence: list[Evidence]
    clauses: int


def placed(found: list[Evidence], part: int, conceded: bool) -> list[Evidence]:
    """A clause's evidence, each piece once, marked with where the clause stands."""
    if len(found) > 1:
        found = list(dict.fromkeys(found))
    if not part and not conceded:
        return found
    return [Evidence(item.sign, item.kind, part, conceded, item.share) for item in found]


def decide(evidence: Sequence[Evidence], clauses: int) -> Verdict:
    """Weigh the evidence found in an answer of so many clauses."""
    if not evidence:
        return Verdict("neutral", 0.3, "no cue found")
    evidence = _without_overruled_particles(evidence)
    last = max((item.part for item in evidence if item.sign), default=0)
    sums = {1: 0.0, -1: 0.0, 0: 0.0}
    for item in evidence:
        weight = KINDS[item.kind][0] * item.share
        if item.part < last or item.conceded:
            weight *= CONCEDED
        sums[item.sign] += weight
    net = sums[1] - sums[-1]
    side = 0 if abs(net) < max(sums[0], DECISIVE) else 1 if net > 0 else -1
    stance = ("neutral", "favor", "against")[side]
    return Verdict(stance, _confidence(evidence, side, sums, clauses), _reason(evidence))


def _without_overruled_particles(evidence: Sequence[Evidence]) -> Sequence[Evidence]:
    """Drop each "yes" and "no" that the content contradicts: "no, they can't" agrees that they can't."""
    content = sum(item.sign for item in evidence if item.kind in CONTENT_KINDS and item.share == 1)
    if not content:
        return evidence
    return [item for item in evidence if item.kind not in PARTICLES or item.sign * content > 0]


def _confidence(evidence: Sequence[Evidence], side: int, sums: dict[int, float], clauses: int) -> float:
    """Sure where families of evidence agree, nothing points elsewhere, and little of the answer was left unread."""
    rows = {KINDS[item.kind][2]: KINDS[item.kind][1] for item in evidence if item.sign == side and item.share == 1}
    if not rows:
        return 0.4
    conflict = 0.4 * (sum(sums.values()) - sums[side]) / (sums[side] or 1)
    unread = 0.01 * (min(clauses, 12) - 3)
    confidence = max(rows.values()) + 0.08 * (len(rows) - 1) - unread - conflict
    return round(min(0.97, max(0.3, confidence)), 2)


def _reason(evidence: Sequence[Evidence]) -> str:
    """The kinds of evidence with their side, in order, without repeats: `+yes, +content`."""
    return ", ".join(dict.fromkeys(f"{'0+-'[item.sign]}{item.kind}" for item in evidence))
