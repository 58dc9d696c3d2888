"""Damaged page files in Firefox and WebKit. tests/soak tries all of them in Chromium."""

import pytest

from tests.support.hosts.engine_board import LOADING, EngineBoard, open_page
from tests.support.hosts.file_faults import (
    FAULTS,
    OF_PAGE,
    PYODIDE,
    WASM,
    words_of_page,
    words_of_start,
)
from tests.support.hosts.jupyter import until


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("page.js", "cut"),
        ("widget.js", "refused"),
        ("worker.js", "empty"),
        (f"{PYODIDE}pyodide.js", "cut"),
        (WASM, "one bit"),
        (WASM, "stalled"),
    ],
)
def test_retry_after_damaged_file(engine, site, name, fault):
    is_of_page = name in OF_PAGE
    words = (words_of_page if is_of_page else words_of_start)(name, fault)
    box = "#lost" if is_of_page else "#notice"
    site.headers["Cache-Control"] = "max-age=3600"
    site.faults[name] = FAULTS[fault]((site.folder / name).read_bytes())
    engine.open(site.url)
    board = EngineBoard(engine)
    if not is_of_page:
        engine.click(board.cell(5))
    until(lambda: words in engine.text(box), words, LOADING)
    site.faults.clear()
    engine.click(f"{box} button", "Try again")
    until(lambda: engine.look("body[data-python]"), "Python plays", LOADING)
    # Ignore the browser's own error about the file.
    engine.troubles.clear()
    if is_of_page:
        engine.click(board.cell(5))
    board.shows(".../.X./...", "Player O's turn")
    assert not engine.look(box)
    open_page(engine, site).shows(".../.X./...", "Player O's turn")
    assert not engine.look(box)
