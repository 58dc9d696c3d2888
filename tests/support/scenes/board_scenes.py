"""What is played alike on the board of every host; positions are numbers from 1."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from playwright.sync_api import Locator, Page, expect

from tests.support.hosts.jupyter import Board, until
from tests.support.models.nine_cells import free, moves
from tictactoe_widget.rules.names import find_rules

EMPTY = ".../.../..."

# Games of ultimate with closed boards, found by random play and replayed in Python.
LONG = [
    *(57, 21, 22, 35, 69, 54, 76, 34, 63, 79, 60, 52, 25),  # X 7 and O 6 are won on the way
    *(36, 73, 2, 10, 3, 19, 5, 44, 71, 70, 7, 14, 37, 18),
    *(78, 46, 53, 67, 81, 80, 72, 75, 77, 38, 74, 41),
]
"""
. O O   X . .   X . O
. O .   . X .   X . .
O . .   . . X   X . .

. . .   O X .   X . .
. . .   . X .   . . .
O O O   . X .   O O O

. . X   . . .   X O X
. . X   X . X   X O O
. . X   X O O   O X O
"""
SHORT = [18, 77, 37, 2, 10, 5, 45, 80, 70, 62, 66, 26, 68, 44, 41, 53, 14]
"""
. O .   X . .   . . .
. O .   . X .   . . .
. . .   . . X   . O .

. . .   X . .   . . .
. . .   . X .   . . .
. . .   . O X   . O .

. . .   . . X   . . .
. . .   . X .   . O .
. O .   X . .   . O .
"""
FIVE_IN_ROW = [113, 1, 114, 2, 115, 3, 116, 4, 117]
"""X in the middle of the eighth of fifteen rows."""

SHAPES = "paths => paths.map((path) => path.getAttribute('d'))"
"""What the paths of a drawing draw."""


def focused_name(page: Page) -> str | None:
    name: str | None = page.evaluate("document.activeElement.getAttribute('aria-label')")
    return name


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what is called `name` has the focus."""
    passed = []
    for _ in range(40):
        page.keyboard.press("Tab")
        here = focused_name(page) or page.evaluate("document.activeElement.textContent")
        if re.match(name, here):
            return
        passed.append(here[:40])
    raise AssertionError(f"Tab never reached {name}, only {passed}")


def cell(board: Board, position: int) -> Locator:
    """The button of a position, wherever it is drawn."""
    return board.root.locator(f".ttt-cell[data-position='{position}']")


def play(board: Board, positions: Iterable[int]) -> None:
    """Click positions, each once the board shows the one before."""
    for position in positions:
        cell(board, position).click()
        expect(cell(board, position)).to_have_accessible_name(re.compile("last move"))


def coordinate(position: int) -> tuple[str, str]:
    """What to type for a position of ultimate: its column as a letter, then its row."""
    board, place = divmod(position - 1, 9)
    column = 3 * (board % 3) + place % 3
    row = 3 * (board // 3) + place // 3
    return "abcdefghi"[column], str(row + 1)


def open_setup(board: Board) -> Locator:
    """Open the sheet on which people choose the game and who plays, and return it."""
    board.button("Players").click()
    return board.root.get_by_role("dialog", name="Players and game")


def open_more(board: Board) -> Locator:
    """Open the sheet with what is needed less often, and return it."""
    board.button("More").click()
    return board.root.get_by_role("dialog", name="More")


def reset_scores(board: Board) -> None:
    """Set all scores to zero, by two presses."""
    sheet = open_more(board)
    sheet.get_by_role("button", name="Reset scores").click()
    sheet.get_by_role("button", name="Really reset").click()
    expect(sheet).to_be_hidden()


def strengths(root: Locator) -> Iterator[str]:
    """Move the slider of strengths from the weakest up; yield the words of each."""
    slider = root.get_by_role("slider", name="How strong")
    slider.press("Home")
    yield slider.get_attribute("aria-valuetext") or ""
    while slider.input_value() != slider.get_attribute("max"):
        slider.press("ArrowRight")
        yield slider.get_attribute("aria-valuetext") or ""


def choose_strength(root: Locator, title: str) -> None:
    """Move the slider of strengths to the player that is called so."""
    assert any(words.startswith(f"{title}: ") for words in strengths(root)), title


def choose_rules(sheet: Locator, rules: str) -> None:
    """Choose a game on the sheet by its name in Python."""
    sheet.get_by_role("radio", name=find_rules(rules).title, exact=True).check()


def start(board: Board, rules: str | None = None, against: str | None = None) -> None:
    """Start a round on the sheet: two people, or one who begins against a computer."""
    sheet = open_setup(board)
    mode = "Two friends" if against is None else "Me and the computer"
    sheet.get_by_role("radio", name=mode).check()
    if against is not None:
        choose_strength(sheet, against)
    if rules is not None:
        choose_rules(sheet, rules)
    sheet.get_by_role("button", name="Start").click()
    expect(sheet).to_be_hidden()


def move_worth(marks: str, cell: int) -> int:
    return moves(marks, misere=False)[cell][0]


def is_over(board: Board) -> bool:
    return "turn" not in board.status.inner_text()


def has_answered(board: Board, left: int) -> bool:
    return is_over(board) or board.marks().count(".") == left


def play_on(board: Board, choose: Callable[..., int]) -> list[tuple[int, int]]:
    """Play X to the end: `choose` picks a cell; return each with what it was worth."""
    made = []
    while not is_over(board):
        marks = board.marks().replace("/", "")
        cell = choose(free(marks), key=lambda cell: move_worth(marks, cell))
        made.append((cell, move_worth(marks, cell)))
        board.cell(cell + 1).click()
        left = len(free(marks)) - 2
        until(partial(has_answered, board, left), "the player answers")
    return made


def player(board: Board, mark: str) -> Locator:
    """The card of a player: the name, the score, and which computer plays."""
    return board.root.locator(f".ttt-player[data-who={mark}]")


def play_short_by_keyboard(board: Board) -> None:
    """Play `SHORT` on a new board of ultimate with no mouse."""
    page = board.root.page
    tab_to(page, "a1, board 1, row 1, column 1")
    ways = {
        18: [*["ArrowRight"] * 5, *["ArrowDown"] * 2],  # into board 2
        77: ["PageDown", "ArrowDown", "ArrowDown", "End", "ArrowLeft"],  # to board 9
        37: ["PageUp", "ArrowUp", "Home", *["ArrowRight"] * 3],  # to board 5
    }
    for position in SHORT:
        for key in ways.get(position, coordinate(position)):
            page.keyboard.press(key)
        expect(cell(board, position)).to_be_focused()
        page.keyboard.press("Enter" if position % 2 else "Space")
        expect(cell(board, position)).to_have_accessible_name(re.compile("last move"))
    expect(board.status).to_contain_text("Player X wins!")


def start_anew_by_keyboard(board: Board) -> None:
    """Go from the end of `SHORT` to the next round."""
    tab_to(board.root.page, "New game")
    board.root.page.keyboard.press("Enter")
    expect(board.status).to_contain_text("Play in any open board")
    assert board.score() == [1, 0, 0]


def lose_to_perfect(board: Board) -> None:
    """Make a worst move as X each time, and look at the one that lost."""
    made = play_on(board, min)
    expect(board.status).to_contain_text("Player O wins!")
    assert board.score() == [0, 0, 1]

    # The first move that was lost had given a draw away; those after it had nothing to give.
    strip = board.root.get_by_role("toolbar", name="Moves")
    count = 9 - board.marks().count(".")
    expect(strip.get_by_role("button")).to_have_count(count)
    index = [worth for _, worth in made].index(-1)
    ply, position = 2 * index, made[index][0] + 1
    assert count == ply + 2  # O wins with its next move
    given_away = strip.get_by_role("button", name="given away")
    expect(given_away).to_have_accessible_name(
        f"{ply + 1} {position} X: loss in 1 move, a draw given away"
    )
    given_away.click()
    expect(board.root).to_contain_text(f"Move {ply + 1} of {count}")
    expect(given_away).to_have_attribute("aria-current", "step")
    assert board.marks().count(".") == 8 - ply


def show_and_hide_hints(board: Board) -> None:
    """Turn hints on and off in a game of which all is known."""
    # X wins at 3, draws at 6, and elsewhere lets O win at 6.
    board.click(1, 4, 2, 5)
    names = {
        position: f"{position}, row {row}, column {column}, empty"
        for position, row, column in [(3, 1, 3), (6, 2, 3), (7, 3, 1), (8, 3, 2), (9, 3, 3)]
    }
    for position, name in names.items():
        expect(board.cell(position)).to_have_accessible_name(name)
    button = board.button("Hints")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    worths = {
        3: ("win", "win in 1", ", win in 1 move, best, threat"),
        6: ("draw", "draw", ", draw, threat"),
        **dict.fromkeys((7, 8, 9), ("loss", "loss in 1", ", loss in 1 move")),
    }
    signs = {}
    for position, (value, word, spoken) in worths.items():
        expect(board.cell(position)).to_have_accessible_name(names[position] + spoken)
        expect(board.cell(position)).to_have_attribute("data-value", value)
        sign = board.cell(position).locator(f".ttt-value[data-value={value}]")
        expect(sign).to_be_visible()
        signs[value] = sign.locator("path").evaluate_all(SHAPES)
        expect(board.cell(position).locator(".ttt-word")).to_have_text(word)
        expect(board.cell(position).locator(".ttt-word")).to_be_visible()
    for part in zip(*signs.values(), strict=True):
        assert len(set(part)) == len(signs), "each value has a shape and a sign of its own"
    for name, marked in [("best", [3]), ("threat", [3, 6])]:
        expect(board.root.locator(f".ttt-cell .ttt-{name}")).to_have_count(len(marked))
        for position in marked:
            expect(board.cell(position).locator(f".ttt-{name}")).to_be_visible()
    expect(board.root.locator(".ttt-legend")).to_be_visible()
    expect(board.root.locator(".ttt-comment")).to_contain_text("3")

    board.button("Step back").click()
    # O to move: only 3 keeps X from winning there.
    expect(board.cell(3)).to_have_accessible_name(re.compile("best"))
    expect(board.cell(6)).to_have_accessible_name(names[6] + ", loss in 1 move")
    board.button("Now").click()
    expect(board.cell(3)).to_have_accessible_name(re.compile("win in 1 move, best"))
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    for position, name in names.items():
        expect(board.cell(position)).to_have_accessible_name(name)
    expect(board.root.locator(".ttt-hint")).to_have_count(0)
    expect(board.root.locator(".ttt-legend")).to_be_hidden()
    expect(board.root.locator(".ttt-comment")).to_be_hidden()
