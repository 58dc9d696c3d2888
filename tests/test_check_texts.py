"""The lint script that finds machine paths, download addresses and stilted English."""

import pytest

from tests.support.scenes.scripts import load_script

script = load_script(".ci/check_texts.py")
find_faults, find_stilted = script.find_faults, script.find_stilted

# Concatenated, so that the lint doesn't report this file.
HOME = "/" + "home/ada/notes"
WHEEL = "https:" + "//example.org/a-1.0-py3-none-any.whl"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"first\nsecond {HOME}\n", "2: path of a machine: /" + "home/a"),
        (f"wheel={WHEEL}", f"1: download address: {WHEEL}"),
        ("\n\nregistry." + "npmjs.org", "3: registry: registry." + "npmjs"),
        ("file:" + "///tmp/x", "1: file address: file:" + "///t"),
    ],
)
def test_fault_reported_with_line(text, fault):
    assert list(find_faults(text)) == [fault]


@pytest.mark.parametrize(
    "text",
    [
        "in a browser it is /home/pyodide/here",
        "docs at https://example.org/a.html",
        "pytest==9.2.0\n",
        "the folder tests/work/x",
    ],
)
def test_portable_text_accepted(text):
    assert list(find_faults(text)) == []


@pytest.mark.parametrize(
    ("page", "count"),
    [
        ("What the model is stands elsewhere.", 1),
        ("It is told to the player; for it is no move.", 3),
        ("Take it for this.\n\nIt is no longer a list. A draw for what it's worth.", 0),
        ("`a; b` [one](x;y) &nbsp; <!-- anew; -->\n```sh\na; b\n```\n", 0),
    ],
)
def test_stilted_phrases_counted_in_prose_only(page, count):
    assert len(list(find_stilted(page))) == count


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a.py", '"""It is told so."""\ntext = _("You win this game.")\nstyle = "a:b;c:d"\n'),
        ("a.ts", '// "A comment on this game"\nconst text = fill("You win this game.", {});\n'),
    ],
)
def test_sentences_read_from_string_literals(name, code):
    assert script.sentences_of(name, code) == ["You win this game."]
