"""Which edges make plain, timeless, impersonal commonsense; every drop has a reason and is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from builder import forbidden
from builder.edges import BadRow, Row
from builder.lexicon import NOUNS, Concept, Lexicon
from builder.model import Edge
from builder.verbalize import NEGATIVES, RELATIONS

# How many line numbers of malformed rows are kept for each reason.
LINES_KEPT = 5
VERB, ADJECTIVE = frozenset({"verb"}), frozenset({"adj"})
ANY = NOUNS | VERB
# The parts of speech of start and end that a relation's pattern can say.
FITS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "IsA": (ANY, NOUNS),
    "UsedFor": (ANY, ANY),
    "CapableOf": (NOUNS, VERB),
    "AtLocation": (NOUNS, NOUNS),
    "HasProperty": (ANY, ADJECTIVE),
    "HasA": (NOUNS, NOUNS),
    "PartOf": (NOUNS, NOUNS),
    "MadeOf": (NOUNS, NOUNS),
    "CreatedBy": (NOUNS, NOUNS),
    "Causes": (ANY, ANY),
    "CausesDesire": (ANY, ANY),
    "HasPrerequisite": (ANY, ANY),
    "HasSubevent": (VERB, ANY),
    "MotivatedByGoal": (VERB, ANY),
    "Desires": (NOUNS, ANY),
    "ReceivesAction": (NOUNS, VERB),
    "SymbolOf": (NOUNS, NOUNS),
}


@dataclass(frozen=True)
class Selection:
    """The edges that were kept, and what became of every row.

    Attributes:
        kept: sorted by relation, start and end.
        known: every (relation, start, end) of the lexicon's concepts that stands in the source, kept or not.
        read: the number of rows read; equals `len(kept)` plus the sum of `dropped`.
        dropped: how many rows were dropped, by reason.
        malformed: for each kind of malformed row the first line numbers.
    """

    kept: tuple[Edge, ...]
    known: frozenset[tuple[str, str, str]]
    read: int
    dropped: Mapping[str, int]
    malformed: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def select(
    rows: Iterable[Row | BadRow], lexicon: Lexicon, scopes: Mapping[tuple[str, str, str], str] | None = None
) -> Selection:
    """Keep the rows that make claims.

    Args:
        rows: what `builder.edges.read_edges` gives.
        lexicon: a row is kept only where both its terms are in it.
        scopes: the scope of each seed by (relation, start, end); a triple that is none has scope `all`.
    """
    scopes = scopes or {}
    kept: dict[tuple[str, str, str], Edge] = {}
    known: set[tuple[str, str, str]] = set()
    dropped: Counter[str] = Counter()
    malformed: dict[str, list[int]] = {}
    read = 0
    for row in rows:
        read += 1
        if isinstance(row, BadRow):
            dropped[f"malformed: {row.reason}"] += 1
            lines = malformed.setdefault(row.reason, [])
            if len(lines) < LINES_KEPT:
                lines.append(row.line)
            continue
        triple = _triple(row, lexicon)
        reason = drop_reason(row, lexicon) or ("duplicate" if triple in kept else None)
        if triple is not None and row.weight > 0:
            known.add(triple)
        if reason is not None or triple is None:
            dropped[reason or "concept not in the lexicon"] += 1
            continue
        kept[triple] = Edge(*triple, scope=scopes.get(triple, "all"))
    lines_of = {reason: tuple(lines) for reason, lines in sorted(malformed.items())}
    return Selection(tuple(sorted(kept.values())), frozenset(known), read, dict(sorted(dropped.items())), lines_of)


def _triple(row: Row, lexicon: Lexicon) -> tuple[str, str, str] | None:
    """The row's triple in the lexicon's spelling, or None where a term is not in it."""
    if row.language != "en":
        return None
    start, end = lexicon.resolve(row.start), lexicon.resolve(row.end)
    return None if start is None or end is None else (row.relation, start.key, end.key)


def drop_reason(row: Row, lexicon: Lexicon) -> str | None:
    """Why `row` makes no claim, or None where it does. The first reason counts, the cheapest ones come first."""
    if row.language != "en":
        return "not English"
    if row.relation not in RELATIONS:
        return "relation not used"
    if row.weight <= 0:
        return "weight not positive"
    words = forbidden.in_term(row.start) or forbidden.in_term(row.end)
    if words is not None:
        return words
    if row.relation.endswith("HasProperty") and forbidden.is_taste(row.end):
        return "subjective"
    return _unsayable(row, lexicon)


def _unsayable(row: Row, lexicon: Lexicon) -> str | None:
    start, end = lexicon.resolve(row.start), lexicon.resolve(row.end)
    if start is None or end is None:
        return "concept not in the lexicon"
    return "self loop" if start == end else misfit(row.relation, start, end)


def misfit(relation: str, start: Concept, end: Concept) -> str | None:
    """Why the relation's pattern cannot say `start` and `end`, or None where it can."""
    relation = NEGATIVES.get(relation, relation)
    if relation == "Antonym":
        return None if start.pos == end.pos or (start.is_noun and end.is_noun) else "part of speech does not fit"
    starts, ends = FITS[relation]
    if start.pos not in starts or end.pos not in ends:
        return "part of speech does not fit"
    if relation == "AtLocation" and not end.preposition:
        return "end is not a place"
    if relation == "Desires" and not start.animate:
        return "start cannot want"
    if relation == "UsedFor" and "person" in start.traits:
        return "a person is not used"
    return None
