"""What the searches of positions of one large board remember of the positions they saw."""

Numbers = tuple[int, int]
"""Proof number and disproof number of a position, see `proof_numbers`."""


class SearchMemory:
    """Tables of positions by their marks, which searches one after the other may share.

    Where there are two tables, they are those of X and of O as the attacker. All that they
    hold is true of a position wherever the search began; so it stays true in the next one.
    """

    def __init__(self) -> None:
        self.scores: dict[int, tuple[int, int, int, int]] = {}
        """Depth, bound, score and best move of positions that alpha-beta searched."""
        self.four_wins: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """Winning moves by fours, where the attacker is to move."""
        self.four_failures: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """Number of fours within which the attacker has no win, in the same way."""
        self.numbers: tuple[dict[int, Numbers], dict[int, Numbers]] = ({}, {})
        """Proof numbers of positions in the search for wins by threats, by their keys there."""
        self.threat_wins: dict[tuple[int, int], int] = {}
        """Winning moves by threats that were proved, by attacker and marks."""
