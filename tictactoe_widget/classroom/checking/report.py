"""Report on a student's functions: each function's result and its first wrong answer."""

from dataclasses import dataclass
from numbers import Real
from textwrap import indent

from tictactoe_widget.drawing import palette
from tictactoe_widget.drawing.markup import TextDisplay, escape, html_table
from tictactoe_widget.drawing.palette import css_following_host, css_light_dark
from tictactoe_widget.drawing.svg import Scene, draw_board
from tictactoe_widget.rules.game import Game
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import english_plural, join_sentences
from tictactoe_widget.validation import brief


@dataclass(frozen=True, slots=True)
class Counterexample(Serializable):
    """Call to a student's function that returned a wrong answer. Immutable."""

    _keys = ("position=game", "cell", "expected", "got", "raised", "sentence", "before")

    game: Game
    """Position in which the question was asked."""
    cell: int | None
    """Cell of the move that the function was given, or None if it wasn't given a move."""
    expected: str
    """Correct answer, in the contract's notation."""
    got: str | None
    """Function's answer as Python displays it, or None if there is no answer."""
    raised: str | None
    """Exception that the function raised, or None if it raised no exception."""
    sentence: str
    """One or two sentences that describe what is wrong."""
    cell_names: tuple[str, ...] = ()
    """Labels for the cells in the picture, in the contract's notation. If the tuple is empty,
    the picture shows numbers."""
    before: Game | None = None
    """Position of an earlier call that causes the wrong answer.

    None if the answer is wrong even without an earlier call, or if no single earlier call
    causes the wrong answer.
    """

    def __str__(self) -> str:
        text = f"{self.sentence}\n{indent(str(self.game), '    ')}"
        return text if self.before is None else f"{text}\n\n{indent(str(self.before), '    ')}"

    def to_svg(self) -> str:
        """Draw the position as SVG, with the cell names used in `sentence`."""
        return self._draw(self.game)

    def before_to_svg(self) -> str | None:
        """Draw the earlier call's position as SVG, or return None if there was no such call."""
        return None if self.before is None else self._draw(self.before)

    def _draw(self, game: Game) -> str:
        scene = Scene(
            layout=game.rules.layout,
            marks=game.board,
            title=f"{game.rules.title}: {game.message}",
            winning_lines=game.winning_lines,
            cell_names=self.cell_names,
            links=game.rules.links,
        )
        return draw_board(scene, 180)


ONLY_ILLEGAL = "failed only for illegal moves"
"""Result for a function that fails only on illegal moves."""


@dataclass(frozen=True, slots=True)
class Part(Serializable):
    """Result of checking one function. Immutable."""

    _keys = (
        *("name", "ok", "result", "checked_count", "failed_count"),
        *("illegal_failed_count", "counterexample", "diagnosis", "mistakes", "note"),
    )

    name: str
    """Name of the function."""
    ok: bool
    """True if all the function's answers are right."""
    checked_count: int
    """Number of distinct questions that the function was asked."""
    failed_count: int
    """Number of questions that the function answered wrongly."""
    counterexample: Counterexample | None = None
    """Among the calls with a wrong answer, the one with the fewest marks on the board.

    For a search, the call with the fewest empty cells. The call has an illegal move only if all
    answers about legal moves are right. The value is None if every answer is right.
    """
    mistakes: tuple[str, ...] = ()
    """Misconceptions that explain the wrong answers about legal moves, about illegal moves, and
    about finished boards. The descriptions call the function "the function", not by its name.
    If no known misconception explains one of these groups, the group is left out."""
    note: str | None = None
    """Sentences about anything unusual. For example, the function is missing, was not judged or
    prints text. The sentences call the function "the function", not by its name."""
    illegal_failed_count: int = 0
    """Number of wrong answers to questions about illegal moves.

    `failed_count` includes these answers.
    """

    @property
    def diagnosis(self) -> str | None:
        """Text with all the `mistakes`, or None if there are none."""
        first, *others = self.mistakes or ("",)
        more = (f"And: {other}" for other in others)
        return join_sentences(first, *more) or None

    @property
    def result(self) -> str:
        """Result, in the words that all reports use.

        The result is ``"passed"``, ``"failed"``, ``"failed only for illegal moves"``,
        ``"missing"`` or ``"not judged"``.
        """
        if self.ok:
            return "passed"
        if self.failed_count:
            is_only_illegal = self.failed_count == self.illegal_failed_count
            return ONLY_ILLEGAL if is_only_illegal else "failed"
        return "not judged" if self.checked_count else "missing"


def share_of_right_answers(part: Part) -> float:
    """Return the share of right answers, or 0 if the function is missing or was not judged."""
    if part.ok or not part.failed_count:
        return float(part.ok)
    return (part.checked_count - part.failed_count) / part.checked_count


@dataclass(frozen=True, slots=True, repr=False)
class Report(Serializable, TextDisplay):
    """Immutable report on a student's functions, which `str` turns into readable text."""

    _keys = ("contract", "ok", "score", "summary", "left_open", "parts")
    _rows = "parts"

    contract: str
    """Name of the contract that the functions follow."""
    parts: tuple[Part, ...]
    """Result for each checked function, in the order in which the contract lists the
    functions."""
    left_open: str = ""
    """Sentences about positions that the check left out, because the contract defines no
    answers for them or because a search is slow there. Empty if there are no such positions."""

    @property
    def ok(self) -> bool:
        """True if every function passed."""
        return all(part.ok for part in self.parts)

    @property
    def score(self) -> float:
        """Share of the functions that passed, from 0 to 1."""
        return sum(part.ok for part in self.parts) / len(self.parts)

    @property
    def summary(self) -> str:
        """Sentence that says how many functions passed."""
        if self.ok:
            return "All checks passed."
        return english_plural(
            "{passed} of {count} function passed.",
            "{passed} of {count} functions passed.",
            len(self.parts),
            passed=sum(part.ok for part in self.parts),
        )

    def points(self, most: float, *, partial: bool = False) -> float:
        """Convert the score to points, from 0 to `most`.

        Parameters
        ----------
        most : float
            Maximum number of points, divided equally among the functions.
        partial : bool, default False
            True to give partial credit to a function with mistakes, in proportion to its
            right answers. False to give points only for functions that passed.

        Raises
        ------
        TypeError
            If `most` is not a number.
        """
        if not isinstance(most, Real):
            raise TypeError(
                f"most (the maximum number of points) must be a number, not {brief(most)}"
            )
        score = self.score
        if partial:
            score = sum(share_of_right_answers(part) for part in self.parts) / len(self.parts)
        return float(score * most)

    def require(self) -> None:
        """Raise an AssertionError unless every function passed.

        Raises
        ------
        AssertionError
            If a function did not pass. The error message describes the first fault and shows
            the board as text. If several functions were checked, the message also says how many
            passed.
        """
        for part in self.parts:
            if not part.ok:
                summary = [self.summary] if len(self.parts) > 1 else []
                raise AssertionError("\n".join([*_lines(part), *summary]))

    def __str__(self) -> str:
        width = max(len(part.name) for part in self.parts)
        result_width = max(10, *(len(part.result) for part in self.parts))
        lines = [
            f"{part.name:<{width}}  {part.result:<{result_width}}  "
            f"{part.checked_count:>6} checked  {part.failed_count:>6} wrong"
            for part in self.parts
        ]
        faults = [line for part in self.parts if not part.ok for line in ("", *_lines(part))]
        notes = [_write_note(part) for part in self.parts if part.ok and part.note]
        if notes or self.left_open:
            notes = ["", *notes, *filter(None, [self.left_open])]
        return "\n".join([self.summary, "", *lines, *faults, *notes])

    def to_markdown(self) -> str:
        """Return the report as Markdown, with boards as text and a table of results.

        A student's values are shown in code blocks, in which Markdown has no effect.
        """
        columns = ("Function", "Result", "Checked", "Wrong")
        rows = [
            (f"`{part.name}`", part.result, part.checked_count, part.failed_count)
            for part in self.parts
        ]
        table = [columns, ["---"] * len(columns), *rows]
        blocks = [
            self.summary,
            "\n".join(f"| {' | '.join(map(str, row))} |" for row in table),
            *(block for part in self.parts for block in _markdown_blocks(part)),
            *filter(None, [self.left_open]),
        ]
        return "\n\n".join(blocks) + "\n"

    def _repr_html_(self) -> str:
        """Return HTML for a notebook, with a table of results and pictures of wrong answers."""
        rows = [
            (part.name, part.result, part.checked_count, part.failed_count)
            for part in self.parts
        ]
        columns = ("Function", "Result", "Checked", "Wrong")
        results = [f"ttt-{part.result.replace(' ', '-')}" for part in self.parts]
        faults = "".join(map(_describe, self.parts))
        left_open = self.left_open and f'<p class="ttt-open">{escape(self.left_open)}</p>'
        few = " ttt-few" if len(self.parts) <= _FEW else ""
        return (
            f'<div class="ttt-report{few}"><style>{_STYLE}</style>'
            f"{html_table(self.summary, columns, rows, results)}"
            f"{faults and f'<div>{self._beginning}{faults}</div>'}{left_open}</div>"
        )

    @property
    def _beginning(self) -> str:
        """Return HTML that advises which wrong function to fix first."""
        failed = [part for part in self.parts if part.failed_count]
        if len(failed) < 2:
            return ""
        first = next((part for part in failed if part.result == "failed"), failed[0])
        advice = f"Start with <code>{escape(first.name)}</code>"
        count = english_plural(
            "{count} of {total} answers is wrong.",
            "{count} of {total} answers are wrong.",
            first.failed_count,
            total=f"{first.checked_count:,}",
        )
        return f'<p class="ttt-start"><b>{advice}</b><br/>{count}</p>'


def _lines(part: Part) -> list[str]:
    """Describe a function that did not pass, as lines of text."""
    lines = [_write_note(part)] if part.note else []
    if part.counterexample is not None:
        lines.append(str(part.counterexample))
    if part.diagnosis:
        lines.append(_write_diagnosis(part))
    return lines


def _write_note(part: Part) -> str:
    return f"{part.name}: {part.note}"


def _write_diagnosis(part: Part) -> str:
    return f"Likely mistake in {part.name}: {part.diagnosis}"


def _markdown_blocks(part: Part) -> list[str]:
    """Return remarks on a function as blocks of Markdown, or an empty list."""
    texts = [str(part.counterexample)] if part.counterexample is not None else []
    texts += [part.note] if part.note else []
    blocks = [indent(text, "    ") for text in texts]
    if part.diagnosis:
        blocks.append(f"**{_write_diagnosis(part)}**")
    return [f"## `{part.name}`", *blocks] if blocks else []


_BULB = (
    '<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" '
    'stroke-width="2" stroke-linecap="round" aria-hidden="true">'
    '<path d="M9 17c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8zM10 21h4"/></svg>'
)
# If a report has at most this many functions, the table is above the faults, not beside them.
_FEW = 3

# Styles of a report in a notebook. Each selector has the report's class, because styles apply
# to the whole page.
_STYLE = (
    f"@supports(color:light-dark(red,red)){{{css_following_host('ttt-report')}"
    f".ttt-report{{--edge:{css_light_dark(palette.EDGE)};--wash:{css_light_dark(palette.WASH)};"
    f"--accent:{css_light_dark(palette.ACCENT)};--bulb:{css_light_dark(palette.ACCENT_WASH)};"
    f"--right:{css_light_dark(palette.WIN)};--wrong:{css_light_dark(palette.LOSS)}}}}}"
    ".ttt-report{display:flex;flex-wrap:wrap;gap:12px;align-items:start;max-width:60em}"
    ".ttt-report.ttt-few{display:grid;max-width:36em}"
    ".ttt-report table{flex:1 1 18em;margin:0}"
    ".ttt-report caption{padding:0 0 8px;font-size:20px;font-weight:700}"
    ".ttt-report table th,.ttt-report table td{padding:10px 8px}"
    ".ttt-report table :nth-child(n+3):is(th,td){text-align:end}"
    ".ttt-report code{padding:0;color:inherit;background:none}"
    ".ttt-report>div{flex:1 1 20em;display:grid;gap:12px}"
    ".ttt-report p,.ttt-report h4,.ttt-report dl,.ttt-report dd{margin:0}"
    ".ttt-report h4{font-size:16px;font-weight:700}"
    ".ttt-report .ttt-open{flex:1 0 100%;font-size:13px}"
    ".ttt-report .ttt-start{padding:8px 12px;border-radius:12px;background:var(--wash)}"
    ".ttt-report article{display:grid;gap:12px;padding:12px;border:1px solid var(--edge);"
    "border-radius:12px}"
    ".ttt-report article>div{display:flex;flex-wrap:wrap;gap:16px;align-items:center}"
    ".ttt-report dl{display:block;flex:1 1 8em;width:auto}"
    ".ttt-report dl dt,.ttt-report dl dd{float:none;display:block;width:auto;padding:0}"
    ".ttt-report dl dt{font-weight:400;font-size:13px}"
    ".ttt-report dl dd{margin-bottom:8px}"
    ".ttt-report .ttt-bulb{display:flex;gap:10px;padding:10px 12px;border-radius:12px;"
    "background:var(--bulb)}"
    ".ttt-report .ttt-bulb svg{flex:none;color:var(--accent)}"
    ".ttt-report .ttt-passed td:nth-child(2),.ttt-report .ttt-right{color:var(--right)}"
    ".ttt-report .ttt-failed td:nth-child(2),.ttt-report .ttt-wrong{color:var(--wrong)}"
    ".ttt-report .ttt-passed td:nth-child(2)::before,.ttt-report .ttt-right::before"
    "{content:'\\2713\\00a0'}"
    ".ttt-report .ttt-failed td:nth-child(2)::before,.ttt-report .ttt-wrong::before"
    "{content:'\\2715\\00a0'}"
    ".ttt-report .ttt-failed-only-for-illegal-moves td:nth-child(2)::before"
    "{content:'\\25b3\\00a0'}"
    ".ttt-report .ttt-missing td:nth-child(2)::before{content:'\\25cc\\00a0'}"
)


def _describe(part: Part) -> str:
    """Return any remarks on a function, as HTML for its table row."""
    found = part.counterexample
    lines = []
    if found is not None:
        answers = [
            ("returned", "wrong", found.got),
            ("raised", "wrong", found.raised),
            ("expected", "right", found.expected),
        ]
        terms = "".join(
            f'<dt>{name}</dt><dd class="ttt-{kind}"><code>{escape(answer)}</code></dd>'
            for name, kind, answer in answers
            if answer is not None
        )
        lines += [
            f"<div>{found.to_svg()}<dl>{terms}</dl></div>",
            f"<p>{escape(found.sentence)}</p>",
        ]
        if before := found.before_to_svg():
            lines.append(f"<div>{before}<p>The earlier call</p></div>")
    if part.diagnosis:
        hint = escape(_write_diagnosis(part))
        lines.append(f'<p class="ttt-bulb">{_BULB}<span>{hint}</span></p>')
    if part.note:
        lines.append(f"<p>{escape(part.note)}</p>")
    if not lines:
        return ""
    heading = f"<code>{escape(part.name)}</code>"
    if found is not None:
        heading = f"Where {heading} goes wrong"
    return f"<article><h4>{heading}</h4>{''.join(lines)}</article>"
