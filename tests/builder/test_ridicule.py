from __future__ import annotations

import pytest

from builder.candidates_file import read_source
from builder.claims import Candidates, candidates, near_key
from builder.edges import load_seeds
from builder.lexicon import Lexicon, load_lexicon
from builder.model import Claim, Edge, claim_id
from builder.ridicule import factual, knowledge, ridiculous
from tests.builder.conftest import TRIPLES


def made(text: str, seeds: tuple[Edge, ...], lexicon: Lexicon) -> list[Claim]:
    edge = next(seed for seed in seeds if seed.triple == tuple(text.split()))
    return ridiculous(edge, lexicon, knowledge(seeds, ()))


def texts(claims: list[Claim], rule: str) -> list[str]:
    return [claim.en for claim in claims if claim.rule == rule]


@pytest.mark.parametrize(
    ("edge", "rule", "expected"),
    [
        ("UsedFor knife cut_bread", "negation", ["knives are not used for cutting bread"]),
        ("NotCapableOf knife swim", "negation", ["knives can swim"]),
        ("HasProperty flower red", "negation", []),
        ("HasA bird wing", "absolute", ["only birds have wings"]),
        ("AtLocation sun sky", "antonym", []),
        ("HasProperty ice cold", "antonym", ["ice is hot"]),
        ("SymbolOf dove peace", "antonym", ["a dove is a symbol of conflict"]),
        ("CausesDesire hunger eat", "antonym", ["hunger makes people want to starve"]),
        ("IsA puppy dog", "antonym", ["puppies are cats"]),
        ("IsA dog animal", "antonym", ["dogs are plants"]),
        ("HasProperty flower red", "disruption", []),
        ("PartOf wheel car", "absolute", []),
        ("AtLocation book library", "disruption", []),
    ],
)
def test_rules(edge: str, rule: str, expected: list[str], seeds: tuple[Edge, ...], lexicon: Lexicon) -> None:
    assert texts(made(edge, seeds, lexicon), rule) == expected


def test_generalised_claims_say_all_or_every(seeds: tuple[Edge, ...], lexicon: Lexicon) -> None:
    found = texts(made("HasProperty flower red", seeds, lexicon), "absolute")
    assert found in (["all flowers are red"], ["every flower is red"])


def test_denial_is_said_once(seeds: tuple[Edge, ...], lexicon: Lexicon) -> None:
    found = [claim.en for claim in made("CapableOf bird fly", seeds, lexicon)]
    assert len({"birds cannot fly", "birds never fly"} & set(found)) == 1


def test_only_is_not_said_of_a_kind_that_holds_all_others(lexicon: Lexicon) -> None:
    facts = [Edge("CapableOf", "animal", "run"), Edge("CapableOf", "dog", "run"), Edge("IsA", "dog", "animal")]
    known = knowledge(facts, ())
    assert "only animals can run" not in texts(ridiculous(facts[0], lexicon, known), "absolute")
    assert "only dogs can run" in texts(ridiculous(facts[1], lexicon, known), "absolute")


def test_antonym_that_is_known_to_hold_is_not_said(lexicon: Lexicon) -> None:
    edge = Edge("HasProperty", "water", "cold")
    assert texts(ridiculous(edge, lexicon, knowledge([edge], ())), "antonym") == ["water is hot"]
    assert not texts(ridiculous(edge, lexicon, knowledge([edge], [("HasProperty", "water", "hot")])), "antonym")


def test_disruption_borrows_from_elsewhere_and_never_what_is_known(seeds: tuple[Edge, ...], lexicon: Lexicon) -> None:
    known = knowledge(seeds, ())
    found = [claim for edge in seeds for claim in ridiculous(edge, lexicon, known) if claim.rule == "disruption"]
    assert found
    for claim in found:
        assert (claim.edge.relation, claim.edge.start, claim.variant) not in known.triples
        assert (claim.edge.start, claim.variant) not in known.pairs
        assert lexicon[claim.variant].topic != lexicon[claim.edge.end].topic


def test_reviewed_variants_come_first(seeds: tuple[Edge, ...], lexicon: Lexicon) -> None:
    edge = Edge("HasA", "car", "wheel")
    ends = [Edge("HasA", "sky", end) for end in ("smoke", "water", "fire", "sun", "ice")]
    known = knowledge([edge, *ends], ())
    chosen = {claim.variant for claim in ridiculous(edge, lexicon, known) if claim.rule == "disruption"}
    assert len(chosen) == 2
    other = next(end.end for end in ends if end.end not in chosen)
    again = ridiculous(edge, lexicon, known, [("disruption", other)])
    assert other in {claim.variant for claim in again}


@pytest.mark.parametrize(
    ("edge", "rule", "variant", "expected"),
    [
        (Edge("UsedFor", "knife", "cut_bread"), "none", "", "c90e4b2cea9c8"),
        (Edge("UsedFor", "knife", "cut_bread"), "negation", "not", "cd2957bc71988"),
    ],
)
def test_claim_ids_are_stable(edge: Edge, rule: str, variant: str, expected: str) -> None:
    assert edge.uri == "/a/[/r/UsedFor/,/c/en/knife/,/c/en/cut_bread/]"
    assert claim_id(edge.uri, rule, variant) == expected


def test_source_claim(lexicon: Lexicon) -> None:
    edge = Edge("HasProperty", "ice", "cold")
    fact = factual(edge, lexicon)
    assert (fact.label, fact.source_claim_id) == ("factual", None)
    for claim in ridiculous(edge, lexicon, knowledge([edge], ())):
        assert (claim.label, claim.source_claim_id) == ("ridiculous", fact.claim_id)


def real(source: str) -> Candidates:
    lexicon = load_lexicon()
    seeds = load_seeds(lexicon)
    return candidates(read_source(source, lexicon, seeds), seeds, lexicon)


@pytest.mark.parametrize("source", ["seed", str(TRIPLES)])
def test_real_candidates(source: str) -> None:
    if source != "seed" and not TRIPLES.exists():
        pytest.skip(f"{TRIPLES.name} is not here")
    claims = real(source).claims
    facts = {text for claim in claims if claim.rule == "none" for text in (claim.en, claim.zh)}
    assert len(facts) > 300
    assert not facts & {text for claim in claims if claim.rule != "none" for text in (claim.en, claim.zh)}
    assert len({claim.claim_id for claim in claims}) == len(claims)
    assert len({near_key(claim.en) for claim in claims}) == len(claims)
    assert [claim.claim_id for claim in claims] == sorted(claim.claim_id for claim in claims)
    for claim in claims:
        assert claim.en == claim.en.strip().lower()
        assert "  " not in claim.en
        assert not claim.en.endswith(".")
        assert not claim.zh.endswith("。")
