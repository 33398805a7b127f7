"""Playing a written poker hand through the rules: where the chips end up, or what is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, cast

from houseway.errors import CannotHaveHappened, FilingError, HandRefused, HousewayError, Refused
from houseway.families.poker.general import GENERAL_CODES, general_game
from houseway.families.poker.phh import Amount, Chips, PhhHand
from houseway.families.poker.phh_script import Script, parse_actions, refusal_at
from houseway.families.poker.procedure import run
from houseway.families.poker.rules import Rules, table_rules
from houseway.families.poker.schema import Poker
from houseway.families.poker.shortage import RAN_OUT
from houseway.families.poker.stakes import Stakes
from houseway.families.poker.state import Hand, HandResult
from houseway.filings.loader import load
from houseway.filings.schema.collection import Structure
from houseway.filings.terms import make_terms
from houseway.reading import whole_number
from houseway.rounds.driver import Round
from houseway.rounds.events import Called

_OWN_FIELDS = (
    "schedule",
    "options",
    "structure",
    "weekday",
    "kill",
    "carried",
)  # a hand writes them with a line
_STRUCTURES: dict[str, Structure] = {
    "F": "limit", "N": "no-limit", "P": "pot-limit", "H": "pot-limit", "S": "spread-limit",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand that could be played: stacks after fees, the fee, and who won how much."""

    hand: PhhHand
    chips: Chips
    result: HandResult
    played: Round
    rules: Rules
    warnings: tuple[str, ...] = field(default=())

    @property
    def finishing_stacks(self) -> tuple[Decimal, ...]:
        return tuple(self.chips.amount(stack) for stack in self.result.stacks)

    @property
    def fee(self) -> Decimal:
        return self.chips.amount(self.result.fee)

    @property
    def winners(self) -> tuple[str, ...]:
        """As `p2 high 17`; `pot` when all others folded."""
        return tuple(
            f"p{award.player} {award.kind} {self.chips.brief(award.amount)}"
            for award in self.result.awards
        )

    def as_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "finishing_stacks": [self.chips.text(stack) for stack in self.result.stacks],
            "fee": self.chips.text(self.result.fee),
            "winners": list(self.winners),
        }
        if self.result.jackpot:
            answer["jackpot"] = self.chips.text(self.result.jackpot)
        if self.warnings:
            answer["warnings"] = list(self.warnings)
        return answer


@dataclass(frozen=True, slots=True)
class Setting:
    """What a written hand is played under."""

    chips: Chips
    stakes: Stakes
    rules: Rules
    stacks: tuple[int, ...]
    plain: bool


def replay(hand: PhhHand, filing: Poker | None = None) -> Replay:
    """Play a hand to its end. `HandRefused` names the action or field that is refused.

    A filing that is given goes before the one the hand names.
    """
    setting = set_up(hand, filing)
    script = Script(
        parse_actions(hand.actions, hand.players),
        setting.chips,
        setting.rules.deck,
        plain=setting.plain,
    )
    engine = Hand(setting.rules, setting.stacks, hint=script.next_actor)
    script.hand = engine
    try:
        played = Round(run(engine), script)
        while not played.over:
            ask = played.waiting_for()[0]
            played.answer(ask.seat, script.choose(ask))
    except HandRefused:
        raise
    except Refused as refused:
        assert script.using is not None
        raise refusal_at(script.using, refused) from None
    except CannotHaveHappened as error:
        how = "; write the cards a player shows as `p1 sm` and the cards"
        message = error.message + (how if error.code == "unknown-cards" else "")
        raise HandRefused(
            error.code, message, refused=error.where or "actions", cite=error.cite
        ) from None
    result: HandResult = played.result
    folded_out = len(result.awards) == 1 and result.awards[0].kind == "pot"
    script.finish(result.awards[0].player if folded_out else None)
    warnings = (*_short_deck(played, setting.rules), *_warnings(hand, setting, result))
    return Replay(hand, setting.chips, result, played, setting.rules, warnings)


def _short_deck(played: Round, rules: Rules) -> tuple[str, ...]:
    """A deck that ran out where the filing's own procedure cannot be followed (ruling D-2)."""
    shortage = rules.game.shortage
    if shortage is None or "poker D-2" not in shortage.readings:
        return ()
    return (f"the deck ran out. {shortage.note}",) if Called(RAN_OUT) in played.events else ()


def _warnings(hand: PhhHand, setting: Setting, result: HandResult) -> tuple[str, ...]:
    said = hand.other.get("finishing_stacks")
    if isinstance(said, list) and len(said) == hand.players:
        counted = [setting.chips.count(one) for one in said if isinstance(one, int | Decimal)]
        if counted != list(result.stacks):
            return ("the file gives other finishing_stacks; a rake, or another rule",)
    return ()


def set_up(hand: PhhHand, filing: Poker | None = None) -> Setting:
    """The rules and stakes of a hand; a field they do not allow is refused."""
    amounts: tuple[Amount, ...] = (
        *hand.antes,
        *hand.blinds_or_straddles,
        *hand.starting_stacks,
        hand.bring_in,
        hand.small_bet,
        hand.big_bet,
        hand.min_bet,
        hand.carried,
    )
    chips = Chips((*amounts, *_written_bets(hand)))
    if hand.players < 2:
        raise HandRefused("players", "a hand needs two players", refused="starting_stacks")
    for amount in hand.starting_stacks:
        if amount <= 0:
            raise HandRefused(
                "stack", f"a stack of {amount} cannot be dealt in", refused="starting_stacks"
            )
    for name in ("antes", "bring_in", "small_bet", "big_bet", "min_bet", "carried"):
        given = getattr(hand, name)
        for amount in given if isinstance(given, tuple) else (given,):
            if amount < 0 or not Decimal(amount).is_finite():
                raise HandRefused("bad-field", f"{amount} is no amount for {name}", refused=name)
    stacks = tuple(chips.count(amount) for amount in hand.starting_stacks)
    if filing is None and hand.filing:
        filing = _poker_filing(hand.filing)
    if filing is None:
        return _general(hand, chips, stacks)
    return _filed(hand, filing, chips, stacks)


_AMOUNT = re.compile(r"[0-9]{1,40}(\.[0-9]{0,20})?|\.[0-9]{1,20}")


def _written_bets(hand: PhhHand) -> list[Amount]:
    """The amounts in actions, so that chips are small enough for all of them."""
    found: list[Amount] = []
    for action in hand.actions:
        words = action.partition("#")[0].split()
        if len(words) == 3 and words[1] == "cbr" and _AMOUNT.fullmatch(words[2]):
            found.append(Decimal(words[2]))
    return found


def _stakes(hand: PhhHand, chips: Chips, structure: Structure, **changes: Any) -> Stakes:
    given: dict[str, Any] = {
        "antes": tuple(map(chips.count, hand.antes)),
        "blinds": tuple(map(chips.count, hand.blinds_or_straddles)),
        "bring_in": chips.count(hand.bring_in),
        "small_bet": chips.count(hand.small_bet),
        "big_bet": chips.count(hand.big_bet),
        "min_bet": chips.count(hand.min_bet),
        "weekday": hand.weekday.lower(),
        "kill": _killer(hand),
        "carried": chips.count(hand.carried),
    }
    return Stakes(structure, **(given | changes))


def _killer(hand: PhhHand) -> int | None:
    if not hand.kill:
        return None
    number = whole_number(hand.kill.removeprefix("p"))
    if number is None or not 0 < number <= hand.players:
        raise HandRefused("bad-field", f"{hand.kill!r} is no player of the hand", refused="_kill")
    return number - 1


def _general(hand: PhhHand, chips: Chips, stacks: tuple[int, ...]) -> Setting:
    if hand.variant not in GENERAL_CODES:
        raise HandRefused(
            "unknown-variant",
            f"{hand.variant!r} is no variant of the format; it has {' '.join(GENERAL_CODES)}",
            refused="variant",
        )
    general = general_game(hand.variant)
    limit = general.structure == "limit"
    changes: Mapping[str, Any] = {"antes_in_full": bool(hand.ante_trimming_status)}
    stakes = _stakes(hand, chips, general.structure, **changes)
    if not limit and not stakes.min_bet:
        stakes = _stakes(
            hand, chips, general.structure, **changes, min_bet=max(stakes.blinds, default=0)
        )
    for name in ("small_bet", "big_bet") if limit else ("min_bet",):
        if not getattr(stakes, name):
            raise HandRefused("missing-field", f"{hand.variant} needs {name}", refused=name)
    if general.game.bring_in is not None and not stakes.bring_in:
        raise HandRefused("missing-field", f"{hand.variant} needs bring_in", refused="bring_in")
    if general.game.bring_in is not None and any(stakes.blinds):
        raise HandRefused(
            "no-blinds", f"{hand.variant} has no blinds", refused="blinds_or_straddles"
        )
    rules = Rules(
        general.game,
        stakes,
        general.deck,
        chip=chips.scale if chips.whole else 1,
        custom_heads_up=general.game.bring_in is None,
    )
    return Setting(chips, stakes, rules, stacks, True)


def _filed(hand: PhhHand, filing: Poker, chips: Chips, stacks: tuple[int, ...]) -> Setting:
    if chips.places > 2:
        raise HandRefused(
            "fraction-of-a-cent", "amounts are dollars and cents", refused="starting_stacks"
        )
    structure = _structure(hand)
    stakes = _stakes(hand, chips, structure)
    bring_in = filing.game.bring_in
    lower = structure == "limit" and bring_in is not None and bring_in.amount == "lower-limit"
    if lower and not hand.bring_in:
        stakes = _stakes(hand, chips, structure, bring_in=stakes.small_bet)
    try:
        terms = make_terms(filing, options=hand.options, schedule=hand.schedule)
        rules = table_rules(terms, stakes)
    except HousewayError as error:
        name = error.where.partition(".")[0]
        field_name = f"_{name}" if name in _OWN_FIELDS else error.where
        raise HandRefused(error.code, error.message, refused=field_name, cite=error.cite) from None
    return Setting(chips, rules.stakes, rules, stacks, False)


def _poker_filing(name: str) -> Poker:
    try:
        filing = load(name)
    except FilingError as error:
        raise HandRefused(error.code, error.message, refused="_filing", cite=error.cite) from None
    if not isinstance(filing, Poker):
        raise HandRefused("not-poker", f"{name} is not filed as a poker game", refused="_filing")
    return filing


_KNOWN = "limit, no-limit, pot-limit or spread-limit"


def _structure(hand: PhhHand) -> Structure:
    if not hand.structure:
        found = _STRUCTURES.get(hand.variant[:1])
        if found is None:
            raise HandRefused("structure", f"say {_KNOWN}", refused="_structure")
        return found
    if hand.structure not in _STRUCTURES.values():
        raise HandRefused(
            "structure",
            f"{hand.structure!r} is no structure: {_KNOWN}",
            refused="_structure",
        )
    return cast(Structure, hand.structure)
