"""What the jobs of a session work out, and when they stop."""

from math import inf

from tictactoe_widget import Game, Ultimate
from tictactoe_widget.analysis import endgame
from tictactoe_widget.analysis.analyze import analyze_in_slices
from tictactoe_widget.session.board import jobs as work

# Eight cells are left, three of which may be played: every one of them draws.
DRAWN = (
    *(68, 48, 31, 41, 50, 47, 23, 49, 37, 13, 38, 26, 74, 22, 43, 64, 15, 54, 6, 56),
    *(21, 29, 19, 11, 18, 7, 63, 4, 44, 76, 36, 2, 24, 58, 73, 16, 65, 67, 45, 0),
    *(1, 12, 27, 8, 80, 72, 14, 53, 75, 28, 9, 46, 17, 77, 51, 60, 32, 52, 69, 30, 34),
)


def test_hints_on_a_late_position_do_not_wait_for_the_lengths_of_draws(monkeypatch):
    # The clock is always past the end of a slice: each is a fixed piece of work.
    monkeypatch.setattr(endgame, "SLICE_SECONDS", -1.0)
    monkeypatch.setattr(work, "HINT_SECONDS", inf)
    game = Game(Ultimate(), DRAWN)
    everything = list(analyze_in_slices(game))
    steps = list(work.hints_for(None, game))
    assert len(steps) < len(everything) / 2
    assert steps[-1].comment == "Every move draws."
    known = steps[-1].highlights.analysis
    assert {(move.value, move.remoteness) for move in known.moves.values()} == {("draw", None)}
    assert {(move.value, move.remoteness) for move in everything[-1].moves.values()} != {
        ("draw", None)
    }


def test_hints_where_nothing_can_be_proved_stop_when_their_time_is_spent(monkeypatch):
    monkeypatch.setattr(work, "HINT_SECONDS", 0.0)
    *_, last = work.hints_for(None, Game(Ultimate()))
    known = last.highlights.analysis
    assert len(known.moves) == 81
    assert not known.exact
