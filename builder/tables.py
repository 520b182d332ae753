"""The tables that the builder prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from builder.model import LABELS, RULES, Claim
from builder.review import NOT_REVIEWED, Agreement, Ledger, release
from builder.stats import Counts


def print_build(console: Console, counts: Counts, out: Path) -> None:
    """What was kept, by rule and relation, and why the rest was dropped."""
    _print(console, f"{counts.rows_read:,} rows read, {counts.edges_kept:,} kept; dropped:", _dropped(counts))
    _print(console, "Claims that were made and not released:", _unreleased(counts))
    roles = sum(cast["high"] + cast["low"] for cast in counts.roles.values())
    what = f"{counts.released} claims in en and zh, {roles} roles in {len(counts.roles)} scripts -> {out}"
    console.print(what, soft_wrap=True, markup=False)
    waiting = sum(reasons.get(NOT_REVIEWED, 0) for reasons in counts.rejected.values())
    if waiting:
        hint = f"{waiting:,} claims wait for review in {out / 'candidates.jsonl'}; to read them: "
        console.print(hint + "python -m builder review export --help", soft_wrap=True, markup=False)
    _print(console, "Released claims:", _released(counts))


def _released(counts: Counts) -> Table:
    table = _table("relation", *RULES, "all")
    for relation, row in counts.by_relation.items():
        table.add_row(relation, *(str(row[rule] or "") for rule in RULES), str(sum(row.values())))
    table.add_section()
    table.add_row("all", *(str(counts.by_rule[rule]) for rule in RULES), str(counts.released))
    return table


def _dropped(counts: Counts) -> Table:
    table = _table("reason", "rows")
    for reason, n in sorted(counts.rows_dropped.items(), key=lambda item: (-item[1], item[0])):
        table.add_row(_with_lines(reason, counts), f"{n:,}")
    return table


def _unreleased(counts: Counts) -> Table:
    table = _table("reason", *LABELS)
    for reason in sorted({reason for found in counts.rejected.values() for reason in found}):
        table.add_row(reason, *(f"{counts.rejected[label].get(reason, 0):,}" for label in LABELS))
    for reason, n in counts.candidates_dropped.items():
        table.add_row(f"{reason} (before review)", "", f"{n:,}")
    return table


def print_status(console: Console, claims: Sequence[Claim], ledger: Ledger, pairs: Iterable[Agreement]) -> None:
    """How many candidates passed, and why the others did not; how far the blind readers agree."""
    outcomes = release(claims, ledger).outcomes
    found = Counter((outcomes[claim.claim_id], claim.label) for claim in claims)
    table = _table("outcome", *LABELS)
    for reason in sorted({reason for reason, _ in found}, key=lambda reason: (reason != "passed", reason)):
        table.add_row(reason, *(str(found[reason, label]) for label in LABELS))
    _print(console, "Review:", table)
    gone = len(ledger.keys() - outcomes.keys())
    if gone:
        console.print(f"{gone} entries of the ledger are of claims that this source does not make")
    agreement = _table("readers", "claims", "all verdicts equal", "kappa en", "kappa zh")
    for pair in pairs:
        kappas = ("-" if pair.kappa[lang] is None else f"{pair.kappa[lang]:.3f}" for lang in ("en", "zh"))
        agreement.add_row(f"{pair.first}, {pair.second}", str(pair.n), f"{pair.agreed:.1%}", *kappas)
    _print(console, "Agreement of readers:", agreement)


def _with_lines(reason: str, counts: Counts) -> str:
    lines = counts.malformed_lines.get(reason.removeprefix("malformed: "), ())
    return f"{reason} (line {', '.join(map(str, lines))} ...)" if lines else reason


def _print(console: Console, title: str, table: Table) -> None:
    if table.row_count:
        console.print(title)
        console.print(table)


def _table(first: str, *columns: str) -> Table:
    table = Table(first)
    for column in columns:
        table.add_column(column, justify="right")
    return table
