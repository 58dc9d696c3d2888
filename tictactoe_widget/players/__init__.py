"""Players: built-in players, which have names, and functions that take a game."""
