"""Starting a round with new choices, and swapping sides."""

import asyncio

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.scenes.players import first_free
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import X_WINS
from tictactoe_widget import STANDARD, Game, player
from tictactoe_widget.session.state import SessionState, resolve_seat

AS_BEFORE = {
    "rules": "standard",
    "x": "human",
    "o": "human",
    "x_name": "Player X",
    "o_name": "Player O",
}
"""Choices that change only the round."""


def names_of(host):
    return (host.state["names"]["X"], host.state["names"]["O"])


def test_start_sets_rules_players_and_names(host):
    host.play((4, 0))
    host.session.look_back(1)
    request = host.ask(
        "start", rules="misere", x="human", o="perfect", x_name="Ada", o_name="The machine"
    )
    assert ack(request) in host.sent
    state = host.state
    assert (state["round"], state["rules_name"], state["moves"]) == (2, "misere", ())
    assert state["players"] == {"X": "human", "O": "perfect"}
    assert (state["message"], state["viewed_ply"]) == ("Ada's turn", None)
    assert names_of(host) == ("Ada", "The machine")
    assert host.mirror == state


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        ({"rules": "chess"}, "no rules are called 'chess'"),
        ({"x": "hal"}, "or a function, not 'hal'"),
        ({"o": "Human"}, "not 'Human' (did you mean 'human'?)"),
        ({"rules": "gomoku", "o": "perfect"}, "player under these rules must be 'human', "),
        ({"x_name": ""}, "the name of X must contain a visible character"),
        ({"o_name": "x" * 41}, "the name of O must have at most 40 characters"),
        ({"o_name": "ad\u202eA"}, "the name of O must not contain a control character"),
    ],
    ids=str,
)
def test_start_with_an_invalid_choice_is_refused(host, choice, reason):
    host.play((4, 0))
    before, published = host.state, list(host.published)
    wished = {**AS_BEFORE, "rules": "misere", "x": "casual", "x_name": "Ada"}
    host.ask("start", **{**wished, **choice})
    (answered,) = host.sent
    assert answered["code"] == "bad"
    assert reason in answered["message"]
    assert (host.state, host.published) == (before, published)


def test_function_keeps_its_seat_or_changes_sides():
    host = RecordingHost(o=first_free)
    host.ask("start", **{**AS_BEFORE, "o": "first_free"})
    host.ask("play", cell=4)
    assert host.state["moves"] == (4, 0)
    host.ask("start", **{**AS_BEFORE, "x": "first_free"})
    assert host.state["players"] == {"X": "first_free", "O": "human"}
    assert host.state["moves"] == (0,)
    # The function has no seat any more, so its name is unknown.
    host.ask("start", **AS_BEFORE)
    before = host.state
    host.ask("start", **{**AS_BEFORE, "x": "first_free"})
    assert host.sent[-1]["code"] == "bad"
    assert host.state == before


def test_functions_with_one_name_stay_seated():
    def make(cell):
        def bot(game):
            return cell if cell in game.legal_moves else game.legal_moves[0]

        return bot

    async def scene():
        host = RecordingHost(x=make(4), o=make(8))
        before = dict(host.session._snapshot.seats)
        host.ask("start", **{**AS_BEFORE, "x": "bot", "o": "bot"})
        assert host.session._snapshot.seats == before
        host.session.close()

    asyncio.run(scene())


def test_named_player_keeps_its_seed():
    given = player("casual", seed=5)
    host = RecordingHost(o=given)
    host.ask("start", **{**AS_BEFORE, "o": "casual"})
    assert host.session._snapshot.seats["O"].player is given


def test_own_rules_stay_when_chosen():
    rules = Drop(3, 4, 3)
    host = RecordingHost(rules)
    host.ask("start", **{**AS_BEFORE, "rules": host.state["rules_name"], "o": "random"})
    assert host.session.game.rules == rules
    assert (host.state["round"], host.state["players"]["O"]) == (2, "random")


COUNTED = {"X": 3, "O": 1, "draws": 2}
EXCHANGED = {"X": 1, "O": 3, "draws": 2}


@pytest.mark.parametrize(
    ("x", "o", "names", "started", "scores"),
    [
        # A person and a computer with default names change sides.
        ("human", "perfect", ("Player X", "Player O"), AS_BEFORE | {"x": "perfect"}, EXCHANGED),
        (
            "human",
            first_free,
            ("Player X", "Player O"),
            AS_BEFORE | {"x": "first_free"},
            EXCHANGED,
        ),
        # Ada now plays O against another person.
        ("human", "perfect", ("Ada", "Player O"), AS_BEFORE | {"o_name": "Ada"}, EXCHANGED),
        # Nothing changes.
        ("human", "perfect", ("Player X", "Player O"), AS_BEFORE | {"o": "perfect"}, COUNTED),
        # Only the rules are new.
        ("human", "human", ("Player X", "Player O"), AS_BEFORE | {"rules": "misere"}, COUNTED),
    ],
)
def test_scores_follow_players_who_change_sides(x, o, names, started, scores):
    table = SessionState(
        (Game(),),
        seats={"X": resolve_seat(x, STANDARD), "O": resolve_seat(o, STANDARD)},
        names=dict(zip("XO", names, strict=True)),
        scores={STANDARD: COUNTED},
    )
    assert table.after_start(**started).scores == {STANDARD: scores}


def test_swap_moves_names_and_scores(host):
    host.session.rename({"X": "Ada", "O": "Grace"})
    host.play(X_WINS)
    host.session.new_game("misere")
    host.play(X_WINS)
    assert host.state["scores"] == {"X": 0, "O": 1, "draws": 0}
    request = host.ask("swap")
    assert ack(request) in host.sent
    assert (host.state["round"], host.state["moves"]) == (3, ())
    assert names_of(host) == ("Grace", "Ada")
    assert host.state["scores"] == {"X": 1, "O": 0, "draws": 0}
    host.session.new_game("standard")
    assert host.state["scores"] == {"X": 0, "O": 1, "draws": 0}
    assert host.mirror == host.state


def test_computer_moves_first_after_a_swap():
    host = RecordingHost(o=first_free)
    host.ask("swap")
    assert host.state["players"] == {"X": "first_free", "O": "human"}
    assert host.state["moves"] == (0,)
    host.ask("swap")
    assert (host.state["players"]["O"], host.state["moves"]) == ("first_free", ())
