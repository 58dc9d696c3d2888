"""Training of machines, with learning curves that are computed, not sampled."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

from tictactoe_widget.drawing.charts import Chart, Panel
from tictactoe_widget.drawing.markup import TextDisplay
from tictactoe_widget.players.builtin import PLAYERS, no_player
from tictactoe_widget.players.calling import (
    RESIGN,
    Player,
    ResignedError,
    check_player,
    choose_move,
    describe_player,
)
from tictactoe_widget.players.random_policies import RANDOM_POLICIES, MoveGroups, sample_move
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import MARKS, Mark, Result, opponent
from tictactoe_widget.serialization import Serializable, as_json_value
from tictactoe_widget.validation import as_seed, brief, check_choice, check_int

from .machines import Learner, Move, Node, PositionTree, position_tree

# Exact results of two policies, and the positions in which a policy may err.

# policy to measure: one of `POLICIES`, a learner, or a function of a game
Policy = str | Learner | Player

# function of a position that returns the probability of each answer
Choose = Callable[[Node], Mapping[Move, float]]


class ExactResult(NamedTuple):
    """Probabilities of the three results of a game. Immutable, with a `str` in percent."""

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
        return self._asdict()

    def __str__(self) -> str:
        return f"X wins {self.x:.3%}, draw {self.draw:.3%}, O wins {self.o:.3%}"


class Mistake(NamedTuple):
    """Position in which a policy may give away a win or a draw. Immutable."""

    game: Game
    """Position, or one of several that symmetries make equal."""
    moves: dict[Move, float]
    """Probability of each bad answer, by cell or `RESIGN`."""

    @property
    def chance(self) -> float:
        """Probability to err, once the position is reached."""
        return sum(self.moves.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the mistake as a dict of JSON, with the position as text.

        The keys of the moves are the text of the cell, or ``"resign"``.
        """
        moves = {"resign" if one is RESIGN else str(one): p for one, p in self.moves.items()}
        return {"position": self.game.to_text(), "moves": moves, "chance": self.chance}


def exact_result(x: Policy, o: Policy, rules: str | Rules = "standard") -> ExactResult:
    """Return the exact probabilities of the results of a game between two policies.

    The computation follows all possible games, each with its probability, and samples none.

    Parameters
    ----------
    x, o : str, learner or callable
        Policies of the two marks: a name, a learner as it plays now, or a deterministic
        function of a game that returns a cell or `RESIGN`. A learner that explores does so
        here, and its ``settled`` does not. A function is called once for each position, with
        empty ``moves``. The names are "random" (every move with equal probability), "beginner"
        (takes three of four wins and one of two blocks, otherwise random), "casual" (a win,
        otherwise a block, otherwise random) and "perfect" (every best move with equal
        probability).
    rules : str or Rules, default "standard"
        Rules of the game, or their name. Boards have at most 10 cells, and players must not
        choose the mark.

    Raises
    ------
    TypeError, ValueError
        If a policy is none of these or plays by other rules, or the board is too large.
    PlayerError
        If a function raises or returns an illegal move.

    Examples
    --------
    >>> print(exact_result("random", "random"))
    X wins 58.492%, draw 12.698%, O wins 28.810%
    """
    tree = _tree_for((x, o), find_rules(rules))
    choices = {"X": _policy_choice(x, tree), "O": _policy_choice(o, tree)}
    return _follow_policies(choices, tree)


def _follow_policies(choices: Mapping[str, Choose], tree: PositionTree) -> ExactResult:
    """Return the exact probabilities of the results of two choices, by mark."""
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
    """List the positions in which a policy may give away a win or a draw.

    Only positions count that can be reached while the policy plays one mark, against any
    opponent. A resignation is a mistake unless the game is lost.

    Parameters
    ----------
    policy : str, learner or callable
        As in `exact_result`.
    mark : {"X", "O"}, default "X"
        Mark that it plays.
    rules : str or Rules, optional
        Rules of the game, or their name. By default those of a learner, otherwise the standard
        ones.

    Returns
    -------
    tuple of Mistake
        Positions, those with fewer marks first. For a named policy or a learner, the list has
        one of the positions that symmetries make equal.

    Examples
    --------
    >>> len(mistakes("random")), len(mistakes("perfect"))
    (234, 0)
    """
    check_choice(mark, "mark", MARKS)
    if rules is None:
        rules = policy.rules if isinstance(policy, Learner) else "standard"
    tree = _tree_for((policy,), find_rules(rules))
    return _find_mistakes(_policy_choice(policy, tree), mark, tree)


def _find_mistakes(choice: Choose, mark: Mark, tree: PositionTree) -> tuple[Mistake, ...]:
    """List the reachable positions in which a choice for a mark may err, as `mistakes`."""
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


def _policy_choice(policy: Policy, tree: PositionTree) -> Choose:
    """Return a policy as a function of the positions of a tree.

    Raises
    ------
    TypeError, ValueError
        If it is not a policy, or plays by other rules.
    """
    if isinstance(policy, str):
        if policy not in POLICIES:
            fault = no_player(policy, tuple(POLICIES))
            if policy in PLAYERS:
                fault = f"the probabilities of {brief(policy)} are not known"
            choices = ", ".join(POLICIES)
            raise ValueError(f"{fault}; choose from {choices}, a learner or a function")
        choose = POLICIES[policy]
        return cache(lambda node: _shares(choose(node)))
    if isinstance(policy, Learner):
        if policy.rules != tree.rules:
            raise ValueError(
                f"{brief(policy)} plays by its own rules, not by {brief(tree.rules, 200)}"
            )
        if tree is position_tree(tree.rules):  # the tree that it learns by
            return policy.policy_at
        return lambda node: policy.policy(node.game)
    check_player(policy)
    ask = partial(_ask, policy, describe_player(policy))
    return lambda node: {ask(node.game): 1.0}


def _tree_for(policies: tuple[Policy, ...], rules: Rules) -> PositionTree:
    """Return the smallest tree that fits these policies."""
    # A function may answer symmetric positions differently.
    is_folded = all(isinstance(policy, str | Learner) for policy in policies)
    return position_tree(rules, is_folded=is_folded)


def _shares(groups: MoveGroups) -> Mapping[Move, float]:
    """Return the probability of each move of a random policy."""
    shares: dict[Move, float] = {}
    for group in groups:
        for cell in group:
            shares[cell] = shares.get(cell, 0.0) + 1 / (len(groups) * len(group))
    return shares


# move groups of each named policy, weakest first
POLICIES: Mapping[str, Callable[[Node], MoveGroups]] = {
    **{
        name: lambda node, policy=policy: policy(node.game)  # type: ignore[misc]
        for name, policy in RANDOM_POLICIES.items()
    },
    "perfect": lambda node: (node.best,),
}


_MOST_ROWS = 12  # maximum number of points in the table of a curve


class CurvePoint(NamedTuple):
    """Exact playing strength of a machine after some games. Immutable."""

    game_count: int
    """Number of training games before it."""
    random: ExactResult
    """Result against "random", which plays every move with equal probability."""
    perfect: ExactResult
    """Result against "perfect", which plays every best move with equal probability."""
    mistake_count: int
    """Number of reachable positions in which it may give away a win or a draw."""

    def to_dict(self) -> dict[str, Any]:
        """Return the point as a dict of JSON."""
        return {name: as_json_value(value) for name, value in self._asdict().items()}


@dataclass(frozen=True, eq=False, repr=False)
class LearningCurve(Serializable, TextDisplay):
    """Progress of a machine, measured exactly as it plays without exploring.

    Its `str` is a table. In a notebook it is a chart.
    """

    _keys = ("name", "mark", "points")

    name: str
    """Name of the machine."""
    mark: Mark
    """Mark that it plays."""
    points: tuple[CurvePoint, ...]
    """Points of the curve, in order."""

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict per point, for a data frame.

        Each has the keys ``game_count``, ``mistake_count``, and the probabilities that the
        machine wins, draws and loses: ``random_win``, ``random_draw``, ``random_loss``,
        ``perfect_win``, ``perfect_draw`` and ``perfect_loss``.
        """
        return [
            {
                "game_count": point.game_count,
                "mistake_count": point.mistake_count,
                **_outcomes("random", point.random, self.mark),
                **_outcomes("perfect", point.perfect, self.mark),
            }
            for point in self.points
        ]

    @property
    def chart(self) -> Chart:
        """Chart of the expected points, and of the number of positions in which it may err."""
        scores = {
            "against random": [(p.game_count, p.random.score(self.mark)) for p in self.points],
            "against perfect": [
                (p.game_count, p.perfect.score(self.mark)) for p in self.points
            ],
        }
        wrong = {"positions": [(p.game_count, p.mistake_count) for p in self.points]}
        return Chart(
            f"{self.name} plays {self.mark}: what it has learnt",
            "Games",
            (
                Panel("Points a game (a draw counts ½)", scores, highest=1.0),
                Panel("Positions where it may err", wrong),
            ),
        )

    def __str__(self) -> str:
        rows = [
            f"{point.game_count:>6,}  {point.random.score(self.mark):>9.3f}"
            f"  {point.perfect.score(self.mark):>10.3f}  {point.mistake_count:>8}"
            for point in _thinned(self.points)
        ]
        return "\n".join([" games  vs random  vs perfect  mistakes", *rows])

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        """Return the chart for a notebook, and the table for hosts without charts."""
        return {**self.chart._repr_mimebundle_(**options), "text/plain": str(self)}


class Training:
    """Training of one machine, game by game.

    Parameters
    ----------
    learner : Learner
        Machine to train.
    opponent : str, learner or callable
        Opponent, as in `train`.
    mark : {"X", "O"}, default "X"
        Mark that the machine plays.
    every : int, default 10
        Number of games between two points of the curve, at least 1.
    seed : int, optional
        Seed of the opponent's random numbers.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    """

    def __init__(
        self,
        learner: Learner,
        opponent: Policy = "perfect",
        *,
        mark: Mark = "X",
        every: int = 10,
        seed: int | None = None,
    ) -> None:
        if not isinstance(learner, Learner):
            raise TypeError(f"only a machine that learns can be trained, not {brief(learner)}")
        check_choice(mark, "mark", MARKS)
        self.learner = learner  # the machine
        self.mark: Mark = mark  # mark that it plays
        # number of games between two points of the curve
        self.every = check_int(every, "every", 1)
        # number of games it has learnt from: those played here and those counted
        self.game_count = 0
        self.played_count = 0  # number of games played here, and learnt from
        self.is_playing = False  # true while a game is played here and learnt from
        self._tree = position_tree(learner.rules)
        self._known = {name: _policy_choice(name, self._tree) for name in ("random", "perfect")}
        self._random = Random(as_seed(seed))
        self.face(opponent)
        self._points = [self._measure()]

    def face(self, opponent: Policy) -> None:
        """Choose the opponent of the next games."""
        self._reply = _player_of(opponent, self._tree, self._random)
        self._pupils = [self.learner]
        if isinstance(opponent, Learner) and opponent is not self.learner:
            self._pupils.append(opponent)

    @property
    def curve(self) -> LearningCurve:
        """Learning curve so far, with regular points and one for the present."""
        points = self._points
        if points[-1].game_count != self.game_count:
            points = [*points, self._measure()]
        return LearningCurve(self.learner.name, self.mark, tuple(points))

    def play(self) -> Game:
        """Play one game, let the machine learn from it, and return the finished game."""
        self.is_playing = True
        try:
            game = self.play_out()
            for pupil in self._pupils:
                pupil.learn(game)
        finally:
            self.is_playing = False
        self.played_count += 1
        self.game_count += 1
        if self.game_count % self.every == 0:
            self._points.append(self._measure())
        return game

    def count(self) -> None:
        """Count a game that the machine has learnt from elsewhere, as a point of the curve."""
        self.game_count += 1
        self._points.append(self._measure())

    def play_out(self) -> Game:
        """Play one game without learning. If it is not over, one player has resigned."""
        game = Game(self.learner.rules)
        while not game.is_over:
            choose = self.learner if game.current_player == self.mark else self._reply
            move = choose(game)
            if isinstance(move, type(RESIGN)):
                break
            game = game.play(move)
        return game

    def _measure(self) -> CurvePoint:
        """Return the point of the curve for the present memory of the machine."""
        machine = _policy_choice(self.learner.settled, self._tree)
        against = {name: self._against(machine, rival) for name, rival in self._known.items()}
        wrong = _find_mistakes(machine, self.mark, self._tree)
        return CurvePoint(self.game_count, against["random"], against["perfect"], len(wrong))

    def _against(self, machine: Choose, rival: Choose) -> ExactResult:
        return _follow_policies({self.mark: machine, opponent(self.mark): rival}, self._tree)


def train(  # noqa: PLR0913 - all but the machine have defaults
    learner: Learner,
    opponent: Policy = "perfect",
    games: int = 1000,
    *,
    mark: Mark = "X",
    every: int = 10,
    seed: int | None = None,
) -> LearningCurve:
    """Train a machine, and return its learning curve.

    Parameters
    ----------
    learner : Learner
        Machine to train, which continues from its present memory.
    opponent : str, learner or callable, default "perfect"
        Opponent: "random", "beginner", "casual" or "perfect", which play as in `exact_result`,
        another learner, which also learns, the same learner, or any player.
    games : int, default 1000
        Number of games of the training, at least 0. A match has 20 by default, from which a
        machine learns little.
    mark : {"X", "O"}, default "X"
        Mark that the machine plays.
    every : int, default 10
        Number of games between two points of the curve, at least 1.
    seed : int, optional
        Seed of the opponent's random numbers.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    PlayerError
        If a player raises or makes an illegal move. The learning from earlier games stays.

    Examples
    --------
    >>> from tictactoe_widget.classroom import Menace
    >>> curve = train(Menace(seed=1), "random", games=100, every=50, seed=1)
    >>> [(point.game_count, round(point.random.x, 2)) for point in curve.points]
    [(0, 0.61), (50, 0.64), (100, 0.66)]
    """
    training = Training(learner, opponent, mark=mark, every=every, seed=seed)
    *_, curve = train_in_slices(training, games)
    return curve


def train_in_slices(training: Training, games: int) -> Iterator[LearningCurve]:
    """Play that many games, and yield the curve so far: at first, and at each new point.

    If other code must run in between, as on a page, take one curve at a time.
    """
    last = training.game_count + check_int(games, "games", 0)
    yield training.curve
    while training.game_count < last:
        training.play()
        if training.game_count % training.every == 0 or training.game_count == last:
            yield training.curve


def _player_of(policy: Policy, tree: PositionTree, random: Random) -> Callable[[Game], Move]:
    """Return a policy as a function of a game that returns its answer."""
    _policy_choice(policy, tree)  # which checks it
    if isinstance(policy, Learner):
        return policy
    if not isinstance(policy, str):
        return partial(_ask, policy, describe_player(policy))
    choose = POLICIES[policy]

    def play(game: Game) -> Move:
        node, symmetry = tree.find(game)
        return symmetry.index(sample_move(choose(node), random))

    return play


def _ask(player: Player, who: str, game: Game) -> Move:
    """Return the answer of a player, which may resign."""
    try:
        return choose_move(player, game, who)
    except ResignedError:
        return RESIGN


def _outcomes(name: str, result: ExactResult, mark: Mark) -> dict[str, float]:
    """Return the probabilities of a result from the machine's point of view."""
    win, loss = (result.x, result.o) if mark == "X" else (result.o, result.x)
    return {f"{name}_win": win, f"{name}_draw": result.draw, f"{name}_loss": loss}


def _thinned(points: tuple[CurvePoint, ...]) -> list[CurvePoint]:
    """Return at most a dozen of the points: the first, the last and some between."""
    step = -(-len(points) // _MOST_ROWS)
    return [*points[:-1:step], *points[-1:]]
