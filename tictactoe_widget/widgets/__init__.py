"""Widgets for notebooks, each as a Python, a JavaScript and a CSS file."""
