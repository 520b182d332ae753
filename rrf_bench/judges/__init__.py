"""Judges by name: what `--judge` takes."""

from __future__ import annotations

from importlib import import_module

from rrf_bench.errors import unknown_name
from rrf_bench.judges.base import Judge

# name -> where its class is; imported only when asked for
_JUDGES = {"rules": "rrf_bench.judges.rules:RulesJudge"}


def judge_names() -> list[str]:
    """The names that `load_judge` knows, sorted."""
    return sorted(_JUDGES)


def load_judge(name: str) -> Judge:
    """The judge called `name`.

    Raises:
        RRFError: No judge has that name.
    """
    if name not in _JUDGES:
        raise unknown_name("judge", name, judge_names())
    module, _, attribute = _JUDGES[name].partition(":")
    judge: Judge = getattr(import_module(module), attribute)()
    return judge
