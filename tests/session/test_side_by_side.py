"""Random requests and calls, compared with a simple model of a session."""

from dataclasses import dataclass, field
from itertools import pairwise
from unittest import mock

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
)

from tests.support.models.naive_rules import NaiveGame
from tests.support.scenes.lessons import LESSON, READ, STARTS, WIN, NaiveCourse
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ask
from tictactoe_widget import MNK
from tictactoe_widget.classroom import LESSONS

NAMES = st.sampled_from(["Ada", "Grace", "Player X", "Player O"])

STANDARD = (3, 3, 3, False)
"""Size of the lesson's board."""

NO_SCORES = {"X": 0, "O": 0, "draws": 0}


@dataclass
class NaiveTable:
    """A session as you'd keep it on paper."""

    size: tuple
    moves: list = field(default_factory=list)
    round: int = 1
    scores: dict = field(default_factory=NO_SCORES.copy)
    names: dict = field(default_factory=lambda: {"X": "Player X", "O": "Player O"})
    viewed: int | None = None
    is_practice: bool = False
    activity: NaiveCourse | None = None
    solved: set = field(default_factory=set)

    def open(self, activity):
        self.round += 1
        self.activity = activity
        self.note()
        return "ok"

    def note(self):
        """Note the current step as solved if it is."""
        if self.activity.state in ("read", "right"):
            self.solved.add(self.activity.step)

    def lesson(self, name):
        if name == "":
            if self.activity is not None:
                self.leave()
            return "ok"
        if name != "five":
            return "bad"
        unsolved = [step for step in range(len(STARTS)) if step not in self.solved]
        return self.open(NaiveCourse(unsolved[0] if unsolved else READ))

    def leave(self):
        self.round += self.activity is not None
        self.activity = None

    def lesson_step(self, to):
        if self.activity is None or not 0 <= to < len(STARTS):
            return "bad"
        return self.open(NaiveCourse(to))

    def again(self):
        return "bad" if self.activity is None else self.open(self.activity.again())

    def hint(self):
        if self.activity is None or self.activity.step != WIN:
            return "bad"
        self.activity.has_hint = True
        return "ok"

    def card(self):
        return "ok"

    def study(self, cell):
        """Make a person's move in a lesson."""
        is_retried = self.activity.state == "wrong"
        code = self.activity.play(cell)
        self.round += is_retried and code == "ok"
        self.note()
        return code

    @property
    def ply(self):
        """Number of marks on the board."""
        if self.activity is None:
            return len(self.moves)
        return 9 - self.activity.boards[-1].count(".")

    def game(self, ply=None):
        rows, columns, k, misere = self.size
        game = NaiveGame(rows, columns, k, misere=misere)
        for cell in self.moves[:ply]:
            game.play(cell)
        return game

    def play(self, cell):
        """Make a person's move and return the answer's code."""
        if self.activity is not None:
            looks_back = self.activity.viewed is not None and self.activity.state != "wrong"
            return "illegal" if looks_back else self.study(cell)
        before = self.game()
        if self.viewed is not None:
            return "illegal"
        if not 0 <= cell < self.size[0] * self.size[1]:
            return "illegal"
        if before.is_over:
            return "over"
        if cell not in before.legal:
            return "illegal"
        self.moves.append(cell)
        after = self.game()
        if after.is_over and not self.is_practice:
            self.scores[after.winner or "draws"] += 1
        return "ok"

    def view(self, to):
        if self.activity is not None:
            last = len(self.activity.boards) - 1
            if to is not None and not 0 <= to <= last:
                return "bad"
            self.activity.viewed = None if to == last else to
            return "ok"
        if to is not None and not 0 <= to <= len(self.moves):
            return "bad"
        self.viewed = None if to == len(self.moves) else to
        return "ok"

    def new_game(self):
        self.leave()
        self.moves = []
        self.round += 1
        self.viewed = None
        self.is_practice = False
        return "ok"

    def reset_scores(self):
        if self.activity is not None and self.size != STANDARD:
            return "ok"
        self.scores = dict(NO_SCORES)
        return "ok"

    def hello(self):
        return "ok"

    def rename(self, mark, name):
        self.names[mark] = name
        return "ok"

    def names_swapped(self):
        """Return the names after a swap of sides. Default names don't move."""
        names = {}
        for mark, other in ("XO", "OX"):
            is_plain = self.names[other] == f"Player {other}"
            names[mark] = f"Player {mark}" if is_plain else self.names[other]
        return names

    def swap(self):
        self.names = self.names_swapped()
        self.scores["X"], self.scores["O"] = self.scores["O"], self.scores["X"]
        return self.new_game()

    def play_from(self, to):
        if self.activity is not None:
            return "bad"
        if not 0 <= to <= len(self.moves) or self.game(to).is_over:
            return "bad"
        moves = self.moves[:to]
        self.new_game()
        self.moves, self.is_practice = moves, to > 0
        return "ok"

    def undo(self):
        if self.activity is not None or not self.moves:
            return "bad"
        is_practice = self.is_practice or self.game().is_over
        moves = self.moves[:-1]
        self.new_game()
        self.moves, self.is_practice = moves, is_practice and len(moves) > 0
        return "ok"

    def start(self, rules, x, o, x_name, o_name):  # noqa: ARG002 - unchanged in these tests
        was = dict(self.names)
        swapped = self.names_swapped()
        self.names = {"X": x_name, "O": o_name}
        if self.names == swapped != was:
            self.scores["X"], self.scores["O"] = self.scores["O"], self.scores["X"]
        return self.new_game()

    def nobody_to_watch(self, *_):
        return "bad"

    pause = step = nobody_to_watch

    def message(self, ply=None):
        """Return the message after `ply` moves."""
        game = self.game(ply)
        if not game.is_over:
            return f"{self.names[game.player]}'s turn"
        return f"{self.names[game.winner]} wins!" if game.winner else "It's a draw!"


class SideBySide(RuleBasedStateMachine):
    """Random requests and calls, on the session and on paper."""

    requests = Bundle("requests")
    sizes = st.sampled_from(
        [(3, 3, 3, False), (3, 3, 3, True), (2, 3, 2, False), (1, 4, 3, False)]
    )

    def __init__(self):
        super().__init__()
        self.lessons = mock.patch.dict(LESSONS, five=LESSON)
        self.lessons.start()

    def teardown(self):
        self.lessons.stop()

    @initialize(size=sizes)
    def sit_down(self, size):
        rows, columns, k, misere = size
        self.host = RecordingHost(MNK(rows, columns, k, misere=misere))
        self.paper = NaiveTable(size)

    def arrive(self, request, code):
        self.host.send(request)
        reply = self.host.sent[-1]
        assert reply["code"] == code
        assert (reply["request"], reply["client"]) == (request["request"], request["client"])
        return multiple((request, reply))

    def expect(self, kind, *, late=0, **arguments):
        """Send a request from a client that is `late` plies behind."""
        ply = self.paper.ply
        request = ask(kind, round=self.paper.round, ply=ply - late, **arguments)
        if late and kind == "play":
            return self.arrive(request, "stale")
        return self.arrive(request, getattr(self.paper, kind)(*arguments.values()))

    @rule(target=requests, choice=st.integers(0, 8))
    def request_a_legal_move(self, choice):
        legal = self.paper.game().legal
        return self.expect("play", cell=legal[choice % len(legal)] if legal else choice)

    @rule(target=requests, cell=st.integers(-1, 9), late=st.sampled_from([0, 0, 1, -1, 2]))
    def request_any_move(self, cell, late):
        return self.expect("play", cell=cell, late=late)

    @rule(target=requests, to=st.none() | st.integers(-1, 9), late=st.integers(0, 2))
    def request_a_view(self, to, late):
        return self.expect("view", to=to, late=late)

    @rule(
        target=requests,
        kind=st.sampled_from(
            [
                "new_game",
                "reset_scores",
                "hello",
                "swap",
                "undo",
                "step",
                "again",
                "hint",
                "card",
            ]
        ),
    )
    def request_without_arguments(self, kind):
        return self.expect(kind)

    @rule(target=requests, name=st.sampled_from(["five", "five", "five", "", "sonnets"]))
    def request_a_lesson(self, name):
        return self.expect("lesson", name=name)

    @rule(target=requests, to=st.integers(-1, 5))
    def request_a_step(self, to):
        return self.expect("lesson_step", to=to)

    @precondition(lambda self: self.paper.activity)
    @rule(target=requests, choice=st.integers(0, 8))
    def request_a_move_in_the_lesson(self, choice):
        free = [at for at, mark in enumerate(self.paper.activity.boards[-1]) if mark == "."]
        return self.expect("play", cell=free[choice % len(free)] if free else choice)

    @rule(target=requests, mark=st.sampled_from("XO"), name=NAMES)
    def request_a_name(self, mark, name):
        return self.expect("rename", mark=mark, name=name)

    @rule(target=requests, to=st.integers(-1, 9))
    def request_to_play_from(self, to):
        return self.expect("play_from", to=to)

    @rule(target=requests, x_name=NAMES, o_name=NAMES)
    def request_a_start(self, x_name, o_name):
        rows, columns, k, misere = self.paper.size
        rules = MNK(rows, columns, k, misere=misere).name
        return self.expect(
            "start", rules=rules, x="human", o="human", x_name=x_name, o_name=o_name
        )

    @rule(target=requests, on=st.booleans())
    def request_a_pause(self, on):
        return self.expect("pause", on=on)

    @rule(earlier=requests)
    def repeat_a_request(self, earlier):
        request, reply = earlier
        logged = len(self.host.log)
        self.host.send(request)
        assert self.host.log[logged:] == [("send", reply)]

    @rule(cell=st.integers(-1, 9))
    def play_in_python(self, cell):
        if self.paper.activity is not None:
            if self.paper.study(cell) == "ok":
                self.host.session.play(cell)
                return
            with pytest.raises(ValueError, match=r"^(Press|Solved|There's|Invalid|Position)"):
                self.host.session.play(cell)
            return
        if self.paper.game().is_over or cell not in self.paper.game().legal:
            with pytest.raises(
                ValueError, match=r"Position already taken|Invalid|Game is over"
            ):
                self.host.session.play(cell)
            return
        self.paper.viewed = None
        self.paper.play(cell)
        self.host.session.play(cell)

    @rule(mark=st.sampled_from("XO"), name=NAMES)
    def rename(self, mark, name):
        self.paper.names[mark] = name
        self.host.session.rename({mark: name})

    @invariant()
    def both_show_the_same(self):
        state, paper, game = self.host.state, self.paper, self.paper.game()
        assert (state["round"], state["names"]) == (paper.round, paper.names)
        five = state["lessons"][-1]
        assert (five["name"], five["solved"]) == ("five", len(paper.solved))
        if paper.activity is not None:
            self.both_show_the_same_lesson(state, paper.activity)
            return
        assert state["activity"] is None
        assert state["board"] == game.board
        assert state["moves"] == tuple(paper.moves)
        assert state["move_count"] == len(paper.moves)
        assert state["legal_moves"] == tuple(game.legal)
        assert state["winner"] == game.winner
        assert set(state["winning_lines"]) == game.lines
        assert state["is_over"] == game.is_over
        assert state["is_draw"] == (game.is_over and game.winner is None)
        assert state["scores"] == paper.scores
        assert state["message"] == paper.message()
        assert state["viewed_ply"] == paper.viewed
        if paper.viewed is None:
            assert state["viewed"] is None
        else:
            assert state["viewed"]["board"] == paper.game(paper.viewed).board
            assert state["viewed"]["message"] == paper.message(paper.viewed)

    def both_show_the_same_lesson(self, state, lesson):
        shown = state["activity"]
        board = "".join(mark or "." for mark in state["board"])
        lesson.settle(board)
        assert board == lesson.boards[-1]
        assert (shown["step"], shown["state"]) == (lesson.step, lesson.state)
        assert (shown["tries"], bool(shown["hint"])) == (lesson.tries, lesson.has_hint)
        assert shown["solved"] == tuple(step in self.paper.solved for step in range(5))
        free = tuple(at for at, mark in enumerate(lesson.open_boards[-1]) if mark == ".")
        awaits_move = lesson.state in ("open", "on", "wrong")
        assert state["legal_moves"] == (free if awaits_move else ())
        assert bool(shown["feedback"]) == (lesson.state in ("on", "right", "wrong"))
        is_own = self.paper.size == STANDARD
        assert state["scores"] == (self.paper.scores if is_own else NO_SCORES)
        assert state["viewed_ply"] == lesson.viewed
        if lesson.viewed is not None:
            viewed = "".join(mark or "." for mark in state["viewed"]["board"])
            assert viewed == lesson.boards[lesson.viewed]
        assert "Ada" not in state["message"]
        assert "Grace" not in state["message"]

    @invariant()
    def published_changes_give_the_state(self):
        assert self.host.mirror == self.host.state
        assert all(self.host.told)
        assert not any(
            before == after and before[0] == "publish"
            for before, after in pairwise(self.host.log)
        )


SideBySide.TestCase.settings = settings(max_examples=30, stateful_step_count=40)
TestSideBySide = SideBySide.TestCase
