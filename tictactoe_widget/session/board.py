"""A session: rounds of one game, played through calls from Python and requests of front ends.

The rules describe one game. A `Session` adds what surrounds it: the round, the
players, the scores and the history. A host (a Jupyter kernel, a web worker) only
passes the messages on.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Unpack

from tictactoe_widget.classroom.lessons import Lesson
from tictactoe_widget.classroom.puzzle import Puzzle
from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Mark

from .activity import (
    TableOptions,
    go_to_step,
    lay_table,
    open_lesson,
    open_puzzle,
    request_example,
    request_lesson,
    request_puzzle,
    show_hint,
    try_again,
)
from .core import (
    FLAG,
    IDS,
    NUMBER,
    OPTIONAL_NUMBER,
    TEXT,
    Answer,
    Check,
    Code,
    PublishingSession,
    RequestKind,
    View,
    apply_request,
    check_message,
    ignore_message,
    list_forms,
)
from .jobs import TABLE_JOBS
from .rules_preview import preview_rules
from .saving import Saved, restore_table, save_table
from .scheduler import Guards, NoGuard
from .table import Table
from .view import view_table

# Requests at a table: their kinds, and when one comes too late.


@dataclass(frozen=True)
class Request:
    """A request of a person, with the round and ply they saw when they made it."""

    kind: str
    """Name of the kind of request, a key of `TABLE_REQUESTS`."""
    request: str
    """Idempotency key: a repeated id is answered again, not applied again."""
    client: str
    """Random id of the view that sent the request."""
    round: int
    """Number of the round that the person saw."""
    ply: int
    """Move count that the person saw."""
    arguments: dict[str, object]
    """Arguments of this kind, by name."""


@dataclass(frozen=True)
class TableRequestKind(RequestKind[Table]):
    """A kind of request at a table, which may come too late."""

    needs_round: bool = True
    """True when a request is stale if the person saw another round."""
    needs_ply: bool = False
    """True when a request is stale if the person saw another move count."""


_MARK = Check(lambda value: type(value) is str and value in ("X", "O"), "X or O")
_ALWAYS = {**IDS, "round": NUMBER, "ply": NUMBER}

TABLE_REQUESTS: Mapping[str, TableRequestKind] = {
    "hello": TableRequestKind(lambda table: table, needs_round=False),
    "play": TableRequestKind(
        Table.after_requested_move,
        {"cell": NUMBER, "mark": replace(_MARK, is_optional=True)},
        refuses_values=False,
        needs_ply=True,
    ),
    "new_game": TableRequestKind(Table.after_new_game),
    "reset_scores": TableRequestKind(Table.without_scores),
    "swap": TableRequestKind(Table.after_swapping_sides),
    "rename": TableRequestKind(
        lambda table, mark, name: table.with_names({mark: name}), {"mark": _MARK, "name": TEXT}
    ),
    "view": TableRequestKind(
        lambda table, to: table.after_looking_back(to), {"to": OPTIONAL_NUMBER}
    ),
    "play_from": TableRequestKind(
        lambda table, to: table.after_playing_from(to), {"to": NUMBER}
    ),
    "start": TableRequestKind(
        Table.after_start, dict.fromkeys(("rules", "x", "o", "x_name", "o_name"), TEXT)
    ),
    "rules": TableRequestKind(Table.after_new_game, {"rules": TEXT}),
    "player": TableRequestKind(
        lambda table, mark, player: table.with_player(mark, player),
        {"mark": _MARK, "player": TEXT},
    ),
    "hints": TableRequestKind(Table.with_hints, {"on": FLAG}),
    "pause": TableRequestKind(Table.with_pause, {"on": FLAG}),
    "step": TableRequestKind(Table.after_step),
    "pace": TableRequestKind(Table.with_pace, {"pace": TEXT}),
    "lesson": TableRequestKind(request_lesson, {"name": TEXT}),
    "puzzle": TableRequestKind(request_puzzle, {"day": TEXT}),
    "example": TableRequestKind(request_example, {"index": NUMBER}),
    "lesson_step": TableRequestKind(go_to_step, {"to": NUMBER}),
    "again": TableRequestKind(try_again),
    "hint": TableRequestKind(show_hint),
    "card": TableRequestKind(Table.with_card),
    "preview_rules": TableRequestKind(
        lambda table, **asked: table.with_preview(preview_rules(**asked)),
        {"rules": TEXT, **dict.fromkeys(("switch", "to"), replace(TEXT, is_optional=True))},
        needs_round=False,
    ),
    "end_preview": TableRequestKind(lambda table: table.with_preview(None), needs_round=False),
}
"""The kinds of requests, by name: the arguments of each and the transition it calls."""

_FORMS = list_forms(TABLE_REQUESTS, _ALWAYS)


def parse_request(message: object) -> Request:
    """Check a message of a front end and return it as a `Request`.

    Raises
    ------
    BadRequestError
        When it is not a dict of exactly the fields its kind takes, each of
        exactly the right type and within its range.

    Examples
    --------
    >>> seen = {"request": "r1", "client": "c1", "round": 1, "ply": 0}
    >>> parse_request({"kind": "play", "cell": 4, **seen}).arguments
    {'cell': 4}
    >>> parse_request({"kind": "play", "cell": 4, "mark": "O", **seen}).arguments
    {'cell': 4, 'mark': 'O'}
    >>> parse_request({"kind": "play", "cell": True, **seen})
    Traceback (most recent call last):
        ...
    tictactoe_widget.session.protocol.BadRequestError: Bad request: cell must be a whole number
    """
    fields = check_message(message, _FORMS)
    kind = fields.pop("kind")
    return Request(kind=kind, **{part: fields.pop(part) for part in _ALWAYS}, arguments=fields)


def carry_out(
    request: Request, table: Table, commit: Callable[[Table], None]
) -> tuple[Code, str]:
    """Carry out a request on a table; return the code and the text of the answer.

    Parameters
    ----------
    request : Request
        What is asked for.
    table : Table
        Present table.
    commit : callable
        Function that takes the next table, called when the request makes one.
    """
    kind = TABLE_REQUESTS[request.kind]
    is_stale = (kind.needs_round and request.round != table.round) or (
        kind.needs_ply and request.ply != table.game.move_count
    )
    if is_stale:
        return "stale", "The board has changed since"
    return apply_request(kind, request.arguments, table, commit)


class Session(PublishingSession[Table]):
    """A table with its rounds, players, scores and history, and the protocol around it.

    Where an event loop is running, a player that needs more than a slice of time
    continues on it; elsewhere every call returns when it is a person's turn again.
    KeyboardInterrupt stops a player that never answers: a person has its seat then. A call
    that asked the player raises the interrupt, a request of a front end does not.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        Rules of the first round: a name that `find_rules` reads, or rules such as
        ``MNK(4, 5, 3)``. With `game`, the default stands for the rules of that game.
    game : Game, optional
        Position from which the first round begins; the empty board when not given.
        The moves of the game are the first plies of the round, and can be looked
        back at. A round that begins with marks on the board is practice: it is
        not scored. A game that is already over is shown and not scored.
    x, o : str or callable, default "human"
        Players of the two marks: ``"human"``, the name of a player, or a function
        that takes a game and returns a cell or `RESIGN`. One with a method ``learn``
        has it called with the game after each round; a game that is not over then was
        resigned by the player to move.
    names : mapping, optional
        Names of the players for ``"X"``, ``"O"`` or both: text of 1 to 40
        characters that can be shown.
    hints : bool, default False
        True to show the value of each move.
    lesson : str or Lesson, optional
        Lesson that is given first, or the name of one of `LESSONS`; see `open_lesson`.
    puzzle : Puzzle or date, optional
        Puzzle that is given first, or the day whose puzzle it is; see `open_puzzle`.
    publish : callable, optional
        Function called with the changed part of the state, once per transition.
    send : callable, optional
        Function called with each answer to a request, after the changes it made.
    guards : callable, optional
        Function that returns a `Guard` for the slices of one player, by which the host
        can stop it.

    Raises
    ------
    TypeError
        When an argument is of a type that is not listed here.
    ValueError
        When rules, a player or a lesson of that name are not known, a name cannot be
        shown, `rules` and `game` disagree, or both a lesson and a puzzle are given.

    Examples
    --------
    >>> session = Session()
    >>> session.play(4)
    >>> session.state["message"]
    "Player O's turn"
    >>> Session(game=Game.from_text("XX./OO./...")).state["legal_moves"]
    (2, 5, 6, 7, 8)
    """

    JOBS = TABLE_JOBS
    KINDS = TABLE_REQUESTS

    def __init__(
        self,
        rules: str | Rules = "standard",
        *,
        publish: Callable[[View], None] = ignore_message,
        send: Callable[[Answer], None] = ignore_message,
        guards: Guards = NoGuard,
        **options: Unpack[TableOptions],
    ) -> None:
        table = lay_table(rules, **options)
        super().__init__(table, publish=publish, send=send, guards=guards)

    @property
    def game(self) -> Game:
        """Present game of this round."""
        return self._snapshot.game

    def picture(self, *, size: int | None = None) -> str:
        """Draw the shown position as SVG, with the values of moves while hints are on.

        Parameters
        ----------
        size : int, optional
            Width in pixels, as in `Game.to_svg`.

        Raises
        ------
        TypeError, ValueError
            When `size` is not an integer or out of range.
        """
        table = self._snapshot
        hints = table.shown_hints
        known = None if hints is None else hints.highlights
        return table.shown.to_svg(size=size, values=None if known is None else known.drawn)

    def play(self, cell: int, *, mark: Mark | None = None) -> None:
        """Make a move for the person whose turn it is.

        Parameters
        ----------
        cell : int
            Cell of the move.
        mark : {"X", "O"}, optional
            Mark to draw, where the rules let the player choose one.

        Raises
        ------
        InvalidInputError
            When `cell` is not an integer.
        IllegalMoveError
            When the rules refuse the move, or it is not a person's turn; nothing
            has changed then.
        TypeError, ValueError
            When `mark` cannot be drawn.
        """
        if self._snapshot.thinking is not None:
            # The event loop on which that player was thinking may have stopped since.
            self._start_jobs()
        self._change(lambda table: table.after_move(cell, mark))

    def new_game(self, rules: str | Rules | None = None, *, game: Game | None = None) -> None:
        """Start the next round; an unfinished round is not scored.

        Parameters
        ----------
        rules : str or Rules, optional
            Rules from now on; those of `game`, or as before, when not given. A player
            that cannot play by them gives its seat to ``"expert"``.
        game : Game, optional
            Position from which the round begins, as in the constructor; the empty
            board when not given.

        Raises
        ------
        TypeError
            When `rules` are neither a name nor rules, or `game` is not a `Game`.
        ValueError
            When rules of that name are not known, or `rules` and `game` disagree.
        """
        self._change(lambda table: table.after_new_game(rules, game=game))

    def seat(self, mark: str, who: str | Player) -> None:
        """Change the player of a mark; the game goes on.

        Parameters
        ----------
        mark : {"X", "O"}
            Mark of the seat.
        who : str or callable
            As ``x`` and ``o`` of the constructor.

        Raises
        ------
        TypeError
            When `mark` is not a str, or `who` cannot be a player.
        ValueError
            When there is no such seat or player, or the player cannot play by
            these rules.
        """
        self._change(lambda table: table.with_player(mark, who))

    def rename(self, names: Mapping[str, str]) -> None:
        """Change the names of players; a player not in `names` keeps the old name.

        Raises
        ------
        ValueError
            When a key is not a mark or a name cannot be shown; no name has changed
            then.
        """
        self._change(lambda table: table.with_names(names))

    def swap_sides(self) -> None:
        """Start the next round with the players' marks exchanged; names and scores follow.

        An unfinished round is not scored. A name that is not a player's own, such as
        "Player X", stays with the mark.
        """
        self._change(Table.after_swapping_sides)

    def play_from(self, ply: int) -> None:
        """Start the next round from the position after `ply` moves of this one.

        Such a round is practice and not scored, but for the one from ply 0 of a round
        that began on the empty board. The moves before the position can be looked back at.

        Parameters
        ----------
        ply : int
            0 (where this round began) to the number of moves made in it.

        Raises
        ------
        ValueError
            When `ply` is not a ply of this round, or the game is over there.
        """
        self._change(lambda table: table.after_playing_from(ply))

    def reset_scores(self) -> None:
        """Set the scores under these rules to zero; the game goes on."""
        self._change(Table.without_scores)

    def look_back(self, ply: int | None) -> None:
        """Show the board as it was after `ply` moves of this round, or as it is now.

        Parameters
        ----------
        ply : int or None
            0 (where the round began) to the number of moves made in it; None and
            that number itself mean now.

        Raises
        ------
        ValueError
            When `ply` is neither None nor a ply of this round.
        """
        self._change(lambda table: table.after_looking_back(ply))

    def show_hints(self, on: bool) -> None:
        """Show the value of each move, or stop doing so.

        Raises
        ------
        ValueError
            When `on` is not a bool.
        """
        self._change(lambda table: table.with_hints(on))

    def open_lesson(self, lesson: str | Lesson, *, step: int | None = None) -> None:
        """Give a lesson on the board; the person's own table waits for `leave_lesson`.

        Moves are judged then; the move after a wrong one takes it back. A new round, or
        another player, ends the lesson.

        Parameters
        ----------
        lesson : str or Lesson
            Lesson, or the name of one of `LESSONS`.
        step : int, optional
            Step to open, from 0; by default the first that is not solved.

        Raises
        ------
        TypeError
            When `lesson` is neither.
        ValueError
            When no lesson has that name, it has no such step, or one of its tasks cannot
            be judged or solved; the message names the step.
        """
        self._change(lambda table: open_lesson(table, lesson, step))

    def open_puzzle(self, puzzle: Puzzle | date) -> None:
        """Set a puzzle on the board; the person's own table waits for `leave_lesson`.

        Parameters
        ----------
        puzzle : Puzzle or date
            Puzzle, or the day, from 2000 to 2099, whose puzzle it is; days in a row on
            which that is solved are counted.

        Raises
        ------
        TypeError
            When `puzzle` is neither.
        ValueError
            When that day has no puzzle, or no move solves the puzzle.
        """
        self._change(lambda table: open_puzzle(table, puzzle))

    def leave_lesson(self) -> None:
        """Go back from a lesson or a puzzle to the person's own table; nothing without one."""
        self._change(Table.without_activity)

    def save(self) -> Saved:
        """Return the table as JSON values, for `restore`.

        Players that are functions are saved as people. The save has the round, the moves
        from where it began, the scores, names, seats and hints.

        Raises
        ------
        ValueError
            When the rules of the round have no name that `find_rules` reads.
        """
        return save_table(self._snapshot)

    def restore(self, saved: object) -> None:
        """Restore the table as it was when `saved` was made.

        Raises
        ------
        ValueError
            When `saved` is damaged; the message says where. Nothing has changed then.
        """
        restored = restore_table(saved)
        self._change(lambda table: table.after_restoring(restored))

    def close(self) -> None:
        """End all background work, for good; a second call has no effect.

        A closed session still shows its table and answers calls and requests, but no
        player is asked for a move, and no hints or reviews are worked out. People
        may move for both marks.
        """
        try:
            self._change(Table.after_closing)
        except Exception:  # the session is closed, although that was not published
            with self._locked():
                self._snapshot = self._snapshot.after_closing()
            self._start_jobs()
            raise

    def _make_view(self, snapshot: Table) -> View:
        return view_table(snapshot)

    def _read_request(self, message: object) -> Request:
        return parse_request(message)

    def _carry_out(self, request: Request) -> tuple[Code, str]:
        return carry_out(request, self._snapshot, self._commit)

    def _recover(self) -> None:
        """Let people go on where the move of a player could not be published."""
        table = self._snapshot
        if table.thinking is not None:
            reason = f"The move of {table.shown_names[table.thinking]} could not be shown"
            self._commit(table.after_player_failed(reason))
