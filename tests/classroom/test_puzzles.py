"""Puzzles compared with plain search, daily puzzles, and worksheets."""

import json
import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.models import nine_cells as nine
from tests.support.models.plain_search import judge_all
from tictactoe_widget import MNK, NAMED, Game, PlainRules, find_rules
from tictactoe_widget.classroom import daily_puzzle, puzzles, worksheet
from tictactoe_widget.classroom import puzzle as puzzle_module
from tictactoe_widget.classroom.puzzle import count_streak, longest_streak


def open_positions():
    """Return one board for each class of symmetric unfinished positions."""
    found, waiting = set(), ["." * 9]
    while waiting:
        marks = min(nine.images(waiting.pop()))
        is_over = "." not in marks or nine.has_line(marks, "X") or nine.has_line(marks, "O")
        if marks not in found and not is_over:
            found.add(marks)
            waiting += [nine.put(marks, cell) for cell in nine.free(marks)]
    return found


@pytest.mark.parametrize(
    ("rules", "kind", "count"),
    [
        ("standard", "win", 350),
        ("standard", "draw", 85),
        ("standard", "fork", 51),
        ("standard", "block", 127),
        ("misere", "misere", 183),
    ],
)
def test_all_puzzles_on_nine_cells_are_found(rules, kind, count):
    rules = find_rules(rules)
    found = puzzles(rules, kind)
    assert found.complete
    assert len(found) == count
    expected = {}
    for marks in open_positions():
        cells = nine.solutions(kind, marks, misere=rules.misere)
        if cells and cells != nine.free(marks):
            expected[Game.from_text(marks, rules).canonical()] = len(cells)
    assert {one.game.canonical(): len(one.solutions) for one in found} == expected


def test_wins_are_counted_by_plies():
    by_plies = {plies: len(puzzles("standard", "win", plies=plies)) for plies in range(1, 8)}
    assert by_plies == {1: 282, 2: 0, 3: 51, 4: 0, 5: 17, 6: 0, 7: 0}


def test_empty_list_names_possible_plies():
    none = puzzles("standard", "win", plies=2)
    there_are = "Possible numbers of plies: 1, 3 and 5."
    complete = "The list is complete except for symmetric copies."
    head = f"Tic-tac-toe: 0 \u201cwin\u201d puzzles. {complete}"
    assert str(none) == f"{head} {there_are}"
    assert there_are in none._repr_html_()
    assert list(none) == []
    one = puzzles("standard", "win", plies=3, count=1)
    with pytest.raises(IndexError, match=r"^index must be less than 1, not 1$"):
        one[1]


def test_only_solutions_solve_a_puzzle():
    # X has the centre and a corner. O has the opposite corner and an edge next to X's corner.
    fork = next(
        one
        for one in puzzles("standard", "fork")
        if one.game.canonical() == Game(moves=(4, 1, 0, 8)).canonical()
    )
    for cell in fork.game.legal_moves:
        after = fork.game.play(cell)
        marks = "".join(mark or "." for mark in after.board)
        wins = nine.threats(marks, fork.game.current_player)
        assert fork.is_solved_by(cell) == (len(wins) > 1)
    assert set(fork.wrong_moves) | set(fork.solutions) == set(fork.game.legal_moves)


def test_easy_puzzles_come_first():
    found = puzzles("standard", "win")
    assert [one.difficulty for one in found] == sorted(one.difficulty for one in found)


def test_puzzles_on_larger_boards_are_sampled():
    found = puzzles("4x4", "win", plies=3, count=3, seed=1)
    assert not found.complete
    assert "There might be more puzzles." in found._repr_html_()
    assert [one.game for one in puzzles("4x4", "win", plies=3, count=3, seed=1)] == [
        one.game for one in found
    ]
    judge = judge_all(find_rules("4x4"))
    for one in found:
        for cell in one.game.legal_moves:
            value, plies = judge(one.game.play(cell).state)
            assert one.is_solved_by(cell) == (value == -1 and plies == 2)


def test_ultimate_has_puzzles():
    found = puzzles("ultimate", "draw", count=2)
    assert len(found) == 2
    for one in found:
        assert one.plies is None
        assert len(one.solutions) == 1


@pytest.mark.parametrize(
    ("rules", "kind", "message"),
    [
        (
            "standard",
            "misere",
            "rules must be misère rules, not Tic-tac-toe, if kind is 'misere'",
        ),
        ("misere", "fork", "kind must be 'win' or 'draw' for Misère tic-tac-toe, not 'fork'"),
        ("ultimate", "block", "for Ultimate, closed boards, not 'block': the threats"),
        ("order-and-chaos", "draw", "kind must be 'win' for Order and chaos, not 'draw'"),
        ("order-3x3k3", "fork", "kind must be 'win' for .*, not 'fork': the threats"),
        ("wild", "block", "kind must be 'win' or 'draw' for Wild tic-tac-toe"),
        (
            "keep4-4x4k4",
            "win",
            "rules must have a board with at most 9 cells if positions can repeat",
        ),
        ("numerical", "fork", "kind must be 'win' or 'draw' for Numerical tic-tac-toe"),
    ],
)
def test_impossible_kind_is_refused(rules, kind, message):
    with pytest.raises(ValueError, match=message):
        puzzles(rules, kind)


def test_moves_are_not_counted_if_turns_vary():
    game = Game.from_text("SSS/SOS/S../2:0X", "sos")  # First can win and can move twice
    task = puzzle_module.describe_task(game, "win", 2)
    assert task == "You are First. Win as quickly as possible."


def test_list_is_incomplete_with_many_choices():
    assert not puzzles("numerical", "win", count=1).complete


@pytest.mark.parametrize("rules", [NAMED["standard"], MNK(1, 4, 2)], ids=str)
def test_only_a_whole_list_is_complete(rules):
    found = puzzles(rules, "win")
    assert found[:].complete
    assert not found[: len(found) - 1].complete
    assert str(found[0]) in str(found)


MISERE = "Completing a row loses. Find the only move that doesn't lose."


@pytest.mark.parametrize(
    ("rules", "kind", "plies", "task"),
    [
        ("standard", "win", 1, "Win in one move."),
        ("standard", "win", 3, "Win in 2 moves."),
        ("standard", "win", 5, "Win in 3 moves."),
        ("standard", "draw", None, "Find the only move that doesn't lose."),
        ("misere", "misere", None, MISERE),
        ("drop-3x3k3", "win", 1, "Win in one move."),
    ],
)
def test_task_starts_with_whose_turn_it_is(rules, kind, plies, task):
    for one in puzzles(rules, kind, plies=plies):
        assert one.task == f"You are {one.game.current_player}. {task}"


@pytest.mark.parametrize(("name", "kind"), [("wild", "win"), ("notakto", "misere")])
def test_tasks_name_first_and_second(name, kind):
    for one in puzzles(name, kind):
        who = {"X": "First", "O": "Second"}[one.game.current_player]
        assert one.task.startswith(f"You are {who}. ")


def test_notakto_puzzles_match_plain_search():
    # The marks are the whole position. Their number decides whose turn it is.
    def loses(marks):
        return any(marks.issuperset(line) for line in nine.LINES)

    def is_won(marks):
        return any(
            not loses(after) and not is_won(after)
            for after in (marks | {cell} for cell in range(9) if cell not in marks)
        )

    found = puzzles("notakto", "misere")
    assert found.complete
    for one in found:
        marks = frozenset(cell for cell, mark in enumerate(one.game.board) if mark)
        safe = [
            cell
            for cell in range(9)
            if cell not in marks and not loses(marks | {cell}) and not is_won(marks | {cell})
        ]
        assert one.solutions == tuple(safe)
        assert len(safe) == 1


# Daily puzzles and streaks.


MONDAY = date(2026, 11, 23)
"""A Monday, according to a printed calendar."""

WEEKS = 40


@pytest.fixture(scope="module")
def given_puzzles():
    """Daily puzzles for several weeks, in order."""
    return [daily_puzzle(MONDAY + timedelta(days)) for days in range(7 * WEEKS)]


def marks_of(puzzle):
    return "".join(mark or "." for mark in puzzle.game.board)


def test_daily_solutions_match_plain_search(given_puzzles):
    for puzzle in given_puzzles:
        marks, misere = marks_of(puzzle), puzzle.game.rules.misere
        assert nine.solutions(puzzle.kind, marks, misere=misere) == list(puzzle.solutions)
        assert nine.worth(marks, misere=misere)[0] >= 0
        assert puzzle.wrong_moves
        assert puzzle.game.rules.misere == (puzzle.kind == "misere")


def test_daily_puzzles_get_harder_during_the_week(given_puzzles):
    for week in range(WEEKS):
        difficulties = [one.difficulty for one in given_puzzles[7 * week : 7 * week + 7]]
        assert difficulties == sorted(difficulties)
        assert difficulties[0][0] == 1
        assert difficulties[6][0] >= 4


def test_daily_kinds_are_mixed(given_puzzles):
    kinds = [puzzle.kind for puzzle in given_puzzles]
    assert all(len(set(kinds[day : day + 4])) > 1 for day in range(len(kinds) - 3))
    assert all(len(set(kinds[day : day + 14])) > 2 for day in range(len(kinds) - 13))
    assert set(kinds[:28]) == {"win", "block", "fork", "draw", "misere"}
    assert min(Counter(kinds).values()) > len(kinds) / 12


def test_daily_position_is_unique_within_a_year():
    seen = {}
    for day in range(3 * 366):
        same = min(nine.images(marks_of(daily_puzzle(MONDAY + timedelta(day)))))
        assert day - seen.get(same, -366) >= 366
        seen[same] = day


def test_daily_puzzle_depends_only_on_the_day(given_puzzles):
    assert daily_puzzle(MONDAY) == given_puzzles[0]
    assert daily_puzzle(datetime(2026, 11, 23, 23, 59, tzinfo=UTC)) == given_puzzles[0]
    assert daily_puzzle(MONDAY + timedelta(1)) != given_puzzles[0]


def test_daily_puzzle_analyzes_one_position(monkeypatch):
    analyzed = []
    prove = puzzle_module._prove_in_slices
    monkeypatch.setattr(
        puzzle_module, "_prove_in_slices", lambda game: analyzed.append(game) or prove(game)
    )
    puzzle = daily_puzzle(MONDAY)
    assert [game.canonical() for game in analyzed] == [puzzle.game.canonical()]


@pytest.mark.parametrize("day", ["2026-11-23", 20261123, None])
def test_wrong_day_type_is_refused(day):
    with pytest.raises(TypeError, match=r"day must be a datetime.date, not "):
        daily_puzzle(day)


def test_streak_crosses_months_and_leap_days():
    days = [date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)]
    assert count_streak(days, date(2028, 3, 1)) == 3
    assert count_streak([*days[:2], date(2028, 3, 2)], date(2028, 3, 2)) == 1
    assert count_streak([date(2027, 12, 31), date(2028, 1, 1)], date(2028, 1, 1)) == 2
    assert count_streak([], MONDAY) == longest_streak([]) == 0


SOLVED = st.lists(st.integers(0, 12).map(lambda days: MONDAY + timedelta(days)))


@given(SOLVED, st.randoms())
def test_streak_matches_a_calendar(days, random):
    """Duplicates and the order of days don't matter."""
    calendar = "".join("x" if MONDAY + timedelta(day) in days else " " for day in range(13))
    for day in range(13):
        row = calendar[: day + 1]
        assert count_streak(days, MONDAY + timedelta(day)) == len(row) - len(row.rstrip("x"))
    longest = max(map(len, calendar.split()), default=0)
    assert longest_streak(days) == longest
    again = [*days, *days]
    random.shuffle(again)
    assert longest_streak(again) == longest


# Worksheets as text. tests/browser prints them.


def test_worksheet_has_puzzles_and_an_answer_page(tmp_path):
    given = [
        *puzzles("standard", "win", plies=3, count=5),
        *puzzles("misere", "misere", count=8),
    ]
    sheet = worksheet(given, title="Win & hold")
    sheet.write(tmp_path / "sheet.html")
    html = (tmp_path / "sheet.html").read_text("utf-8")
    *tasks, answers = re.findall(r'<section class="page">.*?</section>', html)
    assert [page.count("<svg") for page in tasks] == [6, 6, 1]
    assert [page.count(">Answers<") for page in [*tasks, answers]] == [0, 0, 0, 1]
    assert re.findall(r"<li>(.*?)</li>", answers) == [one.answer for one in given]
    assert re.findall(r"<b>(\d+)\.</b>", html) == [str(at) for at in range(1, 14)]
    assert html.count("<h1>Win &amp; hold</h1>") == 4
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|<script", html)


def test_answer_numbers_continue_on_the_next_page():
    html = worksheet(puzzles("standard", "fork")).to_html()
    assert re.findall(r'<ol start="(\d+)">', html) == ["1", "31"]


def test_notebook_shows_a_sandboxed_frame(sheet):
    shown = sheet._repr_html_()
    assert shown.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert ' sandbox title="A &quot;fork&quot;"' in shown


@pytest.fixture
def sheet():
    return worksheet(puzzles("standard", "fork", count=1), title='A "fork"')


@pytest.mark.parametrize("title", [" ", "a" * 41])
def test_title_length_is_limited(title):
    with pytest.raises(ValueError, match="1 to 40 characters"):
        worksheet(puzzles("standard", "fork", count=1), title)


@pytest.mark.parametrize("name", ["forks.pdf", "forks.DOCX"])
def test_other_file_suffixes_are_refused(tmp_path, sheet, name):
    with pytest.raises(ValueError, match=r"path must end in \.html, not "):
        sheet.write(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["forks", "week.2", "forks.HTM"])
def test_number_after_a_dot_is_no_suffix(tmp_path, sheet, name):
    sheet.write(tmp_path / name)
    assert (tmp_path / name).read_text("utf-8").startswith("<!doctype html>")


def test_missing_folder_is_an_error(tmp_path, sheet):
    with pytest.raises(FileNotFoundError, match="There is no such folder") as refused:
        sheet.write(tmp_path / "prints" / "forks.html")
    assert refused.value.filename == str(tmp_path / "prints")


def test_puzzles_and_sheets_as_json():
    found = puzzles("standard", "fork", count=2)
    told = json.loads(json.dumps(found.to_dict()))
    assert (told["rules"], told["kind"], told["complete"]) == ("standard", "fork", False)
    assert told["puzzles"] == json.loads(json.dumps(found.to_records()))
    for puzzle, row in zip(found, told["puzzles"], strict=True):
        game = Game.from_text(row["position"])
        assert (game.board, tuple(row["solutions"])) == (puzzle.game.board, puzzle.solutions)
    sheet = json.dumps(worksheet(found, title="Forks").to_dict())
    assert json.loads(sheet) == {"title": "Forks", "puzzles": told["puzzles"]}
    assert puzzles("misere", "misere", count=1)[0].to_dict()["rules"] == "misere"


class NotInACorner(PlainRules):
    """Three in a row on a 2×4 board. The first move must not be in a corner."""

    rows, columns, k = 2, 4, 3

    def legal_moves(self, position):
        return position.free if position.move_count else (1, 2, 5, 6)


def completing(board, mark):
    """Return the cells where a mark completes a row of three on a 2×4 board."""
    rows = [(0, 1, 2), (1, 2, 3), (4, 5, 6), (5, 6, 7)]
    return {
        cell
        for row in rows
        for cell in row
        if board[cell] is None and [board[at] for at in row].count(mark) == 2
    }


def test_blocks_and_forks_of_plain_rules():
    blocks = puzzles(NotInACorner(), "block")
    waiting, known, expected = [Game(NotInACorner())], set(), {}
    while waiting:
        game = waiting.pop()
        if game.board in known or game.is_over:
            continue
        known.add(game.board)
        waiting += map(game.play, game.legal_moves)
        mover, rival = ("X", "O") if game.move_count % 2 == 0 else ("O", "X")
        threats = completing(game.board, rival)
        is_choice = game.board.count(None) > 1
        if len(threats) == 1 and is_choice and not completing(game.board, mover):
            expected[game.board] = tuple(threats)
    assert {one.game.board: one.solutions for one in blocks} == expected
    forks = puzzles(NotInACorner(), "fork")
    assert forks
    for one in forks:
        for cell in one.solutions:
            after = one.game.play(cell)
            assert len(completing(after.board, one.game.current_player)) > 1


def test_progress_of_a_puzzle_search():
    seen = []
    puzzles("misere-3x3k3", "win", progress=lambda *done: seen.append(done))
    assert seen == sorted(seen)
    assert {done for done, _total in seen} == set(range(seen[-1][1] + 1))


def test_puzzle_search_keeps_its_budget(monkeypatch):
    monkeypatch.setattr(puzzle_module, "_MOST_VISITS", 100)
    seen = set()
    puzzles("wild-4x4k4", "win", progress=lambda done, _total: seen.add(done))
    assert len(seen) < 100  # of 4,000 positions
