"""The dump of candidates: what a reviewer of the claims starts from."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from builder.claims import Candidates, Reviewed, candidates
from builder.edges import BadRow, Progress, Row, load_seeds, read_edges, seed_rows
from builder.lexicon import Lexicon, load_lexicon
from builder.model import Claim, Edge
from builder.select import Selection, select
from rrf_bench.errors import RRFError

SEED = "seed"


def read_source(source: str, lexicon: Lexicon, seeds: tuple[Edge, ...], progress: Progress | None = None) -> Selection:
    """Select the edges of a dump, or of the seeds where `source` is `seed`."""
    rows: Iterable[Row | BadRow] = seed_rows(seeds) if source == SEED else read_edges(source, progress)
    return select(rows, lexicon, {seed.triple: seed.scope for seed in seeds})


def make_candidates(source: str, reviewed: Reviewed | None = None) -> Candidates:
    """The candidates of a source with the embedded lexicon and seeds."""
    lexicon = load_lexicon()
    seeds = load_seeds(lexicon)
    return candidates(read_source(source, lexicon, seeds), seeds, lexicon, reviewed)


def as_record(claim: Claim) -> dict[str, str | None]:
    """A claim as one JSON object of the candidates file."""
    return {
        "claim_id": claim.claim_id,
        "edge": claim.edge.uri,
        "rule": claim.rule,
        "variant": claim.variant,
        "label": claim.label,
        "source_claim_id": claim.source_claim_id,
        "topic": claim.topic,
        "en": claim.en,
        "zh": claim.zh,
    }


def to_json_lines(claims: Iterable[Claim]) -> str:
    """Claims as JSON lines."""
    return "".join(json.dumps(as_record(claim), ensure_ascii=False) + "\n" for claim in claims)


def write_candidates(source: str, out: Path, reviewed: Reviewed | None = None) -> str:
    """Write the candidates of `source` to `out`; gives the line that says how many."""
    found = make_candidates(source, reviewed)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(to_json_lines(found.claims), encoding="utf-8")
    except OSError as error:
        raise RRFError(f"'{out}' cannot be written ({error.strerror}); choose another --out") from error
    facts = sum(claim.label == "factual" for claim in found.claims)
    return (
        f"{facts} factual and {len(found.claims) - facts} ridiculous candidates -> {out}; dropped {dict(found.dropped)}"
    )
