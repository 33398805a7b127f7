"""The house dealer's procedures, one module per game family, and the driver that runs them.

A procedure yields what it needs and is sent the answer; it ends with verdicts.
No accounts, no network, no clock, no random numbers live here.
"""
