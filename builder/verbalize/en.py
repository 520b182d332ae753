"""An edge as an English clause, as it stands after "I think"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from builder.inflection import gerund, participle, plural, third_person, with_article
from builder.lexicon import Concept
from builder.verbalize.form import PLAIN, Form

# A form of "be", "do" or "can" carries the negation.
BE, DO, CAN = "be", "do", "can"


@dataclass(frozen=True)
class Predicate:
    """What is said of the subject: the auxiliary that negates it, a base-form verb, and the rest."""

    aux: str
    verb: str
    rest: str = ""


@dataclass(frozen=True)
class Subject:
    """Who it is said of, and whether its verb is plural."""

    text: str
    is_plural: bool


def singular(concept: Concept) -> str:
    """A noun or verb as one thing: "a knife", "water", "scissors", "the sun", "cutting bread"."""
    if concept.pos == "count":
        return with_article(concept.en)
    if concept.pos == "unique":
        return f"the {concept.en}"
    return gerund(concept.en) if concept.is_verb else concept.en


def generic(concept: Concept) -> str:
    """A noun or verb in general: "knives", "water", "scissors", "the sun", "cutting bread"."""
    return plural(concept.en) if concept.pos == "count" else singular(concept)


def clause(relation: str, start: Concept, end: Concept, form: Form = PLAIN) -> str:
    """The English clause of an edge, lower-case, with no final stop.

    Args:
        relation: a key of `PATTERNS`.
        start: the start of the edge.
        end: the end of the edge.
        form: negation and quantifier.
    """
    if relation == "AtLocation":
        return _at_location(start, end, form)
    subject = _subject(relation, start, form.quantifier)
    return _sentence(subject, PATTERNS[relation](start, end, subject.is_plural), form)


def _subject(relation: str, start: Concept, quantifier: str) -> Subject:
    if relation == "Antonym":
        return Subject(start.en, is_plural=False)
    if relation == "MotivatedByGoal":
        return Subject("people", is_plural=True)
    if quantifier == "every" and start.pos == "count":
        return Subject(f"every {start.en}", is_plural=False)
    if relation in SINGULAR_STARTS and not quantifier:
        return Subject(singular(start), start.pos == "plural")
    prefix = f"{quantifier} " if quantifier else ""
    return Subject(prefix + generic(start), start.pos in {"count", "plural"})


def _sentence(subject: Subject, said: Predicate, form: Form) -> str:
    parts = [subject.text, *_verb(said, subject.is_plural, form), said.rest]
    return " ".join(part for part in parts if part)


def _verb(said: Predicate, is_plural: bool, form: Form) -> list[str]:
    if said.aux == BE:
        be = "are" if is_plural else "is"
        return [be, "never"] if form.never else [be, "not"] if form.negated else [be]
    if form.never:
        return ["never", _finite(said.verb, is_plural)]
    if said.aux == CAN:
        return ["cannot" if form.negated else "can", said.verb]
    if form.negated:
        return ["do not" if is_plural else "does not", said.verb]
    return [_finite(said.verb, is_plural)]


def _finite(verb: str, is_plural: bool) -> str:
    if not is_plural:
        return third_person(verb)
    return "are" + verb[2:] if verb.split(" ")[0] == "be" else verb


def _at_location(start: Concept, end: Concept, form: Form) -> str:
    where = f"{end.preposition} {singular(end)}"
    found = "is" if start.pos in {"mass", "unique", "verb"} else "are"
    if form.never:
        return f"{generic(start)} {found} never found {where}"
    modal = "cannot" if form.negated else "can only" if form.quantifier == "only" else "can"
    return f"{generic(start)} {modal} be found {where}"


def _is_a(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(BE, "be", generic(end) if is_plural else singular(end))


def _used_for(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(BE, "be", f"used for {gerund(end.en) if end.is_verb else generic(end)}")


def _capable_of(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(CAN, end.en)


def _has_property(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(BE, "be", end.en)


def _has_a(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(DO, "have", generic(end) if is_plural else singular(end))


def _part_of(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(BE, "be", f"part of {singular(end)}")


def _made_of(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    """What can still be seen in the thing it is made "of"; what has been turned into something else, "from"."""
    material = end.en if end.topic == "materials" else generic(end)  # "made of metal", "made of oranges"
    return Predicate(BE, "be", f"made {'from' if start.topic == 'food' or start.pos == 'mass' else 'of'} {material}")


def _created_by(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(BE, "be", f"made by {generic(end)}")


def _causes(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    if end.is_verb:
        return Predicate(DO, "make", f"people {end.en}")
    return Predicate(DO, "cause", generic(end))


def _causes_desire(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    wanted = f"to {end.en}" if end.is_verb else generic(end)
    return Predicate(DO, "make", f"people want {wanted}")


def _has_prerequisite(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(DO, "require", singular(end))


def _has_subevent(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(DO, "involve", singular(end))


def _motivated_by_goal(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(DO, start.en, f"in order to {end.en}" if end.is_verb else f"for {generic(end)}")


def _desires(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(DO, "like", f"to {end.en}" if end.is_verb else generic(end))


def _receives_action(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(CAN, "be", participle(end.en))


def _symbol_of(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(BE, "be", f"{'symbols' if is_plural else 'a symbol'} of {generic(end)}")


def _antonym(start: Concept, end: Concept, is_plural: bool) -> Predicate:
    return Predicate(BE, "be", f"the opposite of {end.en}")


# Relations whose start reads better as one thing: "a wheel is part of a car".
SINGULAR_STARTS = frozenset({"PartOf", "SymbolOf"})
PATTERNS: dict[str, Callable[[Concept, Concept, bool], Predicate]] = {
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
