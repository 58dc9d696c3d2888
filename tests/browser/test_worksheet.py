"""A worksheet, printed by a real browser."""

import re

import pytest

from tictactoe_widget import MNK
from tictactoe_widget.classroom import puzzles, worksheet

INCH = 96
MARGIN = 14 / 25.4 * INCH


@pytest.mark.parametrize(
    ("paper", "width", "height"),
    [("A4", 8.27, 11.69), pytest.param("Letter", 8.5, 11, marks=pytest.mark.long)],
)
def test_a_sheet_prints_with_nothing_cut(browser, paper, width, height, screenshots):
    given = [
        *puzzles("standard", "win", plies=3, count=5),
        *puzzles("ultimate", "win", count=3),
        *puzzles(MNK(5, 3, 3), "win", count=2),
        *puzzles("5x5", "win", count=3),
    ]
    inside = round(width * INCH - 2 * MARGIN), height * INCH - 2 * MARGIN
    page = browser.new_page(viewport={"width": inside[0], "height": round(inside[1])})
    page.set_content(worksheet(given, title="Of every kind").to_html())
    printed = page.pdf(format=paper)
    assert len(re.findall(rb"/Type /Page\b(?!s)", printed)) == 4  # 13 puzzles and the answers
    page.emulate_media(media="print")
    for sheet in page.locator(".page").all():
        frame = sheet.bounding_box()
        assert frame["height"] <= inside[1]
        for part in sheet.locator("figure, figcaption, svg, li").all():
            box = part.bounding_box()
            assert box["x"] >= frame["x"] - 1
            assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
            assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
    page.screenshot(path=screenshots / f"worksheet-{paper}.png", full_page=True)
    page.close()
