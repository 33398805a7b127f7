"""The procedure of the 21-type games as it is driven live, and a house that nobody has filed."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from houseway.cards import Shoe, cards_of, parse_cards, seeded_source, shuffled, write
from houseway.errors import HousewayError, Refused
from houseway.families.twenty_one.schema import TwentyOne
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load, parse_filing, read_toml
from houseway.filings.terms import Terms, make_terms
from houseway.histories.adjudicate import adjudicate, adjudicate_file
from houseway.histories.round_file import RoundFile
from houseway.rounds.driver import Round, ShoeSource, play, replay
from houseway.rounds.events import Dealt, Shown, view
from houseway.rounds.procedures import procedure
from houseway.rounds.steps import Ask
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.settlement.settle import settle
from tests.families.twenty_one.twenty_one_rounds import (
    ALL,
    CASINO,
    NAPA_43,
    NO_BUST,
    OUTLAWS,
    SPANISH,
    bank,
    seat,
)


def terms_of(filing: str, **options: Any) -> Terms[TwentyOne]:
    found = load(filing)
    assert isinstance(found, TwentyOne)
    return make_terms(found, options=options)


def live(filing: str, cards: str, *numbers: int, **options: Any) -> Round:
    """A round in which the shoe gives these cards; seats wager 10 on the game."""
    layout = Layout(8, tuple(SeatWagers(n, {"game": 1000}) for n in numbers or (1,)))
    source = ShoeSource(Shoe(parse_cards(cards)), seeded_source(1))
    return Round(procedure(terms_of(filing, **options), layout), source)


def asked(running: Round) -> Ask:
    (ask,) = running.waiting_for()
    return ask


def test_cards_go_round_twice_and_the_bank_is_last() -> None:
    """Casino Club, Round of Play, items 5 and 6."""
    running = live(CASINO, "2h Kd 3h Kc 5h 6d 7c", 1, 7)
    dealt = [(e.place, write(e.cards or ())) for e in running.events if isinstance(e, Dealt)]
    assert dealt == [(1, "2h"), (7, "Kd"), ("bank", "3h"), (1, "Kc"), (7, "5h"), ("bank", "6d")]


def test_napa_80_deals_first_from_the_house_dealers_left_then_from_beside_the_bank() -> None:
    layout = Layout(4, tuple(SeatWagers(n, {"game": 1000}) for n in (2, 6)))
    running = Round(
        procedure(terms_of("napa-valley/21st-century-blackjack-8.0"), layout),
        ShoeSource(Shoe(parse_cards("2h Kd 3h Kc 5h 6d")), seeded_source(1)),
    )
    places = [e.place for e in running.events if isinstance(e, Dealt)]
    assert places == [2, 6, "bank", 6, 2, "bank"]
    assert asked(running).seat == 6


@pytest.mark.parametrize("filing", [f for f in ALL if f != NO_BUST])
def test_nobody_sees_the_down_card_until_it_is_turned(filing: str) -> None:
    running = live(filing, "Kh 7d 5c 9s")  # the bank has 7-9 and gets no further card yet
    for viewer in (None, 1, 2, 8):
        seen = [e for e in view(running.events, viewer) if isinstance(e, Dealt)]
        assert [e.cards and write(e.cards) for e in seen] == ["Kh", "7d", "5c", None]
    assert not any(isinstance(e, Shown) for e in running.events)


def test_no_bust_the_bank_has_one_card_while_players_play() -> None:
    running = live(NO_BUST, "Kh 7d 5c Tc")
    assert [e.place for e in running.events if isinstance(e, Dealt)] == [1, "bank", 1]
    running.answer(1, "stand")
    assert running.over
    assert running.result.verdicts[0].because == "hard 15 loses to hard 17"


@pytest.mark.parametrize(
    ("filing", "cards", "choices", "default"),
    [
        (CASINO, "Kh 7d 5c 9s", ("hit", "stand", "double", "surrender"), None),
        (CASINO, "5h 7d 5c 9s", ("hit", "double", "split", "surrender"), "hit"),
        (CASINO, "Kh 7d Qc 9s", ("stand", "double", "split", "surrender"), "stand"),
        (CASINO, "Ah 7d 9c 9s", ("hit", "stand", "double", "surrender"), None),
        (SPANISH, "Kh 7d 7c 9s", ("stand", "double", "surrender"), "stand"),
        (SPANISH, "5h 7d 3c 9s", ("hit", "stand", "double", "surrender"), None),
        (NO_BUST, "Kh 7d Qc", ("stand", "double", "split", "surrender"), "stand"),
        (NAPA_43, "Kh 7d Qc 9s", ("hit", "stand", "double", "split", "surrender"), None),
    ],
)
def test_what_a_seat_is_asked(
    filing: str, cards: str, choices: tuple[str, ...], default: str | None
) -> None:
    ask = asked(live(filing, cards))
    assert (ask.choices, ask.default) == (choices, default)


def test_a_hand_that_must_stand_may_say_so() -> None:
    running = live(CASINO, "Kh Td 9c 7s")
    running.answer(1, "stand")
    assert running.over


def test_an_illegal_move_changes_nothing() -> None:
    running = live(CASINO, "Kh Td 5c 7s 2d")
    before = len(running.events)
    with pytest.raises(Refused, match="no pair"):
        running.answer(1, "split")
    with pytest.raises(Refused, match="not seat 2's turn"):
        running.answer(2, "stand")
    assert len(running.events) == before
    running.answer(1, "stand")
    assert running.over


def test_insurance_is_offered_with_an_ace_up_before_the_check() -> None:
    running = live(CASINO, "Kh Ad 5c 7s")
    assert asked(running).choices == ("decline", "insure 5.00")
    running.answer(1, "insure 2.50")
    assert asked(running).kind == "play"


def test_a_split_ace_says_why_it_gets_no_more() -> None:
    """No Bust 4.3: an ace on a split ace may be split again, nothing else."""
    running = live(NAPA_43, "Ah Td Ac 7s Ad 5c 6c 7c")
    running.answer(1, "split")
    assert asked(running).choices == ("stand", "split")
    for move, says in (
        ("hit", "a split ace gets one card"),
        ("double", "has had its one card"),
        ("surrender", "has had its one card and is over"),
    ):
        with pytest.raises(Refused, match=says):
            running.answer(1, move)


def test_after_a_double_in_the_spanish_game() -> None:
    for options, choices in (
        ({}, ("stand", "rescue")),
        ({"double_double_down": True}, ("stand", "rescue", "double")),
    ):
        running = live(SPANISH, "6h Kd 5c 7s 2d 3h 4h 5h", **options)
        running.answer(1, "double")
        assert asked(running).choices == choices


def test_surrender_before_the_check_is_asked_only_where_late_surrender_is_off() -> None:
    running = live(SPANISH, "Kh Ad 5c 7s", late_surrender=False)
    assert asked(running).kind == "early-surrender"
    running.answer(1, "play on")
    assert asked(running).kind == "play"
    assert asked(live(SPANISH, "Kh Ad 5c 7s")).kind == "play"


def test_a_live_bank_stops_when_nothing_depends_on_it() -> None:
    running = live(CASINO, "Kh Td 6c 6s 9h")
    running.answer(1, "surrender")
    assert running.over
    assert len([e for e in running.events if isinstance(e, Dealt)]) == 4


class Player:
    """Chooses at random among what is open and writes down what a record would say."""

    def __init__(self, source: random.Random, *, splits: bool) -> None:
        self.source, self.splits = source, splits
        self.written: dict[int, list[str]] = {}
        self.made: Counter[str] = Counter()

    def __call__(self, ask: Ask) -> str:
        open_ = [c for c in ask.choices if self.splits or c != "split"]
        move = self.source.choice(open_)
        if (
            ask.kind != "after-double"
            and "double" in ask.beyond.verbs
            and self.source.random() < 0.2
        ):
            less = "double 5"
            move = less if ask.refuses(less) is None else move
        self.made[move.partition(" ")[0]] += 1
        if move not in ask.written.never and move not in ("decline", "play on"):
            self.written.setdefault(ask.seat, []).append(move)
        return move


def random_round(filing: str, seed: int, player: Player) -> tuple[Terms[TwentyOne], Layout, Round]:
    terms = terms_of(filing)
    source = random.Random(f"{filing} {seed}")
    spots = [spot.name for spot in terms.filing.spot]
    seats = tuple(
        SeatWagers(n, {name: 1000 for name in spots if name == "game" or source.random() < 0.5})
        for n in sorted(source.sample(range(1, 8), source.randint(1, 4)))
    )
    layout = Layout(8, seats)
    shoe = Shoe(shuffled(cards_of(terms.filing.deck.kind, terms.decks), source))
    return terms, layout, play(procedure(terms, layout), ShoeSource(shoe, source), player)


def as_record(filing: str, layout: Layout, running: Round, player: Player) -> RoundFile:
    cards: dict[int | str, list[str]] = {}
    for event in running.events:
        if isinstance(event, Dealt):
            cards.setdefault(event.place, []).extend(str(card) for card in event.cards or ())
    return RoundFile.model_validate(
        {
            "filing": filing,
            "bank": {"seat": 8, "wager": 40, "cards": " ".join(cards["bank"])},
            "seat": [
                {
                    "number": s.number,
                    "cards": " ".join(cards[s.number][:2]),
                    "draws": " ".join(cards[s.number][2:]),
                    "wagers": {name: amount // 100 for name, amount in s.wagers.items()},
                    "actions": player.written.get(s.number, []),
                }
                for s in layout.seats
            ],
        }
    )


@pytest.mark.parametrize("filing", ALL)
def test_random_rounds_replay_to_the_same_and_keep_the_money_together(filing: str) -> None:
    made: Counter[str] = Counter()
    for seed in range(250):
        player = Player(random.Random(seed), splits=True)
        terms, layout, running = random_round(filing, seed, player)
        made += player.made
        again = replay(procedure(terms, layout), running.answers)
        assert again.result == running.result
        assert again.events == running.events
        settlement = settle(terms, layout, running.result, 4000)
        assert sum(settlement.net.values()) == 0
        assert abs(settlement.net["bank"]) <= 4000
        assert all(-line.staked <= line.net for line in settlement.lines)
    assert {"hit", "stand", "double", "split", "surrender"} <= made.keys()


@pytest.mark.parametrize("filing", ALL)
def test_a_live_round_written_down_is_settled_the_same(filing: str) -> None:
    for seed in range(250):
        player = Player(random.Random(seed), splits=False)
        terms, layout, running = random_round(filing, seed, player)
        settlement = settle(terms, layout, running.result, 4000)
        answer = adjudicate(as_record(filing, layout, running, player))
        assert answer.settlement == settlement
        assert answer.result.first_action == running.result.first_action


def data_of(filing: str) -> dict[str, Any]:
    return read_toml(DATA / f"{filing}.toml")


def invented_house() -> Terms[TwentyOne]:
    """Casino Club's table with Outlaw's button, No Bust's rule for hands over, Napa's surrender."""
    data = data_of(CASINO)
    data["id"] = "riverside/house-21"
    data["house"] = "Riverside"
    data["first_action"] = data_of(OUTLAWS)["first_action"]
    data["settlement"]["wager_order"] = ["buster", "game", "insurance", "red_flex"]
    data["game"]["both_over"] = data_of(NO_BUST)["game"]["both_over"]
    data["game"]["surrender"] = data_of(NAPA_43)["game"]["surrender"] | {"up_to": 18}
    data["game"]["split"]["most"] = 1
    del data["game"]["bank_hand"]
    data["collection"] = {"shared": ["outlaws/pure-21.5-blackjack"]}
    for spot in data["spot"]:
        if spot["name"] == "buster":
            spot["limits"] = "5-20"
    filing = parse_filing(data, "riverside.toml")
    assert isinstance(filing, TwentyOne)
    return make_terms(filing, schedule=1)


def settle_invented(bank_cards: str, *seats: dict[str, Any]) -> Any:
    return adjudicate(
        RoundFile.model_validate(
            {"filing": "riverside/house-21", "bank": bank(bank_cards, 3), "seat": list(seats)}
        ),
        terms=invented_house(),
    )


def test_an_invented_house_needs_no_python() -> None:
    answer = settle_invented(
        "Td 6c 9h",
        seat(1, "Kh 6d", "hit", "6h", game=10, buster=5),
        seat(5, "9h 3d", "hit, surrender", "5h"),
    )
    # The six counts from beside the bank: seats 4 5 6 7 8 1.
    assert answer.result.first_action == 1
    found = [(line.seat, line.wager, line.outcome, line.net) for line in answer.settlement.lines]
    assert found == [
        (1, "buster", "win", 500),
        (1, "game", "push", 0),
        (5, "game", "lose", -500),
    ]
    assert answer.fees.seats == {"1": 50, "5": 50}


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (seat(1, "Ah 8d", "surrender"), "only a total up to 18"),
        (seat(1, "Kh 9d", game=10, buster=21), "outside the limits of $5 to $20"),
        (seat(1, "8h 8d", "split, split", "8s 9c 9d Td"), "1 times at most"),
    ],
)
def test_an_invented_house_refuses_by_its_own_rules(hand: dict[str, Any], says: str) -> None:
    with pytest.raises(HousewayError) as refused:
        settle_invented("Td 7c", hand)
    assert says in str(refused.value)


def _broken(change: str) -> dict[str, Any]:
    data = data_of(CASINO)
    game = data["game"]
    if change == "chart says both":
        game["player_chart"]["must_stand"] = ["hard 11+"]
    elif change == "no totals":
        game["bank_chart"]["must_hit"] = ["seventeen"]
    elif change == "bank with a choice":
        game["bank_chart"]["must_stand"] = ["hard 17+"]
    elif change == "no total":
        game["natural"]["total"] = "21.25"
    elif change == "check without a down card":
        game["deal"]["bank_second_card"] = "after-players"
    elif change == "natural without jokers":
        game["natural"]["made_of"] = "two-jokers"
    elif change == "freeze without jokers":
        game["freeze"] = {"up_card": "joker", "cite": "x | 1"}
    elif change == "jokers without a deck":
        game["jokers"] = {"cite": "x | 1"}
    elif change == "row":
        data["pay_table"][0]["rows"][0]["hand"] = "eight"
    elif change == "row pays nothing":
        del data["pay_table"][0]["rows"][0]["pays"]
    elif change == "no pay table":
        del data["pay_table"][0]
    elif change == "spot":
        data["spot"].append(
            {"name": "lucky", "label": "Lucky", "backline": "silent", "cite": "x|1"}
        )
        data["settlement"]["wager_order"].append("lucky")
    elif change == "option":
        game["double_again"] = {"option": "nowhere", "most": 3, "cite": "x | 1"}
    elif change == "ranks":
        game["bank_hand"]["ranks"] = "88"
    elif change == "citation":
        del game["check"]["cite"]
    elif change == "unknown key":
        game["check"]["peek"] = True
    return data


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("chart says both", "both hit and stand on hard 11"),
        ("no totals", "'seventeen' names no totals"),
        ("no total", "'21.25' is no total"),
        ("bank with a choice", "the bank has no options, and soft 18 is open"),
        ("check without a down card", "there is no down card to look at"),
        ("natural without jokers", "two jokers need the rule"),
        ("freeze without jokers", "a joker up needs the rule"),
        ("jokers without a deck", "the deck bonus-52 has no jokers"),
        ("row", "'eight' is no row"),
        ("row pays nothing", "pays nothing"),
        ("no pay table", "spot 'buster' has no pay table"),
        ("spot", "spot 'lucky' has no rule; there are 'buster', 'game', 'match_dealer'"),
        ("option", "there is no option 'nowhere'"),
        ("ranks", "String should match pattern"),
        ("citation", "every rule needs a citation"),
        ("unknown key", "not part of the schema"),
    ],
)
def test_a_filing_that_does_not_load(change: str, says: str) -> None:
    with pytest.raises(HousewayError) as found:
        parse_filing(_broken(change), "house.toml")
    assert says in str(found.value)
    assert found.value.where.startswith("house.toml")


def test_a_split_for_another_amount_is_refused_by_the_clause_on_splits(tmp_path: Path) -> None:
    """002:464: a second wager equal to the first, and no splitting for less."""
    path = tmp_path / "round.toml"
    path.write_text(
        'filing = "outlaws/pure-21.5-blackjack"\n'
        '[bank]\nseat = 4\nwager = 20000\ncards = "7h Kh"\n'
        '[[seat]]\nnumber = 1\ncards = "8h 8d"\ndraws = "3c 2d"\n'
        'wagers = { game = 20 }\nactions = ["split 10"]\n',
        encoding="utf-8",
    )
    with pytest.raises(HousewayError) as refused:
        adjudicate_file(path)
    assert refused.value.cite == "Double-Down, Split, and Surrender, items 2 and 3"
    assert "equal to the first" in refused.value.message
