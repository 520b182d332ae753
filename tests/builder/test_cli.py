from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def builder(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "builder", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def test_build_ends_with_its_table(tmp_path: Path) -> None:
    dump = tmp_path / "dump.tsv"
    dump.write_text("IsA\tdog\tanimal\nIsA\tdog\n\0\nRelatedTo\tdog\tcat\n", encoding="utf-8")
    done = builder("build", "--conceptnet", dump, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    for text in ("4 rows read, 1 kept", "relation not used", "malformed: NUL byte (line 3", "Released claims"):
        assert text in done.stdout
    assert done.stdout.rstrip().splitlines()[-1].startswith("└")
    assert f"scripts -> {tmp_path / 'out'}\n" in done.stdout


def test_full_disk_is_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    command = f"ulimit -f 4; exec {sys.executable} -m builder build --conceptnet seed --out {tmp_path / 'out'}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert "cannot be written (File too large); free the disk or choose another --out" in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["build", "--conceptnet", "none.csv", "--out", "unused"], "builder: 'none.csv' is no file; expected"),
        (["build", "--conceptnet", "pyproject.toml", "--out", "unused"], "builder: 'pyproject.toml' is no ConceptNet"),
        (["review", "import", "none.csv", "--by", "a", "--kind", "model"], "builder: 'none.csv' cannot be read"),
    ],
)
def test_a_users_fault_is_one_line(arguments: list[str], problem: str) -> None:
    done = builder(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith(problem)
    assert done.stderr.count("\n") == 1
    assert not (ROOT / "unused").exists()


@pytest.mark.parametrize("command", [[], ["build"], ["candidates"], ["review"], ["review", "import"]])
def test_help(command: list[str]) -> None:
    done = builder(*command, "--help")
    assert done.returncode == 0
    assert "Usage: python -m builder" in done.stdout


def test_candidates_export_and_status(tmp_path: Path) -> None:
    done = builder("candidates", "--out", tmp_path / "candidates.jsonl")
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "candidates.jsonl").read_text(encoding="utf-8").splitlines()) > 600
    assert builder("review", "export", "--by", "reader-new", "--out", tmp_path / "claims.csv").returncode == 0
    assert (tmp_path / "claims.csv").read_text(encoding="utf-8-sig").startswith("claim_id,en,zh,truth_en")
    status = builder("review", "status")
    assert status.returncode == 0, status.stderr
    assert "Review:" in status.stdout


def test_ctrl_c_is_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    """Stopped while it waits for a server that accepts and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/dump.csv.gz"
        command = [sys.executable, "-m", "builder", "build", "--conceptnet", url, "--out", str(tmp_path / "out")]
        process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
        server.settimeout(60)
        connection, _ = server.accept()
        with connection:
            process.send_signal(signal.SIGINT)
            stderr = process.communicate(timeout=60)[1]
    assert (process.returncode, stderr) == (130, "builder: stopped; nothing was written\n")
    assert list(tmp_path.iterdir()) == []
