"""Pai gow poker: seven cards set as five and two, by the player or the house way."""

from houseway.family import Family

FAMILY = Family(
    name="pai-gow-poker",
    label="Pai gow poker",
    package=__name__,
    schema="schema:PaiGowPoker",
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
    house_way="house_way:from_notation",
    orders="orders:orders",
)
