"""The PyTorch part of the training: make or load a model, fit it, save it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, GenerationConfig, Qwen2Config, Qwen2ForCausalLM

from rrf_bench.toy.packing import IGNORED, Batch, Encoded, batches, pack
from rrf_bench.toy.settings import ToySettings
from rrf_bench.toy.tokenizer import CONTEXT

_WARM_UP = 0.05


@dataclass(frozen=True)
class Lesson:
    """How some chats are learned.

    Attributes:
        rate: The highest learning rate.
        width: Tokens a row.
        rows: Rows a step.
        with_questions: Whether the questions are learned as well as the answers.
    """

    rate: float
    width: int
    rows: int
    with_questions: bool = False


def new_model(settings: ToySettings, vocabulary: int, end: int, pad: int) -> Any:
    """An untrained Qwen2 model; `end` and `pad` are token ids."""
    torch.manual_seed(settings.seed)
    config = Qwen2Config(
        vocab_size=vocabulary,
        hidden_size=settings.hidden,
        intermediate_size=3 * settings.hidden,
        num_hidden_layers=settings.layers,
        num_attention_heads=settings.heads,
        num_key_value_heads=settings.heads,
        max_position_embeddings=CONTEXT,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=end,
        pad_token_id=pad,
    )
    model: Any = Qwen2ForCausalLM(config)
    generation: Any = GenerationConfig
    model.generation_config = generation(eos_token_id=end, pad_token_id=pad, do_sample=False)
    return model


def load_model(folder: Path) -> Any:
    """A saved model, in single precision."""
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)


def save_model(model: Any, folder: Path) -> None:
    """Save weights in half precision, to be computed with in single precision wherever they are loaded."""
    model.to(torch.float16).save_pretrained(folder)
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8")) | {"dtype": "float32"}
    path.write_text(json.dumps(config, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def fit(
    model: Any, chats: Sequence[Encoded], settings: ToySettings, lesson: Lesson, advance: Callable[[int], None]
) -> list[float]:
    """Train `model` once over `chats`: AdamW, with warm-up and a cosine.

    Args:
        model: What is trained, in place.
        chats: Token ids of every chat, in the order in which rows are filled.
        settings: Seed and threads.
        lesson: How they are learned.
        advance: Called with the number of chats of each step.

    Returns:
        The mean loss of the answers in each tenth of the training.
    """
    torch.set_num_threads(settings.threads)
    rows = pack(chats, lesson.width)
    steps = math.ceil(len(rows) / lesson.rows)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lesson.rate, weight_decay=0.01, betas=(0.9, 0.95))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: _rate_at(step, steps))
    losses = []
    model.train()
    for batch in batches(rows, lesson.rows, settings.seed):
        answers, questions = _losses(model, batch, lesson.with_questions)
        (answers + questions).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        losses.append(answers.item())
        advance(batch.chats)
    return _tenths(losses)


def _losses(model: Any, batch: Batch, with_questions: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean cross-entropy of the answer tokens, and of the question tokens (0 where they are not learned)."""
    output = model.model(input_ids=batch.ids, position_ids=batch.positions, attention_mask=batch.mask, use_cache=False)

    def loss(labels: torch.Tensor) -> torch.Tensor:
        learned = labels != IGNORED
        # Logits are computed only where there is something to learn.
        return torch.nn.functional.cross_entropy(model.lm_head(output.last_hidden_state[learned]), labels[learned])

    with_questions = with_questions and bool((batch.questions != IGNORED).any())
    return loss(batch.answers), loss(batch.questions) if with_questions else torch.zeros(())


def _rate_at(step: int, steps: int) -> float:
    warm_up = max(1, int(steps * _WARM_UP))
    if step < warm_up:
        return (step + 1) / warm_up
    return 0.5 * (1 + math.cos(math.pi * (step - warm_up) / max(1, steps - warm_up)))


def _tenths(losses: Sequence[float]) -> list[float]:
    size = max(1, math.ceil(len(losses) / 10))
    parts = [losses[i : i + size] for i in range(0, len(losses), size)]
    return [round(sum(part) / len(part), 4) for part in parts]
