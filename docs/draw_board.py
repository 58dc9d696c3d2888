"""Record docs/board.gif and docs/search.png, the README's pictures, in a browser.

Run ``.venv/bin/python docs/draw_board.py``. First run `make test`, which installs the browser
and builds the front ends, and install ffmpeg.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.hosts import chromium
from tests.support.hosts.plain_page import PlainPage, SearchPage
from tictactoe_widget import Game, analyze, player
from tictactoe_widget.classroom import trace

SEED = 1
"""Seed for the computer player, which leads to a short game that X wins."""
SIZE = {"width": 800, "height": 420}
"""Size of the page with the board, and of the picture in the README."""
POINTER = """
const pointer = document.createElement("div");
pointer.innerHTML = `<svg width="26" height="26" viewBox="0 0 26 26">
  <path d="M3 2v19l5-5 3 7 4-2-3-6h7z" fill="#000" stroke="#fff" stroke-width="2"/></svg>`;
pointer.style = "position: fixed; z-index: 9999; pointer-events: none";
document.body.append(pointer);
addEventListener("mousemove", ({ clientX, clientY }) => {
  pointer.style.left = `${clientX - 3}px`;
  pointer.style.top = `${clientY - 2}px`;
});
"""
"""Script that draws the mouse pointer, because screenshots leave it out."""
LONGEST_STEP = 40
"""Maximum distance that the pointer moves between two frames, in pixels."""
COLOURS = "split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=none"
"""ffmpeg filter that chooses one palette for all frames."""


class Recorder:
    """Camera that takes pictures of a board and writes them as an animation."""

    def __init__(self, tab, folder):
        self._tab = tab
        self._folder = Path(folder)
        self._frames = []
        self._at = (620, 335)
        tab.evaluate(POINTER)
        tab.mouse.move(*self._at)

    def show(self, seconds):
        """Add a frame that shows the current board for the given number of seconds."""
        name = f"{len(self._frames):03}.png"
        self._tab.screenshot(path=self._folder / name)
        self._frames.append((name, seconds))

    def move_to(self, square):
        """Move the pointer to a square."""
        box = square.bounding_box()
        x, y = self._at
        by_x = box["x"] + box["width"] * 0.6 - x
        by_y = box["y"] + box["height"] * 0.7 - y
        steps = int(max(abs(by_x), abs(by_y)) / LONGEST_STEP) + 1
        for step in range(1, steps + 1):
            self._at = (x + by_x * step / steps, y + by_y * step / steps)
            self._tab.mouse.move(*self._at)
            self.show(0.04)

    def click(self):
        """Click at the pointer's position."""
        self._tab.mouse.click(*self._at)

    def write(self, path):
        """Write all frames as a GIF that repeats forever."""
        lines = [f"file {name}\nduration {seconds}" for name, seconds in self._frames]
        listed = self._folder / "frames.txt"
        listed.write_text("\n".join(lines))
        command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "concat", "-i", listed]
        last = f"{100 * self._frames[-1][1]:.0f}"  # hundredths of a second
        options = ["-vf", COLOURS, "-loop", "0", "-final_delay", last]
        subprocess.run([*command, *options, path], check=True)


def record_game(browser, path):
    """Record a game against the computer in which X follows the hints."""
    chosen, may_answer = player("casual", seed=SEED), Event()

    def casual(game):
        while not may_answer.is_set():  # wait until X's frames are recorded
            yield None
        yield chosen(game)

    with PlainPage(o=casual, hints=True) as page, TemporaryDirectory() as folder:
        tab = browser.new_page(
            viewport=SIZE,
            device_scale_factor=1.5,
            color_scheme="light",
            reduced_motion="reduce",
        )
        tab.goto(page.address)
        marks = tab.locator(".ttt-rows svg[data-mark]")
        hints = tab.locator(".ttt-rows [data-value]")
        expect(hints).not_to_have_count(0)
        recorder = Recorder(tab, folder)
        recorder.show(1)
        game = Game()
        while not game.is_over:
            cell = analyze(game).best_moves[0]
            recorder.move_to(tab.get_by_role("gridcell").nth(cell))
            recorder.click()
            expect(marks).to_have_count(game.move_count + 1)
            recorder.show(0.5)
            game = game.play(cell)
            if not game.is_over:
                may_answer.set()
                expect(marks).to_have_count(game.move_count + 1)
                expect(hints).not_to_have_count(0)
                may_answer.clear()
                recorder.show(1.1)
                game = Game(moves=page.read("moves"))
        recorder.show(2.5)
        recorder.write(path)
        tab.close()


def alpha_beta(game, alpha=-2, beta=2):
    """Return a game's value for X, using alpha-beta pruning as it's taught in class."""
    if game.is_over:
        return {"X": 1, "O": -1, "draw": 0}[game.result]
    is_x = game.current_player == "X"
    value = -2 if is_x else 2
    for cell in game.legal_moves:
        child = alpha_beta(game.play(cell), alpha, beta)
        if is_x:
            value = max(value, child)
            alpha = max(alpha, value)
        else:
            value = min(value, child)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def draw_search(browser):
    """Take a picture of a search at the step that cuts a move."""
    record = trace(alpha_beta, Game.from_text("XOX/O.O/.X."))
    with SearchPage(record) as page:
        tab = browser.new_page(
            viewport={"width": 876, "height": 760},
            color_scheme="light",
            reduced_motion="reduce",
        )
        tab.goto(page.address)
        while "Never tried" not in tab.locator(".ttt-say").inner_text():
            tab.get_by_role("button", name="Step forward").click()
        tab.mouse.move(0, 0)
        tab.locator(".ttt-search").screenshot(path=ROOT / "docs/search.png")
        tab.close()


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.FLAGS
        )
        record_game(browser, ROOT / "docs/board.gif")
        draw_search(browser)
        browser.close()


if __name__ == "__main__":
    main()
