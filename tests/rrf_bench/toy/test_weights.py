"""The weights in the package: the record of their training, loading, and what they do on held-out claims."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from rrf_bench.agents.zero_shot import ZeroShot
from rrf_bench.backends.model_files import locate
from rrf_bench.dataset import LANGS, fingerprint, read_claims, read_scripts
from rrf_bench.questions import Question
from rrf_bench.runner import run
from rrf_bench.spec import RunSpec
from rrf_bench.toy.settings import ToySettings
from rrf_bench.toy.text import ToyChat, held_out, load_wordings
from rrf_bench.toy.tokenizer import in_parts
from rrf_bench.toy.train import RECORD, write_held_out

FOLDERS = {part: Path(locate(name)[0]) for part, name in (("agent", "toy"), ("backbone", "toy-backbone"))}
PARTS = sorted(FOLDERS)


@pytest.mark.parametrize("part", PARTS)
def test_the_record_tells_the_default_settings_and_the_embedded_claims(part: str) -> None:
    record = json.loads((FOLDERS[part] / RECORD).read_text(encoding="utf-8"))
    ids = [claim.claim_id for claim in read_claims("en")]
    assert record["part"] == part
    assert record["settings"] == asdict(ToySettings()) | {"dataset": None}
    assert record["fingerprints"] == {lang: fingerprint(read_claims(lang)) for lang in LANGS}
    assert record["held_out_share"] == (round(sum(map(held_out, ids)) / len(ids), 4) if part == "agent" else 0.0)


def test_the_folders_are_small() -> None:
    assert sum(path.stat().st_size for folder in FOLDERS.values() for path in folder.iterdir()) < 12e6


@pytest.mark.parametrize("part", PARTS)
def test_a_folder_loads_as_a_standard_model(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    tokenizer: Any = AutoTokenizer.from_pretrained(FOLDERS[part])
    model: Any = AutoModelForCausalLM.from_pretrained(FOLDERS[part], dtype="auto")
    assert model.dtype == torch.float32
    assert 0.5e6 < model.num_parameters() < 2.5e6
    assert tokenizer.decode(tokenizer.encode("A stranger: 鱼会游泳。")) == "A stranger: 鱼会游泳。"


def test_the_training_text_is_what_the_chat_template_makes() -> None:
    from transformers import AutoTokenizer

    tokenizer: Any = AutoTokenizer.from_pretrained(FOLDERS["agent"])
    script = read_scripts()["harry-potter"]
    for lang in LANGS:
        chat = ZeroShot().chat(Question(script.name, script.main, script.roles[0], "role", lang, read_claims(lang)[0]))
        system, question, _ = in_parts(ToyChat(chat.system, chat.turns[-1], "Yes."))
        prompt = tokenizer.apply_chat_template(chat.messages(), add_generation_prompt=True, tokenize=False)
        assert prompt == system + question
        parts = [token for part in (system, question) for token in tokenizer.encode(part)]
        assert tokenizer.encode(prompt, add_special_tokens=False) == parts


def test_answers_are_short() -> None:
    from transformers import AutoTokenizer

    tokenizer: Any = AutoTokenizer.from_pretrained(FOLDERS["agent"])
    for words in load_wordings().values():
        for answer in (*words["trust"], *words["scorn"], *words["unsure"]):
            assert len(tokenizer.encode(answer)) <= 20


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Agent and backbone on twelve held-out claims a language, asked by one cast."""
    folder = tmp_path_factory.mktemp("held-out")
    write_held_out("embedded", folder / "claims")
    spec = RunSpec(
        model="toy",
        backbone="toy-backbone",
        scripts=("harry-potter",),
        dataset=str(folder / "claims"),
        limit=12,
        out=folder / "run",
        n_resamples=50,
    )
    return run(spec).results


@pytest.mark.parametrize("mode", ["factual", "snowballing"])
@pytest.mark.parametrize("lang", LANGS)
def test_the_agent_minds_relationships_on_claims_that_its_tuning_did_not_hold(
    results: dict[str, Any], mode: str, lang: str
) -> None:
    assert 0.2 < results["modes"][mode]["by_language"][lang]["crf_balanced"] < 0.98


def test_every_answer_comes_to_its_end(results: dict[str, Any]) -> None:
    for counts in results["counts"].values():
        assert counts["answered"] == counts["judged"] == counts["asked"]
        assert counts["cut_off"] == 0


def test_the_backbone_is_blind_to_roles(tmp_path: Path) -> None:
    spec = RunSpec(model="toy-backbone", scripts=("harry-potter",), limit=12, out=tmp_path, n_resamples=50)
    overall = run(spec).results["modes"]["factual"]["overall"]
    assert abs(overall["crf_balanced"]) < 0.05
    assert overall["er"] < 0.25
