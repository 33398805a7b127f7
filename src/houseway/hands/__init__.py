"""What a hand is worth: one readable module per ranking family, and the fast kernels beside them.

Look a ranking up by the key a filing uses: `houseway.hands.rankings.ranking("high")`.
No wagers, pay tables, houses or players here: only cards (or tiles) and what they rank.
"""
