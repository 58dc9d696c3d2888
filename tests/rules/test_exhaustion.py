"""Counts of all games on 3x3 and all positions on 4x3.

The 3x3 counts are well known. A separate program produced the 4x3 counts.
"""

from collections import Counter
from contextlib import suppress

from tests.support.models.positions import every_position
from tictactoe_widget import MNK, Game, find_rules

DROP = find_rules("drop-3x3k3")


def test_3x3_positions_by_ply():
    games = every_position()
    plies = Counter(game.move_count for game in games)
    assert list(plies.values()) == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert len({game.board for game in games}) == 5478
    assert Counter(game.status for game in games if game.is_over) == {"won": 942, "draw": 16}
    assert Counter(game.winner for game in games if game.winner) == {"X": 626, "O": 316}


def test_only_reachable_texts_accepted():
    accepted = 0
    for number in range(3**9):
        text = "".join(".XO"[number // 3**cell % 3] for cell in range(9))
        try:
            Game.from_text(f"{text[:3]}/{text[3:6]}/{text[6:]}")
        except ValueError:
            continue
        accepted += 1
    assert accepted == 5478


def test_only_reachable_drop_texts_accepted():
    accepted = set()
    for number in range(3**9):
        text = "".join(".XO"[number // 3**cell % 3] for cell in range(9))
        with suppress(ValueError):
            accepted.add(Game.from_text(text, DROP).board)
    assert accepted == {game.board for game in every_position(DROP)}


def test_4x3_position_count():
    games = every_position(MNK(rows=4, columns=3, k=3))
    assert len(games) == 111_973
    assert sum(game.is_over for game in games) == 32_410
