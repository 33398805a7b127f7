"""Verdicts in, money out: wagers and their limits, order of action, the bank's cover, collection.

Settlement knows no cards. Every movement of money is checked to add up to nothing.
"""
