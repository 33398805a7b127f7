"""What a table may be: one law for signs, tables, round files, hands and simulations.

Which options hang together, for which structure and how many players, within which limits, and
what a wager and a buy-in may be. Everybody who needs an answer asks here, so that all of them
refuse the same thing with the same clause. What differs from game to game, the filing says
itself: its `structures`, `most_players` and `own_buy_in`.
"""
