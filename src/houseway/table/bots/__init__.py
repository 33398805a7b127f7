"""Players made of rules of thumb: they fill a table and play plainly, one module per family.

A bot sees what its seat may see and nothing more. Write your own with the three methods of `Bot`.
"""

from houseway.table.bots.bot import Bot, PlainBot, plain_bot

__all__ = ["Bot", "PlainBot", "plain_bot"]
