"""Three card poker: ante and play against the bank, pair plus, the six card bonus."""

from houseway.family import Family

FAMILY = Family(
    name="three-card-poker",
    label="Three card poker",
    package=__name__,
    schema="schema:ThreeCardPoker",
    wording="wording:WORDS",
    procedure="procedure:play",
    lint="lint:LINT",
    odds="odds",
    bonus="bonus_cases:cases",
    card="card:cards",
    worth="worth:worth",
    coach="coach:advise",
    kernel="kernel",
    skill="plays",
    bot="bots:choose",
    felt="felt:FELT",
    stakes="stakes:added",
    shoe="shoe",
    exposed="exposed:exposed",
)
