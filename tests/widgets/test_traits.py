"""Widgets' arguments and traits: setting, linking and documentation."""

import inspect
import re
from pathlib import Path

import ipywidgets
import pytest
import traitlets

from tests.support.scenes.comms import SHOWN, X_WINS, play_all, update
from tictactoe_widget import Matchboxes, SearchView, Standings, TicTacToe


@pytest.mark.parametrize("name", ["rulez", "layout", "board", "comm", "model_id", "scores"])
def test_unknown_argument_error_lists_arguments(name):
    accepted = [a for a in inspect.signature(TicTacToe).parameters if a != "unknown"]
    with pytest.raises(TypeError) as refused:
        TicTacToe(**{name: None})
    *others, last = accepted
    assert str(refused.value) == (
        f"arguments of TicTacToe() must be {', '.join(others)} or {last}, not '{name}'"
    )
    assert {"rules", "names"} <= set(accepted)


@pytest.mark.parametrize(
    ("kind", "accepted"),
    [
        (Standings, "players, rules, games, seconds, seed, executor or language"),
        (Matchboxes, "machines, mark, opponent, seed or language"),
    ],
)
def test_other_widgets_refuse_unknown_arguments(kind, accepted):
    told = rf"^arguments of {kind.__name__}\(\) must be {accepted}, not 'watch'$"
    with pytest.raises(TypeError, match=told):
        kind([], watch=print)


@pytest.mark.parametrize("name", sorted(SHOWN - {"names", "hints", "language"}))
def test_read_only_trait_cannot_be_set(board, name):
    before = board._session.state
    with pytest.raises(traitlets.TraitError, match="read-only"):
        setattr(board, name, getattr(board, name))
    assert board._session.state == before
    assert board.comm.sent == []


@pytest.mark.parametrize(
    ("name", "what_to_do"),
    [
        ("x", ': call seat("X", player)'),
        ("o", ': call seat("O", player)'),
        ("player", ": call seat(mark, player)"),
        ("lesson", ": call open_lesson(lesson)"),
        ("puzzle", ": call open_puzzle(puzzle)"),
        ("rules", ": call new_game(rules)"),
        ("game", ": call new_game(game=game)"),
        ("Hints", " (did you mean 'hints'?)"),
        ("colour", ""),
    ],
)
def test_other_attributes_cannot_be_set(board, name, what_to_do):
    before = board._session.state
    with pytest.raises(AttributeError) as refused:
        setattr(board, name, "perfect")
    refusal = f"only names, hints and language can be set, not '{name}'{what_to_do}"
    assert str(refused.value) == refusal
    assert board._session.state == before
    assert name not in vars(board)


@pytest.mark.parametrize(
    ("name", "instead"), [("x", ': call seat("X", player)'), ("colour", "")]
)
def test_new_game_error_suggests_a_method(board, name, instead):
    board.play(4)
    with pytest.raises(TypeError) as refused:
        board.new_game(**{name: "perfect"})
    assert (
        str(refused.value)
        == f"new_game() accepts only the arguments rules and game, not '{name}'{instead}"
    )
    assert (board.round, board.moves) == (1, (4,))


def test_subclass_can_set_attributes():
    class Mine(TicTacToe):
        colour = "red"

        def __init__(self):
            self.moves_seen = 0
            super().__init__()

    mine = Mine()
    mine.colour = mine.lesson = "blue"
    assert (mine.moves_seen, mine.colour, mine.lesson) == (0, "blue", "blue")


def test_host_can_set_a_private_attribute(board):
    board._host_noted = 1
    assert board._host_noted == 1


def test_names_can_be_set_for_one_player(board):
    board.names = {"X": "  Ada   Lovelace "}
    assert board.names == {"X": "Ada Lovelace", "O": "Player O"}
    assert board._session.state["names"] == board.names
    names = {"X": "Ada Lovelace", "O": "Player O"}
    assert board.comm.sent == [update(names=names, message="Ada Lovelace's turn")]


def test_unchanged_names_send_no_message(board):
    board.names = {"X": "Player X"}
    board.names = dict(board.names)
    assert board.names == {"X": "Player X", "O": "Player O"}
    assert board.comm.sent == []


def test_observer_cannot_set_a_wrong_name(board):
    board.observe(lambda _: setattr(board, "names", {"X": ""}), "move_count")
    with pytest.raises(traitlets.TraitError, match="name of X must contain a visible"):
        board.play(4)
    assert board.names == board._session.state["names"] == {"X": "Player X", "O": "Player O"}


@pytest.mark.parametrize("name", ["board", "message", "winner", "scores", "move_count"])
def test_traits_can_be_linked(board, name):
    target = traitlets.HasTraits()
    target.add_traits(here=traitlets.Any())
    traitlets.dlink((board, name), (target, "here"))
    play_all(board, X_WINS)
    assert target.here == getattr(board, name)


def test_link_into_a_read_only_trait_is_refused(board):
    label = ipywidgets.Label("mine")
    for link in (traitlets.link, traitlets.dlink):
        with pytest.raises(traitlets.TraitError, match=r"dlink\(\(widget, 'message'\)"):
            link((label, "value"), (board, "message"))
    assert board.message == "Player X's turn"


def test_message_can_be_linked_to_a_label(board):
    label = ipywidgets.Label()
    link = ipywidgets.jsdlink((board, "message"), (label, "value"))
    assert link.source == (board, "message")
    link = ipywidgets.jslink((board, "message"), (label, "value"))
    assert link.comm.opened["state"]["source"] == [f"IPY_MODEL_{board.model_id}", "message"]


def test_board_traits_match_the_session_state():
    inherited = ipywidgets.DOMWidget.class_traits(sync=True)
    own = {name for name in TicTacToe.class_traits(sync=True) if not name.startswith("_")}
    assert own - inherited.keys() == SHOWN


REFERENCE = Path(__file__).parent.parent.parent / "docs/reference/widgets.rst"

WIDGETS = [TicTacToe, SearchView, Standings, Matchboxes]


def own_traits(widget):
    """Return a widget's synced traits in source order: True if for the front end."""
    traits = widget.class_own_traits(sync=True)
    source = inspect.getsource(widget)
    return {
        name: bool(traits[name].metadata.get("front_end"))
        for name in re.findall(r"^    (\w+): ", source, re.MULTILINE)
        if name in traits
    }


@pytest.mark.parametrize("widget", WIDGETS)
def test_reference_separates_front_end_traits(widget):
    start = f".. autoclass:: tictactoe_widget.{widget.__name__}\n"
    section = REFERENCE.read_text().split(start)[1].split("autoclass::")[0]
    left_out = re.search(r":exclude-members: (.*)", section)[1].split(", ")
    listed = re.findall(rf"autoattribute:: tictactoe_widget.{widget.__name__}.(\w+)", section)
    front_end = [name for name, is_front_end in own_traits(widget).items() if is_front_end]
    assert front_end
    assert left_out == listed == front_end
