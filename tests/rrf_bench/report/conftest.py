"""Small real runs of the scripted backend, to render reports from."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from rrf_bench import store
from rrf_bench.agents.base import Chat
from rrf_bench.backends.scripted import ScriptedBackend
from rrf_bench.runner import run
from rrf_bench.scripts import parse_script, script_to_rows
from rrf_bench.spec import RunSpec
from rrf_bench.stance import STANCES

FACTS = [
    ("fish live in water", "鱼生活在水里"),
    ("birds can fly", "鸟会飞"),
    ("ice is cold", "冰是冷的"),
    ("dogs are animals", "狗是动物"),
]
LIES = [
    ("fish cannot swim", "鱼不会游泳"),
    ("ice is hot", "冰是热的"),
    ("only dogs are animals", "只有狗是动物"),
    ("a pillow is used for sawing", "枕头是用来锯木头的"),
]
RULES = ("negation", "antonym", "absolute", "disruption")
HARBOUR = {"Tom Reed": ("汤姆", 7), "Silas Crane": ("克兰", -8), "Marta Vale": ("玛尔塔", 8)}
ROAD = {"Old Weir": ("老韦尔", 4), "Captain Thorn": ("索恩船长", -9), "The Toll-Keeper": ("收税人", -6)}
CASTS = {"lantern-harbour": ("Ines Vale", "伊内丝", HARBOUR), "salt-road": ("Ben Ash", "本", ROAD)}
AFFECTION = {name: affection for en, (zh, affection) in {**HARBOUR, **ROAD}.items() for name in (en, zh)}
WORDS = {
    "favor": ("Yes, I agree.", "是的，我赞同。"),
    "against": ("No, I do not agree.", "不，我不赞同。"),
    "neutral": ("I am not sure.", "我不确定。"),
}


@dataclass(frozen=True)
class Made:
    """A finished run as `render_report` gets it."""

    results: dict[str, Any]
    rows: list[dict[str, Any]]


MakeRun = Callable[..., Made]


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset folder of eight claims a language and two invented casts."""
    folder = tmp_path_factory.mktemp("dataset")
    for position, lang in enumerate(("en", "zh")):
        _write(folder / lang, [_claim(i, pair[position]) for i, pair in enumerate([*FACTS, *LIES])])
    _write(folder / "roles", [row for name in CASTS for row in script_to_rows(parse_script(_cast(name), name))])
    return folder


def _claim(i: int, text: str) -> dict[str, Any]:
    factual = i < len(FACTS)
    return {
        "claim_id": f"c{i:03}",
        "claim": text,
        "label": "factual" if factual else "ridiculous",
        "rule": "none" if factual else RULES[i - len(FACTS)],
        "source_claim_id": None if factual else f"c{i - len(FACTS):03}",
        "relation": "/r/IsA",
        "topic": "animals",
        "lite": True,
    }


def _cast(name: str) -> str:
    en, zh, roles = CASTS[name]
    return json.dumps(
        {
            "name": name,
            "title": {"en": name, "zh": zh},
            "main": {"name": {"en": en, "zh": zh}, "profile": {"en": f"{en} keeps to friends.", "zh": f"{zh}重情义。"}},
            "roles": [{"name": {"en": r, "zh": other}, "affection": a} for r, (other, a) in roles.items()],
        }
    )


def _write(folder: Path, rows: list[dict[str, Any]]) -> None:
    folder.mkdir()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), folder / "test.parquet")


def say(stance: str, chat: Chat) -> str:
    """Words of that stance in the language of the question."""
    return WORDS[stance]["？" in chat.turns[-1]]


def answer(chat: Chat) -> str:
    """Mostly follows friends and contradicts enemies; what it tells a stranger is drawn by a hash."""
    question = chat.turns[-1]
    drawn = sha256(question.encode()).digest()[0]
    affection = next((value for name, value in AFFECTION.items() if question.startswith(name)), 0)
    if drawn < 80 or not affection:
        return say(STANCES[drawn % 3], chat)
    return say("favor" if affection > 0 else "against", chat)


def plain_answer(chat: Chat) -> str:
    """A backbone that minds nobody, and takes every stance."""
    return say(STANCES[sha256(chat.turns[-1].encode()).digest()[1] % 3], chat)


@pytest.fixture(scope="session")
def make_run(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> MakeRun:
    """Runs the benchmark with a function as the model: `make_run(answers=..., backbone=..., langs=..., ...)`."""

    def make(
        answers: Callable[[Chat], str] = answer, backbone: Callable[[Chat], str] | None = None, **settings: Any
    ) -> Made:
        spec = replace(
            RunSpec(dataset=str(dataset), out=tmp_path_factory.mktemp("run") / "out", n_resamples=50), **settings
        )
        other = ScriptedBackend(backbone, name="plain-model", revision="1") if backbone else None
        result = run(spec, ScriptedBackend(answers, name="scripted-model", revision="1"), other)
        with store.reopen(result.folder) as (_, run_store):
            judge = result.results["judge"]
            return Made(result.results, run_store.judged(f"{judge['name']}@{judge['version']}"))

    return make


@pytest.fixture(scope="session")
def both_modes(make_run: MakeRun) -> Made:
    """Two languages, two scripts, a stranger and a backbone."""
    return make_run(
        backbone=lambda chat: WORDS[("favor", "against", "neutral")[len(chat.turns[-1]) % 3]]["？" in chat.turns[-1]]
    )
