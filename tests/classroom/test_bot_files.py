"""Bots loaded from a folder."""

import warnings
from concurrent.futures import ProcessPoolExecutor

import pytest

from tictactoe_widget import Game, load_bots, play_tournament

FIRST = "def bot(game):\n    return game.legal_moves[0]\n"
LAST = "def bot(game):\n    return game.legal_moves[-1]\n"


def write(folder, **sources):
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return folder


def warned(folder, **options):
    """Return the bots and the warnings, without the words that all warnings share."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        bots = load_bots(folder, **options)
    return bots, [str(one.message).replace(".py was skipped", "") for one in caught]


def test_load_bots_from_a_folder(tmp_path):
    bots = load_bots(write(tmp_path, zoe=LAST, adam=FIRST))
    assert list(bots) == ["adam", "zoe"]
    assert bots["adam"](Game()) == 0
    assert bots["zoe"](Game()) == 8
    # X wins each game: adam with 0, 1 and 2, and zoe with 8, 7 and 6.
    result = play_tournament(bots, games=2)
    assert [(played.winner, played.game.move_count) for played in result.games] == [
        ("adam", 5),
        ("zoe", 5),
    ]


def test_invalid_files_are_skipped(tmp_path):
    write(
        tmp_path,
        good=FIRST,
        named=FIRST.replace("bot", "Bots"),
        other="x = 1\n",
        broken="import math\n\nmath.nothing\n",
        unfinished="def bot(game):\nreturn 0\n",
        quits="import sys\nsys.exit(3)\n",
        number="bot = 4\n",
        kind="class bot:\n    def __call__(self, game):\n        return 0\n",
        later="async def bot(game):\n    return 0\n",
    )
    bots, told = warned(tmp_path)
    assert list(bots) == ["good"]
    assert told == [
        "broken: AttributeError: module 'math' has no attribute 'nothing' (line 3)",
        "kind: its bot can't play: player must be an object, not the class bot: write bot()",
        (
            "later: its bot can't play: player must be a plain function, not the "
            "async bot: define it without async"
        ),
        "named: it defines nothing called bot (did you mean 'Bots'?)",
        "number: its bot can't play: player must be a function that takes a game, not 4",
        "other: it defines nothing called bot",
        "quits: SystemExit: 3 (line 2)",
        (
            "unfinished: IndentationError: expected an indented block after function "
            "definition on line 1 (line 2)"
        ),
    ]


def test_functions_with_another_name(tmp_path):
    write(tmp_path, ann=LAST.replace("bot", "player"))
    assert load_bots(tmp_path, "player")["ann"](Game()) == 8
    with pytest.raises(ValueError, match=r"ann\.py was skipped: it defines nothing called bot"):
        load_bots(tmp_path)


def test_folder_without_bots_is_an_error(tmp_path):
    file = write(tmp_path, ann=LAST) / "ann.py"
    with pytest.raises(FileNotFoundError, match="folder must be a folder, not the file"):
        load_bots(file)
    (tmp_path / "empty").mkdir()
    with pytest.raises(
        ValueError,
        match=r"folder must contain a bot, but .* has none. The folder contains no \.py files",
    ):
        load_bots(tmp_path / "empty")
    with pytest.raises(TypeError, match="name must be a str such as 'bot', not 3"):
        load_bots(tmp_path, 3)


def test_bot_files_can_import_others(tmp_path):
    using = (
        "from _choosing import choose\ndef bot(game):\n    return choose(game.legal_moves)\n"
    )
    helper = "def choose(cells):\n    return cells[{}]\n"
    seen = []
    for at in (0, -1):
        folder = tmp_path / str(at)
        folder.mkdir()
        # Files whose names start with an underscore aren't bots.
        write(folder, ann=using, _notes="raise ValueError", _choosing=helper.format(at))
        bots, told = warned(folder)
        assert told == []
        seen.append(bots["ann"](Game()))
    assert seen == [0, 8]


def test_bots_in_other_processes(tmp_path):
    write(tmp_path, ann="from _lines import first\nbot = first\n", bob=LAST)
    write(tmp_path, _lines="def first(game):\n    return game.legal_moves[0]\n")
    bots = load_bots(tmp_path)
    with ProcessPoolExecutor(max_workers=1) as executor:
        far = play_tournament(bots, games=4, seed=1, executor=executor)
    assert far.games == play_tournament(bots, games=4, seed=1).games


COURSE = """
def minimax(board):
    free = [(i, j) for i in range(3) for j in range(3) if board[i][j] is None]
    return {choice}
"""


def test_course_files_play_a_tournament(tmp_path):
    write(
        tmp_path,
        ada=COURSE.format(choice="free[0]"),
        ben=COURSE.format(choice="free[-1]") + "from tictactoe import minimax as search\n",
        cai="def player(board):\n    return None\n",
    )
    bots, told = warned(tmp_path, contract="cs50")
    assert told == [
        (
            "cai: cai must define minimax, the function that the contract cs50 calls to "
            "choose a move, not only player"
        )
    ]
    assert [bot.name for bot in bots.values()] == ["ada", "ben"]
    # As above, X wins with the third mark.
    result = play_tournament(bots, games=2)
    assert [played.winner for played in result.games] == ["ada", "ben"]


def test_course_files_can_share_a_module(tmp_path):
    write(
        tmp_path,
        tictactoe=COURSE.format(choice="free[0]"),
        ada="from tictactoe import minimax as play\nminimax = lambda board: play(board)\n",
    )
    bots = load_bots(tmp_path, contract="cs50")
    assert {name: bot(Game(moves=(0,))) for name, bot in bots.items()} == {
        "ada": 1,
        "tictactoe": 1,
    }


def test_unknown_contract_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"contract must be .*, not 'cs51'"):
        load_bots(write(tmp_path, ada=FIRST), contract="cs51")
