"""All positions of a small board, up to symmetry, with what each is worth."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Result
from tictactoe_widget.rules.rules import Rules, Symmetry
from tictactoe_widget.validation.quoting import brief, visible

MOST_CELLS = 10
"""Size of the largest board on which machines learn, in cells; 2x5 has 4,055 positions."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A position of a tree. Immutable."""

    place: int
    """Place of the position in `PositionTree.nodes`."""
    game: Game
    """The position, without moves; the one of its images that `Game.canonical` returns."""
    children: dict[int, int]
    """Place of the position after each legal move, by cell."""
    representative: dict[int, int]
    """Least cell, for each legal move, of those that a symmetry makes equal to it."""
    value: int
    """Value by perfect play for the player to move: 1 wins, 0 draws, -1 loses; on
    a finished game, for the player who would move."""
    remoteness: int
    """Plies until the end, when the winner hurries and the loser delays."""
    best: tuple[int, ...]
    """Best moves: the quickest wins, else draws, else the slowest losses; ascending."""

    @property
    def result(self) -> Result:
        """Result of the game, None while it goes on."""
        return self.game.result

    @property
    def distinct(self) -> tuple[int, ...]:
        """Legal moves that no symmetry makes equal, ascending."""
        return tuple(sorted(set(self.representative.values())))

    def is_worse(self, cell: int, nodes: tuple["Node", ...]) -> bool:
        """Return whether a move gives away a win or a draw."""
        return -nodes[self.children[cell]].value < self.value


class PositionTree:
    """Tree of the positions that can be reached from the empty board, up to symmetry.

    Made by `position_tree`.

    Parameters
    ----------
    rules : Rules
        Rules of the board.
    is_folded : bool
        True to keep one of the positions that symmetries make equal, False to keep all.
    """

    def __init__(self, rules: Rules, *, is_folded: bool) -> None:
        self.rules = rules
        """Rules of the board."""
        self._symmetries = rules.symmetries if is_folded else rules.symmetries[:1]
        self._folds: dict[Hashable, tuple[Hashable, Symmetry]] = {}
        self._places: dict[Hashable, int] = {}
        self.nodes = self._build()
        """Positions, those with fewer marks first."""

    def find(self, game: Game) -> tuple[Node, Symmetry]:
        """Return the position of a game, and the symmetry that leads there.

        Returns
        -------
        Node, tuple of int
            The position, and for each cell of the game the cell of it.

        Raises
        ------
        ValueError
            When the game is played by other rules.
        """
        if game.rules != self.rules:
            raise ValueError(
                f"the game is played by {brief(game.rules, 200)}, but what was learnt is for "
                f"{brief(self.rules, 200)}"
            )
        key, symmetry = self._fold(game)
        return self.nodes[self._places[key]], symmetry

    def _fold(self, game: Game) -> tuple[Hashable, Symmetry]:
        found = self._folds.get(game.key)
        if found is None:
            if len(self._symmetries) == 1:
                found = game.key, self._symmetries[0]
            else:
                key = game.canonical().key
                images = (
                    symmetry
                    for symmetry in self._symmetries
                    if self.rules.transform(game.state, symmetry).key == key
                )
                found = key, next(images)
            self._folds[game.key] = found
        return found

    def _build(self) -> tuple[Node, ...]:
        """List the positions ply by ply, then value them from the last one backwards."""
        start = Game.from_text(Game(self.rules).to_text(), self.rules)
        games = [start]
        self._places[start.key] = 0
        following = [self._follow(game, games) for game in games]  # which grows meanwhile
        values: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())] * len(games)
        for place in reversed(range(len(games))):
            values[place] = _value(games[place], following[place], values)
        return tuple(
            Node(place, game, following[place], self._equal_moves(game), *values[place])
            for place, game in enumerate(games)
        )

    def _follow(self, game: Game, games: list[Game]) -> dict[int, int]:
        return {cell: self._place(game, cell, games) for cell in game.legal_moves}

    def _place(self, game: Game, cell: int, games: list[Game]) -> int:
        after = game.play(cell)
        key, _ = self._fold(after)
        if key not in self._places:
            self._places[key] = len(games)
            is_folded = len(self._symmetries) > 1
            text = after.to_text()
            kept = after.canonical() if is_folded else Game.from_text(text, self.rules)
            games.append(kept)
        return self._places[key]

    def _equal_moves(self, game: Game) -> dict[int, int]:
        key = game.key
        same = [
            symmetry
            for symmetry in self._symmetries
            if self.rules.transform(game.state, symmetry).key == key
        ]
        return {cell: min(symmetry[cell] for symmetry in same) for cell in game.legal_moves}


def _value(
    game: Game, following: dict[int, int], values: list[tuple[int, int, tuple[int, ...]]]
) -> tuple[int, int, tuple[int, ...]]:
    """Return the value, the remoteness and the best moves of a position."""
    if game.result is not None:
        to_move = game.state.to_move
        return (0 if game.is_draw else 1 if game.winner == to_move else -1), 0, ()
    worth = {
        cell: (-values[place][0], values[place][1] + 1) for cell, place in following.items()
    }
    value = max(one for one, _ in worth.values())
    plies = [length for one, length in worth.values() if one == value]
    remoteness = min(plies) if value > 0 else max(plies)
    best = [
        cell
        for cell, (one, length) in worth.items()
        if one == value and (value == 0 or length == remoteness)
    ]
    return value, remoteness, tuple(best)


def position_tree(rules: Rules, *, is_folded: bool = True) -> PositionTree:
    """Return all positions of a small board.

    Parameters
    ----------
    rules : Rules
        Rules of the board.
    is_folded : bool, default True
        True to keep one of the positions that symmetries make equal.

    Raises
    ------
    ValueError
        When the board has more than `MOST_CELLS` cells, or players choose the mark.

    Examples
    --------
    >>> from tictactoe_widget import STANDARD
    >>> len(position_tree(STANDARD).nodes), len(position_tree(STANDARD, is_folded=False).nodes)
    (765, 5478)
    """
    if rules.chooses_mark:
        raise ValueError(
            f"in {visible(rules.title)} a move is a cell and a mark: machines learn, and are "
            "measured, by rules in which it is a cell alone, such as 'notakto'"
        )
    if rules.cell_count > MOST_CELLS:
        raise ValueError(
            f"{brief(rules.name, 200)} has {rules.cell_count} cells: machines learn, and are "
            f"measured, on boards of at most {MOST_CELLS} cells, such as 3x3"
        )
    return _tree(rules, is_folded)


@lru_cache(maxsize=4)
def _tree(rules: Rules, is_folded: bool) -> PositionTree:
    return PositionTree(rules, is_folded=is_folded)
