"""Built-in players. For all other players, see `calling.think`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from random import Random
from time import perf_counter

from tictactoe_widget.analysis.analyze import DEFAULT_SECONDS, choose_in_slices
from tictactoe_widget.analysis.exact_search import MOST_VISITS
from tictactoe_widget.analysis.registry import family_analysis, may_be_solvable
from tictactoe_widget.analysis.values import Analysis
from tictactoe_widget.rules.game import Game, as_game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.texts import N_
from tictactoe_widget.validation import as_seconds, as_seed, brief, check_choice, check_kind

from .calling import Player, check_player
from .ladder import LEVELS, Habits, look_ahead
from .random_policies import RANDOM_POLICIES, MoveGroups, sample_move

_REPLY_VISITS = 50_000  # number of visits for comparing the replies to each best move
_WORTH_A_RISK = 0.5  # minimum estimate (-1 to 1) of a move that "expert" prefers to a draw

# Iterator of cells. Each cell is a better choice than the previous cell. The last cell is the
# move.
_Candidates = Iterator[int]

# Function that finds a move, given a game, random numbers and a time limit in seconds.
_Strategy = Callable[[Game, Random, float], _Candidates]


class UnsolvedError(ValueError):
    """Error raised if the player "perfect" cannot solve the game or the position.

    The error message names the rules.
    """


class NamedPlayer:
    """Built-in player, created by :func:`player`.

    To get a move, call the player with a game. To get better and better moves while the player
    thinks, call `think`.

    Parameters
    ----------
    name : str
        One of `PLAYERS`.
    seed : int, optional
        Seed for the player's random numbers. With the same seed, the player makes the same
        choices.
    seconds : float
        Time limit in seconds for each move by "expert". Other players have no limit.
    """

    def __init__(self, name: str, *, seed: int | None, seconds: float) -> None:
        self.name = name
        """Name of the player, one of `PLAYERS`."""
        self.seconds = seconds
        """Time limit in seconds for each move by "expert"."""
        self.seed = seed
        """Seed for the player's random numbers, or None."""
        self._random = Random(seed)
        self._habits = Habits(seed=seed)

    def afresh(self, *, seed: int, seconds: float = inf) -> "NamedPlayer":
        """Return a new player of the same kind, for one game.

        Parameters
        ----------
        seed : int
            Seed for the new player's random numbers.
        seconds : float, default inf
            Time limit in seconds for each move. If the original player's limit is shorter, that
            limit applies.
        """
        return NamedPlayer(self.name, seed=seed, seconds=min(self.seconds, seconds))

    def __repr__(self) -> str:
        return f"player({self.name!r}, seed={self.seed!r}, seconds={self.seconds!r})"

    def __call__(self, game: Game) -> int:
        """Return the player's move."""
        *_, cell = self.think(game)
        return cell

    def think(self, game: Game) -> _Candidates:
        """Yield better and better moves. The last move is the player's choice.

        Raises
        ------
        TypeError
            If `game` is not a `Game`.
        ValueError
            If the game is over.
        UnsolvedError
            If the player is "perfect" but cannot solve the game or the position.
        """
        if as_game(game).is_over:
            raise ValueError(f"game must not be over: {game.message}")
        if self.name in RANDOM_POLICIES:
            return _draw_move(game, RANDOM_POLICIES[self.name], self._random)
        if self.name in LEVELS:
            return look_ahead(game, LEVELS[self.name], self._habits.of(game))
        return _STRATEGIES[self.name](game, self._random, self.seconds)


def player(
    name: str, *, seed: int | None = None, seconds: float = DEFAULT_SECONDS
) -> NamedPlayer:
    """Return the built-in player with a given name.

    Parameters
    ----------
    name : str
        One of `PLAYERS`, from the weakest to the strongest:

        - "random" plays any legal move.
        - "beginner" notices three quarters of its own immediate wins and half of the opponent's
          immediate wins.
        - "casual" takes every immediate win and blocks every immediate win by the opponent.
        - "keen", "regular", "skilled", "advanced" and "strong" never miss a win or a block. If
          these players can neither win nor block, they play the best move that they notice.
          From "keen" to "strong", each player overlooks less and searches more positions than
          the one before. The numbers of overlooked moves and searched positions also depend on
          the kind of board.
        - "expert" plays perfectly if it proves the value of the position in time. Otherwise,
          "expert" plays the best move that it finds.
        - "perfect" always plays perfectly. If "perfect" cannot prove its move within 2,000,000
          visits to positions, it raises an UnsolvedError.

        If "beginner" and "casual" see no win or block, they play anywhere on boards with up to
        25 cells. On larger boards, they play near the marks, and sometimes extend a line:
        "casual" half of the time, and "beginner" a quarter of the time.
    seed : int, optional
        Seed for the player's random numbers. With the same seed, the player makes the same
        choices. The random numbers do not restart with each game, so the player's games can
        differ.
    seconds : float, default 1.0
        Time limit in seconds for each move by "expert", greater than 0. With more time,
        "expert" is stronger.

    Raises
    ------
    ValueError
        If no player has the given name, or `seconds` is not greater than 0.
    TypeError
        If `name` is not a str, `seed` is not an int, or `seconds` is not a number.

    Examples
    --------
    >>> player("perfect")(Game().play(0).play(4).play(8)) in (1, 3, 5, 7)
    True
    >>> player("perfct")
    Traceback (most recent call last):
        ...
    ValueError: player must be 'random', 'beginner', 'casual', 'keen', 'regular', 'skilled', \
'advanced', 'strong', 'expert' or 'perfect', not 'perfct' (did you mean 'perfect'?)
    """
    check_choice(check_kind(name, "player", str), "player", PLAYERS)
    return NamedPlayer(name, seed=as_seed(seed), seconds=as_seconds(seconds))


def find_player(who: str | Player, rules: str | Rules = STANDARD) -> Player:
    """Return a built-in player, given its name, or check and return any other player.

    Parameters
    ----------
    who : str or callable
        One of `PLAYERS`, or any other player (see :func:`.calling.think`).
    rules : str or Rules, default STANDARD
        Rules that the player must be able to follow, or the name of these rules.

    Raises
    ------
    ValueError
        If no player has the given name, or if the player is not valid (see `check_player`).
    UnsolvedError
        If ``"perfect"`` cannot solve games with these rules.
    TypeError
        If `who` is neither a str nor a valid player, for example if it is an ``async def``
        function.

    Examples
    --------
    >>> find_player("casual")
    player('casual', seed=None, seconds=1.0)
    """
    # Test for callables first, because isinstance reads __class__, which can raise an
    # exception.
    if not callable(who) and isinstance(who, str):
        who = player(who)
    check_player(who)
    rules = find_rules(rules)
    if isinstance(who, NamedPlayer) and who.name not in player_choices(rules):
        raise UnsolvedError(_cannot_solve(rules))
    return who


def player_choices(rules: str | Rules = STANDARD) -> tuple[str, ...]:
    """Return the names of the built-in players that can play by the rules, weakest first.

    "perfect" is left out only if it is known in advance that this player cannot solve the
    game.

    Parameters
    ----------
    rules : str or Rules, default STANDARD
        Rules to play by, or the name of these rules.

    Examples
    --------
    >>> player_choices("gomoku")[-2:]
    ('strong', 'expert')
    """
    return PLAYERS if may_be_solvable(find_rules(rules)) else PLAYERS[:-1]


def _draw_move(game: Game, policy: Callable[[Game], MoveGroups], random: Random) -> _Candidates:
    yield sample_move(policy(game), random)


def _expert(game: Game, random: Random, seconds: float) -> _Candidates:
    """Yield the best moves that an analysis has found so far, for at most `seconds`."""
    end = perf_counter() + seconds
    looks: Mapping[int, float] = {}
    for analysis in choose_in_slices(game, seed=random.getrandbits(32)):
        cells = _prudent(analysis)
        if analysis.value == "loss" and len(cells) > 1:
            # If all moves lose equally late, many of them are far from all marks and look like
            # nonsense. The moves with the best static evaluation look sensible.
            if not looks:
                evaluator = family_analysis(game.rules).static_evaluator(game.rules, random)
                seen = evaluator.root(game.state)
                looks = dict(zip(seen.cells, seen.values, strict=True))
            most = max(looks[cell] for cell in cells)
            cells = [cell for cell in cells if looks[cell] == most]
        yield random.choice(cells)
        hopeful = sum(move.value != "loss" for move in analysis.moves.values())
        if _knows_best_moves(analysis) or hopeful == 1 or perf_counter() >= end:
            return


def _prudent(analysis: Analysis) -> Sequence[int]:
    """Return the moves to choose from. Prefer proved draws, unless a win looks likely."""
    best = analysis.moves[analysis.best_moves[0]]
    draws = [cell for cell, move in analysis.moves.items() if move.value == "draw"]
    is_risk = best.value is None and best.score < _WORTH_A_RISK
    return draws if draws and is_risk else analysis.best_moves


def _perfect(game: Game, random: Random, _seconds: float) -> _Candidates:
    """Of the best moves, choose one that gives the opponent the most ways to make a mistake."""
    if not may_be_solvable(game.rules):
        raise UnsolvedError(_cannot_solve(game.rules))
    for analysis in _solve_best_moves(game, MOST_VISITS):
        yield analysis.best_moves[0]
    if not _knows_best_moves(analysis):
        raise UnsolvedError(
            f'"perfect" cannot prove its move in {brief(game.rules, 200)} within '
            f'{MOST_VISITS:,} visits to positions: choose "expert"'
        )
    wrong = dict.fromkeys(analysis.best_moves, 0)
    for cell in wrong:
        following = game.play(cell)
        if following.is_over:
            continue
        for replies in _solve_best_moves(following, _REPLY_VISITS):
            # Mistakes are replies with a worse result or, if every reply loses, with a quicker
            # loss.
            wrong[cell] = len(replies.moves) - len(replies.best_moves)
            yield cell
    most = max(wrong.values())
    yield random.choice([cell for cell in wrong if wrong[cell] == most])


# Strategies of the named players that are neither in `RANDOM_POLICIES` nor in `LEVELS`.
_STRATEGIES: dict[str, _Strategy] = {"expert": _expert, "perfect": _perfect}

PLAYERS: tuple[str, ...] = (*RANDOM_POLICIES, *LEVELS, *_STRATEGIES)
"""Names of the built-in players, from the weakest to the strongest."""

PLAYER_SUMMARIES: Mapping[str, str] = {
    "random": N_("Plays anywhere"),
    "beginner": N_("Takes a win when it sees one"),
    "casual": N_("Wins if it can, and blocks you"),
    "keen": N_("Doesn't look ahead and misses a lot"),
    "regular": N_("Looks briefly and misses a lot"),
    "skilled": N_("Looks a little ahead but misses some things"),
    "advanced": N_("Looks further ahead and misses less"),
    "strong": N_("Looks far ahead and misses little"),
    "expert": N_("Thinks ahead for up to a second"),
    "perfect": N_("Never makes a mistake"),
}
"""Mapping from each built-in player's name to a short description."""


def _solve_best_moves(game: Game, visits: int) -> Iterator[Analysis]:
    """Yield analyses until all best moves are known or no visits are left."""
    family = family_analysis(game.rules)
    for analysis in family.solve_in_slices(game.rules, game.state, visits=visits):
        yield analysis
        if _knows_best_moves(analysis):
            return


def _knows_best_moves(analysis: Analysis) -> bool:
    """Return True if ``analysis.best_moves`` is certain to contain exactly the best moves."""
    if not analysis.exact:
        return False
    return analysis.value == "draw" or all(
        move.remoteness is not None or move.value != analysis.value
        for move in analysis.moves.values()
    )


def _cannot_solve(rules: Rules) -> str:
    return (
        f'rules must be small enough for "perfect" to solve, not {brief(rules, 200)}: '
        'choose "expert"'
    )
