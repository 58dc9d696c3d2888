"""Matches between two players: game records and result tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
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
from tictactoe_widget.sandbox.isolation import OwnRandom, fresh_copy
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import N_, _, format_number, join_or, localized, ngettext
from tictactoe_widget.validation import as_seed, brief, check_int


@dataclass(frozen=True, slots=True)
class Played(Serializable):
    """Immutable record of one game in a match, including the players and the result."""

    _keys = (
        *("x", "o", "result", "winner", "fault", "resignation", "repeated"),
        *("moves=game.moves", "rules=game.rules.name"),
    )

    x: str
    """Name of the player who played X."""
    o: str
    """Name of the player who played O."""
    game: Game
    """Game in its final position. After a resignation or forfeit, the game is unfinished."""
    result: Result
    """Result (``"X"``, ``"O"`` or ``"draw"``). A player that resigns or forfeits loses."""
    fault: str | None = None
    """Sentence about the forfeit that ended the game, or None for other games."""
    resignation: str | None = None
    """Sentence about the resignation that ended the game, or None for other games."""
    repeated: bool = False
    """True if this is a copy of an earlier game between two deterministic players."""

    @property
    def winner(self) -> str | None:
        """Name of the winner, or None for a draw."""
        return {"X": self.x, "O": self.o}.get(self.result or "")


@dataclass(frozen=True, slots=True)
class Standing(Serializable):
    """Immutable row for one player in a match's result table."""

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
        """Average points per game (a win is worth 1, a draw ½), or 0 if there were no games."""
        points = self.win_count + self.draw_count / 2
        return points / self.game_count if self.game_count else 0.0


_TEXT_COLUMNS = (N_("player"), N_("games"), N_("won"), N_("drawn"), N_("lost"), N_("score"))
_COLUMNS = (N_("Player"), N_("Games"), N_("Won"), N_("Drawn"), N_("Lost"), N_("Score"))


@dataclass(frozen=True, slots=True, repr=False)
class Match(Serializable, TextDisplay):
    """Immutable results of a match. ``str(match)`` returns a table of the results.

    Methods that count games take a player's name. If no player has that name, these methods
    raise ValueError.
    """

    _keys: ClassVar[tuple[str, ...]] = ("players=names", "games")
    _rows = "games"

    names: tuple[str, ...]
    """Unique names of the players."""
    games: tuple[Played, ...]
    """Games in the match, in the order in which they were played."""

    def win_count(self, name: str) -> int:
        """Return the number of games that a player won."""
        return self._standing(name).win_count

    def draw_count(self, name: str) -> int:
        """Return the number of games that a player drew."""
        return self._standing(name).draw_count

    def loss_count(self, name: str) -> int:
        """Return the number of games that a player lost."""
        return self._standing(name).loss_count

    def game_count(self, name: str) -> int:
        """Return the number of games in which a player took part."""
        return self._standing(name).game_count

    def score(self, name: str) -> float:
        """Return a player's average points per game: 1 for a win and 0.5 for a draw.

        If the player hasn't played any games, the score is 0.
        """
        return self._standing(name).score

    @property
    def faults(self) -> tuple[str, ...]:
        """Sentences about all forfeits, in the order in which they happened."""
        return tuple(game.fault for game in self.games if game.fault is not None)

    @property
    def resignations(self) -> tuple[str, ...]:
        """Sentences about all resignations, in the order in which they happened."""
        return tuple(game.resignation for game in self.games if game.resignation is not None)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Results of every player, with the highest score first."""
        wins, draws, losses = Counter[str](), Counter[str](), Counter[str]()
        for game in self.games:
            counted = {"X": (wins, losses), "O": (losses, wins)}
            of_x, of_o = counted.get(game.result or "", (draws, draws))
            of_x[game.x] += 1
            of_o[game.o] += 1
        found = [Standing(name, wins[name], draws[name], losses[name]) for name in self.names]
        return tuple(sorted(found, key=lambda standing: -standing.score))

    @property
    @localized
    def notes(self) -> tuple[str, ...]:
        """Sentences about resignations and forfeits, to show below the table."""
        ended = (game.resignation or game.fault for game in self.games)
        return tuple(sentence for sentence in ended if sentence is not None)

    @localized
    def __str__(self) -> str:
        table = text_table([tuple(map(_, _TEXT_COLUMNS)), *self._table()], align=">")
        return "\n".join([table, *self.notes])

    @localized
    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the table and the notes."""
        caption = ngettext("{count} game", "{count} games", len(self.games))
        table = html_table(caption, tuple(map(_, _COLUMNS)), self._table())
        notes = "".join(f"<li>{escape(note)}</li>" for note in self.notes)
        return table + (f"<ul>{notes}</ul>" if notes else "")

    def _table(self) -> list[tuple[object, ...]]:
        rows = (tuple(one.to_dict().values()) for one in self.standings)
        return [(*counts, format_number(score, ".2f")) for *counts, score in rows]

    def _standing(self, name: str) -> Standing:
        for standing in self.standings:
            if standing.name == name:
                return standing
        hint = f"choose {join_or(self.names)}" if self.names else "the match has no players"
        raise ValueError(f"name must be a player in this match, not {brief(name)}: {hint}")


def _play_game(x: Player, o: Player, rules: Rules, names: Mapping[Mark, str]) -> Played:
    """Play one game until it ends or until a player resigns or forfeits."""
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
    """Return the record of a game that is over or that the player to move has lost.

    Parameters
    ----------
    names : mapping
        Mapping from the marks ``"X"`` and ``"O"`` to player names.
    game : Game
        Game to record, in its final position.
    error : PlayerError or ResignedError, optional
        Forfeit or resignation by the player to move.
    """
    x, o, winner = names["X"], names["O"], opponent(game.current_player)
    if error is None:
        return Played(x, o, game, game.result)
    if isinstance(error, ResignedError):
        return Played(x, o, game, winner, resignation=str(error))
    return Played(x, o, game, winner, str(error))


def play_match(  # noqa: PLR0913 - all but the players have defaults
    first: str | Player,
    second: str | Player,
    rules: str | Rules = STANDARD,
    games: int = 20,
    *,
    alternate: bool = True,
    seed: int | None = None,
) -> Match:
    """Play a match between two players and return the results.

    Parameters
    ----------
    first, second : str or callable
        Players: names such as ``"perfect"``, or functions that take a game and return a move. A
        function can also be a generator that yields better and better moves (see
        :func:`.calling.think`).
    rules : str or Rules, default STANDARD
        Rules of the game, or the name of the rules.
    games : int, default 20
        Number of games, at least 0.
    alternate : bool, default True
        True if the players swap marks after each game. In the first game, `first` plays X.
    seed : int, optional
        Seed for ``random``, for ``numpy.random`` if NumPy is loaded, and for built-in players
        without a seed of their own. After the match, the previous state of ``random`` and
        ``numpy.random`` is restored. The moves that "expert" makes also depend on the
        computer's speed.

    Returns
    -------
    Match
        Results of the match. ``str`` turns them into a table. If both players have the same
        name, a number is added to the second name.

    Raises
    ------
    TypeError
        If an argument has the wrong type, for example if a player is an ``async def``
        function.
    ValueError
        If the name of a player or of the rules is unknown, if ``"perfect"`` cannot solve the
        game, or if `games` is negative.
    KeyboardInterrupt
        If you press Ctrl-C or a player raises KeyboardInterrupt.

    Notes
    -----
    A player that raises an exception or returns an illegal move forfeits the game.
    `Match.faults` describes the forfeit, and the match continues. A player that returns
    `RESIGN` loses the game (see `Match.resignations`). There is no time limit for moves. If a
    player never returns a move, press Ctrl-C to stop the match.

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
    own_random: AbstractContextManager[None] = nullcontext()
    if as_seed(seed) is not None:
        random = Random(seed)
        found = [
            one.afresh(seed=random.getrandbits(32))
            if isinstance(one, NamedPlayer) and one.seed is None
            else one
            for one in found
        ]
        own_random = OwnRandom(seed=random.getrandbits(32))
    names = distinct_names(map(describe_player, found))
    played: list[Played] = []
    with own_random:
        for number in range(games):
            x, o = (1, 0) if alternate and number % 2 else (0, 1)
            called: dict[Mark, str] = {"X": names[x], "O": names[o]}
            played.append(_play_game(found[x], found[o], rules, called))
    return Match(names, tuple(played))


# Planned games in a tournament: pairs of players and their order.


class Fixture(NamedTuple):
    """Immutable description of one planned game in a tournament."""

    place: int
    """0-based index of the game in the tournament."""
    x: int
    """Index of the player who plays X."""
    o: int
    """Index of the player who plays O."""
    number: int
    """0-based index of the game among all games between the same two players."""

    def player_of(self, mark: Mark) -> int:
        """Return the index of the player who plays the given mark."""
        return self.x if mark == "X" else self.o


def pairings(player_count: int) -> Iterator[tuple[int, int]]:
    """Yield each pair of player indices once, with the lower index first.

    The order follows the circle method for round robins. Even if the tournament stops early,
    all players have met nearly the same number of opponents. The numbers of opponents differ by
    at most one or, if the number of players is odd, by at most two.

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
    """Yield the planned games in a tournament, in the order of play.

    Parameters
    ----------
    player_count : int
        Number of players.
    games : int
        Number of games between each pair of players, who swap marks after each game.
    settled : sequence of bool, optional
        For each player, True if the player is declared deterministic. Two deterministic players
        play only one game with each assignment of marks.
    """
    for pair, (first, second) in enumerate(pairings(player_count)):
        is_settled = bool(settled) and settled[first] and settled[second]
        for number in range(min(games, 2) if is_settled else games):
            x, o = (second, first) if number % 2 else (first, second)
            yield Fixture(pair * games + number, x, o, number)


def tournament_game_count(player_count: int, games: int) -> int:
    """Return the number of games in a tournament with `player_count` players.

    >>> tournament_game_count(200, 2)
    39800
    """
    return player_count * (player_count - 1) // 2 * games


# Settings that all games in a tournament share, and the seeds for each game.


@dataclass(frozen=True, slots=True)
class Plan:
    """Immutable settings that apply to all games in a tournament."""

    names: Mapping[int, str]
    """Names of the players, by index."""
    players: Mapping[int, Player]
    """Players by index."""
    rules: Rules
    """Rules of the games."""
    seconds: float = field(kw_only=True)
    """Time limit for each move in seconds, or ``inf`` for no limit."""
    seed: int = field(kw_only=True)
    """Seed for all random numbers in the tournament."""

    def player_for(self, fixture: Fixture, mark: Mark, player: Player) -> Player:
        """Return a fresh player for one game: a restarted built-in player or a copied object.

        If a built-in player has its own seed, that seed replaces the tournament's seed.
        """
        if type(player) is NamedPlayer:
            seed = self.seed_of(fixture, mark, seed=player.seed)
            return player.afresh(seed=seed, seconds=self.seconds)
        return fresh_copy(player)

    def seed_of(self, fixture: Fixture, what: str, *, seed: int | None = None) -> int:
        """Return a seed for one game, for use by a player or by the module ``random``.

        The result depends only on `seed` (by default, the tournament's seed), the purpose
        `what`, the names of the two players and the number of their game. The seed has 64 bits
        and is the same on every machine.
        """
        x, o = self.names[fixture.x], self.names[fixture.o]
        parts = (self.seed if seed is None else seed, x, o, fixture.number, what)
        return int.from_bytes(sha256(repr(parts).encode()).digest()[:8], "big")
