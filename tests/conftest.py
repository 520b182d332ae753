"""What the tests share: small real datasets, casts and models, and a command line in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

os.environ.setdefault("HF_HUB_OFFLINE", "1")
# Tests run side by side: one thread each, or they wait for one another.
os.environ.setdefault("OMP_NUM_THREADS", "1")

Cli = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """Run `rrf-bench ARGS...` in an empty folder, 80 columns wide and without colours."""

    def run(*arguments: str | Path, timeout: float = 300) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "rrf_bench.cli", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )

    return run
