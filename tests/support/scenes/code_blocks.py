"""Code blocks in a Markdown page, run one after the other as a reader would."""

import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^<!--.*?-->$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block on a page."""

    # Language of the block: "python", "pycon", "sh", or "" if it has none.
    language: str
    # Number of the line before the block's first line.
    line: int
    # Text of the block.
    text: str


def blocks_of(text: str) -> Iterator[Block]:
    """Return a page's blocks in order, except blocks in comments."""
    shown = _COMMENT.sub(lambda hidden: "\n" * hidden[0].count("\n"), text)
    for found in _FENCE.finditer(shown):
        yield Block(found[1], shown.count("\n", 0, found.start(2)), found[2])


def run_block(block: Block, page: Path, names: dict[str, Any]) -> None:
    """Run a Python block with the names that earlier blocks defined.

    Raises
    ------
    AssertionError
        If an example prints something different from the page.
    Exception
        If the block raises it.
    """
    if block.language == "python":
        code = compile("\n" * block.line + block.text, str(page), "exec")
        exec(code, names)  # noqa: S102 - our own pages
        return
    example = doctest.DocTestParser().get_doctest(
        block.text, names, page.name, str(page), block.line
    )
    example.globs = names  # the test has a copy
    told: list[str] = []
    done = doctest.DocTestRunner().run(example, out=told.append, clear_globs=False)
    assert done.attempted, f"{page}:{block.line}: no example"
    assert not done.failed, "".join(told)


def commands_of(block: Block) -> list[str]:
    """Return the commands in a shell block, without comments."""
    lines = block.text.replace("\\\n", " ").splitlines()
    return [
        command
        for line in lines
        if (command := re.sub(r"\s+", " ", line.partition("#")[0]).strip())
    ]
