"""Players against each other: matches and small tournaments."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tictactoe_widget.rules.base import Mark, Result, Rules, opponent
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD

from .calling import PlayerError, choose_move, describe_player


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a match."""

    x: str
    """Who played X."""
    o: str
    """Who played O."""
    game: Game
    """The game as it ended, or as it stood when a player misbehaved."""
    result: Result
    """``"X"``, ``"O"`` or ``"draw"``; who misbehaves loses."""
    fault: str | None = None
    """What a player did that is no move, None where both played by the rules."""

    @property
    def winner(self) -> str | None:
        """The name of the winner, None for a draw."""
        return {"X": self.x, "O": self.o}.get(self.result or "")


@dataclass(frozen=True, slots=True)
class Match:
    """What came of a match or a tournament."""

    names: tuple[str, ...]
    """The players."""
    games: tuple[Played, ...]
    """The games, in the order played."""

    def wins(self, name: str) -> int:
        """Games that the player won."""
        return sum(game.winner == name for game in self.games)

    def draws(self, name: str) -> int:
        """Games that the player drew."""
        return sum(game.result == "draw" and name in (game.x, game.o) for game in self.games)

    def losses(self, name: str) -> int:
        """Games that the player lost."""
        return self.games_of(name) - self.wins(name) - self.draws(name)

    def games_of(self, name: str) -> int:
        """Games that the player played."""
        return sum(name in (game.x, game.o) for game in self.games)

    def score(self, name: str) -> float:
        """Points per game: 1 for a win, a half for a draw; 0 where none was played."""
        played = self.games_of(name)
        return (self.wins(name) + self.draws(name) / 2) / played if played else 0.0

    @property
    def faults(self) -> tuple[str, ...]:
        """What players did that is no move, in order."""
        return tuple(game.fault for game in self.games if game.fault is not None)

    def __str__(self) -> str:
        width = max(map(len, (*self.names, "player")))
        head = f"{'player':<{width}}  games  won  drawn  lost  score"
        rows = [
            f"{name:<{width}}  {self.games_of(name):>5}  {self.wins(name):>3}"
            f"  {self.draws(name):>5}  {self.losses(name):>4}  {self.score(name):>5.2f}"
            for name in sorted(self.names, key=lambda name: -self.score(name))
        ]
        return "\n".join([head, *rows, *self.faults])


def play_game(x: Any, o: Any, rules: Rules = STANDARD, *, names: Mapping[Mark, str]) -> Played:
    """Play one game to its end, or to the first answer that is no move."""
    game = Game(rules)
    seats: dict[Mark, Any] = {"X": x, "O": o}
    while not game.is_over:
        mark = game.current_player
        try:
            game = game.play(choose_move(seats[mark], game, names[mark]))
        except PlayerError as error:
            return Played(names["X"], names["O"], game, opponent(mark), str(error))
    return Played(names["X"], names["O"], game, game.result)


def play_match(
    first: Any, second: Any, rules: Rules = STANDARD, games: int = 10, *, alternate: bool = True
) -> Match:
    """Let two players meet.

    Parameters
    ----------
    first, second : player
        Named players, functions of a game, or generators of answers; see
        :func:`.answers.think`.
    rules : Rules, default STANDARD
        What they play.
    games : int, default 10
        How many games.
    alternate : bool, default True
        Whether they change colours after each game; `first` opens as X.

    Returns
    -------
    Match
        Its `str` is a table. A player that raises or answers no legal move
        loses that game, and `faults` says what it did.

    Examples
    --------
    >>> from tictactoe_widget import player
    >>> print(play_match(player("perfect"), player("perfect"), games=4))
    player     games  won  drawn  lost  score
    perfect        4    0      4     0   0.50
    perfect 2      4    0      4     0   0.50
    """
    names = _distinct((describe_player(first), describe_player(second)))
    return Match(names, _played((first, second), names, rules, games, alternate))


def play_tournament(
    players: Mapping[str, Any], rules: Rules = STANDARD, games: int = 10
) -> Match:
    """Let everyone meet everyone in `games` games, colours alternating.

    Parameters
    ----------
    players : mapping of str to player
        The players by name.
    rules : Rules, default STANDARD
        What they play.
    games : int, default 10
        Games for each pair.

    Examples
    --------
    >>> from tictactoe_widget import player
    >>> def last(game): return game.legal_moves[-1]
    >>> def first(game): return game.legal_moves[0]
    >>> print(play_tournament({"first": first, "last": last}, games=2))
    player  games  won  drawn  lost  score
    first       2    1      0     1   0.50
    last        2    1      0     1   0.50
    """
    played: list[Played] = []
    for names in combinations(players, 2):
        pair = (players[names[0]], players[names[1]])
        played += _played(pair, names, rules, games, alternate=True)
    return Match(tuple(players), tuple(played))


def _played(
    pair: tuple[Any, Any], names: tuple[str, str], rules: Rules, games: int, alternate: bool
) -> tuple[Played, ...]:
    played = []
    for number in range(games):
        x = number % 2 if alternate else 0
        played.append(
            play_game(pair[x], pair[1 - x], rules, names={"X": names[x], "O": names[1 - x]})
        )
    return tuple(played)


def _distinct(names: tuple[str, str]) -> tuple[str, str]:
    first, second = names
    return (first, second if second != first else f"{second} 2")
