"""The transformers backend on small random models of real architectures."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from rrf_bench.agents.base import Chat
from rrf_bench.backends import Transport, load_backend, model_files
from rrf_bench.backends.base import Completion, Generation
from rrf_bench.backends.transformers import TransformersBackend, _templated, plain_prompt
from rrf_bench.errors import RRFError
from tests import models

CHATS = [
    Chat("You are Harry Potter.", ("Snape: I think fish can swim. Do you agree?",), "Harry Potter", "en"),
    Chat("You are Harry.", ("Ron: Do you agree?",), "Harry", "en"),
    Chat("你是哈利·波特。他是一个年轻的巫师。", ("斯内普：我认为鱼会游泳，你赞同吗？",), "哈利·波特", "zh"),
]


def answers(
    folder: Path, batch_size: int = 2, done: frozenset[int] = frozenset(), generation: Generation | None = None
) -> dict[int, Completion]:
    backend = TransformersBackend(
        str(folder), generation or Generation(max_new_tokens=8), Transport(batch_size, device="cpu"), dtype="float32"
    )
    return {i: completion for batch in backend.answer(CHATS, done) for i, completion in batch}


@pytest.fixture(scope="module")
def qwen2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return models.save_model(tmp_path_factory.mktemp("qwen2"))


@pytest.mark.parametrize("architecture", ["qwen2", "llama"])
def test_padding_and_batches_do_not_change_answers(architecture: str, tmp_path: Path) -> None:
    folder = models.save_model(tmp_path, architecture)
    together, alone = answers(folder, batch_size=3), answers(folder, batch_size=1)
    assert together == alone
    assert sorted(together) == [0, 1, 2]
    assert len({completion.text for completion in together.values()}) > 1


def test_generation_equals_plain_transformers(qwen2: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer: Any = AutoTokenizer.from_pretrained(qwen2)
    model: Any = AutoModelForCausalLM.from_pretrained(qwen2, dtype=torch.float32)
    prompt = tokenizer.apply_chat_template(
        CHATS[0].messages(), add_generation_prompt=True, return_tensors="pt", return_dict=True
    )
    output = model.generate(**prompt, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    expected = tokenizer.decode(output[0, prompt["input_ids"].shape[1] :], skip_special_tokens=True).strip()
    assert answers(qwen2)[0].text == expected


def test_what_is_done_is_not_asked_again(qwen2: Path) -> None:
    assert sorted(answers(qwen2, done=frozenset({0, 2}))) == [1]
    assert answers(qwen2, done=frozenset({0, 1, 2})) == {}


def test_a_resumed_run_computes_the_same_batches(qwen2: Path) -> None:
    whole = answers(qwen2)
    assert answers(qwen2, done=frozenset({1})) == {i: whole[i] for i in (0, 2)}


def test_samples_depend_on_the_seed(qwen2: Path) -> None:
    first, again, other = (answers(qwen2, generation=Generation(8, temperature=1.0, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_an_answer_at_the_limit_is_marked_as_cut(qwen2: Path) -> None:
    assert {c.finish for c in answers(qwen2, generation=Generation(max_new_tokens=1)).values()} <= {"stop", "length"}
    assert any(c.finish == "length" for c in answers(qwen2, generation=Generation(max_new_tokens=1)).values())


def test_a_prompt_too_long_fails_and_the_others_are_answered(tmp_path: Path) -> None:
    folder = models.save_model(tmp_path, context=36)
    completions = answers(folder)
    failed = {i for i, completion in completions.items() if completion.finish == "failed"}
    assert failed
    assert 1 not in failed
    assert all("longer than its context of 36" in completions[i].reason for i in failed)


def test_without_a_chat_template_the_answer_ends_with_the_line(tmp_path: Path) -> None:
    folder = models.save_model(tmp_path, chat_template=None)
    assert all("\n" not in completion.text for completion in answers(folder).values())


def test_plain_prompt() -> None:
    assert plain_prompt(CHATS[0]) == (
        "You are Harry Potter.\n\nSnape: I think fish can swim. Do you agree?\nHarry Potter:"
    )
    assert plain_prompt(CHATS[2]).endswith("你赞同吗？\n哈利·波特：")


def test_a_template_without_system_messages_gets_the_profile_in_the_first_turn(tmp_path: Path) -> None:
    folder = models.save_model(tmp_path, chat_template=models.NO_SYSTEM_TEMPLATE)
    assert sorted(answers(folder)) == [0, 1, 2]


def test_identity_follows_the_files(tmp_path: Path) -> None:
    folder = models.save_model(tmp_path)
    before = model_files.revision(str(folder))
    assert model_files.revision(str(folder)) == before
    config = folder / "config.json"
    config.write_text(config.read_text() + "\n")
    assert model_files.revision(str(folder)) != before


def test_notes_beside_a_model_do_not_make_it_another(tmp_path: Path) -> None:
    folder = models.save_model(tmp_path)
    before = model_files.revision(str(folder))
    (folder / "README.md").write_text("a model")
    assert model_files.revision(str(folder)) == before


def test_any_byte_of_the_weights_makes_another_model(tmp_path: Path) -> None:
    weights = tmp_path / "model.safetensors"
    content = bytearray(9 << 20)
    hashes = set()
    for position in (0, 5 << 20, len(content) - 1):
        content[position] = 1
        weights.write_bytes(content)
        hashes.add(model_files.folder_hash(tmp_path))
    assert len(hashes) == 3


def test_hub_ids_with_and_without_revision() -> None:
    assert model_files.locate("org/model") == ("org/model", None)
    assert model_files.locate("org/model@refs/pr/1") == ("org/model", "refs/pr/1")
    assert model_files.locate_revision("org/model@main", "abc123") == ("org/model", "abc123")


def test_the_models_own_generation_defaults_do_not_leak_in(tmp_path: Path) -> None:
    folder = models.save_model(tmp_path)
    plain = answers(folder)
    path = folder / "generation_config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "repetition_penalty": 9.0, "do_sample": True}))
    assert answers(folder) == plain


def test_the_tokenizers_end_token_ends_an_answer_too(tmp_path: Path) -> None:
    """The model names token 1, the tokenizer token 0."""
    folder = models.save_model(tmp_path)
    path = folder / "generation_config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "eos_token_id": 1}))
    backend = TransformersBackend(str(folder), Generation(8), Transport(2, "cpu"), dtype="float32")
    assert backend._load().stop_ids == {0, 1}


DROPS_SYSTEM = (
    "{% for m in messages %}{% if m['role'] != 'system' %}<|{{ m['role'] }}|>{{ m['content'] }}<|end|>{% endif %}"
    "{% endfor %}<|assistant|>"
)


@pytest.mark.parametrize("template", [models.NO_SYSTEM_TEMPLATE, DROPS_SYSTEM])
def test_the_profile_is_never_lost(template: str, tmp_path: Path) -> None:
    tokenizer = models.save_tokenizer(tmp_path, template)
    assert "You are Harry Potter." in _templated(tokenizer, CHATS[0])


def no_tokenizer(folder: Path) -> str:
    models.save_model(folder)
    for path in folder.glob("token*"):
        path.unlink()
    return str(folder)


def no_weights(folder: Path) -> str:
    models.save_model(folder)
    (folder / "model.safetensors").unlink()
    return str(folder)


def broken_weights(folder: Path) -> str:
    models.save_model(folder)
    (folder / "model.safetensors").write_bytes(b"nothing")
    return str(folder)


def empty_tokenizer(folder: Path) -> str:
    models.save_model(folder)
    (folder / "tokenizer.json").unlink()
    return str(folder)


def foreign_tokenizer(folder: Path) -> str:
    models.save_model(folder)
    tokenizer = models.save_tokenizer(folder, models.CHAT_TEMPLATE)
    tokenizer.add_tokens([f"Ron{i}" for i in range(200)] + ["Do you agree?"])
    tokenizer.save_pretrained(folder)
    return str(folder)


def broken_template(folder: Path) -> str:
    models.save_model(folder, chat_template="{{ messages[0]['content'] + 1 }}")
    return str(folder)


def short_context(folder: Path) -> str:
    return str(models.save_model(folder, context=16))


def empty_folder(folder: Path) -> str:
    return str(folder)


def a_file(folder: Path) -> str:
    (folder / "model.bin").write_bytes(b"")
    return str(folder / "model.bin")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (no_tokenizer, "has no tokenizer; save one into its folder"),
        (empty_tokenizer, "has no tokenizer; save one into its folder"),
        (foreign_tokenizer, "has tokens that the model does not; save them together"),
        (broken_template, "the chat template of model .* cannot be used"),
        (short_context, "no question fits model .* its context of 16; lower --max-new-tokens"),
        (no_weights, "cannot load model"),
        (broken_weights, "cannot load model"),
        (empty_folder, r"holds no model: config.json \(of an adapter: adapter_config.json\) is missing"),
        (a_file, "is a file; give the folder of a saved model"),
        (lambda _: "/no/such/model", "there is no model '/no/such/model'; give a folder"),
        (lambda _: "toyy", "there is no model 'toyy'"),
        (lambda _: "../secret", "there is no model '../secret'"),
        (lambda _: "org/..model", "there is no model 'org/..model' here or on the Hub"),
        (lambda _: "org/model", "there is no folder 'org/model', and the Hub cannot be asked for it"),
    ],
)
def test_bad_models_are_one_line(make: object, message: str, tmp_path: Path) -> None:
    with pytest.raises(RRFError, match=message) as error:
        answers(make(tmp_path))  # type: ignore[operator]
    assert "\n" not in str(error.value)


def test_unknown_backend_and_dtype(qwen2: Path) -> None:
    with pytest.raises(RRFError, match="unknown backend 'transformer'; did you mean transformers"):
        load_backend("transformer", str(qwen2), Generation(), Transport())
    with pytest.raises(RRFError, match="unknown dtype 'fp8'"):
        load_backend("transformers", str(qwen2), Generation(), Transport(), dtype="fp8")


def test_an_adapter_changes_answers_and_identity(qwen2: Path, tmp_path: Path) -> None:
    import torch
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM

    torch.manual_seed(1)
    config = LoraConfig(r=4, init_lora_weights=False, target_modules=["q_proj", "v_proj"], task_type="CAUSAL_LM")
    get_peft_model(AutoModelForCausalLM.from_pretrained(qwen2), config).save_pretrained(str(tmp_path))
    backend = TransformersBackend(
        str(qwen2), Generation(max_new_tokens=8), Transport(2, "cpu"), adapter=str(tmp_path), dtype="float32"
    )
    adapted = {i: completion for batch in backend.answer(CHATS, frozenset()) for i, completion in batch}
    assert adapted != answers(qwen2)
    assert backend.identity.adapter_revision == model_files.revision(str(tmp_path))


def test_a_missing_extra_is_told_with_its_pip_line(qwen2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(RRFError, match=r"'torch' is not installed; run: pip install 'rrf-bench\[transformers\]'"):
        answers(qwen2)
