"""Lessons, puzzles and rule cards on the board in use. Squares count from 1."""

import re
from datetime import date, timedelta
from itertools import pairwise

from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.hosts.jupyter import until
from tests.support.students.pupils import take
from tictactoe_widget.classroom import LESSONS, daily_puzzle

SIZES = [(320, 568), (568, 320), (1280, 720)]
PAGES = [
    {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"}
    for width, height in SIZES
]


# A lesson's headings, and the texts next to the board.
TOLD = """root => [".ttt-activity-head", ".ttt-told"]
  .map((part) => root.querySelector(part).textContent)
  .join()
"""

# Measure all that a person reads or presses in a lesson.
#
# It returns what is not wholly in sight, with texts that have to be scrolled on pages that are
# high enough for them, the width of the page, and all places. The task follows the text.
IN_SIGHT_AND_PLACES = """
root => {
  const kept = ".ttt-cell, .ttt-telling, .ttt-answer, .ttt-activity-bar button";
  const parts = [...root.querySelectorAll(kept)];
  const hidden = [...parts, root.querySelector(".ttt-message")]
    .filter((part) => !part.hidden)
    .filter((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    })
    .map((part) => part.className + part.textContent);
  const cut = [".ttt-told", ".ttt-answer"].filter((part) => {
    const { scrollHeight, clientHeight } = root.querySelector(part);
    return innerHeight > 400 && scrollHeight > clientHeight + 1;
  });
  const places = parts.map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return `${part.dataset.name ?? part.tagName}: ${[x, y + scrollY, width, height]}`;
  });
  return [[...hidden, ...cut], document.documentElement.scrollWidth, places];
}
"""


# Put one answer after the other in its place; return those that are higher than it.
CUT_ANSWERS = """
(root, answers) => {
  const box = root.querySelector(".ttt-answer");
  const judged = root.querySelector(".ttt-judged");
  return answers.filter(([, word, words]) => {
    const told = document.createElement("b");
    told.textContent = word;
    judged.replaceChildren(told, " ", words);
    return judged.getBoundingClientRect().height > box.clientHeight;
  });
}
"""


def all_answers(name):
    """Return a lesson's hints and verdicts by step, each with its first word."""
    lesson = LESSONS[name]
    answers = set()
    for number, exercise in enumerate(lesson.exercises, start=1):
        if exercise.step.hint:
            answers.add((f"{name} {number}", "Hint:", exercise.step.hint))
        begun = [exercise.game] if exercise.step.task else []
        met = set()
        while begun:
            game = begun.pop()
            for move in game.legal_moves:
                judged = exercise.judge(game, move, reveal=True)
                word = {"right": "✓ Right.", "on": "→", "wrong": "✗ Not yet."}[judged.verdict]
                answers.add((f"{name} {number}", word, judged.words))
                if judged.verdict == "on" and judged.game.board not in met:
                    met.add(judged.game.board)
                    begun.append(judged.game)
    return sorted(answers)


def places_alike(boards, moment):
    """Wait until all pages show the same text in full. Return where everything is."""
    until(lambda: len({one.root.evaluate(TOLD) for one in boards}) == 1, "every page tells it")
    places = []
    for (width, height), board in zip(SIZES, boards, strict=True):
        hidden, whole, parts = board.root.evaluate(IN_SIGHT_AND_PLACES)
        assert hidden == [], (moment, width, height)
        assert whole == width
        places.append(parts)
    return places


def test_layout_stable_in_lesson(open_plain, screenshots):
    plain, boards = open_plain(pages=PAGES)
    board, page = boards[0], boards[0].root.page
    plain.play(4, 0)
    board.button("Learn").click()
    sheet = page.get_by_role("dialog", name="Learn")
    assert violations(board) == []
    page.screenshot(path=screenshots / "learn-phone.png")
    forks = sheet.get_by_role("button", name=re.compile("^Forks "))
    forks.click()
    expect(sheet).to_be_hidden()
    places = []

    def hold(moment):
        places.append(places_alike(boards, moment))
        if moment in ("step 1", "step 2, wrong"):
            assert violations(board) == [], moment
            name = f"lesson-{moment.replace(', ', '-').replace(' ', '-')}.png"
            page.screenshot(path=screenshots / name)

    def press(what):
        (board.cell(what) if isinstance(what, int) else board.button(what)).click()

    take(board, LESSONS["forks"], press, hold)
    for before, now in pairwise(places):
        for old, new in zip(before, now, strict=True):
            assert [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]] == []
    assert plain.read("activity")["solved"] == (True,) * 8
    board.button("Leave").click()
    board.shows("O../.X./...", "Player X's turn")
    board.button("Learn").click()
    expect(forks).to_contain_text(re.compile("^✓.*done$"))


def test_lesson_answers_fit(open_plain):
    answers = [answer for name in LESSONS for answer in all_answers(name)]
    assert {number for number, *_ in answers} >= {f"one-rule {step}" for step in range(1, 11)}
    sizes = [(320, 568), (667, 375), (1280, 720)]
    pages = [{"viewport": {"width": width, "height": height}} for width, height in sizes]
    plain, boards = open_plain(pages=pages)
    # After a wrong move the step back button makes the answer narrower.
    plain.call(lambda session: session.open_lesson("one-rule", step=1))
    plain.play(2)
    for size, board in zip(sizes, boards, strict=True):
        expect(board.root.locator(".ttt-answer")).to_have_attribute("data-verdict", "wrong")
        expect(board.button("Step back")).to_be_visible()
        assert board.root.evaluate(CUT_ANSWERS, answers) == [], size


def test_puzzle_name_above_text(open_plain):
    plain, boards = open_plain(pages=PAGES)
    plain.call(lambda session: session.open_puzzle(date(2026, 11, 21)))
    for size, board in zip(SIZES, boards, strict=True):
        name = board.root.locator(".ttt-activity-head p")
        expect(name).to_contain_text("A new puzzle every day")
        frame, text = name.bounding_box(), board.root.locator(".ttt-told").bounding_box()
        assert frame["y"] >= 0, size
        assert frame["y"] + frame["height"] <= text["y"], size


def solve(board, day):
    """Solve a day's puzzle with the second try."""
    puzzle = daily_puzzle(day)
    board.cell(puzzle.wrong_moves[0] + 1).click()
    expect(board.root.locator(".ttt-answer")).to_have_attribute("data-verdict", "wrong")
    board.cell(puzzle.solutions[0] + 1).click()
    expect(board.root.locator(".ttt-message")).to_have_text("You solved it in 2 tries!")


def test_solve_and_share_puzzle(open_page, screenshots):
    permissions = ["clipboard-read", "clipboard-write"]
    bare = open_page(permissions=permissions, color_scheme="dark")
    page, board = bare.page, bare.board
    page.clock.set_fixed_time("2026-11-21T12:00")
    bare.ready()
    board.click(5, 1)
    page.get_by_role("button", name="Puzzle", exact=True).click()
    expect(board.root.locator(".ttt-activity-head")).to_contain_text("Puzzle of the day")
    assert page.url == f"{bare.site.url}#puzzle=2026-11-21"
    assert page.title() == "Puzzle of the day \u2013 Tic-tac-toe"
    page.screenshot(path=screenshots / "page-puzzle.png")
    solve(board, date(2026, 11, 21))
    assert bare.copy("Copy link", "Link copied").splitlines() == [
        "I solved the tic-tac-toe puzzle for 21 November in 2 tries! 1 day in a row.",
        f"{bare.site.url}#puzzle=2026-11-21",
    ]

    # Only the card prints, in light colours.
    month = page.get_by_text("November: 1 puzzle solved").locator("visible=true")
    expect(month).to_have_count(1)
    page.emulate_media(media="print")
    expect(month).to_have_count(0)
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(board.cell(5)).to_be_visible()
    expect(board.root).to_have_css("color-scheme", "light")

    # The next day, from a link: the streak grows, and the user's own game waits.
    tomorrow = date(2026, 11, 21) + timedelta(days=1)
    linked = bare.another(f"puzzle={tomorrow}").ready()
    expect(linked.page.get_by_role("link", name="My game")).to_be_hidden()
    solve(linked.board, tomorrow)
    expect(linked.board.root.locator(".ttt-activity-head")).to_contain_text("2 days in a row")
    linked.page.reload()
    linked.ready()
    expect(linked.board.root.locator(".ttt-activity-head")).to_contain_text("2 days in a row")
    linked.board.button("Leave").click()
    linked.board.shows("O../.X./...", "Player X's turn")
    assert linked.page.url == linked.site.url

    assert linked.kept_state()["puzzle_streak"]["best"] == 2
