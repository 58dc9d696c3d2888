"""Machines that learn to play, measured exactly."""
