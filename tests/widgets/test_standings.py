"""The tournament widget: traits, messages and requests."""

import pytest

from tests.support.models.html_reader import read_html, read_table
from tests.support.scenes.comms import answers, on_the_wire, request
from tests.support.scenes.requests import ack
from tictactoe_widget import Standings, play_tournament


def first(game):
    return game.legal_moves[0]


def last(game):
    return game.legal_moves[-1]


PLAYERS = {"ada": first, "bob": last, "cy": "random"}


@pytest.fixture
def standings():
    return Standings(PLAYERS, games=4, seed=1)


def test_changes_reach_front_end_and_observers(standings):
    heard = []
    standings.observe(lambda change: heard.append(change.new), "status")
    standings.start()
    assert heard == ["playing", "done"]
    told = [message["state"] for message in standings.comm.sent if "state" in message]
    assert told[0] == {
        "status": "playing",
        "message": "Playing: 0 of 12 games.",
        "finding": ["No ratings yet", "Ratings appear after the first games."],
    }
    last_of_all = {name: value for state in told for name, value in state.items()}
    for name, value in last_of_all.items():
        assert value == on_the_wire(getattr(standings, name)), name
    assert last_of_all["played_count"] == 12


def test_requests_are_answered(standings):
    watch = request(standings, "watch", game=1)
    stop = request(standings, "stop")
    start = request(standings, "start")
    refused = ack(watch, "bad", "game must be the number of a game already played, not 1")
    assert answers(standings) == [refused, ack(stop), ack(start)]
    assert standings.result.games == play_tournament(PLAYERS, games=4, seed=1).games
    eve = request(standings, "list", player="eve", faulty=False, page=0)
    assert answers(standings)[-1] == ack(
        eve, "bad", "player must be the name of a player, not 'eve'"
    )


def test_game_is_watched_by_number(standings):
    standings.start()
    standings.watch(3)
    number, x, o, ending, _ = standings.listed["games"][2]
    assert (standings.watched["game"], standings.watched["x"], standings.watched["o"]) == (
        number,
        x,
        o,
    )
    assert standings.watched["text"] == f"{ending}."
    standings.watch(None)
    assert standings.watched is None
    for missing in (0, 13):
        with pytest.raises(
            ValueError, match=f"game must be the number of a game already played, not {missing}"
        ):
            standings.watch(missing)
    with pytest.raises(
        TypeError, match="game must be the number of a game, such as 1, not '3'"
    ):
        standings.watch("3")


def test_full_page_stays_while_games_are_played():
    pages = []

    def look(change):
        pages.append([game[0] for game in change.new["games"]])

    widget = Standings(PLAYERS, games=20, seed=1)
    widget.observe(look, "listed")
    widget.start()
    full = [page for page in pages if len(page) == 10]
    assert full
    assert full[-1] == list(range(1, 11))


def test_text_and_html_without_a_front_end(standings):
    assert repr(standings) == f"{standings.result}\n3 players, 12 games."
    standings.start()
    assert repr(standings) == f"{standings.result}\n{standings.message}"
    data, _ = standings._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    table = read_table(data["text/html"].split("<ul>")[0].split("<p>")[0])
    assert [row[0] for row in table.rows] == [row["name"] for row in standings.standings]
    assert standings.message in "".join(read_html(data["text/html"]).itertext())
