"""Checks of all submissions of a course, each in a process of its own."""
