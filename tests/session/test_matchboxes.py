"""Matchbox machines in training: display, requests, slices and saving."""

import asyncio
import json

import pytest

from tests.support.models import matchboxes as naive
from tests.support.scenes.players import until
from tests.support.scenes.requests import ack, ask
from tictactoe_widget.classroom import Menace, exact_result, mistakes
from tictactoe_widget.session import Session, scheduler
from tictactoe_widget.session.matchboxes import Machines, MatchboxSession


class Host:
    """A matchbox session with everything that it published and sent."""

    def __init__(self, machines=None, **options):
        self.published, self.sent = [], []
        self.session = MatchboxSession(
            {"Menace": Menace(seed=1)} if machines is None else machines,
            **{"opponent": "random", "seed": 2, **options},
            publish=self.published.append,
            send=self.sent.append,
        )
        self.first = self.session.state

    def ask(self, kind, **fields):
        request = ask(kind, **fields)
        del request["round"], request["ply"]
        self.session.handle(request)
        return request

    @property
    def mirror(self):
        shown = dict(self.first)
        for changes in self.published:
            shown.update(changes)
        return shown


def test_machine_before_its_first_game():
    state = Host().session.state
    (machine,) = state["machines"]
    assert state["message"] == "Ready to play as X against random."
    assert state["stages"] == (1, 12, 108, 183)
    assert (machine["boxes"], machine["last"]) == ((), "No game yet.")
    (point,) = machine["curve"]
    random, perfect = (exact_result(Menace(), name) for name in ("random", "perfect"))
    assert point[::3] == (0, len(mistakes(Menace())))
    assert point[1] == pytest.approx((random.x, random.draw, random.o), rel=1e-3)
    assert point[2] == pytest.approx((perfect.x, perfect.draw, perfect.o), rel=1e-3)
    assert state["intro"] == "Boxes: 304. A bead taken at random decides each move. X learns."
    assert state["finding"] == (
        "Nothing learnt yet",
        "Press a number. Menace plays that many games as X.",
    )
    json.dumps(state)


def test_training_without_an_event_loop():
    host = Host()
    request = host.ask("train", games=100)
    assert host.sent == [ack(request)]
    assert host.published[0]["status"] == "training"
    assert host.published[0]["message"] == "Training: 0 of 100 games."
    state = host.session.state
    assert (state["status"], state["played_count"], state["planned_count"]) == (
        "ready",
        100,
        100,
    )
    assert state["message"] == "Trained for 100 games against random."
    (machine,) = state["machines"]
    assert [point[0] for point in machine["curve"]] == list(range(0, 101, 10))
    assert machine["games"] == 100
    assert machine["summary"].startswith("After 100 games: 0.")
    assert host.mirror == state


def test_last_games_boxes_show_their_changes():
    menace = Menace(seed=3)
    host = Host({"Menace": menace})
    host.ask("train", games=1)
    (machine,) = host.session.state["machines"]
    assert len(machine["boxes"]) == len(menace.changes) == machine["count"]
    for box, change in zip(machine["boxes"], menace.changes, strict=True):
        assert box["drawn"] == (change.cell, change.before)
        assert box["board"] == change.position.board
        beads = {cell: number for cell, _, number in box["beads"]}
        assert beads == menace.boxes[change.position]
        assert beads[change.cell] == change.after
    ending, gain = {
        "X": ("The machine won the last game.", "got 3 beads"),
        "O": ("The machine lost the last game.", "lost 1 bead"),
        None: ("The last game was a draw.", "got 1 bead"),
    }[menace.last_game.winner]
    assert machine["last"].startswith(f"{ending} The moves were X ")
    assert machine["outcome"] == f"{ending} Each open box {gain}."


def test_boxes_are_listed_by_stage_and_page():
    host = Host()
    seen = []
    for stage, count in enumerate((1, 12, 108, 183)):
        pages = -(-count // 12)
        for page in range(pages):
            request = host.ask("list", stage=stage, page=page)
            assert host.sent[-1] == ack(request)
            (machine,) = host.session.state["machines"]
            assert (machine["count"], machine["pages"]) == (count, pages)
            assert {box["stage"] for box in machine["boxes"]} == {stage}
            seen += [box["board"] for box in machine["boxes"]]
    assert len(seen) == len(set(seen)) == 304
    host.ask("list", stage=1, page=99)
    assert host.session.state["machines"][0]["page"] == 0


def test_machine_with_an_empty_first_box_resigns():
    host = Host({"one": Menace(beads=(1,), seed=1)}, opponent="perfect")
    host.ask("train", games=100)
    (machine,) = host.session.state["machines"]
    assert machine["resigns"] is True
    assert machine["last"] == "The machine resigned in the last game."
    assert machine["curve"][-1] == (100, (0.0, 0.0, 1.0), (0.0, 0.0, 1.0), 1)
    assert machine["outcome"] == "The machine resigned in the last game. No box changed."
    assert host.session.state["finding"] == (
        "one loses 100% against perfect play",
        (
            "one resigns because its first box is empty. "
            "Press “Start over” to fill the box again."
        ),
    )
    (empty,) = machine["boxes"]  # the empty box that it opened
    assert {number for _, _, number in empty["beads"]} == {0}
    assert (empty["stage"], empty["drawn"]) == (0, None)


def make_perfect(cell):
    """Return a machine whose first move is this cell and whose other moves are best."""
    menace = Menace(seed=1)
    saved = menace.save()
    perfect = {board: naive.best(board) for board in naive.boards() if naive.free(board)}
    for board, beads in saved["contents"].items():
        best = perfect[board.replace("/", "")]
        for at in beads:
            beads[at] = int(int(at) in best)
    saved["contents"][".../.../..."] = {str(at): int(at == cell) for at in (0, 1, 4)}
    menace.restore(saved)
    return menace


def test_finding_says_if_machines_can_still_lose():
    # A machine that contains only best moves never loses.
    machines = {"Mia": make_perfect(4), "Tom": Menace(seed=1)}
    host = Host(machines, opponent="perfect")
    host.ask("train", games=1)
    headline, text = host.session.state["finding"]
    assert headline == "Mia never loses against perfect play"
    wins = {
        name: round(100 * exact_result(machine.settled, "random").x)
        for name, machine in machines.items()
    }
    assert text == f"Wins against random play: Mia {wins['Mia']}% and Tom {wins['Tom']}%."

    alone = Host({"Tom": Menace(seed=1)}, opponent="random")
    alone.ask("train", games=1000)
    lost, won = (
        [round(100 * share) for share in shares]
        for shares in zip(
            *(
                (point.perfect.o, point.random.x)
                for point in alone.session.snapshot.trainings["Tom"].curve.points
            ),
            strict=True,
        )
    )
    assert alone.session.state["finding"] == (
        f"Tom loses {lost[-1]}% against perfect play",
        (
            f"At first, the machine lost {lost[0]}% of its games against perfect play. "
            f"Wins against random play: {won[0]}% at first, {won[-1]}% now."
        ),
    )


def test_machine_playing_o_shows_boxes_for_o():
    host = Host(mark="O")
    host.ask("train", games=10)
    state = host.session.state
    boxes = {naive.box(b) for b in naive.boards() if naive.mover(b) == "O" and naive.free(b)}
    counts = [sum(9 - board.count(".") == ply for board in boxes) for ply in (1, 3, 5, 7)]
    assert list(state["stages"]) == counts
    (machine,) = state["machines"]
    for box in machine["boxes"]:
        marks = [mark for mark in box["board"] if mark]
        assert marks.count("X") == marks.count("O") + 1


def test_training_on_a_loop_can_be_stopped(monkeypatch):
    monkeypatch.setattr(scheduler, "JOB_SECONDS", 0)  # one game in each slice
    monkeypatch.setattr(scheduler, "TELL_SECONDS", 0)
    monkeypatch.setattr(scheduler, "PAUSES", 0)

    async def scene():
        host = Host()
        request = host.ask("train", games=1000)
        assert host.sent == [ack(request)]
        assert host.session.state["played_count"] == 0
        assert host.session.state["finding"] == (
            "Training against random",
            "0 of 1,000 games played. You can stop at any time and keep the results.",
        )
        await until(lambda: host.session.state["played_count"])
        stop = host.ask("stop")
        assert host.sent[-1] == ack(stop)
        state = host.session.state
        assert state["status"] == "ready"
        assert 0 < state["played_count"] < 1000
        assert state["message"] == f"Stopped after {state['played_count']:,} of 1,000 games."
        for _ in range(50):
            await asyncio.sleep(0)
        assert host.session.state == state == host.mirror
        games = state["machines"][0]["games"]
        host.ask("train", games=10)
        await until(lambda: host.session.state["status"] == "ready")
        assert host.session.state["machines"][0]["games"] == games + 10
        host.session.close()

    asyncio.run(scene())


def test_stop_counts_every_game(monkeypatch):
    monkeypatch.setattr(scheduler, "TELL_SECONDS", 3600)

    async def scene():
        menace = Menace(seed=1)
        host = Host({"Menace": menace, "Other": Menace(seed=2)})
        games = []
        menace.watch(lambda: games.append(menace.last_game))
        host.ask("train", games=1000)
        await until(lambda: len(games) >= 3)
        host.ask("stop")
        state = host.session.state
        assert state["played_count"] == len(games)
        assert state["message"] == f"Stopped after {len(games)} of 1,000 games."
        assert [machine["games"] for machine in state["machines"]] == [len(games)] * 2
        host.ask("train", games=10)
        assert host.session.state["message"] == "Training: 0 of 10 games."
        host.session.close()

    asyncio.run(scene())


def test_games_on_a_board_are_counted():
    menace = Menace(seed=5)
    host = Host({"Menace": menace})
    board = Session(x=menace)
    while not board.state["is_over"]:
        board.play(board.state["legal_moves"][0])
    (machine,) = host.session.state["machines"]
    assert machine["games"] == 1
    assert len(machine["curve"]) == 2
    assert [box["drawn"] for box in machine["boxes"]] == [
        (change.cell, change.before) for change in menace.changes
    ]
    host.session.close()
    board.new_game()
    while not board.state["is_over"]:
        board.play(board.state["legal_moves"][0])
    assert host.session.state["machines"][0]["games"] == 1


def test_machines_are_saved_restored_and_reset():
    host = Host()
    start = host.session.snapshot.save()
    host.ask("train", games=10)
    trained = json.loads(json.dumps(host.session.snapshot.save()))
    again = host.ask("again")
    assert host.sent[-1] == ack(again)
    assert host.session.snapshot.save() == start
    assert host.session.state["machines"][0]["games"] == 0
    host.session.change(Machines.after_restoring, trained)
    assert host.session.snapshot.save() == trained
    with pytest.raises(ValueError, match="saved must be a dict with the keys Menace, not"):
        host.session.change(Machines.after_restoring, {"other": trained["Menace"]})
    two = Host({"a": Menace(seed=1), "b": Menace(seed=2)})
    before = two.session.snapshot.save()
    with pytest.raises(ValueError, match="kind"):
        two.session.change(
            Machines.after_restoring,
            {"a": trained["Menace"], "b": {**trained["Menace"], "kind": "q"}},
        )
    assert two.session.snapshot.save() == before


def test_new_opponent_plays_from_the_next_game():
    host = Host()
    request = host.ask("opponent", opponent="casual")
    assert host.sent == [ack(request)]
    assert host.session.state["opponent"] == "casual"
    host.ask("train", games=1)
    assert host.session.state["message"] == "Trained for 1 game against casual."


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind": "train", "games": 5}, "games must be 1, 10, 100 or 1000, not 5"),
        ({"kind": "train", "games": "5"}, "Bad request: games must be a whole number"),
        (
            {"kind": "opponent", "opponent": "ghost"},
            "opponent must be 'random', 'beginner', 'casual' or 'perfect', not 'ghost'",
        ),
        (
            {"kind": "play"},
            "Bad request: kind must be one of hello, train, stop, again, opponent, list",
        ),
    ],
)
def test_invalid_request_is_refused(fields, message):
    host = Host()
    before = host.session.state
    request = host.ask(**fields)
    assert host.sent == [ack(request, "bad", message)]
    assert host.session.state == before


def test_training_error_stops_it_and_is_shown():
    def learn(_game):
        raise ZeroDivisionError("no beads")

    menace = Menace(seed=1)
    host = Host({"Menace": menace})
    menace.learn = learn
    host.ask("train", games=10)
    state = host.session.state
    assert state["message"] == "The training stopped: ZeroDivisionError: no beads"
    assert (state["status"], state["played_count"]) == ("ready", 0)
    assert state["finding"] == ("The training stopped", "ZeroDivisionError: no beads")


@pytest.mark.parametrize(
    ("machines", "options", "error", "reason"),
    [
        ({}, {}, ValueError, "at least one machine"),
        (
            {"a": Menace(), "b": Menace(rules="misere")},
            {},
            ValueError,
            "must all have the same rules",
        ),
        ({"a": Menace()}, {"mark": "Z"}, ValueError, "mark must be 'X' or 'O'"),
        (
            {"a": Menace()},
            {"opponent": "expert"},
            ValueError,
            "opponent must be .*, not 'expert'",
        ),
        ({"": Menace()}, {}, ValueError, "the name of a machine"),
        (dict.fromkeys("ab", Menace()), {}, ValueError, "not contain the same machine twice"),
    ],
)
def test_invalid_machines_are_refused(machines, options, error, reason):
    with pytest.raises(error, match=reason):
        MatchboxSession(machines, **options)


def test_notakto_machine_plays_as_first():
    host = Host({"Menace": Menace(seed=1, rules="notakto")})
    state = host.session.state
    assert state["message"] == "Ready to play as First against random."
    assert state["intro"].endswith("First learns.")
    assert state["finding"][1] == "Press a number. Menace plays that many games as First."
    host.session.change(Machines.after_training, 1)
    (machine,) = host.session.state["machines"]
    assert " The moves were First " in machine["last"]
    assert ", Second " in machine["last"]
    assert not any(word in ("X", "O") for word in machine["last"].split())
