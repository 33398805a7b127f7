"""All seats of a game as a PettingZoo environment, the player-dealer's among them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv

from houseway.env.actions import ACTIONS
from houseway.env.games import make_game
from houseway.env.playing import Observation, Playing
from houseway.env.seat import space
from houseway.filings.schema.common import FilingBase


class Table(AECEnv):  # type: ignore[misc]
    """A round an episode, seat by seat as they are asked. Agents are `seat_1` and so on; against a
    player-dealer the last one is the bank.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "houseway", "render_modes": [], "is_parallelizable": False,
    }  # fmt: skip

    def __init__(
        self,
        filing: FilingBase | str,
        *,
        players: int | None = None,
        wagers: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
        decks: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        game = make_game(filing, players=players, wagers=wagers, decks=decks, options=options)
        self.playing = Playing(game)
        self._seat = {f"seat_{seat}": seat for seat in game.seats}
        self.possible_agents = list(self._seat)
        self._space, self._actions = space(self.playing), Discrete(len(ACTIONS))
        self._chance = random.Random()
        self.render_mode = None

    def observation_space(self, agent: str) -> Dict:  # noqa: ARG002
        return self._space

    def action_space(self, agent: str) -> Discrete:  # noqa: ARG002
        return self._actions

    def observe(self, agent: str) -> Observation:
        return self.playing.observe(self._seat[agent])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        if seed is not None:
            self._chance = random.Random(seed)
        self.playing.reset(self._chance)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def _turn(self) -> None:
        """Whose turn it is; when the round is over, everybody's to leave."""
        seat = self.playing.to_act()
        if seat is not None:
            self.agent_selection = f"seat_{seat}"
            return
        net = self.playing.game.net()
        for agent in self.agents:
            self.rewards[agent] = float(net[self._seat[agent]])
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        legal = self.playing.act(self._seat[agent], int(action))
        self.infos[agent] = {} if legal else {"refused": True}
        self._turn()
        self._accumulate_rewards()

    def render(self) -> None:
        """Nothing is drawn; `deal` shows a round."""

    def close(self) -> None:
        """Nothing is held open."""
