"""Tic-tac-toe for Jupyter: the rules in Python, and a board to play on in a notebook."""

from .lazy import attach_stub

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = attach_stub(__name__)
__all__ += ["__version__"]
