"""The dataset: claims and roles, from the copy in the package, from a built folder or from the Hub."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rrf_bench.errors import RRFError, unknown_name
from rrf_bench.scripts import Script, check_script, scripts_from_rows
from rrf_bench.stance import LABELS

if TYPE_CHECKING:
    import datasets

EMBEDDED = "embedded"
LANGS = ("en", "zh")
CONFIGS = (*LANGS, "roles")


@dataclass(frozen=True)
class Claim:
    """One claim in one language; the fields are the columns of the dataset (design, section 3)."""

    claim_id: str
    claim: str
    label: str
    rule: str
    source_claim_id: str | None
    relation: str
    topic: str
    lite: bool


def embedded_path() -> Path:
    """The folder of the dataset copy that the package carries."""
    return Path(str(resources.files("rrf_bench") / "data"))


def load_claims(lang: str = "en", source: str = EMBEDDED) -> datasets.Dataset:
    """The claims in one language.

    Args:
        lang: `en` or `zh`.
        source: `embedded`, a folder that the builder made, or a Hub dataset id (`org/name`, `org/name@revision`).

    Returns:
        A `datasets.Dataset`, one row per claim, columns as in the dataset card.
    """
    if lang not in LANGS:
        raise unknown_name("language", lang, LANGS)
    return _load(lang, source)


def load_roles(script: str | None = None, source: str = EMBEDDED) -> datasets.Dataset:
    """The roles of one script, or of all: a `datasets.Dataset`, one row per (script, main character, role)."""
    roles = _load("roles", source)
    if script is None:
        return roles
    names: list[str] = roles["script"][:]
    if script not in names:
        raise unknown_name("script", script, set(names))
    return roles.select([i for i, name in enumerate(names) if name == script])


def read_claims(lang: str, source: str = EMBEDDED) -> list[Claim]:
    """The claims in one language as records, labels by name, sorted by id.

    Raises:
        RRFError: A column is missing or empty somewhere, a label is unknown, or a claim stands twice.
    """
    names = list(Claim.__dataclass_fields__)
    dataset = load_claims(lang, source)
    missing = sorted(set(names) - set(dataset.column_names))
    if missing:
        raise RRFError(f"dataset '{source}', '{lang}': column {', '.join(missing)} is missing; see the dataset card")
    rows = [Claim(**{name: row[name] for name in names}) for row in _named_rows(dataset)]
    seen: set[str] = set()
    for row, claim in enumerate(rows):
        fault = _fault(claim, seen)
        if fault:
            raise RRFError(f"dataset '{source}', '{lang}', row {row}: {fault}")
        seen.add(claim.claim_id)
    return sorted(rows, key=lambda claim: claim.claim_id)


def _fault(claim: Claim, seen: set[str]) -> str:
    """What is wrong with a claim; empty where nothing is."""
    empty = [name for name, value in asdict(claim).items() if value in (None, "") and name != "source_claim_id"]
    if empty:
        return f"{empty[0]} is empty; fill it in or leave the row out"
    if claim.label not in LABELS:
        return f"label is '{claim.label}'; use one of: {', '.join(LABELS)}"
    return f"claim '{claim.claim_id}' stands twice; keep one" if claim.claim_id in seen else ""


def read_scripts(source: str = EMBEDDED) -> dict[str, Script]:
    """Every script of the dataset by name; RRFError where one breaks a rule of script files."""
    scripts = scripts_from_rows(list(_named_rows(load_roles(source=source))))
    for script in scripts.values():
        check_script(script, f"dataset '{source}'")
    return scripts


def fingerprint(claims: Iterable[Claim]) -> str:
    """16 hex digits that change with any id, text or label of the claims; their order does not matter."""
    rows = sorted(json.dumps(asdict(claim), sort_keys=True, ensure_ascii=False) for claim in claims)
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]


def choose(claims: Sequence[Claim], limit: int | None = None, lite: bool = False) -> list[Claim]:
    """The claims that a run asks: all, the `lite` ones, or `limit` of them, half of each label.

    The choice depends on claim ids only: always the same ones, the same in each language, and a smaller limit is part
    of a larger one. Ridiculous claims are taken from the four rules in turn.
    """
    pool = sorted((c for c in claims if c.lite or not lite), key=lambda claim: _order(claim.claim_id))
    if limit is not None:
        factual = [claim for claim in pool if claim.label == "factual"]
        ridiculous = [claim for claim in pool if claim.label == "ridiculous"]
        by_rule = [[c for c in ridiculous if c.rule == rule] for rule in sorted({c.rule for c in ridiculous})]
        in_turn = [claim for claim in chain.from_iterable(zip_longest(*by_rule)) if claim is not None]
        pool = factual[: limit - limit // 2] + in_turn[: limit // 2]
    return sorted(pool, key=lambda claim: claim.claim_id)


def _order(claim_id: str) -> bytes:
    return hashlib.sha256(claim_id.encode()).digest()


def _named_rows(dataset: datasets.Dataset) -> Iterable[dict[str, Any]]:
    """The rows with class labels as names."""
    named = {name: f for name, f in dataset.features.items() if hasattr(f, "int2str")}
    for row in dataset:
        yield {name: named[name].int2str(value) if name in named else value for name, value in row.items()}


def _load(config: str, source: str) -> datasets.Dataset:
    folder = embedded_path() if source == EMBEDDED else Path(source)
    if source == EMBEDDED or folder.exists():
        return _load_folder(folder, config)
    return _load_hub(source, config)


def _load_folder(folder: Path, config: str) -> datasets.Dataset:
    import datasets
    import pyarrow.parquet

    path = folder / config / "test.parquet"
    if not path.is_file():
        raise RRFError(
            f"'{folder}' is not a dataset: {config}/test.parquet is missing; build one with python -m builder"
        )
    try:
        return datasets.Dataset(pyarrow.parquet.read_table(path))
    except pyarrow.ArrowInvalid as error:
        raise RRFError(f"'{path}' is not a Parquet file ({error}); build the dataset again") from None


def _load_hub(source: str, config: str) -> datasets.Dataset:
    import datasets

    name, _, revision = source.partition("@")
    if name.count("/") != 1 or name.startswith((".", "/")):
        raise RRFError(f"there is no folder '{source}', and it is no Hub dataset id; give a folder or org/name")
    try:
        return datasets.load_dataset(name, config, split="test", revision=revision or None)
    except Exception as error:
        reason = str(error).splitlines()[0]
        raise RRFError(f"cannot load dataset '{source}' from the Hub: {reason}") from error
