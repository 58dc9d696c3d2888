"""Players: built-in ones by name, and functions that take a game."""
