"""Solutions and teachers' versions must not be on a class's site."""

import ast
import gzip
import io
import re
import zipfile
from pathlib import Path

import pytest

from tests.support.scenes.scripts import ROOT

TEACHER = ROOT / "teacher"
# Files that only teachers should see.
FILES = [path for path in TEACHER.iterdir() if path.is_file() and path.name != "README.md"]


def sayings(source):
    """Return the longest run of plain words in each docstring, unless it's short."""
    nodes = ast.walk(ast.parse(source))
    strings = (
        node.value.value
        for node in nodes
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
    found = (max(re.findall(r"[\w ,:]+", text), key=len).strip() for text in strings)
    return {words for words in found if len(words) > 25}


def answers(text):
    """Return the longest run of plain words in each solution line, unless it's short."""
    found = (
        max(re.findall(r"[\w ,:]+", line), key=len).strip()
        for line in text.split("\n## ", 1)[1].splitlines()
        if line and not line.startswith("## ")
    )
    return {words for words in found if len(words) > 45}


def contents(name, data):
    """Yield a file's bytes, and the bytes of files packed in it."""
    yield name, data
    if data[:2] == b"\x1f\x8b":
        yield from contents(name, gzip.decompress(data))
    elif data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            for inner in packed.namelist():
                yield from contents(f"{name}/{inner}", packed.read(inner))


@pytest.fixture(scope="module")
def find_leaks():
    """Return a function that finds teachers' texts in a file's bytes."""
    source = (TEACHER / "teaching_solutions.py").read_text()
    said = [b"BEGIN SOLUTION", *(words.encode() for words in sayings(source))]
    assert len(said) > 20
    told = answers((TEACHER / "term.md").read_text())
    assert len(told) > 50
    said += [words.encode() for words in told]

    def look(name, data):
        return [(name, words) for words in said if words in data]

    return look


def test_no_solutions_on_site(built_site, find_leaks):
    names = {path.name for path in FILES}
    for path in sorted(built_site.rglob("*")):
        assert path.name not in names, path
        if path.is_file():
            for name, data in contents(Path(path.name), path.read_bytes()):
                assert find_leaks(name, data) == []
