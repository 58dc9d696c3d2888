"""Checks of all submissions of a course, each in a separate process."""
