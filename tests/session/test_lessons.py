"""Lessons and puzzles in a session."""

import asyncio
import json
from datetime import date

import pytest

from tests.support.scenes.lessons import LESSON, NAMED, READ, WIN
from tests.support.scenes.players import Thinker, first_free, until
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack, ask
from tests.support.scenes.rounds import X_WINS
from tictactoe_widget import Game
from tictactoe_widget.classroom import LESSONS, Lesson, Puzzle, Step, daily_puzzle
from tictactoe_widget.session import Session

PEOPLE = {"X": "human", "O": "human"}

DAY = date(2026, 11, 22)


@pytest.fixture(autouse=True)
def five(monkeypatch):
    """Add the lesson for these tests to the package's lessons."""
    monkeypatch.setitem(LESSONS, "five", LESSON)


def at(step, **options):
    host = RecordingHost(**options)
    host.session.open_lesson("five", step=step)
    host.first = host.state
    host.log.clear()
    return host


def activity(host):
    return host.state["activity"]


def refusal(host, kind, **arguments):
    """Send a request that must be refused without a change. Return code and message."""
    before = host.state
    request = host.ask(kind, **arguments)
    reply = host.sent[-1]
    assert reply == ack(request, reply["code"], reply["message"])
    assert reply["code"] != "ok"
    assert host.state == before
    return reply["code"], reply["message"]


def test_lesson_opens_with_text_and_position(host):
    request = host.ask("lesson", name="five")
    assert host.sent == [ack(request)]
    assert activity(host) == {
        "kind": "lesson",
        "name": "five",
        "title": "Five steps",
        "step": 0,
        "steps": 5,
        "solved": (True, False, False, False, False),
        "skipped": (),
        "text": "Opposite corners.\n\nLook at them.",
        "ask": "",
        "state": "read",
        "feedback": "",
        "hint": "",
        "has_hint": False,
        "look": (0, 8),
        "tries": 0,
        "cell": None,
        "learnt": "",
        "next": "",
        "next_title": "",
        "day": "",
        "streak": 0,
    }
    assert host.state["board"] == Game.from_text("X../.O./..X").board
    assert host.mirror == host.state
    json.dumps(host.state, allow_nan=False)


def test_own_game_is_restored_after_a_lesson(host):
    host.session.new_game("4x4")
    host.play((5, 0, 6))
    host.session.show_hints(on=True)
    host.session.rename({"X": "Ada"})
    host.session.look_back(1)
    before = host.state
    host.ask("lesson", name="five")
    during = host.state
    assert (during["rules_name"], during["players"]) == ("standard", PEOPLE)
    assert during["hints"] is False
    assert (during["viewed_ply"], during["values"], during["comment"]) == (None, (), "")
    host.ask("lesson_step", to=WIN)
    host.ask("play", cell=8)
    host.ask("lesson", name="")
    assert activity(host) is None
    after = host.state
    learnt = ("round", "lessons")
    assert {name for name in before if before[name] != after[name]} == set(learnt)
    assert after["round"] > during["round"] > before["round"]
    assert host.mirror == host.state


def test_right_move_solves_the_step():
    host = at(WIN)
    assert activity(host)["ask"] == "You are X. Win in one move."
    host.ask("play", cell=2)
    shown = activity(host)
    assert (shown["state"], shown["feedback"]) == ("right", "The top row is yours.")
    assert shown["solved"] == (False, True, False, False, False)
    assert shown["tries"] == 0
    assert host.state["message"] == "Player X wins!"
    assert refusal(host, "play", cell=8) == ("illegal", "Solved! Press “Next”.")


def test_wrong_move_is_refuted_and_can_be_retried():
    host = at(WIN)
    host.ask("play", cell=8)
    shown = activity(host)
    assert (shown["state"], shown["tries"]) == ("wrong", 1)
    assert shown["feedback"] == "If you play 9, O plays 6 and wins."
    assert shown["solved"] == (False,) * 5
    assert host.state["board"] == Game.from_text("XX./OOO/..X").board
    assert host.state["message"] == "Player O wins!"
    host.ask("view", to=1)
    assert host.state["viewed"]["board"] == Game.from_text("XX./OO./..X").board
    assert host.state["viewed"]["message"] == "Player O's turn"

    host.ask("again")
    assert host.state["board"] == Game.from_text("XX./OO./...").board
    assert (activity(host)["state"], activity(host)["tries"]) == ("open", 1)
    host.ask("play", cell=7)
    host.ask("again")
    host.ask("play", cell=2)
    assert (activity(host)["state"], activity(host)["tries"]) == ("right", 2)
    assert host.mirror == host.state


def test_answer_is_given_after_the_third_miss():
    host = at(WIN)
    feedback = []
    for cell in (8, 8, 7, 6, 8):  # the second press is a double click
        host.ask("play", cell=cell)
        feedback.append(activity(host)["feedback"])
    refuted = [f"If you play {square}, O plays 6 and wins." for square in (9, 9, 8, 7, 9)]
    given = ["", "", "", " The answer is 3.", " The answer is 3."]
    assert feedback == ["".join(parts) for parts in zip(refuted, given, strict=True)]
    host.ask("lesson_step", to=WIN)
    host.ask("play", cell=8)
    assert activity(host)["feedback"] == refuted[0]


def test_answer_is_given_on_a_miss_after_a_hint():
    host = at(WIN)
    host.ask("hint")
    for kind, square in (("play", 9), ("again", 9), ("play", 8)):
        host.ask(kind, **({"cell": square - 1} if kind == "play" else {}))
        told = f"If you play {square}, O plays 6 and wins. The answer is 3."
        assert activity(host)["feedback"] == (told if kind == "play" else "")


def test_last_step_says_what_was_learnt(host):
    host.session.open_lesson("forks", step=7)
    host.ask("play", cell=3)
    assert host.state["board"] == Game.from_text("XO./X../O..").board
    host.ask("play", cell=2)
    assert (activity(host)["state"], host.state["winner"]) == ("wrong", "O")
    host.ask("play", cell=4)  # threatens 6 and 9, and O can stop only one
    shown = activity(host)
    assert (shown["state"], shown["tries"], shown["learnt"]) == ("on", 1, "")
    assert host.state["board"] == Game.from_text("XO./XX./O.O").board
    host.ask("play", cell=5)
    shown = activity(host)
    assert (shown["state"], shown["learnt"]) == ("right", LESSONS["forks"].learnt)
    assert shown["next_title"] == "Openings and symmetry"
    host.ask("again")
    assert host.state["board"] == Game.from_text("XO./.../...").board
    host.ask("lesson_step", to=0)  # a step to read
    assert activity(host)["learnt"] == ""
    host.session.open_lesson(Lesson("To read", [Step("Read this.")], learnt="You can read."))
    assert (activity(host)["state"], activity(host)["learnt"]) == ("read", "You can read.")


def test_step_to_read_refuses_moves():
    host = at(READ)
    assert refusal(host, "play", cell=1) == (
        "illegal",
        "There's nothing to play here. Press “Next”.",
    )
    alone = RecordingHost(lesson=Lesson("One", [Step("Read this.")]))
    assert refusal(alone, "play", cell=1) == ("illegal", "There's nothing to play here.")


def test_hint_stays_until_an_answer():
    host = at(WIN)
    shown = []
    for kind, arguments in (
        ("hint", {}),
        ("play", {"cell": 8}),
        ("hint", {}),
        ("again", {}),
        ("play", {"cell": 2}),
    ):
        host.ask(kind, **arguments)
        shown.append(activity(host)["hint"])
    hint = "Look at the top row."
    assert shown == [hint, "", hint, hint, ""]
    host.ask("hint")
    host.ask("lesson_step", to=NAMED)
    assert refusal(host, "hint") == ("bad", "This step has no hint.")
    host.ask("lesson_step", to=WIN)
    assert (activity(host)["hint"], activity(host)["tries"]) == ("", 0)


@pytest.mark.parametrize(
    ("kind", "arguments", "reason"),
    [
        ("lesson", {"name": "sonnets"}, "lesson must be 'rules', 'threats', "),
        ("lesson_step", {"to": 5}, "step must be an int from 0 to 4, not 5"),
        ("lesson_step", {"to": -1}, "step must be an int from 0 to 4, not -1"),
        ("puzzle", {"day": "1999-12-31"}, "day must be from 2000-01-01 to 2099-12-31"),
        ("puzzle", {"day": "2100-01-01"}, "day must be from 2000-01-01 to 2099-12-31"),
        (
            "puzzle",
            {"day": "2026-02-29"},
            "day must be text such as 2026-11-22, not '2026-02",
        ),
        ("puzzle", {"day": "20261122"}, "day must be text such as 2026-11-22, not '20261122'"),
        (
            "puzzle",
            {"day": "2026-W47-7"},
            "day must be text such as 2026-11-22, not '2026-W",
        ),
        ("puzzle", {"day": ""}, "day must be text such as 2026-11-22, not ''"),
        ("example", {"index": -1}, "index must be from 0 to "),
        ("example", {"index": 99}, "index must be from 0 to "),
        (
            "play_from",
            {"to": 0},
            "You can't play on from here. Press “Again” to try once more.",
        ),
        (
            "hints",
            {"on": True},
            "Automatic hints are off in lessons and puzzles. For a hint, press “Hint”.",
        ),
        ("step", {}, "You can pause a game only if both players are computers."),
    ],
)
def test_invalid_request_in_a_lesson_is_refused(kind, arguments, reason):
    code, message = refusal(at(NAMED), kind, **arguments)
    assert code == "bad"
    assert message.startswith(reason)


@pytest.mark.parametrize(
    ("kind", "arguments"), [("again", {}), ("hint", {}), ("lesson_step", {"to": 0})]
)
def test_lesson_requests_without_a_lesson(host, kind, arguments):
    assert refusal(host, kind, **arguments) == ("bad", "No lesson is open.")


START = {"rules": "4x4", "x": "human", "o": "human", "x_name": "Ada", "o_name": "Bea"}


@pytest.mark.parametrize(
    ("kind", "arguments", "rules"),
    [
        ("new_game", {}, "misere"),
        ("rules", {"rules": "4x4"}, "4x4"),
        ("start", START, "4x4"),
        ("swap", {}, "misere"),
    ],
)
def test_new_round_ends_the_lesson(kind, arguments, rules):
    host = at(WIN, rules="misere", x=first_free)
    request = host.ask(kind, **arguments)
    assert ack(request) in host.sent
    assert (activity(host), host.state["rules_name"]) == (None, rules)
    assert host.state["players"]["X"] == (
        "first_free" if kind in ("new_game", "rules") else "human"
    )
    assert host.mirror == host.state


def test_lesson_rounds_are_not_scored_or_reviewed(host):
    host.play(X_WINS)
    assert len(host.state["review"]) == len(X_WINS)
    host.session.open_lesson("five", step=WIN)
    assert host.state["review"] == ()
    host.session.play(2)
    assert host.state["winner"] == "X"
    assert (host.state["review"], host.state["working"]) == ((), "")
    assert host.state["scores"] == {"X": 1, "O": 0, "draws": 0}
    host.session.leave_lesson()
    assert len(host.state["review"]) == len(X_WINS)
    assert host.state["scores"] == {"X": 1, "O": 0, "draws": 0}


def test_thinking_player_waits_during_a_lesson():
    async def play():
        thinker = Thinker(0)
        session = Session(o=thinker)
        session.play(4)
        await until(lambda: thinker.asked)
        session.open_lesson("five", step=WIN)
        assert session.state["thinking"] is None
        session.play(2)
        assert session.state["activity"]["state"] == "right"
        session.leave_lesson()
        assert session.state["thinking"] == "O"
        thinker.may_answer = True
        await until(lambda: session.state["moves"] == (4, 0))

    asyncio.run(play())


def test_paused_game_stays_paused_after_a_lesson():
    session = Session(x=first_free, o=first_free, rules="1x1k1")
    session.handle(ask("pause", on=True, ply=1))
    session.open_lesson("five")
    assert session.state["paused"] is False
    session.leave_lesson()
    assert session.state["paused"] is True


def test_judged_move_is_shown_by_its_cell_in_wild():
    gift = Step("Keep the win.", "O../.X./...", "keep", rules="wild", look=["9o"])
    host = RecordingHost()
    host.session.open_lesson(Lesson("Wild", [gift]))
    assert (host.state["rules_name"], activity(host)["look"]) == ("wild", (8,))
    host.ask("play", cell=16)
    assert (activity(host)["state"], activity(host)["cell"]) == ("wrong", 7)
    host.ask("play", cell=7)  # a different move is another try
    assert (activity(host)["tries"], activity(host)["cell"]) == (2, 7)
    host.ask("play", cell=17)
    assert (activity(host)["state"], activity(host)["cell"]) == ("right", 8)


def test_lessons_are_listed_in_order(host):
    assert [entry["name"] for entry in host.state["lessons"]] == list(LESSONS)
    entry = host.state["lessons"][-1]
    assert list(entry.values()) == ["five", "Five steps", LESSON.about, 5, 0]


def test_own_lesson_does_not_count_as_progress():
    own = Lesson("Mine", [Step("Read."), Step("Win!", "XX./OO./...", "win")], name="five")
    host = RecordingHost(lesson=own)
    host.ask("lesson_step", to=1)
    host.ask("play", cell=2)
    assert activity(host)["solved"] == (True, True)
    assert activity(host)["next"] == ""
    assert refusal(host, "play", cell=2) == (
        "illegal",
        "Solved! Press “Again” to play it once more.",
    )
    assert all(entry["solved"] == 0 for entry in host.state["lessons"])


def test_unsolvable_lesson_raises_on_opening():
    odd = Lesson("Odd", [Step("Read."), Step("Win!", "X../.../...", "win")])
    with pytest.raises(
        ValueError, match=r"^step 2: task must have a solution in this position"
    ):
        Session(lesson=odd)


def test_lesson_and_puzzle_exclude_each_other():
    with pytest.raises(ValueError, match="puzzle must be None if you pass a lesson"):
        Session(lesson="five", puzzle=DAY)


def test_puzzle_is_opened_judged_and_left():
    game = Game.from_text("XX./OO./...")
    puzzle = Puzzle(game, "win", (2,), 1, 2)
    host = RecordingHost(puzzle=puzzle, rules="4x4")
    shown = activity(host)
    assert (shown["kind"], shown["title"], shown["steps"]) == ("puzzle", "Puzzle", 1)
    assert (shown["ask"], shown["day"]) == ("You are X. Win in one move.", "")
    host.ask("hint")
    hint = activity(host)["hint"]
    assert hint.startswith("One of these moves is right: ")
    assert "3" in hint
    host.ask("play", cell=5)
    assert (activity(host)["state"], activity(host)["streak"]) == ("wrong", 0)
    host.ask("again")
    host.ask("play", cell=2)
    assert activity(host)["state"] == "right"
    assert host.state["puzzle_streak"] == {"day": "", "streak": 0, "best": 0, "month": ()}
    host.session.leave_lesson()
    assert host.state["rules_name"] == "4x4"


def solve(host, day):
    host.ask("puzzle", day=day)
    solution = daily_puzzle(date.fromisoformat(day)).solutions[0]
    host.ask("play", cell=solution)
    assert activity(host)["state"] == "right"
    return activity(host)["streak"]


def test_solved_days_in_a_row_are_counted(host):
    host.ask("puzzle", day="2026-12-30")
    assert (activity(host)["title"], activity(host)["day"]) == (
        "Puzzle of the day",
        "2026-12-30",
    )
    assert activity(host)["streak"] == 0
    counted = [
        solve(host, day)
        for day in ("2026-12-30", "2026-12-31", "2027-01-01", "2027-01-01", "2027-01-03")
    ]
    assert counted == [1, 2, 3, 3, 1]
    last = {"day": "2027-01-03", "streak": 1, "best": 3, "month": (1, 3)}
    assert host.state["puzzle_streak"] == last
    host.ask("puzzle", day="2027-01-01")
    assert (activity(host)["solved"], activity(host)["streak"]) == ((True,), 3)


def test_missed_puzzle_does_not_count(host):
    host.ask("puzzle", day="2026-11-22")
    host.ask("play", cell=daily_puzzle(DAY).wrong_moves[0])
    assert activity(host)["state"] == "wrong"
    assert host.state["puzzle_streak"] == {"day": "", "streak": 0, "best": 0, "month": ()}


@pytest.mark.parametrize("rules", ["standard", "misere", "4x4", "ultimate", "gomoku"])
def test_rule_card_examples_can_be_tried(rules):
    host = RecordingHost(rules)
    assert host.state["rules_card"] is None
    request = host.ask("card")
    assert host.sent == [ack(request)]
    card = host.state["rules_card"]
    assert card["name"] == host.session.game.rules.card.name
    for index, example in enumerate(card["examples"]):
        host.ask("example", index=index)
        shown = activity(host)
        assert (shown["kind"], shown["steps"]) == ("example", 1)
        assert example["text"] in shown["text"]
        assert host.state["board"] == example["before"]
        if example["cell"] >= len(example["board"]):
            assert (shown["state"], example["refused"]) == ("read", True)
            assert example["message"] in shown["text"]
            continue
        host.ask("play", cell=example["cell"])
        assert activity(host)["state"] == "right"
        assert example["message"] in activity(host)["feedback"]
        assert host.state["board"] == example["board"]
        assert (example["before"] == example["board"]) == example["refused"]
        assert (host.state["winning_lines"], host.state["small_boards"]) == (
            example["winning_lines"],
            example["small_boards"],
        )
    assert host.state["rules_card"] == card
    assert host.mirror == host.state


def test_rule_card_follows_the_rules(host):
    host.ask("card")
    host.ask("rules", rules="misere")
    assert host.state["rules_card"]["name"] == Game("misere").rules.card.name
    host.session.restore(Session("4x4").save())
    assert host.state["rules_card"]["name"] == Game("4x4").rules.card.name
