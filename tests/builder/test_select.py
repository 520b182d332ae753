from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.edges import BadRow, Row, read_edges
from builder.lexicon import Lexicon, load_lexicon
from builder.select import drop_reason, select
from tests.builder.conftest import DATA, TRIPLES

SAMPLE = load_lexicon(DATA / "lexicon.tsv")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (Row(1, "IsA", "dog", "animal"), None),
        (Row(1, "IsA", "dogs", "animals"), None),
        (Row(1, "UsedFor", "knife", "cutting_bread"), None),
        (Row(1, "CapableOf", "person", "bake_a_cake"), None),
        (Row(1, "IsA", "dog", "animal", "fr"), "not English"),
        (Row(1, "RelatedTo", "dog", "animal"), "relation not used"),
        (Row(1, "IsA", "dog", "animal", "en", -1.0), "weight not positive"),
        (Row(1, "IsA", "dog", "animal", "en", 0.0), "weight not positive"),
        (Row(1, "CapableOf", "you", "fly"), "not impersonal"),
        (Row(1, "HasA", "my_dog", "wing"), "not impersonal"),
        (Row(1, "UsedFor", "knife", "kill"), "forbidden topic"),
        (Row(1, "HasA", "dog", "four_leg"), "number"),
        (Row(1, "HasA", "dog", "4_leg"), "number"),
        (Row(1, "HasProperty", "dog", "very_good"), "subjective"),
        (Row(1, "IsA", "dog", "quadruped"), "concept not in the lexicon"),
        (Row(1, "IsA", "dog", "dog"), "self loop"),
        (Row(1, "HasProperty", "dog", "animal"), "part of speech does not fit"),
        (Row(1, "Antonym", "hot", "dog"), "part of speech does not fit"),
        (Row(1, "AtLocation", "book", "dog"), "end is not a place"),
        (Row(1, "Desires", "knife", "water"), "start cannot want"),
        (Row(1, "UsedFor", "person", "throw"), "a person is not used"),
    ],
)
def test_drop_reason(row: Row, reason: str | None, lexicon: Lexicon) -> None:
    assert drop_reason(row, lexicon) == reason


TERMS = st.sampled_from(["dog", "dogs", "animal", "hot", "cold", "fly", "you", "kill", "two_dog", "nothing", "library"])
RELATIONS = st.sampled_from(["IsA", "HasProperty", "CapableOf", "AtLocation", "Antonym", "RelatedTo", "NotIsA"])
ROWS = st.one_of(
    st.builds(Row, st.integers(1, 99), RELATIONS, TERMS, TERMS, st.sampled_from(["en", "zh"]), st.floats(-1, 2)),
    st.builds(BadRow, st.integers(1, 99), st.sampled_from(["bad JSON", "NUL byte"])),
)


@given(st.lists(ROWS, max_size=60))
def test_kept_and_dropped_are_all_that_was_read(rows: list[Row | BadRow]) -> None:
    result = select(rows, SAMPLE)
    assert result.read == len(rows) == len(result.kept) + sum(result.dropped.values())
    assert len({edge.triple for edge in result.kept}) == len(result.kept)
    assert {edge.triple for edge in result.kept} <= result.known


def test_order_of_rows_does_not_matter(lexicon: Lexicon) -> None:
    rows = [Row(n, "IsA", start, "animal") for n, start in enumerate(["dog", "cat", "dogs", "bird", "you"])]
    first, second = select(rows, lexicon), select(rows[::-1], lexicon)
    assert (first.kept, first.dropped, first.known) == (second.kept, second.dropped, second.known)


def test_scope_of_a_seed_applies(lexicon: Lexicon) -> None:
    row = Row(1, "HasProperty", "flower", "red")
    assert select([row], lexicon).kept[0].scope == "all"
    assert select([row], lexicon, {("HasProperty", "flower", "red"): "some"}).kept[0].scope == "some"


def test_first_lines_of_malformed_rows_are_kept(lexicon: Lexicon) -> None:
    result = select([BadRow(n, "NUL byte") for n in range(1, 9)], lexicon)
    assert result.dropped == {"malformed: NUL byte": 8}
    assert result.malformed == {"NUL byte": (1, 2, 3, 4, 5)}


def test_real_triples() -> None:
    if not TRIPLES.exists():
        pytest.skip(f"{TRIPLES.name} is not here")
    result = select(read_edges(str(TRIPLES)), load_lexicon())
    assert result.read == 100_000 == len(result.kept) + sum(result.dropped.values())
    assert len(result.kept) > 200
