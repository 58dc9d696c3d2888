"""Matches: games between players, tournaments and ratings, here or on an executor."""
