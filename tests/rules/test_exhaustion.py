"""Every game of 3x3 and every position of 4x3, counted.

The counts of 3x3 are the well-known ones; those of 4x3 were made by another
program, apart from this package.
"""

from collections import Counter

from tictactoe_widget import MNK, Game


def positions_by_ply(rules):
    """Every position that play reaches, once each, by the number of marks."""
    level = {Game(rules).key: Game(rules)}
    levels = []
    while level:
        levels.append(list(level.values()))
        following = {}
        for game in levels[-1]:
            for cell in game.legal_moves:
                after = game.play(cell)
                following[after.key] = after
        level = following
    return levels


def test_the_positions_of_3x3_by_plies():
    levels = positions_by_ply(MNK(3, 3, 3))
    assert [len(level) for level in levels] == [
        1,
        9,
        72,
        252,
        756,
        1260,
        1520,
        1140,
        390,
        78,
    ]
    games = [game for level in levels for game in level]
    assert len(games) == 5478
    assert len({game.board for game in games}) == 5478
    assert Counter(game.status for game in games if game.is_over) == {"won": 942, "draw": 16}
    assert Counter(game.winner for game in games if game.winner) == {"X": 626, "O": 316}


def test_every_position_of_3x3_survives_its_text():
    for level in positions_by_ply(MNK(3, 3, 3)):
        for game in level:
            read = Game.from_text(str(game))
            assert str(read) == str(game)
            assert read.key == game.key
            assert read.legal_moves == game.legal_moves
            assert read.result == game.result
            assert read.current_player == game.current_player


def test_exactly_the_reachable_positions_of_3x3_can_be_set_up():
    accepted = 0
    for number in range(3**9):
        text = "".join(".XO"[number // 3**cell % 3] for cell in range(9))
        try:
            Game.from_text(f"{text[:3]}/{text[3:6]}/{text[6:]}")
        except ValueError:
            continue
        accepted += 1
    assert accepted == 5478


def test_the_games_of_3x3_by_result():
    results, lengths = Counter(), Counter()

    def walk(game):
        moves = game.legal_moves
        for cell in moves:
            walk(game.play(cell))
        if not moves:
            results[game.result] += 1
            lengths[game.move_count] += 1

    walk(Game())
    assert results == {"X": 131_184, "O": 77_904, "draw": 46_080}
    assert sum(results.values()) == 255_168
    assert lengths == {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}


def test_misere_has_the_same_games_with_the_winners_exchanged():
    results = Counter()

    def walk(game):
        moves = game.legal_moves
        for cell in moves:
            walk(game.play(cell))
        if not moves:
            results[game.result] += 1

    walk(Game(MNK(3, 3, 3, misere=True)))
    assert results == {"O": 131_184, "X": 77_904, "draw": 46_080}


def test_the_positions_of_4x3_with_three_in_a_row():
    levels = positions_by_ply(MNK(rows=4, columns=3, k=3))
    assert sum(len(level) for level in levels) == 111_973
    assert sum(game.is_over for level in levels for game in level) == 32_410
