"""The coach of poker: what the hand is, what a call needs, and how it stands against any hands.

There is no best play to count: that depends on what others do. Equity is that of a showdown in
which nobody folds any more, against hands of which nothing but their open cards is known. Where
draws are to come everybody draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from houseway.cards import Card, parse_cards, write
from houseway.errors import HousewayError
from houseway.families.poker.discards import discards
from houseway.families.poker.drawing_out import draws_in, shares
from houseway.families.poker.equity import MOST_HANDS, Equity, equity
from houseway.families.poker.showdown import made_of
from houseway.filings.schema.base import brief
from houseway.hands.value import plural
from houseway.rounds.events import Chose, Dealt
from houseway.table.coach import Advice, Seen, no_advice

SAMPLES = 20_000  # a standard error of a third of a percent
SLOWLY = 400  # where no compiled code reads the hands
FEW = 6  # draws tried, at most
DOUBT = 0.03  # shares this near are taken as equal
_ALIKE = {2: "Pair of", 3: "Three", 4: "Four"}
_OUT = ("fold", "muck")
_WHY = {
    "bring-in": "The rules make you open; the bring-in is the least you may put in.",
    "expose": "Turned up, the others see this card and the next comes face down; "
    "kept down, the next comes face up.",
}


def advise(seen: Seen) -> Advice:
    held, board = seen.sight.cards(seen.seat), seen.sight.cards("board")
    name = made_of(seen.terms.filing.game, held, board, _joker_dealt(seen)) or _start(held)
    if seen.kind in ("draw", "discard"):
        return _thrown(seen, held, name)
    if seen.kind == "show":
        return Advice(hand=name, best="show", why="A hand that is not shown wins nothing.")
    share, against = _standing(seen, held)
    facts = [("Equity", f"{_percent(share)} against {against}")]
    cost, pot = seen.facts.get("to_call") or 0, seen.facts.get("pot") or 0
    if cost:
        needed = cost / (pot + cost)
        facts.append(("Pot odds", f"{brief(cost)} to win {brief(pot)}"))
        enough = "enough" if share > needed else "too little"
        why = f"A call needs {needed:.0%}: {enough}; those who bet tend to hold better hands."
    elif seen.kind in _WHY:
        why = _WHY[seen.kind]
    else:
        even = 1 / (len(_others(seen)) + 1)
        more = f"more than an even share, {even:.0%}: a bet makes others pay for their chances"
        less = f"no more than an even share, {even:.0%}: a check is free"
        why = f"That is {more if share > even + DOUBT else less}."
    return Advice(hand=name, facts=tuple(facts), why=why, how="Hands dealt by chance.")


def _joker_dealt(seen: Seen) -> str:
    """How our joker came, by which it may be any card or not."""
    down = any(
        isinstance(e, Dealt)
        and e.place == seen.seat
        and e.private_to is not None
        and any(isinstance(card, Card) and card.is_joker for card in e.cards or ())
        for e in seen.sight.events
    )
    return "face-down" if down else "face-up"


def _start(held: Sequence[Card]) -> str:
    """A hand that is not whole yet: what is alike in it, or its highest cards."""
    ranks = Counter(card.rank for card in held if not card.is_joker)
    alike = [(count, rank) for rank, count in ranks.items() if count > 1]
    if alike:
        count, rank = max(alike)
        return f"{_ALIKE[count]} {plural(rank)}"
    suited = len(held) > 1 and len({card.suit for card in held}) == 1
    high = sorted(held, key=lambda card: 15 if card.is_joker else card.rank, reverse=True)
    return f"{write(high[:4])}{', suited' if suited else ''}"


def _others(seen: Seen) -> list[int]:
    """Who is still in the hand."""
    dealt = {e.place for e in seen.sight.events if isinstance(e, Dealt)}
    out = {e.seat for e in seen.sight.events if isinstance(e, Chose) and e.move in _OUT}
    return sorted(n for n in dealt if isinstance(n, int) and n != seen.seat and n not in out)


def _standing(seen: Seen, held: Sequence[Card]) -> tuple[float, str]:
    """The share of the pot, and against what; of more cards than are kept the best are."""
    others = _others(seen)
    hands = "a random hand" if len(others) == 1 else f"{len(others)} random hands"
    if draws_in(seen.terms.filing):  # also after the last draw: the others have drawn
        later = _draws_left(seen)
        (share,) = _drawing(seen, [held], others, later)
        return share, f"{hands}, {'everybody drawing' if later else 'drawn to'} as usual"
    least = max(_equity(seen, kept, others).hands[_own(kept)].equity for kept in _kept(seen, held))
    shown = any(seen.sight.cards(other) for other in others)
    return least, f"{hands} behind the cards shown" if shown else hands


def _percent(share: float) -> str:
    """A share in words: what is rounded to nothing is not nothing."""
    return "under 1%" if 0 < share < 0.005 else f"{share:.0%}"


def _kept(seen: Seen, held: Sequence[Card]) -> list[tuple[Card, ...]]:
    # An equity takes the second card for one dealt face down.
    if jokers := [card for card in held if card.is_joker]:
        plain = [card for card in held if not card.is_joker]
        before = 1 if _joker_dealt(seen) == "face-down" else 0
        held = (*plain[:before], *jokers, *plain[before:])
    streets = seen.terms.filing.game.street
    most = sum(len(street.cards) for street in streets)
    most -= sum(street.discard.count for street in streets if street.discard)
    return list(combinations(held, most)) if len(held) > most else [tuple(held)]


def _own(cards: Sequence[Card]) -> str:
    return "".join(card.text for card in cards)


def _equity(seen: Seen, own: Sequence[Card], others: Sequence[int]) -> Equity:
    filing, sight = seen.terms.filing, seen.sight
    hands = [_own(sight.cards(other)) or "random" for other in others]
    folded = {e.place for e in sight.events if isinstance(e, Dealt)} - {seen.seat, *others, "board"}
    dead = [c for place in folded if isinstance(place, int) for c in sight.cards(place)]
    boards = [write(sight.cards("board"))]
    if filing.game.double_board is not None:
        boards.append(write(sight.cards("second board")))
    fast = filing.deck.kind == "standard-52" and filing.game.high.ranking != "badugi"
    # A full stud table can be more hands than the deck has cards for: then fewer are dealt out.
    for count in range(min(len(hands), MOST_HANDS - 1), 0, -1):
        try:
            return equity(
                filing, [_own(own), *hands[:count]], board=" / ".join(boards), dead=write(dead),
                samples=SAMPLES if fast else SLOWLY,
            )  # fmt: skip
        except HousewayError as error:
            if error.code != "deck-runs-out":
                raise
    raise no_advice("nobody is left to compare with")


def _thrown(seen: Seen, held: Sequence[Card], name: str) -> Advice:
    """What to throw away: the likely draws, by the share of the pot they bring."""
    least, most = seen.facts["least"], seen.facts["most"]
    game, others = seen.terms.filing.game, _others(seen)
    tried: dict[str, tuple[Card, ...]] = {}
    if seen.kind == "discard":
        tried = {f"discard {write(gone)}": gone for gone in combinations(held, least)}
    else:
        usual = tuple(discards(game, held, most))
        draws = [usual, (), *(usual[-n:] for n in range(1, len(usual)))]
        draws += [(card,) for card in held]
        for gone in draws:
            move = f"draw {write(gone)}" if gone else "stand pat"
            if least <= len(gone) <= most and len(tried) < FEW:
                tried.setdefault(move, gone)
    kept = {m: [card for card in held if card not in gone] for m, gone in tried.items()}
    if seen.kind == "discard":
        found = {
            move: _equity(seen, cards, others).hands[_own(cards)].equity
            for move, cards in kept.items()
        }
        limit, after = str(least), ""
    else:
        later = _draws_left(seen) - 1
        found = dict(zip(kept, _drawing(seen, list(kept.values()), others, later), strict=True))
        limit, after = f"up to {most}", ", everybody drawing as usual"
        if later:
            after += f"; {later} more {'draws are' if later > 1 else 'draw is'} to come"
    best = _best(found)
    told = sorted(found.items(), key=lambda one: (one[0] != best, -one[1]))[:3]
    return Advice(
        hand=name,
        best=best,
        facts=tuple((_words(move), _percent(share)) for move, share in told),
        why=f"You may throw {limit}; these are shares of the pot against random hands{after}.",
        how=f"Hands dealt by chance. Shares within {DOUBT:.0%} count as equal.",
    )


def _drawing(
    seen: Seen, ways: Sequence[Sequence[Card]], others: Sequence[int], left: int
) -> list[float]:
    """The shares of hands with so many draws left; what we threw away does not come again."""
    thrown = [
        card
        for e in seen.sight.events
        if isinstance(e, Chose) and e.seat == seen.seat and e.kind == "draw" and e.move
        for card in parse_cards(e.move.partition(" ")[2] if e.move.startswith("draw ") else "")
    ]
    dead = (*thrown, *seen.sight.cards(seen.seat))
    return shares(seen.terms.filing, ways, dead, others=len(others) or 1, left=left)


def _best(shares: Mapping[str, float]) -> str:
    """The largest share; the usual draw, named first, where chance cannot tell them apart."""
    usual = next(iter(shares))
    best = max(shares, key=lambda move: shares[move])
    return best if shares[best] > shares[usual] + DOUBT else usual


def _draws_left(seen: Seen) -> int:
    """How many draws are still ours."""
    made = sum(
        isinstance(e, Chose) and e.seat == seen.seat and e.kind == "draw" for e in seen.sight.events
    )
    return draws_in(seen.terms.filing) - made


def _words(move: str) -> str:
    return "Stand pat" if move == "stand pat" else f"Throw {move.partition(' ')[2]}"
