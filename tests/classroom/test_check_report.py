"""Reports as text, HTML, points and JSON."""

import json
from types import ModuleType, SimpleNamespace

import pytest

from tests.support.models.html_reader import read_html, read_table
from tests.support.oracle.positions import positions
from tests.support.students.gallery import PLAIN, WINNER_ROWS, module_of, replaced
from tictactoe_widget import Game
from tictactoe_widget.classroom import check
from tictactoe_widget.classroom.checking.questions import checked_positions

FEW = 60
EARLY = [game for game in checked_positions() if game.move_count < 3]
COLUMN_WON = Game.from_text("XOO/X../X..")
LATE = [Game.from_text(p.text) for p in positions() if p.marks > 6]


@pytest.fixture(scope="module")
def plain():
    return check(module_of(PLAIN), "cs50", positions=FEW)


@pytest.fixture(scope="module")
def rows_only():
    tasks = ("player", "winner")
    return check(module_of(replaced(WINNER_ROWS)), "cs50", tasks)


def test_correct_module_passes(plain):
    assert plain.ok
    assert plain.score == 1.0
    assert plain.points(10) == 10.0
    assert type(plain.points(10)) is float
    assert plain.require() is None
    assert str(plain).splitlines()[0] == "All checks passed."
    assert "right" not in str(plain)
    assert [part.name for part in plain.parts] == [
        "initial_state",
        "player",
        "actions",
        "result",
        "winner",
        "terminal",
        "utility",
        "minimax",
    ]


def test_score_is_the_share_of_passed_functions(rows_only):
    assert not rows_only.ok
    assert rows_only.score == 0.5
    assert rows_only.points(3) == 1.5


def test_partial_points_follow_correct_answers(rows_only):
    player, winner = rows_only.parts
    assert player.ok
    # In 600 of the 5,478 positions, a column or diagonal is complete, but no row.
    assert (winner.failed_count, winner.checked_count) == (600, 5478)
    assert rows_only.points(2, partial=True) == pytest.approx(2 - 600 / 5478)


def test_failure_only_for_illegal_moves():
    blind = PLAIN.replace("i < 0 or j < 0 or ", "")
    both = blind.replace("new[i][j] = player(board)", "new[i][j] = X")
    (part,) = check(module_of(blind), "cs50", "result", EARLY).parts
    assert (part.ok, part.result) == (False, "failed only for illegal moves")
    assert part.failed_count == part.illegal_failed_count > 0
    (part,) = check(module_of(both), "cs50", "result", EARLY).parts
    assert part.result == "failed"
    assert part.failed_count > part.illegal_failed_count > 0


def test_advice_starts_with_legal_mistakes():
    blind = replaced(WINNER_ROWS).replace("i < 0 or j < 0 or ", "")
    report = check(module_of(blind), "cs50", ("result", "winner"), [*EARLY, COLUMN_WON])
    advice = next(read_html(report._repr_html_()).iter("p"))
    assert "".join(advice.itertext()).startswith("Start with winner")
    assert "\nresult  failed only for illegal moves  " in str(report)
    assert "\nwinner  failed                         " in str(report)


def test_require_raises_a_message_with_the_board(rows_only):
    with pytest.raises(AssertionError) as caught:
        rows_only.require()
    # Worked out by hand: X can complete the first column with the fifth mark.
    assert str(caught.value) == (
        "winner(board) returned None. It should return 'X'. X has a complete line.\n"
        "    X O O\n"
        "    X . .\n"
        "    X . .\n"
        "Likely mistake in winner: The function looks only at rows.\n"
        "1 of 2 functions passed."
    )


def test_message_for_one_function_has_no_summary():
    with pytest.raises(AssertionError) as caught:
        check(module_of(replaced(WINNER_ROWS)), "cs50", "winner").require()
    assert str(caught.value).startswith(
        "winner(board) returned None. It should return 'X'. X has a complete line.\n"
    )
    assert "passed" not in str(caught.value)


def test_repr_is_the_text(rows_only):
    assert repr(rows_only) == str(rows_only)


def test_picture_names_cells_like_the_sentence():
    report = check(lambda board: board.index(None), "flat", "minimax", LATE)
    html = report._repr_html_()
    found = report.parts[0].counterexample
    names = [text.text for text in read_html(html).iter("{http://www.w3.org/2000/svg}text")]
    assert names == [str(cell) for cell in found.game.legal_moves]
    assert f"chose {names[0]}, which loses" in found.sentence
    assert html.count(found.sentence) == 1
    # The caption, and the headings and cells for name and result.
    assert html.count("text-align:start") == 5


def test_picture_uses_the_contracts_cell_names():
    report = check(module_of(replaced(WINNER_ROWS)), "cs50", "winner")
    pictures = read_html(report._repr_html_()).iter("{http://www.w3.org/2000/svg}text")
    # X O O / X . . / X . .
    assert [text.text for text in pictures] == ["(1, 1)", "(1, 2)", "(2, 1)", "(2, 2)"]


def test_wrong_legal_move_is_shown_first():
    code = """
def result(board, action):
    new = [row[:] for row in board]
    new[action[0]][action[1]] = X
    return new
"""
    (part,) = check(module_of(replaced(code)), "cs50", "result").parts
    # On the empty board, the only wrong moves are illegal ones, such as (-1, 0).
    assert (part.counterexample.game.move_count, part.counterexample.cell) == (1, 1)
    assert part.counterexample.expected != "an exception"


def test_unwritten_search_has_no_likely_mistake():
    def minimax(board):
        raise NotImplementedError

    (part,) = check(minimax, "cs50", positions=20).parts
    assert part.counterexample.raised == "NotImplementedError"
    assert part.mistakes == ()


def test_table_of_few_functions_is_at_the_top():
    one = check(lambda _board: None, "flat", "winner")
    all_eight = check(module_of(""), "flat")
    assert len(all_eight.parts) > 3
    assert "ttt-few" in one._repr_html_().split(">")[0]
    assert "ttt-few" not in all_eight._repr_html_().split(">")[0]


def test_notebook_shows_table_and_counterexamples(rows_only):
    html = rows_only._repr_html_()
    table = read_table(html)
    assert table.caption == "1 of 2 functions passed."
    assert table.columns == ["Function", "Result", "Checked", "Wrong"]
    assert table.rows == [
        ["player", "passed", "4520", "0"],
        # Won positions without a complete row: see below.
        ["winner", "failed", "5478", str(without_a_row())],
    ]
    assert html.count('class="ttt-picture"') == 1
    (fault,) = read_html(html).iter("article")
    terms = zip(fault.iter("dt"), fault.iter("dd"), strict=True)
    assert [(term.text, said.get("class"), said.findtext("code")) for term, said in terms] == [
        ("returned", "ttt-wrong", "None"),
        ("expected", "ttt-right", "'X'"),
    ]
    sentence, hint = ("".join(text.itertext()) for text in fault.iter("p"))
    assert (
        sentence == "winner(board) returned None. It should return 'X'. X has a complete line."
    )
    assert hint == "Likely mistake in winner: The function looks only at rows."
    assert "Start with" not in html


def test_every_wrong_function_is_drawn():
    always_x = "def player(board):\n    return X\n"
    report = check(module_of(replaced(WINNER_ROWS, always_x)), "cs50", ("player", "winner"))
    html = report._repr_html_()
    assert html.count('class="ttt-picture"') == 2
    advice = next(read_html(html).iter("p"))
    # The function is wrong if O is to move.
    wrong = sum(p.winner is None and p.marks in {1, 3, 5, 7} for p in positions())
    assert "".join(advice.itertext()) == (
        f"Start with player{wrong:,} of 4,520 answers are wrong."
    )


def without_a_row():
    full = {"XXX", "OOO"}
    return sum(
        position.winner is not None and not full & set(position.text.split("/"))
        for position in positions()
    )


def test_returned_text_is_escaped_in_html():
    report = check(lambda _board: "<script>alert(1)</script>", "flat", "winner", 3)
    html = report._repr_html_()
    assert "<script" not in html
    read_html(html)


def test_report_as_json(rows_only):
    data = json.loads(json.dumps(rows_only.to_dict()))
    assert (data["contract"], data["ok"], data["score"]) == ("cs50", False, 0.5)
    winner = data["parts"][1]
    assert (winner["name"], winner["result"], winner["checked_count"]) == (
        "winner",
        "failed",
        5478,
    )
    assert winner["counterexample"] == {
        "position": "XOO/X../X..",
        "cell": None,
        "expected": "'X'",
        "got": "None",
        "raised": None,
        "sentence": "winner(board) returned None. It should return 'X'. X has a complete line.",
        "before": None,
    }


def test_missing_function_costs_points():
    report = check({"winner": module_of(PLAIN).winner}, "cs50", ("winner", "utility"), FEW)
    assert (report.parts[1].result, report.parts[1].note) == (
        "missing",
        "There is no function utility, only winner.",
    )
    assert report.score == 0.5
    with pytest.raises(AssertionError, match="utility: There is no function utility"):
        report.require()


def test_caller_of_a_wrong_function_is_checked():
    module = module_of(replaced(WINNER_ROWS))
    report = check(module, "cs50", ("winner", "terminal", "utility"))
    winner, terminal, utility = report.parts
    assert [part.ok for part in report.parts] == [False, True, True]
    note = "The function was checked with a correct version of winner instead of yours."
    assert (winner.note, terminal.note, utility.note) == (None, note, note)


def test_search_is_checked_with_correct_helpers():
    module = module_of(replaced("def result(board, action):\n    return board\n"))
    (part,) = check(module, "cs50", "minimax", FEW).parts
    assert part.ok
    assert (
        part.note
        == "The function was checked with a correct version of result instead of yours."
    )


def test_uncheckable_caller_is_not_judged():
    def make():
        def winner(_board):
            return None

        def terminal(board, winner=winner):
            return winner(board) is not None or None not in board

        return SimpleNamespace(winner=winner, terminal=terminal)

    terminal = check(make(), "flat", ("terminal",)).parts[0]
    assert terminal.result == "not judged"
    assert terminal.counterexample is None
    assert terminal.note == (
        "The function was not judged because it uses winner, which must be fixed first."
    )


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"contract": "cs51"}, ValueError, "contract must be .*, not 'cs51'"),
        ({"tasks": "win"}, ValueError, "has no function 'win'"),
        ({"tasks": []}, ValueError, "tasks must contain at least one function name: "),
        ({"tasks": 3}, TypeError, "tasks must be function names"),
        ({"positions": 0}, ValueError, "positions must be 3x3 games or an int of at least 1"),
        ({"positions": ["XO"]}, TypeError, "positions must be"),
        ({"positions": 1.5}, TypeError, "positions must be"),
        (
            {"positions": [Game()], "tasks": "utility"},
            ValueError,
            "positions must contain at least one position that tests utility",
        ),
        ({"progress": "yes"}, TypeError, "progress must be"),
    ],
)
def test_wrong_arguments_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        check(module_of(PLAIN), **{"contract": "cs50"} | arguments)


def test_holder_without_functions_is_refused():
    with pytest.raises(
        ValueError, match="must define at least one function of the contract cs50"
    ):
        check(3, "cs50")
    with pytest.raises(ValueError, match="tasks must name one function"):
        check(lambda board: board, "cs50")


@pytest.mark.parametrize("student", [{}, ModuleType("empty"), SimpleNamespace()])
def test_empty_module_has_only_missing_functions(student):
    report = check(student, "flat", ("winner", "actions"))
    assert [(part.result, part.note) for part in report.parts] == [
        ("missing", "There is no function actions."),
        ("missing", "There is no function winner."),
    ]
    with pytest.raises(AssertionError, match="There is no function actions"):
        report.require()


def test_positions_limit_the_check():
    module = module_of(PLAIN)
    functions = {"winner": module.winner, "minimax": lambda _board: None}
    winner, minimax = check(functions, "cs50", ("winner", "minimax"), positions=7).parts
    assert (winner.checked_count, minimax.checked_count) == (
        5478,
        7,
    )  # only the search is limited to 7
    (one,) = check(module, "cs50", "winner", positions=[Game(moves=(4,))]).parts
    assert (one.ok, one.checked_count) == (True, 1)


@pytest.mark.parametrize("kind", ["list", "set"])
def test_actions_of_another_type_get_a_remark(kind):
    source = f"""
        def actions(board):
            return {kind}((i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY)
        """
    (part,) = check(module_of(replaced(source)), "cs50", "actions", [Game()]).parts
    remark = (
        "The function passed, but the course asks for a set of tuples, not for a value of type "
        "list."
    )
    assert (part.ok, part.note) == (True, remark if kind == "list" else None)


def test_progress_counts_to_the_total(capsys):
    told = []
    check(
        module_of(PLAIN),
        "cs50",
        ("player", "winner"),
        checked_positions()[:50],
        progress=lambda done, total: told.append((done, total)),
    )
    assert told == sorted(told)
    assert told[-1] == (100, 100)
    assert capsys.readouterr() == ("", "")


def test_sampled_positions_reveal_wrong_functions():
    first_free = module_of(
        PLAIN
        + """
def minimax(board):
    return None if terminal(board) else min(actions(board))
def winner(board):
    return None
"""
    )
    wrong = {part.name for part in check(first_free, "cs50", positions=60).parts if not part.ok}
    assert wrong == {"minimax", "winner"}
