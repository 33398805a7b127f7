"""The command line against input nobody meant: no traceback, nothing raw, status 2."""
