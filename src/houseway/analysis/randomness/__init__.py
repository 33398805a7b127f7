"""Whether shuffles and dice are fair: the tests of a laboratory over what the tables deal from.

`examine` draws samples through the tables' own shuffle and dice, `Report` holds what was found.
Nothing here knows a game or needs NumPy; it only counts what comes.
"""

from houseway.analysis.randomness.examine import examine
from houseway.analysis.randomness.report import Finding, Report

__all__ = ["Finding", "Report", "examine"]
