"""Built-in players by name (see `calling.think` for others)."""

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
from tictactoe_widget.validation import as_seconds, as_seed, brief, check_kind, did_you_mean

from .calling import Player, check_player
from .ladder import LEVELS, Habits, look_ahead
from .random_policies import RANDOM_POLICIES, MoveGroups, sample_move

_REPLY_VISITS = 50_000  # visits for the replies to each best move of "perfect"
_WORTH_A_RISK = 0.5  # least estimate, from -1 to 1, that "expert" prefers to a proved draw

# Iterator of cells, each a better choice than the one before. The last is the move.
_Candidates = Iterator[int]

# Function of a game, random numbers and a time limit in seconds that finds a move.
_Strategy = Callable[[Game, Random, float], _Candidates]


class UnsolvedError(ValueError):
    """Rules or position that the player "perfect" cannot solve. The message names it."""


class NamedPlayer:
    """Built-in player, created by :func:`player`.

    Call it for its move, or run its `think` in slices.

    Parameters
    ----------
    name : str
        One of `PLAYERS`.
    seed : int, optional
        Seed of its random numbers. The same seed gives the same choices.
    seconds : float
        Time limit of "expert" for a move, in seconds. The others have no limit.
    """

    def __init__(self, name: str, *, seed: int | None, seconds: float) -> None:
        self.name = name
        """One of `PLAYERS`."""
        self.seconds = seconds
        """Time limit of "expert" for a move, in seconds."""
        self.seed = seed
        """Seed given to the player, or None."""
        self._random = Random(seed)
        self._habits = Habits(seed=seed)

    def afresh(self, *, seed: int, seconds: float = inf) -> "NamedPlayer":
        """Return a new player of this name for one game.

        Parameters
        ----------
        seed : int
            Seed of its random numbers.
        seconds : float, default inf
            Time limit of a move, if it is less than the player's own limit.
        """
        return NamedPlayer(self.name, seed=seed, seconds=min(self.seconds, seconds))

    def __repr__(self) -> str:
        return f"player({self.name!r}, seed={self.seed!r}, seconds={self.seconds!r})"

    def __call__(self, game: Game) -> int:
        """Return the cell to play."""
        *_, cell = self.think(game)
        return cell

    def think(self, game: Game) -> _Candidates:
        """Yield better and better cells, the last of which is the move.

        Raises
        ------
        TypeError
            If `game` is not a `Game`.
        ValueError
            If the game is over.
        UnsolvedError
            If "perfect" cannot solve its rules or the position.
        """
        if as_game(game).is_over:
            raise ValueError(f"there is no move to choose: {game.message}")
        if self.name in RANDOM_POLICIES:
            return _draw_move(game, RANDOM_POLICIES[self.name], self._random)
        if self.name in LEVELS:
            return look_ahead(game, LEVELS[self.name], self._habits.of(game))
        return _STRATEGIES[self.name](game, self._random, self.seconds)


def player(
    name: str, *, seed: int | None = None, seconds: float = DEFAULT_SECONDS
) -> NamedPlayer:
    """Return a built-in player by its name.

    Parameters
    ----------
    name : str
        One of `PLAYERS`. "random" plays any legal move. "beginner" sees three of four of its
        immediate wins, and half of the opponent's. "casual" takes every immediate win and
        blocks every one. Otherwise these two play anywhere on boards of up to 25 cells. On
        larger boards they play near the marks, and "casual" extends a line half of the time,
        "beginner" a quarter of the time. "keen", "regular", "skilled", "advanced" and
        "strong" never miss a win or a block, and otherwise play the best move that they
        notice. In this order they overlook less and look more positions ahead, and the
        amount depends on the kind of board. "expert" plays perfectly if it proves the value
        within its time limit, and otherwise plays the best move that it finds. "perfect"
        always plays perfectly, and raises UnsolvedError if 2,000,000 visits to positions do
        not prove its move.
    seed : int, optional
        Seed of its random numbers. The same seed gives the same choices. A player does not
        restart with each game, so its next game may differ.
    seconds : float, default 1.0
        Time limit of "expert" for a move, above 0. More time makes it stronger.

    Raises
    ------
    ValueError
        If no player has that name, or `seconds` is not above 0.
    TypeError
        If `name` is not a str, `seed` not an int or `seconds` not a number.

    Examples
    --------
    >>> player("perfect")(Game().play(0).play(4).play(8)) in (1, 3, 5, 7)
    True
    >>> player("perfct")
    Traceback (most recent call last):
        ...
    ValueError: there is no player 'perfct' (did you mean 'perfect'?); choose from random, \
beginner, casual, keen, regular, skilled, advanced, strong, expert, perfect
    """
    check_kind(name, "the name of a player", str)
    if name not in PLAYERS:
        raise ValueError(f"{no_player(name, PLAYERS)}; choose from {', '.join(PLAYERS)}")
    return NamedPlayer(name, seed=as_seed(seed), seconds=as_seconds(seconds))


def find_player(who: str | Player, rules: str | Rules = STANDARD) -> Player:
    """Return the player with a name, or check a function and return it unchanged.

    Parameters
    ----------
    who : str or callable
        One of `PLAYERS`, or any other player (see :func:`.calling.think`).
    rules : str or Rules, default STANDARD
        Rules for the games of the player, or their name.

    Raises
    ------
    ValueError
        If no player has that name, or if a part of the player raises (see `check_player`).
    UnsolvedError
        If ``"perfect"`` cannot solve `rules`.
    TypeError
        If `who` is neither, or an ``async def``.

    Examples
    --------
    >>> find_player("casual")
    player('casual', seed=None, seconds=1.0)
    """
    # Callables first: isinstance reads __class__, which may be a property that raises.
    if not callable(who) and isinstance(who, str):
        who = player(who)
    check_player(who)
    rules = find_rules(rules)
    if isinstance(who, NamedPlayer) and who.name not in player_choices(rules):
        raise UnsolvedError(_cannot_solve(rules))
    return who


def no_player(name: str, choices: Sequence[str]) -> str:
    """Return the error for an unknown player name, with close matches.

    >>> no_player("perfct", PLAYERS)
    "there is no player 'perfct' (did you mean 'perfect'?)"
    """
    return f"there is no player {brief(name)}{did_you_mean(name, choices)}"


def player_choices(rules: str | Rules = STANDARD) -> tuple[str, ...]:
    """Return the names of the players that can play by some rules, weakest first.

    "perfect" is included if the rules are solvable or were not tried yet.

    Parameters
    ----------
    rules : str or Rules, default STANDARD
        Rules to play by, or their name.

    Examples
    --------
    >>> player_choices("gomoku")[-2:]
    ('strong', 'expert')
    """
    return PLAYERS if may_be_solvable(find_rules(rules)) else PLAYERS[:-1]


def _draw_move(game: Game, policy: Callable[[Game], MoveGroups], random: Random) -> _Candidates:
    yield sample_move(policy(game), random)


def _expert(game: Game, random: Random, seconds: float) -> _Candidates:
    """Choose the best move that an analysis finds within `seconds`."""
    end = perf_counter() + seconds
    looks: Mapping[int, float] = {}
    for analysis in choose_in_slices(game, seed=random.getrandbits(32)):
        cells = _prudent(analysis)
        if analysis.value == "loss" and len(cells) > 1:
            # Many equally long losses would look like nonsense, far from all the marks. Those
            # with the best static evaluation do not.
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
    """Return the cells to choose from: proved draws, unless the best estimate is high."""
    best = analysis.moves[analysis.best_moves[0]]
    draws = [cell for cell, move in analysis.moves.items() if move.value == "draw"]
    is_risk = best.value is None and best.score < _WORTH_A_RISK
    return draws if draws and is_risk else analysis.best_moves


def _perfect(game: Game, random: Random, _seconds: float) -> _Candidates:
    """Choose a best move that leaves the opponent the most replies that are not best."""
    if not may_be_solvable(game.rules):
        raise UnsolvedError(_cannot_solve(game.rules))
    for analysis in _solve_best_moves(game, MOST_VISITS):
        yield analysis.best_moves[0]
    if not _knows_best_moves(analysis):
        raise UnsolvedError(
            f'"perfect" cannot prove its move by {brief(game.rules, 200)}: '
            f"{MOST_VISITS:,} visits to positions are not enough"
        )
    wrong = dict.fromkeys(analysis.best_moves, 0)
    for cell in wrong:
        following = game.play(cell)
        if following.is_over:
            continue
        for replies in _solve_best_moves(following, _REPLY_VISITS):
            # Replies that are worse in result or, if lost, in length.
            wrong[cell] = len(replies.moves) - len(replies.best_moves)
            yield cell
    most = max(wrong.values())
    yield random.choice([cell for cell in wrong if wrong[cell] == most])


# Strategies of the named players that are neither in `RANDOM_POLICIES` nor in `LEVELS`.
_STRATEGIES: dict[str, _Strategy] = {"expert": _expert, "perfect": _perfect}

PLAYERS: tuple[str, ...] = (*RANDOM_POLICIES, *LEVELS, *_STRATEGIES)
"""Names of the built-in players, weakest first."""

PLAYER_SUMMARIES: Mapping[str, str] = {
    "random": "Plays anywhere",
    "beginner": "Takes a win when it sees one",
    "casual": "Takes a win and blocks yours",
    "keen": "Follows the last move, misses much",
    "regular": "Looks briefly, misses a lot",
    "skilled": "Looks a little ahead, misses some",
    "advanced": "Looks further ahead, misses less",
    "strong": "Looks far ahead, misses little",
    "expert": "Thinks ahead for up to a second",
    "perfect": "Never makes a mistake",
}
"""Short description of each player for people, by name."""


def _solve_best_moves(game: Game, visits: int) -> Iterator[Analysis]:
    """Yield analyses until the visits are used up or all best moves are known."""
    family = family_analysis(game.rules)
    for analysis in family.solve_in_slices(game.rules, game.state, visits=visits):
        yield analysis
        if _knows_best_moves(analysis):
            return


def _knows_best_moves(analysis: Analysis) -> bool:
    """Return whether `best_moves` are exactly the best moves."""
    if not analysis.exact:
        return False
    return analysis.value == "draw" or all(
        move.remoteness is not None or move.value != analysis.value
        for move in analysis.moves.values()
    )


def _cannot_solve(rules: Rules) -> str:
    return (
        f'"perfect" cannot solve {brief(rules, 200)}: it plays k in a row on up to 20 cells '
        "(misère: on up to 12, or 16 where four marks make a line), and other rules where "
        f"{MOST_VISITS:,} visits to positions are enough"
    )
