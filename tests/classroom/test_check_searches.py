"""Diagnoses of wrong searches."""

from textwrap import dedent

import pytest

from tests.support.samples import sampled
from tests.support.students.gallery import PLAIN, module_of, replaced
from tictactoe_widget import Game
from tictactoe_widget.classroom import check
from tictactoe_widget.classroom.checking.questions import checked_positions

pytestmark = pytest.mark.slow

LATE = [game for game in checked_positions() if game.move_count > 5][::4]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
VALUE = """
    def value(board):
        if terminal(board):
            return {leaf}
        return {best}(value(result(board, action)) for action in actions(board))
    """
ROOT = """
    def minimax(board):
        if terminal(board):
            return None
        return {best}(actions(board), key=lambda action: value(result(board, action)))
    """


def searching(best, leaf="utility(board)", root=None):
    """Return a module whose search takes the same extreme at every level."""
    return replaced(ROOT.format(best=root or best)) + dedent(VALUE.format(best=best, leaf=leaf))


def leveled(leaf):
    """Return a module with a correct search but other values for finished boards."""
    return searching("(max if player(board) == X else min)", leaf)


HELPING = replaced("""
    def minimax(board):
        if terminal(board):
            return None
        me = player(board)
        return max(actions(board), key=lambda action: value(result(board, action), me, 1))
    """) + dedent("""
    def value(board, me, depth):
        if winner(board):
            return (10 - depth) * (1 if winner(board) == me else -1)
        if terminal(board):
            return 0
        return max(value(result(board, action), me, depth + 1) for action in actions(board))
    """)

MISTAKES = {
    "max at every level": (
        searching("max"),
        "The function maximizes at every level, as if both players wanted X to win.",
    ),
    "min at every level": (
        searching("min"),
        "The function minimizes at every level, as if both players wanted O to win.",
    ),
    "max below the first move": (
        searching("max", root="(max if player(board) == X else min)"),
        "The function maximizes after the first level, as if both players wanted X to win.",
    ),
    "the best for the mover, quick wins first": (
        HELPING,
        "The function looks for the quickest win and assumes that the opponent will help.",
    ),
    "no minus in negamax": (
        searching("max", "-1 if winner(board) else 0"),
        "The function never changes the sign between levels, so every win counts as bad.",
    ),
    "a draw is worth less than a loss": (
        leveled("{X: 1, O: 0, None: -1}[winner(board)]"),
        "The function gives a draw a lower value than a win by O.",
    ),
    "a draw is worth as little as a loss": (
        leveled("{X: 1, O: -1, None: -1}[winner(board)]"),
        "The function gives a draw the same value as a win by O.",
    ),
    "a draw is worth more than a win": (
        leveled("{X: 1, O: -1, None: 2}[winner(board)]"),
        "The function gives a draw a higher value than a win by X.",
    ),
    "any win is worth the same": (
        leveled("1 if winner(board) else 0"),
        "The function gives a win by O the same value as a win by X.",
    ),
}


# `test_check_gallery.py` has most of these. The long tests run all.
@pytest.mark.parametrize("name", sampled(4, MISTAKES))
def test_wrong_search_is_diagnosed(name):
    source, diagnosis = MISTAKES[name]
    (part,) = check(module_of(source), "cs50", "minimax", LATE).parts
    assert part.result == "failed"
    assert diagnosis in part.diagnosis.split(
        " Or: "
    )  # near the end of a game, some mistakes have the same effect


def test_best_value_from_0_is_diagnosed_first():
    def value(game):
        if game.is_over:
            return {"X": 1, "O": -1, "draw": 0}[game.result]
        best = 0
        for cell in game.legal_moves:
            choose = max if game.current_player == "X" else min
            best = choose(best, value(game.play(cell)))
        return best

    def chosen(game):
        choose = max if game.current_player == "X" else min
        return choose(game.legal_moves, key=lambda cell: value(game.play(cell)))

    (part,) = check(chosen, "game", "minimax", 500).parts
    assert part.diagnosis.startswith("The function misses forks: its best value starts at 0")
    assert part.note is None  # its attribute game.result isn't a function result


def test_search_with_other_goals_is_not_diagnosed():
    # It takes a win and blocks threats, but prefers to make its own threat. So it sees threats,
    # although its answers look like a search that looks only one move ahead.
    source = replaced("""
        def minimax(board):
            if terminal(board):
                return None
            me, other = player(board), O if player(board) == X else X
            return max(sorted(actions(board)), key=lambda a: (
                wins(board, a, me), threats(board, a, me) > 0, wins(board, a, other)
            ))
        """) + dedent("""
        def wins(board, action, mark):
            after = deepcopy(board)
            after[action[0]][action[1]] = mark
            return winner(after) == mark
        def threats(board, action, mark):
            after = deepcopy(board)
            after[action[0]][action[1]] = mark
            return sum(wins(after, a, mark) for a in actions(after))
        """)
    (part,) = check(module_of(source), "cs50", "minimax", LATE).parts
    assert (part.result, part.diagnosis) == ("failed", None)


@pytest.mark.parametrize("choose", sampled(3, ["max(good)", "min(good)", "good.pop()"]))
def test_move_order_does_not_matter(choose):
    source = replaced(f"""
        def minimax(board):
            if terminal(board):
                return None
            mark = player(board)
            good = {{a for a in actions(board) if winner(result(board, a)) == mark}}
            good = good or actions(board)
            return {choose}
        """)
    (part,) = check(module_of(source), "cs50", "minimax", LATE).parts
    expected = "The function looks only one move ahead, so it takes wins but misses threats."
    assert part.diagnosis in {expected, None} if "pop" in choose else part.diagnosis == expected


def is_finished(text):
    text = text.replace("/", "")
    lines = ({text[cell] for cell in line} for line in LINES)
    return "." not in text or any(line in ({"X"}, {"O"}) for line in lines)


FINISHED = {
    "raises": (
        "if terminal(board): raise ValueError('it is over')",
        "The function raises an exception when the game is over.",
        "so minimax(board) should return None, but it raised ValueError: it is over.",
    ),
    "moves": (
        "if terminal(board): return (0, 0)",
        "The function returns something other than None when the game is over.",
        "minimax(board) returned (0, 0), which is not a valid answer: the answer on a finished",
    ),
    "does not look": (
        "",
        "The function does not check whether the game is over.",
        "The game is over, so minimax(board) should return None, but it raised ",
    ),
}


@pytest.mark.parametrize("name", sampled(3, FINISHED))
def test_cs50_requires_none_on_finished_boards(name):
    beginning, diagnosis, sentence = FINISHED[name]
    source = replaced(f"""
        def minimax(board):
            {beginning or "pass"}
            choose, value = (max, min_value) if player(board) == X else (min, max_value)
            return choose(actions(board), key=lambda action: value(result(board, action)))
        """)
    report = check(module_of(source), "cs50", "minimax", LATE)
    (part,) = report.parts
    assert part.failed_count == sum(is_finished(game.to_text()) for game in LATE) > 100
    assert part.diagnosis == diagnosis
    assert part.counterexample.game.is_over
    assert part.counterexample.expected == "None"
    assert sentence in part.counterexample.sentence
    assert report.left_open == ""
    # Other contracts define no answer, and the report says so.
    flat = {
        "actions": lambda board: [cell for cell in range(9) if board[cell] is None],
        "minimax": lambda board: board.index(None),
    }
    open_one = check(flat, "flat", ("minimax", "actions"), LATE)
    assert open_one.left_open == (
        "The contract defines no answers for actions and minimax on finished boards, so the "
        "check left these boards out."
    )
    assert str(open_one).endswith(open_one.left_open)
    assert open_one.left_open in open_one._repr_html_()
    assert open_one.to_dict()["left_open"] == open_one.left_open


# It accepts the move (-1, 0), as half of a class's `result` functions do. The rest is correct.
TAKES_NEGATIVE = """
    def result(board, action):
        if board[action[0]][action[1]] is not EMPTY:
            raise ValueError
        new = deepcopy(board)
        new[action[0]][action[1]] = {mark}
        return new
    """
NEVER_LOOKS = """
    def minimax(board):
        choose, value = (max, min_value) if player(board) == X else (min, max_value)
        return choose(actions(board), key=lambda action: value(result(board, action)))
    """


def test_boards_left_out_after_a_wrong_answer():
    report = check(lambda board: board.index(None), "flat", "minimax", [*LATE, Game()])
    assert report.parts[0].checked_count < len(LATE)
    assert report.parts[0].note == (
        "Because an answer was already wrong, the check left out other boards with fewer than "
        "4 marks."
    )


def test_boards_left_out_of_a_sampled_search():
    report = check(lambda board: board.index(None), "flat", "minimax", 20)
    assert report.left_open.endswith(
        "The check left out boards with fewer than 4 marks for minimax, because a search is "
        "slow there."
    )


@pytest.mark.parametrize(
    "on_full", sampled(3, ["return (0, 0)", "return None", "raise ValueError"])
)
def test_search_without_end_check_is_diagnosed(
    on_full,
):
    source = replaced(f"""
        def minimax(board):
            if not actions(board):
                {on_full}
            choose, value = (max, min_value) if player(board) == X else (min, max_value)
            return choose(actions(board), key=lambda action: value(result(board, action)))
        """)
    (part,) = check(module_of(source), "cs50", "minimax", LATE).parts
    assert part.diagnosis == "The function does not check whether the game is over."


@pytest.mark.parametrize("mark", sampled(2, ["player(board)", "X"]))
def test_search_without_end_check_keeps_its_blame(mark):
    source = replaced(TAKES_NEGATIVE.format(mark=mark), NEVER_LOOKS)
    board = [["X", "X", "X"], ["O", "O", None], [None, None, None]]
    assert module_of(source).minimax(board) in {(1, 2), (2, 0), (2, 1), (2, 2)}
    result, minimax = check(module_of(source), "cs50", ("result", "minimax"), LATE).parts
    assert not result.ok
    assert "GameOverError" not in str(minimax.counterexample)
    assert minimax.diagnosis == "The function does not check whether the game is over."
    replaces = "The function was checked with a correct version of result instead of yours."
    assert minimax.note == (None if mark == "player(board)" else replaces)


def test_search_can_rely_on_refused_moves():
    source = replaced(
        TAKES_NEGATIVE.format(mark="player(board)"),
        """
        def minimax(board):
            if terminal(board):
                return None
            choose, value = (max, min_value) if player(board) == X else (min, max_value)
            values = {}
            for i in range(-1, 3):
                for j in range(3):
                    try:
                        values[i, j] = value(result(board, (i, j)))
                    except ValueError:
                        pass
            return choose(values, key=values.get)
        """,
    )
    result, minimax = check(module_of(source), "cs50", ("result", "minimax"), LATE).parts
    assert (result.ok, minimax.ok) == (False, True)


@pytest.mark.parametrize("number", ["Decimal", "Fraction", "float", "complex"])
def test_utility_can_be_any_equal_number(number):
    source = replaced(f"""
        def utility(board):
            return {number}({{X: 1, O: -1, None: 0}}[winner(board)])
        """)
    imports = "from decimal import Decimal\nfrom fractions import Fraction\n"
    assert check(module_of(source + imports), "cs50", "utility").ok


def test_enum_marks_that_equal_x_and_o():
    source = PLAIN.replace(
        'X, O, EMPTY = "X", "O", None',
        dedent("""
            from enum import Enum
            class Mark(str, Enum):
                x, o = "X", "O"
            X, O, EMPTY = Mark.x, Mark.o, None
            """),
    )
    late = LATE[::9]
    assert check(module_of(source), "cs50", positions=late).ok


def test_enum_marks_on_an_aima_board():
    source = """
        from enum import Enum
        class Mark(str, Enum):
            x, o = "X", "O"
        def result(state, move):
            board = {**state.board, move: Mark(state.to_move)}
            mark = state.to_move
            lines = [[(r, c) for c in (1, 2, 3)] for r in (1, 2, 3)]
            lines += [[(r, c) for r in (1, 2, 3)] for c in (1, 2, 3)]
            lines += [[(i, i) for i in (1, 2, 3)], [(i, 4 - i) for i in (1, 2, 3)]]
            won = any(all(board.get(at) == mark for at in line) for line in lines)
            return type(state)(
                to_move=Mark.o if mark == "X" else Mark.x,
                utility=0 if not won else 1 if mark == "X" else -1,
                board=board,
                moves=[other for other in state.moves if other != move],
            )
        """
    assert check(module_of(dedent(source)), "aima", "result", checked_positions()[::90]).ok


@pytest.mark.parametrize("wrong", sampled(2, ["return O", ""]))
def test_function_can_keep_state_in_an_attribute(wrong):
    # In the second case, player is wrong, so that a correct version replaces it.
    source = (
        replaced(
            f"""
        def player(board):
            {wrong or "pass"}
            key = str(board)
            if key not in player.known:
                x = sum(row.count(X) for row in board)
                player.known[key] = X if x == sum(row.count(O) for row in board) else O
            return player.known[key]
        """,
            """
        def minimax(board):
            if terminal(board):
                return None
            player.calls += 1
            choose, value = (max, min_value) if player(board) == X else (min, max_value)
            player.known.clear()
            return choose(actions(board), key=lambda action: value(result(board, action)))
        """,
        )
        + "\nplayer.known = {}\nplayer.calls = 0\n"
    )
    report = check(module_of(source), "cs50", ("player", "minimax"), LATE)
    assert [part.ok for part in report.parts] == [not wrong, True]


def test_search_can_clear_a_functions_cache():
    source = replaced("""
        def minimax(board):
            if terminal(board):
                return None
            count.cache_clear()
            player.cache_clear()
            choose, value = (max, min_value) if player(board) == X else (min, max_value)
            return choose(actions(board), key=lambda action: value(result(board, action)))
        """) + dedent("""
        from functools import lru_cache
        @lru_cache
        def count(rows):
            return X if sum(rows.count(mark) for mark in rows if mark) % 2 == 0 else O
        plain = player
        def player(board):
            return plain(board)
        player.cache_clear = lambda: None
        """)
    assert check(module_of(source), "cs50", "minimax", LATE).ok
