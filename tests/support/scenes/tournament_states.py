"""Print what Python syncs of tournaments, as JSON, for the tests of the front end."""

import json
import sys
from typing import Any

from tictactoe_widget import Game
from tictactoe_widget.matches.tournament import TournamentRun
from tictactoe_widget.players.calling import Player
from tictactoe_widget.session.standings.competition import Competition
from tictactoe_widget.session.standings.view import (
    view_game,
    view_list,
    view_plan,
    view_progress,
)


def last(game: Game) -> int:
    """Fill the board from the end."""
    return game.legal_moves[-1]


def first(game: Game) -> int:
    """Fill the board from the start."""
    return game.legal_moves[0]


def broken(_game: Game) -> int:
    """Raise an exception whatever is asked."""
    raise KeyError("no idea")


PLAYERS: dict[str, Player] = {"ada": last, "bob": first, "<i>cy</i>": broken}


def state(competition: Competition, *, watched: int | None = None) -> dict[str, Any]:
    """Return what is synced while game number `watched` is shown."""
    games = competition.run.numbered
    game = None if watched is None else view_game(watched, games[watched - 1])
    plan, progress = view_plan(competition), view_progress(competition)
    return {**plan, **progress, "listed": view_list(competition), "watched": game}


ready = Competition(TournamentRun(PLAYERS, games=8, seed=1), lambda: None)
states = {"READY": state(ready)}
ready.start()
states["DONE"] = state(ready)
meeting = next(
    place + 1
    for place, game in ready.run.numbered.items()
    if (game.x, game.o) == ("ada", "bob")
)
states["CHOSEN"] = state(ready, watched=meeting)
large = Competition(
    TournamentRun({"ada": first, "bob": last}, "ultimate", games=2), lambda: None
)
large.start()
states["ULTIMATE"] = state(large, watched=1)
json.dump(states, sys.stdout)
