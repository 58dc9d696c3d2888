"""Train machines, and compute their learning curves exactly, without sampling games."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

from tictactoe_widget.drawing.charts import Chart, Panel
from tictactoe_widget.drawing.markup import TextDisplay
from tictactoe_widget.players.builtin import PLAYERS
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
from tictactoe_widget.texts import _, format_number, localized
from tictactoe_widget.validation import as_seed, brief, check_choice, check_int, did_you_mean

from .machines import Learner, Move, Node, PositionTree, position_tree

# Exact results of games between two policies, and the positions in which a policy can make a
# mistake.

# a policy to measure: a name from `POLICIES`, a learner, or a function that takes a game
Policy = str | Learner | Player

# function that takes a position and returns the probability of each answer
Choose = Callable[[Node], Mapping[Move, float]]


class ExactResult(NamedTuple):
    """Probabilities of a game's three possible results, which `str` shows as percentages."""

    x: float
    """Probability that X wins."""
    draw: float
    """Probability of a draw."""
    o: float
    """Probability that O wins."""

    def score(self, mark: Mark) -> float:
        """Return the expected points for a mark, counting 1 for a win and 0.5 for a draw."""
        return (self.x if mark == "X" else self.o) + self.draw / 2

    def to_dict(self) -> dict[str, float]:
        """Return the three probabilities as a dict."""
        return self._asdict()

    @localized
    def __str__(self) -> str:
        return _(
            "X wins {x}, draw {draw}, O wins {o}",
            x=format_number(self.x, ".3%"),
            draw=format_number(self.draw, ".3%"),
            o=format_number(self.o, ".3%"),
        )


class Mistake(NamedTuple):
    """Position in which a policy can throw away a win or a draw. Immutable."""

    game: Game
    """The position, which stands for all positions that are symmetric to it."""
    moves: dict[Move, float]
    """Probability of each bad move, by cell or `RESIGN`."""

    @property
    def chance(self) -> float:
        """Probability of a bad move if the game reaches this position."""
        return sum(self.moves.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the mistake as a JSON-serializable dict, with the position as text.

        In ``"moves"``, each key is a cell as text, or ``"resign"``.
        """
        moves = {"resign" if one is RESIGN else str(one): p for one, p in self.moves.items()}
        return {"position": self.game.to_text(), "moves": moves, "chance": self.chance}


def exact_result(x: Policy, o: Policy, rules: str | Rules = "standard") -> ExactResult:
    """Compute the exact probability of each result in a game between two policies.

    Instead of sampling games, this function follows every possible game, and multiplies the
    probabilities of the moves.

    Parameters
    ----------
    x, o : str, learner or callable
        Policies that play X and O. A policy is a name, a learner in its current state, or a
        deterministic function that takes a game and returns a cell or `RESIGN`. If a learner
        explores, the result includes its exploring moves. To exclude these moves, pass the
        learner's ``settled`` version. A function is called once for each position, with a game
        whose ``moves`` are empty. You can use these names:

        - "random" plays every move with equal probability.
        - "beginner" takes three in four chances to win, and blocks half of the threats. All
          other moves are random.
        - "casual" wins if possible. Otherwise, it blocks a threat or, if there is none, plays
          at random.
        - "perfect" plays every best move with equal probability.
    rules : str or Rules, default "standard"
        Rules of the game, or their name. The board can have at most 10 cells, and the rules
        must not let players choose their marks.

    Raises
    ------
    TypeError, ValueError
        If an argument is not a policy, if a policy plays by different rules, or if the board is
        too large.
    PlayerError
        If a function raises an exception or returns an illegal move.

    Examples
    --------
    >>> print(exact_result("random", "random"))
    X wins 58.492%, draw 12.698%, O wins 28.810%
    """
    tree = _tree_for((x, o), find_rules(rules))
    choices = {"X": _policy_choice(x, tree), "O": _policy_choice(o, tree)}
    return _follow_policies(choices, tree)


def _follow_policies(choices: Mapping[str, Choose], tree: PositionTree) -> ExactResult:
    """Compute the exact probability of each result in a game between two choice functions."""
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
    """List the positions in which a policy can throw away a win or a draw.

    The list contains only positions that can come up when the policy plays `mark`, whatever the
    opponent plays. Resigning is a mistake unless the position is already lost.

    Parameters
    ----------
    policy : str, learner or callable
        Policy, in any form that `exact_result` accepts.
    mark : {"X", "O"}, default "X"
        Mark that the policy plays.
    rules : str or Rules, optional
        Rules of the game, or their name. By default, a learner plays by its own rules, and any
        other policy by the standard rules.

    Returns
    -------
    tuple of Mistake
        Positions with possible mistakes, sorted by number of marks. For a named policy or a
        learner, the list contains no symmetric copies.

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
    """List the reachable positions in which a choice function can make a mistake."""
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
    """Convert a policy to a choice function, which takes a node in the tree.

    Raises
    ------
    TypeError, ValueError
        If `policy` is not a policy, or if it plays by different rules.
    """
    if isinstance(policy, str):
        if policy not in POLICIES:
            hint = did_you_mean(policy, POLICIES)
            if policy in PLAYERS:
                hint = " (its move probabilities are unknown)"
            raise ValueError(
                f"policy must be {', '.join(map(repr, POLICIES))}, a learner or a function, "
                f"not {brief(policy)}{hint}"
            )
        choose = POLICIES[policy]
        return cache(lambda node: _shares(choose(node)))
    if isinstance(policy, Learner):
        if policy.rules != tree.rules:
            raise ValueError(
                f"{brief(policy)} must follow the rules {brief(tree.rules, 200)}, not "
                f"{brief(policy.rules, 200)}"
            )
        if tree is position_tree(tree.rules):  # the tree that the learner uses
            return policy.policy_at
        return lambda node: policy.policy(node.game)
    check_player(policy)
    ask = partial(_ask, policy, describe_player(policy))
    return lambda node: {ask(node.game): 1.0}


def _tree_for(policies: tuple[Policy, ...], rules: Rules) -> PositionTree:
    """Return the smallest position tree that fits all these policies."""
    # A function can play differently in symmetric positions.
    is_folded = all(isinstance(policy, str | Learner) for policy in policies)
    return position_tree(rules, is_folded=is_folded)


def _shares(groups: MoveGroups) -> Mapping[Move, float]:
    """Map each move that a random policy can play to its probability."""
    shares: dict[Move, float] = {}
    for group in groups:
        for cell in group:
            shares[cell] = shares.get(cell, 0.0) + 1 / (len(groups) * len(group))
    return shares


# each named policy's move groups, starting with the weakest policy
POLICIES: Mapping[str, Callable[[Node], MoveGroups]] = {
    **{
        name: lambda node, policy=policy: policy(node.game)  # type: ignore[misc]
        for name, policy in RANDOM_POLICIES.items()
    },
    "perfect": lambda node: (node.best,),
}


_MOST_ROWS = 12  # maximum number of points in a curve's table


class CurvePoint(NamedTuple):
    """A machine's exact playing strength after a number of training games. Immutable."""

    game_count: int
    """Number of training games before this point."""
    random: ExactResult
    """Exact result against "random", which plays every move with equal probability."""
    perfect: ExactResult
    """Exact result against "perfect", which plays every best move with equal probability."""
    mistake_count: int
    """Number of reachable positions in which the machine can throw away a win or a draw."""

    def to_dict(self) -> dict[str, Any]:
        """Return the point as a JSON-serializable dict."""
        return {name: as_json_value(value) for name, value in self._asdict().items()}


@dataclass(frozen=True, eq=False, repr=False)
class LearningCurve(Serializable, TextDisplay):
    """A machine's progress during training, measured exactly and without exploration.

    `str` turns a curve into a table. A notebook shows a curve as a chart.
    """

    _keys = ("name", "mark", "points")

    name: str
    """Name of the machine."""
    mark: Mark
    """Mark that the machine plays."""
    points: tuple[CurvePoint, ...]
    """Points on the curve, in the order of the training games."""

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict for each point, as rows for a data frame.

        Each dict has the keys ``game_count`` and ``mistake_count``. Six more keys contain the
        probability of each result against random and against perfect play: ``random_win``,
        ``random_draw``, ``random_loss``, ``perfect_win``, ``perfect_draw`` and
        ``perfect_loss``.
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
    @localized
    def chart(self) -> Chart:
        """Chart of the machine's expected points and its number of possible mistakes."""
        scores = {
            _("against random"): [
                (p.game_count, p.random.score(self.mark)) for p in self.points
            ],
            _("against perfect"): [
                (p.game_count, p.perfect.score(self.mark)) for p in self.points
            ],
        }
        wrong = {_("positions"): [(p.game_count, p.mistake_count) for p in self.points]}
        return Chart(
            _("Learning curve for {name} playing {mark}", name=self.name, mark=self.mark),
            _("Training games"),
            (
                Panel(_("Points per game (win 1, draw ½, loss 0)"), scores, highest=1.0),
                Panel(_("Positions where a mistake is possible"), wrong),
            ),
        )

    @localized
    def __str__(self) -> str:
        rows = [
            f"{point.game_count:>6,}  {point.random.score(self.mark):>9.3f}"
            f"  {point.perfect.score(self.mark):>10.3f}  {point.mistake_count:>8}"
            for point in _thinned(self.points)
        ]
        return "\n".join([" games  vs random  vs perfect  mistakes", *rows])

    @localized
    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        """Return the chart for a notebook, and a table for hosts that can't show charts."""
        return {**self.chart._repr_mimebundle_(**options), "text/plain": str(self)}


class Training:
    """Training session for one machine, which you can continue game by game.

    Parameters
    ----------
    learner : Learner
        Machine to train.
    opponent : str, learner or callable
        Opponent, in any form that `train` accepts.
    mark : {"X", "O"}, default "X"
        Mark that the machine plays.
    every : int, default 10
        Number of games between two points on the learning curve, at least 1.
    seed : int, optional
        Seed for the opponent's random numbers.

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
            raise TypeError(
                f"learner must be a machine that learns, not {brief(learner)}: create "
                "one, such as Menace()"
            )
        check_choice(mark, "mark", MARKS)
        self.learner = learner  # the machine
        self.mark: Mark = mark  # mark that the machine plays
        # number of games between two points on the curve
        self.every = check_int(every, "every", 1)
        # number of games from which the machine has learnt, wherever they were played
        self.game_count = 0
        self.played_count = 0  # number of games that `play` has played
        # True while `play` plays a game and the machine learns from it.
        self.is_playing = False
        self._tree = position_tree(learner.rules)
        self._known = {name: _policy_choice(name, self._tree) for name in ("random", "perfect")}
        self._random = Random(as_seed(seed))
        self.face(opponent)
        self._points = [self._measure()]

    def face(self, opponent: Policy) -> None:
        """Set the opponent for the next games."""
        self._reply = _player_of(opponent, self._tree, self._random)
        self._pupils = [self.learner]
        if isinstance(opponent, Learner) and opponent is not self.learner:
            self._pupils.append(opponent)

    @property
    def curve(self) -> LearningCurve:
        """Learning curve so far. The last point shows the machine's current state."""
        points = self._points
        if points[-1].game_count != self.game_count:
            points = [*points, self._measure()]
        return LearningCurve(self.learner.name, self.mark, tuple(points))

    def play(self) -> Game:
        """Play one game, let the machine learn from it, and return the game."""
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
        """Count a game from which the machine has learnt elsewhere, and update the curve."""
        self.game_count += 1
        self._points.append(self._measure())

    def play_out(self) -> Game:
        """Play one game without learning and return it (unfinished after a resignation)."""
        game = Game(self.learner.rules)
        while not game.is_over:
            choose = self.learner if game.current_player == self.mark else self._reply
            move = choose(game)
            if isinstance(move, type(RESIGN)):
                break
            game = game.play(move)
        return game

    def _measure(self) -> CurvePoint:
        """Compute a point on the curve for the machine's current memory."""
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
        Machine to train. It keeps everything that it has already learnt.
    opponent : str, learner or callable, default "perfect"
        Training opponent: "random", "beginner", "casual" or "perfect" (see `exact_result`),
        another learner, the same learner, or any player. If the opponent is another learner, it
        also learns.
    games : int, default 1000
        Number of training games, at least 0. The default is much larger than for matches,
        because a machine would learn little from 20 games.
    mark : {"X", "O"}, default "X"
        Mark that the machine plays.
    every : int, default 10
        Number of games between two points on the learning curve, at least 1.
    seed : int, optional
        Seed for the opponent's random numbers.

    Raises
    ------
    TypeError, ValueError
        If an argument is invalid.
    PlayerError
        If a player raises an exception or makes an illegal move. The machine keeps everything
        that it has learnt by then.

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
    """Play training games, and yield the learning curve at the start and after each new point.

    Other code can run between two curves, for example in a web page.
    """
    last = training.game_count + check_int(games, "games", 0)
    yield training.curve
    while training.game_count < last:
        training.play()
        if training.game_count % training.every == 0 or training.game_count == last:
            yield training.curve


def _player_of(policy: Policy, tree: PositionTree, random: Random) -> Callable[[Game], Move]:
    _policy_choice(policy, tree)  # raises an error if `policy` isn't a policy
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
    try:
        return choose_move(player, game, who)
    except ResignedError:
        return RESIGN


def _outcomes(name: str, result: ExactResult, mark: Mark) -> dict[str, float]:
    """Return the machine's probabilities of winning, drawing and losing, as a dict."""
    win, loss = (result.x, result.o) if mark == "X" else (result.o, result.x)
    return {f"{name}_win": win, f"{name}_draw": result.draw, f"{name}_loss": loss}


def _thinned(points: tuple[CurvePoint, ...]) -> list[CurvePoint]:
    """Return at most 12 of the points: the first, the last, and some in between."""
    step = -(-len(points) // _MOST_ROWS)
    return [*points[:-1:step], *points[-1:]]
