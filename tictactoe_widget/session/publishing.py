"""Sessions around a snapshot: each transition is published, requests are answered."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import deepcopy
from threading import Lock, get_ident
from typing import Any, ClassVar, Generic, TypedDict, Unpack

from .guards import Guards, NoGuard
from .jobs import Job, SnapshotT
from .protocol import Answer, Code, RequestKind, check_message
from .requests import Requests, apply_request, list_forms
from .scheduler import Scheduler

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
