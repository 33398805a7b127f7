"""The 21-type games. `procedure` deals a round, `choices` says what a seat may do with a hand,
`judging` compares it with the bank's and reads the pay tables of the bonus bets.
What differs between houses stands in their filings; no accounts live here.
"""

from houseway.games.twenty_one.procedure import play

__all__ = ["play"]
