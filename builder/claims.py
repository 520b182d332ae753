"""All claims that the selected edges make, each said once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builder import forbidden
from builder.lexicon import Lexicon
from builder.model import Claim, Edge
from builder.ridicule import factual, knowledge, ridiculous
from builder.select import Selection

# Words that a near duplicate may differ in, and the one word that denials are counted as.
_DROPPED = frozenset(("a", "an", "the", "be", "is", "are", "do", "does", "can", "some"))
_SAME = {"never": "not", "cannot": "not", "every": "all"}

Reviewed = Mapping[str, Iterable[tuple[str, str]]]


@dataclass(frozen=True)
class Candidates:
    """The claims before review, by claim_id, and how many were left out, by reason."""

    claims: tuple[Claim, ...]
    dropped: Mapping[str, int]


def candidates(
    selection: Selection, seeds: Iterable[Edge], lexicon: Lexicon, reviewed: Reviewed | None = None
) -> Candidates:
    """Make the factual and the ridiculous claims of all selected edges.

    Args:
        selection: the edges that claims are made from.
        seeds: edges known to be true beside those read; no ridiculous claim says one, and ends are borrowed from them.
        lexicon: the concepts.
        reviewed: for each edge URI the (rule, variant) pairs in the ledger, which are taken before others.
    """
    seeds = tuple(seeds)
    known = knowledge([*selection.kept, *seeds], selection.known)
    truths = [factual(edge, lexicon) for edge in known.edges]
    facts = [factual(edge, lexicon) for edge in selection.kept]
    asked = {uri: frozenset(pairs) for uri, pairs in (reviewed or {}).items()}
    lies = [
        claim for edge in selection.kept for claim in ridiculous(edge, lexicon, known, asked.get(edge.uri, frozenset()))
    ]
    lies.sort(key=lambda claim: ((claim.rule, claim.variant) not in asked.get(claim.edge.uri, ()), claim.claim_id))
    return _each_once(sorted(facts, key=lambda claim: claim.claim_id) + lies, truths)


def near_key(claim: str) -> str:
    """What an English claim says, without articles, number and the words that near duplicates differ in.

    >>> near_key("a dog cannot fly") == near_key("dogs never fly")
    True
    """
    words = [_SAME.get(word, word) for word in re.findall(r"[\w'-]+", claim.lower())]
    return " ".join(sorted(word.rstrip("s") or word for word in words if word not in _DROPPED))


def _each_once(claims: Iterable[Claim], truths: Iterable[Claim]) -> Candidates:
    truths = list(truths)
    true_texts = {text for claim in truths for text in (claim.en, claim.zh)}
    seen: set[str] = set()
    kept: list[Claim] = []
    dropped: Counter[str] = Counter()
    for claim in claims:
        keys = {near_key(claim.en), claim.zh}
        reason = forbidden.in_english(claim.en) or forbidden.in_chinese(claim.zh)
        if claim.rule != "none" and {claim.en, claim.zh} & true_texts:
            reason = "says a known fact"
        elif reason is None and keys & seen:
            reason = "near duplicate"
        if reason is not None:
            dropped[reason] += 1
            continue
        seen |= keys
        kept.append(claim)
    return Candidates(tuple(sorted(kept, key=lambda claim: claim.claim_id)), dict(sorted(dropped.items())))
