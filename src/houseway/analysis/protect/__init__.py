"""Game protection: what cards seen are worth to a bettor, and what a floor can do about it.

Effects of removal, counts and what they win through a shoe; exposed and shared cards. The families
say what a round from any cards is worth; nothing here knows a game.
"""
