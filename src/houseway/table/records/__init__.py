"""What a table writes down: one frozen record for everything that happens at it.

Records are facts. A table's state is what they add up to; nothing else is kept. Those that move
chips say how (`moves`), from account to account, so that the ledger follows from them alone.
"""

from houseway.table.records.base import *  # noqa: F403
from houseway.table.records.cage import *  # noqa: F403
from houseway.table.records.entries import *  # noqa: F403
from houseway.table.records.hands import *  # noqa: F403
from houseway.table.records.people import *  # noqa: F403
from houseway.table.records.rounds import *  # noqa: F403
