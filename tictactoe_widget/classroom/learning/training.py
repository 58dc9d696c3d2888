"""Training of machines, and learning curves that are computed, not sampled."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from tictactoe_widget.players.calling import ResignedError, choose_move
from tictactoe_widget.players.display_names import describe_player
from tictactoe_widget.players.lots import draw
from tictactoe_widget.players.resigning import RESIGN
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import MARKS, Mark, opponent
from tictactoe_widget.rules.picture.charts import Chart, Panel
from tictactoe_widget.rules.picture.markup import TextDisplay
from tictactoe_widget.validation.arguments import as_game_count, as_seed
from tictactoe_widget.validation.quoting import brief

from .learner import Learner, Move
from .measuring import (
    POLICIES,
    Choose,
    ExactResult,
    Policy,
    find_mistakes,
    follow_policies,
    policy_choice,
)
from .position_tree import PositionTree, position_tree

_MOST_ROWS = 12
"""Most points that the table of a curve shows."""


class CurvePoint(NamedTuple):
    """Exact worth of a machine after some games. Immutable."""

    game_count: int
    """Number of training games before it."""
    random: ExactResult
    """Result against "random", every move as likely."""
    perfect: ExactResult
    """Result against "perfect", every best move as likely."""
    mistake_count: int
    """Number of reachable positions where it may give away a win or a draw."""

    def to_dict(self) -> dict[str, Any]:
        """Return the point as a dict of JSON."""
        return {
            "game_count": self.game_count,
            "random": self.random.to_dict(),
            "perfect": self.perfect.to_dict(),
            "mistake_count": self.mistake_count,
        }


class LearningCurve(TextDisplay):
    """Progress of a machine, measured exactly as it plays without exploring.

    Its `str` is a table; in a notebook it is a chart.

    Parameters
    ----------
    name : str
        Name of the machine.
    mark : {"X", "O"}
        Mark that it plays.
    points : tuple of CurvePoint
        Points of the curve, in order.
    """

    def __init__(self, name: str, mark: Mark, points: tuple[CurvePoint, ...]) -> None:
        self.name = name
        """Name of the machine."""
        self.mark: Mark = mark
        """Mark that it plays."""
        self.points = points
        """Points of the curve, in order."""

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict a point, for a data frame.

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

    def to_dict(self) -> dict[str, Any]:
        """Return the curve as a dict of JSON."""
        points = [point.to_dict() for point in self.points]
        return {"name": self.name, "mark": self.mark, "points": points}

    @property
    def chart(self) -> Chart:
        """Chart of the expected points, and of the number of positions where it may err."""
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
        """Return the chart for a notebook, and the table for where no chart is drawn."""
        return {**self.chart._repr_mimebundle_(**options), "text/plain": str(self)}


class Training:
    """Training of one machine, game by game.

    Parameters
    ----------
    learner : Learner
        The machine.
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
        When an argument is not valid.
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
        if mark not in MARKS:
            raise ValueError(f"mark must be 'X' or 'O', not {brief(mark)}")
        if as_game_count(every) < 1:
            raise ValueError(f"every must be at least 1, not {every}")
        self.learner = learner
        """The machine."""
        self.mark: Mark = mark
        """Mark that it plays."""
        self.every = every
        """Number of games between two points of the curve."""
        self.game_count = 0
        """Number of games it has learnt from: those played here and those counted."""
        self.played_count = 0
        """Number of games played here, and learnt from."""
        self.is_playing = False
        """True while a game is played here and learnt from."""
        self._tree = position_tree(learner.rules)
        self._known = {name: policy_choice(name, self._tree) for name in ("random", "perfect")}
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
        """Learning curve so far; a point every so many games, and one now."""
        points = self._points
        if points[-1].game_count != self.game_count:
            points = [*points, self._measure()]
        return LearningCurve(self.learner.name, self.mark, tuple(points))

    def play(self) -> Game:
        """Play one game and let the machine learn from it; return the game as it ended."""
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
        """Play one game, from which nobody learns; one that is not over was resigned."""
        game = Game(self.learner.rules)
        while not game.is_over:
            choose = self.learner if game.current_player == self.mark else self._reply
            move = choose(game)
            if isinstance(move, type(RESIGN)):
                break
            game = game.play(move)
        return game

    def _measure(self) -> CurvePoint:
        """Return the point of the curve for what the machine has learnt by now."""
        machine = policy_choice(self.learner.settled, self._tree)
        against = {name: self._against(machine, rival) for name, rival in self._known.items()}
        wrong = find_mistakes(machine, self.mark, self._tree)
        return CurvePoint(self.game_count, against["random"], against["perfect"], len(wrong))

    def _against(self, machine: Choose, rival: Choose) -> ExactResult:
        return follow_policies({self.mark: machine, opponent(self.mark): rival}, self._tree)


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
        The machine, which goes on from what it has learnt.
    opponent : str, learner or callable, default "perfect"
        Opponent: "random", "beginner", "casual" or "perfect", which play as in
        `exact_result`; another learner, which learns as well, or this one; or any player.
    games : int, default 1000
        Number of games of the training, at least 0; a machine has learnt little from the
        20 that a match has by default.
    mark : {"X", "O"}, default "X"
        Mark that the machine plays.
    every : int, default 10
        Number of games between two points of the curve, at least 1.
    seed : int, optional
        Seed of the opponent's random numbers.

    Raises
    ------
    TypeError, ValueError
        When an argument is not valid.
    PlayerError
        When a player raises or makes a move that is not legal. What was learnt from the
        games before stays.

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
    """Play so many games, and yield the curve so far: at first, and at each new point.

    Where other code must run between, as on a page, take one curve at a time.
    """
    last = training.game_count + as_game_count(games)
    yield training.curve
    while training.game_count < last:
        training.play()
        if training.game_count % training.every == 0 or training.game_count == last:
            yield training.curve


def _player_of(policy: Policy, tree: PositionTree, random: Random) -> Callable[[Game], Move]:
    """Return a policy as a function of a game that returns its answer."""
    policy_choice(policy, tree)  # which checks it
    if isinstance(policy, Learner):
        return policy
    if isinstance(policy, str):
        choose = POLICIES[policy]

        def play(game: Game) -> Move:
            node, symmetry = tree.find(game)
            return symmetry.index(draw(choose(node), random))

        return play
    who = describe_player(policy)

    def ask(game: Game) -> Move:
        try:
            return choose_move(policy, game, who)
        except ResignedError:
            return RESIGN

    return ask


def _outcomes(name: str, result: ExactResult, mark: Mark) -> dict[str, float]:
    """Return the probabilities of a result as the machine sees them."""
    win, loss = (result.x, result.o) if mark == "X" else (result.o, result.x)
    return {f"{name}_win": win, f"{name}_draw": result.draw, f"{name}_loss": loss}


def _thinned(points: tuple[CurvePoint, ...]) -> list[CurvePoint]:
    """Return at most a dozen of the points: the first, the last and some between."""
    step = -(-len(points) // _MOST_ROWS)
    return [*points[:-1:step], *points[-1:]]
