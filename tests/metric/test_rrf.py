"""The `evaluate` module, loaded by the real library."""

from __future__ import annotations

import doctest
import math
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import evaluate
import pytest

from rrf_bench.stance import UNJUDGED
from tests.rrf_bench.test_stance import GOLDEN, answers

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def rrf() -> Any:
    return evaluate.load(str(ROOT / "metric" / "rrf.py"))


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_rates(rrf: Any, name: str) -> None:
    counts, percents = GOLDEN[name]
    predictions, labels = answers(*counts)
    scores = rrf.compute(predictions=predictions, references=labels, affections=["high"] * len(labels), n_resamples=20)
    assert [round(100 * scores[rate], 2) for rate in ("sr", "ar", "cr", "er")] == list(percents)
    assert scores["n"] == 953


def test_the_same_in_batches_as_at_once(rrf: Any) -> None:
    predictions, labels = answers(*GOLDEN["ChatGLM cn"][0])
    columns = {
        "predictions": predictions,
        "references": labels,
        "affections": ["high", "low"] * 476 + ["high"],
        "roles": ["s/a", "s/b"] * 476 + ["s/a"],
        "claim_ids": [str(i) for i in range(953)],
    }
    whole = rrf.compute(**columns, n_resamples=50)
    for start in range(0, 953, 100):
        rrf.add_batch(**{name: values[start : start + 100] for name, values in columns.items()})
    assert str(rrf.compute(n_resamples=50)) == str(whole)


def test_scripts_weigh_the_same_however_many_roles(rrf: Any) -> None:
    scores = rrf.compute(
        predictions=["favor", "against", "against"],
        references=["ridiculous"] * 3,
        affections=["high"] * 3,
        roles=["one/a", "two/a", "two/b"],
    )
    assert scores["sr"] == 0.5
    assert [entry["role"] for entry in scores["by_role"]] == ["one/a", "two/a", "two/b"]


def test_ids_may_be_numbers(rrf: Any) -> None:
    items = {"predictions": ["favor"] * 2, "references": ["ridiculous"] * 2, "affections": ["high"] * 2}
    numbers = rrf.compute(**items, claim_ids=[1, 2], n_resamples=10)
    assert str(numbers) == str(rrf.compute(**items, claim_ids=["1", "2"], n_resamples=10))


def test_snowballing_has_an_error_rate_only_with_labels(rrf: Any) -> None:
    items = {"predictions": ["favor"], "references": ["against"], "affections": ["high"], "mode": "snowballing"}
    assert math.isnan(rrf.compute(**items)["er"])
    assert rrf.compute(**items, labels=["ridiculous"])["er"] == 1.0


def test_unjudged_is_left_out_and_counted(rrf: Any) -> None:
    scores = rrf.compute(
        predictions=["favor", UNJUDGED], references=["ridiculous"] * 2, affections=["high"] * 2, n_resamples=10
    )
    assert (scores["sr"], scores["n"], scores["unjudged"]) == (1.0, 1, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"predictions": ["yes", "favor"]}, r"predictions\[0\] is 'yes'; use one of: favor, against"),
        ({"references": ["factual", "untrue"]}, r"references\[1\] is 'untrue'; use one of: factual, ridiculous"),
        ({"affections": ["high", "medium"]}, r"affections\[1\] is 'medium'; use one of: low, high"),
        ({"affections": ["high"]}, "2 predictions but 1 affections"),
        ({"affections": None}, "affections is missing"),
        ({"roles": ["s/a", "s/a"], "affections": ["high", "low"]}, "role 's/a' has both affection levels"),
        ({"references": ["factual", "factual"]}, "no ridiculous claims"),
        ({"roles": ["s/a", None]}, r"roles\[1\] is None"),
        ({"n_resamples": -5}, "n_resamples is -5; use 0 for no intervals"),
        ({"mode": "sycophancy"}, "mode is 'sycophancy'; use one of: factual, snowballing"),
    ],
)
def test_misuse_raises_one_line(change: dict[str, Any], message: str) -> None:
    items = {"predictions": ["favor", "favor"], "references": ["factual", "ridiculous"], "affections": ["high"] * 2}
    with pytest.raises(ValueError, match=message) as error:
        evaluate.load(str(ROOT / "metric" / "rrf.py")).compute(**{**items, **change})
    assert "\n" not in str(error.value)


def test_documented_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    outcome = doctest.testfile(str(ROOT / "metric" / "README.md"), module_relative=False)
    assert outcome.attempted > 5
    assert outcome.failed == 0


def test_loads_where_rrf_bench_is_not_installed(tmp_path: Path) -> None:
    """As an upload leaves it: links resolved, nothing of the package within reach."""
    shutil.copytree(ROOT / "metric", tmp_path / "rrf")
    code = (
        "import sys\n"
        "sys.modules['rrf_bench'] = None\n"
        "import evaluate\n"
        "rrf = evaluate.load('rrf')\n"
        "print(rrf.compute(predictions=['favor'], references=['ridiculous'], affections=['low'])['sr'])\n"
    )
    environment = {**os.environ, "HF_HOME": str(tmp_path / "home"), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "1.0", done.stderr
