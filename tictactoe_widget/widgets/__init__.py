"""Notebook widgets. Each widget consists of a Python file, a JavaScript file and a CSS file."""
