"""Three kinds of learning machines, and the interface that they share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, Self

from tictactoe_widget.players.calling import RESIGN, Resignation
from tictactoe_widget.rules.game import Game, as_game, list_plies
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules, Symmetry
from tictactoe_widget.rules.state import MARKS, Mark, Result, opponent
from tictactoe_widget.validation import (
    as_int,
    as_seed,
    brief,
    check_choice,
    check_kind,
    type_name,
    visible,
)

# All positions of a small board, up to symmetry, with their values.

# maximum number of cells on a board for machines that learn (2x5 has 4,055 positions)
_MOST_CELLS = 10


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A position in a `PositionTree`. Immutable."""

    place: int  # index of the position in `PositionTree.nodes`
    # position without earlier moves, as `Game.canonical` returns it
    game: Game
    children: dict[int, int]  # for each legal move's cell, the index of the next position
    # for each legal move's cell, the smallest cell of a move that is symmetric to it
    representative: dict[int, int]
    # Value with perfect play for the player to move: 1 for a win, 0 for a draw, -1 for a loss.
    # If the game is over, the value is for the player who would move next.
    value: int
    # Number of plies to the end of the game if the winner hurries and the loser stalls.
    remoteness: int
    # best moves (the quickest wins, otherwise draws, otherwise the slowest losses), in
    # ascending order
    best: tuple[int, ...]

    @property
    def result(self) -> Result:
        """The game's result, or None if the game is not over."""
        return self.game.result

    @property
    def distinct(self) -> tuple[int, ...]:
        """Legal moves in ascending order, without symmetric copies."""
        return tuple(sorted(set(self.representative.values())))

    def is_worse(self, cell: int, nodes: tuple["Node", ...]) -> bool:
        """Return True if a move throws away a win or a draw."""
        return -nodes[self.children[cell]].value < self.value


class PositionTree:
    """Tree of all positions that are reachable from the empty board.

    `position_tree` creates these trees.

    Parameters
    ----------
    rules : Rules
        Rules of the game.
    is_folded : bool
        True to keep only one of several symmetric positions, False to keep all of them.
    """

    def __init__(self, rules: Rules, *, is_folded: bool) -> None:
        self.rules = rules
        self._is_folded = is_folded
        self._symmetries = rules.symmetries if is_folded else rules.symmetries[:1]
        self._folds: dict[Hashable, tuple[Hashable, Symmetry]] = {}
        self._places: dict[Hashable, int] = {}
        self.nodes = self._build()  # positions, sorted by number of marks

    def find(self, game: Game) -> tuple[Node, Symmetry]:
        """Find the node for a game's position, and the symmetry that maps the game to the node.

        Returns
        -------
        Node, tuple of int
            Node, and a tuple with the node's matching cell for each of the game's cells.

        Raises
        ------
        ValueError
            If the game's rules are not the same as this tree's.
        """
        if game.rules != self.rules:
            raise ValueError(
                f"game must follow the rules {brief(self.rules, 200)}, not "
                f"{brief(game.rules, 200)}"
            )
        key, symmetry = self._fold(game)
        return self.nodes[self._places[key]], symmetry

    def _fold(self, game: Game) -> tuple[Hashable, Symmetry]:
        if game.key not in self._folds:
            key = game.canonical().key if self._is_folded else game.key
            self._folds[game.key] = key, next(self._symmetries_to(game, key))
        return self._folds[game.key]

    def _symmetries_to(self, game: Game, key: Hashable) -> Iterator[Symmetry]:
        """Yield every symmetry that turns the game's position into the one with this key."""
        for symmetry in self._symmetries:
            if self.rules.transform(game.state, symmetry).key == key:
                yield symmetry

    def _build(self) -> tuple[Node, ...]:
        """List all positions ply by ply, and compute their values in reverse order."""
        start = Game.from_text(Game(self.rules).to_text(), self.rules)
        games = [start]
        self._places[start.key] = 0
        following = [
            {cell: self._place(game.play(cell), games) for cell in game.legal_moves}
            for game in games  # the list grows during the loop
        ]
        values: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())] * len(games)
        for place in reversed(range(len(games))):
            values[place] = _value(games[place], following[place], values)
        return tuple(
            Node(place, game, following[place], self._equal_moves(game), *values[place])
            for place, game in enumerate(games)
        )

    def _place(self, game: Game, games: list[Game]) -> int:
        """Return the index of a game's position. Store the game if its position is new."""
        key, _ = self._fold(game)
        if key not in self._places:
            self._places[key] = len(games)
            games.append(
                game.canonical()
                if self._is_folded
                else Game.from_text(game.to_text(), self.rules)
            )
        return self._places[key]

    def _equal_moves(self, game: Game) -> dict[int, int]:
        same = list(self._symmetries_to(game, game.key))
        return {cell: min(symmetry[cell] for symmetry in same) for cell in game.legal_moves}


def _value(
    game: Game, following: dict[int, int], values: list[tuple[int, int, tuple[int, ...]]]
) -> tuple[int, int, tuple[int, ...]]:
    """Return a position's value, its remoteness (distance to the end) and its best moves."""
    if game.result is not None:
        to_move = game.state.to_move
        return (0 if game.is_draw else 1 if game.winner == to_move else -1), 0, ()
    worth = {
        cell: (-values[place][0], values[place][1] + 1) for cell, place in following.items()
    }
    value = max(one for one, _ in worth.values())
    lengths = {cell: length for cell, (one, length) in worth.items() if one == value}
    remoteness = (min if value > 0 else max)(lengths.values())
    best = [cell for cell, length in lengths.items() if value == 0 or length == remoteness]
    return value, remoteness, tuple(best)


def position_tree(rules: Rules, *, is_folded: bool = True) -> PositionTree:
    """Build the tree of all positions on a small board.

    Parameters
    ----------
    rules : Rules
        Rules of the game.
    is_folded : bool, default True
        True to keep only one of several symmetric positions.

    Raises
    ------
    ValueError
        If the board has more than 10 cells, if players choose their marks, or if positions can
        repeat.

    Examples
    --------
    >>> from tictactoe_widget import STANDARD
    >>> len(position_tree(STANDARD).nodes), len(position_tree(STANDARD, is_folded=False).nodes)
    (765, 5478)
    """
    if rules.choices:
        raise ValueError(
            f"rules must not let players choose their marks, as {visible(rules.title)} "
            "does: choose rules such as 'notakto'"
        )
    if rules.cell_count > _MOST_CELLS:
        raise ValueError(
            f"the board must have at most {_MOST_CELLS} cells, but "
            f"{brief(rules.name, 200)} has {rules.cell_count}: choose rules such as '3x3'"
        )
    if rules.repetition:
        raise ValueError(
            f"rules must not let positions repeat, as {visible(rules.title)} does: "
            "choose rules such as '3x3'"
        )
    return _tree(rules, is_folded)


@lru_cache(maxsize=4)
def _tree(rules: Rules, is_folded: bool) -> PositionTree:
    return PositionTree(rules, is_folded=is_folded)


_SAVED_VERSION = 1

Move = int | Resignation  # a machine's answer: a cell, or `RESIGN`

_MOST_REMEMBERED = 1000
# Maximum number of moves that a machine remembers from games whose results it hasn't learnt.


class _OwnMove(NamedTuple):
    """A move that a machine made in a game from which it learns. Immutable."""

    node: Node
    # Cell of the move in the node's position, or the smallest cell if several moves are
    # symmetric.
    cell: int


class Change(NamedTuple):
    """A change in a machine's memory for one move. Immutable."""

    position: Game
    """Position before the move, as `Game.canonical` returns it."""
    cell: int
    """Cell of the move in `position`."""
    before: float
    """Number of beads for the move, or the machine's estimate, before learning."""
    after: float
    """Number of beads for the move, or the machine's estimate, after learning."""

    def to_dict(self) -> dict[str, Any]:
        """Return the change as a JSON-serializable dict, with the position as text."""
        return {**self._asdict(), "position": self.position.to_text()}


class Learner(ABC):
    """Base class for machines that learn from the games that they play.

    A learner is a player, so it can play on a board, in a match or in a tournament. A learner
    learns only when `learn` is called. A board calls `learn` after each round. Matches and
    tournaments use copies, which do not learn. To a learner, rotated and reflected positions
    are the same.

    Parameters
    ----------
    seed : int, optional
        Seed for the machine's random numbers. The same seed produces the same choices.
    rules : str or Rules, default "standard"
        Rules of the machine's games, or their name. The board can have at most 10 cells, and
        the rules must not let players choose their marks.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid, if the board is too large, or if players choose their marks.
    """

    kind: ClassVar[str]
    """Name that identifies this kind of machine in saved data."""

    _watchers: tuple[Callable[[], object], ...] = ()

    def __init__(self, *, seed: int | None = None, rules: str | Rules = "standard") -> None:
        self.name = type_name(type(self))
        """The machine's name as a player."""
        self.rules = find_rules(rules)
        """Rules of the machine's games."""
        self.changes: tuple[Change, ...] = ()
        """Changes made by the last call to `learn`, in the order of the moves."""
        self.last_game: Game | None = None
        """Last game from which the machine has learnt, or None if there is none."""
        self._tree = position_tree(self.rules)
        self._random = Random(as_seed(seed))
        self._chosen: dict[Game, Move] = {}

    def __call__(self, game: Game) -> Move:
        """Choose a move, and return its cell, or return `RESIGN`.

        Raises
        ------
        ValueError
            If the game is over, or if its rules are not the machine's rules.
        """
        policy = self.policy(game)
        moves, chances = tuple(policy), tuple(policy.values())
        (move,) = self._random.choices(moves, chances)
        self._remember(game, move)
        return move

    def policy(self, game: Game) -> dict[Move, float]:
        """Return the moves that the machine can play in a position, with their probabilities.

        Returns
        -------
        dict
            Probability of each move, by cell. All probabilities are above 0, and they add up to
            1. If several moves are symmetric, the dict contains only one of them. If the
            machine resigns, the dict is ``{RESIGN: 1.0}``.

        Raises
        ------
        ValueError
            If the game is over, or if its rules are not the machine's rules.
        """
        game = as_game(game)
        if game.is_over:
            raise ValueError(f"game must not be over: {game.message}")
        node, symmetry = self._tree.find(game)
        return {
            move if isinstance(move, Resignation) else symmetry.index(move): chance
            for move, chance in self.policy_at(node).items()
        }

    def policy_at(self, node: Node) -> Mapping[Move, float]:
        """Return what `policy` returns for a node's position.

        The node's tree must not contain several symmetric positions.
        """
        return self._policy(node) or {RESIGN: 1.0}

    def learn(self, game: Game, mark: Mark | None = None) -> tuple[Change, ...]:
        """Learn from a game, and return the changes to the machine's memory.

        Parameters
        ----------
        game : Game
            Finished game. If the game isn't over, the player to move counts as having resigned.
        mark : {"X", "O"}, optional
            Machine's mark in this game. By default, the machine learns from all the choices
            that it has made since it last learnt, for one mark or for both. If the machine has
            made no choices, nothing changes.

        Raises
        ------
        ValueError
            If the game's rules are not the machine's rules, or if `mark` is not a mark.

        Examples
        --------
        >>> from tictactoe_widget.classroom import Menace
        >>> menace = Menace()
        >>> menace.learn(Game(moves=(4, 0, 2, 6, 8, 3)), "X")[0]
        Change(position=Game.from_text('.../.../...'), cell=4, before=4, after=3)
        """
        if mark is not None:
            check_choice(mark, "mark", MARKS)
        game = as_game(game)
        winner = game.winner
        if game.result is None:
            winner = opponent(game.current_player)
        steps: dict[Mark, list[_OwnMove]] = {"X": [], "O": []}
        for before, cell in zip(list_plies(game), game.moves, strict=False):
            is_chosen = self._chosen.get(before) == cell
            if is_chosen:
                del self._chosen[before]
            if before.current_player == mark or (mark is None and is_chosen):
                node, symmetry = self._tree.find(before)
                kept = node.representative[symmetry[cell]]
                steps[before.current_player].append(_OwnMove(node, kept))
        has_resigned = self._chosen.pop(game, None) is RESIGN and game.result is None
        if not any(steps.values()) and not has_resigned:
            return ()
        changes: list[Change] = []
        for who, own in steps.items():
            if own:
                score = 0 if winner is None else 1 if winner == who else -1
                changes += self._learn(own, score)
        self.changes, self.last_game = tuple(changes), game
        for watcher in self._watchers:
            watcher()
        return self.changes

    def watch(self, watcher: Callable[[], object]) -> Callable[[], None]:
        """Call `watcher` after each game that the machine learns from.

        To stop these calls, call the function that is returned. Copies of the machine don't
        call `watcher`.
        """
        self._watchers = (*self._watchers, watcher)

        def end() -> None:
            self._watchers = tuple(one for one in self._watchers if one is not watcher)

        return end

    def __getstate__(self) -> dict[str, Any]:
        return {name: kept for name, kept in vars(self).items() if name != "_watchers"}

    @property
    def settled(self) -> "Learner":
        """Machine that shares this machine's memory but plays without exploring."""
        return self

    def save(self) -> dict[str, Any]:
        """Return everything that the machine has learnt, as JSON data for `restore`."""
        return {
            "version": _SAVED_VERSION,
            "kind": self.kind,
            "rules": self.rules.name,
            **self._saved(),
        }

    def restore(self, saved: object) -> None:
        """Restore the memory that a machine of the same kind saved with `save`.

        Raises
        ------
        ValueError
            If `saved` is damaged, or was saved by another kind of machine or under other rules.
            The error message says which part is damaged, and the machine's memory stays the
            same.
        """
        saved = _as_object(saved, "saved")
        own = {"version": _SAVED_VERSION, "kind": self.kind, "rules": self.rules.name}
        for part, expected in own.items():
            if part not in saved:
                raise ValueError(f"saved must contain {part!r}: pass the result of save()")
            if saved[part] != expected or type(saved[part]) is not type(expected):
                raise ValueError(
                    f"saved[{part!r}] must be {brief(expected)}, not {brief(saved[part])}"
                )
        try:
            self._restore(saved)
        except (KeyError, TypeError) as error:
            raise ValueError(
                "saved must be an undamaged result of save(), but reading it raised "
                f"{brief(error)}"
            ) from None
        self._chosen.clear()
        self.changes, self.last_game = (), None

    def __repr__(self) -> str:
        return f"<{self.name} by {self.rules.name}>"

    def _remember(self, game: Game, move: Move) -> None:
        self._chosen.pop(game, None)
        self._chosen[copy(game)] = move
        if len(self._chosen) > _MOST_REMEMBERED:
            del self._chosen[next(iter(self._chosen))]

    def _read_places(self, saved: object, what: str) -> dict[int, Any]:
        """Map the indices of positions in the tree to their saved values."""
        entries = _as_object(saved, f"saved[{what!r}]")
        found = {}
        for text, value in entries.items():
            try:
                node, _ = self._tree.find(Game.from_text(text, self.rules))
            except (TypeError, ValueError) as error:
                raise ValueError(
                    f"the keys of saved[{what!r}] must be positions, not {brief(text)}: {error}"
                ) from None
            found[node.place] = value
        return found

    @abstractmethod
    def _policy(self, node: Node) -> Mapping[Move, float]:
        """Map each move to its probability. If the mapping is empty, the machine resigns."""

    @abstractmethod
    def _learn(self, steps: Sequence[_OwnMove], score: int) -> list[Change]:
        """Learn from the moves for one mark. The score is 1 (won), 0 (drawn) or -1 (lost)."""

    @abstractmethod
    def _saved(self) -> dict[str, Any]:
        """Return the data that this kind of machine saves."""

    @abstractmethod
    def _restore(self, saved: Mapping[str, Any]) -> None:
        """Restore data from `_saved` completely, or raise an error and change nothing."""


class _Explorer(Learner):
    """Base class for learners that either explore or play a move with the best estimate.

    Parameters
    ----------
    alpha : float, default 0.3
        Step size for updates, above 0 and at most 1. Each update moves an estimate by this
        fraction of its distance to the observed value.
    epsilon : float, default 0.1
        Probability of exploring, from 0 to 1. When a machine explores, all moves are equally
        likely.
    seed, rules
        See `Learner`.
    """

    def __init__(
        self,
        alpha: float = 0.3,
        epsilon: float = 0.1,
        *,
        seed: int | None = None,
        rules: str | Rules = "standard",
    ) -> None:
        super().__init__(seed=seed, rules=rules)
        self._values: dict[int, Any] = {}
        self.alpha = _share(alpha, "alpha")
        """Step size for updates, above 0 and at most 1."""
        if not self.alpha:
            raise ValueError(
                "alpha must be above 0, not 0: otherwise the machine learns nothing"
            )
        self.epsilon = _share(epsilon, "epsilon")
        """Probability of exploring, from 0 to 1."""

    @property
    def settled(self) -> Self:
        """Machine that shares this machine's memory but plays without exploring."""
        settled = copy(self)
        settled.epsilon = 0.0
        return settled

    def values(self, game: Game) -> dict[int, float]:
        """Map each legal move's cell to the machine's estimate.

        If several moves are symmetric, the dict contains only one of them.
        """
        node, symmetry = self._tree.find(game)
        return {symmetry.index(cell): value for cell, value in self._estimates(node).items()}

    @abstractmethod
    def _estimates(self, node: Node) -> dict[int, float]:
        """Map each distinct move to the machine's estimate."""

    def _greedy(self, node: Node) -> list[int]:
        """Return the moves that have the best estimate."""
        estimates = self._estimates(node)
        best = max(estimates.values())
        return [cell for cell, estimate in estimates.items() if estimate == best]

    def _policy(self, node: Node) -> Mapping[Move, float]:
        moves, greedy = node.distinct, self._greedy(node)
        share = self.epsilon / len(moves)
        chances: dict[Move, float] = dict.fromkeys(moves if share else greedy, share)
        for cell in greedy:
            chances[cell] += (1 - self.epsilon) / len(greedy)
        return chances

    def _saved(self) -> dict[str, Any]:
        nodes = self._tree.nodes
        values = {nodes[place].game.to_text(): one for place, one in self._values.items()}
        return {"alpha": self.alpha, "epsilon": self.epsilon, "values": values}

    def _restore(self, saved: Mapping[str, Any]) -> None:
        made = type(self)(saved["alpha"], saved["epsilon"], rules=self.rules)
        values = {
            place: self._read_value(value, self._tree.nodes[place])
            for place, value in self._read_places(saved["values"], "values").items()
        }
        self.alpha, self.epsilon, self._values = made.alpha, made.epsilon, values

    @abstractmethod
    def _read_value(self, saved: Any, node: Node) -> Any:
        """Convert a position's saved value to the machine's internal form."""


def _as_object(value: object, what: str) -> Mapping[str, Any]:
    """Return a saved value if it is a dict, otherwise raise a ValueError."""
    if not isinstance(value, Mapping):
        # Damaged data always raises the same type of error.
        raise ValueError(f"{what} must be a dict, not {brief(value)}")  # noqa: TRY004
    return value


def _share(value: float, what: str) -> float:
    check_kind(value, what, int, float, expected="a number from 0 to 1")
    if not 0 <= value <= 1:
        raise ValueError(f"{what} must be a number from 0 to 1, not {brief(value)}")
    return float(value)


def _read_learnt_number(value: object, what: str, low: float, high: float) -> float:
    """Return a saved number, which must be from `low` to `high`, or raise a ValueError."""
    if type(value) not in (int, float) or not low <= value <= high:  # type: ignore[operator]
        raise ValueError(f"{what} must be a number from {low} to {high}, not {brief(value)}")
    return value  # type: ignore[return-value]


# MENACE: a machine that learns to play with matchboxes and beads.


# which positions have a box, named after the number of boxes on the standard board
Boxes = Literal["304", "287"]

_MOST_BEADS = 10**6  # maximum number of beads for one cell in a box


class Menace(Learner):
    """Machine that has a matchbox for each position, with beads for each move.

    To move, the machine opens the box for the position and takes a bead at random. The bead's
    colour determines the move. After the game, the machine adds beads of these colours to the
    boxes that it opened, or removes some. If a box is empty when opened, the machine resigns.
    Donald Michie built the original machine in 1961, with 304 boxes, to play X (D. Michie,
    Experiments on the mechanization of game-learning, The Computer Journal 6, 1963).

    This version of MENACE can also play O. All the boxes for O are filled when the machine
    first needs one.

    Parameters
    ----------
    boxes : {"304", "287"}, default "304"
        Which positions have a box. With "304", each position in which the machine has a choice
        of moves has a box. Symmetric positions share a box. If only one cell is free, the
        machine plays there. "287" leaves out positions in which the opponent can win after
        every possible move by the machine. In these positions, the machine resigns. The options
        are named after the number of boxes for X on the standard board.
    beads : sequence of int, default (4, 3, 2, 1)
        Initial number of beads per colour in each box. The first number applies to boxes for
        the machine's first move, the second number to boxes for its second move, and so on. The
        last number also applies to all later moves.
    rewards : (int, int, int), default (3, 1, -1)
        Number of beads to add for each bead that was taken: after a win, after a draw and after
        a loss. A negative number removes beads.
    seed : int, optional
        Seed for the machine's random numbers. The same seed produces the same choices.
    rules : str or Rules, default "standard"
        Rules of the machine's games, or their name.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid, or if the board is too large.

    Examples
    --------
    >>> menace = Menace(seed=1)
    >>> len(menace.boxes), len(Menace(boxes="287").boxes)
    (304, 287)
    >>> menace.policy(Game())  # a corner, an edge, the centre
    {0: 0.3333333333333333, 1: 0.3333333333333333, 4: 0.3333333333333333}
    """

    kind = "menace"

    def __init__(
        self,
        boxes: Boxes = "304",
        beads: Sequence[int] = (4, 3, 2, 1),
        rewards: Sequence[int] = (3, 1, -1),
        *,
        seed: int | None = None,
        rules: str | Rules = "standard",
    ) -> None:
        super().__init__(seed=seed, rules=rules)
        self.with_boxes: Boxes = check_choice(boxes, "boxes", ("304", "287"))
        """Which positions have a box: "304" or "287"."""
        self.beads = _numbers(beads, "beads")
        """Initial number of beads per colour, for the machine's first move, second move and so
        on."""
        if not self.beads or not all(1 <= number <= _MOST_BEADS for number in self.beads):
            raise ValueError(f"beads must be one or more integers above 0, not {brief(beads)}")
        self.rewards = _numbers(rewards, "rewards")
        """Number of beads to add after a win, after a draw and after a loss."""
        if len(self.rewards) != 3 or any(abs(one) > _MOST_BEADS for one in self.rewards):
            raise ValueError(
                "rewards must be three numbers (for a win, a draw and a loss), not "
                f"{brief(rewards)}"
            )
        self._boxes: dict[int, dict[int, int]] = {}
        self._fill("X")

    @property
    def boxes(self) -> dict[Game, dict[int, int]]:
        """Copy of all boxes, by position. Each box maps cells to their numbers of beads.

        Positions are in canonical form, so the box for a game is
        ``menace.boxes[game.canonical()]``. At first, there are only boxes for positions in
        which X is to move. Boxes for O are added when the machine first plays O.
        """
        nodes = self._tree.nodes
        return {nodes[place].game: dict(box) for place, box in self._boxes.items()}

    def box(self, game: Game) -> dict[int, int] | None:
        """Return the beads for each cell in a position's box, or None if there is no box.

        >>> Menace().box(Game(moves=(4, 8)))
        {0: 3, 1: 3, 2: 3, 5: 3}
        """
        node, symmetry = self._tree.find(game)
        box = self._box(node)
        if box is None:
            return None
        return dict(sorted((symmetry.index(cell), beads) for cell, beads in box.items()))

    def fill(self, mark: Mark) -> Self:
        """Create and fill any missing boxes for positions in which `mark` is to move.

        Raises
        ------
        ValueError
            If `mark` is not a mark.
        """
        check_choice(mark, "mark", MARKS)
        if not any(
            self._tree.nodes[place].game.current_player == mark for place in self._boxes
        ):
            self._fill(mark)
        return self

    def _fill(self, mark: Mark) -> None:
        for node in self._tree.nodes:
            if self._has_box(node, mark):
                stage = min(menace_stage(node.game), len(self.beads) - 1)
                self._boxes[node.place] = dict.fromkeys(node.distinct, self.beads[stage])

    def _has_box(self, node: Node, mark: Mark) -> bool:
        # Whatever the machine plays, the opponent can win on the next move.
        is_lost = node.value < 0 and node.remoteness <= 2
        return (
            node.result is None
            and len(node.children) > 1
            and node.game.current_player == mark
            and (self.with_boxes == "304" or not is_lost)
        )

    def _box(self, node: Node) -> dict[int, int] | None:
        mark = node.game.current_player
        if node.place not in self._boxes and self._has_box(node, mark):
            self._fill(mark)
        return self._boxes.get(node.place)

    def _policy(self, node: Node) -> Mapping[Move, float]:
        box = self._box(node)
        if box is None:
            return {} if len(node.children) > 1 else dict.fromkeys(node.children, 1.0)
        all_beads = sum(box.values())
        return {cell: beads / all_beads for cell, beads in box.items() if beads}

    def _learn(self, steps: Sequence[_OwnMove], score: int) -> list[Change]:
        reward = self.rewards[1 - score]
        changes = []
        for node, cell in steps:
            box = self._box(node)
            if box is not None:
                before = box[cell]
                box[cell] = min(max(before + reward, 0), _MOST_BEADS)
                changes.append(Change(node.game, cell, before, box[cell]))
        return changes

    def _saved(self) -> dict[str, Any]:
        return {
            "boxes": self.with_boxes,
            "beads": list(self.beads),
            "rewards": list(self.rewards),
            "contents": {
                game.to_text(): {str(cell): beads for cell, beads in box.items()}
                for game, box in self.boxes.items()
            },
        }

    def _restore(self, saved: Mapping[str, Any]) -> None:
        # A new machine checks the settings and creates the required boxes.
        made = Menace(saved["boxes"], saved["beads"], saved["rewards"], rules=self.rules)
        contents = self._read_places(saved["contents"], "contents")
        if any(self._tree.nodes[place].game.current_player == "O" for place in contents):
            made.fill("O")
        if contents.keys() != made._boxes.keys():
            raise ValueError(
                f"saved['contents'] must contain {len(made._boxes)} boxes (one for each "
                f"position), not {len(contents)}"
            )
        filled = {place: _read_box(contents[place], box) for place, box in made._boxes.items()}
        self.with_boxes, self.beads, self.rewards = made.with_boxes, made.beads, made.rewards
        self._boxes = filled


def _numbers(values: Sequence[int], what: str) -> tuple[int, ...]:
    try:
        return tuple(as_int(value) for value in values)
    except TypeError:
        raise TypeError(f"{what} must be whole numbers, not {brief(values)}") from None


def _read_box(saved: object, box: Mapping[int, int]) -> dict[int, int]:
    """Read the beads in a saved box, which must have the same cells as `box`."""
    if not isinstance(saved, Mapping) or saved.keys() != {str(cell) for cell in box}:
        cells = ", ".join(map(str, box))
        raise ValueError(
            f"a box in saved must contain beads for the cells {cells}, not {brief(saved)}"
        )
    for beads in saved.values():
        if type(beads) is not int or not 0 <= beads <= _MOST_BEADS:
            raise ValueError(
                f"beads in saved must be whole numbers of at least 0, not {brief(beads)}"
            )
    return {cell: saved[str(cell)] for cell in box}


def menace_stage(game: Game) -> int:
    """Return how many moves the machine has made before a position."""
    return game.move_count // 2


# Machines that keep a table of estimates: Q-learning and temporal difference learning.


class QLearner(_Explorer):
    """Machine that learns the value of each move in each position.

    The machine keeps an estimate for each move, from -1 (a loss) to 1 (a win). At first, all
    estimates are 0. After a game, the estimate for each of the machine's moves shifts towards
    the best estimate in the machine's next position. The estimate for the machine's last move
    shifts towards the game's result. The updates start with the machine's last move. Sources:
    C. Watkins, Learning from delayed rewards, 1989, and R. Sutton and A. Barto, Reinforcement
    learning, section 6.5.

    Parameters
    ----------
    alpha : float, default 0.3
        Step size for updates, above 0 and at most 1.
    epsilon : float, default 0.1
        Probability of exploring, from 0 to 1. When a machine explores, all moves are equally
        likely.
    seed : int, optional
        Seed for the machine's random numbers. The same seed produces the same choices.
    rules : str or Rules, default "standard"
        Rules of the machine's games, or their name.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid, or if the board is too large.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> learner = QLearner(alpha=0.5)
    >>> learner.learn(Game(moves=(0, 3, 1, 4, 2)), "X")[0].after  # X won
    0.125
    >>> learner.values(Game())
    {0: 0.125, 1: 0.0, 4: 0.0}
    """

    kind = "q"
    _values: dict[int, dict[int, float]]

    def _estimates(self, node: Node) -> dict[int, float]:
        return self._values.get(node.place) or dict.fromkeys(node.distinct, 0.0)

    def _learn(self, steps: Sequence[_OwnMove], score: int) -> list[Change]:
        changes: list[Change] = []
        found = float(score)
        for node, cell in reversed(steps):
            estimates = self._values[node.place] = self._estimates(node)
            before = estimates[cell]
            estimates[cell] = before + self.alpha * (found - before)
            changes.insert(0, Change(node.game, cell, before, estimates[cell]))
            found = max(estimates.values())
        return changes

    def _saved(self) -> dict[str, Any]:
        saved = super()._saved()
        for text, values in saved["values"].items():
            saved["values"][text] = {str(cell): one for cell, one in values.items()}
        return saved

    def _read_value(self, saved: Any, node: Node) -> dict[int, float]:
        cells = node.distinct
        if not isinstance(saved, Mapping) or saved.keys() != set(map(str, cells)):
            raise ValueError(
                "a position in saved must contain values for the cells "
                f"{', '.join(map(str, cells))}, not {brief(saved)}"
            )
        return {
            cell: _read_learnt_number(saved[str(cell)], "a value in saved", -1, 1)
            for cell in cells
        }


class TDLearner(_Explorer):
    """Machine that learns the value of the position after each of its moves.

    An afterstate is a position just after one of the machine's moves. For each afterstate, the
    machine keeps an estimate of its expected points, with 1 for a win, 0.5 for a draw and 0 for
    a loss. At first, each estimate is 0.5, except for finished games, whose values are known.
    After a game, each afterstate's estimate moves towards the estimate for the next afterstate.
    The last estimate moves towards the game's result. If the machine made an exploring move,
    the estimate for the afterstate before that move does not change. Source: R. Sutton and A.
    Barto, Reinforcement learning, chapter 1 (where a draw counts as a loss).

    Parameters
    ----------
    alpha : float, default 0.3
        Step size for updates, above 0 and at most 1.
    epsilon : float, default 0.1
        Probability of exploring, from 0 to 1. When a machine explores, all moves are equally
        likely.
    seed : int, optional
        Seed for the machine's random numbers. The same seed produces the same choices.
    rules : str or Rules, default "standard"
        Rules of the machine's games, or their name.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid, or if the board is too large.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> learner = TDLearner(alpha=0.5)
    >>> changes = learner.learn(Game(moves=(0, 3, 1, 4, 2)), "X")
    >>> [(change.cell, change.after) for change in changes]
    [(0, 0.5), (3, 0.75)]
    """

    kind = "td"
    _values: dict[int, float]

    def _estimates(self, node: Node) -> dict[int, float]:
        return {cell: self._value(node.children[cell]) for cell in node.distinct}

    def _value(self, place: int) -> float:
        """Estimate a position from the point of view of the player who has just moved."""
        node = self._tree.nodes[place]
        if node.result is not None:
            return (1 - node.value) / 2
        return self._values.get(place, 0.5)

    def _learn(self, steps: Sequence[_OwnMove], score: int) -> list[Change]:
        # The updates use the estimates from before this game.
        greedy = [cell in self._greedy(node) for node, cell in steps]
        before = [self._value(node.children[cell]) for node, cell in steps]
        for number, (node, cell) in enumerate(steps):
            if number + 1 < len(steps):
                following, reply = steps[number + 1]
                if greedy[number + 1]:
                    self._move(node.children[cell], self._value(following.children[reply]))
            else:
                self._move(node.children[cell], (1 + score) / 2)
        return [
            Change(node.game, cell, earlier, self._value(node.children[cell]))
            for (node, cell), earlier in zip(steps, before, strict=True)
            if self._tree.nodes[node.children[cell]].result is None
        ]

    def _move(self, place: int, found: float) -> None:
        """Move a position's estimate closer to the observed value."""
        if self._tree.nodes[place].result is None:
            value = self._value(place)
            self._values[place] = value + self.alpha * (found - value)

    def _read_value(self, saved: Any, node: Node) -> float:
        del node
        return _read_learnt_number(saved, "a value in saved", 0, 1)
