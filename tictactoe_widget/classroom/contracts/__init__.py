"""Contracts: how a course writes the game, and adapters from and to it."""
