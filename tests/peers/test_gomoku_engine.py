"""The gomoku engine in benchmarks/, which these tests build: ``make test-peers``."""

from itertools import islice
from random import Random

import pytest

from tests.support.models.threats import PlainThreats
from tests.support.scenes.scripts import load_script
from tictactoe_widget import MNK, Game

RULES = MNK(15, 15, 5)
SIDE = 15


@pytest.fixture(scope="module")
def engine_match():
    return load_script("benchmarks/engine_match.py")


@pytest.fixture(scope="module")
def program(engine_match, tmp_path_factory):
    return engine_match.build_engine(tmp_path_factory.mktemp("engine"))


@pytest.fixture
def engine(engine_match, program):
    """Start the engine on a 15x15 board. It answers at once if it needs no search."""
    with engine_match.Engine(program) as started:
        started.start(SIDE, 0.01)
        yield started


def board(own, other):
    """Return the commands that set up a position with marks at (x, y), the engine to move."""
    marks = [f"{x},{y},1" for x, y in own] + [f"{x},{y},2" for x, y in other]
    return ["BOARD", *marks, "DONE"]


def test_command_responses(engine_match, program):
    with engine_match.Engine(program) as engine:
        assert engine.ask("ABOUT").startswith('name="gomoku_engine"')
        assert engine.ask("BEGIN") == "ERROR there is no board before START"
        assert engine.ask("START 21").startswith("ERROR")
        assert engine.ask("START 20") == "OK"
        assert engine.ask("START 15") == "OK"
        engine.tell("INFO timeout_turn 10", "INFO folder somewhere")
        assert engine.ask("BEGIN") == "7,7"
        assert engine.ask("TURN 7,7") == "ERROR 7,7 isn't an empty cell"
        assert engine.ask("TURN 15,0") == "ERROR 15,0 isn't an empty cell"
        x, y = map(int, engine.ask("TURN 8,8").split(","))
        assert (x, y) not in {(7, 7), (8, 8)}
        assert engine.ask("RESTART") == "OK"
        assert engine.ask("BEGIN") == "7,7"
        assert engine.ask("BOARD", "7,7,1", "7,7,2", "DONE").startswith("ERROR")
        assert engine.ask("SWAP2BOARD") == "UNKNOWN SWAP2BOARD"


def test_six_in_a_row_counts_as_win(engine):
    own = [(3, 5), (4, 5), (5, 5), (7, 5), (8, 5)]
    assert engine.ask(*board(own, [(2, 5), (9, 5), (3, 9), (5, 9), (7, 9)])) == "6,5"
    # Our rules also count six in a row as a win.
    cells = [x + y * SIDE for x, y in own]
    others = [0, 16, 32, 4, 6]
    moves = [cell for pair in zip(cells, others, strict=True) for cell in pair]
    assert Game(RULES, moves=tuple(moves)).play(6 + 5 * SIDE).winner == "X"


def test_four_blocked_at_open_end(engine):
    other = [(0, 3), (1, 4), (2, 5), (3, 6)]
    assert engine.ask(*board([(7, 7), (7, 8), (8, 7)], other)) == "4,7"


def test_win_preferred_to_block(engine):
    own, other = [(6, y) for y in range(4)], [(9, y) for y in range(4)]
    assert engine.ask(*board(own, other)) == "6,4"


def test_open_three_answered(engine):
    other = [(6, 7), (7, 7), (8, 7)]
    cell = engine.ask(*board([(7, 8), (6, 2)], other))
    assert cell in {"4,7", "5,7", "9,7", "10,7"}


def test_wins_by_threats(engine):
    def threats(own, other, positions):
        assert engine.ask("SHOW", *board(own, other)[1:]) == "OK"
        return engine.ask(f"THREATS {positions}")

    # One move at the crossing makes two open threes. No answer helps.
    cross = [(6, 7), (8, 7), (7, 6), (7, 8)]
    assert threats(cross, [(0, 0), (14, 0), (0, 14), (14, 14)], 10_000) == "7,7"
    assert threats(cross, [(0, 0), (14, 0), (0, 14), (14, 14)], 1) == "UNKNOWN"
    # A player who must answer a four can't make threats first.
    fours = [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert threats([(14, 14), (12, 9)], fours, 10_000) == "NO"
    assert threats([(7, 7)], [(0, 0)], 10_000) == "NO"


def test_wins_by_fours_are_played_out(engine):
    won_positions = load_script("benchmarks/fours.py").won_positions
    plain = PlainThreats(RULES)
    # Plenty of time. The engine answers as soon as it finds the win.
    engine.tell("INFO timeout_turn 60000")
    for game, _ in islice(won_positions(), 12):
        winner, after = game.current_player, game
        while not after.is_over:
            if after.current_player == winner:
                after = after.play(engine.move(after))
                continue
            turn = after.move_count % 2
            own, other = set(after.moves[turn::2]), set(after.moves[1 - turn :: 2])
            # Each engine move threatens a five and leaves the opponent none. The opponent stops
            # it with the first possible answer.
            assert not plain.completing(own, other)
            after = after.play(min(plain.completing(other, own)))
        assert after.winner == winner


def test_matches_alternate_marks(engine_match, program, capsys):
    matches = load_script("benchmarks/matches.py")
    chance = Random(3)

    def anywhere(game, _seconds):
        return chance.choice(game.legal_moves)

    start = engine_match.gomocup(program, SIDE, 0.01)
    played = matches.play_against("luck", anywhere, start, matches.near_the_centre(RULES), 4)
    assert [mark for _, mark in played] == ["X", "O", "X", "O"]
    assert all(game.winner not in {None, mark} for game, mark in played)
    assert "luck: 0.000 (0.000 to 0.490) over 4 games" in capsys.readouterr().out
