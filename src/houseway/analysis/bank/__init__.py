"""The bank's book: what the player-dealer's seat is worth, what it needs, what changes it.

`book.bank_book` makes it for one table, `league.league` compares all houses. Every figure says how
it was found: counted, by a closed form, by recursion, or dealt by chance. No rule lives here.
"""
