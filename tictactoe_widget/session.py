"""A table where rounds are played: requests in, state and answers out.

The rules know one game. A `Session` knows the table around it: which round is
on, who sits where, the scores, the moves one can look back on. It speaks the
protocol of the front end; what carries the messages (a Jupyter kernel, a web
worker) only hands them over.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import RLock
from typing import Any

from .players.answers import PlayerError, describe_player
from .players.bots import player, player_choices
from .protocol import BadRequestError, Code, Request, answer, parse_request
from .rules.base import Mark, Rules
from .rules.errors import GameOverError, IllegalMoveError, InvalidInputError, WrongTurnError
from .rules.game import Game
from .rules.named import NAMED, find_rules, rules_name
from .thinking import Thought

MARKS: tuple[Mark, Mark] = ("X", "O")

HUMAN = "human"
"""What the seat of a person is called."""

LONGEST_NAME = 40
"""Characters that the name of a player may have."""

REMEMBERED = 256
"""Answered requests that are remembered, so that a repeat is not applied again."""

BREATH = 0.004
"""Seconds a thinking player leaves to everything else after each slice."""

PACE = 0.6
"""Seconds between the moves of two players that are no people, so that one can watch."""

Player = Callable[[Game], object]
"""Takes a game, returns a cell or a generator of better and better cells."""

State = dict[str, Any]
"""Names and JSON values of what a front end shows; sequences are tuples."""

Scores = Mapping[str, int]
"""Rounds won by ``"X"`` and ``"O"``, and ``"draws"``."""

_NO_SCORES: Scores = {"X": 0, "O": 0, "draws": 0}
_PLAIN_NAMES: Mapping[Mark, str] = {"X": "Player X", "O": "Player O"}

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Seat:
    """Who plays one mark."""

    name: str = HUMAN
    """``"human"``, the name of a player of ours, or that of a function."""
    player: Player | None = None
    """What finds the moves; None for a person."""
    is_named: bool = False
    """Whether it is a player of ours."""


@dataclass(frozen=True)
class _Table:
    """Everything about a table at one moment; a transition makes a new one."""

    games: tuple[Game, ...]
    """The game after each ply of this round, the start of the round first."""
    round: int = 1
    scores: Mapping[Rules, Scores] = field(default_factory=dict)
    """By the rules they were made under."""
    names: Mapping[Mark, str] = field(default_factory=lambda: _PLAIN_NAMES)
    seats: Mapping[Mark, _Seat] = field(default_factory=lambda: dict.fromkeys(MARKS, _Seat()))
    viewed_ply: int | None = None
    notice: str = ""
    failed: Mark | None = None
    """Who did not find a move in this game, so is not asked again."""

    @property
    def game(self) -> Game:
        return self.games[-1]

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def thinking(self) -> Mark | None:
        """Whose player is to find the next move; None when that is up to a person."""
        mark = self.game.current_player
        waits = self.game.is_over or self.failed == mark or self.seats[mark].player is None
        return None if waits else mark


class Session:
    """One table: rounds of a game, seats, scores, history, and the protocol around them.

    Where an event loop is running, a player that takes its time thinks on it in
    slices; elsewhere every call returns when it is a person's turn again.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        What is played: a name in `NAMED`, or rules such as ``MNK(4, 5, 3)``.
    x, o : str or callable, default "human"
        Who plays: ``"human"``, the name of a player, or a function that takes a
        game and returns a cell.
    names : mapping, optional
        What to call the players: text of 1 to 40 characters for ``"X"``, ``"O"``
        or both.
    publish : callable, optional
        Called with the changed part of `state` once per transition.
    send : callable, optional
        Called with each answer to a request, after the changes it made.

    Raises
    ------
    ValueError
        When rules or a player of that name are not known.

    Examples
    --------
    >>> session = Session()
    >>> session.play(4)
    >>> session.state["message"]
    "Player O's turn"
    """

    def __init__(  # noqa: PLR0913 - one argument a choice
        self,
        rules: str | Rules = "standard",
        *,
        x: str | Player = HUMAN,
        o: str | Player = HUMAN,
        names: Mapping[Mark, str] | None = None,
        publish: Callable[[State], None] | None = None,
        send: Callable[[State], None] | None = None,
    ) -> None:
        self._publish = publish or (lambda _changes: None)
        self._send = send or (lambda _message: None)
        # Handlers may run on any thread, and an observer may play in turn.
        self._lock = RLock()
        self._answered: OrderedDict[tuple[str, str], State] = OrderedDict()
        self._thought: Thought | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._holders = 0
        game = Game(find_rules(rules))
        seats: dict[Mark, _Seat] = {"X": _seat(x, game.rules), "O": _seat(o, game.rules)}
        self._table = _Table(
            (game,), names=_merge_names(_PLAIN_NAMES, names or {}), seats=seats
        )
        self._state = _describe(self._table)
        self._let_think()

    @property
    def state(self) -> State:
        """Everything a front end shows, as JSON values by name."""
        return dict(self._state)

    @property
    def game(self) -> Game:
        """The game of this round as it stands now."""
        return self._table.game

    def play(self, cell: int) -> None:
        """Make a move for the person whose turn it is.

        Raises
        ------
        InvalidInputError
            When `cell` is no integer.
        IllegalMoveError
            When the rules refuse the move, or it is not a person's turn; nothing
            has changed then.
        """
        with self._turn() as table:
            if table.thinking is not None:
                raise WrongTurnError(f"Not your turn: Player {table.thinking} to move")
            self._commit(replace(_after_move(table, cell), viewed_ply=None))

    def new_game(self, rules: str | Rules | None = None) -> None:
        """Start the next round; a round that is still on counts for nobody.

        Parameters
        ----------
        rules : str or Rules, optional
            What is played from now on; as before when not given. A player that
            cannot play by them gives its seat to ``"expert"``.

        Raises
        ------
        ValueError
            When rules of that name are not known.
        """
        with self._turn() as table:
            game = Game(table.rules if rules is None else find_rules(rules))
            able, notice = _able_seats(table.seats, game.rules)
            self._commit(
                replace(
                    table,
                    games=(game,),
                    round=table.round + 1,
                    seats=able,
                    viewed_ply=None,
                    notice=notice,
                    failed=None,
                )
            )

    def seat(self, mark: Mark, who: str | Player) -> None:
        """Let somebody else play a mark from here on; the game goes on.

        Parameters
        ----------
        mark : {"X", "O"}
            The seat to take.
        who : str or callable
            As `x` and `o` of the constructor.

        Raises
        ------
        ValueError
            When there is no such seat or player, or the player cannot play by
            these rules.
        """
        with self._turn() as table:
            if mark not in MARKS:
                raise ValueError(f"the seats are X and O, not {mark!r}")
            seats = {**table.seats, mark: _seat(who, table.rules)}
            failed = None if table.failed == mark else table.failed
            self._thought = None
            self._commit(replace(table, seats=seats, failed=failed, notice=""))

    def reset_scores(self) -> None:
        """Set the scores under these rules to zero; the game goes on."""
        with self._turn() as table:
            self._commit(replace(table, scores={**table.scores, table.rules: _NO_SCORES}))

    def look_back(self, ply: int | None) -> None:
        """Show the board as it was after `ply` moves, or as it is now.

        Parameters
        ----------
        ply : int or None
            0 to the move count; None and the move count itself mean now.

        Raises
        ------
        ValueError
            When the round has no such ply.
        """
        with self._turn() as table:
            last = len(table.games) - 1
            if ply is not None and not 0 <= ply <= last:
                raise ValueError(f"This round has plies 0 to {last}, not {ply}")
            self._commit(replace(table, viewed_ply=None if ply == last else ply))

    def rename(self, names: Mapping[Mark, str]) -> None:
        """Change what the players are called; who is not named keeps the name.

        Raises
        ------
        ValueError
            When a key is not a mark or a name not text of 1 to 40 characters.
        """
        with self._turn() as table:
            self._commit(replace(table, names=_merge_names(table.names, names)))

    def handle(self, message: object) -> None:
        """Carry out a request of a front end and answer it; never raises.

        Parameters
        ----------
        message : object
            Whatever arrived. What is no request of the protocol is answered
            ``bad``.
        """
        with self._turn():
            try:
                reply = self._answer(message)
            except Exception:  # noqa: BLE001 - whatever it is, the person gets an answer
                _log.exception("A request failed: %.200r", message)
                reply = answer(message, "internal", "Something went wrong in Python")
            self._send(reply)

    def _answer(self, message: object) -> State:
        try:
            request = parse_request(message)
        except BadRequestError as error:
            return answer(message, "bad", str(error))
        name = (request.client, request.request)
        if name in self._answered:
            return self._answered[name]
        code, text = self._carry_out(request)
        reply = self._answered[name] = answer(message, code, text)
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
        return reply

    def _carry_out(self, request: Request) -> tuple[Code, str]:
        game = self._table.game
        # A new round wipes what was seen; only a move depends on the very ply.
        seen_ply = request.ply if request.kind == "play" else game.move_count
        seen = (request.round, seen_ply)
        if request.kind != "hello" and seen != (self._table.round, game.move_count):
            return "stale", "The board has changed since"
        actions: dict[str, Callable[..., None]] = {
            "hello": lambda: None,
            "play": self._play_for_person,
            "new_game": self.new_game,
            "reset_scores": self.reset_scores,
            "view": self.look_back,
            "rules": self.new_game,
            "player": self.seat,
        }
        try:
            actions[request.kind](*request.arguments.values())
        except GameOverError as error:
            return "over", str(error)
        except WrongTurnError as error:
            return "busy", str(error)
        except (IllegalMoveError, InvalidInputError) as error:
            return "illegal", str(error)
        except ValueError as error:
            return "bad", str(error)
        return "ok", ""

    def _play_for_person(self, cell: int) -> None:
        table = self._table
        mark = table.game.current_player
        if table.viewed_ply is not None:
            raise IllegalMoveError("You are looking back: return to now to play")
        if table.failed == mark:
            raise IllegalMoveError(f"Choose who plays {mark} from here on")
        self.play(cell)

    @contextmanager
    def _turn(self) -> Iterator[_Table]:
        """Hold the table; once nobody holds it any more, the players may think."""
        with self._lock:
            self._holders += 1
            try:
                yield self._table
            finally:
                self._holders -= 1
        if not self._holders:
            self._let_think()

    def _commit(self, table: _Table) -> None:
        """Make `table` the present one and publish what it changes, in one piece."""
        state = _describe(table)
        before, self._state, self._table = self._state, state, table
        changes = {name: value for name, value in state.items() if value != before[name]}
        if changes:
            self._publish(changes)

    def _let_think(self) -> None:
        """Have the player whose turn it is find a move, then the next one."""
        while (thought := self._next_thought()) is not None:
            loop = _running_loop()
            if loop is None:
                while self._thought is thought and not thought.run():
                    pass
            elif self._is_watched() or not thought.run():
                task = loop.create_task(self._keep_thinking(thought))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                return
            self._finish(thought)

    def _next_thought(self) -> Thought | None:
        """Return the thought to begin now; None when there is nothing to begin."""
        with self._lock:
            table = self._table
            if table.thinking is None:
                self._thought = None
                return None
            if self._thought is not None and self._thought.game is table.game:
                return None
            who = table.seats[table.thinking].player
            assert who is not None  # noqa: S101 - a person is never said to be thinking
            self._thought = Thought(who, table.game)
            return self._thought

    def _is_watched(self) -> bool:
        """Whether no person plays, so that the moves are made at a pace to follow."""
        return all(seat.player is not None for seat in self._table.seats.values())

    async def _keep_thinking(self, thought: Thought) -> None:
        if self._is_watched():
            await asyncio.sleep(PACE)
        while self._thought is thought:
            if thought.run():
                self._finish(thought)
                self._let_think()
                return
            await asyncio.sleep(BREATH)

    def _finish(self, thought: Thought) -> None:
        """Make the move that was found, unless the game has gone on without it."""
        with self._lock:
            if self._thought is not thought:
                return
            self._thought = None
            table = self._table
            mark = table.game.current_player
            try:
                self._commit(_after_move(table, thought.cell()))
            except PlayerError as error:
                notice = f"{error}. Choose who plays {mark} from here on, or start a new game"
                self._commit(replace(table, failed=mark, notice=notice))


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _after_move(table: _Table, cell: int) -> _Table:
    game = table.game.play(cell)
    scores = dict(table.scores.get(table.rules, _NO_SCORES))
    if game.is_over:
        scores[game.winner or "draws"] += 1
    return replace(
        table,
        games=(*table.games, game),
        scores={**table.scores, table.rules: scores},
        notice="",
    )


def _seat(who: str | Player, rules: Rules) -> _Seat:
    """Find who is meant, able to play by these rules."""
    if who == HUMAN:
        return _Seat()
    if callable(who):
        return _Seat(describe_player(who)[:LONGEST_NAME], who)
    choices = player_choices(rules)
    if who not in choices:
        able = ", ".join((HUMAN, *choices))
        raise ValueError(f"{who!r} cannot play by these rules: choose {able} or a function")
    return _Seat(who, player(who), is_named=True)


def _able_seats(seats: Mapping[Mark, _Seat], rules: Rules) -> tuple[dict[Mark, _Seat], str]:
    """Give the seats of players that cannot play by `rules` to one that can; say so."""
    choices = player_choices(rules)
    able = dict(seats)
    notices = []
    for mark, seat in seats.items():
        if seat.is_named and seat.name not in choices:
            able[mark] = _seat(choices[-1], rules)
            notices.append(f"{seat.name} cannot solve these rules: {choices[-1]} plays {mark}")
    return able, ". ".join(notices)


def _merge_names(names: Mapping[Mark, str], new: Mapping[Mark, str]) -> dict[Mark, str]:
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


def _describe(table: _Table) -> State:
    """Say all of `table` in JSON values, by the names the widget syncs."""
    game, rules = table.game, table.rules
    viewed = None if table.viewed_ply is None else table.games[table.viewed_ply]
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
        "scores": dict(table.scores.get(rules, _NO_SCORES)),
        "names": dict(table.names),
        "players": {mark: seat.name for mark, seat in table.seats.items()},
        "player_choices": (HUMAN, *player_choices(rules)),
        "thinking": table.thinking,
        "notice": table.notice,
        "rules": rules_name(rules),
        "rules_title": rules.title,
        "rules_summary": rules.summary,
        "rules_choices": _RULES_CHOICES,
        "grid": _grid(rules),
        "viewed_ply": table.viewed_ply,
        "viewed": None if viewed is None else _position(viewed),
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
    layout = rules.layout
    return {
        "rows": layout.rows,
        "columns": layout.columns,
        "cells": layout.cells,
        "block": layout.block,
    }
