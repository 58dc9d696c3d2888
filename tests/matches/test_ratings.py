"""Ratings compared with published estimates and known strengths."""

import json
import pickle
from itertools import combinations
from math import exp, sqrt

import pytest

from tests.support.models.html_reader import read_html, read_table
from tests.support.models.ratings import games_of, intervals_that_hold
from tests.support.scenes.players import first_free
from tictactoe_widget import Game, play_tournament
from tictactoe_widget.matches.match import Played
from tictactoe_widget.matches.ratings import POINTS, Rating, rate_in_slices, rate_players

COUNTS = (
    *((19, 22, 16), (16, 19, 12), (19, 19, 10), (18, 23, 13), (23, 19, 9), (19, 20, 15)),
    *((13, 19, 18), (16, 20, 12), (16, 15, 17), (17, 14, 16)),
    *((18, 21, 12), (22, 20, 12), (13, 18, 10), (14, 19, 18), (11, 21, 12)),
)
"""Votes for the first, the second and neither, for pairs 1 and 2, 1 and 3, 2 and 3, ..."""
PAIRS = [(first, second) for second in "23456" for first in "12345" if first < second]
PUDDINGS = dict(zip(PAIRS, COUNTS, strict=True))
"""Brands of chocolate pudding compared in pairs: Davidson (1970), example 2."""

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
BASEBALL = (
    ("4-3", "4-2", "4-3", "6-1", "4-2", "6-0"),
    ("3-3", "4-2", "4-3", "6-0", "6-1", "4-3"),
    ("2-5", "4-3", "2-4", "4-3", "4-2", "6-0"),
    ("3-3", "5-1", "2-5", "4-3", "4-2", "6-1"),
    ("5-1", "2-5", "3-3", "4-2", "5-2", "6-0"),
    ("2-5", "3-3", "3-4", "4-3", "4-2", "2-4"),
    ("2-5", "1-5", "1-6", "2-4", "1-6", "3-4"),
)
"""Each team's wins and losses at home against each other team: American League East,
1987; Agresti, Categorical Data Analysis (2002), table 10.10."""


def worths(rated):
    """Return the ratings' strengths in Davidson's form: ratios that add up to 1."""
    ratios = {name: exp(rating.strength / POINTS) for name, rating in rated.items()}
    return {name: ratio / sum(ratios.values()) for name, ratio in ratios.items()}


def standard_error(rating):
    return (rating.high - rating.low) / (2 * 1.959964 * POINTS)


@pytest.fixture(scope="module")
def puddings():
    """Ratings of the puddings. Each comparison counts twice, once with each pudding as X."""
    games = []
    for (first, second), (won, lost, drawn) in PUDDINGS.items():
        games += games_of(first, second, won=won, drawn=drawn, lost=lost)
        games += games_of(second, first, won=lost, drawn=drawn, lost=won)
    return rate_players("123456", games)


def test_strengths_match_davidson(puddings):
    published = {"1": 0.139, "2": 0.173, "3": 0.162, "4": 0.165, "5": 0.159, "6": 0.202}
    assert worths(puddings) == pytest.approx(published, abs=0.0006)
    ties = 2 * puddings.draw_rate / (1 - puddings.draw_rate)
    assert ties == pytest.approx(0.747, abs=0.002)
    # Each pair was compared both ways.
    assert puddings.advantage.strength == pytest.approx(0, abs=1e-6)


def test_intervals_match_plackett_luce(puddings):
    # From PlackettLuce 0.4 (R) on the same data, each comparison once, relative to the mean.
    errors = {"1": 0.1219, "2": 0.1218, "3": 0.1268, "4": 0.1220, "5": 0.1271, "6": 0.1266}
    found = {name: standard_error(rating) * sqrt(2) for name, rating in puddings.items()}
    assert found == pytest.approx(errors, abs=0.0003)


def test_bradley_terry_model():
    games = []
    for home, results in zip(TEAMS, BASEBALL, strict=True):
        guests = [team for team in TEAMS if team != home]
        for guest, result in zip(guests, results, strict=True):
            won, lost = map(int, result.split("-"))
            games += games_of(home, guest, won=won, lost=lost)
    rated = rate_players(TEAMS, games)
    # Agresti (2002), table 10.11, column 5, and the text next to it.
    published = (0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044)
    assert worths(rated) == pytest.approx(dict(zip(TEAMS, published, strict=True)), abs=0.0012)
    assert list(rated) == list(TEAMS)
    assert rated.advantage.strength / POINTS == pytest.approx(0.302, abs=0.003)
    assert standard_error(rated.advantage) == pytest.approx(0.131, abs=0.001)
    assert rated.draw_rate < 0.005


def test_intervals_contain_true_strengths():
    simulated = [
        intervals_that_hold(seed, players=5, rounds=10, spread=170) for seed in range(200)
    ]
    held = [one for strengths, _ in simulated for one in strengths]
    assert 0.93 <= sum(held) / len(held) <= 0.97
    assert 0.92 <= sum(advantage for _, advantage in simulated) / 200 <= 0.98


def test_players_that_always_win():
    games = [*games_of("ada", "bob", won=50), *games_of("bob", "ada", lost=50)]
    rated = rate_players(("bob", "ada"), games)
    assert list(rated) == ["ada", "bob"]
    assert 0 < rated["ada"].low < rated["ada"].strength < rated["ada"].high < 3000
    assert rated["bob"].strength == pytest.approx(-rated["ada"].strength)
    more = rate_players(("bob", "ada"), games * 20)
    assert rated["ada"].strength < more["ada"].strength < 3000


def test_advantage_of_x_is_not_strength():
    # X wins nine of ten games, whoever plays X.
    games = [*games_of("a", "b", won=90, lost=10), *games_of("b", "a", won=90, lost=10)]
    rated = rate_players("ab", games)
    assert rated["a"].strength == pytest.approx(0, abs=1e-6)
    # Odds of nine to one are 400 times the decimal logarithm of 9.
    assert rated.advantage.strength == pytest.approx(381.7, abs=8)
    assert not rated.notes


def test_groups_that_never_met():
    def ring(*names):
        return [
            game
            for pair in combinations(names, 2)
            for x, o in (pair, pair[::-1])
            for game in games_of(x, o, won=20, drawn=5, lost=20)
        ]

    names = ("ada", "bob", "cy", "dan", "eve")
    apart = rate_players(names, [*ring("ada", "bob"), *ring("cy", "dan", "eve")])
    groups = "(ada, bob), (cy, dan, eve)"
    note = f"These groups never played each other, so the ratings can't compare them: {groups}."
    assert apart.notes == (note,)
    met = rate_players(names, ring(*names))
    assert met.notes == ()
    assert standard_error(apart["ada"]) > 3 * standard_error(met["ada"])


def test_long_list_of_names_is_shortened():
    names = [f"p{number}" for number in range(20)]
    (note, _) = rate_players(names, games_of("p0", "p1", won=2)).notes
    assert "(p0, p1), (p2), (p3), (p4), (p5), (p6) and 13 more" in note


def test_note_on_marks_not_swapped():
    games = [*games_of("a", "b", won=8, lost=3), *games_of("b", "c", won=8, lost=3)]
    assert any(
        "No two players swapped marks" in note for note in rate_players("abc", games).notes
    )
    # In a cycle, a beats b, b beats c, and c beats a.
    circle = [*games, *games_of("c", "a", won=8, lost=3)]
    assert rate_players("abc", circle).notes == ()


def test_repeated_games_count_once():
    bots = {"ada": first_free, "bob": lambda game: game.legal_moves[-1]}
    once, often = (play_tournament(bots, games=games) for games in (2, 40))
    rated = rate_players(often.names, often.games)
    pairs = "ada (X) against bob (O), bob (X) against ada (O)"
    note = f"These pairs always repeat the same game, so it counts only once: {pairs}."
    assert rated.notes == (note,)
    assert dict(rated) == dict(rate_players(once.names, once.games))
    assert not rate_players(once.names, once.games).notes


@pytest.mark.parametrize(
    ("names", "games", "reason"),
    [
        (
            "ab",
            games_of("a", "eve", won=1),
            "every player in games must be in names, but 'eve' is not",
        ),
        ("ab", games_of("a", "a", won=1), "but 'a' plays itself"),
        ("aba", [], "names must not contain 'a' twice"),
        (
            "ab",
            [Played("a", "b", Game(), None)],
            "leave out the unfinished game between a and b",
        ),
    ],
)
def test_games_that_cannot_be_rated(names, games, reason):
    with pytest.raises(ValueError, match=reason):
        rate_players(names, games)


def test_ratings_are_a_mapping():
    rated = rate_players("ab", games_of("b", "a", won=5))
    assert len(rated) == 2
    assert isinstance(rated["a"], Rating)
    assert "c" not in rated
    assert pickle.loads(pickle.dumps(rated)) == rated  # noqa: S301 - our own
    records = rated.to_records()
    assert [record["player"] for record in records] == ["b", "a"]
    one = rated["b"]
    values = {"strength": one.strength, "low": one.low, "high": one.high}
    assert records[0] == {"player": "b", **values}
    whole = json.loads(json.dumps(rated.to_dict()))
    assert whole["players"] == records
    assert set(whole["advantage"]) == {"strength", "low", "high"}
    assert (whole["draw_rate"], whole["notes"]) == (rated.draw_rate, list(rated.notes))


def test_ratings_as_text_and_html():
    rated = rate_players(("<a>", "b"), [])
    # From the prior only: 1.96 times the standard errors, which are sqrt(2) and 2, in points.
    advantage = "Advantage of playing X: +0 points (-681 to +681)."
    assert str(rated).splitlines() == [
        "player  strength  95% interval",
        "<a>           +0  -482 to +482",
        "b             +0  -482 to +482",
        f"{advantage} Equal players draw 50% of their games.",
        "No games were played, so there are no ratings yet.",
    ]
    html = rated._repr_html_()
    table = read_table(html)
    assert table.columns == ["Player", "Strength", "95% interval"]
    assert table.rows == [["<a>", "+0", "-482 to +482"], ["b", "+0", "-482 to +482"]]
    assert [said.text for said in read_html(html).iter("p")] == str(rated).splitlines()[-2:]
    assert list(rate_players([], [])) == []
    assert str(rate_players([], [])).startswith("player  strength")


def test_two_hundred_players_in_slices():
    names = [f"player {number}" for number in range(200)]
    games = [
        game
        for number, (x, o) in enumerate(combinations(names, 2))
        for game in games_of(x, o, **{("won", "drawn", "lost")[number % 3]: 1})
    ]
    slices = rate_in_slices(names, games)
    pauses = 0
    while True:
        try:
            next(slices)
        except StopIteration as end:
            rated = end.value
            break
        pauses += 1
    assert pauses > 50
    assert len(rated) == 200
    assert sum(rating.strength for rating in rated.values()) == pytest.approx(0, abs=1e-6)
