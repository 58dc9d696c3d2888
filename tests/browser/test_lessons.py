"""Lessons, puzzles and rule cards on the board, as people take them; positions from 1."""

import re
from datetime import date, timedelta
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations, violations_in
from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import tab_to
from tests.support.students.pupils import is_at, shows, take, verdicts
from tictactoe_widget.classroom import LESSONS, daily_puzzle

SIZES = [(320, 568), (568, 320), (1280, 720)]
PAGES = [{"viewport": {"width": width, "height": height}} for width, height in SIZES]

LISTEN = """region => {
  globalThis.heard = [];
  new MutationObserver(() => heard.push(region.textContent.replaceAll("\\u200b", "")))
    .observe(region, { childList: true, characterData: true, subtree: true });
}"""
"""Note what the live region says, one text after the other."""

TOLD = """root => [".ttt-activity-head", ".ttt-told"]
  .map((part) => root.querySelector(part).textContent)
  .join()
"""
"""What stands above a lesson and what is told beside the board."""

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
"""Measure all that a person reads or presses in a lesson.

It returns what is not wholly in sight of it, with texts that have to be scrolled where the page
is high enough for them, how wide the page is, and where everything is. The task follows the
text, wherever that ends.
"""


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
"""Put one answer after the other in its place; return those that are higher than it."""


def all_answers(name):
    """Return each hint of a lesson and what is said to each move, by step, with its word."""
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
                judged = exercise.judge(game, move)
                word = {"right": "✓ Right.", "on": "→", "wrong": "✗ Not yet."}[judged.verdict]
                answers.add((f"{name} {number}", word, judged.words))
                if judged.verdict == "on" and judged.game.board not in met:
                    met.add(judged.game.board)
                    begun.append(judged.game)
    return sorted(answers)


def take_by_mouse(board):
    """Press with a mouse: a button by its name, a cell by its position."""

    def press(what):
        (board.cell(what) if isinstance(what, int) else board.button(what)).click()

    return press


def take_by_keyboard(board):
    """Press by keys alone: digits for cells, as the board has the focus, Tab for buttons."""
    page = board.root.page

    def press(what):
        if isinstance(what, int):
            expect(board.root.locator(".ttt-cell:focus")).to_have_count(1)
            page.keyboard.press(str(what))
            return
        tab_to(page, f"{what}$")
        page.keyboard.press("Enter")

    return press


class Ear:
    """A listener to a board, who goes on once a thing is told; two at once are told as one."""

    def __init__(self, board):
        self.board = board
        self.count = 0
        board.spoken.evaluate(LISTEN)

    def heard(self):
        return self.board.root.page.evaluate("heard")

    def hears_of(self, moment):
        """Wait until it is told what was said of a move, or which step has begun."""
        if moment == "step 1":  # told while the lesson opened
            return
        head = self.board.root.locator(".ttt-activity-head p span").text_content()
        _sign, _, said = self.board.root.locator(".ttt-judged").text_content().partition(" ")
        words = said.strip() or head
        until(lambda: words in " ".join(self.heard()[self.count :]), f"{words!r} is told")
        self.count = len(self.heard())


def places_alike(boards, moment):
    """Wait until every page tells the same, all of it in sight; return where everything is."""
    until(lambda: len({one.root.evaluate(TOLD) for one in boards}) == 1, "every page tells it")
    places = []
    for (width, height), board in zip(SIZES, boards, strict=True):
        hidden, whole, parts = board.root.evaluate(IN_SIGHT_AND_PLACES)
        assert hidden == [], (moment, width, height)
        assert whole == width
        places.append(parts)
    return places


def look_back_and_try(board, exercise):
    """Go through the refutation of a wrong move, and make the right one from there."""
    moves = verdicts(exercise, exercise.game)
    cell, _, refuted, _ = next(move for move in moves if move[1] == "wrong")
    board.cell(cell + 1).click()
    shows(board, refuted)
    taken = next(at for at, mark in enumerate(exercise.game.board) if mark)
    board.cell(taken + 1).click()
    expect(board.root.locator(".ttt-refusal")).to_have_text("Position already taken")
    back = board.button("Step back")
    place = back.bounding_box()
    back.click()
    shows(board, refuted.at(len(refuted.moves) - 1))
    assert back.bounding_box() == place
    board.button("Now").click()
    shows(board, refuted)
    back.click()
    board.cell(exercise.solutions[0] + 1).click()
    shows(board, exercise.game.play(exercise.solutions[0]))
    expect(board.root.locator(".ttt-judged")).to_contain_text("✓ Right.")


@pytest.mark.long
def test_a_lesson_is_taken_to_its_end_on_a_phone_and_nothing_moves(open_plain, screenshots):
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
    ear = Ear(board)
    places = []

    def hold(moment):
        places.append(places_alike(boards, moment))
        ear.hears_of(moment)
        if moment in ("step 1", "step 2", "step 2, wrong", "step 8, right"):
            assert violations(board) == [], moment
            name = f"lesson-{moment.replace(', ', '-').replace(' ', '-')}.png"
            page.screenshot(path=screenshots / name)

    lesson = LESSONS["forks"]
    said = take(board, lesson, take_by_mouse(board), hold)
    for before, now in pairwise(places):
        for old, new in zip(before, now, strict=True):
            assert [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]] == []
    assert plain.read("activity")["solved"] == (True,) * 8

    # All was told, in the order in which it happened.
    heard = until(lambda: said[-1] in (told := " ".join(ear.heard())) and told, "told")
    at = 0
    for words in said:
        at = heard.index(words, at) + len(words)
    at = 0
    for number, exercise in enumerate(lesson.exercises[1:], start=2):
        text = exercise.step.text.replace("\n\n", " ")
        told = f"Forks. Step {number} of 8. {text} {exercise.ask}"
        at = heard.index(told, at) + len(told)

    board.button("Step 2, done").click()
    is_at(board, lesson, 2)
    look_back_and_try(board, lesson.exercises[1])

    board.button("Leave").click()
    expect(board.button("Learn")).to_be_focused()
    board.shows("O../.X./...", "Player X's turn")
    board.button("Learn").click()
    expect(forks).to_contain_text(re.compile("^✓.*done$"))


def test_a_lesson_is_taken_to_its_end_by_keyboard_alone(open_plain, screenshots):
    name = "misere"
    options = {"viewport": {"width": 1280, "height": 720}, "color_scheme": "dark"}
    plain, [board] = open_plain(pages=[options])
    page = board.root.page
    tab_to(page, "Learn")
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Learn")
    expect(sheet.get_by_role("button", name="Puzzle of the day")).to_be_focused()
    page.screenshot(path=screenshots / "learn-dark.png")
    assert violations_in(sheet) == []
    tab_to(page, rf"\d{LESSONS[name].title}")
    page.keyboard.press("Enter")
    expect(sheet).to_be_hidden()
    until(lambda: plain.read("activity"), "the lesson is open")
    # The focus is where the lesson goes on.
    expect(board.button("Next")).to_be_focused()  # there is something to read first
    lesson = LESSONS[name]

    def hold(moment):
        number = re.fullmatch(r"step (\d+)", moment)
        if number and not lesson.exercises[int(number[1]) - 1].step.task:
            expect(board.button("Next")).to_be_focused()

    take(board, lesson, take_by_keyboard(board), hold)
    expect(board.root.locator(".ttt-told")).to_have_text(f"Remember: {lesson.learnt}")
    assert violations(board) == []
    page.screenshot(path=screenshots / "lesson-dark.png")
    # From the last step the first is gone to by arrows.
    tab_to(page, f"Step {len(LESSONS[name].exercises)}")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(board.root.locator(".ttt-activity-head")).to_contain_text("Step 1 of")


def test_every_answer_and_hint_of_every_lesson_is_whole_where_it_is_told(open_plain):
    answers = [answer for name in LESSONS for answer in all_answers(name)]
    assert {number for number, *_ in answers} >= {f"one-rule {step}" for step in range(1, 11)}
    sizes = [(320, 568), (390, 844), (667, 375), (768, 1024), (1280, 720)]
    pages = [{"viewport": {"width": width, "height": height}} for width, height in sizes]
    plain, boards = open_plain(pages=pages)
    # After a wrong move the answer is narrower, by the button that steps back.
    plain.call(lambda session: session.open_lesson("one-rule", step=1))
    plain.play(2)
    for size, board in zip(sizes, boards, strict=True):
        expect(board.root.locator(".ttt-answer")).to_have_attribute("data-verdict", "wrong")
        expect(board.button("Step back")).to_be_visible()
        assert board.root.evaluate(CUT_ANSWERS, answers) == [], size


@pytest.mark.long  # as the lesson above, with rules that change
def test_a_lesson_goes_from_rules_to_rules_and_all_of_it_is_in_sight(open_plain, screenshots):
    lesson = LESSONS["one-rule"]
    plain, boards = open_plain(pages=PAGES)

    def hold(moment):
        for (width, _), one in zip(SIZES, boards, strict=True):
            hidden, whole, _ = one.root.evaluate(IN_SIGHT_AND_PLACES)
            assert hidden == [], (moment, width)
            assert whole == width
        if moment.endswith("wrong"):
            name = f"one-rule-{moment}.png"
            boards[0].root.page.screenshot(path=screenshots / name)

    for number, exercise in enumerate(lesson.exercises, start=1):
        wrong = set(exercise.game.legal_moves) - set(exercise.solutions)
        plain.call(lambda session, at=number - 1: session.open_lesson(lesson, step=at))
        for board in boards:
            is_at(board, lesson, number)
        assert plain.read("rules_name") == exercise.game.rules.name
        hold(f"{number}")
        boards[0].button("Hint").click()
        for board in boards:
            clue = board.root.locator(".ttt-judged")
            expect(clue).to_have_text(f"Hint: {exercise.step.hint}")
        hold(f"{number}-hint")
        if not wrong:
            continue
        plain.play(min(wrong))
        for board in boards:
            answer = board.root.locator(".ttt-answer")
            expect(answer).to_have_attribute("data-verdict", "wrong")
        hold(f"{number}-wrong")
        # The hint is asked for again, and the answer gives it its place.
        boards[0].button("Hint").click()
        for board in boards:
            expect(board.root.locator(".ttt-answer")).to_have_text(
                f"Hint: {exercise.step.hint}"
            )
        hold(f"{number}-wrong-hint")


def test_the_mark_of_a_move_is_chosen_in_a_lesson_on_the_wild_game(open_plain):
    lesson = LESSONS["one-rule"]
    plain, [board] = open_plain(pages=PAGES[:1])
    page = board.root.page
    plain.call(lambda session: session.open_lesson(lesson, step=8))
    is_at(board, lesson, 9)
    choice = board.root.get_by_role("radiogroup", name="Mark")
    spoken = board.spoken
    expect(spoken).to_contain_text("It is First's turn.")
    choice.get_by_role("radio", name="X").click()
    board.cell(9).click()
    judged = board.root.locator(".ttt-judged")
    expect(judged).to_contain_text("That gives the win away: 9o would have won.")
    page.keyboard.press("o")
    board.cell(9).click()
    expect(judged).to_contain_text("✓ Right. 1, 5 and 9 are dead")
    assert plain.read("activity")["cell"] == 8
    shows(board, lesson.exercises[8].game.play(8, mark="O"))
    expect(choice).to_be_hidden()
    assert violations(board) == []


def test_the_rules_are_read_and_an_example_is_tried(open_plain, screenshots):
    plain, [board] = open_plain("misere", pages=PAGES[:1])
    page = board.root.page
    plain.play(4)
    board.button("Learn").click()
    page.locator(".ttt-to-rules").click()
    sheet = page.get_by_role("dialog", name="Rules")
    expect(sheet.get_by_role("heading", name="Examples")).to_be_visible()
    expect(sheet.get_by_role("heading", level=2)).to_contain_text(plain.read("rules_title"))
    page.screenshot(path=screenshots / "rules-phone.png")
    taken = sheet.get_by_role("button", name="Try it: A cell that holds a mark")
    taken.scroll_into_view_if_needed()
    page.screenshot(path=screenshots / "rules-phone-examples.png")
    assert violations_in(sheet) == []
    taken.click()
    expect(sheet).to_be_hidden()
    expect(board.cell(1)).to_be_focused()
    activity = plain.read("activity")
    assert activity["kind"] == "example"
    expect(board.root.locator(".ttt-message")).to_have_text(activity["ask"])
    board.cell(1).click()  # is free
    expect(board.root.locator(".ttt-answer")).to_have_attribute("data-verdict", "wrong")
    board.button("Again").click()
    expect(board.root.locator(".ttt-judged")).to_be_empty()
    board.cell(5).click()  # is taken
    expect(board.root.locator(".ttt-judged")).to_contain_text("✓ Right. Position already taken")
    assert violations(board) == []
    board.button("Rules").click()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    board.button("Leave").click()
    board.shows(".../.X./...", "Player O's turn")


def test_the_name_of_a_puzzle_stands_above_its_text_at_every_size(open_plain):
    plain, boards = open_plain(pages=PAGES)
    plain.call(lambda session: session.open_puzzle(date(2026, 11, 21)))
    for size, board in zip(SIZES, boards, strict=True):
        name = board.root.locator(".ttt-activity-head p")
        expect(name).to_contain_text("A new one each day")
        frame, text = name.bounding_box(), board.root.locator(".ttt-told").bounding_box()
        assert frame["y"] >= 0, size
        assert frame["y"] + frame["height"] <= text["y"], size


def solve(board, day):
    """Solve the puzzle of a day, at the second try."""
    puzzle = daily_puzzle(day)
    board.cell(puzzle.wrong_moves[0] + 1).click()
    expect(board.root.locator(".ttt-answer")).to_have_attribute("data-verdict", "wrong")
    board.cell(puzzle.solutions[0] + 1).click()
    expect(board.root.locator(".ttt-message")).to_have_text("Solved in 2 tries")


def test_a_puzzle_of_the_page_is_solved_and_shared_and_one_s_own_game_goes_on(
    open_page, screenshots
):
    context = {"permissions": ["clipboard-read", "clipboard-write"]}
    bare = open_page(**context)
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
    page.get_by_role("button", name="Share").click()
    expect(bare.word).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()").splitlines() == [
        "Tic-tac-toe puzzle of 21 November: solved in 2 tries, 1 day in a row",
        f"{bare.site.url}#puzzle=2026-11-21",
    ]

    # The day after, by a link: the row grows, and one's own game waits.
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

    # A link to a lesson begins it beside the same game, and what is solved stays.
    lesson = bare.another("lesson=threats&step=2").ready()
    expect(lesson.board.root.locator(".ttt-activity-head")).to_contain_text("Step 2 of")
    exercise = LESSONS["threats"].exercises[1]
    lesson.board.cell(exercise.solutions[0] + 1).click()
    expect(lesson.board.root.locator(".ttt-judged")).to_contain_text("✓")
    lesson.page.screenshot(path=screenshots / "page-lesson.png")
    lesson.board.button("Leave").click()
    lesson.board.shows("O../.X./...", "Player X's turn")
    lesson.board.button("Learn").click()
    sheet = lesson.page.get_by_role("dialog", name="Learn")
    threats = sheet.get_by_role("button", name=re.compile("^Threats "))
    expect(threats).to_contain_text("of 9 steps done")
    assert lesson.kept_state()["puzzle_streak"]["best"] == 2


def test_a_lesson_stands_in_a_cell_of_jupyterlab(open_notebook, screenshots):
    notebook = open_notebook(
        'from tictactoe_widget import TicTacToe\nboard = TicTacToe(lesson="forks")\nboard'
    )
    notebook.run(0)
    board = notebook.board(0)
    expect(board.root.locator(".ttt-activity-head")).to_contain_text("Step 1 of 8")
    board.button("Next").click()
    exercise = LESSONS["forks"].exercises[1]
    shows(board, exercise.game)
    board.cell(exercise.solutions[0] + 1).click()
    expect(board.root.locator(".ttt-judged")).to_contain_text("✓ Right.")
    notebook.page.screenshot(path=screenshots / "lesson-lab.png")
    assert notebook.kernel.evaluate("board.activity['state']") == "right"
    board.button("Leave").click()
    board.shows(".../.../...", "Player X's turn")
