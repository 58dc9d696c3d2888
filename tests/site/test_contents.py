"""A teacher's folder as site contents: accepted files, refusals and warnings."""

import json

import pytest

from tests.support.scenes.notebook_files import new_notebook as notebook
from tests.support.scenes.scripts import load_script

contents = load_script("site/contents.py")


@pytest.fixture
def folder(tmp_path):
    """Return a folder with notebooks."""
    made = tmp_path / "mine"
    made.mkdir()
    return made


@pytest.fixture
def add(folder):
    """Return a function that writes text or JSON to a file in the folder."""

    def write(name, content):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


def refusal(folder, *, with_demos=False):
    with pytest.raises(SystemExit) as refused:
        contents.choose_contents(folder, with_demos=with_demos)
    return str(refused.value)


def test_folder_without_notebooks_refused(folder, add):
    expected = "--notebooks must be a folder of notebooks, not"
    assert refusal(f"{folder}/none") == f"{expected} {folder}/none, which does not exist"
    path = str(add("bots.py", "corner = 0"))
    assert refusal(path) == f"{expected} the file {path}"
    add(".ipynb_checkpoints/old.ipynb", notebook())
    assert refusal(str(folder)) == (
        f"--notebooks must contain a notebook (*.ipynb), but {folder} has none"
    )
    assert refusal(None, with_demos=True).startswith("--with-demos needs --notebooks")


def test_damaged_notebook_refused(folder, add):
    add("good.ipynb", notebook("1 / 0", "def unfinished(:"))
    assert contents.choose_contents(str(folder), with_demos=False).folder == folder
    path = add("deep/bad.ipynb", json.dumps(notebook("1"))[:-9])
    assert refusal(str(folder)).startswith(f"{path} is damaged or isn't a notebook: ")
    for none in ("", "[]", "3", "{}", '"text"', {**notebook(), "cells": [{"source": "1"}]}):
        add("deep/bad.ipynb", none)
        assert refusal(str(folder)).startswith(f"{path} is damaged or isn't a notebook: ")
    path.write_bytes(b'{"cells": "\xff"}')
    assert refusal(str(folder)).startswith(f"{path} is damaged or isn't a notebook: ")
    add(
        "deep/bad.ipynb", {"metadata": {}, "nbformat": 3, "nbformat_minor": 0, "worksheets": []}
    )
    assert refusal(str(folder)) == (
        f"{path} has a format from before 2015: open it in JupyterLab and save it"
    )


def test_hidden_files_left_out(monkeypatch, tmp_path, folder, add):
    monkeypatch.setattr(contents, "WORK", tmp_path / "work")
    monkeypatch.setattr(contents, "DEMOS", tmp_path / "demos")
    (tmp_path / "demos").mkdir()
    for name, cell in (("play.ipynb", "ours"), ("dice.ipynb", "dice")):
        (tmp_path / "demos" / name).write_text(json.dumps(notebook(cell)))
    taken = ("play.ipynb", "bots.py", "lib/texts.py", "data/games.csv", "build/a.ipynb")
    for name in taken:
        add(name, notebook("mine") if name.endswith("ipynb") else "1")
    for name in (".env", ".git/config", "__pycache__/bots.pyc", "lib/.secret/key"):
        add(name, "1")

    def staged(with_demos):
        chosen = contents.choose_contents(str(folder), with_demos=with_demos)
        made = contents.stage(chosen)
        return made, {str(path.relative_to(made)) for path in contents.list_files(made)}

    assert staged(with_demos=False)[1] == set(taken)
    made, names = staged(with_demos=True)
    assert names == {*taken, "dice.ipynb"}
    assert json.loads((made / "play.ipynb").read_text())["cells"][0]["source"] == "mine"


def test_new_notebook_gets_language(add):
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    for metadata, language in (
        ({}, "python"),
        ({"kernelspec": spec}, "python"),
        ({"kernelspec": {**spec, "language": "R"}}, "R"),
    ):
        said = json.loads(contents.name_language(add("new.ipynb", notebook("π", **metadata))))
        assert said["metadata"] == {**metadata, "language_info": {"name": language}}
        assert said["cells"][0]["source"] == "π"
    ran = json.dumps(notebook("1", language_info={"name": "python", "version": "3"}), indent=4)
    assert contents.name_language(add("ran.ipynb", ran)) == ran


@pytest.fixture
def concerns(folder, tmp_path):
    """Return a function that lists warnings about the folder, on a site with one package."""
    lock = tmp_path / "lock.json"
    packages = {"some-package": {"imports": ["somewhere"]}}
    lock.write_text(json.dumps({"packages": packages}))
    return lambda: list(contents.list_concerns(folder, lock))


def test_missing_imports_reported(add, concerns):
    add(
        "all.ipynb",
        notebook(
            "%matplotlib inline\n!pip install here\nimport somewhere.deep, os.path, js",
            "import numpy as np\nfrom scipy.stats import norm\nfrom .near import x",
            "def unfinished(:\nimport never",
            "%%bash\nimport shell",
            "%%writefile written.py\nx = 1",
            "import written",
            "def f():\n    import helpers, bots.corner",
        ),
    )
    add("helpers.py", "import pandas\nfrom __future__ import annotations")
    add("bots/corner.py", "x = 1")
    add("notes.txt", "import nothing")
    assert concerns() == [
        "all.ipynb imports numpy, scipy, which the site doesn't have",
        "helpers.py imports pandas, which the site doesn't have",
    ]


def test_readable_solutions_reported(add, concerns):
    add("plain.ipynb", notebook("### the solution is to come"))
    add("source/task.ipynb", notebook("### BEGIN SOLUTION\n4\n### END SOLUTION"))
    assert concerns() == [
        "source/task.ipynb contains solutions (BEGIN SOLUTION), which every visitor can read"
    ]


def test_changed_files_change_digest(folder, add):
    add("one.ipynb", notebook())
    digests = {contents.OURS.digest()}
    for change in (
        lambda: None,
        lambda: add("bots.py", "1"),
        lambda: add("bots.py", "2"),
        lambda: (folder / "bots.py").rename(folder / "players.py"),
    ):
        change()
        digests |= {contents.Contents(folder, demos).digest() for demos in (False, True)}
    assert len(digests) == 9
    add(".ipynb_checkpoints/one.ipynb", notebook())
    assert contents.Contents(folder).digest() in digests
