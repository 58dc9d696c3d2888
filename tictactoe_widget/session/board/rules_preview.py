"""Rules that a person tries out before a round: their switches, and who wins with best play."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tictactoe_widget.analysis.registry import family_analysis
from tictactoe_widget.analysis.sentences import call_players
from tictactoe_widget.analysis.values import Analysis, Value, is_settled
from tictactoe_widget.matches.compared_rules import FROM_PRINT
from tictactoe_widget.players.builtin import player_choices
from tictactoe_widget.rules.mnk import LONGEST_SIDE
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.switches import make_switched_rules, read_switches
from tictactoe_widget.validation.quoting import brief, visible

from ..publishing import View
from .rules_view import view_picture

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
"""Legend of each switch, and the title of each of its choices, by their names in requests."""
_MOST_DRAWN_CELLS = 64
"""Number of cells of the largest board that has a picture: it takes example games."""


@dataclass(frozen=True)
class RulesPreview:
    """Rules that a person tries out, with what is known of them."""

    rules: Rules
    """The rules."""
    value: Value | None = None
    """Value of the empty board for the first player; None until it is proved."""
    remoteness: int | None = None
    """Plies to the end with best play; None until that is known."""
    is_final: bool = False
    """False until all is worked out that will be."""

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
    chosen = read_switches(find_rules(rules))
    if not switch:
        return RulesPreview(make_switched_rules(chosen))
    if switch not in _SWITCHES or to not in _SWITCHES[switch][1]:
        raise ValueError(f"no rule is changed by {brief(switch)} and {brief(to)}")
    chosen[switch] = to
    if switch == "goal" and to == "order":
        chosen["marks"] = "chosen"
    elif chosen["goal"] == "order" and chosen["marks"] != "chosen":
        raise ValueError("Where one player makes a row, the other prevents it with X or O, too")
    try:
        return RulesPreview(make_switched_rules(chosen))
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


def view_preview(preview: RulesPreview | None) -> View | None:
    """Return what is shown of a preview; None without one."""
    if preview is None:
        return None
    return {
        **_view_rules(preview.rules),
        "players": player_choices(preview.rules),
        "verdict": preview.verdict,
    }


@lru_cache(maxsize=8)
def _view_rules(rules: Rules) -> View:
    chosen = read_switches(rules)
    return {
        "name": rules.name,
        "title": visible(rules.title),
        "summary": visible(rules.summary),
        "picture": view_picture(rules) if rules.cell_count <= _MOST_DRAWN_CELLS else None,
        "switches": tuple(
            (name, legend, tuple(titles.items()), chosen[name])
            for name, (legend, titles) in _SWITCHES.items()
        ),
    }
