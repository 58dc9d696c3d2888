"""Pictures in outputs: beside the live board, of a game, and where nothing runs."""

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import expect

from tests.support.hosts import until
from tests.support.svg import Picture

BOARD = """\
from tictactoe_widget import Game, TicTacToe
board = TicTacToe()
board.play(4)
board"""
GAME = "Game(moves=(4, 0, 8))"
BOTH = pytest.mark.parametrize("host", ["lab", "notebook"])


def outputs_in(server, notebook):
    """Save a notebook by its menu and return the outputs in the file, by cell."""
    notebook.choose("File", "Save Notebook")
    path = server.files / notebook.name

    def saved():
        cells = nbformat.read(path, as_version=4).cells
        return [cell.outputs for cell in cells] if all(c.outputs for c in cells) else None

    return until(saved, "the notebook is saved with its outputs")


def is_drawn(image):
    """Wait until a picture has arrived; return its width and height."""
    image.wait_for()
    until(lambda: image.evaluate("one => one.complete"), "the picture is loaded")
    return image.evaluate("one => [one.naturalWidth, one.naturalHeight]")


@BOTH
def test_the_live_board_is_what_is_shown_and_a_picture_is_saved(
    open_notebook, server, theme, host, screenshots
):
    notebook = open_notebook(BOARD, GAME, host=host)
    notebook.run(0)
    board = notebook.board(0)
    board.shows(".../.X./...", "Player O's turn")
    expect(notebook.output(0).locator("img")).to_have_count(0)
    board.click(1)
    board.shows("O../.X./...", "Player X's turn")

    notebook.run(1)
    assert is_drawn(notebook.output(1).locator("img")) == [230, 230]
    notebook.output(1).screenshot(path=screenshots / f"{host}-{theme}-game.png")

    (live,), (game,) = outputs_in(server, notebook)
    assert Picture.read(live.data["image/svg+xml"]).marks == {(1, 1): "X"}
    assert "application/vnd.jupyter.widget-view+json" in live.data
    assert game.data["text/plain"] == GAME

    others = server.connections(notebook.name)
    notebook.page.reload()
    notebook.wait_until_connected(server, others - 1)
    board.shows("O../.X./...", "Player X's turn")
    expect(notebook.output(0).locator("img")).to_have_count(0)
    board.click(9)
    board.shows("O../.X./..X", "Player O's turn")
    assert is_drawn(notebook.output(1).locator("img")) == [230, 230]


def test_a_reader_without_a_kernel_or_a_network_sees_the_pictures(
    open_notebook, server, browser, tmp_path, screenshots
):
    notebook = open_notebook(BOARD, GAME)
    notebook.run_all()
    notebook.board(0).shows(".../.X./...", "Player O's turn")
    is_drawn(notebook.output(1).locator("img"))
    outputs_in(server, notebook)

    saved = nbformat.read(server.files / notebook.name, as_version=4)
    saved.metadata.pop("widgets", None)
    page_text, _ = HTMLExporter().from_notebook_node(saved)
    (tmp_path / "page.html").write_text(page_text)
    context = browser.new_context(offline=True)
    try:
        page = context.new_page()
        page.goto((tmp_path / "page.html").as_uri())
        pictures = page.locator(".jp-OutputArea-output img")
        expect(pictures).to_have_count(2)
        for picture in pictures.all():
            assert is_drawn(picture) == [230, 230]
        page.screenshot(path=screenshots / "exported.png", full_page=True)
    finally:
        context.close()
