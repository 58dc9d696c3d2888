"""Widgets for notebooks. Each consists of a Python, a JavaScript and a CSS file."""
