"""Ridiculous claims from factual ones by four rules; none may come out true.

Nothing here is random: what is chosen among many is chosen by a hash, and a variant that the review ledger already
holds is chosen first, so reviewed claims stay when the source of edges grows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builder.lexicon import Lexicon
from builder.model import Claim, Edge, claim_id, digest
from builder.verbalize import NEGATIVES, UNQUANTIFIED, say
from builder.verbalize.form import Form

MAX_DISRUPTIONS = 2
# Where the opposite of a true end is false; a door can open and can close, so not CapableOf.
ANTONYM_ENDS = frozenset({"HasProperty", "IsA", "Causes", "CausesDesire", "SymbolOf"})
ANTONYM_STARTS = frozenset({"HasProperty", "Causes", "CausesDesire"})
# Where an end from elsewhere is impossible and not merely unusual: almost anything "can be found" in any place.
DISRUPTED = frozenset(
    {"IsA", "UsedFor", "CapableOf", "HasProperty", "HasA", "PartOf", "MadeOf", "CreatedBy", "Causes"}
    | {"CausesDesire", "HasPrerequisite", "HasSubevent", "MotivatedByGoal", "Desires", "ReceivesAction", "Antonym"}
)
ONLY = DISRUPTED - {"PartOf", "CreatedBy", "HasSubevent", "MotivatedByGoal", "Antonym"}

Triple = tuple[str, str, str]


@dataclass(frozen=True)
class Knowledge:
    """What is known to be true, indexed for the questions that the rules ask.

    Attributes:
        edges: all true edges that claims may be made from or borrow ends from.
        triples: all known triples, said or not.
        ends: for (relation, start) the known ends.
        starts: for (relation, end) the known starts.
        pairs: every pair of concepts that stand in some relation, in both orders.
        parents: for each concept the concepts that it is a kind of, however far up, with itself.
    """

    edges: tuple[Edge, ...]
    triples: frozenset[Triple]
    ends: Mapping[tuple[str, str], frozenset[str]]
    starts: Mapping[tuple[str, str], frozenset[str]]
    pairs: frozenset[tuple[str, str]]
    parents: Mapping[str, frozenset[str]]

    def is_kind_of(self, concept: str, other: str) -> bool:
        """Whether `concept` is `other` or a kind of it."""
        return other in self.parents.get(concept, frozenset({concept}))


def knowledge(edges: Iterable[Edge], triples: Iterable[Triple]) -> Knowledge:
    """Index the selected `edges` and all known `triples` (those of the edges are added)."""
    kept = tuple(sorted({edge.triple: edge for edge in edges}.values()))
    known = frozenset(triples) | {edge.triple for edge in kept}
    true = [triple for triple in known if not triple[0].startswith("Not")]
    ends: dict[tuple[str, str], set[str]] = {}
    starts: dict[tuple[str, str], set[str]] = {}
    for relation, start, end in true:
        ends.setdefault((relation, start), set()).add(end)
        starts.setdefault((relation, end), set()).add(start)
    pairs = {pair for _, start, end in true for pair in ((start, end), (end, start))}
    return Knowledge(kept, known, _frozen(ends), _frozen(starts), frozenset(pairs), _ancestors(true))


def _frozen(index: dict[tuple[str, str], set[str]]) -> dict[tuple[str, str], frozenset[str]]:
    return {key: frozenset(values) for key, values in index.items()}


def _ancestors(triples: Iterable[Triple]) -> dict[str, frozenset[str]]:
    direct: dict[str, set[str]] = {}
    for relation, start, end in triples:
        if relation == "IsA":
            direct.setdefault(start, set()).add(end)
    return {concept: frozenset(_reached(concept, direct)) for concept in direct}


def _reached(concept: str, direct: Mapping[str, set[str]]) -> set[str]:
    seen, waiting = {concept}, [concept]
    while waiting:
        new = direct.get(waiting.pop(), set()) - seen
        seen |= new
        waiting.extend(new)
    return seen


def factual(edge: Edge, lexicon: Lexicon) -> Claim:
    """The factual claim of an edge."""
    return _claim(edge, "none", "", say(edge, lexicon), lexicon)


def ridiculous(edge: Edge, lexicon: Lexicon, known: Knowledge, reviewed: Iterable[tuple[str, str]] = ()) -> list[Claim]:
    """The ridiculous claims of an edge, in the order of the rules.

    Args:
        edge: a true edge.
        lexicon: the concepts.
        known: what no claim may say.
        reviewed: the (rule, variant) pairs of this edge in the ledger, taken before any others.
    """
    asked = frozenset(reviewed)
    claims = [
        *_denials(edge, lexicon, asked),
        *_absolutes(edge, lexicon, known, asked),
        *_antonyms(edge, lexicon, known),
        *_disruptions(edge, lexicon, known, asked),
    ]
    truth = say(edge, lexicon)
    return [claim for claim in claims if claim.en != truth[0] and claim.zh != truth[1]]


def _claim(edge: Edge, rule: str, variant: str, said: tuple[str, str], lexicon: Lexicon) -> Claim:
    identity = claim_id(edge.uri, rule, variant)
    return Claim(identity, edge, rule, variant, said[0], said[1], lexicon[edge.start].topic)


def _replaced(edge: Edge, rule: str, variant: str, start: str, end: str, lexicon: Lexicon) -> Claim:
    """A claim that says another edge in place of this one."""
    return _claim(edge, rule, variant, say(Edge(edge.relation, start, end), lexicon), lexicon)


def _denials(edge: Edge, lexicon: Lexicon, asked: frozenset[tuple[str, str]]) -> list[Claim]:
    """The plain "not", or "never" where one says so: one of them, as they mean the same."""
    if edge.scope == "some":
        return []
    forms = {("negation", "not"): Form(negated=True)}
    if edge.relation == "AtLocation" or (edge.relation == "CapableOf" and lexicon[edge.start].animate):
        forms["absolute", "never"] = Form(negated=True, never=True)
    ways = sorted(forms, key=lambda way: (way not in asked, digest(f"{edge.uri}|{way[1]}")))
    rule, word = ways[0]
    return [_claim(edge, rule, word, say(edge, lexicon, forms[rule, word]), lexicon)]


def _absolutes(edge: Edge, lexicon: Lexicon, known: Knowledge, asked: frozenset[tuple[str, str]]) -> list[Claim]:
    forms: dict[str, Form] = {}
    if edge.scope == "some" and edge.relation not in NEGATIVES and edge.relation not in UNQUANTIFIED:
        forms = _generalised(edge, lexicon, asked)
    elif edge.scope == "all" and _has_others(edge, known):
        forms = {"only": Form(quantifier="only")}
    return [_claim(edge, "absolute", word, say(edge, lexicon, form), lexicon) for word, form in forms.items()]


def _generalised(edge: Edge, lexicon: Lexicon, asked: frozenset[tuple[str, str]]) -> dict[str, Form]:
    """One of "all" and "every": they say the same, and two such claims would be near duplicates."""
    start = lexicon[edge.start]
    words = ["all"] if start.is_noun else []
    if start.pos == "count" and edge.relation != "HasA":  # "every shirt has a button" says one button
        words.append("every")
    words.sort(key=lambda word: (("absolute", word) not in asked, digest(f"{edge.uri}|{word}")))
    return {word: Form(quantifier=word) for word in words[:1]}


def _has_others(edge: Edge, known: Knowledge) -> bool:
    """Whether "only" is false for sure: something else, no kind or part of it, stands there too."""
    if edge.relation == "AtLocation":
        others = known.ends.get(("AtLocation", edge.start), frozenset()) - {edge.end}
        return any((other, edge.end) not in known.pairs for other in others)
    if edge.relation not in ONLY:
        return False
    others = known.starts.get((edge.relation, edge.end), frozenset()) - {edge.start}
    return any(not known.is_kind_of(other, edge.start) for other in others)


def _antonyms(edge: Edge, lexicon: Lexicon, known: Knowledge) -> list[Claim]:
    if edge.scope == "some":
        return []
    start, end = lexicon[edge.start], lexicon[edge.end]
    if edge.relation in ANTONYM_ENDS and end.antonym and not _may_hold(edge, end.antonym, known):
        return [_replaced(edge, "antonym", "end", edge.start, end.antonym, lexicon)]
    turned = (edge.relation, start.antonym, edge.end)
    if edge.relation in ANTONYM_STARTS and start.antonym and turned not in known.triples:
        return [_replaced(edge, "antonym", "start", start.antonym, edge.end, lexicon)]
    return []


def _may_hold(edge: Edge, end: str, known: Knowledge) -> bool:
    """Whether the edge with another `end` is known, of its start or of any kind that the start is."""
    kinds = known.parents.get(edge.start, frozenset({edge.start}))
    return any((edge.relation, kind, end) in known.triples for kind in kinds)


def _disruptions(edge: Edge, lexicon: Lexicon, known: Knowledge, asked: frozenset[tuple[str, str]]) -> list[Claim]:
    if edge.relation not in DISRUPTED or edge.scope == "some" or _can_do_anything(edge, lexicon):
        return []
    ends = {other.end for other in known.edges if other.relation == edge.relation and _far(edge, other, lexicon)}
    fit = [end for end in ends if not _related(edge, end, lexicon, known)]
    fit.sort(key=lambda end: (("disruption", end) not in asked, digest(f"{edge.uri}|disruption|{end}")))
    chosen = fit[:MAX_DISRUPTIONS]
    return [_replaced(edge, "disruption", end, edge.start, end, lexicon) for end in chosen]


def _can_do_anything(edge: Edge, lexicon: Lexicon) -> bool:
    """People can do, and may like, nearly everything that stands at the end of another edge."""
    return edge.relation in {"CapableOf", "Desires"} and "person" in lexicon[edge.start].traits


def _far(edge: Edge, other: Edge, lexicon: Lexicon) -> bool:
    """Whether the end of `other` is of the same kind of word, and both its ends are of other topics."""
    start, end = lexicon[edge.start], lexicon[edge.end]
    other_start, other_end = lexicon[other.start], lexicon[other.end]
    near = {start.topic, end.topic}
    same_word = end.pos == other_end.pos or (end.is_noun and other_end.is_noun)
    return same_word and other_end.topic not in near and other_start.topic not in near


def _related(edge: Edge, end: str, lexicon: Lexicon, known: Knowledge) -> bool:
    """Whether start and new end have anything to do with each other, by their kinds or by members of the start."""
    kinds = known.parents.get(edge.start, frozenset({edge.start}))
    if any((kind, end) in known.pairs or kind == end for kind in kinds):
        return True
    holders = known.starts.get((edge.relation, end), frozenset())
    return any(known.is_kind_of(holder, edge.start) for holder in holders)
