"""The run folder: nothing lost, nothing twice, one writer, clear words for a disk that fails."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from rrf_bench import store
from rrf_bench.errors import RRFError
from rrf_bench.store import RunRecord, StoredAnswer, StoredVerdict

RECORD = RunRecord(
    dataset={"source": "embedded", "fingerprints": {"en": "0"}},
    scripts={"s": "1"},
    langs=["en"],
    arms=["role"],
    agent={"name": "zero-shot", "version": "1"},
    model={"name": "m", "revision": "2"},
    backbone=None,
    generation={"max_new_tokens": 64},
    limit=None,
    lite=False,
    judge="rules",
)
CLAIM = {
    "lang": "en",
    "claim_id": "c1",
    "claim": "fish swim",
    "label": "factual",
    "rule": "none",
    "source_claim_id": None,
    "relation": "/r/CapableOf",
    "topic": "animals",
}
ROLE = {
    "script": "s",
    "role_id": "tom",
    "main_en": "Ines",
    "main_zh": "",
    "role_en": "Tom",
    "role_zh": "",
    "affection": 7,
    "level": "high",
    "frequency": None,
}


def answer(item: str, finish: str = "stop") -> StoredAnswer:
    return StoredAnswer(item, "agent", "en", "s", "role", "tom", "c1", "Tom: ...?", "Yes.", finish, "")


def test_answers_and_verdicts_come_back(tmp_path: Path) -> None:
    with store.create(tmp_path / "run", RECORD) as run:
        run.add_plan([CLAIM], [ROLE])
        run.add_answers([answer("a"), answer("b")])
        run.add_answers([answer("a")])
        assert run.answered() == {"a", "b"}
        assert [row["item_id"] for row in run.unjudged("rules@1")] == ["a", "b"]
        run.add_verdicts([StoredVerdict("a", "rules@1", "favor", 0.9, "yes")])
        assert [row["item_id"] for row in run.unjudged("rules@1")] == ["b"]
    with store.reopen(tmp_path / "run") as (record, run):
        assert record == RECORD
        assert [(row["item_id"], row["stance"], row["level"]) for row in run.judged("rules@1")] == [
            ("a", "favor", "high"),
            ("b", None, "high"),
        ]
        assert [row["stance"] for row in run.judged("rules@2")] == [None, None]


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from rrf_bench import store\n"
        "from rrf_bench.errors import RRFError\n"
        "try:\n"
        "    with store.reopen(Path(sys.argv[1])): print('open')\n"
        "except RRFError as error: print(error)\n"
    )
    with store.create(tmp_path / "run", RECORD):
        done = subprocess.run(
            [sys.executable, "-c", code, tmp_path / "run"], capture_output=True, text=True, check=True
        )
    assert "another process is writing" in done.stdout


def test_a_lock_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "run" / ".lock").mkdir(parents=True)
    with pytest.raises(RRFError, match=r"cannot write to '.*run'"), store.create(tmp_path / "run", RECORD):
        pass


def test_other_settings_are_refused_and_named(tmp_path: Path) -> None:
    with store.create(tmp_path, RECORD):
        pass
    changed = RECORD.model_copy(update={"limit": 10, "langs": ["zh"]})
    with (
        pytest.raises(RRFError, match=r'langs: \["en"\] -> \["zh"\]; limit: null -> 10'),
        store.create(tmp_path, changed),
    ):
        pass


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{}", "has format None, this version reads 1"),
        ('{"format": 9}', "has format 9, this version reads 1"),
        ("not json", "cannot be read"),
        ('{"format": 1}', "cannot be read"),
    ],
)
def test_a_record_that_is_not_ours(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / store.RECORD).write_text(content)
    with pytest.raises(RRFError, match=message) as error:
        store.read_record(tmp_path)
    assert "\n" not in str(error.value)


def test_a_database_of_another_format_is_refused(tmp_path: Path) -> None:
    with store.create(tmp_path, RECORD) as run:
        run.set_meta("format", "99")
    with pytest.raises(RRFError, match="has format 99"), store.reopen(tmp_path):
        pass


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("...")
    with pytest.raises(RRFError, match="is not empty and not a run folder"), store.create(tmp_path, RECORD):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_no_run_folder_and_no_results_yet(tmp_path: Path) -> None:
    with pytest.raises(RRFError, match=r"is not a run folder: run.json is missing"):
        store.read_results(tmp_path)
    with store.create(tmp_path, RECORD):
        pass
    with pytest.raises(RRFError, match="has no results yet; run the same"):
        store.read_results(tmp_path)


def test_a_full_database_is_one_line_and_keeps_what_was_written(tmp_path: Path) -> None:
    with store.create(tmp_path, RECORD) as run:
        run.add_answers([answer("a")])
        run._db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(RRFError, match=r"database or disk is full\); make room .* what was answered is kept"):
            run.add_answers([answer(f"{i:05d}") for i in range(5000)])
    with store.reopen(tmp_path) as (_, run):
        assert run.answered() == {"a"}


def test_a_kill_before_the_first_file_was_whole_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / ".run.json.part").write_text('{"form')
    with store.create(tmp_path, RECORD) as run:
        assert run.answered() == set()


def test_what_a_model_is_called_does_not_matter(tmp_path: Path) -> None:
    with store.create(tmp_path, RECORD):
        pass
    moved = {"model": {"name": "./elsewhere/m", "revision": "2"}, "dataset": {**RECORD.dataset, "source": "copy"}}
    with store.create(tmp_path, RECORD.model_copy(update=moved)):
        pass
    other = RECORD.model_copy(update={"model": {"name": "m", "revision": "3"}})
    with pytest.raises(RRFError, match=r"model: m \(2\) -> m \(3\)"), store.create(tmp_path, other):
        pass


@pytest.mark.parametrize("change", [{"agent": {"name": "rag", "version": "1"}}, {"scripts": {"s": "1", "name": "2"}}])
def test_names_that_no_revision_stands_for_do_matter(tmp_path: Path, change: dict[str, object]) -> None:
    with store.create(tmp_path, RECORD):
        pass
    with pytest.raises(RRFError, match=next(iter(change))), store.create(tmp_path, RECORD.model_copy(update=change)):
        pass


def test_replace_throws_a_run_of_other_settings_away(tmp_path: Path) -> None:
    with store.create(tmp_path, RECORD) as run:
        run.add_answers([answer("a")])
    with store.create(tmp_path, RECORD, replace=True) as run:
        assert run.answered() == {"a"}
    with store.create(tmp_path, RECORD.model_copy(update={"limit": 4}), replace=True) as run:
        assert run.answered() == set()


@pytest.mark.parametrize(
    ("content", "message"),
    [("{", "cannot be read"), ("[]", "cannot be read"), ('{"format": 2}', "it has format 2, this version reads 1")],
)
def test_results_that_are_not_ours(tmp_path: Path, content: str, message: str) -> None:
    with store.create(tmp_path, RECORD):
        (tmp_path / store.RESULTS).write_text(content)
    with pytest.raises(RRFError, match=message) as error:
        store.read_results(tmp_path)
    assert "\n" not in str(error.value)


def test_a_folder_without_answers_cannot_be_judged(tmp_path: Path) -> None:
    (tmp_path / store.RECORD).write_text(RECORD.model_dump_json())
    with pytest.raises(RRFError, match="has no answers yet"), store.reopen(tmp_path):
        pass
    assert not (tmp_path / store.DATABASE).exists()


def test_a_broken_database_is_one_line(tmp_path: Path) -> None:
    with store.create(tmp_path, RECORD):
        pass
    for path in tmp_path.glob("run.sqlite*"):
        path.unlink()
    (tmp_path / store.DATABASE).write_text("this is no database, " * 100)
    with pytest.raises(RRFError, match=r"is damaged \(file is not a database\)"), store.reopen(tmp_path):
        pass


def test_write_whole_leaves_the_old_file_when_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = store.write_whole(tmp_path / "results.json", b"old")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        store.write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_database_is_in_wal_mode(tmp_path: Path) -> None:
    with store.create(tmp_path, RECORD):
        connection = sqlite3.connect(tmp_path / store.DATABASE)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        connection.close()
