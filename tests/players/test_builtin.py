import re

import pytest

from tests.support.scenes.players import first_free
from tictactoe_widget import (
    MNK,
    PLAYERS,
    Analysis,
    Game,
    MoveValue,
    Ultimate,
    player,
    player_choices,
)
from tictactoe_widget.players import builtin as named
from tictactoe_widget.rules.mnk import STANDARD

# X has 0 and 1, O has 3 and 4: either completes a line at once.
BOTH_THREATEN = Game(moves=(0, 3, 1, 4))
# O to move: X threatens 2, O threatens nothing.
X_THREATENS = Game(moves=(0, 8, 1))


def test_names_of_players():
    names = "random beginner casual keen regular skilled advanced strong expert perfect"
    assert " ".join(PLAYERS) == names


@pytest.mark.parametrize("game", [BOTH_THREATEN, X_THREATENS], ids=["win", "block"])
@pytest.mark.parametrize("name", PLAYERS[2:])
def test_casual_and_better_win_and_block(name, game):
    assert {player(name, seed=seed)(game) for seed in range(10)} == {2}


def test_casual_in_misere():
    game = Game(MNK(3, 3, 3, misere=True), moves=(0, 8, 1, 3))
    assert 2 not in {player("casual", seed=seed)(game) for seed in range(60)}


def test_casual_leaves_no_win_in_ultimate():
    for seed in range(6):
        bot, rival = player("casual", seed=seed), player("random", seed=seed)
        game = Game(Ultimate())
        while not game.is_over:
            move = bot(game)
            after = game.play(move)
            if not after.is_over:
                safe = [c for c in game.legal_moves if not wins_next(game.play(c))]
                assert move in safe or not safe
                after = after.play(rival(after))
            game = after


def wins_next(game):
    return any(game.play(cell).winner == game.current_player for cell in game.legal_moves)


def test_equal_seeds_make_equal_choices():
    def choices(seed):
        bot = player("random", seed=seed)
        return [bot(Game()) for _ in range(20)]

    assert choices(5) == choices(5) != choices(6)


def test_rules_that_perfect_cannot_play():
    assert "perfect" not in player_choices(Ultimate())
    assert "perfect" in player_choices(MNK(5, 4, 4))
    assert "perfect" in player_choices()
    assert player_choices("gomoku") == player_choices(MNK(15, 15, 5))
    with pytest.raises(ValueError, match='for "perfect" to solve, not Ultimate'):
        player("perfect")(Game(Ultimate()))


def test_wrong_players():
    names = f"{', '.join(map(repr, PLAYERS[:-1]))} or 'perfect'"
    reason = f"player must be {names}, not 'expart' (did you mean 'expert'?)"
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}$"):
        player("expart")
    with pytest.raises(ValueError, match=r"^seconds must be above 0, not 0$"):
        player("expert", seconds=0)


def test_no_time_limit_is_too_long():
    assert player("expert", seconds=10**400)(BOTH_THREATEN) == 2


def test_finished_game_has_no_move():
    with pytest.raises(ValueError, match="game must not be over: Player X wins!"):
        player("casual")(Game(moves=(0, 3, 1, 4, 2)))


@pytest.mark.parametrize(("guess", "chosen"), [(0.2, [0]), (0.8, [1])])
def test_expert_prefers_proved_draws(guess, chosen):
    moves = {0: MoveValue("draw", 9, 0.0), 1: MoveValue(None, None, guess)}
    known = Analysis("X", None, None, guess, moves, (1,), (), exact=False)
    assert list(named._prudent(known)) == chosen


def test_players_are_found_by_name():
    found = named.find_player("perfect", STANDARD)
    assert (type(found), found.name) == (named.NamedPlayer, "perfect")
    for bot in (first_free, found):
        assert named.find_player(bot, STANDARD) is bot
    with pytest.raises(ValueError, match='for "perfect" to solve, not Ultimate'):
        named.find_player(found, Ultimate())
