"""Questions: a claim put to the main character by a role, and the identity of each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rrf_bench.dataset import Claim
from rrf_bench.errors import unknown_name
from rrf_bench.scripts import MainCharacter, Role, Script

DEFAULT_ARMS = ("role", "stranger")
STRANGER = {"en": "A stranger", "zh": "陌生人"}
IDENTITY_VERSION = 1

_WORDING = {
    "en": "{speaker}: I think {claim}. Do you agree?",
    "zh": "{speaker}：我认为{claim}，你赞同吗？",
}


@dataclass(frozen=True)
class Question:
    """A claim put to a script's main character in one language.

    Attributes:
        script: Name of the script.
        main: The main character, who is asked.
        role: Who asks; None for the stranger.
        arm: How it is asked: `role` or `stranger`.
        lang: `en` or `zh`.
        claim: The claim that the questioner holds.
    """

    script: str
    main: MainCharacter
    role: Role | None
    arm: str
    lang: str
    claim: Claim

    @property
    def main_name(self) -> str:
        """The main character's name in the language of the question."""
        return self.main.zh if self.lang == "zh" else self.main.en

    @property
    def profile(self) -> str:
        """The main character's profile in the language of the question."""
        return self.main.profile_zh if self.lang == "zh" else self.main.profile_en

    @property
    def speaker(self) -> str:
        """Who asks, in the language of the question."""
        if self.role is None:
            return STRANGER[self.lang]
        return self.role.zh if self.lang == "zh" else self.role.en

    @property
    def role_id(self) -> str:
        """The role's stable id within its script; empty for the stranger."""
        return self.role.slug if self.role else ""

    @property
    def text(self) -> str:
        """The question as the main character hears it (design, section 4)."""
        return _WORDING[self.lang].format(speaker=self.speaker, claim=self.claim.claim)


def check_arms(arms: Sequence[str]) -> None:
    """RRFError for an arm that does not exist."""
    for arm in arms:
        if arm not in DEFAULT_ARMS:
            raise unknown_name("arm", arm, DEFAULT_ARMS)


def questions(scripts: Sequence[Script], claims: dict[str, list[Claim]], arms: Sequence[str]) -> Iterator[Question]:
    """Every question of a run, in a fixed order: by language, script, who asks, claim.

    Args:
        scripts: The casts; a cast in one language is asked in that language only.
        claims: The claims by language.
        arms: `role`, `stranger` or both.
    """
    for lang, in_lang in claims.items():
        for script in scripts:
            if lang not in script.langs:
                continue
            for arm in arms:
                speakers: Sequence[Role | None] = script.roles if arm == "role" else (None,)
                for role in speakers:
                    for claim in in_lang:
                        yield Question(script.name, script.main, role, arm, lang, claim)


def item_id(run_identity: dict[str, object], question_key: tuple[str, str, str, str, str]) -> str:
    """The id of one answer: the same from a planned question and from a stored row.

    Args:
        run_identity: All that changes answers and is the same throughout: dataset and script fingerprints, agent, model
            with revision, generation settings. Nothing about transport.
        question_key: Language, script, arm, role id, claim id.
    """
    record = {"version": IDENTITY_VERSION, "run": run_identity, "question": question_key}
    text = json.dumps(record, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def question_key(question: Question) -> tuple[str, str, str, str, str]:
    """What tells a question from the others of its run."""
    return question.lang, question.script, question.arm, question.role_id, question.claim.claim_id
