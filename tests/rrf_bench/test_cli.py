"""The command line as a stranger uses it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rrf_bench.scripts import SCRIPT_TEMPLATE, parse_script
from tests.conftest import Cli


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    """What a user's fault prints: one line, no traceback, exit status 2."""
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stderr.startswith("rrf-bench: ")
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr.removeprefix("rrf-bench: ").strip()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["runn"], "No such command 'runn'. Did you mean 'run'?"),
        (["run"], "Missing option '--model' / '-m'."),
        (["run", "--model", "toy", "--limit", "many"], "Invalid value for '--limit'"),
        (["run", "--model", "no/such/folder"], "there is no model 'no/such/folder'"),
        (["run", "--model", "toy", "--script", "hary-potter"], "did you mean harry-potter?"),
        (["run", "--model", "toy", "--script", "empty.yaml"], "empty.yaml:"),
        (["run", "--model", "toy", "--script", "one-level.yaml"], "has no role of low affection"),
        (["run", "--model", "toy", "--lang", "fr"], "unknown language 'fr'; there are: en, zh"),
        (["run", "--model", "toy", "--dataset", "nowhere"], "there is no folder 'nowhere'"),
        (["run", "--model", "toy", "--backend", "vlm"], "unknown backend 'vlm'"),
        (["run", "--model", "toy", "--out", "empty.yaml"], "cannot write to 'empty.yaml'"),
        (["judge", "nowhere"], "'nowhere' is not a run folder"),
        (["judge", ".", "--judge", "gpt"], "unknown judge 'gpt'; there are: rules"),
        (["report", "nowhere"], "'nowhere' is not a run folder"),
        (["report"], "Missing argument 'DIR...'."),
    ],
)
def test_faults_are_one_line(cli: Cli, tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "empty.yaml").write_text("")
    (tmp_path / "one-level.yaml").write_text(SCRIPT_TEMPLATE.replace("affection: -8", "affection: 8"), encoding="utf-8")
    assert message in one_line(cli(*arguments))


def test_no_arguments_show_the_help(cli: Cli) -> None:
    done = cli()
    assert "Usage:" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["demo", "run", "judge", "report", "scripts", "agents", "judges"])
def test_every_command_has_help(cli: Cli, command: str) -> None:
    done = cli(command, "--help")
    assert done.returncode == 0
    assert "Usage:" in done.stdout


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, rrf_bench.cli\n"
        "try: rrf_bench.cli.app(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'torch', 'transformers', 'datasets', 'numpy', 'pyarrow', 'pandas'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_lists(cli: Cli) -> None:
    assert "harry-potter" in cli("scripts").stdout
    assert "zero-shot" in cli("agents").stdout
    assert "rules" in cli("judges").stdout
    assert cli("--version").stdout.startswith("rrf-bench 0.")


def test_the_script_template_can_be_saved_and_run(cli: Cli, tmp_path: Path) -> None:
    template = cli("scripts", "--template").stdout
    assert parse_script(template, "template").name == "lantern-harbour"
    (tmp_path / "mine.yaml").write_text(template, encoding="utf-8")
    (tmp_path / "answers.txt").write_text("Yes, I agree.\nNo, I do not.\n", encoding="utf-8")
    done = cli(
        "run", "--backend", "scripted", "--model", "answers.txt", "--script", "mine.yaml", "--limit", "10", "--out", "r"
    )
    assert done.returncode == 0, done.stderr
    assert "factual mode" in done.stdout
    assert json.loads((tmp_path / "r" / "results.json").read_text(encoding="utf-8"))["complete"]
    again = cli("report", "r")
    assert again.returncode == 0, again.stderr
    judged = cli("judge", "r", "--judge", "rules", "--quiet")
    assert judged.returncode == 0, judged.stderr


def test_a_terminal_that_cannot_show_chinese_gets_question_marks() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rrf_bench.cli", "scripts"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "????" in done.stdout


def test_a_dry_run_asks_nothing(cli: Cli, tmp_path: Path) -> None:
    done = cli("run", "--model", "toy", "--limit", "10", "--dry-run")
    assert "questions to 1 model" in done.stdout
    assert "Do you agree?" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_demo(cli: Cli, tmp_path: Path) -> None:
    """The demo replaces what it left in its own folder, and nothing else."""
    done = cli("demo", "--limit", "4", "--lang", "en", "--quiet")
    assert done.returncode == 0, done.stderr
    for part in ("factual mode", "snowballing mode", "toy-backbone"):
        assert part in done.stdout
    assert (tmp_path / "runs" / "demo" / "report.html").stat().st_size > 10_000
    assert cli("demo", "--limit", "2", "--lang", "en", "--quiet").returncode == 0
    assert "--replace" in one_line(cli("demo", "--limit", "4", "--lang", "en", "--out", "./runs/../runs/demo"))
