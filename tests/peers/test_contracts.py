"""The course interfaces against the real packages: ``make test-peers``, group ``peers``."""

import copy
import random

import easyAI
import numpy as np
import pettingzoo
import pyspiel
import pytest
from easyAI.games import TicTacToe as EasyAITicTacToe
from kaggle_environments import make
from open_spiel.python.algorithms import evaluate_bots, mcts, minimax
from open_spiel.python.bots import uniform_random

from tests.support.models.positions import every_position
from tictactoe_widget import Game, play_match, player
from tictactoe_widget.classroom import CONTRACTS, as_player, play_as
from tictactoe_widget.classroom.contracts.courses import OpenSpielState

EASYAI, KAGGLE = CONTRACTS["easyai"], CONTRACTS["kaggle"]
OPENSPIEL, PETTINGZOO = CONTRACTS["openspiel"], CONTRACTS["pettingzoo"]


# --- OpenSpiel ---


def spiel_state(moves):
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for cell in moves:
        state.apply_action(cell)
    return state


def test_encode_makes_openspiel_state():
    for game in every_position():
        state, real = OPENSPIEL.encode(game), spiel_state(game.moves)
        assert type(state) is type(real)
        assert state.history() == real.history()
        assert OPENSPIEL.decode(real).board == game.board
        assert OPENSPIEL.marks(real.observation_tensor(0)) == game.board
        bare = OPENSPIEL.encode(Game.from_text(game.to_text()))
        assert str(bare) == str(real)
        assert bare.is_terminal() == real.is_terminal()


def test_our_state_matches_openspiel():
    same = (
        "current_player",
        "legal_actions",
        "legal_actions_mask",
        "history",
        "is_chance_node",
        "is_simultaneous_node",
        "is_terminal",
        "move_number",
        "num_distinct_actions",
        "num_players",
        "returns",
        "rewards",
    )
    by_player = (
        "legal_actions",
        "legal_actions_mask",
        "observation_string",
        "observation_tensor",
        "player_return",
    )
    for game in every_position():
        ours, real = OpenSpielState(game), spiel_state(game.moves)
        assert str(ours) == str(real)
        for name in same:
            assert getattr(ours, name)() == getattr(real, name)(), name
        for name in by_player:
            for seat in (0, 1):
                assert getattr(ours, name)(seat) == getattr(real, name)(seat), name
        for action in real.legal_actions():
            mover = real.current_player()
            assert ours.action_to_string(mover, action) == real.action_to_string(mover, action)
            assert str(ours.child(action)) == str(real.child(action))


def test_our_state_can_be_searched():
    def value(state):
        return max if state.current_player() == 0 else min

    def search(state):
        if state.is_terminal():
            return state.player_return(0)
        return value(state)(search(state.child(action)) for action in state.legal_actions())

    for moves in ((4, 0, 8), (0, 1, 4), (3, 0, 4, 7)):
        real, _ = minimax.alpha_beta_search(
            pyspiel.load_game("tic_tac_toe"), spiel_state(moves), maximizing_player_id=0
        )
        assert search(OpenSpielState(Game(moves=moves))) == real


def bot_for(seat):
    return uniform_random.UniformRandomBot(seat, np.random.RandomState(seat))


@pytest.mark.parametrize("evaluate", [evaluate_bots.evaluate_bots, pyspiel.evaluate_bots])
def test_our_player_against_openspiel_bots(evaluate):
    perfect = play_as("perfect", "openspiel")
    assert isinstance(perfect, pyspiel.Bot)
    rng = 7 if evaluate is pyspiel.evaluate_bots else np.random.RandomState(7)
    for _ in range(5):
        assert evaluate(spiel_state(()), [perfect, bot_for(1)], rng)[0] >= 0
        assert evaluate(spiel_state(()), [bot_for(0), perfect], rng)[1] >= 0


def test_openspiel_bots_play_our_matches():
    game = pyspiel.load_game("tic_tac_toe")
    rng = np.random.RandomState(3)
    searcher = mcts.MCTSBot(
        game, uct_c=2, max_simulations=60, evaluator=mcts.RandomRolloutEvaluator(1, rng)
    )
    match = play_match(as_player(searcher, "openspiel"), player("perfect", seed=1), games=4)
    assert (match.faults, match.win_count("MCTSBot")) == ((), 0)
    written_in_cpp = pyspiel.make_uniform_random_bot(0, 5)
    match = play_match(
        as_player(written_in_cpp, "openspiel"), "random", games=3, alternate=False
    )
    assert match.faults == ()


# --- PettingZoo ---


def test_observations_match_pettingzoo():
    env = pettingzoo.make("aec", "classic/tictactoe-v3")
    for game in every_position():
        env.reset()
        for cell in game.moves:
            env.step(PETTINGZOO.encode_move(cell))
        assert any(env.terminations.values()) == game.is_over
        real, ours = env.observe(env.agent_selection), PETTINGZOO.encode(game)
        assert ours.keys() == real.keys()
        for key, array in real.items():
            assert ours[key].dtype == array.dtype
            assert np.array_equal(ours[key], array)
        assert PETTINGZOO.decode(real).board == game.board
        _, name = PETTINGZOO.arguments(PETTINGZOO.chooser, game)
        assert name == env.agent_selection


def test_waiting_agent_refused():
    env = pettingzoo.make("aec", "classic/tictactoe-v3")
    env.reset()
    env.step(0)
    with pytest.raises(ValueError, match="must come from the agent to move"):
        PETTINGZOO.decode(env.observe("player_1"))


def rewards_of_game(env, policies):
    """Return the rewards after a game between two policies, in PettingZoo's own loop."""
    env.reset(seed=1)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] = rewards.get(agent, 0) + reward
        over = termination or truncation
        env.step(None if over else policies[agent](observation, agent))
    return rewards


def test_our_player_in_pettingzoo():
    env = pettingzoo.make("aec", "classic/tictactoe-v3")
    rng = np.random.default_rng(4)

    def sample(observation, _agent):
        return rng.choice(np.flatnonzero(observation["action_mask"]))

    perfect = play_as("perfect", "pettingzoo")
    for _ in range(5):
        assert rewards_of_game(env, {"player_1": perfect, "player_2": sample})["player_1"] >= 0
        assert rewards_of_game(env, {"player_1": sample, "player_2": perfect})["player_2"] >= 0


# --- Kaggle ---


def test_observations_match_kaggle():
    seen = []

    def agent(observation, configuration):
        seen.append((observation, configuration))
        return rng.choice([cell for cell, number in enumerate(observation.board) if not number])

    rng = random.Random(2)
    for _ in range(20):
        env = make("tictactoe")
        seen.clear()
        env.run([agent, agent])
        game = Game()
        for step, (observation, configuration) in enumerate(seen):
            ours = KAGGLE.arguments(KAGGLE.chooser, game)
            assert ours == (observation, configuration)
            assert ours[0].mark == observation.mark == observation["mark"]
            assert KAGGLE.decode(observation).board == game.board
            cell = env.steps[step + 1][step % 2].action
            game = game.play(KAGGLE.decode_move(cell))
        assert game.is_over
        assert env.done


def test_our_player_against_kaggle_agents():
    perfect = play_as("perfect", "kaggle")
    for other in ("random", "reaction"):
        for _ in range(5):
            env = make("tictactoe")
            env.run([perfect, other])
            assert env.state[0].reward >= 0
            assert [agent.status for agent in env.state] == ["DONE", "DONE"]
            env.run([other, perfect])
            assert env.state[1].reward >= 0
            assert [agent.status for agent in env.state] == ["DONE", "DONE"]


def test_kaggle_agents_play_our_matches():
    agents = make("tictactoe").agents
    match = play_match(as_player(agents["reaction"], "kaggle"), "perfect", games=6)
    assert (match.faults, match.win_count("reaction_agent")) == ((), 0)


# --- easyAI ---


def test_our_game_matches_easyai():
    for position in every_position():
        real = EasyAITicTacToe([None, None])
        for cell in position.moves:
            real.play_move(EASYAI.encode_move(cell))
        ours = EASYAI.encode(position)
        assert EASYAI.decode(real).board == position.board
        assert (ours.board, ours.current_player) == (real.board, real.current_player)
        assert ours.opponent_index == real.opponent_index
        assert ours.possible_moves() == real.possible_moves()
        assert ours.is_over() == real.is_over()
        assert ours.lose() == real.lose()
        assert ours.scoring() == real.scoring()


@pytest.mark.parametrize("tt", [None, easyAI.TranspositionTable()])
def test_easyai_players_play_our_matches(tt):
    theirs = easyAI.AI_Player(easyAI.Negamax(9, tt=tt), name="Negamax")
    match = play_match(as_player(theirs, "easyai"), "perfect", games=2)
    assert (match.faults, match.draw_count("Negamax")) == ((), 2)


@pytest.mark.parametrize("algorithm", [easyAI.Negamax(6), easyAI.SSS(6), easyAI.DUAL(6)])
def test_easyai_algorithms_find_winning_move(algorithm):
    theirs = as_player(easyAI.AI_Player(algorithm), "easyai")
    assert theirs(Game(moves=(3, 0, 4, 7))) in (2, 5)  # a line, or two threats at once
    assert theirs(Game(moves=(3, 1, 4, 0, 8))) == 2


def test_our_player_draws_easyai_game():
    ours = play_as("perfect", "easyai")
    game = EasyAITicTacToe([easyAI.AI_Player(easyAI.Negamax(9)), ours])
    game.play(verbose=False)
    assert game.is_over()
    assert not game.lose()
    assert copy.deepcopy(ours).name == "perfect"
