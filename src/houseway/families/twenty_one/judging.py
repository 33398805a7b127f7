"""What becomes of the wagers of a 21-type game when the bank's hand lies open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from houseway.cards import Card
from houseway.families.twenty_one.choices import TWENTY_ONE, Hand, SeatPlay
from houseway.families.twenty_one.schema import (
    BothOver,
    Charlie,
    Clause,
    Jokers,
    PlayerPush,
    TwentyOne,
    TwentyOneGame,
)
from houseway.filings.schema.base import write_odds
from houseway.filings.terms import Terms
from houseway.hands.twenty_one import Total
from houseway.rounds.bonus import (
    Cards,
    Counted,
    Dealt,
    base_state,
    bonus_verdicts,
    red_run,
)
from houseway.rounds.verdicts import EVEN_MONEY, ONE, Outcome, SeatWagers, Verdict

HALF = Fraction(1, 2)
Rule = Clause | BothOver | PlayerPush | Jokers | Charlie  # what may decide a game wager


def push_totals(terms: Terms[TwentyOne], rule: PlayerPush) -> range:
    """The totals over the limit that push, as the table has chosen them."""
    text = str(terms.option(rule.option)) if rule.option else rule.totals
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)


def depends_on_drawing(terms: Terms[TwentyOne], hand: Hand, bank_cards: Sequence[Card]) -> bool:
    """Whether more cards for the bank could change what becomes of a hand over the limit."""
    game, total = terms.filing.game, hand.total
    over, push = game.both_over, game.player_push
    if not over.closer == over.equal == over.farther == "lose":
        return True
    if push and len(hand.cards) == push.cards and total.points in push_totals(terms, push):
        return True
    special, rule = game.rules.special, game.bank_hand
    if special is None or rule is None:
        return False
    # It may wait for the bank's special hand as long as the bank can still draw that.
    wanted = list(special.ranks)
    for card in bank_cards:
        if card.rank not in wanted:
            return False
        wanted.remove(card.rank)
    if special.suited and len({card.suit for card in bank_cards}) > 1:
        return False
    points = sum(min(rank, 10) for rank in special.ranks)
    outcome = (
        rule.closer if total.points < points
        else rule.equal if total.points == points
        else rule.farther
    )  # fmt: skip
    return outcome != "lose"


def counting(game: TwentyOneGame) -> Callable[[Cards], Counted]:
    """How cards count, for bonus bets by data."""

    def count(cards: Cards) -> Counted:
        total = game.rules.total(cards)
        low = total.points - (10 if total.is_soft else 0)
        return Counted(total.points, total.is_natural, total.is_over, low)

    return count


class Judge:
    """Compares hands with the bank's; collects the readings that decided."""

    __slots__ = ("_bets", "_by_bank", "_filing", "_pushes", "bank", "bank_cards", "warnings")

    def __init__(self, terms: Terms[TwentyOne], bank_cards: Sequence[Card], bank: Total) -> None:
        self._filing = terms.filing
        self._bets = terms.filing.bonus_bets(terms.decks)
        push = terms.filing.game.player_push
        self._pushes = push_totals(terms, push) if push else range(0)
        self.bank_cards, self.bank = bank_cards, bank
        self.warnings: list[str] = []
        self._by_bank: dict[str, tuple[Outcome, str, str, Fraction | None]] = {}

    def seat(self, wagers: SeatWagers, play: SeatPlay) -> Iterator[Verdict]:
        """The verdicts of a seat, hand by hand, then insurance and the bonus bets."""
        games = [self._hand(play.number, place, hand) for place, hand in enumerate(play.hands, 1)]
        yield from games
        if play.insured:
            yield self._insurance(play.number, str(play.number), play.insured, play.wager)
        for one in wagers.backline:
            if one.insured:
                bettor = f"{play.number}/{one.name}"
                yield self._insurance(play.number, bettor, one.insured, one.wagers["game"])
        for wager in self._filing.bonus_tables:
            if wagers.staked(wager):
                yield self._bonus(play, wager)
        if self._bets:
            yield from bonus_verdicts(self._filing, self._bets, wagers, self._dealt(play, games))

    def _dealt(self, play: SeatPlay, games: Sequence[Verdict]) -> Dealt:
        """What bonus bets by data go by; the base wager's state is that of the first hand."""
        bank = tuple(self.bank_cards)
        cards = {"own": play.first_two, "bank-up": bank[:1], "bank-first": bank[:2], "bank": bank}
        state = base_state(games, "game")
        facts = {"bank_natural": lambda: self.bank.is_natural, "base": lambda: state}
        return Dealt(cards, counting(self._filing.game), facts)

    def _hand(self, seat: int, place: int, hand: Hand) -> Verdict:
        game = self._filing.game
        if hand.surrendered:
            assert game.surrender is not None
            held = "" if hand.unseen else f" with {hand.total.name}"
            return Verdict(
                seat, "game", "lose", f"surrendered{held}",
                str(game.surrender.cite), None, "", hand.times, HALF, place,
            )  # fmt: skip
        if hand.rescued:
            assert game.rescue is not None
            return Verdict(
                seat, "game", "lose", f"rescued with {hand.total.name}", str(game.rescue.cite),
                None, "", hand.times, (hand.times - hand.added) / hand.times, place,
            )  # fmt: skip
        outcome, because, rule = self._compare(hand)
        if not isinstance(rule, Charlie) and rule.reading:
            self.warnings.append(f"seat {seat}, game: the reading {rule.reading} decided")
        odds = None
        if outcome == "win":
            odds = EVEN_MONEY
            if hand.total.is_natural:
                odds = game.natural.pays
            elif isinstance(rule, Charlie):
                odds = rule.pays
        return Verdict(
            seat, "game", outcome, because, str(rule.cite), odds, "", hand.times, ONE, place
        )

    def _compare(self, hand: Hand) -> tuple[Outcome, str, Rule]:
        total, bank, results = hand.total, self.bank, self._filing.game.results
        if total.is_natural:
            rule = results.both_natural if bank.is_natural else results.natural
            against = "both have" if bank.is_natural else "the player alone has"
            return rule.outcome, f"{against} {total.name}", rule
        if bank.is_natural:
            rule = results.bank_natural
            return rule.outcome, f"{total.name} against the bank's {bank.name}", rule
        charlie = self._filing.game.charlie
        if charlie is not None and total.is_charlie:
            return "win", f"{total.name} win at once", charlie
        if total.is_over:
            return self._over(hand)
        if bank.is_over:
            return (
                results.bank_over.outcome,
                f"{total.name}, the bank is {bank.name}",
                (results.bank_over),
            )
        if total.halves == bank.halves and total.strength != bank.strength:
            return self._joker(total)
        if total.strength > bank.strength:
            return results.nearer.outcome, f"{total.name} beats {bank.name}", results.nearer
        if total.strength < bank.strength:
            return results.farther.outcome, f"{total.name} loses to {bank.name}", results.farther
        rule = results.equal
        if results.equal_21 is not None and total.halves == TWENTY_ONE:
            rule = results.equal_21
        return rule.outcome, f"{total.name} against {bank.name}", rule

    def _joker(self, total: Total) -> tuple[Outcome, str, Rule]:
        """A joker beside another card ranks above any other 21."""
        bank, rule = self.bank, self._filing.game.jokers
        assert rule is not None
        if total.is_joker_21:
            return "win", f"{total.name} beats {bank.name}", rule
        return "lose", f"{total.name} loses to {bank.name}", rule

    def _over(self, hand: Hand) -> tuple[Outcome, str, Rule]:
        game, total, bank = self._filing.game, hand.total, self.bank
        if not bank.is_over:
            rule = game.results.player_over
            return rule.outcome, f"{total.name} against {bank.name}", rule
        closer = total.strength > bank.strength
        push = game.player_push
        if push and closer and len(hand.cards) == push.cards and total.points in self._pushes:
            because = f"{total.name} in {push.cards} cards, nearer than the bank, {bank.name}"
            return "push", because, push
        over = game.bank_hand if game.bank_hand and bank.is_special else game.both_over
        if closer:
            return over.closer, f"{total.name}, nearer than the bank, {bank.name}", over
        if total.strength == bank.strength:
            return over.equal, f"both are {total.name}; the bank has {bank.name}", over
        return over.farther, f"{total.name}, farther than the bank, {bank.name}", over

    def _insurance(self, seat: int, bettor: str, insured: int, wager: int) -> Verdict:
        rule = self._filing.game.insurance
        assert rule is not None
        won = self.bank.is_natural
        return Verdict(
            seat,
            "insurance",
            "win" if won else "lose",
            f"the bank has {self.bank.name}" if won else "the bank has no natural",
            str(rule.cite),
            rule.pays if won else None,
            of="game",
            times=Fraction(insured, wager),
            bettors=(bettor,),
        )

    def _bonus(self, play: SeatPlay, wager: str) -> Verdict:
        found = self._by_bank.get(wager)
        if found is None:
            found = self._read_table(play, wager)
            if wager != "match_dealer":  # the others go by the bank's hand: the same for all seats
                self._by_bank[wager] = found
        return Verdict(play.number, wager, *found)

    def _read_table(self, play: SeatPlay, wager: str) -> tuple[Outcome, str, str, Fraction | None]:
        table, rows = self._filing.bonus_tables[wager]
        if wager == "buster":
            key = str(len(self.bank_cards)) if self.bank.is_over else ""
            name = f"the bank is {self.bank.name}" if key else f"the bank has {self.bank.name}"
            name += f" in {len(self.bank_cards)} cards"
        elif wager == "red_flex":
            count = red_run(self.bank_cards)
            key, name = str(count), f"the bank's hand begins with {count} red"
        else:
            key, name = match(play.first_two, self.bank_cards[0])
        row = rows.get(key)
        if row is None or row.pays is None:
            return table.otherwise, name, str(table.cite), None
        return "win", f"{name}: pays {write_odds(row.pays)}", str(table.cite), row.pays


def match(cards: Sequence[Card], up: Card) -> tuple[str, str]:
    """How a seat's first two cards match the bank's up card: a row's key, and words."""
    matching = [card for card in cards if card.rank == up.rank]
    suited = sum(card.suit == up.suit for card in matching)
    if not matching:
        return "", f"no {up.text[0]} to match"
    if len(matching) == 1:
        return ("one-suited", "one suited match") if suited else ("one-unsuited", "one match")
    key = ("two-unsuited", "suited-and-unsuited", "two-suited")[suited]
    return key, f"two matches, {suited} suited"
