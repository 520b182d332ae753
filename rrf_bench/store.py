"""The run folder: what was asked, every answer and verdict the moment it comes, and what was made of them."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import filelock
from pydantic import BaseModel, ConfigDict, ValidationError

from rrf_bench.errors import RRFError

FORMAT = 1
RECORD, DATABASE, RESULTS, RESPONSES, REPORT = (
    "run.json",
    "run.sqlite",
    "results.json",
    "responses.parquet",
    "report.html",
)

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS claims (
    lang TEXT, claim_id TEXT, claim TEXT NOT NULL, label TEXT NOT NULL, rule TEXT NOT NULL,
    source_claim_id TEXT, relation TEXT NOT NULL, topic TEXT NOT NULL, PRIMARY KEY (lang, claim_id));
CREATE TABLE IF NOT EXISTS roles (
    script TEXT, role_id TEXT, main_en TEXT, main_zh TEXT, role_en TEXT, role_zh TEXT,
    affection INTEGER, level TEXT, frequency INTEGER, PRIMARY KEY (script, role_id));
CREATE TABLE IF NOT EXISTS answers (
    item_id TEXT PRIMARY KEY, subject TEXT NOT NULL, lang TEXT NOT NULL, script TEXT NOT NULL, arm TEXT NOT NULL,
    role_id TEXT NOT NULL, claim_id TEXT NOT NULL, question TEXT NOT NULL, response TEXT NOT NULL,
    finish TEXT NOT NULL, reason TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS verdicts (
    item_id TEXT, judge TEXT, stance TEXT NOT NULL, confidence REAL, reason TEXT NOT NULL,
    PRIMARY KEY (item_id, judge)) WITHOUT ROWID;
"""

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_PINNED = ("dataset", "model", "backbone")
_NAMES = ("name", "adapter", "source")


class RunRecord(BaseModel):
    """What was asked: the content of `run.json`. Two runs with equal records ask the same items."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int = FORMAT
    dataset: dict[str, Any]
    scripts: dict[str, str]
    langs: list[str]
    arms: list[str]
    agent: dict[str, str]
    model: dict[str, str | None]
    backbone: dict[str, str | None] | None
    generation: dict[str, float | int]
    limit: int | None
    lite: bool
    judge: str

    def differences(self, other: RunRecord) -> list[str]:
        """The settings in which the two differ, as `name: mine -> other's`.

        What a model or a dataset is called does not matter, only its revision or fingerprint.
        """
        mine, theirs = self.model_dump(), other.model_dump()
        return [
            f"{name}: {_shown(mine[name])} -> {_shown(theirs[name])}"
            for name in mine
            if (pinned(mine[name]) != pinned(theirs[name]) if name in _PINNED else mine[name] != theirs[name])
        ]


def pinned(value: dict[str, Any] | None) -> dict[str, Any] | None:
    """A model or dataset without the names that its revision or fingerprint stands for."""
    return value and {k: v for k, v in value.items() if k not in _NAMES}


def _shown(value: Any) -> str:
    """A setting as a message shows it: a model by its name and revision, others as they are."""
    if isinstance(value, dict) and "revision" in value:
        return f"{value['name']} ({value['revision']})"
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class StoredAnswer:
    """One answered question; `finish` is `stop`, `length` or `failed` (then `reason` says why)."""

    item_id: str
    subject: str
    lang: str
    script: str
    arm: str
    role_id: str
    claim_id: str
    question: str
    response: str
    finish: str
    reason: str


@dataclass(frozen=True)
class StoredVerdict:
    """One judge's verdict on one answer."""

    item_id: str
    judge: str
    stance: str
    confidence: float | None
    reason: str


class RunStore:
    """A run folder open for its one writer."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self.folder = folder
        self._db = connection

    def add_plan(self, claims: Iterable[dict[str, Any]], roles: Iterable[dict[str, Any]]) -> None:
        """Keep the claims and roles that are asked, so that the folder can be read without the dataset."""
        with _faults(self.folder), self._db:
            self._insert("claims", claims)
            self._insert("roles", roles)

    def add_answers(self, answers: Iterable[StoredAnswer]) -> None:
        """Write answers, all or none of them."""
        with _faults(self.folder), self._db:
            self._insert("answers", map(asdict, answers))

    def add_verdicts(self, verdicts: Iterable[StoredVerdict]) -> None:
        """Write verdicts, all or none of them."""
        with _faults(self.folder), self._db:
            self._insert("verdicts", map(asdict, verdicts))

    def _insert(self, table: str, rows: Iterable[dict[str, Any]]) -> None:
        listed = list(rows)
        if listed:
            names, marks = ", ".join(listed[0]), ", ".join(f":{name}" for name in listed[0])
            sql = f"INSERT INTO {table} ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING"  # noqa: S608 (own names)
            self._db.executemany(sql, listed)

    def _rows(self, sql: str, *values: str) -> list[sqlite3.Row]:
        with _faults(self.folder):
            return self._db.execute(sql, values).fetchall()

    def answered(self) -> set[str]:
        """The ids of all items that have an answer, a failed one included."""
        return {row["item_id"] for row in self._rows("SELECT item_id FROM answers")}

    def unjudged(self, judge: str) -> list[sqlite3.Row]:
        """The answers (with `claim`) that `judge` has not read yet."""
        return self._rows(
            """SELECT a.item_id, a.lang, a.response, a.finish, a.reason, c.claim FROM answers a
               JOIN claims c USING (lang, claim_id)
               WHERE NOT EXISTS (SELECT 1 FROM verdicts v WHERE v.item_id = a.item_id AND v.judge = ?)
               ORDER BY a.item_id""",
            judge,
        )

    def judged(self, judge: str) -> list[dict[str, Any]]:
        """Every answer with its claim, role and verdict, in a fixed order; stance NULL where there is none."""
        rows = self._rows(
            """SELECT a.*, c.claim, c.label, c.rule, c.source_claim_id, c.relation, c.topic,
                      r.main_en, r.main_zh, r.role_en, r.role_zh, r.affection, r.level, r.frequency,
                      v.stance, v.confidence, v.reason AS verdict_reason
               FROM answers a JOIN claims c USING (lang, claim_id) JOIN roles r USING (script, role_id)
               LEFT JOIN verdicts v ON v.item_id = a.item_id AND v.judge = ?
               ORDER BY a.subject, a.lang, a.script, a.arm, a.role_id, a.claim_id""",
            judge,
        )
        return [dict(row) for row in rows]

    def meta(self, key: str, default: str = "") -> str:
        """A note about the run, `default` where there is none."""
        rows = self._rows("SELECT value FROM meta WHERE key = ?", key)
        return str(rows[0]["value"]) if rows else default

    def set_meta(self, key: str, value: str) -> None:
        """Keep a note about the run."""
        with _faults(self.folder), self._db:
            self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file of the folder whole: to a temporary one, then renamed."""
        data = content.encode() if isinstance(content, str) else content
        with _faults(self.folder):
            return write_whole(self.folder / name, data)


def write_whole(path: Path, data: bytes) -> Path:
    """Write `data` so that `path` never holds a part of it."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return path


def read_record(folder: Path) -> RunRecord:
    """The record of a run folder; RRFError where there is none or its format is not ours."""
    path = folder / RECORD
    if not path.is_file():
        raise RRFError(
            f"'{folder}' is not a run folder: {RECORD} is missing; make one with rrf-bench run --out {folder}"
        )
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(content, dict) and content.get("format") != FORMAT:
            raise RRFError(f"'{path}' has format {content.get('format')}, this version reads {FORMAT}; start a new run")
        return RunRecord.model_validate(content)
    except (ValueError, ValidationError) as error:
        raise RRFError(f"'{path}' cannot be read ({str(error).splitlines()[0]}); start a new run") from None


def read_results(folder: Path) -> dict[str, Any]:
    """The `results.json` of a run folder; RRFError where the run is not that far, or its format is not ours."""
    read_record(folder)
    path = folder / RESULTS
    if not path.is_file():
        raise RRFError(f"'{folder}' has no results yet; run the same rrf-bench run command again to go on")
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if content.get("format") == FORMAT:
            return content
        reason = f"it has format {content.get('format')}, this version reads {FORMAT}"
    except (ValueError, AttributeError) as error:
        reason = str(error)
    raise RRFError(f"'{path}' cannot be read ({reason}); write it again with rrf-bench judge {folder}")


@contextmanager
def create(folder: Path, record: RunRecord, replace: bool = False) -> Iterator[RunStore]:
    """Open `folder` to run `record`: a new folder, or one that was asked the same before.

    A run of other settings is refused, or thrown away with `replace`. A folder with other things in it is refused.
    """
    with _faults(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if not (folder / RECORD).exists() and any(not path.name.startswith(".") for path in folder.iterdir()):
        raise RRFError(f"'{folder}' is not empty and not a run folder; give another --out")
    with _locked(folder):
        _take(folder, record, replace)
        with _connected(folder) as store:
            yield store


def _take(folder: Path, record: RunRecord, replace: bool) -> None:
    """Make the folder that of `record`, unless it is already."""
    if (folder / RECORD).exists():
        differences = read_record(folder).differences(record)
        if not differences:
            return
        if not replace:
            what = "; ".join(differences)
            raise RRFError(f"'{folder}' was asked something else ({what}); give another --out, or --replace that run")
        for name in (RECORD, RESULTS, RESPONSES, REPORT, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"):
            (folder / name).unlink(missing_ok=True)
    with _faults(folder):
        write_whole(folder / RECORD, (record.model_dump_json(indent=2) + "\n").encode())


@contextmanager
def reopen(folder: Path) -> Iterator[tuple[RunRecord, RunStore]]:
    """Open a run folder that exists and has answers."""
    record = read_record(folder)
    if not (folder / DATABASE).is_file():
        raise RRFError(f"'{folder}' has no answers yet; run the same rrf-bench run command again to go on")
    with _locked(folder), _connected(folder) as store:
        yield record, store


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    lock = filelock.FileLock(folder / ".lock", timeout=0)
    with _faults(folder):
        try:
            lock.acquire()
        except filelock.Timeout:
            raise RRFError(f"another process is writing to '{folder}'; wait for it, or give another --out") from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _connected(folder: Path) -> Iterator[RunStore]:
    with _faults(folder):
        connection = sqlite3.connect(folder / DATABASE)
    try:
        with _faults(folder):
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.executescript(_SCHEMA)
        store = RunStore(folder, connection)
        if store.meta("format", str(FORMAT)) != str(FORMAT):
            raise RRFError(f"'{folder / DATABASE}' has format {store.meta('format')}, this version reads {FORMAT}")
        store.set_meta("format", str(FORMAT))
        yield store
    finally:
        connection.close()


@contextmanager
def _faults(folder: Path) -> Iterator[None]:
    """A disk that is full or cannot be written to, or a damaged database, told in one line."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise RRFError(
            f"cannot write to '{folder}' ({error}); make room or mend the disk and run the same command again: "
            "what was answered is kept"
        ) from None
    except sqlite3.DatabaseError as error:
        raise RRFError(f"'{folder / DATABASE}' is damaged ({error}); give another --out to start again") from None
    except OSError as error:
        remedy = "make room, or give another --out" if error.errno in _NO_ROOM else "give another --out"
        raise RRFError(f"cannot write to '{folder}' ({error.strerror or error}); {remedy}") from None


def responses_table(rows: Sequence[dict[str, Any]]) -> bytes:
    """Every answer with its verdict as the bytes of a Parquet file, a row an item."""
    import io

    import pyarrow
    import pyarrow.parquet

    table = pyarrow.Table.from_pylist(list(rows))
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()
