from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import datasets
import pytest
import yaml

from builder import forbidden
from builder.build import Inputs, build, lite_subset
from builder.candidates_file import read_source
from builder.claims import candidates, near_key
from builder.edges import load_seeds
from builder.lexicon import load_lexicon
from builder.model import Claim, Edge
from builder.review import save_ledger
from builder.stats import Counts
from rrf_bench.dataset import read_claims
from rrf_bench.errors import RRFError
from rrf_bench.scripts import SCRIPT_TEMPLATE
from tests.builder.conftest import TRIPLES
from tests.builder.test_review import READERS, reviewed

REAL = Inputs()


@pytest.fixture
def ready(inputs: Inputs) -> Inputs:
    """The sample with every claim passed but one factual, and one script."""
    lexicon = load_lexicon(inputs.lexicon)
    seeds = load_seeds(lexicon, inputs.seeds)
    made = candidates(read_source("seed", lexicon, seeds), seeds, lexicon).claims
    ledger = {claim.claim_id: reviewed(claim) for claim in made}
    open_ = next(claim for claim in made if claim.en == "dogs are animals")
    ledger[open_.claim_id] = reviewed(open_, READERS[:1])
    save_ledger(ledger, inputs.ledger)
    (inputs.scripts / "lantern-harbour.yaml").write_text(SCRIPT_TEMPLATE, encoding="utf-8")
    return inputs


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def load(folder: Path, config: str, cache: Path) -> datasets.Dataset:
    return datasets.load_dataset(str(folder), config, split="test", cache_dir=str(cache))


def test_output_loads_with_datasets(ready: Inputs, tmp_path: Path) -> None:
    out = tmp_path / "out"
    counts = build("seed", out, inputs=ready)
    columns = ["claim_id", "claim", "label", "rule", "source_claim_id", "relation", "edge", "topic", "lite"]
    en, zh = (load(out, lang, tmp_path / "cache") for lang in ("en", "zh"))
    assert en.column_names == zh.column_names == columns
    assert en["claim_id"][:] == zh["claim_id"][:] == sorted(en["claim_id"][:])
    assert len(en) == counts.released > 60
    assert en.features["label"].names == ["factual", "ridiculous"]
    assert en.features["rule"].names == ["none", "negation", "absolute", "antonym", "disruption"]
    facts = {row["claim_id"] for row in en if row["label"] == 0}
    for row in en:
        assert (row["source_claim_id"] is None) == (row["rule"] == 0) == (row["label"] == 0)
        assert row["source_claim_id"] is None or row["source_claim_id"] in facts
        assert row["edge"].startswith(f"/a/[{row['relation']}/,/c/en/")


def test_roles_config(ready: Inputs, tmp_path: Path) -> None:
    build("seed", tmp_path / "out", inputs=ready)
    roles = load(tmp_path / "out", "roles", tmp_path / "cache")
    assert roles.features["level"].names == ["low", "high"]
    assert roles.features["tier"].names == ["famous", "anonymised", "invented"]
    assert roles.features["affection"].dtype == "int8"
    assert roles.features["frequency"].dtype == "int32"
    rows = [(row["role_en"], row["relations"], row["affection"], row["level"], row["frequency"]) for row in roles]
    assert rows == [
        ("Tom Reed", ["Friend"], 7, 1, None),
        ("Marta Vale", ["Family", "Teammate"], 8, 1, None),
        ("Silas Crane", [], -8, 0, 12),
    ]


def test_same_inputs_same_bytes(ready: Inputs, tmp_path: Path) -> None:
    for name in ("one", "two"):
        build("seed", tmp_path / name, inputs=ready)
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_what_is_not_passed_is_a_candidate(ready: Inputs, tmp_path: Path) -> None:
    out = tmp_path / "out"
    counts = build("seed", out, inputs=ready)
    lines = [json.loads(line) for line in (out / "candidates.jsonl").read_text(encoding="utf-8").splitlines()]
    fact = next(line for line in lines if line["en"] == "dogs are animals")
    assert all(line["source_claim_id"] in {None, fact["claim_id"]} for line in lines)
    assert counts.rejected["factual"] == {"too few reviews": 1}
    assert counts.rejected["ridiculous"] == {"source not passed": len(lines) - 1}
    released = set(load(out, "en", tmp_path / "cache")["claim_id"][:])
    assert released.isdisjoint({line["claim_id"] for line in lines})


def test_card_and_counts(ready: Inputs, tmp_path: Path) -> None:
    out = tmp_path / "out"
    counts = build("seed", out, inputs=ready)
    card = (out / "README.md").read_text(encoding="utf-8")
    front = yaml.safe_load(card.split("---\n")[1])
    assert (front["license"], front["language"]) == ("cc-by-sa-4.0", ["en", "zh"])
    assert [(config["config_name"], config.get("default")) for config in front["configs"]] == [
        ("en", True),
        ("zh", None),
        ("roles", None),
    ]
    for text in ("canary", "ConceptNet", "no human annotator", "furau/SHARP", f"{counts.released} claims in each"):
        assert text in card
    assert f"| IsA | {' | '.join(str(n) for n in counts.by_relation['IsA'].values())} |" in card
    mark = json.loads((out / "build.json").read_text(encoding="utf-8"))
    assert mark["counts"]["by_rule"] == counts.by_rule
    assert str(tmp_path) not in card + json.dumps(mark)


def test_a_build_is_replaced_and_other_folders_are_not(ready: Inputs, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build("seed", out, inputs=ready)
    first = files(out)
    (out / "notes.txt").write_text("mine")
    build("seed", out, inputs=ready)
    assert files(out) == {**first, "notes.txt": b"mine"}
    (out / "build.json").unlink()
    with pytest.raises(RRFError, match=r"is not empty and no build of this builder; .* --force"):
        build("seed", out, inputs=ready)
    build("seed", out, force=True, inputs=ready)
    assert files(out) == {**first, "notes.txt": b"mine"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inputs", "out"]


def test_out_that_cannot_be_written(ready: Inputs, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(RRFError, match="is a file"):
        build("seed", tmp_path / "file", inputs=ready)
    with pytest.raises(RRFError, match=r"cannot be written .* choose another --out"):
        build("seed", tmp_path / "file" / "out", inputs=ready)


def test_lite_is_stratified_and_small() -> None:
    edges = [Edge("IsA", f"thing{n}", "tool") for n in range(400)]
    rules = ("negation", "absolute", "antonym", "disruption")
    lies = [Claim(f"c{n:012x}", edge, rules[n % 4], "", "", "", "tools") for n, edge in enumerate(edges)]
    facts = [Claim(f"d{n:012x}", edge, "none", "", "", "", "tools") for n, edge in enumerate(edges[:30])]
    chosen = lite_subset(lies + facts)
    assert len(chosen) == 130
    assert Counter(lie.rule for lie in lies if lie.claim_id in chosen) == dict.fromkeys(rules, 25)
    assert lite_subset(list(reversed(lies + facts))) == chosen
    assert lite_subset([]) == frozenset()


def test_release_of_the_real_ledger(tmp_path: Path) -> None:
    out = tmp_path / "out"
    build("seed", out, inputs=REAL)
    en, zh = ([claim.claim for claim in read_claims(lang, str(out))] for lang in ("en", "zh"))
    assert [(text, found) for text in en if (found := forbidden.in_english(text))] == []
    assert [(text, found) for text in zh if (found := forbidden.in_chinese(text))] == []
    assert len({near_key(text) for text in en}) == len(en)
    assert len(set(zh)) == len(zh)


def test_real_dump_is_built(tmp_path: Path) -> None:
    if not TRIPLES.exists():
        pytest.skip(f"{TRIPLES.name} is not here")
    counts: Counts = build(str(TRIPLES), tmp_path / "out", inputs=REAL)
    assert counts.rows_read == 100_000 == counts.edges_kept + sum(counts.rows_dropped.values())
    made = sum(counts.candidates.values())
    assert made == counts.released + sum(sum(found.values()) for found in counts.rejected.values())


def test_no_scripts_is_a_clear_line(inputs: Inputs, tmp_path: Path) -> None:
    with pytest.raises(RRFError, match="no script"):
        build("seed", tmp_path / "out", inputs=replace(inputs, scripts=tmp_path / "none"))
