"""Machines that keep a table of estimates: Q-learning and learning by temporal differences."""

from collections.abc import Mapping, Sequence
from typing import Any

from tictactoe_widget.rules.rules import Rules

from .learner import Change, Explorer, OwnMove, read_learnt_number
from .position_tree import Node


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

    def __init__(
        self,
        alpha: float = 0.3,
        epsilon: float = 0.1,
        *,
        seed: int | None = None,
        rules: str | Rules = "standard",
    ) -> None:
        super().__init__(alpha, epsilon, seed=seed, rules=rules)
        self._values: dict[int, dict[int, float]] = {}

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
        nodes = self._tree.nodes
        return {
            "alpha": self.alpha,
            "epsilon": self.epsilon,
            "values": {
                nodes[place].game.to_text(): {str(cell): one for cell, one in values.items()}
                for place, values in self._values.items()
            },
        }

    def _restore(self, saved: Mapping[str, Any]) -> None:
        made = QLearner(saved["alpha"], saved["epsilon"], rules=self.rules)
        for place, values in self._read_places(saved["values"], "values").items():
            cells = self._tree.nodes[place].distinct
            if not isinstance(values, Mapping) or values.keys() != set(map(str, cells)):
                raise ValueError(
                    "what was saved is damaged: a position must have a value for each of "
                    f"the cells {', '.join(map(str, cells))}"
                )
            made._values[place] = {
                cell: read_learnt_number(values[str(cell)], "a value", -1, 1) for cell in cells
            }
        self.alpha, self.epsilon, self._values = made.alpha, made.epsilon, made._values


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

    def __init__(
        self,
        alpha: float = 0.3,
        epsilon: float = 0.1,
        *,
        seed: int | None = None,
        rules: str | Rules = "standard",
    ) -> None:
        super().__init__(alpha, epsilon, seed=seed, rules=rules)
        self._values: dict[int, float] = {}

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

    def _saved(self) -> dict[str, Any]:
        nodes = self._tree.nodes
        return {
            "alpha": self.alpha,
            "epsilon": self.epsilon,
            "values": {nodes[at].game.to_text(): one for at, one in self._values.items()},
        }

    def _restore(self, saved: Mapping[str, Any]) -> None:
        made = TDLearner(saved["alpha"], saved["epsilon"], rules=self.rules)
        made._values = {
            place: read_learnt_number(value, "a value", 0, 1)
            for place, value in self._read_places(saved["values"], "values").items()
        }
        self.alpha, self.epsilon, self._values = made.alpha, made.epsilon, made._values
