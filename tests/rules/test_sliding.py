import pickle
import re
from random import Random

import pytest

from tests.support.models.naive_sliding import NaiveSliding
from tictactoe_widget import Game, GameRecord, Morris, find_rules

GAMES = {
    "three-mens-morris": NaiveSliding(3),
    "tapatan": NaiveSliding(3, "long"),
    "achi": NaiveSliding(4, "long"),
    "picaria": NaiveSliding(3, "all", closed=True),
    "morris4-all-closed-draws": NaiveSliding(4, "all", closed=True, blocked="draws"),
}
# X takes the centre. After these moves all marks are placed.
PLACED = (4, 0, 3, 5, 1, 7)


def is_drawn_by_repetition(positions):
    return positions.count(positions[-1]) == 3


@pytest.mark.parametrize(("name", "naive"), GAMES.items(), ids=list(GAMES))
def test_random_games_match_naive_rules(name, naive):
    random, results, plies = Random(3), set(), 0
    while plies < 1000:
        game, position = Game(name), naive.start
        positions = [position]
        while True:
            board, player, left = position
            assert game.board == tuple(None if mark == "." else mark for mark in board)
            assert game.rules.slides(game.state) == (left == 0)
            expected = naive.outcome(position)
            if is_drawn_by_repetition(positions):
                expected = expected or "draw"
            assert game.result == expected
            if expected:
                break
            after = {
                9 * (source or 0) + target: one
                for (source, target), one in naive.after(position)
            }
            assert game.legal_moves == tuple(sorted(after))
            assert game.current_player == player
            set_up = Game.from_text(game.to_text(), name)
            assert (set_up.key, set_up.legal_moves) == (game.key, game.legal_moves)
            move = random.choice(game.legal_moves)
            assert game.parse_move(game.move_name(move)) == move
            game, position = game.play(move), after[move]
            positions.append(position)
        results.add(game.result)
        plies += game.move_count
    assert {"X", "O"} <= results
    assert Game.from_link(game.to_link()) == game
    assert Game.from_dict(game.to_dict()) == game
    assert GameRecord.from_text(GameRecord(game).to_text()).game == game
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301


def test_slide_names():
    game = Game("three-mens-morris", PLACED)
    assert [game.move_name(move) for move in game.legal_moves] == ["2-3", "4-7"]
    after = Game.from_moves("5 1 4 6 2 8 2-3", "three-mens-morris")
    assert after == game.play(1 * 9 + 2)
    assert after.to_link() == "rules=three-mens-morris&moves=5,1,4,6,2,8,2-3"
    assert str(after) == "O . X\nX X O\n. O .\nO"
    assert after.to_text() == "O.X/XXO/.O./O"


@pytest.mark.parametrize(
    ("moves", "text", "reason"),
    [
        (PLACED, "1-2", "Choose one of your own marks"),
        (PLACED, "5-8", "Position already taken"),
        (PLACED, "5-9", "The mark at 5 can't slide to 9"),
        (PLACED, "3", "Invalid input: enter the old and the new square, such as 1-2"),
        (PLACED, "2-10", "Invalid position: choose 1-9"),
        (PLACED[:4], "5-3", "Invalid input: enter a number 1-9"),
    ],
)
def test_illegal_slides_refused(moves, text, reason):
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}$"):
        Game("three-mens-morris", moves).parse_move(text)


def test_slide_during_placement_refused():
    with pytest.raises(ValueError, match=r"^Invalid position: choose 1-9$"):
        Game("tapatan", PLACED[:4]).play(4 * 9 + 8)


def test_centre_closed_during_placement():
    game = Game("picaria", (0, 2))
    with pytest.raises(ValueError, match=r"^The centre stays free until all marks are placed$"):
        game.play(4)
    assert Game("picaria", (0, 2, 5, 3, 7, 8)).play(0 * 9 + 4).board[4] == "X"


def test_blocked_player_loses_or_draws():
    # O occupies all three neighbours of 4, the only free square.
    game = Game.from_moves("8 7 9 1 3 6 2 5", "achi")
    assert game.to_text() == "OXX/.OO/OXX/X"
    assert (game.result, game.winning_lines, game.legal_moves) == ("O", (), ())
    assert Game.from_text(game.to_text(), "morris4-long-draws").is_draw


def test_third_occurrence_is_a_draw():
    moves = "8 6 3 4 9 7 " + "3-2 4-1 2-3 1-4 " * 2
    game = Game.from_moves(moves, "three-mens-morris")
    assert game.result == "draw"
    assert game.parent.result is None
    assert game.key == game.at(6).key == game.at(10).key
    assert Game.from_link(game.to_link()) == game
    # A position read from text has no history.
    assert Game.from_text(game.to_text(), game.rules).result is None


def test_symmetric_positions_share_canonical():
    moves = "8 6 3 4 9 7 3-2 4-1"
    turned = "4 8 9 2 7 1 9-6 2-3"  # a quarter turn
    one, other = (Game.from_moves(text, "tapatan") for text in (moves, turned))
    assert one.canonical() == other.canonical()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("XXX/X../OOO", "Each player has only 3 marks"),
        ("XO./.../.../O", "the last row must be X (the player to move), not O"),
        ("XXX/OO./O../X", "X has a row, so O can't have moved after it"),
        ("OO./.../X..", "O has more marks than X, but X begins"),
        (".../.X./...", "No legal moves lead to this position"),
        (
            "",
            "text must have 3 rows of 3 cells, with / or a line break between rows, not ''",
        ),
    ],
)
def test_impossible_texts_refused(text, reason):
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}$"):
        Game.from_text(text, "picaria")


def test_invalid_options_refused():
    with pytest.raises(ValueError, match=r"^pieces must be 3 or 4, not 5$"):
        Morris(5)
    with pytest.raises(ValueError, match=r"^blocked must be 'loses' if pieces is 3, not 'dr"):
        Morris(blocked="draws")
    assert find_rules("morris3-all-closed") is find_rules("picaria")
