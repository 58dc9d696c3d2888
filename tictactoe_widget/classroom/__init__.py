"""Tools for teaching: checks of students' code, lessons, puzzles, and learning machines."""

from tictactoe_widget.lazy import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__)
