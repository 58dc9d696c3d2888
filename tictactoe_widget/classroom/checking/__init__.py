"""Checks of a student's functions on every position of 3x3."""
