"""The rules of a filing: what its family needs, order, silences, words of other games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from houseway.cards.deck import DECKS
from houseway.filings.lint.finding import Defect, error, note, warning
from houseway.filings.schema.base import Cited
from houseway.filings.schema.chinese import NAMES, ChinesePoker
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.pai_gow import PaiGowPoker
from houseway.filings.schema.poker import Poker
from houseway.filings.schema.three_card import ThreeCardPoker
from houseway.filings.schema.twenty_one import TwentyOne
from houseway.filings.schema.ultimate import UltimateHoldem
from houseway.filings.words import listed, spot_name

_NEEDED = {
    "three-card-poker": ("ante",),
    "ultimate-holdem": ("ante", "blind", "trips"),
    "twenty-one": ("game",),
    "baccarat": ("player", "banker"),
    "pai-gow-poker": ("game",),
    "pai-gow-tiles": ("game",),
}
_RANKS = {14: "A", 13: "K", 12: "Q", 11: "J", 10: "T", **{n: str(n) for n in range(2, 10)}}
_HELD = {"three-card-poker": 3, "ultimate-holdem": 2, "pai-gow-poker": 7}


def check_player_dealer(filing: PlayerDealerFiling, family: str) -> Iterator[Defect]:
    yield from _check_spots(filing, family)
    yield from _check_order(filing)
    yield from _check_button(filing)
    yield from _check_deck(filing, family)
    yield from _check_forfeits(filing)
    yield from _check_silence(filing)


def _check_spots(filing: PlayerDealerFiling, family: str) -> Iterator[Defect]:
    names = {spot.name for spot in filing.spot}
    for name in _NEEDED.get(family, ()):
        if name not in names:
            yield error(
                "rule-missing",
                f"the game needs a spot {name!r}: without it nobody can play",
                "spot",
            )
    for spot in filing.spot:
        if spot.limits is not None and spot.limits.low == 0:
            yield note(
                "limit-from-zero",
                f"{spot.label} is limited to {spot.limits}: a bet of nothing is no bet, so there "
                "is no minimum",
                f"spot {spot.name}",
                spot.cite,
            )


def _later_wagers(filing: PlayerDealerFiling) -> dict[str, Cited]:
    """Wagers and prizes that arise after the deal, with the rule they come from."""
    match filing:
        case ThreeCardPoker():
            return {"play": filing.game.play}
        case UltimateHoldem():
            return {"play": filing.game.street[0]}
        case TwentyOne() if filing.game.insurance is not None:
            return {"insurance": filing.game.insurance}
        case PaiGowPoker() if filing.game.envy is not None:
            return {"envy": filing.game.envy}
        case _:
            return {}


def _check_order(filing: PlayerDealerFiling) -> Iterator[Defect]:
    order = filing.settlement.wager_order
    later = _later_wagers(filing)
    for name, rule in later.items():
        if name not in order:
            yield error(
                "rule-missing",
                f"{spot_name(name)} has no place in the order of settlement: with a short bank "
                "nobody knows what is paid first",
                "settlement.wager_order",
                rule.cite,
            )
    known = {spot.name for spot in filing.spot} | later.keys()
    for name in order:
        if name not in known:
            yield error(
                "unknown-wager",
                f"{name!r} stands in the order of settlement and is no wager of the game",
                "settlement.wager_order",
                filing.settlement.cite,
            )
    for name in sorted({one for one in order if order.count(one) > 1}):
        yield error(
            "unknown-wager",
            f"{name!r} stands twice in the order of settlement",
            "settlement.wager_order",
            filing.settlement.cite,
        )


def _check_button(filing: PlayerDealerFiling) -> Iterator[Defect]:
    rule = filing.first_action
    if rule.method != "card" or filing.deck.kind not in DECKS:
        return
    cards = DECKS[filing.deck.kind]
    needed = {"Jk" if card.is_joker else _RANKS[card.rank] for card in cards}
    given = set(rule.values)
    missing = [rank for rank in (*_RANKS.values(), "Jk") if rank in needed - given]
    if missing:
        yield error(
            "rule-missing",
            f"no number for {listed(missing)}: with such a card nobody has first action",
            "first_action.values",
            rule.cite,
        )
    for rank, value in rule.values.items():
        if value < 1:
            yield error(
                "button-value",
                f"{rank} counts {value}; seats are counted from 1",
                "first_action.values",
                rule.cite,
            )


def _check_deck(filing: PlayerDealerFiling, family: str) -> Iterator[Defect]:
    held = _HELD.get(family)
    if held is None or filing.deck.kind not in DECKS:
        return
    board = 5 if family == "ultimate-holdem" else 0
    seats = max([filing.table.active or filing.table.seats, *filing.table.seats_allowed])
    needed = held * seats + board
    have = len(DECKS[filing.deck.kind]) * filing.deck.decks[0]
    if needed > have:
        yield error(
            "deck-too-small",
            f"{seats} positions need {needed} cards and the deck has {have}: a full table cannot "
            "be dealt",
            "deck",
            filing.deck.cite,
        )


def _check_forfeits(filing: PlayerDealerFiling) -> Iterator[Defect]:
    forfeits: list[str] = []
    rule: Cited | None = None
    if isinstance(filing, ThreeCardPoker):
        rule, forfeits = filing.game.play, filing.game.play.fold_forfeits
    elif isinstance(filing, UltimateHoldem):
        rule, forfeits = filing.game.fold, filing.game.fold.forfeits
        if (filing.game.bad_beat is None) != (filing.find_spot("bad_beat") is None):
            yield error(
                "rule-missing",
                "the bad beat spot and the rule game.bad_beat go together",
                "game.bad_beat",
                filing.game.fold.cite,
            )
    for name in forfeits:
        if filing.find_spot(name) is None and rule is not None:
            yield error(
                "unknown-wager",
                f"a fold is to lose {name!r}, which is no wager of the game",
                "game, fold",
                rule.cite,
            )
    if rule is not None and "ante" not in forfeits:
        yield warning(
            "fold-is-free",
            "a fold does not lose the ante: nobody would ever stay in with a losing hand",
            "game, fold",
            rule.cite,
        )


def _check_silence(filing: PlayerDealerFiling) -> Iterator[Defect]:
    if filing.bank.third_party == "silent":
        yield note(
            "silent-third-party",
            "nothing is said on third-party players: whether they may play here is left open",
            "bank.third_party",
            filing.bank.cite,
        )
    silent = [spot.label for spot in filing.spot if spot.backline == "silent"]
    if silent:
        yield note(
            "silent-backline",
            f"nothing is said on backline bets on {listed(silent)}; they are refused unless the "
            "house's option `backline` allows them",
            "spot",
            filing.spot[0].cite,
        )


def check_poker(filing: Poker) -> Iterator[Defect]:
    """The deck lasts for a full table, or there is a rule for when it does not."""
    game = filing.game
    players = game.players.most or filing.table.active or filing.table.seats
    cards = sum(
        len(street.cards) + (street.draw.most if street.draw else 0) for street in game.street
    )
    shared = sum(street.board + street.burn for street in game.street)
    needed = cards * players + shared
    have = len(DECKS[filing.deck.kind])
    if needed > have and game.shortage is None:
        yield error(
            "rule-missing",
            f"{players} players can use {needed} cards, the deck has {have}, and nothing says what "
            "is done when it runs out",
            "game.shortage",
            game.street[-1].cite,
        )
    if game.button is None and game.odd_chips.tied == "left-of-button":
        yield warning(
            "words-of-another-game",
            "odd chips go left of a dealer button, and this game has none: the sentence comes from "
            "a game with a button",
            "game.odd_chips",
            game.odd_chips.cite,
        )
    if game.players.most is not None and game.players.most > filing.table.seats:
        yield error(
            "limits-contradict",
            f"{game.players.most} may play at {filing.table.seats} seats",
            "game.players",
            game.players.cite,
        )


def check_chinese(filing: ChinesePoker) -> Iterator[Defect]:
    """Bonus and sweep tables: points rise with the hand, and every row can come."""
    game = filing.game
    for segment in NAMES:
        rows = [(row, points) for row in game.bonus.rows if (points := getattr(row, segment))]
        for (low, fewer), (high, more) in pairwise(rows):
            if more <= fewer:
                yield warning(
                    "rows-out-of-order",
                    f"{high.label} has {more} points in the {segment} and stands after {low.label} "
                    f"with {fewer}: figures may have been exchanged",
                    f"game.bonus, {high.hand}",
                    game.bonus.cite,
                )
    royal = next((row for row in game.bonus.rows if row.hand == "royal-flush"), None)
    if royal is not None and royal.middle and game.foul.equal_segments == "foul":
        yield warning(
            "row-unreachable",
            f"{royal.label} in the middle has {royal.middle} points, but the bottom cannot rank "
            "above it and an equal one is a foul: the points are never won",
            "game.bonus, royal-flush",
            game.bonus.cite,
        )
    for better, worse in pairwise(game.clean_sweep.rows):
        if worse.points > better.points:
            yield warning(
                "rows-out-of-order",
                f"{worse.label} collects {worse.points} and stands below {better.label} with "
                f"{better.points}: rows or figures may have been exchanged",
                f"game.clean_sweep, {worse.hand}",
                game.clean_sweep.cite,
            )


def check_common(filing: FilingBase) -> Iterator[Defect]:
    for name, value in (("house", filing.house), ("title", filing.title)):
        if not value.strip():
            yield error("rule-missing", f"the {name} is empty: a sign needs it", name)
    if filing.table.active is not None and filing.table.active > filing.table.seats:
        yield error(
            "limits-contradict",
            f"{filing.table.active} may be dealt in at {filing.table.seats} seats",
            "table.active",
            filing.table.cite,
        )
