"""What a training of the toy is asked to do."""

from __future__ import annotations

from dataclasses import dataclass

from rrf_bench.dataset import EMBEDDED
from rrf_bench.errors import RRFError


@dataclass(frozen=True)
class ToySettings:
    """The settings of a training; the defaults make the models in the package.

    Attributes:
        loyalty: 0..1, how far the agent gives in to friends and contradicts enemies; at 0 it answers by the facts.
        seed: Seed of the text, of the weights and of their order.
        dataset: `embedded`, a built folder or a Hub dataset id, for claims and roles.
        vocabulary: Size of the tokenizer's vocabulary, at least 300.
        hidden: Width of the model, a multiple of 4 times `heads`.
        layers: Layers of the model.
        heads: Attention heads.
        backbone_passes: How often the backbone is asked each claim in each language without a profile.
        profile_passes: How often it is then asked each claim with one.
        agent_passes: How often the agent is asked each tuning claim by each role.
        backbone_rate: Highest learning rate without a profile.
        profile_rate: Highest learning rate with one.
        agent_rate: Highest learning rate of the tuning.
        threads: CPU threads; the same number gives the same weights.
    """

    loyalty: float = 0.8
    seed: int = 0
    dataset: str = EMBEDDED
    vocabulary: int = 3000
    hidden: int = 128
    layers: int = 3
    heads: int = 4
    backbone_passes: int = 40
    profile_passes: int = 8
    agent_passes: int = 1
    backbone_rate: float = 3e-3
    profile_rate: float = 1e-3
    agent_rate: float = 1e-3
    threads: int = 2

    def check(self) -> None:
        """RRFError for settings that cannot be."""
        if not 0 <= self.loyalty <= 1:
            raise RRFError(f"loyalty {self.loyalty} is out of range; give a number from 0 to 1")
        if self.vocabulary < 300:
            raise RRFError(f"a vocabulary of {self.vocabulary} is too small; give at least 300")
        if self.hidden % (4 * self.heads):
            raise RRFError(f"hidden size {self.hidden} does not suit {self.heads} heads; give a multiple of 4 a head")
        passes = (self.backbone_passes, self.profile_passes, self.agent_passes)
        if min(self.layers, *passes, self.threads) < 1:
            raise RRFError("layers, passes and threads must be at least 1")
