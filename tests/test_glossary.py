"""Every name in code type in the glossary exists in the package."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROWS = [
    [part.strip() for part in line.strip("|").split("|")]
    for line in (ROOT / "docs/glossary.md").read_text().splitlines()
    if line.startswith("|") and not line.startswith("|---")
][1:]


def test_glossary_names_exist():
    source = "\n".join(path.read_text() for path in (ROOT / "tictactoe_widget").rglob("*.py"))
    names = {
        name
        for _, meaning in ROWS
        for quoted in re.findall(r"`([^`]+)`", meaning)
        for name in quoted.split(".")
        if not re.fullmatch(r"[a-z]\d+", name)  # a coordinate
    }
    assert len(names) > 5
    assert not {name for name in names if not re.search(rf"\b{name}\b", source)}
