"""The table with which a session begins, made of what a person chose."""

from collections.abc import Mapping
from datetime import date
from typing import TypedDict, Unpack

from tictactoe_widget.classroom.lessons import Lesson
from tictactoe_widget.classroom.puzzles.puzzles import Puzzle
from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.game import Game, list_plies
from tictactoe_widget.rules.marks import PLAIN_NAMES
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules

from .activity_transitions import open_lesson, open_puzzle
from .seats import HUMAN, merge_names, resolve_seat
from .table import Table, check_game


class TableOptions(TypedDict, total=False):
    """Choices for a first table besides its rules; see `Session`."""

    game: Game | None
    x: str | Player
    o: str | Player
    names: Mapping[str, str] | None
    hints: bool
    lesson: str | Lesson | None
    puzzle: Puzzle | date | None


def lay_table(rules: str | Rules = "standard", **options: Unpack[TableOptions]) -> Table:
    """Return the table with which a session begins.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        Rules of the first round. With `game`, the default stands for the rules of that game.
    **options
        Choices as in `Session`.

    Raises
    ------
    TypeError
        When an option is not known or of a wrong type.
    ValueError
        When an option is not valid, or two of them disagree.
    """
    accepted = TableOptions.__annotations__
    unknown = [name for name in options if name not in accepted]
    if unknown:
        raise TypeError(
            f"a table takes no {', '.join(map(repr, unknown))}; "
            f"it takes {', '.join(('rules', *accepted))}"
        )
    game = options.get("game")
    if game is None:
        game = Game(find_rules(rules))
    else:
        is_default = isinstance(rules, str) and rules == "standard"
        check_game(game, None if is_default else rules)
    names = options.get("names")
    table = Table(
        list_plies(game),
        is_practice=game.move_count > 0,
        names=merge_names(PLAIN_NAMES, {} if names is None else names),
        seats={
            "X": resolve_seat(options.get("x", HUMAN), game.rules),
            "O": resolve_seat(options.get("o", HUMAN), game.rules),
        },
    )
    table = table.with_hints(options.get("hints", False))
    return _with_lesson(table, options.get("lesson"), options.get("puzzle"))


def _with_lesson(
    table: Table, lesson: str | Lesson | None, puzzle: Puzzle | date | None
) -> Table:
    """Return the table with the lesson or the puzzle that is given first, if any."""
    if lesson is not None and puzzle is not None:
        raise ValueError("a board gives a lesson or a puzzle, not both at once")
    if lesson is not None:
        return open_lesson(table, lesson)
    return table if puzzle is None else open_puzzle(table, puzzle)
