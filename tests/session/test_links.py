"""Links to a game: writing them, and reading damaged ones."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tictactoe_widget import Game
from tictactoe_widget.classroom import Lesson, Step
from tictactoe_widget.rules.links import LONGEST_LINK
from tictactoe_widget.session import Session
from tictactoe_widget.session.saving import read_link, write_link


def opened(link):
    session = Session()
    session.restore(read_link(link).saved)
    return session


def test_link_to_a_round_from_a_position():
    start = Game.from_text("X../.O./...")
    session = Session(game=start)
    session.play(8)
    assert write_link(session.save()) == "rules=standard&start=X../.O./...&moves=9"
    again = opened(write_link(session.save()))
    assert again.game == session.game
    assert again.save()["start"] == "X../.O./..."


def test_link_keeps_named_players_but_not_people():
    session = Session("misere", x=lambda game: game.legal_moves[0], o="casual")
    session.rename({"X": "Ada", "O": "Grace"})
    session.new_game()
    link = write_link({**session.save(), "moves": []})
    assert link == "rules=misere&o=casual"
    again = opened(link)
    assert again.state["players"] == {"X": "human", "O": "casual"}
    assert again.state["names"] == {"X": "Player X", "O": "Player O"}


@pytest.mark.parametrize(
    ("link", "fault", "rules", "moves"),
    [
        ("rules=4x4&moves=a1,b2,z9,c3", "Move 3 in the link, z9, is not a ", "4x4", [0, 5]),
        ("moves=5,5", "Move 2 in the link, 5, can't be made (Position ", "standard", [4]),
        ("moves=1,4,2,5,3,6", "Move 6 in the link, 6, can't be ", "standard", [0, 3, 1, 4, 2]),
        ("rules=chess&moves=e4", "The link has unknown rules: chess. ", "standard", []),
        ("start=XXX/XXX/XXX&moves=1", "The position in the link can't be ", "standard", []),
        (
            "moves=1&o=casul",
            "There's no player called casul. A ",
            "standard",
            [0],
        ),
        (
            "rules=gomoku&x=perfect",
            "Perfect can't play with these rules.",
            "gomoku",
            [],
        ),
        ("moves=1&puzzles=forks", "The link has an unknown part: ", "standard", [0]),
        ("moves=1&lesson=sonnets", "There's no lesson called sonnets.", "standard", [0]),
        ("moves=1&step=2", "The link has a step but no lesson.", "standard", [0]),
        ("moves=1&puzzle=2026-02-29", "There's no puzzle for '2026", "standard", [0]),
        ("moves=1&puzzle=1999-12-31", "There's no puzzle for '1999", "standard", [0]),
        (
            "moves=1&moves=2",
            "The link contains moves twice. Only the first one ",
            "standard",
            [0],
        ),
        ("rules=wild&moves=5o,5x", "Move 2 in the link, 5x, can't be made", "wild", [13]),
        ("rules=notakto&moves=5,1o", "Move 2 in the link, 1o, is not a ", "notakto", [4]),
        ("rules=connect4&moves=d6,a1", "Move 2 in the link, a1, can't ", "connect4", [38]),
        (
            "rules=wild-3x15k3&moves=",
            "The link has unknown rules: 'wild-3x15k3'.",
            "standard",
            [],
        ),
        ("moves=1&x=" + "y" * LONGEST_LINK, "The link is too long. ", "standard", []),
    ],
)
def test_damaged_parts_of_a_link_are_left_out(link, fault, rules, moves):
    read = read_link(link)
    assert len(read.faults) == 1
    assert read.faults[0].startswith(fault)
    session = opened(link)
    assert session.state["rules_name"] == rules
    assert list(session.state["moves"]) == moves
    assert session.state["players"] == {"X": "human", "O": "human"}


@pytest.mark.parametrize(
    ("link", "fault", "step"),
    [
        ("lesson=forks&step=99", "The lesson has no step 99. ", 0),
        ("lesson=forks&step=0", "The lesson has no step 0. ", 0),
        (
            "lesson=forks&step=2&puzzle=2026-11-22",
            "The link has both a lesson and a puzzle. ",
            1,
        ),
    ],
)
def test_lesson_link_opens_despite_other_faults(link, fault, step):
    (said,) = read_link(link).faults
    assert said.startswith(fault)
    activity = opened(link).state["activity"]
    assert (activity["name"], activity["step"]) == ("forks", step)


def test_links_to_lesson_steps_and_daily_puzzles():
    session = Session("4x4")
    session.play(5)
    session.open_lesson("forks")
    assert write_link(session.save()) == "lesson=forks"
    session.open_lesson("forks", step=2)
    assert write_link(session.save()) == "lesson=forks&step=3"
    again = opened("lesson=forks&step=3")
    assert [again.state["activity"][name] for name in ("name", "step")] == ["forks", 2]
    session.open_puzzle(date(2026, 11, 22))
    assert write_link(session.save()) == "puzzle=2026-11-22"
    again = opened("puzzle=2026-11-22")
    assert again.state["activity"] == session.state["activity"]
    session.leave_lesson()
    assert write_link(session.save()) == "rules=4x4&moves=b2"
    own = Lesson("My own", [Step("Read this.")])
    session.open_lesson(own)
    assert write_link(session.save()) == "rules=4x4&moves=b2"


@given(
    st.text()
    | st.lists(
        st.tuples(
            st.sampled_from(
                ["rules", "moves", "start", "x", "o", "y", "lesson", "step", "puzzle"]
            ),
            st.sampled_from(
                ["4x4", "1,2", "a1,b2", "X../...", "perfect", "%ff", "forks", "2", "2026-11-22"]
            )
            | st.text()
            | st.just("9" * 999),
        )
    ).map(lambda parts: "&".join(f"{name}={value}" for name, value in parts))
)
def test_any_link_opens_a_game(link):
    session = opened(link)
    assert session.state["status"] in ("playing", "won", "draw")
