"""What a catalogue is narrowed down by: the deck, whom the fees come from, the bonus bets."""

from __future__ import annotations

from houseway.filings.loader import schedule_sets
from houseway.filings.schema.collection import Group
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.wording.common import DECKS


def facets(filing: FilingBase) -> dict[str, list[str]]:
    """Each facet with all that holds of the filing, in words."""
    groups = [group for one in schedule_sets(filing) for group in one.group]
    fees = {word for group in groups for word in _fees(group)} or {"none filed"}
    spots = filing.spot if isinstance(filing, PlayerDealerFiling) else []
    bonus = [spot.name.replace("_", " ") for spot in spots if not spot.base]
    decks = ["several decks" if filing.deck.decks[1] > 1 else "one deck"]
    return {
        "deck": [DECKS[filing.deck.kind], *(decks if filing.deck.cards() else [])],  # no tiles
        "fees": sorted(fees),
        "bonus_bets": bonus or ["none"],
    }  # fmt: skip


def _fees(group: Group) -> list[str]:
    """Whom one paragraph of the schedule takes fees from."""
    if group.kind == "blinds":
        return ["the blinds"]
    if group.kind == "timed":
        return ["by the clock"]
    jackpot = ["jackpot drop"] if any(one.jackpot for one in group.option) else []
    if group.kind == "pot":
        return ["from the button" if group.taken == "button" else "from the pot", *jackpot]
    found = ["from the bank", *jackpot]
    if group.player_basis != "none":
        found.append("by the clock" if group.player_basis == "half-hour" else "from players")
    if group.backline_pays:
        found.append("from backline bettors")
    return found
