"""Players: built-in players with names, and functions that take a game."""
