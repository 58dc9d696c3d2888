"""Rules that a person tries out on the sheet: what a switch makes of them, and who wins."""

import asyncio

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack


def preview(host):
    """What is shown of the rules that are tried out."""
    return host.state["rules_preview"]


def chosen(host):
    """What is chosen at each switch that these rules have."""
    return {name: at for name, _, _, at in preview(host)["switches"] if at}


# Held by plain search: the torus is won in 7 plies, wild in 7, notakto in 6 (the other
# player completes the line), misère is a draw.
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
def test_a_changed_rule_comes_with_its_value(host, rules, switch, to, verdict):
    before = {name: value for name, value in host.state.items() if name != "rules_preview"}
    request = host.ask("preview_rules", rules=rules, switch=switch, to=to)
    assert host.sent == [ack(request)]
    assert preview(host)["verdict"] == verdict
    assert chosen(host)[switch] == to
    # The game goes on as it was.
    assert before == {
        name: value for name, value in host.state.items() if name != "rules_preview"
    }
    host.ask("end_preview")
    assert preview(host) is None


def test_all_switches_come_in_words_with_what_is_chosen(host):
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
def test_every_choice_of_every_switch_is_made(host, rules):
    host.ask("preview_rules", rules=rules)
    for switch, _, choices, at in preview(host)["switches"]:
        if switch in ("rows", "columns", "k") or not at:
            continue
        for to, _ in choices:
            host.ask("preview_rules", rules=rules, switch=switch, to=to)
            assert host.sent[-1]["code"] == "ok"
            assert chosen(host)[switch] == to


def test_marks_are_chosen_where_one_player_makes_a_line(host):
    host.ask("preview_rules", rules="standard", switch="goal", to="order")
    assert preview(host)["name"] == "order-3x3k3"
    assert chosen(host)["marks"] == "chosen"
    host.ask("preview_rules", rules="order-3x3k3", switch="marks", to="own")
    assert host.sent[-1]["code"] == "bad"
    assert "both players choose X or O" in host.sent[-1]["message"]
    host.ask("preview_rules", rules="order-3x3k3", switch="goal", to="make")
    assert preview(host)["name"] == "wild"


@pytest.mark.parametrize(
    ("rules", "switch", "to", "reason"),
    [
        ("infinite", "place", "drop", "marks can't fall down"),
        ("infinite", "marks", "chosen", "each player needs their own mark"),
        ("infinite", "k", "1", "a row needs at least 2 marks"),
        ("infinite", "rows", "6", "the board can have at most 16 squares"),
        ("infinite", "rows", "2", "the board needs more than 6 squares"),
        ("connect4", "keep", "row", "marks can't fall down"),
    ],
)
def test_what_does_not_go_with_vanishing_marks(host, rules, switch, to, reason):
    host.ask("preview_rules", rules=rules, switch=switch, to=to)
    assert host.sent[-1]["code"] == "bad"
    assert host.sent[-1]["message"] == f"If the oldest mark vanishes, {reason}."


@pytest.mark.parametrize(
    ("rules", "switch", "to", "reason"),
    [
        ("pie-4x4k3", "place", "drop", "marks can't fall down"),
        ("wild", "pie", "take", "each player needs their own mark"),
        ("pie-4x4k3", "keep", "row", "marks can't vanish"),
        ("infinite", "pie", "take", "marks can't vanish"),
        ("pie-4x4k3", "k", "1", "a row needs at least 2 marks"),
    ],
)
def test_what_does_not_go_with_the_pie_rule(host, rules, switch, to, reason):
    host.ask("preview_rules", rules=rules, switch=switch, to=to)
    assert host.sent[-1]["code"] == "bad"
    assert host.sent[-1]["message"] == f"If O can take over the X, {reason}."


def test_marks_vanish_by_the_length_of_a_row(host):
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
def test_marks_that_slide_have_switches_of_their_own(host, rules, switch, to, name):
    host.ask("preview_rules", rules=rules, switch=switch, to=to)
    assert preview(host)["name"] == name
    is_sliding = name != "infinite"
    assert ("diagonals" in chosen(host), "rows" in chosen(host)) == (is_sliding, not is_sliding)
    # With three marks each, nobody is ever blocked.
    assert ("blocked" in chosen(host)) == (chosen(host).get("pieces") == "4")


def test_a_line_gets_shorter_with_the_board(host):
    host.ask("preview_rules", rules="4x4", switch="rows", to="3")
    assert (preview(host)["name"], chosen(host)["k"]) == ("3x4k4", "4")
    host.ask("preview_rules", rules="3x4k4", switch="columns", to="2")
    assert preview(host)["name"] == "3x2k3"


def test_a_game_without_switches_is_changed_from_the_standard_one(host):
    host.ask("preview_rules", rules="ultimate")
    assert preview(host)["name"] == "standard"


def test_players_are_called_first_and_second_where_marks_do_not_tell_them_apart(host):
    called = {"X": "First", "O": "Second"}
    offered = dict.fromkeys(("notakto", "wild", "order-and-chaos", "numerical", "sos"), called)
    assert host.state["shared_players"] == offered
    host.ask("preview_rules", rules="standard", switch="place", to="drop")
    assert host.state["shared_players"] == offered
    host.ask("preview_rules", rules="wild-3x3k2")
    assert host.state["shared_players"] == {**offered, "wild-3x3k2": called}


def test_what_is_known_from_print_is_said_with_its_source(host):
    host.ask("preview_rules", rules="connect4")
    assert preview(host)["verdict"].startswith("With best play, X wins (L. V. Allis")
    assert preview(host)["winner"] == "X"


@pytest.mark.parametrize(
    ("rules", "winner"),
    [("standard", "draw"), ("torus-3x3k3", "X"), ("misere-same-3x3k3", "X"), ("19x19k5", None)],
)
def test_the_winner_comes_apart_from_its_sentence(host, rules, winner):
    host.ask("preview_rules", rules=rules)
    assert preview(host)["winner"] == winner


@pytest.mark.parametrize(
    ("rules", "rows", "shows"),
    [
        # A row that goes from one corner to the other.
        ("standard", 3, {"X..", ".X.", "..X"}),
        # Marks that fall lie on the ground.
        ("drop-3x4k4", 3, {"....", "XXXX"}),
        # A row across an edge has marks at both of them, and one over the middle.
        ("torus-3x3k3", 3, {".X.", "..X", "X.."}),
        ("2x12k1", 2, {"X" + 11 * ".", 12 * "."}),
    ],
)
def test_a_picture_of_the_whole_board_shows_what_is_new(host, rules, rows, shows):
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
def test_what_is_no_change_of_rules_is_refused_and_changes_nothing(host, asked):
    before = host.state
    host.ask("preview_rules", **asked)
    assert host.sent[-1]["code"] == "bad"
    assert host.sent[-1]["message"]
    assert host.state == before


def test_the_board_is_played_on_while_a_value_is_worked_out_and_other_rules_end_that():
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
