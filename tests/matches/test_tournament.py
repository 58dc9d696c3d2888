"""Tournaments: pairings, seeds, copies, results, slices and stopping."""

import json
import pickle
import random
import threading
from dataclasses import replace
from itertools import combinations

import pytest

from tests.support.models.html_reader import read_html
from tests.support.scenes.contestants import Counting, sound_players
from tests.support.scenes.players import first_free
from tictactoe_widget import Game, Tournament, play_tournament, player
from tictactoe_widget.matches.match import Played, fixtures, pairings, tournament_game_count
from tictactoe_widget.matches.results import CrossTable
from tictactoe_widget.matches.tournament import TournamentRun


def last_free(game):
    return game.legal_moves[-1]


def random_moves(game):
    return random.choice(game.legal_moves)


def make_deterministic(function):
    """Return a deterministic player that counts how often it is asked."""

    def bot(game):
        bot.asked += 1
        return function(game)

    bot.asked = 0
    bot.deterministic = True
    return bot


# Pairings.


@pytest.mark.parametrize("count", range(9))
def test_pairings(count):
    pairs = list(pairings(count))
    assert sorted(pairs) == list(combinations(range(count), 2))
    size = count // 2
    for start in range(0, len(pairs), size or 1):
        busy = [who for pair in pairs[start : start + size] for who in pair]
        assert len(set(busy)) == len(busy)


def test_order_of_games():
    planned = list(fixtures(3, 3))
    assert len(planned) == tournament_game_count(3, 3) == 9
    assert [game.place for game in planned] == list(range(9))
    assert [(game.x, game.o) for game in planned[:3]] == [(0, 1), (1, 0), (0, 1)]
    assert tournament_game_count(200, 2) == 39_800


# Seeds and copies.


def moves_of(result):
    return {(game.x, game.o, place): game.game.moves for place, game in enumerate(result.games)}


def test_seed_of_a_tournament():
    first, again, other = (
        play_tournament(sound_players(), games=4, seed=seed) for seed in (3, 3, 4)
    )
    assert again == first
    assert moves_of(other) != moves_of(first)
    assert (first.seed, other.seed) == (3, 4)


def test_other_players_do_not_change_a_pair():
    players = {"random_moves": random_moves, "casual": "casual"}
    small = play_tournament(players, games=6, seed=1)
    large = play_tournament({**players, "new": first_free}, games=6, seed=1)
    theirs = [game for game in large.games if "new" not in (game.x, game.o)]
    assert tuple(theirs) == small.games


def test_games_of_one_pair_differ():
    result = play_tournament({"a": random_moves, "b": random_moves}, games=20, seed=1)
    assert len({game.game.moves for game in result.games}) > 15


def test_players_with_their_own_seed():
    players = {"a": player("random", seed=5), "b": player("casual", seed=6)}
    runs = [play_tournament(players, games=6, seed=seed) for seed in (1, 2)]
    assert runs[0].games == runs[1].games


def test_each_game_gets_a_fresh_copy():
    counting = Counting()
    result = play_tournament({"counting": counting, "first": first_free}, games=6, seed=1)
    assert counting.asked == 0
    # Worked out by hand: X takes cells 1, 4 and 7, a column. O takes 0 and 2.
    assert [game.game.moves for game in result.games[::2]] == [(1, 0, 4, 2, 7)] * 3
    assert len({game.game.moves for game in result.games[1::2]}) == 1


def test_objects_that_cannot_be_copied():
    class Locked(Counting):
        def __init__(self):
            super().__init__()
            self.lock = threading.Lock()

    locked = Locked()
    play_tournament({"locked": locked, "first": first_free}, games=1)
    assert locked.asked == 3


def test_callers_random_numbers_are_unchanged():
    random.seed(1)
    expected = [random.random() for _ in range(3)]
    random.seed(1)
    drawn = [random.random()]
    players = {"a": random_moves, "b": random_moves}
    play_tournament(players, games=3, seed=9)
    drawn.append(random.random())
    watched = []
    play_tournament(players, games=1, seed=9, watch=lambda *_: watched.append(random.random()))
    assert [*drawn, watched[0]] == expected


# Results.


def test_cross_table_by_marks():
    # X always fills a line first: see test_displays.
    result = play_tournament({"ada": last_free, "bob": first_free}, games=3)
    cross = result.table()
    assert cross.names == ("ada", "bob")
    assert cross.counts("ada", "bob") == (2, 0, 0)
    assert cross.counts("bob", "ada") == (1, 0, 0)
    assert str(cross) == (
        "            ada    bob\n"
        "ada as X      ·  2-0-0\n"
        "ada as O      ·  0-0-1\n"
        "bob as X  1-0-0      ·\n"
        "bob as O  0-0-2      ·"
    )
    texts = [cell.text for cell in read_html(cross._repr_html_()).iter("td")]
    assert texts == ["·", "2-0-0", "·", "0-0-1", "1-0-0", "·", "0-0-2", "·"]


def test_cross_table_as_json():
    games = [Played("a", "b", Game(), result) for result in ("X", "draw", "O", "O")]
    games.append(Played("c", "a", Game(), "X"))
    cross = CrossTable(("a", "b", "c"), games)
    records = [
        {"x": "a", "o": "b", "x_win_count": 1, "draw_count": 1, "o_win_count": 2},
        {"x": "c", "o": "a", "x_win_count": 1, "draw_count": 0, "o_win_count": 0},
    ]
    assert cross.to_records() == records
    assert cross.to_dict() == {"players": ["a", "b", "c"], "results": records}


def test_tournament_as_json():
    result = play_tournament({"ada": last_free, "bob": first_free}, "4x4", games=1, seed=7)
    record = result.games[0].to_dict()
    assert record["moves"] == list(result.games[0].game.moves)
    assert result.to_records() == [record]
    whole = {"players": ["ada", "bob"], "rules": "4x4", "seed": 7, "planned_count": 1}
    whole |= {"played_count": 1, "ended": None, "games": [record]}
    assert json.loads(json.dumps(result.to_dict())) == whole


def test_tournament_is_a_value_with_ratings():
    result = play_tournament(["random", "perfect"], games=10, seed=1)
    assert isinstance(result, Tournament)
    assert pickle.loads(pickle.dumps(result)) == result  # noqa: S301 - it is ours
    ratings = result.ratings()
    assert list(ratings) == ["perfect", "random"]
    assert ratings["perfect"].strength > 0 > ratings["random"].strength


def test_faults_are_separate_from_remarks():
    def broken(_game):
        raise ValueError("no")

    result = play_tournament({"broken": broken, "bob": make_deterministic(first_free)}, games=4)
    assert len(result.faults) == 4
    assert str(result).splitlines()[-2:] == [
        f"Player {mark} (broken) raised ValueError: no (2 games)" for mark in "XO"
    ]
    early = replace(result, planned_count=8)
    assert early.remarks == ("4 of 8 games were played.",)
    assert early.notes[:1] == early.remarks
    assert len(early.notes) == 3


def test_again_has_the_next_seed():
    run = TournamentRun(
        {"random_moves": random_moves, "bob": first_free}, "4x4", games=6, seed=7
    )
    run.step(seconds=60)
    again = run.again()
    assert (again.played_count, again.planned_count, again.seed) == (0, 6, 8)
    again.step(seconds=60)
    expected = play_tournament(
        {"random_moves": random_moves, "bob": first_free}, "4x4", games=6, seed=8
    )
    assert again.result() == expected
    assert again.result().games != run.result().games


# Deterministic pairs.


def test_deterministic_players():
    ada, bob = make_deterministic(last_free), make_deterministic(first_free)
    result = play_tournament(
        {"ada": ada, "bob": bob, "random_moves": random_moves}, games=6, seed=1
    )
    theirs = [game for game in result.games if "random_moves" not in (game.x, game.o)]
    assert len(result.games) == result.planned_count == 18
    assert [game.repeated for game in theirs] == [False, False, True, True, True, True]
    assert [game.x for game in theirs] == ["ada", "bob"] * 3
    assert {game.game for game in theirs if game.x == "ada"} == {Game(moves=(8, 0, 7, 1, 6))}
    assert result.not_asked_twice == (("ada", "bob"),)
    sentence = "ada and bob are deterministic, so they played one game with each mark"
    assert sentence in str(result)
    assert sentence in result._repr_html_()
    ada.asked = bob.asked = 0
    play_tournament({"ada": ada, "bob": bob}, games=100)
    # Worked out by hand: two games of five moves, of which X makes three.
    assert (ada.asked, bob.asked) == (5, 5)


# Slices, watching, stopping.


def test_tournament_in_slices():
    run = TournamentRun(sound_players(), games=2, seed=3)
    assert (run.played_count, run.planned_count, run.done) == (0, 30, False)
    steps = 0
    while not run.done:
        run.step(seconds=0)
        steps += 1
    assert steps > 30
    assert run.result() == play_tournament(sound_players(), games=2, seed=3)


def test_pauses_between_answers():
    def pondering(game):
        for _ in range(5):
            yield None
        yield game.legal_moves[0]

    run = TournamentRun({"pondering": pondering, "first": first_free}, games=1)
    run.step(seconds=0)
    assert run.current == Played("pondering", "first", Game(), None)
    run.step(seconds=0)
    assert (run.played_count, run.current.game.move_count) == (0, 0)
    while not run.done:
        run.step(seconds=0)
    assert run.games[0].fault is None
    assert run.current is None


def test_every_move_can_be_watched():
    seen = []
    result = play_tournament(
        {"ada": last_free, "bob": first_free},
        games=2,
        watch=lambda x, o, game: seen.append((x, o, game.moves)),
    )
    first, second = (game.game.moves for game in result.games)
    assert seen == [
        *(("ada", "bob", first[: ply + 1]) for ply in range(5)),
        *(("bob", "ada", second[: ply + 1]) for ply in range(5)),
    ]


def test_stop_keeps_what_was_played():
    run = TournamentRun({"ada": last_free, "bob": first_free}, games=10)
    while run.played_count < 3:
        run.step(seconds=0)
    played = run.games
    run.stop()
    run.step(seconds=10)
    result = run.result()
    assert run.done
    assert result.games == played
    assert not result.is_complete
    assert f"{len(played)} of 10 games were played. The tournament was stopped." in str(result)


def test_ctrl_c_keeps_what_was_played():
    asked = []

    def impatient(game):
        asked.append(game)
        if len(asked) == 10:
            raise KeyboardInterrupt
        return game.legal_moves[0]

    result = play_tournament({"impatient": impatient, "last": last_free}, games=10)
    # Worked out by hand: it makes 3 moves in its first game, 2 in its second, and so on.
    assert len(result.games) == 3
    assert result.ended == "Ctrl-C stopped the tournament."
    assert "3 of 10 games were played. Ctrl-C stopped the tournament." in str(result)


def test_interrupted_games_begin_again():
    interrupts = [KeyboardInterrupt]

    def interrupted(game):
        if game.move_count == 2 and interrupts:
            raise interrupts.pop()
        return game.legal_moves[0]

    run = TournamentRun({"a": interrupted, "b": last_free}, games=1)
    with pytest.raises(KeyboardInterrupt):
        run.step(seconds=10)
    assert (run.played_count, run.done) == (0, False)
    run.step(seconds=10)
    assert run.games[0].game.moves == (0, 8, 1, 7, 2)


def test_wrong_seed():
    with pytest.raises(TypeError, match=r"^seed must be an int or None, not 1\.5$"):
        play_tournament(["random", "casual"], seed=1.5)
