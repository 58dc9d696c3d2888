"""Board symmetries and the canonical position."""

import random
from collections import defaultdict

import pytest

from tests.support.models.nine_cells import images
from tests.support.models.positions import ULTIMATE, every_position, play_on
from tictactoe_widget import MNK, STANDARD, Game, Ultimate
from tictactoe_widget.rules.ultimate import UltimateState


def images_of_a_picture(rules):
    """Return each rotation and reflection of the drawn board as a map from cell to cell."""
    layout = rules.layout
    rows = [
        layout.cells[at : at + layout.columns]
        for at in range(0, len(layout.cells), layout.columns)
    ]
    pictures = [rows]
    for _ in range(3):
        pictures.append([row[::-1] for row in zip(*pictures[-1], strict=True)])
    pictures += [[row[::-1] for row in picture] for picture in pictures]
    maps = set()
    for picture in pictures:
        if [len(row) for row in picture] == [len(row) for row in rows]:
            moved = {
                cell: image
                for row, image_row in zip(rows, picture, strict=True)
                for cell, image in zip(row, image_row, strict=True)
            }
            maps.add(tuple(moved[cell] for cell in range(rules.cell_count)))
    return maps


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (STANDARD, 8),
        (MNK(3, 3, 2, misere=True), 8),
        (MNK(15, 15, 5), 8),
        (MNK(3, 4, 3), 4),
        (MNK(4, 3, 3), 4),
        (MNK(1, 5, 3), 2),
        (MNK(5, 1, 3), 2),
        (MNK(1, 1, 1), 1),
        (MNK(2, 2, 2), 8),
        *[(rules, 8) for rules in ULTIMATE],
    ],
)
def test_symmetries_match_picture(rules, count):
    symmetries = rules.symmetries
    assert len(symmetries) == count
    assert symmetries[0] == tuple(range(rules.cell_count))
    assert set(symmetries) == images_of_a_picture(rules)
    assert len(set(symmetries)) == len(symmetries)


@pytest.mark.parametrize("rules", [MNK(3, 3, 3), MNK(3, 4, 3), MNK(1, 6, 2), *ULTIMATE])
def test_symmetric_games_share_canonical(rules):
    chance = random.Random(8)
    for _ in range(12):
        game = play_on(Game(rules), chance, chance.randrange(rules.cell_count))
        for symmetry in rules.symmetries:
            image = Game(rules, [symmetry[cell] for cell in game.moves])
            moved = rules.transform(game.state, symmetry)
            assert moved.key == image.key
            assert moved.legal_moves == image.legal_moves
            assert moved.result == image.result == game.result
            assert rules.to_text(moved) == str(image)
            assert image.canonical() == game.canonical()


def test_quarter_turn_direction():
    rules = MNK(3, 3, 3)
    clockwise = (2, 5, 8, 1, 4, 7, 0, 3, 6)
    assert clockwise in rules.symmetries
    turned = rules.transform(Game.from_text("XO./.../...").state, clockwise)
    assert rules.to_text(turned) == ". . X\n. . O\n. . ."


def smallest_image(board):
    return min(images("".join(mark or "." for mark in board)))


def test_3x3_has_765_classes():
    classes = defaultdict(set)
    for game in every_position():
        canonical = game.canonical()
        assert canonical.canonical() == canonical
        assert canonical.moves == ()
        assert (canonical.status, canonical.move_count) == (game.status, game.move_count)
        assert canonical.result == game.result
        assert smallest_image(canonical.board) == smallest_image(game.board)
        classes[smallest_image(game.board)].add(canonical)
    assert len(classes) == 765
    assert all(len(canonical) == 1 for canonical in classes.values())
    assert sum(next(iter(found)).is_over for found in classes.values()) == 138


@pytest.mark.parametrize(
    ("rules", "count"), [(MNK(1, 3, 3), 8), (MNK(2, 2, 2), 6), (MNK(1, 2, 2), 3)]
)
def test_tiny_board_class_counts(rules, count):
    # 1x3: ... X.. .X. XO. X.O OX. XOX XXO, without their mirror images. 2x2: empty; X; O next
    # to X, O diagonal to X; X next to X, X diagonal to X, with O in either other cell.
    assert len({game.canonical() for game in every_position(rules)}) == count


def test_canonical_keeps_board_winners():
    # In boards 1 and 3 both players have a line. Only their order tells who won.
    rules = Ultimate(won_boards="open")
    x = sum(1 << cell for cell in (0, 1, 2, 18, 19, 20))
    o = sum(1 << cell for cell in (3, 4, 5, 21, 22, 23))
    empty = tuple(cell for cell in range(81) if not (x | o) >> cell & 1)
    one, other = (
        Game._begin(rules, UltimateState(x, o, empty, None, *boards), "")
        for boards in ((0b001, 0b100), (0b100, 0b001))
    )
    assert one.key != other.key
    assert one.canonical().key == other.canonical().key
