"""Progress codes: texts that students hand in to show what they have solved.

A code is a record, but it can't prevent cheating, because anyone who reads this module can make
up a code. A code consists of ``ttt1``, the data and a checksum, with dots between them. The
data is compressed JSON in base64url: the student's name, and a list for each exercise, lesson
or puzzle. Each list contains the exercise's name, five numbers, and a list of the skipped
steps. The numbers are the counts of solved steps, all steps, tries and hints, and the time in
minutes since the start of 1970.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from operator import attrgetter
from os import PathLike

from tictactoe_widget.drawing.markup import TextDisplay, escape, html_table, text_table
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import N_, _, localized, ngettext
from tictactoe_widget.validation import (
    as_tuple,
    brief,
    check_int,
    check_kind,
    check_name,
    check_type,
)

from .course_checks.gradebook import to_csv_text, write_csv

_MOST_LETTERS = 60  # maximum length of a name
_MOST_BYTES = 100_000  # maximum size of a code's unpacked data
_MOST_TRIES = 10**6
_MOST_STEPS = 1000
_VERSION = 1

# Compressed data begins with an "e" and a capital letter, unlike ordinary words after "ttt1.".
_START = re.compile(r"ttt\d+\.(?=e[A-Z])")
_CODE = re.compile(r"ttt([1-9]\d*)\.([\w-]+)\.([0-9a-f]{8})", re.ASCII)
# Email programs insert line breaks, quotation marks and invisible characters.
_NOT_OF_A_CODE = re.compile(r"[^\w.-]+", re.ASCII)

_COLUMNS = (
    N_("Name"),
    N_("Exercise"),
    N_("Solved"),
    N_("Tries"),
    N_("Hints"),
    N_("Skipped steps"),
    N_("When (UTC)"),
)


@dataclass(frozen=True, slots=True)
class SolvedExercise(Serializable):
    """Student's progress on one exercise, lesson or daily puzzle. Immutable."""

    _keys = (
        *("name", "exercise", "is_solved", "solved", "steps", "tries", "hints"),
        *("skipped=_skipped_text", "when=_when_text"),
    )

    name: str
    """Name of the student."""
    exercise: str
    """Name, such as ``"play-3"`` for an exercise, ``"lesson-forks"`` for a lesson on the board,
    or ``"puzzle-2026-11-28"`` for a daily puzzle."""
    solved: int
    """Number of solved steps. Each exercise and each puzzle has a single step."""
    steps: int
    """Number of steps."""
    tries: int
    """Number of answers up to the first right answer, added up over all steps."""
    hints: int
    """Number of hints shown before the first right answer, added up over all steps."""
    when: datetime
    """Time of the last answer to a step that was still unsolved (UTC, to the minute)."""
    skipped: tuple[int, ...] = ()
    """Numbers of the unsolved steps that the student skipped, counted from 1."""

    @property
    def is_solved(self) -> bool:
        """True if the student has solved all steps."""
        return self.solved == self.steps

    @property
    def _when_text(self) -> str:
        return self.when.strftime("%Y-%m-%d %H:%M")

    @property
    def _skipped_text(self) -> str:
        return ", ".join(map(str, self.skipped))

    @property
    def _solved_text(self) -> str:
        if self.is_solved:
            return _("yes")
        if self.steps == 1:
            return _("no")
        return _("{solved} of {steps} steps", solved=self.solved, steps=self.steps)

    @property
    def row(self) -> tuple[str, str, str, int, int, str, str]:
        """Values for one row in a table."""
        solved, skipped = self._solved_text, self._skipped_text
        return (
            *(self.name, self.exercise, solved, self.tries, self.hints),
            *(skipped, self._when_text),
        )

    @property
    def _quality(self) -> tuple[int, int]:
        """Sort key that puts the better of two records for the same exercise last."""
        return self.solved, self.tries


@dataclass(frozen=True, repr=False)
class ProgressCode(TextDisplay, Serializable):
    """Text that a student copies and hands in, and that contains all the displayed data."""

    _keys = ("name", "code", "exercises")
    _rows = "exercises"

    name: str
    """Name of the student."""
    exercises: tuple[SolvedExercise, ...]
    """Progress on each exercise, in the order of the student's first tries."""

    @property
    def code(self) -> str:
        """Code as a single line of text."""
        rows = [
            [
                *(one.exercise, one.solved, one.steps, one.tries, one.hints),
                *(int(one.when.timestamp()) // 60, one.skipped),
            ]
            for one in self.exercises
        ]
        data = json.dumps([self.name, rows], ensure_ascii=False, separators=(",", ":"))
        packed = urlsafe_b64encode(zlib.compress(data.encode(), 9)).decode().rstrip("=")
        return f"ttt{_VERSION}.{packed}.{_checksum(packed)}"

    @property
    def _summary(self) -> str:
        return ngettext(
            "{name}: {solved} of {count} exercise solved. Send this code to your teacher:",
            "{name}: {solved} of {count} exercises solved. Send this code to your teacher:",
            len(self.exercises),
            name=self.name,
            solved=sum(one.is_solved for one in self.exercises),
        )

    @localized
    def __str__(self) -> str:
        return f"{self._summary}\n{self.code}"

    @localized
    def _repr_html_(self) -> str:
        """Return the code as HTML. One click selects the whole code."""
        style = "user-select:all;overflow-wrap:anywhere"
        return f'<p>{escape(self._summary)}</p><code style="{style}">{self.code}</code>'


@dataclass(frozen=True, slots=True)
class UnreadableCode(Serializable):
    """Progress code that can't be read, or text without a code."""

    _keys = ("number", "reason")

    number: int
    """Number of the code, counted from 1 in the order in which the codes were read."""
    reason: str
    """Reason why the code can't be read, with advice."""


@dataclass(frozen=True, repr=False)
class ProgressTable(TextDisplay, Serializable):
    """Progress of a class, with one row for each student and exercise."""

    _keys = ("rows", "unreadable")
    _rows = "rows"

    rows: tuple[SolvedExercise, ...]
    """Progress on each exercise, sorted by student name."""
    unreadable: tuple[UnreadableCode, ...]
    """Codes that could not be read."""

    def to_csv(self, file: str | PathLike[str] | None = None) -> str:
        """Return the rows as CSV. If `file` is given, also write the CSV text to that file.

        If a spreadsheet program would take a student's text for a formula, the text gets a
        leading apostrophe. The file is UTF-8 with a byte order mark, so that spreadsheet
        programs read it correctly.
        """
        head = "name,exercise,is_solved,solved,steps,tries,hints,skipped,when"
        text = to_csv_text(self.to_records()) if self.rows else f"{head}\n"
        if file is not None:
            write_csv(file, text)
        return text

    @property
    def columns(self) -> tuple[str, ...]:
        """Headings for a table."""
        return tuple(map(_, _COLUMNS))

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about unreadable codes, and about what a table can't prove."""
        return (
            *(one.reason for one in self.unreadable),
            _("This is a record, not a proof: a code can be copied or made up."),
        )

    @localized
    def __str__(self) -> str:
        table = text_table([self.columns, *(one.row for one in self.rows)])
        return "\n".join([table, "", *self.notes])

    @localized
    def _repr_html_(self) -> str:
        caption = _("The class's progress")
        table = html_table(caption, self.columns, [one.row for one in self.rows])
        return table + "".join(f"<p>{escape(note)}</p>" for note in self.notes)


def _checksum(packed: str) -> str:
    return f"{zlib.crc32(packed.encode()):08x}"


# Write codes. The judge reports each verdict and each hint to this module.

_progress: dict[str, SolvedExercise] = {}  # by exercise, with an empty student name


def note_verdict(exercise: str, *, is_right: bool) -> None:
    """Count a judged answer to an exercise, and store whether it was right."""
    known = _find(exercise)
    if not known.is_solved:
        _progress[exercise] = replace(
            known, solved=int(is_right), tries=known.tries + 1, when=this_minute()
        )


def note_hint(exercise: str) -> None:
    """Count a hint that was shown for an exercise."""
    known = _find(exercise)
    if not known.is_solved:
        _progress[exercise] = replace(known, hints=known.hints + 1)


def _find(exercise: str) -> SolvedExercise:
    fresh = SolvedExercise("", exercise, 0, 1, 0, 0, this_minute())
    return _progress.get(exercise, fresh)


def this_minute() -> datetime:
    """Return the current time in UTC, to the minute."""
    return datetime.now(UTC).replace(second=0, microsecond=0)


def progress_code(name: str) -> ProgressCode:
    """Return a code with everything that you have solved in this notebook.

    The code contains your name, each exercise that `answer` has judged since the notebook's
    kernel started, the number of tries and hints, and the time. Send the code to your teacher,
    who reads it with `read_progress`. A code is a record, not a proof: codes can be copied or
    made up. For lessons and puzzles on a board, see `TicTacToe.progress_code`.

    Parameters
    ----------
    name : str
        Your name, from 1 to 60 characters long.

    Raises
    ------
    TypeError
        If `name` is not a str.
    ValueError
        If `name` has no visible characters, is too long or contains a control character, or if
        no answer has been judged yet.

    Examples
    --------
    >>> from tictactoe_widget.classroom import answer
    >>> verdict = answer("play-1", [0, 3, 1, 4, 2])
    >>> [one.tries for one in progress_code("Ada").exercises if one.exercise == "play-1"]
    [1]
    """
    name = check_student(name)
    tried = tuple(replace(one, name=name) for one in _progress.values() if one.tries)
    if not tried:
        raise ValueError("progress must contain an answer: run the cell of an exercise first")
    return ProgressCode(name, tried)


def check_student(name: object) -> str:
    """Check a student's name, and return it without extra white space.

    Raises
    ------
    TypeError
        If `name` is not a str.
    ValueError
        If `name` has no visible characters, is too long or contains a control character.
    """
    return check_name(check_kind(name, "name", str), "name", _MOST_LETTERS)


# Read codes. Anyone can send a code, so codes are checked like all data from outside.


def read_progress(
    codes: str | ProgressCode | Iterable[str | ProgressCode],
) -> ProgressTable:
    """Read progress codes, and return a table with one row for each student and exercise.

    Parameters
    ----------
    codes : str, ProgressCode or iterable of them
        Text that contains one or more codes, such as emails that you have pasted one below the
        other. Other words, line breaks and quotation marks are ignored. If several codes report
        on the same student and exercise, the table shows the record with the most solved steps.
        If several of these records have the same number of solved steps, the table shows the
        one with the most tries.

    Returns
    -------
    ProgressTable
        Table of students and exercises. `ProgressTable.unreadable` lists damaged codes. The
        table is a record, not a proof: codes can be copied or made up.

    Raises
    ------
    TypeError
        If `codes` is not a str, a `ProgressCode` or a list of them.

    Examples
    --------
    >>> table = read_progress("Dear teacher, ttt1.eJyLVnJMSVSI.12345678")
    >>> table.unreadable[0].reason
    'Code 1 is damaged. Ask for the whole code again, from ttt1 to the end.'
    """
    given = (codes,) if isinstance(codes, str | ProgressCode) else as_tuple(codes, "codes")
    texts = [one.code if isinstance(one, ProgressCode) else one for one in given]
    for text in texts:
        check_kind(text, "codes", str, expected="a text, or a list of texts")
    return _read_texts(texts)


@localized
def _read_texts(texts: Iterable[str]) -> ProgressTable:
    best: dict[tuple[str, str], SolvedExercise] = {}
    unreadable = []
    for number, (code, words) in enumerate(_find_codes(texts), 1):
        reason, rows = _read_code(code, words, number)
        if reason:
            unreadable.append(UnreadableCode(number, reason))
        for row in rows:
            key = row.name, row.exercise
            best[key] = max(best.get(key, row), row, key=attrgetter("_quality"))
    found = sorted(best.values(), key=lambda one: (one.name.casefold(), one.exercise))
    return ProgressTable(tuple(found), tuple(unreadable))


def _find_codes(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each code as a single line, together with the text that contains it."""
    for text in texts:
        line = _NOT_OF_A_CODE.sub("", text)
        starts = [found.start() for found in _START.finditer(line)]
        if not starts and text.strip():
            yield "", text
        for start, end in pairwise([*starts, len(line)]):
            yield line[start:end], text


def _read_code(code: str, words: str, number: int) -> tuple[str, tuple[SolvedExercise, ...]]:
    """Return an error message and no exercises, or no message (``""``) and the exercises."""
    if not code:
        words = brief(words)
        return _(
            "Code {number} must start with ttt1, not {words}.", number=number, words=words
        ), ()
    found = _CODE.match(code)
    if found is not None and found[1] != str(_VERSION):
        return _(
            "Code {number} is from a newer version: update tictactoe_widget.", number=number
        ), ()
    try:
        if found is not None and _checksum(found[2]) == found[3]:
            return "", tuple(_unpack(found[2]))
    except (ValueError, OverflowError, OSError, RecursionError, zlib.error):
        pass  # the checksum is right, but the data isn't ours
    return _(
        "Code {number} is damaged. Ask for the whole code again, from ttt1 to the end.",
        number=number,
    ), ()


def _unpack(packed: str) -> Iterator[SolvedExercise]:
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(
        urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), _MOST_BYTES
    )
    if not unpacker.eof:
        raise ValueError("the data must be complete")
    name, rows = check_type(json.loads(text), list, "data")
    _check_text(name)
    for row in check_type(rows, list, "rows"):
        exercise, solved, steps, tries, hints, minutes, skipped = check_type(row, list, "row")
        _check_text(exercise)
        for count in (tries, hints):
            _check_number(count, 0, _MOST_TRIES)
        _check_number(solved, 0, _check_number(steps, 1, _MOST_STEPS))
        for at in check_type(skipped, list, "skipped"):
            _check_number(at, 1, steps)
        when = datetime.fromtimestamp(60 * check_type(minutes, int, "minutes"), UTC)
        found = solved, steps, tries, hints, when, tuple(sorted(set(skipped)))
        yield SolvedExercise(name, exercise, *found)


def _check_number(number: object, least: int, most: int) -> int:
    return check_int(check_type(number, int, "number"), "number", least, most)


def _check_text(text: object) -> None:
    if check_name(text, "text", _MOST_LETTERS) != text:
        raise ValueError("text must not contain extra white space")
