"""The two community hands: player and banker, lines and bonus bets, no choice after the deal."""

from houseway.family import Family

FAMILY = Family(
    name="baccarat",
    label="Baccarat",
    package=__name__,
    schema="schema:Baccarat",
    wording="wording:WORDS",
    procedure="procedure:play",
    lint="lint:LINT",
    odds="odds",
    bonus="bonus_cases:cases",
    kernel="kernel",
    bot="bots:choose",
    felt="felt:FELT",
    scoreboard="scoreboard:Scoreboard",
    shoe="shoe",
)
