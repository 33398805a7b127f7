"""One seat of a game as a Gymnasium environment; the house's bots play the others."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from houseway.env.actions import ACTIONS
from houseway.env.games import make_game
from houseway.env.playing import MOST, Observation, Playing
from houseway.filings.schema.common import FilingBase
from houseway.rounds.transcript import say


class Seat(gymnasium.Env[Observation, np.int64]):
    """A round an episode. The first action says with what the seat begins, the others are its
    decisions; the reward at the end is what it gained, in units of its wager.

    An action that is not open (`action_mask`) counts as silence, and the quietest move is made;
    `info["refused"]` says so.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        filing: FilingBase | str,
        *,
        players: int | None = None,
        wagers: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
        decks: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`players` sit at the table, the bank apart; `wagers` are in dollars by spot, several to
        choose from in a list.
        """
        game = make_game(filing, players=players, wagers=wagers, decks=decks, options=options)
        self.playing = Playing(game)
        self.seat = game.seats[0]
        self._chance: random.Random | None = None
        self.render_mode = render_mode
        self.action_space = Discrete(len(ACTIONS))
        self.observation_space = space(self.playing)

    @property
    def layout(self) -> Mapping[str, slice]:
        """Where each part of an observation stands."""
        return self.playing.layout

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        if seed is not None or self._chance is None:
            self._chance = random.Random(int(self.np_random.integers(2**62)))
        self.playing.reset(self._chance)
        return self._told(refused=False)

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        playing = self.playing
        legal = playing.act(self.seat, int(action))
        while (seat := playing.to_act()) is not None and seat != self.seat:
            playing.by_bot(seat)
        over = playing.over
        reward = playing.game.net()[self.seat] if over else 0.0
        seen, info = self._told(refused=not legal)
        return seen, reward, over, False, info

    def _told(self, *, refused: bool) -> tuple[Observation, dict[str, Any]]:
        seen = self.playing.observe(self.seat)
        return seen, {"action_mask": seen["action_mask"], "refused": refused}

    def moves(self) -> dict[int, str]:
        """What is open now: actions by number, in words."""
        return {action: ACTIONS[action] for action in self.playing.open(self.seat)}

    def render(self) -> str | None:
        """The round so far as the seat saw it."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(say(event) for event in self.playing.game.sight(self.seat).events)


def space(playing: Playing) -> Dict:
    return Dict(
        {
            "observation": Box(0.0, MOST, (playing.size,), np.float32),
            "action_mask": Box(0, 1, (len(ACTIONS),), np.int8),
        }
    )
