"""Games and actions for boards on every host. Positions are numbers from 1."""

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

from tests.support.hosts.jupyter import Board
from tictactoe_widget.rules.names import find_rules

EMPTY = ".../.../..."

# Ultimate games with closed boards, found by random play and replayed in Python.
# . O O   X . .   X . O
# . O .   . X .   X . .
# O . .   . . X   X . .
#
# . . .   O X .   X . .
# . . .   . X .   . . .
# O O O   . X .   O O O
#
# . . X   . . .   X O X
# . . X   X . X   X O O
# . . X   X O O   O X O
LONG = [
    *(
        57,
        21,
        22,
        35,
        69,
        54,
        76,
        34,
        63,
        79,
        60,
        52,
        25,
    ),  # on the way, X wins board 7 and O wins board 6
    *(36, 73, 2, 10, 3, 19, 5, 44, 71, 70, 7, 14, 37, 18),
    *(78, 46, 53, 67, 81, 80, 72, 75, 77, 38, 74, 41),
]
# . O .   X . .   . . .
# . O .   . X .   . . .
# . . .   . . X   . O .
#
# . . .   X . .   . . .
# . . .   . X .   . . .
# . . .   . O X   . O .
#
# . . .   . . X   . . .
# . . .   . X .   . O .
# . O .   X . .   . O .
SHORT = [18, 77, 37, 2, 10, 5, 45, 80, 70, 62, 66, 26, 68, 44, 41, 53, 14]
# X in the middle of row 8 of 15.
FIVE_IN_ROW = [113, 1, 114, 2, 115, 3, 116, 4, 117]


def focused_name(page: Page) -> str | None:
    name: str | None = page.evaluate("document.activeElement.getAttribute('aria-label')")
    return name


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the element called `name` has the focus."""
    passed = []
    for _ in range(40):
        page.keyboard.press("Tab")
        here = focused_name(page) or page.evaluate("document.activeElement.textContent")
        if re.match(name, here):
            return
        passed.append(here[:40])
    raise AssertionError(f"Tab never reached {name}, only {passed}")


def cell(board: Board, position: int) -> Locator:
    """Return a position's button, wherever it is on the screen."""
    return board.root.locator(f".ttt-cell[data-position='{position}']")


def open_setup(board: Board) -> Locator:
    """Open the sheet for choosing the game and players, and return it."""
    board.button("Players").click()
    return board.root.get_by_role("dialog", name="Players and game")


def open_more(board: Board) -> Locator:
    """Open the sheet with further options, and return it."""
    board.button("More").click()
    return board.root.get_by_role("dialog", name="More")


def reset_scores(board: Board) -> None:
    """Set all scores to zero with two presses."""
    sheet = open_more(board)
    sheet.get_by_role("button", name="Reset scores").click()
    sheet.get_by_role("button", name="Really reset").click()
    expect(sheet).to_be_hidden()


def strengths(root: Locator) -> Iterator[str]:
    """Move the strength slider up from the weakest, and yield each text."""
    slider = root.get_by_role("slider", name="How strong")
    slider.press("Home")
    yield slider.get_attribute("aria-valuetext") or ""
    while slider.input_value() != slider.get_attribute("max"):
        slider.press("ArrowRight")
        yield slider.get_attribute("aria-valuetext") or ""


def choose_strength(root: Locator, title: str) -> None:
    """Move the strength slider to the player with this title."""
    assert any(words.startswith(f"{title}: ") for words in strengths(root)), title


def choose_rules(sheet: Locator, rules: str) -> None:
    """Choose a game on the sheet by its Python name."""
    sheet.get_by_role("radio", name=find_rules(rules).title, exact=True).check()


def start(board: Board, rules: str | None = None, against: str | None = None) -> None:
    """Start a round on the sheet, for two people or a person against a computer."""
    sheet = open_setup(board)
    mode = "Two friends" if against is None else "Me and the computer"
    sheet.get_by_role("radio", name=mode).check()
    if against is not None:
        choose_strength(sheet, against)
    if rules is not None:
        choose_rules(sheet, rules)
    sheet.get_by_role("button", name="Start").click()
    expect(sheet).to_be_hidden()


def player(board: Board, mark: str) -> Locator:
    """Return a player's card with the name, the score and the computer player."""
    return board.root.locator(f".ttt-player[data-who={mark}]")
