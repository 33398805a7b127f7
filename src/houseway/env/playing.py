"""Who is to act, what may be done, and what a seat sees: shared by both kinds of environment."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from houseway.cards import CARDS, JOKER, TILE_SET
from houseway.env.actions import ACTIONS, PLACE, WAGERS, Menu
from houseway.env.games import Game
from houseway.rounds.steps import Ask
from houseway.table.stakes import quiet_move

KINDS: Final = (
    "wager", "play-or-fold", "bet", "play", "after-double", "insurance", "early-surrender", "set",
    "set-bank", "pile", "bring-in", "draw", "discard", "expose", "show", "first-cards",
    "later-cards", "fantasy-land", "clean-sweep", "other",
)  # fmt: skip
# The cards a seat knows, by where they lie; the last two are of a choice that goes on.
PLACES: Final = (
    "own hand", "own other hands", "bank", "board", "others", "picked", "in question",
)  # fmt: skip
NUMBERS: Final = ("hand", "to_call", "pot", "least", "most", "own bet", "own stack", "others in")
MOST: Final = 1000.0  # units; more is told as so much
Array = NDArray[np.float32]
Observation = dict[str, Any]


class Playing:
    """A game in progress: the wagers first, then every decision of every seat played here."""

    def __init__(self, game: Game) -> None:
        self.game = game
        tiles = game.filing.deck.kind == "tiles-32"
        pieces: tuple[Any, ...] = TILE_SET if tiles else (*CARDS, JOKER)
        self._number: dict[Any, int] = {}
        for piece in pieces:
            self._number.setdefault(piece, len(self._number))
        each = len(self._number)
        self.layout: dict[str, slice] = {}
        at = 0
        sizes = [(name, each) for name in PLACES]
        sizes += [("unseen", len(PLACES)), ("kind", len(KINDS)), ("numbers", len(NUMBERS))]
        for name, size in sizes:
            self.layout[name] = slice(at, at + size)
            at += size
        self.size = at
        self._starts = {name: where.start for name, where in self.layout.items()}
        bank = getattr(game, "bank", None)
        self._bettors = tuple(seat for seat in game.seats if seat != bank)
        self._chosen: dict[int, int] = {}
        self._dealt = False
        self._menus: dict[int, Menu] = {}

    def reset(self, source: random.Random) -> None:
        """A new round; another source of chance begins everything anew."""
        self.game.begin(source)
        self._chosen, self._dealt, self._menus = {}, False, {}

    # Who acts, and how.

    def to_act(self) -> int | None:
        if not self._dealt:
            return next((seat for seat in self._bettors if seat not in self._chosen), None)
        waiting = self.game.waiting_for()
        return waiting[0].seat if waiting else None

    @property
    def over(self) -> bool:
        return self._dealt and self.game.over

    def _ask(self, seat: int) -> Ask | None:
        return next((ask for ask in self.game.waiting_for() if ask.seat == seat), None)

    def _menu(self, seat: int) -> Menu | None:
        ask = self._ask(seat)
        if ask is None:
            return None
        menu = self._menus.get(seat)
        if menu is None or menu.ask is not ask:
            menu = self._menus[seat] = Menu(ask, self.game.cards(ask))
        return menu

    def open(self, seat: int) -> Mapping[int, str | None]:
        """What a seat may do now."""
        if not self._dealt:
            if seat not in self._bettors or seat in self._chosen:
                return {}
            return {PLACE[name]: name for name in WAGERS[: len(self.game.wagers)]}
        menu = self._menu(seat)
        return {} if menu is None else menu.open

    def act(self, seat: int, action: int) -> bool:
        """An action of a seat; one that is not open counts as silence. Whether it was open."""
        if not self._dealt:
            legal = action in self.open(seat)
            self._chosen[seat] = action - PLACE[WAGERS[0]] if legal else 0
            if all(one in self._chosen for one in self._bettors):
                self._dealt = True
                self.game.deal(self._chosen)
            return legal
        menu = self._menu(seat)
        assert menu is not None, f"it is not seat {seat}'s turn"
        legal = action in menu.open
        move = menu.take(action) if legal else quiet_move(menu.ask, self.game.cards(menu.ask))
        if move is not None:
            self._menus.clear()
            self.game.answer(seat, move)
        return legal

    def by_bot(self, seat: int) -> None:
        """The house's bot acts for a seat."""
        if not self._dealt:
            self.act(seat, PLACE[WAGERS[0]])
            return
        ask = self._ask(seat)
        assert ask is not None
        self._menus.clear()
        self.game.answer(seat, self.game.by_bot(ask))

    # What a seat sees.

    def mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(len(ACTIONS), np.int8)
        for action in self.open(seat):
            mask[action] = 1
        return mask

    def observe(self, seat: int) -> Observation:
        return {"observation": self._seen(seat), "action_mask": self.mask(seat)}

    def _seen(self, seat: int) -> Array:
        seen = np.zeros(self.size, np.float32)
        starts = self._starts
        if not self._dealt:
            seen[starts["kind"]] = 1.0
            return seen
        ask, menu = self._ask(seat), self._menus.get(seat)
        hand = ask.hand if ask is not None else 1
        unseen = starts["unseen"]
        for place, hands in self.game.sight(seat).hands.items():
            for number, cards in enumerate(hands, 1):
                row = _row(place, number, seat, hand)
                start = starts[PLACES[row]]
                for card in cards:
                    if card is None:
                        seen[unseen + row] += 1.0
                    else:
                        seen[start + self._number[card]] += 1.0
        if menu is not None:
            for card in menu.picked:
                seen[starts["picked"] + self._number[card]] += 1.0
            if menu.in_question is not None:
                seen[starts["in question"] + self._number[menu.in_question]] = 1.0
        if ask is not None:
            kind = KINDS.index(ask.kind) if ask.kind in KINDS else len(KINDS) - 1
            seen[starts["kind"] + kind] = 1.0
            seen[starts["numbers"] : starts["numbers"] + len(NUMBERS)] = self._numbers(ask)
        return seen

    def _numbers(self, ask: Ask) -> list[float]:
        facts, unit = ask.facts, self.game.unit
        bets, stacks = facts.get("bets") or {}, facts.get("stacks") or {}
        money = [facts.get(name) for name in ("to_call", "pot", "least", "most")]
        if ask.kind in ("draw", "discard"):
            counts = [facts["least"], facts["most"]]
            return [ask.hand, 0.0, 0.0, *counts, 0.0, 0.0, 0.0]
        amounts = [*money, bets.get(ask.seat, 0), stacks.get(ask.seat, 0)]
        told = [min((amount or 0) / unit, MOST) for amount in amounts]
        return [ask.hand, *told, max(len(bets) - 1, 0)]


def _row(place: Any, number: int, seat: int, hand: int) -> int:
    if place == seat:
        return 0 if number == hand else 1
    if place == "bank":
        return 2
    return 4 if isinstance(place, int) else 3
