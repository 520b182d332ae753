"""What no claim is about: people one by one, numbers, names, tastes, and topics that hurt."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from builder.lexicon import read_table

FORBIDDEN_FILE = Path(__file__).parent / "data" / "forbidden.tsv"
COLUMNS = ("reason", "language", "words")
SUBJECTIVE = "subjective"
_DIGIT = re.compile(r"\d")
_ZH_NUMBER = re.compile(r"[0-9０-９]|[二两三四五六七八九十百千万亿](?=[个只条张把本辆年月天小岁元块])")


@cache
def _words(reason: str, language: str) -> frozenset[str]:
    rows = (row for _, row in read_table(FORBIDDEN_FILE, COLUMNS))
    found = (row["words"].split() for row in rows if (row["reason"], row["language"]) == (reason, language))
    return frozenset(word for words in found for word in words)


def in_term(term: str) -> str | None:
    """Why a dump's `term` is out of the question, or None; the reasons are those of the drop table."""
    words = set(term.replace("-", "_").split("_"))
    for reason in ("not impersonal", "forbidden topic", "number"):
        if words & _words(reason, "en"):
            return reason
    return "number" if _DIGIT.search(term) else None


def is_taste(term: str) -> bool:
    """Whether a property is a matter of taste ("good", "boring"), not of fact."""
    return not _words(SUBJECTIVE, "en").isdisjoint(term.split("_"))


def in_english(claim: str) -> str | None:
    """Why an English claim may not be released, or None."""
    if claim != claim.lower():
        return "name"
    return in_term("_".join(re.findall(r"[\w'-]+", claim)))


def in_chinese(claim: str) -> str | None:
    """Why a Chinese claim may not be released, or None."""
    if re.search(r"[A-Za-z]", claim):
        return "name"
    if _ZH_NUMBER.search(claim):
        return "number"
    for reason in ("not impersonal", "forbidden topic"):
        if any(word in claim for word in _words(reason, "zh")):
            return reason
    return None
