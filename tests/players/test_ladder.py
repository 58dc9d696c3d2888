from itertools import pairwise
from random import Random

import pytest

from tests.support.models.drop_rules import Drop
from tictactoe_widget import MNK, Game, play_match, player
from tictactoe_widget.players.ladder import LEVELS
from tictactoe_widget.rules.names import NAMED, find_rules

pytestmark = pytest.mark.slow

SEEDS = range(20)


def after(rules, *cells):
    return Game(find_rules(rules), moves=cells)


# O has just made an open three in column 7. X has three corners.
FRESH_THREE = after("gomoku", 0, 82, 14, 97, 210, 112)
# O has an open three on a diagonal. Both players' last marks are in corners.
OLD_THREE = after("gomoku", 0, 96, 14, 112, 7, 128, 224, 210)
# Cells where X stops O from making an open four: the next two at either end.
STOPS = {FRESH_THREE: {52, 67, 127, 142}, OLD_THREE: {64, 80, 144, 160}}


def stopped(name, game):
    """Count the seeds with which a player stops the three."""
    return sum(player(name, seed=seed)(game) in STOPS[game] for seed in SEEDS)


@pytest.mark.parametrize("name", LEVELS)
def test_wins_and_blocks_are_seen(name):
    # Four in a row for X in row 7 and for O in column 0; the last marks are in corners.
    both = after("gomoku", 107, 0, 108, 15, 109, 30, 110, 45, 14, 224)
    only_o = after("gomoku", 107, 0, 14, 15, 109, 45, 224, 30, 210, 7)
    for seed in SEEDS:
        assert player(name, seed=seed)(both) in {106, 111}
        assert player(name, seed=seed)(only_o) == 60


def test_old_threes_are_overlooked_more_often():
    fresh = [stopped(name, FRESH_THREE) for name in LEVELS]
    old = [stopped(name, OLD_THREE) for name in LEVELS]
    assert fresh == sorted(fresh)
    assert old == sorted(old)
    assert old[0] <= 2  # keen
    assert 4 <= fresh[0] <= 12
    assert all(rare <= common for rare, common in zip(old, fresh, strict=True))
    assert fresh[-1] == old[-1] == len(SEEDS)  # strong


@pytest.mark.parametrize("name", LEVELS)
def test_same_choice_in_one_game(name):
    rules = MNK(6, 6, 4)
    bot, rival = player(name, seed=3), player("random", seed=4)
    game = Game(rules)
    while not game.is_over:
        cell = bot(game)
        assert cell == bot(game) == player(name, seed=3)(game)
        game = game.play(cell)
        if not game.is_over:
            game = game.play(rival(game))


def test_seeds_change_what_is_overlooked():
    bot = player("keen", seed=1)
    assert len({bot(OLD_THREE) for _ in range(8) if bot(Game(OLD_THREE.rules)) >= 0}) > 2
    assert len({player("keen", seed=seed)(OLD_THREE) for seed in SEEDS}) > 2


@pytest.mark.parametrize(
    "rules",
    [*NAMED.values(), MNK(19, 19, 5), MNK(4, 4, 3, misere=True), MNK(1, 5, 1), Drop(4, 5, 4)],
    ids=str,
)
def test_levels_play_legal_moves(rules):
    random = Random(7)
    for _ in range(3):
        game = Game(rules)
        plies = random.randrange(rules.cell_count)
        while game.move_count < plies and not (last := game).is_over:
            game = game.play(random.choice(game.legal_moves))
        game = last if game.is_over else game
        if not game.is_over:
            for name in LEVELS:
                assert all(
                    cell in game.legal_moves for cell in player(name, seed=1).think(game)
                )


def test_order_of_levels():
    assert list(LEVELS) == ["keen", "regular", "skilled", "advanced", "strong"]
    for levels in zip(*LEVELS.values(), strict=True):
        for weaker, stronger in pairwise(levels):
            assert weaker.overlooked > stronger.overlooked
            assert weaker.position_count < stronger.position_count


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize(("rules", "side"), [("4x4", 4), ("5x5", 5), ("gomoku", 15)])
def test_first_moves_and_answers(name, rules, side):
    def within(low, high, cell):
        return all(low <= 4 * place + 2 <= high for place in divmod(cell, side))

    for seed in SEEDS:
        bot = player(name, seed=seed)
        assert within(side, 3 * side, bot(after(rules)))
        answer = bot(after(rules, 0))
        assert (name == "strong" and rules == "gomoku") or max(divmod(answer, side)) <= 2


@pytest.mark.parametrize("name", ["strong", "expert"])
def test_lost_games_are_played_on(name):
    # X has two crossing open threes, and O has the four corners. All moves lose equally soon.
    game = after("gomoku", 96, 0, 97, 14, 98, 210, 112, 224, 127)
    for seed in SEEDS[:3]:
        row, column = divmod(player(name, seed=seed, seconds=0.3)(game), 15)
        # X's marks are in rows 6 to 8 and columns 6 to 8, counted from 0.
        assert {row, column} <= set(range(4, 11))


@pytest.mark.parametrize("name", LEVELS)
def test_moves_that_all_lose_at_once(name):
    # X has only cell 8 left, which completes column 2. In the row, each of X's two moves
    # completes a line.
    assert player(name, seed=1)(Game.from_text("OXX/XOX/OO.", "misere")) == 8
    row = Game.from_text("OX.X.O", MNK(1, 6, 2, misere=True))
    assert player(name, seed=1)(row) in {2, 4}


@pytest.mark.parametrize(
    ("rules", "stronger", "weaker", "games"),
    [
        # One pair for each kind of board. More pairs take long and show nothing new.
        ("5x5", "regular", "casual", 6),
        pytest.param("5x5", "skilled", "keen", 8, marks=pytest.mark.long),
        ("ultimate", "regular", "casual", 6),
        pytest.param("ultimate", "advanced", "keen", 4, marks=pytest.mark.long),
        ("gomoku", "skilled", "keen", 4),
        (Drop(5, 6, 4), "advanced", "casual", 6),
        ("notakto", "strong", "keen", 8),
        ("connect4", "strong", "keen", 4),
        ("order-and-chaos", "casual", "random", 6),
    ],
    ids=str,
)
def test_stronger_level_wins_a_match(rules, stronger, weaker, games):
    match = play_match(player(stronger, seed=1), player(weaker, seed=2), rules, games)
    assert match.faults == ()
    assert match.score(stronger) >= 0.75
