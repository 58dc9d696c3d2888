"""Board widget for notebooks: an anywidget whose traits show a `Session`'s state."""

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
from tictactoe_widget.texts import _
from tictactoe_widget.validation import brief_traceback, describe_error, did_you_mean

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
    "language": SessionState.with_language,
}


def _refuse_attribute(name: str) -> None:
    """Raise an error for an attribute that can't be set, and suggest a method instead."""
    hint = f": call {INSTEAD[name]}" if name in INSTEAD else did_you_mean(name, _SETTABLE)
    raise AttributeError(f"only names, hints and language can be set, not {name!r}{hint}")


class TicTacToe(BoardMethods, SessionWidget):
    """Tic-tac-toe board that you can play on in a notebook cell.

    A Python `Session` keeps track of the game. The front end draws the traits below and sends
    requests. You can observe and link every trait, but you can set only `names`, `hints` and
    `language`. All other traits change when you call a method, or when someone plays or clicks
    on the board.

    Parameters
    ----------
    rules, game, x, o, names, hints, undo, match, first_player, lesson, puzzle, language
        Settings for the first round (see `Session`).

    Raises
    ------
    TypeError
        If you pass an unknown argument.
    InvalidValueError, InvalidTypeError
        If an argument is invalid (see `Session`), or if you assign an invalid value to `names`,
        `hints` or `language`.

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
    _keeping = "keep the result of save(), and pass it to restore() of another board"

    _session: Session
    _is_showing_failure = False

    # Traits that you can observe and link.

    hints: TraitType[bool, bool] = settable_trait(Bool())
    """True if the board shows each move's value. You can set this trait."""
    names: TraitType[dict[str, str], Mapping[str, str]] = settable_trait(
        Dict(), "Record<Mark, string>"
    )
    """Names that are displayed for the players, by mark ("X" or "O"). You can set one name or
    both names. Default names, such as "Player X", are in English here, and in the board's
    language on screen."""
    language: TraitType[str, str] = settable_trait(Unicode("en"))
    """Language of all texts on the board, such as "de". You can set this trait."""
    board: ReadOnly[tuple[str | None, ...]] = read_only_trait(Tuple(), "(Mark | null)[]")
    """Contents of each cell, in the order of the cell numbers: "X", "O" or None."""
    current_player: ReadOnly[str] = read_only_trait(Unicode("X"), "Mark")
    """Player to move, "X" or "O". After the game, the player who made the last move."""
    winner: ReadOnly[str | None] = read_only_trait(
        Unicode(None, allow_none=True), "Mark | null"
    )
    """Winner, "X" or "O". None during the game and in a draw."""
    winning_lines: ReadOnly[tuple[tuple[int, ...], ...]] = read_only_trait(Tuple())
    """Lines that ended the game, each as a tuple of cells."""
    is_draw: ReadOnly[bool] = read_only_trait(Bool())
    """True if the game ended without a winner."""
    is_over: ReadOnly[bool] = read_only_trait(Bool())
    """True once the game is over."""
    resigned: ReadOnly[str | None] = read_only_trait(
        Unicode(None, allow_none=True), "Mark | null"
    )
    """Player who resigned in this round: "X" or "O". None if nobody resigned."""
    move_count: ReadOnly[int] = read_only_trait(Int())
    """Number of moves made so far. Each mark in the starting position counts as a move."""
    status: ReadOnly[str] = read_only_trait(Unicode("playing"), '"playing" | "won" | "draw"')
    """State of the game: "playing", "won" or "draw"."""
    legal_moves: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """Legal moves, as cells in ascending order. If players choose their marks or marks slide,
    each move is a number as in `moves`. Empty if the game is over, or if a lesson doesn't ask
    for a move."""
    sliding: ReadOnly[bool] = read_only_trait(Bool())
    """True if the next move slides a mark instead of placing one."""
    choices: ReadOnly[tuple[str, ...]] = read_only_trait(Tuple())
    """Marks or texts, such as "X" or "7", from which a player chooses one for each move. Empty
    if the rules leave no choice."""
    last_move: ReadOnly[int | None] = read_only_trait(Int(None, allow_none=True))
    """Cell of the last move, or None before the first move. After a slide, the cell that the
    mark has reached."""
    moves: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """Moves played so far, in order, as cells. If players choose their marks, a cell's number
    stands for the first of the `choices`. To get the number for another choice, add the number
    of cells on the board once for each choice before it. If a mark slides, the move is the cell
    that the mark leaves, times the number of cells, plus the cell that it reaches."""
    sources: ReadOnly[tuple[int | None, ...]] = read_only_trait(Tuple(), "(number | null)[]")
    """For each of the `moves`, the cell from which it slid a mark, or None if it placed one.
    Empty if marks never slide."""
    message: ReadOnly[str] = read_only_trait(Unicode())
    """Message for the players, such as "Player O's turn" or "Ada wins!"."""
    scores: ReadOnly[dict[str, int]] = read_only_trait(Dict(), 'Record<Mark | "draws", number>')
    """Number of rounds that "X" won, that "O" won, and that were "draws". Only rounds with the
    current rules since the last reset count. During a match, only the match's own rounds
    count."""
    records: ReadOnly[dict[str, dict[str, int]]] = read_only_trait(
        Dict(), 'Record<string, Record<"won" | "drawn" | "lost", number>>'
    )
    """A person's results against each named player with the current rules. The keys are the
    players' names. "won", "drawn" and "lost" count the rounds since the last reset."""
    match: ReadOnly[dict[str, Any] | None] = read_only_trait(
        Dict(None, allow_none=True), "Match | null"
    )
    """Match, or None if there is none. "wins_needed" is the number of wins needed to win the
    match. "score" is a sentence, such as "Ada leads 2–1.", until the match is over. "result" is
    a sentence, such as "You won the match 3–1.", while the board shows the round that decided
    the match. At all other times, "score" and "result" are empty."""
    first_player: ReadOnly[str] = read_only_trait(
        Unicode("same"), '"same" | "alternate" | "loser"'
    )
    """Who plays X in the next round: "same" for the player who has X in this round, "alternate"
    for the other player, or "loser" for the player who loses this round."""
    round: ReadOnly[int] = read_only_trait(Int(1))
    """Number of the current round, counted from 1."""
    small_boards: ReadOnly[tuple[str | None, ...]] = read_only_trait(
        Tuple(), '(Mark | "draw" | null)[]'
    )
    """In ultimate tic-tac-toe, each small board's result: "X", "O", "draw", or None if it isn't
    finished. Empty for other rules."""
    open_boards: ReadOnly[tuple[int, ...]] = read_only_trait(Tuple())
    """In ultimate tic-tac-toe, the numbers (0 to 8) of the small boards in which the next move
    can be made. Empty for other rules."""
    vanishing: ReadOnly[int | None] = read_only_trait(Int(None, allow_none=True))
    """Cell of the mark that will vanish with the next move, or None if none will."""
    owners: ReadOnly[tuple[str | None, ...]] = read_only_trait(Tuple(), "(Mark | null)[]")
    """Who placed the mark in each cell, in the order of the cell numbers: "X", "O" or None.
    Empty if the marks identify the players."""
    cell_texts: ReadOnly[tuple[str | None, ...]] = read_only_trait(Tuple(), "(string | null)[]")
    """Text in each cell, such as "7", or None if the cell is empty. Empty for games in which
    the board draws marks instead of texts."""
    players: ReadOnly[dict[str, str]] = read_only_trait(Dict(), "Record<Mark, string>")
    """Who plays "X" and "O": "human", a player's name, or a function's name."""
    paused: ReadOnly[bool] = read_only_trait(Bool())
    """True if the game is paused. Only a game between two automatic players can be paused."""
    pace: ReadOnly[str] = read_only_trait(Unicode("normal"), '"slow" | "normal" | "fast"')
    """Pace of a game between two automatic players: "slow", "normal" or "fast". The players
    wait 1.8, 0.6 or 0.12 seconds before each move."""
    thinking: ReadOnly[str | None] = read_only_trait(
        Unicode(None, allow_none=True), "Mark | null"
    )
    """Automatic player that is choosing a move, "X" or "O", or None if it's a person's turn."""
    notice: ReadOnly[str] = read_only_trait(Unicode())
    """Notice, such as one about a player that failed or was replaced, or "" if there is
    none."""
    rules_name: ReadOnly[str] = read_only_trait(Unicode())
    """Name of the rules, in a form that `find_rules` accepts."""
    rules_title: ReadOnly[str] = read_only_trait(Unicode())
    """Short title of the rules, for display."""
    rules_summary: ReadOnly[str] = read_only_trait(Unicode())
    """Summary of the rules, in one paragraph."""
    viewed_ply: ReadOnly[int | None] = read_only_trait(Int(None, allow_none=True))
    """Number of moves before the displayed position. None if the board shows the current
    position."""
    allows_set_up: ReadOnly[bool] = front_end_trait(Bool(True))
    """True if people can set up a position for the current rules on screen."""
    allows_undo: ReadOnly[bool] = read_only_trait(Bool(True))
    """True if moves can be taken back, False if they are final (see `allow_undo`)."""
    can_undo: ReadOnly[bool] = read_only_trait(Bool())
    """True if `undo` can take back a move at the moment."""
    values: ReadOnly[tuple[dict[str, Any], ...]] = read_only_trait(Tuple(), "MoveValue[]")
    """While `hints` are on, the legal moves' values, with one dict for each move. "cell" is the
    cell in which the move is made. "choice" is the mark or text that the move places, and is
    present only if players choose it. "source" is the cell that the mark leaves, and is present
    only if the mark slides. "value" is "win", "draw" or "loss" for the player to move, or None
    if the value is unproved. "remoteness" is the number of plies to the end of the game.
    "remoteness" is None if this number is unknown, or if the players don't take turns and the
    move doesn't end the game. "score" expresses the value as a number from -1 to 1. "chance" is
    the win probability in percent, or None if the value is proved. "is_best" is True for the
    best moves, if only a few moves stand out. "is_marked" is True if the board highlights the
    move. The board highlights all best moves and threats, and also other moves with a proved
    value, unless more than 25 moves would be highlighted. If no value is proved, the board
    highlights up to 5 moves. "is_threat" is True if the move wins at once, or if it would win
    at once for the opponent."""
    comment: ReadOnly[str] = read_only_trait(Unicode())
    """While `hints` are on, a comment that explains why the last move was good or bad. If no
    move is marked as best, the comment also explains the reason for that."""
    review: ReadOnly[tuple[dict[str, Any], ...]] = read_only_trait(Tuple(), "ReviewedMove[]")
    """Review of a finished game, with one dict for each move. "ply" is the number of moves
    before this move. "player" is the player who made the move, and "cell" is the cell that was
    played. "verdict" is "best", "slower", "worse" or "unknown". "best" is the best move's
    value, and "played" is the value of the move that was played. "remoteness", "score" and
    "chance" describe this move, as in `values`. "lead" is the evaluation after the move, from 1
    (X wins) to -1 (O wins), as in `ReviewedMove.lead`. "estimated_loss" is the best move's
    estimated value minus the played move's estimated value, from 0 to 2. If one of these two
    values is proved, "estimated_loss" is 0. While `working` is "review", the review is
    incomplete: it starts with the last move and works backwards. With rules that can't be
    solved, games are reviewed only while `hints` are on."""
    review_summary: ReadOnly[str] = read_only_trait(Unicode())
    """Sentences about the decisive mistakes that the review has proved. Empty until the review
    is complete."""

    # Traits for the front end only.

    texts: ReadOnly[dict[str, Any]] = front_end_trait(
        Dict(), "Record<string, string | string[]>"
    )
    """Translations of the front end's own texts, by English text. For a text with a number, the
    value is a list of plural forms. Empty for English."""
    turning_point: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "TurningPoint | null"
    )
    """Parts of `review_summary`, or None if it mentions no decisive mistake. "move" is the part
    that mentions the mistake. "before" and "after" are the parts before and after "move". "ply"
    is the number of moves up to and including the mistake."""
    guide: ReadOnly[str] = front_end_trait(Unicode())
    """Reminder for the next move, such as "Play in board 5". After the game, the reason why it
    ended, such as "Three in a row on move 7.". Often empty."""
    player_choices: ReadOnly[tuple[str, ...]] = front_end_trait(Tuple())
    """Players that can play by the current rules: "human", then the built-in players from
    weakest to strongest."""
    player_summaries: ReadOnly[dict[str, str]] = front_end_trait(Dict())
    """Short descriptions of the built-in players, by name."""
    rules_choices: ReadOnly[tuple[tuple[str, str], ...]] = front_end_trait(Tuple())
    """Rules that people can choose on the board, as pairs of a name and a title."""
    rules_summaries: ReadOnly[dict[str, str]] = front_end_trait(Dict())
    """One-paragraph summaries of the rules in `rules_choices`, by name."""
    rules_pictures: ReadOnly[dict[str, Any]] = front_end_trait(
        Dict(), "Record<string, RulesPicture>"
    )
    """Small pictures for the rules in `rules_choices`, by name. Each picture consists of
    "rows", "columns", "block" and "board". In a picture, "board" is text with the characters
    "X", "O" and ".", row by row."""
    unsolved_rules: ReadOnly[tuple[str, ...]] = front_end_trait(Tuple())
    """Names of those rules in `rules_choices` by which the player "perfect" can't play."""
    rules_preview: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "RulesPreview | null"
    )
    """Preview of rules that someone is trying out under **Change the rules**, or None if nobody
    is. "name", "title" and "summary" describe the rules. "picture" is a picture as in
    `rules_pictures`, but always of the whole board. "players" lists the players that can play
    by these rules, as in `player_choices`. "switches" lists the rule options. Each option
    consists of a name, a legend, the choices (pairs of a name and a title) and the current
    choice, which is "" if the rules don't have this option. "winner" is who wins with best play
    ("X" or "O"), "draw", or None if the result is unknown. "verdict" is a sentence about the
    result."""
    shared_players: ReadOnly[dict[str, dict[str, str]]] = front_end_trait(
        Dict(), "Record<string, Record<Mark, string>>"
    )
    """Default player names for rules under which marks do not identify the players. Each key is
    the rules' name, and each value is a dict with the default names for "X" and "O". The dict
    covers `rules_choices`, `rules_name` and `rules_preview`."""
    away_names: ReadOnly[dict[str, str]] = front_end_trait(Dict(), "Record<Mark, string>")
    """For each mark, the name to restore if a person replaces a computer player or vice
    versa."""
    drawn_marks: ReadOnly[dict[str, Any]] = front_end_trait(Dict(), "Record<Mark, Mark | null>")
    """Mark that each player places, by player ("X" or "O"). If players choose their marks, both
    values are None."""
    grid: ReadOnly[dict[str, Any]] = front_end_trait(Dict(), "Grid")
    """Grid in which the front end draws the cells. "rows" and "columns" are the grid's size.
    "cells" lists the cells row by row. If the grid consists of small boards or layers, "block"
    is the side length of one of them, in cells. For other grids, "block" is 0. "layers" is True
    if the blocks are a cube's layers. "falls" is True if marks fall to the lowest free cell in
    their column. "links" lists the pairs of neighbouring cells between which marks slide, if
    the front end draws lines between them."""
    viewed: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "Position | null"
    )
    """Earlier position that the board shows, or None if it shows the current position. The dict
    contains the values that `board`, `owners`, `current_player`, `winning_lines`, `last_move`,
    `message`, `guide`, `small_boards`, `open_boards`, `vanishing` and `cell_texts` had after
    `viewed_ply` moves."""
    working: ReadOnly[str] = front_end_trait(Unicode(), '"" | "hints" | "review"')
    """Work that is going on in the background: "hints", "review", or "" if there is none.
    `values`, `comment` and `review` contain the results so far."""
    activity: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "Activity | null"
    )
    """Lesson, puzzle or example that is open on the board, or None during a game. "kind" is
    "lesson", "puzzle" or "example". "name" is the name of a lesson in `LESSONS`, or "" for
    anything else. "title" is the lesson's, puzzle's or example's title. "step" is the number of
    the current step, counted from 0, and "steps" is the number of steps. "solved" contains True
    or False for each step. "skipped" lists the unsolved steps that the person has skipped.
    "text" is the current step's text, with empty lines between paragraphs. "ask" is the current
    step's task, or "" if it has none. "state" is "read" if the step has no task, "open" before
    the first move, and "right" or "wrong" after a move. "state" is "on" if all moves so far are
    right, but the step isn't solved yet. "feedback" is the response to the last move. "hint" is
    the hint if someone has requested it since the last move, otherwise "". "has_hint" is True
    if the step has a hint. "look" lists the highlighted cells. "tries" is the number of wrong
    moves since the step was opened. "cell" is the cell of the move that was judged last, or
    None. "learnt" is the summary at the end of a lesson, and "" before. "next" and "next_title"
    are the next lesson's name and title. "day" is a daily puzzle's date, such as "2026-11-22",
    otherwise "". "streak" is the number of consecutive days, up to that date, whose puzzles
    were solved."""
    lessons: ReadOnly[tuple[dict[str, Any], ...]] = front_end_trait(Tuple(), "LessonEntry[]")
    """Lessons that people can open on the board, in order, with one dict for each. "name",
    "title" and "about" (the lesson's subject) are texts. "steps" is the number of steps, and
    "solved" is the number of solved steps."""
    puzzle_streak: ReadOnly[dict[str, Any]] = front_end_trait(
        Dict(), "{ day: string; streak: number; best: number; month: number[] }"
    )
    """Progress in the daily puzzles. "day" is the latest day whose puzzle was solved, or "" if
    there is none. "streak" is the number of consecutive days, up to that day, whose puzzles
    were solved. "best" is the longest streak so far. "month" lists the days in that month whose
    puzzles were solved, as numbers from 1."""
    hand_in: ReadOnly[dict[str, Any]] = front_end_trait(
        Dict(), "{ name: string; code: string }"
    )
    """Progress code for the latest lessons and daily puzzles. "name" is the student's name, or
    "" until someone has typed it. "code" is the code, or "" if there is no name or nothing has
    been tried."""
    rules_card: ReadOnly[dict[str, Any] | None] = front_end_trait(
        Dict(None, allow_none=True), "RulesCard | null"
    )
    """Rule card for the current rules, or None until a front end requests it. The card consists
    of a "name", a "description", "sections" (pairs of a heading and a list of points) and
    "examples". Each example shows one move, which its "text" explains. "position" is the name
    of the square, or its number if it is outside the board. "cell" is the cell to play, whose
    number can be above the last cell's. "message" is the response to the move. "refused" is
    True if the rules refuse the move. "before" is the board before the move. "board",
    "last_move", "winning_lines" and "small_boards" describe the position after the move."""

    def __init__(  # noqa: PLR0913 - one argument for each choice
        self,
        rules: str | Rules = "standard",
        *,
        game: Game | None = None,
        x: str | Player = HUMAN,
        o: str | Player = HUMAN,
        names: Mapping[str, str] | None = None,
        hints: bool = False,
        undo: bool = True,
        match: int | None = None,
        first_player: str | None = None,
        lesson: str | Lesson | None = None,
        puzzle: Puzzle | date | None = None,
        language: str | None = None,
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
                match=match,
                first_player=first_player,
                lesson=lesson,
                puzzle=puzzle,
                language=language,
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

    def _handle_request(self, widget: object, message: object, buffers: object) -> None:
        if message != {"kind": "sheets"}:
            super()._handle_request(widget, message, buffers)
            return
        # The browser loads this second script only once, even if several boards are on a page.
        script = find_front_end("sheets.js")
        text = script if isinstance(script, str) else script.read_text("utf-8")
        self.send({"kind": "sheets", "script": text})

    def _note_watching(self) -> None:
        def with_watching(state: SessionState) -> SessionState:
            return state.with_watching(on=self._showing.is_watched)

        if self._state.is_watched != self._showing.is_watched:
            with self._keeping_errors():
                self._change(with_watching)

    def _show_failure(self, error: Exception) -> None:
        notice = _(
            "A function that observes the board raised {error} ({trace}).",
            error=describe_error(error),
            trace=brief_traceback(error),
        )
        # The notice is a change, too, so the observer could fail again.
        if self.notice != notice and not self._is_showing_failure:
            self._is_showing_failure = True
            try:
                with self._keeping_errors():
                    self._change(SessionState.with_notice, notice)
            finally:
                self._is_showing_failure = False

    def _still_view(self) -> dict[str, str]:
        return {"image/svg+xml": self.picture()}

    def __repr__(self) -> str:
        """Return the board, the message and the notice as text."""
        said = (str(self.game), self.message, self.notice)
        return "\n".join(text for text in said if text)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute. The session checks new values for settable traits.

        Raises
        ------
        AttributeError
            If the board has no such attribute, or if only a method can change it. Instances of
            your own subclasses can have any additional attributes.
        """
        if name not in _SETTABLE:
            # anywidget makes a separate class for each board, in this module. Hosts can set a
            # board's private attributes.
            kind = type(self)
            is_unknown = not name.startswith("_") and not hasattr(kind, name)
            if kind.__module__ == __name__ and (is_unknown or name in INSTEAD):
                _refuse_attribute(name)
            super().__setattr__(name, value)
            return
        session = self._session
        # The session sets the trait after changing itself. The lock prevents other changes in
        # between.
        with self._reporting(), session.locked(), checking_values():
            session.change(_SETTABLE[name], value)

    @validate(*_SETTABLE)
    def _ask_session(self, proposal: Bunch) -> object:
        """Pass a proposed trait value to the session, and return the value that it accepts."""
        name, session = proposal.trait.name, self._session
        # If the session itself is setting the trait, the two values are equal.
        if proposal.value != session.read(name):
            with checking_values():
                session.change(_SETTABLE[name], proposal.value)
        return session.read(name)
