"""Choose the daily puzzles, and write them into a Python module as a table.

    python benchmarks/choose_daily_puzzles.py

The script writes the table into ``tictactoe_widget/classroom/puzzle.py``, with the same content
every time. In a browser, the search for puzzles would take seconds, so the package contains its
result.
"""

from collections import Counter, defaultdict
from pathlib import Path

from tictactoe_widget import analyze
from tictactoe_widget.classroom.puzzle import Puzzle, PuzzleKind, by_difficulty, puzzles

MODULE = Path(__file__).parents[1] / "tictactoe_widget/classroom/puzzle.py"

DAYS_OF_A_WEEK = 7
WEEKS = 53
"""Number of weeks after which the puzzles repeat. A year never has more than 53 Mondays."""

SOURCES: tuple[tuple[str, PuzzleKind], ...] = (
    ("standard", "win"),
    ("standard", "block"),
    ("standard", "fork"),
    ("standard", "draw"),
    ("misere", "misere"),
)
"""Rules and kinds of puzzles from which the daily puzzles are chosen."""


def puzzles_by_difficulty() -> tuple[Puzzle, ...]:
    """Return one puzzle for each position that isn't already lost, easy puzzles first.

    Many positions suit several kinds of puzzle. Each position becomes a puzzle of the kind that
    is the rarest so far. Positions that suit only a few kinds are assigned first.
    """
    by_position = defaultdict(list)
    for rules, kind in SOURCES:
        for puzzle in puzzles(rules, kind):
            if analyze(puzzle.game).value != "loss":
                by_position[puzzle.game.canonical().board].append(puzzle)
    counts: Counter[str] = Counter()
    chosen = []
    for choices in sorted(by_position.values(), key=len):
        rarest = min(choices, key=lambda puzzle: counts[puzzle.kind])
        counts[rarest.kind] += 1
        chosen.append(rarest)
    return tuple(sorted(chosen, key=by_difficulty))


def puzzles_of_weekday(found: tuple[Puzzle, ...], weekday: int) -> tuple[Puzzle, ...]:
    """Return all puzzles for one day of the week (0 is Monday), ordered by week.

    No puzzle appears on two different days of the week. Because there are more puzzles than
    needed, some puzzles of the most frequent kinds are left out.
    """
    first, last = (len(found) * at // DAYS_OF_A_WEEK for at in (weekday, weekday + 1))
    by_kind = defaultdict(list)
    for puzzle in found[first:last]:
        by_kind[puzzle.kind].append(puzzle)
    while sum(map(len, by_kind.values())) > WEEKS:
        max(by_kind.values(), key=len).pop()
    spread = [
        ((at + 0.5) / len(of_kind), puzzle)
        for of_kind in by_kind.values()
        for at, puzzle in enumerate(of_kind)
    ]
    return tuple(puzzle for at, puzzle in sorted(spread, key=lambda one: one[0]))


def encode(puzzle: Puzzle) -> str:
    """Return a puzzle as text: the first letter of its kind, and its marks."""
    return puzzle.kind[0] + "".join(mark or "." for mark in puzzle.game.board)


def write_table() -> None:
    """Write the table into the module."""
    found = puzzles_by_difficulty()
    by_weekday = [puzzles_of_weekday(found, weekday) for weekday in range(DAYS_OF_A_WEEK)]
    rows = "\n".join(" ".join(map(encode, week)) for week in zip(*by_weekday, strict=True))
    before, start, rest = MODULE.read_text().partition('_DAILY_PUZZLES = """\\\n')
    _, end, after = rest.partition('\n"""')
    MODULE.write_text(before + start + rows + end + after)


if __name__ == "__main__":
    write_table()
