"""Matches, tournaments and ratings, computed in this process or on an executor."""
