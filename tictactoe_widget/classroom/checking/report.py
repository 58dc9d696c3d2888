"""Report of a check: how many questions each function was asked, and how it answered."""

from dataclasses import dataclass
from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.picture.drawing import Scene, draw_board
from tictactoe_widget.rules.picture.markup import TextDisplay, escape, table


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A call that went wrong. Immutable."""

    game: Game
    """Position that the function was asked about."""
    cell: int | None
    """Cell of the move that the function was given; None where it was given none."""
    expected: str
    """Right answer, in the terms of the contract."""
    got: str | None
    """Answer of the function as Python shows it; None where it gave none."""
    raised: str | None
    """Exception that the function raised; None where it raised none."""
    sentence: str
    """Description of the fault, in a sentence or two."""
    cell_names: tuple[str, ...] = ()
    """Cells as the contract writes them, for the picture; ``()`` for their numbers."""

    def __str__(self) -> str:
        return f"{self.sentence}\n{_indented(str(self.game))}"

    def to_svg(self) -> str:
        """Draw the position; its cells are named as in the sentence."""
        game = self.game
        scene = Scene(
            layout=game.rules.layout,
            marks=game.board,
            title=f"{game.rules.title}: {game.message}",
            winning_lines=game.winning_lines,
            cell_names=self.cell_names,
        )
        return draw_board(scene, 180)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON can write them; the position is a text."""
        return {
            "position": self.game.to_text(),
            "cell": self.cell,
            "expected": self.expected,
            "got": self.got,
            "raised": self.raised,
            "sentence": self.sentence,
        }


@dataclass(frozen=True, slots=True)
class Part:
    """Result of the check of one function. Immutable."""

    name: str
    """Name of the function."""
    ok: bool
    """True where every answer was right."""
    checked_count: int
    """Number of different questions that were asked."""
    failed_count: int
    """Number of questions with a wrong answer."""
    counterexample: Counterexample | None = None
    """Wrong answer with the fewest marks on the board; for a search, with the fewest
    cells left to fill. None where there is none."""
    diagnosis: str | None = None
    """Misconception that explains all the wrong answers; None where none is known."""
    note: str | None = None
    """Further remarks: that the function is missing, why it was not judged, its prints."""

    @property
    def result(self) -> str:
        """``"passed"``, ``"failed"``, ``"missing"`` or ``"not judged"``."""
        if self.ok:
            return "passed"
        if self.failed_count:
            return "failed"
        return "not judged" if self.checked_count else "missing"

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON can write them."""
        found = self.counterexample
        return {
            "name": self.name,
            "ok": self.ok,
            "result": self.result,
            "checked_count": self.checked_count,
            "failed_count": self.failed_count,
            "counterexample": None if found is None else found.to_dict(),
            "diagnosis": self.diagnosis,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Report(TextDisplay):
    """Report of a check; its `str` is for people. Immutable."""

    contract: str
    """Name of the contract."""
    parts: tuple[Part, ...]
    """Result of each function, in the order of the contract."""

    @property
    def ok(self) -> bool:
        """True where every part passed."""
        return all(part.ok for part in self.parts)

    @property
    def score(self) -> float:
        """Share of the parts that passed, 0 to 1."""
        return sum(part.ok for part in self.parts) / len(self.parts)

    @property
    def summary(self) -> str:
        """One sentence: whether all checks passed, or how many did."""
        if self.ok:
            return "All public checks passed."
        passed = sum(part.ok for part in self.parts)
        return f"{passed} of {len(self.parts)} functions passed."

    def points(self, most: float) -> float:
        """Return the points for the score, from 0 to `most`."""
        return float(self.score * most)

    def require(self) -> None:
        """Raise AssertionError unless every part passed.

        Raises
        ------
        AssertionError
            The message is short: the first fault, with its board as text, and where
            several functions were checked, how many passed.
        """
        for part in self.parts:
            if not part.ok:
                summary = [self.summary] if len(self.parts) > 1 else []
                raise AssertionError("\n".join([*_lines(part), *summary]))

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON can write it."""
        return {
            "contract": self.contract,
            "ok": self.ok,
            "score": self.score,
            "summary": self.summary,
            "parts": self.to_records(),
        }

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict a function, as `Part.to_dict` makes it, for a data frame."""
        return [part.to_dict() for part in self.parts]

    def __str__(self) -> str:
        width = max(len(part.name) for part in self.parts)
        lines = [
            f"{part.name:<{width}}  {part.result:<10}  {part.checked_count:>6} checked"
            f"  {part.failed_count:>6} wrong"
            for part in self.parts
        ]
        faults = [line for part in self.parts if not part.ok for line in ("", *_lines(part))]
        notes = [f"{part.name}: {part.note}" for part in self.parts if part.ok and part.note]
        return "\n".join([self.summary, "", *lines, *faults, *([""] if notes else []), *notes])

    def _repr_html_(self) -> str:
        """Return a table of the parts, and the first counterexample drawn, for a notebook."""
        rows = [
            (part.name, part.result, part.checked_count, part.failed_count, _explanation(part))
            for part in self.parts
        ]
        columns = ("Function", "Result", "Checked", "Wrong", "What is known")
        html = table(self.summary, columns, rows)
        for part in self.parts:
            if part.counterexample is not None:
                name = escape(part.name)
                picture = part.counterexample.to_svg()
                return f"{html}<p>The board that {name} went wrong on:</p>{picture}"
        return html


def _lines(part: Part) -> list[str]:
    """Return the text about a part that did not pass, line by line."""
    lines = [f"{part.name}: {part.note}"] if part.note else []
    if part.counterexample is not None:
        lines.append(str(part.counterexample))
    if part.diagnosis:
        lines.append(f"It looks as if {part.name} {part.diagnosis}.")
    return lines


def _explanation(part: Part) -> str:
    found = part.counterexample
    sentence = "" if found is None else found.sentence
    diagnosis = f"It looks as if {part.name} {part.diagnosis}." if part.diagnosis else ""
    return " ".join(filter(None, (sentence, diagnosis, part.note)))


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
