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
from copy import deepcopy
from dataclasses import replace
from functools import partial
from threading import RLock
from typing import Any

from tictactoe_widget.analysis.families import is_solvable
from tictactoe_widget.players.calling import PlayerError
from tictactoe_widget.rules.base import Mark, Rules
from tictactoe_widget.rules.errors import (
    GameOverError,
    IllegalMoveError,
    InvalidInputError,
    WrongTurnError,
)
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.named import find_rules

from .protocol import BadRequestError, Code, Request, answer, parse_request
from .saving import restore, save
from .table import (
    HUMAN,
    MARKS,
    NO_SCORES,
    PLAIN_NAMES,
    Insight,
    Player,
    Seat,
    State,
    Table,
    able_seats,
    after_move,
    describe,
    merge_names,
    take_seat,
)
from .work import Thought, Work, hints_for, review_of

REMEMBERED = 256
"""Answered requests that are remembered, so that a repeat is not applied again."""

BREATH = 0.004
"""Seconds a thinking player leaves to everything else after each slice."""

PACE = 0.6
"""Seconds between the moves of two players that are no people, so that one can watch."""

_log = logging.getLogger(__name__)


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
    hints : bool, default False
        Whether to say what each move is worth.
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
        hints: bool = False,
        publish: Callable[[State], None] | None = None,
        send: Callable[[State], None] | None = None,
    ) -> None:
        self._publish: Callable[[State], None] = _to_nobody
        self._send = send or _to_nobody
        # Handlers may run on any thread, and an observer may play in turn.
        self._lock = RLock()
        self._answered: OrderedDict[tuple[str, str], State] = OrderedDict()
        self._work: dict[str, Work] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._holders = 0
        game = Game(find_rules(rules))
        seats: dict[Mark, Seat] = {"X": take_seat(x, game.rules), "O": take_seat(o, game.rules)}
        self._table = Table(
            (game,), names=merge_names(PLAIN_NAMES, {} if names is None else names), seats=seats
        )
        self._state = describe(self._table)
        self.show_hints(hints)
        # What was made of it so far is in `state`, which the host has yet to show.
        self._publish = publish or _to_nobody

    @property
    def state(self) -> State:
        """Everything a front end shows, as JSON values by name; a copy."""
        return _handed_out(self._state)

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
            self._commit(replace(after_move(table, cell), viewed_ply=None))

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
            able, notice = able_seats(table.seats, game.rules)
            self._commit(
                replace(
                    table,
                    games=(game,),
                    round=table.round + 1,
                    seats=able,
                    viewed_ply=None,
                    notice=notice,
                    failed=None,
                    review=(),
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
            seats = {**table.seats, mark: take_seat(who, table.rules)}
            failed = None if table.failed == mark else table.failed
            self._work.pop("move", None)
            self._commit(replace(table, seats=seats, failed=failed, notice=""))

    def reset_scores(self) -> None:
        """Set the scores under these rules to zero; the game goes on."""
        with self._turn() as table:
            self._commit(replace(table, scores={**table.scores, table.rules: NO_SCORES}))

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
            self._commit(replace(table, names=merge_names(table.names, names)))

    def show_hints(self, on: bool) -> None:
        """Say what each move is worth, or stop saying so.

        Raises
        ------
        ValueError
            When `on` is not a bool.
        """
        if type(on) is not bool:
            raise ValueError(f"hints are True or False, not {on!r}")
        with self._turn() as table:
            self._commit(replace(table, hints=on))

    def save(self) -> State:
        """Return the table as JSON values, for `restore`.

        Functions that play are saved as people.

        Raises
        ------
        ValueError
            When the rules of the round go by no name.
        """
        return save(self._table)

    def restore(self, saved: object) -> None:
        """Set the table up as it was when `saved` was made.

        Raises
        ------
        ValueError
            When `saved` is damaged; the message says where. Nothing has changed then.
        """
        table = restore(saved)
        with self._turn():
            self._commit(table)

    def handle(self, message: object) -> None:
        """Carry out a request of a front end and answer it; never raises.

        Parameters
        ----------
        message : object
            Whatever arrived. What is no request of the protocol is answered
            ``bad``.
        """
        try:
            with self._turn():
                self._send(self._answer_safely(message))
        except Exception:  # noqa: BLE001 - see the next line
            # The line is down, or was when a player moved: nobody is there to answer.
            _log.exception("The front end could not be told")

    def _answer_safely(self, message: object) -> State:
        try:
            return self._answer(message)
        except Exception:  # noqa: BLE001 - whatever it is, the person gets an answer
            _log.exception("A request failed: %.200r", message)
            return answer(message, "internal", "Something went wrong in Python")

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
            "hints": self.show_hints,
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
            if request.kind == "play":  # a fault of the rules, not of the request
                raise
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
    def _turn(self) -> Iterator[Table]:
        """Hold the table; once nobody holds it any more, the players may think."""
        with self._lock:
            self._holders += 1
            try:
                yield self._table
            finally:
                self._holders -= 1
        if not self._holders:
            self._let_work()

    def _commit(self, table: Table) -> None:
        """Make `table` the present one and publish what it changes, all or nothing."""
        state, before = describe(table), (self._table, self._state)
        changes = {name: value for name, value in state.items() if value != self._state[name]}
        self._table, self._state = table, state
        try:
            if changes:
                self._publish(_handed_out(changes))
        except Exception as error:
            # Who is told may have played in turn; what was told then stays.
            if self._table is table:
                self._table, self._state = before
            raise RuntimeError("The change could not be published") from error

    def _let_work(self) -> None:
        """Have the players move whose turn it is, then the hints worked out."""
        while (thought := self._next_thought()) is not None:
            if not self._do("move", thought, partial(self._make_move, thought)):
                return
        for kind, work, tell in (
            ("hints", self._next_hints(), self._tell_hints),
            ("review", self._next_review(), self._tell_review),
        ):
            if work is not None:
                self._do(kind, work, partial(tell, work))

    def _do(self, kind: str, work: Work, finish: Callable[[], None]) -> bool:
        """Do the work and finish it; return False when that goes on on the event loop."""
        loop = _running_loop()
        if loop is None:
            while self._is_wanted(kind, work) and not work.run():
                pass
        elif (kind == "move" and self._is_watched()) or not work.run():
            task = loop.create_task(self._go_on(kind, work, finish))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return False
        if self._is_wanted(kind, work):  # work that was dropped may have no answer
            finish()
        return True

    async def _go_on(self, kind: str, work: Work, finish: Callable[[], None]) -> None:
        if kind == "move" and self._is_watched():
            await asyncio.sleep(PACE)
        while self._is_wanted(kind, work):
            if work.run():
                finish()
                self._let_work()
                return
            await asyncio.sleep(BREATH)

    def _is_wanted(self, kind: str, work: Work) -> bool:
        return self._work.get(kind) is work

    def _is_watched(self) -> bool:
        """Whether no person plays, so that the moves are made at a pace to follow."""
        return all(seat.player is not None for seat in self._table.seats.values())

    def _next_thought(self) -> Thought | None:
        """Return the thought to begin now; None when there is nothing to begin."""
        with self._lock:
            table = self._table
            mark = table.thinking
            who = None if mark is None else table.seats[mark].player
            if who is None:
                self._work.pop("move", None)
                return None
            thought = Thought(who, table.game)
            return thought if self._begin("move", thought) else None

    def _make_move(self, thought: Thought) -> None:
        """Make the move that was found, unless the game has gone on without it."""
        with self._lock:
            if not self._is_wanted("move", thought):
                return
            del self._work["move"]
            table = self._table
            mark = table.game.current_player
            try:
                self._commit(after_move(table, thought.cell()))
            except PlayerError as error:
                # What a player raised may hold half a surrogate pair, which nothing can send.
                said = str(error).encode(errors="backslashreplace").decode()
                notice = f"{said}. Choose who plays {mark} from here on, or start a new game"
                self._commit(replace(table, failed=mark, notice=notice))

    def _next_hints(self) -> Work | None:
        """Return the hints to begin working out now; None when there are none."""
        with self._lock:
            table = self._table
            game = table.shown
            known = table.insight is not None and table.insight.game is game
            if not table.hints or known or table.thinking is not None:
                self._work.pop("hints", None)
                return None
            ply = len(table.games) - 1 if table.viewed_ply is None else table.viewed_ply
            before = table.games[ply - 1] if ply else None
            work = Work(game, hints_for(before, game))
            return work if self._begin("hints", work) else None

    def _tell_hints(self, work: Work) -> None:
        self._end("hints", work, insight=Insight(work.game, *work.answer))

    def _next_review(self) -> Work | None:
        """Return the review to begin now; None when there is none."""
        with self._lock:
            table = self._table
            game = table.game
            if not game.is_over or table.review:
                self._work.pop("review", None)
                return None
            # Without hints only where it is exact, and so a matter of a moment.
            if not table.hints and not is_solvable(game.rules):
                return None
            work = Work(game, review_of(game))
            return work if self._begin("review", work) else None

    def _tell_review(self, work: Work) -> None:
        self._end("review", work, review=tuple(work.answer))

    def _begin(self, kind: str, work: Work) -> bool:
        """Take up work, unless the same is under way; return whether it was."""
        current = self._work.get(kind)
        if current is not None and current.game is work.game:
            return False
        self._work[kind] = work
        return True

    def _end(self, kind: str, work: Work, **found: Any) -> None:
        """Publish what was found, unless it is no longer wanted."""
        with self._lock:
            if self._is_wanted(kind, work):
                del self._work[kind]
                self._commit(replace(self._table, **found))


def _handed_out(state: State) -> State:
    """Copy what the one who gets it could write into."""
    return {
        name: value if _is_immutable(value) else deepcopy(value)
        for name, value in state.items()
    }


def _is_immutable(value: object) -> bool:
    # Of JSON values in tuples, those without a dict. Quick also for the cells of a large
    # board, which `deepcopy` would look at one by one.
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _to_nobody(_message: State) -> None:
    pass


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
