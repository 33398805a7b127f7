"""Pai gow poker: the bonus bets counted over all hands, the base game dealt by chance.

House way against house way has a value only because the bank wins copies: hands without one are
won as often as lost. So the game's value is minus the probability of losing by a copy, which a
sample tells far better than wins and losses do.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import hypot
from typing import Final

from houseway.analysis.cache import rules_of, without_words
from houseway.analysis.report import Bet, Json, Outcome, Prizes, figures
from houseway.errors import HousewayError
from houseway.families.pai_gow_poker.ace_high import HANDS as ALL_HANDS
from houseway.families.pai_gow_poker.ace_high import ace_high_counts, hands_ace_high
from houseway.families.pai_gow_poker.house_way import CHART_OPTION, joker_use, setter_of
from houseway.families.pai_gow_poker.schema import BUGS, HouseWayChart, PaiGowPoker
from houseway.filings.loader import load
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms
from houseway.rounds.judging import pay_verdict

EVERY_DECK: Final = False
COUNT: Final = 1  # raised when the same rules come to other figures

# Some minutes' work on two cores.
BLOCKS: Final = 4_000
BLOCK_HANDS: Final = 1_000  # of a block: every pair that shares no card is a round
GAIN_BLOCKS: Final = 400
HANDS: Final = 700  # of a block, for best play
POOL: Final = 8_000  # banks each hand is tried against, twice
ENVY_ROUNDS: Final = 1_000_000
SEED: Final = 53
_BANK_BEST: Final = "the bank set as is best for it against players of the house way"


def rules(terms: Terms[PaiGowPoker]) -> dict[str, Json]:
    """What results depend on, the chart of another filing included where hands are set by it."""
    found = rules_of(terms, options=("joker_flush", CHART_OPTION), without=("dealing_faults",))
    chart, _ = chart_for(terms)
    return {**found, "chart": without_words(chart.model_dump(mode="json", exclude_none=True))}


def assumed(terms: Terms[PaiGowPoker]) -> tuple[str, ...]:
    return (
        "one deck of 53 cards; players see no hands but their own"
        + (" and the bank's" if terms.filing.bank_is_seen else ""),
        "the bank covers every wager",
    )


def analyse(terms: Terms[PaiGowPoker], progress: Callable[[float], None]) -> list[Bet]:
    """The base game by simulation, then the bonus bets exactly."""
    bets = [_game(terms, lambda share: progress(0.8 * share))]
    offered = {spot.name for spot in terms.filing.spot}
    if "ace_high" in offered:
        bets.append(_ace_high(terms.filing))
    progress(0.9)
    if "fortune" in offered:
        bets.append(_fortune(terms.filing))
    return bets


# The bonus bets


def fortune_counts() -> dict[str, int]:
    """Of all 154,143,080 hands those of each bonus category, the best paid one; "" for none."""
    from houseway.hands.kernels import FORTUNE_7, FORTUNE_CATEGORIES, count

    found = count(FORTUNE_7)
    return {name or "": int(found[code]) for code, name in enumerate(FORTUNE_CATEGORIES)}


def _fortune(filing: PaiGowPoker) -> Bet:
    table = filing.pays("fortune")
    counts = fortune_counts()
    _check_table(filing, table, [name for name in counts if name])
    hands = sum(counts.values())
    prizes = {row.hand: row.envy or 0 for row in table.rows}
    prize = Fraction(sum(counts[name] * cents for name, cents in prizes.items()), hands)
    bet = Bet(
        name="fortune",
        unit="fortune",
        outcomes=tuple(
            Outcome(name.replace("-", " ") or "nothing", pay_verdict(1, table, name, "").net, cases)
            for name, cases in counts.items()
        ),
        assumed=("without envy prizes",),
    )
    return Bet(
        name=bet.name,
        unit=bet.unit,
        outcomes=bet.outcomes,
        assumed=bet.assumed,
        compared=_with_envy(filing, bet, prize, prizes),
        prizes=_prizes(filing, prize, prizes),
    )


def _check_table(filing: PaiGowPoker, table: PayTable, names: list[str]) -> None:
    """The count knows each hand by one category: the table must pay them in the usual order."""
    rule = filing.game.fortune
    assert rule is not None
    rows = [table.find(name) for name in names]
    pays = [row.pays for row in rows if row is not None and row.pays is not None]
    if len(pays) < len(names) or pays != sorted(pays) or rule.joker != "ace-straight-flush":
        raise HousewayError(
            "no-odds",
            f"the fortune bet is counted for a table that pays {', '.join(names)}, the later never "
            "less, with a joker that may complete a flush",
            where=f"{filing.id}: pay_table fortune",
            cite=str(table.cite),
        )


def _with_envy(
    filing: PaiGowPoker, bet: Bet, prize: Fraction, prizes: dict[str, int]
) -> dict[str, Json]:
    """The bet with a button and others who have made it too.

    Another player's seven cards are as likely as one's own, whatever one holds on average: a
    prize for each hand is worth the same from every other player.
    """
    rule = filing.game.envy
    if rule is None:
        return {}
    button = rule.button_from
    found: dict[str, Json] = {
        "an envy button, from each other fortune bet": {
            "dollars": float(prize / 100),
            "fraction": str(prize / 100),
            "exact": True,
        }
    }
    for others in range(1, filing.table.seats - 1):
        short, error = 0.0, 0.0
        if rule.pays == "highest-hand" and others > 1:
            short, error = _shortfall(prizes, others)
        exact = rule.pays == "each-hand" or others == 1
        value = bet.ev + others * prize / button
        found[f"${button // 100} with a button, {others} other fortune bet{'s'[: others > 1]}"] = {
            "ev": float(value) - short / button,
            "fraction": str(value) if exact else None,
            "edge": -float(value) + short / button,
            "exact": exact,
            "standard_error": None if exact else error / button,
        }
    return found


def _prizes(filing: PaiGowPoker, prize: Fraction, prizes: dict[str, int]) -> Prizes | None:
    """What a button brings on average, by the number of other fortune bets."""
    rule = filing.game.envy
    if rule is None:
        return None
    found = []
    for others in range(filing.table.seats - 1):
        one_only = rule.pays == "highest-hand" and others > 1
        short = _shortfall(prizes, others)[0] if one_only else 0.0
        found.append(float(others * prize) - short)
    return Prizes(rule.button_from, tuple(found))


def _shortfall(prizes: dict[str, int], others: int) -> tuple[float, float]:
    import numpy as np

    from houseway.families.pai_gow_poker.counting import envy_shortfall
    from houseway.hands.kernels import FORTUNE_CATEGORIES

    by_code = np.array([prizes.get(name or "", 0) for name in FORTUNE_CATEGORIES], np.int64)
    return envy_shortfall(by_code, ENVY_ROUNDS, SEED + others, others)


def _ace_high(filing: PaiGowPoker) -> Bet:
    table = filing.pays("ace_high")
    return Bet(
        name="ace_high",
        unit="ace_high",
        outcomes=tuple(
            Outcome(
                name.replace("-", " ") or "the bank has more",
                pay_verdict(1, table, name, "").net,
                cases,
            )
            for name, cases in ace_high_counts().items()
        ),
        assumed=("all deals of seven cards to the bank and seven to the player",),
    )


# The base game


def chart_for(terms: Terms[PaiGowPoker]) -> tuple[HouseWayChart, str]:
    """The chart hands are set by, and the filing it stands in."""
    filing = terms.filing
    if filing.game.house_way is not None:
        return filing.game.house_way, filing.id
    named = str(terms.options.get(CHART_OPTION, "none"))
    if named == "none":  # nobody is bound to a chart: take the first that the option names
        option = filing.find_option(CHART_OPTION)
        values = [value for value in option.values if value != "none"] if option else []
        if not values:
            raise HousewayError("no-odds", "no house-way chart is filed or named", where=filing.id)
        named = str(values[0])
    other = load(named)
    assert isinstance(other, PaiGowPoker)
    assert other.game.house_way is not None
    return other.game.house_way, named


def _in_words(chart: HouseWayChart) -> dict[str, str]:
    """Each row of a chart: the hand, and how it is set."""
    return {row.hand: "; else ".join(way.says for way in row.ways) or row.otherwise
            for row in chart.row}  # fmt: skip


def _game(terms: Terms[PaiGowPoker], progress: Callable[[float], None]) -> Bet:
    from houseway.analysis.two_hands import nets_of
    from houseway.families.pai_gow_poker.charts import rules_for
    from houseway.families.pai_gow_poker.counting import gains_of_best, play_pairs
    from houseway.families.pai_gow_poker.outcomes import verdicts

    filing = terms.filing
    _check_cases(filing)
    chart, source = chart_for(terms)
    if joker_use(terms) not in BUGS:
        raise HousewayError(
            "no-odds",
            f"hands are counted with a joker that is {' or '.join(BUGS)}, and "
            f"{joker_use(terms)!r} is filed; `houseway simulate` plays any",
            where=f"{filing.id}: game.joker.use",
            cite=str(filing.game.joker.cite),
        )
    seen, pushes = filing.bank_is_seen, filing.game.ace_high_push is not None
    flush = joker_use(terms) != "ace-straight"
    rules = rules_for(filing, chart)
    high = Fraction(0)
    if pushes:
        high = Fraction(hands_ace_high(True) + hands_ace_high(False), ALL_HANDS)
    found = play_pairs(
        rules, BLOCKS, BLOCK_HANDS, SEED, flush=flush, high=float(high),
        tell=lambda share: progress((0.9 if seen else 0.5) * share),
    )  # fmt: skip
    nets = nets_of(verdicts(filing))
    # Pushes as they were dealt; wins and losses so that they give the value that is better known.
    charted = _with_value(found.charted[1], found.chart_value, nets, found.chart_error)
    if pushes:
        push = float(high) + found.charted[1] - float(high) * found.with_high[1]
        charted = _with_value(push, found.chart_value, nets, found.chart_error)
    compared: dict[str, Json] = {}
    strategy: dict[str, Json] = {"house way": _in_words(chart)}
    played: dict[str, tuple[Outcome, ...]] = {}
    if seen:
        push = float(high) + (1 - float(high)) * found.seen[1]
        best = _with_value(push, found.value, nets, found.value_error)
        strategy["play"] = (
            "with the bank's two hands in sight: a setting that beats both, else one that beats one"
        )
    else:
        player, bank = gains_of_best(
            rules, GAIN_BLOCKS, HANDS, POOL, SEED, flush=flush,
            tell=lambda share: progress(0.5 + 0.4 * share),
        )  # fmt: skip
        best = _changed(charted, player.changes, nets, player.standard_error)
        strategy["play"] = "every hand as is best against banks set by the chart"
        strategy["frequencies"] = {
            "house way": 1 - player.otherwise, "otherwise": player.otherwise,
        }  # fmt: skip
        strategy["gain over the house way"] = {
            "ev": player.gain, "standard_error": player.standard_error,
        }  # fmt: skip
        own = _changed(charted, bank.changes[::-1], nets, bank.standard_error)
        compared[_BANK_BEST] = {
            **figures(own), "standard_error": own.standard_error, "otherwise": bank.otherwise,
        }  # fmt: skip
        # Where nobody is bound to a chart the bots set as they like, and that is not counted.
        bots = charted.outcomes if setter_of(terms) is not None else ()
        played = {"chart": charted.outcomes, "bot": bots}
    progress(1.0)
    return Bet(
        name="game",
        unit="game",
        outcomes=best.outcomes,
        exact=False,
        standard_error=best.standard_error,
        strategy=strategy,
        assumed=_game_assumed(terms, source, found.pairs),
        compared={
            "house way against house way": {
                **figures(charted), "standard_error": charted.standard_error,
            },
            **compared,
            "copies": {
                "in front": found.copies[0],
                "behind": found.copies[1],
                "lost by a copy": found.by_copy,
            },
        },
        played=played,
    )  # fmt: skip


def _with_value(push: float, ahead: float, nets: tuple[Fraction, ...], error: float) -> Bet:
    """A bet of so many pushes, with wins ahead of losses by so much."""
    win = (ahead + 1 - push) / 2
    return _bet([win, push, 1 - push - win], nets, error)


def _changed(bet: Bet, changes: tuple[float, ...], nets: tuple[Fraction, ...], error: float) -> Bet:
    """A bet with its chances to win, push and lose changed."""
    shares = [float(o.weight) + more for o, more in zip(bet.outcomes, changes, strict=True)]
    return _bet(shares, nets, hypot(bet.standard_error or 0.0, error))


def _check_cases(filing: PaiGowPoker) -> None:
    """Wins and losses are counted as evenly matched, which they are in the usual game."""
    game = filing.game
    cases = (game.both_lower, game.one_higher, game.both_higher)
    for case, usual in zip(cases, ("lose", "push", "win"), strict=True):
        if case.outcome != usual:
            raise HousewayError(
                "no-odds",
                "the game is counted where two higher hands win, one pushes and none loses, and "
                f"here {case.outcome!r} is filed in place of {usual!r}; `houseway simulate` plays "
                "any",
                where=f"{filing.id}: game",
                cite=str(case.cite),
            )


def _bet(shares: list[float], nets: tuple[Fraction, ...], error: float | None) -> Bet:
    return Bet(
        name="game",
        unit="game",
        outcomes=tuple(
            Outcome(name, net, share)
            for name, net, share in zip(("win", "push", "lose"), nets, shares, strict=True)
        ),
        exact=False,
        standard_error=error,
    )


def _game_assumed(terms: Terms[PaiGowPoker], source: str, rounds: int) -> tuple[str, ...]:
    lines = [
        f"{rounds:,} rounds dealt by chance, always the same ones: of {BLOCKS:,} blocks of "
        f"{BLOCK_HANDS:,} hands every pair that shares no card"
    ]
    if source != terms.filing.id:
        lines.append(f"the bank, free to set as it likes, is set by the chart of {source}")
    elif terms.filing.game.bank_sets.method != "house-way":
        lines.append("the bank keeps to the chart, which its holder may overrule")
    if not terms.filing.bank_is_seen:
        lines.append(
            f"best play is found against {POOL:,} banks of each block and tried against as many "
            "others, so it is a little less than the very best"
        )
    return tuple(lines)
