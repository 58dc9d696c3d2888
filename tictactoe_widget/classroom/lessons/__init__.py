"""Lessons of the package, and the classes to write your own with."""
