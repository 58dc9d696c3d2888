"""Draw docs/board.png and docs/search.png anew, as a browser shows them today.

``.venv/bin/python docs/draw_board.py``, after `make test` has brought the browser.
"""

import base64
import sys
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.hosts import chromium
from tests.support.hosts.plain_page import PlainPage, SearchPage
from tictactoe_widget import Game
from tictactoe_widget.classroom import trace

MOVES = (
    *(46, 16, 70, 67, 42, 57, 34, 63, 6, 59, 49, 39, 27, 4, 38, 23, 52),
    *(65, 22, 36, 8, 75, 32, 20, 18, 1, 9, 5, 56, 26, 77, 31, 41, 60),
)
"""A game of ultimate in which two boards are won."""

UPRIGHT = {"viewport": {"width": 320, "height": 800}, "color_scheme": "light"}
SIDEWAYS = {"viewport": {"width": 1200, "height": 600}, "color_scheme": "dark"}
PAGE = """<style>
body {{ margin: 0; padding: 16px; display: grid; grid-template-columns: auto auto;
       gap: 16px; align-items: center; inline-size: max-content; background: #ffffff }}
img {{ display: block; border-radius: 8px }}
div {{ display: grid; gap: 16px }}
</style><img src="{}" width="320">
<div><img src="{}" width="640"><img src="{}" width="640"></div>
"""


def shot(browser, page, cells, words, **options):
    """Return a board after some moves as a PNG, as the source of an image."""
    with page:
        page.play(*cells)
        tab = browser.new_page(**options, device_scale_factor=2, reduced_motion="reduce")
        tab.goto(page.address)
        expect(tab.locator(".ttt")).to_contain_text(words)
        expect(tab.locator(".ttt")).not_to_contain_text("Working out")
        tab.add_style_tag(content="#board { padding: 8px }")
        picture = tab.locator("#board").screenshot()
        tab.close()
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


def alpha_beta(game, alpha=-2, beta=2):
    """Return what a game is worth to X, as a class writes it."""
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
    """Draw the step of a search at which a move is cut."""
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
        pictures = [
            shot(
                browser,
                PlainPage(o="perfect", hints=True, names={"X": "Ada", "O": "Perfect"}),
                (1,),
                "X must answer",
                **UPRIGHT,
            ),
            shot(
                browser,
                PlainPage(names={"X": "Ada", "O": "Grace"}),
                (0, 5, 4, 8, 2, 1, 6),
                "O could have held",
                **SIDEWAYS,
            ),
            shot(browser, PlainPage(game=Game("ultimate", MOVES)), (), "Play in", **SIDEWAYS),
        ]
        tab = browser.new_page(
            viewport={"width": 1024, "height": 800}, device_scale_factor=1.25
        )
        tab.set_content(PAGE.format(*pictures))
        tab.locator("body").screenshot(path=ROOT / "docs/board.png")
        draw_search(browser)
        browser.close()


if __name__ == "__main__":
    main()
