"""Reading Chinese answers: clauses, cues, and what is said of the claim's own content."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from rrf_bench.judges.rules import lexicon_zh as lexicon
from rrf_bench.judges.rules.evidence import Evidence
from rrf_bench.judges.rules.phrases import Mark, PhraseBook
from rrf_bench.judges.rules.text import Spoken


class Clause(NamedTuple):
    """Characters between two stops, and whether they ask."""

    text: str
    asks: bool


class Reading(NamedTuple):
    """What was found in an answer."""

    evidence: list[Evidence]
    clauses: int


_CUES = PhraseBook({kind: text.split() for kind, text in lexicon.CUES.items()})
_STAGE = PhraseBook({kind: text.split() for kind, text in lexicon.STAGE.items()})
_WHOLE = {text: kind for kind, texts in lexicon.WHOLE.items() for text in texts.split()}
_OPPOSITES = [[side.split() for side in line.split("|")] for line in lexicon.OPPOSITES.strip().split("\n")]
_COMMON = frozenset(lexicon.COMMON)
_FRAMES = tuple(lexicon.FRAMES.split())
_NEEDS = frozenset(lexicon.NEEDS.split())
_SIMPLIFY = str.maketrans(lexicon.TRADITIONAL, lexicon.SIMPLIFIED)
_CLAUSE = re.compile(r"([^,.!?;:\n…—~]+)([,.!?;:\n…—~]*)")
_SPACE = re.compile(r"[ \t\u3000]+")
_REPEATED = re.compile(r"^(.{1,2}?)\1+$")
_CLAIM = re.compile(
    rf"^{lexicon.QUANTIFIERS}?(?P<subject>.+?)(?P<negative>不|并不|从不|没|没有)?"
    rf"(?P<relation>{'|'.join(sorted(lexicon.RELATIONS.split(), key=len, reverse=True))})"
    rf"(?P<object>.+?)(?P<tail>{'|'.join(lexicon.TAILS.split())})?$"
)
_BARE = re.compile(rf"^{lexicon.QUANTIFIERS}?(?P<subject>.{{1,2}}?)(?P<negative>不)?(?P<object>.+)$")
_ABSOLUTE = re.compile(r"所有|全部|一切|每|任何|只有|都|总是|只能|只会")
_REPLY = re.compile(
    r"^(?:它们?|他们?|她们?|这|那|也|是|当然|自然|肯定|确实|的确|一定|必然|真的?|才|可|都|根本|绝对|应该|本来|本就|并|还|我(?:想|看|猜|觉得))*"
    r"(?P<flip>怎么|哪|岂|咋|怎)?(?P<negative>不|没)?(?P<verb>会|能|可以|有|喜欢|需要|行)(?:的|啊|呀|了|呢|嘛|哦|喽|啦|哩|么|吗|吧)*$"
)
_EXPLICIT = {"agree": 1, "trust": 1, "disagree": -1}
_NEUTRAL = frozenset({"split", "unsure"})
_TURNING = frozenset({"not", "flip"})
_AFTER = re.compile(r"^.{0,2}?不(?:了|动|起来|起|得|成|开)")


class Claim:
    """A claim taken apart: who it is about, what it says of them, and whether it denies it."""

    def __init__(self, claim: str) -> None:
        """Parse `claim`, a clause such as 鱼不会游泳."""
        claim = _simplify(claim)
        parts = _CLAIM.match(claim) or _BARE.match(claim)
        found = parts.groupdict() if parts else {"subject": claim, "object": claim}
        relation = found.get("relation") or ""
        self.subject = found["subject"]
        self.object = (found["object"] or "").strip("的")
        self.needs = relation in _NEEDS
        self.negative = bool(found.get("negative")) or relation.endswith("没有")
        self.absolute = bool(_ABSOLUTE.search(claim))
        self.frames = [frame for frame in _FRAMES if frame in claim]
        self.characters = [one for one in self.object if one not in _COMMON] or list(self.object)
        self.near = _near(self.object)
        self.contrary = [word for word in _contraries(self.object) if word not in self.subject]
        self.contrary_verbs = _contraries(relation)


def _simplify(text: str) -> str:
    return _SPACE.sub("", text.translate(_SIMPLIFY))


def _contraries(word: str) -> list[str]:
    """What contradicts `word`, the longest first."""
    found: set[str] = set()
    for left, right in _OPPOSITES:
        found.update(right if word in left else left if word in right else ())
    bare = word[:-1] if word.endswith("色") else ""
    return sorted(found - {bare}, key=len, reverse=True)


def _near(word: str) -> list[str]:
    """Words that say much the same as `word`, itself among them."""
    near = {word}
    for sides in _OPPOSITES:
        for side in sides:
            if word in side:
                near.update(side)
    return sorted(near - set(_contraries(word)), key=len, reverse=True)


def _clauses(speech: str) -> list[Clause]:
    """The clauses of an answer, each different one once."""
    clauses: list[Clause] = []
    seen: set[str] = set()
    for text, stop in _CLAUSE.findall(_simplify(speech)):
        if text not in seen:
            seen.add(text)
            clauses.append(Clause(text, "?" in stop or text.endswith(("吗", "么", "呢"))))
    return clauses


class Reader:
    """Reads answers to one claim."""

    def __init__(self, claim: str) -> None:
        """Prepare for answers to `claim`."""
        self.claim = Claim(claim)

    def read(self, spoken: Spoken) -> Reading:
        """The evidence in an answer, in order."""
        evidence: list[Evidence] = []
        part, conceded = 0, False
        clauses = _clauses(spoken.speech)
        for clause in clauses:
            marks = _CUES.find(clause.text)
            kinds = {mark.kind for mark in marks}
            if "order" in kinds:
                continue
            if "turn" in kinds:
                part, conceded = part + 1, False
            conceded = conceded or "concede" in kinds
            if "reductio" in kinds:
                evidence = [item._replace(sign=-item.sign, kind="asked") for item in evidence if item.kind in {"content", "asked"}]
                continue
            found = self._clause(clause, marks, kinds)
            evidence += [item._replace(part=part, conceded=conceded) for item in dict.fromkeys(found)]
            conceded = conceded and not found
        evidence += [Evidence(_EXPLICIT[mark.kind], "stage") for mark in _STAGE.find(_simplify(spoken.narration))]
        return Reading(evidence, len(clauses))

    def _clause(self, clause: Clause, marks: list[Mark], kinds: set[str]) -> list[Evidence]:
        """The evidence in one clause."""
        particle = _particle(clause.text)
        if particle:
            return [particle]
        return _explicit(clause, marks) + (self._reply(clause) or self._content(clause, marks, kinds))

    def _reply(self, clause: Clause) -> list[Evidence]:
        """Evidence from a bare 当然会, which has nothing of the claim but its verb."""
        text = clause.text
        if text.startswith(self.claim.subject):
            text = text[len(self.claim.subject) :]
        found = _REPLY.match(text)
        if not found:
            return []
        denies = bool(found["flip"]) ^ bool(found["negative"])
        sign = -1 if denies != self.claim.negative else 1
        if clause.asks and not found["flip"] and clause.text.endswith("吗"):
            return [Evidence(-sign, "asked")]
        return [Evidence(sign, "reply")]

    def _content(self, clause: Clause, marks: list[Mark], kinds: set[str]) -> list[Evidence]:
        """Evidence from what the clause says of the claim's subject."""
        claim = self.claim
        if claim.absolute and "partial" in kinds:
            return [Evidence(-1, "partial")]
        text = _without(clause.text, marks)
        direction, at = self._direction(text)
        if not direction:
            return self._other(text, kinds)
        turns = self._turns(clause.text, marks, at)
        sign = direction * (-1 if (turns % 2) != claim.negative else 1)
        if clause.asks and "flip" not in kinds:
            return [Evidence(-sign, "asked")]
        share = 0.3 if "report" in kinds or text.startswith("我不会") else 1.0
        return [Evidence(sign, "content", share=share)]

    def _direction(self, text: str) -> tuple[int, int]:
        """+1 where the text names what the claim says of its subject, -1 where its contrary, 0 where neither; and where."""
        claim = self.claim
        turned = -1 if any(verb in text for verb in claim.contrary_verbs) else 1
        for word in claim.near:
            if word in text:
                return turned, text.index(word)
        for word in claim.contrary:
            if word in text:
                return -turned, text.index(word)
        places = [text.find(one) for one in claim.characters]
        hits = [place for place in places if place >= 0]
        if 2 * len(hits) >= len(places) and hits:
            return turned, min(hits)
        return 0, 0

    def _turns(self, text: str, marks: list[Mark], at: int) -> int:
        """How often the clause denies what stands at the place `at`, counting a rhetorical question as one."""
        until = len(text) if self.claim.needs else at
        turns = sum(1 for mark in marks if mark.kind == "not" and mark.start < until)
        turns += any(mark.kind == "flip" for mark in marks)
        return turns + bool(_AFTER.match(text[at + 1 :]))

    def _other(self, text: str, kinds: set[str]) -> list[Evidence]:
        """Evidence from the claim's frame filled otherwise: 枕头是用来睡觉的."""
        claim = self.claim
        if claim.negative or kinds & {"not", "report", "agree", "flip"}:
            return []
        return [Evidence(-1, "other")] if any(frame in text for frame in claim.frames) else []


def _particle(text: str) -> Evidence | None:
    """A clause that is nothing but a yes or a no."""
    bare = text.rstrip(lexicon.FINAL_PARTICLES)
    repeated = _REPEATED.match(bare)
    kind = _WHOLE.get(text) or _WHOLE.get(bare) or (repeated and _WHOLE.get(repeated[1]))
    return Evidence(1 if kind == "yes" else -1, kind) if kind else None


def _explicit(clause: Clause, marks: list[Mark]) -> list[Evidence]:
    """Evidence from words that agree, refuse, doubt or mock, whatever the claim says."""
    found = []
    for mark in marks:
        if mark.kind in _EXPLICIT:
            found.append(Evidence(_EXPLICIT[mark.kind] * _turned(mark, marks), mark.kind))
        elif mark.kind in _NEUTRAL:
            found.append(Evidence(0, mark.kind))
        elif mark.kind == "scorn":
            found.append(Evidence(-1, "scorn"))
    return found


def _turned(mark: Mark, marks: Iterable[Mark]) -> int:
    """-1 where what stands before the cue turns it (不, 凭什么), else +1."""
    turns = sum(1 for other in marks if other.kind in _TURNING and other.start < mark.start)
    return -1 if turns % 2 else 1


def _without(text: str, marks: list[Mark]) -> str:
    """The text with its cues blanked, so that 觉得 is not read as sleep."""
    for mark in marks:
        text = text[: mark.start] + " " * (mark.end - mark.start) + text[mark.end :]
    return text
