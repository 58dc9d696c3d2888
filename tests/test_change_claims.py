"""Claims in the notebooks variants and invent, checked by an independent search."""

import re
import tomllib
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from tests.support.scenes.exercises import FILES, place_of
from tests.support.scenes.notebook_files import cells_of, code_cells
from tests.support.scenes.scripts import ROOT
from tictactoe_widget import Game

PRINTS, INVENTED = (
    tomllib.loads((ROOT / f"tests/notebooks/{name}.toml").read_text("utf-8"))["prints"]
    for name in ("variants", "invent")
)
CELLS = code_cells(ROOT / "notebooks/variants.ipynb")


def lines_of(rows, columns, k):
    """Return the board's lines as bit masks."""
    found = set()
    for row, column in product(range(rows), range(columns)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            places = [(row + down * step, column + right * step) for step in range(k)]
            if all(r < rows and 0 <= c < columns for r, c in places):
                found.add(sum(1 << (r * columns + c) for r, c in places))
    return sorted(found)


def free_bits(marks, count):
    """Return the empty cells as one-bit masks."""
    return [1 << at for at in range(count) if not marks >> at & 1]


@cache
def tree(rows, columns, k, misere=False):
    """Return a function that evaluates a position under best play and random play.

    The function takes X's marks, O's marks and whether X is to move. It returns X's result with
    best play (1, 0 or -1) and the probabilities that X and O win random games.
    """
    lines, count = lines_of(rows, columns, k), rows * columns
    x_wins, o_wins = (1, 1.0, 0.0), (-1, 0.0, 1.0)

    @cache
    def look(x, o, is_x):
        if any(x & line == line for line in lines):
            return o_wins if misere else x_wins
        if any(o & line == line for line in lines):
            return x_wins if misere else o_wins
        free = free_bits(x | o, count)
        if not free:
            return 0, 0.0, 0.0
        after = [look(x | bit, o, False) if is_x else look(x, o | bit, True) for bit in free]
        worths = [worth for worth, _, _ in after]
        chances = [sum(one[at] for one in after) / len(after) for at in (1, 2)]
        return (max if is_x else min)(worths), *chances

    return look


WORDS = {1: "win", 0: "draw", -1: "loss"}


@pytest.mark.parametrize(("name", "rows", "columns"), [("3x3k3", 3, 3), ("3x4k3", 3, 4)])
def test_small_board_proofs(name, rows, columns):
    look = tree(rows, columns, 3)
    losing = [cell for cell in range(rows * columns) if look(1 << cell, 0, False)[0] == -1]
    assert f"{name}  {WORDS[look(0, 0, True)[0]]:4}  first moves that lose: {losing}" in (
        PRINTS["proof"].splitlines()
    )


@pytest.mark.parametrize(("name", "rows", "columns"), [("3x3k3", 3, 3), ("3x4k3", 3, 4)])
def test_random_game_shares(name, rows, columns):
    _, x, o = tree(rows, columns, 3)(0, 0, True)
    (row,) = re.findall(rf"(?m)^{name} +(\d+)% +(\d+)% +(\d+)%$", PRINTS["random"])
    # With 1,000 games, a share is within 3.2 points of the truth 95% of the time.
    for printed, known in zip(row, (x, o, 1 - x - o), strict=True):
        assert abs(int(printed) - 100 * known) < 3.7


def test_extra_column_hardly_helps_random_play():
    (_, small, _), (_, large, _) = (tree(3, columns, 3)(0, 0, True) for columns in (3, 4))
    assert abs(small - large) < 0.02


def test_4x4k3_is_a_win():
    lines = lines_of(4, 4, 3)

    @cache
    def wins(x, o):
        """Return whether X, to move, can complete a line before O."""
        free = free_bits(x | o, 16)
        return any(
            completes_line(x | bit, bit, lines) or (len(free) > 1 and not saves(x | bit, o))
            for bit in free
        )

    @cache
    def saves(x, o):
        free = free_bits(x | o, 16)
        return any(
            completes_line(o | bit, bit, lines) or len(free) == 1 or not wins(x, o | bit)
            for bit in free
        )

    # By symmetry, a corner, an edge and a middle cell are enough.
    assert not any(saves(1 << cell, 0) for cell in (0, 1, 5))
    assert "4x4k3  win   first moves that lose: []" in PRINTS["proof"].splitlines()


def test_4x4k4_is_a_draw():
    """The second player can stop every line, even if only the first player's lines count.

    So X can't win. O can't win either: after X's first move, X can stop every line with one
    extra mark.
    """
    lines = lines_of(4, 4, 4)

    @cache
    def fills(mine, theirs):
        """Return whether the player to move, who began, can fill a line."""
        live = [line for line in lines if not line & theirs]
        if any((line & ~mine).bit_count() == 1 for line in live):
            return True
        free = free_bits(mine | theirs, 16)
        for bit in free if live else []:
            after = mine | bit
            urgent = {line & ~after for line in live if (line & ~after).bit_count() == 1}
            answers = urgent or set(free) - {bit}
            if len(urgent) > 1:
                return True
            if answers and all(fills(after, theirs | answer) for answer in answers):
                return True
        return False

    assert not fills(0, 0)
    assert "4x4k4  draw  first moves that lose: []" in PRINTS["proof"].splitlines()


def completes_line(marks, bit, lines):
    """Return whether the mark at this bit completes a line."""
    return any(line & bit and marks & line == line for line in lines)


def test_misere_4x4k3_is_a_loss():
    """The homework asks for this result, and the teachers' solutions state it."""
    lines = lines_of(4, 4, 3)

    @cache
    def loses(mine, theirs):
        """Return whether the player to move completes a line against best play."""
        free = free_bits(mine | theirs, 16)
        return bool(free) and all(
            completes_line(mine | bit, bit, lines) or wins(theirs, mine | bit) for bit in free
        )

    @cache
    def wins(mine, theirs):
        free = free_bits(mine | theirs, 16)
        return any(
            not completes_line(mine | bit, bit, lines) and loses(theirs, mine | bit)
            for bit in free
        )

    assert all(wins(0, 1 << cell) for cell in (0, 1, 5))
    said = " ".join((ROOT / "teacher/term.md").read_text("utf-8").split())
    assert "O wins `misere-4x4k3` after every first move by X." in said


def test_misere_values_in_notebook():
    assert len(lines_of(2, 2, 2)) == 6  # any two of four cells
    known = {"misere-2x2k2": (2, 2, 2), "misere-3x3k3": (3, 3, 3), "misere-3x4k3": (3, 4, 3)}
    for name, sizes in known.items():
        word = WORDS[tree(*sizes, misere=True)(0, 0, True)[0]]
        assert f"{name} is a {word} for X" in PRINTS["misere-gifts"].splitlines()


def all_moves():
    """Yield each move in each position: X's marks, O's marks, whether X moves, and the cell."""
    lines = lines_of(3, 3, 3)
    seen, queue = {(0, 0)}, [(0, 0)]
    for x, o in queue:
        if any(mark & line == line for line in lines for mark in (x, o)):
            continue
        is_x = x.bit_count() == o.bit_count()
        for bit in free_bits(x | o, 9):
            yield x, o, is_x, bit
            after = (x | bit, o) if is_x else (x, o | bit)
            if after not in seen:
                seen.add(after)
                queue.append(after)


@pytest.mark.parametrize(("misere", "cell"), [(False, "premise"), (True, "misere-gifts")])
def test_extra_mark_hurts_only_in_misere(misere, cell):
    look = tree(3, 3, 3, misere=misere)
    worse = [look(x | bit, o, is_x)[0] < look(x, o, is_x)[0] for x, o, is_x, bit in all_moves()]
    said = f"{len(worse):,} gifts to X, and {sum(worse):,} of them make X worse off"
    assert said in PRINTS[cell].splitlines()
    assert any(worse) == misere


def test_every_line_has_a_pair():
    letters = CELLS["pairs"].split('"""')[1].split()
    pairs = {
        letter: sum(1 << cell for cell in range(25) if letters[cell] == letter)
        for letter in set(letters) - {"."}
    }
    lines = lines_of(5, 5, 5)
    assert len(lines) == len(pairs) == 12
    assert all(pair.bit_count() == 2 for pair in pairs.values())
    for line in lines:
        assert sum(pair & line == pair for pair in pairs.values()) == 1
    # Two cells share at most one line of this length, so each line needs two cells of its own.
    assert [2 * len(lines_of(n, n, n)) for n in (3, 4, 5)] == [16, 20, 24]


def test_13_pairings_in_exercise():
    (path,) = (path for path in FILES if place_of(path) == ("variants", "exercise-4"))
    assert "13 ways" in path.read_text("utf-8")
    given = CELLS["exercise-4"].split('"""')[1].split()
    free = {cell for cell in range(25) if given[cell] == "."}
    wanting = [range(15, 20), range(20, 25), range(0, 25, 5), range(1, 25, 5), range(0, 25, 6)]

    def count(lines, left):
        if not lines:
            return 1
        pairs = combinations(sorted(left & set(lines[0])), 2)
        return sum(count(lines[1:], left - set(pair)) for pair in pairs)

    assert count(wanting, free) == 13


def test_pairing_strategy_never_loses():
    names = {}
    for cell in ("pairs", "pairing-board"):
        exec(CELLS[cell], names)  # noqa: S102 - our own notebook
    chance, ends = Random(1), set()
    for number in range(200):
        game, mark = Game("5x5k5"), "XO"[number % 2]
        while not game.is_over:
            is_picture = game.current_player == mark
            cell = names["by_letters"](game) if is_picture else chance.choice(game.legal_moves)
            game = game.play(cell)
        ends.add((mark, game.result))
    assert ends <= {("X", "X"), ("X", "draw"), ("O", "O"), ("O", "draw")}
    assert ends >= {("X", "draw"), ("O", "draw")}


@pytest.mark.parametrize(("name", "misere"), [("standard", False), ("misere", True)])
def test_forbidden_centre_results(name, misere):
    look = tree(3, 3, 3, misere=misere)
    moves = [look(1 << cell, 0, False) for cell in range(9)]
    values = {cell: worth for cell, (worth, _, _) in enumerate(moves)}
    centre = values.pop(4)
    assert (centre, set(values.values())) == (0, {-1} if misere else {0})
    free = [100 * chance for chance in look(0, 0, True)[1:]]
    average = [100 * sum(moves[cell][at] for cell in values) / len(values) for at in (1, 2)]
    assert all(abs(one - other) < 1.5 for one, other in zip(free, average, strict=True))
    printed = "\n" + INVENTED["forbid"]
    said_of = [(name, free)] if misere else [(name, free), ("without the centre", average)]
    for title, shares in said_of:
        said = printed.split(f"\n{title}\n")[1]
        assert said.splitlines()[0].split() == ["proved:", "a", "draw", "for", "X"]
        told = re.findall(r"(\d+)%", said.splitlines()[1])
        assert all(abs(int(t) - share) < 3.7 for t, share in zip(told, shares, strict=True))


def test_random_play_can_mislead():
    """Tic-tac-toe is a draw, but X wins more random games. The task asks for the opposite."""
    worth, x, o = tree(3, 3, 3)(0, 0, True)
    assert worth == 0
    assert x > 2 * o
    firsts = [tree(3, 4, 3)(1 << cell, 0, False) for cell in (4, 7)]
    assert [worth for worth, _, _ in firsts] == [-1, -1]
    x, o = (100 * sum(one[at] for one in firsts) / 2 for at in (1, 2))
    said = " ".join((ROOT / "teacher/term.md").read_text("utf-8").split())
    assert f"X wins {x:.0f}% and O wins {o:.0f}%" in said


def test_lesson_sections_take_45_minutes():
    page = " ".join((ROOT / "docs/term/lesson-04.md").read_text("utf-8").split())
    plan = page.split("teach another lesson with these sections: ")[1].split(". ")[0]
    parts = re.findall(r"(\d+)(?: minutes)? for \*([^*]+)\*", plan)
    assert sum(int(minutes) for minutes, _ in parts) == 45
    cells = [
        cell["source"]
        for name in ("variants", "invent")
        for cell in cells_of(ROOT / f"notebooks/{name}.ipynb")
    ]
    headings = {line for text in cells for line in text.splitlines() if line[:3] == "## "}
    for _, name in parts:
        assert {f"## {name}", f"## Extension: {name}"} & headings
