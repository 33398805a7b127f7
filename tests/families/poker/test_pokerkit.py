"""PokerKit plays the same hands: random complete hands, compared chip by chip.

Differences, and the rule behind each:

- The low half of a side pot. PokerKit makes one when anybody at all has a low, and shares it among
  the players of the pot even if none of them has one. Without a qualifying low the high hand takes
  the whole pot (Omaha High-Low Split, How Winners are Determined, item 1; 004:2393). Hands in which
  that happened may differ; `low_to_no_low` finds them by PokerKit's own evaluation.
- Its limit Omaha high-low takes pot-limit bets, so the hands here bet the one amount of the limit.
- Under a filing further rules differ; `EXPLAINED` names the clause for every code of refusal, and
  `test_filings_agree_with_pokerkit_or_name_the_clause` holds every difference against it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from houseway.errors import HandRefused
from houseway.families.poker.phh import PhhHand
from houseway.families.poker.phh_replay import replay
from tests.families.poker.peer import BLIND_LIMIT, BLIND_OPEN, STUD, PeerHand, peer_hand

VARIANTS = (*BLIND_LIMIT, *BLIND_OPEN, *STUD)
SAMPLE, MANY = 60, 10_000


def differs(peer: PeerHand) -> str:
    """How our result differs from PokerKit's; empty if it does not."""
    try:
        stacks = tuple(int(stack) for stack in replay(peer.hand).finishing_stacks)
    except HandRefused as error:
        return f"{peer.hand.file}: {error}"
    return "" if stacks == peer.stacks else f"{peer.hand.file}: {stacks}, PokerKit {peer.stacks}"


def compare(code: str, seeds: range) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in seeds:
        peer = peer_hand(code, seed)
        difference = differs(peer)
        assert not difference or peer.low_to_no_low, difference
        found["low to no low" if difference else "same"] += 1
    return found


@pytest.mark.parametrize("code", VARIANTS)
def test_pokerkit_agrees_on_random_hands(code: str) -> None:
    found = compare(code, range(SAMPLE))
    assert found["same"] >= SAMPLE * 0.95


@pytest.mark.long
@pytest.mark.parametrize("code", VARIANTS)
def test_pokerkit_agrees_on_ten_thousand_random_hands(code: str) -> None:
    found = compare(code, range(SAMPLE, SAMPLE + MANY))
    assert found["same"] >= MANY * 0.97


# Filings that are played as a PHH variant, with the options that come nearest to custom.
FILED = {
    "500-club/texas-holdem": ("FT", {}),
    "500-club/omaha-hi-lo": ("FO/8", {}),
    "500-club/2-7-triple-draw": ("F2L3D", {}),
    "500-club/2-7-single-draw": ("N2L1D", {}),
    "500-club/badugi": ("FB", {}),
    "500-club/razz": ("FR", {"bring_in": "worst"}),
    "napa-valley/texas-holdem": ("NT", {}),
    "napa-valley/omaha": ("PO", {}),
}
# The clause behind every refusal of a hand that PokerKit allows.
EXPLAINED = {
    "capped": "three raises, in every structure (004:3412, rulings G-2, N-1); PokerKit has no cap "
    "without limits, and allows four raises of the blind with them",
    "short-all-in": "a short all-in is action only and closes the betting to those who acted "
    "(002:63, ruling G-8); PokerKit adds several short ones up",
    "wrong-amount": "a raise after a short all-in is counted from the last full bet (002:63)",
    "no-deal": "at razz the player who brought it in has the last word (ruling S-2)",
    "out-of-turn": "the same",
    "deck-runs-out": "discards of the same draw are not dealt again (004:1482)",
    "card-twice": "the same, and no card is burned in 2-7 (ruling D-7)",
}
_STRUCTURES = {"F": "limit", "N": "no-limit", "P": "pot-limit"}


def under(filing: str, options: dict[str, str], peer: PeerHand) -> PhhHand:
    """PokerKit's hand as one of a filing, in the filing's order of blinds."""
    hand = peer.hand
    if hand.players == 2 and hand.blinds_or_straddles:
        options = {**options, "heads_up_blinds": "custom"}
    return dataclasses.replace(
        hand, filing=filing, structure=_STRUCTURES[hand.variant[0]], options=options
    )


def outcome(hand: PhhHand, peer: PeerHand) -> str:
    """`same`, or the rule that makes the difference."""
    try:
        stacks = tuple(int(stack) for stack in replay(hand).finishing_stacks)
    except HandRefused as error:
        return error.code
    if stacks == peer.stacks:
        return "same"
    # Side pots are divided one by one (ruling G-19) and an odd chip between the halves goes to the
    # nearer winner (ruling H-1): no more than a few chips change hands.
    moved = sum(abs(a - b) for a, b in zip(stacks, peer.stacks, strict=True))
    return "odd chips" if moved <= 8 or peer.low_to_no_low else f"{stacks}, PokerKit {peer.stacks}"


@pytest.mark.parametrize("filing", FILED)
def test_filings_agree_with_pokerkit_or_name_the_clause(filing: str) -> None:
    code, options = FILED[filing]
    found: Counter[str] = Counter()
    for seed in range(SAMPLE // 2):
        peer = peer_hand(code, seed, simple=True)
        how = outcome(under(filing, options, peer), peer)
        assert how in ("same", "odd chips") or how in EXPLAINED, f"{peer.hand.file}: {how}"
        found[how] += 1
    assert found["same"] >= SAMPLE // 2 * 0.4, found
