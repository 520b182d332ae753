"""Reading Chinese answers: clauses, cues, and what is said of the claim's own content."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import zip_longest
from typing import NamedTuple

from rrf_bench.judges.rules import lexicon_zh as lexicon
from rrf_bench.judges.rules.evidence import SIGNS, TURNABLE, UNDECIDED, Evidence, Reading, placed
from rrf_bench.judges.rules.phrases import Mark, PhraseBook
from rrf_bench.judges.rules.text import Spoken


class Clause(NamedTuple):
    """Characters between two stops; whether they ask, or open what follows (a colon)."""

    text: str
    asks: bool
    opens: bool = False


_CUES = PhraseBook({kind: text.split() for kind, text in lexicon.CUES.items()}, soft={"report"})
_STAGE = PhraseBook({kind: text.split() for kind, text in lexicon.STAGE.items()})
_WHOLE = {text: kind for kind, texts in lexicon.WHOLE.items() for text in texts.split()}
_OPPOSITES = [[side.split() for side in line.split("|")] for line in lexicon.OPPOSITES.strip().split("\n")]
_EXCLUSIVE = [[kind.split("/") for kind in line.split()] for line in lexicon.EXCLUSIVE.strip().split("\n")]
_COMMON = frozenset(lexicon.COMMON)
_FRAMES = tuple(lexicon.FRAMES.split())
_NEEDS = frozenset(lexicon.NEEDS.split())
_SIMPLIFY = str.maketrans({pair[0]: pair[1] for pair in lexicon.TRADITIONAL.split()})
_CLAUSE = re.compile(r"([^,.!?;:\n…—~]+)([,.!?;:\n…—~]*)")
_SPACE = re.compile(r"[ \t\u3000]+")
_REPEATED = re.compile(r"^(.{1,2}?)\1+$")
_CLAIM = re.compile(
    rf"^{lexicon.QUANTIFIERS}?(?P<subject>.+?)都?(?P<negative>不|并不|从不|没|没有)?"
    rf"(?P<relation>{'|'.join(sorted(lexicon.RELATIONS.split(), key=len, reverse=True))})"
    rf"(?P<object>.+?)(?P<tail>{'|'.join(lexicon.TAILS.split())})?$"
)
_BARE = re.compile(rf"^{lexicon.QUANTIFIERS}?(?P<subject>.{{1,2}}?)(?P<object>.+)$")
_DENIED = re.compile(rf"^{lexicon.QUANTIFIERS}?(?P<subject>.+?)(?P<negative>从来不|从不|不)(?P<object>.+)$")
_ABSOLUTE = re.compile(r"所有|全部|一切|每|任何|只有|都|总是|只能|只会")
_REPLY = re.compile(
    r"^(?:它们?|他们?|她们?|这|那|也|是|当然|自然|肯定|确实|的确|一定|必然|真的?|才|可|都|根本|绝对|应该|本来|本就|并|还|我(?:想|看|猜|觉得))*"
    r"(?P<flip>怎么|哪|岂|咋|怎)?(?P<negative>不|没)?(?:能|会|可能)?(?P<verb>会|能|可以|有|喜欢|需要|行)(?:的|啊|呀|了|呢|嘛|哦|喽|啦|哩|么|吗|吧)*$"
)
_CHANGE = re.compile(r"^(?:人们?|东西|物体)?(?:变得|变|感到|觉得)?(?:更加?)?(?=.)")  # 让东西变冷, 让人变得更强壮
_EITHER = re.compile(r"([赞同信认对是会能可喜])[不没]\1")  # 赞不赞同, 是不是
_OTHER_SUBJECT = re.compile(
    r"^(?:只有)?(?P<who>[^它他她这那也都是我你您咱\s]{1,4}?)(?:都|也|就|才)*(?:会|能|可以|有|是|很)"
)
_WHAT_ABOUT = re.compile(r"^那?么?(?![你您我]).{1,5}(?:呢|又?算什么|又?怎么说)$")  # 那鸵鸟呢？ against 所有的鸟都会飞
_DARES = re.compile(r"^(?:那你(?!觉得|说|看|呢|问|想|怎么|为)|你[^\s]{1,4}一个)")  # 那你抱着冰过冬去吧
_PRESUPPOSES = re.compile(r"^那.*(?<!不)(?:怎么|为什么|咋)(?![会能可敢])")  # 那夏天怎么热成这样？ says that it is hot
_LONGEST_PARTICLE = 12  # 不不不不是的啊
_TURNING = frozenset({"not", "flip"})
_DENYING = frozenset({"not", "refuse", "unless", "impossible"})
_CONFIRMING = frozenset({"是不是"})
_SUPPOSED = ("没", "无", "不在", "不用", "不靠", "离了", "离开")  # 没有水，怎么游泳？ supposes that there is none
_AFTER = re.compile(r"^[^得]{0,2}?不(?:了|着|动|起来|起|得|成|开)|^(?:什么|啥)")


class Claim:
    """A claim taken apart: who it is about, what it says of them, and whether it denies it."""

    def __init__(self, claim: str) -> None:
        """Parse `claim`, a clause such as 鱼不会游泳."""
        claim = _simplify(claim)
        parts = _CLAIM.match(claim) or _DENIED.match(claim) or _BARE.match(claim)
        found = parts.groupdict() if parts else {"subject": claim, "object": claim}
        relation = found.get("relation") or ""
        self.subject = found["subject"]
        self.object = _CHANGE.sub("", (found["object"] or "").strip("的"))
        self.needs = relation in _NEEDS
        self.negative = bool(found.get("negative")) or relation.endswith("没有")
        self.only = claim.startswith("只有")
        self.some = claim.startswith(("有些", "有的", "一些"))
        self.absolute = bool(_ABSOLUTE.search(claim))
        self.frames = [frame for frame in _FRAMES if frame in claim and (frame != "只有" or "有" in relation)]
        self.characters = [one for one in self.object if one not in _COMMON] or list(self.object)
        self.near = _near(self.object)
        self.contrary = [word for word in _contraries(self.object) if word not in self.subject]
        self.verbs = _near(relation) if relation == "喜欢" else []
        self.contrary_verbs = _contraries(relation)

    def holds(self, text: str) -> bool:
        """Whether the clause keeps a claim's verb of liking, or its contrary."""
        return not self.verbs or any(verb in text for verb in (*self.verbs, *self.contrary_verbs))


def _simplify(text: str) -> str:
    return _SPACE.sub("", text.translate(_SIMPLIFY)).replace("拿来", "用来")


def _contraries(word: str) -> list[str]:
    """What contradicts `word`, the longest first."""
    found: set[str] = set()
    for left, right in _OPPOSITES:
        found.update(right if word in left else left if word in right else ())
    names = {word, word.removesuffix("色")}
    for line in _EXCLUSIVE:
        if any(names & set(kind) for kind in line):
            found.update(name for kind in line if not names & set(kind) for name in kind)
    found -= {word}
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
            clauses.append(Clause(text, "?" in stop or text.endswith("吗"), stop.startswith(":")))
    return clauses


class Reader:
    """Reads answers to one claim."""

    def __init__(self, claim: str) -> None:
        """Prepare for answers to `claim`."""
        self.claim = Claim(claim)

    def read(self, spoken: Spoken) -> Reading:
        """The evidence in an answer, in order."""
        evidence: list[Evidence] = []
        part, conceded, ordered = 0, False, False
        clauses = _clauses(spoken.speech)
        for clause, after in zip_longest(clauses, clauses[1:]):
            marks = _CUES.find(clause.text)
            kinds = {mark.kind for mark in marks}
            if ordered or "order" in kinds:
                ordered = clause.opens and "order" in kinds
                continue
            if "turn" in kinds:
                part, conceded = part + 1, False
            if "whether" in kinds or (not clause.asks and _leaves_open(clause.text)):
                evidence.append(Evidence(0, "unsure", part, conceded))
                continue
            conceded = conceded or "concede" in kinds
            if "reductio" in kinds:
                supposed = Clause(clause.text[: min(mark.start for mark in marks if mark.kind == "reductio")], False)
                evidence += self._content(supposed, _CUES.find(supposed.text), kinds) if supposed.text else []
                evidence = _turned_content(evidence)
                continue
            if after and after.asks and clause.text.startswith(_SUPPOSED):
                kinds.add("if")
            found = self._clause(clause, marks, kinds)
            evidence += placed(found, part, conceded)
            conceded = conceded and not found
        if not evidence:
            evidence += self._mention(clauses)
        evidence += _stage(spoken.narration)
        return Reading(evidence, len(clauses))

    def _clause(self, clause: Clause, marks: list[Mark], kinds: set[str]) -> list[Evidence]:
        """The evidence in one clause."""
        particle = None if clause.asks else _particle(clause.text)
        if particle:
            return [particle]
        content = self._reply(clause) or self._content(clause, marks, kinds)
        return _explicit(clause, marks, bool(content)) + content

    def _mention(self, clauses: list[Clause]) -> list[Evidence]:
        """Evidence from an answer that only speaks of the claim's subject: it holds, or shows an exception to 所有."""
        for clause in clauses:
            if not clause.asks and not self.claim.verbs and self.claim.subject in clause.text:
                marks = _CUES.find(clause.text)
                denied = not clause.text.startswith(_SUPPOSED) and any(mark.kind == "not" for mark in marks)
                turned = self.claim.negative or self.claim.absolute
                return [Evidence(-1 if denied != turned else 1, "mention")]
        return []

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
        if clause.asks and not found["flip"]:
            return [Evidence(-sign, "asked")]
        return [Evidence(sign, "reply")]

    def _content(self, clause: Clause, marks: list[Mark], kinds: set[str]) -> list[Evidence]:
        """Evidence from what the clause says of the claim's subject."""
        claim = self.claim
        if claim.absolute and ("partial" in kinds or (clause.asks and _WHAT_ABOUT.match(clause.text))):
            return [Evidence(-1, "partial")]
        if not clause.asks and _DARES.match(clause.text):
            return [Evidence(-1, "scorn")]
        text = _without(clause.text, marks).replace(claim.subject, " " * len(claim.subject))
        direction, at, whole = self._direction(text)
        if "它" not in text and "instead" in kinds and "用来" in claim.frames and claim.subject not in clause.text:
            return [Evidence(-1, "other")]
        if not direction:
            return self._other(text, clause.text, kinds)
        if self._says_nothing(clause, direction, kinds):
            return []
        turns = self._turns(clause.text, marks, at)
        sign = direction * (-1 if (turns % 2) != claim.negative else 1)
        return [self._said(sign, clause, kinds, whole)]

    def _said(self, sign: int, clause: Clause, kinds: set[str], whole: bool) -> Evidence:
        """What it is worth that the clause says the claim's content (+1) or its contrary (-1), in whole or in part."""
        claim, text = self.claim, clause.text
        named = claim.subject in text
        if claim.only and not named:
            return Evidence(-1, "partial")
        if claim.only and "只" not in text:
            return Evidence(sign, "content", share=0.3)
        if kinds & {"if", "unless"} or (clause.asks and kinds.isdisjoint({"flip", "affirm", "impossible"})):
            return Evidence(-sign, "asked")
        other = not named and (not whole or _OTHER_SUBJECT.match(text) is not None)
        weak = other or "report" in kinds or text.startswith("我不会") or not claim.holds(text)
        return Evidence(sign, "restated" if named and not weak else "content", share=0.3 if weak else 1.0)

    def _says_nothing(self, clause: Clause, direction: int, kinds: set[str]) -> bool:
        """Whether the clause names the content without a stance: in doubt, or asking about something else."""
        elsewhere = clause.asks and "你" in clause.text and self.claim.subject not in clause.text
        return bool(kinds & UNDECIDED) or elsewhere or (direction < 0 and self.claim.some)

    def _direction(self, text: str) -> tuple[int, int, bool]:
        """+1 where the text names what the claim says, -1 where its contrary, 0 where neither; where; and if wholly."""
        claim = self.claim
        turned = -1 if any(verb in text for verb in claim.contrary_verbs) else 1
        for word in claim.near:
            if word in text:
                return turned, text.index(word), True
        for word in claim.contrary:
            if word in text:
                return -turned, text.index(word), True
        places = [text.find(one) for one in claim.characters]
        hits = [place for place in places if place >= 0]
        if 2 * len(hits) >= len(places) and hits:
            return turned, min(hits), len(hits) == len(places)
        return 0, 0, False

    def _turns(self, text: str, marks: list[Mark], at: int) -> int:
        """How often the clause denies what stands at the place `at`, counting a rhetorical question as one."""
        until = len(text) if self.claim.needs else at
        turns = sum(1 for mark in marks if mark.kind in _DENYING and mark.start < until)
        turns += any(mark.kind == "flip" for mark in marks) and not _PRESUPPOSES.match(text)
        return turns + bool(_AFTER.match(text[at + 1 :]))

    def _other(self, text: str, whole: str, kinds: set[str]) -> list[Evidence]:
        """Evidence from the claim's frame filled otherwise: 枕头是用来睡觉的."""
        claim = self.claim
        if claim.negative or kinds & {"not", "report", "agree", "flip"}:
            return []
        only = claim.subject in whole and ("只会" in text or "只能" in text)
        return [Evidence(-1, "other")] if only or any(frame in text for frame in claim.frames) else []


def _turned_content(evidence: list[Evidence]) -> list[Evidence]:
    """What the answer said of the content so far, as a supposition that it goes on to refute."""
    return [
        item._replace(sign=-item.sign, kind="asked") if item.kind in {"restated", "content"} else item
        for item in evidence
    ]


def _particle(text: str) -> Evidence | None:
    """A clause that is nothing but a yes or a no."""
    if len(text) > _LONGEST_PARTICLE:
        return None
    bare = text.rstrip(lexicon.FINAL_PARTICLES)
    repeated = _REPEATED.match(bare)
    kind = _WHOLE.get(text) or _WHOLE.get(bare) or (repeated and _WHOLE.get(repeated[1]))
    return Evidence(1 if kind == "yes" else -1, kind) if kind else None


def _stage(narration: str) -> list[Evidence]:
    if not narration:
        return []
    return [Evidence(SIGNS[mark.kind], "stage") for mark in _STAGE.find(_simplify(narration))]


def _leaves_open(text: str) -> bool:
    """Whether the clause names yes and no (赞不赞同) without a question, and so decides neither."""
    found = _EITHER.search(text)
    return found is not None and found[0] not in _CONFIRMING


def _explicit(clause: Clause, marks: list[Mark], has_content: bool) -> list[Evidence]:
    """Evidence from words that agree, refuse, doubt or mock, whatever the claim says."""
    found: list[Evidence] = []
    for mark in marks:
        if mark.kind == "refuse":
            return [*found, Evidence(-1, "disagree")]
        kind = mark.kind
        if kind == "final" and not clause.text[mark.end :].strip(lexicon.FINAL_PARTICLES):
            kind = "agree"
        if kind == "impossible" and not has_content:
            kind = "disagree"
        if kind in TURNABLE:
            found.append(Evidence(SIGNS[kind] * _turned(mark, marks), kind))
        elif mark.kind in SIGNS:
            found.append(Evidence(SIGNS[mark.kind], mark.kind))
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
