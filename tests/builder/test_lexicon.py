from __future__ import annotations

from pathlib import Path

import pytest

from builder.edges import load_seeds
from builder.lexicon import Lexicon, load_lexicon
from rrf_bench.errors import RRFError

HEADER = "concept\tpos\ten\tzh\tmeasure\tplace\ttraits\tantonym\ttopic\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a\tb\n", "the header is"),
        (HEADER + "dog\tnoun\t\t狗\t只\t\t\t\tanimals\n", "line 2: unknown part of speech 'noun'"),
        (HEADER + "dog\tcount\t\t\t只\t\t\t\tanimals\n", "line 2: concept, zh and topic"),
        (
            HEADER + "dog\tcount\t\t狗\t只\t\tanimat\t\tanimals\n",
            "line 2: unknown trait 'animat'; did you mean",
        ),
        (HEADER + "dog\tcount\t\t狗\t只\t\t\tcat\tanimals\n", "antonym 'cat' of 'dog' is not in the lexicon"),
        (HEADER + "dog\tcount\t\t狗\t只\t\t\t\tanimals\n" * 2 + "\n", "line 3: concept 'dog' is there twice"),
        (HEADER + "dog\tcount\t\t狗\t只\t\t\thot\tx\nhot\tadj\t\t热\t\t\t\t\tx\n", "different parts of speech"),
    ],
)
def test_faulty_lexicon_is_named(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RRFError, match=problem):
        load_lexicon(path)


def test_missing_lexicon(tmp_path: Path) -> None:
    with pytest.raises(RRFError, match=r"none.tsv' is not there"):
        load_lexicon(tmp_path / "none.tsv")


@pytest.mark.parametrize(
    ("term", "key"),
    [
        ("knife", "knife"),
        ("knives", "knife"),
        ("people", "person"),
        ("cutting_bread", "cut_bread"),
        ("bake_a_cake", "bake_cake"),
        ("baking_a_cake", "bake_cake"),
        ("baking_cake", "bake_cake"),
        ("fishes", None),
        ("nothing", None),
    ],
)
def test_resolve(term: str, key: str | None, lexicon: Lexicon) -> None:
    found = lexicon.resolve(term)
    assert (found.key if found else None) == key


def test_embedded_data_is_sound() -> None:
    lexicon = load_lexicon()
    assert len({concept.topic for concept in lexicon}) >= 10
    assert len(load_seeds(lexicon)) >= 150
