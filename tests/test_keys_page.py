"""docs/keys.md matches the board's keys and spoken sentences."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/keys.md").read_text()


def test_quoted_sentences_are_spoken():
    heard = (ROOT / "tests/frontend/speech.test.ts").read_text()
    quoted = re.findall(r'"([^"]+)"', PAGE)
    assert len(quoted) > 5
    assert [sentence for sentence in quoted if sentence not in heard] == []


def test_listed_keys_match_buttons():
    buttons = "".join(path.read_text() for path in (ROOT / "frontend").rglob("*.ts"))
    announced = set(re.findall(r'"aria-keyshortcuts": "([^"]+)"', buttons))
    listed = re.findall(r"^\| ((?:Shift|Ctrl)\+\w) ", PAGE, re.MULTILINE)
    assert announced == {key.replace("Ctrl", "Control") for key in listed}
