"""Named players, weakest first. What a player is: see :func:`.answers.think`."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter

from tictactoe_widget.analysis.analyze import DEFAULT_SECONDS, analyze_in_slices
from tictactoe_widget.analysis.families import family_of, is_solvable
from tictactoe_widget.analysis.values import Analysis
from tictactoe_widget.rules.base import Rules
from tictactoe_widget.rules.game import Game

_WORTH_A_RISK = 0.5  # an estimate from which a proved draw is passed over

Steps = Iterator[int]
"""Cells, each a better answer than the one before; the last one is the move."""


class NamedPlayer:
    """A player that comes with the package; made by :func:`player`.

    Call it for its move, or run `think` in slices.

    Parameters
    ----------
    name : str
        One of `PLAYERS`.
    seed : int, optional
        Fixes its random choices.
    seconds : float
        The time limit of "expert" per move; the others take what they need.
    """

    def __init__(self, name: str, seed: int | None, seconds: float) -> None:
        self.name = name
        """One of `PLAYERS`."""
        self.seconds = seconds
        """The time limit of "expert" per move."""
        self._seed = seed
        self._random = Random(seed)

    def __repr__(self) -> str:
        return f"player({self.name!r}, seed={self._seed!r}, seconds={self.seconds!r})"

    def __call__(self, game: Game) -> int:
        """Return the cell it plays."""
        *_, cell = self.think(game)
        return cell

    def think(self, game: Game) -> Steps:
        """Yield better and better cells; the last one is the move.

        Raises
        ------
        ValueError
            When the game is over, or when "perfect" cannot solve its rules.
        """
        if game.is_over:
            raise ValueError(f"there is no move to choose: {game.message}")
        return _THINKING[self.name](game, self._random, self.seconds)


def player(
    name: str, *, seed: int | None = None, seconds: float = DEFAULT_SECONDS
) -> NamedPlayer:
    """Return a named player.

    Parameters
    ----------
    name : {"random", "beginner", "casual", "expert", "perfect"}
        "random" plays anything; "beginner" takes a win that is there;
        "casual" also blocks one; "expert" is exact where that is within its
        time and searches elsewhere; "perfect" is exact always.
    seed : int, optional
        Fixes its random choices. A player draws on as it goes: two games with
        one player are two games.
    seconds : float, default 1.0
        The time limit of "expert" per move. More time makes it stronger.

    Raises
    ------
    ValueError
        When there is no player of that name, or `seconds` is not above 0.

    Examples
    --------
    >>> player("perfect")(Game().play(0).play(4).play(8)) in (1, 3, 5, 7)
    True
    """
    if name not in _THINKING:
        raise ValueError(f"there is no player {name!r}; choose from {', '.join(PLAYERS)}")
    if not seconds > 0:
        raise ValueError(f"seconds must be above 0, not {seconds!r}")
    return NamedPlayer(name, seed, seconds)


def player_choices(rules: Rules) -> tuple[str, ...]:
    """Return the names of the players for these rules, weakest first.

    >>> player_choices(MNK(15, 15, 5))
    ('random', 'beginner', 'casual', 'expert')
    """
    return PLAYERS if is_solvable(rules) else PLAYERS[:-1]


def _random(game: Game, random: Random, _seconds: float) -> Steps:
    yield random.choice(game.legal_moves)


def _beginner(game: Game, random: Random, _seconds: float) -> Steps:
    wins = family_of(game.rules).winning_moves(game.rules, game.state)
    yield random.choice(wins or game.legal_moves)


def _casual(game: Game, random: Random, _seconds: float) -> Steps:
    rules, state, family = game.rules, game.state, family_of(game.rules)
    wins = family.winning_moves(rules, state)
    yield random.choice(wins or family.blocking_moves(rules, state) or state.legal_moves)


def _expert(game: Game, random: Random, seconds: float) -> Steps:
    end = perf_counter() + seconds
    for analysis in analyze_in_slices(game, seed=random.getrandbits(32)):
        yield random.choice(_prudent(analysis))
        if _is_settled(analysis) or perf_counter() >= end:
            return


def _prudent(analysis: Analysis) -> Sequence[int]:
    """Prefer a proved draw to an estimate, unless that promises much more."""
    best = analysis.moves[analysis.best_moves[0]]
    draws = [cell for cell, move in analysis.moves.items() if move.value == "draw"]
    is_risk = best.value is None and best.score < _WORTH_A_RISK
    return draws if draws and is_risk else analysis.best_moves


def _perfect(game: Game, random: Random, _seconds: float) -> Steps:
    if not is_solvable(game.rules):
        raise ValueError(
            f'"perfect" cannot solve {game.rules!r}: it plays boards of up to 20 cells '
            "(misère: up to 12, or 16 where four marks make a line)"
        )
    for analysis in analyze_in_slices(game):
        yield analysis.best_moves[0]
        if _is_settled(analysis):
            break
    wrong = {}
    for cell in analysis.best_moves:
        wrong[cell] = 0
        following = game.play(cell)
        if not following.is_over:
            for replies in analyze_in_slices(following):
                yield cell
                if _is_settled(replies):
                    break
            wrong[cell] = _ways_to_go_wrong(replies)
    most = max(wrong.values())
    yield random.choice([cell for cell in wrong if wrong[cell] == most])


_THINKING: dict[str, Callable[[Game, Random, float], Steps]] = {
    "random": _random,
    "beginner": _beginner,
    "casual": _casual,
    "expert": _expert,
    "perfect": _perfect,
}

PLAYERS: tuple[str, ...] = tuple(_THINKING)
"""The names of the players, weakest first."""


def _is_settled(analysis: Analysis) -> bool:
    """Whether nothing that is still open could change the choice."""
    if not analysis.exact:
        return False
    return analysis.value == "draw" or all(
        move.remoteness is not None or move.value != analysis.value
        for move in analysis.moves.values()
    )


def _ways_to_go_wrong(replies: Analysis) -> int:
    """How many replies give something away: the result or, in a lost game, time."""
    return len(replies.moves) - len(replies.best_moves)
