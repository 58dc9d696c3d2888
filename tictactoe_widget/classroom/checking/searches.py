"""Mistaken searches: which moves each of them may choose."""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Mark

from .positions import checked_optimal_moves

Extreme = Callable[[Iterable[int]], int]
"""Function that picks a value at one level of a search: max or min."""
Chooser = Callable[[Game], frozenset[int]]
"""Function that returns the moves that a search may choose."""
_MOST_GAMES = 6_000
"""Largest number of games whose moves are remembered; all 5,478 positions are fewer."""
_Worth = Callable[[Game], int]
# Function that returns the value of a finished game.


def _worth(x: int, draw: int, o: int) -> _Worth:
    """Return the function that gives a win of X, a draw and a win of O some values."""
    values = {"X": x, "draw": draw, "O": o}
    return lambda game: values[game.result or "draw"]


_plainly = _worth(1, 0, -1)
_as_a_loss = _worth(1, -1, -1)
_below_a_loss = _worth(1, -2, -1)
_as_a_win = _worth(1, 1, -1)
_above_a_win = _worth(1, 2, -1)
_any_win = _worth(1, 0, 1)
_no_win = _worth(-1, 0, -1)


def _quickly(game: Game) -> int:
    """Return a value that is larger the sooner X has won, and smaller the sooner O has."""
    return _plainly(game) * (10 - game.move_count)


class _Search:
    """Search of the whole tree that takes a maximum or minimum at each level.

    Parameters
    ----------
    x, o : callable
        What it takes over the values below where X, or O, is to move.
    worth : callable
        Function that returns the value of a finished game.
    """

    def __init__(self, x: Extreme, o: Extreme, worth: _Worth = _plainly) -> None:
        self._levels: dict[Mark, Extreme] = {"X": x, "O": o}
        self._worth = worth
        self._known: dict[Hashable, int] = {}

    def value(self, game: Game) -> int:
        """Return the value that the search gives to a position."""
        if game.is_over:
            return self._worth(game)
        if game.key not in self._known:
            below = [self.value(game.play(cell)) for cell in game.legal_moves]
            self._known[game.key] = self._levels[game.current_player](below)
        return self._known[game.key]

    def choice(self, game: Game, level: Extreme | None = None) -> frozenset[int]:
        """Return the moves whose values are what a level takes, by default the mover's."""
        level = level or _RIGHT[game.current_player]
        values = {cell: self.value(game.play(cell)) for cell in game.legal_moves}
        best = level(values.values())
        return frozenset(cell for cell, value in values.items() if value == best)

    def at_every_level(self, level: Extreme) -> Chooser:
        """Return the function that takes one extreme over the first moves, whoever moves."""
        return lambda game: self.choice(game, level)


_RIGHT: dict[Mark, Extreme] = {"X": max, "O": min}
_WRONG: dict[Mark, Extreme] = {"X": min, "O": max}
_plain = _Search(max, min)


def value_for_x(game: Game) -> int:
    """Return the value of a position, seen by X: 1, 0 or -1."""
    return _plain.value(game)


def _wins(game: Game) -> frozenset[int]:
    return frozenset(cell for cell in game.legal_moves if game.play(cell).winner)


@lru_cache(maxsize=_MOST_GAMES)
def _looks_one_ahead(game: Game) -> frozenset[int]:
    return _wins(game) or frozenset(game.legal_moves)


@lru_cache(maxsize=_MOST_GAMES)
def _looks_two_ahead(game: Game) -> frozenset[int]:
    safe = frozenset(cell for cell in game.legal_moves if not _wins(game.play(cell)))
    return _wins(game) or safe or frozenset(game.legal_moves)


@lru_cache(maxsize=_MOST_GAMES)
def _takes_or_blocks(game: Game) -> frozenset[int]:
    """Return wins, else cells where the opponent would win, else all moves."""
    if _wins(game):
        return _wins(game)
    threats = (_wins(game.play(cell)) for cell in game.legal_moves)
    blocks = frozenset().union(*threats) & frozenset(game.legal_moves)
    return blocks or frozenset(game.legal_moves)


def _loses(game: Game) -> frozenset[int]:
    """Return the moves that are best for the opponent."""
    return _plain.choice(game, _WRONG[game.current_player])


_reversed = _Search(min, max)


def _mixed_up(game: Game) -> frozenset[int]:
    return _reversed.choice(game, _WRONG[game.current_player])


def _of_x(game: Game) -> frozenset[int]:
    return _plain.choice(game, max)


def _of_o(game: Game) -> frozenset[int]:
    return _plain.choice(game, min)


def _with_help(worth: _Worth) -> Chooser:
    """Return the search that takes the opponent to want what the player to move wants."""
    searches = {"X": _Search(max, max, worth), "O": _Search(min, min, worth)}
    return lambda game: searches[game.current_player].choice(game)


def _right_for(mark: Mark) -> Chooser:
    """Return the search that is right for one player and wrong for the other."""
    return lambda game: (
        checked_optimal_moves()[game.key] if game.current_player == mark else _loses(game)
    )


def _first(game: Game) -> frozenset[int]:
    return frozenset(game.legal_moves[:1])


def _last(game: Game) -> frozenset[int]:
    return frozenset(game.legal_moves[-1:])


_TWO_AHEAD = "looks two moves ahead: it blocks a line, but does not see a fork"
SEARCHES: tuple[tuple[str, Chooser], ...] = (
    ("takes the first empty cell", _first),
    ("takes the last empty cell", _last),
    ("looks one move ahead: it takes a win, but does not see a threat", _looks_one_ahead),
    (_TWO_AHEAD, _looks_two_ahead),
    (_TWO_AHEAD, _takes_or_blocks),
    (
        "maximizes at every level, as if both players wanted X to win",
        _Search(max, max).at_every_level(max),
    ),
    (
        "minimizes at every level, as if both players wanted O to win",
        _Search(min, min).at_every_level(min),
    ),
    (
        "maximizes at every level below the first move, as if both players wanted X to win",
        _Search(max, max).choice,
    ),
    (
        "minimizes at every level below the first move, as if both players wanted O to win",
        _Search(min, min).choice,
    ),
    ("looks for a win as if the opponent helped", _with_help(_plainly)),
    ("looks for the quickest win as if the opponent helped", _with_help(_quickly)),
    (
        "never changes the sign from one level to the next, so that both players avoid a win",
        _Search(max, max, _no_win).at_every_level(max),
    ),
    (
        "never changes the sign from one level to the next, so that any win is as good",
        _Search(max, max, _any_win).at_every_level(max),
    ),
    ("minimizes for X and maximizes for O", _mixed_up),
    ("minimizes for X and maximizes for O below the first move", _reversed.choice),
    ("chooses the move that is best for the opponent", _loses),
    ("chooses the best move for X, also when O is to move", _of_x),
    ("chooses the best move for O, also when X is to move", _of_o),
    ("takes a draw for as bad as a win of O", _Search(max, min, _as_a_loss).choice),
    ("takes a draw for worse than a win of O", _Search(max, min, _below_a_loss).choice),
    ("takes a draw for as good as a win of X", _Search(max, min, _as_a_win).choice),
    ("takes a draw for better than a win of X", _Search(max, min, _above_a_win).choice),
    ("takes a win of O for as good as a win of X", _Search(max, min, _any_win).choice),
    ("takes a win of either player for worse than a draw", _Search(max, min, _no_win).choice),
)
"""Description of each search, as the rest of a sentence, and the moves it may choose."""
