"""Incrementally updated patterns, compared with counts made from scratch."""

from itertools import pairwise

import pytest

from tests.support.models.positions import random_games
from tests.support.models.threats import PlainThreats
from tictactoe_widget import MNK
from tictactoe_widget.analysis.mnk.large import AlphaBeta
from tictactoe_widget.analysis.mnk.patterns import (
    FITTED_K,
    FITTED_VALUES,
    FIVE_BIT,
    FOUR_BIT,
    THREE_BIT,
    Patterns,
    line_pattern,
    row_value,
)

# The largest board is only slower.
LARGEST = pytest.param((19, 19, 5), marks=pytest.mark.long)
SIZES = [(15, 15, 5), LARGEST, (7, 7, 4), (6, 9, 5), (9, 6, 3), (8, 12, 6), (3, 14, 5)]


def in_position(patterns, moves):
    position = patterns.empty
    for ply, cell in enumerate(moves):
        position = patterns.play(position, cell, ply % 2)
    return position


def counts(fields):
    """Split each field into its counts of fives, ways to a five, and threes."""
    return [
        (field >> FIVE_BIT, field >> FOUR_BIT & 15, field >> THREE_BIT & 7) for field in fields
    ]


class LinePatterns:
    """Counts a cell's fives, ways to a five and threes on each line separately."""

    def __init__(self, rules):
        self.rules = rules
        self.plain = PlainThreats(rules)

    def count(self, own, other, cell):
        fives = ways = threes = 0
        row, column = divmod(cell, self.rules.columns)
        for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = self.line(row, column, down, across)
            at = line.index(cell)
            marks = ["+" if one in own else "-" if one in other else "." for one in line]
            if self.has_line(marks, at):
                fives += 1
                continue
            before, there = self.openings(marks), self.completing(marks)
            marks[at] = "+"
            here = self.completing(marks) - there
            if here:
                ways += min(len(here), 2)
            elif self.openings(marks) - before:
                threes += 1
        return fives, ways, threes

    def line(self, row, column, down, across):
        rows, columns = self.rules.rows, self.rules.columns
        places = [(row + i * down, column + i * across) for i in range(-20, 21)]
        return [r * columns + c for r, c in places if 0 <= r < rows and 0 <= c < columns]

    def has_line(self, marks, at):
        text = "".join("+" if i == at else mark for i, mark in enumerate(marks))
        return "+" * self.rules.k in text

    def completing(self, marks):
        return {at for at, mark in enumerate(marks) if mark == "." and self.has_line(marks, at)}

    def openings(self, marks):
        found = set()
        before = self.completing(marks)
        for at, mark in enumerate(marks):
            if mark == "." and at not in before:
                after = [*marks]
                after[at] = "+"
                if len(self.completing(after) - before) > 1:
                    found.add(at)
        return found


@pytest.mark.parametrize("size", SIZES)
def test_fields_match_plain_counts(size):
    rules = MNK(*size)
    patterns, plain = Patterns(rules), LinePatterns(rules)
    seen = set()
    for game in random_games(rules, 8, seed=5, spread=3):
        position = in_position(patterns, game.moves)
        marks = set(game.moves[::2]), set(game.moves[1::2])
        for player in (0, 1):
            found = counts(patterns.fields(position[1 + player]))
            for cell in game.legal_moves[:: 1 + rules.cell_count // 60]:
                expected = plain.count(marks[player], marks[1 - player], cell)
                assert found[cell] == expected, (game, cell, player)
                seen.add(expected)
            assert not any(any(found[cell]) for cell in game.moves)
    assert len(seen) >= 4


@pytest.mark.parametrize("size", SIZES)
def test_incremental_scores(size):
    rules = MNK(*size)
    patterns = Patterns(rules)
    checked = 0
    for game in random_games(rules, 20, seed=7):
        position = in_position(patterns, game.moves)
        for made in range(0, len(game.moves), 7):
            checked += in_position(patterns, game.moves[:made])[1] >= 0
        # The same marks in another order, on patterns with an empty cache.
        assert position[1:] == Patterns(rules).position(game.state)[1:]
        assert position[1:] == patterns.position(game.state)[1:]
    assert checked > 20


def test_full_table_is_cleared():
    rules = MNK(15, 15, 5)
    plenty, scarce = Patterns(rules), Patterns(rules, table_limit=60)
    for game in random_games(rules, 30, seed=9, spread=4):
        assert in_position(plenty, game.moves)[1:] == in_position(scarce, game.moves)[1:]
        assert len(scarce.changes) <= 60
    assert len(plenty.changes) > 600


@pytest.mark.parametrize("size", SIZES)
def test_symmetric_positions_score_equally(size):
    rules = MNK(*size)
    patterns = Patterns(rules)
    search = AlphaBeta(patterns)
    for game in random_games(rules, 60, seed=11, spread=4):
        position = in_position(patterns, game.moves)
        fields = [patterns.fields(position[1]), patterns.fields(position[2])]
        exchanged = patterns.empty
        for ply, cell in enumerate(game.moves):
            exchanged = patterns.play(exchanged, cell, 1 - ply % 2)
        assert exchanged[1:3] == position[2:0:-1]
        for player in (0, 1):
            score = search.score(position, player)
            assert search.score(exchanged, 1 - player) == score
            for symmetry in rules.symmetries:
                image = in_position(patterns, [symmetry[cell] for cell in game.moves])
                assert search.score(image, player) == score
                turned = patterns.fields(image[1 + player])
                assert [turned[cell] for cell in symmetry] == fields[player]


def test_every_row_has_fitted_value():
    assert FITTED_K == 5
    seen = set()
    for length in range(5, 10):
        for own in range(1 << length):
            if "11111" in f"{own:b}":
                continue
            row_value(5, length, own)
            seen |= {
                line_pattern(5, length, own, first)
                for first in range(length - 4)
                if own >> first & 0b11111
            }
    assert seen <= FITTED_VALUES.keys()


@pytest.mark.parametrize("waits", [0, 1])
def test_longer_rows_score_higher(waits):
    rows = [0b000010000, 0b000110000, 0b000111000]
    values = [row_value(5, 9, own)[waits] for own in rows]
    assert all(less < more for less, more in pairwise(values))
    # Three in a row next to an opponent's mark or the edge is worth less than an open three.
    assert row_value(5, 6, 0b000111)[waits] < row_value(5, 9, 0b000111000)[waits]


def test_mirrored_rows_score_equally():
    for own in range(1, 1 << 8):
        if "11111" not in f"{own:b}":
            assert row_value(5, 8, own) == row_value(5, 8, int(f"{own:08b}"[::-1], 2))
