"""Base class for sessions, which answer requests and publish changes."""

import logging
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass
from threading import Lock, get_ident
from typing import Any, Generic, Literal, TypedDict, TypeVar, Unpack

from tictactoe_widget.rules.errors import (
    GameOverError,
    IllegalMoveError,
    InvalidInputError,
    RulesError,
    WrongTurnError,
)
from tictactoe_widget.texts import _, call_in, in_language
from tictactoe_widget.validation import visible

from .scheduler import FindJobs, Guards, Job, PlayerJob, Scheduler, SnapshotT

# Outcome of a request. "stale": the board has changed since the person acted. "illegal": the
# rules refuse the request. "busy": a player is thinking. "bad": the message isn't a valid
# request. "internal": an error in Python. Every outcome except "ok" leaves the board unchanged.
Code = Literal["ok", "stale", "illegal", "over", "busy", "bad", "internal"]

# Answer to a request: JSON values by name.
Answer = dict[str, object]

# Everything that a front end shows: JSON values by name. Sequences are tuples.
View = dict[str, Any]

_LONGEST_TOKEN = 64  # maximum length of `request` and `client`

_LONGEST_TEXT = 100  # maximum length of any other text in a request

LARGEST_NUMBER = 2**31  # limit (exclusive) for the absolute values of numbers in a request

# Number of answers to keep, so that repeated requests aren't carried out again.
_MOST_ANSWERS = 256

_log = logging.getLogger(__name__)


class BadRequestError(ValueError):
    """Error for a message that is not a valid request."""


@dataclass(frozen=True)
class Check:
    """Condition that the value of one field in a request must meet."""

    passes: Callable[[object], bool]
    expected: str  # description of valid values, for the error message
    is_optional: bool = False


NUMBER = Check(
    lambda value: type(value) is int and -LARGEST_NUMBER < value < LARGEST_NUMBER,
    "a whole number",
)
OPTIONAL_NUMBER = Check(
    lambda value: value is None or NUMBER.passes(value), "a whole number or null"
)
FLAG = Check(lambda value: type(value) is bool, "true or false")


def text_of(most: int) -> Check:
    """Return a check that accepts text of at most `most` characters."""
    return Check(
        lambda value: type(value) is str and len(value) <= most,
        f"text of at most {most} characters",
    )


TEXT = text_of(_LONGEST_TEXT)
# Tokens must be ASCII, because answers contain them, and lone surrogates cannot be encoded.
_TOKEN = Check(
    lambda value: type(value) is str and 0 < len(value) <= _LONGEST_TOKEN and value.isascii(),
    f"text of 1 to {_LONGEST_TOKEN} ASCII characters",
)


@dataclass(frozen=True)
class _RequestKind(Generic[SnapshotT]):
    """A kind of request, with its fields and the transition that it calls."""

    transition: Callable[..., Any]
    arguments: Mapping[str, Check]
    sees: tuple[str, ...]  # names of numbers that must not have changed since the person acted
    refuses_values: bool  # False if a ValueError means that the rules are at fault
    is_question: bool  # True if the transition only returns the answer's text


TransitionT = TypeVar("TransitionT", bound=Callable[..., Any])


class Requests(Generic[SnapshotT]):
    """Registry of requests that can change one type of snapshot.

    A decorator above each transition declares the request that calls it.

    Parameters
    ----------
    **seen
        Functions that each take a snapshot and return a number, such as the round number. Every
        request contains the numbers that were current when the person acted. If one of these
        numbers has changed since then, the request is too late.

    Examples
    --------
    >>> request = Requests(round=lambda snapshot: 1)
    >>> @request("add", number=NUMBER)
    ... def add(snapshot, number):
    ...     return snapshot + number
    >>> message = {"kind": "add", "number": 2, "round": 1, "request": "r", "client": "c"}
    >>> request.check(message)
    >>> request.carry_out(message, 40, print)
    42
    ('ok', '')
    """

    def __init__(self, **seen: Callable[[SnapshotT], int]) -> None:
        self._seen = seen
        self._common = {"request": _TOKEN, "client": _TOKEN, **dict.fromkeys(seen, NUMBER)}
        self.kinds: dict[str, _RequestKind[SnapshotT]] = {}
        self("hello", sees=())(lambda snapshot: snapshot)

    def __call__(
        self,
        kind: str,
        *,
        sees: tuple[str, ...] | None = None,
        refuses_values: bool = True,
        is_question: bool = False,
        **arguments: Check,
    ) -> Callable[[TransitionT], TransitionT]:
        """Declare a kind of request, which calls the decorated transition.

        Parameters
        ----------
        kind : str
            Name of the kind of request.
        sees : tuple of str, optional
            Names of the numbers that must not have changed since the person acted. The default
            is the first number only.
        refuses_values : bool, default True
            True to refuse a request if the transition raises a ValueError. Pass False if a
            ValueError means that the rules contain a bug.
        is_question : bool, default False
            True if the transition changes nothing, but returns the answer's text.
        **arguments
            Checks of the request's arguments, by argument name.
        """

        def declare(transition: TransitionT) -> TransitionT:
            needed = tuple(self._seen)[:1] if sees is None else sees
            self.kinds[kind] = _RequestKind(
                transition, arguments, needed, refuses_values, is_question
            )
            return transition

        return declare

    def check(self, message: object) -> None:
        """Check that a message is a valid request. The message can be any object.

        Raises
        ------
        BadRequestError
            If the message is not a dict, if a field is missing or unknown, or if a field's
            value is not valid.
        """
        if type(message) is not dict:
            raise BadRequestError("Bad request: message must be an object")
        name = message.get("kind")
        kind = self.kinds.get(name) if type(name) is str else None
        if kind is None:
            raise BadRequestError(f"Bad request: kind must be one of {', '.join(self.kinds)}")
        checks = {**self._common, **kind.arguments}
        required = {"kind", *(part for part, check in checks.items() if not check.is_optional)}
        if not required <= message.keys() <= {"kind", *checks}:
            raise BadRequestError(
                f"Bad request: fields of {name} must be {', '.join(['kind', *checks])}"
            )
        for part, check in checks.items():
            if part in message and not check.passes(message[part]):
                raise BadRequestError(f"Bad request: {part} must be {check.expected}")

    def carry_out(
        self,
        message: Mapping[str, Any],
        snapshot: SnapshotT,
        commit: Callable[[SnapshotT], object],
    ) -> tuple[Code, str]:
        """Apply a request to a snapshot. Return the answer's code and text.

        Parameters
        ----------
        message : mapping
            Request that `check` has accepted.
        snapshot : object
            Current snapshot.
        commit : callable
            Function that is called with the next snapshot, if the request creates one.

        Raises
        ------
        ValueError
            If the transition raises a ValueError and the request was declared with
            ``refuses_values=False``.
        """
        kind = self.kinds[message["kind"]]
        if any(message[number] != self._seen[number](snapshot) for number in kind.sees):
            return "stale", _("The board has changed. Try again.")
        arguments = {name: message[name] for name in kind.arguments if name in message}
        try:
            result = kind.transition(snapshot, **arguments)
            if not kind.is_question:
                commit(result)
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
        return "ok", result if kind.is_question else ""


def answer_request(message: object, code: Code, text: str) -> Answer:
    """Build the answer to a message. The message can be any object."""
    given = message if type(message) is dict else {}
    tokens = {name: given.get(name) for name in ("request", "client")}
    return {
        "kind": "ack",
        **{name: value if _TOKEN.passes(value) else "" for name, value in tokens.items()},
        "ok": code == "ok",
        "code": code,
        "message": visible(text) if text else "",
    }


class HostFunctions(TypedDict, total=False):
    """Optional functions that connect a session to its host."""

    publish: Callable[[View], None] | None
    send: Callable[[Answer], None] | None
    guards: Guards


class PublishingSession(ABC, Generic[SnapshotT]):
    """Base class for sessions, whose transitions replace an immutable snapshot.

    If an event loop is running, the session runs background jobs in time slices. Without an
    event loop, every method waits until all jobs are done.

    Parameters
    ----------
    snapshot : object
        First snapshot, which must be immutable.
    publish : callable, optional
        Function that is called after each change, with the part of `state` that has changed.
    send : callable, optional
        Function that is called with the answer to each request, after the request's changes
        have been published.
    guards : callable, optional
        Function that returns a new `Guard`, which lets the host stop a player.
    """

    _requests: Requests[SnapshotT]
    _find_jobs: FindJobs[SnapshotT]
    _make_view: Callable[[SnapshotT], View]
    _locks_jobs = False  # True if jobs change objects that the snapshot contains

    def __init__(self, snapshot: SnapshotT, **host: Unpack[HostFunctions]) -> None:
        self._snapshot = snapshot
        self._view = self._look_at(snapshot)
        # This lock is necessary because handlers can run on any thread, and observers can make
        # changes.
        self._lock = Lock()
        self._turn = Lock()  # held by the thread that gets the session's lock next
        self._holder: int | None = None
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._scheduler: Scheduler[SnapshotT] = Scheduler(
            self._find_jobs,
            read=lambda: self._snapshot,
            run=self._run_job,
            apply=self._apply_job,
            guards=host.get("guards", ExitStack),
        )
        self._send = host.get("send")
        # The first changes aren't published, because the host reads them from `state`.
        self._publish: Callable[[View], None] | None = None
        self._start_jobs()
        self._publish = host.get("publish")

    @property
    def snapshot(self) -> SnapshotT:
        """The current snapshot, which is immutable."""
        return self._snapshot

    @property
    def state(self) -> View:
        """Copy of everything that a front end shows, as a dict of JSON values."""
        return _copy_view(self._view)

    def read(self, name: str) -> Any:
        """Return a copy of one value in `state`."""
        return _copy_view({name: self._view[name]})[name]

    def change(self, transition: Callable[..., SnapshotT], *arguments: Any) -> None:
        """Replace the snapshot with the result of a transition, and publish the changes.

        Parameters
        ----------
        transition : callable
            Function that takes the snapshot and `arguments`, and returns the next snapshot.
        *arguments
            Further arguments for the transition.
        """
        with self.locked():
            self._commit(call_in(self._language, transition, self._snapshot, *arguments))

    def handle(self, message: object) -> None:
        """Carry out a request from a front end, and send the answer. Log errors.

        Parameters
        ----------
        message : object
            Message from the front end, which can be any object. If the message is not a valid
            request, the answer has the code ``bad``.
        """
        try:
            try:
                with self._locked(), in_language(self._language):
                    answer = self._answer(message)
                    if self._send is not None:
                        self._send(answer)
            finally:  # even if the answer can't be sent, the request has been carried out
                with suppress(KeyboardInterrupt):  # the view says which player was stopped
                    self._start_jobs()
        except Exception:  # noqa: BLE001 - after any error, no answer can be sent
            _log.exception("Could not send the answer to the front end")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the session during a ``with`` block, and start jobs at the end."""
        with self._locked():
            yield
        self._start_jobs()

    @abstractmethod
    def close(self) -> None:
        """End all background work permanently. Further calls have no effect."""

    @property
    def _language(self) -> str:
        return self._snapshot.language

    def _look_at(self, snapshot: SnapshotT) -> View:
        """Return everything that a front end shows, in the snapshot's language."""
        with in_language(snapshot.language):
            return self._make_view(snapshot)

    def _answer(self, message: Any) -> Answer:
        """Carry out a request, unless it is a repeat, and return the answer."""
        try:
            self._requests.check(message)
            key = (message["client"], message["request"])
            if key not in self._answers:
                outcome = self._requests.carry_out(message, self._snapshot, self._commit)
                self._answers[key] = answer_request(message, *outcome)
                if len(self._answers) > _MOST_ANSWERS:
                    self._answers.popitem(last=False)
            return self._answers[key]
        except BadRequestError as error:
            return answer_request(message, "bad", str(error))
        except RulesError as error:
            return answer_request(message, "internal", str(error))
        except KeyboardInterrupt:  # a person can stop rules that never answer
            return answer_request(message, "internal", _("Python was stopped. Try again."))
        except Exception:  # noqa: BLE001 - after any error, the person gets an answer
            _log.exception("A request failed: %.200r", message)
            return answer_request(message, "internal", _("Something went wrong in Python."))

    def _run_job(self, job: Job[SnapshotT]) -> bool:
        """Run a job for one time slice. Return True if the job has ended.

        A player's code sees texts in the process's language, not in the board's.
        """
        with in_language(None if isinstance(job, PlayerJob) else self._language):
            return self._run_slice(job)

    def _run_slice(self, job: Job[SnapshotT]) -> bool:
        if not self._locks_jobs:
            return job.run()
        with self._locked():
            # The job could have been stopped while this thread was waiting.
            return job.is_wanted(self._snapshot) and job.run()

    def _recover(self) -> None:
        """Repair the snapshot after a job's result could not be published."""

    def _start_jobs(self) -> None:
        # If an observer makes a change, the outer transition still has the lock, and starts the
        # jobs after releasing it.
        if self._holder != get_ident():
            self._scheduler.start()

    def _apply_job(self, job: Job[SnapshotT]) -> None:
        """Apply a job's result, unless the snapshot no longer needs it."""
        with self._locked():
            if not job.is_wanted(self._snapshot):
                return
            try:
                with in_language(self._language):
                    snapshot = job.apply(self._snapshot)
                self._commit(snapshot)
            except Exception:
                if job.is_wanted(self._snapshot):
                    self._recover()
                raise

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock the session for one transition. A thread that has the lock can acquire it again.

        If another thread is waiting for the lock, it gets the lock next. Without this order, a
        thread that runs a job in slices could keep other threads waiting until the job is done.
        """
        if self._holder == get_ident():
            yield
            return
        with self._turn:
            self._lock.acquire()
        try:
            self._holder = get_ident()
            yield
        finally:
            self._holder = None
            self._lock.release()

    def _commit(self, snapshot: SnapshotT) -> None:
        """Replace the current snapshot and publish the changes. On an error, change nothing."""
        view, before = self._look_at(snapshot), (self._snapshot, self._view)
        changes = {name: value for name, value in view.items() if value != self._view[name]}
        self._snapshot, self._view = snapshot, view
        try:
            if changes and self._publish is not None:
                with in_language(None):  # observers are the host's code
                    self._publish(_copy_view(changes))
        except Exception as error:
            # If an observer has already made another change, keep that change's snapshot.
            if self._snapshot is snapshot:
                self._snapshot, self._view = before
            raise RuntimeError("The change could not be published") from error


def _copy_view(view: View) -> View:
    """Copy all or part of a view, so that the receiver can modify the copy."""
    return {
        name: value if _is_immutable(value) else deepcopy(value) for name, value in view.items()
    }


def _is_immutable(value: object) -> bool:
    # A tuple of JSON values without dicts can be hashed. For a large board's cells, hashing is
    # quick, whereas `deepcopy` would copy the cells one by one.
    try:
        hash(value)
    except TypeError:
        return False
    return True
