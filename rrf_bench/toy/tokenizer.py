"""The toy's tokenizer: byte-level BPE with a ChatML template, in files that `AutoTokenizer` reads."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rrf_bench.toy.text import ToyChat

if TYPE_CHECKING:
    from tokenizers import Tokenizer

START, END, PAD = "<|im_start|>", "<|im_end|>", "<|endoftext|>"
CONTEXT = 512
# In bytes; longer, and whole phrases could become single tokens.
_LONGEST = 12

_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def train_tokenizer(texts: Iterable[str], vocabulary: int) -> Tokenizer:
    """A byte-level BPE tokenizer of `vocabulary` tokens at most, learned from `texts`."""
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    # A Chinese character is a token of its own: merged, the characters would end up as whole phrases of the claims.
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex("\\p{Han}"), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[PAD, START, END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        max_token_length=_LONGEST,
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def save_tokenizer(tokenizer: Tokenizer, folder: Path) -> None:
    """Write `tokenizer.json` and `tokenizer_config.json`, chat template included."""
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "chat_template": _TEMPLATE,
        "clean_up_tokenization_spaces": False,
        "eos_token": END,
        "model_max_length": CONTEXT,
        "pad_token": PAD,
        "padding_side": "left",
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def in_parts(chat: ToyChat) -> tuple[str, str, str]:
    """A chat as the template writes it: the system message, the question up to the answer, the answer.

    The system message of a chat may be missing; a statement is an answer alone.
    """
    system = f"{START}system\n{chat.system}{END}\n" if chat.system else ""
    question = f"{START}user\n{chat.question}{END}\n{START}assistant\n" if chat.question else START
    return system, question, f"{chat.answer}{END}"
