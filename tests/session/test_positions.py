"""Rounds that begin from a position: its history, what it counts for, who moves on."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack, ask
from tests.support.scenes.rounds import X_WINS
from tictactoe_widget import MNK, STANDARD, Game, Ultimate
from tictactoe_widget.session import Session

MIDDLE = "X.O/.X./..O"
"""Two marks each, no line in reach; X is to move."""

NEARLY_WON = "XX./OO./..."
"""X, to move, wins at cell 2, O next at cell 5."""

MISERE = MNK(3, 3, 3, misere=True)


def test_a_round_begins_from_a_position():
    host = RecordingHost(game=Game.from_text(NEARLY_WON))
    state = host.state
    assert state["board"] == ("X", "X", None, "O", "O", None, None, None, None)
    assert (state["current_player"], state["move_count"], state["round"]) == ("X", 4, 1)
    assert (state["moves"], state["last_move"]) == ((), None)
    assert state["legal_moves"] == (2, 5, 6, 7, 8)
    request = host.ask("play", cell=8)
    assert host.sent == [ack(request)]
    assert (host.state["moves"], host.state["move_count"]) == ((8,), 5)
    assert host.mirror == host.state


def test_a_move_on_the_position_before_the_last_move_is_stale():
    host = RecordingHost(game=Game.from_text(NEARLY_WON))
    host.ask("play", cell=8)
    for ply in (0, 1, 4):
        late = host.send(ask("play", ply=ply, cell=2))
        assert host.sent[-1] == ack(late, "stale", "The board has changed since")


def test_one_looks_back_to_where_the_round_began_and_no_further():
    host = RecordingHost(game=Game.from_text(NEARLY_WON))
    host.play((8, 7))
    host.ask("view", to=0)
    assert (host.state["viewed_ply"], host.state["viewed"]["last_move"]) == (0, None)
    assert host.state["viewed"]["board"] == Game.from_text(NEARLY_WON).board
    refused = host.ask("view", to=3)
    assert host.sent[-1] == ack(refused, "bad", "This round has plies 0 to 2, not 3")


def test_the_moves_of_a_game_can_be_looked_back_at():
    host = RecordingHost(game=Game(moves=(4, 0, 8)))
    assert host.state["moves"] == (4, 0, 8)
    host.session.look_back(1)
    assert host.state["viewed"]["board"] == Game(moves=(4,)).board


@pytest.mark.parametrize("game", [Game.from_text(NEARLY_WON), Game(moves=X_WINS[:-1])])
def test_a_round_that_began_from_a_position_is_practice_and_not_scored(game):
    host = RecordingHost(game=game)
    host.session.restore(host.session.save())
    host.session.play(2)
    assert host.state["winner"] == "X"
    assert host.state["scores"] == {"X": 0, "O": 0, "draws": 0}
    host.session.new_game()
    host.play(X_WINS)
    assert host.state["scores"] == {"X": 1, "O": 0, "draws": 0}


@pytest.mark.parametrize("game", [Game(), Game.from_text(".../.../...")])
def test_a_round_that_began_on_the_empty_board_is_scored(game):
    host = RecordingHost()
    host.session.new_game(game=game)
    host.session.restore(host.session.save())
    host.play(X_WINS)
    assert host.state["scores"] == {"X": 1, "O": 0, "draws": 0}


@pytest.mark.parametrize("game", [Game(moves=X_WINS), Game.from_text("XXX/OO./...")])
def test_a_game_that_is_over_can_be_shown_and_counts_for_nobody(game):
    host = RecordingHost()
    host.session.new_game(game=game)
    assert (host.state["winner"], host.state["winning_lines"]) == ("X", ((0, 1, 2),))
    assert host.state["scores"] == {"X": 0, "O": 0, "draws": 0}
    assert len(host.state["review"]) == len(game.moves)
    request = host.ask("play", cell=8)
    assert host.sent[-1] == ack(request, "over", "Game is over. Player X won!")


def test_the_player_to_move_moves_on_from_the_position():
    host = RecordingHost(game=Game.from_text(NEARLY_WON), x="perfect")
    assert (host.state["moves"], host.state["winner"]) == ((2,), "X")
    host.session.new_game(game=Game.from_text("XX./OO./X.."))
    # O is a person, so the board waits.
    assert host.state["thinking"] is None
    assert host.state["moves"] == ()


def test_a_new_game_from_a_position_returns_to_now_and_follows_its_rules():
    host = RecordingHost()
    host.play((4, 0))
    host.session.look_back(0)
    game = Game.from_text("X.O/.../...", MISERE)
    host.session.new_game(game=game)
    assert (host.session.game, host.state["rules_name"]) == (game, "misere")
    assert (host.state["round"], host.state["viewed_ply"]) == (2, None)


def test_rules_and_game_may_both_be_given_when_they_agree():
    game = Game("4x4", (5,))
    for rules in ("4x4", MNK(4, 4, 4)):
        assert Session(rules, game=game).game == game
        session = Session()
        session.new_game(rules, game=game)
        assert session.game == game
    assert Session("standard", game=Game()).game == Game()


@pytest.mark.parametrize("rules", ["4x4", STANDARD, "standard", MNK(3, 3, 3)])
def test_rules_and_game_that_disagree_are_refused_and_change_nothing(rules):
    host = RecordingHost()
    host.session.play(4)
    before = host.state
    name = "4x4" if rules == "4x4" else "standard"
    with pytest.raises(ValueError, match=f"game is played by misere, but rules are {name}"):
        host.session.new_game(rules, game=Game(MISERE))
    assert host.state == before
    if rules != "standard":
        with pytest.raises(ValueError, match=f"by misere, but rules are {name}"):
            Session(rules, game=Game(MISERE))


@pytest.mark.parametrize("game", ["X.O/.X./..O", (4, 0), STANDARD, 0, False, [], Game])
def test_what_is_not_a_game_is_refused_and_changes_nothing(game):
    host = RecordingHost()
    host.session.play(4)
    before = host.state
    with pytest.raises(TypeError, match="game must be a Game, not "):
        host.session.new_game(game=game)
    with pytest.raises(TypeError, match="game must be a Game, not "):
        Session(game=game)
    assert host.state == before


@pytest.mark.parametrize(
    "game",
    [
        Game.from_text(MIDDLE),
        Game.from_text(NEARLY_WON, moves=(8, 7)),
        Game.from_text("XX./OO./...", MISERE, moves=(2,)),
        Game.from_text("X.../..../..../...O", MNK(4, 4, 4)),
        Game.from_text(Game(Ultimate(), (40, 36, 0)).to_text(), Ultimate(), (8,)),
        Game(Ultimate(), (40, 36, 0)),
    ],
    ids=repr,
)
def test_a_round_that_began_from_a_position_can_be_saved(game):
    session = Session(game=game)
    saved = json.loads(json.dumps(session.save()))
    restored = Session()
    restored.restore(saved)
    assert restored.state == session.state
    restored.look_back(0)
    session.look_back(0)
    assert restored.state["viewed"] == session.state["viewed"]


@settings(max_examples=60)
@given(st.data())
def test_from_any_position_play_goes_on_as_the_game_says(data):
    rules = data.draw(st.sampled_from([STANDARD, MISERE, MNK(2, 4, 3)]))
    game = Game(rules)
    for _ in range(data.draw(st.integers(0, 8))):
        if not game.is_over:
            game = game.play(data.draw(st.sampled_from(game.legal_moves)))
    start = Game.from_text(game.to_text(), rules)
    session = Session(game=start)
    for one in (start, game):
        session.new_game(game=one)
        expected = one
        while not expected.is_over:
            cell = data.draw(st.sampled_from(expected.legal_moves))
            expected = expected.play(cell)
            session.play(cell)
            assert session.state["board"] == expected.board
            assert session.state["legal_moves"] == expected.legal_moves
        assert session.state["winner"] == expected.winner
        assert session.game == expected
