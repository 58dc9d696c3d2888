"""Matches between two players, with records of games and counts of results."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import ClassVar, NamedTuple

from tictactoe_widget.drawing.markup import TextDisplay, escape, html_table, text_table
from tictactoe_widget.players.builtin import NamedPlayer, find_player
from tictactoe_widget.players.calling import (
    Player,
    PlayerError,
    ResignedError,
    choose_move,
    describe_player,
    distinct_names,
)
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Mark, Result, opponent
from tictactoe_widget.sandbox.isolation import fresh_copy
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.validation import brief, check_int, write_count


@dataclass(frozen=True, slots=True)
class Played(Serializable):
    """One game of a match, with its players and result. Immutable."""

    _keys = (
        *("x", "o", "result", "winner", "fault", "resignation", "repeated"),
        *("moves=game.moves", "rules=game.rules.name"),
    )

    x: str
    """Name of the player of X."""
    o: str
    """Name of the player of O."""
    game: Game
    """Game at its end, or at the resignation or forfeit."""
    result: Result
    """``"X"``, ``"O"`` or ``"draw"``. A player that resigns or forfeits loses."""
    fault: str | None = None
    """Forfeit that ended the game, as a sentence, or None if there was none."""
    resignation: str | None = None
    """Resignation that ended the game, as a sentence, or None if there was none."""
    repeated: bool = False
    """True if the game is copied from an earlier one between two deterministic players."""

    @property
    def winner(self) -> str | None:
        """Name of the winner, or None for a draw."""
        return {"X": self.x, "O": self.o}.get(self.result or "")


@dataclass(frozen=True, slots=True)
class Standing(Serializable):
    """Row of one player in the table of a match. Immutable."""

    _keys = ("name", "game_count", "win_count", "draw_count", "loss_count", "score")

    name: str
    """Name of the player."""
    win_count: int
    """Number of games won."""
    draw_count: int
    """Number of games drawn."""
    loss_count: int
    """Number of games lost."""

    @property
    def game_count(self) -> int:
        """Number of games played."""
        return self.win_count + self.draw_count + self.loss_count

    @property
    def score(self) -> float:
        """Points per game: 1 for a win, ½ for a draw, or 0 without games."""
        points = self.win_count + self.draw_count / 2
        return points / self.game_count if self.game_count else 0.0


_COLUMNS = ("Player", "Games", "Won", "Drawn", "Lost", "Score")


@dataclass(frozen=True, slots=True, repr=False)
class Match(Serializable, TextDisplay):
    """Result of a match or a tournament, with a table as its `str`. Immutable.

    The counting methods take the name of a player and raise ValueError if no player has that
    name.
    """

    _keys: ClassVar[tuple[str, ...]] = ("players=names", "games")
    _rows = "games"

    names: tuple[str, ...]
    """Names of the players, each once."""
    games: tuple[Played, ...]
    """Games, in the order of play."""

    def win_count(self, name: str) -> int:
        """Count the games that a player won."""
        return self._standing(name).win_count

    def draw_count(self, name: str) -> int:
        """Count the games that a player drew."""
        return self._standing(name).draw_count

    def loss_count(self, name: str) -> int:
        """Count the games that a player lost."""
        return self._standing(name).loss_count

    def game_count(self, name: str) -> int:
        """Count the games that a player played."""
        return self._standing(name).game_count

    def score(self, name: str) -> float:
        """Return a player's points per game: 1 for a win, half a point for a draw.

        The score of a player without games is 0.
        """
        return self._standing(name).score

    @property
    def faults(self) -> tuple[str, ...]:
        """Forfeits of the players, in the order of the games."""
        return tuple(game.fault for game in self.games if game.fault is not None)

    @property
    def resignations(self) -> tuple[str, ...]:
        """Resignations of the players, in the order of the games."""
        return tuple(game.resignation for game in self.games if game.resignation is not None)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Games, wins, draws and losses of every player, highest score first."""
        wins, draws, losses = Counter[str](), Counter[str](), Counter[str]()
        for game in self.games:
            counted = {"X": (wins, losses), "O": (losses, wins)}
            of_x, of_o = counted.get(game.result or "", (draws, draws))
            of_x[game.x] += 1
            of_o[game.o] += 1
        found = [Standing(name, wins[name], draws[name], losses[name]) for name in self.names]
        return tuple(sorted(found, key=lambda standing: -standing.score))

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences below the table on resignations and forfeits, in the order of the games."""
        ended = (game.resignation or game.fault for game in self.games)
        return tuple(sentence for sentence in ended if sentence is not None)

    def __str__(self) -> str:
        table = text_table([tuple(map(str.lower, _COLUMNS)), *self._table()], align=">")
        return "\n".join([table, *self.notes])

    def _repr_html_(self) -> str:
        """Return the table and the notes for a notebook."""
        table = html_table(write_count(len(self.games), "game"), _COLUMNS, self._table())
        notes = "".join(f"<li>{escape(note)}</li>" for note in self.notes)
        return table + (f"<ul>{notes}</ul>" if notes else "")

    def _table(self) -> list[tuple[object, ...]]:
        rows = (tuple(one.to_dict().values()) for one in self.standings)
        return [(*counts, f"{score:.2f}") for *counts, score in rows]

    def _standing(self, name: str) -> Standing:
        for standing in self.standings:
            if standing.name == name:
                return standing
        took_part = ", ".join(self.names) or "nobody"
        raise ValueError(f"{brief(name)} did not take part; who did: {took_part}")


def _play_game(x: Player, o: Player, rules: Rules, names: Mapping[Mark, str]) -> Played:
    """Play one game to its end, or until a player resigns or forfeits."""
    game = Game(rules)
    seats: dict[Mark, Player] = {"X": x, "O": o}
    while not game.is_over:
        mark = game.current_player
        try:
            game = game.play(choose_move(seats[mark], game, names[mark]))
        except (PlayerError, ResignedError) as error:
            return end_game(names, game, error)
    return end_game(names, game)


def end_game(
    names: Mapping[Mark, str], game: Game, error: PlayerError | ResignedError | None = None
) -> Played:
    """Return the record of a game that is over, or lost by its player to move.

    Parameters
    ----------
    names : mapping
        Names of the players, by mark.
    game : Game
        The game in its final position.
    error : PlayerError or ResignedError, optional
        Forfeit or resignation of the player to move.
    """
    x, o, winner = names["X"], names["O"], opponent(game.current_player)
    if error is None:
        return Played(x, o, game, game.result)
    if isinstance(error, ResignedError):
        return Played(x, o, game, winner, resignation=str(error))
    return Played(x, o, game, winner, str(error))


def play_match(
    first: str | Player,
    second: str | Player,
    rules: str | Rules = STANDARD,
    games: int = 20,
    *,
    alternate: bool = True,
) -> Match:
    """Play a match of several games between two players.

    Parameters
    ----------
    first, second : str or callable
        Names of players, such as ``"perfect"``, functions of a game, or generators of
        answers (see :func:`.calling.think`).
    rules : str or Rules, default STANDARD
        Rules to play by, or their name.
    games : int, default 20
        Number of games, at least 0.
    alternate : bool, default True
        True to swap the marks after each game. `first` begins as X.

    Returns
    -------
    Match
        Result, with a table as its `str`. If both players have the same name, the second
        gets a number.

    Raises
    ------
    TypeError
        If an argument is not a valid player (such as an ``async def``), rules or number of
        games.
    ValueError
        If a name of a player or of rules is unknown, ``"perfect"`` cannot solve the rules,
        or `games` is negative.
    KeyboardInterrupt
        If a person stops the match with Ctrl-C, or a player raises this itself.

    Notes
    -----
    A player that raises any exception, or answers with an illegal move, forfeits that game.
    `Match.faults` describes the forfeit, and the match continues. A player that answers
    `RESIGN` also loses the game (see `Match.resignations`). Moves have no time limit. If a
    player never answers, press Ctrl-C, which stops the match.

    Examples
    --------
    >>> print(play_match("perfect", "perfect", games=4))
    player     games  won  drawn  lost  score
    perfect        4    0      4     0   0.50
    perfect 2      4    0      4     0   0.50
    """
    rules = find_rules(rules)
    games = check_int(games, "games", 0)
    found = [find_player(who, rules) for who in (first, second)]
    names = distinct_names(map(describe_player, found))
    played: list[Played] = []
    for number in range(games):
        x, o = (1, 0) if alternate and number % 2 else (0, 1)
        called: dict[Mark, str] = {"X": names[x], "O": names[o]}
        played.append(_play_game(found[x], found[o], rules, called))
    return Match(names, tuple(played))


# Games of a tournament before they are played: pairs of players and their order.


class Fixture(NamedTuple):
    """One planned game. Immutable."""

    place: int
    """Position of the game in the tournament, from 0."""
    x: int
    """Index of the player of X."""
    o: int
    """Index of the player of O."""
    number: int
    """Number of the game among those of its two players, from 0."""

    def player_of(self, mark: Mark) -> int:
        """Return the index of the player with a mark."""
        return self.x if mark == "X" else self.o


def pairings(player_count: int) -> Iterator[tuple[int, int]]:
    """Yield every pair of players once, the lower index first.

    The order is that of the circle method for round robins. Whenever the tournament stops,
    the numbers of opponents met differ by at most one. If the number of players is odd,
    those that sit out a round are an exception.

    Examples
    --------
    >>> list(pairings(4))
    [(2, 3), (0, 1), (1, 3), (0, 2), (0, 3), (1, 2)]
    """
    circle = player_count if player_count % 2 else player_count - 1
    for turn in reversed(range(circle)):
        if circle < player_count:
            yield turn, circle
        for step in range(1, (circle + 1) // 2):
            first, second = (turn + step) % circle, (turn - step) % circle
            yield min(first, second), max(first, second)


def fixtures(player_count: int, games: int, settled: Sequence[bool] = ()) -> Iterator[Fixture]:
    """Yield the games of a tournament to play, in order.

    Parameters
    ----------
    player_count : int
        Number of players.
    games : int
        Number of games of each pair of players, which swap marks after each game.
    settled : sequence of bool, optional
        For each player, whether it is declared deterministic. Two such players play only one
        game with each mark.
    """
    for pair, (first, second) in enumerate(pairings(player_count)):
        is_settled = bool(settled) and settled[first] and settled[second]
        for number in range(min(games, 2) if is_settled else games):
            x, o = (second, first) if number % 2 else (first, second)
            yield Fixture(pair * games + number, x, o, number)


def tournament_game_count(player_count: int, games: int) -> int:
    """Return the number of games of a tournament with `player_count` players.

    >>> tournament_game_count(200, 2)
    39800
    """
    return player_count * (player_count - 1) // 2 * games


# Settings that all games of a tournament share, and the seeds of each game.


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings shared by all games of a tournament. Immutable."""

    names: Mapping[int, str]
    """Names of the players, by index."""
    players: Mapping[int, Player]
    """Players, by index."""
    rules: Rules
    """Rules of the games."""
    seconds: float = field(kw_only=True)
    """Time for each move in seconds, or ``inf`` for no limit."""
    seed: int = field(kw_only=True)
    """Seed of the tournament."""

    def player_for(self, fixture: Fixture, mark: Mark, player: Player) -> Player:
        """Return a player for one game: a restarted named player, or a copy of another one.

        A named player with a seed keeps it, whatever the seed of the tournament is.
        """
        if type(player) is NamedPlayer:
            seed = self.seed_of(fixture, mark, seed=player.seed)
            return player.afresh(seed=seed, seconds=self.seconds)
        return fresh_copy(player)

    def seed_of(self, fixture: Fixture, what: str, *, seed: int | None = None) -> int:
        """Return a seed for one game: of its player ``"X"`` or ``"O"``, or ``"random"``.

        It depends only on `seed` (by default that of the tournament), the names of the two
        players and the number of their game. It has 64 bits and is the same on every
        machine.
        """
        x, o = self.names[fixture.x], self.names[fixture.o]
        parts = (self.seed if seed is None else seed, x, o, fixture.number, what)
        return int.from_bytes(sha256(repr(parts).encode()).digest()[:8], "big")
