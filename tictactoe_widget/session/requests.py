"""Answers to requests: each is carried out once; refusals and errors become codes."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from tictactoe_widget.rules.errors import (
    GameOverError,
    IllegalMoveError,
    InvalidInputError,
    RulesError,
    WrongTurnError,
)

from .jobs import SnapshotT
from .protocol import IDS, Answer, BadRequestError, Check, Code, RequestKind, answer_request

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
        except RulesError as error:
            return answer_request(message, "internal", str(error))
        except KeyboardInterrupt:  # rules that never answer are ended by a person, too
            return answer_request(message, "internal", "Interrupted before Python had answered")
        except Exception:  # noqa: BLE001 - whatever it is, the person gets an answer
            _log.exception("A request failed: %.200r", message)
            return answer_request(message, "internal", "Something went wrong in Python")

    def _answer(
        self,
        message: Any,
        read: Callable[[object], ReadT],
        carry_out: Callable[[ReadT], tuple[Code, str]],
    ) -> Answer:
        try:
            request = read(message)
        except BadRequestError as error:
            return answer_request(message, "bad", str(error))
        key = (message["client"], message["request"])
        if key not in self._answers:
            self._answers[key] = answer_request(message, *carry_out(request))
            if len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
        return self._answers[key]


def list_forms(
    kinds: Mapping[str, RequestKind[SnapshotT]], common: Mapping[str, Check] = IDS
) -> dict[str, Mapping[str, Check]]:
    """List the fields of each kind of request, those that all kinds have in common first."""
    return {name: {**common, **kind.arguments} for name, kind in kinds.items()}


def apply_request(
    kind: RequestKind[SnapshotT],
    arguments: Mapping[str, object],
    snapshot: SnapshotT,
    commit: Callable[[SnapshotT], None],
) -> tuple[Code, str]:
    """Carry out a request on a snapshot; return the code and the text of the answer.

    Parameters
    ----------
    kind : RequestKind
        Kind of the request.
    arguments : mapping
        Its arguments, by name.
    snapshot : object
        Present snapshot.
    commit : callable
        Function that takes the next snapshot, called when the request makes one.

    Raises
    ------
    ValueError
        When the transition of a kind does so that does not refuse values by it.
    """
    try:
        commit(kind.transition(snapshot, **arguments))
    except GameOverError as error:
        return "over", error.message
    except WrongTurnError as error:
        return "busy", error.message
    except (IllegalMoveError, InvalidInputError) as error:
        return "illegal", error.message
    except ValueError as error:
        if not kind.refuses_values:
            raise
        return "bad", str(error)
    return "ok", ""
