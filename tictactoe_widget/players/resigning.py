"""Answer of a player that gives a game up, so that the round goes to its opponent."""

from typing import Final, final


@final
class Resignation:
    """Type of `RESIGN`, its only value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "RESIGN"

    def __reduce__(self) -> str:
        # A name alone: copies, and what another process reads, are the same object.
        return "RESIGN"


RESIGN: Final = Resignation()
"""Answer of a player that resigns instead of making a move.

A resignation is no move: the game stays as it is, and counts as won by the opponent.

>>> from tictactoe_widget import play_match
>>> print(play_match("random", lambda game: RESIGN, games=2))
player    games  won  drawn  lost  score
random        2    2      0     0   1.00
<lambda>      2    0      0     2   0.00
Player O (<lambda>) resigned
Player X (<lambda>) resigned
"""
