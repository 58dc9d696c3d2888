"""Notebook widgets. Each consists of a Python, a JavaScript and a CSS file."""
