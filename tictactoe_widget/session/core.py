"""Sessions around a snapshot: each transition is published, requests are answered."""

import logging
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from threading import Lock, get_ident
from typing import Any, ClassVar, Generic, Literal, TypedDict, TypeVar, Unpack

from tictactoe_widget.rules.errors import (
    GameOverError,
    IllegalMoveError,
    InvalidInputError,
    RulesError,
    WrongTurnError,
)
from tictactoe_widget.validation import visible

from .scheduler import Guards, Job, NoGuard, Scheduler, SnapshotT

# The messages between a front end and its session: the forms of requests and answers.
#
# A request comes from a web page, so nothing in it is trusted before it is checked.

Code = Literal["ok", "stale", "illegal", "over", "busy", "bad", "internal"]
"""Outcome of a request.

``ok``: done. ``stale``: the board has changed since the person looked.
``illegal``: the rules refuse it. ``over``: the game has ended. ``busy``: a
player is thinking. ``bad``: not a request of this protocol. ``internal``: an
error in Python. Everything but ``ok`` changed nothing.
"""

Answer = dict[str, object]
"""JSON values of the answer to a request, by name."""

LONGEST_TOKEN = 64
"""Greatest length of `request` and `client`, in ASCII characters."""

LONGEST_TEXT = 100
"""Greatest length of any other text of a request, in characters."""

LARGEST_NUMBER = 2**31
"""Limit of the numbers of a request, whose absolute values are smaller."""


class BadRequestError(ValueError):
    """A message that is not a request of this protocol."""


@dataclass(frozen=True)
class Check:
    """A test that a field of a request must pass."""

    passes: Callable[[object], bool]
    """Function that returns whether a value may stand in the field."""
    expected: str
    """Description of the values that pass, for the error message."""
    is_optional: bool = False
    """True where the field may be missing."""


@dataclass(frozen=True)
class RequestKind(Generic[SnapshotT]):
    """A kind of request: its arguments and the transition that it calls."""

    transition: Callable[..., SnapshotT]
    """Function of the snapshot and the arguments, by name, that returns the next snapshot."""
    arguments: Mapping[str, Check] = field(default_factory=dict)
    """Check of each argument, by its name."""
    refuses_values: bool = True
    """True when a ValueError of the transition refuses the arguments; otherwise it is a fault
    of the rules, not of the request."""


def _is_number(value: object) -> bool:
    return type(value) is int and -LARGEST_NUMBER < value < LARGEST_NUMBER


def _is_token(value: object) -> bool:
    # ASCII, because it is sent back, and half a surrogate pair cannot be encoded.
    return type(value) is str and 0 < len(value) <= LONGEST_TOKEN and value.isascii()


NUMBER = Check(_is_number, "a whole number")
OPTIONAL_NUMBER = Check(
    lambda value: value is None or _is_number(value), "a whole number or nothing"
)
FLAG = Check(lambda value: type(value) is bool, "true or false")
TEXT = Check(
    lambda value: type(value) is str and len(value) <= LONGEST_TEXT,
    f"text of at most {LONGEST_TEXT} characters",
)
_TOKEN = Check(_is_token, f"text of 1 to {LONGEST_TOKEN} ASCII characters")

IDS: Mapping[str, Check] = {"request": _TOKEN, "client": _TOKEN}
"""Checks of the ids that every request of every widget carries."""


def check_message(message: object, forms: Mapping[str, Mapping[str, Check]]) -> dict[str, Any]:
    """Check a message against the forms of requests and return a copy of it.

    Parameters
    ----------
    message : object
        Message that arrived, which may be any value.
    forms : mapping
        Check of each field besides ``"kind"``, for each kind of request by name.

    Raises
    ------
    BadRequestError
        When it is not a dict of exactly the fields its kind takes, but for those
        that may be missing, each of exactly the right type and within its range.
    """
    if type(message) is not dict:
        raise BadRequestError("Bad request: expected an object")
    name = message.get("kind")
    checks = forms.get(name) if type(name) is str else None
    if checks is None:
        raise BadRequestError(f"Bad request: kind must be one of {', '.join(forms)}")
    required = {"kind", *(part for part, check in checks.items() if not check.is_optional)}
    if not required <= message.keys() <= {"kind", *checks}:
        raise BadRequestError(f"Bad request: {name} takes exactly kind, {', '.join(checks)}")
    for part, check in checks.items():
        if part in message and not check.passes(message[part]):
            raise BadRequestError(f"Bad request: {part} must be {check.expected}")
    return dict(message)


def answer_request(message: object, code: Code, text: str) -> Answer:
    """Build the answer to `message`, which need not be a request at all."""
    given = message if type(message) is dict else {}
    tokens = {name: given.get(name) for name in ("request", "client")}
    return {
        "kind": "ack",
        **{name: value if _is_token(value) else "" for name, value in tokens.items()},
        "ok": code == "ok",
        "code": code,
        "message": visible(text),
    }


# Answers to requests: each is carried out once; refusals and errors become codes.

REMEMBERED = 256
"""Number of the latest answers that are kept, so that a repeat is not applied again."""

ReadT = TypeVar("ReadT")


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


View = dict[str, Any]
"""Names and JSON values of all that a front end shows; sequences are tuples."""

_log = logging.getLogger(__name__)


class HostFunctions(TypedDict, total=False):
    """Functions by which a session reaches its host; all have a default."""

    publish: Callable[[View], None]
    send: Callable[[Answer], None]
    guards: Guards


class PublishingSession(ABC, Generic[SnapshotT]):
    """A snapshot, its transitions one at a time, and the protocol around it.

    Where an event loop is running, jobs continue on it in slices; elsewhere every call
    returns when they are done.

    Parameters
    ----------
    snapshot : object
        First snapshot, immutable.
    publish : callable, optional
        Function called with the changed part of `state`, once per transition.
    send : callable, optional
        Function called with each answer to a request, after the changes it made.
    guards : callable, optional
        Function that returns a `Guard` for the slices of one player, by which the host
        can stop it.
    """

    JOBS: ClassVar[tuple[type[Job[Any]], ...]]
    """Kinds of jobs that the snapshots need, the most urgent first."""
    KINDS: ClassVar[Mapping[str, RequestKind[Any]]]
    """Kinds of requests, by name."""

    def __init__(
        self,
        snapshot: SnapshotT,
        **host: Unpack[HostFunctions],
    ) -> None:
        self._snapshot = snapshot
        self._view = self._make_view(snapshot)
        # Handlers may run on any thread, and an observer may itself make a change.
        self._lock = Lock()
        self._turn = Lock()  # of the thread that takes the lock next
        self._holder: int | None = None
        self._requests = Requests()
        self._scheduler: Scheduler[SnapshotT] = Scheduler(
            self.JOBS,
            read=lambda: self._snapshot,
            run=self._run_job,
            apply=self._apply_job,
            guards=host.get("guards", NoGuard),
        )
        self._send: Callable[[Answer], None] = host.get("send", ignore_message)
        # Not published: the host reads `state` first, with the changes made here.
        self._publish: Callable[[View], None] = ignore_message
        self._start_jobs()
        self._publish = host.get("publish", ignore_message)

    @property
    def state(self) -> View:
        """View of the snapshot, all that a front end shows, as JSON values by name; a copy."""
        return _copy_view(self._view)

    def read(self, name: str) -> Any:
        """Return one value of `state`; a copy."""
        return _copy_view({name: self._view[name]})[name]

    def handle(self, message: object) -> None:
        """Carry out a request of a front end and send the answer; never raise.

        Parameters
        ----------
        message : object
            Message that arrived, which may be any value. One that is not a request of
            the protocol is answered ``bad``.
        """
        try:
            try:
                with self._locked():
                    self._send(
                        self._requests.answer(message, self._read_request, self._carry_out)
                    )
            finally:  # the request was carried out, although its answer was not sent
                with suppress(KeyboardInterrupt):  # the view says which player was stopped
                    self._start_jobs()
        except Exception:  # noqa: BLE001 - no answer can be sent
            _log.exception("The front end could not be told")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other threads from changing the snapshot; at the end, start background work."""
        with self._locked():
            yield
        self._start_jobs()

    @abstractmethod
    def close(self) -> None:
        """End all background work, for good; a second call has no effect."""

    @abstractmethod
    def _make_view(self, snapshot: SnapshotT) -> View:
        """Return all that a front end shows of `snapshot`."""

    def _read_request(self, message: object) -> Any:
        """Check a message of a front end and return the request."""
        return check_message(message, list_forms(self.KINDS))

    def _carry_out(self, request: Any) -> tuple[Code, str]:
        """Carry out a request; return the code and the text of the answer."""
        kind = self.KINDS[request["kind"]]
        arguments = {name: request[name] for name in kind.arguments}
        return apply_request(kind, arguments, self._snapshot, self._commit)

    def _run_job(self, job: Job[SnapshotT]) -> bool:
        """Run a job for a slice; return whether it has ended."""
        return job.run()

    def _recover(self) -> None:
        """Change the snapshot where the answer of a job could not be published."""

    def _change(self, transition: Callable[[SnapshotT], SnapshotT]) -> None:
        with self.locked():
            self._commit(transition(self._snapshot))

    def _start_jobs(self) -> None:
        # An observer that makes a change is called under the lock; the call of the outer
        # transition starts the jobs when it has released that lock.
        if self._holder != get_ident():
            self._scheduler.start()

    def _apply_job(self, job: Job[SnapshotT]) -> None:
        """Apply the answer of a job, unless the snapshot no longer needs it."""
        with self._locked():
            if not job.is_wanted(self._snapshot):
                return
            try:
                self._commit(job.apply(self._snapshot))
            except Exception:
                if job.is_wanted(self._snapshot):
                    self._recover()
                raise

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock for one transition; a thread that holds the lock may lock again.

        Who waits for the lock has it next: a thread that runs slice after slice of a job
        would else keep others waiting until the job is done.
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
        """Make `snapshot` the present one and publish what it changes, all or nothing."""
        view, before = self._make_view(snapshot), (self._snapshot, self._view)
        changes = {name: value for name, value in view.items() if value != self._view[name]}
        self._snapshot, self._view = snapshot, view
        try:
            if changes:
                self._publish(_copy_view(changes))
        except Exception as error:
            # An observer may have made a change; the snapshot published then stays.
            if self._snapshot is snapshot:
                self._snapshot, self._view = before
            raise RuntimeError("The change could not be published") from error


def _copy_view(view: View) -> View:
    """Copy a view, or a part of one, so that the receiver can change it."""
    return {
        name: value if _is_immutable(value) else deepcopy(value) for name, value in view.items()
    }


def _is_immutable(value: object) -> bool:
    # Of JSON values in tuples, those without a dict can be hashed. Quick also for the
    # cells of a large board, which `deepcopy` would look at one by one.
    try:
        hash(value)
    except TypeError:
        return False
    return True


def ignore_message(_message: object) -> None:
    """Do nothing with a message: there is no host."""
