"""The executable rulebook of California cardrooms."""

__version__ = "0.1.0"
