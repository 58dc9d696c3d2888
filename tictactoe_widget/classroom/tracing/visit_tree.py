"""Trees of Monte Carlo tree searches: how often each node was visited, and its mean."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Real
from types import MappingProxyType
from typing import Any

from tictactoe_widget.drawing.markup import escape
from tictactoe_widget.drawing.svg import Scene, draw_board
from tictactoe_widget.rules.game import Game, as_game, position_name
from tictactoe_widget.validation import as_int, brief, check_int, visible, write_count

Moves = tuple[int, ...]
"""Cells of the moves that lead to a node from the root."""

_LINES = 60  # most nodes that the `str` of a tree lists
_PICTURES = 20  # most nodes that a tree draws in a notebook
_PICTURE_SIZE = 72  # width of the picture of a position, in pixels


@dataclass(frozen=True, eq=False)
class VisitTree:
    """Tree of a Monte Carlo tree search, each node with its visits and its mean. Immutable.

    Any search can keep such a tree; `SearchView` shows it. Each visit ends in the result
    of one playout. Whose results they are, those of X or of the player who made the move,
    is left to the search.

    Parameters
    ----------
    game : Game
        Game in the position of the root.
    nodes : mapping
        Number of visits and mean result of each node by the moves that lead to it: ``()``
        is the root, ``(4, 0)`` the node after the moves 4 and 0.

    Raises
    ------
    TypeError
        When `game` is no `Game`, `nodes` is no mapping of tuples of moves to pairs, or a
        number in it is of another type.
    ValueError
        When players choose the mark by the rules of `game`, the root or a parent is missing,
        a move is not legal, a number of visits is below 1, a mean is not from -1 to 1, or
        the children of a node have more visits than the node.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> nodes = {(): (3, 0.0), (4,): (2, 0.5), (4, 0): (1, 1.0), (1,): (1, -1.0)}
    >>> print(VisitTree(Game(), nodes))
    Tree of 4 nodes on .../.../..., visited 3 times
    start: 3 visits, mean 0.00
      5: 2 visits, mean 0.50
        1: 1 visit, mean 1.00
      2: 1 visit, mean -1.00
    """

    game: Game
    """Game in the position of the root."""
    nodes: Mapping[Moves, tuple[int, float]]
    """Number of visits and mean result by moves; each node comes before its children, and
    of siblings the one visited most comes first."""
    _games: Mapping[Moves, Game] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        game = as_game(self.game)
        if game.rules.chooses_mark:
            raise ValueError(
                f"in {visible(game.rules.title)} a move is a cell and a mark: a tree can be "
                "shown by rules in which it is a cell alone, such as 'notakto'"
            )
        nodes = _as_nodes(self.nodes)
        object.__setattr__(self, "_games", _play(game, nodes))
        children: dict[Moves, list[Moves]] = {moves: [] for moves in nodes}
        for moves in nodes:
            if moves:
                children[moves[:-1]].append(moves)
        for moves, below in children.items():
            visits = sum(nodes[child][0] for child in below)
            if visits > nodes[moves][0]:
                raise ValueError(
                    f"the children of node {moves} have {visits:,} visits in all, more than "
                    f"its own {nodes[moves][0]:,}"
                )
        ordered = {}
        waiting: list[Moves] = [()]
        while waiting:
            moves = waiting.pop()
            ordered[moves] = nodes[moves]
            waiting += sorted(children[moves], key=lambda one: (nodes[one][0], -one[-1]))
        object.__setattr__(self, "nodes", MappingProxyType(ordered))

    def __str__(self) -> str:
        lines = [f"{'  ' * len(moves)}{self._say(moves)}" for moves in self._first(_LINES)]
        return "\n".join([self._title, *lines, *self._rest(_LINES)])

    def _repr_html_(self) -> str:
        """Return the nodes visited most as nested lists with pictures, for a notebook."""
        title = escape(self._title)
        rest = "".join(f"<p>{line}</p>" for line in self._rest(_PICTURES))
        tree = "".join(self._as_lists(_PICTURES))
        return (
            f'<section aria-label="{title}"><p><strong>{title}</strong></p>{tree}{rest}'
            "</section>"
        )

    @property
    def _title(self) -> str:
        return (
            f"Tree of {write_count(len(self.nodes), 'node')} on {self.game.to_text()}, visited "
            f"{write_count(self.nodes[()][0], 'time')}"
        )

    def _say(self, moves: Moves) -> str:
        visits, mean = self.nodes[moves]
        name = position_name(moves[-1], self.game.rules) if moves else "start"
        return f"{name}: {write_count(visits, 'visit')}, mean {write_mean(mean)}"

    def _first(self, most: int) -> list[Moves]:
        """Return the nodes visited most, no more than fit, in the order of the tree."""
        # A parent has no fewer visits than its child, so it is among them.
        by_visits = sorted(self.nodes, key=lambda moves: (-self.nodes[moves][0], len(moves)))
        kept = set(by_visits[:most])
        return [moves for moves in self.nodes if moves in kept]

    def _rest(self, most: int) -> list[str]:
        rest = len(self.nodes) - most
        return [f"and {write_count(rest, 'node')} visited no more often"] if rest > 0 else []

    def _as_lists(self, most: int) -> Iterator[str]:
        """Yield the parts of nested lists in HTML."""
        depth = -1
        for moves in self._first(most):
            yield "</li></ul>" * (depth - len(moves))
            yield (
                '<ul style="list-style:none;padding-inline-start:1.5em">'
                if len(moves) > depth
                else "</li>"
            )
            depth = len(moves)
            game, said = self._games[moves], self._say(moves)
            scene = Scene(
                layout=game.rules.layout,
                marks=game.board,
                title=f"Position of {said}",
                winning_lines=game.winning_lines,
                last_move=moves[-1] if moves else None,
                small_boards=game.small_boards,
                open_boards=game.open_boards,
            )
            yield (
                '<li><span style="display:inline-flex;align-items:center;gap:.6em">'
                f"{draw_board(scene, _PICTURE_SIZE)}<span>{escape(said)}</span></span>"
            )
        yield "</li></ul>" * (depth + 1)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict for each of `nodes`: its moves, visits and mean."""
        return [
            {"moves": list(moves), "visits": visits, "mean": mean}
            for moves, (visits, mean) in self.nodes.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as a dict of JSON."""
        rules, position = visible(self.game.rules.title), self.game.to_text()
        return {"rules": rules, "position": position, "nodes": self.to_records()}


def games_of_nodes(tree: VisitTree) -> Mapping[Moves, Game]:
    """Return the game in the position of each node, by its moves."""
    return tree._games  # noqa: SLF001 - this module's own


def write_mean(mean: float) -> str:
    """Return a mean with two decimals; what is rounded to 0 has no sign."""
    return f"{round(mean, 2) + 0.0:.2f}"


def _as_nodes(given: object) -> dict[Moves, tuple[int, float]]:
    """Return the nodes as plain numbers; raise an error where they are something else."""
    if not isinstance(given, Mapping):
        raise TypeError(
            "nodes must be a dict, such as {(): (2, 0.5), (4,): (1, 1.0)}, not "
            f"{brief(given)}"
        )
    nodes = {}
    for key, value in given.items():
        moves = _as_moves(key)
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise TypeError(
                f"node {moves} must have its visits and their mean, such as (12, 0.25), not "
                f"{brief(value)}"
            )
        visits = check_int(value[0], f"the visits of node {moves}", 1)
        nodes[moves] = (visits, _as_mean(value[1], moves))
    if () not in nodes:
        raise ValueError("nodes must have the root, whose key is ()")
    return nodes


def _as_moves(key: object) -> Moves:
    try:
        if isinstance(key, tuple):
            return tuple(map(as_int, key))
    except TypeError:
        pass
    raise TypeError(
        f"a node is named by its moves in a tuple, such as (4, 0), not {brief(key)}"
    )


def _as_mean(value: float, moves: Moves) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"the mean of node {moves} must be a number, not {brief(value)}")
    if not -1 <= value <= 1:
        raise ValueError(
            f"the mean of node {moves} must be from -1 to 1, not {brief(value)}: divide the "
            "sum of the results by the visits"
        )
    return float(value)


def _play(game: Game, nodes: Mapping[Moves, object]) -> dict[Moves, Game]:
    """Return the game in the position of each node; raise ValueError where none leads there."""
    games: dict[Moves, Game] = {(): game}
    for moves in sorted(nodes, key=len):
        if not moves:
            continue
        if moves[:-1] not in games:
            raise ValueError(f"node {moves} is there without its parent {moves[:-1]}")
        try:
            games[moves] = games[moves[:-1]].play(moves[-1])
        except ValueError as error:
            raise ValueError(f"node {moves} cannot be reached: {error}") from error
    return games
