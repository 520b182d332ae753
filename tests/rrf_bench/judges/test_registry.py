from __future__ import annotations

import subprocess
import sys

import pytest

from rrf_bench.errors import RRFError
from rrf_bench.judges import judge_names, load_judge


def test_every_name_loads_a_judge_of_that_name() -> None:
    assert "rules" in judge_names()
    for name in judge_names():
        judge = load_judge(name)
        assert judge.name == name
        assert judge.version


def test_an_unknown_judge_is_one_line_with_a_near_name() -> None:
    with pytest.raises(RRFError, match=r"^unknown judge 'rule'; did you mean rules\?$"):
        load_judge("rule")


def test_asking_for_the_names_loads_no_judge() -> None:
    code = "import sys, rrf_bench.judges as j; j.judge_names(); print('rrf_bench.judges.rules' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
