"""How the keys of a Super Pan 9 filing are put into words."""

from __future__ import annotations

from houseway.filings.wording.base import Wording, Words, keys
from houseway.filings.wording.common import OFFERED
from super_pan_9.schema import BankDraw, Choice, Deal, SuperPan9, SuperPan9Game

WORDS: Words = {
    SuperPan9: keys(family=Wording("family", {"super-pan-9": "Super Pan 9"}), game=""),
    SuperPan9Game: keys(
        deal="deal", choice="draw or stand", bank_draw="player-dealer draws", wager="wager"
    ),
    Deal: keys(
        drawn={
            "face-up": "three cards each, face down; a drawn card lies face up",
            "face-down": "three cards each, face down, as is a drawn card",
        }
    ),
    Choice: keys(offered_from=OFFERED),
    BankDraw: keys(
        draws_to=lambda n: f"draws to {n}, stands above",
        all_stood=Wording(
            "",
            lambda n: f"draws to {n} if no player has drawn",
            unsaid="whether players drew or not",
        ),
    ),
}
