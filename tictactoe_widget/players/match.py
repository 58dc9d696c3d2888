"""Matches between players, and small tournaments."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, count
from operator import index

from tictactoe_widget.rules.base import Mark, Result, Rules, opponent
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.markup import escape, table
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.named import find_rules

from .calling import Player, PlayerError, choose_move, describe_player
from .named import find_player
from .names import check_name


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a match: its players and its result. Immutable."""

    x: str
    """Name of the player of X."""
    o: str
    """Name of the player of O."""
    game: Game
    """The game as it ended, or as it stood when a player made a fault."""
    result: Result
    """``"X"``, ``"O"`` or ``"draw"``; a player who makes a fault loses."""
    fault: str | None = None
    """Fault that ended the game, as a sentence; None where there was none."""

    @property
    def winner(self) -> str | None:
        """Name of the winner, None for a draw."""
        return {"X": self.x, "O": self.o}.get(self.result or "")


@dataclass(frozen=True, slots=True)
class Match:
    """Result of a match or a tournament; its `str` is a table. Immutable.

    The methods that count take the name of a player and raise ValueError when no
    player has that name.
    """

    names: tuple[str, ...]
    """Names of the players, each one once."""
    games: tuple[Played, ...]
    """Games, in the order played."""

    def wins(self, name: str) -> int:
        """Count the games that a player won."""
        return sum(game.winner == name for game in self._games_with(name))

    def draws(self, name: str) -> int:
        """Count the games that a player drew."""
        return sum(game.result == "draw" for game in self._games_with(name))

    def losses(self, name: str) -> int:
        """Count the games that a player lost."""
        return self.games_of(name) - self.wins(name) - self.draws(name)

    def games_of(self, name: str) -> int:
        """Count the games that a player played."""
        return len(self._games_with(name))

    def score(self, name: str) -> float:
        """Return a player's points per game: 1 for a win, a half for a draw.

        The score of a player without games is 0.
        """
        played = self.games_of(name)
        return (self.wins(name) + self.draws(name) / 2) / played if played else 0.0

    @property
    def faults(self) -> tuple[str, ...]:
        """Faults of the players, in the order of the games."""
        return tuple(game.fault for game in self.games if game.fault is not None)

    def __str__(self) -> str:
        width = max(map(len, (*self.names, "player")))
        head = f"{'player':<{width}}  games  won  drawn  lost  score"
        rows = [
            f"{name:<{width}}  {self.games_of(name):>5}  {self.wins(name):>3}"
            f"  {self.draws(name):>5}  {self.losses(name):>4}  {self.score(name):>5.2f}"
            for name in self._ranking
        ]
        return "\n".join([head, *rows, *self.faults])

    def _repr_html_(self) -> str:
        """Return the table and the faults for a notebook."""
        rows = [
            (
                name,
                self.games_of(name),
                self.wins(name),
                self.draws(name),
                self.losses(name),
                f"{self.score(name):.2f}",
            )
            for name in self._ranking
        ]
        caption = f"{len(self.games)} {'game' if len(self.games) == 1 else 'games'}"
        columns = ("Player", "Games", "Won", "Drawn", "Lost", "Score")
        faults = "".join(f"<li>{escape(fault)}</li>" for fault in self.faults)
        return table(caption, columns, rows) + (f"<ul>{faults}</ul>" if faults else "")

    @property
    def _ranking(self) -> list[str]:
        """Names of the players, the highest score first."""
        return sorted(self.names, key=lambda name: -self.score(name))

    def _games_with(self, name: str) -> list[Played]:
        if name not in self.names:
            took_part = ", ".join(self.names) or "nobody"
            raise ValueError(f"{name!r} did not take part; who did: {took_part}")
        return [game for game in self.games if name in (game.x, game.o)]


def play_game(
    x: Player, o: Player, rules: Rules = STANDARD, *, names: Mapping[Mark, str]
) -> Played:
    """Play one game to its end, or to the first fault of a player.

    Parameters
    ----------
    x, o : callable
        The players, see :func:`.calling.think`.
    rules : Rules, default STANDARD
        Rules to play by.
    names : mapping
        Names of the players, by mark.
    """
    game = Game(rules)
    seats: dict[Mark, Player] = {"X": x, "O": o}
    while not game.is_over:
        mark = game.current_player
        try:
            game = game.play(choose_move(seats[mark], game, names[mark]))
        except PlayerError as error:
            return Played(names["X"], names["O"], game, opponent(mark), str(error))
    return Played(names["X"], names["O"], game, game.result)


def play_match(
    first: str | Player,
    second: str | Player,
    rules: str | Rules = STANDARD,
    games: int = 10,
    *,
    alternate: bool = True,
) -> Match:
    """Play a match of several games between two players.

    Parameters
    ----------
    first, second : str or callable
        Names of players, such as ``"perfect"``; functions of a game; or
        generators of answers, see :func:`.calling.think`.
    rules : str or Rules, default STANDARD
        Rules to play by, or their name.
    games : int, default 10
        Number of games, at least 0.
    alternate : bool, default True
        True to swap the marks after each game; `first` begins as X.

    Returns
    -------
    Match
        Result, whose `str` is a table. Where both players have the same name, the
        second gets a number.

    Raises
    ------
    TypeError
        When an argument cannot be a player (an ``async def``, say), rules or a
        number of games.
    ValueError
        When no player or no rules have a name, when ``"perfect"`` cannot solve
        the rules, or when `games` is negative.
    KeyboardInterrupt
        When a person stops the match with Ctrl-C, or a player raises this itself.

    Notes
    -----
    A player that raises any exception, or whose answer is not a legal move, loses
    that game, and `Match.faults` describes the fault; the match goes on. There is
    no time limit: a player that never answers is stopped by Ctrl-C, and the match
    with it.

    Examples
    --------
    >>> print(play_match("perfect", "perfect", games=4))
    player     games  won  drawn  lost  score
    perfect        4    0      4     0   0.50
    perfect 2      4    0      4     0   0.50
    """
    return _meet((first, second), None, rules, games, alternate=alternate)


def play_tournament(
    players: Mapping[str, str | Player] | Iterable[str | Player],
    rules: str | Rules = STANDARD,
    games: int = 10,
) -> Match:
    """Play a match of `games` games between every two players, swapping marks.

    Parameters
    ----------
    players : mapping of str to player, or sequence of players
        Players, each as in `play_match`. The keys of a mapping are their names; the
        players of a sequence have their own names. Where several have the same
        name, the later ones get a number.
    rules : str or Rules, default STANDARD
        Rules to play by, or their name.
    games : int, default 10
        Number of games of every two players, at least 0.

    Returns
    -------
    Match
        Result, whose `str` is a table.

    Raises
    ------
    TypeError, ValueError, KeyboardInterrupt
        As in `play_match`; ValueError also for a key that cannot be a name.

    Notes
    -----
    A player that makes a fault loses that game, as in `play_match`.

    Examples
    --------
    >>> def last(game): return game.legal_moves[-1]
    >>> def first(game): return game.legal_moves[0]
    >>> print(play_tournament([first, last], games=2))
    player  games  won  drawn  lost  score
    first       2    1      0     1   0.50
    last        2    1      0     1   0.50
    >>> play_tournament({"ada": last, "random": "random"}, "4x4").names
    ('ada', 'random')
    """
    if isinstance(players, Mapping):
        names = [check_name(name, "the name of a player") for name in players]
        return _meet(players.values(), names, rules, games)
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise TypeError(
            f"players must be a mapping of names to players or a sequence, not {players!r}"
        )
    return _meet(players, None, rules, games)


def _meet(
    players: Iterable[str | Player],
    names: Iterable[str] | None,
    rules: str | Rules,
    games: int,
    *,
    alternate: bool = True,
) -> Match:
    """Check the arguments, then play a match between every two players."""
    rules = find_rules(rules)
    games = _as_count(games)
    found = [find_player(who, rules) for who in players]
    names = _distinct(map(describe_player, found) if names is None else names)
    played: list[Played] = []
    for first, second in combinations(range(len(found)), 2):
        for number in range(games):
            x, o = (second, first) if alternate and number % 2 else (first, second)
            called: dict[Mark, str] = {"X": names[x], "O": names[o]}
            played.append(play_game(found[x], found[o], rules, names=called))
    return Match(names, tuple(played))


def _as_count(games: int) -> int:
    try:
        if isinstance(games, bool):
            raise TypeError
        number = index(games)
    except TypeError:
        raise TypeError(f"games must be an int, not {games!r}") from None
    if number < 0:
        raise ValueError(f"games must be at least 0, not {number}")
    return number


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names, repeated ones with a number: ada, ada 2, ada 3."""
    given = list(names)
    distinct: list[str] = []
    for name in given:
        numbered = (f"{name} {number}" for number in count(2))
        fresh = (new for new in numbered if new not in given and new not in distinct)
        distinct.append(next(fresh) if name in distinct else name)
    return tuple(distinct)
