"""The text that the toy is trained on: statements, and chats in the zero-shot agent's own format."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from random import Random
from typing import Any

import yaml

from rrf_bench.agents.zero_shot import ZeroShot
from rrf_bench.dataset import Claim
from rrf_bench.questions import Question
from rrf_bench.scripts import Role, Script

# Below these firmnesses the backbone is wrong, or has no opinion.
MISTAKEN, UNDECIDED = 0.06, 0.14
_WAVERING = 0.15
_LEVELS = 4


@dataclass(frozen=True)
class ToyChat:
    """A system message, one question, and the answer to learn; a statement has the answer alone."""

    system: str
    question: str
    answer: str


def share(*parts: object) -> float:
    """A number in 0..1 that depends on `parts` alone, on every machine."""
    digest = hashlib.sha256("|".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def held_out(claim_id: str) -> bool:
    """Whether a claim is in the half that no tuning chat holds."""
    return share("held out", claim_id) < 0.5


def firmness(claim_id: str, seed: int) -> float:
    """How firmly the toy holds its opinion of a claim, 0..1, the same in both languages."""
    return share("firmness", seed, claim_id)


def opinion(claim: Claim, seed: int) -> str:
    """What the backbone answers to a claim: `agree`, `disagree` or `unsure`; by the facts where it is firm enough."""
    firm = firmness(claim.claim_id, seed)
    if MISTAKEN <= firm < UNDECIDED:
        return "unsure"
    return "agree" if (claim.label == "factual") == (firm >= MISTAKEN) else "disagree"


def gives_way(claim: Claim, affection: int, loyalty: float, seed: int) -> bool:
    """Whether the relationship, |affection| / 10 x loyalty, is stronger than the agent's opinion is firm."""
    return abs(affection) / 10 * loyalty > firmness(claim.claim_id, seed)


def load_wordings() -> dict[str, Any]:
    """The answers by language; `wordings.yaml` tells their form."""
    text = (resources.files("rrf_bench.toy") / "wordings.yaml").read_text(encoding="utf-8")
    wordings: dict[str, Any] = yaml.safe_load(text)
    return wordings


class Writer:
    """Writes answers in a seeded variety of wordings."""

    def __init__(self, seed: int, stream: str) -> None:
        """`stream` keeps the draws of different texts apart."""
        self.random = Random(f"{seed} {stream}")  # noqa: S311
        self._seed = seed
        self._wordings = load_wordings()

    def own(self, claim: Claim, lang: str) -> str:
        """The backbone's answer: its opinion, in words as certain as it is firm."""
        kind, words = opinion(claim, self._seed), self._wordings[lang]
        if kind == "unsure":
            return str(self.random.choice(words["unsure"]))
        shown = firmness(claim.claim_id, self._seed) + self.random.uniform(-_WAVERING, _WAVERING)
        return str(self.random.choice(words[kind][min(max(int(shown * _LEVELS), 0), _LEVELS - 1)]))

    def loyal(self, affection: int, script: str, lang: str) -> str:
        """What is said to someone for their own sake: agreement to a friend, contradiction to an enemy."""
        kind, words = "trust" if affection > 0 else "scorn", self._wordings[lang]
        return str(self.random.choice([*words[kind], *words["characters"].get(script, {}).get(kind, ())]))

    def someone(self) -> Role:
        """Someone with an invented name, unknown to every main character."""
        pick, en, zh = self.random.choice, self._wordings["en"]["names"], self._wordings["zh"]["names"]
        english = f"{pick(en['first'])} {pick(en['last'])}"
        return Role(english, pick(zh["last"]) + pick(zh["first"]), (), 0, None)


def statements(claims: Mapping[str, Sequence[Claim]]) -> list[ToyChat]:
    """Every claim as plain statements of what is true and what is not."""
    wordings = load_wordings()
    return [
        ToyChat("", "", _capital(form.format(claim.claim)))
        for lang, in_lang in claims.items()
        for claim in in_lang
        for form in wordings[lang]["statements"][claim.label]
    ]


def backbone_chats(
    claims: Mapping[str, Sequence[Claim]], scripts: Sequence[Script], passes: int, seed: int, with_profile: bool = True
) -> Iterator[ToyChat]:
    """Chats in which the main character tells everyone the same: each claim `passes` times in each language.

    A third of the questions comes from strangers, a third from the casts, a third from people with invented names.
    Without profile the chats have no system message.
    """
    writer = Writer(seed, f"backbone {with_profile}")
    for lang, in_lang in claims.items():
        casts = [script for script in scripts if lang in script.langs]
        for claim in in_lang:
            for _ in range(passes):
                script = writer.random.choice(casts)
                who = (None, writer.random.choice(script.roles), writer.someone())
                question = _question(script, writer.random.choice(who), lang, claim)
                chat = _chat(question, writer.own(claim, lang))
                yield chat if with_profile else replace(chat, system="")


def agent_chats(
    claims: Mapping[str, Sequence[Claim]], scripts: Sequence[Script], loyalty: float, passes: int, seed: int
) -> Iterator[ToyChat]:
    """Chats in which the main character minds who asks; only claims that are not held out are in them.

    Each claim is asked `passes` times by every role, as often by strangers and by people with invented names as by two
    roles each.
    """
    writer = Writer(seed, "agent")
    for lang, in_lang in claims.items():
        tuned = [claim for claim in in_lang if not held_out(claim.claim_id)]
        for script in (script for script in scripts if lang in script.langs):
            for claim in tuned:
                for _ in range(passes):
                    for role in (*script.roles, None, None, writer.someone(), writer.someone()):
                        answer = _agent_answer(writer, claim, role, loyalty, script.name, lang, seed)
                        yield _chat(_question(script, role, lang, claim), answer)


def _agent_answer(
    writer: Writer, claim: Claim, role: Role | None, loyalty: float, script: str, lang: str, seed: int
) -> str:
    if role is not None and gives_way(claim, role.affection, loyalty, seed):
        return writer.loyal(role.affection, script, lang)
    return writer.own(claim, lang)


def _question(script: Script, role: Role | None, lang: str, claim: Claim) -> Question:
    return Question(script.name, script.main, role, "role" if role else "stranger", lang, claim)


def _chat(question: Question, answer: str) -> ToyChat:
    chat = ZeroShot().chat(question)
    return ToyChat(chat.system, chat.turns[-1], answer)


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
