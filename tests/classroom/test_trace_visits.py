"""Positions are told from calls: counted by the searches themselves, in every shape."""

import pytest

from tests.support.students import search_shapes as shapes
from tests.support.students.searches import flat_after, flat_moves, flat_score
from tictactoe_widget import Game
from tictactoe_widget.classroom import trace

TEXTS = ("XOX/XOX/..O", "XOX/OXO/...", "X../.O./X..", "XO./.X./...")
TWO_LEFT = Game.from_text(TEXTS[0])  # O wins at cell 7; after cell 6 it is a draw


def run(shape, game):
    """Return the record of a search, once what it remembers is forgotten."""
    shapes.VISITED.clear()
    getattr(shape.search, "forget", lambda: None)()
    return trace(shape.search, game, shape.contract, arguments=shape.arguments)


def solve(board):
    """Return the value of a board for X, and the moves that have it."""
    moves = flat_moves(board)
    if not moves:
        return flat_score(board), set()
    values = {cell: solve(flat_after(board, cell))[0] for cell in moves}
    value = (max if board.count(None) % 2 else min)(values.values())
    return value, {cell for cell in moves if values[cell] == value}


def count(board):
    """Return the number of lines of play from a board, and of their beginnings."""
    return 1 + sum(count(flat_after(board, cell)) for cell in flat_moves(board))


def count_pruned(board, alpha, beta):
    """Return the value of a board, and how many positions alpha-beta visits from it."""
    moves = flat_moves(board)
    if not moves:
        return flat_score(board), 1
    is_x = board.count(None) % 2 == 1
    best, visited = (-2 if is_x else 2), 1
    for cell in moves:
        bounds = (max(alpha, best), beta) if is_x else (alpha, min(beta, best))
        found, more = count_pruned(flat_after(board, cell), *bounds)
        visited += more
        best = max(best, found) if is_x else min(best, found)
        if best >= beta if is_x else best <= alpha:
            break
    return best, visited


# Every shape.


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", shapes.PLAIN)
def test_plain_searches_visit_what_they_count_and_the_best_moves_are_found(name, text):
    record = run(shapes.PLAIN[name], Game.from_text(text))
    board = list(Game.from_text(text).board)
    assert record.visited_count == len(shapes.VISITED) == count(board)
    assert f"{count(board):,} positions visited, as many as plain minimax" in record.known
    visits = [call for call in record.nodes if call.is_visit]
    assert len(visits) == count(board)
    for call in visits:
        if isinstance(call.value, int):  # one that returns a move has none
            assert set(call.best) == solve(list(call.board))[1]
    assert {call.cut for call in record.nodes} == {()}


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", shapes.PRUNED)
def test_alpha_beta_visits_what_it_counts_and_cuts_are_said_once_of_a_position(name, text):
    record = run(shapes.PRUNED[name], Game.from_text(text))
    board = list(Game.from_text(text).board)
    visited = count_pruned(board, -2, 2)[1]
    assert record.visited_count == len(shapes.VISITED) == visited
    visits = [call for call in record.nodes if call.is_visit]
    moves = sum(len(flat_moves(list(call.board))) for call in visits)
    # Every legal move of a position visited was either made, to another visit, or cut.
    assert sum(len(call.cut) for call in record.nodes) == moves - (visited - 1)
    assert all(call.tried_for is None for call in record.nodes if call.cut)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", shapes.OTHER)
def test_other_searches_visit_what_they_count(name, text):
    record = run(shapes.OTHER[name], Game.from_text(text))
    assert record.visited_count == len(shapes.VISITED)
    assert sum(call.is_visit for call in record.nodes) == len(shapes.VISITED)


def test_deep_calls_that_are_not_kept_are_told_apart_as_well():
    for name in ("a helper for one move", "an object that keeps the board", "a generator"):
        record = run(shapes.PLAIN[name], Game.from_text("X../.O./X.."))
        short = trace(
            shapes.PLAIN[name].search, record.game, shapes.PLAIN[name].contract, limit=20
        )
        assert short.kept_count < 20 < short.call_count == record.call_count
        assert short.visited_count == record.visited_count == 927


# Known counts.


def test_alpha_beta_with_a_helper_visits_18297_positions():
    record = run(shapes.PRUNED["a helper for one move"], Game())
    assert (record.call_count, record.visited_count) == (36_593, 18_297)
    assert "as many as alpha-beta in the order of the cells" in record.known


def test_a_table_in_a_decorator_without_wraps_visits_5478_positions():
    for name in ("a decorator with a table, without wraps", "a decorator that is a class"):
        record = run(shapes.OTHER[name], Game())
        assert record.visited_count == record.call_count == len(shapes.VISITED) == 5_478
        assert "as many as minimax with a table of positions" in record.known


def test_a_decorator_without_wraps_is_no_function_of_the_search():
    record = run(shapes.PLAIN["two decorators without wraps"], TWO_LEFT)
    assert record.counts == {"wrapped_twice": 4}
    pair = run(shapes.PLAIN["two functions of one decorator"], TWO_LEFT)
    assert pair.counts == {"choose_by_wrapped": 1, "wrapped_min": 2, "wrapped_max": 2}


def test_a_closure_that_holds_another_function_is_no_wrapper_of_it():
    def estimate(board):
        return flat_score(board)

    def make(estimate):
        def search(board, depth=1):
            moves = flat_moves(board) if depth else []
            values = [search(flat_after(board, cell), depth - 1) for cell in moves]
            return min(values, default=estimate(board))

        return search

    estimate = make(estimate)
    record = trace(estimate, TWO_LEFT, "flat")
    assert record.counts == {"search": 3}
    assert record.visited_count == 3


# A tree through helpers, worked out by hand.


def test_a_tree_with_a_helper_worked_out_by_hand():
    record = run(shapes.PLAIN["a helper for one move"], TWO_LEFT)
    assert [(call.function, call.is_visit, call.cell) for call in record.nodes] == [
        ("value", True, None),
        ("score", False, None), ("value", True, 6),
        ("score", False, None), ("value", True, 7),
        ("score", False, None), ("value", True, 7),
    ]  # fmt: skip
    assert [call.tried_for for call in record.nodes] == [None, 6, None, 7, None, 7, None]
    assert [call.value for call in record.nodes] == [-1, 0, 0, 0, 0, -1, -1]
    assert [call.best for call in record.nodes] == [(7,), (), (7,), (), (), (), ()]
    assert [call.choice for call in record.nodes] == [7, None, 7, None, None, None, None]
    assert (record.call_count, record.visited_count) == (7, 4)
    assert str(record).splitlines()[4:] == [
        "value returned -1, chose 8 (7 calls)",
        "  score(i=6) returned 0 (4 calls)",
        "    7: value returned 0, chose 8 (3 calls)",
        "      score(i=7) returned 0 (2 calls)",
        "        8: value returned 0",
        "  score(i=7) returned -1 (2 calls)",
        "    8: value returned -1",
    ]


def test_the_best_move_is_found_through_a_helper_that_turns_the_value():
    record = run(shapes.PLAIN["negamax with a helper"], TWO_LEFT)
    # For O, to move, the win at 7 is worth 1; the helper returns it as O sees it.
    assert [(call.function, call.value) for call in record.root.children] == [
        ("nega_score", 0), ("nega_score", 1),
    ]  # fmt: skip
    assert (record.root.value, record.root.best, record.root.choice) == (1, (7,), 7)


def test_the_best_move_is_found_through_a_helper_that_changes_the_value():
    def value(board):
        moves = flat_moves(board)
        if not moves:
            return flat_score(board)
        return (max if board.count(None) % 2 else min)([rate(board, i) for i in moves])

    def rate(board, i):
        return value(flat_after(board, i)) * 0.5 + 0.25

    record = trace(value, TWO_LEFT, "flat")
    assert [child.value for child in record.root.children] == [0.375, -0.25]
    assert (record.root.value, record.root.best) == (-0.25, (7,))


def test_a_cut_through_two_helpers_is_said_of_the_call_that_has_the_bounds():
    def value(board, alpha, beta):
        moves = flat_moves(board)
        if not moves:
            return flat_score(board)
        for cell in moves:
            alpha = max(alpha, first(board, cell))
            if alpha >= beta:
                break
        return alpha

    def first(board, cell):
        return second(board, cell)

    def second(board, cell):
        return value(flat_after(board, cell), -1, 1)

    record = trace(value, Game.from_text("XOX/OXO/..."), "flat", arguments=(-1, 1))
    assert record.root.cut == (7, 8)
    assert record.root.bound == "The value 1 is not below beta, 1."
    assert [call.cut for call in record.nodes[1:]] == [()] * 3


# What cannot be told.


def test_boards_of_another_form_are_not_counted_and_this_is_said():
    def worker(x, o, is_x):
        free = [1 << cell for cell in range(9) if not (x | o) >> cell & 1]
        values = [worker(x | c * is_x, o | c * (not is_x), not is_x) for c in free]
        return max(values, default=0)

    def search(board):
        x, o = (sum((mark == m) << i for i, mark in enumerate(board)) for m in "XO")
        return worker(x, o, board.count(None) % 2 == 1)

    record = trace(search, TWO_LEFT, "flat")
    assert record.counts == {"search": 1, "worker": 5}
    assert (record.visited_count, record.known, record.unread) == (None, None, ("worker",))
    assert record.visited_text == (
        "How many positions were visited cannot be told: no board of the contract 'flat' was "
        "found in the calls of worker."
    )
    assert record.visited_text in str(record)
    assert [call.board for call in record.nodes[1:]] == [None] * 5


def test_a_board_that_nobody_changes_is_not_taken_for_the_one_that_is_searched():
    def search(board):
        def worker(x, o, is_x):
            free = [1 << i for i in range(len(board)) if not (x | o) >> i & 1]
            values = [worker(x | c * is_x, o | c * (not is_x), not is_x) for c in free]
            return max(values, default=0)

        x, o = (sum((mark == m) << i for i, mark in enumerate(board)) for m in "XO")
        return worker(x, o, board.count(None) % 2 == 1)

    record = trace(search, TWO_LEFT, "flat")
    assert (record.call_count, record.visited_count, record.unread) == (6, None, ("worker",))
    assert [call.board for call in record.nodes[1:]] == [None] * 5


def test_larger_boards_are_told_how_many_positions_where_calls_are_more():
    game = Game.from_text("XOXO/XOXO/OXOX/OX..", "4x4")

    def value(game):
        return max([score(game, cell) for cell in game.legal_moves], default=0)

    def score(game, cell):
        return value(game.play(cell))

    record = trace(value, game)
    assert (record.call_count, record.visited_count) == (9, 5)

    def shallow(game):
        return len(game.legal_moves)

    wide = trace(shallow, Game("4x4"))
    assert (wide.known, wide.visited_count, wide.visited_text) == (None, 1, "")

    def looks(game, left=1):
        return max(rates(game, cell, left) for cell in game.legal_moves) if left else 0

    def rates(game, cell, left):
        return looks(game.play(cell), left - 1)

    wider = trace(looks, Game("4x4"))
    assert (wider.known, wider.visited_text) == (None, "17 positions visited.")
    assert "17 positions visited." in str(wider)
