"""The lexicon: how each concept is said in English and in Chinese, and what kind of word it is."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder.inflection import gerund, plural
from rrf_bench.errors import RRFError, unknown_name

LEXICON_FILE = Path(__file__).parent / "data" / "lexicon.tsv"
COLUMNS = ("concept", "pos", "en", "zh", "measure", "place", "traits", "antonym", "topic")
NOUNS = frozenset({"count", "mass", "plural", "unique"})
PARTS_OF_SPEECH = NOUNS | {"verb", "adj"}
# animate, person: who they are said of can do and want things (会, not 能). Adjectives: de 是甜的, hen 很重.
# Verbs: skill always 会 (冰会融化), able always 能 (人能看见). Nouns: event is 引起, not 产生, where it is caused.
TRAITS = frozenset({"animate", "person", "de", "hen", "skill", "able", "event"})


@dataclass(frozen=True)
class Concept:
    """One concept of the lexicon.

    Attributes:
        key: the ConceptNet term with underscores, `cut_bread`.
        pos: one of `PARTS_OF_SPEECH`.
        en: the English base or singular form, with the articles that a verb phrase carries.
        zh: the Chinese bare noun, verb phrase or adjective.
        measure: the Chinese measure word that stands after 每.
        preposition: the English preposition of a place ("in"); empty where the concept is no place.
        localizer: the Chinese localizer of a place (里); may be empty for a place.
        traits: a subset of `TRAITS`.
        antonym: the key of the concept that contradicts this one, or empty.
        topic: one word, "animals".
    """

    key: str
    pos: str
    en: str
    zh: str
    measure: str = "个"
    preposition: str = ""
    localizer: str = ""
    traits: frozenset[str] = frozenset()
    antonym: str = ""
    topic: str = ""

    @property
    def is_noun(self) -> bool:
        """Whether the concept is a noun of any kind."""
        return self.pos in NOUNS

    @property
    def is_verb(self) -> bool:
        """Whether the concept is a verb phrase."""
        return self.pos == "verb"

    @property
    def animate(self) -> bool:
        """Whether the concept is a person or an animal."""
        return bool(self.traits & {"animate", "person"})


@dataclass(frozen=True)
class Lexicon:
    """All concepts by key, and the other spellings under which a dump may hold them."""

    concepts: Mapping[str, Concept]
    aliases: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.concepts)

    def __iter__(self) -> Iterator[Concept]:
        return iter(self.concepts.values())

    def __getitem__(self, key: str) -> Concept:
        if key not in self.concepts:
            raise unknown_name("concept", key, self.concepts)
        return self.concepts[key]

    def resolve(self, term: str) -> Concept | None:
        """The concept that a dump's `term` names: its key, or another form of it (`knives`, `baking_a_cake`)."""
        found = self.concepts.get(term)
        return found if found is not None else self.concepts.get(self.aliases.get(term, ""))


def load_lexicon(path: Path = LEXICON_FILE) -> Lexicon:
    """Read and check the lexicon file at `path`.

    Raises:
        RRFError: a row that cannot be used, named by its line number.
    """
    concepts: dict[str, Concept] = {}
    for line, row in read_table(path, COLUMNS):
        concept = _concept(row, f"{path.name} line {line}")
        if concept.key in concepts:
            raise RRFError(f"{path.name} line {line}: concept '{concept.key}' is there twice; keep one")
        concepts[concept.key] = concept
    _check_antonyms(concepts, path.name)
    return Lexicon(concepts, _aliases(concepts))


def read_table(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a tab-separated file with a header, each with its line number; `#` lines are comments.

    Raises:
        RRFError: the file is missing, or its header or a row has other columns than `columns`.
    """
    if not path.is_file():
        raise RRFError(f"'{path}' is not there; a tab-separated file with columns {', '.join(columns)} belongs there")
    with path.open(encoding="utf-8", newline="") as handle:
        numbered = ((n, line) for n, line in enumerate(handle, 1) if line.strip() and not line.startswith("#"))
        header_seen = False
        for line, text in numbered:
            cells = next(csv.reader([text], delimiter="\t", quoting=csv.QUOTE_NONE))
            if not header_seen:
                _check_header(cells, columns, path.name)
                header_seen = True
                continue
            if len(cells) > len(columns):
                raise RRFError(f"{path.name} line {line}: {len(cells)} columns, expected {len(columns)}")
            padded = [cell.strip() for cell in cells] + [""] * (len(columns) - len(cells))
            yield line, dict(zip(columns, padded, strict=True))


def _check_header(cells: list[str], columns: tuple[str, ...], name: str) -> None:
    if tuple(cell.strip() for cell in cells) != columns:
        raise RRFError(f"{name}: the header is {cells}; expected the tab-separated columns {', '.join(columns)}")


def _concept(row: Mapping[str, str], where: str) -> Concept:
    key, pos = row["concept"], row["pos"]
    traits = frozenset(part.strip() for part in row["traits"].split(",") if part.strip())
    if not key or not row["zh"] or not row["topic"]:
        raise RRFError(f"{where}: concept, zh and topic may not be empty")
    if pos not in PARTS_OF_SPEECH:
        raise RRFError(f"{where}: {unknown_name('part of speech', pos, PARTS_OF_SPEECH)}")
    for trait in sorted(traits - TRAITS):
        raise RRFError(f"{where}: {unknown_name('trait', trait, TRAITS)}")
    preposition, _, localizer = row["place"].partition(":")
    return Concept(
        key=key,
        pos=pos,
        en=row["en"] or key.replace("_", " "),
        zh=row["zh"],
        measure=row["measure"] or "个",
        preposition=preposition.strip(),
        localizer=localizer.strip(),
        traits=traits,
        antonym=row["antonym"],
        topic=row["topic"],
    )


def _check_antonyms(concepts: Mapping[str, Concept], name: str) -> None:
    for concept in concepts.values():
        if not concept.antonym:
            continue
        other = concepts.get(concept.antonym)
        if other is None:
            raise RRFError(f"{name}: antonym '{concept.antonym}' of '{concept.key}' is not in the lexicon; add it")
        if other.is_noun != concept.is_noun or other.is_verb != concept.is_verb:
            raise RRFError(f"{name}: '{concept.key}' and its antonym '{other.key}' are different parts of speech")


def _aliases(concepts: Mapping[str, Concept]) -> dict[str, str]:
    """Other forms of each key; a form that is itself a key, or that two concepts share, is left out."""
    found: dict[str, set[str]] = {}
    for concept in concepts.values():
        forms: Iterable[str] = (concept.key.replace("_", " "), concept.en)
        if concept.is_verb:
            forms = [*forms, *(gerund(form) for form in forms)]
        elif concept.pos == "count":
            forms = [*forms, *(plural(form) for form in forms)]
        for form in forms:
            found.setdefault(form.lower().replace(" ", "_"), set()).add(concept.key)
    return {form: next(iter(keys)) for form, keys in sorted(found.items()) if len(keys) == 1 and form not in concepts}
