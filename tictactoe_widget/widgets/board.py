"""The board in a notebook cell: a `Session` on the traitlets of an anywidget."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from traitlets import Bool, Dict, Int, TraitType, Tuple, Unicode, validate
from traitlets.utils.bunch import Bunch

from tictactoe_widget.classroom.lessons.lesson import Lesson
from tictactoe_widget.classroom.puzzle import Puzzle
from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.session.board import INSTEAD, BoardMethods, Session
from tictactoe_widget.session.state import HUMAN, SessionState
from tictactoe_widget.validation import did_you_mean

from .base import (
    INTERRUPTS,
    SessionWidget,
    checking_values,
    find_front_end,
    front_end_trait,
    read_only_trait,
    refuse_unknown,
    settable_trait,
)

if TYPE_CHECKING:
    from .base import ReadOnly

_SETTABLE: Mapping[str, Callable[[SessionState, Any], SessionState]] = {
    "names": SessionState.with_names,
    "hints": SessionState.with_hints,
}


def _refuse_attribute(name: str) -> None:
    """Raise an error for a name that cannot be set, which says what to do instead."""
    if name in INSTEAD:
        raise AttributeError(f"{name!r} of a board cannot be set: call {INSTEAD[name]}")
    question = did_you_mean(name, _SETTABLE)
    raise AttributeError(
        f"{name!r} of a board cannot be set{question}: only names and hints can be"
    )


class TicTacToe(BoardMethods, SessionWidget):
    """A tic-tac-toe board to play on in a notebook cell.

    Python holds the game, a `Session`; the front end draws these traits and asks for
    changes. Every trait can be observed and linked; `names` and `hints` can be set,
    all others change by the methods below and by what people do on the board.

    Parameters
    ----------
    rules, game, x, o, names, hints, lesson, puzzle
        Choices for the first round, as in `Session`.

    Raises
    ------
    TypeError
        When an unknown argument is given.
    InvalidValueError, InvalidTypeError
        When another argument is wrong, as in `Session`; the same errors are raised when a
        wrong value is assigned to `names` or `hints`.

    Examples
    --------
    >>> board = TicTacToe()
    >>> board.play(4)
    >>> board
    . . .
    . X .
    . . .
    Player O's turn
    """

    _esm = find_front_end("board.js")
    _css = find_front_end("board.css")

    _session: Session

    # What people observe and link.

    hints: TraitType[bool, bool] = settable_trait(Bool())
    """True when the board shows the value of each move; may be set."""
    names: TraitType[dict[str, str], Mapping[str, str]] = settable_trait(
        Dict(), "Record<Mark, string>"
    )
    """Names of the players, by mark; may be set, for one player or both."""
    board: ReadOnly[tuple[str | None, ...]] = read_only_trait(Tuple(), "(Mark | null)[]")
    """Mark in each cell, by cell index: "X", "O" or None."""
    current_player: ReadOnly[str] = read_only_trait(Unicode("X"), "Mark")
    """Player to move, "X" or "O"; once the game is over, the player who moved last."""
    winner: ReadOnly[str | None] = read_only_trait(
        Unicode(None, allow_none=True), "Mark | null"
    )
    """Player who has won, "X" or "O"; None for a draw or while the game goes on."""
    winning_lines: ReadOnly[tuple[tuple[int, ...], ...]] = read_only_trait(Tuple())
    """Lines that ended the game, each as a tuple of cells."""
    is_draw: ReadOnly[bool] = read_only_trait(Bool())
    """True when the game ended without a winner."""
    is_over: ReadOnly[bool] = read_only_trait(Bool())
    """True once the game has ended."""
    move_count: ReadOnly[int] = read_only_trait(Int())
    """Number of marks on the board: moves made, and marks of a set-up position."""
    status: ReadOnly[str] = read_only_trait(Unicode("playing"), '"playing" | "won" | "draw"')
    """State of the game: "playing", "won" or "draw"."""
    legal_moves: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """Cells that may be played, ascending; empty once the game is over, and where a lesson
    asks for no move."""
    last_move: ReadOnly[int | None] = read_only_trait(Int(None, allow_none=True))
    """Cell that was played last; None before the first move."""
    moves: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """Cells played so far, in order."""
    message: ReadOnly[str] = read_only_trait(Unicode())
    """Message for the players by their names, such as "Player O's turn" or "Ada wins!"."""
    scores: ReadOnly[dict[str, int]] = read_only_trait(Dict(), 'Record<Mark | "draws", number>')
    """Rounds won by "X" and "O", and "draws", under these rules since the last reset."""
    round: ReadOnly[int] = read_only_trait(Int(1))
    """Number of the round, from 1."""
    small_boards: ReadOnly[tuple[str | None, ...]] = read_only_trait(
        Tuple(), '(Mark | "draw" | null)[]'
    )
    """Result of each small board of ultimate, "X", "O", "draw" or None; else empty."""
    open_boards: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """Small boards of ultimate, 0 to 8, that may be played now; else empty."""
    owners: ReadOnly[tuple[str | None, ...]] = read_only_trait(Tuple(), "(Mark | null)[]")
    """Who made the mark of each cell, "X", "O" or None, where the marks do not tell that;
    else empty."""
    players: ReadOnly[dict[str, str]] = read_only_trait(Dict(), "Record<Mark, string>")
    """Player of each mark: "human", the name of a player, or that of a function."""
    paused: ReadOnly[bool] = read_only_trait(Bool())
    """True while two players that are no people wait until they are let go on, or for a
    single step; always False where a person plays."""
    pace: ReadOnly[str] = read_only_trait(Unicode("normal"), '"slow" | "normal" | "fast"')
    """Pace of two players that are no people: "slow", "normal" or "fast"; 1.8, 0.6 or 0.12
    seconds before each move."""
    thinking: ReadOnly[str | None] = read_only_trait(
        Unicode(None, allow_none=True), "Mark | null"
    )
    """Mark, "X" or "O", whose player is choosing a move; None when a person is to move."""
    notice: ReadOnly[str] = read_only_trait(Unicode())
    """Notice about a player that failed or was replaced; empty when all is well."""
    rules_name: ReadOnly[str] = read_only_trait(Unicode())
    """Name of the rules, which `find_rules` reads."""
    rules_title: ReadOnly[str] = read_only_trait(Unicode())
    """Short name of the rules for people."""
    rules_summary: ReadOnly[str] = read_only_trait(Unicode())
    """Rules in one paragraph."""
    viewed_ply: ReadOnly[int | None] = read_only_trait(Int(None, allow_none=True))
    """Ply that is shown while looking back, 0 to the last; None for the present one."""
    values: ReadOnly[tuple[dict[str, Any], ...]] = read_only_trait(Tuple(), "MoveValue[]")
    """Value of each legal move while `hints` are on: the "cell", its "value" ("win", "draw"
    or "loss" for the player to move; None where it is not proved), "remoteness" (plies to
    the end, None where unknown), "score" (-1 to 1), "chance" (to win, in %, where it is
    estimated, else None), "is_best" (one of the best, where a few moves stand out),
    "is_marked" (drawn: all on boards of up to nine cells, elsewhere the best few and the
    threats) and "is_threat" (it wins at once, or the opponent would)."""
    comment: ReadOnly[str] = read_only_trait(Unicode())
    """Comment on why the shown game's last move was good or bad, while `hints` are on; on
    large boards also why none of the next moves is marked as best."""
    review: ReadOnly[tuple[dict[str, Any], ...]] = read_only_trait(Tuple(), "ReviewedMove[]")
    """Review after the game: for each move its "ply" (moves before it), "player", "cell",
    "verdict" ("best", "slower", "worse" or "unknown"), the values "best" and "played", of the
    move that was played also "remoteness", "score" and "chance" as in `values`, "lead" (how
    far X is ahead after it, 1 to -1, as `ReviewedMove.lead`) and "estimated_loss" (estimate
    of the best move minus that of this one, 0 to 2, where neither is proved). It grows while
    `working` is "review", the last move first. Where the rules cannot be solved, it is made
    only while `hints` are on."""
    review_summary: ReadOnly[str] = read_only_trait(Unicode())
    """Sentences on where the game was lost, as far as that is proved; empty before that."""

    # What the front end alone reads.

    turning_point: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "TurningPoint | null"
    )
    """`review_summary` where it speaks of a move, by name: "before", "move" (what it is called
    there) and "after" make up the sentences, "ply" counts the moves of the round up to that
    one, itself included; else None."""
    guide: ReadOnly[str] = front_end_trait(Unicode())
    """Reminder for the next move, such as "Play in board 5", or the line that ended the game,
    such as "Three in a row, on move 7"; mostly empty."""
    player_choices: ReadOnly[tuple[str, ...]] = front_end_trait(Tuple())
    """Players that can play by these rules: "human", then named ones, weakest first."""
    player_summaries: ReadOnly[dict[str, str]] = front_end_trait(Dict())
    """What each named player does, in a few words, by its name."""
    rules_choices: ReadOnly[tuple[tuple[str, str], ...]] = front_end_trait(Tuple())
    """Rules that can be chosen on the board: pairs of name and title."""
    rules_summaries: ReadOnly[dict[str, str]] = front_end_trait(Dict())
    """Each of `rules_choices` in one paragraph, by its name."""
    rules_pictures: ReadOnly[dict[str, Any]] = front_end_trait(
        Dict(), "Record<string, RulesPicture>"
    )
    """A small picture of each of `rules_choices` by its name: "rows", "columns", "block" and
    "board", the characters "X", "O" and "." row by row."""
    unsolved_rules: ReadOnly[tuple[str, ...]] = front_end_trait(Tuple())
    """Names of those of `rules_choices` that "perfect" cannot play."""
    rules_preview: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "RulesPreview | null"
    )
    """Rules that a person tries out with **Change the rules**, else None: "name", "title",
    "summary", "picture" (as in `rules_pictures`; None for large boards), "players" (as
    `player_choices`), "switches" (each its name, its legend, the pairs of name and title of
    its choices, and the chosen one) and "verdict" (a sentence on who wins with best play)."""
    shared_players: ReadOnly[dict[str, dict[str, str]]] = front_end_trait(
        Dict(), "Record<string, Record<Mark, string>>"
    )
    """What the players are called who have no names, by mark, where marks do not tell who drew
    them: by the name of the rules, of `rules_choices`, the present ones and `rules_preview`."""
    drawn_marks: ReadOnly[dict[str, Any]] = front_end_trait(Dict(), "Record<Mark, Mark | null>")
    """Mark that each player draws, by player; None for both where it is chosen."""
    grid: ReadOnly[dict[str, Any]] = front_end_trait(Dict(), "Grid")
    """Grid in which the cells are drawn: "rows", "columns", "cells" (the cell at each place,
    row by row), "block" (side of the small boards or layers in cells, 0 where there are none),
    "layers" (True where they are the layers of a cube) and "falls" (True where a mark falls to
    the lowest free cell of its column)."""
    viewed: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "Position | null"
    )
    """Values of `board`, `owners`, `current_player`, `winning_lines`, `last_move`, `message`,
    `guide`, `small_boards` and `open_boards` at `viewed_ply`, by name; None while the present
    game is shown."""
    working: ReadOnly[str] = front_end_trait(Unicode(), '"" | "hints" | "review"')
    """What is being worked out: "hints", "review", or "" when nothing is. What is known by
    then of `values`, `comment` and `review` is shown while that goes on."""
    activity: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "Activity | null"
    )
    """Lesson, puzzle or example that is given; None for a game. By name: "kind" ("lesson",
    "puzzle" or "example"), "name" (of one of `LESSONS`, else empty), "title", "step" (from
    0), "steps" (how many), "solved" (whether each step is), "text" (paragraphs with an empty
    line between), "ask" (the task; empty where nothing is asked), "state" ("read": nothing
    is asked, "open", "on": right so far, "right", "wrong"), "feedback" (to the last move),
    "hint" (empty until asked for, and after a move), "has_hint", "look" (cells that are
    pointed at), "tries" (wrong moves since the step was opened), "cell" (of the last move that
    was judged, or None), "learnt" (what was learnt; empty before the end), "next" and
    "next_title" (name and title of the lesson after this one), "day" (of a daily puzzle, as
    "2026-11-22", else empty) and "streak" (days in a row up to that day whose puzzle was
    solved)."""
    lessons: ReadOnly[tuple[dict[str, Any], ...]] = front_end_trait(Tuple(), "LessonEntry[]")
    """Lessons that can be opened on the board, in order: "name", "title", "about", and the
    numbers of "steps" and of those "solved"."""
    puzzle_streak: ReadOnly[dict[str, Any]] = front_end_trait(
        Dict(), "{ day: string; streak: number; best: number }"
    )
    """Daily puzzles: the last "day" whose puzzle was solved (empty without one), "streak"
    (days in a row up to it) and "best" (most days in a row ever)."""
    rules_card: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "RulesCard | null"
    )
    """Rule card of these rules, once a front end has asked for it: "name", "description",
    "sections" (pairs of a heading and its points) and "examples", each with its "text", the
    "position" and the "cell" that is played (beyond the last where that is no cell), the
    "message" of the rules, whether it is "refused", the marks "before" it, and after it
    "board", "last_move", "winning_lines" and "small_boards"."""

    def __init__(  # noqa: PLR0913 - one argument a choice
        self,
        rules: str | Rules = "standard",
        *,
        game: Game | None = None,
        x: str | Player = HUMAN,
        o: str | Player = HUMAN,
        names: Mapping[str, str] | None = None,
        hints: bool = False,
        lesson: str | Lesson | None = None,
        puzzle: Puzzle | date | None = None,
        **unknown: object,
    ) -> None:
        refuse_unknown(TicTacToe, unknown)
        INTERRUPTS.note_loop()
        with checking_values():
            session = Session(
                rules,
                game=game,
                x=x,
                o=o,
                names=names,
                hints=hints,
                lesson=lesson,
                puzzle=puzzle,
                publish=self._publish,
                send=self.send,
                guards=INTERRUPTS.guard,
            )
        super().__init__(session)

    @property
    def rules(self) -> Rules:
        """Rules of this round."""
        return self.game.rules

    @property
    def _state(self) -> SessionState:
        return self._session.snapshot

    def _still_view(self) -> dict[str, str]:
        return {"image/svg+xml": self.picture()}

    def __repr__(self) -> str:
        """Return the board, its message and its notice as text, the same for the same state."""
        said = (str(self.game), self.message, self.notice)
        return "\n".join(text for text in said if text)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; the session decides what becomes of `names` and `hints`.

        Raises
        ------
        AttributeError
            If a board has nothing of that name, or a method for it. A class of one's own that
            is made from this one sets what it likes.
        """
        if name not in _SETTABLE:
            # Each board has a class, made by anywidget, in the module of its own; private names
            # are a host's.
            kind = type(self)
            is_unknown = not name.startswith("_") and not hasattr(kind, name)
            if kind.__module__ == __name__ and (is_unknown or name in INSTEAD):
                _refuse_attribute(name)
            super().__setattr__(name, value)
            return
        session = self._session
        # The session sets the trait once it has changed; no other change comes between.
        with self._reporting(), session.locked(), checking_values():
            session.change(_SETTABLE[name], value)

    @validate(*_SETTABLE)
    def _ask_session(self, proposal: Bunch) -> object:
        """Pass the new value of a trait to the session; return the value that it accepts."""
        name, session = proposal.trait.name, self._session
        # They are equal if the session itself sets the trait.
        if proposal.value != session.read(name):
            with checking_values():
                session.change(_SETTABLE[name], proposal.value)
        return session.read(name)
