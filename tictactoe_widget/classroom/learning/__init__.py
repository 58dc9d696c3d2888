"""Machines that learn to play, with exact measures of their strength."""
