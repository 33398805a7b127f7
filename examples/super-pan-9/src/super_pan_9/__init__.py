"""Super Pan 9: three cards each and one more if you like; nearer to nine than the bank wins."""

from houseway.family import Family

FAMILY = Family(
    name="super-pan-9",
    label="Super Pan 9",
    package=__name__,
    schema="schema:SuperPan9",
    wording="wording:WORDS",
    procedure="procedure:play",
    lint="lint:LINT",
    odds="odds",
    card="card:cards",
    bot="bots:choose",
    felt="felt:FELT",
    filings="filings",
)
