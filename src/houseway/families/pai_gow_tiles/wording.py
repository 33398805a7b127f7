"""Wordings of pai gow tiles."""

from __future__ import annotations

from houseway.families.pai_gow_tiles import schema
from houseway.filings.wording.base import Wording, Words, keys, listed, plain, whole, yes


def split_row(row: schema.Split) -> str:
    """A row of the chart: its words, then what the tiles must be."""
    needs = [f"pairs {listed(row.pairs)}"]
    if row.holding:
        needs.append(f"with {listed(row.holding, 'or')}")
    if row.beside:
        needs.append("beside " + listed(" or ".join(map(str, dots)) for dots in row.beside))
    if row.low_from is not None:
        needs.append(f"low hand {row.low_from} or more")
    if row.or_beside:
        needs.append(f"or beside {listed(map(str, row.or_beside), 'or')} dots")
    return f"{row.says} ({'; '.join(needs)})"


def _kept(row: schema.Kept) -> str:
    return f"{row.says} ({listed(row.pairs)})"


_WHOLE = whole(lambda row: row.says)

WORDS: Words = {
    schema.PaiGowTiles: keys(family=Wording("family", {"pai-gow-tiles": "pai gow tiles"}), game=""),
    schema.TilesGame: keys(
        ranks="ranking",
        piles="deal",
        players_set="players set",
        bank_sets="bank sets",
        compared="hands compared",
        copies="copies",
        house_way="house way",
        touching=Wording("touching tiles or wager", unsaid="nothing said"),
    ),
    schema.Touching: keys(
        once={"bank-has-its-tiles": "once the bank has its tiles"},
        forfeits={"hand-and-wager": "the hand is forfeit, the wager the bank's"},
    ),
    schema.Ranks: keys(ranking={"tiles": "pairs, wongs, gongs, then points"}),
    schema.UnusedShown: whole(lambda _: "those are shown when all is settled"),
    schema.Piles: keys(
        direction={
            "clockwise": "piles of four, by dice, clockwise",
            "counter-clockwise": "piles of four, by dice, anti-clockwise",
        },
        without_wager={"discarded-unseen": "piles of positions without a wager discarded unseen"},
        laid_out=yes("the player-dealer picks the first pile", "no choice of the first pile"),
        unused_shown=Wording("", unsaid="those stay hidden"),
    ),
    schema.PlayersSet: keys(
        house_way={
            True: "freely, or the house way on request",
            False: "freely, never by the house way",
        }
    ),
    schema.BankSets: keys(
        final_say={
            "player-dealer": "by the house way; the player-dealer has the last word",
            "house-way": "by the house way",
        }
    ),
    schema.Compared: keys(
        pays=lambda v: f"both hands higher pays {plain(v)}",
        one_higher={"push": "one higher is returned"},
    ),
    schema.Copies: keys(won_by={"bank": "go to the bank"}),
    schema.Split: whole(split_row, brief=lambda row: row.says),
    schema.Kept: whole(_kept, brief=lambda row: row.says),
    schema.Whole: _WHOLE,
    schema.HouseWayChart: keys(
        split=Wording("pairs to split", unsaid="none"),
        never_split="never split",
        one_pair="one pair",
        two_pairs="two pairs",
        no_pair="no pair",
    ),
}
