"""Tables: seats, chips, the bank or the button going round, one hand after another.

A table is driven by commands and writes a record of everything before anybody is told; its
state is what the records add up to. Rules and payments stand below; files and pages above.
"""

from houseway.table.bot import Bot, plain_bot
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import Journal, MemoryJournal
from houseway.table.opening import fold, open_table, restore
from houseway.table.records import Entry, Record
from houseway.table.setup import Setup
from houseway.table.views import View, snapshot, visible

__all__ = [
    "Bot", "Entry", "Journal", "MemoryJournal", "Record", "Setup", "View", "fold", "open_table",
    "plain_bot", "restore", "snapshot", "start_evening", "usual_setup", "visible",
]  # fmt: skip
