import json
import pickle
from copy import deepcopy
from dataclasses import FrozenInstanceError
from inspect import signature

import pytest

from tictactoe_widget import MNK, Game, Standings, play_match, play_tournament, player
from tictactoe_widget.matches.match import Match, Played
from tictactoe_widget.matches.tournament import TournamentRun


def first_free(game):
    return game.legal_moves[0]


def last_free(game):
    return game.legal_moves[-1]


def test_who_misbehaves_in_a_match_loses_that_game_and_is_named():
    def stubborn(_game):
        return 0

    match = play_match(stubborn, player("random", seed=1), games=2)
    assert match.win_count("random") == 2
    assert match.loss_count("stubborn") == 2
    assert len(match.faults) == 2
    assert "Player X (stubborn) answered cell 0, position 1: Position already taken" in str(
        match
    )


def test_colours_alternate_and_points_add_up():
    def first(game):
        return game.legal_moves[0]

    match = play_match(first, first, games=6)
    assert match.names == ("first", "first 2")
    assert [game.x for game in match.games] == ["first", "first 2"] * 3
    assert match.win_count("first") == match.win_count("first 2") == 3
    assert match.score("first") == 0.5


# Players and rules by name.


def test_players_and_rules_go_by_their_names():
    match = play_match("perfect", "casual", "misere", games=4)
    assert match.names == ("perfect", "casual")
    assert match.loss_count("perfect") == 0
    assert match.faults == ()
    assert {game.game.rules for game in match.games} == {MNK(3, 3, 3, misere=True)}
    table = play_tournament(["random", first_free], rules="4x4", games=2)
    assert table.names == ("random", "first_free")
    assert {game.game.rules for game in table.games} == {MNK(4, 4, 4)}
    assert table.faults == ()


def test_a_match_has_no_negative_number_of_games():
    with pytest.raises(ValueError, match="games must be at least 0, not -1"):
        play_match("random", "random", games=-1)


def test_players_of_one_name_are_told_apart_by_numbers():
    assert play_match(first_free, first_free, games=0).names == ("first_free", "first_free 2")
    table = play_tournament(["random", "random", "random"], games=1)
    assert table.names == ("random", "random 2", "random 3")
    assert [(game.x, game.o) for game in table.games] == [
        ("random", "random 2"),
        ("random", "random 3"),
        ("random 2", "random 3"),
    ]

    def named(name):
        def bot(game):
            return game.legal_moves[0]

        bot.__name__ = name
        return bot

    bots = [named("ada"), named("ada"), named("ada 2"), named("ada")]
    assert play_tournament(bots, games=0).names == ("ada", "ada 3", "ada 2", "ada 4")


def test_any_collection_of_players_meets():
    bots = {"ada": first_free, "grace": last_free}
    assert play_tournament(bots.values(), games=2).names == ("first_free", "last_free")
    assert play_tournament([], games=2).games == ()


# Faults.


def test_ctrl_c_stops_a_match():
    def interrupted(game):
        if game.move_count == 4:
            raise KeyboardInterrupt
        return game.legal_moves[0]

    with pytest.raises(KeyboardInterrupt):
        play_match(interrupted, last_free)


# The result.


def test_someone_who_did_not_take_part_is_named():
    match = play_match(first_free, last_free, games=1)
    for count in (
        match.win_count,
        match.draw_count,
        match.loss_count,
        match.game_count,
        match.score,
    ):
        with pytest.raises(
            ValueError, match=r"^'nobody' did not take part; who did: "
        ) as caught:
            count("nobody")
        assert str(caught.value).endswith("first_free, last_free")


def test_a_match_is_a_value_that_can_be_kept():
    match = play_match(first_free, last_free, games=2)
    assert pickle.loads(pickle.dumps(match)) == match  # noqa: S301 - it is ours
    assert deepcopy(match) == match
    assert hash(match) == hash(deepcopy(match))
    with pytest.raises(FrozenInstanceError):
        match.names = ()
    with pytest.raises(FrozenInstanceError):
        match.games[0].result = "X"


def test_points_are_counted_from_the_games():
    won, lost, drawn = (Played("ada", "grace", Game(), result) for result in ("X", "O", "draw"))
    match = Match(("ada", "grace", "idle"), (won, won, lost, drawn))
    counts = [
        (match.win_count(name), match.draw_count(name), match.loss_count(name))
        for name in ("ada", "grace", "idle")
    ]
    assert counts == [(2, 1, 1), (1, 1, 2), (0, 0, 0)]
    assert (match.score("ada"), match.score("grace"), match.score("idle")) == (0.625, 0.375, 0)


def test_a_match_is_a_dictionary_of_its_games_that_json_can_write():
    match = play_match(first_free, last_free, games=2, alternate=False)
    # By hand: X takes 0, 1, 2, a row; O takes 8 and 7.
    record = {
        "x": "first_free",
        "o": "last_free",
        "result": "X",
        "winner": "first_free",
        "fault": None,
        "resignation": None,
        "repeated": False,
        "moves": [0, 8, 1, 7, 2],
        "rules": "standard",
    }
    assert match.games[0].to_dict() == record
    assert match.to_records() == [record, record]
    expected = {"players": ["first_free", "last_free"], "games": [record, record]}
    assert json.loads(json.dumps(match.to_dict())) == expected


def test_a_row_of_the_standings_is_a_dictionary():
    won, drawn = (Played("ada", "grace", Game(), result) for result in ("X", "draw"))
    first, _ = Match(("ada", "grace"), (won, won, drawn)).standings
    assert first.to_dict() == {
        "name": "ada",
        "game_count": 3,
        "win_count": 2,
        "draw_count": 1,
        "loss_count": 0,
        "score": pytest.approx(2.5 / 3),
    }


@pytest.mark.parametrize("play", [play_match, play_tournament, Standings, TournamentRun])
def test_everything_that_plays_games_plays_twenty_unless_told_otherwise(play):
    assert signature(play).parameters["games"].default == 20
