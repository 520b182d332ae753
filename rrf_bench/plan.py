"""The plan of a run: everything that has to be right before the first question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from rrf_bench import store
from rrf_bench.agents import Agent, load_agent
from rrf_bench.backends import Backend, load_backend
from rrf_bench.dataset import EMBEDDED, Claim, choose, fingerprint, read_claims, read_scripts
from rrf_bench.errors import RRFError, unknown_name
from rrf_bench.questions import Question, item_id, question_key, questions
from rrf_bench.scripts import Script, load_script_file
from rrf_bench.spec import RunSpec
from rrf_bench.store import RunRecord


@dataclass(frozen=True)
class Plan:
    """What a run will ask, fixed before the first question."""

    scripts: list[Script]
    claims: dict[str, list[Claim]]
    agent: Agent
    backends: dict[str, Backend]
    record: RunRecord
    folder: Path

    def questions(self) -> list[Question]:
        """Every question, in order; each subject is asked all of them."""
        return list(questions(self.scripts, self.claims, self.record.arms))

    def item_id(self, subject: str, question: Question) -> str:
        """The identity of one subject's answer to one question."""
        return item_id(answer_identity(self.record, subject, question.script, question.lang), question_key(question))


def answer_identity(record: RunRecord, subject: str, script: str, lang: str) -> dict[str, object]:
    """All that changes an answer beside the question itself, taken from what was asked."""
    return {
        "dataset": record.dataset["fingerprints"][lang],
        "script": record.scripts[script],
        "agent": record.agent,
        "subject": subject,
        "model": store.pinned(record.model if subject == "agent" else record.backbone),
        "generation": record.generation,
    }


def make_plan(spec: RunSpec, backend: Backend | None = None, backbone: Backend | None = None) -> Plan:
    """Everything that has to be right before the first question: dataset, casts, models, folder."""
    spec.check()
    agent = load_agent(spec.agent)
    scripts = find_scripts(spec.scripts, spec.dataset)
    all_claims = {lang: read_claims(lang, spec.dataset) for lang in spec.langs}
    claims = {lang: choose(rows, spec.limit, spec.lite) for lang, rows in all_claims.items()}
    _check_askable(scripts, claims)
    backends = {"agent": backend or _backend(spec, spec.model, spec.adapter)}
    if spec.backbone or backbone:
        backends["backbone"] = backbone or _backend(spec, spec.backbone or "", None)
    record = RunRecord(
        dataset={"source": spec.dataset, "fingerprints": {lang: fingerprint(c) for lang, c in all_claims.items()}},
        scripts={script.name: script.fingerprint for script in scripts},
        langs=list(spec.langs),
        arms=list(spec.arms),
        agent={"name": agent.name, "version": agent.version},
        model=asdict(backends["agent"].identity),
        backbone=asdict(backends["backbone"].identity) if "backbone" in backends else None,
        generation=spec.generation_identity(),
        limit=spec.limit,
        lite=spec.lite,
        judge=spec.judge,
    )
    return Plan(scripts, claims, agent, backends, record, Path(spec.out) if spec.out else default_folder(record))


def default_folder(record: RunRecord) -> Path:
    """`runs/<model>-<hash of what was asked>`: the same command finds its folder again."""
    name = re.sub(r"[^A-Za-z0-9.]+", "-", str(record.model["name"])).strip("-.")
    return Path("runs") / f"{name}-{sha256(record.model_dump_json().encode()).hexdigest()[:8]}"


def find_scripts(names: Sequence[str], dataset: str = EMBEDDED) -> list[Script]:
    """The scripts of those names or paths; all scripts of the dataset where none is named."""
    known = read_scripts(dataset)
    found = []
    for name in names or known:
        if name in known:
            found.append(known[name])
        elif name.endswith((".yaml", ".yml")) or Path(name).is_file():
            found.append(load_script_file(name))
        else:
            raise unknown_name("script", name, known)
    doubled = {s.name for s in found if sum(other.name == s.name for other in found) > 1}
    if doubled:
        raise RRFError(f"script '{min(doubled)}' is named twice; give each script once")
    return found


def _check_askable(scripts: Sequence[Script], claims: dict[str, list[Claim]]) -> None:
    for script in scripts:
        if not set(script.langs) & set(claims):
            raise RRFError(
                f"script '{script.name}' is not in {' or '.join(claims)}; ask in {' or '.join(script.langs)}"
            )
    for lang, rows in claims.items():
        for label in ("factual", "ridiculous"):
            if not any(claim.label == label for claim in rows):
                raise RRFError(f"the dataset has no {label} claims in '{lang}'; take another --dataset or more claims")


def _backend(spec: RunSpec, model: str, adapter: str | None) -> Backend:
    return load_backend(spec.backend, model, spec.generation, spec.transport, adapter, spec.dtype)
