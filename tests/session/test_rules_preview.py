"""Previews of changed rules: the options and who wins."""

import asyncio

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack


def preview(host):
    """Return the preview."""
    return host.state["rules_preview"]


def chosen(host):
    """Return the choice for each option that these rules have."""
    return {name: at for name, _, _, at in preview(host)["switches"] if at}


# Checked with a plain search: the torus is won in 7 plies, wild in 7, notakto in 6 (the other
# player completes the line), and misère is a draw.
@pytest.mark.parametrize(
    ("rules", "switch", "to", "verdict"),
    [
        ("standard", "edges", "torus", "With best play, X wins in 4 moves."),
        ("standard", "marks", "chosen", "With best play, First wins in 4 moves."),
        ("misere", "marks", "same", "With best play, First wins in 3 moves."),
        ("standard", "goal", "avoid", "With best play, it's a draw."),
        ("gomoku", "rows", "19", "The board can't work out who wins."),
    ],
)
def test_changed_rule_shows_who_wins(host, rules, switch, to, verdict):
    before = {name: value for name, value in host.state.items() if name != "rules_preview"}
    request = host.ask("preview_rules", rules=rules, switch=switch, to=to)
    assert host.sent == [ack(request)]
    assert preview(host)["verdict"] == verdict
    assert chosen(host)[switch] == to
    # The game doesn't change.
    assert before == {
        name: value for name, value in host.state.items() if name != "rules_preview"
    }
    host.ask("end_preview")
    assert preview(host) is None


def test_all_options_are_listed_with_their_choice(host):
    host.ask("preview_rules", rules="misere-same-drop-torus-4x5k3")
    assert preview(host)["name"] == "misere-same-drop-torus-4x5k3"
    assert chosen(host) == {
        "rows": "4",
        "columns": "5",
        "k": "3",
        "place": "drop",
        "edges": "torus",
        "marks": "same",
        "keep": "all",
        "pie": "place",
        "goal": "avoid",
    }
    for _, legend, choices, at in preview(host)["switches"]:
        assert legend
        assert not at or at in dict(choices)
        assert all(dict(choices).values())


@pytest.mark.parametrize("rules", ["standard", "achi"])
def test_every_choice_can_be_made(host, rules):
    host.ask("preview_rules", rules=rules)
    for switch, _, choices, at in preview(host)["switches"]:
        if switch in ("rows", "columns", "k") or not at:
            continue
        for to, _ in choices:
            host.ask("preview_rules", rules=rules, switch=switch, to=to)
            assert host.sent[-1]["code"] == "ok"
            assert chosen(host)[switch] == to


def test_order_rules_let_players_choose_marks(host):
    host.ask("preview_rules", rules="standard", switch="goal", to="order")
    assert preview(host)["name"] == "order-3x3k3"
    assert chosen(host)["marks"] == "chosen"
    host.ask("preview_rules", rules="order-3x3k3", switch="marks", to="own")
    assert host.sent[-1]["code"] == "bad"
    assert "both players must choose X or O" in host.sent[-1]["message"]
    host.ask("preview_rules", rules="order-3x3k3", switch="goal", to="make")
    assert preview(host)["name"] == "wild"


VANISHING = "If the oldest mark vanishes, "
PIE = "If O can take over the X, "


@pytest.mark.parametrize(
    ("rules", "switch", "to", "message"),
    [
        ("infinite", "place", "drop", VANISHING + "marks can't fall."),
        ("infinite", "marks", "chosen", VANISHING + "each player needs their own mark."),
        ("infinite", "k", "1", VANISHING + "a row needs at least 2 marks."),
        ("infinite", "rows", "6", VANISHING + "the board can have at most 16 squares."),
        ("infinite", "rows", "2", VANISHING + "the board needs more than 6 squares."),
        ("connect4", "keep", "row", VANISHING + "marks can't fall."),
        ("pie-4x4k3", "place", "drop", PIE + "marks can't fall."),
        ("wild", "pie", "take", PIE + "each player needs their own mark."),
        ("pie-4x4k3", "keep", "row", PIE + "marks can't vanish."),
        ("infinite", "pie", "take", PIE + "marks can't vanish."),
        ("pie-4x4k3", "k", "1", PIE + "a row needs at least 2 marks."),
    ],
)
def test_options_restrict_each_other(host, rules, switch, to, message):
    host.ask("preview_rules", rules=rules, switch=switch, to=to)
    assert host.sent[-1]["code"] == "bad"
    assert host.sent[-1]["message"] == message


def test_marks_vanish_by_row_length(host):
    host.ask("preview_rules", rules="standard", switch="keep", to="row")
    assert (preview(host)["name"], chosen(host)["keep"]) == ("infinite", "row")
    host.ask("preview_rules", rules="infinite", switch="rows", to="4")
    host.ask("preview_rules", rules="keep3-4x3k3", switch="k", to="4")
    assert preview(host)["name"] == "keep4-4x3k4"


@pytest.mark.parametrize(
    ("rules", "switch", "to", "name"),
    [
        ("4x5k4", "keep", "slide", "three-mens-morris"),
        ("three-mens-morris", "diagonals", "long", "tapatan"),
        ("tapatan", "pieces", "4", "achi"),
        ("achi", "blocked", "draws", "morris4-long-draws"),
        ("morris4-long-draws", "pieces", "3", "tapatan"),
        ("morris3-all", "closed", "closed", "picaria"),
        ("picaria", "keep", "row", "infinite"),
    ],
)
def test_sliding_marks_have_their_own_options(host, rules, switch, to, name):
    host.ask("preview_rules", rules=rules, switch=switch, to=to)
    assert preview(host)["name"] == name
    is_sliding = name != "infinite"
    assert ("diagonals" in chosen(host), "rows" in chosen(host)) == (is_sliding, not is_sliding)
    # With three marks each, nobody is ever blocked.
    assert ("blocked" in chosen(host)) == (chosen(host).get("pieces") == "4")


def test_line_shortens_with_the_board(host):
    host.ask("preview_rules", rules="4x4", switch="rows", to="3")
    assert (preview(host)["name"], chosen(host)["k"]) == ("3x4k4", "4")
    host.ask("preview_rules", rules="3x4k4", switch="columns", to="2")
    assert preview(host)["name"] == "3x2k3"


def test_other_games_start_from_the_standard_game(host):
    host.ask("preview_rules", rules="ultimate")
    assert preview(host)["name"] == "standard"


def test_shared_marks_name_first_and_second(host):
    called = {"X": "First", "O": "Second"}
    offered = dict.fromkeys(("notakto", "wild", "order-and-chaos", "numerical", "sos"), called)
    assert host.state["shared_players"] == offered
    host.ask("preview_rules", rules="standard", switch="place", to="drop")
    assert host.state["shared_players"] == offered
    host.ask("preview_rules", rules="wild-3x3k2")
    assert host.state["shared_players"] == {**offered, "wild-3x3k2": called}


def test_published_result_shows_its_source(host):
    host.ask("preview_rules", rules="connect4")
    assert preview(host)["verdict"].startswith("With best play, X wins (L. V. Allis")
    assert preview(host)["winner"] == "X"


@pytest.mark.parametrize(
    ("rules", "winner"),
    [("standard", "draw"), ("torus-3x3k3", "X"), ("misere-same-3x3k3", "X"), ("19x19k5", None)],
)
def test_winner_is_separate_from_the_sentence(host, rules, winner):
    host.ask("preview_rules", rules=rules)
    assert preview(host)["winner"] == winner


@pytest.mark.parametrize(
    ("rules", "rows", "shows"),
    [
        # A row from one corner to the other.
        ("standard", 3, {"X..", ".X.", "..X"}),
        # Fallen marks are on the ground.
        ("drop-3x4k4", 3, {"....", "XXXX"}),
        # A row across the edges has marks at both edges and one in the middle.
        ("torus-3x3k3", 3, {".X.", "..X", "X.."}),
        ("2x12k1", 2, {"X" + 11 * ".", 12 * "."}),
    ],
)
def test_picture_shows_the_whole_board(host, rules, rows, shows):
    host.ask("preview_rules", rules=rules)
    picture = preview(host)["picture"]
    board, columns = picture["board"], picture["columns"]
    assert picture["rows"] == rows
    assert {board[at : at + columns] for at in range(0, len(board), columns)} == shows


@pytest.mark.parametrize(
    "asked",
    [
        {"rules": "chess"},
        {"rules": "wild-3x15k3"},
        {"rules": "standard", "switch": "rows", "to": "20"},
        {"rules": "standard", "switch": "rows", "to": "0"},
        {"rules": "standard", "switch": "k", "to": ""},
        {"rules": "standard", "switch": "__class__", "to": "drop"},
        {"rules": "standard", "switch": "place", "to": "torus"},
        {"rules": "standard", "switch": "pieces", "to": "4"},
        {"rules": "tapatan", "switch": "blocked", "to": "draws"},
        {"rules": "standard", "switch": 3, "to": "drop"},
        {"rules": "standard", "switch": "place", "to": True},
        {"rules": ["standard"]},
        {},
    ],
)
def test_invalid_change_is_refused(host, asked):
    before = host.state
    host.ask("preview_rules", **asked)
    assert host.sent[-1]["code"] == "bad"
    assert host.sent[-1]["message"]
    assert host.state == before


def test_play_continues_during_the_computation():
    async def play():
        host = RecordingHost()
        host.ask("preview_rules", rules="torus-5x5k5")
        assert preview(host)["verdict"] == "Working out who wins…"
        host.ask("play", cell=4)
        assert host.state["moves"] == (4,)
        assert preview(host)["verdict"] == "Working out who wins…"
        host.ask("preview_rules", rules="standard")
        assert preview(host)["verdict"] == "With best play, it's a draw."
        host.session.close()

    asyncio.run(play())
