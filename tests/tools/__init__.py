"""Checks run by hand against material that is not in the repository."""
