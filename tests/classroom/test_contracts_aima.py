"""AIMA's games: states as its Python code has them, searches and players both ways."""

import pytest

from tests.support.models.positions import every_position
from tests.support.students.aima_games import (
    GameState,
    TicTacToe,
    first_player,
    minmax_decision,
)
from tictactoe_widget import MNK, Game, play_match
from tictactoe_widget.classroom import CONTRACTS, as_player, play_as

AIMA = CONTRACTS["aima"]
THEIRS = TicTacToe()


def state_after(moves):
    state = THEIRS.initial
    for cell in moves:
        state = THEIRS.result(state, (cell // 3 + 1, cell % 3 + 1))
    return state


def test_a_state_equals_aimas_own_in_each_of_the_5478_positions():
    for game in every_position():
        assert AIMA.encode(game) == state_after(game.moves)


def test_the_game_that_a_search_gets_behaves_as_aimas_own_in_each_position():
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
def test_an_illegal_move_has_no_effect(move):
    state, ours = AIMA.arguments(AIMA.chooser, Game(moves=(0, 4)))
    assert ours.result(state, move) is state


def test_the_game_has_the_size_of_the_board():
    _, ours = AIMA.arguments(AIMA.chooser, Game(MNK(2, 4, 3)))
    assert (ours.h, ours.v, ours.k) == (2, 4, 3)
    assert ours.initial == TicTacToe(2, 4, 3).initial


def test_the_game_displays_a_row_in_a_line(capsys):
    state, ours = AIMA.arguments(AIMA.chooser, Game(moves=(5, 6)))
    ours.display(state)
    assert capsys.readouterr().out == ". . .\n. . X\nO . .\n"


def test_actions_of_a_state_are_a_list_that_may_be_changed_without_harm():
    state, ours = AIMA.arguments(AIMA.chooser, Game())
    ours.actions(state).clear()
    assert len(state.moves) == 9


UTILITY = AIMA.function("utility")


@pytest.mark.parametrize(
    ("moves", "player", "answer"),
    [
        ((0, 3, 1, 4, 2), "X", 1),  # X has won, five marks
        ((0, 3, 1, 4, 8, 5), "O", 1),  # O has won, six
        ((0, 3, 1, 5, 6, 7, 2), "O", -1),  # X, seven
        ((0, 3, 1, 4, 6, 8, 7, 5), "X", -1),  # O, eight
    ],
)
def test_the_utility_is_asked_for_either_player_and_read_as_x_sees_it(moves, player, answer):
    game = Game(moves=moves)
    state, asked = AIMA.arguments(UTILITY, game)
    assert asked == player
    assert THEIRS.utility(state, asked) == answer
    assert AIMA.read(UTILITY, answer, game) == {"X": 1, "O": -1}[game.winner]


def test_the_true_functions_are_read_as_the_rules_say_in_each_position():
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
        ({"to_move": "X"}, "to_move of the new state must be 'O', not 'X'"),
        ({"utility": 0}, "utility of the new state must be 1, not 0"),
        ({"moves": [(2, 2)]}, "moves of the new state must be its empty cells"),
        ({"moves": None}, "the answer must be a set or list of moves, not None"),
        ({"board": None}, "a state must be a GameState whose board is a dict"),
        ({"board": {(1, 1): "x"}}, r"the board must hold 'X' or 'O' at \(1, 1\), not 'x'"),
        ({"board": {(0, 0): "X"}}, "the row of a key of the board must be an int from 1 to 3"),
    ],
)
def test_a_new_state_with_a_wrong_field_is_described(change, message):
    before = Game(moves=(0, 3, 1, 4))
    state, move = AIMA.arguments(RESULT, before, 2)
    right = THEIRS.result(state, move)
    assert AIMA.read(RESULT, right, before) == before.play(2).board
    with pytest.raises(ValueError, match=message):
        AIMA.read(RESULT, right._replace(**change), before)


def test_a_new_state_with_a_wrong_board_is_read_as_it_is():
    before = Game(moves=(0, 4))
    state, _ = AIMA.arguments(RESULT, before, 8)
    assert AIMA.read(RESULT, state, before) == before.board  # an ignored move
    twice = state._replace(board={**state.board, (3, 3): "X", (3, 2): "X"})
    assert AIMA.read(RESULT, twice, before)[7:] == ("X", "X")


def test_a_state_whose_turn_is_wrong_is_no_position():
    state = GameState("O", 0, {}, [])
    with pytest.raises(ValueError, match="to_move of this state must be 'X', not 'O'"):
        AIMA.decode(state)


class Student(TicTacToe):
    """A student's game with a search."""

    def minmax_decision(self, state, game):
        assert game.actions == self.actions  # the search gets the student's own functions
        return minmax_decision(state, game)


def test_a_students_search_plays_on_our_board_and_does_not_lose():
    late = Game(moves=(0, 4))
    student = as_player(Student(), contract="aima")
    while not late.is_over:
        mover = student if late.current_player == "X" else lambda game: game.legal_moves[-1]
        late = late.play(mover(late))
    assert late.result == "X"


def test_a_search_alone_gets_a_game_of_ours():
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
def test_a_player_alone_is_asked_in_the_order_of_its_parameters(written):
    assert as_player(written, "aima")(Game(moves=(8,))) == 7


def test_a_search_in_a_namespace_is_asked_in_the_order_of_its_parameters():
    written = {"minmax_decision": lambda game, state: game.actions(state)[-1]}
    assert as_player(written, "aima")(Game(moves=(8,))) == 7


def test_our_player_does_not_lose_a_game_of_theirs():
    perfect = play_as("perfect", contract="aima")
    assert THEIRS.play_game(perfect, first_player) == 1
    assert THEIRS.play_game(first_player, perfect) == -1
    assert THEIRS.play_game(perfect, perfect) == 0


def test_our_player_plays_their_larger_boards():
    expert = play_as("casual", contract="aima", rules=MNK(4, 3, 3))
    assert TicTacToe(4, 3, 3).play_game(expert, first_player) in (1, 0, -1)


def test_their_player_meets_ours_in_a_match():
    match = play_match(as_player(first_player, "aima"), "perfect", games=2)
    assert match.loss_count("first_player") == 2
    assert not match.faults
