"""What `import rrf_bench` gives."""

from __future__ import annotations

import subprocess
import sys

import rrf_bench

EAGER = "import rrf_bench, rrf_bench.runner, rrf_bench.dataset, rrf_bench.judges, rrf_bench.spec, rrf_bench.errors; "


def test_every_public_name_is_there_and_callable() -> None:
    for name in rrf_bench.__all__:
        assert callable(getattr(rrf_bench, name)), name
        assert name in dir(rrf_bench)


def test_no_module_stands_in_the_way_of_a_public_name() -> None:
    code = EAGER + "assert all(callable(getattr(rrf_bench, name)) for name in rrf_bench.__all__)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_importing_the_package_loads_nothing() -> None:
    code = "import sys, rrf_bench; sys.exit(len({'numpy', 'datasets', 'torch', 'rich', 'pydantic'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(rrf_bench, "load_claim")
