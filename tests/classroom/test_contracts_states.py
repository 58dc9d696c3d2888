"""The stand-ins for states of OpenSpiel and games of easyAI, where those are not loaded."""

import random

import pytest

from tests.support.models.positions import every_position
from tictactoe_widget import Game, IllegalMoveError
from tictactoe_widget.classroom import CONTRACTS, as_player, play_as

OPENSPIEL, EASYAI = CONTRACTS["openspiel"], CONTRACTS["easyai"]
WON = Game(moves=(0, 3, 1, 4, 2))


def test_a_state_says_who_moves_and_where_and_what_the_end_is_worth():
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


def test_a_state_changes_by_moves_and_back_and_its_children_do_not_touch_it():
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
    with pytest.raises(ValueError, match="action 3 of player 0 was not the last one"):
        copy.undo_action(0, 3)
    with pytest.raises(ValueError, match="action 5 of player 0 was not the last one"):
        OPENSPIEL.encode(Game(moves=(5,))).undo_action(0, 5)
    assert child.action_to_string(1, 5) == "o(1,2)"
    assert child.observation_string(0) == repr(child) == str(child)


@pytest.mark.parametrize("form", ["text", "flat", "planes"])
def test_each_observation_of_open_spiel_is_read_as_its_position(form):
    for game in every_position():
        state = OPENSPIEL.encode(game)
        tensor = state.observation_tensor()
        planes = [[tensor[9 * p + 3 * r :][:3] for r in range(3)] for p in range(3)]
        seen = {"text": str(state), "flat": tensor, "planes": planes}[form]
        assert OPENSPIEL.marks(seen) == game.board


def test_a_position_without_its_moves_gets_moves_that_lead_to_it():
    for game in every_position():
        bare = Game.from_text(game.to_text())
        history = OPENSPIEL.encode(bare).history()
        assert Game(moves=history).board == game.board


def test_a_bot_that_keeps_nothing_accepts_what_open_spiel_tells_it():
    bot = play_as("perfect", "openspiel")
    state = OPENSPIEL.encode(Game())
    bot.restart()
    bot.restart_at(state)
    bot.inform_action(state, 1, 0)
    assert bot.step(state) in range(9)


def test_a_game_of_easy_ai_is_changed_by_its_moves():
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


def test_a_game_of_easy_ai_is_lost_by_the_player_to_move():
    for position in every_position():
        game = EASYAI.encode(position)
        assert game.is_over() == position.is_over
        assert game.lose() == (position.winner is not None)
        assert game.scoring() == (-100 if position.winner else 0)
        if not position.is_over:
            assert game.possible_moves() == [cell + 1 for cell in position.legal_moves]


def test_a_game_of_easy_ai_knows_its_players_and_shows_the_board(capsys):
    game = EASYAI.encode(Game(moves=(5,)))
    game.players = ["first", "second"]
    assert (game.player, game.opponent) == ("second", "first")
    game.show()
    assert capsys.readouterr().out == ". . .\n. . X\n. . .\n"


def test_a_bot_and_a_player_of_theirs_play_ours_to_the_end():
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
