"""The board in a notebook cell: a `Session` on the traitlets of an anywidget."""

from __future__ import annotations  # `Shown` is there for type checkers alone

import inspect
from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

import traitlets
from traitlets.utils.bunch import Bunch

from tictactoe_widget.classroom.lessons import Lesson
from tictactoe_widget.classroom.puzzles.puzzles import Puzzle
from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.session import Session
from tictactoe_widget.session.board.seats import HUMAN

from .front_ends import find_front_end
from .interrupts import INTERRUPTS
from .synced import SyncedWidget, settable, shown

if TYPE_CHECKING:
    from .synced import Shown


class TicTacToe(SyncedWidget):
    """A tic-tac-toe board to play on in a notebook cell.

    Python holds the game; the front end draws these traits and asks for
    changes. Every trait can be observed and linked; `names` and `hints` can be set,
    all others change by the methods below and by what people do on the board.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        Rules of the first round: a name such as ``"4x4"``, or rules such as
        ``MNK(4, 5, 3)``.
    game : Game, optional
        Position from which the first round begins, by the rules of this game; a round
        that begins with marks on the board is practice and not scored.
    x, o : str or callable, default "human"
        Players of the two marks: ``"human"``, the name of a player such as
        ``"perfect"``, or a function that takes a `Game` and returns a cell or
        `RESIGN`. One with a method ``learn`` has it called with the game after each
        round; a game that is not over then was resigned by the player to move.
    names : mapping, optional
        Names of the players: text of 1 to 40 characters for ``"X"``, ``"O"`` or
        both.
    hints : bool, default False
        True to show the value of each move.
    lesson : str or Lesson, optional
        Lesson that is given first, or the name of one of `LESSONS`; see `open_lesson`.
    puzzle : Puzzle or date, optional
        Puzzle that is given first, or the day whose puzzle it is; see `open_puzzle`.

    Raises
    ------
    TypeError
        When an unknown argument is given.
    ValueError
        When rules, a player or a lesson of that name are not known, the rules are not
        those of `game`, or both a lesson and a puzzle are given.

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

    board: Shown[tuple[str | None, ...]] = shown(traitlets.Tuple())
    """Mark in each cell, by cell index: "X", "O" or None."""
    current_player: Shown[str] = shown(traitlets.Unicode("X"))
    """Player to move, "X" or "O"; once the game is over, the player who moved last."""
    winner: Shown[str | None] = shown(traitlets.Unicode(None, allow_none=True))
    """Player who has won, "X" or "O"; None for a draw or while the game goes on."""
    winning_lines: Shown[tuple[tuple[int, ...], ...]] = shown(traitlets.Tuple())
    """Lines that ended the game, each as a tuple of cells."""
    is_draw: Shown[bool] = shown(traitlets.Bool())
    """True when the game ended without a winner."""
    is_game_over: Shown[bool] = shown(traitlets.Bool())
    """True once the game has ended."""
    move_count: Shown[int] = shown(traitlets.Int())
    """Number of marks on the board: moves made, and marks of a set-up position."""
    status: Shown[str] = shown(traitlets.Unicode("playing"))
    """State of the game: "playing", "won" or "draw"."""
    legal_moves: Shown[tuple[int, ...]] = shown(traitlets.Tuple())
    """Cells that may be played, ascending; empty once the game is over, and where a lesson
    asks for no move."""
    last_move: Shown[int | None] = shown(traitlets.Int(None, allow_none=True))
    """Cell that was played last; None before the first move."""
    moves: Shown[tuple[int, ...]] = shown(traitlets.Tuple())
    """Cells played so far, in order."""
    message: Shown[str] = shown(traitlets.Unicode())
    """Message for the players by their names, such as "Player O's turn" or "Ada wins!"."""
    scores: Shown[dict[str, int]] = shown(traitlets.Dict())
    """Rounds won by "X" and "O", and "draws", under these rules since the last reset."""
    round: Shown[int] = shown(traitlets.Int(1))
    """Number of the round, from 1."""
    guide: Shown[str] = shown(traitlets.Unicode())
    """Reminder for the next move, such as "Play in board 5"; mostly empty."""
    small_boards: Shown[tuple[str | None, ...]] = shown(traitlets.Tuple())
    """Result of each small board of ultimate, "X", "O", "draw" or None; else empty."""
    open_boards: Shown[tuple[int, ...]] = shown(traitlets.Tuple())
    """Small boards of ultimate, 0 to 8, that may be played now; else empty."""
    players: Shown[dict[str, str]] = shown(traitlets.Dict())
    """Player of each mark: "human", the name of a player, or that of a function."""
    player_choices: Shown[tuple[str, ...]] = shown(traitlets.Tuple())
    """Players that can play by these rules: "human", then named ones, weakest first."""
    player_summaries: Shown[dict[str, str]] = shown(traitlets.Dict())
    """What each named player does, in a few words, by its name."""
    paused: Shown[bool] = shown(traitlets.Bool())
    """True while two players that are no people wait until they are let go on, or for a
    single step; always False where a person plays."""
    pace: Shown[str] = shown(traitlets.Unicode("normal"))
    """Pace of two players that are no people: "slow", "normal" or "fast"; 1.8, 0.6 or 0.12
    seconds before each move."""
    thinking: Shown[str | None] = shown(traitlets.Unicode(None, allow_none=True))
    """Mark, "X" or "O", whose player is choosing a move; None when a person is to move."""
    notice: Shown[str] = shown(traitlets.Unicode())
    """Notice about a player that failed or was replaced; empty when all is well."""
    rules: Shown[str] = shown(traitlets.Unicode())
    """Name of the rules; see `Rules.name`."""
    rules_choices: Shown[tuple[tuple[str, str], ...]] = shown(traitlets.Tuple())
    """Rules that can be chosen on the board: pairs of name and title."""
    rules_summaries: Shown[dict[str, str]] = shown(traitlets.Dict())
    """Each of `rules_choices` in one paragraph, by its name."""
    unsolved_rules: Shown[tuple[str, ...]] = shown(traitlets.Tuple())
    """Names of those of `rules_choices` that "perfect" cannot play."""
    rules_title: Shown[str] = shown(traitlets.Unicode())
    """Short name of the rules for people."""
    rules_summary: Shown[str] = shown(traitlets.Unicode())
    """Rules in one paragraph."""
    grid: Shown[dict[str, Any]] = shown(traitlets.Dict())
    """Grid in which the cells are drawn: "rows", "columns", "cells" (the cell at each place,
    row by row) and "block" (side of the small boards in cells, 0 where there are none)."""
    viewed_ply: Shown[int | None] = shown(traitlets.Int(None, allow_none=True))
    """Ply that is shown while looking back, 0 to the last; None for the present one."""
    viewed: Shown[dict[str, Any] | None] = shown(traitlets.Dict(None, allow_none=True))
    """Values of `board`, `current_player`, `winning_lines`, `last_move`, `message`, `guide`,
    `small_boards` and `open_boards` at `viewed_ply`, by name; None while the present game is
    shown."""
    values: Shown[tuple[dict[str, Any], ...]] = shown(traitlets.Tuple())
    """Value of each legal move while `hints` are on: the "cell", its "value" ("win", "draw"
    or "loss" for the player to move; None where it is not proved), "remoteness" (plies to
    the end, None where unknown), "score" (-1 to 1), "is_best" (one of the best, where a few
    moves stand out), "is_marked" (drawn: all on boards of up to nine cells, elsewhere the
    best few and the threats) and "is_threat" (it wins at once, or the opponent would)."""
    working: Shown[str] = shown(traitlets.Unicode())
    """What is being worked out: "hints", "review", or "" when nothing is. What is known by
    then of `values`, `comment` and `review` is shown while that goes on."""
    comment: Shown[str] = shown(traitlets.Unicode())
    """Comment on why the shown game's last move was good or bad, while `hints` are on; on
    large boards also why no move of the next ones is marked."""
    review: Shown[tuple[dict[str, Any], ...]] = shown(traitlets.Tuple())
    """Review after the game: for each move its "ply" (moves before it), "player", "cell",
    "verdict" ("best", "slower", "worse" or "unknown"), the values "best" and "played", and
    "estimated_loss" (estimate of the best move minus that of this one, 0 to 2, where
    neither is proved). It grows while `working` is "review", the last move first. Where the
    rules cannot be solved, it is made only while `hints` are on."""
    review_summary: Shown[str] = shown(traitlets.Unicode())
    """Sentences on where the game was lost, as far as that is proved; empty before that."""
    course: Shown[dict[str, Any] | None] = shown(traitlets.Dict(None, allow_none=True))
    """Lesson, puzzle or example that is given; None for a game. By name: "kind" ("lesson",
    "puzzle" or "example"), "name" (of one of `LESSONS`, else empty), "title", "step" (from
    0), "steps" (how many), "solved" (whether each step is), "text" (paragraphs with an empty
    line between), "ask" (the task; empty where nothing is asked), "state" ("read": nothing
    is asked, "open", "on": right so far, "right", "wrong"), "feedback" (to the last move),
    "hint" (empty until asked for), "has_hint", "look" (cells that are pointed at), "tries"
    (wrong moves since the step was opened), "next" (name of the lesson after this one), "day"
    (of a daily puzzle, as "2026-11-22", else empty) and "streak" (days in a row up to that
    day whose puzzle was solved)."""
    lessons: Shown[tuple[dict[str, Any], ...]] = shown(traitlets.Tuple())
    """Lessons that can be opened on the board, in order: "name", "title", "about", and the
    numbers of "steps" and of those "solved"."""
    puzzle_streak: Shown[dict[str, Any]] = shown(traitlets.Dict())
    """Daily puzzles: the last "day" whose puzzle was solved (empty without one), "streak"
    (days in a row up to it) and "best" (most days in a row ever)."""
    rules_card: Shown[dict[str, Any] | None] = shown(traitlets.Dict(None, allow_none=True))
    """Rule card of these rules, once a front end has asked for it: "name", "description",
    "sections" (pairs of a heading and its points) and "examples", each with its "text", the
    "position" and the "cell" that is played (beyond the last where that is no cell), the
    "message" of the rules, whether it is "refused", the marks "before" it, and after it
    "board", "last_move", "winning_lines" and "small_boards"."""
    hints: traitlets.TraitType[bool, bool] = settable(traitlets.Bool())
    """True when the board shows the value of each move; may be set."""
    names: traitlets.TraitType[dict[str, str], Mapping[str, str]] = settable(traitlets.Dict())
    """Names of the players, by mark; may be set, for one player or both."""

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
        if unknown:
            accepted = list(inspect.signature(TicTacToe).parameters)[:-1]
            raise TypeError(
                f"TicTacToe got {', '.join(map(repr, unknown))}; it takes {', '.join(accepted)}"
            )
        INTERRUPTS.note_loop()
        self._session = Session(
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
        super().__init__(self._session.state)
        self.on_msg(self._handle_request)

    @property
    def game(self) -> Game:
        """Present game of this round, an immutable `Game`."""
        return self._session.game

    def picture(self, *, size: int | None = None) -> str:
        """Draw what the board shows as the text of an SVG.

        That is the position that is looked back at or the present one, with the
        values of the moves while `hints` are on and known.

        Parameters
        ----------
        size : int, optional
            Width in pixels, 16 to 10,000; by default what the board needs.

        Raises
        ------
        TypeError, ValueError
            When `size` is not an integer or out of range.
        """
        return self._session.picture(size=size)

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the live board, and a picture of it for where there is no front end."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        data, metadata = bundle
        return {**data, "image/svg+xml": self.picture()}, metadata

    def play(self, cell: int) -> None:
        """Make a move for the player whose turn it is.

        Parameters
        ----------
        cell : int
            0-based index of an empty cell.

        Raises
        ------
        InvalidInputError
            When `cell` is not an int.
        IllegalMoveError
            When the rules refuse the move, or it is not a person's turn; nothing
            has changed then.
        """
        with self._reporting():
            self._session.play(cell)

    def new_game(self, rules: str | Rules | None = None, *, game: Game | None = None) -> None:
        """Start the next round; an unfinished round is not scored.

        Parameters
        ----------
        rules : str or Rules, optional
            Rules from now on; as before when neither this nor `game` is given. Scores
            are kept apart for each set of rules.
        game : Game, optional
            Position from which the round begins, by the rules of this game; a round
            that begins with marks on the board is practice and not scored.

        Raises
        ------
        ValueError
            When rules of that name are not known, or are not those of `game`.
        """
        with self._reporting():
            self._session.new_game(rules, game=game)

    def seat(self, mark: str, who: str | Player) -> None:
        """Change the player of a mark; the game goes on.

        Parameters
        ----------
        mark : {"X", "O"}
            Mark of the seat.
        who : str or callable
            As `x` and `o` of the constructor.

        Raises
        ------
        TypeError, ValueError
            When there is no such seat or player, or the player cannot play by
            these rules.
        """
        with self._reporting():
            self._session.seat(mark, who)

    def swap_sides(self) -> None:
        """Start the next round with the players' marks exchanged; names and scores follow.

        An unfinished round is not scored. A name that is not a player's own, such as
        "Player X", stays with the mark.
        """
        with self._reporting():
            self._session.swap_sides()

    def play_from(self, ply: int) -> None:
        """Start the next round from the position after `ply` moves of this one.

        Such a round is practice and not scored, but for the one from ply 0 of a round
        that began on the empty board. The moves before the position can be looked back at.
        A player whose turn it is plays on at once.

        Parameters
        ----------
        ply : int
            0 (where this round began) to the number of moves made in it.

        Raises
        ------
        ValueError
            When `ply` is not a ply of this round, or the game is over there.
        """
        with self._reporting():
            self._session.play_from(ply)

    def reset_scores(self) -> None:
        """Set the scores under these rules to zero; the game goes on."""
        with self._reporting():
            self._session.reset_scores()

    def look_back(self, ply: int | None) -> None:
        """Show the board as it was after `ply` moves of this round, or as it is now.

        Parameters
        ----------
        ply : int or None
            0 (where the round began) to the number of moves made in it; None shows
            the present game.

        Raises
        ------
        ValueError
            When `ply` is neither None nor a ply of this round.
        """
        with self._reporting():
            self._session.look_back(ply)

    def open_lesson(self, lesson: str | Lesson, *, step: int | None = None) -> None:
        """Give a lesson on the board; the game that was played waits for `leave_lesson`.

        A lesson asks for moves and judges them; a wrong one is answered with the moves
        that refute it. Which steps of `LESSONS` were solved is kept, also by `save`. A new
        game, or another player, ends the lesson.

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

        Examples
        --------
        >>> from tictactoe_widget.classroom import Lesson, Step
        >>> board = TicTacToe(names={"X": "Ada"})
        >>> board.open_lesson(Lesson("Lines", [Step("Win!", "XX./OO./...", "win")]))
        >>> board.play(8)
        >>> board.course["state"], board.course["feedback"]
        ('wrong', 'That loses: 3 would have won. O wins at 6.')
        >>> board.leave_lesson()
        >>> board.message
        "Ada's turn"
        """
        with self._reporting():
            self._session.open_lesson(lesson, step=step)

    def open_puzzle(self, puzzle: Puzzle | date) -> None:
        """Set a puzzle on the board; the game that was played waits for `leave_lesson`.

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
        with self._reporting():
            self._session.open_puzzle(puzzle)

    def leave_lesson(self) -> None:
        """Go back from a lesson or a puzzle to the game before it; nothing without one."""
        with self._reporting():
            self._session.leave_lesson()

    def save(self) -> dict[str, Any]:
        """Return the game, scores, names and players as JSON values, for `restore`.

        A player that is a function is saved as a person.

        Raises
        ------
        ValueError
            When the rules of the round have no name that `find_rules` reads.
        """
        return self._session.save()

    def restore(self, saved: object) -> None:
        """Restore the board as it was when `saved` was made.

        Raises
        ------
        ValueError
            When `saved` is damaged; the message says where. Nothing has changed then.
        """
        with self._reporting():
            self._session.restore(saved)

    def close(self) -> None:
        """End all background work and remove the board from the page.

        The game can still be read, and moves can still be made in Python, but no front
        end shows them and no player is asked for a move. Once no variable refers to
        the board, its memory can be freed. A second call has no effect.
        """
        # A board whose arguments were refused has no session when Python deletes it.
        try:
            if hasattr(self, "_session"):
                with self._reporting():
                    self._session.close()
        finally:
            super().close()

    def __repr__(self) -> str:
        """Return the board and its message as text, the same for the same state."""
        return f"{self.game}\n{self.message}"

    def send_state(self, key: Any = None) -> None:
        """Send traits to the front end: all of them, or those named by `key`."""
        # Else a move on another thread could be sent before this older state.
        with self._session.locked():
            super().send_state(key)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; the session decides what becomes of `names` and `hints`."""
        if name not in ("names", "hints"):
            super().__setattr__(name, value)
            return
        # The trait is set once the session has changed; no other change comes between.
        with self._reporting(), self._session.locked():
            super().__setattr__(name, value)

    @traitlets.validate("names")
    def _rename(self, proposal: Bunch) -> object:
        return self._ask_session("names", proposal.value, self._session.rename)

    @traitlets.validate("hints")
    def _show_hints(self, proposal: Bunch) -> object:
        return self._ask_session("hints", proposal.value, self._session.show_hints)

    def _ask_session(self, name: str, value: Any, change: Callable[[Any], None]) -> object:
        """Pass the new value of a trait to the session; return the value that it accepts."""
        # They are equal when the session itself sets the trait.
        if value != self._session.read(name):
            try:
                change(value)
            except (TypeError, ValueError) as error:
                raise traitlets.TraitError(str(error)) from None
        return self._session.read(name)

    def _handle_request(self, _widget: object, message: object, _buffers: object) -> None:
        with self._reporting():
            self._session.handle(message)
