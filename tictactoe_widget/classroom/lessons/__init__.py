"""Lessons of the package, and the classes for your own lessons."""
