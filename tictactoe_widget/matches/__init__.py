"""Matches, tournaments and ratings, in this process or on an executor."""
