"""Which model a name means: a folder, the toy in the package, or a Hub id; and what pins it."""

from __future__ import annotations

import hashlib
import re
from importlib import resources
from pathlib import Path

from rrf_bench.errors import RRFError

TOYS = {"toy": "agent", "toy-backbone": "backbone"}
_HUB_ID = re.compile(r"[\w.-]+/[\w.-]+(@[\w./-]+)?")
# What a model is loaded from; notes beside it may change without making it another model.
_LOADED = frozenset({".json", ".safetensors", ".bin", ".model", ".txt", ".jinja", ".tiktoken"})
_BLOCK = 1 << 22


def locate(model: str) -> tuple[str, str | None]:
    """Where `model` is: (folder or Hub id, Hub revision or None).

    A name that looks like a path but is none, and a folder without a model, are RRFErrors.
    """
    if model in TOYS:
        return str(resources.files("rrf_bench") / "toy" / TOYS[model]), None
    path = Path(model).expanduser()
    if path.is_dir():
        if not (path / "config.json").is_file() and not (path / "adapter_config.json").is_file():
            raise RRFError(
                f"'{model}' holds no model: config.json (of an adapter: adapter_config.json) is missing; "
                "give the folder of a saved one"
            )
        return str(path), None
    if path.is_file():
        raise RRFError(f"'{model}' is a file; give the folder of a saved model or a Hub id")
    if model.startswith((".", "/", "~")) or not _HUB_ID.fullmatch(model):
        raise RRFError(f"there is no model '{model}'; give a folder, a Hub id (org/name) or 'toy'")
    name, _, revision = model.partition("@")
    return name, revision or None


def revision(model: str) -> str:
    """What pins `model`: a hash of its files, or the commit that a Hub id resolves to now."""
    where, wanted = locate(model)
    return folder_hash(Path(where)) if Path(where).is_dir() else _hub_commit(where, wanted)


def locate_revision(model: str, revision: str) -> tuple[str, str | None]:
    """Where the `model` that `revision` names is loaded from: (folder or Hub id, Hub commit or None)."""
    where, _ = locate(model)
    return where, None if Path(where).is_dir() else revision


def folder_hash(folder: Path) -> str:
    """16 hex digits over the names and contents of the files that a model is loaded from."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(p for p in folder.iterdir() if p.is_file() and p.suffix in _LOADED):
        digest.update(f"{path.name}:{path.stat().st_size}\n".encode())
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
    return digest.hexdigest()


def _hub_commit(name: str, wanted: str | None) -> str:
    """The commit of a Hub model; from the cache where the Hub cannot be reached."""
    from huggingface_hub import HfApi, try_to_load_from_cache
    from huggingface_hub.errors import (
        GatedRepoError,
        HFValidationError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    try:
        return str(HfApi().model_info(name, revision=wanted).sha)
    except GatedRepoError:
        raise RRFError(f"model '{name}' is gated; accept its terms on the Hub and run: hf auth login") from None
    except RevisionNotFoundError:
        raise RRFError(f"model '{name}' has no revision '{wanted}'; see its page on the Hub") from None
    except (RepositoryNotFoundError, HFValidationError):
        raise RRFError(f"there is no model '{name}' here or on the Hub; give a folder, a Hub id or 'toy'") from None
    except Exception as error:
        cached = try_to_load_from_cache(name, "config.json", revision=wanted)
        if isinstance(cached, str):
            return Path(cached).parent.name
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise RRFError(
            f"there is no folder '{name}', and the Hub cannot be asked for it ({reason}); "
            "check the path, or the connection"
        ) from None
