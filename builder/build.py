"""Build the dataset folder: edges, claims, review, Parquet files, card, counts."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.candidates_file import read_source, to_json_lines
from builder.card import CANARY, render_card
from builder.claims import candidates
from builder.edges import SEEDS_FILE, Progress, load_seeds
from builder.lexicon import LEXICON_FILE, load_lexicon
from builder.model import LABELS, RULES, Claim, digest
from builder.review import LEDGER_FILE, PASSED, load_ledger, release, reviewed_variants
from builder.stats import FORMAT, Counts, count
from rrf_bench.errors import RRFError
from rrf_bench.scripts import load_script_file, script_to_rows

if TYPE_CHECKING:
    import datasets

SCRIPTS_FOLDER = Path(__file__).parent / "data" / "scripts"
LITE_PER_LABEL = 100
BUILT_BY = "rrf-bench builder"
MARK = "build.json"
OUTPUTS = ("README.md", "candidates.jsonl", "en", "roles", "zh", MARK)


@dataclass(frozen=True)
class Inputs:
    """The files that a build reads beside the dump."""

    lexicon: Path = LEXICON_FILE
    seeds: Path = SEEDS_FILE
    ledger: Path = LEDGER_FILE
    scripts: Path = SCRIPTS_FOLDER


def build(
    source: str, out: Path, force: bool = False, progress: Progress | None = None, inputs: Inputs | None = None
) -> Counts:
    """Build the dataset from `source` into the folder `out`.

    The same inputs give the same bytes. Nothing is in `out` before all of it is written.

    Args:
        source: a dump's path or URL, or `seed`.
        out: made or, if this builder made it, replaced.
        force: write into a folder that is not empty and was not made by this builder; other files in it stay.
        progress: called with the bytes read and the bytes of the whole dump.
        inputs: the builder's own data files.

    Raises:
        RRFError: `source` is no dump, a data file is faulty, or `out` may not or cannot be written.
    """
    inputs = inputs or Inputs()
    out = out.resolve()
    _check_target(out, force)
    lexicon = load_lexicon(inputs.lexicon)
    seeds = load_seeds(lexicon, inputs.seeds)
    ledger = load_ledger(inputs.ledger)
    selection = read_source(source, lexicon, seeds, progress)
    made = candidates(selection, seeds, lexicon, reviewed_variants(ledger))
    released = release(made.claims, ledger)
    lite = lite_subset(released.claims)
    roles = read_roles(inputs.scripts)
    counts = count(selection, made, released, lite, roles, ledger)
    waiting = [claim for claim in made.claims if released.outcomes[claim.claim_id] != PASSED]
    try:
        _write(out, source, released.claims, waiting, lite, roles, counts)
    except OSError as error:
        raise _unwritable(out, error) from error
    return counts


def _unwritable(out: Path, error: OSError) -> RRFError:
    why = os.strerror(error.errno) if error.errno else error
    return RRFError(f"'{out}' cannot be written ({why}); free the disk or choose another --out")


def lite_subset(claims: Sequence[Claim]) -> frozenset[str]:
    """The claim_ids of the quick subset: 100 of each label, in the shares of rule, relation and topic.

    Claims are sorted by their stratum and taken at even distances.
    """
    chosen: set[str] = set()
    for label in LABELS:
        ranked = sorted((c for c in claims if c.label == label), key=_stratum)
        size = min(LITE_PER_LABEL, len(ranked))
        chosen |= {ranked[(2 * n + 1) * len(ranked) // (2 * size)].claim_id for n in range(size)}
    return frozenset(chosen)


def _stratum(claim: Claim) -> tuple[str, str, str, str]:
    return (claim.rule, claim.edge.relation, claim.topic, digest(f"lite|{claim.claim_id}"))


def read_roles(folder: Path) -> list[dict[str, Any]]:
    """The rows of the roles config: every script of `folder` by file name, its roles in their order."""
    paths = sorted(folder.glob("*.yaml"))
    if not paths:
        raise RRFError(f"there is no script in '{folder}'; put a cast there as NAME.yaml")
    return [row for path in paths for row in script_to_rows(load_script_file(path))]


def claim_rows(claims: Iterable[Claim], lang: str, lite: frozenset[str]) -> list[dict[str, Any]]:
    """The rows of the `en` or `zh` config."""
    return [
        {
            "claim_id": claim.claim_id,
            "claim": claim.en if lang == "en" else claim.zh,
            "label": claim.label,
            "rule": claim.rule,
            "source_claim_id": claim.source_claim_id,
            "relation": f"/r/{claim.edge.relation}",
            "edge": claim.edge.uri,
            "topic": claim.topic,
            "lite": claim.claim_id in lite,
        }
        for claim in claims
    ]


def claim_features() -> datasets.Features:
    """The columns of the `en` and `zh` configs."""
    from datasets import ClassLabel, Features, Value

    text = Value("string")
    return Features(
        claim_id=text,
        claim=text,
        label=ClassLabel(names=list(LABELS)),
        rule=ClassLabel(names=list(RULES)),
        source_claim_id=text,
        relation=text,
        edge=text,
        topic=text,
        lite=Value("bool"),
    )


def role_features() -> datasets.Features:
    """The columns of the `roles` config."""
    from datasets import ClassLabel, Features, Sequence, Value

    before = ("script", "script_title_en", "script_title_zh", "main_en", "main_zh", "main_profile_en")
    texts = {name: Value("string") for name in (*before, "main_profile_zh", "role_en", "role_zh")}
    return Features(
        **texts,
        relations=Sequence(Value("string")),
        affection=Value("int8"),
        level=ClassLabel(names=["low", "high"]),
        wiki_page=Value("string"),
        wiki_url=Value("string"),
        evidence=Value("string"),
        frequency=Value("int32"),
        tier=ClassLabel(names=["famous", "anonymised", "invented"]),
    )


def write_parquet(rows: Iterable[Mapping[str, Any]], features: datasets.Features, path: Path) -> None:
    """Write rows with their `datasets` features, so that class labels come back as such, and with the canary."""
    import pyarrow as pa
    from pyarrow import parquet

    coded = [{name: _coded(features[name], row[name]) for name in features} for row in rows]
    schema = features.arrow_schema
    table = pa.Table.from_pylist(coded, schema=schema.with_metadata({**schema.metadata, b"canary": CANARY.encode()}))
    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(table, path)


def _coded(feature: object, value: object) -> object:
    return feature.str2int(value) if hasattr(feature, "str2int") else value


def _write(
    out: Path,
    source: str,
    claims: Sequence[Claim],
    waiting: Sequence[Claim],
    lite: frozenset[str],
    roles: Sequence[Mapping[str, Any]],
    counts: Counts,
) -> None:
    name = source.rstrip("/").rpartition("/")[2]
    out.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}-"))
    try:
        for lang in ("en", "zh"):
            write_parquet(claim_rows(claims, lang, lite), claim_features(), folder / lang / "test.parquet")
        write_parquet(roles, role_features(), folder / "roles" / "test.parquet")
        (folder / "candidates.jsonl").write_text(to_json_lines(waiting), encoding="utf-8")
        (folder / "README.md").write_text(render_card(counts, name, _examples(claims)), encoding="utf-8")
        mark = {"format": FORMAT, "builder": BUILT_BY, "canary": CANARY, "source": name, "counts": asdict(counts)}
        (folder / MARK).write_text(json.dumps(mark, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        folder.chmod(0o755)
        _install(folder, out)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _examples(claims: Iterable[Claim]) -> list[dict[str, Any]]:
    """One claim of each rule for the card."""
    first: dict[str, Claim] = {}
    for claim in claims:
        first.setdefault(claim.rule, claim)
    return [{"row": (rule, first[rule].en, first[rule].zh)} for rule in RULES if rule in first]


def _check_target(out: Path, force: bool) -> None:
    if out.exists() and not out.is_dir():
        raise RRFError(f"'{out}' is a file; --out names a folder")
    try:
        if not out.is_dir() or force or not any(out.iterdir()) or _is_ours(out):
            return
    except OSError as error:
        raise _unwritable(out, error) from error
    raise RRFError(f"'{out}' is not empty and no build of this builder; choose another --out or add --force")


def _is_ours(out: Path) -> bool:
    try:
        return bool(json.loads((out / MARK).read_text(encoding="utf-8"))["builder"] == BUILT_BY)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _install(folder: Path, out: Path) -> None:
    """Put the finished `folder` in the place of `out`; files in `out` that are not the builder's stay there."""
    foreign = {path.name for path in out.iterdir()} - set(OUTPUTS) if out.is_dir() else set()
    if not foreign:
        old = folder.with_name(folder.name + "-old")
        if out.is_dir():
            out.replace(old)
        folder.replace(out)
        shutil.rmtree(old, ignore_errors=True)
        return
    for name in OUTPUTS:
        target = out / name
        if target.is_dir():
            shutil.rmtree(target)
        (folder / name).replace(target)
