"""The report of a run: a page for people (`render_report`) and a table for the terminal (`terminal.print_scores`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def render_report(results: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """The report as one HTML page that loads nothing from elsewhere; the same input gives the same bytes.

    Args:
        results: The content of `results.json` (design, section 8).
        rows: The answers with their verdicts (`RunStore.judged`); names and example answers are taken from them.

    Returns:
        The whole page. Every text that came from data is escaped.
    """
    from rrf_bench.report.page import render

    return render(results, rows)
