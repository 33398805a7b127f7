"""Words looked up by meaning: what the texts speak of is answered, under the deciding clause."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from houseway.families.poker.schema import Poker
from houseway.filings.catalogue import filing_ids, index
from houseway.filings.find import find, search
from houseway.filings.loader import load
from houseway.filings.show import catalogue_table, rule_sheet
from houseway.filings.told import Entry
from tests.filings.printed import flat

PURE = "pure-21.5-blackjack"
UTH = "ultimate-texas-holdem"
TCP = "three-card-poker-6-card-bonus"
BANKED = [one["id"] for one in index() if one["kind"] == "player-dealer"]

# Words of the texts that are not the sheets' words, and filings in whose text they were read.
SPOKEN_OF = {
    # 000:110, 590; 003:109, 338, 525, 1555; 004:428, 594, 843, 4807 and others
    "proposition": [
        f"casino-club/{PURE}", f"casino-club/{UTH}", f"outlaws/{PURE}", f"500-club/{PURE}",
        "500-club/pure-spanish-21.5", "500-club/ez-baccarat", "500-club/fortune-pai-gow-poker",
        "500-club/face-up-pai-gow-poker", f"500-club/{TCP}", f"napa-valley/{UTH}",
        "napa-valley/21st-century-blackjack-8.0", "napa-valley/no-bust-21st-century-blackjack",
        "napa-valley/no-bust-21st-century-blackjack-4.3",
    ],
    # 003:574, 631, 377; 001:178; 002:245; 004:1194 (the button) and others
    "rotate": [
        f"napa-valley/{TCP}-1.3", "napa-valley/ez-baccarat-panda-8", "napa-valley/pai-gow-tiles",
        f"casino-club/{TCP}", f"outlaws/{TCP}", "500-club/2-7-single-draw", "500-club/omaha",
        "500-club/ez-baccarat", "500-club/seven-card-stud", "500-club/face-up-chinese-poker",
    ],
    # 000:531, 610; 001:110; 002:7; 003:1491; 004:948, 2391
    "community": [
        f"casino-club/{UTH}", f"generic/{UTH}", f"napa-valley/{UTH}", f"500-club/{UTH}",
        "outlaws/holdem", "500-club/omaha-hi-lo", "500-club/texas-holdem",
    ],
    # 000:534, 610; 001:11; 003:1494, 1576
    "flop": [f"casino-club/{UTH}", f"generic/{UTH}", f"napa-valley/{UTH}", f"500-club/{UTH}"],
    # 000:315, 572; 001:17; 002:157; 003:140, 1536; 004:42, 826, 994
    "drop box": [
        f"casino-club/{TCP}", f"casino-club/{UTH}", f"generic/{UTH}", f"outlaws/{TCP}",
        f"napa-valley/{UTH}", "napa-valley/no-bust-21st-century-blackjack", f"500-club/{TCP}",
        f"500-club/{UTH}", f"500-club/{PURE}",
    ],
    # 002:509; 003:116, 341; 004:178
    "ordinance": [
        f"outlaws/{PURE}", f"500-club/{PURE}", "napa-valley/no-bust-21st-century-blackjack",
        "napa-valley/no-bust-21st-century-blackjack-4.3",
    ],
    # 000:50; 002:400; 003:285, 442; 004:36, 238
    "signage": [
        f"casino-club/{PURE}", f"outlaws/{PURE}", f"500-club/{PURE}", "500-club/pure-spanish-21.5",
        "napa-valley/no-bust-21st-century-blackjack-4.3", "napa-valley/21st-century-blackjack-8.0",
    ],
    # 003:1048; 004:537: a clock that closes the betting; 002:522; 003:1979: fees by the half hour
    "timer": [
        "napa-valley/ez-baccarat-panda-8", "500-club/ez-baccarat", f"outlaws/{PURE}",
        "napa-valley/omaha", "500-club/face-up-chinese-poker",
    ],
    # 000:115; 002:464; 004:103; the rankings of the poker games
    "pair": [
        f"casino-club/{PURE}", f"outlaws/{PURE}", f"500-club/{PURE}", "500-club/big-o",
        "500-club/texas-holdem", "500-club/triple-draw-poker", "500-club/pineapple-hi-lo",
    ],
    # 004:599, 614, 4833
    "dice cup": ["500-club/fortune-pai-gow-poker", "500-club/face-up-pai-gow-poker"],
    # 004:1937, 4740
    "re-buy": ["500-club/face-up-chinese-poker"],
    "forty minutes": ["500-club/face-up-chinese-poker"],
    # 004:1482; 004:1188, 2975; 004:4031, 4753
    "scramble": ["500-club/badugi"],
    "single betting space": ["500-club/2-7-single-draw", "500-club/seven-card-stud"],
    "ample notice": ["500-club/ez-baccarat", "500-club/texas-holdem"],
}  # fmt: skip
ASKED = [(word, filing) for word, filings in SPOKEN_OF.items() for filing in filings]


@pytest.mark.parametrize(("word", "filing_id"), ASKED)
def test_what_the_text_speaks_of_is_answered(word: str, filing_id: str) -> None:
    assert find(load(filing_id), word)


def of(filing_id: str, word: str) -> list[Entry]:
    return find(load(filing_id), word)


@pytest.mark.parametrize("filing_id", [one for one in filing_ids() if one.startswith("500-club/")])
def test_500_club_poker_explains_the_words_its_texts_explain(filing_id: str) -> None:
    """004:1301-1308, 2095-2097, 2340-2344, 2869-2872, 3406-3413: every text says what a call, a
    raise and a check is, and what the game's own parts are called."""
    filing = load(filing_id)
    if not isinstance(filing, Poker):
        return
    game = filing.game
    wanted = {"Call", "Raise", "Check"}
    wanted |= {"Burn"} if any(street.burn for street in game.street) else set()
    wanted |= {"Hole cards", "Flop"} if any(street.board for street in game.street) else set()
    wanted |= {"Dealer button"} if game.button else {"Ante"}
    wanted |= {"Bring-in"} if game.bring_in else {"Blinds"}
    assert wanted <= {one.term for one in filing.term}


def test_words_that_are_only_found_apart_are_named() -> None:
    """004:599 has dice, but no tower."""
    text = flat(rule_sheet(load("500-club/fortune-pai-gow-poker"), "dice tower"))
    assert "Nothing in this filing speaks of 'dice tower'. Look up 'dice' alone." in text


def test_the_very_words_stand_before_their_synonyms() -> None:
    found = of(f"casino-club/{TCP}", "drop box")
    assert found[0].heading == "drop box"
    assert found[0].cite
    assert found[0].cite.lines == "315"


def test_a_word_nobody_uses_finds_nothing() -> None:
    assert of("500-club/ez-baccarat", "zeppelin") == []
    assert of("500-club/ez-baccarat", " ") == []


# Words that none of these texts has; neighbours of their synonyms ("a card is turned", "who posts
# a blind") are no answer.
NOT_SPOKEN_OF = {
    "flop": [one["id"] for one in index() if one["family"] == "twenty-one"],
    "community": [f"casino-club/{PURE}", f"outlaws/{PURE}", f"casino-club/{TCP}"],
    "signage": ["outlaws/holdem", "outlaws/draw-poker-hi-lo"],
    "timer": [f"casino-club/{PURE}", f"generic/{UTH}", "outlaws/holdem"],
}
NOT_ASKED = [(word, filing) for word, filings in NOT_SPOKEN_OF.items() for filing in filings]


@pytest.mark.parametrize(("word", "filing_id"), NOT_ASKED)
def test_what_the_text_does_not_speak_of_is_not_answered(word: str, filing_id: str) -> None:
    assert of(filing_id, word) == []


@pytest.mark.parametrize(
    ("filing_id", "lines"), [(f"casino-club/{PURE}", "110"), (f"casino-club/{UTH}", "590")]
)
def test_third_parties_are_permitted_by_their_own_clause(filing_id: str, lines: str) -> None:
    """000:110 and 590, not the clause on the bank beside it."""
    permitted = [one for one in of(filing_id, "proposition") if "permitted" in one.text]
    assert [one.cite.lines for one in permitted if one.cite] == [lines]


def test_any_pair_or_two_bonus_cards_may_be_split() -> None:
    """000:115, 002:464: the king, queen, jack and ten are the bonus cards."""
    for filing_id in (f"casino-club/{PURE}", f"outlaws/{PURE}"):
        (split,) = [one for one in of(filing_id, "split") if one.heading == "split"]
        assert split.text.startswith("any pair, or any two bonus cards")


def test_spots_are_called_as_the_filing_calls_them() -> None:
    """003:582: the circle is labelled Bonus."""
    text = flat(rule_sheet(load(f"napa-valley/{TCP}-1.3")))
    assert "pair plus" not in text.lower().partition("readings taken")[0]
    assert "a fold loses ante and Bonus" in text
    assert "pair plus" in flat(rule_sheet(load(f"casino-club/{TCP}")))


@pytest.mark.parametrize("filing_id", BANKED)
def test_nothing_is_said_of_bets_behind_where_they_are_refused(filing_id: str) -> None:
    filing = load(filing_id)
    said = " ".join(one.text for one in find(filing, "paragraph") if one.section == "collection")
    refused = all(spot.backline == "refused" for spot in getattr(filing, "spot", []))
    assert ("backline" in said) <= (not refused)


def test_the_catalogue_keeps_title_and_family_at_80_columns() -> None:
    console = Console(width=80, record=True, file=StringIO())
    console.print(catalogue_table(index()))
    text = console.export_text()
    for entry in index():
        assert entry["id"] in text
        assert f", {entry['family']}" in text
        assert entry["title"].split()[0] in text
    assert all(len(line) <= 80 for line in text.splitlines())
    assert len(filing_ids()) == 47


@pytest.mark.parametrize(
    ("question", "filing", "heading"),
    [
        ("who returns the ante when the bank does not qualify?", f"outlaws/{TCP}",
         "bank does not qualify: ante"),
        ("what happens when a card is exposed?", "outlaws/holdem", "exposed card"),
        ("who gets the odd chip", "500-club/badugi", "odd chips"),
        ("may I surrender?", "casino-club/pure-21.5-blackjack", "surrender"),
    ],
)  # fmt: skip
def test_a_question_over_all_filings_is_answered_by_the_rule(
    question: str, filing: str, heading: str
) -> None:
    found = {one.filing.id: one for one in search([load(one) for one in filing_ids()], question)}
    assert heading in [entry.heading for entry in found[filing].entries]


def test_a_question_nobody_answers_finds_nothing() -> None:
    filings = [load(one) for one in filing_ids()]
    assert search(filings, "zeppelin") == []
    assert search(filings, "?") == []


# What an officer asks, in words that are not the sheets', and the rule that answers: read in the
# texts' entries, not taken from a search.
ASKED_BY_PEOPLE = {
    "who returns the ante when the bank does not qualify?": "bank does not qualify: ante",
    "which houses charge the player?": "fees",
    "what if the shuffler breaks?": "shuffler breaks",
    "can I bet behind?": "Base game wager",
    "surrender": "surrender",
    "how many decks": "deck",
    "what happens when two players tie": "copies",
    "who acts first": "first action",
    "does the house ever bank the game?": "type of game",
    "what is the smallest bet I can make?": "equal limits",
    "when can a player double down": "double",
    "is there insurance against a natural": "insurance",
    "how long can a player keep the bank": "bank",
    "what if there are too many cards on the flop":
        "dealer's errors, board of too many cards, flop",
    "who pays when the bank runs out of money": "bank wager",
    "can I play two hands": "One person at several seats",
    "how does the joker count": "joker",
    "what beats a straight flush": "Hands, best first",
    "who sets the hand when the player does not know how": "players set",
    "what happens to a fouled hand": "foul hands",
    "how much does a royal flush pay on the side bet": "six card bonus",
    "may I split aces": "split aces",
    "when is the collection taken": "fees",
    "does the dealer hit soft 17": "bank's chart",
    "how many raises are allowed": "raises",
    "what if the pot is split and there is an odd chip": "odd chips",
    "envy bonus": "envy",
    "what does the sign have to say": "sign",
    "is the third party company allowed to bank": "bank",
    "burn card": "burn",
    # 004:56, 60: what the player-dealer's money does not reach goes back
    "what happens when the banker has fewer chips than the bets?": "cover",
    "the banker can't cover all the bets": "cover",
}  # fmt: skip
ALL = [load(one) for one in filing_ids()]


@pytest.mark.parametrize(("question", "heading"), ASKED_BY_PEOPLE.items())
def test_the_first_answers_to_a_question_are_the_right_ones(question: str, heading: str) -> None:
    first = search(ALL, question)[:3]
    assert heading in [entry.heading for one in first for entry in one.entries[:2]]


def test_a_rule_that_says_not_answers_a_question_that_says_not() -> None:
    """000:365: the ante when the bank does not qualify, before the ante when it does."""
    (found,) = search([load(f"casino-club/{TCP}")], "ante when the bank does not qualify")
    assert found.entries[0].heading == "bank does not qualify: ante"
    (found,) = search([load(f"casino-club/{TCP}")], "ante when the bank qualifies")
    assert found.entries[0].heading == "bank qualifies: ante"


def test_words_that_no_answer_speaks_of_are_named() -> None:
    """No text of the five has a progressive."""
    found = search(ALL, "max payout of the progressive")
    assert all("progressive" in one.unsaid for one in found)
    assert search(ALL, "envy bonus")[0].unsaid == ()
