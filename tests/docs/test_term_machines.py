"""The lessons on machines that learn and on tournaments: what the solutions count is so."""

from fractions import Fraction
from itertools import combinations
from math import isclose, sqrt

from tests.support.models import nine_cells as nine
from tests.support.scenes.term_pages import SOLUTIONS, part


def says(heading, *numbers):
    """Whether the solutions of a lesson have all these numbers."""
    text = " ".join(part(SOLUTIONS, heading).split())
    return [number for number in numbers if str(number) not in text] == []


def test_beads_of_menace():
    corner, others = 4, 8
    shares = [Fraction(corner + more, corner + more + others) for more in (3, 1, -1)]
    assert [Fraction(corner, corner + others), *shares] == [
        Fraction(1, 3),
        Fraction(7, 15),
        Fraction(5, 13),
        Fraction(3, 11),
    ]
    assert says("11. Machines that learn", "1/3 each", *shares)


def test_a_move_that_always_loses_is_played_in_the_end():
    never, beads = Fraction(1), 1
    for game in range(1, 30):
        never *= Fraction(beads, beads + 1)  # B is drawn once more, and a bead for it is added
        beads += 1
        assert never == Fraction(1, game + 1)
    assert says("11. Machines that learn", "1/(n + 1)")


def half_way(estimates, result):
    """The estimates after a game, from the last position to the first."""
    following, new = result, []
    for estimate in reversed(estimates):
        following = (estimate + following) / 2
        new.insert(0, following)
    return new


def test_temporal_differences():
    first = half_way([Fraction(0), Fraction(0), Fraction(0)], Fraction(1))
    second = half_way(first, Fraction(1))
    third = half_way(second[:2], Fraction(0))
    assert first == [Fraction(1, 8), Fraction(1, 4), Fraction(1, 2)]
    assert second == [Fraction(5, 16), Fraction(1, 2), Fraction(3, 4)]
    assert third == [Fraction(9, 32), Fraction(1, 4)]
    assert says("11. Machines that learn", "R 1/2, Q 1/4, P 1/8", "P 5/16", "9/32")


def test_exploration():
    assert Fraction(9, 10) + Fraction(1, 10) / 5 == Fraction(92, 100)
    assert Fraction(9, 10) ** 4 == Fraction(6561, 10000)
    assert says("11. Machines that learn", "0.92", "0.6561")


def test_shares_and_their_intervals():
    assert isclose(0.6 - 1 / sqrt(100), 0.5)
    assert 1 / sqrt(400) == 0.05
    assert 1 / sqrt(10_000) == 0.01
    assert says("12. The tournament of the class", "from 0.50 to 0.70", "400 games", "10,000")


def test_the_rule_of_thumb_is_that_of_shares_near_one_half():
    # 1.96 standard deviations of a share of one half are 0.98 / sqrt(n).
    for count in (100, 400, 10_000):
        assert 0.97 < 1.96 * sqrt(0.25 / count) * sqrt(count) < 0.99


def test_random_players_and_the_first_move():
    def ends(marks):
        for mark in "XO":
            if nine.has_line(marks, mark):
                return (1.0, 0.0) if mark == "X" else (0.0, 1.0)
        after = [ends(nine.put(marks, cell)) for cell in nine.free(marks)]
        return (
            tuple(sum(one[at] for one in after) / len(after) for at in (0, 1))
            if after
            else (0, 0)
        )

    x, o = ends("X........")
    centre, edge = ends("....X...."), ends(".X.......")
    share = [(4 * x + centre[0] + 4 * edge[0]) / 9, (4 * o + centre[1] + 4 * edge[1]) / 9]
    assert [round(100 * one) for one in share] == [58, 29]
    assert isclose(0.58 + 0.13 / 2, 0.645)
    assert says("12. The tournament of the class", "0.58 + 0.13/2 = 0.645")


def test_pairs_of_equal_bots():
    assert len(list(combinations(range(10), 2))) == 45
    assert 45 * Fraction(5, 100) == Fraction(9, 4)
    assert says("12. The tournament of the class", "45 · 5/100 = 2.25")


def test_equal_bots_are_five_games_apart_after_25_games_on_average():
    # With e(d) games to go at a lead of d: e(5) = 0, e(d) = 1 + (e(d - 1) + e(d + 1)) / 2.
    games = {lead: Fraction(25 - lead * lead) for lead in range(-5, 6)}
    for lead in range(-4, 5):
        assert games[lead] == 1 + (games[lead - 1] + games[lead + 1]) / 2
    assert games[0] == 25
