"""Records of play: round files and their adjudication, PHH, event logs, replay, export.

Records are read and written here; the rules they are checked against stand elsewhere.
"""
