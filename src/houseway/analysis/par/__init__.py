"""PAR sheets: what a laboratory asks of a game, on paper, in a browser, in TeX or as data.

`sheet` gathers the facts, `outline` arranges them as one document, and a module for each kind
of file writes that document. Nothing is counted here.
"""
