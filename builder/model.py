"""The records that travel through the builder: edges and claims."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

LABELS = ("factual", "ridiculous")
RULES = ("none", "negation", "absolute", "antonym", "disruption")
SCOPES = ("all", "some")


@dataclass(frozen=True, order=True)
class Edge:
    """One English ConceptNet edge; `start` and `end` are concepts, `relation` has no `/r/`.

    Attributes:
        scope: `all` where every member of the start has it, `some` where only some have.
    """

    relation: str
    start: str
    end: str
    scope: str = "all"

    @property
    def uri(self) -> str:
        """The ConceptNet assertion URI."""
        return f"/a/[/r/{self.relation}/,/c/en/{self.start}/,/c/en/{self.end}/]"

    @property
    def triple(self) -> tuple[str, str, str]:
        """Relation, start and end, without the scope."""
        return (self.relation, self.start, self.end)


@dataclass(frozen=True)
class Claim:
    """One claim in both languages.

    Attributes:
        claim_id: stable for ever, see `claim_id`.
        edge: the edge it was made from.
        rule: one of `RULES`; `none` for a factual claim.
        variant: which of the rule's claims it is: a word of the form, or the concept put in; empty for factual.
        en: the English clause as it stands after "I think".
        zh: the Chinese clause as it stands after 我认为.
        topic: the topic of the start of the edge.
    """

    claim_id: str
    edge: Edge
    rule: str
    variant: str
    en: str
    zh: str
    topic: str

    @property
    def label(self) -> str:
        """`factual` or `ridiculous`."""
        return "factual" if self.rule == "none" else "ridiculous"

    @property
    def source_claim_id(self) -> str | None:
        """The factual claim that a ridiculous one was made from; None for a factual claim."""
        return None if self.rule == "none" else claim_id(self.edge.uri, "none", "")


def claim_id(edge_uri: str, rule: str, variant: str) -> str:
    """The identity of a claim: a hash of edge, rule and variant; no text and no row number in it."""
    return "c" + digest(f"{edge_uri}|{rule}|{variant}")[:12]


def digest(text: str) -> str:
    """The SHA-256 of `text` in hex: the only source of order and of choice in the builder."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
