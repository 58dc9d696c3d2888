"""State of a board's session, and all the transitions from one state to the next."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import partial, wraps
from typing import Any, Literal, Self, TypeVar

from tictactoe_widget.analysis.hints import Hints
from tictactoe_widget.analysis.registry import is_solvable
from tictactoe_widget.analysis.review import ReviewedMove
from tictactoe_widget.analysis.sentences import Names, short_names
from tictactoe_widget.analysis.values import Value
from tictactoe_widget.classroom.lessons.course import LESSONS
from tictactoe_widget.classroom.lessons.lesson import (
    Exercise,
    Lesson,
    lesson_of_example,
    lesson_of_puzzle,
)
from tictactoe_widget.classroom.progress import SolvedExercise, check_student, this_minute
from tictactoe_widget.classroom.puzzle import Puzzle, daily_puzzle
from tictactoe_widget.drawing.svg import winner_moves
from tictactoe_widget.matches.compared_rules import FROM_PRINT
from tictactoe_widget.players.builtin import (
    PLAYERS,
    NamedPlayer,
    find_player,
    player,
    player_choices,
)
from tictactoe_widget.players.calling import Player, describe_player
from tictactoe_widget.rules.errors import GameOverError, IllegalMoveError, WrongTurnError
from tictactoe_widget.rules.game import Game, as_game, list_plies
from tictactoe_widget.rules.mnk import (
    LONGEST_SIDE,
    MNK,
    MOST_VANISHING_CELLS,
    STANDARD,
    read_options,
    rules_with_options,
)
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.sliding import (
    Morris,
    read_sliding_options,
    sliding_rules_with_options,
)
from tictactoe_widget.rules.state import (
    FIRST_AND_SECOND,
    MARKS,
    PLAIN_NAMES,
    Mark,
    Result,
    opponent,
    result_message,
)
from tictactoe_widget.texts import (
    ENGLISH,
    N_,
    Text,
    _,
    cached_by_language,
    check_language,
    in_language,
    join_or,
    ngettext,
)
from tictactoe_widget.validation import (
    brief,
    check_choice,
    check_int,
    check_kind,
    check_name,
    did_you_mean,
)

from .core import FLAG, NUMBER, OPTIONAL_NUMBER, TEXT, Check, Requests, TransitionT, text_of

_ValueT = TypeVar("_ValueT")

HUMAN = "human"  # name of a seat that a person has


@dataclass(frozen=True)
class Seat:
    """The player of one mark: a person or an automatic player."""

    name: str = HUMAN  # "human", a name from `PLAYERS`, or a function's name
    player: Player | None = None  # None for a person
    is_named: bool = False  # True for a player from `PLAYERS`, which can be saved

    @property
    def learns(self) -> bool:
        """True if the player has a ``learn`` method that takes finished games."""
        try:
            return callable(getattr(self.player, "learn", None))
        except Exception:  # noqa: BLE001 - a player's property can raise anything
            return False


def resolve_seat(who: str | Player, rules: Rules) -> Seat:
    """Create a `Seat` for a callable or for the player with a given name.

    Raises
    ------
    TypeError
        If `who` is neither a str nor a callable that can take a game.
    ValueError
        If no player has this name, if the player cannot play by these rules, or if reading the
        player's attributes raises an error (see `check_player`).

    Examples
    --------
    >>> from tictactoe_widget import STANDARD
    >>> resolve_seat("human", STANDARD)
    Seat(name='human', player=None, is_named=False)
    >>> resolve_seat("humam", STANDARD)
    Traceback (most recent call last):
        ...
    ValueError: player must be 'human', 'random', 'beginner', 'casual', 'keen', 'regular', \
'skilled', 'advanced', 'strong', 'expert', 'perfect' or a function, not 'humam' (did you mean \
'human'?)
    """
    # Check for callables first, because comparing a player or reading its class can run its
    # code.
    if callable(who) or not isinstance(who, str):
        found = find_player(who, rules)
        # Only the exact type counts, because a subclass can play differently.
        return Seat(describe_player(found), found, is_named=type(found) is NamedPlayer)
    if who == HUMAN:
        return Seat()
    choices = player_choices(rules)
    if who not in choices:
        choices = (HUMAN, *choices)
        subject, hint = "player", did_you_mean(who, choices)
        if who in PLAYERS:
            subject, hint = "player under these rules", ""
        expected = join_or([*map(repr, choices), "a function"])
        raise ValueError(f"{subject} must be {expected}, not {brief(who)}{hint}")
    return Seat(who, player(who), is_named=True)


def _can_play(seat: Seat, rules: Rules) -> bool:
    return not seat.is_named or seat.name in player_choices(rules)


def _swap_seats(by_mark: Mapping[Any, _ValueT]) -> dict[Mark, _ValueT]:
    """Exchange X's and O's values, and leave out all others.

    >>> _swap_seats({"X": 3, "O": 1, "draws": 2})
    {'X': 1, 'O': 3}
    """
    return {mark: by_mark[opponent(mark)] for mark in MARKS}


def _find_seat(seats: Mapping[Mark, Seat], mark: Mark, who: str, rules: Rules) -> Seat:
    """Return a player's current seat, or a new seat if the player has none.

    If the player has both seats, return the seat for `mark`.
    """
    for seat in (seats[mark], seats[opponent(mark)]):
        if seat.name == who and _can_play(seat, rules):
            return seat
    return resolve_seat(who, rules)


# Players' default names, in English.
_NO_NAMES = {mark: (PLAIN_NAMES[mark], FIRST_AND_SECOND[mark]) for mark in MARKS}


def _swap_names(names: Mapping[Mark, str]) -> dict[Mark, str]:
    """Exchange X's and O's names, but keep a default name with its mark.

    >>> _swap_names({"X": "Ada", "O": "Player O"})
    {'X': 'Player X', 'O': 'Ada'}
    """
    swapped = _swap_seats(names)
    for mark, name in swapped.items():
        if name in _NO_NAMES[opponent(mark)]:
            swapped[mark] = PLAIN_NAMES[mark]
    return swapped


def _replace_unable_players(
    seats: Mapping[Mark, Seat], rules: Rules
) -> tuple[dict[Mark, Seat], Text | str]:
    """Replace built-in players that can't play by `rules` with the strongest one that can.

    Returns
    -------
    dict, str or Text
        New seats by mark, and a notice about the changes.
    """
    able = dict(seats)
    notices: list[Text] = []
    for mark, seat in seats.items():
        if not _can_play(seat, rules):
            able, notice = _replace_player(able, mark, rules)
            notices.append(notice)
    if len(notices) > 1:
        first, second = notices
        return able, Text("{first} {second}", {"first": first, "second": second})
    return able, notices[0] if notices else ""


def _replace_player(
    seats: Mapping[Mark, Seat], mark: Mark, rules: Rules
) -> tuple[dict[Mark, Seat], Text]:
    """Replace a built-in player that can't solve `rules` with the strongest other player.

    Returns
    -------
    dict, Text
        New seats by mark, and a notice that names the old and the new player.
    """
    unable = seats[mark].name
    strongest = [name for name in player_choices(rules) if name != unable][-1]
    notice = Text(
        "{unable} can't solve this game. {strongest} now plays as {mark}.",
        {
            "unable": Text(unable.capitalize()),
            "strongest": Text(strongest.capitalize()),
            "mark": _say_mark(rules, mark),
        },
    )
    return {**seats, mark: resolve_seat(strongest, rules)}, notice


def merge_names(names: Mapping[Mark, str], new: Mapping[str, str]) -> dict[Mark, str]:
    """Return the names of both players after renaming one or both.

    Raises
    ------
    ValueError
        If a key is not a mark, or if a name is not valid. The message gives the reason.

    Examples
    --------
    >>> from tictactoe_widget.rules.state import PLAIN_NAMES
    >>> merge_names(PLAIN_NAMES, {"O": " Grace  Hopper "})
    {'X': 'Player X', 'O': 'Grace Hopper'}
    """
    if not isinstance(new, Mapping):
        raise ValueError(  # noqa: TRY004 - one type of error for all names
            f'names must be a dict such as {{"X": "Ada", "O": "Grace"}}, not {brief(new)}'
        )
    given = dict(new)
    for mark in given:
        check_choice(mark, "each key of names", MARKS)
    return {
        mark: _to_default(mark, check_name(given[mark], f"the name of {mark}"))
        if mark in given
        else names[mark]
        for mark in MARKS
    }


def _to_default(mark: Mark, name: str) -> str:
    """Translate a default name from the current language to English."""
    return next((english for english in _NO_NAMES[mark] if name == _(english)), name)


def _to_english(text: Text) -> str:
    with in_language(ENGLISH):
        return str(text)


def _say_mark(rules: Rules, mark: Mark) -> Text | str:
    """Return a player's short default name, as a `Text` that can be translated later."""
    return mark if rules.names_players_by_marks else Text(FIRST_AND_SECOND[mark])


_SIDES = {str(size): str(size) for size in range(1, LONGEST_SIDE + 1)}
SWITCHES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "place": (N_("Where a mark goes"), {"free": N_("Any square"), "drop": N_("Falls down")}),
    "edges": (N_("Edges"), {"end": N_("The board ends"), "torus": N_("It wraps round")}),
    "marks": (
        N_("Which mark"),
        {"own": N_("Your own"), "same": N_("Both place X"), "chosen": N_("X or O")},
    ),
    "keep": (
        N_("Marks on the board"),
        {"all": N_("They stay"), "row": N_("The oldest vanishes"), "slide": N_("They slide")},
    ),
    "pie": (
        N_("Second move"),
        {"place": N_("Places a mark"), "take": N_("Can take over the X")},
    ),
    "pieces": (N_("Marks per player"), {"3": "3", "4": "4"}),
    "diagonals": (
        N_("Sliding diagonally"),
        {"none": N_("Never"), "long": N_("Through the centre"), "all": N_("Everywhere")},
    ),
    "closed": (
        N_("Placing in the centre"),
        {"open": N_("Allowed"), "closed": N_("Not allowed")},
    ),
    "blocked": (N_("If you can't move"), {"loses": N_("You lose"), "draws": N_("It's a draw")}),
    "goal": (
        N_("The goal"),
        {
            "make": N_("Make a row"),
            "avoid": N_("Avoid a row"),
            "order": N_("First wants a row, Second doesn't"),
        },
    ),
    "rows": (N_("Rows"), _SIDES),
    "columns": (N_("Columns"), _SIDES),
    "k": (N_("In a row"), _SIDES),
}


_WINNERS: Mapping[str, Result] = {
    "win": "X",
    "loss": "O",
    "draw": "draw",
    "first": "X",
    "second": "O",
}


@dataclass(frozen=True)
class RulesPreview:
    """Preview of rules that someone is trying out, with their analysis so far."""

    rules: MNK | Morris
    value: Value | None = None  # value of the empty board, or None if it isn't proved yet
    remoteness: int | None = None  # number of plies to the end, or None if it isn't known yet
    is_final: bool = False  # False until the analysis is complete

    @property
    def winner(self) -> Result | None:
        """Winner with best play, ``"draw"``, or None if the result is unknown."""
        printed = FROM_PRINT.get(self.rules)
        known = str(printed.value) if self.value is None and printed else self.value
        return None if known is None else _WINNERS[known]

    @property
    def verdict(self) -> str:
        """Sentence that says who wins with best play, or that the winner is unknown."""
        if self.value == "draw":
            return _("With best play, it's a draw.")
        if self.value is not None:
            plies = self.remoteness or 0
            return ngettext(
                "With best play, {player} wins in {count} move.",
                "With best play, {player} wins in {count} moves.",
                winner_moves(self.value, plies),
                player=short_names(self.rules)["X" if self.value == "win" else "O"],
            )
        printed = FROM_PRINT.get(self.rules)
        if printed is not None:
            return _(
                {
                    "first": "With best play, X wins ({source}).",
                    "second": "With best play, O wins ({source}).",
                    "draw": "With best play, it's a draw ({source}).",
                }[str(printed.value)],
                source=printed.source,
            )
        if self.is_final:
            return _("The board can't work out who wins.")
        return _("Working out who wins…")


def _preview_rules(rules: str, switch: str = "", to: str = "") -> RulesPreview:
    """Return a preview of rules, with one rule option changed if requested.

    Parameters
    ----------
    rules : str
        Name of the rules. If the rules have no options, the preview starts from the standard
        rules.
    switch : str, default ""
        Name of the option to change, or ``""`` to change nothing.
    to : str, default ""
        New value of the option.

    Raises
    ------
    ValueError
        If the rules, the option or the value do not exist, or if two options contradict each
        other. The message gives the reason.

    Examples
    --------
    >>> _preview_rules("standard", "place", "drop").rules.name
    'drop-3x3k3'
    >>> _preview_rules("infinite", "place", "drop")
    Traceback (most recent call last):
        ...
    ValueError: If the oldest mark vanishes, marks can't fall.
    """
    chosen = read_switches(find_rules(rules))
    if switch:
        check_choice(switch, "switch", chosen)
        check_choice(to, "to", SWITCHES[switch][1])
        if switch == "keep" and "slide" in (to, chosen["keep"]):
            # Games in which marks slide have different options.
            chosen = read_switches(Morris() if to == "slide" else STANDARD)
        chosen[switch] = to
    if chosen["keep"] == "slide":
        return RulesPreview(sliding_rules_with_options(chosen))
    if switch == "goal" and to == "order":
        chosen["marks"] = "chosen"
    elif chosen["goal"] == "order" and chosen["marks"] != "chosen":
        raise ValueError(
            _("If First wants a row and Second doesn't, both players must choose X or O.")
        )
    if chosen["pie"] == "take":
        _check_pie(chosen)
    if chosen["keep"] != "all":
        _check_vanishing(chosen)
    try:
        return RulesPreview(rules_with_options(chosen))
    except ValueError as error:
        # The message in this error is for people who write Python.
        raise ValueError(
            _("If players choose X or O, the board must have fewer columns.")
        ) from error


def read_switches(rules: Rules) -> dict[str, str]:
    """Return the value of each rule option in these rules."""
    if isinstance(rules, Morris):
        return {"keep": "slide", **read_sliding_options(rules)}
    return read_options(rules)


def _check_pie(chosen: Mapping[str, str]) -> None:
    """Raise a ValueError if the other options don't let O take over a mark."""
    if chosen["marks"] != "own":
        raise ValueError(_("If O can take over the X, each player needs their own mark."))
    if chosen["place"] == "drop":
        raise ValueError(_("If O can take over the X, marks can't fall."))
    if chosen["keep"] != "all":
        raise ValueError(_("If O can take over the X, marks can't vanish."))
    if chosen["k"] == "1":
        raise ValueError(_("If O can take over the X, a row needs at least 2 marks."))


def _check_vanishing(chosen: Mapping[str, str]) -> None:
    """Raise a ValueError if the other options don't let marks vanish."""
    if chosen["marks"] != "own":
        raise ValueError(_("If the oldest mark vanishes, each player needs their own mark."))
    if chosen["place"] == "drop":
        raise ValueError(_("If the oldest mark vanishes, marks can't fall."))
    rows, columns, k = (int(chosen[name]) for name in ("rows", "columns", "k"))
    k = min(k, max(rows, columns))
    if k == 1:
        raise ValueError(_("If the oldest mark vanishes, a row needs at least 2 marks."))
    count = rows * columns
    if count > MOST_VANISHING_CELLS:
        raise ValueError(
            _(
                "If the oldest mark vanishes, the board can have at most {count} squares.",
                count=MOST_VANISHING_CELLS,
            )
        )
    if 2 * k >= count:
        raise ValueError(
            _(
                "If the oldest mark vanishes, the board needs more than {count} squares.",
                count=2 * k,
            )
        )


# For each pace, the length of the pause before a move, as a multiple of the normal pause.
PACES: Mapping[str, float] = {"slow": 3.0, "normal": 1.0, "fast": 0.2}


# "read": the step has no task. "open": the task awaits a move. "on": all moves so far are
# right, and the game continues. "right": the task is solved. "wrong": the last move was wrong,
# and the board shows its refutation.
Verdict = Literal["read", "open", "on", "right", "wrong"]

# After this many wrong moves at a step, the feedback reveals the answer.
_REVEALING_MISSES = 3


@dataclass(frozen=True)
class Activity:
    """Immutable state of a lesson, puzzle or example that is open on the board."""

    lesson: Lesson  # a puzzle or an example is a lesson with one step
    # Position without a wrong move and its refutation, which the board shows until the next
    # try.
    position: Game
    step: int = 0  # number of the step, from 0
    verdict: Verdict = "open"
    feedback: str = ""  # feedback on the last move
    # Game, move and kind of feedback, so that the feedback can be repeated in another language.
    judged: tuple[Game, int, bool] | None = None
    # Function that makes the lesson again in the current language, if its texts contain slots.
    remake: Callable[[], Lesson] | None = None
    is_hint_shown: bool = False  # True after the hint is requested, until the next move
    # True if the hint was shown at this step, so that feedback on a wrong move reveals the
    # answer.
    was_hinted: bool = False
    tries: int = 0  # number of wrong moves at this step (a double click counts as one)
    # Cell of the move that was judged last, or None if the rules refused the move.
    cell: int | None = None
    solved: frozenset[int] = frozenset()  # steps that have been solved or read, now or earlier
    day: date | None = None  # date, if the lesson is a daily puzzle

    @classmethod
    def begin(
        cls,
        lesson: Lesson,
        *,
        step: int | None = None,
        solved: frozenset[int] = frozenset(),
        day: date | None = None,
        remake: Callable[[], Lesson] | None = None,
    ) -> Self:
        """Open a lesson at one of its steps.

        Parameters
        ----------
        lesson : Lesson
            Lesson to open.
        step : int, optional
            Number of the step to show first, counted from 0. The default is the first unsolved
            step.
        solved : frozenset of int
            Numbers of the steps that are already solved, counted from 0.
        day : date, optional
            Date of the daily puzzle, if the lesson is a daily puzzle.
        remake : callable, optional
            Function that makes the lesson in the current language.

        Raises
        ------
        ValueError
            If the lesson has no such step.
        """
        game = lesson.exercises[0].game
        activity = cls(lesson, game, solved=solved, day=day, remake=remake)
        if step is None:
            steps = range(len(lesson.exercises))
            step = next((at for at in steps if at not in solved), 0)
        return activity.at_step(step)

    @property
    def exercise(self) -> Exercise:
        """Exercise in the current step."""
        return self.lesson.exercises[self.step]

    def at_step(self, to: object) -> Self:
        """Return the activity at the beginning of another step.

        A step without a task counts as solved as soon as it opens.

        Raises
        ------
        ValueError
            If there is no such step.
        """
        last = len(self.lesson.exercises) - 1
        if type(to) is not int or not 0 <= to <= last:
            raise ValueError(f"step must be an int from 0 to {last}, not {brief(to)}")
        exercise = self.lesson.exercises[to]
        is_read = not exercise.step.task
        return replace(
            self,
            position=exercise.game,
            step=to,
            verdict="read" if is_read else "open",
            feedback="",
            judged=None,
            is_hint_shown=False,
            was_hinted=False,
            tries=0,
            cell=None,
            solved=self.solved | {to} if is_read else self.solved,
        )

    def said_again(self) -> Self:
        """Return the activity with all texts in the current language."""
        lesson = self.lesson if self.remake is None else self.remake()
        feedback = ""
        if self.judged is not None:
            game, move, reveal = self.judged
            feedback = lesson.exercises[self.step].judge(game, move, reveal=reveal).words
        return replace(self, lesson=lesson, feedback=feedback)

    def again(self) -> Self:
        """Restart the current step, but keep its hint and the number of tries."""
        restarted = self.at_step(self.step)
        return replace(
            restarted,
            tries=self.tries,
            is_hint_shown=self.is_hint_shown,
            was_hinted=self.was_hinted,
        )

    def with_hint(self) -> Self:
        """Return the activity with the current step's hint shown.

        Raises
        ------
        ValueError
            If the step has no hint.
        """
        if not self.exercise.step.hint:
            raise ValueError(_("This step has no hint."))
        return replace(self, is_hint_shown=True, was_hinted=True)

    @property
    def key(self) -> str:
        """Activity's name in a progress code, or ``""`` if its progress isn't saved."""
        if self.day is not None:
            return f"puzzle-{self.day}"
        return f"lesson-{self.lesson.name}" if is_kept_lesson(self.lesson) else ""

    @property
    def is_at_last_step(self) -> bool:
        """True if the current step is the last step."""
        return self.step == len(self.lesson.exercises) - 1

    @property
    def awaits_move(self) -> bool:
        """True if the current step is waiting for a move, for example after a wrong one."""
        return self.verdict not in ("read", "right")

    def check_open(self) -> None:
        """Raise an error unless the current step is waiting for a move.

        Raises
        ------
        IllegalMoveError
            If the step is already solved, or if it has no task.
        """
        texts = {
            ("right", True): _("Solved! Press “Again” to play it once more."),
            ("right", False): _("Solved! Press “Next”."),
            ("read", True): _("There's nothing to play here."),
            ("read", False): _("There's nothing to play here. Press “Next”."),
        }
        if not self.awaits_move:
            raise IllegalMoveError(texts[self.verdict, self.is_at_last_step])

    def after_move(self, cell: int) -> tuple[Self, Game]:
        """Return the activity as updated by a move, and the game to show next.

        If the previous move was wrong, it is taken back first. Feedback on a wrong move reveals
        the answer after three wrong moves, or at once if the hint has been shown.

        Parameters
        ----------
        cell : int
            Cell of the move or, if players choose their marks, the move's number.

        Raises
        ------
        InvalidInputError
            If `cell` is not an integer.
        IllegalMoveError
            If the step isn't waiting for a move, or if the rules don't allow the move.
        """
        self.check_open()
        misses = self.tries + (cell != self.cell)
        reveal = self.was_hinted or misses >= _REVEALING_MISSES
        judged = self.exercise.judge(self.position, cell, reveal=reveal)
        is_wrong = judged.verdict == "wrong"
        activity = replace(
            self,
            position=self.position if is_wrong else judged.game,
            verdict=judged.verdict,
            feedback=judged.words,
            judged=(self.position, cell, reveal),
            is_hint_shown=False,
            tries=misses if is_wrong else self.tries,
            cell=None if judged.game is self.position else cell,
            solved=self.solved | {self.step} if judged.verdict == "right" else self.solved,
        )
        return activity, judged.game


@dataclass(frozen=True)
class Attempts:
    """Wrong moves, hints and skipped steps in one lesson or daily puzzle."""

    wrong: int = 0  # number of wrong moves at unsolved steps
    hints: int = 0
    # Steps that were skipped, even if they were solved later.
    skipped: frozenset[int] = frozenset()
    minutes: int = 0  # time of the last change, in minutes since 1970


# Maximum number of lessons and puzzles in a progress code, which must fit into a QR code.
_MOST_ATTEMPTS = 60


@dataclass(frozen=True)
class SolvedSteps:
    """A person's progress: lesson steps and daily puzzles that have been solved so far."""

    # Solved steps, by lesson name.
    steps: Mapping[str, frozenset[int]] = field(default_factory=dict)
    days: frozenset[date] = frozenset()  # days whose puzzles were solved
    # Records for the latest lessons and puzzles, by `Activity.key`.
    attempts: Mapping[str, Attempts] = field(default_factory=dict)
    student: str = ""  # student's name for the progress code

    def of(self, lesson: Lesson) -> frozenset[int]:
        """Return a lesson's solved steps, or an empty set for lessons outside `LESSONS`."""
        if not is_kept_lesson(lesson):
            return frozenset()
        # The lesson could have had more steps when the progress was saved.
        known = range(len(lesson.exercises))
        return self.steps.get(lesson.name, frozenset()).intersection(known)

    def after(self, activity: Activity, before: Activity | None) -> Self:
        """Return the progress after a change in an activity.

        Parameters
        ----------
        activity : Activity
            Activity after the change.
        before : Activity or None
            Activity at the same step before a move or hint, or None for any other change.
        """
        if not activity.key:
            return self
        known = self.attempts.get(activity.key, Attempts())
        attempts = known
        if before is not None and activity.step not in before.solved:
            attempts = replace(
                known,
                wrong=known.wrong + activity.tries - before.tries,
                hints=known.hints + activity.was_hinted - before.was_hinted,
            )
        if attempts == known and activity.solved <= self._solved_in(activity):
            return self
        noted = self._with_attempts(activity.key, attempts)
        if activity.day is None:
            name = activity.lesson.name
            solved = self.steps.get(name, frozenset()) | activity.solved
            return replace(noted, steps={**self.steps, name: solved})
        return replace(noted, days=self.days | {activity.day}) if activity.solved else noted

    def _solved_in(self, activity: Activity) -> frozenset[int]:
        if activity.day is None:
            return self.of(activity.lesson)
        return frozenset({0}) if activity.day in self.days else frozenset()

    def after_passing(self, activity: Activity, to: int) -> Self:
        """Return the progress after a person has gone from the current step to a later one."""
        passed = {
            step
            for step in range(activity.step, to)
            if activity.lesson.exercises[step].step.task and step not in activity.solved
        }
        if not activity.key or not passed:
            return self
        known = self.attempts.get(activity.key, Attempts())
        return self._with_attempts(activity.key, replace(known, skipped=known.skipped | passed))

    def _with_attempts(self, key: str, attempts: Attempts) -> Self:
        now = int(this_minute().timestamp()) // 60
        noted = {**self.attempts, key: replace(attempts, minutes=now)}
        return replace(self, attempts=_find_latest(noted))

    def merged(self, other: Self) -> Self:
        """Return this progress combined with `other`."""
        steps = {
            name: self.steps.get(name, frozenset()) | other.steps.get(name, frozenset())
            for name in (*self.steps, *other.steps)
        }
        return replace(
            self,
            steps=steps,
            days=self.days | other.days,
            attempts=_find_latest({**self.attempts, **other.attempts}),
            student=other.student or self.student,
        )

    def skipped_in(self, activity: Activity) -> tuple[int, ...]:
        """Return the numbers of skipped steps that are still unsolved, counted from 0."""
        skipped = self.attempts.get(activity.key, Attempts()).skipped
        return tuple(sorted(skipped - activity.solved))

    def list_exercises(self) -> tuple[SolvedExercise, ...]:
        """Return the progress in the latest lessons and puzzles, without student names."""
        return tuple(
            exercise
            for key, attempts in self.attempts.items()
            if (exercise := self._find_exercise(key, attempts)) is not None
        )

    def _find_exercise(self, key: str, attempts: Attempts) -> SolvedExercise | None:
        """Return the progress in a lesson or puzzle, or None if there is nothing to report."""
        kind, _dash, name = key.partition("-")
        if kind == "puzzle":
            tasks = [True]
            solved = frozenset({0} if date.fromisoformat(name) in self.days else ())
        elif name in LESSONS:
            tasks = [bool(each.step.task) for each in LESSONS[name].exercises]
            solved = self.of(LESSONS[name])
        else:
            return None
        tries = attempts.wrong + sum(tasks[step] for step in solved)
        if not (tries or attempts.hints or attempts.skipped):
            return None  # the person only opened the lesson or puzzle
        return SolvedExercise(
            name="",
            exercise=key,
            solved=len(solved),
            steps=len(tasks),
            tries=tries,
            hints=attempts.hints,
            when=datetime.fromtimestamp(60 * attempts.minutes, UTC),
            skipped=tuple(
                step + 1 for step in sorted(attempts.skipped - solved) if step < len(tasks)
            ),
        )


def _find_latest(attempts: Mapping[str, Attempts]) -> dict[str, Attempts]:
    """Return the latest attempts in chronological order."""
    latest = sorted(attempts, key=lambda key: attempts[key].minutes)[-_MOST_ATTEMPTS:]
    return {key: attempts[key] for key in latest}


def is_kept_lesson(lesson: Lesson) -> bool:
    """Return True if a lesson is in `LESSONS`. Progress is saved only for these lessons."""
    return LESSONS.get(lesson.name) is lesson


# Number of rounds that "X" won, rounds that "O" won, and "draws".
Scoreboard = Mapping[str, int]

NO_SCORES: Scoreboard = {"X": 0, "O": 0, "draws": 0}


# Number of rounds that a person has "won", "drawn" and "lost".
PlayerRecord = Mapping[str, int]

NO_RECORD: PlayerRecord = {"won": 0, "drawn": 0, "lost": 0}


def _count_result(scores: Scoreboard, result: Literal["X", "O", "draw"]) -> Scoreboard:
    """Return the scores after one more round.

    >>> _count_result({"X": 1, "O": 0, "draws": 2}, "draw")
    {'X': 1, 'O': 0, 'draws': 3}
    """
    name = "draws" if result == "draw" else result
    return {**scores, name: scores[name] + 1}


MATCH_WINS = (2, 99)  # minimum and maximum number of wins needed to win a match

# Who plays X in the next game: the same player, the other player, or the loser. With "loser",
# the players swap marks after a draw.
FIRST_PLAYERS = ("same", "alternate", "loser")


@dataclass(frozen=True)
class MatchScore:
    """A match's score. The first player to win `wins_needed` rounds wins the match."""

    wins_needed: int
    scores: Scoreboard = field(default_factory=lambda: NO_SCORES)

    @property
    def winner(self) -> Mark | None:
        """Winner of the match, or None while it is undecided."""
        return next((mark for mark in MARKS if self.scores[mark] >= self.wins_needed), None)

    def restarted(self) -> Self:
        """Return the score of a new match of the same length."""
        return replace(self, scores=NO_SCORES)


@dataclass(frozen=True)
class Review:
    """Review of a round, which compares each move with the best moves."""

    # Reviewed moves, in the order in which they were played. (The last move is reviewed first.)
    moves: tuple[ReviewedMove, ...] = ()
    is_final: bool = False


# Marks on the whole board: "X", "O" or "." for each cell.
_BOARD = text_of(LONGEST_SIDE**2)
_OWN_MARK = Check(lambda value: type(value) is str and value in MARKS, "X or O")

board_request: Requests["SessionState"] = Requests(
    round=lambda state: state.round, ply=lambda state: state.game.move_count
)


def _on_own_game(transition: TransitionT) -> TransitionT:
    """Wrap a transition so that it closes any open lesson or puzzle first."""

    @wraps(transition)
    def change(state: "SessionState", /, *args: Any, **kwargs: Any) -> Any:
        return transition(state.without_activity(), *args, **kwargs)

    return change  # type: ignore[return-value]


@dataclass(frozen=True)
class SessionState:
    """Snapshot of a board's session: round, players, scores, and analysis so far.

    A state is immutable. A method whose name begins with ``after``, ``with`` or ``without`` is
    a transition, which returns the next state or raises an error. If a front end can request
    the transition, a decorator declares the request.
    """

    games: tuple[Game, ...]  # game after each ply, starting with the game before the first ply
    round: int = 1  # round number, counted from 1
    # True if the round isn't scored, because it began with marks on the board.
    is_practice: bool = False
    scores: Mapping[Rules, Scoreboard] = field(default_factory=dict)  # scores by rules
    # People's results against named players, by rules and by player's name.
    records: Mapping[Rules, Mapping[str, PlayerRecord]] = field(default_factory=dict)
    names: Mapping[Mark, str] = field(default_factory=lambda: PLAIN_NAMES)
    # For each mark, a name that isn't used at the moment: the person's name while a computer
    # plays the mark, or the computer's name while a person does.
    away_names: Mapping[Mark, str] = field(default_factory=lambda: PLAIN_NAMES)
    seats: Mapping[Mark, Seat] = field(default_factory=lambda: dict.fromkeys(MARKS, Seat()))
    # Number of moves in the displayed position, or None for the current position.
    viewed_ply: int | None = None
    language: str = ENGLISH
    # The notice stays until a person has had time to read it and does something.
    notice: Text | str = ""
    # Mark of a player that failed and won't be called again in this game.
    failed: Mark | None = None
    hints: bool = False
    allows_undo: bool = True
    # What started this round, or None after a person's next move.
    start: Literal["undone", "swapped"] | None = None
    match: MatchScore | None = None
    first_player: str = "same"  # one of `FIRST_PLAYERS`
    last_result: Result = None  # result of the latest scored round, until the next game begins
    latest_hints: Hints | None = None  # hints, usually for the displayed game
    review: Review = field(default_factory=Review)
    is_paused: bool = False  # True while two automatic players are paused
    step_at: int | None = None  # ply at which one move is made despite the pause
    pace: str = "normal"
    resigned: Mark | None = None
    # Learners that have not been given their finished games yet.
    untold: tuple[tuple[Seat, Game], ...] = ()
    activity: Activity | None = None
    solved_steps: SolvedSteps = field(default_factory=SolvedSteps)
    shows_card: bool = False
    preview: RulesPreview | None = None  # preview of other rules, if any
    is_closed: bool = False  # True if the session no longer starts background work
    # False while nobody can see the board. Two automatic players pause during this time.
    is_watched: bool = True
    waiting: Self | None = None  # during an activity, the state of the person's own game

    @property
    def game(self) -> Game:
        """Game of the current round."""
        return self.games[-1]

    @property
    def last_ply(self) -> int:
        """Number of moves made in this round, not counting marks in the starting position."""
        return len(self.games) - 1

    @property
    def shown_ply(self) -> int:
        """Number of moves in this round up to the displayed position."""
        return self.last_ply if self.viewed_ply is None else self.viewed_ply

    @property
    def shown(self) -> Game:
        """Displayed game: the current game or, while someone looks back, an earlier one."""
        return self.games[self.shown_ply]

    @property
    def result(self) -> Result:
        """Result of this round, or None during play. A player who resigns has lost."""
        return self.game.result if self.resigned is None else opponent(self.resigned)

    @property
    def scoreboard(self) -> Scoreboard:
        """Results of the match or, if there is none, of all rounds with the current rules."""
        if self.match is not None:
            return self.match.scores
        return self.scores.get(self.rules, NO_SCORES)

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Legal moves in the current position, in ascending order."""
        if self.activity is None:
            return () if self.result is not None else self.game.legal_moves
        return self.next_game.legal_moves if self.activity.awaits_move else ()

    @property
    def next_game(self) -> Game:
        """Game to which the next move is added. In an activity, the game omits a wrong move."""
        return self.game if self.activity is None else self.activity.position

    @property
    def shown_hints(self) -> Hints | None:
        """Hints for the displayed game, or None if hints are off or not ready.

        After a resignation, the hints don't highlight any move, because the game is over.
        """
        latest = self.latest_hints
        if not self.hints or latest is None or latest.game is not self.shown:
            return None
        if self.resigned is not None and self.viewed_ply is None:
            return replace(latest, highlights=None)
        return latest

    @property
    def rules(self) -> Rules:
        """Rules of this round."""
        return self.game.rules

    @property
    def shown_names(self) -> Mapping[Mark, str]:
        """Players' names, with default names in the current language."""
        called = self.rules.player_names
        return {
            mark: called[mark] if name in _NO_NAMES[mark] else name
            for mark, name in self.names.items()
        }

    def is_unnamed(self, mark: Mark) -> bool:
        """Return True if a player has only a default name."""
        return self.names[mark] in _NO_NAMES[mark]

    @property
    def people(self) -> list[Mark]:
        """Marks that are played by people."""
        return [mark for mark in MARKS if self.seats[mark].player is None]

    @property
    def names_in_sentences(self) -> Names:
        """Players' names for use in sentences. The only person, if unnamed, is called "you"."""
        names = Names.of(self.game.rules)
        unnamed = [mark for mark in MARKS if self.is_unnamed(mark)]
        people = self.people
        return replace(
            names,
            players={**self.names, **{mark: names.players[mark] for mark in unnamed}},
            you=people[0] if len(people) == 1 and people[0] in unnamed else None,
        )

    @property
    def awaits_player(self) -> bool:
        """True if the player to move is an automatic player."""
        mark = self.game.current_player
        return not (
            self.is_closed
            or self.result is not None
            or self.failed == mark
            or self.seats[mark].player is None
        )

    @property
    def thinking(self) -> Mark | None:
        """Mark of the automatic player that is choosing a move, or None if no player is."""
        is_unseen = not self.is_watched and self.is_without_people
        if is_unseen or (self.is_paused and self.step_at != self.last_ply):
            return None
        return self.game.current_player if self.awaits_player else None

    @property
    def is_without_people(self) -> bool:
        """True if both players are automatic, so that people only watch."""
        return not self.people

    @property
    def undo_ply(self) -> int | None:
        """Number of moves before a person's last move, or None if no move can be taken back."""
        if self.activity is not None or not self.allows_undo:
            return None
        plies = reversed(range(self.last_ply))
        people = self.people
        return next((ply for ply in plies if self.games[ply].current_player in people), None)

    @property
    def wants_hints(self) -> bool:
        """True if hints for the displayed game are needed but aren't ready."""
        if not self.hints or self.is_closed or self.thinking is not None:
            return False
        latest = self.latest_hints
        return latest is None or latest.game is not self.shown or not latest.is_final

    @property
    def wants_review(self) -> bool:
        """True if the round is over and its review is needed but isn't ready."""
        is_reviewed = self.review.is_final or self.activity is not None
        if self.result is None or is_reviewed or self.is_closed:
            return False
        # If hints are off, review a game only if its rules can be solved, because then the
        # review is quick.
        return self.hints or is_solvable(self.rules)

    def after_move(self, cell: int, mark: Mark | None = None) -> Self:
        """Return the state after a person's move. The board shows the current position again.

        In a lesson or puzzle, the exercise judges the move. After a wrong move, the next move
        is another try, and starts a new round.

        Raises
        ------
        InvalidInputError
            If `cell` is not an integer.
        IllegalMoveError
            If the rules don't allow the move, if it is an automatic player's turn, or if an
            open lesson or puzzle isn't waiting for a move.
        TypeError, ValueError
            If the player cannot place `mark`.
        """
        if mark is not None:
            cell = self.game.move_of(cell, mark)
        if self.activity is not None:
            activity, game = self.activity.after_move(cell)
            return replace(
                self,
                games=list_plies(game),
                round=self.round + (self.activity.verdict == "wrong"),
                viewed_ply=None,
            ).with_activity(activity)
        if self.awaits_player:
            name = self.shown_names[self.game.current_player]
            if self.thinking is None:
                raise WrongTurnError(_("Not your turn: {player} is paused", player=name))
            raise WrongTurnError(_("Not your turn: {player} to move", player=name))
        if self.resigned is not None:
            raise self._game_over(opponent(self.resigned))
        try:
            # A person who moves has seen the earlier notice.
            return replace(
                self.after_player_moved(cell), viewed_ply=None, notice="", start=None
            )
        except GameOverError:
            if self.game.result is None:
                raise
            raise self._game_over(self.game.result) from None

    @board_request(
        "play",
        sees=("round", "ply"),
        refuses_values=False,
        cell=NUMBER,
    )
    def after_requested_move(self, cell: int) -> Self:
        """Return the state after someone has chosen a move on the screen.

        Raises
        ------
        IllegalMoveError
            In the same cases as for `after_move`, and also if the board shows an earlier
            position or if the player to move has failed.
        """
        player = self.game.current_player
        rules = self.game.rules
        if self.activity is not None:
            self.activity.check_open()
            # A person who looks back at a wrong move can try another move there.
            if self.activity.verdict == "wrong":
                return self.after_move(cell)
        if self.viewed_ply is not None:
            error = IllegalMoveError(
                _("Press “Play from here”.")
                if self.game.is_over and self.activity is None
                else _("Press “Latest”.")
            )
            error.add_note("The board shows an earlier position.")
            raise error
        if self.failed == player and not self.is_closed:
            mover = short_names(rules)[player]
            raise IllegalMoveError(_("Choose who plays as {mark} from now on.", mark=mover))
        square = rules.cell_of(cell)
        return self.after_move(cell - square + rules.landing(self.game.state, square))

    def after_player_moved(self, cell: int) -> Self:
        """Return the state after an automatic player's move.

        If the board shows an earlier position, it keeps showing that position. The notice
        doesn't change.

        Raises
        ------
        IllegalMoveError
            If the rules don't allow the move.
        """
        game = self.game.play(cell)
        state = replace(self, games=(*self.games, game))
        return state if game.result is None else state.after_round_ended()

    def after_player_resigned(self) -> Self:
        """Return the state after the player to move has resigned and the opponent has won."""
        mark = self.game.current_player
        return replace(self, resigned=mark).after_round_ended()

    def after_round_ended(self) -> Self:
        """Return the state after a round, with new scores and a list of players to teach."""
        state, result = self, self.result
        if result is not None and not self.is_practice:
            scores = _count_result(self.scores.get(self.rules, NO_SCORES), result)
            match = self.match and replace(
                self.match, scores=_count_result(self.match.scores, result)
            )
            state = replace(
                self,
                scores={**self.scores, self.rules: scores},
                records=self._records_after(result),
                match=match,
                last_result=result,
            )
        learners = {id(seat.player): seat for seat in self.seats.values() if seat.learns}
        untold = tuple((seat, self.game) for seat in learners.values())
        return replace(state, untold=(*self.untold, *untold))

    def _records_after(
        self, result: Literal["X", "O", "draw"]
    ) -> Mapping[Rules, Mapping[str, PlayerRecord]]:
        """Return people's results against named players, including this round's result.

        A round counts only if exactly one of the players is a person.
        """
        named = [seat.name for seat in self.seats.values() if seat.is_named]
        if len(self.people) != 1 or not named:
            return self.records
        records = self.records.get(self.rules, {})
        record = records.get(named[0], NO_RECORD)
        name = "drawn" if result == "draw" else "won" if result in self.people else "lost"
        counted = {**record, name: record[name] + 1}
        return {**self.records, self.rules: {**records, named[0]: counted}}

    @board_request("language", sees=(), language=TEXT)
    def with_language(self, language: str) -> Self:
        """Return the state with all its texts in another language.

        Raises
        ------
        ValueError
            If there is no such language.
        """
        with in_language(check_language(language)):
            activity = self.activity and self.activity.said_again()
        # The comments on hints contain names, so new names restart the job for hints.
        return replace(
            self,
            language=language,
            activity=activity,
            names=dict(self.names),
            latest_hints=None,
        )

    def after_player_failed(self, problem: Text | str) -> Self:
        """Return the state after a player has failed to move, with a notice about the failure.

        Parameters
        ----------
        problem : Text or str
            Sentence, without a full stop, that describes how the player failed. If this
            sentence is an error message in English, the whole notice is in English.
        """
        mark = self.game.current_player
        notice = Text(
            "{problem}. Choose who plays as {mark} from now on, or start a new game.",
            {"problem": problem, "mark": _say_mark(self.rules, mark)},
        )
        is_error = isinstance(problem, str)
        return replace(self, failed=mark, notice=_to_english(notice) if is_error else notice)

    def after_rules_failed(self, problem: str) -> Self:
        """Return the state after the rules have failed, with a notice that gives advice.

        Parameters
        ----------
        problem : str
            English sentence, without a full stop, that describes the error.
        """
        notice = Text("{problem}. Fix the rules, or choose other rules.", {"problem": problem})
        return replace(self, failed=self.game.current_player, notice=_to_english(notice))

    def after_player_gave_up(self) -> Self:
        """Return the state after replacing a built-in player that can't solve the position."""
        seats, notice = _replace_player(self.seats, self.game.current_player, self.rules)
        return self.with_seats(seats, notice=notice)

    def after_player_stopped(self) -> Self:
        """Return the state after a person has taken over from a player that was stopped."""
        mark = self.game.current_player
        names = PLAIN_NAMES if self.rules.names_players_by_marks else FIRST_AND_SECOND
        slots = {"text": Text(names[mark]), "notes": self.seats[mark].name}
        notice = Text(
            "{player} was stopped. A person now plays as {mark}.",
            {"player": Text("{text} ({notes})", slots), "mark": _say_mark(self.rules, mark)},
        )
        return self.with_seats({**self.seats, mark: Seat()}, notice=notice)

    @board_request("new_game")
    @board_request("rules", rules=TEXT)
    @_on_own_game
    def after_new_game(
        self, rules: str | Rules | None = None, game: Game | None = None
    ) -> Self:
        """Return the state at the start of the next round.

        If an automatic player can't play by the new rules, another one replaces it.

        Parameters
        ----------
        rules : str or Rules, optional
            Rules for this and later rounds. The default is the rules of `game` or, if you don't
            pass a game, the current rules.
        game : Game, optional
            Starting position for the round. The default is the empty board.

        Raises
        ------
        TypeError, ValueError
            If `rules` or `game` is not valid, or if `rules` are not the rules of `game`.
        """
        if game is None:
            game = Game(self.rules if rules is None else find_rules(rules))
        else:
            _check_game(game, rules)
        is_practice = game.move_count > 0
        is_swapped = not is_practice and self._swaps_sides
        state = self._with_sides_swapped() if is_swapped else self
        if not is_practice:
            match = state.match
            if match is not None and (match.winner or game.rules != self.rules):
                match = match.restarted()
            state = replace(state, match=match, last_result=None)
        seats, notice = _replace_unable_players(state.seats, game.rules)
        return state.at_round_start(
            game,
            is_practice=is_practice,
            seats=seats,
            notice=notice,
            start="swapped" if is_swapped else None,
        )

    @property
    def _swaps_sides(self) -> bool:
        """True if the players will exchange marks before the next game."""
        if self.last_result is None or self.first_player == "same":
            return False
        return self.first_player == "alternate" or self.last_result != "O"

    @_on_own_game
    def after_new_match(self, match: int | None, first_player: str | None = None) -> Self:
        """Return the state at the start of a match, or of a single game if `match` is None.

        Raises
        ------
        TypeError, ValueError
            If `match` is not a possible number of wins, or if `first_player` is not one of
            `FIRST_PLAYERS`.
        """
        state = self.with_match(match, first_player)
        return replace(state, last_result=None).after_new_game()

    def with_match(self, match: int | None, first_player: str | None = None) -> Self:
        """Return the state with a new match in this round (see `after_new_match`)."""
        if match is not None:
            check_int(match, "match", *MATCH_WINS)
        if first_player is None:
            first_player = "same" if match is None else "alternate"
        return replace(
            self,
            match=None if match is None else MatchScore(match),
            first_player=check_choice(first_player, "first_player", FIRST_PLAYERS),
        )

    @board_request(
        "start",
        rules=TEXT,
        x=TEXT,
        o=TEXT,
        x_name=TEXT,
        o_name=TEXT,
        undo=replace(FLAG, is_optional=True),
        match=replace(NUMBER, is_optional=True),
        first_player=replace(TEXT, is_optional=True),
    )
    @_on_own_game
    def after_start(  # noqa: PLR0913 - one argument for each choice
        self,
        rules: str,
        x: str,
        o: str,
        x_name: str,
        o_name: str,
        *,
        undo: bool | None = None,
        match: int | None = None,
        first_player: str | None = None,
    ) -> Self:
        """Return the state at the start of a round with the given rules, players and names.

        If the players exchange marks, their scores and names move with them. So a person who
        plays against a computer keeps their score and name.

        Parameters
        ----------
        rules : str
            Name of the rules, as the front end sends it.
        x, o : str
            Who plays X and O: ``"human"``, a player's name, or the name of a function that is
            already playing.
        x_name, o_name : str
            Names of the players.
        undo : bool, optional
            False to make moves final. By default, this setting doesn't change.
        match : int, optional
            Number of wins needed to win the match, or 0 for single games. By default, this
            number doesn't change. The match starts again if its length changes, or if a person
            replaces a computer or vice versa.
        first_player : str, optional
            One of `FIRST_PLAYERS`. By default, this setting doesn't change.

        Raises
        ------
        ValueError
            If there are no such rules or no such player, if a player cannot play by the rules,
            or if a name is not valid.
        """
        found = self.rules if rules == self.rules.name else find_rules(rules)
        seats: dict[Mark, Seat] = {
            "X": _find_seat(self.seats, "X", x, found),
            "O": _find_seat(self.seats, "O", o, found),
        }
        chosen = self.with_seats(seats)
        exchanged = self._with_sides_swapped()
        swapped = exchanged.with_seats(seats)

        def list_players(state: Self) -> list[str]:
            return [state.seats[mark].name for mark in MARKS]

        is_exchange = list_players(self) != list_players(exchanged) == list_players(chosen)
        names = merge_names(self.names, {"X": x_name, "O": o_name})
        people = self.people
        if names == swapped.names and (is_exchange or names != chosen.names):
            chosen, people = swapped, exchanged.people
        chosen = replace(chosen, names=names, latest_hints=None, last_result=None)
        length = 0 if self.match is None else self.match.wins_needed
        wanted = length if match is None else match
        first_player = self.first_player if first_player is None else first_player
        # A match continues if its length and its players stay the same.
        score = chosen.match
        chosen = chosen.with_match(wanted or None, first_player)
        if wanted == length and chosen.people == people:
            chosen = replace(chosen, match=score)
        if undo is not None:
            chosen = chosen.with_undo(undo)
        return chosen.after_new_game(found)

    @board_request("swap")
    @_on_own_game
    def after_swapping_sides(self) -> Self:
        """Return the state after the players exchange marks, at the start of the next round.

        Names and scores move with the players, but a default name, such as "Player X", stays
        with its mark.
        """
        return replace(self._with_sides_swapped(), last_result=None).after_new_game()

    @board_request("play_from", to=NUMBER)
    def after_playing_from(self, to: int) -> Self:
        """Return the state at the start of a round that begins from an earlier position.

        Raises
        ------
        ValueError
            If `to` is not a ply of this round, if the game is over at that ply, or if a lesson
            or puzzle is open.
        """
        if self.activity is not None:
            raise ValueError(_("You can't play on from here. Press “Again” to try once more."))
        game = self.games[self._check_ply(to, "")]
        if game.is_over:
            raise ValueError(_("The game is over here. Go back to an earlier move to play on."))
        return self.after_new_game(game=game)

    @board_request("check_position", is_question=True, board=_BOARD)
    @_on_own_game
    def describe_position(self, board: str) -> str:
        """Return a sentence that says whose turn it is in a position that a person sets up.

        Parameters
        ----------
        board : str
            Character for each cell: ``"X"``, ``"O"``, or ``"."`` if it is empty.

        Raises
        ------
        ValueError
            If no game can reach the position, or if the game is over in the position. The
            message gives the reason.
        """
        return self._set_up(board).message_for(self.shown_names)

    @board_request("set_position", board=_BOARD)
    @_on_own_game
    def after_setting_up(self, board: str) -> Self:
        """Return the state at the start of a round from a position that a person has set up.

        Hints are off. The arguments and errors are the same as for `describe_position`.
        """
        return replace(self.after_new_game(game=self._set_up(board)), hints=False)

    @board_request("undo")
    def after_undo(self) -> Self:
        """Take back a person's last move and return the state at the start of the next round.

        A new round that starts on the empty board is scored. Any other new round is a practice
        round if the current round is a practice round or is over, or if a computer plays one of
        the marks.

        Raises
        ------
        ValueError
            If no person has moved, if moves are final, or if a lesson or puzzle is open.
        """
        if self.activity is not None:
            raise ValueError(_("You can't undo a move here. Press “Again” to try once more."))
        if not self.allows_undo:
            raise ValueError(_("Moves are final in this game."))
        if self.undo_ply is None:
            raise ValueError(_("There's no move to undo."))
        game = self.games[self.undo_ply]
        has_computer = len(self.people) < len(MARKS)
        is_unscored = self.is_practice or has_computer or self.result is not None
        is_practice = game.move_count > 0 and is_unscored
        return replace(
            replace(self, last_result=None).after_new_game(game=game),
            is_practice=is_practice,
            start="undone" if is_practice and not self.is_practice else None,
            last_result=self.last_result,
        )

    @board_request("allow_undo", on=FLAG)
    def with_undo(self, on: bool) -> Self:
        """Return the state after choosing whether moves can be taken back or are final.

        Raises
        ------
        ValueError
            If `on` is not a bool.
        """
        return replace(self, allows_undo=check_choice(on, "undo", (True, False)))

    @board_request("pause", on=FLAG)
    def with_pause(self, on: bool) -> Self:
        """Pause or resume two automatic players.

        Raises
        ------
        ValueError
            If one of the players is a person.
        """
        self._check_watched()
        return replace(self, is_paused=on, step_at=None)

    def with_notice(self, notice: str) -> Self:
        """Return the state with a notice, which stays until a person's next move."""
        return replace(self, notice=notice)

    def with_watching(self, on: bool) -> Self:
        """Return the state after the board has come into view or gone out of view."""
        return replace(self, is_watched=on)

    @board_request("step")
    def after_step(self) -> Self:
        """Let the player whose turn it is make one move, and then pause.

        Raises
        ------
        ValueError
            If one of the players is a person.
        """
        self._check_watched()
        return replace(self, is_paused=True, step_at=self.last_ply)

    @board_request("pace", pace=TEXT)
    def with_pace(self, pace: str) -> Self:
        """Return the state with a new pace for automatic players.

        Raises
        ------
        ValueError
            If no pace has this name.
        """
        return replace(self, pace=check_choice(pace, "pace", PACES))

    @board_request("view", to=OPTIONAL_NUMBER)
    def after_looking_back(self, to: int | None) -> Self:
        """Show the position after `to` moves, or the current position if `to` is None.

        Raises
        ------
        ValueError
            If `to` is neither None nor a ply of this round. A bool is not accepted.
        """
        if to is not None:
            self._check_ply(to, " or None")
        return replace(self, viewed_ply=None if to == self.last_ply else to)

    def after_restoring(self, saved: Self) -> Self:
        """Return the saved state, but with this session's progress.

        Lesson steps that are already solved stay solved. Players still learn from rounds that
        have ended.
        """
        progress = self.solved_steps.merged(saved.solved_steps)
        activity = saved.activity
        if activity is not None:
            solved = activity.solved | progress.of(activity.lesson)
            activity = replace(activity, solved=solved)
        return replace(
            saved,
            activity=activity,
            solved_steps=progress,
            shows_card=self.shows_card,
            is_closed=self.is_closed,
            is_watched=self.is_watched,
            untold=self.untold,
        )

    def after_opening(self, activity: Activity) -> Self:
        """Return the state after opening a lesson or puzzle, which starts a new round.

        The person's own game waits until `without_activity` restores it.
        """
        own = self.without_activity()
        state = own.at_round_start(
            activity.exercise.game,
            waiting=own,
            round=self.round + 1,
            is_practice=True,
            seats=dict.fromkeys(MARKS, Seat()),
            notice="",
            hints=False,
            is_paused=False,
        )
        return state.with_activity(activity)

    def with_activity(self, activity: Activity) -> Self:
        """Return the state with a changed activity, and record the progress."""
        progress = self.solved_steps.after(activity, self.activity)
        return replace(self, activity=activity, solved_steps=progress)

    def after_passing(self, to: int) -> Self:
        """Record which unsolved steps a person has skipped in the open lesson."""
        activity = self.activity
        if activity is None:
            return self
        return replace(self, solved_steps=self.solved_steps.after_passing(activity, to))

    @board_request("hand_in", sees=(), name=TEXT)
    def with_student(self, name: str) -> Self:
        """Return the state with the student's name, for the progress code.

        Raises
        ------
        ValueError
            If the name has no visible characters, is too long or contains a control character.
        """
        if not name.strip():
            raise ValueError(_("Type your name first."))
        return replace(
            self, solved_steps=replace(self.solved_steps, student=check_student(name))
        )

    def without_activity(self) -> Self:
        """Close the lesson or puzzle, and return to the person's own game in a new round.

        Changes made to names, scores and other settings in the meantime are kept.
        """
        own = self.waiting
        if own is None:
            return self
        return replace(
            own,
            round=self.round + 1,
            names=self.names,
            scores=self.scores,
            records=self.records,
            match=self.match,
            solved_steps=self.solved_steps,
            shows_card=self.shows_card,
            is_closed=self.is_closed,
            is_watched=self.is_watched,
            untold=self.untold,
            pace=self.pace,
            allows_undo=self.allows_undo,
            language=self.language,
        )

    def after_closing(self) -> Self:
        """Return the state of a closed session, which needs no background work."""
        return replace(self, is_closed=True)

    @board_request("player", mark=_OWN_MARK, player=TEXT)
    @_on_own_game
    def after_choosing_player(self, mark: Mark, player: str) -> Self:
        """Return the state after someone has chosen another player on the board.

        If a person replaces a computer or vice versa, a match starts again.
        """
        state = self.with_player(mark, player)
        if state.people == self.people:
            return state
        return replace(state, match=state.match and state.match.restarted())

    @_on_own_game
    def with_player(self, mark: Mark, player: str | Player) -> Self:
        """Return the state with another player for one mark. The game continues.

        Raises
        ------
        TypeError, ValueError
            If there is no such mark or player, or if the player cannot play by these rules.
        """
        check_kind(mark, "mark", str)
        check_choice(mark, "mark", MARKS)
        seats = {**self.seats, mark: resolve_seat(player, self.rules)}
        failed = None if self.failed == mark else self.failed
        return self.with_seats(seats, failed=failed, notice="")

    @board_request("rename", mark=_OWN_MARK, name=TEXT)
    def with_name(self, mark: Mark, name: str) -> Self:
        """Return the state with a new display name for one player (see `with_names`)."""
        return self.with_names({mark: name})

    def with_names(self, names: Mapping[str, str]) -> Self:
        """Return the state with new display names. Players that aren't in `names` keep theirs.

        Raises
        ------
        ValueError
            If a key is not a mark, or if a name is not valid.
        """
        # The hints are deleted, because their comments contain the names.
        return replace(self, names=merge_names(self.names, names), latest_hints=None)

    @board_request("reset_scores")
    def without_scores(self) -> Self:
        """Return the state after resetting all results for the current rules."""
        return replace(
            self,
            scores={**self.scores, self.rules: NO_SCORES},
            records={**self.records, self.rules: {}},
            match=self.match and self.match.restarted(),
        )

    @board_request("hints", on=FLAG)
    def with_hints(self, on: bool) -> Self:
        """Return the state with hints switched on or off.

        Raises
        ------
        ValueError
            If `on` is not a bool, or if a lesson or puzzle is open.
        """
        on = check_choice(on, "hints", (True, False))
        if self.activity is not None:
            raise ValueError(
                _("Automatic hints are off in lessons and puzzles. For a hint, press “Hint”.")
            )
        return replace(self, hints=on)

    @board_request("card")
    def with_card(self) -> Self:
        """Return the state with the rule card open. The card stays open if the rules change."""
        return replace(self, shows_card=True)

    @board_request(
        "preview_rules",
        sees=(),
        rules=TEXT,
        switch=replace(TEXT, is_optional=True),
        to=replace(TEXT, is_optional=True),
    )
    def after_trying_rules(self, rules: str, switch: str = "", to: str = "") -> Self:
        """Return the state with a preview of other rules (see `_preview_rules`)."""
        return replace(self, preview=_preview_rules(rules, switch, to))

    @board_request("end_preview", sees=())
    def without_preview(self) -> Self:
        """Return the state without a preview of other rules."""
        return replace(self, preview=None)

    def after_telling(self, problem: Text | str = "") -> Self:
        """Return the state after the first player in `untold` has received its finished game.

        Parameters
        ----------
        problem : Text or str
            Sentence that explains why the player could not learn, or ``""`` if it could.
        """
        return replace(self, untold=self.untold[1:], notice=problem or self.notice)

    def _game_over(self, result: Literal["X", "O", "draw"]) -> GameOverError:
        return GameOverError(
            _("Game is over. {result}", result=result_message(result, names=self.shown_names))
        )

    def _check_ply(self, ply: object, alternative: str) -> int:
        """Return `ply` if it is a ply of this round, otherwise raise a ValueError."""
        last = self.last_ply
        if type(ply) is not int:
            raise ValueError(
                f"ply must be an int from 0 to {last}{alternative}, not {brief(ply)}"
            )
        if not 0 <= ply <= last:
            raise ValueError(f"ply must be from 0 to {last} in this round, not {brief(ply)}")
        return ply

    def _set_up(self, board: str) -> Game:
        layout = self.rules.layout
        count = len(layout.cells)
        if len(board) != count:
            raise ValueError(f"board must have {count} characters, not {len(board)}")
        drawn = "".join(board[cell] for cell in layout.cells)
        rows = range(0, count, layout.columns)
        text = "/".join(drawn[start : start + layout.columns] for start in rows)
        game = Game.from_text(text, self.rules)
        if game.is_over:
            raise ValueError(_("The game is over in this position"))
        return game

    def _check_watched(self) -> None:
        if not self.is_without_people:
            raise ValueError(_("You can pause a game only if both players are computers."))

    def at_round_start(self, game: Game, **changes: Any) -> Self:
        """Return the state at the start of a new round, which starts from a given position."""
        fields = {
            "games": list_plies(game),
            "round": self.round + 1,
            "review": Review(),
            "start": None,
        }
        ended = dict.fromkeys(("viewed_ply", "failed", "resigned", "step_at"))
        return replace(self, **{**fields, **ended, **changes})

    def with_seats(self, seats: Mapping[Mark, Seat], **changes: Any) -> Self:
        """Return the state with new seats and the names that go with them.

        If at least one of the players is a person, play is no longer paused.
        """
        state = replace(self, seats=seats, **changes)
        taken = [mark for mark in MARKS if (mark in state.people) != (mark in self.people)]
        if taken:
            names, away = self.names, self.away_names
            state = replace(
                state,
                names={**names, **{mark: away[mark] for mark in taken}},
                away_names={**away, **{mark: names[mark] for mark in taken}},
                latest_hints=None,
            )
        if state.is_without_people:
            return state
        return replace(state, is_paused=False, step_at=None)

    def _with_sides_swapped(self) -> Self:
        def swap(scores: Scoreboard) -> Scoreboard:
            return {"X": scores["O"], "O": scores["X"], "draws": scores["draws"]}

        return replace(
            self,
            seats=_swap_seats(self.seats),
            names=_swap_names(self.names),
            away_names=_swap_names(self.away_names),
            scores={rules: swap(scores) for rules, scores in self.scores.items()},
            match=self.match and replace(self.match, scores=swap(self.match.scores)),
        )


def _check_game(game: object, rules: str | Rules | None = None) -> Game:
    """Check that `game` is a `Game` with the given rules, and return it.

    Raises
    ------
    TypeError
        If `game` is not a `Game`.
    ValueError
        If `rules` are not the rules of the game.
    """
    game = as_game(game)
    if rules is not None and find_rules(rules) != game.rules:
        raise ValueError(
            f"game must follow the rules {find_rules(rules).name}, not {game.rules.name}"
        )
    return game


# Requests that concern lessons, puzzles and examples on the board.

# The first and the last day that have a daily puzzle.
_FIRST_DAY, _LAST_DAY = date(2000, 1, 1), date(2099, 12, 31)


def open_lesson(
    state: SessionState, lesson: str | Lesson, step: int | None = None
) -> SessionState:
    """Return the state after opening a lesson (see ``Session.open_lesson``)."""
    found = _find_lesson(lesson)
    solved = state.solved_steps.of(found)
    return state.after_opening(Activity.begin(found, step=step, solved=solved))


def _find_lesson(lesson: object) -> Lesson:
    """Return a lesson, given the lesson itself or its name in `LESSONS`.

    Raises
    ------
    TypeError
        If `lesson` is neither a lesson nor a lesson's name.
    ValueError
        If no lesson has this name, or if one of its tasks cannot be judged or solved.
    """
    if isinstance(lesson, Lesson):
        lesson.check()
        return lesson
    lesson = check_kind(lesson, "lesson", str, expected="a Lesson or the name of a lesson")
    return LESSONS[check_choice(lesson, "lesson", LESSONS)]


def open_puzzle(state: SessionState, puzzle: Puzzle | date) -> SessionState:
    """Return the state after opening a puzzle (see ``Session.open_puzzle``)."""
    if isinstance(puzzle, Puzzle):
        return _open_made(state, partial(lesson_of_puzzle, puzzle))
    check_kind(puzzle, "puzzle", date, expected="a Puzzle or a datetime.date")
    # A `datetime` counts as a date, and its time is ignored.
    day = date(puzzle.year, puzzle.month, puzzle.day)
    _check_day(day)
    solved = frozenset({0}) if day in state.solved_steps.days else frozenset()
    remake = partial(_lesson_of_day, day)
    return state.after_opening(Activity.begin(remake(), solved=solved, day=day, remake=remake))


def _open_made(state: SessionState, make: Callable[[], Lesson]) -> SessionState:
    """Make a lesson in the current language and return the state after opening it."""
    lesson = make()
    lesson.check()
    return state.after_opening(Activity.begin(lesson, remake=make))


def parse_day(text: str) -> date:
    """Convert an ISO date such as ``"2026-11-22"`` to the date of a daily puzzle.

    Raises
    ------
    ValueError
        If the text is not an ISO date, or if this day has no daily puzzle.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    # Python also accepts other formats, such as 20261122.
    if day is None or day.isoformat() != text:
        raise ValueError(f"day must be text such as 2026-11-22, not {brief(text)}")
    _check_day(day)
    return day


def _check_day(day: date) -> None:
    if not _FIRST_DAY <= day <= _LAST_DAY:
        raise ValueError(f"day must be from {_FIRST_DAY} to {_LAST_DAY}, not {day}")


@cached_by_language(4)
def _lesson_of_day(day: date) -> Lesson:
    return lesson_of_puzzle(daily_puzzle(day), _("Puzzle of the day"))


@board_request("lesson", name=TEXT)
def _request_lesson(state: SessionState, name: str) -> SessionState:
    """Open a lesson by name, or return to the person's own game if `name` is ``""``."""
    if not name:
        return state.without_activity()
    activity = state.activity
    if activity is not None and activity.is_at_last_step:  # a person pressed "Next lesson"
        state = state.after_passing(activity.step + 1)
    return open_lesson(state, name)


@board_request("puzzle", day=TEXT)
def _request_puzzle(state: SessionState, day: str) -> SessionState:
    """Open the daily puzzle for a day such as ``"2026-11-22"``."""
    return open_puzzle(state, parse_day(day))


@board_request("example", index=NUMBER)
def _request_example(state: SessionState, index: int) -> SessionState:
    """Open the rule card's example with the given number, counted from 0.

    Raises
    ------
    ValueError
        If the rule card has no such example.
    """
    examples = state.rules.card.examples
    if not 0 <= index < len(examples):
        raise ValueError(f"index must be from 0 to {len(examples) - 1}, not {index}")
    rules = state.rules
    return _open_made(state, lambda: lesson_of_example(rules.card.examples[index]))


@board_request("lesson_step", to=NUMBER)
def _go_to_step(state: SessionState, to: int) -> SessionState:
    """Go to the beginning of the step with the given number, counted from 0.

    Raises
    ------
    ValueError
        If no lesson or puzzle is open, or if the open one has no such step.
    """
    activity = _activity_of(state).at_step(to)
    return state.after_passing(to).after_opening(activity)


@board_request("again")
def try_again(state: SessionState) -> SessionState:
    """Go back to the beginning of the current step, for another try.

    Raises
    ------
    ValueError
        If no lesson or puzzle is open.
    """
    return state.after_opening(_activity_of(state).again())


@board_request("hint")
def _show_hint(state: SessionState) -> SessionState:
    """Show the current step's hint.

    Raises
    ------
    ValueError
        If no lesson or puzzle is open, or if the step has no hint.
    """
    return state.with_activity(_activity_of(state).with_hint())


def _activity_of(state: SessionState) -> Activity:
    if state.activity is None:
        raise ValueError(_("No lesson is open."))
    return state.activity


def first_state(  # noqa: PLR0913 - one argument for each choice
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
    language: str = ENGLISH,
) -> SessionState:
    """Return a session's first state. The arguments are the same as for `Session`.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If an argument is invalid, or if two arguments contradict each other.
    """
    if game is None:
        game = Game(find_rules(rules))
    else:
        is_default = isinstance(rules, str) and rules == "standard"
        _check_game(game, None if is_default else rules)
    state = SessionState(
        list_plies(game),
        is_practice=game.move_count > 0,
        names=merge_names(PLAIN_NAMES, {} if names is None else names),
        seats={"X": resolve_seat(x, game.rules), "O": resolve_seat(o, game.rules)},
        language=language,
    )
    state = state.with_hints(hints).with_undo(undo).with_match(match, first_player)
    if lesson is not None and puzzle is not None:
        raise ValueError("puzzle must be None if you pass a lesson")
    if lesson is not None:
        return open_lesson(state, lesson)
    return state if puzzle is None else open_puzzle(state, puzzle)
