"""Threads that act on one session at once leave one truth."""

from tests.support.scenes.arrivals import hammer
from tests.support.scenes.requests import ask
from tictactoe_widget import Game


def test_of_simultaneous_moves_on_one_ply_exactly_one_is_made(host):
    for ply in range(5):
        cells = host.session.game.legal_moves
        hammer(
            lambda number, ply=ply, cells=cells: host.send(
                ask("play", ply=ply, cell=cells[number % len(cells)])
            )
        )
        codes = [reply["code"] for reply in host.sent[-8:]]
        assert sorted(codes) == ["ok"] + ["stale"] * 7
        assert host.state["move_count"] == ply + 1
        if host.session.game.is_over:
            break
    assert host.mirror == host.state


def test_a_table_hammered_by_threads_has_played_legal_rounds(host):
    made = {}

    def press(number):
        for step in range(150):
            seen = host.state
            cells = seen["legal_moves"] or (0,)
            moment = {"round": seen["round"], "ply": seen["move_count"]}
            if seen["is_over"] or (number + step) % 20 == 0:
                request = ask("new_game", **moment)
            elif (number + step) % 7 == 0:
                request = ask("view", to=(number + step) % 3 or None, **moment)
            else:
                request = ask("play", cell=cells[(number * step) % len(cells)], **moment)
            made[request["request"]] = request
            host.send(request)

    hammer(press)
    assert len(host.sent) == 8 * 150
    granted = [made[reply["request"]] for reply in host.sent if reply["ok"]]
    plays = [(r["round"], r["ply"]) for r in granted if r["kind"] == "play"]
    assert len(plays) == len(set(plays)) > 0
    restarts = [r["round"] for r in granted if r["kind"] == "new_game"]
    assert restarts == list(range(1, len(restarts) + 1))
    shown, finished = dict(host.first), 0
    for changes in host.told:
        before = dict(shown)
        shown.update(changes)
        assert shown["board"] == Game(moves=shown["moves"]).board
        finished += shown["is_over"] and not before["is_over"]
        if shown["round"] == before["round"]:
            assert shown["moves"][: before["move_count"]] == before["moves"]
    assert shown == host.state
    assert sum(shown["scores"].values()) == finished
