"""Measure the cost of a move on a large board compared with 3x3, and with a player's reply.

``python benchmarks/moves.py`` plays full games on two widgets whose connection to the front end
only writes JSON. The script then opens a JupyterLab page with two boards, one for two people
and one on which "perfect" replies. In each comparison, the contenders take turns.
"""

import json
from collections.abc import Iterable
from statistics import median
from time import perf_counter
from unittest.mock import patch

import comm
from board import DRAWN_GAME, open_lab, time_click

from tictactoe_widget import TicTacToe

ROUNDS = 21
"""Number of rounds in each comparison."""

SIDE = 15
"""Side length of the large board, in cells."""
BOARDS = """
from IPython.display import display
from tictactoe_widget import TicTacToe
people, played = TicTacToe(), TicTacToe(o="perfect")
people.add_class("people")
played.add_class("played")
display(people, played)
"""
"""Source of a notebook cell that shows a board for two people and a board with a player."""


class Wire:
    """Connection to a front end that writes messages as JSON and records their sizes."""

    def __init__(self, *, comm_id: str | None = None, **_: object) -> None:
        self.comm_id = comm_id or f"comm {id(self)}"
        self.sizes: list[int] = []

    def on_msg(self, _callback: object) -> None:
        """Do nothing: no message ever arrives."""

    def send(self, data: object, buffers: object = None) -> None:
        """Write a message as JSON, and record its size in characters."""
        del buffers
        self.sizes.append(len(json.dumps(data)))

    def close(self) -> None:
        """Do nothing: there is no connection."""


def full_game() -> list[int]:
    """Return a full game without five in a row: pairs of marks that shift from row to row."""
    cells = range(SIDE * SIDE)
    is_x = [(cell % SIDE + cell // SIDE * 2) % 4 < 2 for cell in cells]
    x, o = ([cell for cell in cells if is_x[cell] == mark] for mark in (True, False))
    moves = [cell for pair in zip(x, o, strict=False) for cell in pair]
    return [*moves, x[-1]]


def play(rules: str, cells: Iterable[int]) -> tuple[float, int]:
    """Play a game. Return the median time (seconds) and message size (bytes) per move."""
    board = TicTacToe(rules=rules)
    board.comm.sizes.clear()
    taken = []
    for cell in cells:
        start = perf_counter()
        board.play(cell)
        taken.append(perf_counter() - start)
    if not board.is_draw:
        raise ValueError(f"the game must be a draw, not {board!r}")
    return median(taken), round(median(board.comm.sizes))


def large_board() -> None:
    """Compare a move on a 15x15 board with a move on a 3x3 board."""
    games = {"3x3": ("standard", DRAWN_GAME), "15x15": ("gomoku", full_game())}
    times: dict[str, list[float]] = {name: [] for name in games}
    sizes: dict[str, int] = {}
    with patch.object(comm, "create_comm", Wire):
        for _ in range(ROUNDS):
            for name, (rules, cells) in games.items():
                time, sizes[name] = play(rules, cells)
                times[name].append(time)
    ratio = median(large / small for small, large in zip(*times.values(), strict=True))
    print("a move made, published and written, median of a full game")
    for name, taken in times.items():
        print(f"  {name:<6} {median(taken) * 1e6:6.0f} µs  {sizes[name]:6} bytes")
    print(f"  ratio of times  {ratio:.2f} x (goal: at most 2)")


def reply() -> None:
    """Compare clicks on two boards: one on which "perfect" replies, and one for two people."""
    names = ("people", "played")
    times: dict[str, list[float]] = {name: [] for name in names}
    with open_lab(BOARDS) as notebook:
        page = notebook.page
        for name in names:
            page.locator(f".{name} .ttt-cell").first.wait_for()
        for _ in range(ROUNDS):
            for name, step in zip(names, (1, 2), strict=True):
                taken = []
                notebook.kernel.evaluate(f"{name}.new_game()")
                page.locator(f".{name}").get_by_role("radiogroup", name="Play with").wait_for()
                for ply in (step, 2 * step, 3 * step):
                    free = page.locator(f".{name} .ttt-cell[data-mark='']").first
                    position = free.get_attribute("data-position")
                    button = f".{name} [data-position='{position}']"
                    said = f"Move {ply} of {ply}"
                    taken.append(time_click(page, button, f".{name}", said))
                times[name].append(median(taken))
    ratio = median(own / base for base, own in zip(*times.values(), strict=True))
    print("click to painted on 3x3, in one JupyterLab page")
    print(f"  two people                {median(times['people']):6.1f} ms")
    print(f"  with the reply of perfect {median(times['played']):6.1f} ms")
    print(f"  ratio                     {ratio:6.2f} x (goal: at most 2)")


if __name__ == "__main__":
    large_board()
    reply()
