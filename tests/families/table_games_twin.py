"""The fifteen card and tile games written a second time, straight from the texts and rulings.

Cards and tiles are plain text here, hands are compared as tuples, and pay tables stand as printed:
nothing is shared with the rules, hands and settlement of the package. Only the house-way charts
come from their own twin. `expected` says what a round file's facts lead to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from houseway.cards import parse_cards
from tests.families.pai_gow_poker.house_way_twin import twin

Facts = Mapping[str, Any]  # a round file as a table of keys
Hand = tuple[int, tuple[int, ...]]  # kind and ranks, the greater the better
HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE_ACES = range(
    11
)
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
SEATS = {
    "casino-club/three-card-poker-6-card-bonus": 7,
    "outlaws/three-card-poker-6-card-bonus": 7,
    "napa-valley/three-card-poker-6-card-bonus-1.3": 8,
    "500-club/three-card-poker-6-card-bonus": 7,
    "casino-club/ultimate-texas-holdem": 7,
    "generic/ultimate-texas-holdem": 7,
    "napa-valley/ultimate-texas-holdem": 7,
    "500-club/ultimate-texas-holdem": 8,
    "napa-valley/double-hand-poker": 7,
    "napa-valley/fortune-pai-gow-poker-1.0": 7,
    "500-club/fortune-pai-gow-poker": 7,
    "500-club/face-up-pai-gow-poker": 7,
    "napa-valley/ez-baccarat-panda-8": 8,
    "500-club/ez-baccarat": 7,
    "napa-valley/pai-gow-tiles": 8,
}


class Claim(NamedTuple):
    """What becomes of a wager if the bank can cover it; stakes and prizes in cents."""

    bettor: str
    wager: str
    outcome: str
    stake: int
    odds: Fraction = Fraction(1)


class Expected(NamedTuple):
    first_action: int
    lines: list[tuple[str, str, str]]  # bettor, wager and outcome, in the order of settlement
    net: dict[str, int]
    house_way: dict[str, tuple[str, ...]]


def expected(facts: Facts) -> Expected:
    filing: str = facts["filing"]
    seats = {seat["number"]: seat for seat in facts["seat"]}
    first = _first(facts, seats)
    house_way: dict[str, tuple[str, ...]] = {}
    claims: list[Claim] = []
    for number in _round_from(first, SEATS[filing]):
        if number not in seats:
            continue
        seat = seats[number]
        behind = [(f"{number}/{b['name']}", b["wagers"]) for b in seat.get("backline", [])]
        for bettor, wagers in [(str(number), seat["wagers"]), *behind]:
            stakes = {name: int(amount * 100) for name, amount in wagers.items()}
            claims += _claims(facts, seat, bettor, stakes, house_way)
    if filing.startswith("napa-valley/three"):  # 003:629, losers first
        claims.sort(key=lambda claim: claim.outcome != "lose")
    net, lines = _settled(claims, facts["bank"]["wager"] * 100, _option(facts, "coverage", "gross"))
    return Expected(first, lines, net, house_way)


def _claims(
    facts: Facts,
    seat: Facts,
    bettor: str,
    stakes: Mapping[str, int],
    house_way: dict[str, tuple[str, ...]],
) -> list[Claim]:
    filing: str = facts["filing"]
    if "three-card" in filing:
        order, made = _three_card(facts, seat, stakes)
    elif "ultimate" in filing:
        order, made = _ultimate(facts, seat, stakes)
    elif "baccarat" in filing:
        order, made = _baccarat(facts, stakes)
    elif "tiles" in filing:
        order, made = "game", _tiles(facts, seat, stakes, house_way)
    else:
        return list(_pai_gow(facts, seat, bettor, stakes, house_way))
    return [Claim(bettor, name, *made[name]) for name in order.split() if name in made]


def _option(facts: Facts, name: str, default: Any) -> Any:
    return facts.get("options", {}).get(name, default)


def _settled(
    claims: Sequence[Claim], wager: int, coverage: str
) -> tuple[dict[str, int], list[tuple[str, str, str]]]:
    """R1: what is collected and paid uses up the bank's wager; by option only the balance does."""
    net: Counter[str] = Counter()
    lines = []
    paid = collected = 0
    for bettor, name, outcome, stake, odds in claims:
        gross = wager - paid - collected
        room = {"win": gross, "lose": gross, "push": gross}
        if coverage == "net":
            room = {"win": wager - paid + collected, "lose": wager - collected + paid}
            room["push"] = max(room.values())
        net[bettor] += 0
        if room[outcome] <= 0:
            lines.append((bettor, name, "no_action"))
            continue
        lines.append((bettor, name, outcome))
        if outcome == "win":
            amount = min(int(stake * odds), room["win"])
            paid, net[bettor] = paid + amount, net[bettor] + amount
        elif outcome == "lose":
            amount = min(stake, room["lose"])
            collected, net[bettor] = collected + amount, net[bettor] - amount
    net["bank"] = collected - paid
    return dict(net), lines


def _round_from(first: int, seats: int) -> list[int]:
    return [(first - 1 + step) % seats + 1 for step in range(seats)]


def _first(facts: Facts, taken: Mapping[int, Facts]) -> int:
    """R3: the seat the button or the dice name, or the next clockwise that has a wager."""
    filing, bank = facts["filing"], facts["bank"]["seat"]
    seats = SEATS[filing]
    named = bank % seats + 1
    if filing.startswith(("casino-club/three", "outlaws/three")):
        counted = [seat for seat in range(1, seats + 1) if seat != bank]
        card = facts["bank"]["cards"].split()[2]
        value = 1 if card[0] == "A" else rank_of(card)
        named = counted[(value - 1) % len(counted)]
    elif "dice" in facts:
        dice = facts["dice"]
        steps = ((dice if isinstance(dice, int) else sum(dice)) - 1) % seats
        if steps:
            counter_clockwise = filing.endswith("tiles")
            named = (bank - 1 + (-steps if counter_clockwise else steps)) % seats + 1
    return next(seat for seat in _round_from(named, seats) if seat in taken)


# Hands of cards.


def rank_of(card: str) -> int:
    return 14 if card == "Jk" else "..23456789TJQKA".index(card[0])


def _groups(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many of a rank there are, and the ranks, most first."""
    counted = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    return tuple(n for n, _ in counted), tuple(rank for _, rank in counted)


_ALIKE = {(2, 1, 1, 1): PAIR, (2, 2, 1): TWO_PAIR, (3, 1, 1): THREE, (3, 2): FULL, (4, 1): FOUR}


def five(cards: Sequence[str]) -> Hand:
    """Five cards without a joker."""
    ranks = sorted(map(rank_of, cards), reverse=True)
    sizes, by_size = _groups(ranks)
    top = 0
    if len(sizes) == 5:
        top = 5 if ranks == [14, 5, 4, 3, 2] else ranks[0] if ranks[0] - ranks[4] == 4 else 0
    if len({card[1] for card in cards}) == 1:
        if top:
            return (ROYAL if top == 14 else STRAIGHT_FLUSH, (top,))
        return (FLUSH, tuple(ranks))
    return (STRAIGHT, (top,)) if top else (_ALIKE.get(sizes, HIGH), by_size)


def best_of(cards: Sequence[str]) -> Hand:
    return max(map(five, combinations(cards, 5)))


def with_joker(cards: Sequence[str], flush: bool) -> Hand:
    """Five cards, the joker an ace or what completes a straight, a straight flush or a flush."""
    if "Jk" not in cards:
        return five(cards)
    others = [card for card in cards if card != "Jk"]
    sizes, by_size = _groups(list(map(rank_of, cards)))
    if sizes == (5,):
        return (FIVE_ACES, (14,))
    filled = [five([*others, card]) for card in DECK if card not in others]
    kinds = {STRAIGHT, STRAIGHT_FLUSH, ROYAL} | ({FLUSH} if flush else set())
    return max([(_ALIKE.get(sizes, HIGH), by_size), *(hand for hand in filled if hand[0] in kinds)])


def front_of(cards: Sequence[str]) -> Hand:
    high, low = sorted(map(rank_of, cards), reverse=True)
    return (PAIR, (high,)) if high == low else (HIGH, (high, low))


def three(cards: Sequence[str]) -> Hand:
    """Three cards: 6 mini royal, 5 straight flush, 4 three alike, 3 straight, 2 flush, 1 pair."""
    ranks = sorted(map(rank_of, cards), reverse=True)
    sizes, by_size = _groups(ranks)
    top = 0
    if len(sizes) == 3:
        top = 3 if ranks == [14, 3, 2] else ranks[0] if ranks[0] - ranks[2] == 2 else 0
    suited = len({card[1] for card in cards}) == 1
    if suited and top:
        return (6 if top == 14 else 5, (top,))
    if sizes == (3,):
        return (4, by_size)
    if top:
        return (3, (top,))
    return (2, tuple(ranks)) if suited else (1 if len(sizes) == 2 else 0, by_size)


def _against(mine: Any, other: Any) -> str:
    return "win" if mine > other else "lose" if mine < other else "push"


Made = dict[str, tuple[str, int, Fraction]]


def _paid(stake: int, odds: int | Fraction | None) -> tuple[str, int, Fraction]:
    return ("win", stake, Fraction(odds)) if odds else ("lose", stake, Fraction(1))


def _even(outcome: str, stake: int) -> tuple[str, int, Fraction]:
    return (outcome, stake, Fraction(1))


# Three card poker.

_DOWN_FROM_ROYAL = (ROYAL, STRAIGHT_FLUSH, FOUR, FULL, FLUSH, STRAIGHT, THREE)
_SIX_CARDS = {
    "casino-club": (1000, 200, 100, 20, 15, 10, 7),
    "outlaws": (1000, 200, 50, 25, 15, 10, 5),
    "napa-valley": (1000, 200, 100, 20, 15, 10, 7),
    "500-club": (1000, 200, 100, 20, 15, 9, 5),
}
_PAIR_PLUS = {6: 200, 5: 40, 4: 30, 3: 6, 2: 3, 1: 1}


def _three_card(facts: Facts, seat: Facts, stakes: Mapping[str, int]) -> tuple[str, Made]:
    house = facts["filing"].split("/")[0]
    cards, bank_cards = seat["cards"].split(), facts["bank"]["cards"].split()
    hand, bank = three(cards), three(bank_cards)
    folded = seat.get("actions") == ["fold"]
    made: Made = {}
    if "ante" in stakes:
        ante = play = _against(hand, bank)
        if bank < (0, (12,)):  # under a queen high
            play = "push"
            if house in ("casino-club", "napa-valley"):
                ante = "win"
            elif house == "outlaws" and ante == "lose":
                ante = "push"
        made["ante"] = _even("lose" if folded else ante, stakes["ante"])
        if not folded:
            made["play"] = _even(play, stakes["ante"])
    if "pair_plus" in stakes:
        odds = None if folded else _PAIR_PLUS.get(hand[0])
        made["pair_plus"] = _paid(stakes["pair_plus"], odds)
    if "six_card_bonus" in stakes:
        rows = dict(zip(_DOWN_FROM_ROYAL, _SIX_CARDS[house], strict=True))
        best, _ = best_of(cards + bank_cards)
        made["six_card_bonus"] = _paid(stakes["six_card_bonus"], rows.get(best))
    first = "play ante" if house == "casino-club" else "ante play"
    return f"{first} pair_plus six_card_bonus", made


# Ultimate hold'em.

_BLIND: dict[int, Fraction | int] = {
    ROYAL: 500, STRAIGHT_FLUSH: 50, FOUR: 10, FULL: 3, FLUSH: Fraction(3, 2), STRAIGHT: 1
}  # fmt: skip
_TRIPS = {
    "casino-club": (50, 40, 20, 7, 6, 5, 3),
    "generic": (50, 40, 30, 8, 7, 4, 3),
    "napa-valley": (50, 40, 30, 8, 6, 5, 3),
    "500-club": (50, 40, 30, 8, 7, 4, 3),
}
_BAD_BEAT = {"napa-valley": (7500, 500, 50, 30, 20, 9), "500-club": (10000, 500, 40, 25, 20, 9)}
_ULTIMATE_ORDER = {
    "casino-club": "ante play blind trips",
    "generic": "ante play blind trips",
    "napa-valley": "play ante blind trips bad_beat",
    "500-club": "ante blind play trips bad_beat",
}


def _ultimate(facts: Facts, seat: Facts, stakes: Mapping[str, int]) -> tuple[str, Made]:
    house = facts["filing"].split("/")[0]
    board = facts["board"].split()
    hand, bank = (best_of(board + side["cards"].split()) for side in (seat, facts["bank"]))
    last = seat["actions"][-1]
    folded = last == "fold"
    how = "lose" if folded else _against(hand, bank)
    made: Made = {}
    if "ante" in stakes:
        ante, blind = stakes["ante"], stakes["blind"]
        made["ante"] = _even(how if folded or bank[0] >= PAIR else "push", ante)
        made["blind"] = _even(how, blind)
        if how == "win":
            odds = _BLIND.get(hand[0])
            made["blind"] = _paid(blind, odds) if odds else _even("push", blind)
        if not folded:
            made["play"] = _even(how, ante * int(last.removeprefix("bet ")))
    if "trips" in stakes:
        counted = five(board) if folded and house == "500-club" else hand
        trips = dict(zip(_DOWN_FROM_ROYAL, _TRIPS[house], strict=True))
        made["trips"] = _paid(stakes["trips"], trips.get(counted[0]))
    if "bad_beat" in stakes:
        beats = dict(zip(_DOWN_FROM_ROYAL[1:], _BAD_BEAT[house], strict=True))
        won = hand != bank and bank[0] >= PAIR
        if folded:  # 004:1017 loses; by ruling 117 a bank that is higher pays at the other house
            won = house == "napa-valley" and hand < bank
        made["bad_beat"] = _paid(stakes["bad_beat"], beats.get(min(hand, bank)[0]) if won else None)
    return _ULTIMATE_ORDER[house], made


# Baccarat.


def _points(cards: Sequence[str]) -> int:
    return sum(max(0, ".A23456789".find(card[0])) for card in cards) % 10


def _baccarat(facts: Facts, stakes: Mapping[str, int]) -> tuple[str, Made]:
    player, banker = (facts["hands"][side].split() for side in ("player", "banker"))
    one, other = _points(player), _points(banker)
    dragon = other == 7 and len(banker) == 3 and one <= 6
    how = _against(one, other)
    lines = {"player": how, "banker": {"win": "lose", "lose": "win"}.get(how, how)}
    if dragon and _option(facts, "banker_three_card_seven", "pays") == "push":
        lines["banker"] = "push"
    made = {line: _even(lines[line], stakes[line]) for line in lines if line in stakes}
    bonus = {
        "tie": 8 if one == other else None,
        "panda_8": 25 if one == 8 and len(player) == 3 and other <= 7 else None,
        "dragon_7": 40 if dragon else None,
    }
    made |= {name: _paid(stakes[name], odds) for name, odds in bonus.items() if name in stakes}
    return "player banker tie panda_8 dragon_7", made


# Pai gow tiles.

_BY_RANK = "66 11 44 31 55 33 22 65 64 61 51 63/54 62/53 52/43 41/32 42/21"
TILE_RANKS = {
    tile: rank for rank, names in enumerate(_BY_RANK.split(), 1) for tile in names.split("/")
}
_TEEN_AND_DEY, _SEVENS, _EIGHTS, _NINES, _GEE_JOON = (1, 2), (10, 14), (3, 13), 12, 16


_LEAST_PAIR = 84  # of Chop Ng


def two_tiles(pair: Sequence[str]) -> tuple[int, int]:
    """A pair of tiles: 99 for the supreme pair down to 80 for the lower gong, then the points."""
    low, high = sorted(TILE_RANKS[tile] for tile in pair)
    if low == high:
        return (99 if low == _GEE_JOON else 99 - low, 0)
    if low in _TEEN_AND_DEY and high == _NINES:
        return (84 - low, 0)
    if low in _TEEN_AND_DEY and high in _EIGHTS:
        return (82 - low, 0)
    values = [(3, 6) if tile in ("42", "21") else (int(tile[0]) + int(tile[1]),) for tile in pair]
    points = max((a + b) % 10 for a in values[0] for b in values[1])
    return (points, -low if points else 0)


Stacks = tuple[tuple[str, ...], tuple[str, ...]]  # low and high


def _stacks(low: Sequence[str], tiles: Sequence[str]) -> Stacks:
    rest = list(tiles)
    for tile in low:
        rest.remove(tile)
    one, other = sorted((tuple(low), tuple(rest)), key=two_tiles)
    return one, other


def tile_house_way(tiles: Sequence[str]) -> Stacks:
    ways = [_stacks((tiles[0], other), tiles) for other in tiles[1:]]
    by_value = max(ways, key=lambda way: (two_tiles(way[1]), two_tiles(way[0])))
    paired = [way for way in ways if any(two_tiles(stack)[0] >= _LEAST_PAIR for stack in way)]
    if not paired:
        return by_value
    rest, pair = paired[0]
    if two_tiles(rest)[0] >= _LEAST_PAIR:
        return paired[0]
    apart = next(way for way in ways if way not in paired)
    low, kind = two_tiles(apart[0])[0], TILE_RANKS[pair[0]]
    dots = [int(tile[0]) + int(tile[1]) for tile in rest]
    split = (
        (kind in _TEEN_AND_DEY and (low >= 6 or not {9, 11}.isdisjoint(dots)))
        or (kind in _SEVENS and low >= 7 and any(TILE_RANKS[t] in _TEEN_AND_DEY for t in rest))
        or (kind in _EIGHTS and low >= 7)
        or (kind == _NINES and low >= 9)
        or (kind == _GEE_JOON and max(dots) == 6 and min(dots) >= 4)
    )
    return apart if split else paired[0]


def _tiles(
    facts: Facts, seat: Facts, stakes: Mapping[str, int], house_way: dict[str, tuple[str, ...]]
) -> Made:
    stacks = []
    for name, side in ((str(seat["number"]), seat), ("bank", facts["bank"])):
        tiles = side["cards"].split()
        if "set" in side:
            stacks.append(_stacks(side["set"].split(), tiles))
        else:
            stacks.append(tile_house_way(tiles))
            house_way[name] = stacks[-1][0]
    won = sum(two_tiles(mine) > two_tiles(theirs) for mine, theirs in zip(*stacks, strict=True))
    return {"game": _even(("lose", "push", "win")[won], stakes["game"])}


# Pai gow poker.

_ROWS = ("seven", "match", "seven-joker", FIVE_ACES, ROYAL, STRAIGHT_FLUSH, FOUR)
_FORTUNE = {
    "napa-valley": (8000, 2000, 1000, 400, 150, 50, 25),
    "500-club": (2500, 1000, 750, 250, 125, 50, 25),
}
_ENVY = {
    "napa-valley": (5000, 1000, 500, 250, 50, 20, 5),
    "500-club": (1000, 750, 250, 100, 50, 20, 5),
}
_LOWER_ROWS = {FULL: 5, FLUSH: 4, THREE: 3, STRAIGHT: 2}


def fortune(cards: Sequence[str], house: str) -> tuple[int, int]:
    """What the seven cards pay on a fortune bet, and to an envious neighbour, in dollars."""
    found: set[str | int] = set()
    for front in combinations(cards, 2):
        kind, _ = with_joker([card for card in cards if card not in front], flush=True)
        found.add(kind)
        natural = "Jk" not in front and front[0][1] == front[1][1]
        if kind == ROYAL and natural and {rank_of(card) for card in front} == {13, 12}:
            found.add("match")
    suits = {card[1] for card in cards if card != "Jk"}
    ranks = {rank_of(card) for card in cards if card != "Jk"}
    ladders = [{14, *range(2, 8)}, *(set(range(low, low + 7)) for low in range(2, 9))]
    if len(suits) == 1 and any(ranks <= ladder for ladder in ladders):
        found.add("seven-joker" if "Jk" in cards else "seven")
    pays = dict(zip(_ROWS, _FORTUNE[house], strict=True)) | _LOWER_ROWS
    envy = dict(zip(_ROWS, _ENVY[house], strict=True))
    return (
        max((pays.get(row, 0) for row in found), default=0),
        max((envy.get(row, 0) for row in found), default=0),
    )


def ace_high(cards: Sequence[str]) -> bool:
    best = max(with_joker(cards, flush=True) for cards in combinations(cards, 5))
    return best[0] == HIGH and best[1][0] == 14


def _joker_flush(facts: Facts) -> bool:
    asked = bool(_option(facts, "joker_flush", False))
    return asked or facts["filing"] != "500-club/fortune-pai-gow-poker"


def _laid(
    facts: Facts, side: Facts, name: str, house_way: dict[str, tuple[str, ...]]
) -> tuple[Hand, Hand] | None:
    """What lies in front and behind, None if it is foul."""
    cards, flush = side["cards"].split(), _joker_flush(facts)
    if "set" in side:
        fronts = [tuple(side["set"].split())]
    else:
        chart = _option(facts, "house_way_chart", facts["filing"])
        chart = "1.0" if chart.endswith("1.0") else "hand-set"
        ranks = twin(chart, parse_cards(" ".join(cards)), flush)
        fronts = [
            front
            for front in combinations(cards, 2)
            if tuple(sorted(map(rank_of, front), reverse=True)) == ranks
        ]
        house_way[name] = fronts[0]
    front = front_of(fronts[0])
    back = max(with_joker([card for card in cards if card not in front], flush) for front in fronts)
    foul = front > (back[0], back[1][: len(front[1])])
    return None if foul else (front, back)


def _pai_gow(
    facts: Facts,
    seat: Facts,
    bettor: str,
    stakes: Mapping[str, int],
    house_way: dict[str, tuple[str, ...]],
) -> Iterator[Claim]:
    filing, bank_cards = facts["filing"], facts["bank"]["cards"].split()
    house, cards = filing.split("/")[0], seat["cards"].split()
    pushed = "face-up" in filing and ace_high(bank_cards)
    bank = _laid(facts, facts["bank"], "bank", house_way)
    assert bank is not None
    if "game" in stakes:
        outcome = "push"
        if not pushed:
            hand = _laid(facts, seat, str(seat["number"]), house_way)
            won = 0 if hand is None else (hand[0] > bank[0]) + (hand[1] > bank[1])
            outcome = ("lose", "push", "win")[won]
        yield Claim(bettor, "game", outcome, stakes["game"])
    if "ace_high" in stakes:
        odds = 40 if ace_high(cards) else 15 if "Jk" in bank_cards else 5
        yield Claim(bettor, "ace_high", *_paid(stakes["ace_high"], odds if pushed else None))
    if "fortune" not in stakes:
        return
    yield Claim(bettor, "fortune", *_paid(stakes["fortune"], fortune(cards, house)[0]))
    if stakes["fortune"] < 500:
        return
    person = seat.get("player") if "/" not in bettor else None
    prizes = [
        fortune(other["cards"].split(), house)[1]
        for other in facts["seat"]
        if other is not seat
        and "fortune" in other["wagers"]
        and not (person and other.get("player") == person)
    ]
    prizes = [prize for prize in prizes if prize]
    if filing == "500-club/fortune-pai-gow-poker":  # 004:746, the higher payout only
        prizes = sorted(prizes)[-1:]
    for prize in prizes:
        yield Claim(bettor, "envy", "win", prize * 100)
