"""Print synced tournament states as JSON for the front-end tests."""

import json
import sys

from tictactoe_widget import Game
from tictactoe_widget.matches.tournament import TournamentRun
from tictactoe_widget.players.calling import Player
from tictactoe_widget.session.standings import Competition, StandingsSession


def last(game: Game) -> int:
    """Play the last free cell."""
    return game.legal_moves[-1]


def first(game: Game) -> int:
    """Play the first free cell."""
    return game.legal_moves[0]


def broken(_game: Game) -> int:
    """Raise an exception."""
    raise KeyError("no idea")


PLAYERS: dict[str, Player] = {"ada": last, "bob": first, "<i>cy</i>": broken}


ready = StandingsSession(TournamentRun(PLAYERS, games=8, seed=1))
states = {"READY": ready.state}
ready.change(Competition.after_start)
states["DONE"] = ready.state
meeting = next(
    number
    for number, game in enumerate(ready.snapshot.run.result().games, 1)
    if (game.x, game.o) == ("ada", "bob")
)
ready.change(Competition.after_choosing, meeting)
states["CHOSEN"] = ready.state
large = StandingsSession(TournamentRun({"ada": first, "bob": last}, "ultimate", games=2))
large.change(Competition.after_start)
large.change(Competition.after_choosing, 1)
states["ULTIMATE"] = large.state
same = StandingsSession(TournamentRun({"ada": first, "bob": last}, "notakto", games=2))
same.change(Competition.after_start)
same.change(Competition.after_choosing, 1)
states["NOTAKTO"] = same.state
json.dump(states, sys.stdout)
