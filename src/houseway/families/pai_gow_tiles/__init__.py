"""Pai gow tiles: four dominoes set as two hands of two, by the player or the house way."""

from houseway.family import Family

FAMILY = Family(
    name="pai-gow-tiles",
    label="Pai gow tiles",
    package=__name__,
    schema="schema:PaiGowTiles",
    wording="wording:WORDS",
    procedure="procedure:play",
    lint="lint:LINT",
    odds="odds",
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
