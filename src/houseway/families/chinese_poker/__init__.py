"""Face-up Chinese poker: thirteen cards in three rows, each player against each."""

from houseway.family import Family

FAMILY = Family(
    name="chinese-poker",
    label="Chinese poker",
    package=__name__,
    schema="schema:ChinesePoker",
    wording="wording:WORDS",
    procedure="procedure:play",
    lint="lint:LINT",
    orders="orders:orders",
    coach="coach:advise",
    bot="bots:ChineseBot",
    felt="felt:FELT",
    table="table:ChineseTable",
    hand_file="hand_file",
)
