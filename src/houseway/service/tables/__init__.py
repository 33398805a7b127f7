"""Tables and those who keep them: rooms, the lobby, what the house does, what is told."""
