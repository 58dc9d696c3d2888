"""The picture of what a session shows."""

import asyncio

from tests.support.models.svg_reader import Picture
from tictactoe_widget import Game
from tictactoe_widget.session import Session


def read(session, **options):
    return Picture.read(session.picture(**options))


def test_the_picture_shows_the_present_and_what_is_looked_back_at():
    session = Session()
    for cell in (4, 0, 8):
        session.play(cell)
    assert read(session).marks == {(1, 1): "X", (0, 0): "O", (2, 2): "X"}
    session.look_back(1)
    assert read(session).marks == {(1, 1): "X"}
    assert read(session).title == "Tic-tac-toe: Player O's turn"
    session.look_back(None)
    assert len(read(session).marks) == 3
    assert read(session, size=300).root.get("width") == "300"


def test_values_are_shown_while_hints_are_on_and_belong_to_the_shown_position():
    session = Session(game=Game.from_text("XX./OO./..."))
    assert read(session).framed_cells == set()
    session.show_hints(True)
    assert read(session).framed_cells == {(0, 2)}
    assert read(session).written[0, 2] == "+ win in 1"
    session.play(2)
    assert read(session).framed_cells == set()
    session.look_back(0)
    assert read(session).framed_cells == {(0, 2)}
    session.show_hints(False)
    assert read(session).written[0, 2] == "3"


def test_values_that_are_still_worked_out_are_not_shown():
    async def begin():
        session = Session("gomoku", hints=True)
        known = read(session).written
        session.close()
        return known

    assert asyncio.run(begin()) == {}
