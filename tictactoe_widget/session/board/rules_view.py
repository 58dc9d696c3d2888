"""View of the rules that a person can choose: their titles, words and small pictures."""

from collections.abc import Iterable
from copy import copy
from functools import cache

from tictactoe_widget.analysis.registry import may_be_solvable
from tictactoe_widget.rules.marks import Mark
from tictactoe_widget.rules.names import NAMED
from tictactoe_widget.rules.rules import Rules

from ..publishing import View

_WHOLE = 9
"""Rows or columns up to which a picture shows all of a board."""


@cache
def view_choices() -> View:
    """Return what is shown of all rules that can be chosen on the board."""
    return {
        "rules_choices": tuple((name, rules.title) for name, rules in NAMED.items()),
        "rules_summaries": {name: rules.summary for name, rules in NAMED.items()},
        # Of copies: what they work out of a game goes with them.
        "rules_pictures": {name: view_picture(copy(rules)) for name, rules in NAMED.items()},
        "unsolved_rules": tuple(
            name for name, rules in NAMED.items() if not may_be_solvable(rules)
        ),
    }


def view_shared_players(rules: Iterable[Rules]) -> View:
    """Return what players are called where marks do not tell who drew them, by rules.

    The rules that can be chosen are told of, and `rules`.
    """
    return {
        one.name: dict(one.player_names)
        for one in (*NAMED.values(), *rules)
        if one.shares_marks
    }


def view_picture(rules: Rules) -> View:
    """Return a board that holds one line that ends the game, and nothing else.

    The line is from the examples on the rule card, a diagonal where there is one. Of a
    large board only the cells around it are shown.
    """
    layout = rules.layout
    marks = max(_ending_lines(rules), key=lambda line: _extent(rules, line), default={})
    places = _places(rules, marks)
    rows = _shown_range(layout.rows, [row for row, _ in places])
    columns = _shown_range(layout.columns, [column for _, column in places])
    return {
        "rows": len(rows),
        "columns": len(columns),
        "block": layout.block,
        "board": "".join(
            marks.get(layout.cells[row * layout.columns + column]) or "."
            for row in rows
            for column in columns
        ),
    }


def _ending_lines(rules: Rules) -> list[dict[int, Mark | None]]:
    """Return the lines that end the games of the rule card, as marks by cell."""
    return [
        {cell: example.after.board[cell] for cell in line}
        for example in rules.card.examples
        if example.after is not None
        for line in example.after.winning_lines
    ]


def _extent(rules: Rules, cells: Iterable[int]) -> int:
    """Return how many rows cells take, times how many columns."""
    places = _places(rules, cells)
    return len({row for row, _ in places}) * len({column for _, column in places})


def _places(rules: Rules, cells: Iterable[int]) -> list[tuple[int, int]]:
    """Return row and column of each cell as drawn."""
    layout = rules.layout
    return [divmod(layout.cells.index(cell), layout.columns) for cell in cells]


def _shown_range(size: int, marked: list[int]) -> range:
    """Return the rows or columns that are shown: all, or those around the marked ones."""
    if size <= _WHOLE or not marked:
        return range(min(size, _WHOLE))
    return range(max(min(marked) - 1, 0), min(max(marked) + 2, size))
