"""What stands on a table at one moment: the round, the seats, the scores. Immutable."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any

from tictactoe_widget.analysis.review import ReviewedMove
from tictactoe_widget.analysis.values import Analysis
from tictactoe_widget.players.calling import describe_player
from tictactoe_widget.players.named import player, player_choices
from tictactoe_widget.rules.base import Mark, Rules
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.named import NAMED, rules_name

MARKS: tuple[Mark, Mark] = ("X", "O")

HUMAN = "human"
"""What the seat of a person is called."""

LONGEST_NAME = 40
"""Characters that the name of a player may have."""

Player = Callable[[Game], object]
"""Takes a game, returns a cell or a generator of better and better cells."""

State = dict[str, Any]
"""Names and JSON values of what a front end shows; sequences are tuples."""

Scores = Mapping[str, int]
"""Rounds won by ``"X"`` and ``"O"``, and ``"draws"``."""

NO_SCORES: Scores = {"X": 0, "O": 0, "draws": 0}
PLAIN_NAMES: Mapping[Mark, str] = {"X": "Player X", "O": "Player O"}


@dataclass(frozen=True)
class Seat:
    """Who plays one mark."""

    name: str = HUMAN
    """``"human"``, the name of a player of ours, or that of a function."""
    player: Player | None = None
    """What finds the moves; None for a person."""
    is_named: bool = False
    """Whether it is a player of ours."""


@dataclass(frozen=True)
class Insight:
    """What the analysis says of one game."""

    game: Game
    comment: str = ""
    """Why its last move was good or bad."""
    analysis: Analysis | None = None
    """What its next moves are worth; None where there are none."""


@dataclass(frozen=True)
class Table:
    """Everything about a table at one moment; a transition makes a new one."""

    games: tuple[Game, ...]
    """The game after each ply of this round, the start of the round first."""
    round: int = 1
    scores: Mapping[Rules, Scores] = field(default_factory=dict)
    """By the rules they were made under."""
    names: Mapping[Mark, str] = field(default_factory=lambda: PLAIN_NAMES)
    seats: Mapping[Mark, Seat] = field(default_factory=lambda: dict.fromkeys(MARKS, Seat()))
    viewed_ply: int | None = None
    notice: str = ""
    failed: Mark | None = None
    """Who did not find a move in this game, so is not asked again."""
    hints: bool = False
    insight: Insight | None = None
    """What was last worked out for hints, mostly on the game that is shown."""
    review: tuple[ReviewedMove, ...] = ()
    """How the moves of this round, now over, compare with the best there were."""

    @property
    def game(self) -> Game:
        """The game of this round as it stands now."""
        return self.games[-1]

    @property
    def shown(self) -> Game:
        """The game one looks at: the present one or an earlier one."""
        return self.game if self.viewed_ply is None else self.games[self.viewed_ply]

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.game.rules

    @property
    def thinking(self) -> Mark | None:
        """Whose player is to find the next move; None when that is up to a person."""
        mark = self.game.current_player
        waits = self.game.is_over or self.failed == mark or self.seats[mark].player is None
        return None if waits else mark


def after_move(table: Table, cell: int) -> Table:
    """Make a move, and count the round where that ends it.

    Raises
    ------
    InvalidInputError, IllegalMoveError
        As `Game.play`.
    """
    game = table.game.play(cell)
    scores = dict(table.scores.get(table.rules, NO_SCORES))
    if game.is_over:
        scores[game.winner or "draws"] += 1
    return replace(
        table,
        games=(*table.games, game),
        scores={**table.scores, table.rules: scores},
        notice="",
    )


def take_seat(who: str | Player, rules: Rules) -> Seat:
    """Find who is meant.

    Raises
    ------
    ValueError
        When there is no such player, or it cannot play by these rules.
    """
    if who == HUMAN:
        return Seat()
    if callable(who):
        return Seat(describe_player(who)[:LONGEST_NAME], who)
    choices = player_choices(rules)
    if who not in choices:
        able = ", ".join((HUMAN, *choices))
        raise ValueError(f"{who!r} cannot play by these rules: choose {able} or a function")
    return Seat(who, player(who), is_named=True)


def able_seats(seats: Mapping[Mark, Seat], rules: Rules) -> tuple[dict[Mark, Seat], str]:
    """Give the seats of players that cannot play by `rules` to one that can; say so."""
    choices = player_choices(rules)
    able = dict(seats)
    notices = []
    for mark, seat in seats.items():
        if seat.is_named and seat.name not in choices:
            able[mark] = take_seat(choices[-1], rules)
            notices.append(f"{seat.name} cannot solve these rules: {choices[-1]} plays {mark}")
    return able, ". ".join(notices)


def merge_names(names: Mapping[Mark, str], new: Mapping[Mark, str]) -> dict[Mark, str]:
    """Give new names to the players that are named in `new`.

    Raises
    ------
    ValueError
        When a key is not a mark or a name not text of 1 to 40 characters.
    """
    if not isinstance(new, Mapping):
        raise ValueError(f'names must be like {{"X": "Ada", "O": "Grace"}}, not {new!r}')  # noqa: TRY004 - one error for all that is wrong with names
    for mark, name in new.items():
        if mark not in MARKS:
            raise ValueError(f"names are given for X and O, not for {mark!r}")
        if type(name) is not str or not 0 < len(name.strip()) <= LONGEST_NAME:
            raise ValueError(
                f"the name of {mark} must be text of 1 to {LONGEST_NAME} characters, "
                f"not {name!r}"
            )
    return {mark: " ".join(new[mark].split()) if mark in new else names[mark] for mark in MARKS}


def describe(table: Table) -> State:
    """Say all of `table` in JSON values, by the names the widget syncs."""
    game, rules = table.game, table.rules
    return {
        **_position(game),
        "current_player": game.current_player,
        "winner": game.winner,
        "is_draw": game.is_draw,
        "is_game_over": game.is_over,
        "move_count": game.move_count,
        "status": game.status,
        "legal_moves": game.legal_moves,
        "moves": game.moves,
        "round": table.round,
        "scores": dict(table.scores.get(rules, NO_SCORES)),
        "names": dict(table.names),
        "players": {mark: seat.name for mark, seat in table.seats.items()},
        "player_choices": (HUMAN, *player_choices(rules)),
        "thinking": table.thinking,
        "notice": table.notice,
        "hints": table.hints,
        **_insight(table),
        "review": tuple(_review(move) for move in table.review),
        "rules": rules_name(rules),
        "rules_title": rules.title,
        "rules_summary": rules.summary,
        "rules_choices": _RULES_CHOICES,
        "grid": _grid(rules),
        "viewed_ply": table.viewed_ply,
        "viewed": None if table.viewed_ply is None else _position(table.shown),
    }


def _insight(table: Table) -> State:
    """Say what is known of the shown game, as far as that is asked."""
    insight = table.insight
    if not table.hints or insight is None or insight.game is not table.shown:
        return {"comment": "", "values": ()}
    known = insight.analysis
    moves = () if known is None else known.moves.items()
    values = tuple(
        {
            "cell": cell,
            "value": move.value,
            "remoteness": move.remoteness,
            "score": round(move.score, 3),
            "is_best": known is not None and cell in known.best_moves,
        }
        for cell, move in moves
    )
    return {"comment": insight.comment, "values": values}


def _review(move: ReviewedMove) -> State:
    return {
        "ply": move.ply,
        "player": move.player,
        "cell": move.cell,
        "verdict": move.verdict,
        "best": move.best.value,
        "played": move.played.value,
    }


_RULES_CHOICES = tuple((name, rules.title) for name, rules in NAMED.items())


def _position(game: Game) -> State:
    """Say what is drawn of a game, now or as one looks back at it."""
    return {
        "board": game.board,
        "winning_lines": game.winning_lines,
        "last_move": game.last_move,
        "message": game.message,
        "guide": game.rules.guide(game.state),
        "small_boards": game.small_boards,
        "open_boards": game.open_boards,
    }


@lru_cache(maxsize=64)
def _grid(rules: Rules) -> State:
    return asdict(rules.layout)
