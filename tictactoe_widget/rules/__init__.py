"""Rules of the games: legal moves and results, immutable, on the standard library alone."""
