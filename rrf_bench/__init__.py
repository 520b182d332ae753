"""rrf-bench: does a role-playing model keep its character's relationships?"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rrf_bench.dataset import load_claims, load_roles
    from rrf_bench.errors import RRFError
    from rrf_bench.judges import load_judge
    from rrf_bench.judges.base import Answer, Verdict
    from rrf_bench.runner import RunResult, run
    from rrf_bench.spec import RunSpec

_WHERE = {
    "Answer": "rrf_bench.judges.base",
    "RRFError": "rrf_bench.errors",
    "RunResult": "rrf_bench.runner",
    "RunSpec": "rrf_bench.spec",
    "Verdict": "rrf_bench.judges.base",
    "load_claims": "rrf_bench.dataset",
    "load_judge": "rrf_bench.judges",
    "load_roles": "rrf_bench.dataset",
    "run": "rrf_bench.runner",
}

__all__ = ["Answer", "RRFError", "RunResult", "RunSpec", "Verdict", "load_claims", "load_judge", "load_roles", "run"]


def __getattr__(name: str) -> Any:
    """Import what is asked for, and only then: `import rrf_bench` stays light."""
    if name not in _WHERE:
        raise AttributeError(f"module 'rrf_bench' has no attribute '{name}'")
    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
