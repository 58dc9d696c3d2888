"""Pictures in outputs: with a live board, of a game, and where nothing runs."""

import pytest
from playwright.sync_api import expect

from tests.support.hosts.contexts import make_context
from tests.support.hosts.jupyter import until
from tests.support.models.svg_reader import Picture
from tests.support.scenes.scripts import ROOT
from tictactoe_widget import NAMED, Game, analyze, play_match
from tictactoe_widget.classroom import check

BOARD = """\
from tictactoe_widget import Game, TicTacToe
board = TicTacToe()
board.play(4)
board"""
GAME = "Game(moves=(4, 0, 8))"
BOTH = pytest.mark.parametrize(
    "host", ["lab", pytest.param("notebook", marks=pytest.mark.long)]
)


def outputs_in(server, notebook):
    """Save a notebook through its menu. Return the outputs in the file by cell."""
    import nbformat  # noqa: PLC0415 - it takes seconds

    notebook.choose("File", "Save Notebook")
    path = server.files / notebook.name

    def saved():
        try:
            cells = nbformat.read(path, as_version=4).cells
        except nbformat.reader.NotJSONError:  # the server is still writing it
            return None
        return [cell.outputs for cell in cells] if all(c.outputs for c in cells) else None

    return until(saved, "the notebook is saved with its outputs")


def is_drawn(image):
    """Wait until a picture has loaded. Return its width and height."""
    image.wait_for()
    until(lambda: image.evaluate("one => one.complete"), "the picture is loaded")
    return image.evaluate("one => [one.naturalWidth, one.naturalHeight]")


@BOTH
def test_board_picture_saved_in_notebook(open_notebook, server, theme, host, screenshots):
    notebook = open_notebook(BOARD, GAME, host=host, alone=True)  # reloaded
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

    notebook.reload(server)
    board.shows("O../.X./...", "Player X's turn")
    expect(notebook.output(0).locator("img")).to_have_count(0)
    board.click(9)
    board.shows("O../.X./..X", "Player O's turn")
    assert is_drawn(notebook.output(1).locator("img")) == [230, 230]


LIGHT, DARK = "rgb(255, 255, 255)", "rgb(33, 30, 41)"


def paper_of(page):
    """Return the pictures' background colour."""
    return page.locator("svg").first.evaluate(
        "svg => getComputedStyle(svg.querySelector('rect')).fill"
    )


@pytest.fixture
def open_text(browser, tmp_path):
    """Return a function that opens a file with this text as a page."""

    def make(name, text, scheme):
        (tmp_path / name).write_text(text)
        page = make_context(browser, color_scheme=scheme).new_page()
        pages.append(page)
        page.goto((tmp_path / name).as_uri())
        return page

    pages = []
    yield make
    for page in pages:
        page.context.close()


@pytest.mark.parametrize(("scheme", "paper"), [("light", LIGHT), ("dark", DARK)])
def test_standalone_picture_follows_scheme(open_text, scheme, paper):
    page = open_text("game.svg", Game().to_svg(), scheme)
    assert paper_of(page) == paper
    page.emulate_media(media="print", color_scheme=scheme)
    assert paper_of(page) == LIGHT


# The browser's scheme differs from the page's. With equal schemes, nothing could go wrong.
@pytest.mark.parametrize(
    ("attribute", "paper", "scheme"),
    [
        ("data-jp-theme-light=true", LIGHT, "dark"),
        ("data-jp-theme-light=false", DARK, "light"),
        ("class=dark", DARK, "light"),
        ("lang=en", LIGHT, "dark"),  # a page with only one scheme
    ],
)
def test_embedded_picture_follows_page(open_text, scheme, attribute, paper):
    game = Game(moves=(4, 0, 8))
    shown = [
        NAMED["ultimate"]._repr_html_(),
        game.to_svg(values=analyze(game)),
        analyze(game)._repr_html_(),
        play_match("perfect", "random", games=1)._repr_html_(),
    ]
    if attribute == "lang=en":  # a report has its page's background
        shown.append(check(lambda _board: None, "flat", "winner")._repr_html_())
    body = f"<h1>Displays</h1><h2>All</h2><h3>Reports</h3>{''.join(shown)}"
    head = "<!doctype html><html lang=en><title>Displays</title>"
    text = f"{head}<body><main {attribute}>{body}</main></body></html>"
    page = open_text("page.html", text, scheme)
    assert paper_of(page) == paper
    page.add_script_tag(path=ROOT / "node_modules/axe-core/axe.min.js")
    found = page.evaluate("axe.run().then((result) => result.violations.map((one) => one.id))")
    assert found == []
    page.emulate_media(media="print", color_scheme=scheme)
    assert paper_of(page) == LIGHT


def test_notebook_board_shared_without_link(open_plain, tmp_path):
    plain, [board] = open_plain(pages=[{"permissions": ["clipboard-read", "clipboard-write"]}])
    plain.play(4, 0)
    page = board.root.page
    board.button("More").click()
    page.get_by_role("button", name="Share").click()
    sheet = page.get_by_role("dialog", name="Share")
    # The first one closes the sheet.
    assert sheet.get_by_role("button").all_text_contents() == [
        "",
        "Copy text",
        "Save picture",
        "Save animation",
    ]
    sheet.get_by_role("button", name="Copy text").click()
    expect(sheet.get_by_role("status")).to_have_text("Text copied")
    assert page.evaluate("navigator.clipboard.readText()").splitlines() == [
        "Tic-tac-toe: Player X's turn.",
        *("\u2b55\u2b1c\u2b1c", "\u2b1c\u274c\u2b1c", "\u2b1c\u2b1c\u2b1c"),
    ]
    for name, start in (("picture", b"\x89PNG"), ("animation", b"GIF89a")):
        with page.expect_download() as download:
            sheet.get_by_role("button", name=f"Save {name}").click()
        download.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
