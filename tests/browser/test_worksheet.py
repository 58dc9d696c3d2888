"""Worksheets and rule cards printed by a real browser."""

import re

import pytest

from tictactoe_widget import MNK, find_rules
from tictactoe_widget.classroom import paper_sheet, puzzles, worksheet

INCH = 96
MARGIN = 14 / 25.4 * INCH
PAPERS = {"A4": (8.27, 11.69), "Letter": (8.5, 11)}


# Return parts that extend beyond their printed page, and pages that are too high.
CUT = """height => [...document.querySelectorAll(".page")].flatMap((page) => {
  const frame = page.getBoundingClientRect();
  const parts = [...page.querySelectorAll("figure, figcaption, svg, li, table")];
  const isOutside = (part) => {
    const { left, right, bottom } = part.getBoundingClientRect();
    return left < frame.left - 1 || right > frame.right + 1 || bottom > frame.bottom + 1;
  };
  const cut = parts.filter(isOutside);
  return [...cut, ...(frame.height > height ? [page] : [])].map((one) => one.outerHTML);
})"""


def print_whole(browser, sheet, paper):
    """Print a sheet and check that nothing is cut off. Return its page and page count."""
    width, height = (side * INCH - 2 * MARGIN for side in PAPERS[paper])
    page = browser.new_page(viewport={"width": round(width), "height": round(height)})
    page.set_content(sheet.to_html())
    printed = page.pdf(format=paper)
    page.emulate_media(media="print")
    assert page.locator(".page :is(figure, table, li)").first.is_visible()
    assert page.evaluate(CUT, height) == []
    return page, count_pages(printed)


def count_pages(printed):
    """Return the number of pages in a PDF file."""
    return len(re.findall(rb"/Type /Page\b(?!s)", printed))


@pytest.mark.parametrize("paper", ["A4", pytest.param("Letter", marks=pytest.mark.long)])
def test_worksheet_prints_completely(browser, paper, screenshots):
    given = [
        *puzzles("standard", "win", plies=3, count=5),
        *puzzles("ultimate", "win", count=3),
        *puzzles(MNK(5, 3, 3), "win", count=2),
        *puzzles("5x5", "win", count=3),
    ]
    page, count = print_whole(browser, worksheet(given, title="Of every kind"), paper)
    assert count == 4  # 13 puzzles and the answers
    page.screenshot(path=screenshots / f"worksheet-{paper}.png", full_page=True)
    page.close()


@pytest.mark.parametrize(("kind", "pages"), [("program", 2), ("hexapawn", 2), ("menace", 14)])
def test_paper_sheets_print_completely(browser, kind, pages):
    page, count = print_whole(browser, paper_sheet(kind), "Letter")
    assert count == pages
    page.close()


@pytest.mark.parametrize(("rules", "pages"), [("standard", 1), ("ultimate", 2)])
def test_rule_card_fills_its_pages(browser, rules, pages):
    page = browser.new_page()
    page.set_content(find_rules(rules).card._repr_html_())
    assert count_pages(page.pdf(format="A4")) == pages
