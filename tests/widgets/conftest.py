"""Fixtures: every widget records the messages that it sends."""

import comm
import ipywidgets
import pytest

from tests.support.scenes.comms import RecordingComm
from tictactoe_widget import TicTacToe


@pytest.fixture(autouse=True)
def recording(monkeypatch):
    monkeypatch.setattr(comm, "create_comm", RecordingComm)
    yield
    ipywidgets.Widget.close_all()


@pytest.fixture
def board():
    return TicTacToe()
