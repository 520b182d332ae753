"""From single pieces of evidence to a verdict: the same for every language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rrf_bench.judges.base import Verdict

# How much a piece of evidence weighs, by its kind.
WEIGHTS = {
    "content": 1.3,  # says the claim again, or its contrary
    "reply": 1.3,  # "of course they can", 当然会
    "other": 0.8,  # fills the claim's frame with something else: "a pillow is for sleeping"
    "partial": 1.2,  # "not all of them", against an absolute claim
    "agree": 1.0,
    "disagree": 1.0,
    "trust": 0.9,  # "if you say so", "I don't believe you"
    "scorn": 0.7,  # insult, sarcasm, rhetorical question
    "yes": 0.7,
    "no": 0.7,
    "asked": 0.6,  # the content put as a question, which doubts it
    "stage": 0.4,  # *nods*
    "split": 1.2,  # neutral: it depends, takes no side
    "unsure": 0.7,  # neutral: does not know, will not say
}
NEUTRAL_KINDS = frozenset({"split", "unsure"})
CONTENT_KINDS = frozenset({"content", "reply", "other", "partial"})
PARTICLES = frozenset({"yes", "no"})
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


def decide(evidence: Sequence[Evidence], clauses: int) -> Verdict:
    """Weigh the evidence found in an answer of so many clauses."""
    evidence = _without_overruled_particles(evidence)
    last = max((item.part for item in evidence if item.sign), default=0)
    favor = against = neutral = 0.0
    for item in evidence:
        weight = WEIGHTS[item.kind] * item.share
        if item.part < last or item.conceded:
            weight *= CONCEDED
        if item.sign > 0:
            favor += weight
        elif item.sign < 0:
            against += weight
        else:
            neutral += weight
    return _verdict(favor, against, neutral, _reason(evidence), clauses)


def _without_overruled_particles(evidence: Sequence[Evidence]) -> Sequence[Evidence]:
    """Drop each "yes" and "no" that the content contradicts: "no, they can't" agrees that they can't."""
    content = sum(item.sign for item in evidence if item.kind in CONTENT_KINDS)
    if not content:
        return evidence
    return [item for item in evidence if item.kind not in PARTICLES or item.sign * content > 0]


def _verdict(favor: float, against: float, neutral: float, reason: str, clauses: int) -> Verdict:
    net = abs(favor - against)
    winner, loser = max(favor, against), min(favor, against)
    if not (winner or neutral):
        return Verdict("neutral", 0.3, "no cue found")
    if neutral >= net:
        return Verdict("neutral", 0.85 if winner == 0 else 0.5, reason)
    if net < DECISIVE:
        return Verdict("neutral", 0.3, f"mixed: {reason}")
    confidence = _confidence(winner, loser + neutral, clauses)
    return Verdict("favor" if favor > against else "against", confidence, reason)


def _confidence(winner: float, others: float, clauses: int) -> float:
    """Sure where much points one way, nothing points the other, and little of the answer was left unread."""
    strength = 0.55 + 0.3 * min(winner, 1.3)
    unread = 0.02 * max(0, min(clauses, 10) - 3)
    conflict = 0.5 * others / winner
    return round(min(0.97, max(0.3, strength - unread - conflict)), 2)


def _reason(evidence: Sequence[Evidence]) -> str:
    """The kinds of evidence with their side, in order, without repeats: `+yes, +content`."""
    return ", ".join(dict.fromkeys(f"{'0+-'[item.sign]}{item.kind}" for item in evidence))
