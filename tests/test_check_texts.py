"""The lint that keeps names of machines and download addresses out of the repository."""

import pytest

from tests.support.scenes.scripts import load_script

find_faults = load_script(".ci/check_texts.py").find_faults

# Put together here, so that the lint does not find them in this file.
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
def test_a_planted_name_is_found_with_its_line(text, fault):
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
def test_what_holds_on_every_machine_is_left_alone(text):
    assert list(find_faults(text)) == []
