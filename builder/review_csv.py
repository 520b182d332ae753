"""The review's way out and in: a CSV file for a blind reader, and what comes back filled in."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from builder.model import Claim, digest
from builder.review import AUTHOR, PASSED, TRUTHS, Entry, Ledger, Review, live_entry, outcome
from rrf_bench.errors import RRFError

VERDICTS = ("truth_en", "truth_zh", "natural_en", "natural_zh", "same")
COLUMNS = ("claim_id", "en", "zh", *VERDICTS, "note")
YES_NO = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
# A spreadsheet takes a cell that begins with one of these for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
PENDING = frozenset({PASSED, "too few reviews"})


def safe_cell(text: str) -> str:
    """`text` as a spreadsheet cell that is never a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def plain_cell(text: str) -> str:
    """What `safe_cell` was given."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def export_csv(claims: Sequence[Claim], ledger: Ledger, by: str) -> str:
    """The claims that `by` has still to review, with empty verdict columns.

    The author comes first: other readers get what the author has reviewed and nobody has rejected. Neither label, rule
    nor source is in the file, and the order is that of a hash, so nothing tells what a claim should be.
    """
    waiting = [entry for entry in (live_entry(claim, ledger) for claim in claims) if _is_waiting(entry, by)]
    waiting.sort(key=lambda entry: digest(f"{by}|{entry.claim_id}"))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in waiting:
        writer.writerow([entry.claim_id, safe_cell(entry.en), safe_cell(entry.zh), *("" for _ in VERDICTS), ""])
    return text.getvalue()


def _is_waiting(entry: Entry, by: str) -> bool:
    names = {review.by for review in entry.reviews}
    return by not in names and (by == AUTHOR or AUTHOR in names) and outcome(entry) in PENDING


def import_csv(path: Path, claims: Sequence[Claim], ledger: Ledger, by: str, kind: str) -> tuple[dict[str, Entry], int]:
    """The ledger with the reviews of a filled file; rows whose verdicts are all empty are passed over.

    The author's changed text is an edit, and takes away the reviews of the old text; another's is a fault.

    Returns:
        The new ledger, and how many reviews were taken in.

    Raises:
        RRFError: the first row that cannot be used, by its line number; nothing is taken in then.
    """
    by_id = {claim.claim_id: claim for claim in claims}
    entries = dict(ledger)
    count, seen = 0, set[str]()
    for line, row in _rows(path):
        if not any(row[name] for name in VERDICTS):
            continue
        where = f"{path.name} line {line}"
        if row["claim_id"] in seen:
            raise RRFError(f"{where}: {row['claim_id']} is there twice; keep one row (nothing was imported)")
        if row["claim_id"] not in by_id:
            raise RRFError(f"{where}: no candidate '{row['claim_id']}'; export again (nothing was imported)")
        seen.add(row["claim_id"])
        entry = _with_text(live_entry(by_id[row["claim_id"]], ledger), row, by, where)
        others = [review for review in entry.reviews if review.by != by]
        reviews = sorted([*others, _review(row, by, kind, where)], key=lambda review: (review.by != AUTHOR, review.by))
        entries[entry.claim_id] = entry.model_copy(update={"reviews": reviews})
        count += 1
    return entries, count


def _rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise RRFError(f"'{path}' cannot be read ({error}); expected a CSV file in UTF-8") from error
    reader = csv.DictReader(io.StringIO(text))
    missing = sorted(set(COLUMNS) - set(reader.fieldnames or ()))
    if missing:
        raise RRFError(f"'{path}' lacks the columns {', '.join(missing)}; fill in a file that 'review export' wrote")
    rows = []
    for row in reader:
        if None in row or None in row.values():
            raise RRFError(f"{path.name} line {reader.line_num}: not {len(COLUMNS)} cells (nothing was imported)")
        rows.append((reader.line_num, {name: plain_cell(row[name].strip()) for name in COLUMNS}))
    return rows


def _with_text(entry: Entry, row: Mapping[str, str], by: str, where: str) -> Entry:
    if (row["en"], row["zh"]) == (entry.en, entry.zh):
        return entry
    if by != AUTHOR:
        raise RRFError(f"{where}: the text is not that of {entry.claim_id} now; export again (nothing was imported)")
    if not row["en"] or not row["zh"]:
        raise RRFError(f"{where}: en or zh is empty (nothing was imported)")
    return entry.model_copy(update={"en": row["en"], "zh": row["zh"], "reviews": []})


def _review(row: Mapping[str, str], by: str, kind: str, where: str) -> Review:
    values: dict[str, object] = {"by": by, "kind": kind, "note": row["note"]}
    for name in VERDICTS:
        value = row[name].lower()
        allowed: Sequence[str] = TRUTHS if name.startswith("truth") else tuple(YES_NO)
        if value not in allowed:
            raise RRFError(f"{where}: {name} is '{row[name]}'; expected {', '.join(allowed)} (nothing was imported)")
        values[name] = value if name.startswith("truth") else YES_NO[value]
    return Review.model_validate(values)
