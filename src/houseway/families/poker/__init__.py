"""Poker: one engine for every filing of the family and for the general rules of PHH files.

`table_rules` makes the rules of a hand under a filing, `procedure` deals it; the general variants
stand in `general`. Betting, dealing, pots and the showdown each have a module, `session` has what
goes on from hand to hand, `table` seats people at it, `phh` reads and writes its hands.
"""

from houseway.family import Family

FAMILY = Family(
    name="poker",
    label="Poker",
    package=__name__,
    schema="schema:Poker",
    wording="wording:WORDS",
    procedure="procedure:play",
    lint="lint:LINT",
    orders="orders:orders",
    coach="coach:advise",
    bot="bots:PokerBot",
    felt="felt:FELT",
    equity="equity:equity",
    plays="showdown:plays",
    named="showdown:named",
    hindsight="hindsight:shares",
    table="table:PokerTable",
    hand_file="hand_file",
)
