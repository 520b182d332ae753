"""Small random models of real architectures, saved as a user would have them on disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

CHAT_TEMPLATE = (
    "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
NO_SYSTEM_TEMPLATE = (
    "{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    + CHAT_TEMPLATE
)
TEXT = [
    "Harry Potter is a young wizard. Snape: I think fish can swim. Do you agree? Yes, I agree. No, never.",
    "哈利·波特是一个年轻的巫师。斯内普：我认为鱼会游泳，你赞同吗？我同意。不，我不同意。",
]


def save_tokenizer(folder: Path, chat_template: str | None) -> Any:
    """A byte-level BPE tokenizer of 400 tokens, with or without a chat template."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    special = ["<|end|>", "<|pad|>", "<|system|>", "<|user|>", "<|assistant|>"]
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=special,
        show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    tokenizer.train_from_iterator(TEXT, trainer)
    make: Any = PreTrainedTokenizerFast
    fast = make(tokenizer_object=tokenizer, eos_token="<|end|>", pad_token="<|pad|>")
    fast.chat_template = chat_template
    fast.save_pretrained(folder)
    return fast


def save_model(
    folder: Path, architecture: str = "qwen2", chat_template: str | None = CHAT_TEMPLATE, context: int = 512
) -> Path:
    """A random model of two layers with its tokenizer; the same weights each time."""
    import torch
    import transformers

    tokenizer = save_tokenizer(folder, chat_template)
    configs = {
        "qwen2": transformers.Qwen2Config,
        "llama": transformers.LlamaConfig,
    }
    config: Any = configs[architecture](
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=context,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
        initializer_range=0.3,
    )
    torch.manual_seed(0)
    model: Any = transformers.AutoModelForCausalLM
    model.from_config(config).save_pretrained(folder)
    return folder
