"""Checks of values that the package is given, and how messages quote them."""
