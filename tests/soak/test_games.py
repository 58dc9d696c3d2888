"""Thousands of games from several clients: no move is lost or repeated.

The tests compare the session with a simple model, `Paper`.
"""

import signal
from queue import Empty
from random import Random

import pytest
from jupyter_client.manager import start_new_kernel

from tests.support.models.shared_table import Paper
from tests.support.scenes.requests import on_threads
from tictactoe_widget.session import Session

GAMES = 10_000
CLIENTS = 4
GAMES_OVER_ZMQ = 200
GAMES_OF_A_KERNEL = 100


def test_four_clients_share_a_session():
    paper = Paper()
    session = Session(publish=paper.publish, send=paper.send)
    requests, faults, sent = {}, [], [0] * CLIENTS

    def play(number):
        random = Random(number)
        try:
            while paper.games < GAMES and not faults:
                request = paper.request(random, f"client {number}")
                requests[request["request"]] = request
                for _ in range(random.choice((1, 1, 1, 2))):
                    session.handle(dict(request))
                    sent[number] += 1
        except Exception as fault:  # noqa: BLE001 - the test asserts that there is none
            faults.append(fault)

    on_threads(play, CLIENTS)
    assert faults == paper.faults == []
    assert paper.forgotten < paper.answered / 1_000
    assert paper.games >= GAMES
    assert paper.answered == sum(sent)
    assert paper.answers.keys() == requests.keys()
    assert paper.moves_granted(requests) == paper.moves
    assert {"ok", "stale", "illegal"} <= {one["code"] for one in paper.answers.values()}
    assert "internal" not in {one["code"] for one in paper.answers.values()}


class KernelConnection:
    """A front end's connection to a board in a real kernel."""

    def __init__(self, client, paper):
        self.client, self.paper = client, paper
        self.run("from tictactoe_widget import TicTacToe; board = TicTacToe()")
        self.comm = self.value("board.model_id")
        self.receive(1)

    def run(self, code):
        reply = self.client.execute_interactive(code, output_hook=lambda _: None, timeout=60)
        assert reply["content"]["status"] == "ok", reply["content"]

    def value(self, expression):
        reply = self.client.execute(
            "", user_expressions={"it": expression}, reply=True, timeout=60
        )
        return eval(reply["content"]["user_expressions"]["it"]["data"]["text/plain"])  # noqa: S307 - a literal of our own kernel

    def send(self, request):
        data = {"method": "custom", "content": request}
        message = self.client.session.msg("comm_msg", {"comm_id": self.comm, "data": data})
        self.client.shell_channel.send(message)

    def receive(self, seconds):
        """Follow messages until an answer arrives or time is up. Return whether it arrived."""
        while True:
            try:
                message = self.client.get_iopub_msg(timeout=seconds)
            except Empty:
                return False
            content = message["content"]
            if message["msg_type"] != "comm_msg" or content["comm_id"] != self.comm:
                continue
            data = content["data"]
            if data["method"] == "custom":
                self.paper.send(data["content"])
                return True
            if data["method"] == "update":
                self.paper.publish(data["state"])


@pytest.fixture
def kernel():
    manager, client = start_new_kernel()
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def test_games_over_zmq_survive_restarts(kernel):
    (manager, client), paper, random = kernel, Paper(), Random(1)
    requests, sent = {}, 0
    line = KernelConnection(client, paper)
    stopped = 0
    killed = 0
    while paper.games < GAMES_OVER_ZMQ:
        request = paper.request(random, "person")
        requests[request["request"]] = request
        times = 1
        if random.random() < 0.01:
            # The kernel is frozen. The board waits, and the user presses Retry.
            manager.signal_kernel(signal.SIGSTOP)
            line.send(request)
            assert not line.receive(0.05)
            manager.signal_kernel(signal.SIGCONT)
            stopped += 1
            times = 1 + (random.random() < 0.8)
            if times == 2:
                line.send(request)
        else:
            line.send(request)
        for _ in range(times):
            assert line.receive(60)
        sent += times
        if paper.games // GAMES_OF_A_KERNEL > killed:
            killed += 1
            saved = line.value("board.save()")
            before = dict(paper.shown)
            manager.restart_kernel(now=True)
            client.wait_for_ready(timeout=60)
            line = KernelConnection(client, paper)
            paper.shown, paper.game = {**before, "moves": []}, type(paper.game)(3, 3, 3)
            line.run(f"board.restore({saved!r})")
            assert line.value("board.moves") == tuple(before["moves"])
            assert line.value("board.scores") == before["scores"]
            line.run("board.new_game()")
            paper.shown["round"] = line.value("board.round")
            paper.shown.update(moves=[], move_count=0, is_over=False, winner=None)
    assert killed >= GAMES_OVER_ZMQ // GAMES_OF_A_KERNEL - 1
    assert stopped > 10
    assert paper.faults == []
    assert paper.forgotten == 0
    assert paper.answered == sent
    assert paper.moves_granted(requests) == paper.moves
