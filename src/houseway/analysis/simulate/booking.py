"""Settling rounds in compiled code, and the exact sums a block of rounds leaves.

`settle` and `collect` are the fast twins of `houseway.settlement`; tests hold them together.
Everything is counted in whole cents, so that blocks add up to the same whatever their order.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np

from houseway.analysis.simulate.chance import Habits, Shoe, State, bits, draw_wagers, open_round
from houseway.hands.arrays import Integers
from houseway.hands.kernels import leaf

BINS: Final = 100  # of the bank's result, from losing its wager to winning as much
NO_FEE_FILED: Final = -1


class Felt(NamedTuple):
    """A table as compiled code knows it. Money in cents."""

    seats: int
    bank_seat: int
    players: Integers  # their seats
    player_at: Integers  # [seat]: the player, -1 for none
    # Settlement.
    bank: int
    net_cover: bool
    losers_first: bool
    counter_clockwise: bool
    # Collection: the fee by the highest bracket the table action has reached.
    bank_from: Integers
    bank_fee: Integers
    # The session, and turns of the bank.
    bankroll: int  # 0: no sessions are followed
    goal: int  # 0: none
    session_hands: int
    stretch: int  # hands over which falls and losing runs are looked at
    least_bank: int
    kept_for_fee: int
    turn_hands: int
    others: int
    accepts: int  # a share of `WHOLE`


class S(IntEnum):
    """Where each sum stands, by the names of `merging.Sums`; large ones above 32 bits and below."""

    HANDS = 0
    NET = 1
    FEE = 2
    SQUARES_HIGH = 3  # of the result after the fee
    SQUARES_LOW = 4
    PLAYER_FEES = 5
    ACTION = 6
    SHORT = 7  # hands in which something was not covered
    SHORT_WIN = 8  # owed to winners and not paid
    SHORT_LOSS = 9  # lost and not collected
    CLOCK = 10  # hands dealt at the table, those of other banks too
    UNFILED = 11  # hands whose fee the filing does not give
    WORST = 12
    BEST = 13
    # The course of the results after fees.
    LOW = 14  # its lowest and highest point, from zero
    HIGH = 15
    DROP = 16  # the deepest fall from a high point
    LOST_FIRST = 17  # hands lost in a row: at the beginning, at the end, at most
    LOST_LAST = 18
    LOST_MOST = 19
    # Sessions.
    SESSIONS = 20
    RUINED = 21
    REACHED = 22  # their goal
    SESSION_HANDS = 23
    GAIN = 24
    GAIN_SQUARES_HIGH = 25
    GAIN_SQUARES_LOW = 26
    # Stretches of so many hands: their deepest falls and longest losing runs, added up.
    STRETCHES = 27
    FALLS = 28
    FALL_SQUARES_HIGH = 29
    FALL_SQUARES_LOW = 30
    RUNS = 31


class P(IntEnum):
    """Where each sum of a player stands."""

    NET = 0
    SHORT = 1
    SHORT_WIN = 2
    SHORT_LOSS = 3


class R(IntEnum):
    """What is known between rounds."""

    CLOCK = 0
    SESSION_ENDS = 1
    OPEN = 2  # 1: a session is being counted
    PLAYING = 3  # 1: it still goes on
    ROLL = 4
    ENDED_BY = 5  # 1: ruin, 2: goal
    PLAYED = 6
    TURN = 7
    # Of the stretch: its hands, what it came to, its high point, deepest fall, losing runs.
    STRETCH_HANDS = 8
    STRETCH_NET = 9
    STRETCH_HIGH = 10
    STRETCH_FALL = 11
    STRETCH_LOST = 12
    STRETCH_MOST = 13


class Totals(NamedTuple):
    sums: Integers
    players: Integers
    cases: Integers  # how often each case of the players' wagers was drawn
    bins: Integers
    running: Integers
    trace: Integers  # a row a hand, or no row at all


class Hand(NamedTuple):
    """One hand's money, by player."""

    drawn: Integers  # the case of the player's wagers
    wagers: Integers  # [player, spot]
    due: Integers  # [player, place in order]: what the bank owes, below zero what it is owed
    net: Integers
    short_win: Integers
    short_loss: Integers
    aside: Integers  # a row for each of the three sums of a second settlement


def new_hand(players: int, spots: int, places: int) -> Hand:
    return Hand(
        np.zeros(players, np.int64),
        np.zeros((players, spots), np.int64),
        np.zeros((players, places), np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros((3, players), np.int64),
    )


def new_totals(players: int, cases: int, traced: int = 0) -> Totals:
    return Totals(
        np.zeros(len(S), np.int64),
        np.zeros((players, len(P)), np.int64),
        np.zeros(cases, np.int64),
        np.zeros(BINS + 1, np.int64),
        np.zeros(len(R), np.int64),
        np.zeros((traced, TRACE_FIRST + TRACE_EACH * players), np.int64),
    )


TRACE_FIRST: Final = 3  # the bank's net, its fee, the session's bankroll
TRACE_EACH: Final = 4  # a player's net, unpaid win, uncollected loss, fee

_LOW_BITS: Final = (1 << 32) - 1


@leaf
def settle(
    felt: Felt, due: Integers, first: int, bank: int,
    net: Integers, short_win: Integers, short_loss: Integers,
) -> int:  # fmt: skip
    """Collect and pay in order until the bank's wager is used up; what the bank is ahead."""
    left, balance = bank, 0
    way = -1 if felt.counter_clockwise else 1
    players, places = due.shape
    for player in range(players):
        net[player] = short_win[player] = short_loss[player] = 0
    for turn in range(2 if felt.losers_first else 1):
        seat = first
        for _ in range(felt.seats):
            player = felt.player_at[seat]
            seat += way
            if seat > felt.seats:
                seat = 1
            elif seat == 0:
                seat = felt.seats
            if player < 0:
                continue
            for place in range(places):
                owed = due[player, place]
                if owed < 0:
                    if felt.losers_first and turn == 1:
                        continue
                    moved = min(-owed, bank - balance if felt.net_cover else left)
                    left -= moved
                    balance += moved
                    net[player] -= moved
                    short_loss[player] += -owed - moved
                elif owed > 0:
                    if felt.losers_first and turn == 0:
                        continue
                    moved = min(owed, bank + balance if felt.net_cover else left)
                    left -= moved
                    balance -= moved
                    net[player] += moved
                    short_win[player] += owed - moved
    return balance


@leaf
def _by_bracket(starts: Integers, fees: Integers, amount: int) -> int:
    """Brackets stand by their starts, those whose fee is not filed last."""
    fee = fees[0]
    for i in range(starts.shape[0]):
        if amount >= starts[i]:
            fee = fees[i]
    return int(fee)


@leaf
def collect(felt: Felt, action: int) -> int:
    """The bank's fee; below zero where none is filed."""
    if not felt.bank_fee.shape[0]:
        return 0
    return _by_bracket(felt.bank_from, felt.bank_fee, action)


@leaf
def open_hand(felt: Felt, totals: Totals, state: State) -> int:
    """The bank comes round again; a session may begin. The wager its bankroll allows, or 0."""
    running = totals.running
    if felt.others and running[R.TURN] == felt.turn_hands:
        running[R.TURN] = 0
        for _ in range(felt.others):
            if int(bits(state)) < felt.accepts:
                running[R.CLOCK] += felt.turn_hands
    running[R.TURN] += 1
    if not felt.bankroll:
        return 0
    if running[R.CLOCK] >= running[R.SESSION_ENDS]:
        close_session(felt, totals)
        running[R.SESSION_ENDS] = running[R.CLOCK] + felt.session_hands
        running[R.OPEN] = running[R.PLAYING] = 1
        running[R.ROLL] = felt.bankroll
        running[R.ENDED_BY] = running[R.PLAYED] = 0
    if not running[R.PLAYING]:
        return 0
    return int(min(felt.bank, running[R.ROLL] - felt.kept_for_fee))


@leaf
def close_session(felt: Felt, totals: Totals) -> None:
    """Count a session whose time is over, however early it ended."""
    running, sums = totals.running, totals.sums
    if not running[R.OPEN] or running[R.CLOCK] < running[R.SESSION_ENDS]:
        return
    running[R.OPEN] = 0
    gain = running[R.ROLL] - felt.bankroll
    sums[S.SESSIONS] += 1
    sums[S.RUINED] += running[R.ENDED_BY] == 1
    sums[S.REACHED] += running[R.ENDED_BY] == 2
    sums[S.SESSION_HANDS] += running[R.PLAYED]
    sums[S.GAIN] += gain
    sums[S.GAIN_SQUARES_HIGH] += gain * gain >> 32
    sums[S.GAIN_SQUARES_LOW] += gain * gain & _LOW_BITS


@leaf
def _follow_stretch(felt: Felt, totals: Totals, after: int) -> None:
    """One more hand of a stretch; a whole one is added up, and the next begins."""
    running, sums = totals.running, totals.sums
    running[R.STRETCH_HANDS] += 1
    running[R.STRETCH_NET] += after
    running[R.STRETCH_HIGH] = max(running[R.STRETCH_HIGH], running[R.STRETCH_NET])
    running[R.STRETCH_FALL] = max(
        running[R.STRETCH_FALL], running[R.STRETCH_HIGH] - running[R.STRETCH_NET]
    )
    running[R.STRETCH_LOST] = running[R.STRETCH_LOST] + 1 if after < 0 else 0
    running[R.STRETCH_MOST] = max(running[R.STRETCH_MOST], running[R.STRETCH_LOST])
    if running[R.STRETCH_HANDS] == felt.stretch:
        fall = running[R.STRETCH_FALL]
        sums[S.STRETCHES] += 1
        sums[S.FALLS] += fall
        sums[S.FALL_SQUARES_HIGH] += fall * fall >> 32
        sums[S.FALL_SQUARES_LOW] += fall * fall & _LOW_BITS
        sums[S.RUNS] += running[R.STRETCH_MOST]
        for place in range(R.STRETCH_HANDS, R.STRETCH_MOST + 1):
            running[place] = 0


@leaf
def book(
    felt: Felt, habits: Habits, totals: Totals, hand: Hand, bank_fee: int, session_net: int
) -> None:
    """Enter a hand that is settled. `session_net` is the result of the session's own wager."""
    sums, running = totals.sums, totals.running
    net = short_win = short_loss = fees = action = 0
    unfiled = bank_fee < 0
    players = hand.drawn.shape[0]
    for player in range(players):
        case = hand.drawn[player]
        totals.cases[case] += 1
        action += habits.action[case]
        fees += habits.fee[case]
        unfiled |= habits.fee[case] < 0
        net -= hand.net[player]
        totals.players[player, P.NET] += hand.net[player]
        short = hand.short_win[player] + hand.short_loss[player]
        if short:
            short_win += hand.short_win[player]
            short_loss += hand.short_loss[player]
            totals.players[player, P.SHORT] += 1
            totals.players[player, P.SHORT_WIN] += hand.short_win[player]
            totals.players[player, P.SHORT_LOSS] += hand.short_loss[player]
    if unfiled:
        sums[S.UNFILED] += 1
        bank_fee = fees = 0
    number = sums[S.HANDS]
    after = net - bank_fee
    sums[S.HANDS] = number + 1
    sums[S.NET] += net
    sums[S.FEE] += bank_fee
    sums[S.SQUARES_HIGH] += after * after >> 32
    sums[S.SQUARES_LOW] += after * after & _LOW_BITS
    sums[S.PLAYER_FEES] += fees
    sums[S.ACTION] += action
    sums[S.SHORT] += short_win + short_loss > 0
    sums[S.SHORT_WIN] += short_win
    sums[S.SHORT_LOSS] += short_loss
    sums[S.WORST] = after if number == 0 else min(sums[S.WORST], after)
    sums[S.BEST] = after if number == 0 else max(sums[S.BEST], after)
    totals.bins[(net + felt.bank) * BINS // (2 * felt.bank)] += 1

    course = sums[S.NET] - sums[S.FEE]
    sums[S.LOW] = min(sums[S.LOW], course)
    sums[S.HIGH] = max(sums[S.HIGH], course)
    sums[S.DROP] = max(sums[S.DROP], sums[S.HIGH] - course)
    if after < 0:
        sums[S.LOST_LAST] += 1
        sums[S.LOST_MOST] = max(sums[S.LOST_MOST], sums[S.LOST_LAST])
        if sums[S.LOST_FIRST] == number:
            sums[S.LOST_FIRST] += 1
    else:
        sums[S.LOST_LAST] = 0

    _follow_stretch(felt, totals, after)

    running[R.CLOCK] += 1
    sums[S.CLOCK] = running[R.CLOCK]
    if felt.bankroll:
        if running[R.PLAYING]:
            running[R.ROLL] += session_net - bank_fee
            running[R.PLAYED] += 1
            if running[R.ROLL] - felt.kept_for_fee < felt.least_bank:
                running[R.PLAYING], running[R.ENDED_BY] = 0, 1
            elif felt.goal and running[R.ROLL] >= felt.goal:
                running[R.PLAYING], running[R.ENDED_BY] = 0, 2
        close_session(felt, totals)
    if number < totals.trace.shape[0]:
        row = totals.trace[number]
        row[0], row[1], row[2] = net, bank_fee, running[R.ROLL]
        for player in range(players):
            at = TRACE_FIRST + TRACE_EACH * player
            row[at] = hand.net[player]
            row[at + 1] = hand.short_win[player]
            row[at + 2] = hand.short_loss[player]
            row[at + 3] = habits.fee[hand.drawn[player]]


@leaf
def next_hand(
    felt: Felt, habits: Habits, totals: Totals, hand: Hand, shoe: Shoe, state: State
) -> int:  # fmt: skip
    """The bank comes round, the players wager, the shoe is made ready; what `open_hand` gives."""
    bank = open_hand(felt, totals, state)
    draw_wagers(habits, state, hand.drawn, hand.wagers)
    open_round(shoe)
    return bank


@leaf
def go_on(
    felt: Felt, habits: Habits, totals: Totals, hand: Hand, bank_fee: int, session_net: int,
    shoe: Shoe, state: State,
) -> int:  # fmt: skip
    """Enter a hand that is settled and begin the next, in one call from outside."""
    book(felt, habits, totals, hand, bank_fee, session_net)
    return next_hand(felt, habits, totals, hand, shoe, state)


@leaf
def settle_and_book(
    felt: Felt, habits: Habits, totals: Totals, hand: Hand, first: int, session_bank: int
) -> None:
    """A hand whose dues are known, settled, charged and entered."""
    action = 0
    for player in range(hand.drawn.shape[0]):
        action += habits.action[hand.drawn[player]]
    fee = collect(felt, action)
    net = settle(felt, hand.due, first, felt.bank, hand.net, hand.short_win, hand.short_loss)
    session_net = net
    if session_bank and session_bank < felt.bank:
        aside = hand.aside
        session_net = settle(felt, hand.due, first, session_bank, aside[0], aside[1], aside[2])
    book(felt, habits, totals, hand, fee, session_net)
