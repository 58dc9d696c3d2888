"""Contracts: conversions of boards, moves and answers, and players in both directions."""

import copy
import functools
import pickle
import random
import types
from contextlib import suppress
from types import SimpleNamespace

import cloudpickle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.models.drop_rules import Drop
from tests.support.models.positions import every_position
from tests.support.scenes.players import first_free
from tests.support.students.aima_games import (
    GameState,
    first_player,
    minmax_decision,
)
from tests.support.students.aima_games import TicTacToe as AimaGame
from tictactoe_widget import (
    MNK,
    STANDARD,
    AnswerError,
    Game,
    IllegalMoveError,
    PlayerError,
    Ultimate,
    play_match,
    player,
)
from tictactoe_widget.classroom import CONTRACTS, as_player, play_as
from tictactoe_widget.classroom.contracts.contract import Contract
from tictactoe_widget.classroom.contracts.courses import find_contract, find_functions
from tictactoe_widget.players.calling import choose_move, describe_player

pytestmark = pytest.mark.usefixtures("without_numpy")

EVERY = pytest.mark.parametrize("contract", CONTRACTS.values(), ids=list(CONTRACTS))
FOREIGN = pytest.mark.parametrize(
    "contract", [c for c in CONTRACTS.values() if c.name != "game"]
)
OF_ONE_BOARD = ("kaggle", "openspiel", "pettingzoo", "easyai")

# O . X
# X X .   O to move. Every mirrored or turned copy is a different position.
# . O .
LOPSIDED = Game(moves=(3, 0, 4, 7, 2))
NUMBERS = [2, 0, 1, 1, 1, 0, 0, 2, 0]
# The column comes first. O is to move, so its marks are in plane 0.
PLANES = [[[1, 0], [0, 1], [0, 0]], [[0, 0], [0, 1], [1, 0]], [[0, 1], [0, 0], [0, 0]]]
SQUARES = {(1, 1): "O", (1, 3): "X", (2, 1): "X", (2, 2): "X", (3, 2): "O"}


def test_contracts_have_their_own_names():
    names = "game flat cs50 aima kaggle openspiel pettingzoo easyai"
    assert list(CONTRACTS) == names.split()
    assert all(contract.name == name for name, contract in CONTRACTS.items())
    assert all(contract.title and contract.chooser for contract in CONTRACTS.values())


@EVERY
def test_every_position_survives_a_round_trip(contract):
    assert len(every_position()) == 5478
    for game in every_position():
        back = contract.decode(contract.encode(game))
        assert back.board == game.board
        assert back.state.to_move == game.state.to_move


@EVERY
def test_every_cell_survives_a_round_trip(contract):
    moves = [contract.encode_move(cell) for cell in range(9)]
    assert len(set(moves)) == 9
    assert [contract.decode_move(move) for move in moves] == list(range(9))


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("flat", ["O", None, "X", "X", "X", None, None, "O", None]),
        ("cs50", [["O", None, "X"], ["X", "X", None], [None, "O", None]]),
        ("aima", ("O", 0, SQUARES, [(1, 2), (2, 3), (3, 1), (3, 3)])),
        ("kaggle", {"board": NUMBERS, "mark": 2, "step": 5, "remainingOverageTime": 2}),
        ("pettingzoo", {"observation": PLANES, "action_mask": [0, 0, 1, 1, 0, 0, 0, 1, 1]}),
    ],
)
def test_lopsided_position_in_each_format(name, board):
    assert CONTRACTS[name].encode(LOPSIDED) == board
    assert CONTRACTS[name].decode(CONTRACTS[name].encode(LOPSIDED)).board == LOPSIDED.board


def test_lopsided_position_in_openspiel():
    state = CONTRACTS["openspiel"].encode(LOPSIDED)
    assert str(state) == "o.x\nxx.\n.o."
    empty, o, x = "010001101", "100000010", "001110000"
    assert state.observation_tensor() == [float(sign) for sign in empty + o + x]


def test_lopsided_position_in_easyai():
    game = CONTRACTS["easyai"].encode(LOPSIDED)
    assert (game.board, game.current_player) == (NUMBERS, 2)
    assert game.possible_moves() == [2, 6, 7, 9]


@pytest.mark.parametrize(
    ("name", "move"), [*zip(CONTRACTS, (5, 5, (1, 2), (2, 3), 5, 5, 7, 6), strict=True)]
)
def test_middle_right_cell_in_each_format(name, move):
    assert CONTRACTS[name].encode_move(5) == move
    assert CONTRACTS[name].decode_move(move) == 5


@pytest.mark.parametrize("name", ["flat", "cs50", "aima"])
@given(data=st.data())
def test_other_board_sizes_survive_a_round_trip(name, data):
    rows, columns = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    rules = MNK(rows, columns, min(3, max(rows, columns)))
    game = Game(rules)
    for choice in data.draw(st.lists(st.integers(0, 24), max_size=rows * columns)):
        if not game.is_over:
            game = game.play(game.legal_moves[choice % len(game.legal_moves)])
    contract = CONTRACTS[name]
    assert contract.decode(contract.encode(game), rules).board == game.board
    cells = range(rules.cell_count)
    assert [contract.decode_move(contract.encode_move(c, rules), rules) for c in cells] == [
        *cells
    ]


def test_two_rows_of_three():
    game = Game(MNK(2, 3, 3), moves=(2, 3))
    assert CONTRACTS["cs50"].encode(game) == [[None, None, "X"], ["O", None, None]]
    assert CONTRACTS["aima"].encode(game).board == {(1, 3): "X", (2, 1): "O"}


@FOREIGN
def test_each_call_gets_its_own_arguments(contract):
    for function in contract.functions:
        if function.role != "initial_state":
            first, second = (contract.arguments(function, LOPSIDED) for _ in range(2))
            assert first == second
            assert first[0] is not second[0]


@FOREIGN
def test_arguments_can_be_copied_and_pickled(contract):
    board = contract.encode(LOPSIDED)
    assert contract.decode(copy.deepcopy(board)).board == LOPSIDED.board
    again = pickle.loads(pickle.dumps(board))  # noqa: S301 - pickled here
    assert contract.decode(again).board == LOPSIDED.board


@EVERY
@pytest.mark.parametrize("board", [None, 5, "board", [], [[]], {}, {"board": 5}, object()])
def test_invalid_board_is_a_value_error(contract, board):
    for convert in (contract.marks, contract.decode):
        with pytest.raises(ValueError, match=r"."):
            convert(board)


@EVERY
@pytest.mark.parametrize(
    "move", [None, True, "x", "10", 4.0, -1, 10, (0,), (4, 4), [1, 2, 3], {}]
)
def test_invalid_move_is_a_value_error(contract, move):
    with pytest.raises(ValueError, match=r"must be"):
        contract.decode_move(move)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "X", "o", "5", "xo."]),
    lambda inner: (
        st.lists(inner, max_size=9)
        | st.tuples(inner, inner)
        | st.dictionaries(st.sampled_from(["board", "mark", "observation"]), inner)
        | st.frozensets(st.integers(), max_size=3)
        | st.dictionaries(
            st.tuples(st.integers(0, 4), st.integers(0, 4)), st.sampled_from("XO.")
        )
        | st.builds(lambda board: SimpleNamespace(board=board, current_player=1), inner)
    ),
    max_leaves=12,
)


@EVERY
@settings(max_examples=60)
@given(thing=ANYTHING)
def test_any_value_is_read_or_a_value_error(contract, thing):
    for convert in (contract.marks, contract.decode, contract.decode_move):
        with suppress(ValueError):
            convert(thing)
    for function in contract.functions:
        with suppress(ValueError):
            contract.read(function, thing, LOPSIDED)


@pytest.mark.parametrize(
    ("name", "board", "message"),
    [
        ("flat", ["X"] * 8, "a board must have 9 cells, not 8"),
        ("flat", "X.O......", "a board must be a list of 9 cells, not 'X.O......'"),
        ("flat", [0] * 9, "cell 0 of the board must be 'X', 'O' or None, not 0"),
        ("cs50", [[None] * 3] * 2, "a board must have 3 rows, not 2"),
        ("cs50", [[None] * 3, [None] * 2, [None] * 3], "row 1 .* must have 3 cells, not 2"),
        ("cs50", [[None] * 3, None, [None] * 3], "row 1 .* must be a list of 3 cells"),
        ("kaggle", {"board": [0] * 8, "mark": 1}, "the board must have 9 cells, not 8"),
        ("kaggle", {"board": [True] + [0] * 8, "mark": 1}, "cell 0 .* 1, 2 or 0, not True"),
        ("kaggle", {"mark": 1}, "an observation must have the field board"),
        (
            "kaggle",
            {"board": [0] * 9, "mark": 2},
            r"mark must be 1 \(the player to move on this board\)",
        ),
        ("openspiel", "xo.\n...", "a board must have three rows of three characters"),
        ("openspiel", [1] * 9 + [0] * 17, "the tensor must be an array of 3 x 3 x 3 numbers"),
        (
            "openspiel",
            [1] * 9 + [0] * 17 + [1],
            "cell 8 must be 1 in exactly one of the three planes",
        ),
        ("openspiel", [0.5] + [0] * 26, "the tensor must contain only 0s and 1s, not 0.5"),
        (
            "pettingzoo",
            {"observation": [[0] * 3] * 3},
            "the observation must be an array of 2 numbers",
        ),
        (
            "pettingzoo",
            {"observation": [[[1, 1]] * 3] * 3},
            "must have at most one mark, not one from each",
        ),
        ("pettingzoo", {"observation": [[[1, 0]] * 3] * 3}, "come from the agent to move"),
    ],
)
def test_wrong_board_has_a_message(name, board, message):
    with pytest.raises(ValueError, match=message):
        CONTRACTS[name].decode(board)


@pytest.mark.parametrize(
    ("name", "move", "message"),
    [
        ("cs50", (3, 0), "the row i of a move must be an int from 0 to 2, not 3"),
        ("cs50", (0, None), "the column j of a move must be an int from 0 to 2, not None"),
        ("cs50", 4, r"a move must be a pair of the form \(i, j\), not 4"),
        ("aima", (0, 1), "the row of a move must be an int from 1 to 3, not 0"),
        ("aima", (1, 4), "the column of a move must be an int from 1 to 3, not 4"),
        ("easyai", 0, "a move must be an int from 1 to 9, not 0"),
        ("pettingzoo", 9, "an action must be an int from 0 to 8, not 9"),
    ],
)
def test_wrong_move_has_a_message(name, move, message):
    with pytest.raises(ValueError, match=message):
        CONTRACTS[name].decode_move(move)


def test_easyai_accepts_a_move_as_text():
    assert CONTRACTS["easyai"].decode_move("5") == 4


@FOREIGN
@pytest.mark.parametrize("name", ["ultimate", "wild", "order-and-chaos"])
def test_unsupported_rules_suggest_contract_game(contract, name):
    game = Game(name)
    for convert in (
        lambda: contract.encode(game),
        lambda: contract.marks([None] * game.rules.cell_count, game.rules),
        lambda: contract.check_rules(game.rules),
        lambda: contract.as_player({contract.chooser.name: lambda *_: 0})(game),
    ):
        with pytest.raises(ValueError, match="use the contract 'game'"):
            convert()


def test_game_contract_supports_chosen_marks():
    def noughts(game):
        return game.legal_moves[-1]

    game = Game("wild").play(as_player(noughts)(Game("wild")))
    assert game.board == (*[None] * 8, "O")
    assert CONTRACTS["game"].decode_move(17, game.rules) == 17
    with pytest.raises(ValueError, match="a move must be an int from 0 to 17, not 18"):
        CONTRACTS["game"].decode_move(18, game.rules)
    assert play_as("random", rules="wild")(game) in game.legal_moves


@pytest.mark.parametrize("name", ["flat", "cs50"])
def test_list_contracts_support_falling_marks(name):
    contract = CONTRACTS[name]
    game = Game("connect4", (38, 31, 39))
    board = contract.encode(game)
    assert contract.decode(board, game.rules).key == game.key
    top = contract.encode_move(0, game.rules)
    player = contract.as_player({contract.chooser.name: lambda _: top})
    with pytest.raises(AnswerError, match="Marks fall: play at a6"):
        player(game)


@pytest.mark.parametrize("name", OF_ONE_BOARD)
@pytest.mark.parametrize("rules", [MNK(4, 4, 4), MNK(3, 3, 3, misere=True)])
def test_one_board_libraries_refuse_other_rules(name, rules):
    with pytest.raises(
        ValueError, match=f"the contract {name} supports only the standard game"
    ):
        CONTRACTS[name].encode(Game(rules))


@pytest.mark.parametrize("rules", [MNK(3, 3, 3, misere=True), Drop()])
def test_aima_supports_only_k_in_a_row(rules):
    CONTRACTS["aima"].check_rules(MNK(4, 5, 3))
    with pytest.raises(
        ValueError, match="the contract aima supports only k-in-a-row games on one board"
    ):
        CONTRACTS["aima"].encode(Game(rules))


def test_game_contract_supports_all_rules():
    game = Game(Ultimate(), moves=(40,))
    contract = CONTRACTS["game"]
    assert contract.decode(contract.encode(game), game.rules) is game
    with pytest.raises(ValueError, match="a board must be a Game of "):
        contract.decode(game, STANDARD)


def test_contract_is_found_by_name_or_object():
    contract = find_contract("cs50")
    assert isinstance(contract, Contract)
    assert find_contract(contract) is contract


def test_contract_function_is_found_by_name():
    assert find_contract("aima").function("minmax_decision").role == "minimax"
    with pytest.raises(
        ValueError, match="the contract kaggle has no function 'agnet': choose from agent"
    ):
        find_contract("kaggle").function("agnet")


CS50 = CONTRACTS["cs50"]


@pytest.mark.parametrize(
    ("name", "answer", "read"),
    [
        ("initial_state", [[None] * 3] * 3, (None,) * 9),
        ("player", "X", "X"),
        ("actions", {(0, 1), (2, 2)}, {1, 8}),
        ("actions", [[0, 1], [2, 2]], {1, 8}),
        ("actions", ((0, j) for j in range(2)), {0, 1}),
        ("winner", None, None),
        ("winner", "O", "O"),
        ("terminal", True, True),
        ("utility", -1, -1),
        ("utility", 1.0, 1),
        ("minimax", (2, 0), 6),
    ],
)
def test_answers_are_normalized(name, answer, read):
    assert CS50.read(CS50.function(name), answer, Game()) == read


@pytest.mark.parametrize(
    ("name", "answer", "message"),
    [
        ("player", "x", "the answer must be 'X' or 'O', not 'x'"),
        ("player", None, "the answer must be 'X' or 'O', not None"),
        ("actions", 5, "the answer must be a set or list of moves, not 5"),
        ("actions", "(0, 1)", "the answer must be a set or list of moves"),
        (
            "actions",
            [(0, 1), (0, 1)],
            r"the answer must contain each move only once, but \(0, 1\) appears",
        ),
        ("winner", "draw", "the answer must be 'X', 'O' or None, not 'draw'"),
        ("terminal", 1, "the answer must be True or False, not 1"),
        ("terminal", None, "the answer must be True or False, not None"),
        ("utility", True, "the answer must be 1, 0 or -1, not True"),
        ("utility", 2, "the answer must be 1, 0 or -1, not 2"),
        ("utility", "1", "the answer must be 1, 0 or -1, not '1'"),
        ("minimax", None, r"a move must be a pair of the form \(i, j\), not None"),
    ],
)
def test_wrong_answers_have_a_message(name, answer, message):
    with pytest.raises(ValueError, match=message):
        CS50.read(CS50.function(name), answer, Game())


def test_finished_board_has_no_move():
    over = Game(moves=(0, 3, 1, 4, 2))
    assert CS50.read(CS50.function("minimax"), None, over) is None
    with pytest.raises(ValueError, match="the answer on a finished board must be None"):
        CS50.read(CS50.function("minimax"), (2, 2), over)


# Students' code as our players, and our players as agents in a contract.


def last_square(board):
    """Return the last empty square on CS50's board."""
    return max((i, j) for i in range(3) for j in range(3) if board[i][j] is None)


def module_named(name, **functions):
    module = types.ModuleType(name)
    vars(module).update(functions)
    return module


class Ada:
    """A student's class with CS50's methods."""

    def minimax(self, board):
        return last_square(board)


class Namespace:
    """A class that only contains functions."""

    def minimax(board):  # noqa: N805 - not a method
        return last_square(board)


def first_empty(observation):
    """Return the first empty cell on Kaggle's board."""
    return observation["board"].index(0)


class Bot:
    """A named player in easyAI's form."""

    def __init__(self, name):
        self.name = name

    def ask_move(self, game):
        return game.possible_moves()[-1]


class Callable_:  # noqa: N801 - the name of a bot
    def __call__(self, board):
        return last_square(board)


@pytest.mark.parametrize(
    ("student", "name"),
    [
        (last_square, "last_square"),
        (module_named("course.ada", minimax=last_square), "ada"),
        (module_named("__main__", minimax=last_square), "last_square"),
        ({"__name__": "__main__", "minimax": last_square}, "last_square"),
        (types.SimpleNamespace(minimax=last_square), "last_square"),
        (Ada(), "Ada"),
        (Namespace, "Namespace"),
        (Ada().minimax, "minimax"),
        (lambda board: last_square([*board]), "<lambda>"),
        (functools.partial(last_square), "last_square"),
        (Callable_(), "Callable_"),
    ],
)
def test_students_of_every_kind_can_play(student, name):
    theirs = as_player(student, contract="cs50")
    assert theirs(Game(moves=(8, 4))) == 7
    assert describe_player(theirs) == name


def test_builtin_functions_and_named_objects_play():
    class Bot:
        name = "Deep Thought"

        def agent(self, observation, configuration):
            assert configuration.actTimeout == configuration["actTimeout"] == 1
            return observation.board.index(0)

    theirs = as_player(Bot(), "kaggle")
    assert (theirs(Game(moves=(0,))), describe_player(theirs)) == (1, "Deep Thought")
    assert as_player(max, "kaggle").name == "max"


@pytest.mark.parametrize(
    ("student", "contract", "message"),
    [
        (
            module_named("ada", actions=len, result=len),
            "cs50",
            "function that the contract cs50 calls to choose a move, not only actions, result",
        ),
        (
            "perfect",
            "kaggle",
            "must define agent, the function that the contract kaggle calls to choose a move",
        ),
        (Ada, "cs50", r"student must be an object, not the class Ada: write Ada\(\)"),
        (Callable_, "cs50", r"not the class Callable_: write Callable_\(\)"),
    ],
)
def test_invalid_student_is_refused(student, contract, message):
    with pytest.raises(ValueError, match=message):
        as_player(student, contract)


def test_async_function_is_refused():
    async def minimax(board):
        return last_square(board)

    with pytest.raises(TypeError, match="must be a plain function, not the async minimax"):
        as_player(minimax, "cs50")


def test_functions_follow_the_contracts_order():
    student = {"winner": len, "player": len, "minimax": 5, "other": len}
    assert list(find_functions(student, CONTRACTS["cs50"])) == ["player", "winner"]
    assert find_functions(student, CONTRACTS["cs50"])["winner"] is len


@pytest.mark.parametrize(
    ("contract", "answer", "said"),
    [
        ("cs50", (1, 1), "answered (1, 1): Position already taken"),
        ("cs50", 4, "answered 4: a move must be a pair of the form (i, j), not 4"),
        ("flat", 4, "answered 4: Position already taken"),
        ("aima", (2, 2), "answered (2, 2): Position already taken"),
        ("easyai", "5", "answered '5': Position already taken"),
        ("pettingzoo", None, "answered None: an action must be an int from 0 to 8, not None"),
        ("game", (1, 1), "answered (1, 1): cell must be an int from 0 to 8"),
    ],
)
def test_fault_uses_the_contracts_terms(contract, answer, said):
    def ada(*_arguments):
        return answer

    with pytest.raises(PlayerError) as told:
        choose_move(as_player(ada, contract), Game(moves=(4,)))
    assert str(told.value) == f"Player O (ada) {said}"


def test_unreadable_answer_raises_outside_a_match():
    with pytest.raises(AnswerError) as told:
        as_player(lambda _board: (9, 9), "cs50")(Game())
    assert str(told.value) == "(9, 9): the row i of a move must be an int from 0 to 2, not 9"


def test_unsupported_board_is_a_player_error():
    with pytest.raises(
        PlayerError, match="the contract kaggle supports only the standard game"
    ):
        choose_move(as_player(first_empty, "kaggle"), Game(MNK(4, 4, 4)))
    with pytest.raises(
        PlayerError, match="the contract cs50 does not support the board of Ultimate"
    ):
        choose_move(as_player(last_square, "cs50"), Game(Ultimate()))


def test_students_play_matches():
    match = play_match(as_player(last_square, "cs50"), "perfect", games=2)
    assert match.loss_count("last_square") == 2
    assert not match.faults
    match = play_match(as_player(lambda _: (9, 9), "cs50"), as_player(first_free), games=2)
    assert match.win_count("first_free") == 2
    assert "(<lambda>) answered (9, 9): the row i of a move" in match.faults[0]


def test_students_player_can_be_pickled():
    theirs = as_player(last_square, "cs50")
    again = pickle.loads(pickle.dumps(theirs))  # noqa: S301 - pickled here
    assert (again(Game()), again.name) == (8, "last_square")
    assert repr(again) == "<player last_square by the contract cs50>"


@pytest.mark.parametrize(
    ("contract", "written", "cell"),
    [
        ("flat", lambda board: board.index(None), 0),
        ("kaggle", lambda observation: observation["board"].index(0), 0),
        ("aima", lambda game, state: game.actions(state)[-1], 8),
        ("easyai", Bot("Ada"), 8),
    ],
)
def test_notebook_students_can_be_sent(contract, written, cell):
    theirs = as_player(written, contract)
    again = pickle.loads(cloudpickle.dumps(theirs))  # noqa: S301 - pickled here
    assert (again(Game()), again.name) == (cell, theirs.name)


def test_our_agent_can_be_sent():
    agent = pickle.loads(cloudpickle.dumps(play_as("perfect", "cs50")))  # noqa: S301
    assert agent([["X", "X", None], ["O", "O", None], [None] * 3]) == (0, 2)


def test_our_player_can_be_a_generator():
    assert choose_move(as_player(lambda _game: (cell for cell in (0, 4))), Game()) == 4


def test_agents_can_omit_parameters():
    assert as_player(first_empty, "kaggle")(Game()) == 0
    assert as_player(lambda: 3, "kaggle")(Game()) == 3
    assert as_player(lambda o: o["action_mask"].index(1), "pettingzoo")(Game(moves=(0,))) == 3
    assert as_player(lambda *given: len(given), "kaggle")(Game()) == 2


def test_policy_gets_its_own_name():
    heard = []

    def policy(observation, agent):
        heard.append(agent)
        return observation["action_mask"].index(1)

    theirs = as_player(policy, "pettingzoo")
    theirs(Game())
    theirs(Game(moves=(0,)))
    assert heard == ["player_1", "player_2"]


# X to move can win at once, only at the right end of the middle row.
WINNING = Game(moves=(3, 0, 4, 7))
ANSWERS = {"game": 5, "flat": 5, "cs50": (1, 2), "kaggle": 5, "pettingzoo": 7}


@pytest.mark.parametrize("name", ANSWERS)
def test_our_player_answers_in_the_contracts_form(name):
    agent = play_as("perfect", contract=name)
    assert agent(CONTRACTS[name].encode(WINNING)) == ANSWERS[name]
    assert agent.__name__ == "perfect"


def test_our_player_has_the_libraries_methods():
    state = CONTRACTS["openspiel"].encode(WINNING)
    assert play_as("perfect", "openspiel").step(state) == 5
    asked = play_as(player("perfect"), "easyai")
    assert (asked.ask_move(CONTRACTS["easyai"].encode(WINNING)), asked.name) == (6, "perfect")
    assert play_as(first_free, "aima")(None, CONTRACTS["aima"].encode(WINNING)) == (1, 2)


@pytest.mark.parametrize("name", ["game", "flat", "cs50"])
def test_our_player_has_no_move_after_the_end(name):
    over = Game(moves=(0, 3, 1, 4, 2))
    assert play_as("perfect", name)(CONTRACTS[name].encode(over)) is None


def test_our_player_follows_the_given_rules():
    game = Game("4x4")
    assert play_as(first_free, "cs50", rules="4x4")(CONTRACTS["cs50"].encode(game)) == (0, 0)
    assert play_as(first_free, "game")(Game(Ultimate())) == 0
    with pytest.raises(ValueError, match="a board must have 3 rows, not 4"):
        play_as(first_free, "cs50")(CONTRACTS["cs50"].encode(game))
    with pytest.raises(ValueError, match="a board must be a Game, not 5"):
        play_as(first_free, "game")(5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("perfect", "kaggle", "4x4"),
            "the contract kaggle supports only the standard game",
        ),
        (("perfect", "flat", "gomoku"), 'for "perfect" to solve, not MNK'),
    ],
)
def test_impossible_agent_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        play_as(*arguments)


@pytest.mark.parametrize("name", ["flat", "cs50", *OF_ONE_BOARD])
def test_our_player_survives_a_round_trip(name):
    agent = play_as(first_free, name)
    there_and_back = as_player(agent, name)
    game = Game()
    while not game.is_over:
        assert there_and_back(game) == game.legal_moves[0]
        game = game.play(game.legal_moves[0])


# AIMA: its states, searches and players in both directions.


AIMA = CONTRACTS["aima"]
THEIRS = AimaGame()


def state_after(moves):
    state = THEIRS.initial
    for cell in moves:
        state = THEIRS.result(state, (cell // 3 + 1, cell % 3 + 1))
    return state


def test_state_equals_aimas_own():
    for game in every_position():
        assert AIMA.encode(game) == state_after(game.moves)


def test_search_gets_a_game_like_aimas():
    for game in every_position():
        state, ours = AIMA.arguments(AIMA.chooser, game)
        assert ours.initial == THEIRS.initial
        assert ours.to_move(state) == THEIRS.to_move(state)
        assert ours.actions(state) == THEIRS.actions(state)
        assert ours.terminal_test(state) == THEIRS.terminal_test(state)
        assert [ours.utility(state, p) for p in "XO"] == [
            THEIRS.utility(state, p) for p in "XO"
        ]
        for move in [] if game.is_over else state.moves:
            assert ours.result(state, move) == THEIRS.result(state, move)


@pytest.mark.parametrize("move", [(1, 1), (0, 1), (4, 4), "a1", None, 5])
def test_illegal_move_has_no_effect(move):
    state, ours = AIMA.arguments(AIMA.chooser, Game(moves=(0, 4)))
    assert ours.result(state, move) is state


def test_game_has_the_boards_size():
    _, ours = AIMA.arguments(AIMA.chooser, Game(MNK(2, 4, 3)))
    assert (ours.h, ours.v, ours.k) == (2, 4, 3)
    assert ours.initial == AimaGame(2, 4, 3).initial


def test_game_displays_rows_as_lines(capsys):
    state, ours = AIMA.arguments(AIMA.chooser, Game(moves=(5, 6)))
    ours.display(state)
    assert capsys.readouterr().out == ". . .\n. . X\nO . .\n"
    ours.actions(state).clear()
    assert len(state.moves) == 7


UTILITY = AIMA.function("utility")


@pytest.mark.parametrize(
    ("moves", "player", "answer"),
    [
        ((0, 3, 1, 4, 2), "X", 1),  # X has won, five marks
        ((0, 3, 1, 4, 8, 5), "O", 1),  # O has won, six marks
        ((0, 3, 1, 5, 6, 7, 2), "O", -1),  # X has won, seven marks
        ((0, 3, 1, 4, 6, 8, 7, 5), "X", -1),  # O has won, eight marks
    ],
)
def test_utility_is_asked_for_both_players(moves, player, answer):
    game = Game(moves=moves)
    state, asked = AIMA.arguments(UTILITY, game)
    assert asked == player
    assert THEIRS.utility(state, asked) == answer
    assert AIMA.read(UTILITY, answer, game) == {"X": 1, "O": -1}[game.winner]


def test_aimas_functions_are_read_correctly():
    for game in every_position():
        over = game.is_over
        asked = {
            "to_move": game.state.to_move,
            "terminal_test": over,
            **({} if over else {"actions": set(game.legal_moves)}),
            **({"utility": {"X": 1, "O": -1, None: 0}[game.winner]} if over else {}),
        }
        for name, expected in asked.items():
            function = AIMA.function(name)
            answer = getattr(THEIRS, name)(*AIMA.arguments(function, game))
            assert AIMA.read(function, answer, game) == expected


RESULT = AIMA.function("result")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"to_move": "X"}, "to_move must be 'O' in the new state, not 'X'"),
        ({"utility": 0}, "utility must be 1 in the new state, not 0"),
        ({"moves": [(2, 2)]}, "moves must list the empty cells of the new state"),
        ({"moves": None}, "the answer must be a set or list of moves, not None"),
        ({"board": None}, "a state must be a GameState whose board is a dict"),
        ({"board": {(1, 1): "x"}}, r"the board must have 'X' or 'O' at \(1, 1\), not 'x'"),
        ({"board": {(0, 0): "X"}}, "the row of a key of the board must be an int from 1 to 3"),
    ],
)
def test_wrong_field_in_a_new_state_has_a_message(change, message):
    before = Game(moves=(0, 3, 1, 4))
    state, move = AIMA.arguments(RESULT, before, 2)
    right = THEIRS.result(state, move)
    assert AIMA.read(RESULT, right, before) == before.play(2).board
    with pytest.raises(ValueError, match=message):
        AIMA.read(RESULT, right._replace(**change), before)


def test_wrong_board_in_a_new_state_is_read():
    before = Game(moves=(0, 4))
    state, _ = AIMA.arguments(RESULT, before, 8)
    assert AIMA.read(RESULT, state, before) == before.board  # the move was ignored
    twice = state._replace(board={**state.board, (3, 3): "X", (3, 2): "X"})
    assert AIMA.read(RESULT, twice, before)[7:] == ("X", "X")


def test_state_with_a_wrong_turn_is_refused():
    state = GameState("O", 0, {}, [])
    with pytest.raises(ValueError, match="to_move must be 'X' in this state, not 'O'"):
        AIMA.decode(state)


class Student(AimaGame):
    """A student's game with a search."""

    def minmax_decision(self, state, game):
        assert game.actions == self.actions  # the search gets the student's own functions
        return minmax_decision(state, game)


def test_students_search_wins_on_our_board():
    late = Game(moves=(0, 4))
    student = as_player(Student(), contract="aima")
    while not late.is_over:
        mover = student if late.current_player == "X" else lambda game: game.legal_moves[-1]
        late = late.play(mover(late))
    assert late.result == "X"


def test_search_without_a_game_gets_ours():
    def minmax_decision_of_mine(state, game):
        return minmax_decision(state, game)

    assert as_player(minmax_decision_of_mine, "aima")(Game(moves=(0, 3, 1, 4))) == 2


@pytest.mark.parametrize(
    "written",
    [
        lambda game, state: game.actions(state)[-1],
        lambda g, s: g.actions(s)[-1],
        lambda state, game: game.actions(state)[-1],
    ],
)
def test_player_parameters_can_be_in_any_order(written):
    assert as_player(written, "aima")(Game(moves=(8,))) == 7


def test_search_parameters_can_be_in_any_order():
    written = {"minmax_decision": lambda game, state: game.actions(state)[-1]}
    assert as_player(written, "aima")(Game(moves=(8,))) == 7


def test_our_player_does_not_lose_in_aimas_game():
    perfect = play_as("perfect", contract="aima")
    assert THEIRS.play_game(perfect, first_player) == 1
    assert THEIRS.play_game(first_player, perfect) == -1
    assert THEIRS.play_game(perfect, perfect) == 0


def test_our_player_plays_aimas_larger_boards():
    expert = play_as("casual", contract="aima", rules=MNK(4, 3, 3))
    assert AimaGame(4, 3, 3).play_game(expert, first_player) in (1, 0, -1)


# Replacements for OpenSpiel's states and easyAI's games if these libraries aren't loaded.


OPENSPIEL, EASYAI = CONTRACTS["openspiel"], CONTRACTS["easyai"]
WON = Game(moves=(0, 3, 1, 4, 2))


def test_openspiel_state_properties():
    state = OPENSPIEL.encode(Game(moves=(4,)))
    assert (state.current_player(), state.move_number()) == (1, 1)
    assert state.legal_actions() == state.legal_actions(1) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert state.legal_actions(0) == []
    assert state.legal_actions_mask() == [1, 1, 1, 1, 0, 1, 1, 1, 1]
    assert (state.num_players(), state.num_distinct_actions()) == (2, 9)
    assert not any((state.is_terminal(), state.is_chance_node(), state.is_simultaneous_node()))
    over = OPENSPIEL.encode(WON)
    assert (over.is_terminal(), over.current_player(), over.legal_actions()) == (True, -4, [])
    assert over.returns() == over.rewards() == [1.0, -1.0]
    assert over.player_return(1) == -1.0


def test_openspiel_state_moves_undo_and_children():
    state = OPENSPIEL.encode(Game())
    child = state.child(5)
    assert (str(state), str(child)) == ("...\n...\n...", "...\n..x\n...")
    copy = child.clone()
    copy.apply_action(0)
    assert (copy.history(), child.history()) == ([5, 0], [5])
    copy.undo_action(1, 0)
    assert copy == child
    assert copy != state
    with pytest.raises(IllegalMoveError):
        copy.apply_action(5)
    with pytest.raises(ValueError, match="must match the last move, but 0 and 3 do not"):
        copy.undo_action(0, 3)
    with pytest.raises(ValueError, match="must match the last move, but 0 and 5 do not"):
        OPENSPIEL.encode(Game(moves=(5,))).undo_action(0, 5)
    assert child.action_to_string(1, 5) == "o(1,2)"
    assert child.observation_string(0) == repr(child) == str(child)


@pytest.mark.parametrize("form", ["text", "flat", "planes"])
def test_openspiel_observations_are_read(form):
    for game in every_position():
        state = OPENSPIEL.encode(game)
        tensor = state.observation_tensor()
        planes = [[tensor[9 * p + 3 * r :][:3] for r in range(3)] for p in range(3)]
        seen = {"text": str(state), "flat": tensor, "planes": planes}[form]
        assert OPENSPIEL.marks(seen) == game.board


def test_openspiel_history_is_found_for_positions():
    for game in every_position():
        bare = Game.from_text(game.to_text())
        history = OPENSPIEL.encode(bare).history()
        assert Game(moves=history).board == game.board


def test_our_bot_has_openspiels_callbacks():
    bot = play_as("perfect", "openspiel")
    state = OPENSPIEL.encode(Game())
    bot.restart()
    bot.restart_at(state)
    bot.inform_action(state, 1, 0)
    assert bot.step(state) in range(9)


def test_easyai_game_moves_and_undo():
    game = EASYAI.encode(Game(moves=(4, 0)))
    assert (game.current_player, game.opponent_index, game.nmove) == (1, 2, 2)
    game.play_move("3")
    assert (game.board, game.current_player) == ([2, 0, 1, 0, 1, 0, 0, 0, 0], 2)
    before = game.ttentry()
    game.make_move(2)
    game.switch_player()
    assert game.copy() == game
    game.switch_player()
    game.unmake_move(2)
    assert game.ttentry() == before
    copy = EASYAI.encode(Game())
    copy.ttrestore(before)
    assert (copy.board, copy.current_player) == (game.board, 2)


def test_easyai_player_to_move_has_lost():
    for position in every_position():
        game = EASYAI.encode(position)
        assert game.is_over() == position.is_over
        assert game.lose() == (position.winner is not None)
        assert game.scoring() == (-100 if position.winner else 0)
        if not position.is_over:
            assert game.possible_moves() == [cell + 1 for cell in position.legal_moves]


def test_easyai_game_has_players_and_a_display(capsys):
    game = EASYAI.encode(Game(moves=(5,)))
    game.players = ["first", "second"]
    assert (game.player, game.opponent) == ("second", "first")
    game.show()
    assert capsys.readouterr().out == ". . .\n. . X\n. . .\n"


def test_their_bots_can_finish_our_games():
    class RandomBot:
        def __init__(self):
            self.rng = random.Random(5)

        def step(self, state):
            return self.rng.choice(state.legal_actions())

        def ask_move(self, game):
            return str(self.rng.choice(game.possible_moves()))

    for contract in ("openspiel", "easyai"):
        theirs, game = as_player(RandomBot(), contract), Game()
        while not game.is_over:
            game = game.play(theirs(game))
