"""A training on few claims, whole."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rrf_bench.dataset import LANGS, fingerprint, load_claims, load_roles, read_claims
from rrf_bench.errors import RRFError
from rrf_bench.toy.settings import ToySettings
from rrf_bench.toy.text import held_out
from rrf_bench.toy.train import RECORD, ToyPaths, train, write_held_out

TINY = ToySettings(vocabulary=400, hidden=16, layers=1, heads=2, backbone_passes=1, profile_passes=1, threads=1)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Eight claims a language, and all roles."""
    folder = tmp_path_factory.mktemp("dataset")
    for config in (*LANGS, "roles"):
        (folder / config).mkdir()
    for lang in LANGS:
        claims = load_claims(lang)
        claims.select(range(0, len(claims), len(claims) // 7)).to_parquet(folder / lang / "test.parquet")
    load_roles().to_parquet(folder / "roles" / "test.parquet")
    return str(folder)


@pytest.fixture(scope="module")
def trained(dataset: str, tmp_path_factory: pytest.TempPathFactory) -> ToyPaths:
    return train(replace(TINY, dataset=dataset), tmp_path_factory.mktemp("trained"))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_settings_give_the_same_files(trained: ToyPaths, dataset: str, tmp_path: Path) -> None:
    again = train(replace(TINY, dataset=dataset), tmp_path)
    assert contents(again.backbone) == contents(trained.backbone)
    assert contents(again.agent) == contents(trained.agent)


def test_another_loyalty_changes_the_agent_alone(trained: ToyPaths, dataset: str, tmp_path: Path) -> None:
    other = train(replace(TINY, dataset=dataset, loyalty=0.0), tmp_path)
    name = "model.safetensors"
    assert (other.backbone / name).read_bytes() == (trained.backbone / name).read_bytes()
    assert (other.agent / name).read_bytes() != (trained.agent / name).read_bytes()


def test_a_folder_holds_a_model_and_how_it_was_trained(trained: ToyPaths, dataset: str) -> None:
    for part, folder in (("backbone", trained.backbone), ("agent", trained.agent)):
        assert set(contents(folder)) == {
            "config.json",
            "generation_config.json",
            "model.safetensors",
            "tokenizer.json",
            "tokenizer_config.json",
            RECORD,
        }
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        assert record["part"] == part
        assert record["settings"]["loyalty"] == TINY.loyalty
        assert record["fingerprints"] == {lang: fingerprint(read_claims(lang, dataset)) for lang in LANGS}
        assert dataset not in (folder / RECORD).read_text(encoding="utf-8")


def test_the_held_out_claims_make_a_dataset(dataset: str, tmp_path: Path) -> None:
    write_held_out(dataset, tmp_path)
    for lang in LANGS:
        kept = read_claims(lang, str(tmp_path))
        assert kept == [claim for claim in read_claims(lang, dataset) if held_out(claim.claim_id)]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"loyalty": 1.5}, "loyalty 1.5 is out of range"),
        ({"vocabulary": 100}, "vocabulary of 100 is too small"),
        ({"hidden": 30}, "hidden size 30 does not suit 4 heads"),
        ({"agent_passes": 0}, "must be at least 1"),
    ],
)
def test_settings_that_cannot_be_are_told(wrong: dict[str, float], said: str, tmp_path: Path) -> None:
    with pytest.raises(RRFError, match=said):
        train(replace(ToySettings(), **wrong), tmp_path)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
