"""A table where rounds are played: requests in, state and answers out.

The rules know one game. A `Session` knows the table around it: which round is
on, who sits where, the scores, the moves one can look back on. It speaks the
protocol of the front end; what carries the messages (a Jupyter kernel, a web
worker) only hands them over.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import Any

from .protocol import BadRequestError, Code, Request, answer, parse_request
from .rules.base import Mark, Rules
from .rules.errors import GameOverError, IllegalMoveError, InvalidInputError
from .rules.game import Game
from .rules.mnk import STANDARD

MARKS: tuple[Mark, Mark] = ("X", "O")

LONGEST_NAME = 40
"""Characters that the name of a player may have."""

REMEMBERED = 256
"""Answered requests that are remembered, so that a repeat is not applied again."""

State = dict[str, Any]
"""Names and JSON values of what a front end shows; sequences are tuples."""

_NO_SCORES: Mapping[str, int] = {"X": 0, "O": 0, "draws": 0}
_PLAIN_NAMES: Mapping[Mark, str] = {"X": "Player X", "O": "Player O"}

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Table:
    """Everything about a table at one moment; a transition makes a new one."""

    games: tuple[Game, ...]
    """The game after each ply of this round, the start of the round first."""
    round: int = 1
    scores: Mapping[str, int] = field(default_factory=lambda: _NO_SCORES)
    names: Mapping[Mark, str] = field(default_factory=lambda: _PLAIN_NAMES)
    viewed_ply: int | None = None

    @property
    def game(self) -> Game:
        return self.games[-1]


class Session:
    """One table: rounds of a game, scores, history, and the protocol around them.

    Parameters
    ----------
    rules : Rules, default STANDARD
        What is played.
    names : mapping, optional
        What to call the players: text of 1 to 40 characters for ``"X"``, ``"O"``
        or both.
    publish : callable, optional
        Called with the changed part of `state` once per transition.
    send : callable, optional
        Called with each answer to a request, after the changes it made.

    Examples
    --------
    >>> session = Session()
    >>> session.play(4)
    >>> session.state["message"]
    "Player O's turn"
    """

    def __init__(
        self,
        rules: Rules = STANDARD,
        *,
        names: Mapping[Mark, str] | None = None,
        publish: Callable[[State], None] | None = None,
        send: Callable[[State], None] | None = None,
    ) -> None:
        self._publish = publish or (lambda _changes: None)
        self._send = send or (lambda _message: None)
        # Handlers may run on any thread, and an observer may play in turn.
        self._lock = RLock()
        self._answered: OrderedDict[tuple[str, str], State] = OrderedDict()
        self._table = _Table(games=(Game(rules),))
        if names is not None:
            self._table = replace(self._table, names=_merge_names(self._table.names, names))
        self._state = _describe(self._table)

    @property
    def state(self) -> State:
        """Everything a front end shows, as JSON values by name; a copy."""
        return deepcopy(self._state)

    @property
    def game(self) -> Game:
        """The game of this round as it stands now."""
        return self._table.game

    def play(self, cell: int) -> None:
        """Make a move for the player whose turn it is.

        Raises
        ------
        InvalidInputError
            When `cell` is no integer.
        IllegalMoveError
            When the rules refuse the move; nothing has changed then.
        """
        with self._lock:
            table = self._table
            game = table.game.play(cell)
            scores = dict(table.scores)
            if game.is_over:
                scores["draws" if game.is_draw else str(game.winner)] += 1
            self._commit(
                replace(table, games=(*table.games, game), scores=scores, viewed_ply=None)
            )

    def new_game(self) -> None:
        """Start the next round; a round that is still on counts for nobody."""
        with self._lock:
            table = self._table
            start = (Game(table.game.rules),)
            self._commit(replace(table, games=start, round=table.round + 1, viewed_ply=None))

    def reset_scores(self) -> None:
        """Set all scores to zero; the game goes on."""
        with self._lock:
            self._commit(replace(self._table, scores=_NO_SCORES))

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
        with self._lock:
            last = len(self._table.games) - 1
            if ply is not None and not 0 <= ply <= last:
                raise ValueError(f"This round has plies 0 to {last}, not {ply}")
            self._commit(replace(self._table, viewed_ply=None if ply == last else ply))

    def rename(self, names: Mapping[Mark, str]) -> None:
        """Change what the players are called; who is not named keeps the name.

        Raises
        ------
        ValueError
            When a key is not a mark or a name not text of 1 to 40 characters.
        """
        with self._lock:
            self._commit(replace(self._table, names=_merge_names(self._table.names, names)))

    def handle(self, message: object) -> None:
        """Carry out a request of a front end and answer it; never raises.

        Parameters
        ----------
        message : object
            Whatever arrived. What is no request of the protocol is answered
            ``bad``.
        """
        with self._lock:
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
        }
        try:
            actions[request.kind](*request.arguments.values())
        except GameOverError as error:
            return "over", str(error)
        except (IllegalMoveError, InvalidInputError) as error:
            return "illegal", str(error)
        except ValueError as error:
            if request.kind == "play":  # a fault of the rules, not of the request
                raise
            return "bad", str(error)
        return "ok", ""

    def _play_for_person(self, cell: int) -> None:
        if self._table.viewed_ply is not None:
            raise IllegalMoveError("You are looking back: return to now to play")
        self.play(cell)

    def _commit(self, table: _Table) -> None:
        """Make `table` the present one and publish what it changes, all or nothing."""
        state, before = _describe(table), (self._table, self._state)
        changes = {name: value for name, value in state.items() if value != self._state[name]}
        self._table, self._state = table, state
        try:
            if changes:
                self._publish(deepcopy(changes))
        except Exception as error:
            # Who is told may have played in turn; what was told then stays.
            if self._table is table:
                self._table, self._state = before
            raise RuntimeError("The change could not be published") from error


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
    game = table.game
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
        "scores": dict(table.scores),
        "names": dict(table.names),
        "rules": repr(game.rules),
        "rules_title": game.rules.title,
        "rules_summary": game.rules.summary,
        "grid": _grid(game.rules),
        "viewed_ply": table.viewed_ply,
        "viewed": None if viewed is None else _position(viewed),
    }


def _position(game: Game) -> State:
    """Say what is drawn of a game, now or as one looks back at it."""
    return {
        "board": game.board,
        "winning_lines": game.winning_lines,
        "last_move": game.last_move,
        "message": game.message,
    }


def _grid(rules: Rules) -> State:
    layout = rules.layout
    return {
        "rows": layout.rows,
        "columns": layout.columns,
        "cells": layout.cells,
        "block": layout.block,
    }
