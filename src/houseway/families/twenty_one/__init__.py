"""The 21-type games. `procedure` deals a round, `choices` says what a seat may do with a hand,
`judging` compares it with the bank's and reads the pay tables of the bonus bets.
What differs between houses stands in their filings; no accounts live here.
"""

from houseway.family import Family

FAMILY = Family(
    name="twenty-one",
    label="21",
    package=__name__,
    schema="schema:TwentyOne",
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
