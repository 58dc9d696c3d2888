"""What the tests of a session share."""

import pytest

from tests.support.scenes.recording_host import RecordingHost


@pytest.fixture
def host():
    """A host of a new session: standard rules, two people."""
    return RecordingHost()
