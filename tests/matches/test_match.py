import json
import pickle
from copy import deepcopy
from dataclasses import FrozenInstanceError
from inspect import signature
from random import choice

import pytest

from tests.support.scenes.players import first_free
from tictactoe_widget import MNK, Game, Standings, play_match, play_tournament, player
from tictactoe_widget.matches.match import Match, Played
from tictactoe_widget.matches.tournament import TournamentRun


def last_free(game):
    return game.legal_moves[-1]


def test_faults_of_a_match():
    def stubborn(_game):
        return 0

    match = play_match(stubborn, player("random", seed=1), games=2)
    assert match.win_count("random") == match.loss_count("stubborn") == len(match.faults) == 2
    fault = "Player X (stubborn) answered cell 0: Position already taken"
    assert fault in str(match)


def test_colours_alternate_and_points_add_up():
    match = play_match(first_free, first_free, games=6)
    assert match.names == ("first_free", "first_free 2")
    assert [game.x for game in match.games] == ["first_free", "first_free 2"] * 3
    assert match.win_count("first_free") == match.win_count("first_free 2") == 3
    assert match.score("first_free") == 0.5


# Players and rules by name.


def test_players_and_rules_by_name():
    match = play_match("perfect", "casual", "misere", games=4)
    assert match.names == ("perfect", "casual")
    assert match.loss_count("perfect") == 0
    assert match.faults == ()
    assert {game.game.rules for game in match.games} == {MNK(3, 3, 3, misere=True)}
    table = play_tournament(["random", first_free], rules="4x4", games=2)
    assert table.names == ("random", "first_free")
    assert {game.game.rules for game in table.games} == {MNK(4, 4, 4)}
    assert table.faults == ()


def test_negative_number_of_games():
    with pytest.raises(ValueError, match="games must be at least 0, not -1"):
        play_match("random", "random", games=-1)


def test_duplicate_names_are_numbered():
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


def test_any_collection_of_players():
    bots = {"ada": first_free, "grace": last_free}.values()
    assert play_tournament(bots, games=2).names == ("first_free", "last_free")
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


@pytest.mark.parametrize(
    "count", ["win_count", "draw_count", "loss_count", "game_count", "score"]
)
def test_counts_for_an_unknown_name(count):
    match = play_match(first_free, last_free, games=1)
    reason = (
        "^name must be a player in this match, not 'nobody': choose first_free or last_free$"
    )
    with pytest.raises(ValueError, match=reason):
        getattr(match, count)("nobody")


def test_match_is_a_value():
    match = play_match(first_free, last_free, games=2)
    for other in (pickle.loads(pickle.dumps(match)), deepcopy(match)):  # noqa: S301 - it is ours
        assert other == match
        assert hash(other) == hash(match)
    for part, name in ((match, "names"), (match.games[0], "result")):
        with pytest.raises(FrozenInstanceError):
            setattr(part, name, ())


def test_points_are_counted_from_the_games():
    won, lost, drawn = (Played("ada", "grace", Game(), result) for result in ("X", "O", "draw"))
    match = Match(("ada", "grace", "idle"), (won, won, lost, drawn))
    keys = ("name", "game_count", "win_count", "draw_count", "loss_count", "score")
    rows = [("ada", 4, 2, 1, 1, 0.625), ("grace", 4, 1, 1, 2, 0.375), ("idle", 0, 0, 0, 0, 0)]
    for row, standing in zip(rows, match.standings, strict=True):
        name, games, *counts, score = row
        assert [match.win_count(name), match.draw_count(name), match.loss_count(name)] == counts
        assert (match.game_count(name), match.score(name)) == (games, score)
        assert standing.to_dict() == dict(zip(keys, row, strict=True))


def test_match_as_json():
    match = play_match(first_free, last_free, games=2, alternate=False)
    # By hand: X takes 0, 1, 2, a row; O takes 8 and 7.
    record = {"x": "first_free", "o": "last_free", "result": "X", "winner": "first_free"}
    record |= {"fault": None, "resignation": None, "repeated": False}
    record |= {"moves": [0, 8, 1, 7, 2], "rules": "standard"}
    assert match.games[0].to_dict() == record
    assert match.to_records() == [record, record]
    expected = {"players": ["first_free", "last_free"], "games": [record, record]}
    assert json.loads(json.dumps(match.to_dict())) == expected


@pytest.mark.parametrize("play", [play_match, play_tournament, Standings, TournamentRun])
def test_twenty_games_by_default(play):
    assert signature(play).parameters["games"].default == 20


def test_seed_of_a_match():
    def games(seed):
        match = play_match("random", lambda game: choice(game.legal_moves), games=4, seed=seed)
        return [one.game.moves for one in match.games]

    assert games(3) == games(3) != games(4)
    own = player("random", seed=1)
    assert play_match(own, own, games=1, seed=2).games[0].game.moves[0] == player(
        "random", seed=1
    )(Game())
