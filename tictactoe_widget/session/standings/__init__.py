"""Standings: a tournament in the background, its view and its requests."""
