"""Session that runs a board's background jobs and publishes what the board shows.

The rules describe a single game. A `Session` adds rounds, players, scores and history to the
game. The session's host, such as a Jupyter kernel or a web worker, only passes messages on.
"""

import logging
from abc import abstractmethod
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, suppress
from copy import copy
from dataclasses import replace
from datetime import date
from inspect import isgenerator
from typing import TYPE_CHECKING, Any

from tictactoe_widget.analysis.hints import Hints, hints_in_slices
from tictactoe_widget.analysis.registry import family_analysis
from tictactoe_widget.analysis.review import review_in_slices
from tictactoe_widget.analysis.values import Analysis, is_settled
from tictactoe_widget.classroom.lessons.lesson import Lesson
from tictactoe_widget.classroom.progress import ProgressCode, check_student
from tictactoe_widget.classroom.puzzle import Puzzle
from tictactoe_widget.players.builtin import UnsolvedError
from tictactoe_widget.players.calling import (
    Player,
    ResignedError,
    check_move,
    player_raised,
    think,
)
from tictactoe_widget.rules.errors import RulesError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Mark
from tictactoe_widget.texts import Text, call_in, choose_language
from tictactoe_widget.validation import describe_error

from .core import Answer, PublishingSession, View
from .saving import Saved, restore_state, save_state
from .scheduler import TELL_SECONDS, Guards, Job, JobKind, PlayerJob, find_running_loop
from .state import (
    PACES,
    Review,
    SessionState,
    board_request,
    first_state,
    open_lesson,
    open_puzzle,
)
from .view import view_state

HINT_SECONDS = 2.0  # time limit for estimating moves whose values can't be proved

REVIEW_SECONDS = 3.5  # time limit for reviewing a round with rules that can't be solved

# Pause before each move between two computer players, so that people can follow the game.
WATCHING_SECONDS = 0.6

# Message for people who wait while automatic players play in a program without an event loop.
WAITING = (
    "No event loop is running here, so this call returns only when it's a person's turn. "
    "Press Ctrl+C to stop the computer players. To play one move at a time, use a Game: "
    'game = game.play(player("expert")(game))'
)

_log = logging.getLogger(__name__)


class _SeatJob(PlayerJob[SessionState]):
    """Job that runs a player's code, and passes a KeyboardInterrupt on to the caller."""

    @property
    def interrupt(self) -> KeyboardInterrupt | None:
        """The KeyboardInterrupt that stopped the job, or None if nobody interrupted it."""
        return self._error if isinstance(self._error, KeyboardInterrupt) else None


class MoveJob(_SeatJob):
    """Job that gets an automatic player's move.

    Parameters
    ----------
    state : SessionState
        State in which it is the automatic player's turn.
    """

    def __init__(self, state: SessionState) -> None:
        game = state.game
        seat = state.seats[game.current_player]
        waits = state.is_without_people and not state.is_paused
        delay = WATCHING_SECONDS * PACES[state.pace] if waits else 0.0
        super().__init__(think(seat.player, game, seat.name), delay)
        self._game = game
        self._seat = seat
        self._cell: int | None = None  # None if the player resigns

    def is_wanted(self, state: SessionState) -> bool:
        """Return True if it is still the same player's turn in the same game."""
        mark = state.thinking
        return mark is not None and state.game is self._game and state.seats[mark] is self._seat

    @property
    def waiting(self) -> tuple[str, int, int]:
        """Progress notice to show, number of moves made so far, and maximum number of moves."""
        return WAITING, self._game.move_count, self._game.rules.cell_count

    def apply(self, state: SessionState) -> SessionState:
        """Return the state after the player has moved, resigned, failed or been stopped."""
        if self.was_interrupted:
            return state.after_player_stopped()
        try:
            if self._error is not None:
                return self._after_error(state, self._error)
            if self._cell is None:
                return state.after_player_resigned()
            return state.after_player_moved(self._cell)
        except RulesError as error:
            return state.after_rules_failed(str(error))

    def _after_error(self, state: SessionState, error: BaseException) -> SessionState:
        if isinstance(error, RulesError):
            raise error
        if self._seat.is_named and isinstance(error.__cause__, UnsolvedError):
            return state.after_player_gave_up()
        return state.after_player_failed(str(player_raised(self._game, error, self._seat.name)))

    def _run_slice(self) -> bool:
        is_over = super()._run_slice()
        if is_over:
            # Read the answer here and not in `apply`, because reading it can run the player's
            # code.
            with suppress(ResignedError):
                self._cell = check_move(self._game, self._answer, self._seat.name)
        return is_over


class _LearningJob(_SeatJob):
    """Job that lets a player learn from a finished round.

    Parameters
    ----------
    state : SessionState
        State with a finished round that the player hasn't learnt from yet. The round's game is
        over unless the player to move has resigned.
    """

    def __init__(self, state: SessionState) -> None:
        self._told = state.untold[0]
        self._seat, game = self._told
        super().__init__(_learn(self._seat.player, game))

    def is_wanted(self, state: SessionState) -> bool:
        """Return True if the player still has to learn from the game."""
        is_next = bool(state.untold) and state.untold[0] is self._told
        return is_next and not state.is_closed

    def apply(self, state: SessionState) -> SessionState:
        """Return the state after the player has learnt, with a notice if learning failed."""
        if self._error is None:
            return state.after_telling()
        player = self._seat.name
        if self.was_interrupted:
            return state.after_telling(
                Text("{player} was stopped before it could learn.", {"player": player})
            )
        error = describe_error(self._error)
        return state.after_telling(
            Text("{player} couldn't learn: {error}.", {"player": player, "error": error})
        )


def _learn(player: Any, game: Game) -> Generator[None, None, None]:
    """Pass a game to a player's ``learn`` method.

    If that returns a generator, run it in slices.
    """
    learning = player.learn(copy(game))
    if isgenerator(learning):
        yield from learning


class _AnalysisJob(Job[SessionState]):
    """Job that publishes better and better results while it runs.

    If the job's generator yields None, the job pauses without a new result.
    """

    def __init__(self, game: Game, steps: Generator[Any, None, None]) -> None:
        super().__init__(steps)
        self._game = game
        self._is_over = False
        self._is_new = False

    @property
    def has_news(self) -> bool:
        """True if an event loop is running and there is a new result to publish."""
        return self._is_new and not self._is_over and find_running_loop() is not None

    def run(self) -> bool:
        """Run the job for one time slice. An error is logged and ends the job."""
        self._is_over = super().run()
        if isinstance(self._error, RulesError):
            _log.error("%s", self._error)
        elif self._error is not None:
            _log.error("%s failed", type(self).__name__, exc_info=self._error)
        return self._is_over

    def apply(self, state: SessionState) -> SessionState:
        """Return the state with the job's latest result."""
        self._is_new = False
        return self._show(state)

    @abstractmethod
    def _show(self, state: SessionState) -> SessionState:
        """Return the state with the job's result, or with an empty result if there is none."""

    def _take(self, answer: Any) -> None:
        if answer is not None:
            self._answer, self._is_new = answer, True


class _HintsJob(_AnalysisJob):
    """Job that computes hints for the displayed position.

    Parameters
    ----------
    state : SessionState
        State that contains the displayed position.
    """

    def __init__(self, state: SessionState) -> None:
        ply = state.shown_ply
        before = state.games[ply - 1] if ply else None
        self._names = state.names
        steps = hints_in_slices(
            before,
            state.shown,
            seconds=HINT_SECONDS,
            interval=TELL_SECONDS,
            names=state.names_in_sentences,
        )
        super().__init__(state.shown, steps)

    def is_wanted(self, state: SessionState) -> bool:
        """Return True if the board still needs these hints."""
        is_same = state.shown is self._game and state.names is self._names
        return is_same and state.wants_hints

    def _show(self, state: SessionState) -> SessionState:
        hints = self._answer or Hints(self._game)
        return replace(state, latest_hints=replace(hints, is_final=self._is_over))


class ReviewJob(_AnalysisJob):
    """Job that reviews the moves in a finished round.

    Parameters
    ----------
    state : SessionState
        State that contains the finished round.
    """

    def __init__(self, state: SessionState) -> None:
        steps = review_in_slices(state.game, seconds=REVIEW_SECONDS)
        super().__init__(state.game, steps)

    def is_wanted(self, state: SessionState) -> bool:
        """Return True if the round hasn't changed and still needs a review."""
        return state.game is self._game and state.wants_review

    def _show(self, state: SessionState) -> SessionState:
        return replace(state, review=Review(self._answer or (), is_final=self._is_over))


def _solve_preview(rules: Rules) -> Generator[Analysis | None, None, None]:
    """Work out who wins from the empty board. Yield None until the result is known."""
    family = family_analysis(rules)
    if family.may_be_solvable(rules):
        for found in family.solve_in_slices(rules, rules.initial_state):
            if is_settled(found):
                yield found
                return
            yield None


class _PreviewJob(_AnalysisJob):
    """Job that works out who wins with best play under the previewed rules.

    Parameters
    ----------
    state : SessionState
        State that contains a preview of rules.
    """

    def __init__(self, state: SessionState) -> None:
        assert state.preview is not None  # noqa: S101 - `find_board_jobs` ensures it
        # The rules are copied, so that their analysis is deleted together with the copy.
        game = Game(copy(state.preview.rules))
        super().__init__(game, _solve_preview(game.rules))

    def is_wanted(self, state: SessionState) -> bool:
        """Return True if the preview still shows the same rules."""
        preview = state.preview
        if preview is None or state.is_closed:
            return False
        return preview.rules == self._game.rules and not preview.is_final

    def _show(self, state: SessionState) -> SessionState:
        preview = state.preview
        if preview is None:
            return state
        found: Analysis | None = self._answer
        if found is not None:
            preview = replace(preview, value=found.value, remoteness=found.remoteness)
        return replace(state, preview=replace(preview, is_final=self._is_over))


def find_board_jobs(state: SessionState) -> list[JobKind[SessionState]]:
    """List the jobs that a state needs, starting with the most urgent one."""
    if state.is_closed:
        return []
    wanted: dict[JobKind[SessionState], object] = {
        _LearningJob: state.untold,
        MoveJob: state.thinking,
        _HintsJob: state.wants_hints,
        ReviewJob: state.wants_review,
        _PreviewJob: state.preview is not None and not state.preview.is_final,
    }
    return [kind for kind, is_wanted in wanted.items() if is_wanted]


# For each name, the method to call instead. The names can't be set as attributes, or passed as
# arguments to `new_game`.
INSTEAD = {
    "x": 'seat("X", player)',
    "o": 'seat("O", player)',
    "player": "seat(mark, player)",
    "game": "new_game(game=game)",
    "rules": "new_game(rules)",
    "lesson": "open_lesson(lesson)",
    "puzzle": "open_puzzle(puzzle)",
    "undo": "allow_undo(on)",
}


class BoardMethods:
    """Methods that sessions and board widgets share, such as `play`."""

    if TYPE_CHECKING:  # members that the session or widget provides

        @property
        def _state(self) -> SessionState: ...

        def _change(self, transition: Callable[..., Any], *arguments: Any) -> None: ...

    @property
    def game(self) -> Game:
        """Game of the current round."""
        return self._state.game

    def picture(self, *, size: int | None = None) -> str:
        """Draw the displayed position as SVG. If hints are on, show each move's value.

        Parameters
        ----------
        size : int, optional
            Width in pixels (see `Game.to_svg`).

        Raises
        ------
        TypeError, ValueError
            If `size` is not an integer or is out of range.
        """
        state = self._state
        hints = state.shown_hints
        known = None if hints is None else hints.highlights
        values = None if known is None else known.drawn
        return call_in(state.language, state.shown.to_svg, size=size, values=values)

    def play(self, cell: int, *, mark: Mark | None = None) -> None:
        """Make a move for the person whose turn it is.

        Parameters
        ----------
        cell : int
            Cell of the move.
        mark : {"X", "O"}, optional
            Mark to place, if the rules let the player choose it.

        Raises
        ------
        InvalidInputError
            If `cell` is not an integer.
        IllegalMoveError
            If the rules don't allow the move, or if it isn't a person's turn. The game does not
            change.
        TypeError, ValueError
            If the player cannot place `mark`.
        """
        self._change(SessionState.after_move, cell, mark)

    def new_game(
        self, rules: str | Rules | None = None, *, game: Game | None = None, **unknown: object
    ) -> None:
        """Start the next round. If the current round is unfinished, it isn't scored.

        After a match, this method starts another match. ``first_player`` decides whether the
        players exchange marks before the next round.

        Parameters
        ----------
        rules : str or Rules, optional
            Rules for this and later rounds. The default is the rules of `game` or, if you don't
            pass a game, the current rules. If an automatic player can't play by the new rules,
            ``"expert"`` replaces it.
        game : Game, optional
            Starting position, as in the constructor's argument ``game``. The default is the
            empty board.

        Raises
        ------
        TypeError
            If `rules` is neither a str nor `Rules`, if `game` is not a `Game`, or if you pass
            any other argument.
        ValueError
            If no rules have this name, or if `rules` are not the rules of `game`.
        """
        for name in unknown:
            instead = f": call {INSTEAD[name]}" if name in INSTEAD else ""
            raise TypeError(
                f"new_game() accepts only the arguments rules and game, not {name!r}{instead}"
            )
        self._change(SessionState.after_new_game, rules, game)

    def new_match(self, match: int | None, *, first_player: str | None = None) -> None:
        """Start the first round of a match, or switch to single rounds.

        Parameters
        ----------
        match : int or None
            Number of wins needed to win the match, from 2 to 99, or None to play single rounds.
        first_player : {"same", "alternate", "loser"}, optional
            Rule that decides who plays X in the next round (see `Session`).

        Raises
        ------
        TypeError
            If `match` is neither None nor an int.
        ValueError
            If `match` is out of range, or if `first_player` is not ``"same"``, ``"alternate"``
            or ``"loser"``.
        """
        self._change(SessionState.after_new_match, match, first_player)

    def seat(self, mark: str, who: str | Player) -> None:
        """Choose another player for one mark, and continue the game.

        Parameters
        ----------
        mark : {"X", "O"}
            Mark that the new player plays.
        who : str or callable
            The new player, in any form that the constructor accepts for ``x`` and ``o``.

        Raises
        ------
        TypeError
            If `mark` is not a str, or if `who` cannot be a player.
        ValueError
            If there is no such mark or player, or if the player cannot play by these rules.
        """
        self._change(SessionState.with_player, mark, who)

    def swap_sides(self) -> None:
        """Exchange the two players' marks, and start the next round.

        Names and scores move with the players, but a default name, such as "Player X", stays
        with its mark. If the current round is unfinished, it isn't scored.
        """
        self._change(SessionState.after_swapping_sides)

    def play_from(self, ply: int) -> None:
        """Start the next round from the position after the first `ply` moves in this round.

        The new round is a practice round, which isn't scored, unless `ply` is 0 and the current
        round began on the empty board. You can look back at the moves that led to the position.

        Parameters
        ----------
        ply : int
            Number of moves to keep, from 0 (the start of the round) to the number of moves
            made.

        Raises
        ------
        ValueError
            If `ply` is not a ply of the current round, or if the game is over at that ply.
        """
        self._change(SessionState.after_playing_from, ply)

    def undo(self) -> None:
        """Take back a person's last move, and start the next round from the position before it.

        Against a computer player, this method also takes back the computer's reply. The next
        round against a computer player is a practice round, which isn't scored, unless it
        starts on the empty board. In a game between two people, the next round is scored unless
        the current round is a practice round. If the game is already over, its result still
        counts, and the next round is a practice round.

        Raises
        ------
        ValueError
            If no person has made a move in this round, if moves are final (see `allow_undo`),
            or if a lesson or puzzle is open.
        """
        self._change(SessionState.after_undo)

    def allow_undo(self, on: bool) -> None:
        """Choose whether moves can be taken back or are final.

        Raises
        ------
        ValueError
            If `on` is not a bool.
        """
        self._change(SessionState.with_undo, on)

    def reset_scores(self) -> None:
        """Reset the scores for the current rules to zero, and continue the game."""
        self._change(SessionState.without_scores)

    def look_back(self, ply: int | None) -> None:
        """Show an earlier position from the current round, or the current position.

        Parameters
        ----------
        ply : int or None
            Number of moves before the position to show, or 0 for the start of the round. To
            show the current position, pass None or the number of moves made.

        Raises
        ------
        ValueError
            If `ply` is neither None nor a ply of the current round.
        """
        self._change(SessionState.after_looking_back, ply)

    def open_lesson(self, lesson: str | Lesson, *, step: int | None = None) -> None:
        """Open a lesson on the board. Your own game continues after `leave_lesson`.

        The lesson checks your moves. If a move is wrong, your next move replaces it. The lesson
        ends when you start a new round or change a player.

        Parameters
        ----------
        lesson : str or Lesson
            Lesson, or the name of a lesson in `LESSONS`.
        step : int, optional
            Number of the step to open, counted from 0. The default is the first unsolved step.

        Raises
        ------
        TypeError
            If `lesson` is neither a lesson nor a lesson's name.
        ValueError
            If no lesson has this name, if the lesson has no such step, or if one of its tasks
            cannot be judged or solved. For a faulty task, the message names the step.

        Examples
        --------
        >>> from tictactoe_widget import TicTacToe
        >>> from tictactoe_widget.classroom import Lesson, Step
        >>> board = TicTacToe(names={"X": "Ada"})
        >>> board.open_lesson(Lesson("Lines", [Step("Win!", "XX./OO./...", "win")]))
        >>> board.play(8)
        >>> board.activity["state"], board.activity["feedback"]
        ('wrong', 'If you play 9, O plays 6 and wins.')
        >>> board.leave_lesson()
        >>> board.message
        "Ada's turn"
        """
        self._change(open_lesson, lesson, step)

    def open_puzzle(self, puzzle: Puzzle | date) -> None:
        """Open a puzzle on the board. Your own game continues after `leave_lesson`.

        Parameters
        ----------
        puzzle : Puzzle or date
            Puzzle, or the date of a daily puzzle from 2000 to 2099. If you solve the daily
            puzzle several days in a row, the board counts these days as a streak.

        Raises
        ------
        TypeError
            If `puzzle` is neither a puzzle nor a date.
        ValueError
            If there is no daily puzzle for this date, or if no move solves the puzzle.
        """
        self._change(open_puzzle, puzzle)

    def leave_lesson(self) -> None:
        """Close the open lesson or puzzle, if any, and return to your own game."""
        self._change(SessionState.without_activity)

    def progress_code(self, name: str) -> ProgressCode:
        """Return a code with your progress in the lessons and daily puzzles on this board.

        The code contains your name and your progress in the latest 60 lessons and puzzles. For
        each lesson or puzzle, it shows when you last worked on it, which steps you skipped, and
        the numbers of solved steps, tries and hints. Only lessons in `LESSONS` and daily
        puzzles count. Your teacher reads the code with `read_progress`.

        Parameters
        ----------
        name : str
            Your name, from 1 to 60 characters long.

        Raises
        ------
        TypeError
            If `name` is not a str.
        ValueError
            If `name` has no visible characters, is too long or contains a control character, or
            if you haven't tried a lesson or daily puzzle on this board.

        Examples
        --------
        >>> from tictactoe_widget import TicTacToe
        >>> board = TicTacToe(lesson="rules")
        >>> board.play(4)
        >>> board.progress_code("Ada").exercises[0].solved
        1
        """
        name = check_student(name)
        found = self._state.solved_steps.list_exercises()
        if not found:
            raise ValueError(
                "progress must contain a lesson or puzzle: open one under Learn first"
            )
        return ProgressCode(name, tuple(replace(one, name=name) for one in found))

    def save(self) -> Saved:
        """Return the round, the players and the scores as JSON values that `restore` accepts.

        The result contains the round's starting position and moves, the scores, the match, the
        names, the players, the language, and whether hints are on. If a player is a function, a
        person is saved in its place.

        Raises
        ------
        ValueError
            If the current rules have no name that `find_rules` accepts.
        """
        return save_state(self._state)

    def restore(self, saved: object) -> None:
        """Restore the round, the players and the scores that `save` returned.

        If the saved language isn't available, or if an older version saved no language, the
        board keeps its current language.

        Raises
        ------
        ValueError
            If `saved` is damaged. The message says which part is damaged, and nothing changes.
        """
        restored = restore_state(saved, self._state.language)
        self._change(SessionState.after_restoring, restored)


class Session(BoardMethods, PublishingSession[SessionState]):
    """Session behind a board: rounds of a game, with players, scores and history.

    If an event loop is running, a player that needs more than one time slice continues in the
    background. Without an event loop, every method waits until it is a person's turn again. If
    a player never answers, you can stop it with a KeyboardInterrupt. A person then takes over
    the player's mark. If a method such as `play` is waiting for the player, the method raises
    the KeyboardInterrupt. A request from a front end never raises a KeyboardInterrupt.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        Rules for the first round: a name that `find_rules` accepts, or rules such as ``MNK(4,
        5, 3)``. If you pass `game` but no rules, the rules of that game apply.
    game : Game, optional
        Game that the first round continues. The default is the empty board. The moves in `game`
        belong to the round, so you can look back at them. A round that begins with marks on the
        board is a practice round, which isn't scored, even if its game is already over.
    x, o : str or callable, default "human"
        The two players: ``"human"``, the name of a player, or a function that takes a game and
        returns a cell or `RESIGN`. If a player has a ``learn`` method, the session calls it
        after each round and passes it that round's game. The game is over unless the player to
        move has resigned.
    names : mapping, optional
        Names to display, by mark, such as ``{"X": "Ada"}``. Each name must have 1 to 40 visible
        characters.
    hints : bool, default False
        True to show each move's value.
    undo : bool, default True
        False to make moves final, so that they can't be taken back.
    match : int, optional
        Number of wins needed to win the match, from 2 to 99. Draws and practice rounds don't
        count. After a match, `new_game` starts another match. By default, there is no match.
    first_player : {"same", "alternate", "loser"}, optional
        Rule that decides who plays X after a scored round. X always begins. With ``"same"``,
        the players keep their marks. With ``"alternate"``, the players swap marks. With
        ``"loser"``, the loser plays X, but after a draw the players swap marks. The default is
        ``"alternate"`` in a match, and ``"same"`` outside a match.
    lesson : str or Lesson, optional
        Lesson to start with, or its name in `LESSONS` (see `open_lesson`).
    puzzle : Puzzle or date, optional
        Puzzle to start with, or the date of a daily puzzle (see `open_puzzle`).
    language : str, optional
        Language of all texts on the board, such as ``"de"``. The default is the language that
        `set_language` has chosen. Errors for Python code stay in English.
    publish : callable, optional
        Function that is called after each change, with the part of the state that has changed.
    send : callable, optional
        Function that is called with the answer to each request, after the request's changes
        have been published.
    guards : callable, optional
        Function that returns a new `Guard`, which lets the host stop a player.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If there are no rules, player or lesson with the given name, if a display name is not
        valid, if `rules` are not the rules of `game`, or if you pass both a lesson and a
        puzzle.

    Examples
    --------
    >>> session = Session()
    >>> session.play(4)
    >>> session.state["message"]
    "Player O's turn"
    >>> Session(game=Game.from_text("XX./OO./...")).state["legal_moves"]
    (2, 5, 6, 7, 8)
    """

    _requests = board_request
    _find_jobs = staticmethod(find_board_jobs)
    _make_view = staticmethod(view_state)

    def __init__(
        self,
        rules: str | Rules = "standard",
        *,
        language: str | None = None,
        publish: Callable[[View], None] | None = None,
        send: Callable[[Answer], None] | None = None,
        guards: Guards = ExitStack,
        **options: Any,
    ) -> None:
        language = choose_language(language)
        state = call_in(language, first_state, rules, language=language, **options)
        super().__init__(state, publish=publish, send=send, guards=guards)

    @property
    def _state(self) -> SessionState:
        return self._snapshot

    def _change(self, transition: Callable[..., Any], *arguments: Any) -> None:
        self.change(transition, *arguments)

    def change(self, transition: Callable[..., Any], *arguments: Any) -> None:
        """Change the session state with a transition, and publish the changes."""
        if transition is SessionState.after_move and self._snapshot.thinking is not None:
            # The event loop on which the player ran could have stopped.
            self._start_jobs()
        super().change(transition, *arguments)

    def rename(self, names: Mapping[str, str]) -> None:
        """Change the display names of one or both players.

        Raises
        ------
        ValueError
            If a key is not a mark, or if a name is not valid. In either case, no name changes.
        """
        self.change(SessionState.with_names, names)

    def show_hints(self, on: bool) -> None:
        """Show or hide each move's value on the board.

        Raises
        ------
        ValueError
            If `on` is not a bool.
        """
        self.change(SessionState.with_hints, on)

    def close(self) -> None:
        """End all background work permanently. Further calls have no effect.

        A closed session still shows the game and answers calls and requests. A closed session
        no longer calls automatic players, and no longer computes hints or reviews. People can
        play both marks.
        """
        try:
            self.change(SessionState.after_closing)
        except Exception:  # close the session even if the change can't be published
            with self._locked():
                self._snapshot = self._snapshot.after_closing()
            self._start_jobs()
            raise

    def _recover(self) -> None:
        """If a move couldn't be sent to the board, ask the user to choose another player."""
        state = self._snapshot
        if state.thinking is not None:
            name = state.shown_names[state.thinking]
            problem = Text("{player}'s move couldn't be shown", {"player": name})
            self._commit(state.after_player_failed(problem))
