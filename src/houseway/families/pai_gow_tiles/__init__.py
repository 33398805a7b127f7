"""Pai gow tiles: four dominoes set as two hands of two, by the player or the house way."""

from houseway.family import Family

FAMILY = Family(
    name="pai-gow-tiles",
    label="pai gow tiles",
    package=__name__,
    schema="schema:PaiGowTiles",
    wording="wording:WORDS",
    procedure="procedure:play",
    lint="lint:LINT",
    odds="odds",
    card="card:cards",
    kernel="kernel",
    bot="bots:choose",
    house_way="house_way:from_notation",
)
