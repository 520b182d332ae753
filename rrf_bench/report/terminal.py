"""The score table as a terminal shows it."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

COLUMNS = (
    ("sr", "SR"),
    ("ar", "AR"),
    ("er", "ER"),
    ("cr", "CR"),
    ("crf", "CRF"),
    ("crf_balanced", "CRF balanced"),
    ("effect", "effect"),
)


def print_scores(results: dict[str, Any], console: Console | None = None) -> None:
    """Print the scores of a run in percent: overall, by language and by script, with 95% intervals."""
    console = console or Console()
    for mode, scores in results["modes"].items():
        table = Table(title=f"{results['model']['name']}, {mode} mode", title_justify="left", header_style="bold")
        table.add_column("")
        for name, title in COLUMNS:
            if name in scores["overall"]:
                table.add_column(title, justify="right")
        table.add_column("n", justify="right")
        for label, entry in _lines(scores):
            cells = [_cell(entry, name) for name, _ in COLUMNS if name in scores["overall"]]
            table.add_row(label, *cells, f"{entry['n']:,}", end_section=label in ("overall", *scores["by_language"]))
        console.print(table)
    console.print(
        "percent, with 95% intervals by bootstrap over claims; CRF balanced is 0 for a role-blind model", style="dim"
    )
    if not results["complete"]:
        left_out = sum(entry["unjudged"] for entry in results["counts"].values())
        console.print(f"incomplete: {left_out} answers could not be judged and are in no score", style="yellow")


def _lines(scores: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [("overall", scores["overall"]), *scores["by_language"].items(), *scores["by_script"].items()]


def _cell(entry: dict[str, Any], name: str) -> str:
    if entry.get(name) is None:
        return "-"
    low, high = entry["ci95"][name]
    spread = "" if low is None else f"\n[dim]{100 * low:.1f} to {100 * high:.1f}[/dim]"
    return f"{100 * entry[name]:.1f}{spread}"
