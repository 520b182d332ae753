"""Any causal language model that transformers loads, from the Hub or a folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rrf_bench.agents.base import Chat
from rrf_bench.backends import Transport, model_files
from rrf_bench.backends.base import Batch, Completion, Generation, ModelIdentity
from rrf_bench.errors import RRFError, missing_extra

if TYPE_CHECKING:
    import torch

DTYPES = ("auto", "float32", "bfloat16", "float16")
_COLON = {"en": ":", "zh": "："}
_TOKENIZER_FILES = (
    "tokenizer.json",
    "tokenizer.model",
    "vocab.json",
    "vocab.txt",
    "spiece.model",
    "sentencepiece.bpe.model",
    "tekken.json",
)


def plain_prompt(chat: Chat) -> str:
    """The prompt for a model without chat template: the profile, the turns, and the main character's name with a colon.

    Such a model goes on as in a play, so its answer ends at the first line break.
    """
    lines = [chat.system, ""]
    for i, turn in enumerate(chat.turns):
        lines.append(turn if i % 2 == 0 else f"{chat.speaker}{_COLON[chat.lang]} {turn}")
    return "\n".join([*lines, f"{chat.speaker}{_COLON[chat.lang]}"])


@dataclass(frozen=True)
class _Loaded:
    model: Any
    tokenizer: Any
    context: int
    stop_ids: frozenset[int]


class TransformersBackend:
    """Generates with `transformers`: left padding, batches by length, greedy unless a temperature is given.

    Args:
        model: A folder, a Hub id (`org/name`, `org/name@revision`), `toy` or `toy-backbone`.
        generation: What changes the answers.
        transport: Batch size and device.
        adapter: A PEFT adapter, folder or Hub id.
        dtype: One of `DTYPES`; `auto` takes the one the model was saved in.
    """

    def __init__(
        self,
        model: str,
        generation: Generation,
        transport: Transport,
        adapter: str | None = None,
        dtype: str = "auto",
    ) -> None:
        if dtype not in DTYPES:
            raise RRFError(f"unknown dtype '{dtype}'; there are: {', '.join(DTYPES)}")
        self.identity = ModelIdentity(
            name=model,
            revision=model_files.revision(model),
            backend="transformers",
            adapter=adapter,
            adapter_revision=model_files.revision(adapter) if adapter else None,
            dtype=dtype,
        )
        self._generation = generation
        self._transport = transport

    def answer(self, chats: Sequence[Chat], done: Collection[int]) -> Iterator[Batch]:
        """See `Backend.answer`."""
        if len(done) == len(chats):
            return
        loaded = self._load()
        prompts = _tokenize(loaded.tokenizer, chats, self.identity.name)
        self._check(loaded, prompts)
        order = sorted(range(len(chats)), key=lambda i: (-len(prompts[i]), i))
        size = self._transport.batch_size
        for start in range(0, len(order), size):
            rows = order[start : start + size]
            if not all(row in done for row in rows):
                batch = self._answer_batch(loaded, [prompts[row] for row in rows], seed=rows[0])
                plain = not loaded.tokenizer.chat_template
                yield [
                    (row, _first_line(completion) if plain else completion)
                    for row, completion in zip(rows, batch, strict=True)
                    if row not in done
                ]

    def _load(self) -> _Loaded:
        try:
            import torch
            import transformers
        except ImportError as error:
            raise missing_extra(error.name or "transformers", "transformers") from None
        _quiet(transformers.logging)
        where, revision = model_files.locate_revision(self.identity.name, self.identity.revision)
        tokenizer = _load_tokenizer(where, revision, self.identity.name)
        device = self._transport.device or ("cuda" if torch.cuda.is_available() else "cpu")
        try:
            model: Any = transformers.AutoModelForCausalLM.from_pretrained(
                where, revision=revision, dtype=self.identity.dtype, trust_remote_code=False
            )
            if self.identity.adapter:
                model = _with_adapter(model, self.identity.adapter, self.identity.adapter_revision or "")
            model = model.to(device).eval()
        except RRFError:
            raise
        except Exception as error:
            raise RRFError(f"cannot load model '{self.identity.name}': {_first(error)}") from error
        return _loaded(model, tokenizer)

    def _check(self, loaded: _Loaded, prompts: list[list[int]]) -> None:
        """RRFError where this model cannot answer any of the prompts."""
        name = self.identity.name
        known = loaded.model.get_input_embeddings().num_embeddings
        if max(max(prompt, default=0) for prompt in prompts) >= known:
            raise RRFError(f"the tokenizer of model '{name}' has tokens that the model does not; save them together")
        if min(map(len, prompts)) > self._room(loaded):
            raise RRFError(f"no question fits model '{name}': {self._too_long(loaded)}; lower --max-new-tokens")

    def _room(self, loaded: _Loaded) -> int:
        return loaded.context - self._generation.max_new_tokens

    def _too_long(self, loaded: _Loaded) -> str:
        new = self._generation.max_new_tokens
        return f"the prompt and {new} new tokens are longer than its context of {loaded.context}"

    def _answer_batch(self, loaded: _Loaded, prompts: list[list[int]], seed: int) -> list[Completion]:
        """Answers to some prompts; those too long for the model fail, and a batch too large for memory is halved."""
        fitting = [i for i, prompt in enumerate(prompts) if len(prompt) <= self._room(loaded)]
        answers = [Completion("", "failed", self._too_long(loaded)) for _ in prompts]
        if fitting:
            chosen = [prompts[i] for i in fitting]
            completions = self._generate(loaded, chosen, seed) or self._in_halves(loaded, chosen, seed)
            for i, completion in zip(fitting, completions, strict=True):
                answers[i] = completion
        return answers

    def _in_halves(self, loaded: _Loaded, prompts: list[list[int]], seed: int) -> list[Completion]:
        import torch

        if len(prompts) == 1:
            raise RRFError("not enough memory for one question; take a smaller model, --dtype bfloat16 or --device cpu")
        if torch.cuda.is_available():
            torch.cuda.empty_cache()
        half = len(prompts) // 2
        second = self._answer_batch(loaded, prompts[half:], seed + half)
        return [*self._answer_batch(loaded, prompts[:half], seed), *second]

    def _generate(self, loaded: _Loaded, prompts: list[list[int]], seed: int) -> list[Completion] | None:
        """The answers; None where the batch does not fit into memory."""
        import torch

        ids, mask = _left_padded(prompts, loaded.tokenizer.pad_token_id)
        device = loaded.model.device
        config = _generation_config(loaded, self._generation)
        torch.manual_seed(self._generation.seed * 1_000_003 + seed)
        try:
            with torch.inference_mode():
                output = loaded.model.generate(
                    input_ids=ids.to(device), attention_mask=mask.to(device), generation_config=config
                )
        except torch.OutOfMemoryError:
            return None
        except RuntimeError as error:
            raise RRFError(
                f"model '{self.identity.name}' failed at a batch of {len(prompts)}: {_first(error)}"
            ) from error
        return [_completion(loaded, row.tolist()) for row in output[:, ids.shape[1] :].cpu()]


def _quiet(logging: Any) -> None:
    """One bar at a time: ours."""
    logging.set_verbosity_error()
    logging.disable_progress_bar()


def _load_tokenizer(where: str, revision: str | None, name: str) -> Any:
    """The tokenizer beside the model, set to pad on the left."""
    import transformers

    if Path(where).is_dir() and not any((Path(where) / f).is_file() for f in _TOKENIZER_FILES):
        raise RRFError(f"model '{name}' has no tokenizer; save one into its folder with tokenizer.save_pretrained()")
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            where, revision=revision, padding_side="left", trust_remote_code=False
        )
    except Exception as error:
        raise RRFError(f"cannot load the tokenizer of model '{name}': {_first(error)}") from error
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token or tokenizer.unk_token or tokenizer.convert_ids_to_tokens(0)
    if not len(tokenizer):
        raise RRFError(f"the tokenizer of model '{name}' is empty; save it again with tokenizer.save_pretrained()")
    return tokenizer


def _with_adapter(model: Any, adapter: str, pinned: str) -> Any:
    try:
        import peft
    except ImportError:
        raise missing_extra("peft", "transformers") from None
    where, revision = model_files.locate_revision(adapter, pinned)
    try:
        return peft.PeftModel.from_pretrained(model, where, revision=revision)
    except Exception as error:
        raise RRFError(f"cannot load adapter '{adapter}': {_first(error)}") from error


def _loaded(model: Any, tokenizer: Any) -> _Loaded:
    """The model, ready to generate; of its own generation defaults only the tokens that end an answer are kept.

    The tokenizer's end token is one of them: tuned models often end their turns by it and still name the backbone's.
    """
    from transformers import GenerationConfig

    own = model.generation_config.eos_token_id
    ends = {*(own if isinstance(own, list) else [own]), tokenizer.eos_token_id} - {None}
    config: Any = GenerationConfig
    model.generation_config = config()
    context = getattr(model.config, "max_position_embeddings", None) or 1 << 30
    return _Loaded(model, tokenizer, int(context), frozenset(ends))


def _generation_config(loaded: _Loaded, generation: Generation) -> Any:
    from transformers import GenerationConfig

    sampling = {"temperature": generation.temperature, "top_p": generation.top_p, "top_k": 0}
    config: Any = GenerationConfig
    return config(
        max_new_tokens=generation.max_new_tokens,
        pad_token_id=loaded.tokenizer.pad_token_id,
        eos_token_id=sorted(loaded.stop_ids) or None,
        bos_token_id=loaded.tokenizer.bos_token_id,
        do_sample=generation.temperature > 0,
        **(sampling if generation.temperature > 0 else {}),
    )


def _tokenize(tokenizer: Any, chats: Sequence[Chat], name: str) -> list[list[int]]:
    """Token ids of every prompt, through the chat template where there is one."""
    if not tokenizer.chat_template:
        ids: list[list[int]] = tokenizer([plain_prompt(chat) for chat in chats])["input_ids"]
        return ids
    try:
        texts = [_templated(tokenizer, chat) for chat in chats]
    except Exception as error:
        raise RRFError(f"the chat template of model '{name}' cannot be used: {_first(error)}") from error
    templated: list[list[int]] = tokenizer(texts, add_special_tokens=False)["input_ids"]
    return templated


def _templated(tokenizer: Any, chat: Chat) -> str:
    """The prompt by the model's template, without thinking where that can be chosen.

    Where the template refuses or drops system messages, the profile opens the first turn.
    """
    import jinja2

    def render(messages: list[dict[str, str]]) -> str:
        return str(
            tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False, enable_thinking=False)
        )

    messages = chat.messages()
    try:
        text = render(messages)
        if chat.system.strip() in text:
            return text
    except jinja2.TemplateError:
        pass
    return render([{"role": "user", "content": f"{chat.system}\n\n{chat.turns[0]}"}, *messages[2:]])


def _left_padded(prompts: list[list[int]], pad: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Token ids and attention mask of shape `[prompts, longest]`, padded on the left."""
    import torch

    width = max(map(len, prompts))
    ids = torch.tensor([[pad] * (width - len(prompt)) + prompt for prompt in prompts])
    mask = torch.tensor([[0] * (width - len(prompt)) + [1] * len(prompt) for prompt in prompts])
    return ids, mask


def _completion(loaded: _Loaded, ids: list[int]) -> Completion:
    """The answer in generated `ids`: up to the first stop token; cut (`length`) where none came."""
    end = next((i for i, token in enumerate(ids) if token in loaded.stop_ids), None)
    text = loaded.tokenizer.decode(ids[:end], skip_special_tokens=True).strip()
    return Completion(text, "length" if end is None else "stop")


def _first_line(completion: Completion) -> Completion:
    """The answer of a model without chat template: what stands before the first line break."""
    head, line_break, _ = completion.text.partition("\n")
    return Completion(head.strip(), "stop" if line_break else completion.finish, completion.reason)


def _first(error: Exception) -> str:
    """The first line of an error's text."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
