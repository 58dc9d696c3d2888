"""Traces of searches in many styles, and trees with visit counts."""

import functools
import json
import operator
import pickle
import re
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

from tests.support.samples import sampled
from tests.support.students import search_shapes as shapes
from tests.support.students import searches
from tests.support.students.aima_games import TicTacToe
from tests.support.students.searches import flat_after, flat_moves, flat_score
from tictactoe_widget import Game
from tictactoe_widget.classroom import CONTRACTS, VisitTree, trace
from tictactoe_widget.classroom.tracing.record import known_search_counts

INFINITY = float("inf")
TWO_LEFT = Game.from_text("XOX/XOX/..O")  # O wins at cell 7. Cell 6 leads to a draw


@pytest.fixture(autouse=True)
def notes():
    """Notes that the searches themselves write."""
    searches.NOTES.clear()
    return searches.NOTES


def value(game):
    """Return the value for X, by plain minimax on the package's games."""
    if game.is_over:
        return {"X": 1, "O": -1, "draw": 0}[game.result]
    values = [value(game.play(cell)) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)


# Counts.


def test_minimax_visits_549946_positions(notes):
    record = trace(searches.minimax, Game(), "cs50")
    assert record.call_count == len(notes) == sum(record.counts.values()) == 549_946
    assert record.counts == {name: notes.count(name) for name in set(notes)}
    # There are 9!/(9-n)! move sequences of length n, as long as nobody can have won.
    assert record.kept_count == 1 + 9 + 72 + 504 + 3_024 + 15_120
    assert sum(child.call_count for child in record.root.children) == 549_945
    # All other calls are below a first move: a corner, an edge or the centre.
    assert [child.call_count for child in record.root.children] == [
        59_705, 63_905, 59_705, 63_905, 55_505, 63_905, 59_705, 63_905, 59_705,
    ]  # fmt: skip
    assert record.chosen == 0
    assert record.known == (
        "The search visited 549,946 positions, the same number as plain minimax. Other "
        "searches from this position: alpha-beta in square order visits 18,297 and minimax "
        "with a transposition table visits 5,478."
    )


def test_alpha_beta_visits_18297_positions(notes):
    record = trace(searches.alpha_beta, Game(), "flat", arguments=(-INFINITY, INFINITY))
    assert record.call_count == record.kept_count == len(notes) == 18_297
    fields = ("board", "alpha", "beta", "cut", "value")
    assert [{name: getattr(call, name) for name in fields} for call in record.nodes] == notes
    assert "the same number as alpha-beta in square order" in record.known


def test_cached_search_visits_5478_positions(notes):
    trace(searches.with_cache, Game(), "flat")  # its table is cleared before the next trace
    notes.clear()
    record = trace(searches.with_cache, Game(), "flat")
    assert record.counts == {"with_cache": 1, "cached_value": len(notes)}
    assert record.visited_count == len(notes) == 5_478
    assert (record.result, record.root.value, record.chosen) == (0, 0, None)
    assert all(call.cut == () for call in record.nodes)
    assert "the same number as minimax with a transposition table" in record.known


def test_large_boards_have_no_known_counts():
    assert known_search_counts(Game("4x4")) is None
    late = trace(value, Game.from_text("XOXO/XOXO/OXOX/OX..", "4x4"))
    assert late.known.startswith("The search visited 5 positions, the same number as plain")


# Trees.


def test_tree_worked_out_by_hand():
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
def test_board_changed_in_place_is_recorded(notes, text):
    record = trace(searches.in_place, Game.from_text(text), "flat")
    assert [{"board": call.board, "value": call.value} for call in record.nodes] == notes
    for call in record.nodes[1:]:
        around = record.nodes[call.parent].board
        assert around[call.cell] is None
        before, after = around[: call.cell], around[call.cell + 1 :]
        assert call.board == (*before, call.board[call.cell], *after)


def test_inner_functions_are_recorded(notes):
    record = trace(searches.decide_by_closures, Game.from_text("X../.O./X.."), "aima")
    assert record.call_count == len(notes) + 1 == 927
    assert record.functions == ("decide_by_closures", "max_value", "min_value")
    assert record.chosen == 3
    assert record.result == (2, 1)
    assert {call.cell: call.value for call in record.root.children}[3] == 0
    state, theirs = CONTRACTS["aima"].encode(TWO_LEFT), TicTacToe()
    assert searches.decide_by_closures(state, theirs) == (3, 2)


def test_search_is_found_without_its_helpers():
    record = trace(searches.minimax, TWO_LEFT, "cs50")
    assert record.functions == ("minimax", "max_value", "min_value")
    assert [call.function for call in record.nodes] == [
        "minimax", "max_value", "min_value", "max_value",
    ]  # fmt: skip
    named = trace(searches.minimax, TWO_LEFT, "cs50", functions=("max_value", "winner"))
    # `winner` is called once in each of four positions, and again in the two finished ones.
    assert named.counts == {"minimax": 1, "max_value": 2, "winner": 6}
    assert trace(searches.minimax, TWO_LEFT, "cs50", functions="min_value").call_count == 2


def negamax(board, a, b):
    """Return the value for the player to move, with bounds a and b."""
    moves = searches.flat_moves(board)
    if not moves:
        return -1 if searches.flat_winner(board) else 0
    for cell in moves:
        a = max(a, -negamax(searches.flat_after(board, cell), -b, -a))
        if a >= b:
            break
    return a


def test_negamax_values_and_short_bounds():
    record = trace(negamax, TWO_LEFT, "flat", arguments=(-1, 1))
    assert (record.root.alpha, record.root.beta) == (-1, 1)
    assert (record.root.value, record.root.best, record.root.choice) == (1, (7,), 7)
    cut = trace(negamax, Game.from_text("XOX/OXO/..."), "flat", arguments=(-1, 1)).root
    assert ([child.cell for child in cut.children], cut.cut) == ([6], (7, 8))
    assert cut.bound == "The value 1 is at least beta (1)."


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (
            0,
            "is between alpha (−1) and beta (1), so these bounds don't explain the cut.",  # noqa: RUF001 - a minus
        ),
        (-1, "is at most alpha (−1)."),  # noqa: RUF001 - a minus
    ],
)
def test_cut_is_compared_with_the_bounds(value, said):
    def first(board, alpha, beta):
        moves = searches.flat_moves(board)
        return first(searches.flat_after(board, moves[0]), alpha, beta) if moves else value

    record = trace(first, TWO_LEFT, "flat", arguments=(-1, 1))
    assert record.root.cut == (7,)
    assert record.root.bound == f"The value {value} {said}".replace("-", "\N{MINUS SIGN}")


def test_illegal_board_is_still_shown():
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


# State of the student's functions after a trace.


def codes():
    functions = (searches.minimax, searches.max_value, searches.min_value, value)
    return [function.__code__ for function in functions]


class TakenError(Exception):
    """An error with an `__init__` that calls its base class's `__init__`."""

    def __init__(self, cell):
        super().__init__(f"{cell} is taken")


def careful_value(game):
    """Like `value`, for a board that can be wrong."""
    if len(set(game.legal_moves)) < len(game.legal_moves):
        raise TakenError(game.legal_moves[0])
    values = [careful_value(game.play(cell)) for cell in game.legal_moves]
    return max(values, default=0)


def test_exception_class_is_no_search_function():
    def choose(game):
        return max(game.legal_moves, key=lambda cell: careful_value(game.play(cell)))

    assert trace(choose, TWO_LEFT).functions == ("choose", "careful_value")


def test_functions_are_restored_after_a_trace():
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


def test_ctrl_c_stops_a_search_and_restores_it():
    def stopped(game):
        if len(game.moves) == 2:
            raise KeyboardInterrupt
        return stopped(game.play(game.legal_moves[0]))

    code = stopped.__code__
    with pytest.raises(KeyboardInterrupt):
        trace(stopped, Game())
    assert stopped.__code__ is code


# Exceptions.


def test_exception_keeps_earlier_calls():
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


def test_handled_exception_ends_only_its_call():
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


def test_endless_recursion_is_recorded():
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


def test_calls_beyond_the_limit_are_counted():
    game = Game.from_text("X../.O./X..")
    record = trace(searches.in_place, game, "flat", limit=100)
    whole = trace(searches.in_place, game, "flat")
    assert (record.call_count, whole.call_count) == (927, 927)
    assert record.kept_count == 1 + 6 + 30
    for call in record.nodes:
        same = next(other for other in whole.nodes if other.number == call.number)
        fields = operator.attrgetter("board", "value", "call_count")
        assert fields(call) == fields(same)
        assert len(call.children) == (len(same.children) if call.depth < 2 else 0)
        assert call.cut == ()


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((value, Game("wild")), {}, ValueError, "choose their marks, as Wild tic-tac-toe does"),
        (
            (searches.minimax, TWO_LEFT, "cs50"), {"functions": ("max_valeu",)}, ValueError,
            "not 'max_valeu': minimax calls actions, flat_winner, max_value",
        ),
        (
            (searches.alpha_beta, TWO_LEFT, "flat"), {}, ValueError,
            "alpha_beta never ran: TypeError: .*missing 2 required positional arguments",
        ),
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused(arguments, options, error, message):
    with pytest.raises(error, match=message):
        trace(*arguments, **options)


def test_coroutine_is_refused():
    async def later(game):
        return await later(game)

    with pytest.raises(TypeError, match="not the async function later"):
        trace(later, Game())


# Displays of a record: text, HTML and JSON.


@pytest.fixture
def record():
    return trace(searches.minimax, TWO_LEFT, "cs50")


def test_text_shows_the_tree(record):
    assert str(record) == (
        "Trace of minimax on XOX/XOX/..O: 4 calls\n"
        "Calls by function: minimax 1, max_value 2, min_value 1\n"
        "The search visited 4 positions, the same number as plain minimax, alpha-beta in "
        "square order and minimax with a transposition table.\n"
        "\n"
        "minimax chose 8 (4 calls)\n"
        "  7: max_value returned 0 and chose 8 (2 calls)\n"
        "    8: min_value returned 0\n"
        "  8: max_value returned -1"
    )


def test_text_shows_bounds_cuts_and_exceptions():
    bounds = trace(
        searches.alpha_beta, Game.from_text("XOX/OXO/..."), "flat", arguments=(-INFINITY, 1)
    )
    line = "alpha_beta(alpha=-inf, beta=1) returned 1 and chose 7 (cut: 8, 9; 2 calls)"
    assert line in str(bounds)

    def fragile(game):
        return 1 / len(game.legal_moves[2:])

    text = str(trace(fragile, TWO_LEFT))
    assert "The search raised ZeroDivisionError: division by zero" in text
    assert "fragile raised ZeroDivisionError: division by zero" in text


def test_text_of_a_large_record_is_shortened():
    record = trace(searches.in_place, Game.from_text("X../.O./X.."), "flat", limit=100)
    lines = str(record).splitlines()
    assert "The record contains 37 calls, down to depth 2." in lines
    assert lines[-1] == "890 more calls, made by the calls shown"
    assert sum(line.lstrip()[0].isdigit() for line in lines[4:-1]) == 6 + 30


def read(html):
    """Parse a record's HTML as XML, and give attributes without a value an empty one."""
    return ET.fromstring(html.replace(" open>", ' open="">').replace("<br>", "<br/>"))  # noqa: S314 - our own


def pictures(section, part):
    """Return a part of each picture, for example its title."""
    space = "{http://www.w3.org/2000/svg}"
    return [picture.findtext(f"{space}{part}") for picture in section.iter(f"{space}svg")]


def test_html_has_nested_lists_with_pictures(record):
    section = read(record._repr_html_())
    assert section.get("aria-label") == "Trace of minimax on XOX/XOX/..O: 4 calls"
    titles = [f"Position in call {number}" for number in (1, 2, 3, 4)]
    assert pictures(section, "title") == titles
    # Calls with inner calls can be unfolded. The first one is unfolded.
    assert [folded.get("open") for folded in section.iter("details")] == ["", None]
    assert [len(calls.findall("li")) for calls in section.iter("ul")] == [1, 2, 1]


def test_ultimate_picture_names_open_boards():
    def look(game, left=1):
        return (
            look(game.play(40), left - 1) if left else 0
        )  # the middle cell in the middle board

    section = read(trace(look, Game("ultimate"))._repr_html_())
    told = pictures(section, "desc")
    assert [text.rpartition("Board")[2] for text in told] == [
        "s 1, 2, 3, 4, 5, 6, 7, 8 and 9 are open.",
        " 5 is open.",
    ]


def test_unreachable_picture_names_no_open_boards():
    class Holder:
        def __init__(self, board):
            self.board = board

    def look(holder):
        return holder.board.move_count

    def start(game):
        return look(Holder(game.play(36)))

    record = trace(start, Game("ultimate").play(40), functions="look")
    assert record.nodes[1].game is None
    html = record._repr_html_()
    assert html.count("<svg") == 2
    assert len(re.findall("Boards? [^.]+ open", html)) == 1


def test_returned_text_is_escaped():
    def wicked(game):
        if game.is_over:
            raise LookupError("<script>")
        try:
            wicked(game.play(game.legal_moves[-1]))
        except LookupError:
            return "<b>"

    html = trace(wicked, TWO_LEFT)._repr_html_()
    assert "<script>" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;" in html


def test_record_as_json(record):
    told = json.loads(json.dumps(record.to_dict(), allow_nan=False))
    assert told["position"] == "XOX/XOX/..O"
    assert (told["call_count"], told["kept_count"], told["chosen"]) == (4, 4, 7)
    assert told["counts"] == {"minimax": 1, "max_value": 2, "min_value": 1}
    assert [node["parent"] for node in told["nodes"]] == [None, 0, 1, 0]
    assert [node["board"] for node in told["nodes"]] == [
        "XOXXOX..O", "XOXXOXO.O", "XOXXOXOXO", "XOXXOX.OO",
    ]  # fmt: skip
    assert [node["value"] for node in told["nodes"]] == [None, 0, 0, -1]
    assert json.loads(json.dumps(record.to_records())) == told["nodes"]


def test_infinite_bounds_are_text_in_json():
    record = trace(searches.alpha_beta, TWO_LEFT, "flat", arguments=(-INFINITY, INFINITY))
    told = json.loads(json.dumps(record.to_dict(), allow_nan=False))
    assert (told["nodes"][0]["alpha"], told["nodes"][0]["beta"]) == ("-inf", "inf")
    assert told["nodes"][0]["arguments"] == {"alpha": "-inf", "beta": "inf"}


def test_records_are_immutable(record):
    with pytest.raises(AttributeError):
        record.root.value = 3
    with pytest.raises(AttributeError):
        record.call_count = 3
    with pytest.raises(TypeError):
        record.root.arguments["depth"] = 1
    with pytest.raises(TypeError):
        record.counts["minimax"] = 1


# Styles in which students write a recursion.


class Bot:
    """A search in methods that changes the object's board."""

    def __init__(self, board, depth=9):
        self.board = list(board)
        self.depth = depth

    def __call__(self, board):
        self.board = list(board)
        return self.lowest(self.depth)[1]

    def highest(self, depth):
        return self.best(depth, "X", max, self.lowest)

    def lowest(self, depth):
        return self.best(depth, "O", min, self.highest)

    def best(self, depth, mark, pick, other):
        found = []
        for cell in self.moves() if depth else ():
            self.board[cell] = mark
            found.append((other(depth - 1)[0], cell))
            self.board[cell] = None
        return pick(found, key=lambda pair: pair[0]) if found else (self.score(), None)

    def moves(self):
        return searches.flat_moves(self.board)

    def score(self):
        return searches.flat_score(self.board)


def test_methods_of_an_object_are_recorded():
    record = trace(Bot(()), TWO_LEFT, "flat")
    assert record.functions[0] == "__call__"
    assert set(record.functions) == {"__call__", "highest", "lowest"}
    assert [call.cell for call in record.nodes] == [None, None, 6, 7, 7]
    assert record.chosen == 7


def test_methods_can_return_value_and_move():
    bot = Bot(TWO_LEFT.board)

    def search(board):
        assert board == bot.board
        return bot.lowest(9)

    record = trace(search, TWO_LEFT, "flat", functions=("highest", "lowest"))
    assert [(call.cell, call.value, call.choice) for call in record.nodes] == [
        (None, -1, 7), (None, -1, 7), (6, 0, 7), (7, 0, None), (7, -1, None),
    ]  # fmt: skip
    assert record.nodes[1].arguments == {"depth": 9}


def move_first(board):
    """Return (move, value). In a finished position, the move is None."""
    moves = searches.flat_moves(board)
    if not moves:
        return None, searches.flat_score(board)
    pick = max if board.count(None) % 2 else min
    pairs = [(cell, move_first(searches.flat_after(board, cell))[1]) for cell in moves]
    return pick(pairs, key=lambda pair: pair[1])


def test_move_can_come_before_the_value():
    record = trace(move_first, TWO_LEFT, "flat")
    assert [(call.value, call.choice) for call in record.nodes] == [
        (-1, 7), (0, 7), (0, None), (-1, None),
    ]  # fmt: skip


def by_genexpr(game):
    values = (by_genexpr(game.play(cell)) for cell in game.legal_moves)
    return sum(values)


by_lambda = lambda game: (  # noqa: E731 - a lambda is what is tested
    value(game) if game.is_over else max(by_lambda(game.play(c)) for c in game.legal_moves)
)


def default_table(game, seen={}):  # noqa: B006 - students write this
    seen[game.key] = len(seen)
    return max((default_table(game.play(cell)) for cell in game.legal_moves), default=0)


def keywords(game, /, *rest, depth=9, **options):
    assert rest == ("rest",)
    assert options == {"extra": 1}
    return [keywords(game.play(c), *rest, depth=depth - 1, **options) for c in game.legal_moves]


def noted(function):
    @functools.wraps(function)
    def wrapper(*args):
        wrapper.count += 1
        return function(*args)

    wrapper.count = 0
    return wrapper


@noted
def decorated(game):
    return max((decorated(game.play(cell)) for cell in game.legal_moves), default=0)


def as_x(game):
    return [TURN[game.current_player](game.play(cell)) for cell in game.legal_moves]


def as_o(game):
    return [TURN[game.current_player](game.play(cell)) for cell in game.legal_moves]


TURN = {"X": as_o, "O": as_x}


def factory():
    def inner(game):
        return max((inner(game.play(cell)) for cell in game.legal_moves), default=0)

    return inner


def steps(game):
    """A generator that yields moves and finally returns the value."""
    best = None
    for cell in game.legal_moves:
        found = yield from steps(game.play(cell))
        best = found if best is None else max(best, found)
        yield cell
    return len(game.moves) if best is None else best


def lazily(game):
    """A generator without a return value. Its last yield counts."""
    for cell in game.legal_moves:
        for _ in lazily(game.play(cell)):
            pass
        yield cell


class Tree:
    """A search in a node's constructor."""

    def __init__(self, game):
        self.children = [Tree(game.play(cell)) for cell in game.legal_moves]


@pytest.mark.parametrize(
    "search",
    [
        by_genexpr,
        default_table,
        functools.partial(keywords, depth=3, extra=1),
        decorated,
        as_x,
        factory(),
        steps,
        lazily,
        lambda game: [Tree(game)],
        lambda game: [factory()(game)],
    ],
)
def test_every_style_of_recursion_is_recorded(search):
    game = Game.from_text("XOX/OXO/...")
    arguments = ("rest",) if isinstance(search, functools.partial) else ()
    record = trace(search, game, arguments=arguments)
    # Three empty cells, X to move. X wins at once at cells 6 and 8, but not at 7.
    tree = [call for call in record.nodes if call.game is not None]
    boards = [call.game.to_text() for call in tree if call.function != "<lambda>"]
    last_rows = ["...", "X..", ".X.", "..X", "OX.", ".XO", "OXX", "XXO"]
    assert sorted(boards) == sorted(f"XOX/OXO/{row}" for row in last_rows)
    assert {call.game.to_text(): call.cell for call in tree}["XOX/OXO/OX."] == 6
    assert record.raised is None


def test_named_lambda_is_a_search():
    assert trace(by_lambda, TWO_LEFT).call_count == 4 + 2  # two positions are finished
    assert trace(by_lambda, TWO_LEFT).functions == ("<lambda>", "value")


def test_generator_value_is_its_last():
    record = trace(steps, Game(moves=(0, 3, 1, 4, 5, 2, 6, 8)))
    assert [(call.cell, call.value) for call in record.nodes] == [(None, 9), (7, 9)]
    assert record.result == 9
    last = trace(lazily, TWO_LEFT)
    assert last.result == 7
    assert last.nodes[1].value == 7


def test_arguments_are_kept_by_name():
    search = functools.partial(keywords, depth=3, extra=1)
    record = trace(search, TWO_LEFT, arguments=("rest",))
    assert record.root.arguments == {"rest": ("rest",), "depth": 3, "options": "<dict>"}
    assert record.nodes[1].arguments["depth"] == 2


def test_delayed_generators_run_in_later_calls():
    def eager(game):
        waiting = [eager(game.play(cell)) for cell in game.legal_moves]
        for steps in waiting:
            yield from steps
        yield game.result

    record = trace(eager, TWO_LEFT)
    assert [(call.cell, call.depth) for call in record.nodes] == [
        (None, 0), (6, 1), (7, 2), (7, 1),
    ]  # fmt: skip


def test_generator_gets_sent_and_thrown_values():
    heard = []

    def listener(game):
        try:
            heard.append((yield "ready"))
            yield from (listener(game.play(cell)) for cell in game.legal_moves[:0])
            yield "again"
        except LookupError:
            heard.append("error")
            yield "handled"
        finally:
            heard.append("closed")

    def search(game):
        steps = listener(game)
        said = [next(steps), steps.send("word"), steps.throw(LookupError)]
        steps.close()
        return said

    record = trace(search, TWO_LEFT, functions="listener")
    assert record.result == ("ready", "again", "handled")
    assert heard == ["word", "error", "closed"]
    assert [call.value for call in record.nodes] == [record.root.value, "handled"]
    assert [call.raised for call in record.nodes] == [None, None]


def test_exception_in_a_generator():
    def fragile(game):
        for cell in game.legal_moves:
            yield from fragile(game.play(cell))
        raise LookupError("no move")

    record = trace(fragile, TWO_LEFT)
    assert [call.raised for call in record.nodes] == ["LookupError: no move"] * 3
    assert [call.depth for call in record.nodes] == [0, 1, 2]


AGAIN = """
def search(game):
    def look(game):
        values = [look(game.play(cell)) for cell in game.legal_moves]
        return max(values, default=0)
    return look(game)
"""


def test_rerun_notebook_cell_is_traced_again():
    for _ in range(2):
        names = {}
        exec(compile(AGAIN, "cell", "exec"), names)  # noqa: S102 - as a notebook does
        record = trace(names["search"], TWO_LEFT)
        assert record.counts == {"search": 1, "look": 4}


# Positions and calls are counted separately. The searches themselves count both.


TEXTS = ("XOX/XOX/..O", "XOX/OXO/...", "X../.O./X..", "XO./.X./...")


def run(shape, game):
    """Clear a search's memory, and return its record."""
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
    """Return the number of move sequences from a board, including the empty one."""
    return 1 + sum(count(flat_after(board, cell)) for cell in flat_moves(board))


def count_pruned(board, alpha, beta):
    """Return a board's value and the number of positions that alpha-beta visits."""
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
@pytest.mark.parametrize("name", sampled(3, shapes.PLAIN))
def test_plain_search_counts_and_best_moves(name, text):
    record = run(shapes.PLAIN[name], Game.from_text(text))
    board = list(Game.from_text(text).board)
    assert record.visited_count == len(shapes.VISITED) == count(board)
    assert (
        f"visited {count(board):,} positions, the same number as plain minimax" in record.known
    )
    visits = [call for call in record.nodes if call.is_visit]
    assert len(visits) == count(board)
    for call in visits:
        if isinstance(call.value, int):  # a search that returns a move has no value
            assert set(call.best) == solve(list(call.board))[1]
    assert {call.cut for call in record.nodes} == {()}


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", shapes.PRUNED)
def test_alpha_beta_counts_and_cuts(name, text):
    record = run(shapes.PRUNED[name], Game.from_text(text))
    board = list(Game.from_text(text).board)
    visited = count_pruned(board, -2, 2)[1]
    assert record.visited_count == len(shapes.VISITED) == visited
    visits = [call for call in record.nodes if call.is_visit]
    moves = sum(len(flat_moves(list(call.board))) for call in visits)
    # Every legal move in a visited position either leads to another visit or is cut.
    assert sum(len(call.cut) for call in record.nodes) == moves - (visited - 1)
    assert all(call.tried_for is None for call in record.nodes if call.cut)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", shapes.OTHER)
def test_other_searches_visit_what_they_count(name, text):
    record = run(shapes.OTHER[name], Game.from_text(text))
    assert record.visited_count == len(shapes.VISITED)
    assert sum(call.is_visit for call in record.nodes) == len(shapes.VISITED)


def test_dropped_calls_are_classified_too():
    for name in ("a helper for one move", "an object that keeps the board", "a generator"):
        record = run(shapes.PLAIN[name], Game.from_text("X../.O./X.."))
        short = trace(
            shapes.PLAIN[name].search, record.game, shapes.PLAIN[name].contract, limit=20
        )
        assert short.kept_count < 20 < short.call_count == record.call_count
        assert short.visited_count == record.visited_count == 927
        assert short.result == record.result
        kept = [call for call in record.nodes if call.depth == 1]
        assert [one.value for one in short.root.children] == [one.value for one in kept]


# Known counts.


def test_decorator_without_wraps_is_not_traced():
    record = run(shapes.PLAIN["two decorators without wraps"], TWO_LEFT)
    assert record.counts == {"wrapped_twice": 4}
    pair = run(shapes.PLAIN["two functions of one decorator"], TWO_LEFT)
    assert pair.counts == {"choose_by_wrapped": 1, "wrapped_min": 2, "wrapped_max": 2}


def test_closure_is_no_wrapper():
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


def test_tree_with_a_helper_worked_out_by_hand():
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
        "value returned -1 and chose 8 (7 calls)",
        "  score(i=6) returned 0 (4 calls)",
        "    7: value returned 0 and chose 8 (3 calls)",
        "      score(i=7) returned 0 (2 calls)",
        "        8: value returned 0",
        "  score(i=7) returned -1 (2 calls)",
        "    8: value returned -1",
    ]


def test_best_move_through_a_negating_helper():
    record = run(shapes.PLAIN["negamax with a helper"], TWO_LEFT)
    # O is to move. The win at 7 is worth 1 to O, and the helper returns O's value.
    assert [(call.function, call.value) for call in record.root.children] == [
        ("nega_score", 0), ("nega_score", 1),
    ]  # fmt: skip
    assert (record.root.value, record.root.best, record.root.choice) == (1, (7,), 7)


def test_best_move_through_a_scaling_helper():
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


def test_cut_through_two_helpers():
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
    assert record.root.bound == "The value 1 is at least beta (1)."
    assert [call.cut for call in record.nodes[1:]] == [()] * 3


# Searches whose boards can't be read.


def search_bits(board, cells=None):
    """Search on two numbers whose bits are X's and O's cells."""

    def worker(x, o, is_x):
        free = [1 << cell for cell in range(len(cells or ()) or 9) if not (x | o) >> cell & 1]
        values = [worker(x | c * is_x, o | c * (not is_x), not is_x) for c in free]
        return max(values, default=0)

    x, o = (sum((mark == m) << i for i, mark in enumerate(board)) for m in "XO")
    return worker(x, o, board.count(None) % 2 == 1)


def search_bits_beside_the_board(board):
    return search_bits(board, board)  # the outer search keeps the board unchanged


@pytest.mark.parametrize(
    ("search", "functions"),
    [(search_bits, ()), (search_bits_beside_the_board, ("worker",))],
)
def test_unreadable_boards_are_not_counted(search, functions):
    record = trace(search, TWO_LEFT, "flat", functions=functions)
    assert record.counts == {search.__name__: 1, "worker": 5}
    assert (record.visited_count, record.known, record.unread) == (None, None, ("worker",))
    assert record.visited_text == (
        "The number of visited positions is unknown, because calls to worker don't "
        "contain a board in the form used by the contract 'flat'."
    )
    assert record.visited_text in str(record)
    assert [call.board for call in record.nodes[1:]] == [None] * 5


def test_large_boards_show_visited_positions():
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
    assert (wider.known, wider.visited_text) == (None, "The search visited 17 positions.")
    assert "The search visited 17 positions." in str(wider)


# Trees with visit counts: input, order and display without a front end.


NODES = {
    (): (9, 1 / 3),
    (0,): (2, -0.5),
    (0, 4): (1, -1.0),
    (4,): (4, 0.75),
    (2,): (2, 0.0),
    (4, 1): (1, 1.0),
    (4, 0): (2, -0.004),
}


class NumberLike:
    """An integer of another type, like NumPy's."""

    def __index__(self):
        return 4


@pytest.fixture
def tree():
    return VisitTree(Game(), NODES)


def test_nodes_are_sorted_by_visits(tree):
    # 0 and 2 have two visits each, so the smaller cell comes first.
    assert list(tree.nodes) == [(), (4,), (4, 0), (4, 1), (0,), (0, 4), (2,)]
    assert dict(tree.nodes) == NODES


def test_tree_copies_its_dict():
    given = dict(NODES)
    tree = VisitTree(Game(), given)
    given[()] = (1, 0)
    assert tree.nodes[()] == (9, 1 / 3)
    with pytest.raises(TypeError):
        tree.nodes[()] = (1, 0)
    with pytest.raises(AttributeError):
        tree.nodes = {}


def test_numbers_are_converted():
    four = NumberLike()
    tree = VisitTree(Game(), {(): [four, Fraction(1, 2)], (four,): (1, 1)})
    assert repr(tree.nodes) == "mappingproxy({(): (4, 0.5), (4,): (1, 1.0)})"


def test_root_can_be_any_position():
    game = Game.from_text("XX./OO./...")
    assert "3: 2 visits" in str(VisitTree(game, {(): (3, 1), (2,): (2, 1)}))
    with pytest.raises(
        ValueError, match=r"^the last move of node \(2, 5\) must be one of \(\), not 5"
    ):
        VisitTree(game, {(): (3, 1), (2,): (2, 1), (2, 5): (1, 1)})
    over = VisitTree(game.play(2), {(): (1, 1)})
    assert list(over.nodes) == [()]


def test_text_of_a_tree(tree):
    assert str(tree) == (
        "Tree for .../.../...: 7 nodes, 9 visits\n"
        "start: 9 visits, mean 0.33\n"
        "  5: 4 visits, mean 0.75\n"
        "    1: 2 visits, mean 0.00\n"
        "    2: 1 visit, mean 1.00\n"
        "  1: 2 visits, mean -0.50\n"
        "    5: 1 visit, mean -1.00\n"
        "  3: 2 visits, mean 0.00"
    )


@pytest.fixture(scope="module")
def large():
    """A tree with 1 + 9 + 9 * 8 nodes. Nodes after cell 8 have the most visits."""
    nodes = {(): (1000, 0)}
    for cell in range(9):
        nodes[(cell,)] = (500 if cell == 8 else 50, 0)
        for answer in set(range(9)) - {cell}:
            nodes[(cell, answer)] = (20 if cell == 8 else 2, 0)
    return VisitTree(Game(), nodes)


def test_text_of_a_large_tree_is_shortened(large):
    lines = str(large).splitlines()
    assert lines[1:3] == ["start: 1,000 visits, mean 0.00", "  9: 500 visits, mean 0.00"]
    assert lines[-1] == "22 more nodes with the same number of visits or fewer"
    assert len(lines) == 1 + 60 + 1
    assert sum(line.startswith("    ") and "20 visits" in line for line in lines) == 8


def test_html_of_a_tree_has_pictures(tree, large):
    section = read(tree._repr_html_())
    assert section.get("aria-label") == "Tree for .../.../...: 7 nodes, 9 visits"
    titles = pictures(section, "title")
    assert titles[0] == "start: 9 visits, mean 0.33"
    assert titles[1] == "5: 4 visits, mean 0.75"
    assert len(titles) == 7
    assert [len(nodes.findall("li")) for nodes in section.iter("ul")] == [1, 3, 2, 1]
    section = read(large._repr_html_())
    assert len(list(section.iter("li"))) == 20
    assert section.findtext("p[2]") == "62 more nodes with the same number of visits or fewer"


def test_tree_as_json(tree):
    told = json.loads(json.dumps(tree.to_dict()))
    assert told["rules"] == "Tic-tac-toe"
    assert told["position"] == ".../.../..."
    assert told["nodes"] == tree.to_records()
    assert told["nodes"][2] == {"moves": [4, 0], "visits": 2, "mean": -0.004}


@pytest.mark.parametrize(
    ("nodes", "error", "told"),
    [
        ({(): (1, float("nan"))}, ValueError, r"mean of node \(\) must be from -1 to 1, not n"),
        ({(): (1, 10**400)}, ValueError, r"from -1 to 1, not .*: divide the sum"),
        ({(): (1, True)}, TypeError, r"mean of node \(\) must be a number, not True"),
        (
            {(): (2, 0), (True,): (1, 0)},
            TypeError,
            "each key of nodes must be a tuple of moves",
        ),
        ({(): (2, 0), Game(): (1, 0)}, TypeError, r"such as \(4, 0\), not Game"),
        ({(): (2, 0), (-1,): (1, 0)}, ValueError, r"the last move of node \(-1,\) must be"),
    ],
)
def test_invalid_tree_is_refused(nodes, error, told):
    with pytest.raises(error, match=told):
        VisitTree(Game(), nodes)


def test_record_can_be_pickled():
    record = trace(searches.minimax, TWO_LEFT, "cs50")
    assert record.nodes
    again = pickle.loads(pickle.dumps(record))  # noqa: S301 - our own
    assert again.to_dict() == record.to_dict()
    assert again.root.children[0].game == record.root.children[0].game
    assert again.counts == record.counts
