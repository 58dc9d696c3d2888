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
    """Raise an error for a name that cannot be set, with the method to use instead."""
    if name in INSTEAD:
        raise AttributeError(f"{name!r} of a board cannot be set: call {INSTEAD[name]}")
    question = did_you_mean(name, _SETTABLE)
    raise AttributeError(
        f"{name!r} of a board cannot be set{question}: only names and hints can be"
    )


class TicTacToe(BoardMethods, SessionWidget):
    """A tic-tac-toe board to play on in a notebook cell.

    Python keeps the game, in a `Session`. The front end draws these traits and sends requests.
    You can observe and link every trait. You can set `names` and `hints`. All other traits
    change by the methods below and by moves and clicks on the board.

    Parameters
    ----------
    rules, game, x, o, names, hints, lesson, puzzle
        Choices for the first round, as in `Session`.

    Raises
    ------
    TypeError
        If an unknown argument is given.
    InvalidValueError, InvalidTypeError
        If another argument is invalid, as in `Session`, or if you assign an invalid value to
        `names` or `hints`.

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

    # Traits for people to observe and link.

    hints: TraitType[bool, bool] = settable_trait(Bool())
    """True if the board shows the value of each move. You can set it."""
    names: TraitType[dict[str, str], Mapping[str, str]] = settable_trait(
        Dict(), "Record<Mark, string>"
    )
    """Names of the players, by mark. You can set one or both."""
    board: ReadOnly[tuple[str | None, ...]] = read_only_trait(Tuple(), "(Mark | null)[]")
    """Mark in each cell, by cell index: "X", "O" or None."""
    current_player: ReadOnly[str] = read_only_trait(Unicode("X"), "Mark")
    """Player to move, "X" or "O". Once the game is over, the player of the last move."""
    winner: ReadOnly[str | None] = read_only_trait(
        Unicode(None, allow_none=True), "Mark | null"
    )
    """Winner, "X" or "O", or None for a draw or an unfinished game."""
    winning_lines: ReadOnly[tuple[tuple[int, ...], ...]] = read_only_trait(Tuple())
    """Lines that ended the game, each as a tuple of cells."""
    is_draw: ReadOnly[bool] = read_only_trait(Bool())
    """True if the game ended without a winner."""
    is_over: ReadOnly[bool] = read_only_trait(Bool())
    """True once the game has ended."""
    move_count: ReadOnly[int] = read_only_trait(Int())
    """Number of marks on the board, including those of a set-up position."""
    status: ReadOnly[str] = read_only_trait(Unicode("playing"), '"playing" | "won" | "draw"')
    """State of the game: "playing", "won" or "draw"."""
    legal_moves: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """Legal moves as cells, ascending. Empty once the game is over, or while a lesson asks for
    no move."""
    last_move: ReadOnly[int | None] = read_only_trait(Int(None, allow_none=True))
    """Cell of the last move, or None before the first one."""
    moves: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """Cells played so far, in order."""
    message: ReadOnly[str] = read_only_trait(Unicode())
    """Message to the players, such as "Player O's turn" or "Ada wins!"."""
    scores: ReadOnly[dict[str, int]] = read_only_trait(Dict(), 'Record<Mark | "draws", number>')
    """Rounds won by "X" and "O", and "draws", under these rules since the last reset."""
    round: ReadOnly[int] = read_only_trait(Int(1))
    """Number of the round, from 1."""
    small_boards: ReadOnly[tuple[str | None, ...]] = read_only_trait(
        Tuple(), '(Mark | "draw" | null)[]'
    )
    """Result of each small board in ultimate: "X", "O", "draw" or None. Otherwise empty."""
    open_boards: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """Small boards, 0 to 8, that may be played now in ultimate. Otherwise empty."""
    owners: ReadOnly[tuple[str | None, ...]] = read_only_trait(Tuple(), "(Mark | null)[]")
    """Player of each mark on the board, "X" or "O", by cell, or None. Empty if each player
    always draws the same mark."""
    players: ReadOnly[dict[str, str]] = read_only_trait(Dict(), "Record<Mark, string>")
    """Player of each mark: "human", or the name of a player or of a function."""
    paused: ReadOnly[bool] = read_only_trait(Bool())
    """True while two automatic players wait for a step or for the end of the pause. Always
    False if a person plays."""
    pace: ReadOnly[str] = read_only_trait(Unicode("normal"), '"slow" | "normal" | "fast"')
    """Pace of two automatic players: "slow", "normal" or "fast", with 1.8, 0.6 or 0.12 seconds
    before each move."""
    thinking: ReadOnly[str | None] = read_only_trait(
        Unicode(None, allow_none=True), "Mark | null"
    )
    """Player that is choosing a move, "X" or "O", or None on a person's turn."""
    notice: ReadOnly[str] = read_only_trait(Unicode())
    """Notice about a player that failed or was replaced, otherwise empty."""
    rules_name: ReadOnly[str] = read_only_trait(Unicode())
    """Name of the rules, which `find_rules` reads."""
    rules_title: ReadOnly[str] = read_only_trait(Unicode())
    """Short name of the rules for people."""
    rules_summary: ReadOnly[str] = read_only_trait(Unicode())
    """Rules in one paragraph."""
    viewed_ply: ReadOnly[int | None] = read_only_trait(Int(None, allow_none=True))
    """Ply that is shown while looking back, from 0, or None for the present position."""
    values: ReadOnly[tuple[dict[str, Any], ...]] = read_only_trait(Tuple(), "MoveValue[]")
    """Values of the legal moves while `hints` are on, one dict per move. Its items are "cell",
    "value" ("win", "draw" or "loss" for the player to move, None if it is not proved),
    "remoteness" (plies to the end, None if unknown), "score" (-1 to 1), "chance" (win
    probability in %, None if it is not estimated), "is_best" (among the best, if a few moves
    stand out), "is_marked" (drawn on the board: all moves on boards of up to nine cells,
    otherwise the best few and the threats) and "is_threat" (wins at once, or would for the
    opponent)."""
    comment: ReadOnly[str] = read_only_trait(Unicode())
    """Comment on why the last move was good or bad, while `hints` are on. On large boards it
    also explains why no next move is marked as best."""
    review: ReadOnly[tuple[dict[str, Any], ...]] = read_only_trait(Tuple(), "ReviewedMove[]")
    """Review after the game, one dict per move. Its items are "ply" (moves before it),
    "player", "cell", "verdict" ("best", "slower", "worse" or "unknown"), the values "best" and
    "played", and "remoteness", "score" and "chance" of the move played, as in `values`. The
    others are "lead" (evaluation for X after the move, 1 to -1, as `ReviewedMove.lead`) and
    "estimated_loss" (estimate of the best move minus that of this one, 0 to 2, if neither is
    proved). The review grows from the last move backwards while `working` is "review". If the
    rules cannot be solved, it is made only while `hints` are on."""
    review_summary: ReadOnly[str] = read_only_trait(Unicode())
    """Sentences on the decisive mistakes, as far as they are proved. Empty until then."""

    # Traits for the front end only.

    turning_point: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "TurningPoint | null"
    )
    """`review_summary` split around a decisive move, or None if there is none. By name: the
    text "before", the "move" as it is called there, the text "after", and the "ply" after the
    move."""
    guide: ReadOnly[str] = front_end_trait(Unicode())
    """Reminder for the next move, such as "Play in board 5", or the line that ended the game,
    such as "Three in a row, on move 7". Often empty."""
    player_choices: ReadOnly[tuple[str, ...]] = front_end_trait(Tuple())
    """Players that can play by these rules: "human", then the named ones from weakest to
    strongest."""
    player_summaries: ReadOnly[dict[str, str]] = front_end_trait(Dict())
    """Short description of each named player, by name."""
    rules_choices: ReadOnly[tuple[tuple[str, str], ...]] = front_end_trait(Tuple())
    """Rules that can be chosen on the board: pairs of name and title."""
    rules_summaries: ReadOnly[dict[str, str]] = front_end_trait(Dict())
    """Each of `rules_choices` in one paragraph, by name."""
    rules_pictures: ReadOnly[dict[str, Any]] = front_end_trait(
        Dict(), "Record<string, RulesPicture>"
    )
    """Small picture of each of `rules_choices`, by name: "rows", "columns", "block" and
    "board", the characters "X", "O" and "." row by row."""
    unsolved_rules: ReadOnly[tuple[str, ...]] = front_end_trait(Tuple())
    """Names of the `rules_choices` that "perfect" cannot play."""
    rules_preview: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "RulesPreview | null"
    )
    """Preview of rules while a person tries them out with **Change the rules**, otherwise None.
    By name: "name", "title", "summary", "picture" (as in `rules_pictures`, None for large
    boards), "players" (as `player_choices`), "switches" (each with its name, its legend, the
    pairs of name and title of its choices, and the chosen one) and "verdict" (a sentence on the
    winner with best play)."""
    shared_players: ReadOnly[dict[str, dict[str, str]]] = front_end_trait(
        Dict(), "Record<string, Record<Mark, string>>"
    )
    """Default names of players, by mark, if the marks do not identify the players. They are
    grouped by the name of the rules: those of `rules_choices`, the present ones and those of
    `rules_preview`."""
    drawn_marks: ReadOnly[dict[str, Any]] = front_end_trait(Dict(), "Record<Mark, Mark | null>")
    """Mark that each player draws, by player. None for both players if they choose it."""
    grid: ReadOnly[dict[str, Any]] = front_end_trait(Dict(), "Grid")
    """Grid in which the cells are drawn: "rows", "columns", "cells" (the cell at each place,
    row by row), "block" (side of the small boards or layers in cells, 0 without any), "layers"
    (True if the blocks are the layers of a cube) and "falls" (True if a mark falls to the
    lowest free cell of its column)."""
    viewed: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "Position | null"
    )
    """Values of `board`, `owners`, `current_player`, `winning_lines`, `last_move`, `message`,
    `guide`, `small_boards` and `open_boards` at `viewed_ply`, by name. None while the present
    game is shown."""
    working: ReadOnly[str] = front_end_trait(Unicode(), '"" | "hints" | "review"')
    """Background work in progress: "hints", "review", or "" without any. Meanwhile the results
    so far are in `values`, `comment` and `review`."""
    activity: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "Activity | null"
    )
    """Lesson, puzzle or example on the board, or None during a game. By name: "kind" ("lesson",
    "puzzle" or "example"), "name" (of one of `LESSONS`, otherwise empty), "title", "step" (from
    0), "steps" (their number), "solved" (whether each step is), "text" (paragraphs with an
    empty line between), "ask" (the task, empty without one), "state" ("read" without a task,
    "open", "on" if right so far, "right", "wrong"), "feedback" (to the last move), "hint"
    (empty until requested, and after a move), "has_hint", "look" (highlighted cells), "tries"
    (wrong moves since the step was opened), "cell" (of the last move that was judged, or None),
    "learnt" (summary, empty before the end), "next" and "next_title" (name and title of the
    next lesson), "day" (of a daily puzzle, as "2026-11-22", otherwise empty) and "streak" (days
    in a row up to that day with solved puzzles)."""
    lessons: ReadOnly[tuple[dict[str, Any], ...]] = front_end_trait(Tuple(), "LessonEntry[]")
    """Lessons that can be opened on the board, in order: "name", "title", "about", and the
    numbers of "steps" and of "solved" ones."""
    puzzle_streak: ReadOnly[dict[str, Any]] = front_end_trait(
        Dict(), "{ day: string; streak: number; best: number }"
    )
    """Daily puzzles: the last "day" with a solved puzzle (empty without one), "streak" (days in
    a row up to it) and "best" (longest streak ever)."""
    rules_card: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "RulesCard | null"
    )
    """Rule card of these rules, or None until a front end requests it. By name: "name",
    "description", "sections" (pairs of a heading and its points) and "examples". Each example
    has its "text", the "position", the "cell" to play (beyond the last one if there is none),
    the "message" of the rules, whether it is "refused", the marks "before" it, and then
    "board", "last_move", "winning_lines" and "small_boards" after it."""

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
        """Return the board, its message and its notice as text, equal for equal states."""
        said = (str(self.game), self.message, self.notice)
        return "\n".join(text for text in said if text)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute, with `names` and `hints` checked by the session.

        Raises
        ------
        AttributeError
            If a board has no such attribute, or has a method for it. Subclasses may set any
            attribute.
        """
        if name not in _SETTABLE:
            # Each board has a class, made by anywidget, in the module of its own. Private names
            # belong to a host.
            kind = type(self)
            is_unknown = not name.startswith("_") and not hasattr(kind, name)
            if kind.__module__ == __name__ and (is_unknown or name in INSTEAD):
                _refuse_attribute(name)
            super().__setattr__(name, value)
            return
        session = self._session
        # The session sets the trait after its change, and no other change comes between.
        with self._reporting(), session.locked(), checking_values():
            session.change(_SETTABLE[name], value)

    @validate(*_SETTABLE)
    def _ask_session(self, proposal: Bunch) -> object:
        """Pass the new value of a trait to the session, and return the accepted value."""
        name, session = proposal.trait.name, self._session
        # They are equal if the session itself sets the trait.
        if proposal.value != session.read(name):
            with checking_values():
                session.change(_SETTABLE[name], proposal.value)
        return session.read(name)
