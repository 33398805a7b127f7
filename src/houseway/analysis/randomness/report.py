"""What the tests found, as a report that can be kept.

Each test is held to 99%: an honest source falls below it once in a hundred tests, so one of
eighty below is no news. The verdict over all is held to 99% too: it fails if one test is so rare
that even the rarest of that many would not be (Bonferroni), whatever the tests share.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

LEVEL = 0.01  # 99%, of each test and of the verdict
CERTAIN = ("none", "birthdays")  # laws under which nothing falls below by chance


@dataclass(frozen=True, slots=True)
class Finding:
    """One test: `p` is how often an honest source would stray as far."""

    subject: str
    kind: str
    what: str
    sample: int
    statistic: float
    law: str
    p: float

    def result(self, bar: float) -> str:
        if self.p < bar:
            return "failed"
        return "below 99%" if self.p < LEVEL else "passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    version: str
    began: str  # UTC, ISO 8601
    source: str
    system: str
    code: tuple[tuple[str, str], ...]  # modules on the way of a shuffle, each with its SHA-256
    boxes: tuple[tuple[str, str, int, int], ...]  # name, a filing, pieces, shuffles
    throws: int
    findings: tuple[Finding, ...]

    @property
    def bar(self) -> float:
        """A test below this fails the whole."""
        return LEVEL / len(self.findings)

    @property
    def ok(self) -> bool:
        return all(one.p >= self.bar for one in self.findings)

    @property
    def below(self) -> int:
        return sum(one.p < LEVEL for one in self.findings)

    @property
    def expected_below(self) -> float:
        """How many an honest source puts below 99%."""
        return LEVEL * sum(one.law not in CERTAIN for one in self.findings)

    @property
    def verdict(self) -> str:
        return "passed" if self.ok else "failed"

    def as_json(self) -> dict[str, Any]:
        return {
            "report": "houseway rng-test",
            "version": self.version,
            "began": self.began,
            "source": self.source,
            "system": self.system,
            "code": [{"module": name, "sha256": digest} for name, digest in self.code],
            "boxes": [
                {"name": name, "filing": filing, "pieces": pieces, "shuffles": shuffles}
                for name, filing, pieces, shuffles in self.boxes
            ],
            "throws": self.throws,
            "level": LEVEL,
            "bar": self.bar,
            "tests": [{**asdict(one), "result": one.result(self.bar)} for one in self.findings],
            "below": self.below,
            "expected_below": round(self.expected_below, 4),
            "verdict": self.verdict,
        }

    def as_text(self) -> str:
        return "\n".join([*self._heading(), "", *self._samples(), "", *self._tests(), "",
                          *self._conclusion()]) + "\n"  # fmt: skip

    def _heading(self) -> list[str]:
        return [
            "Test of the random source",
            "",
            f"program   houseway {self.version}",
            f"begun     {self.began}",
            f"source    {self.source}",
            f"system    {self.system}",
            "code      SHA-256 of the modules on the way of a shuffle",
            *(f"          {digest}\n          {name}" for name, digest in self.code),
        ]

    def _samples(self) -> list[str]:
        shuffles = [
            f"  {name:<16}{pieces:>4} pieces {shuffles:>9,} shuffles\n  {'':<16}as in {filing}"
            for name, filing, pieces, shuffles in self.boxes
        ]
        return ["Samples", *shuffles, f"  {'dice':<16}   3 dice   {self.throws:>9,} throws"]

    def _tests(self) -> list[str]:
        lines = []
        for subject, group in self._by_subject().items():
            lines.append(subject)
            for one in group:
                lines.append(
                    f"  {one.kind:<12}{one.what:<37} p {one.p:<9.3g} {one.result(self.bar)}"
                )
                count = one.statistic if one.law in CERTAIN else f"{one.statistic:,.2f}"
                law = "" if one.law in CERTAIN else f"; {one.law}"
                lines.append(f"  {'':<12}{count} in {one.sample:,}{law}")
        return [f"Tests, each held to p >= {LEVEL}; under each the statistic, sample, law", *lines]

    def _by_subject(self) -> dict[str, list[Finding]]:
        subjects: dict[str, list[Finding]] = {}
        for one in self.findings:
            subjects.setdefault(one.subject, []).append(one)
        return subjects

    def _conclusion(self) -> list[str]:
        tests = len(self.findings)
        kinds = Counter(one.kind for one in self.findings)
        return [
            f"{tests} tests ({', '.join(f'{n} {kind}' for kind, n in kinds.items())}).",
            f"Below 99%: {self.below}; an honest source puts {self.expected_below:.1f} there.",
            f"The whole is held to 99%: no p below {LEVEL} / {tests} = {self.bar:.3g}.",
            f"Verdict: {self.verdict}",
        ]
