"""SearchView: columns, summaries, messages and errors."""

import json
from math import inf, nan

import pytest
from IPython.core.formatters import DisplayFormatter

from tests.support.scenes.comms import on_the_wire
from tests.support.scenes.search_records import (
    FIVE_LEFT,
    THREE_LEFT,
    alpha_beta,
    fails_at_the_end,
    graded,
    max_value,
    minimax,
    with_helper,
)
from tictactoe_widget import Game, SearchView
from tictactoe_widget.classroom import VisitTree, trace
from tictactoe_widget.widgets.search import tree_columns

RECORDS = {
    "plain": (minimax, THREE_LEFT, {}),
    "alpha-beta": (alpha_beta, FIVE_LEFT, {}),
    "two functions": (max_value, THREE_LEFT, {}),
    "a helper": (with_helper, THREE_LEFT, {}),
    "fails": (fails_at_the_end, THREE_LEFT, {}),
    "limited": (minimax, FIVE_LEFT, {"limit": 20}),
    "one call": (minimax, Game.from_text("XXX/OO./..."), {}),
    "ultimate": (graded, Game("ultimate"), {"limit": 200}),
}


@pytest.fixture
def record():
    return trace(alpha_beta, FIVE_LEFT)


def written(value):
    """Return a number as displayed, or a text unchanged."""
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return value if isinstance(value, str) else text.replace("-", "−").replace("inf", "∞")  # noqa: RUF001 - a minus


@pytest.mark.parametrize("name", RECORDS)
def test_columns_contain_every_call(name):
    search, game, options = RECORDS[name]
    record = trace(search, game, **options)
    told = json.loads(SearchView(record).tree)

    def read(column, call):
        values = told["columns"][column]
        return values if isinstance(values, int) else values[call.index]

    def look_up(column, table, call):
        at = read(column, call)
        return None if at == -1 else told[table][at]

    assert told["depth"] == [call.depth for call in record.nodes]
    for call in record.nodes:
        assert look_up("function", "functions", call) == call.function
        assert look_up("board", "boards", call) == "".join(mark or "." for mark in call.board)
        assert read("cell", call) == (-1 if call.cell is None else call.cell)
        assert read("tried_for", call) == (-1 if call.tried_for is None else call.tried_for)
        assert read("calls", call) == call.call_count
        assert look_up("raised", "texts", call) == call.raised
        assert look_up("bound", "texts", call) == call.bound
        assert tuple(look_up("cut", "cells", call) or ()) == call.cut
        expected = call.best if call.choice is None else (call.choice,)
        assert tuple(look_up("chosen", "cells", call) or ()) == expected
        for column, value in (("alpha", call.alpha), ("beta", call.beta)):
            assert look_up(column, "texts", call) == (None if value is None else written(value))
        value = look_up("value", "texts", call)
        assert value == (None if call.raised else written(call.value))
        arguments = (f"{name} {written(value)}" for name, value in call.arguments.items())
        assert (look_up("arguments", "texts", call) or "") == ", ".join(arguments)


def test_different_values_are_sorted():
    assert json.loads(SearchView(trace(minimax, FIVE_LEFT)).tree)["worths"] == ["−1", "0", "1"]  # noqa: RUF001 - a minus


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-3, "−3"),  # noqa: RUF001 - a minus
        (-inf, "−∞"),  # noqa: RUF001 - a minus
        (nan, "nan"),
        (0.1 + 0.2, "0.3"),
        (True, "True"),
        (None, "None"),
        pytest.param(10**5000, "<int>", id="huge"),
        ("much", "much"),
    ],
)
def test_results_of_any_type_are_shown_as_text(value, text):
    def search(game):
        return value if game.is_over else search(game.play(game.legal_moves[0]))

    told = json.loads(SearchView(trace(search, THREE_LEFT)).tree)
    assert set(told["texts"]) == {text}


def test_summary_counts_the_calls():
    view = SearchView(trace(minimax, FIVE_LEFT, limit=20))
    assert view.summary == "186 calls to minimax. 6 calls were recorded."
    two = SearchView(trace(max_value, THREE_LEFT))
    assert two.summary == "14 calls: max_value 7, min_value 7."
    one = SearchView(trace(minimax, Game.from_text("XXX/OO./...")))
    assert one.summary == "1 call to minimax."


def test_calls_are_compared_with_known_numbers(record):
    view = SearchView(record)
    assert view.known == record.known
    assert view.known.startswith(
        "The search visited 88 positions, the same number as alpha-beta"
    )
    assert SearchView(trace(graded, Game("4x4"))).known == ""


def test_summary_counts_positions_on_large_boards():
    def look(game, left=1):
        return max(rate(game, cell, left) for cell in game.legal_moves) if left else 0

    def rate(game, cell, left):
        return look(game.play(cell), left - 1)

    view = SearchView(trace(look, Game("4x4")))
    assert (view.summary, view.known) == (
        "33 calls: look 17, rate 16. The search visited 17 positions.",
        "",
    )


@pytest.mark.parametrize("wrong", [42, None, "minimax", minimax, Game()])
def test_wrong_record_raises_an_error(wrong):
    expected = "^record must be a Record or a VisitTree, not "
    with pytest.raises(TypeError, match=expected):
        SearchView(wrong)


@pytest.fixture
def visits():
    nodes = {(): (9, 0.25), (6,): (2, -0.5), (8,): (2, -0.004), (4,): (2, 1), (4, 6): (1, -1)}
    return VisitTree(THREE_LEFT, nodes)


def test_columns_contain_every_node_with_visits(visits):
    view = SearchView(visits)
    assert (view.summary, view.known, view.record) == ("9 visits, 5 nodes.", "", visits)
    told = json.loads(view.tree)
    columns = told["columns"]
    assert told["depth"] == [0, 1, 2, 1, 1]
    assert columns["cell"] == [-1, 4, 6, 6, 8]
    assert columns["visits"] == [9, 2, 1, 2, 2]
    texts = [told["texts"][at] for at in columns["value"]]
    assert texts == ["0.25", "1.00", "\N{MINUS SIGN}1.00", "\N{MINUS SIGN}0.50", "0.00"]
    boards = [told["boards"][at] for at in columns["board"]]
    assert boards == ["XOXO.O.X.", "XOXOXO.X.", "XOXOXOOX.", "XOXO.OXX.", "XOXO.O.XX"]
    # The root's three moves have equal visits. After move 4, only one move was visited.
    chosen = [told["cells"][at] if at >= 0 else None for at in columns["chosen"]]
    assert chosen == [[4, 6, 8], [6], None, None, None]
    assert told["worths"] == [
        "\N{MINUS SIGN}1.00",
        "\N{MINUS SIGN}0.50",
        "0.00",
        "0.25",
        "1.00",
    ]


def test_trees_and_records_have_the_same_columns(record, visits):
    calls, nodes = (json.loads(SearchView(shown).tree) for shown in (record, visits))
    assert calls.keys() == nodes.keys()
    assert calls["columns"].keys() == nodes["columns"].keys()
    assert calls["columns"]["visits"] == -1


def test_tree_with_one_node():
    assert len(json.loads(SearchView(VisitTree(Game(), {(): (1, 0)})).tree)["depth"]) == 1


def test_first_message_contains_everything(record):
    view = SearchView(record)
    state = view.comm.opened["state"]
    for name in ("grid", "known", "summary", "tree"):
        assert state[name] == on_the_wire(getattr(view, name))
    assert (view.comm.opened["buffer_paths"], view.comm.sent) == ([], [])


def test_output_has_the_view_text_and_html(record, visits):
    for shown in (record, visits):
        view = SearchView(shown)
        data, _ = DisplayFormatter().format(view)
        assert data.pop("application/vnd.jupyter.widget-view+json")["model_id"] == view.model_id
        assert data == {"text/plain": str(shown), "text/html": shown._repr_html_()}


def in_turn(game):
    """Visit positions with generators that run in turn, so that calls interleave."""
    if game.is_over:
        yield game
        return
    waiting = [in_turn(game.play(cell)) for cell in game.legal_moves]
    while waiting:
        for visits in list(waiting):
            try:
                yield next(visits)
            except StopIteration:
                waiting.remove(visits)


def test_tree_of_interleaved_calls():
    tree = tree_columns(trace(in_turn, THREE_LEFT))
    around, moves = [], set()
    for depth, place in zip(tree["depth"], tree["columns"]["board"], strict=True):
        board = tree["boards"][place]
        del around[depth:]
        if around:
            (cell,) = (at for at in range(9) if around[-1][at] != board[at])
            moves.add((around[-1], cell))
        around.append(board)
    # Each of the 14 positions except the root is one move away from its parent.
    assert len(moves) == 13
