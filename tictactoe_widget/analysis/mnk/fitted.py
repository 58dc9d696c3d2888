"""Worths that were fitted: none."""

K = 0
"""Number of marks that make a line, in the games that were fitted."""
TEMPO = (0,) * 8
"""Fields of `Tempo`."""
WORTH: dict[int, tuple[int, int]] = {}
"""Worth of a line to move and waiting, by its `line_pattern`."""
