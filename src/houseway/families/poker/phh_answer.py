"""The answer to a written hand: stacks and winners, and the ruling where something was amiss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from houseway.families.poker.chips import HandResult
from houseway.families.poker.irregular import Met, Silence
from houseway.families.poker.phh import Chips, PhhHand
from houseway.families.poker.rules import Rules
from houseway.families.poker.unknown import OpenShare, received
from houseway.filings.irregular import Silent, silent
from houseway.filings.loader import load
from houseway.histories.ruling import (
    OtherReading,
    Ruled,
    Ruling,
    applied,
    chance,
    chances_json,
    corrections,
)
from houseway.rounds.dealer_errors import cite_of
from houseway.rounds.driver import Round

if TYPE_CHECKING:
    from houseway.histories.explain import Reason

TOO_MANY = "the unknown cards can lie in too many ways to count; least and most hold in all of them"
NOT_PLAYED = "the hand cannot be played as it is written"
IF_IT_STANDS = "stacks and winners are those of the hand as written; the floor decides if it stands"


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand that could be played: stacks after fees, the fee, and who won how much.

    Of players in `open` the stack holds what is sure; what they receive depends on unknown cards.
    """

    hand: PhhHand
    chips: Chips
    result: HandResult
    rules: Rules
    played: Round | None = None  # none where the floor decides on a hand that has no end
    open: tuple[OpenShare, ...] = ()
    warnings: tuple[str, ...] = ()
    met: tuple[Met, ...] = ()  # what went wrong, and what was done about it
    silence: Silence | None = None  # nothing is ordered: the floor decides
    discretion: bool = False  # what is ordered is left to management
    readings: tuple[OtherReading, ...] = ()  # options whose other value would move chips elsewhere

    @property
    def finishing_stacks(self) -> tuple[Decimal, ...]:
        return tuple(self.chips.amount(stack) for stack in self.result.stacks)

    @property
    def fee(self) -> Decimal:
        return self.chips.amount(self.result.fee)

    @property
    def winners(self) -> tuple[str, ...]:
        """As `p2 high 17`; `pot` when all others folded."""
        return tuple(
            f"p{award.player} {award.kind} {self.chips.brief(award.amount)}"
            for award in self.result.awards
        )

    @property
    def void(self) -> bool:
        return self.played is not None and bool(self.played.void)

    @property
    def ruled(self) -> Ruled:
        if self.silence is not None or self.discretion:
            return "floor"
        if self.void:
            return "void"
        if self.open:
            return "open"
        return "played-on" if self.met else "settled"

    def as_json(self) -> dict[str, Any]:
        text, unsaid = self.chips.text, {one.player for one in self.open}
        answer: dict[str, Any] = {
            "finishing_stacks": [
                None if player in unsaid or self.played is None else text(stack)
                for player, stack in enumerate(self.result.stacks, 1)
            ],
            "fee": text(self.result.fee),
            "winners": list(self.winners),
            **self.ruling().as_json(),
        }
        if self.result.jackpot:
            answer["jackpot"] = text(self.result.jackpot)
        if self.warnings:
            answer["warnings"] = list(self.warnings)
        return answer

    def ruling(self) -> Ruling:
        """What is added where something went wrong, was paid wrong, or is not known."""
        if not (self.hand.errors or self.hand.paid or self.open):
            return Ruling(readings=self.readings)
        filing = load(self.hand.filing) if self.hand.filing else None
        return Ruling(
            ruling=self.ruled,
            remedy=applied(
                filing,
                [one.order for one in self.met if not self.void or one.order.remedy == "void"],
            ),
            returned=self._dollars(self.returned()),
            corrections=self._dollars(self.corrections()),
            open=[_OpenTold(one, self.chips) for one in self.open],
            readings=self.readings,
            silent=self._silent(),
        )

    def _silent(self) -> Silent | None:
        if self.silence is None:
            return None
        about = self.silence.error.kind
        if not self.hand.filing:
            return Silent(about, "no filing is named, so no rule is filed", "", (), ())
        ordered = any(about in order.kinds for order in self.rules.orders)
        why = self.silence.why if ordered else ""
        return silent(load(self.hand.filing), about)._replace(why=why)

    def net(self) -> dict[str, int]:
        """What each player won or lost, in cents."""
        started = map(self.chips.count, self.hand.starting_stacks)
        gained = zip(self.result.stacks, started, strict=True)
        return self._dollars({f"p{n}": now - was for n, (now, was) in enumerate(gained, 1)})

    def returned(self) -> dict[str, int]:
        """What goes back of a void hand: all that was put in, a fee from it included."""
        back = self.result.returned if self.void else ()
        return {f"p{player}": amount for player, amount in enumerate(back, 1) if amount}

    def corrections(self) -> dict[str, int]:
        """What each player was owed out of the pot less what was pushed there."""
        if not self.hand.paid or self.played is None:
            return {}
        void, unsaid = self.returned(), {one.player for one in self.open}
        owed = {
            f"p{player}": void.get(f"p{player}", 0) + received(self.result.awards, player)
            for player in range(1, self.hand.players + 1)
            if player not in unsaid
        }
        pushed = {f"p{n}": self.chips.count(paid) for n, paid in enumerate(self.hand.paid, 1)}
        return corrections(owed, pushed)

    def _dollars(self, amounts: Mapping[str, int]) -> dict[str, int]:
        return {who: amount * 100 // self.chips.scale for who, amount in amounts.items()}

    def explained(self) -> list[Reason]:
        """The way of the ruling step by step: facts, clause, consequence."""
        from houseway.histories.explain import ending

        return [*self._errors_explained(), *self._pots_explained(), *ending(self.ruling())]

    def _errors_explained(self) -> Iterator[Reason]:
        from houseway.histories.explain import Reason

        actions = self.hand.actions
        for one in self.met:
            yield Reason(one.error.told(actions), cite_of(one.order), one.says)
        if self.silence is not None:
            fact = self.silence.error.told(actions)
            why = self.silence.why or "nothing is filed about it"
            yield Reason(fact, "", f"{why}: the floor decides")

    def _pots_explained(self) -> Iterator[Reason]:
        from houseway.histories.explain import Reason

        if self.played is None or self.void:
            return
        fees, text = self.rules.fees, self.chips.text
        if fees is not None and self.result.fee:
            yield Reason("the fee leaves the pot first", fees.cite, f"{text(self.result.fee)}")
        cite = str(self.rules.game.showdown.cite)
        halves = self.rules.low_hand
        facts = {
            "high": "p{} has the best high hand" if halves else "p{} has the best hand",
            "low": "p{} has the best low hand",
            "pot": "nobody else can win it",
        }
        for player, how, amount in self.result.awards:
            kind, _, board = how.partition("-")
            fact = facts[kind].format(player) + (f" on board {board}" if board else "")
            yield Reason(fact, cite, f"p{player} receives {text(amount)}")
        for share in self.open:
            chances = ", ".join(f"{text(got)}: {chance(p)}" for got, p in share.chances.items())
            yield Reason(
                f"what p{share.player} receives depends on cards nobody can name",
                cite,
                f"open: from {text(share.least)} to {text(share.most)}"
                + (f" ({chances})" if chances else ""),
            )


@dataclass(frozen=True, slots=True)
class _OpenTold:
    """An open share in dollars."""

    share: OpenShare
    chips: Chips

    def as_json(self) -> dict[str, Any]:
        share, text = self.share, self.chips.text
        told: dict[str, Any] = {"player": f"p{share.player}"}
        if share.chances:
            told["possible"] = chances_json(share.possible())
        told |= {"least": text(share.least), "most": text(share.most)}
        if share.chances:
            told["chances"] = {text(got): chance(p) for got, p in share.chances.items()}
        return told
