"""Progress bars on standard error, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress


class Progress:
    """A context in which `bar` draws, one line for each piece of long work."""

    def __init__(self, show: bool) -> None:
        self._rich = RichProgress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not show,
        )

    def __enter__(self) -> Progress:
        self._rich.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._rich.stop()

    @contextmanager
    def bar(self, label: str, total: int, completed: int = 0) -> Iterator[Callable[[int], None]]:
        """A bar of `total` steps; yields what to call with the number of steps taken."""
        task = self._rich.add_task(label, total=total, completed=completed)

        def advance(steps: int) -> None:
            self._rich.advance(task, steps)

        yield advance
