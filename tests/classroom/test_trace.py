"""Traces of searches of every style, held against what the searches note themselves."""

import sys

import pytest

from tests.support.students import searches
from tests.support.students.aima_games import TicTacToe
from tictactoe_widget import Game
from tictactoe_widget.classroom import CONTRACTS, trace
from tictactoe_widget.classroom.tracing.record import known_search_counts

INFINITY = float("inf")
TWO_LEFT = Game.from_text("XOX/XOX/..O")  # O wins at cell 7; after cell 6 it is a draw


@pytest.fixture(autouse=True)
def notes():
    """Notes that the searches make themselves."""
    searches.NOTES.clear()
    return searches.NOTES


def value(game):
    """The value for X, by plain minimax on this package's games."""
    if game.is_over:
        return {"X": 1, "O": -1, "draw": 0}[game.result]
    values = [value(game.play(cell)) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)


# Counts.


def test_plain_minimax_visits_549946_positions_of_which_whole_plies_are_kept(notes):
    record = trace(searches.minimax, Game(), "cs50")
    assert record.call_count == len(notes) == sum(record.counts.values()) == 549_946
    assert record.counts == {name: notes.count(name) for name in set(notes)}
    # One line of play has 9!/(9-n)! beginnings of n moves, as long as nobody can have won.
    assert record.kept_count == 1 + 9 + 72 + 504 + 3_024 + 15_120
    assert sum(child.call_count for child in record.root.children) == 549_945
    # Everything is below one of the openings: corners, edges, the middle.
    assert [child.call_count for child in record.root.children] == [
        59_705, 63_905, 59_705, 63_905, 55_505, 63_905, 59_705, 63_905, 59_705,
    ]  # fmt: skip
    assert record.chosen == 0
    assert record.known == (
        "549,946 positions visited, as many as plain minimax. From here alpha-beta in the "
        "order of the cells visits 18,297 and minimax with a table of positions visits 5,478."
    )


def test_alpha_beta_in_cell_order_visits_18297_positions_and_cuts_what_it_notes(notes):
    record = trace(searches.alpha_beta, Game(), "flat", arguments=(-INFINITY, INFINITY))
    assert record.call_count == record.kept_count == len(notes) == 18_297
    assert [
        {
            "board": call.board,
            "alpha": call.alpha,
            "beta": call.beta,
            "cut": call.cut,
            "value": call.value,
        }
        for call in record.nodes
    ] == notes
    assert "as many as alpha-beta in the order of the cells" in record.known


def test_a_table_of_functools_leaves_5478_calls_and_no_move_counts_as_cut(notes):
    trace(searches.with_cache, Game(), "flat")  # whose table is emptied before the next
    notes.clear()
    record = trace(searches.with_cache, Game(), "flat")
    assert record.counts == {"with_cache": 1, "cached_value": len(notes)}
    assert record.visited_count == len(notes) == 5_478
    assert (record.result, record.root.value, record.chosen) == (0, 0, None)
    assert all(call.cut == () for call in record.nodes)
    assert "as many as minimax with a table of positions" in record.known


@pytest.mark.parametrize(
    ("text", "plain"), [("XOX/XOX/..O", 4), ("XOX/OXO/OX.", 2), ("XXX/OO./...", 1)]
)
def test_known_counts_of_late_positions_are_those_counted_by_hand(text, plain):
    assert known_search_counts(Game.from_text(text)).minimax == plain


def test_boards_with_more_than_nine_empty_cells_have_no_known_counts():
    assert known_search_counts(Game("4x4")) is None
    late = trace(value, Game.from_text("XOXO/XOXO/OXOX/OX..", "4x4"))
    assert late.known.startswith("5 positions visited, as many as plain minimax")


# Trees.


def test_a_tree_worked_out_by_hand():
    record = trace(value, TWO_LEFT)
    root, after_6, after_6_7, after_7 = record.nodes
    assert root.children == (after_6, after_7)
    assert after_6.children == (after_6_7,)
    assert [call.cell for call in record.nodes] == [None, 6, 7, 7]
    assert [call.value for call in record.nodes] == [-1, 0, 0, -1]
    assert [call.call_count for call in record.nodes] == [4, 2, 1, 1]
    assert [call.depth for call in record.nodes] == [0, 1, 2, 1]
    assert [call.parent for call in record.nodes] == [None, 0, 1, 0]
    assert [(call.entered, call.left) for call in record.nodes] == [
        (0, 7), (1, 4), (2, 3), (5, 6),
    ]  # fmt: skip
    assert (root.best, root.choice) == ((7,), 7)
    assert after_7.game.winner == "O"
    assert after_6.game == TWO_LEFT.play(6)


@pytest.mark.parametrize("text", ["X../.O./X..", "XO./.X./...", "XOX/XOX/..O", "O.X/.../X.."])
def test_a_board_that_is_changed_and_restored_is_recorded_as_each_call_got_it(notes, text):
    record = trace(searches.in_place, Game.from_text(text), "flat")
    assert [{"board": call.board, "value": call.value} for call in record.nodes] == notes
    for call in record.nodes[1:]:
        around = record.nodes[call.parent].board
        assert around[call.cell] is None
        assert call.board == (
            *around[: call.cell],
            call.board[call.cell],
            *around[call.cell + 1 :],
        )


def test_functions_defined_inside_the_search_are_recorded_as_in_aimas_code(notes):
    record = trace(searches.decide_by_closures, Game.from_text("X../.O./X.."), "aima")
    assert record.call_count == len(notes) + 1 == 927
    assert record.functions == ("decide_by_closures", "max_value", "min_value")
    assert record.chosen == 3
    assert record.result == (2, 1)
    assert {call.cell: call.value for call in record.root.children}[3] == 0
    state, theirs = CONTRACTS["aima"].encode(TWO_LEFT), TicTacToe()
    assert searches.decide_by_closures(state, theirs) == (3, 2)


def test_a_search_of_several_functions_is_found_and_helpers_are_not():
    record = trace(searches.minimax, TWO_LEFT, "cs50")
    assert record.functions == ("minimax", "max_value", "min_value")
    assert [call.function for call in record.nodes] == [
        "minimax", "max_value", "min_value", "max_value",
    ]  # fmt: skip
    named = trace(searches.minimax, TWO_LEFT, "cs50", functions=("max_value", "winner"))
    # Each of four positions is looked at once; the two that are finished once more.
    assert named.counts == {"minimax": 1, "max_value": 2, "winner": 6}
    assert trace(searches.minimax, TWO_LEFT, "cs50", functions="min_value").call_count == 2


def negamax(board, a, b):
    """Return the value for the player to move; a and b are its bounds."""
    moves = searches.flat_moves(board)
    if not moves:
        return -1 if searches.flat_winner(board) else 0
    for cell in moves:
        a = max(a, -negamax(searches.flat_after(board, cell), -b, -a))
        if a >= b:
            break
    return a


def test_values_seen_by_the_player_to_move_and_bounds_of_one_letter_are_understood():
    record = trace(negamax, TWO_LEFT, "flat", arguments=(-1, 1))
    assert (record.root.alpha, record.root.beta) == (-1, 1)
    assert (record.root.value, record.root.best, record.root.choice) == (1, (7,), 7)
    cut = trace(negamax, Game.from_text("XOX/OXO/..."), "flat", arguments=(-1, 1)).root
    assert ([child.cell for child in cut.children], cut.cut) == ([6], (7, 8))
    assert cut.bound == "The value 1 is not below beta, 1."


def test_bounds_that_do_not_explain_a_cut_are_said_not_to():
    def impatient(board, alpha, beta):
        moves = searches.flat_moves(board)
        return impatient(searches.flat_after(board, moves[0]), alpha, beta) if moves else 0

    record = trace(impatient, TWO_LEFT, "flat", arguments=(-1, 1))
    assert record.root.cut == (7,)
    assert record.root.bound == (
        "The value 0 is above alpha, −1 and below beta, 1: these bounds do not explain it."  # noqa: RUF001 - a minus
    )


def test_numbers_below_zero_have_a_minus_sign_in_what_is_said_of_bounds():
    def resigned(board, alpha, beta):
        moves = searches.flat_moves(board)
        return resigned(searches.flat_after(board, moves[0]), alpha, beta) if moves else -1

    record = trace(resigned, TWO_LEFT, "flat", arguments=(-1, 1))
    assert record.root.bound == "The value −1 is not above alpha, −1."  # noqa: RUF001 - a minus


def test_calls_that_each_try_one_move_of_a_position_leave_nothing_cut():
    def of_move(board, cell):
        return of_board(searches.flat_after(board, cell))

    def of_board(board):
        moves = searches.flat_moves(board)
        return max(of_move(board, cell) for cell in moves) if moves else 0

    record = trace(of_board, Game.from_text("XOX/OXO/..."), "flat")
    assert record.counts["of_move"] == record.counts["of_board"] - 1
    assert all(call.cut == () for call in record.nodes)


def test_an_illegal_board_of_a_wrong_search_is_still_shown():
    def wrong(board):
        cells = [cell for cell in range(9) if board[cell] is None]
        for cell in cells:
            wrong([*board[:cell], "X", *board[cell + 1 :]])

    record = trace(wrong, TWO_LEFT, "flat")
    assert [call.cell for call in record.nodes] == [None, 6, 7, 7, 6]
    both = record.nodes[2]
    assert both.board[6:8] == ("X", "X")
    assert both.game is None
    assert both.value is None


# The student's function afterwards.


def codes():
    functions = (searches.minimax, searches.max_value, searches.min_value, value)
    return [function.__code__ for function in functions]


def test_functions_are_as_before_after_a_trace_and_after_an_exception():
    before, limit = codes(), sys.getrecursionlimit()
    profile = sys.getprofile()
    trace(searches.minimax, TWO_LEFT, "cs50")
    trace(value, TWO_LEFT)
    assert trace(searches.minimax, TWO_LEFT, "game").raised.startswith("TypeError")
    assert all(now is then for now, then in zip(codes(), before, strict=True))
    assert sys.getrecursionlimit() == limit
    assert sys.getprofile() is profile
    searches.NOTES.clear()
    assert searches.minimax([["X", "O", "X"], ["X", "O", "X"], [None, None, "O"]]) == (2, 1)
    assert len(searches.NOTES) == 4


def test_a_person_may_stop_a_search_which_is_then_as_before():
    def stopped(game):
        if len(game.moves) == 2:
            raise KeyboardInterrupt
        return stopped(game.play(game.legal_moves[0]))

    code = stopped.__code__
    with pytest.raises(KeyboardInterrupt):
        trace(stopped, Game())
    assert stopped.__code__ is code


# Exceptions.


def test_an_exception_in_the_middle_keeps_the_calls_until_then():
    def fragile(game):
        if game.is_over:
            raise ZeroDivisionError("division by zero")
        return [fragile(game.play(cell)) for cell in game.legal_moves]

    record = trace(fragile, TWO_LEFT)
    assert record.raised == "ZeroDivisionError: division by zero"
    assert [call.cell for call in record.nodes] == [None, 6, 7]
    assert {call.raised for call in record.nodes} == {record.raised}
    assert record.result is None
    assert all(call.cut == () for call in record.nodes)


def test_an_exception_that_the_search_handles_ends_only_its_own_call():
    def careful(game):
        if game.is_over:
            raise LookupError
        for cell in game.legal_moves:
            try:
                careful(game.play(cell))
            except LookupError:
                continue
        return 0

    record = trace(careful, TWO_LEFT)
    assert [call.raised for call in record.nodes] == [None, None, "LookupError", "LookupError"]
    assert record.raised is None


def test_a_recursion_without_end_is_recorded_until_python_ends_it():
    def endless(game):
        return endless(game)

    record = trace(endless, Game())
    assert record.raised.startswith("RecursionError: maximum recursion depth exceeded")
    assert 500 < record.call_count < 2 * sys.getrecursionlimit()
    assert record.kept_count == record.call_count
    assert record.nodes[-1].depth == record.call_count - 1
    assert str(record)
    assert record._repr_html_()
    assert len(record.to_dict()["nodes"]) == record.call_count


# Limits.


def test_calls_beyond_the_limit_are_counted_and_the_deepest_plies_dropped():
    game = Game.from_text("X../.O./X..")
    record = trace(searches.in_place, game, "flat", limit=100)
    whole = trace(searches.in_place, game, "flat")
    assert (record.call_count, whole.call_count) == (927, 927)
    assert record.kept_count == 1 + 6 + 30
    for call in record.nodes:
        same = next(other for other in whole.nodes if other.number == call.number)
        assert (call.board, call.value, call.call_count) == (
            same.board,
            same.value,
            same.call_count,
        )
        assert len(call.children) == (len(same.children) if call.depth < 2 else 0)
        assert call.cut == ()


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((value, Game("wild")), {}, ValueError, "in Wild tic-tac-toe a move is a cell and a"),
        (
            (searches.minimax, TWO_LEFT, "cs50"),
            {"functions": ("max_valeu",)},
            ValueError,
            "minimax calls no function 'max_valeu'; it calls actions, flat_winner, max_value",
        ),
        (
            (searches.alpha_beta, TWO_LEFT, "flat"),
            {},
            ValueError,
            "alpha_beta never ran: TypeError: .*missing 2 required positional arguments",
        ),
    ],
)
def test_bad_input_is_told(arguments, options, error, message):
    with pytest.raises(error, match=message):
        trace(*arguments, **options)


def test_a_coroutine_is_refused():
    async def later(game):
        return await later(game)

    with pytest.raises(TypeError, match="later is async"):
        trace(later, Game())
