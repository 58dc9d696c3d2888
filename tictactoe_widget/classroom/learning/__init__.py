"""Machines that learn to play, and exact measurements of how well they play."""
