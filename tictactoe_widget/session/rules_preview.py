"""Rules that a person tries out before a round: their switches, and who wins with best play."""

from collections.abc import Generator, Iterable, Mapping
from copy import copy
from dataclasses import asdict, dataclass
from functools import cache, lru_cache

from tictactoe_widget.analysis.registry import family_analysis, may_be_solvable
from tictactoe_widget.analysis.sentences import call_players
from tictactoe_widget.analysis.values import Analysis, Value, is_settled
from tictactoe_widget.matches.compared_rules import FROM_PRINT
from tictactoe_widget.players.builtin import PLAYER_SUMMARIES, player_choices
from tictactoe_widget.rules.mnk import LONGEST_SIDE, read_options, rules_with_options
from tictactoe_widget.rules.names import NAMED, find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Mark
from tictactoe_widget.validation import brief, visible

from .core import View

# View of the rules that a person can choose: their titles, words and small pictures.

_WHOLE = 9  # rows or columns up to which a picture shows all of a board


@lru_cache(maxsize=64)
def view_rules(rules: Rules) -> View:
    """Return what is shown of the rules of a round, whatever happens in it."""
    return {
        "player_choices": ("human", *player_choices(rules)),
        "player_summaries": PLAYER_SUMMARIES,
        "drawn_marks": dict(rules.drawn_marks),
        "rules_name": rules.name,
        "rules_title": visible(rules.title),
        "rules_summary": visible(rules.summary),
        **_view_choices(),
        "shared_players": view_shared_players([rules]),
        "grid": asdict(rules.layout),
    }


@cache
def _view_choices() -> View:
    """Return what is shown of all rules that can be chosen on the board."""
    return {
        "rules_choices": tuple((name, rules.title) for name, rules in NAMED.items()),
        "rules_summaries": {name: rules.summary for name, rules in NAMED.items()},
        # Of copies: what they work out of a game goes with them.
        "rules_pictures": {name: _view_picture(copy(rules)) for name, rules in NAMED.items()},
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


def _view_picture(rules: Rules) -> View:
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


_SIDES = {str(size): str(size) for size in range(1, LONGEST_SIDE + 1)}
_SWITCHES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "rows": ("Rows", _SIDES),
    "columns": ("Columns", _SIDES),
    "k": ("In a row", _SIDES),
    "place": ("Where a mark goes", {"free": "Any square", "drop": "Falls down"}),
    "edges": ("Edges", {"end": "The board ends", "torus": "It wraps round"}),
    "marks": ("Which mark", {"own": "One's own", "same": "Both draw X", "chosen": "X or O"}),
    "goal": (
        "The goal",
        {"make": "Make a row", "avoid": "Avoid a row", "order": "First makes, Second prevents"},
    ),
}
_MOST_DRAWN_CELLS = 64  # a picture takes example games


@dataclass(frozen=True)
class RulesPreview:
    """Rules that a person tries out, with what is known of them."""

    rules: Rules
    value: Value | None = None  # of the empty board; None until it is proved
    remoteness: int | None = None  # None until it is known
    is_final: bool = False  # False until all is worked out that will be

    @property
    def verdict(self) -> str:
        """Sentence that says who wins with best play, or that it is not known."""
        if self.value == "draw":
            return "With best play it is a draw"
        if self.value is not None:
            winner, moves = "X", ((self.remoteness or 0) + 1) // 2
            if self.value == "loss":
                winner, moves = "O", (self.remoteness or 0) // 2
            return call_players(f"With best play {winner} wins in {moves}", self.rules)
        printed = FROM_PRINT.get(self.rules)
        if printed is not None:
            winners = {"first": "X wins", "second": "O wins", "draw": "it is a draw"}
            return f"With best play {winners[str(printed.value)]}: {printed.source}"
        return "Not known who wins" if self.is_final else "Working out who wins…"


def preview_rules(rules: str, switch: str = "", to: str = "") -> RulesPreview:
    """Return a preview of rules, or of what one switch makes of them.

    Parameters
    ----------
    rules : str
        Name of the rules. Those that have no switches stand for the standard ones.
    switch : str, default ""
        Name of the switch; empty where nothing is changed.
    to : str, default ""
        Its new choice.

    Raises
    ------
    ValueError
        When there are no such rules, switch or choice, or they make no game together;
        the message says why.

    Examples
    --------
    >>> preview_rules("standard", "place", "drop").rules.name
    'drop-3x3k3'
    >>> preview_rules("standard", "marks", "same")
    Traceback (most recent call last):
        ...
    ValueError: Where both players draw X, a line must lose, as else the first pair of marks \
would decide
    """
    chosen = read_options(find_rules(rules))
    if not switch:
        return RulesPreview(rules_with_options(chosen))
    if switch not in _SWITCHES or to not in _SWITCHES[switch][1]:
        raise ValueError(f"no rule is changed by {brief(switch)} and {brief(to)}")
    chosen[switch] = to
    if switch == "goal" and to == "order":
        chosen["marks"] = "chosen"
    elif chosen["goal"] == "order" and chosen["marks"] != "chosen":
        raise ValueError("Where one player makes a row, the other prevents it with X or O, too")
    try:
        return RulesPreview(rules_with_options(chosen))
    except ValueError as refused:
        # What follows a colon is for those who write Python.
        reason = str(refused).partition(": ")[0]
        raise ValueError(reason[0].upper() + reason[1:]) from None


def solve_preview(rules: Rules) -> Generator[Analysis | None, None, None]:
    """Solve the empty board in slices; yield None for a slice without an answer."""
    family = family_analysis(rules)
    if family.may_be_solvable(rules):
        for found in family.solve_in_slices(rules, rules.initial_state):
            if is_settled(found):
                yield found
                return
            yield None


def view_preview(preview: RulesPreview) -> View:
    """Return what is shown of a preview."""
    return {
        **_view_rules(preview.rules),
        "players": player_choices(preview.rules),
        "verdict": preview.verdict,
    }


@lru_cache(maxsize=8)
def _view_rules(rules: Rules) -> View:
    chosen = read_options(rules)
    return {
        "name": rules.name,
        "title": visible(rules.title),
        "summary": visible(rules.summary),
        "picture": _view_picture(rules) if rules.cell_count <= _MOST_DRAWN_CELLS else None,
        "switches": tuple(
            (name, legend, tuple(titles.items()), chosen[name])
            for name, (legend, titles) in _SWITCHES.items()
        ),
    }
