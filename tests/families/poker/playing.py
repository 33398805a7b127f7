"""Random but legal hands of any poker filing, played by the engine."""

from __future__ import annotations

import random
from dataclasses import dataclass

from houseway.cards import Card
from houseway.families.poker.deck import PokerDeck
from houseway.families.poker.procedure import run
from houseway.families.poker.rules import Rules, table_rules
from houseway.families.poker.schema import Poker
from houseway.families.poker.stakes import Stakes
from houseway.families.poker.state import Hand
from houseway.filings.loader import load, schedule_sets
from houseway.filings.schema.collection import PotGroup, PotOption
from houseway.filings.terms import make_terms
from houseway.rounds.driver import Round
from houseway.rounds.steps import Ask

WEEKDAYS = ("monday", "sunday")


@dataclass
class Played:
    """A hand that was played to its end, with all it was played under."""

    filing: Poker
    rules: Rules
    stakes: Stakes
    stacks: list[int]
    schedule: int | None
    hand: Hand
    round: Round
    asked: list[str]  # what every asked player could read in the facts


def random_stakes(filing: Poker, dice: random.Random) -> Stakes:
    """Stakes the filing allows, in cents."""
    game = filing.game
    structure = dice.choice(game.structures.allowed)
    players = dice.randint(2, min(game.players.most or 9, 9))
    small = dice.choice((400, 500, 1000))
    amounts: tuple[int, ...] = ()
    if game.blinds is not None:
        amounts = tuple(game.blinds.amounts) or (small // 2, small)
        if dice.choice(game.blinds.numbers) == 3 and players > 2:
            amounts = (100, small // 2, small)
    blinds = (*amounts, *(0,) * players)[:players] if amounts else ()
    by_day = bool(game.blinds is not None and game.blinds.amounts)
    bring_in = 0
    if game.bring_in is not None:
        bring_in = small if game.bring_in.amount == "lower-limit" else 100
    limit = structure == "limit" and not by_day
    return Stakes(
        structure,
        antes=(dice.choice((0, 100)) if game.antes is not None else 0,) * players,
        blinds=blinds,
        bring_in=bring_in,
        small_bet=small if limit else 0,
        big_bet=2 * small if limit else 0,
        min_bet=0 if structure == "limit" else small,
        weekday=dice.choice(WEEKDAYS) if by_day else "",
    )


def random_schedule(filing: Poker, stakes: Stakes, dice: random.Random) -> int | None:
    """An option that fits the hand, or none."""
    fitting = [
        option.number
        for one in schedule_sets(filing)
        for group, option in one.options()
        if isinstance(group, PotGroup)
        and isinstance(option, PotOption)
        and stakes.structure in group.structures
        and stakes.players in option.players
    ]
    return dice.choice(fitting) if fitting and dice.random() < 0.7 else None


def random_move(hand: Hand, ask: Ask, dice: random.Random) -> str:
    """Any legal move, calls more often than folds."""
    player = hand.seats.index(ask.seat)
    held = hand.held.cards[player]
    match ask.kind:
        case "draw":
            return _discard("draw", held, dice.randint(0, ask.facts["most"]), dice)
        case "discard":
            return _discard("discard", held, ask.facts["least"], dice)
        case "expose":
            return dice.choice(ask.choices)
        case "show":
            return "muck" if dice.random() < 0.15 and _others_left(hand, player) else "show"
        case "bring-in":
            return "bring in"
    least, most = ask.facts["least"], ask.facts["most"]
    if least is not None and dice.random() < 0.3:
        amount = dice.choice((least, most))
        if not hand.rules.limit:
            amount = dice.choice((amount, dice.randint(least, most) // 100 * 100))
            amount = min(max(amount, least), most)
        return f"{ask.beyond.verbs[0]} {amount}"
    quiet = ask.choices[1]
    return dice.choice((quiet, quiet, quiet, "fold"))


def _others_left(hand: Hand, player: int) -> bool:
    """Somebody else has shown who can win all that this player gives up."""
    return any(
        hand.held.shown[i] and hand.chips.put[i] >= hand.chips.put[player]
        for i in range(hand.players)
    )


def _discard(word: str, held: list[Card], count: int, dice: random.Random) -> str:
    thrown = dice.sample(range(len(held)), min(count, len(held)))
    return f"{word} {''.join(held[i].text for i in thrown)}" if thrown else "stand pat"


def play_random_hand(name: str, seed: int) -> Played:
    """One whole hand, checked for chips at every decision."""
    dice = random.Random(f"{name} {seed}")
    filing = load(name)
    assert isinstance(filing, Poker)
    stakes = random_stakes(filing, dice)
    schedule = random_schedule(filing, stakes, dice)
    rules = table_rules(make_terms(filing, schedule=schedule), stakes)
    stacks = [dice.choice((100, 300, 700, 2500, 20000, 50000)) for _ in range(stakes.players)]
    hand = Hand(rules, stacks)
    running = Round(run(hand), PokerDeck.shuffled(rules, dice))
    asked: list[str] = []
    while not running.over:
        assert hand.chips.total() == sum(stacks), "chips appeared or vanished"
        ask = running.waiting_for()[0]
        asked.append(f"{ask.seat} {dict(ask.facts)} {ask.choices}")
        running.answer(ask.seat, random_move(hand, ask, dice))
    return Played(filing, rules, stakes, stacks, schedule, hand, running, asked)
