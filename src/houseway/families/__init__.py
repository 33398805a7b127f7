"""The games, one package a family: its schema, wording, procedure, counting, bots and all else.

A package is called as its family (`three_card_poker` is "three-card-poker") and declares in
`FAMILY` what it gives. A family imports from the shared packages, never from another family;
the shared packages know it only through `houseway.family`.
"""
