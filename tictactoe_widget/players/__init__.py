"""Players: those that come by name, and functions of a game."""
