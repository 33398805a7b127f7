"""The version of the program, here and nowhere else; the package is built with it."""

__version__ = "0.1.0"
