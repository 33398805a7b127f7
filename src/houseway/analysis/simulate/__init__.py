"""The player-dealer's seat at a table, simulated: what it wins, what it needs, when it is ruined.

`run.simulate` plays blocks of hands, by compiled kernels or by the games' own procedures, both on
the same cards from the same seed. Nothing here decides a round or knows a rule of its own.
"""
