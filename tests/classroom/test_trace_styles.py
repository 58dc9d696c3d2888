"""Every style in which students write a recursion is traced."""

import functools

import pytest

from tests.support.students import searches
from tictactoe_widget import Game
from tictactoe_widget.classroom import trace

TWO_LEFT = Game.from_text("XOX/XOX/..O")  # O wins at cell 7; after cell 6 it is a draw


def value(game):
    """The value for X, by plain minimax on this package's games."""
    if game.is_over:
        return {"X": 1, "O": -1, "draw": 0}[game.result]
    values = [value(game.play(cell)) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)


class Bot:
    """A search in methods, on a board that the object keeps and changes."""

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


def test_methods_of_an_object_that_keeps_the_board_are_recorded():
    record = trace(Bot(()), TWO_LEFT, "flat")
    assert record.functions[0] == "__call__"
    assert set(record.functions) == {"__call__", "highest", "lowest"}
    assert [call.cell for call in record.nodes] == [None, None, 6, 7, 7]
    assert record.chosen == 7


def test_methods_that_return_a_value_and_a_move_tell_both():
    bot = Bot(TWO_LEFT.board)

    def search(board):
        assert board == bot.board
        return bot.lowest(9)

    record = trace(search, TWO_LEFT, "flat", functions=("highest", "lowest"))
    assert [(call.cell, call.value, call.choice) for call in record.nodes] == [
        (None, -1, 7),
        (None, -1, 7),
        (6, 0, 7),
        (7, 0, None),
        (7, -1, None),
    ]
    assert record.nodes[1].arguments == {"depth": 9}


def move_first(board):
    """Return (move, value), where a finished position has the move None."""
    moves = searches.flat_moves(board)
    if not moves:
        return None, searches.flat_score(board)
    pick = max if board.count(None) % 2 else min
    pairs = [(cell, move_first(searches.flat_after(board, cell))[1]) for cell in moves]
    return pick(pairs, key=lambda pair: pair[1])


def test_a_move_before_the_value_is_told_from_a_value_before_the_move():
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
    """A generator that yields better answers and returns the value at last."""
    best = None
    for cell in game.legal_moves:
        found = yield from steps(game.play(cell))
        best = found if best is None else max(best, found)
        yield cell
    return len(game.moves) if best is None else best


def lazily(game):
    """A generator without a result: what counts is what it yields last."""
    for cell in game.legal_moves:
        for _ in lazily(game.play(cell)):
            pass
        yield cell


class Tree:
    """A search in the constructor of a node."""

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
def test_every_style_of_recursion_is_recorded_call_by_call(search):
    game = Game.from_text("XOX/OXO/...")
    arguments = ("rest",) if isinstance(search, functools.partial) else ()
    record = trace(search, game, arguments=arguments)
    # Three empty cells, X to move: X wins at once at cells 6 and 8; at 7 both go on.
    tree = [call for call in record.nodes if call.game is not None]
    boards = [call.game.to_text() for call in tree if call.function != "<lambda>"]
    assert sorted(boards) == sorted(
        [
            "XOX/OXO/...", "XOX/OXO/X..", "XOX/OXO/.X.", "XOX/OXO/..X",
            "XOX/OXO/OX.", "XOX/OXO/.XO", "XOX/OXO/OXX", "XOX/OXO/XXO",
        ]
    )  # fmt: skip
    assert {call.game.to_text(): call.cell for call in tree}["XOX/OXO/OX."] == 6
    assert record.raised is None


def test_a_lambda_with_a_name_is_a_search():
    assert trace(by_lambda, TWO_LEFT).call_count == 4 + 2  # two positions are finished
    assert trace(by_lambda, TWO_LEFT).functions == ("<lambda>", "value")


def test_a_generator_gives_what_it_returned_or_else_yielded_last():
    record = trace(steps, Game(moves=(0, 3, 1, 4, 5, 2, 6, 8)))
    assert [(call.cell, call.value) for call in record.nodes] == [(None, 9), (7, 9)]
    assert record.result == 9
    last = trace(lazily, TWO_LEFT)
    assert last.result == 7
    assert last.nodes[1].value == 7


def test_further_arguments_are_kept_by_name():
    search = functools.partial(keywords, depth=3, extra=1)
    record = trace(search, TWO_LEFT, arguments=("rest",))
    assert record.root.arguments == {"rest": ("rest",), "depth": 3, "options": "<dict>"}
    assert record.nodes[1].arguments["depth"] == 2


def test_generators_that_are_made_at_once_and_run_later_lie_in_the_call_that_runs_them():
    def eager(game):
        waiting = [eager(game.play(cell)) for cell in game.legal_moves]
        for steps in waiting:
            yield from steps
        yield game.result

    record = trace(eager, TWO_LEFT)
    assert [(call.cell, call.depth) for call in record.nodes] == [
        (None, 0), (6, 1), (7, 2), (7, 1),
    ]  # fmt: skip


def test_what_is_sent_and_thrown_into_a_generator_reaches_it_while_it_is_traced():
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


def test_an_exception_in_a_generator_is_that_of_its_call():
    def fragile(game):
        for cell in game.legal_moves:
            yield from fragile(game.play(cell))
        raise LookupError("no move")

    record = trace(fragile, TWO_LEFT)
    assert [call.raised for call in record.nodes] == ["LookupError: no move"] * 3
    assert [call.depth for call in record.nodes] == [0, 1, 2]


def test_dropped_generators_run_as_the_kept_ones():
    def values(game):
        if game.is_over:
            return {"X": 1, "O": -1, "draw": 0}[game.result]
        found = []
        for cell in game.legal_moves:
            found.append((yield from values(game.play(cell))))
            yield
        return max(found) if game.current_player == "X" else min(found)

    game = Game.from_text("X../.O./X..")
    whole, short = trace(values, game), trace(values, game, limit=10)
    assert (whole.call_count, whole.kept_count, whole.result) == (927, 927, 0)
    assert (short.call_count, short.kept_count, short.result) == (927, 7, 0)
    assert [call.value for call in short.root.children] == [
        call.value for call in whole.root.children
    ]


AGAIN = """
def search(game):
    def look(game):
        values = [look(game.play(cell)) for cell in game.legal_moves]
        return max(values, default=0)
    return look(game)
"""


def test_a_cell_that_is_run_again_defines_a_search_that_is_traced_again():
    for _ in range(2):
        names = {}
        exec(compile(AGAIN, "cell", "exec"), names)  # noqa: S102 - as a notebook does
        record = trace(names["search"], TWO_LEFT)
        assert record.counts == {"search": 1, "look": 4}
