"""The built manual: names, links, no other hosts, and correct boards."""

import html
import inspect
import json
import re
import sys
import zlib
from importlib import import_module
from urllib.parse import unquote, urlsplit

import pytest

import tictactoe_widget
import tictactoe_widget.classroom
from tests.support.models.svg_reader import Picture
from tests.support.scenes.scripts import start
from tictactoe_widget import Game

BOARD = re.compile(r'<figure class="board"><a href="([^"#]*)#([^"]*)"><img src="([^"]*)"')
LINKS = re.compile(r'<(?:a|img|link|script)\b[^>]*?\b(href|src)="([^"]*)"')


@pytest.fixture(scope="module")
def pages(built_site):
    """Return the text of each page in the manual, by path."""
    return {
        path: path.read_text("utf-8") for path in sorted((built_site / "docs").rglob("*.html"))
    }


def inventory(path):
    """Return the Python objects in an objects.inv, each with its reference page."""
    lines = path.read_bytes().split(b"\n", 4)
    assert lines[:3] == [
        b"# Sphinx inventory version 2",
        b"# Project: tictactoe_widget",
        b"# Version: " + tictactoe_widget.__version__.encode(),
    ]
    entries = map(str.split, zlib.decompress(lines[4]).decode().splitlines())
    return {
        name: re.findall(r"reference/(\w+)\.html", where)[0]
        for name, kind, _, where, *_ in entries
        if kind.startswith("py:")
    }


def test_public_names_in_inventory(built_site):
    names = inventory(built_site / "docs/objects.inv")
    wanted = {
        f"{module.__name__}.{name}"
        for module in (tictactoe_widget, tictactoe_widget.classroom)
        for name in module.__all__
        if not name.startswith("__")
    }
    # A name in both modules is listed under the shorter one.
    wanted -= {f"tictactoe_widget.classroom.{name}" for name in tictactoe_widget.__all__}
    assert wanted - names.keys() == set()
    assert {
        "tictactoe_widget.Game.from_link",
        "tictactoe_widget.Game.play",
        "tictactoe_widget.TicTacToe.winner",
    } <= names.keys()


def test_names_on_right_page(built_site):
    modules = (tictactoe_widget, tictactoe_widget.classroom)
    elsewhere = {}
    for name, page in inventory(built_site / "docs/objects.inv").items():
        module, _, own = name.rpartition(".")
        if any(name.startswith(f"{m.__name__}.") and own in m.__all__ for m in modules):
            assert page != "extending", name
        elif module.rpartition(".")[2].islower():  # not a method or field of a class
            elsewhere[name] = page
    assert set(elsewhere.values()) == {"extending"}
    for name in elsewhere:
        module, _, own = name.rpartition(".")
        assert hasattr(import_module(module), own)


def test_no_docstrings_of_builtin_types(pages, built_site):
    own = [inspect.cleandoc(kind.__doc__).splitlines()[0] for kind in (tuple, dict, str)]
    for path, text in pages.items():
        shown = html.unescape(re.sub("<[^>]+>", "", text))
        assert [line for line in own if line in shown] == [], path.relative_to(built_site)


def test_boards_match_their_links(pages, built_site):
    seen = 0
    for path, text in pages.items():
        for address, link, picture in BOARD.findall(text):
            game = Game.from_link(html.unescape(link))
            svg = (path.parent / picture).resolve().read_text("utf-8")
            drawn = Picture.read(svg).marks
            layout = game.rules.layout
            marks = [game.board[cell] for cell in layout.cells]
            assert drawn == {
                divmod(at, layout.columns): mark for at, mark in enumerate(marks) if mark
            }
            assert (path.parent / address).resolve() == built_site
            seen += 1
    assert seen > 8


def test_links_work(pages, built_site):
    texts = {**pages, built_site / "index.html": (built_site / "index.html").read_text()}
    for path, text in texts.items():
        for kind, target in LINKS.findall(text):
            parts = urlsplit(html.unescape(target))
            if parts.scheme or parts.netloc:
                assert kind == "href", f"{path} asks for {target}"
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = there / "index.html" if there.is_dir() else there
            assert there.is_file(), f"{path} leads to {target}"
            if there in pages and parts.fragment:
                assert f'id="{unquote(parts.fragment)}"' in pages[there], f"{path}: {target}"
    styles = [path.read_text("utf-8") for path in (built_site / "docs").rglob("*.css")]
    assert styles
    assert not [text for text in styles if re.search(r"url\(['\"]?(https?:)?//|@import", text)]


def test_site_sections_linked(pages, built_site):
    bare = (built_site / "index.html").read_text()
    assert 'href="docs/"' in bare
    assert 'href="lite/lab/"' in bare
    first = pages[built_site / "docs/index.html"]
    assert 'href="../#' in first
    assert 'href="../lite/notebooks/?path=play.ipynb"' in first
    settings = json.loads((built_site / "lite/jupyter-lite.json").read_text())
    overrides = settings["jupyter-config-data"]["settingsOverrides"]
    (menu,) = overrides["@jupyterlab/mainmenu-extension:plugin"]["menus"]
    for app in ("lab", "notebooks", "repl", "tree"):
        leads = [
            (built_site / "lite" / app / i["args"]["url"]).resolve() for i in menu["items"]
        ]
        assert leads == [built_site / "docs", built_site]


def documented(text):
    """Return Markdown that documents a function with one parameter."""
    return f"```{{eval-rst}}\n.. py:function:: look(game)\n\n   {text}\n```"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (documented("Read `play`."), "reference target not found: play"),
        ("Read `Game.nothing`.", "reference target not found: Game.nothing"),
        *(
            pytest.param(text, said, marks=pytest.mark.long)
            for text, said in (
                ("{py:func}`tictactoe_widget.nothing`", "reference target not found"),
                (documented("Read `Nothing`."), "reference target not found: Nothing"),
                ("Read `nothing()`.", "reference target not found: nothing"),
                ("[nothing](nothing.md)", "nothing.md"),
            )
        ),
        (":::{board} moves=5,5\n:::", "Move 2 in the link, 5, can't be made"),
    ],
)
@pytest.mark.usefixtures("built_site")
def test_broken_reference_stops_build(site_builder, tmp_path, text, said):
    done = build(site_builder, tmp_path, text)
    assert done.returncode != 0
    assert said in done.stderr


@pytest.mark.usefixtures("built_site")
def test_quoted_names_must_exist(site_builder, tmp_path):
    class_ = "```{eval-rst}\n.. py:class:: package.Game\n```"
    text = f"{documented('See `game` or `Game`.')}\n\nAlso `Game`, `X` and `game`.\n\n{class_}"
    done = build(site_builder, tmp_path, text)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "built/index.html").read_text()
    assert page.count('href="#package.Game" title="package.Game"') == 2


def build(site_builder, tmp_path, text):
    """Build a one-page manual in the same way as the real one."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "index.md").write_text(f"# Manual\n\n{text}\n")
    sphinx = (sys.executable, "-m", "sphinx", "--quiet", "--nitpicky", "--fail-on-warning")
    conf = ("--conf-dir", site_builder.ROOT / "docs")
    return start(*sphinx, *conf, source, tmp_path / "built")
