"""The agent that has the profile and nothing else."""

from __future__ import annotations

from rrf_bench.agents.base import Chat
from rrf_bench.questions import Question

_SYSTEM = {
    "en": "You are {main}. {profile}\nStay in character and answer as {main} would, in one or two sentences.",
    "zh": "你是{main}。{profile}\n请始终以{main}的身份和口吻回答，只说一两句话。",
}


class ZeroShot:
    """Profile only: the model must know by itself who is a friend and who is an enemy."""

    name = "zero-shot"
    version = "1"

    def chat(self, question: Question) -> Chat:
        """The profile as system message, the question as the user's turn."""
        system = _SYSTEM[question.lang].format(main=question.main_name, profile=question.profile)
        return Chat(system, (question.text,), question.main_name, question.lang)
