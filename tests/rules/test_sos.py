"""SOS, checked against a naive solver."""

import re
from functools import cache
from random import Random

import pytest

from tictactoe_widget import Game, GameRecord, analyze, explain, find_rules, review

SIGN = {"win": 1, "draw": 0, "loss": -1}
ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")


def count_sos(board):
    return sum("".join(board[int(at)] for at in row) == "SOS" for row in ROWS)


def list_moves(board):
    """Return the board and the number of new S-O-S rows for each move name."""
    return {
        f"{at + 1}{letter.lower()}": (after, count_sos(after) - count_sos(board))
        for at, held in enumerate(board)
        for letter in "SO"
        if held == "." and (after := board[:at] + letter + board[at + 1 :])
    }


@cache
def solve(board):
    """Return the player to move's future points minus the opponent's."""
    return max(
        (
            new + solve(after) if new else -solve(after)
            for after, new in list_moves(board).values()
        ),
        default=0,
    )


def random_games(count, seed, rules="sos"):
    random = Random(seed)
    for _ in range(count):
        game = Game(rules)
        while not game.is_over:
            yield game
            game = game.play(random.choice(game.legal_moves))
        yield game


def read_position(game):
    board, _slash, rest = game.to_text().replace("/", "", 2).partition("/")
    x, o = rest[:-1].split(":")
    return board, int(x), int(o)


def test_moves_and_points_match_naive():
    for game in random_games(60, seed=1):
        board, x, o = read_position(game)
        assert game.texts == tuple(None if held == "." else held for held in board)
        assert x + o == count_sos(board)
        moves = list_moves(board)
        assert [*map(game.move_name, game.legal_moves)] == [
            *sorted(name for name in moves if name.endswith("s")),
            *sorted(name for name in moves if name.endswith("o")),
        ]
        if not moves:
            assert game.result == ("X" if x > o else "O" if x < o else "draw")
        for name, (after, new) in moves.items():
            following = game.play(game.parse_move(name))
            gain = (x + new, o) if game.current_player == "X" else (x, o + new)
            assert read_position(following) == (after, *gain)
            if not following.is_over:
                assert (following.current_player == game.current_player) == (new > 0)


def test_values_match_naive_solver():
    assert SIGN[analyze(Game("sos")).value] == solve("." * 9) == 0
    for game in random_games(40, seed=2):
        if game.is_over or len(game.moves) < 2:
            continue
        board, x, o = read_position(game)
        lead = x - o if game.current_player == "X" else o - x
        found = analyze(game)
        for move, (after, new) in list_moves(board).items():
            rest = new + solve(after) if new else -solve(after)
            value = found.moves[game.parse_move(move)].value
            assert SIGN[value] == (lead + rest > 0) - (lead + rest < 0)


@pytest.mark.parametrize("rules", ["sos", "sos-4x3"])
def test_games_round_trip(rules):
    for game in random_games(15, seed=3, rules=rules):
        assert Game.from_link(game.to_link()) == game == Game.from_dict(game.to_dict())
        assert GameRecord.from_text(GameRecord(game).to_text()).game == game
        assert Game.from_text(str(game), rules).key == game.key


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SOS/.../.../0:0X", "No legal moves lead to this position"),
        ("SOS/.../.../1:0O", "No legal moves lead to this position"),
        ("S../.../.../0:0X", "No legal moves lead to this position"),
        ("SOS/.../...", "text must end with the points and the player to move, as in 2:1 X"),
        ("X../.../.../0:0X", "each cell must be S, O or . (empty), not 'X'"),
    ],
)
def test_impossible_texts_refused(text, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        Game.from_text(text, "sos")


def test_names_messages_and_hints():
    game = Game.from_moves("1s 2o", "sos")
    assert game.rules.guide(game.play(2).state) == "First: 1, Second: 0"
    assert [move.player for move in review(game.play(2).play(4))] == ["X", "O", "X", "X"]
    assert explain(game, 5) == (
        "First's move loses. First could have won at 3s. Second wins with 3s."
    )
    assert find_rules("sos").player_names == {"X": "First", "O": "Second"}
    with pytest.raises(ValueError, match=r"as in 5s$"):
        game.parse_move("5")


def test_letters_coloured_by_shape():
    # Player First completes S-O-S, moves again and also writes the second O.
    picture = Game.from_moves("1s 2o 3s 5o", "sos").to_svg()
    drawn = re.findall(r"ttt-p-(.)-text[^>]*>((?:<text[^>]*>.</text>)+)", picture)
    assert {role: re.findall(">(.)<", texts) for role, texts in drawn} == {
        "x": ["S", "S"],
        "o": ["O", "O"],
    }
