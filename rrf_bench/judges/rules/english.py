"""Reading English answers: clauses, cues, and what is said of the claim's own content."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rrf_bench.judges.rules import lexicon_en as lexicon
from rrf_bench.judges.rules.evidence import SIGNS, TURNABLE, UNDECIDED, Evidence, Reading, placed
from rrf_bench.judges.rules.phrases import Mark, PhraseBook
from rrf_bench.judges.rules.text import Spoken

Words = list[str]


class Clause(NamedTuple):
    """Words between two stops; whether the stop after them asks, or opens what follows (a colon)."""

    words: Words
    asks: bool
    opens: bool = False


_WHOLE_CONTRACTIONS = {
    "can't": ["can", "not"],
    "cannot": ["can", "not"],
    "won't": ["will", "not"],
    "ain't": ["is", "not"],
    "let's": ["let", "us"],
}
_ENDINGS = {"re": ["are"], "ve": ["have"], "ll": ["will"], "m": ["am"], "d": ["would"]}
# An adverb of degree after these changes no stance: "that is certainly not true", "you are quite right".
_BEFORE_DEGREE = frozenset(["is", "are", "am", "was", "i", "be"])
_DEGREES = frozenset(lexicon.DEGREES.split())
# After these, 's is "is"; elsewhere it is a possessive.
_BEFORE_IS = frozenset(["that", "it", "he", "she", "what", "there", "here", "who", "how", "where"])
_CLAUSE = re.compile(r"([^.,!?;:\n…—–~]+)([.,!?;:\n…—–~]*)")
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")
_IS = re.compile(
    r"'s(?= (?:for|not|a|an|the|just|only|made|used|part|never|always|all|what)\b)"
)  # money's for spending


def _words(text: str) -> Words:
    """The words of a text in lower case, contractions written out."""
    if "'s " in text:
        text = _IS.sub(" is", text)
    words = _WORD.findall(text)
    if "'" in text or "cannot" in text:
        words = [part for word in words for part in _expand(word)]
    if _DEGREES.isdisjoint(words):
        return words
    return [word for at, word in enumerate(words) if not (word in _DEGREES and at and words[at - 1] in _BEFORE_DEGREE)]


def _expand(word: str) -> Words:
    if word in _WHOLE_CONTRACTIONS:
        return _WHOLE_CONTRACTIONS[word]
    if word.endswith("n't"):
        return [word[:-3], "not"]
    stem, _, ending = word.partition("'")
    if ending == "s" and stem in _BEFORE_IS:
        return [stem, "is"]
    return [stem, *_ENDINGS.get(ending, [])]


def _phrases(text: str) -> list[Words]:
    return [_words(phrase) for line in text.split("\n") for phrase in line.split("|") if phrase.strip()]


def _groups(text: str) -> list[list[set[str]]]:
    """Lines of groups of words: `a b | c d` is two groups."""
    return [[set(group.split()) for group in line.split("|")] for line in text.strip().split("\n")]


_CUES = PhraseBook({kind: _phrases(text) for kind, text in lexicon.CUES.items()}, soft={"report", "how", "polite"})
_STAGE = PhraseBook({kind: _phrases(text) for kind, text in lexicon.STAGE.items()})
_OPPOSITES = _groups(lexicon.OPPOSITES)
_EXCLUSIVE = [set(line.split()) for line in lexicon.EXCLUSIVE.strip().split("\n")]
_IRREGULAR = [group for line in _groups(lexicon.IRREGULAR) for group in line]
_FRAMES = [group for line in _groups(lexicon.FRAMES) for group in line]
_STOP = frozenset(lexicon.STOP.split())
_AUXILIARIES = frozenset(lexicon.AUXILIARIES.split())
_JOINING = frozenset(lexicon.JOINING.split())
_CATEGORIES = [set(line.split()) for line in lexicon.CATEGORIES.strip().split("\n")]
_OPENERS = frozenset({"polite", "turn", "concede"})
_UNFRAMED = frozenset({"not", "report", "agree", "yes"})
_YOUR_VIEW = ["what", "do", "you", "think"]
_RHETORICAL = _phrases(lexicon.RHETORICAL)
_COURTEOUS = frozenset(lexicon.COURTEOUS.split())
_PREPOSITIONS = frozenset(["for", "in", "on", "at", "with", "from", "to", "into", "of"])
_ASKING = frozenset(["what", "where", "how", "why", "who"])
_ONLY = frozenset(["only", "just", "nothing", "solely"])
_TOOL_VERBS = frozenset({"use", "want", "need"})
_NEEDS = frozenset({"requires", "require", "needs", "need"})
_SPEAKERS = frozenset(lexicon.SPEAKERS.split())
_FILLERS = frozenset(lexicon.FILLERS.split())
_PRONOUNS = frozenset(["they", "it", "that", "this", "he", "she", "one", "them", "these", "those"])
_ABSOLUTE = frozenset(["every", "all", "each", "always", "only"])
_BRIEF = {"brief_agree": "agree", "brief_disagree": "disagree"}
_ELLIPSIS = 4  # the longest clause that may leave out whom it speaks of ("freezing cold")
_BRIEF_WORDS = 4  # the longest clause in which "right" alone means "you are right"
_REACH = 6  # how far before a cue a "not" still turns it


def inflections(word: str) -> set[str]:
    """The forms in which `word` may come back in an answer; too many rather than too few."""
    forms = {word}
    for group in _IRREGULAR:
        if word in group:
            forms |= group
    for stem in _stems(word):
        doubled = stem + stem[-1]
        forms |= {stem, stem + "s", stem + "es", stem + "ing", stem + "ed", stem + "d", doubled + "ing", doubled + "ed"}
        forms |= {stem + "er", stem + "est", doubled + "er", doubled + "est"}
        if stem.endswith("y"):
            forms |= {stem[:-1] + ending for ending in ("ies", "ied", "ier", "iest")}
        if stem.endswith("e"):
            forms.add(stem[:-1] + "ing")
    return forms - _STOP


def _stems(word: str) -> set[str]:
    """What `word` may be a form of: itself, and itself without its ending."""
    stems = {word}
    if word.endswith("ing") and len(word) > 5:
        stems |= {word[:-3], word[:-3] + "e"}
        if word[-4] == word[-5]:
            stems.add(word[:-4])
    if word.endswith("ies") and len(word) > 4:
        stems.add(word[:-3] + "y")
    elif word.endswith("s") and len(word) > 3:
        stems.add(word[:-1])
    return {stem for stem in stems if len(stem) > 1}


class Claim:
    """A claim taken apart: who it is about, what it says of them, and whether it denies it."""

    def __init__(self, claim: str) -> None:
        """Parse `claim`, a clause such as `fish cannot swim`."""
        words = _words(claim.lower())
        self.negative = any(word in {"not", "never", "no"} for word in words)
        self.absolute = bool(_ABSOLUTE & set(words))
        subject, joint, rest = _split(words)
        self.only = "only" in words
        self.some = words[:1] == ["some"]
        self.is_be = joint in {"is", "are"}
        self.subject = _forms(subject)
        self.frame = set().union(*(group for group in _FRAMES if group & ({joint} | set(rest)))) - {"make", "makes"}
        self.objects = [inflections(word) | _likes(word) for word in rest if word not in _STOP]
        table = _EXCLUSIVE + _CATEGORIES if self.is_be else _EXCLUSIVE
        self.contrary = _contraries([word for word in rest if word not in _STOP], table) - self.subject
        self.contrary_verbs = _contraries([joint]) - self.subject
        self.verbs = _likes(joint) | inflections(joint) if joint in _JOINING - _NEEDS else set()
        self.likes = joint.startswith(("like", "love", "hate")) and "to" not in rest
        self.acts = set().union(*(inflections(word) for word in rest if word.endswith("ing")))
        self.needs = joint in _NEEDS
        self.content = set().union(*self.objects) | self.contrary
        self.known = self.subject | self.frame | self.content | _STOP | _FILLERS | _PRONOUNS | _SPEAKERS

    def misplaced(self, words: Words, at: int) -> bool:
        """Whether the object at a place stands in another relation: `cats eat mice`, `in a desert is sand`."""
        present = set(words)
        if "found" in self.frame:
            return not present & (self.subject | _PRONOUNS)
        return bool(self.verbs) and bool(self.subject & set(words[at:])) and not self.subject & set(words[:at])

    def holds(self, words: Words, at: int) -> bool:
        """Whether the clause keeps a claim's verb of liking, or its contrary."""
        return not self.likes or bool((self.verbs | self.contrary_verbs) & set(words))


def _split(words: Words) -> tuple[Words, str, Words]:
    """Subject, joining word, the rest."""
    if "order" in words:
        at = words.index("order")
        return words[: at - 1], "order", words[at + 1 :]
    for at, word in enumerate(words[1:], 1):
        if word in _JOINING or (word in _AUXILIARIES and not _JOINING & set(words)):
            return words[:at], word, words[at + 1 :]
    first = 1 + (words[0] in _STOP) if words else 0
    return words[:first], "", words[first:]


def _forms(words: Words) -> set[str]:
    return set().union(*(inflections(word) for word in words if word not in _STOP))


def _likes(word: str) -> set[str]:
    """Words that say much the same as `word`, where the table of opposites knows it as a first sense."""
    near: set[str] = set()
    for sides in _OPPOSITES:
        for side in sides:
            if word in side and len(side) > 1:
                near |= side
    return near if not near & _contraries([word]) else {word}


def _contraries(words: Sequence[str], exclusive: Sequence[set[str]] = _EXCLUSIVE) -> set[str]:
    """What contradicts one of `words`, by the table of opposites and by sets of which a thing is one at most."""
    found: set[str] = set()
    for word in words:
        stems = _stems(word)
        for left, right in _OPPOSITES:
            if stems & left:
                found |= right
            elif stems & right:
                found |= left
        for kind in exclusive:
            if stems & kind:
                found |= kind - stems
    return set().union(*(inflections(word) for word in found))


def _clauses(speech: str) -> list[Clause]:
    """The clauses of an answer, each different one once; a name that ends a question passes the asking on."""
    clauses: list[Clause] = []
    seen: set[str] = set()
    for text, stop in _CLAUSE.findall(speech.lower()):
        words = _words(text)
        if not words:
            continue
        asks = "?" in stop
        if asks and len(words) <= 2 and clauses and not _AUXILIARIES & set(words) and not _CUES.find(words):
            clauses[-1] = clauses[-1]._replace(asks=True)
        elif text not in seen:
            seen.add(text)
            clauses.append(Clause(words, asks, stop.startswith(":")))
    return clauses


def _is_tag(clause: Clause, first: bool) -> bool:
    """Whether this is the `can't they?` after a statement."""
    words = clause.words
    return clause.asks and not first and len(words) <= 3 and words[0] in _AUXILIARIES and words[-1] in _PRONOUNS


class Reader:
    """Reads answers to one claim."""

    def __init__(self, claim: str) -> None:
        """Prepare for answers to `claim`."""
        self.claim = Claim(claim)

    def read(self, spoken: Spoken) -> Reading:
        """The evidence in an answer, in order."""
        evidence: list[Evidence] = []
        part, conceded, ordered, polite = 0, False, False, False
        clauses = _clauses(spoken.speech)
        for at, clause in enumerate(clauses):
            marks = _CUES.find(clause.words)
            kinds = {mark.kind for mark in marks}
            if ordered or "order" in kinds or _is_tag(clause, at == 0):
                ordered = clause.opens and "order" in kinds
                continue
            if "turn" in kinds:
                part, conceded = part + 1, False
            polite = polite or not kinds.isdisjoint(_OPENERS)
            if "whether" in kinds or clause.words == _YOUR_VIEW:
                evidence.append(Evidence(0, "unsure", part, conceded))
                continue
            conceded = conceded or "concede" in kinds
            after_no = bool(evidence) and evidence[-1].kind == "no"
            found = self._explicit(clause, marks, after_no) + self._content(clause, marks, kinds)
            evidence += placed(found, part, conceded)
            conceded = conceded and not found
        if polite and not evidence and not clauses[-1].asks:
            evidence.append(Evidence(-1, "polite"))
        if not evidence:
            evidence += self._mention(clauses)
        evidence += _stage(spoken.narration)
        return Reading(evidence, len(clauses))

    def _explicit(self, clause: Clause, marks: list[Mark], after_no: bool) -> list[Evidence]:
        """Evidence from words that agree, refuse, doubt or mock, whatever the claim says.

        A "certainly not" goes along with a negative claim, unless it comes after a "no".
        """
        found: list[Evidence] = []
        for mark in marks:
            kind = mark.kind
            if kind == "refuse":
                return [*found, Evidence(-1, "disagree")]
            if kind in _BRIEF and len(clause.words) <= _BRIEF_WORDS:
                kind = _BRIEF[kind]
            if kind in TURNABLE:
                found.append(Evidence(SIGNS[kind] * _turned(mark, marks, clause.asks), kind))
            elif kind in SIGNS:
                found.append(Evidence(SIGNS[kind], kind))
            elif kind == "echo_no":
                echoes = self.claim.negative and not after_no
                found.append(Evidence(1 if echoes else -1, "no"))
        if _dares(clause.words):
            found.append(Evidence(-1, "scorn"))
        if self._says_no(clause.words) or (len(marks) == 1 and marks[0] == ("not", 0, len(clause.words))):
            found.append(Evidence(-1, "no"))
        return found

    def _says_no(self, words: Words) -> bool:
        """Whether a `no` here is an answer and not a determiner (`no flower`)."""
        if "no" not in words:
            return False
        at = words.index("no")
        after = words[at + 1] if at + 1 < len(words) else ""
        if not after or after in _PRONOUNS - {"one"} or after in {"i", "we", "you", "sir", "professor"}:
            return True
        return at == 0 and len(words) <= 3 and after not in self.claim.subject

    def _content(self, clause: Clause, marks: list[Mark], kinds: set[str]) -> list[Evidence]:
        """Evidence from what the clause says of the claim's subject."""
        words, claim = clause.words, self.claim
        if claim.absolute and "partial" in kinds and "scorn" not in kinds:
            return [Evidence(-1, "partial")]
        hits = self._hits(words)
        if not hits:
            found = self._reply(clause, marks) or self._liked(clause, marks)
            return found or self._other(clause, kinds) or self._question(clause, kinds)
        if not kinds.isdisjoint(UNDECIDED) or claim.misplaced(words, hits[0]):
            return []
        sign = self._direction({words[at] for at in hits}, words)
        if not sign or (sign < 0 and claim.some):
            return []
        if claim.needs and "without" in words[: hits[-1]]:
            denied = _possible(words[: words.index("without")])
        else:
            denied = _negatives(words, marks, hits[-1], claim) % 2 == 1
        sign *= -1 if denied != claim.negative else 1
        return [self._said(sign, clause, kinds, hits[0])]

    def _said(self, sign: int, clause: Clause, kinds: set[str], at: int) -> Evidence:
        """What it is worth that the clause says the claim's content (+1) or its contrary (-1)."""
        words, claim = clause.words, self.claim
        named = not claim.subject.isdisjoint(words)
        meant = named or not _PRONOUNS.isdisjoint(words) or self._elliptical(words)
        if claim.only and sign > 0 and not named and _PRONOUNS.isdisjoint(words):
            return Evidence(-1, "partial")
        if claim.only and _ONLY.isdisjoint(words):
            return Evidence(sign, "content", share=0.3)
        if "if" in kinds or (clause.asks and "agree" not in kinds and not _presupposes(words)):
            return Evidence(-sign, "asked")
        weak = not meant or "report" in kinds or _of_speaker(words, claim) or not claim.holds(words, at)
        return Evidence(sign, "restated" if named and not weak else "content", share=0.3 if weak else 1.0)

    def _elliptical(self, words: Words) -> bool:
        """Whether the clause leaves out whom it speaks of (`freezing cold`; not `for the cold`, `seeds need soil`)."""
        if len(words) > _ELLIPSIS or words[0] in _PREPOSITIONS:
            return False
        return len(words) < 3 or words[0] not in self.claim.content or words[1] in self.claim.known

    def _hits(self, words: Words) -> list[int]:
        """Where the clause has the claim's content or its contrary."""
        content = self.claim.content
        if content.isdisjoint(words):
            return []
        return [at for at, word in enumerate(words) if word in content and not self._is_tool(words, at)]

    def _is_tool(self, words: Words, at: int) -> bool:
        """Whether the word is a noun (`a saw`) where the claim has its verb (`sawing`)."""
        return at > 0 and words[at - 1] in {"a", "an", "the"} and words[at] in self.claim.acts

    def _direction(self, present: set[str], words: Words) -> int:
        """+1 where the clause names what the claim says of its subject, -1 where its contrary, 0 where too little."""
        claim = self.claim
        said = sum(1 for forms in claim.objects if forms & present)
        contrary = bool(claim.contrary & present)
        turned = -1 if claim.contrary_verbs & set(words) else 1
        if contrary and said:
            return 0
        if contrary:
            return -turned
        return turned if 2 * said >= len(claim.objects) else 0

    def _reply(self, clause: Clause, marks: list[Mark]) -> list[Evidence]:
        """Evidence from a bare `of course they can`, which has nothing of the claim but its verb."""
        words = clause.words
        if _AUXILIARIES.isdisjoint(words) or any(mark.kind in UNDECIDED for mark in marks):
            return []
        for at, word in enumerate(words):
            if word not in _AUXILIARIES or at == 0 or words[at - 1] in _SPEAKERS or words[at - 1] == "to":
                continue
            after = words[at + 1 :]
            if words[at - 1] in {"some", "others"}:
                return [Evidence(0, "split")]
            if any(other not in _FILLERS and other != "not" for other in after) or words[0] in _SPEAKERS - {"i"}:
                return []
            negatives = _negatives(words, marks, len(words), self.claim)
            of_fact = not (word == "is" and not self.claim.is_be)
            sign = -1 if (negatives % 2) != (self.claim.negative and of_fact) else 1
            return [Evidence(-sign, "asked") if clause.asks else Evidence(sign, "reply")]
        return []

    def _mention(self, clauses: list[Clause]) -> list[Evidence]:
        """Evidence from an answer that only speaks of the claim's subject: it holds, or shows an exception to "all"."""
        for clause in clauses:
            if not clause.asks and not self.claim.likes and not self.claim.subject.isdisjoint(clause.words):
                denied = any(mark.kind == "not" for mark in _CUES.find(clause.words))
                turned = self.claim.negative or self.claim.absolute
                return [Evidence(-1 if denied != turned else 1, "mention")]
        return []

    def _liked(self, clause: Clause, marks: list[Mark]) -> list[Evidence]:
        """Evidence from a claim's verb of liking, or its contrary, with a pronoun after it: `they hate it`."""
        words, claim = clause.words, self.claim
        if not claim.likes or clause.asks or words[0] in _SPEAKERS:
            return []
        for at, word in enumerate(words[:-1]):
            if words[at + 1] in _PRONOUNS and word in claim.verbs | claim.contrary_verbs:
                denied = (word in claim.contrary_verbs) ^ (_negatives(words, marks, at, claim) % 2 == 1)
                return [Evidence(-1 if denied != claim.negative else 1, "content")]
        return []

    def _other(self, clause: Clause, kinds: set[str]) -> list[Evidence]:
        """Evidence from the claim's frame filled otherwise: `a pillow is for sleeping`, `use a saw for that`."""
        claim = self.claim
        if not claim.frame or claim.negative or clause.asks or not kinds.isdisjoint(_UNFRAMED):
            return []
        words = set(clause.words)
        named = bool(claim.subject & words or {"they", "it", "that"} & words)
        if "used" in claim.frame:
            framed = self._fills(clause.words, {"for"}) or self._fills(clause.words, _TOOL_VERBS)
        else:
            framed = bool(claim.frame & words and words - claim.known)
        return [Evidence(-1, "other")] if named and framed else []

    def _question(self, clause: Clause, kinds: set[str]) -> list[Evidence]:
        """Evidence from a question that expects a "no" and has nothing of the claim's content."""
        if not clause.asks or "agree" in kinds or kinds & UNDECIDED or not _rhetorical(clause.words):
            return []
        return [Evidence(-1, "asked")]

    def _fills(self, words: Words, frame: set[str] | frozenset[str]) -> bool:
        """Whether a word that the claim does not have comes next after one of `frame` (`for sleeping`, `use a saw`)."""
        for at, word in enumerate(words[:-1]):
            if word in frame:
                after = words[at + 2] if words[at + 1] in {"a", "an", "the"} and at + 2 < len(words) else words[at + 1]
                return after not in self.claim.known
        return False


def _turned(mark: Mark, marks: list[Mark], asks: bool) -> int:
    """-1 where a "not" before the cue, or a rhetorical question around it, turns it; else +1."""
    turns = sum(1 for other in marks if other.kind == "not" and 0 < mark.start - other.start <= _REACH)
    if asks and any(other.kind == "how" and other.start < mark.start for other in marks):
        turns += 1
    return -1 if turns % 2 else 1


def _negatives(words: Words, marks: list[Mark], until: int, claim: Claim) -> int:
    """How often the clause denies before the place `until`: by "not", by "no" on a noun, by "it is false that"."""
    count = sum(1 for mark in marks if mark.kind in {"not", "disagree", "echo_no", "refuse"} and mark.start < until)
    if claim.needs:
        count += sum(1 for at, word in enumerate(words) if word == "without" and at > until)
    count += sum(
        1
        for at, word in enumerate(words[:until])
        if word == "no" and (words[at + 1] in claim.subject or words[at + 1] in claim.content)
    )
    return count


def _possible(words: Words) -> bool:
    """Whether the words before a "without" say that it can be done without."""
    return not {"can", "could"}.isdisjoint(words) and {"not", "hardly", "never", "scarcely"}.isdisjoint(words)


def _of_speaker(words: Words, claim: Claim) -> bool:
    """Whether the clause tells of the speaker (`I can't swim`) and not of the claim's subject."""
    return (
        words[0] == "i" and len(words) > 1 and words[1] in _AUXILIARIES and not (claim.subject | _PRONOUNS) & set(words)
    )


def _presupposes(words: Words) -> bool:
    """Whether a question takes its content as given (`where do you think milk comes from?`)."""
    return "mean" in words or (words[0] in _ASKING and words[1:4] == ["do", "you", "think"])


def _rhetorical(words: Words) -> bool:
    """Whether the question opens as one that expects a "no"."""
    for size in (2, 4):
        if words[:size] in _RHETORICAL:
            return words[size : size + 1] != [] and words[size] not in _COURTEOUS
    return False


def _dares(words: Words) -> bool:
    """Whether the clause tells the asker to try it (`try holding a lump of it`)."""
    return words[0] == "try" and len(words) > 1 and words[1].endswith("ing")


def _stage(narration: str) -> list[Evidence]:
    if not narration:
        return []
    return [Evidence(SIGNS[mark.kind], "stage") for mark in _STAGE.find(_words(narration.lower()))]
