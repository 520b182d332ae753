"""The score table as a terminal shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rrf_bench.report.wording import (
    NOT_MEASURED,
    SCORES,
    Notes,
    Scope,
    backbone_scope,
    interval,
    left_out,
    notices,
    number,
    scopes,
    why_not,
)

_LABEL, _COLUMN, _GAP = 14, 20, 2


def print_scores(results: Mapping[str, Any], console: Console | None = None) -> None:
    """Print the scores of a run in percent with 95% intervals: overall and by language, then by script.

    Scores are lines and scopes are columns, as many side by side as the terminal is wide (three at 80 columns).
    Reasons for what was not measured, and what an incomplete run left out, stand below.
    """
    console = console or Console()
    for mode, scores in results["modes"].items():
        _say(console, f"{results['model']['name']}, {mode} mode", "bold")
        notes = Notes()
        beside = backbone_scope(results) if mode == "factual" else []
        for block in _blocks([*scopes(scores), *beside], console.width):
            console.print(_table(block, mode, notes))
            console.print()
        for i, reason in enumerate(notes.reasons, 1):
            _say(console, f"({i}) {NOT_MEASURED}: {reason}", "dim")
    _say(console, "percent [95% interval by bootstrap over claims]; CRF balanced is 0 for a role-blind model", "dim")
    for notice in notices(results):
        _say(console, notice, "yellow")
    if not results["complete"]:
        _say(console, f"incomplete: {left_out(results)}", "yellow")


def _say(console: Console, text: str, style: str) -> None:
    """One line of plain words: nothing in it is markup, and a long one wraps."""
    console.print(Text(text.replace("…", "..."), style=style), highlight=False)


def _blocks(found: Sequence[Scope], width: int) -> Iterator[list[Scope]]:
    """The scopes that go side by side; scripts keep to themselves, and so does the backbone."""
    room = max(1, (width - _LABEL) // (_COLUMN + _GAP))
    for _, group in groupby(found, key=lambda scope: scope.kind in ("script", "backbone") and scope.kind):
        members = list(group)
        yield from (members[i : i + room] for i in range(0, len(members), room))


def _table(block: Sequence[Scope], mode: str, notes: Notes) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="bold")
    table.add_column("", width=_LABEL - _GAP, no_wrap=True)
    for scope in block:
        above = ["backbone"] if scope.kind == "backbone" else []
        header = "\n".join([*above, *wrap(scope.name or "overall", _COLUMN)])
        table.add_column(Text(header), width=_COLUMN, vertical="bottom")
    for score in SCORES:
        if any(score.key in scope.entry for scope in block):
            table.add_row(score.name, *[_cell(scope, score.key, mode, notes) for scope in block])
    table.add_row("p (balanced)", *[_p(scope.entry) for scope in block])
    table.add_row("answers", *[f"{scope.entry['n']:>5,}" for scope in block])
    return table


def _cell(scope: Scope, name: str, mode: str, notes: Notes) -> Text:
    value = scope.entry.get(name)
    if value is None:
        return Text(f"{NOT_MEASURED} ({notes.mark(why_not(name, scope, mode))})", style="dim")
    return Text.assemble(f"{number(value, '-'):>5} ", (interval(scope.entry, name, "-"), "dim"))


def _p(entry: Mapping[str, Any]) -> str:
    return "    -" if entry["p"] is None else f"{entry['p']:.3f}"
