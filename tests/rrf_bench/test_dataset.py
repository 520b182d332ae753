"""Reading the dataset, and choosing claims."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rrf_bench
from rrf_bench.dataset import LANGS, Claim, choose, embedded_path, fingerprint, read_claims, read_scripts
from rrf_bench.errors import RRFError

CLAIMS = {lang: read_claims(lang) for lang in LANGS}


@pytest.mark.parametrize("lang", LANGS)
def test_load_claims_gives_a_dataset_with_class_labels(lang: str) -> None:
    claims = rrf_bench.load_claims(lang)
    assert isinstance(claims, datasets.Dataset)
    assert claims.features["label"].names == ["factual", "ridiculous"]
    assert claims.features["rule"].names == ["none", "negation", "absolute", "antonym", "disruption"]


def test_load_roles_of_one_script() -> None:
    roles = rrf_bench.load_roles("harry-potter")
    assert set(roles["script"]) == {"harry-potter"}
    assert roles.features["level"].names == ["low", "high"]


def test_the_package_reads_as_the_published_dataset_does() -> None:
    published = datasets.load_dataset(str(embedded_path()), "en", split="test")
    assert published.to_list() == rrf_bench.load_claims("en").to_list()


def test_languages_hold_the_same_claims() -> None:
    shared = [[(c.claim_id, c.label, c.rule, c.source_claim_id) for c in CLAIMS[lang]] for lang in LANGS]
    assert shared[0] == shared[1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rrf_bench.load_claims("fr"), "unknown language 'fr'; there are: en, zh"),
        (lambda: rrf_bench.load_roles("hary-potter"), "unknown script 'hary-potter'; did you mean harry-potter?"),
        (lambda: rrf_bench.load_claims("en", "/no/such/folder"), "there is no folder '/no/such/folder'"),
    ],
)
def test_wrong_names_are_told_in_one_line(call: object, message: str) -> None:
    with pytest.raises(RRFError, match=message) as error:
        call()  # type: ignore[operator]
    assert "\n" not in str(error.value)


def test_a_folder_that_is_no_dataset(tmp_path: Path) -> None:
    with pytest.raises(RRFError, match=r"is not a dataset: en/test.parquet is missing"):
        rrf_bench.load_claims("en", str(tmp_path))
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "test.parquet").write_text("hello")
    with pytest.raises(RRFError, match="is not a Parquet file"):
        rrf_bench.load_claims("en", str(tmp_path))


def changed(folder: Path, config: str, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> str:
    """A copy of the dataset with other rows in one config."""
    shutil.copytree(embedded_path(), folder, dirs_exist_ok=True)
    path = folder / config / "test.parquet"
    table = pyarrow.parquet.read_table(path)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(change(table.to_pylist()), schema=table.schema), path)
    return str(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: [*rows, rows[0]], "row 662: claim '.*' stands twice; keep one"),
        (lambda rows: [{**rows[0], "claim": None}, *rows[1:]], "row 0: claim is empty; fill it in"),
        (lambda rows: [{**row, "topic": None} for row in rows], "row 0: topic is empty"),
    ],
)
def test_rows_that_would_be_lost_are_refused(change: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(RRFError, match=message):
        read_claims("en", changed(tmp_path, "en", change))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: [*rows, rows[0]], "has the same name as"),
        (lambda rows: [{**row, "affection": 99} for row in rows], "affection 99 is out of range"),
        (lambda rows: [{**row, "affection": 5} for row in rows], "has no role of low affection"),
        (
            lambda rows: [{**row, "main_profile_en": "", "main_profile_zh": ""} for row in rows],
            "is whole in no language",
        ),
    ],
)
def test_casts_that_cannot_be_asked_are_refused(change: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(RRFError, match=message):
        read_scripts(changed(tmp_path, "roles", change))


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    folder = changed(tmp_path, "en", lambda rows: rows)
    path = tmp_path / "en" / "test.parquet"
    pyarrow.parquet.write_table(pyarrow.parquet.read_table(path).drop_columns(["rule"]).replace_schema_metadata(), path)
    with pytest.raises(RRFError, match="column rule is missing"):
        read_claims("en", folder)


def test_every_script_of_the_dataset_comes_back_whole() -> None:
    for name, script in read_scripts().items():
        assert script.name == name
        assert {role.level for role in script.roles} == {"high", "low"}


@given(st.integers(2, 120), st.integers(0, 60))
def test_a_smaller_limit_is_part_of_a_larger_one(limit: int, more: int) -> None:
    chosen, wider = choose(CLAIMS["en"], limit), choose(CLAIMS["en"], limit + more)
    assert set(chosen) <= set(wider)
    assert Counter(c.label for c in chosen) == {"factual": limit - limit // 2, "ridiculous": limit // 2}


def test_a_limit_takes_the_same_claims_in_each_language_and_the_rules_in_turn() -> None:
    chosen = {lang: choose(CLAIMS[lang], 40) for lang in LANGS}
    assert [c.claim_id for c in chosen["en"]] == [c.claim_id for c in chosen["zh"]]
    rules = Counter(c.rule for c in chosen["en"] if c.label == "ridiculous")
    assert rules == {"negation": 5, "absolute": 5, "antonym": 5, "disruption": 5}


def test_the_choice_does_not_depend_on_the_order_of_rows() -> None:
    assert choose(CLAIMS["en"][::-1], 30) == choose(CLAIMS["en"], 30)
    assert fingerprint(CLAIMS["en"][::-1]) == fingerprint(CLAIMS["en"])


def test_lite_is_balanced() -> None:
    assert Counter(c.label for c in choose(CLAIMS["en"], lite=True)) == {"factual": 100, "ridiculous": 100}


@given(st.sampled_from(list(Claim.__dataclass_fields__)))
def test_any_change_changes_the_fingerprint(field: str) -> None:
    claims = CLAIMS["en"][:5]
    old = getattr(claims[0], field)
    changed = Claim(**{**claims[0].__dict__, field: (not old) if isinstance(old, bool) else f"{old}x"})
    assert fingerprint([changed, *claims[1:]]) != fingerprint(claims)
