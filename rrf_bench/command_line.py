"""How a command line ends: a fault in one line, Ctrl-C with what to do, no traceback for a user."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, NoReturn

from rrf_bench.errors import RRFError

if TYPE_CHECKING:
    import typer

FAULT, STOPPED = 2, 130


def run_app(app: typer.Typer, name: str, when_stopped: str) -> NoReturn:
    """Run `app` and exit: 0, the status it asks for, 2 for a user's fault, 130 for Ctrl-C.

    Args:
        app: The commands.
        name: What opens each line on standard error.
        when_stopped: What to tell after Ctrl-C.
    """
    import typer

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        # Not in its standalone mode, typer returns the status of an exit, Ctrl-C included.
        status = app(standalone_mode=False) or 0
    except (KeyboardInterrupt, typer.Abort):
        status = STOPPED
    except RRFError as error:
        sys.exit(_say(name, str(error), FAULT))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except Exception as error:
        # What typer raises for wrong options; its class has had several homes.
        if not hasattr(error, "format_message"):
            raise
        sys.exit(_say(name, error.format_message(), FAULT))
    sys.exit(_say(name, when_stopped, STOPPED) if status == STOPPED else status)


def _say(name: str, message: str, status: int) -> int:
    """One line on standard error, the name in red where it is a terminal; no line for no message."""
    if message:
        from rich.console import Console

        Console(stderr=True, highlight=False).print(f"[red]{name}:[/red]", end=" ")
        sys.stderr.write(" ".join(message.split()) + "\n")
    return status
