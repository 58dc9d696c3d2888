"""Machines that learn to play, and exact measures of how well they play."""
