"""A small lexicon and its seeds, apart from the real data, and what is made from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.build import Inputs
from builder.edges import load_seeds
from builder.lexicon import Lexicon, load_lexicon
from builder.model import Edge

DATA = Path(__file__).parent / "data"
DUMPS = Path(__file__).parents[3] / "shared" / "data" / "conceptnet"
TRIPLES = DUMPS / "cn100k_train.tsv.gz"
ASSERTIONS = DUMPS / "assertions_sample_5.7.csv.gz"


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    return load_lexicon(DATA / "lexicon.tsv")


@pytest.fixture(scope="session")
def seeds(lexicon: Lexicon) -> tuple[Edge, ...]:
    return load_seeds(lexicon, DATA / "seeds.tsv")


@pytest.fixture
def inputs(tmp_path: Path) -> Inputs:
    """The sample data with a ledger and a folder of scripts of its own, both empty."""
    folder = tmp_path / "inputs"
    (folder / "scripts").mkdir(parents=True)
    return Inputs(DATA / "lexicon.tsv", DATA / "seeds.tsv", folder / "ledger.jsonl", folder / "scripts")
