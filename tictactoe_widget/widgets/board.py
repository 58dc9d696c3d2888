"""Board widget for notebooks: an anywidget whose traits show the state of a `Session`."""

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
    """Raise an error for an attribute that cannot be set. Suggest the method to use."""
    hint = f": call {INSTEAD[name]}" if name in INSTEAD else did_you_mean(name, _SETTABLE)
    raise AttributeError(f"only names and hints can be set, not {name!r}{hint}")


class TicTacToe(BoardMethods, SessionWidget):
    """Tic-tac-toe board that you can play on in a notebook cell.

    Python keeps the game in a `Session`. The front end draws the traits below and sends
    requests. You can observe and link every trait, but you can set only `names` and `hints`.
    All other traits change when you call a method, or when someone plays or clicks on the
    board.

    Parameters
    ----------
    rules, game, x, o, names, hints, undo, lesson, puzzle
        Settings for the first round, as in `Session`.

    Raises
    ------
    TypeError
        If you pass an unknown argument.
    InvalidValueError, InvalidTypeError
        If an argument is invalid, as in `Session`, or if you assign an invalid value to `names`
        or `hints`.

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
    """True to show the value of each move on the board. You can set this trait."""
    names: TraitType[dict[str, str], Mapping[str, str]] = settable_trait(
        Dict(), "Record<Mark, string>"
    )
    """Names of the players, by mark. You can set one name or both."""
    board: ReadOnly[tuple[str | None, ...]] = read_only_trait(Tuple(), "(Mark | null)[]")
    """Mark in each cell, by cell index: "X", "O" or None."""
    current_player: ReadOnly[str] = read_only_trait(Unicode("X"), "Mark")
    """Player to move: "X" or "O". Once the game is over, the player who moved last."""
    winner: ReadOnly[str | None] = read_only_trait(
        Unicode(None, allow_none=True), "Mark | null"
    )
    """Winner: "X" or "O". None after a draw and while the game is unfinished."""
    winning_lines: ReadOnly[tuple[tuple[int, ...], ...]] = read_only_trait(Tuple())
    """Lines that ended the game, each as a tuple of cells."""
    is_draw: ReadOnly[bool] = read_only_trait(Bool())
    """True if the game ended without a winner."""
    is_over: ReadOnly[bool] = read_only_trait(Bool())
    """True once the game has ended."""
    resigned: ReadOnly[str | None] = read_only_trait(
        Unicode(None, allow_none=True), "Mark | null"
    )
    """Player who resigned in this round: "X" or "O". None if nobody resigned."""
    move_count: ReadOnly[int] = read_only_trait(Int())
    """Number of marks on the board, including marks of a starting position."""
    status: ReadOnly[str] = read_only_trait(Unicode("playing"), '"playing" | "won" | "draw"')
    """State of the game: "playing", "won" or "draw"."""
    legal_moves: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """Legal moves, in ascending order: cells, or numbers as in `moves` if players choose their
    marks. Empty once the game is over, and while a lesson asks for no move."""
    last_move: ReadOnly[int | None] = read_only_trait(Int(None, allow_none=True))
    """Cell of the last move, or None before the first move."""
    moves: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """Moves played so far, in order: cells. If players choose their marks, a cell itself means
    an X there, and the cell plus the number of cells means an O there."""
    message: ReadOnly[str] = read_only_trait(Unicode())
    """Message to the players, such as "Player O's turn" or "Ada wins!"."""
    scores: ReadOnly[dict[str, int]] = read_only_trait(Dict(), 'Record<Mark | "draws", number>')
    """Number of rounds that "X" won, that "O" won, and "draws". Only rounds under the current
    rules since the last reset count."""
    round: ReadOnly[int] = read_only_trait(Int(1))
    """Number of the current round, counted from 1."""
    small_boards: ReadOnly[tuple[str | None, ...]] = read_only_trait(
        Tuple(), '(Mark | "draw" | null)[]'
    )
    """Result of each small board in ultimate: "X", "O", "draw" or None if it has none yet.
    Empty under other rules."""
    open_boards: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """Small boards, 0 to 8, in which the next move may be made in ultimate. Empty under other
    rules."""
    owners: ReadOnly[tuple[str | None, ...]] = read_only_trait(Tuple(), "(Mark | null)[]")
    """Player who placed the mark in each cell, by cell index: "X", "O" or None. Empty under
    rules in which each player always places the same mark."""
    players: ReadOnly[dict[str, str]] = read_only_trait(Dict(), "Record<Mark, string>")
    """Player of each mark: "human", the name of a player, or the name of a function."""
    paused: ReadOnly[bool] = read_only_trait(Bool())
    """True while two automatic players are paused. Always False if a person plays."""
    pace: ReadOnly[str] = read_only_trait(Unicode("normal"), '"slow" | "normal" | "fast"')
    """Pace of two automatic players: "slow", "normal" or "fast". They wait 1.8, 0.6 or 0.12
    seconds before each move."""
    thinking: ReadOnly[str | None] = read_only_trait(
        Unicode(None, allow_none=True), "Mark | null"
    )
    """Automatic player that is choosing a move: "X" or "O". None on a person's turn."""
    notice: ReadOnly[str] = read_only_trait(Unicode())
    """Notice about a player that failed or was replaced. Otherwise empty."""
    rules_name: ReadOnly[str] = read_only_trait(Unicode())
    """Name of the rules, in the form that `find_rules` accepts."""
    rules_title: ReadOnly[str] = read_only_trait(Unicode())
    """Short title of the rules, for display."""
    rules_summary: ReadOnly[str] = read_only_trait(Unicode())
    """Summary of the rules in one paragraph."""
    viewed_ply: ReadOnly[int | None] = read_only_trait(Int(None, allow_none=True))
    """Ply of the displayed earlier position, counted from 0. None if the board shows the
    current position."""
    allows_undo: ReadOnly[bool] = read_only_trait(Bool(True))
    """True if players can undo moves, False if moves are final (see `allow_undo`)."""
    can_undo: ReadOnly[bool] = read_only_trait(Bool())
    """True if there is a move that `undo` takes back."""
    values: ReadOnly[tuple[dict[str, Any], ...]] = read_only_trait(Tuple(), "MoveValue[]")
    """Values of the legal moves while `hints` are on, with one dict for each move. "cell" is
    the cell of the move. "mark" is the mark that the move places, given only if players choose
    their marks. "value" is "win", "draw" or "loss" for the player to move, or None if it is
    unproved. "remoteness" is the number of plies to the end of the game, or None if it is
    unknown. "score" is the value as a number from -1 to 1. "chance" is the win probability in
    %, or None if the value is proved. "is_best" is True for the best moves, provided that only
    a few moves stand out. "is_marked" is True if the board marks the move. The board
    marks every best move and threat, and other moves with a proved value if at most 25 moves
    are marked. If no value is proved, it marks up to 5 moves.
    "is_threat" is True if the move wins at once, or would win at once for the opponent."""
    comment: ReadOnly[str] = read_only_trait(Unicode())
    """While `hints` are on, a comment on why the last move was good or bad. It also explains
    why no next move is marked as best."""
    review: ReadOnly[tuple[dict[str, Any], ...]] = read_only_trait(Tuple(), "ReviewedMove[]")
    """Review of the game after its end, with one dict for each move. "ply" is the number of
    moves before this move. "player" made the move, and "cell" is the cell of the move.
    "verdict" is "best", "slower", "worse" or "unknown". "best" is the value of the best move,
    and "played" is the value of the move played. "remoteness", "score" and "chance" describe
    the move played, as in `values`. "lead" is the evaluation for X after the move, 1 to -1, as
    in `ReviewedMove.lead`. "estimated_loss" is the estimate of the best move minus that of the
    move played, 0 to 2. It is 0 if one of the two values is proved. The review starts with the
    last move and works backwards while `working` is "review". If the rules cannot be solved,
    there is a review only while `hints` are on."""
    review_summary: ReadOnly[str] = read_only_trait(Unicode())
    """Sentences about the proved decisive mistakes. Empty until the review is complete."""

    # Traits for the front end only.

    turning_point: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "TurningPoint | null"
    )
    """Parts of `review_summary`, or None if it mentions no decisive move. "move" is the mention
    of the move in that text. "before" and "after" are the parts of the text around the mention.
    "ply" is the number of moves up to and including this move."""
    guide: ReadOnly[str] = front_end_trait(Unicode())
    """Reminder for the next move, such as "Play in board 5". After the game, the
    reason why it ended, such as "Three in a row on move 7.". Often empty."""
    player_choices: ReadOnly[tuple[str, ...]] = front_end_trait(Tuple())
    """Players that can play by the current rules: "human", then named players from weakest to
    strongest."""
    player_summaries: ReadOnly[dict[str, str]] = front_end_trait(Dict())
    """Short description of each named player, by name."""
    rules_choices: ReadOnly[tuple[tuple[str, str], ...]] = front_end_trait(Tuple())
    """Rules that people can choose on the board, as pairs of a name and a title."""
    rules_summaries: ReadOnly[dict[str, str]] = front_end_trait(Dict())
    """Summary of each of the `rules_choices` in one paragraph, by name."""
    rules_pictures: ReadOnly[dict[str, Any]] = front_end_trait(
        Dict(), "Record<string, RulesPicture>"
    )
    """Small picture of each of the `rules_choices`, by name. A picture has "rows", "columns",
    "block" and "board": the characters "X", "O" and "." row by row."""
    unsolved_rules: ReadOnly[tuple[str, ...]] = front_end_trait(Tuple())
    """Names of those `rules_choices` that the player "perfect" cannot play."""
    rules_preview: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "RulesPreview | null"
    )
    """Preview of rules while a person tries them out with **Change the rules**, otherwise None.
    The rules have a "name", a "title" and a "summary". "picture" is a picture as in
    `rules_pictures`, or None for large boards. "players" lists the players that can play by
    these rules, as in `player_choices`. "switches" lists the rule options. Each option has its
    name, its legend, its choices (pairs of a name and a title) and the current choice.
    "verdict" is a sentence about the winner with best play."""
    shared_players: ReadOnly[dict[str, dict[str, str]]] = front_end_trait(
        Dict(), "Record<string, Record<Mark, string>>"
    )
    """Default names of the players under rules in which marks do not identify players. For each
    name of such rules, the dict contains the default name by mark. It covers `rules_choices`,
    the current rules and the rules of `rules_preview`."""
    drawn_marks: ReadOnly[dict[str, Any]] = front_end_trait(Dict(), "Record<Mark, Mark | null>")
    """Mark that each player places, by player. None for both if the players choose their
    marks."""
    grid: ReadOnly[dict[str, Any]] = front_end_trait(Dict(), "Grid")
    """Grid in which the front end draws the cells. "rows" and "columns" are the size of the
    grid. "cells" is the cell at each place, row by row. "block" is the side of a small board or
    of a layer in cells, or 0 without such blocks. "layers" is True if the blocks are the layers
    of a cube. "falls" is True if a mark falls to the lowest free cell of its column."""
    viewed: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "Position | null"
    )
    """Displayed earlier position at `viewed_ply`, or None while the board shows the current
    position. The dict contains the values of `board`, `owners`, `current_player`,
    `winning_lines`, `last_move`, `message`, `guide`, `small_boards` and `open_boards` at that
    ply."""
    working: ReadOnly[str] = front_end_trait(Unicode(), '"" | "hints" | "review"')
    """Background work in progress: "hints", "review", or "" if there is none. The results so
    far are in `values`, `comment` and `review`."""
    activity: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "Activity | null"
    )
    """Lesson, puzzle or example on the board, or None during a game. "kind" is "lesson",
    "puzzle" or "example". "name" is the name of the lesson in `LESSONS`, or empty for anything
    else. "title" is the title of the lesson, puzzle or example. "step" is the number of the
    current step, counted from 0, and "steps" is the number of steps. "solved" is True or False
    for each step. "text" is the text of the step, with empty lines between paragraphs. "ask" is
    the task of the step, or empty without a task. "state" is "read" without a task, "open"
    before the first move, and then "right" or "wrong". It is "on" if all moves are right so far
    and the step continues. "feedback" is the response to the last move. "hint" is empty until a
    person requests the hint, and after a move. "has_hint" is True if the step has a hint.
    "look" lists the highlighted cells. "tries" is the number of wrong moves since the step was
    opened. "cell" is the cell of the last move that the exercise judged, or None. "learnt" is
    the summary of the lesson, or empty before its end. "next" and "next_title" are the name and
    the title of the next lesson. "day" is the day of a daily puzzle, such as "2026-11-22", and
    otherwise empty. "streak" is the number of consecutive days with solved puzzles up to that
    day."""
    lessons: ReadOnly[tuple[dict[str, Any], ...]] = front_end_trait(Tuple(), "LessonEntry[]")
    """Lessons that people can open on the board, in order. Each is a dict with its "name", its
    "title", its subject ("about"), the number of its "steps", and how many of them are
    "solved"."""
    puzzle_streak: ReadOnly[dict[str, Any]] = front_end_trait(
        Dict(), "{ day: string; streak: number; best: number }"
    )
    """Progress in the daily puzzles. "day" is the last day with a solved puzzle, or empty if no
    puzzle was solved. "streak" is the number of consecutive days up to that day. "best" is the
    length of the longest streak so far."""
    rules_card: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "RulesCard | null"
    )
    """Rule card of the current rules, or None until a front end requests it. It has a "name", a
    "description", "sections" (pairs of a heading and its points) and "examples". The "text" of
    an example explains it. "position" is the name of the square, or its number if it is outside
    the board. "cell" is the cell to play, or a number beyond the last cell if it is outside the
    board. "message" is the response of the rules to the move. "refused" is True if the rules
    refuse the move. "before" is the board before the move. "board", "last_move",
    "winning_lines" and "small_boards" describe the position after the move."""

    def __init__(  # noqa: PLR0913 - one argument a choice
        self,
        rules: str | Rules = "standard",
        *,
        game: Game | None = None,
        x: str | Player = HUMAN,
        o: str | Player = HUMAN,
        names: Mapping[str, str] | None = None,
        hints: bool = False,
        undo: bool = True,
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
                undo=undo,
                lesson=lesson,
                puzzle=puzzle,
                publish=self._publish,
                send=self.send,
                guards=INTERRUPTS.guard,
            )
        super().__init__(session)

    @property
    def rules(self) -> Rules:
        """Rules of the current round."""
        return self.game.rules

    @property
    def _state(self) -> SessionState:
        return self._session.snapshot

    def _still_view(self) -> dict[str, str]:
        return {"image/svg+xml": self.picture()}

    def __repr__(self) -> str:
        """Return the board, message and notice as text. Equal states have equal text."""
        said = (str(self.game), self.message, self.notice)
        return "\n".join(text for text in said if text)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute. The session checks new values of `names` and `hints`.

        Raises
        ------
        AttributeError
            If a board has no such attribute, or if only a method can change it. Instances of a
            subclass may set any attribute.
        """
        if name not in _SETTABLE:
            # anywidget makes a class for each board, in this module. Private names belong to
            # a host.
            kind = type(self)
            is_unknown = not name.startswith("_") and not hasattr(kind, name)
            if kind.__module__ == __name__ and (is_unknown or name in INSTEAD):
                _refuse_attribute(name)
            super().__setattr__(name, value)
            return
        session = self._session
        # The session sets the trait after its own change. No other change can come in between.
        with self._reporting(), session.locked(), checking_values():
            session.change(_SETTABLE[name], value)

    @validate(*_SETTABLE)
    def _ask_session(self, proposal: Bunch) -> object:
        """Pass the proposed value of a trait to the session, and return the accepted value."""
        name, session = proposal.trait.name, self._session
        # The values are equal if the session itself sets the trait.
        if proposal.value != session.read(name):
            with checking_values():
                session.change(_SETTABLE[name], proposal.value)
        return session.read(name)
