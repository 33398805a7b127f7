"""Playing a written poker hand through the rules: where the chips end up, or what is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, cast

from houseway.errors import CannotHaveHappened, FilingError, HandRefused, HousewayError, Refused
from houseway.families.poker import unknown
from houseway.families.poker.chips import HandResult
from houseway.families.poker.deals import read_cards
from houseway.families.poker.errors import has_cards_up
from houseway.families.poker.general import GENERAL_CODES, general_game
from houseway.families.poker.irregular import Proceeding, Silence, Stays
from houseway.families.poker.phh import OWN, Amount, Chips, PhhHand
from houseway.families.poker.phh_answer import IF_IT_STANDS, NOT_PLAYED, TOO_MANY, Replay
from houseway.families.poker.phh_errors import Laid, as_they_lay
from houseway.families.poker.phh_script import (
    Action,
    Script,
    Unfinished,
    parse_actions,
    refusal_at,
)
from houseway.families.poker.procedure import run
from houseway.families.poker.rules import Rules, table_rules
from houseway.families.poker.schema import Poker
from houseway.families.poker.shortage import RAN_OUT
from houseway.families.poker.showdown import Undecided
from houseway.families.poker.stakes import Stakes
from houseway.families.poker.state import UNKNOWN, Hand
from houseway.filings.irregular import TWICE, procedures
from houseway.filings.loader import load, readings_of
from houseway.filings.schema.collection import Structure
from houseway.filings.terms import make_terms
from houseway.histories.hand_errors import WrittenError, passed_over, read_errors
from houseway.histories.ruling import OtherReading, applied
from houseway.reading import whole_number
from houseway.rounds.dealer_errors import cite_of
from houseway.rounds.driver import Round
from houseway.rounds.events import Called

_OWN_FIELDS = (
    "schedule",
    "options",
    "structure",
    "weekday",
    "kill",
    "carried",
    "procedures",
)  # a hand writes them with a line
_STRUCTURES: dict[str, Structure] = {
    "F": "limit", "N": "no-limit", "P": "pot-limit", "H": "pot-limit", "S": "spread-limit",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Setting:
    """What a written hand is played under."""

    chips: Chips
    stakes: Stakes
    rules: Rules
    stacks: tuple[int, ...]
    plain: bool
    filing: Poker | None = None


def replay(hand: PhhHand, filing: Poker | None = None) -> Replay:
    """Play a hand to its end. `HandRefused` names the action or field that is refused.

    A filing that is given goes before the one the hand names.
    """
    setting = set_up(hand, filing)
    actions = unknown.with_shown(parse_actions(hand.actions, hand.players))
    errors = read_errors(hand.errors, hand.players, hand.actions, read_cards)
    settled = {kind for order in setting.rules.orders for kind in order.kinds}
    up = has_cards_up(setting.rules)
    staying = {error.entry for error in errors if up}  # there no card is changed for another
    while True:
        laid = as_they_lay(actions, errors, settled, setting.rules.deck, staying)
        try:
            played = _play(setting, laid, errors)
        except Silence as found:
            return _as_it_stands(hand, setting, actions, found)
        except Stays as found:
            staying.add(found.entry)
            continue
        return _answer(hand, setting, laid, played, errors)


def with_readings(answer: Replay) -> Replay:
    """The answer with every option whose other value would move chips elsewhere."""
    hand = answer.hand
    if not hand.filing or answer.ruled not in ("settled", "played-on"):
        return answer
    filing, net = load(hand.filing), answer.net()
    found: list[OtherReading] = []
    for option in filing.option:
        if option.name == HEADS_UP and hand.players != 2:
            continue
        for value in option.values:
            if value == hand.options.get(option.name, option.default):
                continue
            try:
                other = replay(replace(hand, options={**hand.options, option.name: value})).net()
            except HandRefused:
                continue  # the hand could not have gone as it is written
            changed = {who: won for who, won in other.items() if won != net[who]}
            if changed:
                readings = [one.id for one in readings_of(filing) if one.option == option.name]
                found.append(OtherReading("".join(readings[:1]), option.name, value, changed))
    return replace(answer, readings=tuple(found))


HEADS_UP = "heads_up_blinds"  # an option that says nothing unless two play


def _answer(
    hand: PhhHand, setting: Setting, laid: Laid, played: _Played, errors: Sequence[WrittenError]
) -> Replay:
    shares: tuple[unknown.OpenShare, ...] = ()
    result, proceeding = played.round.result, played.proceeding
    if played.round.void:
        start = setting.stacks
        put = tuple(was - now for was, now in zip(start, played.engine.chips.stacks, strict=True))
        result = HandResult(start, 0, (), put)
    elif played.undecided is not None:
        result, shares = _divided(setting, laid, errors, played)
    warnings = (*_short_deck(played.round, setting.rules), *_warnings(hand, setting, result))
    if any(not share.chances for share in shares):
        warnings += (TOO_MANY,)
    return Replay(
        hand, setting.chips, result, setting.rules, played.round, shares, warnings,
        tuple(proceeding.met), discretion=proceeding.discretion,
    )  # fmt: skip


def _as_it_stands(
    hand: PhhHand, setting: Setting, actions: Sequence[Action], found: Silence
) -> Replay:
    """What a hand comes to if the floor lets it stand as written, where that can be told."""
    laid = Laid(actions, {}, {})
    try:
        played = _play(setting, laid, (), miscounted=found.error.player)
    except HandRefused as refused:
        nothing = HandResult(setting.stacks, 0, (), (0,) * hand.players)
        why = () if isinstance(refused, Unfinished) else (f"{NOT_PLAYED}: {refused}",)
        return Replay(hand, setting.chips, nothing, setting.rules, warnings=why, silence=found)
    answer = _answer(hand, setting, laid, played, ())
    return replace(answer, silence=found, warnings=(*answer.warnings, IF_IT_STANDS))


class _Played(NamedTuple):
    """A written hand as far as its cards decide it."""

    round: Round
    engine: Hand
    script: Script
    proceeding: Proceeding
    undecided: Undecided | None


def _play(
    setting: Setting,
    laid: Laid,
    errors: Sequence[WrittenError],
    miscounted: int = 0,
    *,
    cut: bool = False,
) -> _Played:
    """A record that is `cut` ends before cards that were never dealt, for what was noticed."""
    script = Script(laid.actions, setting.chips, setting.rules.deck, plain=setting.plain)
    engine = Hand(setting.rules, setting.stacks, hint=script.next_actor)
    script.hand = engine
    wrong = [one.player for one in errors if one.kind == "wrong-number"]
    script.miscounted = {miscounted, *wrong}
    script.cut = cut
    script.twice = any(one.kind in TWICE for one in errors)
    script.noticed = max((one.after for one in errors), default=None)
    proceeding = Proceeding(sorted(errors, key=lambda one: one.after), laid)
    undecided = None
    try:
        played = Round(run(engine), script)
        proceeding.meet(played, script, engine)
        while not played.over:
            ask = played.waiting_for()[0]
            played.answer(ask.seat, script.choose(ask))
            if proceeding.coming:
                proceeding.meet(played, script, engine)
    except Undecided as found:
        undecided = found
    except (HandRefused, Refused, CannotHaveHappened) as refused:
        for error in proceeding.coming:  # it may stand in the actions as it happened
            if not any(error.kind in order.kinds for order in setting.rules.orders):
                raise Silence(error) from None
            if error.kind == "board-too-large" and error.entry not in laid.fresh:
                raise Silence(error, "the board was acted on before that was noticed") from None
        if isinstance(refused, Unfinished):
            if proceeding.coming and not cut and (void := _void_there(setting, laid, errors)):
                return void
            refused.remedy = applied(setting.filing, [one.order for one in proceeding.met])
        raise _naming_its_action(refused, script) from None
    folded_out = None
    if undecided is None and not played.void:
        awards = played.result.awards
        folded_out = awards[0].player if len(awards) == 1 and awards[0].kind == "pot" else None
    if played.void:
        why = f"the hand is void and ends where that was noticed: {proceeding.met[-1].says}"
        script.finish(None, why, cite_of(proceeding.met[-1].order))
    else:
        script.finish(folded_out)
        proceeding.close(played, script, engine)
    return _Played(played, engine, script, proceeding, undecided)


def _void_there(setting: Setting, laid: Laid, errors: Sequence[WrittenError]) -> _Played | None:
    """A hand that is void, noticed between two rounds: no card was dealt any more."""
    try:
        played = _play(setting, laid, errors, cut=True)
    except HandRefused:
        return None
    return played if played.round.void else None


def _naming_its_action(refused: HousewayError, script: Script) -> HousewayError:
    """A refusal as one of the action or field that is refused."""
    if isinstance(refused, HandRefused):
        return refused
    if isinstance(refused, Refused):
        assert script.using is not None
        return refusal_at(script.using, refused)
    where = refused.where or "actions"
    return HandRefused(refused.code, refused.message, refused=where, cite=refused.cite)


def _divided(
    setting: Setting, laid: Laid, errors: Sequence[WrittenError], played: _Played
) -> tuple[HandResult, tuple[unknown.OpenShare, ...]]:
    """The pots of a showdown with unknown cards: what is sure, and what may be."""
    found, script, engine = played.undecided, played.script, played.engine
    assert found is not None
    for player in found.read:
        if player + 1 in script.unwritten and UNKNOWN in engine.held.cards[player]:
            missed = script.unwritten[player + 1]
            script.refuse_deal(missed, f"p{player + 1}", len(engine.held.cards[player]))
    chances = _chances(setting, laid, errors, found, script)
    awards = unknown.sure_awards(found.pots, chances)
    chips = engine.chips
    stacks = list(chips.stacks)
    for award in awards:
        stacks[award.player - 1] += award.amount
    result = HandResult(
        tuple(stacks), chips.fee - chips.jackpot, awards, tuple(chips.returned), 0, chips.jackpot
    )
    return result, unknown.open_shares(found.pots, chances)


def _chances(
    setting: Setting,
    laid: Laid,
    errors: Sequence[WrittenError],
    found: Undecided,
    script: Script,
) -> unknown.Chances | None:
    unseen = script.unseen()
    worlds = unknown.written_in(laid.actions, setting.rules, unseen)
    if worlds is None:
        return None
    total: dict[unknown.Awards, Fraction] = {}
    possible = 0
    for written in worlds:
        if written == laid.actions:
            return unknown.hidden_chances(found, unseen, script.back)
        try:
            played = _play(setting, replace(laid, actions=written), errors)
        except HandRefused:
            continue  # the hand could not have gone as it is written
        possible += 1
        chances: unknown.Chances | None
        if played.undecided is None:
            chances = {played.round.result.awards: Fraction(1)}
        else:
            again = played.script
            chances = unknown.hidden_chances(played.undecided, again.unseen(), again.back)
        if chances is None:
            return None
        for awards, chance in chances.items():
            total[awards] = total.get(awards, Fraction(0)) + chance
    if not possible:
        raise HandRefused(
            "unknown-cards", "no cards could lie there so that the hand went as it is written",
            refused="actions",
        )  # fmt: skip
    return {awards: chance / possible for awards, chance in total.items()}


def _short_deck(played: Round, rules: Rules) -> tuple[str, ...]:
    """A deck that ran out where the filing's own procedure cannot be followed (ruling D-2)."""
    shortage = rules.game.shortage
    if shortage is None or "poker D-2" not in shortage.readings:
        return ()
    return (f"the deck ran out. {shortage.note}",) if Called(RAN_OUT) in played.events else ()


def _warnings(hand: PhhHand, setting: Setting, result: HandResult) -> tuple[str, ...]:
    found = [*passed_over(hand.other, OWN)]
    said = hand.other.get("finishing_stacks")
    if isinstance(said, list) and len(said) == hand.players:
        counted = [setting.chips.count(one) for one in said if isinstance(one, int | Decimal)]
        if counted != list(result.stacks):
            found.append("the file gives other finishing_stacks; a rake, or another rule")
    return tuple(found)


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
    chips = Chips((*amounts, *hand.paid, *_written_bets(hand)))
    if hand.players < 2:
        raise HandRefused("players", "a hand needs two players", refused="starting_stacks")
    for amount in hand.starting_stacks:
        if amount <= 0:
            raise HandRefused(
                "stack", f"a stack of {amount} cannot be dealt in", refused="starting_stacks"
            )
    for name in ("antes", "bring_in", "small_bet", "big_bet", "min_bet", "_carried", "_paid"):
        given = getattr(hand, name.removeprefix("_"))
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
    changes: Mapping[str, Any] = {
        "antes_in_full": bool(hand.ante_trimming_status), "kill": None, "carried": 0,
    }  # fmt: skip
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
        orders=procedures(hand.procedures).order if hand.procedures else (),
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
        rules = table_rules(terms, stakes, hand.procedures)
    except HousewayError as error:
        name = error.where.partition(".")[0]
        field_name = f"_{name}" if name in _OWN_FIELDS else error.where
        raise HandRefused(error.code, error.message, refused=field_name, cite=error.cite) from None
    return Setting(chips, rules.stakes, rules, stacks, False, filing)


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
