"""Answers to requests: each is carried out once; refusals and errors become codes."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from tictactoe_widget.rules.errors import (
    GameOverError,
    IllegalMoveError,
    InvalidInputError,
    WrongTurnError,
)

from .board.table import Table
from .protocol import KINDS, Answer, BadRequestError, Code, Request, answer

REMEMBERED = 256
"""Number of the latest answers that are kept, so that a repeat is not applied again."""

ReadT = TypeVar("ReadT")

_log = logging.getLogger(__name__)


class Requests:
    """Handler of requests, which keeps its answers so that a repeat is not applied again."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()

    def answer(
        self,
        message: object,
        read: Callable[[object], ReadT],
        carry_out: Callable[[ReadT], tuple[Code, str]],
    ) -> Answer:
        """Carry out a request of a front end and return the answer; never raise.

        Parameters
        ----------
        message : object
            Message that arrived, which may be any value.
        read : callable
            Function that checks the message and returns the request; it raises
            BadRequestError.
        carry_out : callable
            Function that carries out the request and returns the code and the text of
            the answer. It is not called for a repeat.
        """
        try:
            return self._answer(message, read, carry_out)
        except Exception:  # noqa: BLE001 - whatever it is, the person gets an answer
            _log.exception("A request failed: %.200r", message)
            return answer(message, "internal", "Something went wrong in Python")

    def _answer(
        self,
        message: Any,
        read: Callable[[object], ReadT],
        carry_out: Callable[[ReadT], tuple[Code, str]],
    ) -> Answer:
        try:
            request = read(message)
        except BadRequestError as error:
            return answer(message, "bad", str(error))
        key = (message["client"], message["request"])
        if key not in self._answers:
            self._answers[key] = answer(message, *carry_out(request))
            if len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
        return self._answers[key]


def carry_out(
    request: Request, table: Table, commit: Callable[[Table], None]
) -> tuple[Code, str]:
    """Carry out a request on a table; return the code and the text of the answer.

    Parameters
    ----------
    request : Request
        What is asked for.
    table : Table
        The present table.
    commit : callable
        Function that takes the next table, called when the request makes one.
    """
    kind = KINDS[request.kind]
    is_stale = (kind.needs_round and request.round != table.round) or (
        kind.needs_ply and request.ply != table.game.move_count
    )
    if is_stale:
        return "stale", "The board has changed since"
    try:
        commit(kind.transition(table, **request.arguments))
    except GameOverError as error:
        return "over", str(error)
    except WrongTurnError as error:
        return "busy", str(error)
    except (IllegalMoveError, InvalidInputError) as error:
        return "illegal", str(error)
    except ValueError as error:
        if request.kind == "play":  # a fault of the rules, not of the request
            raise
        return "bad", str(error)
    return "ok", ""
