"""The review ledger: who said what of which claim, text edits, and what comes out of it."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from builder import forbidden
from builder.claims import Reviewed, near_key
from builder.model import Claim
from rrf_bench.errors import RRFError

LEDGER_FILE = Path(__file__).parent / "data" / "ledger.jsonl"
AUTHOR = "author"
BLIND_READERS = 2
PASSED = "passed"
NOT_REVIEWED = "not reviewed"

Truth = Literal["true", "false", "unclear"]
TRUTHS: tuple[Truth, ...] = ("true", "false", "unclear")


class Review(BaseModel):
    """What one reviewer said of one claim."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    by: str = Field(min_length=1)
    kind: Literal["model", "human"]
    truth_en: Truth
    truth_zh: Truth
    natural_en: bool
    natural_zh: bool
    same: bool
    note: str = ""


class Entry(BaseModel):
    """One claim of the ledger: the text reviewed, the text the builder had made, and the reviews."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    claim_id: str = Field(pattern=r"^c[0-9a-f]{12}$")
    edge: str
    rule: Literal["none", "negation", "absolute", "antonym", "disruption"]
    variant: str
    label: Literal["factual", "ridiculous"]
    en: str = Field(min_length=1)
    zh: str = Field(min_length=1)
    generated_en: str
    generated_zh: str
    reviews: list[Review] = []


Ledger = Mapping[str, Entry]


def load_ledger(path: Path = LEDGER_FILE) -> dict[str, Entry]:
    """The entries by claim_id; none where the file is missing.

    Raises:
        RRFError: a line that is no entry, or a claim_id that is there twice or out of order.
    """
    entries: dict[str, Entry] = {}
    if not path.exists():
        return entries
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        where = f"{path.name} line {number}"
        try:
            entry = Entry.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "line"
            raise RRFError(f"{where}: {place}: {first['msg']}") from error
        if entries and entry.claim_id <= next(reversed(entries)):
            raise RRFError(f"{where}: {entry.claim_id} is there twice or not in order; sort the file by claim_id")
        _check_entry(entry, where)
        entries[entry.claim_id] = entry
    return entries


def _check_entry(entry: Entry, where: str) -> None:
    if entry.label != ("factual" if entry.rule == "none" else "ridiculous"):
        raise RRFError(f"{where}: label '{entry.label}' does not go with rule '{entry.rule}'")
    names = [review.by for review in entry.reviews]
    for name in names:
        if names.count(name) > 1:
            raise RRFError(f"{where}: '{name}' reviewed {entry.claim_id} twice; keep the last")


def save_ledger(entries: Ledger, path: Path = LEDGER_FILE) -> None:
    """Write the ledger sorted by claim_id, to a temporary file first, so that it is never half there."""
    lines = [json.dumps(entries[key].model_dump(), ensure_ascii=False) + "\n" for key in sorted(entries)]
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as handle:
            handle.writelines(lines)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    finally:
        Path(temporary).unlink(missing_ok=True)


def reviewed_variants(ledger: Ledger) -> Reviewed:
    """For each edge URI the (rule, variant) pairs that the ledger holds."""
    found: dict[str, set[tuple[str, str]]] = {}
    for entry in ledger.values():
        found.setdefault(entry.edge, set()).add((entry.rule, entry.variant))
    return found


def outcome(entry: Entry) -> str:
    """`passed`, or the first reason why the reviews reject the claim.

    A claim passes when the author and at least two others reviewed it and all agree: true or false in both
    languages as its label says, natural in both, and the same in both.
    """
    expected = "true" if entry.label == "factual" else "false"
    reviews = entry.reviews
    truths = {truth for review in reviews for truth in (review.truth_en, review.truth_zh)}
    names = {review.by for review in reviews}
    checks = (
        ("truth not as labelled", bool(truths - {expected, "unclear"})),
        ("unclear", "unclear" in truths),
        ("unnatural en", not all(review.natural_en for review in reviews)),
        ("unnatural zh", not all(review.natural_zh for review in reviews)),
        ("languages differ", not all(review.same for review in reviews)),
        ("too few reviews", AUTHOR not in names or len(names - {AUTHOR}) < BLIND_READERS),
    )
    return next((reason for reason, holds in checks if holds), PASSED)


def is_stale(entry: Entry, claim: Claim) -> bool:
    """Whether the builder says something else now than what it said then, and than what was reviewed."""
    now = (claim.en, claim.zh)
    return now not in ((entry.generated_en, entry.generated_zh), (entry.en, entry.zh))


def live_entry(claim: Claim, ledger: Ledger) -> Entry:
    """The claim's entry, or a new one without reviews where there is none or where it is stale."""
    entry = ledger.get(claim.claim_id)
    if entry is not None and not is_stale(entry, claim):
        return entry
    return Entry(
        claim_id=claim.claim_id,
        edge=claim.edge.uri,
        rule=claim.rule,  # type: ignore[arg-type]
        variant=claim.variant,
        label=claim.label,  # type: ignore[arg-type]
        en=claim.en,
        zh=claim.zh,
        generated_en=claim.en,
        generated_zh=claim.zh,
    )


@dataclass(frozen=True)
class Release:
    """What the ledger lets out.

    Attributes:
        claims: the released claims with their final text, by claim_id.
        outcomes: for every candidate `passed` or why it is not released.
    """

    claims: tuple[Claim, ...]
    outcomes: Mapping[str, str]


def release(claims: Sequence[Claim], ledger: Ledger) -> Release:
    """Apply the ledger: all passed factual claims, and passed ridiculous ones whose source passed too."""
    outcomes: dict[str, str] = {}
    released: list[Claim] = []
    seen: set[str] = set()
    for claim in sorted(claims, key=lambda claim: (claim.label != "factual", claim.claim_id)):
        final = _edited(claim, ledger)
        reason = _reason(claim, ledger)
        if reason == PASSED and outcomes.get(claim.source_claim_id or claim.claim_id, PASSED) != PASSED:
            reason = "source not passed"
        if reason == PASSED:
            reason = text_fault(final, seen) or PASSED
        outcomes[claim.claim_id] = reason
        if reason == PASSED:
            released.append(final)
            seen |= {near_key(final.en), final.zh}
    return Release(tuple(sorted(released, key=lambda claim: claim.claim_id)), outcomes)


def text_fault(claim: Claim, seen: set[str]) -> str | None:
    """Why the final text may not be released: forbidden words, or said by a claim already in `seen`."""
    found = forbidden.in_english(claim.en) or forbidden.in_chinese(claim.zh)
    return found or ("near duplicate" if {near_key(claim.en), claim.zh} & seen else None)


def _edited(claim: Claim, ledger: Ledger) -> Claim:
    entry = live_entry(claim, ledger)
    return replace(claim, en=entry.en, zh=entry.zh)


def _reason(claim: Claim, ledger: Ledger) -> str:
    if claim.claim_id not in ledger:
        return NOT_REVIEWED
    if is_stale(ledger[claim.claim_id], claim):
        return "stale review"
    return outcome(ledger[claim.claim_id])


@dataclass(frozen=True)
class Agreement:
    """How far two readers agree on the same claims.

    Attributes:
        first: a reader's name.
        second: the other's.
        n: claims that both reviewed.
        kappa: Cohen's kappa of their truth verdicts for each language, -1..1; None where it is not defined.
        agreed: the share of claims for which all verdicts are the same, 0..1.
    """

    first: str
    second: str
    n: int
    kappa: Mapping[str, float | None]
    agreed: float


def agreements(ledger: Ledger) -> list[Agreement]:
    """The agreement of every two readers other than the author that have a claim in common."""
    by_reader: dict[str, dict[str, Review]] = {}
    for entry in ledger.values():
        for review in entry.reviews:
            if review.by != AUTHOR:
                by_reader.setdefault(review.by, {})[entry.claim_id] = review
    names = sorted(by_reader)
    pairs = ((a, b) for n, a in enumerate(names) for b in names[n + 1 :] if by_reader[a].keys() & by_reader[b].keys())
    return [_agreement(a, b, by_reader[a], by_reader[b]) for a, b in pairs]


def _agreement(first: str, second: str, ours: Mapping[str, Review], theirs: Mapping[str, Review]) -> Agreement:
    pairs = [(ours[key], theirs[key]) for key in sorted(ours.keys() & theirs.keys())]
    kappa = {
        "en": cohen_kappa([(a.truth_en, b.truth_en) for a, b in pairs]),
        "zh": cohen_kappa([(a.truth_zh, b.truth_zh) for a, b in pairs]),
    }
    said = {"by", "kind", "note"}
    same = sum(a.model_dump(exclude=said) == b.model_dump(exclude=said) for a, b in pairs)
    return Agreement(first, second, len(pairs), kappa, same / len(pairs))


def cohen_kappa(pairs: Iterable[tuple[str, str]]) -> float | None:
    """Cohen's kappa of two raters' categories; None where nothing was rated or chance explains all.

    >>> cohen_kappa([("true", "true"), ("false", "false"), ("true", "false"), ("false", "true")])
    0.0
    """
    pairs = list(pairs)
    if not pairs:
        return None
    n = len(pairs)
    observed = sum(a == b for a, b in pairs) / n
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    expected = sum(left.count(name) * right.count(name) for name in set(left)) / n**2
    return None if expected == 1 else (observed - expected) / (1 - expected)
