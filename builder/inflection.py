"""English word forms: articles, plurals, gerunds, participles; the libraries' known mistakes are mended here."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rrf_bench.errors import missing_extra

if TYPE_CHECKING:
    from inflect import engine as Engine  # noqa: N812

PLURALS = {
    "bookshelf": "bookshelves",
    "cactus": "cacti",
    "chopsticks": "chopsticks",
    "german": "germans",
    "handkerchief": "handkerchiefs",
    "human": "humans",
    "passer-by": "passers-by",
    "penny": "pennies",
    "person": "people",
    "roof": "roofs",
    "species": "species",
    "talisman": "talismans",
}
ARTICLES = {"herb": "a", "hour": "an", "one-way": "a", "unicycle": "a", "european": "a"}
GERUNDS: dict[str, str] = {"age": "aging", "dye": "dyeing"}
PARTICIPLES = {
    "burn": "burned",
    "ski": "skied",
    "quit": "quit",
    "saw": "sawn",
    "show": "shown",
    "hang": "hung",
    "mow": "mown",
    "prove": "proven",
    "bind": "bound",
    "grind": "ground",
    "wind": "wound",
    "light": "lit",
}
THIRD_PERSONS = {"be": "is", "have": "has", "do": "does", "go": "goes"}
# Nouns that look regular to the library and are not, tried as the last part of a compound word.
LAST_PARTS = ("fish", "sheep", "deer")


@cache
def _engine() -> Engine:
    try:
        import inflect
    except ImportError as error:
        raise missing_extra("inflect", "builder") from error
    return inflect.engine()


@cache
def _inflected(verb: str, tag: str) -> str:
    try:
        from lemminflect import getInflection
    except ImportError as error:
        raise missing_extra("lemminflect", "builder") from error
    forms = getInflection(verb, tag)
    return str(forms[0]) if forms else ""


@cache
def plural(noun: str) -> str:
    """The plural of a singular noun phrase; its last word, or the head before "of", carries the number.

    >>> [plural(noun) for noun in ("knife", "fire engine", "piece of paper", "goldfish")]
    ['knives', 'fire engines', 'pieces of paper', 'goldfish']
    """
    for joint in (" of ", " for ", " in ", " with ", " on "):
        if joint in noun:
            head, _, tail = noun.partition(joint)
            return plural(head) + joint + tail
    *before, last = noun.split(" ")
    if last in PLURALS:
        form = PLURALS[last]
    elif last.endswith(LAST_PARTS):
        form = last
    else:
        form = str(_engine().plural_noun(last))
    return " ".join([*before, form])


@cache
def with_article(noun: str) -> str:
    """A singular noun phrase with "a" or "an".

    >>> [with_article(noun) for noun in ("hour", "university", "umbrella", "useful tool")]
    ['an hour', 'a university', 'an umbrella', 'a useful tool']
    """
    first = noun.split(" ")[0].lower()
    if first in ARTICLES:
        return f"{ARTICLES[first]} {noun}"
    return str(_engine().a(noun))


@cache
def gerund(phrase: str) -> str:
    """The -ing form of a verb phrase, whose first word is the verb.

    >>> gerund("cut bread")
    'cutting bread'
    """
    return _with_head(phrase, GERUNDS, "VBG")


@cache
def participle(phrase: str) -> str:
    """The past participle of a verb phrase.

    >>> participle("put into a car")
    'put into a car'
    """
    return _with_head(phrase, PARTICIPLES, "VBN")


@cache
def third_person(phrase: str) -> str:
    """The third person singular of a verb phrase.

    >>> third_person("carry water")
    'carries water'
    """
    return _with_head(phrase, THIRD_PERSONS, "VBZ")


def _with_head(phrase: str, mended: dict[str, str], tag: str) -> str:
    head, space, rest = phrase.partition(" ")
    return (mended.get(head) or _inflected(head, tag) or head) + space + rest
