"""MENACE: a machine of matchboxes and beads that learns the game."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import MARKS, Mark
from tictactoe_widget.validation import as_int, brief, check_choice

from .learner import Change, Explorer, Learner, Move, Node, OwnMove, read_learnt_number

Boxes = Literal["304", "287"]
"""Choice of the positions that have a box, by their number on the standard board."""

_MOST_BEADS = 10**6  # most beads that one cell of a box can have


class Menace(Learner):
    """A machine of matchboxes, one for each position, with beads for each move.

    To move, it opens the box of the position and draws a bead at random: its colour is
    the move. After the game it puts beads of the drawn colours back, more or fewer. Where
    a box is empty, it resigns. Donald Michie built it in 1961 of 304 boxes, to play X
    (D. Michie, Experiments on the mechanization of game-learning, The Computer Journal 6,
    1963).

    It plays O as well: then it has boxes for the positions with O to move, which it fills
    when it first needs one of them.

    Parameters
    ----------
    boxes : {"304", "287"}, default "304"
        Which positions have a box. "304": all with the machine to move and more than one
        free cell, up to symmetry; where one cell is left it plays there. "287": also
        without those that are lost whatever it plays, because the opponent wins with its
        next move; there it resigns. The numbers are those of X on the standard board.
    beads : sequence of int, default (4, 3, 2, 1)
        Beads of each colour to begin with: in the boxes of its first move, of its second
        move and so on; the last number holds for all further moves.
    rewards : (int, int, int), default (3, 1, -1)
        Beads to add for each drawn one after a win, a draw and a loss.
    seed : int, optional
        Seed of its random numbers; the same seed gives the same choices.
    rules : str or Rules, default "standard"
        Rules of its games, or their name.

    Raises
    ------
    TypeError, ValueError
        When an argument is not valid, or the board too large.

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
        if boxes not in ("304", "287"):
            raise ValueError(f'boxes must be "304" or "287", not {brief(boxes)}')
        self.with_boxes: Boxes = boxes
        """Choice of the positions that have a box, "304" or "287"."""
        self.beads = _numbers(beads, "beads")
        """Beads of each colour to begin with, by the number of the machine's move."""
        if not self.beads or not all(1 <= number <= _MOST_BEADS for number in self.beads):
            raise ValueError(f"beads must be numbers from 1 up, at least one, not {beads!r}")
        self.rewards = _numbers(rewards, "rewards")
        """Beads to add after a win, a draw and a loss."""
        if len(self.rewards) != 3 or any(abs(one) > _MOST_BEADS for one in self.rewards):
            raise ValueError(
                f"rewards must be three numbers, for a win, a draw and a loss, not {rewards!r}"
            )
        self._boxes: dict[int, dict[int, int]] = {}
        self._fill("X")

    @property
    def boxes(self) -> dict[Game, dict[int, int]]:
        """Beads by cell of each box, by the position of the box; a copy.

        The positions are canonical: ``menace.boxes[game.canonical()]``. They have X to
        move, and once the machine has played O, also O.
        """
        nodes = self._tree.nodes
        return {nodes[place].game: dict(box) for place, box in self._boxes.items()}

    def box(self, game: Game) -> dict[int, int] | None:
        """Return the beads of the box of a game, by cell; None where there is no box.

        >>> Menace().box(Game(moves=(4, 8)))
        {0: 3, 1: 3, 2: 3, 5: 3}
        """
        node, symmetry = self._tree.find(game)
        box = self._box(node)
        if box is None:
            return None
        return dict(sorted((symmetry.index(cell), beads) for cell, beads in box.items()))

    def fill(self, mark: Mark) -> Self:
        """Fill the boxes of the positions with a mark to move, unless they are there.

        Raises
        ------
        ValueError
            When `mark` is no mark.
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
        # The opponent wins with its next move, whatever is played.
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

    def _learn(self, steps: Sequence[OwnMove], score: int) -> list[Change]:
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
        # A new machine checks the settings, and has the boxes that there must be.
        made = Menace(saved["boxes"], saved["beads"], saved["rewards"], rules=self.rules)
        contents = self._read_places(saved["contents"], "contents")
        if any(self._tree.nodes[place].game.current_player == "O" for place in contents):
            made.fill("O")
        if contents.keys() != made._boxes.keys():
            raise ValueError(
                f"what was saved is damaged: contents must have {len(made._boxes)} boxes, "
                f"one for each position, not {len(contents)}"
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
    """Return the beads of a saved box, which must have the same cells as `box`."""
    if not isinstance(saved, Mapping) or saved.keys() != {str(cell) for cell in box}:
        cells = ", ".join(map(str, box))
        raise ValueError(
            f"what was saved is damaged: a box must have beads for the cells {cells}, "
            f"not {brief(saved)}"
        )
    for beads in saved.values():
        if type(beads) is not int or not 0 <= beads <= _MOST_BEADS:
            raise ValueError(
                "what was saved is damaged: beads must be a whole number from 0, "
                f"not {brief(beads)}"
            )
    return {cell: saved[str(cell)] for cell in box}


def menace_stage(game: Game) -> int:
    """Return the number of the machine's move in a position, from 0."""
    return game.move_count // 2


# Machines that keep a table of estimates: Q-learning and learning by temporal differences.


class QLearner(Explorer):
    """A machine that learns what each move in each position is worth.

    It keeps an estimate of each move, from -1 (a loss) to 1 (a win), 0 at first. After a
    game the estimate of each own move goes some way to what came of it: the best estimate
    in its next own position or, for its last move, the result of the game (C. Watkins,
    Learning from delayed rewards, 1989; R. Sutton and A. Barto, Reinforcement learning,
    section 6.5). The moves of a game are learnt from the last to the first.

    Parameters
    ----------
    alpha : float, default 0.3
        Step size, above 0 and at most 1.
    epsilon : float, default 0.1
        Probability to explore, 0 to 1: to play any move, each as likely.
    seed : int, optional
        Seed of its random numbers; the same seed gives the same choices.
    rules : str or Rules, default "standard"
        Rules of its games, or their name.

    Raises
    ------
    TypeError, ValueError
        When an argument is not valid, or the board too large.

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

    def _learn(self, steps: Sequence[OwnMove], score: int) -> list[Change]:
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
                "what was saved is damaged: a position must have a value for each of "
                f"the cells {', '.join(map(str, cells))}"
            )
        return {cell: read_learnt_number(saved[str(cell)], "a value", -1, 1) for cell in cells}


class TDLearner(Explorer):
    """A machine that learns what the position after each of its moves is worth.

    It keeps an estimate of each position that its own move can lead to (an afterstate):
    the points to be expected, 1 for a win, a half for a draw, 0 for a loss. At first that
    is a half, but for finished games, which are known. After a game the estimate of each
    of these positions goes some way to that of the next one, the last one to the result;
    what came of a move made to explore is not put down to the move before (R. Sutton and
    A. Barto, Reinforcement learning, chapter 1, where a draw counts as a loss).

    Parameters
    ----------
    alpha : float, default 0.3
        Step size, above 0 and at most 1.
    epsilon : float, default 0.1
        Probability to explore, 0 to 1: to play any move, each as likely.
    seed : int, optional
        Seed of its random numbers; the same seed gives the same choices.
    rules : str or Rules, default "standard"
        Rules of its games, or their name.

    Raises
    ------
    TypeError, ValueError
        When an argument is not valid, or the board too large.

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
        """Return the estimate of a position for the player who has just moved."""
        node = self._tree.nodes[place]
        if node.result is not None:
            return (1 - node.value) / 2
        return self._values.get(place, 0.5)

    def _learn(self, steps: Sequence[OwnMove], score: int) -> list[Change]:
        # By what is known before this game is learnt from.
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
        """Move the estimate of a position some way towards what was found."""
        if self._tree.nodes[place].result is None:
            value = self._value(place)
            self._values[place] = value + self.alpha * (found - value)

    def _read_value(self, saved: Any, node: Node) -> float:
        del node
        return read_learnt_number(saved, "a value", 0, 1)
