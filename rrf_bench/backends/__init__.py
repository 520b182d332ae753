"""Backends: chats become answers."""

from __future__ import annotations

from dataclasses import dataclass

from rrf_bench.backends.base import Backend, Completion, Generation, ModelIdentity
from rrf_bench.errors import unknown_name

BACKENDS = ("scripted", "transformers")


@dataclass(frozen=True)
class Transport:
    """How a backend works that does not change its answers.

    Attributes:
        batch_size: Chats computed together, at least 1.
        device: `cpu`, `cuda`, ...; None for the best there is.
    """

    batch_size: int = 32
    device: str | None = None


def load_backend(
    name: str,
    model: str,
    generation: Generation,
    transport: Transport,
    adapter: str | None = None,
    dtype: str = "auto",
) -> Backend:
    """The backend of that name for `model`; RRFError if either does not exist or its extra is not installed."""
    if name == "transformers":
        from rrf_bench.backends.transformers import TransformersBackend

        return TransformersBackend(model, generation, transport, adapter, dtype)
    if name == "scripted":
        from rrf_bench.backends.scripted import ScriptedBackend

        return ScriptedBackend.from_file(model)
    raise unknown_name("backend", name, BACKENDS)


__all__ = ["BACKENDS", "Backend", "Completion", "Generation", "ModelIdentity", "Transport", "load_backend"]
