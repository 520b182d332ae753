"""An edge as a Chinese clause, as it stands after 我认为."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from builder.lexicon import Concept
from builder.verbalize.form import PLAIN, Form


@dataclass(frozen=True)
class Predicate:
    """What is said of the subject: affirmed, denied, and denied for all times (empty where nobody says so)."""

    affirmed: str
    denied: str
    never: str = ""


def clause(relation: str, start: Concept, end: Concept, form: Form = PLAIN) -> str:
    """The Chinese clause of an edge, with no final stop.

    Args:
        relation: a key of `PATTERNS`.
        start: the start of the edge.
        end: the end of the edge.
        form: negation and quantifier.
    """
    if relation == "AtLocation":
        return _at_location(start, end, form)
    said = PATTERNS[relation](start, end)
    subject = SUBJECTS[relation](start) if relation in SUBJECTS else start.zh
    if form.quantifier == "only" and said.affirmed == f"很{end.zh}":
        return f"只有{subject}才{end.zh}"
    return _quantified(subject, start.measure, form, relation in EXCLUSIVE) + _predicate(said, form)


def _predicate(said: Predicate, form: Form) -> str:
    if form.never:
        return said.never or said.denied
    return said.denied if form.negated else said.affirmed


def _quantified(subject: str, measure: str, form: Form, exclusive: bool) -> str:
    if form.quantifier == "only":
        return f"只有{subject}{'才' if exclusive else ''}"
    prefixes = {"": subject, "some": f"有些{subject}", "all": f"所有的{subject}都", "every": f"每{measure}{subject}都"}
    return prefixes[form.quantifier]


def _at_location(start: Concept, end: Concept, form: Form) -> str:
    place = f"{end.zh}{end.localizer}"
    if form.never:
        return f"{place}从来没有{start.zh}"
    if form.quantifier == "only":
        return f"只有{place}才有{start.zh}"
    return f"{place}{'没有' if form.negated else '有'}{start.zh}"


def _is(complement: str) -> Predicate:
    return Predicate(f"是{complement}", f"不是{complement}")


def _is_a(start: Concept, end: Concept) -> Predicate:
    return _is(end.zh)


def _used_for(start: Concept, end: Concept) -> Predicate:
    return _is(f"用来{end.zh}的" if end.is_verb else f"用于{end.zh}的")


def _capable_of(start: Concept, end: Concept) -> Predicate:
    """会 for what animals and people do and for what happens by itself (`skill`), 能 for the rest (`able`)."""
    can = "会" if "skill" in end.traits or (start.animate and "able" not in end.traits) else "能"
    return Predicate(f"{can}{end.zh}", f"不{can}{end.zh}", f"从来不{end.zh}")


def _has_property(start: Concept, end: Concept) -> Predicate:
    if "hen" in end.traits:
        return Predicate(f"很{end.zh}", f"不{end.zh}")
    return _is(end.zh if end.zh.endswith("的") else f"{end.zh}的")


def _has_a(start: Concept, end: Concept) -> Predicate:
    return Predicate(f"有{end.zh}", f"没有{end.zh}")


def _part_of(start: Concept, end: Concept) -> Predicate:
    return _is(f"{end.zh}的一部分")


def _made_of(start: Concept, end: Concept) -> Predicate:
    return _is(f"用{end.zh}做的")


def _created_by(start: Concept, end: Concept) -> Predicate:
    return _is(f"{end.zh}做的")


def _causes(start: Concept, end: Concept) -> Predicate:
    said = f"让人{end.zh}" if end.is_verb else f"{'引起' if 'event' in end.traits else '产生'}{end.zh}"
    return Predicate(f"会{said}", f"不会{said}", f"从来不会{said}")


def _causes_desire(start: Concept, end: Concept) -> Predicate:
    said = f"让人想{end.zh}" if end.is_verb else f"让人想要{end.zh}"
    return Predicate(f"会{said}", f"不会{said}")


def _has_prerequisite(start: Concept, end: Concept) -> Predicate:
    return Predicate(f"需要{end.zh}", f"不需要{end.zh}")


def _has_subevent(start: Concept, end: Concept) -> Predicate:
    said = end.zh if end.is_verb else f"用到{end.zh}"
    return Predicate(f"会{said}", f"不会{said}")


def _motivated_by_goal(start: Concept, end: Concept) -> Predicate:
    return _is(f"为了{end.zh}")


def _desires(start: Concept, end: Concept) -> Predicate:
    return Predicate(f"喜欢{end.zh}", f"不喜欢{end.zh}", f"从来不喜欢{end.zh}")


def _receives_action(start: Concept, end: Concept) -> Predicate:
    return Predicate(f"可以{end.zh}", f"不能{end.zh}")


def _symbol_of(start: Concept, end: Concept) -> Predicate:
    return _is(f"{end.zh}的象征")


def _antonym(start: Concept, end: Concept) -> Predicate:
    return _is(end.zh)


SUBJECTS: dict[str, Callable[[Concept], str]] = {
    "Antonym": lambda start: f"{start.zh}的反义词",
    "HasSubevent": lambda start: f"{start.zh}的时候",
    "MotivatedByGoal": lambda start: f"人们{start.zh}",
}
# Relations where 只有...才... is how "only" is said; with 是 and 很 a bare 只有 is.
EXCLUSIVE = frozenset({"CapableOf", "HasA", "Causes", "CausesDesire", "HasPrerequisite", "Desires", "ReceivesAction"})
PATTERNS: dict[str, Callable[[Concept, Concept], Predicate]] = {
    "IsA": _is_a,
    "UsedFor": _used_for,
    "CapableOf": _capable_of,
    "HasProperty": _has_property,
    "HasA": _has_a,
    "PartOf": _part_of,
    "MadeOf": _made_of,
    "CreatedBy": _created_by,
    "Causes": _causes,
    "CausesDesire": _causes_desire,
    "HasPrerequisite": _has_prerequisite,
    "HasSubevent": _has_subevent,
    "MotivatedByGoal": _motivated_by_goal,
    "Desires": _desires,
    "ReceivesAction": _receives_action,
    "SymbolOf": _symbol_of,
    "Antonym": _antonym,
}
