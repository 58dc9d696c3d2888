"""Exact results of two policies, and the positions where a policy may err."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tictactoe_widget.players.builtin import PLAYERS, no_player
from tictactoe_widget.players.calling import (
    Player,
    ResignedError,
    check_player,
    choose_move,
)
from tictactoe_widget.players.display_names import describe_player
from tictactoe_widget.players.lots import WAYS, Ways
from tictactoe_widget.players.resigning import RESIGN
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import MARKS, Mark, Result, opponent
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation.quoting import brief

from .learner import Learner, Move
from .position_tree import Node, PositionTree, position_tree

Policy = str | Learner | Player
"""Policy to measure: one of `POLICIES`, a learner, or a function of a game."""

Choose = Callable[[Node], Mapping[Move, float]]
"""Function of a position that returns the probability of each answer."""


class ExactResult(NamedTuple):
    """Probabilities of the three results of a game. Immutable; its `str` is in percent."""

    x: float
    """Probability that X wins."""
    draw: float
    """Probability of a draw."""
    o: float
    """Probability that O wins."""

    def score(self, mark: Mark) -> float:
        """Return the expected points of a mark: 1 for a win, a half for a draw."""
        return (self.x if mark == "X" else self.o) + self.draw / 2

    def to_dict(self) -> dict[str, float]:
        """Return the probabilities by name."""
        return {"x": self.x, "draw": self.draw, "o": self.o}

    def __str__(self) -> str:
        return f"X wins {self.x:.3%}, draw {self.draw:.3%}, O wins {self.o:.3%}"


class Mistake(NamedTuple):
    """A position where a policy may give away a win or a draw. Immutable."""

    game: Game
    """The position; of symmetric ones one, where the policy does not tell them apart."""
    moves: dict[Move, float]
    """Probability of each answer that gives something away, by cell or `RESIGN`."""

    @property
    def chance(self) -> float:
        """Probability to err, once the position is reached."""
        return sum(self.moves.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the mistake as a dict of JSON; the position is a text.

        The moves are by the text of the cell, or ``"resign"``.
        """
        moves = {"resign" if one is RESIGN else str(one): p for one, p in self.moves.items()}
        return {"position": self.game.to_text(), "moves": moves, "chance": self.chance}


def exact_result(x: Policy, o: Policy, rules: str | Rules = "standard") -> ExactResult:
    """Return the exact probabilities of the results of a game between two policies.

    All games that can be played are followed, each with its probability; no game is
    drawn by lot.

    Parameters
    ----------
    x, o : str, learner or callable
        Policies of the two marks: a name; a learner, as it plays now (where it explores,
        with that; its ``settled`` does without); or a function of a game that always
        answers the same position with the same cell or `RESIGN`, because it is asked once.
        It is handed positions: their ``moves`` are empty, however they were reached.
        The names are "random" (every move as likely), "beginner" (of four wins three, of
        two blocks one, else random), "casual" (a win, else a block, else random) and
        "perfect" (every best move as likely).
    rules : str or Rules, default "standard"
        Rules of the game, or their name; boards of at most 10 cells, and no rules by which
        players choose the mark.

    Raises
    ------
    TypeError, ValueError
        When a policy is none of these or plays by other rules, or the board is too large.
    PlayerError
        When a function raises or answers with a move that is not legal.

    Examples
    --------
    >>> print(exact_result("random", "random"))
    X wins 58.492%, draw 12.698%, O wins 28.810%
    """
    tree = _tree_for((x, o), find_rules(rules))
    choices = {"X": policy_choice(x, tree), "O": policy_choice(o, tree)}
    return follow_policies(choices, tree)


def follow_policies(choices: Mapping[str, Choose], tree: PositionTree) -> ExactResult:
    """Return the exact probabilities of the results of two choices, given by mark."""
    chances = [0.0] * len(tree.nodes)
    chances[0] = 1.0
    results: dict[Result, float] = {"X": 0.0, "draw": 0.0, "O": 0.0}
    for node in tree.nodes:
        chance = chances[node.place]
        if not chance:
            continue
        if node.result is not None:
            results[node.result] += chance
            continue
        mark = node.game.current_player
        for move, share in choices[mark](node).items():
            if move is RESIGN:
                results[opponent(mark)] += chance * share
            else:
                chances[node.children[move]] += chance * share  # type: ignore[index]
    return ExactResult(results["X"], results["draw"], results["O"])


def mistakes(
    policy: Policy, mark: Mark = "X", rules: str | Rules | None = None
) -> tuple[Mistake, ...]:
    """List the positions where a policy may give away a win or a draw.

    Only positions count that can be reached while the policy plays one mark, against
    whatever opponent. A resignation errs unless the game is lost.

    Parameters
    ----------
    policy : str, learner or callable
        As in `exact_result`.
    mark : {"X", "O"}, default "X"
        Mark that it plays.
    rules : str or Rules, optional
        Rules of the game, or their name; by default those of a learner, else the
        standard ones.

    Returns
    -------
    tuple of Mistake
        The positions, those with fewer marks first; of positions that symmetries make
        equal one, but for functions.

    Examples
    --------
    >>> len(mistakes("random")), len(mistakes("perfect"))
    (234, 0)
    """
    if mark not in MARKS:
        raise ValueError(f"mark must be 'X' or 'O', not {brief(mark)}")
    if rules is None:
        rules = policy.rules if isinstance(policy, Learner) else "standard"
    tree = _tree_for((policy,), find_rules(rules))
    return find_mistakes(policy_choice(policy, tree), mark, tree)


def find_mistakes(choice: Choose, mark: Mark, tree: PositionTree) -> tuple[Mistake, ...]:
    """List the reachable positions where a choice for a mark may err, see `mistakes`."""
    reached = {0}
    found = []
    for node in tree.nodes:
        if node.place not in reached or node.result is not None:
            continue
        if node.game.current_player != mark:
            reached.update(node.children.values())
            continue
        policy = choice(node)
        cells = [cell for cell in policy if not isinstance(cell, type(RESIGN))]
        reached.update(node.children[cell] for cell in cells)
        wrong = {
            move: chance
            for move, chance in policy.items()
            if (
                node.value >= 0
                if isinstance(move, type(RESIGN))
                else node.is_worse(move, tree.nodes)
            )
        }
        if wrong:
            found.append(Mistake(node.game, wrong))
    return tuple(found)


def _no_policy(name: str) -> str:
    """Say that a name is none of a policy, and which there are."""
    fault = no_player(name, tuple(POLICIES))
    if name in PLAYERS:
        fault = f"the probabilities of {brief(name)} are not known"
    return f"{fault}; choose from {', '.join(POLICIES)}, a learner or a function"


def policy_choice(policy: Policy, tree: PositionTree) -> Choose:
    """Return a policy as a function of the positions of a tree.

    Raises
    ------
    TypeError, ValueError
        When it is no policy, or plays by other rules.
    """
    if isinstance(policy, str):
        try:
            choose = POLICIES[policy]
        except KeyError:
            raise ValueError(_no_policy(policy)) from None
        kept: dict[int, Mapping[Move, float]] = {}

        def look_up(node: Node) -> Mapping[Move, float]:
            if node.place not in kept:
                kept[node.place] = _shares(choose(node))
            return kept[node.place]

        return look_up
    if isinstance(policy, Learner):
        if policy.rules != tree.rules:
            raise ValueError(
                f"{brief(policy)} plays by its own rules, not by {brief(tree.rules, 200)}"
            )
        if tree is position_tree(tree.rules):  # the tree that it learns by
            return policy.policy_at
        return lambda node: policy.policy(node.game)
    check_player(policy)
    who = describe_player(policy)

    def ask(node: Node) -> Mapping[Move, float]:
        try:
            return {choose_move(policy, node.game, who): 1.0}
        except ResignedError:
            return {RESIGN: 1.0}

    return ask


def _tree_for(policies: tuple[Policy, ...], rules: Rules) -> PositionTree:
    """Return the smallest tree on which these policies can be followed."""
    # A function may answer symmetric positions differently.
    is_folded = all(isinstance(policy, str | Learner) for policy in policies)
    return position_tree(rules, is_folded=is_folded)


def _shares(ways: Ways) -> Mapping[Move, float]:
    """Return the probability of each move that is drawn by lot."""
    shares: dict[Move, float] = {}
    for way in ways:
        for cell in way:
            shares[cell] = shares.get(cell, 0.0) + 1 / (len(ways) * len(way))
    return shares


def _named(name: str) -> Callable[[Node], Ways]:
    """Return what a player of this name does, as a function of a position of a tree."""
    return lambda node: WAYS[name](node.game)


POLICIES: Mapping[str, Callable[[Node], Ways]] = {
    **{name: _named(name) for name in WAYS},
    "perfect": lambda node: (node.best,),
}
"""Ways to move of each policy that has a name, weakest first."""
