from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.claims import candidates
from builder.edges import seed_rows
from builder.lexicon import Lexicon
from builder.model import Claim, Edge
from builder.review import (
    PASSED,
    Entry,
    Review,
    agreements,
    cohen_kappa,
    is_stale,
    live_entry,
    load_ledger,
    outcome,
    release,
    reviewed_variants,
    save_ledger,
)
from builder.review_csv import COLUMNS, export_csv, import_csv, plain_cell, safe_cell
from builder.select import select
from rrf_bench.errors import RRFError

READERS = ("author", "reader-a", "reader-b")


@pytest.fixture(scope="module")
def claims(lexicon: Lexicon, seeds: tuple[Edge, ...]) -> tuple[Claim, ...]:
    return candidates(select(seed_rows(seeds), lexicon), seeds, lexicon).claims


def said(by: str, truth: str, **changed: Any) -> Review:
    verdict = {"truth_en": truth, "truth_zh": truth, "natural_en": True, "natural_zh": True, "same": True}
    return Review.model_validate({"by": by, "kind": "model", **verdict, **changed})


def reviewed(claim: Claim, by: Sequence[str] = READERS, **changed: Any) -> Entry:
    """The claim's entry with reviews by `by`; the last of them differs as `changed` says."""
    truth = "true" if claim.label == "factual" else "false"
    reviews = [said(name, truth, **(changed if name == by[-1] else {})) for name in by]
    return live_entry(claim, {}).model_copy(update={"reviews": reviews})


def by_text(claims: Sequence[Claim], text: str) -> Claim:
    return next(claim for claim in claims if claim.en == text)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, PASSED),
        ({"truth_en": "false"}, "truth not as labelled"),
        ({"truth_zh": "false", "natural_en": False}, "truth not as labelled"),
        ({"truth_zh": "unclear"}, "unclear"),
        ({"natural_en": False}, "unnatural en"),
        ({"natural_zh": False, "same": False}, "unnatural zh"),
        ({"same": False}, "languages differ"),
    ],
)
def test_outcome_is_the_first_reason(claims: tuple[Claim, ...], changed: dict[str, Any], expected: str) -> None:
    fact = by_text(claims, "dogs are animals")
    assert outcome(reviewed(fact, **changed)) == expected
    assert outcome(reviewed(fact, READERS[:2], **changed)) == ("too few reviews" if expected == PASSED else expected)


@pytest.mark.parametrize("by", [READERS[:2], READERS[1:], ("author",), ("reader-a", "reader-b", "reader-c")])
def test_author_and_two_others_are_needed(claims: tuple[Claim, ...], by: Sequence[str]) -> None:
    assert outcome(reviewed(by_text(claims, "dogs are animals"), by)) == "too few reviews"


def test_release_takes_a_ridiculous_claim_with_its_source_only(claims: tuple[Claim, ...]) -> None:
    fact, lie = by_text(claims, "dogs are animals"), by_text(claims, "dogs are not animals")
    both = {claim.claim_id: reviewed(claim) for claim in (fact, lie)}
    assert {claim.en for claim in release(claims, both).claims} == {fact.en, lie.en}
    out = release(claims, {lie.claim_id: both[lie.claim_id]})
    assert out.claims == ()
    assert out.outcomes[lie.claim_id] == "source not passed"
    assert out.outcomes[fact.claim_id] == "not reviewed"


def test_edited_text_is_released_and_a_stale_review_is_not(claims: tuple[Claim, ...]) -> None:
    fact = by_text(claims, "dogs are animals")
    entry = reviewed(fact).model_copy(update={"en": "a dog is an animal"})
    assert [claim.en for claim in release(claims, {fact.claim_id: entry}).claims] == ["a dog is an animal"]
    stale = reviewed(fact).model_copy(update={"zh": "狗都是动物", "generated_zh": "狗都是动物"})
    assert is_stale(stale, fact)
    assert release(claims, {fact.claim_id: stale}).outcomes[fact.claim_id] == "stale review"
    assert live_entry(fact, {fact.claim_id: stale}).reviews == []


def test_a_builder_that_learned_the_edit_needs_no_new_review(claims: tuple[Claim, ...]) -> None:
    fact = by_text(claims, "dogs are animals")
    learned = reviewed(fact).model_copy(update={"generated_en": "the dog are animal"})
    assert release(claims, {fact.claim_id: learned}).outcomes[fact.claim_id] == PASSED


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"en": "two dogs are animals"}, "number"),
        ({"en": "Rex is an animal"}, "name"),
        ({"en": "you are an animal"}, "not impersonal"),
        ({"en": "war is an animal"}, "forbidden topic"),
        ({"zh": "她是动物"}, "not impersonal"),
        ({"zh": "两只狗是动物"}, "number"),
        ({"zh": "上帝是动物"}, "forbidden topic"),
        ({"zh": "Rex是动物"}, "name"),
        ({"en": "a bird is an animal"}, "near duplicate"),
        ({"zh": "鸟是动物"}, "near duplicate"),
    ],
)
def test_edits_are_held_to_the_rules(claims: tuple[Claim, ...], change: dict[str, str], expected: str) -> None:
    pair = [by_text(claims, "dogs are animals"), by_text(claims, "birds are animals")]
    ledger = {claim.claim_id: reviewed(claim) for claim in pair}
    ledger[pair[0].claim_id] = ledger[pair[0].claim_id].model_copy(update=change)
    outcomes = release(claims, ledger).outcomes
    assert sorted([outcomes[claim.claim_id] for claim in pair]) == sorted([expected, PASSED])


def test_ledger_round_trip(tmp_path: Path, claims: tuple[Claim, ...]) -> None:
    path = tmp_path / "ledger.jsonl"
    ledger = {claim.claim_id: reviewed(claim) for claim in reversed(claims)}
    save_ledger(ledger, path)
    first = path.read_bytes()
    assert load_ledger(path) == ledger
    save_ledger(load_ledger(path), path)
    assert path.read_bytes() == first
    assert [file.name for file in tmp_path.iterdir()] == ["ledger.jsonl"]
    assert (claims[0].rule, claims[0].variant) in set(reviewed_variants(ledger)[claims[0].edge.uri])


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"rule": "none"', '"rule": "fun"', "line 1: rule"),
        ('"label": "factual"', '"label": "ridiculous"', "line 1: label 'ridiculous' does not go with rule 'none'"),
        ('"truth_en": "true"', '"truth_en": "yes"', "line 1: reviews.0.truth_en"),
        ('"natural_en": true', '"natural_en": 1', "line 1: reviews.0.natural_en"),
        ('"reviews"', '"review"', "line 1: review"),
        ('"reader-b"', '"reader-a"', "line 1: 'reader-a' reviewed c[0-9a-f]{12} twice"),
        ("{", "", "line 1: line: Invalid JSON"),
    ],
)
def test_faulty_ledger_is_named(tmp_path: Path, claims: tuple[Claim, ...], old: str, new: str, problem: str) -> None:
    path = tmp_path / "ledger.jsonl"
    fact = by_text(claims, "dogs are animals")
    save_ledger({fact.claim_id: reviewed(fact)}, path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RRFError, match=problem):
        load_ledger(path)


def test_unsorted_ledger_is_named(tmp_path: Path, claims: tuple[Claim, ...]) -> None:
    path = tmp_path / "ledger.jsonl"
    save_ledger({claim.claim_id: reviewed(claim) for claim in claims[:2]}, path)
    path.write_text("".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[::-1]), encoding="utf-8")
    with pytest.raises(RRFError, match=r"line 2: .* not in order"):
        load_ledger(path)


def filled(text: str, **values: str) -> list[dict[str, str]]:
    verdicts = {"truth_en": "false", "truth_zh": "false", "natural_en": "yes", "natural_zh": "no", "same": "1"}
    return [{**row, **verdicts, **values} for row in csv.DictReader(io.StringIO(text))]


def write(path: Path, rows: Sequence[dict[str, str]]) -> Path:
    with path.open("w", encoding="utf-8-sig", newline="") as handle:
        writer = csv.DictWriter(handle, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_export_hides_the_label(claims: tuple[Claim, ...]) -> None:
    rows = list(csv.DictReader(io.StringIO(export_csv(claims, {}, "author"))))
    assert tuple(rows[0]) == COLUMNS
    assert {row["claim_id"] for row in rows} == {claim.claim_id for claim in claims}
    assert all(not row[name] for row in rows for name in COLUMNS[3:])
    order = [row["claim_id"] for row in rows]
    assert order != sorted(order)
    assert order == [row["claim_id"] for row in csv.DictReader(io.StringIO(export_csv(claims, {}, "author")))]


def test_readers_get_what_the_author_let_pass(claims: tuple[Claim, ...]) -> None:
    good, bad = claims[:2]
    ledger = {good.claim_id: reviewed(good, ["author"]), bad.claim_id: reviewed(bad, ["author"], same=False)}
    assert [row["claim_id"] for row in filled(export_csv(claims, ledger, "reader-a"))] == [good.claim_id]
    ledger[good.claim_id] = reviewed(good, ["author", "reader-a"])
    assert filled(export_csv(claims, ledger, "reader-a")) == []


def test_import_takes_reviews_in(tmp_path: Path, claims: tuple[Claim, ...]) -> None:
    rows = filled(export_csv(claims, {}, "author"), note="-1")[:3]
    empty = dict.fromkeys(("truth_en", "truth_zh", "natural_en", "natural_zh", "same"), "")
    path = write(tmp_path / "filled.csv", [*rows[:2], {**rows[2], **empty}])
    entries, count = import_csv(path, claims, {}, "author", "model")
    assert count == 2
    assert set(entries) == {row["claim_id"] for row in rows[:2]}
    (review,) = entries[rows[0]["claim_id"]].reviews
    assert (review.by, review.kind, review.truth_en, review.natural_en) == ("author", "model", "false", True)
    assert (review.natural_zh, review.same, review.note) == (False, True, "-1")
    again, _ = import_csv(
        write(path, filled(path.read_text("utf-8-sig"), same="0")), claims, entries, "author", "model"
    )
    assert [entry.reviews[0].same for entry in again.values()] == [False, False, False]


def test_author_edits_and_readers_do_not(tmp_path: Path, claims: tuple[Claim, ...]) -> None:
    (row,) = [row for row in filled(export_csv(claims, {}, "author")) if row["en"] == "dogs are animals"]
    claim = by_text(claims, "dogs are animals")
    path = write(tmp_path / "filled.csv", [{**row, "en": "a dog is an animal"}])
    ledger = {claim.claim_id: reviewed(claim)}
    entries, _ = import_csv(path, claims, ledger, "author", "human")
    entry = entries[claim.claim_id]
    assert (entry.en, entry.generated_en) == ("a dog is an animal", "dogs are animals")
    assert [review.by for review in entry.reviews] == ["author"]
    with pytest.raises(RRFError, match="the text is not that of"):
        import_csv(path, claims, ledger, "reader-a", "human")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"truth_en": "yes"}, "line 2: truth_en is 'yes'; expected true, false, unclear"),
        ({"same": ""}, "line 2: same is ''; expected true, yes, 1, false, no, 0"),
        ({"claim_id": "c000000000000"}, "line 2: no candidate 'c000000000000'"),
        ({"zh": ""}, "line 2: en or zh is empty"),
    ],
)
def test_bad_row_is_named_and_nothing_imported(
    tmp_path: Path, claims: tuple[Claim, ...], change: dict[str, str], problem: str
) -> None:
    row = {**filled(export_csv(claims, {}, "author"))[0], **change}
    with pytest.raises(RRFError, match=problem) as caught:
        import_csv(write(tmp_path / "filled.csv", [row]), claims, {}, "author", "model")
    assert "nothing was imported" in str(caught.value)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"claim_id,en\nc0,x\n", "lacks the columns natural_en"),
        (b"\xff\xfe\x00", "expected a CSV file in UTF-8"),
        (",".join(COLUMNS).encode() + b"\nc0,x\n", "line 2: not 9 cells"),
    ],
)
def test_what_is_no_filled_file(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "filled.csv"
    path.write_bytes(content)
    with pytest.raises(RRFError, match=problem):
        import_csv(path, (), {}, "author", "model")


@given(st.text())
def test_cells_are_no_formulas(text: str) -> None:
    assert not safe_cell(text).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert plain_cell(safe_cell(text)) == text or text.startswith("'")


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ([("true", "true")] * 4 + [("false", "false")] * 4, 1.0),
        ([("true", "true")] * 20 + [("true", "false")] * 5 + [("false", "true")] * 10 + [("false", "false")] * 15, 0.4),
        ([("true", "false"), ("false", "true")], -1.0),
        ([("true", "true")] * 3, None),
        ([], None),
    ],
)
def test_cohen_kappa(table: list[tuple[str, str]], expected: float | None) -> None:
    assert cohen_kappa(table) == (None if expected is None else pytest.approx(expected))


def test_agreement_is_of_the_blind_readers(claims: tuple[Claim, ...]) -> None:
    fact, lie = by_text(claims, "dogs are animals"), by_text(claims, "dogs are not animals")
    ledger = {fact.claim_id: reviewed(fact), lie.claim_id: reviewed(lie, natural_en=False)}
    (pair,) = agreements(ledger)
    assert (pair.first, pair.second, pair.n, pair.agreed) == ("reader-a", "reader-b", 2, 0.5)
    assert pair.kappa == {"en": 1.0, "zh": 1.0}
