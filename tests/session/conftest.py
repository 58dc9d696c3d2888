"""Fixtures for the session tests."""

import pytest

from tests.support.scenes.recording_host import RecordingHost


@pytest.fixture
def host():
    """Host with a new session: standard rules, two people."""
    return RecordingHost()
