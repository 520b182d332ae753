"""The dataset card: front matter, tables and text; every number in it comes from the build."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from builder.model import LABELS, RULES
from builder.stats import Counts

TEMPLATE_FILE = Path(__file__).parent / "data" / "card.md.j2"
CANARY = "rrf-bench canary 5b1c0f5e-2d0c-4f6e-9f0b-7a3f1c9e8d42: benchmark data must never be in a training corpus"
CONFIGS = ("en", "zh", "roles")
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))


def render_card(counts: Counts, source: str, examples: Sequence[Mapping[str, str]]) -> str:
    """The card in Markdown with its YAML front matter.

    Args:
        counts: the numbers of the build.
        source: what the edges were read from, by name.
        examples: some released claims, with `rule`, `en` and `zh`.
    """
    from jinja2 import Environment, StrictUndefined

    environment = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)  # noqa: S701
    environment.filters["table"] = markdown_table
    template = environment.from_string(TEMPLATE_FILE.read_text(encoding="utf-8"))
    return (
        template.render(
            canary=CANARY,
            configs=CONFIGS,
            counts=counts,
            examples=examples,
            labels=LABELS,
            rules=RULES,
            size=next((name for limit, name in SIZES if counts.released < limit), "100K<n<1M"),
            source=source,
        ).rstrip("\n")
        + "\n"
    )


def markdown_table(rows: Iterable[Sequence[object]], header: Sequence[str]) -> str:
    """A Markdown table.

    >>> print(markdown_table([["a", 1]], ["name", "n"]))
    | name | n |
    |---|---|
    | a | 1 |
    """
    lines = [header, ["---"] * len(header), *rows]
    cells = (["" if cell is None else str(cell).replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join("|---" * len(line) + "|" if line[0] == "---" else f"| {' | '.join(line)} |" for line in cells)
