"""The builder's command line: `python -m builder`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rrf_bench.command_line import run_app
from rrf_bench.errors import RRFError

if TYPE_CHECKING:
    from builder.edges import Progress

app = typer.Typer(
    name="python -m builder",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Build the rrf-bench dataset from ConceptNet.",
)
review = typer.Typer(no_args_is_help=True, help="The review ledger: out to a reader, back in, and how it stands.")
app.add_typer(review, name="review")

Source = Annotated[
    str,
    typer.Option(
        help="ConceptNet's assertion file, a file of relation<TAB>start<TAB>end, the URL of either, or 'seed'."
    ),
]
By = Annotated[str, typer.Option(help="The reviewer's name; 'author' for the author of the claims.")]


class Kind(str, Enum):
    """Who reviews."""

    model = "model"
    human = "human"


@app.command()
def build(
    conceptnet: Source,
    out: Annotated[Path, typer.Option(help="The folder of the dataset.")],
    force: Annotated[bool, typer.Option("--force", help="Write into a folder that something else is in.")] = False,
) -> None:
    """Build the dataset: edges, claims, review, Parquet files, card."""
    from rich.console import Console

    from builder.build import build as build_folder
    from builder.tables import print_build

    with _reading(conceptnet) as progress:
        counts = build_folder(conceptnet, out, force, progress)
    print_build(Console(), counts, out)


@app.command()
def candidates(out: Annotated[Path, typer.Option(help="The file to write.")], conceptnet: Source = "seed") -> None:
    """Write every claim that the edges make, reviewed or not, as JSON lines."""
    from builder.candidates_file import write_candidates
    from builder.review import load_ledger, reviewed_variants

    typer.echo(write_candidates(conceptnet, out, reviewed_variants(load_ledger())))


@review.command("export")
def export(
    by: By, out: Annotated[Path, typer.Option(help="The CSV file to write.")], conceptnet: Source = "seed"
) -> None:
    """Write the claims that a reviewer has still to see, without their labels and in shuffled order."""
    from builder.candidates_file import make_candidates
    from builder.review import load_ledger, reviewed_variants
    from builder.review_csv import export_csv

    ledger = load_ledger()
    text = export_csv(make_candidates(conceptnet, reviewed_variants(ledger)).claims, ledger, by)
    _write_text(out, text)
    typer.echo(f"{text.count(chr(10)) - 1} claims for {by} -> {out}")


@review.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A filled file of 'review export'.")],
    by: By,
    kind: Annotated[Kind, typer.Option(help="Whether the reviewer is a language model or a person.")],
    conceptnet: Source = "seed",
) -> None:
    """Take a filled file into the ledger."""
    from builder.candidates_file import make_candidates
    from builder.review import load_ledger, reviewed_variants, save_ledger
    from builder.review_csv import import_csv

    ledger = load_ledger()
    claims = make_candidates(conceptnet, reviewed_variants(ledger)).claims
    entries, count = import_csv(file, claims, ledger, by, kind.value)
    save_ledger(entries)
    typer.echo(f"{count} reviews by {by} taken in; the ledger has {len(entries)} claims")


@review.command()
def status(conceptnet: Source = "seed") -> None:
    """Show what passed, what was rejected and why, and how far the readers agree."""
    from rich.console import Console

    from builder.candidates_file import make_candidates
    from builder.review import agreements, load_ledger, reviewed_variants
    from builder.tables import print_status

    ledger = load_ledger()
    claims = make_candidates(conceptnet, reviewed_variants(ledger)).claims
    print_status(Console(), claims, ledger, agreements(ledger))


def _write_text(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8-sig")
    except OSError as error:
        raise RRFError(f"'{path}' cannot be written ({error.strerror}); choose another --out") from error


@contextmanager
def _reading(source: str) -> Iterator[Progress]:
    """A progress bar on stderr over the bytes of the dump."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(f"reading {source.rpartition('/')[2]}", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)


def main() -> None:
    """Run the command line; a user's fault is one line and exit status 2, Ctrl-C is 130."""
    run_app(app, "builder", "stopped; nothing was written")


if __name__ == "__main__":
    main()
