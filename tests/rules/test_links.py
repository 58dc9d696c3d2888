"""Games as JSON and as links, including damaged ones."""

import json
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.models.drop_rules import Drop
from tests.support.models.positions import play_on
from tictactoe_widget import MNK, NAMED, Game

BOARDS = [*NAMED, "misere-4x5k3", "ultimate-open-most-boards", "1x1k1", "19x19k19"]

IMPOSSIBLE = [
    ([4, 0, 4], "move 3 (cell 4) must be legal: Position already taken"),
    ([-1], "move 1 (cell -1) must be legal: Invalid position: choose 1-9"),
    ([0, 3, 1, 4, 2, 5], "move 6 (cell 5) must be legal: Game is over. Player X won!"),
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@pytest.mark.parametrize("rules", BOARDS)
def test_links_and_dicts_round_trip(rules):
    game = play_on(Game(rules), Random(1))
    for ply in {0, 1, game.move_count // 2, game.move_count}:
        for one in (game.at(ply), Game.from_text(game.at(ply).to_text(), rules)):
            assert Game.from_dict(json.loads(json.dumps(one.to_dict()))) == one
            assert Game.from_link(one.to_link()) == one


def test_link_and_dict_format():
    game = Game.from_text("X../.O./...", moves=(8, 2))
    assert game.to_dict() == {"rules": "standard", "start": "X../.O./...", "moves": [8, 2]}
    assert game.to_link() == "rules=standard&start=X../.O./...&moves=9,3"
    assert game.start == "X../.O./..."
    assert Game(MNK(4, 5, 3, misere=True)).to_dict() == {"rules": "misere-4x5k3", "moves": []}
    # On the ultimate board, cell 40 is in the fifth column and the fifth row.
    assert Game("ultimate", moves=(40, 36)).to_link() == "rules=ultimate&moves=e5,d4"


def test_subclass_reads_own_type():
    class Marked(Game):
        __slots__ = ()

    assert type(Marked.from_dict(Game(moves=(4,)).to_dict())) is Marked
    assert type(Marked.from_link("moves=5")) is Marked


def test_rules_without_name_refused():
    class Nameless(Drop):
        systematic_name = "drop-unheard-of"

    for write in (Game(Nameless()).to_dict, Game(Nameless()).to_link):
        with pytest.raises(
            ValueError, match="rules must have a name that find_rules can read, not"
        ):
            write()


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        (None, "a game must be an object, not None"),
        ([], "a game must be an object, not []"),
        ({}, "rules is missing"),
        ({"rules": "standard"}, "moves is missing"),
        ({"rules": 3, "moves": []}, "rules must be text, not 3"),
        ({"rules": "chess", "moves": []}, "no rules are called 'chess'"),
        ({"rules": "20x20k5", "moves": []}, "no rules are called '20x20k5'"),
        ({"rules": "standard", "moves": "45"}, "moves must be a list, not '45'"),
        ({"rules": "standard", "moves": [True]}, "each move must be a whole number"),
        ({"rules": "standard", "moves": [4.0]}, "each move must be a whole number"),
        ({"rules": "standard", "start": "", "moves": []}, "text must have 3 rows of 3 cells"),
        ({"rules": "standard", "start": None, "moves": []}, "start must be text, not None"),
        ({"rules": "standard", "start": "XXX/OOO/...", "moves": []}, "X and O both have"),
        (
            {"rules": "standard", "moves": [], "who": "me"},
            "must be rules, start or moves, not 'who'",
        ),
        *(({"rules": "standard", "moves": moves}, reason) for moves, reason in IMPOSSIBLE),
    ],
)
def test_damaged_dict_refused(parts, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        Game.from_dict(parts)


@given(JSON | st.fixed_dictionaries({"rules": JSON, "moves": JSON}, optional={"start": JSON}))
def test_arbitrary_json_read_or_refused(parts):
    try:
        game = Game.from_dict(parts)
    except ValueError:
        return
    assert game.to_dict()["moves"] == parts["moves"]


def test_link_read_from_url():
    game = Game("4x4", moves=(5, 0))
    for link in (
        "rules=4x4&moves=b2,a1&o=casual",
        "https://example.org/games/#rules=4x4&moves=b2,a1&x=perfect",
        "#moves=b2%2Ca1&rules=4x4",
    ):
        assert Game.from_link(link) == game
    assert Game.from_link("") == Game()


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("rules=4x4&moves=a1,z9", "Move 2 in the link, z9, is not a square."),
        ("moves=5,5", "Move 2 in the link, 5, can't be made (Position already taken)."),
        ("rules=chess", "The link has unknown rules: chess."),
        ("start=XXX", "The position in the link can't be read ("),
        ("lesson=forks", "The link has an unknown part: lesson."),
        ("moves=1&moves=2", "The link contains moves twice."),
        ("moves=" + "1," * 2000, "The link is too long. It has 4,006 characters."),
    ],
)
def test_damaged_link_refused(link, reason):
    with pytest.raises(ValueError, match=re.escape(reason)) as refused:
        Game.from_link(link)
    assert "begins instead" not in str(refused.value)


@pytest.mark.parametrize("link", [None, 5, b"moves=1"])
def test_non_text_link_refused(link):
    with pytest.raises(TypeError, match="link must be a str, not "):
        Game.from_link(link)
