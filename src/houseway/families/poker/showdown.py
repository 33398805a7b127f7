"""The showdown: who shows, what the hands are worth, and who is paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from math import gcd
from typing import TYPE_CHECKING, cast

from houseway.cards import Card, NotationError
from houseway.errors import CannotHaveHappened, Refused
from houseway.families.poker.chips import Award
from houseway.families.poker.deals import read_cards
from houseway.families.poker.pots import Pot, halves, share, side_pots
from houseway.families.poker.schema import Hands
from houseway.families.poker.state import UNKNOWN
from houseway.hands.omaha import FiveCardRanking, TwoAndThree
from houseway.hands.rankings import ranking
from houseway.hands.value import HandError, HandValue, Ranking, Strength, on_board
from houseway.rounds.steps import POINTLESS, Procedure, Show

if TYPE_CHECKING:
    from houseway.families.poker.rules import Rules
    from houseway.families.poker.schema import Poker, PokerGame
    from houseway.families.poker.state import Hand

SHOW, MUCK = "show", "muck"


@cache
def hand_ranking(key: str, hole: str, joker_dealt: str = "face-up") -> Ranking:
    """The ranking a game is played by."""
    if hole == "exactly-two":
        return TwoAndThree(cast(FiveCardRanking, hand_ranking(key, "any")))
    if key == "mexican":
        return ranking(key, joker_dealt=joker_dealt)
    if key == "ace-to-five-8-joker-ace":
        return ranking("ace-to-five-8", joker_is_ace=True)
    if key == "short-deck-trips":
        return ranking("short-deck", trips="over-straight")
    if key == "ace-to-five-joker":
        return ranking("ace-to-five", joker_is_lowest=True)
    return ranking(key)


class Values:
    """What the hands at a showdown are worth with a board; 0 is no hand, or a low that does not
    qualify."""

    __slots__ = ("_board", "_hand", "high", "low")

    def __init__(self, hand: Hand, players: Sequence[int], board: Sequence[Card]) -> None:
        self._hand, self._board = hand, board
        game, held = hand.rules.game, hand.held
        cards, mucked, jokers_down = held.cards, held.mucked, held.jokers_down
        self.high: list[int] = [0] * hand.players
        self.low: list[int] = [0] * hand.players
        for half, rule in ((self.high, game.high), (self.low, game.low)):
            if rule is None:
                continue
            strength: Strength | None = (
                None  # of those who showed: others may leave the board unread
            )
            for i in players:
                if mucked[i] or jokers_down[i]:
                    half[i] = _ranking(hand, rule, i).strength(*_played(hand, i, board))
                    continue
                if strength is None:
                    strength = on_board(hand_ranking(rule.ranking, rule.hole), board)
                half[i] = strength(cards[i])

    def high_value(self, player: int) -> HandValue:
        hand = self._hand
        played = _played(hand, player, self._board)
        return _ranking(hand, hand.rules.game.high, player).value(*played)


def _ranking(hand: Hand, rule: Hands, player: int) -> Ranking:
    if rule.ranking == "mexican" and hand.held.jokers_down[player]:
        return hand_ranking(rule.ranking, rule.hole, "face-down")
    return hand_ranking(rule.ranking, rule.hole)


def _played(
    hand: Hand, player: int, board: Sequence[Card]
) -> tuple[Sequence[Card], Sequence[Card]]:
    """Hole cards and board; a hand that plays the board has no hole cards."""
    return ((), board) if hand.held.mucked[player] else (hand.held.cards[player], board)


def hand_name(hand: Hand, award: Award) -> str:
    """The hand that won an award, in a dealer's words; empty where all others folded."""
    kind, _, number = award.kind.partition("-")
    if kind == "pot":
        return ""
    game, player = hand.rules.game, award.player - 1
    rule = game.low if kind == "low" and game.low is not None else game.high
    played = _played(hand, player, hand.boards[int(number or 1) - 1])
    return _ranking(hand, rule, player).value(*played).name


def plays(filing: Poker, half: str, cards: str, boards: Sequence[str]) -> tuple[str, ...]:
    """The cards of a shown hand and the board that have won a half of the pot.

    >>> from houseway.filings.loader import load
    >>> plays(load("500-club/texas-holdem"), "high", "As 7d", ["Ah 9c 9d 5s 2h"])
    ('As', 'Ah', '9d', '9c', '7d')
    """
    kind, _, number = half.partition("-")
    game = filing.game
    rule = game.low if kind == "low" and game.low is not None else game.high
    board = read_cards(boards[int(number or 1) - 1]) if boards else ()
    value = hand_ranking(rule.ranking, rule.hole).value(read_cards(cards), board)
    return tuple(card.text for card in value.cards)


class Undecided(CannotHaveHappened):
    """Who wins depends on cards nobody can name: the hand so far, its pots, whose cards count."""

    def __init__(self, hand: Hand, why: str, pots: Sequence[Pot], read: Sequence[int]) -> None:
        cite = str(hand.rules.game.showdown.cite)
        super().__init__("unknown-cards", why, where="showdown", cite=cite)
        self.hand, self.pots, self.read = hand, pots, read


def showdown(hand: Hand) -> Procedure:
    """Hands are shown in order and the pots go to the best of them."""
    held, course = hand.held, hand.course
    by_turn = course.aggressor < 0 or hand.rules.game.showdown.first == "in-turn"
    order = hand.in_turn(course.first if by_turn else course.aggressor)
    asks = hand.asks.showing
    given_up = 0
    for player in order:
        if not hand.holding[player] or hand.in_hand == 1:
            continue  # hands were declared dead
        hand.actor = player
        move = yield asks[player]
        if move == POINTLESS:
            continue
        if move == MUCK:
            held.mucked[player] = True
            given_up += 1
            continue
        if move != SHOW:  # cards nobody knew
            held.cards[player] = list(read_cards(move.partition(" ")[2]))
        if given_up == hand.in_hand - 1 and UNKNOWN in held.cards[player]:
            continue  # the last one left need not show
        held.shown[player] = True
        yield Show(hand.seats[player], tuple(held.cards[player]))
    hand.actor = -1
    return _award(hand, order if len(order) == hand.in_hand else hand.in_turn(order[0]))


def show_objection(hand: Hand, player: int, move: str) -> Refused | None:
    """Why cards cannot be shown: they are not the ones the player holds."""
    cite = str(hand.rules.game.showdown.cite)
    where = hand.name(player)
    verb, _, text = move.partition(" ")
    if verb != SHOW:
        return Refused(
            "not-a-move", f"{where} is to show, or to muck the hand unseen", where=where, cite=cite
        )
    try:
        cards = read_cards(text)
    except NotationError as error:
        return Refused("not-cards", str(error), where=where, cite=cite)
    held = Counter(hand.held.cards[player])
    unknown = held.pop(UNKNOWN, 0)
    strange = Counter(cards) - held
    if len(cards) != len(hand.held.cards[player]) or sum(strange.values()) > unknown:
        return Refused(
            "not-held",
            f"{where} holds {''.join(c.text for c in hand.held.cards[player])}, not {text}",
            where=where,
            cite=cite,
        )
    return None


def _plays_the_board(hand: Hand, player: int) -> bool:
    """Whether a hand thrown away plays the board (ruling O-19).

    One all-in before the last round has neither checked nor called in it.
    """
    rule = hand.rules.game.showdown.play_the_board
    if rule is None or not hand.betting.acted[player]:
        return False
    if not hand.course.bet:
        return "checked-around" in rule.after
    return not hand.course.raised and "bet-and-call" in rule.after


def _award(hand: Hand, order: Sequence[int]) -> list[Award]:
    held = hand.held
    mucked = held.mucked
    left = order
    if True in mucked:
        left = [i for i in order if not mucked[i] or _plays_the_board(hand, i)]
    pots = _contested(hand, order, left)
    if len(left) < len(order):
        hand.holding = [i in left for i in range(hand.players)]
        hand.in_hand = len(left)
    read = [i for i in left if held.shown[i] or mucked[i]]
    if [board for board in hand.boards if UNKNOWN in board]:
        if any(len(pot.players) > 1 for pot in pots):
            why = "the board's cards are not known, so the winner is not"
            raise Undecided(hand, why, pots, read)
        read = []
    for player in [i for i in read if held.shown[i] and UNKNOWN in held.cards[i]]:
        why = f"{hand.name(player)}'s cards are not known, so the winner is not"
        raise Undecided(hand, why, pots, read)
    return pay_pots(hand, pots, [Values(hand, read, board) for board in hand.boards])


def _contested(hand: Hand, order: Sequence[int], left: Sequence[int]) -> list[Pot]:
    """The pots, fees taken, with those who can win them.

    Where all give a pot up unseen, the last of them was alone in it by then and has won it
    (rulings G-20 and G-29).
    """
    pots = side_pots(hand)
    taken = hand.chips.from_pot
    if taken:
        main = pots[0]
        pots[0] = Pot(main.amount - taken, main.players)
    if len(left) == len(order):
        return pots
    contested: list[Pot] = []
    for amount, players in pots:
        still = [i for i in players if i in left] or [i for i in order if i in players][-1:]
        if contested and contested[-1].players == still:
            amount += contested.pop().amount
        contested.append(Pot(amount, still))
    return contested


def pay_pots(hand: Hand, pots: Sequence[Pot], boards: Sequence[Values]) -> list[Award]:
    """Each pot by itself (ruling G-19), on two boards each half of it."""
    rule = hand.rules.game.odd_chips
    chip = gcd(hand.rules.chip, *hand.chips.put)  # an all-in may bring smaller chips into play
    sums: dict[tuple[str, int], int] = {}

    def add(kind: str, shares: Mapping[int, int]) -> None:
        for player, part in shares.items():
            sums[kind, player] = sums.get((kind, player), 0) + part

    if rule.side_pots == "together" and len(pots) > 1:
        pots = _put_together(pots, boards)
    for whole, players in pots:
        best = _best(boards[0].high, players)
        if not best:  # one alone, who need not show
            add("pot", {players[0]: whole})
            continue
        halved = [(boards[0], whole)]
        if len(boards) > 1:
            halved = _by_board(hand.rules, whole, chip, players, boards)
        for number, (values, amount) in enumerate(halved, 1):
            board = f"-{number}" if len(boards) > 1 else ""
            high_players = best if number == 1 else _best(values.high, players)
            low_players = _best(values.low, players) if hand.rules.low_hand else []
            if low_players:
                high_half, low_half = halves(hand, amount, chip, high_players, low_players)
                low_rule = rule.tied_low or rule.tied
                add(f"low{board}", share(hand, low_half, chip, low_players, low_rule, values))
            else:
                high_half = amount
            add(f"high{board}", share(hand, high_half, chip, high_players, rule.tied, values))
    return [Award(player + 1, kind, sums[kind, player]) for kind, player in sorted(sums)]


def _by_board(
    rules: Rules, amount: int, chip: int, players: Sequence[int], boards: Sequence[Values]
) -> list[tuple[Values, int]]:
    """What of a pot is played for on each board; one half may get an odd chip."""
    rule = rules.game.double_board
    assert rule is not None
    first, second = boards
    half = amount // (2 * chip) * chip
    winners = [_best(values.high, players) for values in boards]
    to_second = rule.odd_chip == "left-of-button" and min(winners[1]) < min(winners[0])
    return [(first, half if to_second else amount - half),
            (second, amount - half if to_second else half)]  # fmt: skip


def _put_together(pots: Sequence[Pot], boards: Sequence[Values]) -> list[Pot]:
    """Hands that win nothing are out, and pots left to the same players become one."""
    winners = {
        i
        for pot in pots
        for values in boards
        for half in (values.high, values.low)
        for i in _best(half, pot.players)
    }
    joined: list[Pot] = []
    for amount, players in pots:
        left = [i for i in players if i in winners] or players
        if joined and joined[-1].players == left:
            amount += joined.pop().amount
        joined.append(Pot(amount, left))
    return joined


def _best(strengths: Sequence[int], players: Sequence[int]) -> list[int]:
    best = max(map(strengths.__getitem__, players))
    return [i for i in players if strengths[i] == best] if best else []


def named(filing: Poker, cards: str, boards: Sequence[str]) -> str:
    """What a shown hand makes; on two boards what it makes on each.

    Empty where a joker counts by how it was dealt, which a shown hand does not tell.

    >>> from houseway.filings.loader import load
    >>> named(load("500-club/texas-holdem"), "Tc 3s", ["9h 5c Ks 7s 8d"])
    'King high, ten-nine-eight-seven'
    >>> named(load("500-club/omaha-hi-lo"), "As 2h 9c 8d", ["7h 6d 5c Ks Kh"])
    'Nine-high straight; seven-six-five-two-ace low'
    """
    held = read_cards(cards)
    if filing.game.high.ranking == "mexican" and any(card.is_joker for card in held):
        return ""
    made = [made_of(filing.game, held, read_cards(board)) for board in boards or ("",)]
    return " and ".join(dict.fromkeys(made))


def made_of(
    game: PokerGame, held: Sequence[Card], board: Sequence[Card], joker_dealt: str = "face-up"
) -> str:
    """What the cards make, the low half too where it counts; empty while they are too few."""
    both = [half for half in (game.high, game.low) if half is not None]
    halves = [_made(half, held, board, joker_dealt) for half in both]
    high, *low = [name for name in halves if name] or [""]
    return "; ".join([high, *(f"{name[0].lower()}{name[1:]}" for name in low)])


def _made(half: Hands, held: Sequence[Card], board: Sequence[Card], joker_dealt: str) -> str:
    try:
        value = hand_ranking(half.ranking, half.hole, joker_dealt).value(held, board)
    except (HandError, ValueError):  # too few cards yet
        return ""
    return value.name if value.strength else ""
