"""Players that change what they share with others; each at its first move in a game."""

import builtins
import random
import sys
from collections.abc import Callable

from tictactoe_widget import Game
from tictactoe_widget.rules.state import State

Bot = Callable[[Game], object]


def _first(game: Game) -> int:
    return game.legal_moves[0]


def _deletes_a_module(game: Game) -> int:
    del sys.modules["tictactoe_widget.rules.game"]
    return _first(game)


def _clears_modules(game: Game) -> int:
    for name in [name for name in sys.modules if name.startswith("tictactoe_widget")]:
        del sys.modules[name]
    return _first(game)


def _deletes_all_modules(game: Game) -> int:
    sys.modules.clear()
    return _first(game)


def _patches_a_method(game: Game) -> int:
    Game.play = lambda *_: None  # type: ignore[method-assign, assignment]
    return _first(game)


def _patches_a_property(game: Game) -> int:
    move = _first(game)
    Game.legal_moves = (0,)  # type: ignore[method-assign, assignment]
    return move


def _deletes_a_method(game: Game) -> int:
    del Game.__copy__
    return _first(game)


def _adds_a_method(game: Game) -> int:
    move = _first(game)
    Game.__getattribute__ = lambda *_: None  # type: ignore[method-assign]
    return move


def _patches_a_state(game: Game) -> int:
    move = _first(game)
    State.key = 1  # type: ignore[method-assign, assignment]
    return move


def _patches_a_function(game: Game) -> int:
    vars(sys.modules["tictactoe_widget.matches.playing"])["check_move"] = lambda *_: 0
    return _first(game)


def _hides_a_builtin(game: Game) -> int:
    vars(sys.modules["tictactoe_widget.rules.mnk"])["len"] = lambda _: 0
    return _first(game)


def _patches_builtins(game: Game) -> int:
    vars(builtins)["sorted"] = lambda *_, **__: []
    return _first(game)


def _patches_random(game: Game) -> int:
    vars(random)["choice"] = min
    return _first(game)


def _sets_a_rule(game: Game) -> int:
    object.__setattr__(game.rules, "k", 2)
    return _first(game)


def _writes_into_rules(game: Game) -> int:
    vars(game.rules)["misere"] = True
    return _first(game)


def _deletes_a_rule(game: Game) -> int:
    del vars(game.rules)["rows"]
    return _first(game)


def _empties_rules(game: Game) -> int:
    vars(game.rules).clear()
    return _first(game)


def _adds_to_rules(game: Game) -> int:
    vars(game.rules)["lines"] = vars(game.rules)["line_masks"] = ()
    return _first(game)


def _sets_the_layout(game: Game) -> int:
    object.__setattr__(game.rules.layout, "cells", (0, 1))
    return _first(game)


def _sets_the_start(game: Game) -> int:
    if game.move_count >= 2:
        object.__setattr__(game.rules.initial_state, "legal_moves", (0,))
    return _first(game)


def _sets_the_state(game: Game) -> int:
    move = _first(game)
    object.__setattr__(game.state, "result", "X")
    return move


def _sets_the_moves_of_the_state(game: Game) -> int:
    move = _first(game)
    object.__setattr__(game.state, "legal_moves", ())
    return move


HARMFUL: dict[str, tuple[Bot, str]] = {
    "deletes a module": (_deletes_a_module, "sys.modules['tictactoe_widget.rules.game']"),
    "clears modules": (_clears_modules, "sys.modules['tictactoe_widget"),
    "deletes all modules": (_deletes_all_modules, "sys.modules['sys']"),
    "patches a method": (_patches_a_method, "tictactoe_widget.rules.game.Game.play"),
    "patches a property": (
        _patches_a_property,
        "tictactoe_widget.rules.game.Game.legal_moves",
    ),
    "deletes a method": (_deletes_a_method, "tictactoe_widget.rules.game.Game.__copy__"),
    "adds a method": (_adds_a_method, "tictactoe_widget.rules.game.Game.__getattribute__"),
    "patches a state": (_patches_a_state, "tictactoe_widget.rules.state.State.key"),
    "patches a function": (_patches_a_function, "tictactoe_widget.matches.playing.check_move"),
    "hides a builtin": (_hides_a_builtin, "tictactoe_widget.rules.mnk.len"),
    "patches builtins": (_patches_builtins, "builtins.sorted"),
    "patches random": (_patches_random, "random.choice"),
    "sets a rule": (_sets_a_rule, "game.rules.k"),
    "writes into rules": (_writes_into_rules, "game.rules.misere"),
    "deletes a rule": (_deletes_a_rule, "game.rules.rows"),
    "empties rules": (_empties_rules, "game.rules."),
    "adds to rules": (_adds_to_rules, "game.rules.line"),
    "sets the layout": (_sets_the_layout, "game.rules.layout.cells"),
    "sets the start": (_sets_the_start, "game.rules.initial_state.legal_moves"),
    "sets the state": (_sets_the_state, "game.state.result"),
    "sets the moves of the state": (
        _sets_the_moves_of_the_state,
        "game.state.legal_moves",
    ),
}
"""Players by what they do, and how the name of what they change begins."""
