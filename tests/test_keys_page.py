"""What docs/keys.md says of keys and of what is read aloud is what the board does."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/keys.md").read_text()


def test_every_sentence_that_is_quoted_is_one_that_the_tests_hear():
    heard = (ROOT / "tests/frontend/speech.test.ts").read_text()
    quoted = re.findall(r'"([^"]+)"', PAGE)
    assert len(quoted) > 5
    assert [sentence for sentence in quoted if sentence not in heard] == []


def test_the_keys_of_the_whole_board_are_those_that_its_buttons_announce():
    buttons = "".join(path.read_text() for path in (ROOT / "frontend").rglob("*.ts"))
    announced = set(re.findall(r'"aria-keyshortcuts": "([^"]+)"', buttons))
    assert announced == set(re.findall(r"^\| (Shift\+\w) ", PAGE, re.MULTILINE))
