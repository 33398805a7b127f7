"""Wordings of poker."""

from __future__ import annotations

from houseway.families.poker import schema
from houseway.families.poker import schema_bets as bets
from houseway.filings.wording.base import Wording, Words, count, keys, listed, money, whole, yes
from houseway.filings.wording.collection import STRUCTURES
from houseway.hands.value import plural

RANKINGS = {
    "high": "the usual ranking",
    "high-joker": "the usual ranking, the joker an ace or in straights and flushes",
    "high-two-jokers": "the usual ranking, jokers as aces or in straights and flushes",
    "mexican": "Mexican poker, flush above full house",
    "short-deck": "short deck, flush above full house",
    "short-deck-trips": "short deck, flush above full house, three of a kind above straight",
    "ace-to-five-8": "ace-to-five low, eight or better",
    "ace-to-five-8-joker-ace": "ace-to-five low, eight or better, a joker an ace",
    "razz": "ace-to-five low without a qualifier",
    "ace-to-five-joker": "ace-to-five low, the joker the lowest card that the hand lacks",
    "deuce-to-seven": "deuce-to-seven low",
    "badugi": "badugi",
}
_OPENS = {
    "left-of-blinds": "left of the blinds opens",
    "left-of-button": "left of the button opens",
    "bring-in": "the bring-in opens",
    "best-board": "the best board opens",
}
_STARTS = {
    "left-of-button": "from the left of the button",
    "left-of-house-dealer": "from the left of the house dealer",
}
_BY_WHOM = {
    "left-of-button": "the one closest to the left of the button",
    "by-suit": "the best hand by suit",
    "best-hand-up": "the best hand up",
    "better-high": "the better high hand",
    "high": "the high half",
}
_FACES = {"d": "down", "u": "up", "e": "down after exposing, else up"}


def street(rule: schema.Street) -> str:
    """What is dealt and who opens, in one line."""
    said: list[str] = []
    if rule.discard is not None:
        said.append(f"discard {rule.discard.count}")
    if rule.draw is not None:
        said.append(f"draw up to {rule.draw.most}")
    if rule.expose is not None:
        said.append("the down card may be exposed")
    if rule.burn:
        said.append("burn")
    for face in dict.fromkeys(rule.cards):
        said.append(f"{count(rule.cards.count(face), 'card')} {_FACES[face]}")
    if rule.board:
        said.append(f"{rule.board} to the board")
    limit = f"{rule.bet} limit, " if rule.bet else ""
    said.append(limit + _OPENS[rule.opens])
    if rule.double_bet is not None:
        said.append("an open pair may bet the higher limit")
    order = f" [{rule.cards}]" if len(set(rule.cards)) > 1 else ""
    return f"{'; '.join(said)}{order}"


def bring_in(rule: bets.BringIn) -> str:
    joker = ", a joker an ace" if rule.joker else ""
    ties = {
        "highest-suit": "ties by the highest suit",
        "lowest-suit": "ties by the lowest suit",
        "first-dealt": "ties to the first dealt",
    }[rule.ties]
    amount = {"posted": "the posted amount", "lower-limit": "the lower limit"}[rule.amount]
    said = [f"the {rule.by} card of {rule.ranks}{joker}", ties, amount]
    if rule.or_full_bet:
        said.append("or a full bet")
    last = {"may-raise": "may raise when all have called", "none": "no last word"}
    return "; ".join([*said, last[rule.last_word]])


def _structures(value: list[str]) -> str:
    return listed(STRUCTURES[one] for one in value)


def _kill(rule: bets.Kill) -> str:
    after = "two pots in a row"
    if rule.pot_at_least is not None:
        after = f"a pot of {money(rule.pot_at_least)} or more"
    times = {"full": "twice", "half": "one and a half times"}[rule.size]
    acts = {"in-turn": "acts in turn", "last": "acts last in the first round"}[rule.acts]
    return f"who wins {after} alone posts {times} the big blind and {acts}; limits {times} as high"


def _straddle(rule: bets.Straddle) -> str:
    blind = f"for {rule.times} times the big blind"
    if rule.by == "button":
        return f"the button may straddle {blind}"
    more = f", up to {count(rule.most, 'player')} in a row" if rule.most > 1 else ""
    return f"left of the blinds may straddle {blind}{more}"


def _opens(rule: bets.Openers) -> str:
    pair = plural(rule.rank)
    nobody = {
        "antes-returned": "when nobody opens the antes go back",
        "pot-carried": "when nobody opens the pot stays for the next hand",
    }[rule.passed_out]
    return f"a pair of {pair} or better, proved at the end; {nobody}"


_POKER_WHOLE: Words = {
    bets.Antes: whole(lambda _: "everybody puts in the posted ante before the deal"),
    schema.Discard: whole(lambda rule: f"{count(rule.count, 'card')} given up"),
    schema.Draw: whole(lambda rule: f"up to {count(rule.most, 'card')} changed"),
    schema.Expose: whole(lambda _: "the down card may be turned up"),
    bets.DoubleBet: whole(lambda _: "an open pair may bet the higher limit"),
    schema.Street: whole(street),
    bets.BringIn: whole(bring_in),
}

_ERRORS: Words = {
    schema.DealerErrors: keys(
        boxed_card=Wording("boxed card", unsaid="nothing said"),
        exposed_card=Wording("exposed card", unsaid="nothing said"),
        wrong_number=Wording("wrong number of cards", unsaid="nothing said"),
        too_large=Wording("board of too many cards", key="street", unsaid="nothing said"),
        early=Wording("board dealt too early", key="street", unsaid="nothing said"),
    ),
    schema.BoxedCard: keys(
        replaced_by={"next-card": "counts for nothing; the next card replaces it"}
    ),
    schema.ExposedCard: keys(
        then={
            "next-burn": "changed for the top card and used as the next burn",
            "out-of-play": "changed for the top card and out of play",
        },
        misdeal_from=lambda n: f"{n} or more are a misdeal",
    ),
    schema.WrongNumber: keys(
        misdeal_until=lambda n: f"a misdeal until {count(n, 'player')} acted",
        after={"hand-dead": "after that the hand is dead, the chips stay in"},
    ),
    schema.TooLarge: keys(
        street=lambda name: f"the {name}",
        cards={"shuffled-in": "taken back and shuffled in"},
        burn={"stays": "the burn stays, no other is made", "made-again": "another burn is made"},
    ),
    schema.Early: keys(
        street=lambda name: f"the {name}",
        cards={
            "shuffled-in-at-once": "taken back and shuffled in, no other burn",
            "shuffled-in-before-street": "set aside, shuffled in when the betting is done, "
            "no other burn",
            "shuffled-in-before-next": "set aside, shuffled in before the street after it, "
            "which has no burn",
        },
    ),
}

WORDS: Words = {
    **_POKER_WHOLE,
    schema.Poker: keys(
        kind=Wording("kind", {"poker": "a game for the pot"}),
        family=Wording("family", {"poker": "poker"}),
        game="",
    ),
    schema.PokerGame: keys(
        structures="betting",
        players="players",
        button=Wording("button", unsaid="none"),
        dealing="deal",
        antes=Wording("antes", unsaid="none"),
        blinds=Wording("blinds", unsaid="none"),
        bring_in=Wording("bring-in", unsaid="none"),
        street=Wording("", key="name"),
        boards=Wording("boards", unsaid="not ranked"),
        raise_cap="raises",
        short_all_in="all-in for less",
        least_raise=Wording("smallest raise", unsaid="not needed"),
        pot_limit=Wording("pot limit", unsaid="not spread"),
        kill=Wording("kill", unsaid="none"),
        openers=Wording("to open", unsaid="anybody may"),
        double_board=Wording("two boards", unsaid="one board, if any"),
        high="winning hand",
        low=Wording("low half", unsaid="none"),
        odd_chips="odd chips",
        showdown="showdown",
        shortage=Wording("deck runs out", unsaid="cannot happen"),
        buy_in=Wording("buy-in", unsaid="not filed here"),
        dealer_errors=Wording("dealer's errors", unsaid="nothing filed"),
    ),
    **_ERRORS,
    schema.Structures: keys(allowed=_structures),
    schema.Players: keys(
        least=lambda n: f"at least {n}",
        most=Wording("", lambda n: f"at most {n}", unsaid="no maximum filed"),
    ),
    schema.ButtonDraw: keys(
        method={
            "one-card-each": "a card to each places it at first",
            "spread-deck": "a card drawn from the spread deck places it at first",
        },
        ranks=lambda v: f"best card of {v}",
        joker=Wording("", {"highest": "the joker is highest"}, unsaid="no joker"),
    ),
    schema.Button: keys(
        moves={
            "clockwise": "moves clockwise after every hand",
            "dead": "follows the blinds after every hand, also to an empty seat",
        },
        draw=Wording("", unsaid="nothing said on placing it at first"),
    ),
    schema.Dealing: keys(starts=_STARTS),
    bets.Posts: keys(
        new_player=Wording("new player", lambda v: listed(map(_post, v), "or")),
        returning=Wording("returning", lambda v: listed(map(_post, v), "or")),
        live={"big-blind": "only the big blind of a post is live"},
        between_blinds=yes("dealt in between the blinds", "not dealt in between the blinds"),
    ),
    bets.Blinds: keys(
        numbers=lambda v: f"{listed(map(str, v), 'or')} blinds",
        amounts=Wording("", lambda v: f"of {listed(map(money, v))}", unsaid="amounts as posted"),
        heads_up={
            "letter": "heads up the player left of the button posts the small blind",
            "custom": "heads up the button posts the small blind",
        },
        straddle=Wording("straddle", unsaid="none"),
        straddles=yes("further blinds of any amount may follow", "no straddles"),
        posts=Wording("posts", unsaid="nothing said"),
    ),
    schema.Boards: keys(
        order={"high": "the highest cards up", "low": "the best low cards up"},
        community_counts=yes(
            "a community card counts", "a community card does not count", quiet=False
        ),
    ),
    bets.RaiseCap: keys(
        raises=Wording(
            "", lambda n: f"{n} after the bet", unsaid="without limit", none_is_said=True
        ),
        holds_in=Wording("in", _structures),
        lifted={"two-at-start": "no cap when two begin the round", "never": "cap never lifted"},
    ),
    bets.ShortAllIn: keys(
        counts={
            "action-only": "action only, it does not reopen the betting",
            "over-the-top": "raises are counted from it; full raises together reopen",
        },
        forced_bets=Wording(
            "",
            {
                "in-full": "a short blind costs the full blind to call",
                "as-posted": "a short blind costs what was posted",
            },
            quiet=("in-full",),
        ),
    ),
    bets.LeastRaise: keys(at_least={"last-raise": "at least the last raise and the smallest bet"}),
    bets.PotLimit: keys(
        most={
            "pot-after-call": "a raise up to the pot after the call",
            "half-pot-after-call": "a raise up to half the pot after the call",
        }
    ),
    bets.Kill: whole(_kill),
    bets.Straddle: whole(_straddle),
    bets.Openers: whole(_opens),
    schema.DoubleBoard: keys(
        odd_chip={
            "first-board": "each for half the pot, an odd chip to the first",
            "left-of-button": "each for half the pot, an odd chip to the half of the winner "
            "closest to the left of the button",
        }
    ),
    schema.Hands: keys(
        ranking=RANKINGS,
        hole={"any": "any of the player's cards", "exactly-two": "exactly two hole cards"},
    ),
    schema.OddChips: keys(
        tied=Wording("tied hands", _BY_WHOM),
        tied_low=Wording("tied lows", _BY_WHOM, unsaid="as tied hands"),
        between_halves=Wording("between the halves", _BY_WHOM, unsaid="no halves"),
        side_pots=Wording(
            "",
            {"one-by-one": "each pot divided by itself", "together": "pots divided together"},
            quiet=("one-by-one",),
        ),
        several=Wording("", {"all-to-one": "several all to one player"}, quiet=("all-to-one",)),
    ),
    schema.PlayTheBoard: keys(
        after=lambda v: f"a hand thrown away plays the board when {listed(map(_after, v), 'or')}"
    ),
    schema.Showdown: keys(
        first={
            "last-aggressor": "the last to bet or raise shows first",
            "in-turn": "the first to act in the last round shows first",
        },
        unseen={"cannot-win": "a hand given up unseen cannot win"},
        play_the_board=Wording("", unsaid="nothing on playing the board"),
    ),
    schema.Shortage: keys(
        how={
            "community-card": "one card for all",
            "fresh-then-community": "all but the last card are dealt, then a fresh shuffle; "
            "one card for all if that is not enough",
            "reshuffle": "the draw goes on with a fresh shuffle",
            "refuse": "no procedure: a discard that cannot be replaced is refused",
        },
        mixed=Wording("", lambda v: f"mixed in: {listed(v)}", unsaid="nothing mixed in"),
        last_card={"mixed-in": "the last card is mixed in", "dealt": "the last card is dealt"},
        burn_again=yes("a card is burned again", "no further burn"),
        last_resort=Wording(
            "",
            {"this-draw": "if that is not enough, discards of those who have been served too"},
            unsaid="nothing beyond that",
        ),
        burns_replaced=yes("burns are laid out again from the discards", "burns not replaced"),
    ),
    schema.BuyIn: keys(
        amount=Wording("", unsaid="no amount"),
        times_smallest_bet=Wording(
            "", lambda n: f"{n} times the smallest bet", unsaid="no multiple of the bet"
        ),
    ),
}


def _post(name: str) -> str:
    return {
        "wait-for-big-blind": "waits for the big blind",
        "post-after-button": "posts after the button has passed",
        "post-now": "posts at once",
        "post-all-blinds": "posts all blinds missed",
    }[name]


def _after(name: str) -> str:
    return {
        "checked-around": "all checked in the last round",
        "bet-and-call": "one bet was called without a raise",
    }[name]
