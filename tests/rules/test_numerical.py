"""Numerical tic-tac-toe, checked against a naive solver."""

import re
from functools import cache
from random import Random

import pytest

from tictactoe_widget import Game, GameRecord, analyze, explain

ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")
SIGN = {"win": 1, "draw": 0, "loss": -1}


def sums(board):
    return [
        row
        for row in ROWS
        if "." not in (held := [board[int(at)] for at in row]) and sum(map(int, held)) == 15
    ]


def list_moves(board):
    """Return the board after each move. A board is a text such as 2.7......"""
    own = "2468" if (9 - board.count(".")) % 2 else "13579"
    return {
        (at, number): board[:at] + number + board[at + 1 :]
        for number in own
        for at, held in enumerate(board)
        if held == "." and number not in board
    }


@cache
def solve(board):
    """Return the player to move's result (-1 to 1) and the distance to the end."""
    if sums(board):
        return -1, 0
    if "." not in board:
        return 0, 0
    found = [solve(after) for after in list_moves(board).values()]
    value = -min(result for result, _ in found)
    plies = [length for result, length in found if result == -value]
    return value, 1 + (max if value < 0 else min)(plies)


def random_games(count, seed):
    random = Random(seed)
    for _ in range(count):
        game = Game("numerical")
        while not game.is_over:
            yield game
            game = game.play(random.choice(game.legal_moves))
        yield game


def read_board(game):
    return game.to_text().replace("/", "")


def test_moves_and_results_match_naive():
    for game in random_games(150, seed=1):
        board = read_board(game)
        assert "".join(text or "." for text in game.texts) == board
        assert ["".join(map(str, line)) for line in game.winning_lines] == sums(board)
        if game.is_over:
            last = "XO"[(9 - board.count(".") - 1) % 2]
            assert game.result == (last if sums(board) else "draw")
        else:
            names = {f"{at + 1}={number}" for at, number in list_moves(board)}
            assert set(map(game.move_name, game.legal_moves)) == names
            assert [game.parse_move(game.move_name(m)) for m in game.legal_moves] == [
                *game.legal_moves
            ]


def test_games_round_trip():
    for game in list(random_games(20, seed=2)):
        assert Game.from_link(game.to_link()) == game == Game.from_dict(game.to_dict())
        assert GameRecord.from_text(GameRecord(game).to_text()).game == game
        assert Game.from_text(str(game), "numerical").key == game.key


def test_values_match_naive_solver():
    late = [
        game for game in random_games(60, seed=3) if len(game.moves) > 3 and not game.is_over
    ]
    for game in late:
        found = analyze(game)
        assert (SIGN[found.value], found.remoteness) == solve(read_board(game))
        for move, known in found.moves.items():
            value, plies = solve(read_board(game.play(move)))
            assert (SIGN[known.value], known.remoteness) == (-value, plies + 1)


def test_published_first_player_win():
    # G. Markowsky, "Numerical tic-tac-toe", Journal of Recreational Mathematics 22, 1990, found
    # that 1 in the middle of the top row wins.
    start = Game("numerical")
    found = analyze(start)
    assert found.value == "win"
    assert start.parse_move("2=1") in found.best_moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5=2", "Choose one of your numbers: 3, 5, 7 or 9"),
        ("5=1", "Choose one of your numbers: 3, 5, 7 or 9"),
        ("2=3", "Position already taken"),
        ("10=3", "Invalid position: choose 1-9"),
        ("5", "Invalid input: add what to place, as in 5=1"),
        ("5=0", "Invalid input: enter a number 1-9"),
    ],
)
def test_illegal_moves_refused(text, message):
    game = Game.from_moves("2=1 1=8", "numerical")
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        game.parse_move(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("11./.../...", "Each number can be used only once"),
        (
            "13./.../...",
            "The player who begins places odd numbers, and the other places even numbers",
        ),
        (
            "2../.../...",
            "The player who begins places odd numbers, and the other places even numbers",
        ),
        ("276/951/438", "A row that adds up to 15 was complete before the last move"),
        ("X../.../...", "each cell must be a digit from 1 to 9, or '.' (empty), not 'X'"),
    ],
)
def test_impossible_texts_refused(text, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Game.from_text(text, "numerical")


def test_names_messages_and_hints():
    game = Game.from_moves("2=1 1=8 5=5", "numerical")
    assert game.message == "Second's turn"
    assert explain(game, game.parse_move("9=4")) == (
        "Second's move loses. Second could have won right away at 9=2 or 3=6. "
        "First wins at 8=9."
    )
    assert game.play(8, mark="2").message == "Second wins!"


def test_picture_shows_numbers():
    picture = Game.from_moves("2=1 1=8", "numerical").to_svg()
    assert "Placed: 1=8 and 2=1." in picture
    assert ">8</text></g>" in picture
