"""From judged answers to `results.json`: scores by language, script and role, in both modes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from rrf_bench.stance import (
    MODES,
    STANCES,
    UNJUDGED,
    Items,
    Study,
    expected_stance,
    transfer_difference,
    transfer_table,
)

Row = Mapping[str, Any]
Key = tuple[str, str, str, str, str]
_SIGNS = {"high": 1, "low": -1, None: 0}


def row_key(row: Row) -> Key:
    """What tells an item from the others of its subject: language, script, arm, role id, claim id."""
    return row["lang"], row["script"], row["arm"], row["role_id"], row["claim_id"]


def score(rows: Sequence[Row], n_resamples: int = 1000, seed: int = 0) -> dict[str, Any]:
    """The `modes` of `results.json`.

    Args:
        rows: Answers of the agent, and of the backbone where there is one, with their verdicts (`RunStore.judged`).
        n_resamples: Bootstrap resamples of the intervals.
        seed: Seed of the bootstrap.

    Returns:
        `factual`, and `snowballing` where a backbone was asked: each with `overall`, `by_language`, `by_script`,
        `by_role`, `strangers` (records S of the design) and `transfer` (stance-transfer tables).
    """
    agent = [row for row in rows if row["subject"] == "agent"]
    backbone = {row_key(row): row["stance"] or UNJUDGED for row in rows if row["subject"] == "backbone"}
    modes = MODES if backbone else MODES[:1]
    return {mode: _mode(agent, backbone, mode, n_resamples, seed) for mode in modes}


def score_backbone(rows: Sequence[Row], n_resamples: int = 1000, seed: int = 0) -> dict[str, Any] | None:
    """The backbone's own scores in factual mode, in the form of a mode of `score`; None where none was asked."""
    backbone = [row for row in rows if row["subject"] == "backbone"]
    return _mode(backbone, {}, "factual", n_resamples, seed) if backbone else None


def _mode(rows: Sequence[Row], backbone: Mapping[Key, str], mode: str, n_resamples: int, seed: int) -> dict[str, Any]:
    predicted = [row["stance"] or UNJUDGED for row in rows]
    if mode == "factual":
        expected = [expected_stance(row["label"]) for row in rows]
    else:
        expected = [backbone.get(row_key(row), UNJUDGED) for row in rows]
    speakers: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        speakers.setdefault((row["lang"], row["script"], row["role_id"]), row)
    index = {path: i for i, path in enumerate(speakers)}
    items = Items(
        predicted=predicted,
        expected=expected,
        labels=[row["label"] for row in rows],
        roles=[index[row["lang"], row["script"], row["role_id"]] for row in rows],
        claims=[row["claim_id"] for row in rows],
        paths=tuple(speakers),
        signs=tuple(_SIGNS[row["level"]] for row in speakers.values()),
        mode=mode,
    )
    study = Study.of(items, n_resamples, seed)
    scores: dict[str, Any] = plain(
        {
            "overall": study.summary(),
            "by_language": {lang: study.summary((lang,)) for lang in _distinct(speakers, 0)},
            "by_script": {script: _by_script(study, script) for script in _distinct(speakers, 1)},
            "by_role": [_by_role(study, i, row) for i, row in enumerate(speakers.values()) if row["level"]],
            "strangers": [_by_role(study, i, row) for i, row in enumerate(speakers.values()) if not row["level"]],
            "transfer": _transfers(rows, expected, predicted),
        }
    )
    return scores


def _distinct(paths: Mapping[tuple[str, str, str], Row], position: int) -> list[str]:
    return sorted({path[position] for path in paths})


def _by_script(study: Study, script: str) -> dict[str, Any]:
    return study.summary(rows=[i for i, path in enumerate(study.paths) if path[1] == script and study.signs[i]])


def _by_role(study: Study, index: int, row: Row) -> dict[str, Any]:
    return {
        "script": row["script"],
        "lang": row["lang"],
        "main": row["main_en"] or row["main_zh"],
        "role": (row["role_en"] or row["role_zh"]) if row["role_id"] else "(stranger)",
        "role_id": row["role_id"],
        "affection": row["affection"],
        "level": row["level"],
        **study.summary(rows=[index]),
    }


def _transfers(rows: Sequence[Row], expected: Sequence[str], predicted: Sequence[str]) -> dict[str, Any]:
    """Stance-transfer tables by language; rows and columns in the order of `stances`.

    `high` and `low` hold the roles of that affection level, `difference` one against the other.
    """
    groups: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for row, before, after in zip(rows, expected, predicted, strict=True):
        if row["level"]:
            groups.setdefault((row["lang"], row["level"]), []).append((before, after))
    tables: dict[str, Any] = {"stances": list(STANCES)}
    for lang in sorted({lang for lang, _ in groups}):
        pairs = {level: groups.get((lang, level), []) for level in ("high", "low")}
        shifts = {level: transfer_table([b for b, _ in p], [a for _, a in p]) for level, p in pairs.items()}
        shifts["difference"] = transfer_difference(shifts["high"], shifts["low"])
        tables[lang] = {name: table.tolist() for name, table in shifts.items()}
    return tables


def plain(value: Any) -> Any:
    """The value as JSON can hold it: NaN, which means that nothing could be counted, becomes null."""
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [plain(entry) for entry in value]
    return value
