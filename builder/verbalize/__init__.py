"""An edge as a clause in English and Chinese."""

from __future__ import annotations

from dataclasses import replace

from builder.lexicon import Lexicon
from builder.model import Edge
from builder.verbalize import en, zh
from builder.verbalize.form import PLAIN, Form

# Relations that deny another one, and the one they deny.
NEGATIVES = {
    "NotCapableOf": "CapableOf",
    "NotDesires": "Desires",
    "NotHasA": "HasA",
    "NotHasProperty": "HasProperty",
    "NotIsA": "IsA",
    "NotMadeOf": "MadeOf",
}
RELATIONS = frozenset({*en.PATTERNS, "AtLocation", *NEGATIVES})
# "can be found" and "is the opposite of" say nothing of every member, so their scope is not said.
UNQUANTIFIED = frozenset({"AtLocation", "Antonym", "MotivatedByGoal", "HasSubevent"})


def say(edge: Edge, lexicon: Lexicon, form: Form = PLAIN) -> tuple[str, str]:
    """The English and the Chinese clause of `edge`, turned as `form` says.

    A denying relation is said as the denial of the other one, so `form.negated` takes its "not" away; a `some` edge
    is said of some members, unless `form` has a quantifier of its own.
    """
    if edge.relation in NEGATIVES:
        relation, form = NEGATIVES[edge.relation], replace(form, negated=not form.negated)
    else:
        relation = edge.relation
    if edge.scope == "some" and not form.quantifier and relation not in UNQUANTIFIED:
        form = replace(form, quantifier="some")
    start, end = lexicon[edge.start], lexicon[edge.end]
    return en.clause(relation, start, end, form), zh.clause(relation, start, end, form)
