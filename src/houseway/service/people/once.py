"""Commands are carried out once: the ids an account has used, for what, and what became of each."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from houseway.errors import Refused
from houseway.service.protocol import Command

REMEMBERED = 100  # commands of an account whose repetition has no effect

# A command's answer in brief: the number it led to, or the error it got.
Answer = int | dict[str, str]


def digest_of(table: str, command: Command) -> str:
    """What was asked, where; the same for a message that is sent again."""
    said = command.model_dump_json(exclude={"id"}, exclude_defaults=True)
    return hashlib.sha256(f"{table}\n{said}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Known:
    """One command. Without an answer nobody knows what became of it: the store must be asked."""

    digest: str | None  # none of a command that an older program carried out
    answer: Answer | None


@dataclass(slots=True)
class Commands:
    """The latest commands of an account."""

    known: dict[str, Known] = field(default_factory=dict)  # by id, the oldest first
    forgotten: list[str] = field(default_factory=list)  # that the store need not keep

    def find(self, command: str, digest: str) -> Known | None:
        """What is known of an id, or a refusal if it stood for something else."""
        found = self.known.get(command)
        if found is not None and found.digest not in (None, digest):
            raise Refused(
                "reused-id", "this id was used for another command; give each its own", where="id"
            )
        return found

    def begin(self, command: str, digest: str) -> None:
        """Reserved at once: the same command must not be carried out twice meanwhile."""
        doing = Refused("in-progress", "this is being done").as_json()
        self.known[command] = Known(digest, doing)

    def remember(self, command: str, digest: str | None, answer: Answer | None) -> None:
        """What became of a command, given again if it is repeated."""
        self.known.pop(command, None)  # the latest stands last
        self.known[command] = Known(digest, answer)
        while len(self.known) > REMEMBERED:
            oldest = next(iter(self.known))
            del self.known[oldest]
            self.forgotten.append(oldest)

    def drop(self, command: str) -> None:
        """It was not carried out."""
        self.known.pop(command, None)
