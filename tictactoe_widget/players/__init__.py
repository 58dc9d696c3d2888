"""Players: those that come by name, functions of a game, and matches between them."""
