"""The run: ask what is planned, judge the answers, score, write the folder."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rrf_bench import store
from rrf_bench.backends import Backend
from rrf_bench.backends.base import Completion
from rrf_bench.errors import RRFError
from rrf_bench.judges import load_judge
from rrf_bench.judges.base import Answer, Judge, Verdict
from rrf_bench.plan import Plan, make_plan
from rrf_bench.progress import Progress
from rrf_bench.questions import Question, question_key
from rrf_bench.scores import score, score_backbone
from rrf_bench.scripts import Script
from rrf_bench.spec import RunSpec
from rrf_bench.stance import UNJUDGED
from rrf_bench.store import RunRecord, RunStore, StoredAnswer, StoredVerdict

_JUDGED_TOGETHER = 1000


@dataclass(frozen=True)
class RunResult:
    """A finished run: its folder and the content of its `results.json`."""

    folder: Path
    results: dict[str, Any]

    @property
    def report(self) -> Path:
        """The report page."""
        return self.folder / store.REPORT


def run(
    spec: RunSpec, backend: Backend | None = None, backbone: Backend | None = None, show_progress: bool = False
) -> RunResult:
    """Run the benchmark, or go on where the same run stopped.

    Args:
        spec: What to ask.
        backend: A backend made by the caller, in place of the one that `spec` names.
        backbone: The same for the backbone.
        show_progress: Draw progress bars on standard error.

    Returns:
        The run folder and its results.

    Raises:
        RRFError: Settings that cannot be, a model that cannot be loaded, a folder that holds another run.
    """
    judge = load_judge(spec.judge)
    plan = make_plan(spec, backend, backbone)
    with store.create(plan.folder, plan.record, spec.replace) as run_store, Progress(show_progress) as progress:
        asked = plan.questions()
        _write_plan(plan, len(asked), spec, run_store)
        for subject, answering in plan.backends.items():
            with _timed(run_store, subject):
                _ask(plan, asked, subject, answering, run_store, progress)
        with _timed(run_store, "judge"):
            judge_answers(judge, run_store, progress)
        return finish(plan.record, judge, run_store)


def rejudge(folder: str | Path, judge_name: str, show_progress: bool = False) -> RunResult:
    """Judge the stored answers of a run by another judge, and score again; former verdicts are kept."""
    judge = load_judge(judge_name)
    with store.reopen(Path(folder)) as (record, run_store), Progress(show_progress) as progress:
        planned, answered = sum(_planned(run_store).values()), len(run_store.answered())
        if not planned or answered < planned:
            raise RRFError(f"'{folder}' has {answered} of {planned} answers; finish it with rrf-bench run first")
        with _timed(run_store, "judge"):
            judge_answers(judge, run_store, progress)
        return finish(record, judge, run_store)


def rewrite_report(folder: str | Path) -> RunResult:
    """Write the report of a finished run again from its stored answers and results."""
    from rrf_bench.report import render_report

    results = store.read_results(Path(folder))
    with store.reopen(Path(folder)) as (_, run_store):
        rows = run_store.judged(f"{results['judge']['name']}@{results['judge']['version']}")
        run_store.write(store.REPORT, render_report(results, rows))
    return RunResult(Path(folder), results)


def _write_plan(plan: Plan, n_questions: int, spec: RunSpec, run_store: RunStore) -> None:
    """Keep what is asked and how it is scored in the folder, so that it can be read without the dataset."""
    run_store.set_meta("planned", json.dumps(dict.fromkeys(plan.backends, n_questions)))
    run_store.set_meta("bootstrap", json.dumps({"n_resamples": spec.n_resamples, "seed": spec.seed}))
    run_store.set_meta("versions", run_store.meta("versions") or json.dumps(versions()))
    columns = ("claim_id", "claim", "label", "rule", "source_claim_id", "relation", "topic")
    run_store.add_plan(
        claims=(
            {"lang": lang, **{name: getattr(claim, name) for name in columns}}
            for lang, rows in plan.claims.items()
            for claim in rows
        ),
        roles=(row for script in plan.scripts for row in _role_rows(script)),
    )


def _role_rows(script: Script) -> Iterator[dict[str, Any]]:
    main = {"script": script.name, "main_en": script.main.en, "main_zh": script.main.zh}
    nobody = {"role_id": "", "role_en": "", "role_zh": "", "affection": None, "level": None, "frequency": None}
    yield {**main, **nobody}
    for role in script.roles:
        yield {
            **main,
            "role_id": role.slug,
            "role_en": role.en,
            "role_zh": role.zh,
            "affection": role.affection,
            "level": role.level,
            "frequency": role.frequency,
        }


def _ask(
    plan: Plan, asked: Sequence[Question], subject: str, backend: Backend, run_store: RunStore, progress: Progress
) -> None:
    """Ask one subject every question that has no answer yet; each batch is written before the next begins."""
    ids = [plan.item_id(subject, question) for question in asked]
    answered = run_store.answered()
    done = {i for i, item in enumerate(ids) if item in answered}
    chats = [plan.agent.chat(question) for question in asked]
    with progress.bar(f"{subject} {backend.identity.name}", total=len(ids), completed=len(done)) as advance:
        for batch in backend.answer(chats, done):
            run_store.add_answers(_stored(ids[i], subject, asked[i], completion) for i, completion in batch)
            advance(len(batch))


def _stored(item: str, subject: str, question: Question, completion: Completion) -> StoredAnswer:
    lang, script, arm, role_id, claim_id = question_key(question)
    # A lone surrogate is no text that can be written down.
    text = completion.text.encode("utf-8", "replace").decode()
    return StoredAnswer(
        item, subject, lang, script, arm, role_id, claim_id, question.text, text, completion.finish,
        completion.reason,
    )  # fmt: skip


def judge_answers(judge: Judge, run_store: RunStore, progress: Progress) -> None:
    """Judge every answer that this judge has not read; what failed is `unjudged`, with its reason."""
    name = judge_key(judge)
    pending = run_store.unjudged(name)
    with progress.bar(f"judge {judge.name}", total=len(pending)) as advance:
        for start in range(0, len(pending), _JUDGED_TOGETHER):
            rows = pending[start : start + _JUDGED_TOGETHER]
            came = [row for row in rows if row["finish"] != "failed"]
            verdicts = judge.judge([Answer(row["claim"], row["response"], row["lang"]) for row in came])
            failed = [(row, Verdict(UNJUDGED, None, row["reason"])) for row in rows if row["finish"] == "failed"]
            run_store.add_verdicts(
                StoredVerdict(row["item_id"], name, verdict.stance, verdict.confidence, verdict.reason)
                for row, verdict in [*zip(came, verdicts, strict=True), *failed]
            )
            advance(len(rows))


def judge_key(judge: Judge) -> str:
    """What verdicts are kept under: a judge whose version changed reads everything anew."""
    return f"{judge.name}@{judge.version}"


def finish(record: RunRecord, judge: Judge, run_store: RunStore) -> RunResult:
    """Score the verdicts and write `results.json`, `responses.parquet` and `report.html`."""
    from rrf_bench.report import render_report

    bootstrap = json.loads(run_store.meta("bootstrap"))
    rows = run_store.judged(judge_key(judge))
    counts = _counts(rows, _planned(run_store))
    results = {
        "format": store.FORMAT,
        "complete": all(entry["judged"] == entry["planned"] for entry in counts.values()),
        "dataset": _dataset_entry(record, rows),
        "model": record.model,
        "backbone": record.backbone,
        "agent": record.agent["name"],
        "arms": record.arms,
        "scripts": record.scripts,
        "generation": record.generation,
        "judge": {"name": judge.name, "version": judge.version},
        "bootstrap": bootstrap,
        "modes": score(rows, **bootstrap),
        "backbone_scores": score_backbone(rows, **bootstrap),
        "counts": counts,
        "timing": {name: float(run_store.meta(f"seconds {name}", "0")) for name in ("agent", "backbone", "judge")},
        "versions": json.loads(run_store.meta("versions")),
    }
    run_store.write(store.RESPONSES, store.responses_table(rows))
    run_store.write(store.REPORT, render_report(results, rows))
    run_store.write(store.RESULTS, json.dumps(results, ensure_ascii=False, indent=1, allow_nan=False) + "\n")
    return RunResult(run_store.folder, results)


def _dataset_entry(record: RunRecord, rows: Sequence[Any]) -> dict[str, Any]:
    """Which claims were asked: source, fingerprints, and how many of each label and language."""
    asked = {(row["lang"], row["claim_id"]): row["label"] for row in rows}
    labels = ("factual", "ridiculous")
    claims = {
        lang: {label: sum(k[0] == lang and v == label for k, v in asked.items()) for label in labels}
        for lang in record.langs
    }
    return {**record.dataset, "limit": record.limit, "lite": record.lite, "claims": claims}


def _planned(run_store: RunStore) -> dict[str, int]:
    """How many items each subject is to be asked."""
    planned: dict[str, int] = json.loads(run_store.meta("planned", "{}"))
    return planned


def _counts(rows: Sequence[Any], planned: dict[str, int]) -> dict[str, dict[str, int]]:
    """For each subject how many items were planned, asked, failed, cut off, judged and left out."""
    names = ("asked", "answered", "failed", "cut_off", "judged", "unjudged")
    counts = {subject: {"planned": n, **dict.fromkeys(names, 0)} for subject, n in planned.items()}
    for row in rows:
        entry = counts[row["subject"]]
        judged = row["stance"] not in (None, UNJUDGED)
        entry["asked"] += 1
        entry["failed" if row["finish"] == "failed" else "answered"] += 1
        entry["cut_off"] += row["finish"] == "length"
        entry["judged" if judged else "unjudged"] += 1
    return counts


def versions() -> dict[str, str]:
    """The versions that a result depends on."""
    found = {"python": platform.python_version()}
    for package in ("rrf-bench", "numpy", "datasets", "torch", "transformers"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


@contextmanager
def _timed(run_store: RunStore, name: str) -> Iterator[None]:
    """Add the seconds spent here to the run's timing, over its sittings; what a killed one spent is lost."""
    start = time.monotonic()
    try:
        yield
    finally:
        spent = float(run_store.meta(f"seconds {name}", "0")) + time.monotonic() - start
        run_store.set_meta(f"seconds {name}", f"{spent:.3f}")
