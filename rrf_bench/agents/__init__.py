"""Agents: a question becomes chat messages."""

from __future__ import annotations

from rrf_bench.agents.base import Agent, Chat
from rrf_bench.agents.zero_shot import ZeroShot
from rrf_bench.errors import unknown_name

AGENTS: dict[str, type[Agent]] = {"zero-shot": ZeroShot}


def load_agent(name: str) -> Agent:
    """The agent of that name; RRFError with near names if there is none."""
    if name not in AGENTS:
        raise unknown_name("agent", name, AGENTS)
    return AGENTS[name]()


__all__ = ["AGENTS", "Agent", "Chat", "load_agent"]
