"""The release: what the package carries, built from what is in the repo."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyarrow.parquet
import pytest

from builder.build import build
from builder.edges import load_seeds
from builder.lexicon import load_lexicon
from builder.review import load_ledger, outcome
from rrf_bench.dataset import CONFIGS, embedded_path, read_claims, read_scripts

EN, ZH = read_claims("en"), read_claims("zh")
FACTUAL = [claim for claim in EN if claim.label == "factual"]
RIDICULOUS = [claim for claim in EN if claim.label == "ridiculous"]


def test_the_package_carries_what_the_seeds_build(tmp_path: Path) -> None:
    """If this fails, run: make dataset."""
    build("seed", tmp_path / "out")
    for config in CONFIGS:
        built, carried = (
            pyarrow.parquet.read_table(folder / config / "test.parquet")
            for folder in (tmp_path / "out", embedded_path())
        )
        assert built.equals(carried, check_metadata=True)
    for name in ("README.md", "build.json"):
        assert (tmp_path / "out" / name).read_bytes() == (embedded_path() / name).read_bytes()


def test_at_least_150_claims_of_each_label_in_both_languages() -> None:
    assert len(FACTUAL) >= 150
    assert len(RIDICULOUS) >= 150
    assert [claim.claim_id for claim in EN] == [claim.claim_id for claim in ZH]


def test_rules_relations_and_topics_are_balanced() -> None:
    rules = Counter(claim.rule for claim in RIDICULOUS)
    relations = Counter(claim.relation for claim in EN)
    assert set(rules) == {"negation", "absolute", "antonym", "disruption"}
    assert min(rules.values()) >= 0.15 * len(RIDICULOUS)
    assert len(relations) >= 14
    assert max(relations.values()) <= 0.2 * len(EN)
    assert len({claim.topic for claim in EN}) >= 10


def test_every_ridiculous_claim_names_its_factual_one() -> None:
    factual = {claim.claim_id for claim in FACTUAL}
    assert all(claim.source_claim_id in factual for claim in RIDICULOUS)
    assert all(claim.source_claim_id is None for claim in FACTUAL)


@pytest.mark.parametrize("claims", [EN, ZH], ids=["en", "zh"])
def test_no_claim_stands_twice(claims: list[object]) -> None:
    texts = Counter(claim.claim for claim in claims)  # type: ignore[attr-defined]
    assert texts.most_common(1)[0][1] == 1


def test_a_claim_stands_after_i_think() -> None:
    for claim in EN:
        assert claim.claim[0].islower()
        assert claim.claim[-1].isalpha()
    for claim in ZH:
        assert claim.claim == claim.claim.strip("。.，, ")


def test_everything_released_was_passed_by_two_blind_readers() -> None:
    ledger = load_ledger()
    for claim in EN:
        entry = ledger[claim.claim_id]
        assert outcome(entry) == "passed"
        assert len({review.by for review in entry.reviews} - {"author"}) >= 2


def test_no_concept_is_in_more_than_six_seeds() -> None:
    edges = load_seeds(load_lexicon())
    used = Counter(concept for edge in edges for concept in (edge.start, edge.end))
    assert used.most_common(1)[0][1] <= 6


@pytest.mark.parametrize("name", ["harry-potter", "demi-gods-and-semi-devils", "my-own-swordsman"])
def test_casts(name: str) -> None:
    script = read_scripts()[name]
    levels = Counter(role.level for role in script.roles)
    assert len(script.roles) >= 8
    assert min(levels["high"], levels["low"]) >= 3
    assert script.langs == ("en", "zh")
    for role in script.roles:
        assert role.wiki_page
        assert role.wiki_url.startswith("https://")
        assert role.evidence
