"""How many steps a second an environment makes, by the processor's clock on one core.

python benchmarks/env.py
"""

from __future__ import annotations

import random
import time

import numpy as np

from houseway.env import Seat

GAMES = (
    "casino-club/three-card-poker-6-card-bonus", "casino-club/ultimate-texas-holdem",
    "casino-club/pure-21.5-blackjack", "500-club/ez-baccarat", "500-club/fortune-pai-gow-poker",
    "500-club/texas-holdem",
)  # fmt: skip
SECONDS = 2.0


def steps_a_second(filing: str) -> float:
    """Random legal moves; observations, masks and rewards included, and the bots of poker."""
    env, source = Seat(filing), random.Random(1)
    seen, _ = env.reset(seed=1)
    steps, began = 0, time.process_time()
    while (taken := time.process_time() - began) < SECONDS:
        for _ in range(50):
            legal = np.flatnonzero(seen["action_mask"])
            action = int(legal[source.randrange(len(legal))])
            seen, _, over, _, _ = env.step(action)
            steps += 1
            if over:
                seen, _ = env.reset()
    return steps / taken


if __name__ == "__main__":
    for filing in GAMES:
        print(f"{filing:45} {steps_a_second(filing):10,.0f} steps a second")
