"""The one error that users see: a line that says what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class RRFError(Exception):
    """A fault the user can mend. The command line prints it as one line, without a traceback."""


def unknown_name(kind: str, name: str, known: Iterable[str]) -> RRFError:
    """The error for a `name` that is not among the `known` ones: near names first, else all of them."""
    names = sorted(known)
    near = get_close_matches(name.lower(), names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(names)}"
    return RRFError(f"unknown {kind} '{name}'; {hint}")


def missing_extra(package: str, extra: str) -> RRFError:
    """The error for an optional `package` that is not installed, with the pip line that installs it."""
    return RRFError(f"'{package}' is not installed; run: pip install 'rrf-bench[{extra}]'")
