"""Pictures of a session's board."""

import asyncio

from tests.support.models.svg_reader import Picture
from tictactoe_widget import Game
from tictactoe_widget.session import Session


def read(session, **options):
    return Picture.read(session.picture(**options))


def test_picture_shows_the_viewed_position():
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


def test_picture_shows_hints_for_the_viewed_ply():
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


def test_unfinished_hints_are_not_in_the_picture():
    async def begin():
        session = Session("gomoku", hints=True)
        known = read(session).written
        session.close()
        return known

    assert asyncio.run(begin()) == {}
