"""Hints for each move and the review of a round."""

import logging

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import X_WINS
from tictactoe_widget.analysis.hints import Hints, find_highlights
from tictactoe_widget.analysis.values import Analysis, MoveValue, proved


def test_hints_show_values_until_switched_off():
    host = RecordingHost()
    for cell in (4, 0, 8):
        host.session.play(cell)
    request = host.ask("hints", on=True)
    assert ack(request) in host.sent
    values = {value["cell"]: value["value"] for value in host.state["values"]}
    # O must take a third corner. Otherwise X takes one and threatens two lines.
    assert values == {1: "loss", 2: "draw", 3: "loss", 5: "loss", 6: "draw", 7: "loss"}
    host.ask("hints", on=False)
    assert host.state["values"] == ()
    assert host.mirror == host.state


def test_finished_round_is_reviewed():
    host = RecordingHost()
    host.play((0, 5, 4, 8, 2, 1, 6))
    review = host.state["review"]
    assert [move["cell"] for move in review] == [0, 5, 4, 8, 2, 1, 6]
    assert [move["player"] for move in review] == ["X", "O"] * 3 + ["X"]
    # O answers the corner with an edge, which loses. Only the centre draws.
    assert (review[1]["verdict"], review[1]["best"], review[1]["played"]) == (
        "worse",
        "draw",
        "loss",
    )
    # O loses with X's last move, the seventh. Before move 2, the game was a draw.
    assert [move["remoteness"] for move in review[1:]] == [6, 5, 4, 3, 2, 1]
    assert [move["score"] for move in review] == [0, -1, 1, -1, 1, -1, 1]
    assert host.state["turning_point"] == {
        "before": "On ",
        "move": "move 2",
        "after": ", O could have drawn by playing 5 instead of 6.",
        "ply": 2,
    }
    host.ask("new_game")
    assert host.state["turning_point"] is None


def test_comment_uses_the_players_names():
    host = RecordingHost(hints=True, names={"X": "Ada"})
    host.play((0, 1))
    said = "O's move loses. O could have drawn at 5. {} wins with 4, 5 or 7."
    assert host.state["comment"] == said.format("Ada")
    host.session.rename({"X": "Mary"})
    assert host.state["comment"] == said.format("Mary")


def test_review_addresses_a_single_player_as_you():
    # O stops X at 3 and wins on the diagonal that X leaves open at 7.
    host = RecordingHost(o="perfect")
    host.play((0, 1, 8))
    said = "On move 5, {} could have drawn by playing 7 instead of 9."
    assert host.state["review_summary"] == said.format("you")
    host.session.rename({"X": "Ada"})
    assert host.state["review_summary"] == said.format("Ada")


@pytest.mark.parametrize("work", ["hints_in_slices", "review_in_slices"])
def test_analysis_error_is_logged(monkeypatch, caplog, work):
    def broken(*_, **_options):
        raise ZeroDivisionError("a fault of the analysis")
        yield

    monkeypatch.setattr(f"tictactoe_widget.session.board.{work}", broken)
    host = RecordingHost(hints=True)
    with caplog.at_level(logging.ERROR):
        host.play(X_WINS)
    assert "a fault of the analysis" in caplog.text
    assert host.state["winner"] == "X"
    logged = caplog.text.count("a fault of the analysis")
    host.ask("hello")
    assert caplog.text.count("a fault of the analysis") == logged
    assert host.mirror == host.state


def test_hints_follow_the_viewed_position():
    host = RecordingHost(hints=True)
    host.play((4, 0))
    host.session.look_back(0)
    assert {value["value"] for value in host.state["values"]} == {"draw"}
    assert (len(host.state["values"]), host.state["comment"]) == (9, "X draws with any move.")
    host.session.look_back(1)
    assert [value["cell"] for value in host.state["values"]] == [0, 1, 2, 3, 5, 6, 7, 8]
    assert host.state["comment"] != ""


def test_only_estimates_have_a_chance(monkeypatch):
    def known(_, game, **_options):
        worths = {0: MoveValue(None, None, 0.34), 1: proved("draw", 8)}
        moves = {cell: worths.get(cell, MoveValue(None, None, -0.9)) for cell in range(9)}
        analysis = Analysis("X", None, None, 0.34, moves, (0,), (), exact=False)
        yield Hints(game, "", find_highlights(game, analysis))

    monkeypatch.setattr("tictactoe_widget.session.board.hints_in_slices", known)
    host = RecordingHost(hints=True)
    chances = [value["chance"] for value in host.state["values"]]
    assert chances == [67, None, *[5] * 7]
    host.play(X_WINS)
    assert {move["chance"] for move in host.state["review"]} == {None}
