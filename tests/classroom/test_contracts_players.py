"""Students' code as players of ours, and our players as agents of a contract."""

import functools
import pickle
import types

import cloudpickle
import pytest

from tests.support.scenes.players import first_free
from tictactoe_widget import (
    MNK,
    AnswerError,
    Game,
    PlayerError,
    TicTacToe,
    Ultimate,
    play_match,
    player,
)
from tictactoe_widget.classroom import CONTRACTS, as_player, play_as
from tictactoe_widget.classroom.contracts.courses import find_functions
from tictactoe_widget.players.calling import choose_move, describe_player

pytestmark = pytest.mark.usefixtures("without_numpy")


def last_square(board):
    """The last empty square of CS50's board."""
    return max((i, j) for i in range(3) for j in range(3) if board[i][j] is None)


def module_named(name, **functions):
    module = types.ModuleType(name)
    vars(module).update(functions)
    return module


class Ada:
    """A student's class whose methods are those of CS50."""

    def minimax(self, board):
        return last_square(board)


class Namespace:
    """A class that only holds functions."""

    def minimax(board):  # noqa: N805 - not a method
        return last_square(board)


def first_empty(observation):
    """The first empty cell of Kaggle's board."""
    return observation["board"].index(0)


class Bot:
    """A player with a name, of easyAI's kind."""

    def __init__(self, name):
        self.name = name

    def ask_move(self, game):
        return game.possible_moves()[-1]


class Callable_:  # noqa: N801 - the name of a bot
    def __call__(self, board):
        return last_square(board)


STUDENTS = {
    "last_square": last_square,
    "course.ada": module_named("course.ada", minimax=last_square),
    "__main__": module_named("__main__", minimax=last_square),
    "mapping": {"__name__": "__main__", "minimax": last_square},
    "simple": types.SimpleNamespace(minimax=last_square),
    "object": Ada(),
    "class": Namespace,
    "method": Ada().minimax,
    "lambda": lambda board: last_square([*board]),
    "partial": functools.partial(last_square),
    "callable": Callable_(),
}
NAMES = {
    "last_square": "last_square",
    "course.ada": "ada",
    "__main__": "last_square",
    "mapping": "last_square",
    "simple": "last_square",
    "object": "Ada",
    "class": "Namespace",
    "method": "minimax",
    "lambda": "<lambda>",
    "partial": "last_square",
    "callable": "Callable_",
}


@pytest.mark.parametrize("kind", STUDENTS)
def test_a_student_of_every_kind_plays_and_keeps_a_name(kind):
    theirs = as_player(STUDENTS[kind], contract="cs50")
    assert theirs(Game(moves=(8, 4))) == 7
    assert describe_player(theirs) == NAMES[kind]


def test_a_builtin_function_and_an_object_with_a_name_play():
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
            "needs a function minimax, which chooses a move; ada has actions, result",
        ),
        ({}, "cs50", "the student has none of its functions"),
        (None, "kaggle", "needs a function agent, which chooses a move; the student has none"),
        ("perfect", "kaggle", "needs a function agent, which chooses a move; str has none"),
        (Ada, "cs50", r"Ada is a class: give an object of it, Ada\(\)"),
        (Callable_, "cs50", r"Callable_ is a class: give an object of it, Callable_\(\)"),
        (last_square, "cs51", "there is no contract 'cs51'"),
    ],
)
def test_a_student_who_cannot_play_is_refused_with_the_reason(student, contract, message):
    with pytest.raises(ValueError, match=message):
        as_player(student, contract)


def test_an_async_function_is_refused():
    async def minimax(board):
        return last_square(board)

    with pytest.raises(TypeError, match="minimax is async: a player must be a plain function"):
        as_player(minimax, "cs50")


def test_functions_are_found_in_the_order_of_the_contract():
    student = {"winner": len, "player": len, "minimax": 5, "other": len}
    assert list(find_functions(student, CONTRACTS["cs50"])) == ["player", "winner"]
    assert find_functions(student, CONTRACTS["cs50"])["winner"] is len


@pytest.mark.parametrize(
    ("contract", "answer", "said"),
    [
        (
            "cs50",
            (3, 0),
            "answered (3, 0): the row i of a move must be an int from 0 to 2, not 3",
        ),
        ("cs50", (1, 1), "answered (1, 1): Position already taken"),
        ("cs50", 4, "answered 4: a move must be a pair (i, j), not 4"),
        ("flat", 4, "answered 4: Position already taken"),
        ("aima", (2, 2), "answered (2, 2): Position already taken"),
        ("easyai", "5", "answered '5': Position already taken"),
        ("pettingzoo", None, "answered None: an action must be an int from 0 to 8, not None"),
        ("game", (1, 1), "answered (1, 1): a move is a cell, an int from 0 to 8"),
    ],
)
def test_a_fault_is_told_in_the_terms_of_the_contract(contract, answer, said):
    def ada(*_arguments):
        return answer

    with pytest.raises(PlayerError) as told:
        choose_move(as_player(ada, contract), Game(moves=(4,)))
    assert str(told.value) == f"Player O (ada) {said}"


def test_an_exception_of_a_student_is_told_as_that_of_any_player():
    def ada(board):
        return board[9]

    with pytest.raises(PlayerError) as told:
        choose_move(as_player(ada, "flat"), Game())
    assert str(told.value) == "Player X (ada) raised IndexError: list index out of range"


def test_an_answer_that_the_contract_cannot_read_is_told_to_who_asks_without_a_match():
    with pytest.raises(AnswerError) as told:
        as_player(lambda _board: (9, 9), "cs50")(Game())
    assert str(told.value) == "(9, 9): the row i of a move must be an int from 0 to 2, not 9"


def test_a_board_that_the_contract_cannot_carry_is_told():
    with pytest.raises(PlayerError, match="the contract kaggle knows the standard game alone"):
        choose_move(as_player(first_empty, "kaggle"), Game(MNK(4, 4, 4)))
    with pytest.raises(PlayerError, match="the contract cs50 has no board for Ultimate"):
        choose_move(as_player(last_square, "cs50"), Game(Ultimate()))


def test_students_meet_named_players_and_one_another_in_a_match():
    match = play_match(as_player(last_square, "cs50"), "perfect", games=2)
    assert match.loss_count("last_square") == 2
    assert not match.faults

    def ada(_board):
        return (9, 9)

    match = play_match(as_player(ada, "cs50"), as_player(first_free), games=2)
    assert match.win_count("first_free") == 2
    assert match.faults[0].startswith("Player X (ada) answered (9, 9): the row i of a move")


def test_a_student_sits_at_the_board():
    board = TicTacToe(x=as_player(last_square, "cs50"), o="human")
    try:
        board.play(0)
        assert board.game.moves[:2] == (8, 0)
    finally:
        board.close()


def test_a_students_player_can_be_pickled_and_shown():
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
def test_a_student_of_a_notebook_travels_by_cloudpickle(contract, written, cell):
    theirs = as_player(written, contract)
    again = pickle.loads(cloudpickle.dumps(theirs))  # noqa: S301 - pickled here
    assert (again(Game()), again.name) == (cell, theirs.name)


def test_an_agent_of_ours_travels_by_cloudpickle():
    agent = pickle.loads(cloudpickle.dumps(play_as("perfect", "cs50")))  # noqa: S301
    assert agent([["X", "X", None], ["O", "O", None], [None] * 3]) == (0, 2)


def test_a_player_of_ours_may_be_a_generator_of_better_answers():
    def hesitant(_game):
        yield 0
        yield 4

    assert choose_move(as_player(hesitant), Game()) == 4


def test_an_agent_may_leave_out_what_it_does_not_use():
    assert as_player(first_empty, "kaggle")(Game()) == 0
    assert as_player(lambda: 3, "kaggle")(Game()) == 3
    assert as_player(lambda o: o["action_mask"].index(1), "pettingzoo")(Game(moves=(0,))) == 3
    assert as_player(lambda *given: len(given), "kaggle")(Game()) == 2


def test_a_policy_hears_its_own_name():
    heard = []

    def policy(observation, agent):
        heard.append(agent)
        return observation["action_mask"].index(1)

    theirs = as_player(policy, "pettingzoo")
    theirs(Game())
    theirs(Game(moves=(0,)))
    assert heard == ["player_1", "player_2"]


# X to move wins at once, on the right of the middle row alone.
WINNING = Game(moves=(3, 0, 4, 7))
ANSWERS = {"game": 5, "flat": 5, "cs50": (1, 2), "kaggle": 5, "pettingzoo": 7}


@pytest.mark.parametrize("name", ANSWERS)
def test_our_player_answers_as_the_contract_asks(name):
    agent = play_as("perfect", contract=name)
    assert agent(CONTRACTS[name].encode(WINNING)) == ANSWERS[name]
    assert agent.__name__ == "perfect"


def test_our_player_answers_the_methods_of_libraries():
    state = CONTRACTS["openspiel"].encode(WINNING)
    assert play_as("perfect", "openspiel").step(state) == 5
    asked = play_as(player("perfect"), "easyai")
    assert (asked.ask_move(CONTRACTS["easyai"].encode(WINNING)), asked.name) == (6, "perfect")
    assert play_as(first_free, "aima")(None, CONTRACTS["aima"].encode(WINNING)) == (1, 2)


@pytest.mark.parametrize("name", ["game", "flat", "cs50"])
def test_our_player_has_no_move_on_a_finished_board(name):
    over = Game(moves=(0, 3, 1, 4, 2))
    assert play_as("perfect", name)(CONTRACTS[name].encode(over)) is None


def test_our_player_plays_boards_of_the_rules_that_it_is_given():
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
        (("perfct", "cs50"), "there is no player 'perfct'"),
        (("perfect", "cs51"), "there is no contract 'cs51'"),
        (("perfect", "kaggle", "4x4"), "the contract kaggle knows the standard game alone"),
        (("perfect", "flat", "gomoku"), '"perfect" cannot solve'),
    ],
)
def test_an_agent_that_cannot_be_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        play_as(*arguments)


@pytest.mark.parametrize(
    "name", ["flat", "cs50", "kaggle", "pettingzoo", "openspiel", "easyai"]
)
def test_our_player_as_theirs_played_back_on_our_board_makes_the_same_game(name):
    agent = play_as(first_free, name)
    there_and_back = as_player(agent, name)
    game = Game()
    while not game.is_over:
        assert there_and_back(game) == game.legal_moves[0]
        game = game.play(game.legal_moves[0])
