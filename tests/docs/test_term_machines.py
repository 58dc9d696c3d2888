"""Statements in lessons 9, 11 and 12 of the twelve-lesson course, and in its project."""

import re
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt

from tests.support.models import matchboxes as menace
from tests.support.models import nine_cells as nine
from tests.support.models.nine_cells import following, is_over, minimax, utility
from tests.support.scenes.scripts import ROOT
from tests.support.scenes.term_pages import SOLUTIONS, TERM, boards_of, part, people

EMPTY = "." * 9


def text_of(name):
    """Return a page's text in one line."""
    return " ".join((TERM / f"{name}.md").read_text().split())


def answers(heading):
    """Return the solutions under a heading by task number, each in one line."""
    tasks = re.split(r"(?m)^(\d+)\. ", part(SOLUTIONS, heading))
    return {
        int(number): " ".join(text.split())
        for number, text in zip(tasks[1::2], tasks[2::2], strict=True)
    }


# 9. When the tree is too big


def estimate(marks):
    """Return X's marks in lines without O, minus O's marks in lines without X."""
    total = 0
    for line in nine.LINES:
        there = "".join(marks[cell] for cell in line)
        total += there.count("X") * ("O" not in there) - there.count("O") * ("X" not in there)
    return total


@cache
def search(marks, depth):
    """Return a position's value in a search to this depth."""
    if is_over(marks):
        return 100 * utility(marks)
    if depth == 0:
        return estimate(marks)
    best = max if nine.mover(marks) == "X" else min
    return best(search(after, depth - 1) for after in following(marks).values())


def values_at_depth(marks, depth):
    """Return each move's value in a search to this depth."""
    return {cell: search(after, depth - 1) for cell, after in following(marks).items()}


def test_horizon_effect():
    marks, loud = boards_of(9)
    found = values_at_depth(marks, 1)
    assert found == {1: -1, 2: 0, 5: -2, 6: 1, 7: -1, 8: 0}
    played = following(marks)[5]
    assert [cell for cell in following(played) if minimax(following(played)[cell]) == 1] == [7]
    forked = following(played)[7]
    assert people(nine.threats(forked, "X")) == [1, 8]
    assert nine.threats(forked, "O") == []
    assert people(nine.threats(nine.put(played, 0), "O")) == [7]  # the line 3, 5, 7
    for depth in (1, 2, 3):
        assert 5 in [
            cell
            for cell, value in values_at_depth(marks, depth).items()
            if value == min(values_at_depth(marks, depth).values())
        ]
    deep = values_at_depth(marks, 4)
    assert [cell for cell in deep if deep[cell] < 100] == [1]
    assert values_at_depth(loud, 1)  # not over
    assert (people(nine.threats(loud, "X")), nine.threats(loud, "O")) == ([1, 8], [])
    assert (estimate(loud), minimax(loud)) == (2, 1)
    assert {minimax(after) for after in following(loud).values()} == {1}


# 11. Machines that learn


def test_first_box_beads():
    beads = {"corner": 4, "edge": 4, "centre": 4}
    for drawn, added in (("corner", 3), ("centre", -1), ("corner", 1)):
        beads[drawn] += added
    assert beads == {"corner": 8, "edge": 4, "centre": 3}
    assert sum(beads.values()) == 15
    told = answers("11. Machines that learn")[1]
    assert "8/15, an edge 4/15, the centre 3/15" in told


def test_win_despite_a_mistake():
    written = re.search(r"2\. MENACE is X and wins: (.*?)\. ", text_of("lesson-11"))[1]
    marks, values = EMPTY, [0]
    for move in written.split(", "):
        mark, cell = move.split()
        assert nine.mover(marks) == mark
        assert len(nine.free(marks)) > 1  # has a matchbox
        marks = following(marks)[int(cell)]
        values.append(minimax(marks))
    assert nine.has_line(marks, "X")
    # After X 1, O 5, X 2, O 8, X 9, O 4, X 3: O errs with 8 and 4, X with 9.
    assert values == [0, 0, 0, 0, 1, 0, 1, 1]
    before = "XX..O..O."
    assert people(nine.threats(before, "X")) == [3]
    after = following(before)[9]
    assert [cell for cell, then in following(after).items() if minimax(then) == 0] == [3]


def chances(marks, beads):
    """Return each result's probability if X draws beads and O plays at random."""
    if is_over(marks):
        return Counter({utility(marks): Fraction(1)})
    weights = beads.get(marks) or dict.fromkeys(following(marks), 1)
    found = Counter()
    for cell, after in following(marks).items():
        for result, chance in chances(after, beads).items():
            found[result] += chance * Fraction(weights[cell], sum(weights.values()))
    return found


def test_exact_results_with_beads():
    (marks,) = boards_of(11)
    assert marks == boards_of(7)[-1]
    assert len({min(nine.images(after)) for after in following(marks).values()}) == 3
    for beads, results, points in (
        ({}, (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), Fraction(2, 3)),
        (
            {marks: {2: 1, 4: 1, 6: 4}},
            (Fraction(3, 4), Fraction(1, 6), Fraction(1, 12)),
            Fraction(5, 6),
        ),
    ):
        found = chances(marks, beads)
        assert tuple(found[result] for result in (1, 0, -1)) == results
        assert found[1] + found[0] / 2 == points


def test_td_estimates():
    a = b = Fraction(1, 2)
    found = []
    for _ in range(3):
        a, b = (a + b) / 2, (b + 1) / 2
        found.append((str(a), str(b)))
    told = answers("11. Machines that learn")[4]
    assert [list(one) for one in zip(*found, strict=True)] == [
        re.search(rf"{name}: ([\d/, ]+)\.", told)[1].split(", ") for name in "AB"
    ]
    assert round(0.9**4, 4) == 0.6561


def test_scores_of_three_learners():
    prints = tomllib.loads((ROOT / "tests/notebooks/learning.toml").read_text())["prints"]
    scores = re.findall(
        r"(\w+) +against random ([\d.]+) .*perfect ([\d.]+), .* (\d+)", prints["tables"]
    )
    assert scores == [
        ("Menace", "0.855", "0.263", "216"),
        ("QLearner", "0.969", "0.500", "6"),
        ("TDLearner", "0.995", "0.500", "0"),
    ]
    assert "O wins 47.421%" in prints["mistakes"]
    text = text_of("lesson-11")
    assert "scores 0.855 points per game against this opponent and 0.263 points against" in text
    assert "can still make a mistake in 6 positions" in text


# 12. A class tournament


def leaves_out_half(first, last):
    """Return the probability that an equal bot's interval excludes 1/2 at least once."""
    chances, found = {0: 1.0}, 0.0
    for games in range(1, last + 1):
        following_chances = Counter()
        for lead, chance in chances.items():
            for step in (-1, 1):
                following_chances[lead + step] += chance / 2
        if games >= first:
            # The share is 1/2 + lead / (2 * games), and the interval extends 1/sqrt(games) to
            # each side.
            for lead in [one for one in following_chances if abs(one) > 2 * sqrt(games)]:
                found += following_chances.pop(lead)
        chances = following_chances
    return found


def test_tournament_flaws_solution():
    told = answers("12. A class tournament")[1]
    found = menace.follow(menace.random_policy, menace.random_policy)
    shares = [round(100 * found[mark]) for mark in "XO"]
    assert f"X wins {shares[0]} of 100 games and O {shares[1]}" in told
    assert 0.3 < leaves_out_half(20, 400) < 0.36
    assert leaves_out_half(400, 400) < 0.05
    assert "from the 20th to the 400th" in told
    assert "In one of three such matches, the interval leaves out 1/2 at least once" in told


def test_intervals_with_four_times_the_games():
    told = answers("12. A class tournament")[2]
    for wins, games in ((58, 100), (232, 400)):
        low, high = (wins / games + side / sqrt(games) for side in (-1, 1))
        assert f"{low:.2f} to {high:.2f}" in told
        assert (low <= 0.5 <= high) == (games == 100)
        assert f"{wins} of {games} games" in text_of("lesson-12")
    assert [1 / sqrt(games) for games in (100, 400, 1600)] == [0.1, 0.05, 0.025]
    assert "1,600" in told


def test_three_bot_table():
    rows = re.findall(
        r"(?m)^ +\| ([ABC]) as ([XO]) \| (.*) \|$", (TERM / "lesson-12.md").read_text()
    )
    table = {
        (bot, mark, other): tuple(map(int, entry.split("-")))
        for bot, mark, entries in rows
        for other, entry in zip("ABC", entries.split(" | "), strict=True)
        if entry != "·"
    }
    assert len(table) == 12
    for (bot, mark, other), (won, drawn, lost) in table.items():
        assert won + drawn + lost == 5
        assert table[other, nine.other(mark), bot] == (lost, drawn, won)
    points = Counter()
    for (bot, mark, _), (won, drawn, _) in table.items():
        points[bot, mark] += won + drawn / 2
    assert {bot: points[bot, "X"] + points[bot, "O"] for bot in "ABC"} == {
        "A": 14,
        "B": 11,
        "C": 5,
    }
    assert points == {
        ("A", "X"): 9.5,
        ("A", "O"): 4.5,
        ("B", "X"): 8.5,
        ("B", "O"): 2.5,
        ("C", "X"): 3,
        ("C", "O"): 2,
    }
    assert table["A", "X", "B"] == table["B", "X", "A"] == (5, 0, 0)


def test_tournament_length():
    bots = 20 + 1
    games = len(list(combinations(range(bots), 2))) * 4
    text = text_of("lesson-12")
    assert "make 210 pairs, which play 840 games with at most nine moves each" in text
    assert (games // 4, games) == (210, 840)
    assert round(games * 9 * 0.2 / 60) == 25
    prints = tomllib.loads((ROOT / "tests/notebooks/tournament.toml").read_text())["prints"]
    assert "4 games each: 378 points wide" in prints["more"]


def test_tournament_code_loads_bots(tmp_path, monkeypatch):
    (tmp_path / "bots").mkdir()
    code = "def bot(game):\n    return game.legal_moves[0]\n"
    (tmp_path / "bots" / "ada.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"(?s)```python\n(.*?)```", (TERM / "lesson-12.md").read_text())
    names = {}
    exec(block, names)  # noqa: S102 - of our own page
    assert set(names["bots"]) == {"ada", "random"}
