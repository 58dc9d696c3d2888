"""Notebook widgets. Each one consists of a Python file, a JavaScript file and a CSS file."""
