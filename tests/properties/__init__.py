"""Random rounds of every player-dealer filing, held against what must be true of any round.

`tables` draws up tables and wagers, `decks` stacks the cards, `players` choose, `checks` says what
must hold, `records` writes the round down and spoils it, `coverage` counts what occurred.
"""
