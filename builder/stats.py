"""The numbers of a build: counted once, shown in the table, the card and build.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from builder.claims import Candidates
from builder.model import LABELS, RULES, Claim
from builder.review import PASSED, Ledger, Release, agreements
from builder.select import Selection

FORMAT = 1


@dataclass(frozen=True)
class Counts:
    """What a build read, kept, dropped and released; every table is made from these.

    Attributes:
        rows_read: rows of the source; equals `edges_kept` plus the sum of `rows_dropped`.
        edges_kept: edges that claims were made from.
        rows_dropped: rows by the reason they were dropped for.
        malformed_lines: for each kind of malformed row the first line numbers.
        candidates: claims made, by label.
        candidates_dropped: claims made and left out before review, by reason.
        rejected: for each label the candidates that were not released, by reason.
        by_rule: released claims by rule.
        by_relation: for each relation the released claims by rule.
        by_topic: for each topic the released claims by label.
        lite: claims of the lite subset, by label.
        roles: for each script its tier and its roles by level.
        reviewers: for each reviewer of a released claim its kind, `model` or `human`.
        agreement: Cohen's kappa and the share of equal verdicts for every two readers.
    """

    rows_read: int
    edges_kept: int
    rows_dropped: Mapping[str, int]
    malformed_lines: Mapping[str, Sequence[int]]
    candidates: Mapping[str, int]
    candidates_dropped: Mapping[str, int]
    rejected: Mapping[str, Mapping[str, int]]
    by_rule: Mapping[str, int]
    by_relation: Mapping[str, Mapping[str, int]]
    by_topic: Mapping[str, Mapping[str, int]]
    lite: Mapping[str, int]
    roles: Mapping[str, Mapping[str, Any]]
    reviewers: Mapping[str, str]
    agreement: Sequence[Mapping[str, Any]]

    @property
    def released(self) -> int:
        """The number of released claims."""
        return sum(self.by_rule.values())


def count(
    selection: Selection,
    made: Candidates,
    out: Release,
    lite: frozenset[str],
    roles: Iterable[Mapping[str, Any]],
    ledger: Ledger,
) -> Counts:
    """Count a build.

    Args:
        selection: the rows read, kept and dropped.
        made: the claims before review.
        out: the claims after it.
        lite: the claim_ids of the lite subset.
        roles: rows of the roles config.
        ledger: the review ledger.
    """
    return Counts(
        rows_read=selection.read,
        edges_kept=len(selection.kept),
        rows_dropped=selection.dropped,
        malformed_lines=selection.malformed,
        candidates=_tally(LABELS, (claim.label for claim in made.claims)),
        candidates_dropped=made.dropped,
        rejected=_rejected(made.claims, out),
        by_rule=_tally(RULES, (claim.rule for claim in out.claims)),
        by_relation=_table(RULES, ((claim.edge.relation, claim.rule) for claim in out.claims)),
        by_topic=_table(LABELS, ((claim.topic, claim.label) for claim in out.claims)),
        lite=_tally(LABELS, (claim.label for claim in out.claims if claim.claim_id in lite)),
        roles=_casts(roles),
        reviewers=_reviewers(out.claims, ledger),
        agreement=[asdict(pair) for pair in agreements(ledger)],
    )


def _tally(names: Iterable[str], values: Iterable[str]) -> dict[str, int]:
    found = Counter(values)
    return {name: found[name] for name in names}


def _table(names: Iterable[str], cells: Iterable[tuple[str, str]]) -> dict[str, dict[str, int]]:
    found = Counter(cells)
    names = tuple(names)
    return {row: {name: found[row, name] for name in names} for row in sorted({row for row, _ in found})}


def _rejected(claims: Iterable[Claim], out: Release) -> dict[str, dict[str, int]]:
    found = Counter((claim.label, out.outcomes[claim.claim_id]) for claim in claims)
    return {
        label: {why: n for (of, why), n in sorted(found.items()) if of == label and why != PASSED} for label in LABELS
    }


def _casts(roles: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for role in roles:
        cast = found.setdefault(role["script"], {"tier": role["tier"], "high": 0, "low": 0})
        cast[role["level"]] += 1
    return dict(sorted(found.items()))


def _reviewers(claims: Iterable[Claim], ledger: Ledger) -> dict[str, str]:
    reviews = (review for claim in claims for review in ledger[claim.claim_id].reviews)
    return dict(sorted({review.by: review.kind for review in reviews}.items()))
