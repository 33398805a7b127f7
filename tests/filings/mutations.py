"""Defects to plant in filings: each changes the parsed TOML, or says that it does not apply.

A mutation is given a filing as its parsed TOML, its schedule sets written out within it, and
returns whether it could be planted there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Data = dict[str, Any]
Mutation = Callable[[Data], bool]
MUTATIONS: dict[str, tuple[Mutation, tuple[str, ...]]] = {}


def plants(*codes: str) -> Callable[[Mutation], Mutation]:
    """Registers a mutation with the codes under which lint may report it."""

    def register(mutation: Mutation) -> Mutation:
        MUTATIONS[mutation.__name__] = (mutation, codes)
        return mutation

    return register


def groups(data: Data, kind: str) -> Iterator[Data]:
    for one in data["collection"]["set"]:
        yield from (group for group in one["group"] if group["kind"] == kind)


def stepped(data: Data) -> Iterator[tuple[Data, list[str]]]:
    """Options with brackets to spoil: three or more, so that a middle one can be changed."""
    for group in groups(data, "california"):
        for option in group["option"]:
            for side in ("bank", "player"):
                if len(option[side]) >= 3:
                    yield option, option[side]


def parts(bracket: str) -> tuple[int, int | None, str]:
    span, _, fee = bracket.partition(":")
    low, _, high = span.removesuffix("+").partition("-")
    return int(low), int(high) if high else None, fee.strip()


def written(low: int, high: int | None, fee: str) -> str:
    return f"{low}+: {fee}" if high is None else f"{low}-{high}: {fee}"


# Schedules of player-dealer games


@plants("brackets-overlap")
def overlapping_brackets(data: Data) -> bool:
    for _, brackets in stepped(data):
        low, high, fee = parts(brackets[0])
        assert high is not None
        brackets[0] = written(low, high + 7, fee)
        return True
    return False


@plants("brackets-gap")
def gap_between_brackets(data: Data) -> bool:
    for _, brackets in stepped(data):
        low, high, fee = parts(brackets[1])
        assert high is not None
        brackets[1] = written(low, high - 9, fee)
        return True
    return False


@plants("brackets-start")
def first_bracket_above_the_minimum(data: Data) -> bool:
    for _, brackets in stepped(data):
        low, high, fee = parts(brackets[0])
        brackets[0] = written(low + 3, high, fee)
        return True
    return False


@plants("brackets-start")
def table_limit_above_the_first_bracket(data: Data) -> bool:
    for option, brackets in stepped(data):
        low, _, _ = parts(brackets[0])
        option["limits"] = f"{low + 20}-900"
        return True
    return False


@plants("brackets-end")
def last_bracket_closed(data: Data) -> bool:
    for group in groups(data, "california"):
        for option in group["option"]:
            if len(option["bank"]) >= 3:
                low, _, fee = parts(option["bank"][-1])
                option["bank"][-1] = written(low, low + 100, fee)
                return True
    return False


@plants("bracket-unreachable")
def bracket_above_the_limit(data: Data) -> bool:
    for group in groups(data, "california"):
        if group["player_basis"] == "base-wager":
            option = group["option"][0]
            low, _, fee = parts(option["player"][-1])
            option["limits"] = f"{parts(option['player'][0])[0]}-{low - 1}"
            return fee != ""
    return False


@plants("too-many-rates")
def six_rates(data: Data) -> bool:
    for _, brackets in stepped(data):
        while len(brackets) < 6:
            low, _, fee = parts(brackets[-1])
            brackets[-1] = written(low, low + 499, fee)
            brackets.append(written(low + 500, None, str(float(fee) + 1)))
        return True
    return False


@plants("fee-falls")
def fee_that_falls(data: Data) -> bool:
    for _, brackets in stepped(data):
        low, high, _ = parts(brackets[1])
        brackets[1] = written(low, high, "400")
        return True
    return False


@plants("fee-repeated")
def fee_repeated(data: Data) -> bool:
    for _, brackets in stepped(data):
        low, high, _ = parts(brackets[2])
        brackets[2] = written(low, high, parts(brackets[1])[2])
        return True
    return False


@plants("brackets-out-of-order")
def brackets_exchanged(data: Data) -> bool:
    for _, brackets in stepped(data):
        brackets[0], brackets[1] = brackets[1], brackets[0]
        return True
    return False


@plants("fee-missing")
def upper_fee_lost(data: Data) -> bool:
    for group in groups(data, "california"):
        for option in group["option"]:
            if len(option["bank"]) >= 3:
                low, _, _ = parts(option["bank"].pop())
                option["bank_missing"] = [f"{low}+"]
                return True
    return False


@plants("percentage-fee")
def percentage_fee(data: Data) -> bool:
    for kind, key in (("california", "bank"), ("pot", "regular"), ("timed", "fee")):
        for group in groups(data, kind):
            option = group["option"][0]
            option[key] = ["1+: 5%"] if key == "bank" else "5%"
            return True
    return False


@plants("timing-contradicts")
def fee_taken_at_two_times(data: Data) -> bool:
    for group in groups(data, "california"):
        other = {"before-deal": "after-first-cards", "after-first-cards": "before-deal"}
        taken = other[group["taken"]]
        clauses = group.setdefault("taken_elsewhere", [])
        clauses.append({"taken": taken, "cite": "Planted, item 1 | 1"})
        return True
    return False


@plants("zero-collection")
def players_pay_nothing(data: Data) -> bool:
    for group in groups(data, "california"):
        if group["player_basis"] != "none":
            group["player_basis"] = "none"
            for option in group["option"]:
                option["player"] = []
            return True
    return False


@plants("limits-contradict")
def city_cap_below_the_limit(data: Data) -> bool:
    for group in groups(data, "california"):
        group["wager_cap"] = 3
        return True
    return False


@plants("limits-contradict")
def minimum_above_the_maximum(data: Data) -> bool:
    for group in groups(data, "california"):
        group["minimum"], group["maximum"] = "500", "50-100"
        return True
    return False


@plants("limits-contradict")
def option_limit_outside_the_paragraph(data: Data) -> bool:
    for group in groups(data, "california"):
        group["minimum"], group["maximum"] = "7", "600-601"
        group["option"][-1]["limits"] = "5-555"
        return True
    return False


@plants("limits-contradict")
def bonus_limit_not_that_of_the_spot(data: Data) -> bool:
    for group in groups(data, "california"):
        for spot in data["spot"]:
            if not spot.get("base"):
                spot["limits"] = "1-33"
                group["bonus_limits"] = {spot["name"]: "1-44"}
                return True
    return False


@plants("unknown-spot")
def bonus_limit_for_no_spot(data: Data) -> bool:
    for group in groups(data, "california"):
        group["bonus_limits"] = {"lucky_ladies": "1-44"}
        return True
    return False


# Numbering, in all kinds of sets


def numbered(data: Data) -> Iterator[list[Data]]:
    for one in data["collection"]["set"]:
        for group in one["group"]:
            if len(group.get("option", ())) >= 2:
                yield group["option"]


@plants("number-twice")
def option_number_used_twice(data: Data) -> bool:
    for options in numbered(data):
        options[1]["number"] = options[0]["number"]
        return True
    return False


@plants("number-skipped")
def option_number_skipped(data: Data) -> bool:
    for one in data["collection"]["set"]:
        options = one["group"][-1].get("option", [])
        if options:
            options[-1]["number"] += 1
            return True
    return False


@plants("identical-options")
def two_options_alike(data: Data) -> bool:
    for options in numbered(data):
        options[1] = {**options[0], "number": options[1]["number"]}
        return True
    return False


@plants("paragraph-numbers")
def paragraph_names_other_numbers(data: Data) -> bool:
    for one in data["collection"]["set"]:
        for group in one["group"]:
            if group.get("option"):
                last = group["option"][-1]["number"]
                group["options"] = f"{group['option'][0]['number']}-{last + 1}"
                return True
    return False


@plants("paragraphs-overlap")
def two_paragraphs_name_an_option(data: Data) -> bool:
    for one in data["collection"]["set"]:
        several = [group for group in one["group"] if group.get("options")]
        if len(several) >= 2 and several[0]["options"] != several[1]["options"]:
            last = several[1]["options"].rpartition("-")[2]
            several[1]["options"] = f"{several[0]['options'].rpartition('-')[2]}-{last}"
            return True
    return False


@plants("two-sets")
def a_second_set_with_the_same_numbers(data: Data) -> bool:
    for one in list(data["collection"]["set"]):
        if any(group.get("option") for group in one["group"]):
            data["collection"]["set"].append({**one, "name": "planted"})
            return True
    return False


@plants("no-schedule")
def no_schedule_at_all(data: Data) -> bool:
    had = bool(data["collection"]["set"])
    data["collection"] = {"set": [], "shared": []}
    return had


# Fees from the pot


@plants("bands-overlap")
def bands_of_players_overlap(data: Data) -> bool:
    for group in groups(data, "pot"):
        for option in group["option"]:
            if option["players"] == "5-6":
                option["players"] = "5-7"
                return True
    return False


@plants("bands-gap")
def a_number_of_players_without_a_fee(data: Data) -> bool:
    found = False
    for group in groups(data, "pot"):
        for option in group["option"]:
            if option["players"] == "1-4":
                option["players"] = "1-3"
                found = True
    return found


@plants("limits-contradict")
def largest_game_below_the_smallest(data: Data) -> bool:
    for group in groups(data, "pot"):
        group["smallest_game"], group["largest_game"] = "10-20", "4-8"
        return True
    return False
