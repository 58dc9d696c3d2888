"""Every contract: positions and moves there and back, and what is refused."""

import copy
import pickle
from contextlib import suppress
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.models.drop_rules import Drop
from tests.support.models.positions import every_position
from tictactoe_widget import MNK, STANDARD, AnswerError, Game, Ultimate
from tictactoe_widget.classroom import CONTRACTS, as_player, play_as
from tictactoe_widget.classroom.contracts.contract import Contract
from tictactoe_widget.classroom.contracts.courses import find_contract

pytestmark = pytest.mark.usefixtures("without_numpy")

EVERY = pytest.mark.parametrize("contract", CONTRACTS.values(), ids=list(CONTRACTS))
FOREIGN = pytest.mark.parametrize(
    "contract", [c for c in CONTRACTS.values() if c.name != "game"]
)
OF_ONE_BOARD = ("kaggle", "openspiel", "pettingzoo", "easyai")

# O . X
# X X .   O to move; mirrored or turned it is another position.
# . O .
LOPSIDED = Game(moves=(3, 0, 4, 7, 2))
SQUARES = {(1, 1): "O", (1, 3): "X", (2, 1): "X", (2, 2): "X", (3, 2): "O"}


def test_the_contracts_of_the_design_are_there_each_under_its_own_name():
    assert list(CONTRACTS) == [
        "game",
        "flat",
        "cs50",
        "aima",
        "kaggle",
        "openspiel",
        "pettingzoo",
        "easyai",
    ]
    assert all(contract.name == name for name, contract in CONTRACTS.items())
    assert all(contract.title and contract.chooser for contract in CONTRACTS.values())


@EVERY
def test_each_of_the_5478_positions_comes_back_with_its_marks_and_its_turn(contract):
    assert len(every_position()) == 5478
    for game in every_position():
        back = contract.decode(contract.encode(game))
        assert back.board == game.board
        assert back.state.to_move == game.state.to_move


@EVERY
def test_each_of_the_nine_cells_comes_back_from_a_move_of_its_own(contract):
    moves = [contract.encode_move(cell) for cell in range(9)]
    assert len(set(moves)) == 9
    assert [contract.decode_move(move) for move in moves] == list(range(9))


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("flat", ["O", None, "X", "X", "X", None, None, "O", None]),
        ("cs50", [["O", None, "X"], ["X", "X", None], [None, "O", None]]),
        ("aima", ("O", 0, SQUARES, [(1, 2), (2, 3), (3, 1), (3, 3)])),
        (
            "kaggle",
            {
                "board": [2, 0, 1, 1, 1, 0, 0, 2, 0],
                "mark": 2,
                "step": 5,
                "remainingOverageTime": 2,
            },
        ),
        (
            "pettingzoo",  # columns first; O is to move, so its marks are in plane 0
            {
                "observation": [
                    [[1, 0], [0, 1], [0, 0]],
                    [[0, 0], [0, 1], [1, 0]],
                    [[0, 1], [0, 0], [0, 0]],
                ],
                "action_mask": [0, 0, 1, 1, 0, 0, 0, 1, 1],
            },
        ),
    ],
)
def test_a_position_that_is_not_symmetric_is_written_as_the_course_writes_it(name, board):
    assert CONTRACTS[name].encode(LOPSIDED) == board
    assert CONTRACTS[name].decode(CONTRACTS[name].encode(LOPSIDED)).board == LOPSIDED.board


def test_open_spiel_writes_that_position_in_small_letters_and_in_planes_of_empty_o_and_x():
    state = CONTRACTS["openspiel"].encode(LOPSIDED)
    assert str(state) == "o.x\nxx.\n.o."
    empty, o, x = "010001101", "100000010", "001110000"
    assert state.observation_tensor() == [float(sign) for sign in empty + o + x]


def test_easy_ai_writes_that_position_as_numbers_of_the_players():
    game = CONTRACTS["easyai"].encode(LOPSIDED)
    assert (game.board, game.current_player) == ([2, 0, 1, 1, 1, 0, 0, 2, 0], 2)
    assert game.possible_moves() == [2, 6, 7, 9]


@pytest.mark.parametrize(
    ("name", "move"),
    [
        ("game", 5),
        ("flat", 5),
        ("cs50", (1, 2)),
        ("aima", (2, 3)),
        ("kaggle", 5),
        ("openspiel", 5),
        ("pettingzoo", 7),
        ("easyai", 6),
    ],
)
def test_the_right_cell_of_the_middle_row_is_named_as_the_course_names_it(name, move):
    assert CONTRACTS[name].encode_move(5) == move
    assert CONTRACTS[name].decode_move(move) == 5


@pytest.mark.parametrize("name", ["flat", "cs50", "aima"])
@given(data=st.data())
def test_boards_of_other_sizes_come_back_too(name, data):
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


def test_two_rows_of_three_are_two_lists_of_three():
    game = Game(MNK(2, 3, 3), moves=(2, 3))
    assert CONTRACTS["cs50"].encode(game) == [[None, None, "X"], ["O", None, None]]
    assert CONTRACTS["aima"].encode(game).board == {(1, 3): "X", (2, 1): "O"}


@FOREIGN
def test_each_call_gets_arguments_of_its_own(contract):
    for function in contract.functions:
        if function.role != "initial_state":
            first, second = (contract.arguments(function, LOPSIDED) for _ in range(2))
            assert first == second
            assert first[0] is not second[0]


@FOREIGN
def test_what_a_function_is_given_can_be_copied_and_pickled(contract):
    board = contract.encode(LOPSIDED)
    assert contract.decode(copy.deepcopy(board)).board == LOPSIDED.board
    again = pickle.loads(pickle.dumps(board))  # noqa: S301 - pickled here
    assert contract.decode(again).board == LOPSIDED.board


@EVERY
@pytest.mark.parametrize("board", [None, 5, "board", [], [[]], {}, {"board": 5}, object()])
def test_what_is_no_board_is_a_value_error(contract, board):
    for convert in (contract.marks, contract.decode):
        with pytest.raises(ValueError, match=r"."):
            convert(board)


@EVERY
@pytest.mark.parametrize(
    "move", [None, True, "x", "10", 4.0, -1, 10, (0,), (4, 4), [1, 2, 3], {}]
)
def test_what_is_no_move_is_a_value_error(contract, move):
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
def test_whatever_is_given_is_read_or_is_a_value_error(contract, thing):
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
        ("flat", [0] * 9, "cell 0 of the board must hold 'X', 'O' or None, not 0"),
        ("cs50", [[None] * 3] * 2, "a board must have 3 rows, not 2"),
        ("cs50", [[None] * 3, [None] * 2, [None] * 3], "row 1 .* must have 3 cells, not 2"),
        ("cs50", [[None] * 3, None, [None] * 3], "row 1 .* must be a list of 3 cells"),
        ("kaggle", {"board": [0] * 8, "mark": 1}, "the board must have 9 cells, not 8"),
        ("kaggle", {"board": [True] + [0] * 8, "mark": 1}, "cell 0 .* 1, 2 or 0, not True"),
        ("kaggle", {"mark": 1}, "an observation must have a board"),
        ("kaggle", {"board": [0] * 9, "mark": 2}, "mark must be 1, whose turn it is"),
        ("openspiel", "xo.\n...", "a board must be three rows of three"),
        ("openspiel", [1] * 9 + [0] * 17, "the tensor must be 3 x 3 x 3 numbers"),
        ("openspiel", [1] * 9 + [0] * 17 + [1], "cell 8 must be in one of the planes"),
        ("openspiel", [0.5] + [0] * 26, "the tensor must hold 0 or 1, not 0.5"),
        ("pettingzoo", {"observation": [[0] * 3] * 3}, "the observation must be 2 numbers"),
        ("pettingzoo", {"observation": [[[1, 1]] * 3] * 3}, "both players have a mark"),
        ("pettingzoo", {"observation": [[[1, 0]] * 3] * 3}, "that of the agent to move"),
    ],
)
def test_a_wrong_board_is_described(name, board, message):
    with pytest.raises(ValueError, match=message):
        CONTRACTS[name].decode(board)


@pytest.mark.parametrize(
    ("name", "move", "message"),
    [
        ("cs50", (3, 0), "the row i of a move must be an int from 0 to 2, not 3"),
        ("cs50", (0, None), "the column j of a move must be an int from 0 to 2, not None"),
        ("cs50", 4, r"a move must be a pair \(i, j\), not 4"),
        ("aima", (0, 1), "the row of a move must be an int from 1 to 3, not 0"),
        ("aima", (1, 4), "the column of a move must be an int from 1 to 3, not 4"),
        ("easyai", 0, "a move must be an int from 1 to 9, not 0"),
        ("pettingzoo", 9, "an action must be an int from 0 to 8, not 9"),
    ],
)
def test_a_wrong_move_is_described(name, move, message):
    with pytest.raises(ValueError, match=message):
        CONTRACTS[name].decode_move(move)


def test_easy_ai_takes_a_move_as_text_too():
    assert CONTRACTS["easyai"].decode_move("5") == 4


@FOREIGN
def test_ultimate_is_refused_with_the_contract_that_can_carry_it(contract):
    game = Game(Ultimate())
    for convert in (
        lambda: contract.encode(game),
        lambda: contract.marks([None] * 81, game.rules),
        lambda: contract.check_rules(game.rules),
    ):
        with pytest.raises(ValueError, match="use the contract 'game'"):
            convert()


@FOREIGN
@pytest.mark.parametrize("name", ["wild", "order-and-chaos"])
def test_rules_in_which_the_mark_is_chosen_are_refused_with_the_contract_that_can(
    contract, name
):
    game = Game(name)
    for convert in (
        lambda: contract.encode(game),
        lambda: contract.check_rules(game.rules),
        lambda: contract.as_player({contract.chooser.name: lambda *_: 0})(game),
    ):
        with pytest.raises(ValueError, match="use the contract 'game'"):
            convert()


def test_our_own_contract_takes_a_move_with_the_mark_that_is_chosen():
    def noughts(game):
        return game.legal_moves[-1]

    game = Game("wild").play(as_player(noughts)(Game("wild")))
    assert game.board == (*[None] * 8, "O")
    assert CONTRACTS["game"].decode_move(17, game.rules) == 17
    with pytest.raises(ValueError, match="a move must be an int from 0 to 17, not 18"):
        CONTRACTS["game"].decode_move(18, game.rules)
    assert play_as("random", rules="wild")(game) in game.legal_moves


@pytest.mark.parametrize("name", ["flat", "cs50"])
def test_contracts_of_marks_carry_a_game_whose_marks_fall(name):
    contract = CONTRACTS[name]
    game = Game("connect4", (38, 31, 39))
    board = contract.encode(game)
    assert contract.decode(board, game.rules).key == game.key
    top = contract.encode_move(0, game.rules)
    player = contract.as_player({contract.chooser.name: lambda _: top})
    with pytest.raises(AnswerError, match="Marks fall: play a6 there"):
        player(game)


@pytest.mark.parametrize("name", OF_ONE_BOARD)
@pytest.mark.parametrize("rules", [MNK(4, 4, 4), MNK(3, 3, 3, misere=True)])
def test_a_library_with_one_board_refuses_all_other_rules(name, rules):
    with pytest.raises(ValueError, match=f"the contract {name} knows the standard game alone"):
        CONTRACTS[name].encode(Game(rules))


@pytest.mark.parametrize("rules", [MNK(3, 3, 3, misere=True), Drop()])
def test_aima_carries_lines_on_a_grid_and_refuses_other_rules(rules):
    CONTRACTS["aima"].check_rules(MNK(4, 5, 3))
    with pytest.raises(ValueError, match="the contract aima knows k in a row on one board"):
        CONTRACTS["aima"].encode(Game(rules))


def test_our_own_contract_carries_all_rules():
    game = Game(Ultimate(), moves=(40,))
    contract = CONTRACTS["game"]
    assert contract.decode(contract.encode(game), game.rules) is game
    with pytest.raises(ValueError, match="a board must be a Game by these rules"):
        contract.decode(game, STANDARD)


def test_a_contract_is_found_by_its_name_and_by_itself():
    contract = find_contract("cs50")
    assert isinstance(contract, Contract)
    assert find_contract(contract) is contract
    with pytest.raises(
        ValueError,
        match=r"there is no contract 'cs5' \(did you mean 'cs50'\?\); there are game, flat",
    ):
        find_contract("cs5")
    with pytest.raises(TypeError, match="contract must be the name of a contract, not 50"):
        find_contract(50)


def test_a_function_of_a_contract_is_found_by_its_name():
    assert find_contract("aima").function("minmax_decision").role == "minimax"
    with pytest.raises(
        ValueError, match="the contract kaggle has no function 'agnet', but agent"
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
def test_answers_are_read_in_one_form(name, answer, read):
    assert CS50.read(CS50.function(name), answer, Game()) == read


@pytest.mark.parametrize(
    ("name", "answer", "message"),
    [
        ("player", "x", "the answer must be 'X' or 'O', not 'x'"),
        ("player", None, "the answer must be 'X' or 'O', not None"),
        ("actions", 5, "the answer must be a set or list of moves, not 5"),
        ("actions", "(0, 1)", "the answer must be a set or list of moves"),
        ("actions", [(0, 1), (0, 1)], r"the move \(0, 1\) stands in the answer twice"),
        ("winner", "draw", "the answer must be 'X', 'O' or None, not 'draw'"),
        ("terminal", 1, "the answer must be True or False, not 1"),
        ("terminal", None, "the answer must be True or False, not None"),
        ("utility", True, "the answer must be 1, 0 or -1, not True"),
        ("utility", 2, "the answer must be 1, 0 or -1, not 2"),
        ("utility", "1", "the answer must be 1, 0 or -1, not '1'"),
        ("minimax", None, r"a move must be a pair \(i, j\), not None"),
    ],
)
def test_answers_of_another_kind_are_described(name, answer, message):
    with pytest.raises(ValueError, match=message):
        CS50.read(CS50.function(name), answer, Game())


def test_on_a_finished_board_no_move_is_the_only_choice():
    over = Game(moves=(0, 3, 1, 4, 2))
    assert CS50.read(CS50.function("minimax"), None, over) is None
    with pytest.raises(ValueError, match="the answer on a finished board must be None"):
        CS50.read(CS50.function("minimax"), (2, 2), over)
