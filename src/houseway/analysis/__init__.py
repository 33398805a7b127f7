"""What bets return: exact odds, best play, the player-dealer's view, before and after collection.

`odds.odds` answers for a filing; a module for each family counts its cases, `cache` keeps them.
NumPy and Numba are imported only where cases are counted, so kept results need neither.
Nothing here moves money or decides a round: rules come from filings, `hands` and `games`.
"""
