"""The report of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def render_report(results: dict[str, Any], rows: Sequence[dict[str, Any]]) -> str:
    return ""
