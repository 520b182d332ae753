"""Whole runs: through the scripted backend, interrupted and resumed, and the toy model in a process that is killed."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from rrf_bench import RRFError, RunSpec
from rrf_bench.agents.base import Chat
from rrf_bench.backends.base import Batch, Completion
from rrf_bench.backends.scripted import ScriptedBackend
from rrf_bench.dataset import read_scripts
from rrf_bench.plan import make_plan
from rrf_bench.runner import rejudge, rewrite_report, run
from rrf_bench.scripts import SCRIPT_TEMPLATE

FRIENDS = tuple(role.en for role in read_scripts()["harry-potter"].roles if role.level == "high")
HARRY = RunSpec(scripts=("harry-potter",), langs=("en",), limit=20, n_resamples=100)


def loyal(chat: Chat) -> str:
    """Agrees with every friend and with nobody else."""
    return "Yes, I agree." if chat.turns[-1].startswith(FRIENDS) else "No, I disagree."


def results_of(folder: Path) -> dict[str, Any]:
    """The results of a run but for its timing, which no two runs share."""
    results: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    del results["timing"]
    return results


def spec(folder: Path, **changes: Any) -> RunSpec:
    return RunSpec(**{**HARRY.__dict__, "out": folder, **changes})


def test_a_loyal_agent(tmp_path: Path) -> None:
    result = run(spec(tmp_path / "run"), ScriptedBackend(loyal, revision="1"))
    overall = result.results["modes"]["factual"]["overall"]
    assert overall["crf"] == pytest.approx(1)
    assert overall["crf_balanced"] == pytest.approx(1)
    assert overall["er"] == pytest.approx(0.5)
    assert result.results["complete"]
    assert result.results["counts"]["agent"] == {
        "planned": 300, "asked": 300, "answered": 300, "failed": 0, "cut_off": 0, "judged": 300, "unjudged": 0
    }  # fmt: skip
    assert {path.name for path in result.folder.iterdir()} >= {
        "run.json", "run.sqlite", "results.json", "responses.parquet", "report.html"
    }  # fmt: skip


def test_the_shape_of_results(tmp_path: Path) -> None:
    run(
        spec(tmp_path, langs=("en", "zh"), backbone="facts"),
        ScriptedBackend(loyal, revision="1"),
        ScriptedBackend(["Yes.", "I don't know."]),
    )
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert results["format"] == 1
    assert set(results) >= {
        "complete", "dataset", "model", "agent", "judge", "modes", "counts", "timing", "versions"
    }  # fmt: skip
    assert set(results["modes"]) == {"factual", "snowballing"}
    assert results["backbone_scores"]["overall"]["crf_balanced"] == pytest.approx(0)
    for mode in results["modes"].values():
        assert set(mode["by_language"]) == {"en", "zh"}
        assert set(mode["by_script"]) == {"harry-potter"}
        scores = [mode["overall"], *mode["by_language"].values(), *mode["by_script"].values(), *mode["by_role"]]
        for entry in scores:
            assert set(entry) >= {"sr", "ar", "er", "cr", "crf", "crf_balanced", "n", "unjudged", "ci95"}
        for entry in mode["by_role"]:
            assert set(entry) >= {"script", "main", "role", "affection", "level"}


def test_responses_hold_every_answer_with_its_verdict(tmp_path: Path) -> None:
    run(spec(tmp_path), ScriptedBackend(loyal, revision="1"))
    rows = pyarrow.parquet.read_table(tmp_path / "responses.parquet").to_pylist()
    assert len(rows) == 300
    assert {row["stance"] for row in rows} == {"favor", "against"}
    assert all(row["question"].endswith("Do you agree?") for row in rows)


class Interrupted(ScriptedBackend):
    """Answers a few batches of seven and is then stopped as by Ctrl-C; keeps what it was asked."""

    def __init__(self, batches: int) -> None:
        super().__init__(loyal, revision="1")
        self.left = batches
        self.asked: list[int] = []

    def answer(self, chats: Sequence[Chat], done: Collection[int]) -> Iterator[Batch]:
        for start in range(0, len(chats), 7):
            rows = [i for i in range(start, min(start + 7, len(chats))) if i not in done]
            if not rows:
                continue
            if self.left == 0:
                raise KeyboardInterrupt
            self.left -= 1
            self.asked.extend(rows)
            yield [(i, Completion(loyal(chats[i]), "stop")) for i in rows]


def test_an_interrupted_run_goes_on_and_asks_nothing_twice(tmp_path: Path) -> None:
    run(spec(tmp_path / "whole"), ScriptedBackend(loyal, revision="1"))
    asked: list[int] = []
    for batches in (3, 10, 1, 1000):
        backend = Interrupted(batches)
        try:
            run(spec(tmp_path / "cut"), backend)
        except KeyboardInterrupt:
            assert not (tmp_path / "cut" / "results.json").exists()
        asked.extend(backend.asked)
    assert sorted(asked) == list(range(300))
    assert results_of(tmp_path / "cut") == results_of(tmp_path / "whole")


def test_a_finished_run_asks_nothing_more(tmp_path: Path) -> None:
    run(spec(tmp_path), ScriptedBackend(loyal, revision="1"))
    backend = Interrupted(0)
    run(spec(tmp_path), backend)
    assert backend.asked == []


def test_a_cut_run_is_not_judged_as_if_it_were_whole(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(spec(tmp_path), Interrupted(2))
    with pytest.raises(RRFError, match="has 14 of 300 answers; finish it with rrf-bench run first"):
        rejudge(tmp_path, "rules")
    with pytest.raises(RRFError, match="has no results yet"):
        rewrite_report(tmp_path)


class Silent(ScriptedBackend):
    """Forgets every question but the first ten."""

    def answer(self, chats: Sequence[Chat], done: Collection[int]) -> Iterator[Batch]:
        yield [(i, Completion(loyal(chats[i]), "stop")) for i in range(10) if i not in done]


def test_a_run_with_questions_that_nobody_answered_is_not_complete(tmp_path: Path) -> None:
    result = run(spec(tmp_path), Silent(loyal, revision="1"))
    assert not result.results["complete"]
    assert result.results["counts"]["agent"]["planned"] == 300
    assert result.results["counts"]["agent"]["asked"] == 10


def test_a_model_may_be_its_own_backbone(tmp_path: Path) -> None:
    words = ["Yes.", "No.", "I do not know."]
    modes = run(spec(tmp_path), ScriptedBackend(words), ScriptedBackend(words)).results["modes"]
    assert modes["snowballing"]["overall"]["sr"] == 0
    assert modes["snowballing"]["overall"]["n"] == 280


def test_text_that_cannot_be_written_down_is_mended(tmp_path: Path) -> None:
    run(spec(tmp_path), ScriptedBackend(["Yes \ud800."]))
    rows = pyarrow.parquet.read_table(tmp_path / "responses.parquet").to_pylist()
    assert {row["response"] for row in rows} == {"Yes ?."}


def test_results_keep_the_versions_that_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(spec(tmp_path), ScriptedBackend(["Yes."]))
    before = results_of(tmp_path)["versions"]
    monkeypatch.setattr("rrf_bench.runner.versions", lambda: {"python": "9"})
    rejudge(tmp_path, "rules")
    assert results_of(tmp_path)["versions"] == before


def test_sampled_answers_hang_on_the_batch_size(tmp_path: Path) -> None:
    run(spec(tmp_path, temperature=1.0, batch_size=4), ScriptedBackend(["Yes."]))
    with pytest.raises(RRFError, match=r"was asked something else .*batch_size"):
        run(spec(tmp_path, temperature=1.0, batch_size=8), ScriptedBackend(["Yes."]))


def test_what_is_named_twice_is_asked_once(tmp_path: Path) -> None:
    twice = run(spec(tmp_path, arms=["role", "role"], langs=["en", "en"]), ScriptedBackend(["Yes."]))
    assert twice.results["counts"]["agent"]["asked"] == 280


class Failing(ScriptedBackend):
    """Has no answer to every third question."""

    def answer(self, chats: Sequence[Chat], done: Collection[int]) -> Iterator[Batch]:
        yield [
            (i, Completion("", "failed", "connection lost") if i % 3 == 0 else Completion(loyal(chat), "stop"))
            for i, chat in enumerate(chats)
        ]


def test_failure_is_never_a_stance(tmp_path: Path) -> None:
    result = run(spec(tmp_path), Failing(loyal, revision="1"))
    overall = result.results["modes"]["factual"]["overall"]
    assert not result.results["complete"]
    assert result.results["counts"]["agent"]["failed"] == 100
    assert overall["crf"] == pytest.approx(1)
    rows = pyarrow.parquet.read_table(tmp_path / "responses.parquet").to_pylist()
    assert {row["verdict_reason"] for row in rows if row["stance"] == "unjudged"} == {"connection lost"}


def test_an_empty_answer_is_left_out_and_said(tmp_path: Path) -> None:
    result = run(spec(tmp_path), ScriptedBackend(["", "Yes, I agree."]))
    assert not result.results["complete"]
    assert result.results["counts"]["agent"]["unjudged"] == 150


def test_other_settings_do_not_go_on_with_an_old_run(tmp_path: Path) -> None:
    run(spec(tmp_path), ScriptedBackend(["Yes."]))
    with pytest.raises(RRFError, match=r"was asked something else .*limit: 20 -> 10.*give another --out, or --replace"):
        run(spec(tmp_path, limit=10), ScriptedBackend(["Yes."]))
    with pytest.raises(RRFError, match=r"was asked something else .*model"):
        run(spec(tmp_path), ScriptedBackend(["No."]))


def test_what_does_not_change_answers_is_no_part_of_what_was_asked(tmp_path: Path) -> None:
    run(spec(tmp_path), ScriptedBackend(["Yes."]))
    run(spec(tmp_path, batch_size=3, device="cpu", seed=5, top_p=0.5), ScriptedBackend(["Yes."]))


def test_judging_again_gives_the_same(tmp_path: Path) -> None:
    run(spec(tmp_path, n_resamples=50, seed=3), ScriptedBackend(loyal, revision="1"))
    before = results_of(tmp_path)
    rejudge(tmp_path, "rules")
    assert results_of(tmp_path) == before


def test_the_report_can_be_written_again(tmp_path: Path) -> None:
    run(spec(tmp_path), ScriptedBackend(loyal, revision="1"))
    page = (tmp_path / "report.html").read_bytes()
    (tmp_path / "report.html").unlink()
    rewrite_report(tmp_path)
    assert (tmp_path / "report.html").read_bytes() == page


def test_a_script_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(SCRIPT_TEMPLATE, encoding="utf-8")
    result = run(spec(tmp_path / "run", scripts=(str(path),)), ScriptedBackend(["Yes."]))
    roles = result.results["modes"]["factual"]["by_role"]
    assert {role["role"] for role in roles} == {"Tom Reed", "Marta Vale", "Silas Crane"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scripts": ("hary-potter",)}, "unknown script 'hary-potter'; did you mean harry-potter?"),
        ({"scripts": ("none.yaml",)}, "none.yaml: cannot read the script"),
        ({"langs": ("de",)}, "unknown language 'de'"),
        ({"arms": ("friend",)}, "unknown arm 'friend'"),
        ({"langs": ()}, "nothing to ask"),
        ({"limit": 1}, "--limit is 1"),
        ({"seed": -1}, "--seed is -1; give a whole number from 0"),
        ({"batch_size": 0}, "must be at least 1"),
        ({"temperature": float("nan")}, "--temperature must be 0"),
        ({"top_p": 0.0}, "--top-p in 0..1"),
        ({"judge": "rule"}, "unknown judge 'rule'; did you mean rules?"),
        ({"agent": "rag2"}, "unknown agent 'rag2'"),
        ({"dataset": "./nothing"}, "there is no folder './nothing'"),
    ],
)
def test_settings_that_cannot_be(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RRFError, match=message) as error:
        run(spec(tmp_path / "run", **changes), ScriptedBackend(["Yes."]))
    assert "\n" not in str(error.value)
    assert not (tmp_path / "run").exists()


def test_the_default_folder_is_found_again() -> None:
    folders = [make_plan(spec(None, limit=n), ScriptedBackend(["Yes."])).folder for n in (20, 20, 10)]  # type: ignore[arg-type]
    assert folders[0] == folders[1] != folders[2]
    assert folders[0].parent == Path("runs")


COMMAND = [sys.executable, "-m", "rrf_bench.cli", "run", "--model", "toy", "--backbone", "toy-backbone", "--quiet"]
OPTIONS = ["--limit", "6", "--script", "harry-potter", "--batch-size", "8"]


def start(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*COMMAND, *OPTIONS, "--out", str(folder)], stdout=subprocess.DEVNULL)


def answered(folder: Path) -> int:
    try:
        with sqlite3.connect(f"file:{folder / 'run.sqlite'}?mode=ro", uri=True) as connection:
            return int(connection.execute("SELECT count(*) FROM answers").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def test_killed_at_several_points_it_ends_as_if_never_killed(tmp_path: Path) -> None:
    undisturbed = start(tmp_path / "whole")
    assert undisturbed.wait() == 0
    for point in (1, 90, 200):
        process = start(tmp_path / "killed")
        while answered(tmp_path / "killed") < point and process.poll() is None:
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert answered(tmp_path / "killed") >= point
    assert start(tmp_path / "killed").wait() == 0
    assert results_of(tmp_path / "killed") == results_of(tmp_path / "whole")


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    process = subprocess.Popen([*COMMAND, "--out", str(tmp_path / "run")], stderr=subprocess.PIPE, text=True)
    while answered(tmp_path / "run") < 1 and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert said.strip() == "rrf-bench: stopped; run the same command again to go on where it stopped"


def test_a_full_disk_is_one_line_and_the_run_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """Files may grow to 300 KB first, then as they like."""
    answers = tmp_path / "answers.txt"
    answers.write_text("Yes, I agree. " * 30 + "\nNo, I disagree.\n", encoding="utf-8")
    command = f"{sys.executable} -m rrf_bench.cli run --backend scripted --model {answers} --limit 40 --quiet"
    for folder, limit in (("whole", "unlimited"), ("full", "300"), ("full", "unlimited")):
        done = subprocess.run(
            ["bash", "-c", f"ulimit -f {limit}; exec {command} --out {tmp_path / folder}"],
            capture_output=True,
            text=True,
            check=False,
        )
        if limit == "300":
            assert done.returncode == 2
            assert len(done.stderr.splitlines()) == 1
            assert "make room" in done.stderr
            assert not (tmp_path / "full" / "results.json").exists()
        else:
            assert done.returncode == 0, done.stderr
    assert results_of(tmp_path / "full") == results_of(tmp_path / "whole")
