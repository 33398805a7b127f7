"""Hold'em against the bank: one raise, earlier for more; blind, trips and bad beat."""

from houseway.family import Family

FAMILY = Family(
    name="ultimate-holdem",
    label="Hold'em against the bank",
    package=__name__,
    schema="schema:UltimateHoldem",
    wording="wording:WORDS",
    procedure="procedure:play",
    lint="lint:LINT",
    odds="odds",
    bonus="bonus_cases:cases",
    card="card:cards",
    coach="coach:advise",
    kernel="kernel",
    skill="plays",
    bot="bots:choose",
    felt="felt:FELT",
    stakes="stakes:added",
    exposed="exposed:exposed",
)
