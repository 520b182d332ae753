"""What the README says, this runs."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from pathlib import Path

import pytest
import typer.main

from builder.__main__ import app as builder_app
from rrf_bench.cli import app
from rrf_bench.dataset import read_claims
from tests.conftest import Cli

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "docs/method.md", "metric/README.md")
NUMBER = re.compile(r"-?\d+\.\d+")


def test_python_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert outcome.attempted >= 10
    assert outcome.failed == 0


def commands() -> list[list[str]]:
    """Every `rrf-bench ...` and `python -m builder ...` line of a shell block, in words."""
    found = []
    for name in DOCUMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        for block in re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL):
            lines = [line.partition("#")[0].partition(">")[0].split() for line in block.splitlines()]
            found += [words for words in lines if "rrf-bench" in words or "builder" in words]
    return found


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_documented_commands_and_options_exist(words: list[str]) -> None:
    application, name = (app, "rrf-bench") if "rrf-bench" in words else (builder_app, "builder")
    command = typer.main.get_command(application)
    rest = words[words.index(name) + 1 :]
    while getattr(command, "commands", None) and rest:
        command = command.commands[rest.pop(0)]  # type: ignore[attr-defined]
    options = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in rest if word.startswith("--")} <= options


def test_every_command_is_documented() -> None:
    names = [command.callback.__name__ for command in app.registered_commands if command.callback]
    missing = [name for name in names if name not in README]
    assert missing == []


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    named = {target for name in DOCUMENTS for target in re.findall(r"make ([a-z]+)", (ROOT / name).read_text("utf-8"))}
    assert {"demo", "test", "check", "dataset"} <= named & targets


def test_links_lead_somewhere() -> None:
    for name in DOCUMENTS:
        folder = (ROOT / name).parent
        for link in re.findall(r"\]\((?!http)([^)#]+)", (ROOT / name).read_text(encoding="utf-8")):
            assert (folder / link).exists(), f"{name}: {link}"


def test_the_demo_prints_what_the_readme_shows(cli: Cli) -> None:
    """The same lines; numbers may differ by three points, since processors round differently."""
    shown = re.findall(r"<!-- demo.*?-->\n```\n(.*?)```", README, flags=re.DOTALL)[0]
    done = cli("demo", "--quiet", timeout=600)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines() if line.strip()]
    for line in filter(str.strip, shown.splitlines()):
        same = [words for words in lines if NUMBER.sub("#", " ".join(words)) == NUMBER.sub("#", " ".join(line.split()))]
        numbers = [float(n) for n in NUMBER.findall(line)]
        assert any(
            [float(n) for n in NUMBER.findall(" ".join(words))] == pytest.approx(numbers, abs=3) for words in same
        ), line


def test_the_counts_of_claims_are_those_of_the_dataset() -> None:
    labels = Counter(claim.label for claim in read_claims("en"))
    said = re.findall(r"(\d+) claims, each in English and Chinese \((\d+) factual, (\d+) ridiculous, each made", README)
    assert said == [(str(labels.total()), str(labels["factual"]), str(labels["ridiculous"]))]
