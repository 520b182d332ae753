"""What is said of an edge: the form of a clause, the same in both languages."""

from __future__ import annotations

from dataclasses import dataclass

QUANTIFIERS = ("", "some", "all", "every", "only")


@dataclass(frozen=True)
class Form:
    """How a clause is turned.

    Attributes:
        negated: the clause is denied.
        quantifier: one of `QUANTIFIERS`, on the start of the edge ("only" on the place for AtLocation).
        never: the clause is denied for all times ("dogs never bark").
    """

    negated: bool = False
    quantifier: str = ""
    never: bool = False


PLAIN = Form()
