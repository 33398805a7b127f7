"""Commands about rounds and hands as files: settled, replayed, set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from houseway.cli.app import FilingName, Json, app, of_filings
from houseway.errors import HousewayError
from houseway.printing import (
    Answer,
    attempt,
    command,
    of_file,
    print_sheet,
    say,
    show_json,
    show_lines,
)
from houseway.reading import parse_toml, read_text

T = TypeVar("T")

Procedures = Annotated[
    str, typer.Option(metavar="NAME", help="House procedures for what the filing does not settle.")
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Tell the way of the ruling step by step.")
]

Pdf = Annotated[
    Path | None, typer.Option(metavar="OUT", help="Write the ruling on one page, to sign.")
]


@command(app)
@of_filings
def adjudicate(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Round files.")],
    procedures: Procedures = "",
    explain: Explain = False,
    pdf: Pdf = None,
    as_json: Json = False,
) -> None:
    """Settle round files: who is owed what, in which order, under which rule."""
    from houseway.histories.adjudicate import adjudicate_file

    def settled(file: Path) -> dict[str, Any]:
        answer = adjudicate_file(file, procedures=procedures)
        said = answer.as_json()
        if explain:
            from houseway.histories.explain import explained

            said["explain"] = [reason.as_json() for reason in explained(answer)]
        return said

    if pdf is not None:
        explain = True
        with of_file(_only(files)):
            file = parse_toml(read_text(files[0], what="toml"), where=str(files[0]))
            _write_ruling(file, settled(files[0]), pdf)
        return
    if len(files) > 1:
        answers = ((str(file), None, attempt(settled, file)) for file in files)
        show_lines(answers, _brief_settlement, as_json=as_json)
        return
    with of_file(files[0]):
        if as_json:
            show_json(settled(files[0]))
            return
        answer = adjudicate_file(files[0], procedures=procedures)
    from houseway.histories.sheet import settlement_sheet

    print_sheet(settlement_sheet(answer))
    if explain:
        from houseway.histories.explain import explained, explained_sheet

        print_sheet(explained_sheet(explained(answer)))


def _only(several: Sequence[T]) -> T:
    """What a ruling on paper is about."""
    if len(several) != 1:
        raise HousewayError("one-file", "a ruling on paper is of one round; give one file")
    return several[0]


def _write_ruling(file: dict[str, Any], answer: dict[str, Any], out: Path) -> None:
    """The ruling on a round or hand as one page."""
    from houseway.histories.ruling_page import ruling_pdf

    out.write_bytes(ruling_pdf({"file": file, "answer": answer}))
    say(f"{answer['ruling']}; written to {out}")


def _brief_settlement(answer: dict[str, Any]) -> str:
    net = ", ".join(f"{who} {net}" for who, net in answer["net"].items())
    ruling = answer["ruling"]
    return net if ruling == "settled" else f"{ruling}: {net}" if net else str(ruling)


@command(app)
@of_filings
def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="PHH hands.")],
    procedures: Procedures = "",
    explain: Explain = False,
    pdf: Pdf = None,
    as_json: Json = False,
) -> None:
    """Play written poker hands through the rules: stacks, fee and winners, or what is illegal."""
    from houseway.histories.replay import brief_answer, replay_file

    if pdf is not None:
        from houseway.histories.hand_files import hand_tables

        with of_file(_only(files)):
            ruled = _only(replay_file(files[0], procedures=procedures, explain=True))
            if isinstance(ruled, HousewayError):
                raise ruled
            hand, _ = hand_tables(read_text(files[0], what="toml"))[0]
            _write_ruling(hand, ruled, pdf)
        return
    if len(files) == 1:
        with of_file(files[0]):
            answers = replay_file(files[0], procedures=procedures, explain=explain)
            if len(answers) != 1:
                every = ((str(files[0]), number, one) for number, one in enumerate(answers, 1))
                show_lines(every, brief_answer, as_json=as_json)
            elif isinstance(answers[0], HousewayError):
                raise answers[0]
            elif as_json:
                show_json(answers[0])
            else:
                say(brief_answer(answers[0]))
                if explain:
                    from houseway.histories.explain import Reason, explained_sheet

                    print_sheet(explained_sheet(Reason(**one) for one in answers[0]["explain"]))
        return

    def hands() -> Iterator[tuple[str, int | None, Answer]]:
        for file in files:
            try:
                answers = replay_file(file, procedures=procedures, explain=explain)
            except HousewayError as error:
                yield str(file), None, error
                continue
            for number, answer in enumerate(answers, 1):
                yield str(file), number if len(answers) > 1 else None, answer

    show_lines(hands(), brief_answer, as_json=as_json)


@command(app, "set")
@of_filings
def set_hand(
    filing: FilingName,
    cards: Annotated[list[str], typer.Argument(metavar="CARDS", help="Seven cards or four tiles.")],
    as_json: Json = False,
) -> None:
    """The house-way setting of a pai gow hand, with the row of the chart that decides."""
    from houseway.filings.loader import open_filing
    from houseway.rounds.house_way import set_house_way

    answer = set_house_way(open_filing(filing), " ".join(cards))
    if as_json:
        show_json(answer)
        return
    small, large = [name for name in answer if name not in ("row", "cite", "reading", "readings")]
    for name in (small, large):
        say(f"{name:<6}{answer[name]}")
    say(f"{answer['row']}  [{answer['cite']}]")
    for other in answer.get("readings", []):
        said = f"{other['option']} = {str(other['value']).lower()} ({other['reading']})"
        say(f"otherwise with {said}: {small} {other[small]}")
    if "reading" in answer:
        say(f"Ruled, not filed: the chart has no row for it; reading {answer['reading']} decides.")
