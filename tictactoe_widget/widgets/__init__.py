"""Notebook widgets, each of which consists of a Python, a JavaScript and a CSS file."""
