"""Who chooses a move: the solver, the search, named players and matches."""
