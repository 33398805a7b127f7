"""The poker filings against tables of facts written by hand from their texts."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from houseway.errors import HousewayError, Problems
from houseway.families.poker.schema import OddChips, Poker, Street
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load, parse_filing, read_toml, readings_of, schedule_sets
from houseway.filings.schema.base import Cite, Record
from houseway.filings.schema.collection import BlindsGroup

# What happens before a round, the limit bet in it, and who opens.
Round = tuple[str, str, str]

ACE_HIGH = "AKQJT98765432"
BLINDS, BUTTON, BRING_IN, BOARD = "left-of-blinds", "left-of-button", "bring-in", "best-board"
ALL_STRUCTURES = ("limit", "no-limit", "pot-limit")


def flop_game(cards: str, *, burn: bool = True) -> list[Round]:
    """Four rounds: two at the lower limit, two at the higher."""
    first = "burn, " if burn else ""
    return [
        (cards, "lower", BLINDS),
        (f"{first}board 3", "lower", BUTTON),
        (f"{first}board 1", "higher", BUTTON),
        (f"{first}board 1", "higher", BUTTON),
    ]


def with_discard(place: int) -> list[Round]:
    """Pineapple: one of three hole cards goes before the round at that place."""
    rounds = flop_game("ddd")
    dealt, limit, opens = rounds[place]
    rounds[place] = (f"discard 1, {dealt}", limit, opens)
    return rounds


def triple_draw(cards: str, draw: str) -> list[Round]:
    return [
        (cards, "lower", BLINDS),
        (draw, "lower", BUTTON),
        (draw, "higher", BUTTON),
        (draw, "higher", BUTTON),
    ]


STUD: list[Round] = [
    ("ddu", "lower", BRING_IN),
    ("burn, u, open pair", "lower", BOARD),
    ("burn, u", "higher", BOARD),
    ("burn, u", "higher", BOARD),
    ("burn, d", "higher", BOARD),
]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a text says, or a ruling where it is silent.

    `seats` is None where no number is filed. `bring_in` gives who, in which order of cards, how
    ties are broken, how much, and whether a full bet may be made instead.
    """

    approval: str
    seats: int | None
    rounds: list[Round]
    high: str
    odd: str  # equal hands
    collection: str
    structures: tuple[str, ...] = ALL_STRUCTURES
    cap_in: tuple[str, ...] = ALL_STRUCTURES
    deck: str = "standard-52"
    low: str = ""
    odd_low: str = ""
    odd_halves: str = ""
    exactly_two: bool = False
    deals_from: str = BUTTON
    button_by: tuple[str, str] | None = None  # the draw for the button: how, best card first
    blinds: tuple[int, ...] = (2,)
    amounts: tuple[int, ...] = ()
    antes: bool = False
    bring_in: tuple[str, str, str, str, bool] | None = None
    shortage: str = ""
    mixed: tuple[str, ...] = ()
    buy_in: str = ""


PINEAPPLE_SET = "500-club-poker/pineapple-and-omaha-hi-lo"
OMAHA_SET = "500-club-poker/omaha-and-big-o"
HOLDEM_SET = "500-club-poker/texas-holdem"
DRAW_SET = "500-club-poker/draw-and-stud"
NAPA_SET = "napa-valley-poker/poker"
OUTLAWS_SET = "outlaws/poker"
ONE_CARD = ("one-card-each", ACE_HIGH)
DEUCE_FIRST = ("one-card-each", "23456789TJQKA")
PILE = ("burns", "folded", "discards")
LOWEST_CLUB = ("lowest", ACE_HIGH, "lowest-suit", "lower-limit", False)

FACTS: dict[str, Facts] = {
    # Two hole cards, blinds of $1 and $3, rounds of $3, $3, $6 and $6 or $12 (002:5-9, 113-143).
    "outlaws/holdem": Facts(
        approval="", seats=None, rounds=flop_game("dd"), high="high", odd=BUTTON,
        collection=OUTLAWS_SET, structures=("limit",), cap_in=("limit",), amounts=(100, 300),
        buy_in="10 times",
    ),
    "outlaws/holdem-hi-lo": Facts(
        approval="", seats=None, rounds=flop_game("dd"), high="high", low="ace-to-five-8",
        odd=BUTTON, odd_halves=BUTTON, collection=OUTLAWS_SET, structures=("limit",),
        cap_in=("limit",), amounts=(100, 300), buy_in="10 times",
    ),
    # Two jokers; one draw of up to five between two rounds, both at $3 (002:67-77, 121-123).
    "outlaws/draw-poker-hi-lo": Facts(
        approval="", seats=None,
        rounds=[("ddddd", "lower", BLINDS), ("draw 5, burn", "lower", BUTTON)],
        high="high-two-jokers", low="ace-to-five-8-joker-ace", odd=BUTTON, odd_halves=BUTTON,
        collection=OUTLAWS_SET, structures=("limit",), cap_in=("limit",), deck="jokers-54",
        amounts=(100, 300), shortage="refuse", buy_in="$10 to $30",
    ),
    "napa-valley/texas-holdem": Facts(
        approval="GEGA-000641", seats=None, rounds=flop_game("dd", burn=False), high="high",
        odd=BUTTON, collection=NAPA_SET,
    ),
    "napa-valley/omaha": Facts(
        approval="GEGA-000642", seats=None, rounds=flop_game("dddd", burn=False), high="high",
        exactly_two=True, odd=BUTTON, collection=NAPA_SET,
    ),
    "napa-valley/omaha-hi-lo": Facts(
        approval="GEGA-000643", seats=None, rounds=flop_game("dddd", burn=False), high="high",
        low="ace-to-five-8", exactly_two=True, odd=BUTTON, odd_halves=BUTTON, collection=NAPA_SET,
    ),
    # 004:1165, 1188, 1199, 1203-1226, 1239.
    "500-club/2-7-single-draw": Facts(
        approval="GEGR-002019", seats=6,
        rounds=[("ddddd", "lower", BLINDS), ("draw 5", "higher", BUTTON)],
        high="deuce-to-seven", odd=BUTTON, collection=DRAW_SET, button_by=DEUCE_FIRST,
        shortage="reshuffle", mixed=PILE,
    ),
    "500-club/2-7-triple-draw": Facts(
        approval="GEGR-002020", seats=6, rounds=triple_draw("ddddd", "draw 5"),
        high="deuce-to-seven", odd=BUTTON, collection=DRAW_SET, button_by=DEUCE_FIRST,
        shortage="reshuffle", mixed=PILE,
    ),
    # 004:1378, 1392, 1398, 1410-1480, 1482, 1490.
    "500-club/badugi": Facts(
        approval="GEGR-002030", seats=9, rounds=triple_draw("dddd", "draw 4, burn"),
        high="badugi", odd=BUTTON, collection=DRAW_SET,
        button_by=("spread-deck", "KQJT98765432A"), shortage="reshuffle", mixed=PILE,
    ),
    # 004:1533, 1549-1600, 1604-1608: five hole cards, two of them play, no low.
    "500-club/big-o": Facts(
        approval="GEGR-002031", seats=8, rounds=flop_game("ddddd"), high="high", exactly_two=True,
        odd=BUTTON, collection=OMAHA_SET, button_by=ONE_CARD,
    ),
    # 004:1654, 1692: the discard comes after the second round, before the turn.
    "500-club/crazy-pineapple": Facts(
        approval="GEGR-002033", seats=10, rounds=with_discard(2), high="high", odd=BUTTON,
        collection=PINEAPPLE_SET, button_by=ONE_CARD,
    ),
    # 004:1775-1778, 1827, 1861-1869.
    "500-club/crazy-pineapple-hi-lo": Facts(
        approval="GEGR-002032", seats=10, rounds=with_discard(2), high="high",
        low="ace-to-five-8", odd="by-suit", odd_low="better-high", odd_halves="high",
        collection=PINEAPPLE_SET, button_by=ONE_CARD,
    ),
    # 004:2052, 2080, 2085-2134, 2143: 41 cards, a joker, four rounds at the lower limit.
    "500-club/mexican-poker": Facts(
        approval="GEGR-002035", seats=7,
        rounds=[
            ("ud", "lower", BRING_IN),
            ("expose, burn, e", "lower", BOARD),
            ("expose, burn, e", "lower", BOARD),
            ("expose, burn, e", "lower", BOARD),
        ],
        high="mexican", odd=BUTTON, collection=DRAW_SET, structures=("limit", "no-limit"),
        cap_in=("limit",), deck="mexican-41", button_by=("one-card-each", "AKQJ765432"),
        blinds=(), antes=True,
        bring_in=("highest", "AKQJ765432", "first-dealt", "lower-limit", False),
    ),
    # 004:2188, 2195, 2201, 2207-2254, 2258-2262.
    "500-club/omaha": Facts(
        approval="GEGR-002037", seats=10, rounds=flop_game("dddd"), high="high", exactly_two=True,
        odd=BUTTON, collection=OMAHA_SET, button_by=ONE_CARD, blinds=(2, 3),
    ),
    "500-club/omaha-hi-lo": Facts(
        approval="GEGR-002036", seats=10, rounds=flop_game("dddd"), high="high",
        low="ace-to-five-8", exactly_two=True, odd=BUTTON, odd_halves=BUTTON,
        collection=PINEAPPLE_SET, button_by=ONE_CARD, blinds=(2, 3),
    ),
    # 004:2446, 2474: the discard comes after the first round, before the flop.
    "500-club/pineapple": Facts(
        approval="GEGR-002021", seats=10, rounds=with_discard(1), high="high", odd=BUTTON,
        collection=PINEAPPLE_SET, button_by=ONE_CARD,
    ),
    # 004:2574-2577, 2613, 2665-2676.
    "500-club/pineapple-hi-lo": Facts(
        approval="GEGR-002038", seats=10, rounds=with_discard(1), high="high",
        low="ace-to-five-8", odd="by-suit", odd_low="better-high", odd_halves="high",
        collection=PINEAPPLE_SET, button_by=ONE_CARD,
    ),
    # 004:2732, 2739, 2753, 2757, 2814: no limits but the pot, so no round has one.
    "500-club/pot-limit-omaha-8": Facts(
        approval="GEGR-002023", seats=10,
        rounds=[(dealt, "", opens) for dealt, _, opens in flop_game("dddd")],
        high="high", low="ace-to-five-8", exactly_two=True, odd=BUTTON, odd_halves=BUTTON,
        collection=OMAHA_SET, structures=("pot-limit",), cap_in=("pot-limit",),
        button_by=ONE_CARD, blinds=(2, 3),
    ),
    # 004:2836, 2852, 2859-2873, 2880, 2919, 2929: no button; a small bring-in; no double bet.
    "500-club/razz": Facts(
        approval="GEGR-002028", seats=8,
        rounds=[(dealt.removesuffix(", open pair"), limit, opens) for dealt, limit, opens in STUD],
        high="razz", odd=BUTTON, collection=DRAW_SET, structures=("limit",), cap_in=("limit",),
        deals_from="left-of-house-dealer", blinds=(), antes=True,
        bring_in=("highest", "A23456789TJQK", "highest-suit", "posted", True),
        shortage="fresh-then-community", mixed=("burns", "folded"),
    ),
    # 004:2975, 2981-3044, 3048, 3058.
    "500-club/seven-card-stud": Facts(
        approval="GEGR-002024", seats=8, rounds=STUD, high="high", odd="best-hand-up",
        collection=DRAW_SET, structures=("limit",), cap_in=("limit",), button_by=ONE_CARD,
        blinds=(), antes=True, bring_in=LOWEST_CLUB, shortage="community-card", mixed=("burns",),
    ),
    # 004:3103-3106, 3114, 3120-3187, 3189, 3206.
    "500-club/seven-card-stud-hi-lo": Facts(
        approval="GEGR-002018", seats=8, rounds=STUD, high="high", low="ace-to-five-8",
        odd=BUTTON, odd_halves=BUTTON, collection=DRAW_SET, structures=("limit",),
        cap_in=("limit",), button_by=ONE_CARD, blinds=(), antes=True, bring_in=LOWEST_CLUB,
        shortage="community-card", mixed=("burns",),
    ),
    # 004:3252-3255, 3263, 3270-3323, 3327, 3341: no button.
    "500-club/stud-8": Facts(
        approval="GEGR-002026", seats=8, rounds=STUD, high="high", low="ace-to-five-8",
        odd="best-hand-up", odd_halves="best-hand-up", collection=DRAW_SET,
        structures=("limit",), cap_in=("limit",), deals_from="left-of-house-dealer", blinds=(),
        antes=True, bring_in=LOWEST_CLUB, shortage="community-card", mixed=("burns",),
    ),
    "500-club/texas-holdem": Facts(
        approval="GEGR-002027", seats=10, rounds=flop_game("dd"), high="high", odd=BUTTON,
        collection=HOLDEM_SET, button_by=ONE_CARD,
    ),
    # 004:3481, 3505, 3516, 3520-3567, 3577: a draw game for the high hand.
    "500-club/triple-draw-poker": Facts(
        approval="GEGR-002025", seats=6, rounds=triple_draw("ddddd", "draw 5"), high="high",
        odd=BUTTON, collection=DRAW_SET, button_by=ONE_CARD, shortage="reshuffle", mixed=PILE,
    ),
}  # fmt: skip

# The lines of each text, and of the schedules it refers to.
CLUB_RATES = (4033, 4753)
NAPA_RATES = (1948, 2050)  # to the last bullet of the rates
LINES: dict[str, list[tuple[int, int]]] = {
    "outlaws/holdem": [(3, 63), (109, 147)],
    "outlaws/holdem-hi-lo": [(3, 63), (109, 147)],
    "outlaws/draw-poker-hi-lo": [(65, 147)],
    "napa-valley/texas-holdem": [(3, 11), NAPA_RATES],
    "napa-valley/omaha": [(885, 891), NAPA_RATES],
    "napa-valley/omaha-hi-lo": [(893, 899), NAPA_RATES],
    "500-club/2-7-single-draw": [(1149, 1243), CLUB_RATES],
    "500-club/2-7-triple-draw": [(1245, 1360), CLUB_RATES],
    "500-club/badugi": [(1362, 1494), CLUB_RATES],
    "500-club/big-o": [(1496, 1613), CLUB_RATES],
    "500-club/crazy-pineapple": [(1615, 1730), CLUB_RATES],
    "500-club/crazy-pineapple-hi-lo": [(1732, 1873), CLUB_RATES],
    "500-club/mexican-poker": [(2040, 2147), CLUB_RATES],
    "500-club/omaha": [(2149, 2266), CLUB_RATES],
    "500-club/omaha-hi-lo": [(2268, 2405), CLUB_RATES],
    "500-club/pineapple": [(2407, 2531), CLUB_RATES],
    "500-club/pineapple-hi-lo": [(2533, 2680), CLUB_RATES],
    "500-club/pot-limit-omaha-8": [(2682, 2818), CLUB_RATES],
    "500-club/razz": [(2820, 2933), CLUB_RATES],
    "500-club/seven-card-stud": [(2935, 3062), CLUB_RATES],
    "500-club/seven-card-stud-hi-lo": [(3064, 3210), CLUB_RATES],
    "500-club/stud-8": [(3212, 3347), CLUB_RATES],
    "500-club/texas-holdem": [(3349, 3463), CLUB_RATES],
    "500-club/triple-draw-poker": [(3465, 3581), CLUB_RATES],
}
SOURCES = {"outlaws": "002", "napa-valley": "003", "500-club": "004"}

# Readings that touch a filing and decide no value of it: general ones, those without effect on
# play, those about what lies outside a hand, and those of structures that are not spread.
NOT_AT_A_RULE = {
    "poker general", "poker G-24", "poker G-29", "poker G-30", "poker G-31", "poker O-20",
}  # fmt: skip
ONLY_LIMIT = {"poker G-2", "poker G-7"}

EVERY = pytest.mark.parametrize("name", FACTS)


def poker(name: str) -> Poker:
    filing = load(name)
    assert isinstance(filing, Poker)
    return filing


def told(street: Street) -> Round:
    """A street in the words of the tables above."""
    steps = []
    if street.discard is not None:
        steps.append(f"discard {street.discard.count}")
    if street.draw is not None:
        steps.append(f"draw {street.draw.most}")
    if street.expose is not None:
        steps.append("expose")
    if street.burn:
        steps.append("burn")
    if street.cards:
        steps.append(street.cards)
    if street.board:
        steps.append(f"board {street.board}")
    if street.double_bet is not None:
        steps.append("open pair")
    return ", ".join(steps), street.bet, street.opens


def parts(value: object) -> Iterator[Record | Cite]:
    """Every table and citation within a value."""
    if isinstance(value, Record | Cite):
        yield value
        for name in type(value).model_fields:
            yield from parts(getattr(value, name))
    elif isinstance(value, list):
        for one in value:
            yield from parts(one)


def test_the_tables_name_the_same_24_games() -> None:
    assert len(FACTS) == 24
    assert list(FACTS) == list(LINES)


@EVERY
def test_approval_source_seats_and_deck(name: str) -> None:
    filing, facts = poker(name), FACTS[name]
    assert filing.id == name
    assert filing.approval == facts.approval
    assert filing.source.file == SOURCES[name.partition("/")[0]]
    assert filing.deck.kind == facts.deck
    assert filing.deck.decks == [1, 1]
    assert filing.game.players.least == 2
    assert filing.game.players.most == facts.seats
    if facts.seats is not None:
        assert filing.table.seats == facts.seats
    else:
        assert "No number of seats" in filing.table.note


@EVERY
def test_streets_with_their_limits_and_openers(name: str) -> None:
    assert [told(street) for street in poker(name).game.street] == FACTS[name].rounds


@EVERY
def test_structures_and_raise_cap(name: str) -> None:
    game, facts = poker(name).game, FACTS[name]
    assert tuple(game.structures.allowed) == facts.structures
    assert game.raise_cap.raises == 3
    assert tuple(game.raise_cap.holds_in) == facts.cap_in
    assert game.raise_cap.lifted == "two-at-start"
    assert game.short_all_in.counts == "action-only"
    assert game.short_all_in.forced_bets == "in-full"
    assert (game.pot_limit is not None) == ("pot-limit" in facts.structures)


@EVERY
def test_hands_and_qualifier(name: str) -> None:
    game, facts = poker(name).game, FACTS[name]
    assert game.high.ranking == facts.high
    assert (game.low.ranking if game.low is not None else "") == facts.low
    hole = "exactly-two" if facts.exactly_two else "any"
    assert {half.hole for half in (game.high, game.low) if half is not None} == {hole}


@EVERY
def test_odd_chips(name: str) -> None:
    odd, facts = poker(name).game.odd_chips, FACTS[name]
    expected = {
        "tied": facts.odd, "tied_low": facts.odd_low, "between_halves": facts.odd_halves,
        "several": "all-to-one", "side_pots": "one-by-one",
    }  # fmt: skip
    assert {key: getattr(odd, key) for key in expected} == expected
    assert set(OddChips.model_fields) == {*expected, "cite", "note", "readings"}


@EVERY
def test_button_deal_and_forced_bets(name: str) -> None:
    game, facts = poker(name).game, FACTS[name]
    assert game.dealing.starts == facts.deals_from
    assert (game.button is None) == (facts.deals_from == "left-of-house-dealer")
    draw = game.button.draw if game.button is not None else None
    assert (None if draw is None else (draw.method, draw.ranks)) == facts.button_by
    assert (game.antes is not None) == facts.antes
    assert (() if game.blinds is None else tuple(game.blinds.numbers)) == facts.blinds
    assert (() if game.blinds is None else tuple(game.blinds.amounts)) == facts.amounts
    rule = game.bring_in
    assert facts.bring_in == (
        None if rule is None else (rule.by, rule.ranks, rule.ties, rule.amount, rule.or_full_bet)
    )
    assert rule is None or rule.last_word == "may-raise"


@EVERY
def test_a_deck_that_does_not_last(name: str) -> None:
    shortage, facts = poker(name).game.shortage, FACTS[name]
    assert (shortage.how if shortage is not None else "") == facts.shortage
    assert (() if shortage is None else tuple(shortage.mixed)) == facts.mixed
    if facts.shortage in ("community-card", "reshuffle"):
        assert shortage is not None
        assert shortage.burn_again
        assert shortage.last_card == "mixed-in"


@EVERY
def test_collection_set_and_buy_in(name: str) -> None:
    filing, facts = poker(name), FACTS[name]
    assert filing.collection.shared == [facts.collection]
    assert filing.collection.set == []
    (schedules,) = schedule_sets(filing)
    assert name in schedules.games
    buy_in = filing.game.buy_in
    said = ""
    if buy_in is not None and buy_in.times_smallest_bet is not None:
        said = f"{buy_in.times_smallest_bet} times"
    elif buy_in is not None and buy_in.amount is not None and buy_in.amount.high is not None:
        said = f"${buy_in.amount.low // 100} to ${buy_in.amount.high // 100}"
    assert said == facts.buy_in


def test_outlaws_rounds_agree_with_the_days_of_the_week() -> None:
    """002:117-143: lower limit $3 twice, then $6, at last $6 or $12."""
    for name in ("outlaws/holdem", "outlaws/holdem-hi-lo", "outlaws/draw-poker-hi-lo"):
        (group,) = (g for s in schedule_sets(poker(name)) for g in s.group)
        assert isinstance(group, BlindsGroup)
        for day in group.game:
            for street, bet in zip(poker(name).game.street, day.bets, strict=False):
                assert (bet == 300) == (street.bet == "lower")


@EVERY
def test_heads_up_blinds_are_by_the_letter_unless_chosen(name: str) -> None:
    """Ruling G-1."""
    filing = poker(name)
    option = filing.find_option("heads_up_blinds")
    if not FACTS[name].blinds:
        assert option is None
        return
    assert option is not None
    assert (option.default, option.values) == ("letter", ["letter", "custom"])
    assert filing.game.blinds is not None
    assert filing.game.blinds.heads_up == "letter"


def test_only_razz_lets_the_house_choose_who_brings_it_in() -> None:
    """Ruling R-1."""
    option = poker("500-club/razz").find_option("bring_in")
    assert option is not None
    assert option.default == "best"
    for name in FACTS.keys() - {"500-club/razz"}:
        assert poker(name).find_option("bring_in") is None


def test_only_outlaws_holdem_files_posts_and_thrown_away_hands() -> None:
    """002:53-59; the rules of the draw game have neither."""
    holdem = {"outlaws/holdem", "outlaws/holdem-hi-lo"}
    for name in FACTS:
        game = poker(name).game
        posts = game.blinds.posts if game.blinds is not None else None
        assert (posts is not None) == (name in holdem)
        assert (game.showdown.play_the_board is not None) == (name in holdem)
        if posts is not None:
            assert posts.new_player == ["wait-for-big-blind", "post-after-button", "post-now"]
            assert posts.returning == ["wait-for-big-blind", "post-all-blinds"]
            assert not posts.between_blinds


# Where the text treats dealer's errors, in the topics of the rules.
ERRORS = {"boxed-card", "exposed-card", "wrong-number-of-cards"}
BOARD_ERRORS = {"flop-too-large", "early-flop", "early-turn", "early-river"}


@EVERY
def test_dealers_errors_stand_where_they_are_filed(name: str) -> None:
    """002:39-51 and 99-103; nowhere else (ruling G-30)."""
    topics = [rule.topic for rule in poker(name).rule]
    assert len(topics) == len(set(topics))
    expected: set[str] = set()
    if name.startswith("outlaws/"):
        expected = ERRORS | (set() if "draw" in name else BOARD_ERRORS)
    assert set(topics) & (ERRORS | BOARD_ERRORS) == expected


@EVERY
def test_every_citation_lies_in_the_text_or_its_schedules(name: str) -> None:
    spans = LINES[name]
    cites = [one for one in parts(poker(name)) if isinstance(one, Cite)]
    cites += [one for s in schedule_sets(poker(name)) for one in parts(s) if isinstance(one, Cite)]
    assert len(cites) > 25
    for cite in cites:
        for lines in cite.lines.split(","):
            first, _, last = lines.strip().partition("-")
            assert any(low <= int(first) <= int(last or first) <= high for low, high in spans), (
                f"{cite.at} | {cite.lines}"
            )


@EVERY
def test_readings_named_at_rules_are_those_of_the_filing(name: str) -> None:
    filing = poker(name)
    tables = [*parts(filing), *(one for s in schedule_sets(filing) for one in parts(s))]
    named = {one for table in tables for one in getattr(table, "readings", [])}
    named |= {order.reading for order in filing.irregular}
    listed = {reading.id for reading in readings_of(filing)}
    assert {one for table in parts(filing) for one in getattr(table, "readings", [])} <= listed
    left_out = listed - named - NOT_AT_A_RULE
    if filing.game.least_raise is None:
        left_out -= ONLY_LIMIT
    if name == "500-club/mexican-poker":
        left_out -= {"poker G-2", "poker S-21"}  # exempt from one, the other is table stakes
    assert not left_out


def test_a_limit_game_says_which_limit_every_street_bets() -> None:
    data = read_toml(DATA / "500-club/pot-limit-omaha-8.toml")
    changed = copy.deepcopy(data)
    changed["game"]["structures"]["allowed"] = ["limit", "pot-limit"]
    with pytest.raises((HousewayError, Problems), match="which limit is bet"):
        parse_filing(changed, "own.toml")
    for street in changed["game"]["street"]:
        street["bet"] = "lower"
    parse_filing(changed, "own.toml")


def test_outlaws_holdem_explains_the_words_it_shares_with_its_high_low_form() -> None:
    """002:5-9, 39, 53, 63 are the text of both games; 002:11-13 of the second alone."""
    words = [
        {one.term for one in load(f"outlaws/{name}").term} for name in ("holdem", "holdem-hi-lo")
    ]
    assert words[1] - words[0] == {"8 or Better"}
    assert words[0] <= words[1]


def test_a_usual_buy_in_is_read_as_the_least() -> None:
    """002:25, 85 say "generally"."""
    for name in ("holdem", "holdem-hi-lo", "draw-poker-hi-lo"):
        buy_in = poker(f"outlaws/{name}").game.buy_in
        assert buy_in is not None
        assert buy_in.readings == ["own 4"]
