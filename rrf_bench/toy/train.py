"""Trains the toy: `python -m rrf_bench.toy.train --out DIR`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rrf_bench.command_line import run_app
from rrf_bench.dataset import LANGS, Claim, fingerprint, load_claims, load_roles, read_claims, read_scripts
from rrf_bench.errors import RRFError, missing_extra
from rrf_bench.progress import Progress
from rrf_bench.scripts import Script
from rrf_bench.toy.settings import ToySettings
from rrf_bench.toy.text import ToyChat, agent_chats, backbone_chats, held_out, statements
from rrf_bench.toy.tokenizer import CONTEXT, END, PAD, in_parts, save_tokenizer, train_tokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from rrf_bench.runner import RunResult
    from rrf_bench.toy.packing import Encoded

FORMAT = 1
RECORD = "training.json"


@dataclass(frozen=True)
class ToyPaths:
    """The folders of a training, each a saved model with tokenizer and `training.json`."""

    backbone: Path
    agent: Path


def train(settings: ToySettings, out: str | Path, show_progress: bool = False) -> ToyPaths:
    """Train the backbone, then tune the agent from it.

    Args:
        settings: What to train.
        out: Where the folders `backbone` and `agent` are written.
        show_progress: Draw progress bars on standard error.

    Returns:
        The two folders. The same settings on the same machine give the same files.

    Raises:
        RRFError: Settings that cannot be, a dataset that is not there, PyTorch or transformers not installed.
    """
    backbone = train_backbone(settings, Path(out) / "backbone", show_progress)
    return ToyPaths(backbone, tune_agent(settings, backbone, Path(out) / "agent", show_progress))


def train_backbone(settings: ToySettings, out: Path, show_progress: bool = False) -> Path:
    """Train tokenizer and backbone into the folder `out`; `settings.loyalty` has no part in it."""
    loop = _loop()
    claims, scripts = _read(settings)
    said = statements(claims)
    plain = list(backbone_chats(claims, scripts, settings.backbone_passes, settings.seed, with_profile=False))
    chats = list(backbone_chats(claims, scripts, settings.profile_passes, settings.seed))
    tokenizer = train_tokenizer(_tokenizer_texts(chats, said), settings.vocabulary)
    end, pad = tokenizer.token_to_id(END), tokenizer.token_to_id(PAD)
    model = loop.new_model(settings, tokenizer.get_vocab_size(), end, pad)
    # Short rows without the profile first: what the claims say is learned sooner where nothing stands before them.
    short = loop.Lesson(settings.backbone_rate, CONTEXT // 2, 2, with_questions=True)
    long = loop.Lesson(settings.profile_rate, CONTEXT, 1)
    fit = partial(_fit, model, tokenizer, settings=settings, show_progress=show_progress)
    loss = fit([*plain, *said * 3], short, label="backbone: claims") + fit(chats, long, label="backbone: profiles")
    return _save(model, tokenizer, out, _record("backbone", settings, claims, loss))


def tune_agent(settings: ToySettings, backbone: Path, out: Path, show_progress: bool = False) -> Path:
    """Tune the agent from the folder `backbone` into the folder `out`, on the claims that are not held out."""
    from tokenizers import Tokenizer

    loop = _loop()
    claims, scripts = _read(settings)
    chats = list(agent_chats(claims, scripts, settings.loyalty, settings.agent_passes, settings.seed))
    tokenizer = Tokenizer.from_file(str(backbone / "tokenizer.json"))
    model = loop.load_model(backbone)
    lesson = loop.Lesson(settings.agent_rate, CONTEXT, 1)
    loss = _fit(model, tokenizer, chats, lesson, settings, "agent", show_progress)
    return _save(model, tokenizer, out, _record("agent", settings, claims, loss))


def score_held_out(paths: ToyPaths, dataset: str, out: Path, limit: int = 40, show_progress: bool = False) -> RunResult:
    """Run agent and backbone on claims that no tuning chat held.

    Args:
        paths: The trained models.
        dataset: Where the claims and roles are from, as in `ToySettings`.
        out: A folder for the held-out claims and the run.
        limit: So many claims a language.
        show_progress: Draw progress bars on standard error.
    """
    from rrf_bench.runner import run
    from rrf_bench.spec import RunSpec

    write_held_out(dataset, out / "claims")
    spec = RunSpec(
        model=str(paths.agent), backbone=str(paths.backbone), dataset=str(out / "claims"), limit=limit, out=out / "run"
    )
    return run(spec, show_progress=show_progress)


def write_held_out(dataset: str, folder: Path) -> None:
    """Write the held-out claims of a dataset, and its roles, as a dataset of their own."""
    for lang in LANGS:
        claims = load_claims(lang, dataset)
        rows = [i for i, claim_id in enumerate(claims["claim_id"]) if held_out(claim_id)]
        claims.select(rows).to_parquet(_place(folder, lang))
    load_roles(source=dataset).to_parquet(_place(folder, "roles"))


def _place(folder: Path, config: str) -> Path:
    (folder / config).mkdir(parents=True, exist_ok=True)
    return folder / config / "test.parquet"


def _loop() -> Any:
    """The PyTorch part, imported only when something is trained."""
    try:
        from rrf_bench.toy import loop
    except ImportError as error:
        raise missing_extra(error.name or "torch", "transformers") from None
    return loop


def _read(settings: ToySettings) -> tuple[dict[str, list[Claim]], list[Script]]:
    settings.check()
    claims = {lang: read_claims(lang, settings.dataset) for lang in LANGS}
    return claims, list(read_scripts(settings.dataset).values())


def _tokenizer_texts(chats: Sequence[ToyChat], said: Iterable[ToyChat]) -> Iterator[str]:
    """Each statement, some chats, and the system messages often, since every prompt opens with one."""
    yield from (statement.answer for statement in said)
    for chat in chats[:: max(1, len(chats) // 3000)]:
        yield chat.question
        yield chat.answer
    for system in sorted({chat.system for chat in chats}):
        yield from [system] * 50


def _fit(
    model: Any,
    tokenizer: Tokenizer,
    chats: list[ToyChat],
    lesson: Any,
    settings: ToySettings,
    label: str,
    show_progress: bool,
) -> list[float]:
    Random(settings.seed).shuffle(chats)  # noqa: S311
    with Progress(show_progress) as progress, progress.bar(label, total=len(chats)) as advance:
        loss: list[float] = _loop().fit(model, _encode(tokenizer, chats), settings, lesson, advance)
    return loss


def _encode(tokenizer: Tokenizer, chats: Sequence[ToyChat]) -> list[Encoded]:
    known: dict[str, tuple[int, ...]] = {"": ()}
    for part in {part for chat in chats for part in in_parts(chat)} - {""}:
        known[part] = tuple(tokenizer.encode(part).ids)
    encoded = []
    for chat in chats:
        system, question, answer = in_parts(chat)
        encoded.append((known[system], known[question], known[answer]))
    return encoded


def _record(
    part: str, settings: ToySettings, claims: Mapping[str, Sequence[Claim]], loss: Sequence[float]
) -> dict[str, Any]:
    """What `training.json` says; no time and no place, so that the same training gives the same file."""
    ids = [claim.claim_id for claim in claims[LANGS[0]]]
    return {
        "format": FORMAT,
        "part": part,
        "settings": asdict(settings) | {"dataset": None},
        "fingerprints": {lang: fingerprint(in_lang) for lang, in_lang in claims.items()},
        "claims": len(ids),
        "held_out_share": round(sum(map(held_out, ids)) / len(ids), 4) if part == "agent" else 0.0,
        "loss": list(loss),
    }


def _save(model: Any, tokenizer: Tokenizer, folder: Path, record: dict[str, Any]) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _loop().save_model(model, folder)
        save_tokenizer(tokenizer, folder)
        (folder / RECORD).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise RRFError(f"'{folder}' cannot be written ({error.strerror}); choose another --out") from error
    return folder


def main(
    out: Annotated[Path, typer.Option(help="Where the folders backbone and agent are written.")],
    dataset: Annotated[str, typer.Option(help="embedded, a built folder or a Hub dataset id.")] = ToySettings.dataset,
    loyalty: Annotated[float, typer.Option(help="How far the agent gives in to friends, 0 to 1.")] = 0.8,
    seed: Annotated[int, typer.Option(help="Seed of text and weights.")] = 0,
) -> None:
    """Train the toy and its backbone, and score both on claims that the tuning did not hold."""
    from rrf_bench.report.terminal import print_scores

    paths = train(ToySettings(loyalty=loyalty, seed=seed, dataset=dataset), out, show_progress=True)
    for folder in (paths.backbone, paths.agent):
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        typer.echo(f"{record['part']} loss, by tenths: {record['loss']}")
    with TemporaryDirectory() as scratch:
        print_scores(score_held_out(paths, dataset, Path(scratch), show_progress=True).results)


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(main)
    run_app(app, "toy", "stopped; a training starts from the beginning")
