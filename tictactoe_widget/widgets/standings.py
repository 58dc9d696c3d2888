"""A tournament in a notebook cell: its standings while it is played, and its games."""

from __future__ import annotations  # `Shown` is there for type checkers alone

import inspect
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import traitlets

from tictactoe_widget.matches.results import Tournament
from tictactoe_widget.matches.tournament import TournamentRun
from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.errors import brief
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.picture.markup import escape
from tictactoe_widget.rules.rules import Rules, as_int
from tictactoe_widget.session.protocol import (
    FLAG,
    IDS,
    NUMBER,
    OPTIONAL_NUMBER,
    TEXT,
    Code,
    check_message,
)
from tictactoe_widget.session.requests import Requests
from tictactoe_widget.session.standings.competition import Competition, Status
from tictactoe_widget.session.standings.view import (
    PAGE,
    view_game,
    view_list,
    view_plan,
    view_progress,
)

from .front_ends import find_front_end
from .interrupts import INTERRUPTS
from .synced import SyncedWidget, shown

if TYPE_CHECKING:
    from .synced import Shown


_FORMS = {
    "hello": IDS,
    "start": IDS,
    "stop": IDS,
    "list": {**IDS, "player": TEXT, "faulty": FLAG, "page": NUMBER},
    "watch": {**IDS, "game": OPTIONAL_NUMBER},
}
"""Fields of the requests of the front end, by kind."""


class Standings(SyncedWidget):
    """A tournament to watch in a notebook cell.

    Nothing is played until Start is pressed or `start` is called, because the players
    may be programs that take their time. The games are played in slices on the event
    loop of the kernel, so that other cells can be run meanwhile. Every trait can be
    observed and linked; none can be set.

    Parameters
    ----------
    players, rules, seconds, seed, executor
        As in `play_tournament`.
    games : int, default 20
        Number of games of every two players, at least 0; they swap marks after each.

    Raises
    ------
    TypeError, ValueError
        As in `play_tournament`; TypeError also for an unknown argument.

    Examples
    --------
    >>> standings = Standings({"ada": "perfect", "bob": "perfect"}, games=4)
    >>> standings.start()  # without an event loop, it returns when all is played
    >>> standings
    player  games  won  drawn  lost  score
    ada         4    0      4     0   0.50
    bob         4    0      4     0   0.50
    4 games played. All players have 0.50 points a game.
    """

    _esm = find_front_end("standings.js")
    _css = find_front_end("standings.css")

    status: Shown[Status] = shown(traitlets.Unicode("ready"))
    """State of the tournament: "ready", "playing", "stopped" or "done"."""
    message: Shown[str] = shown(traitlets.Unicode())
    """Message for people, such as "Playing: 12 of 60 games, about 20 seconds left"."""
    played: Shown[int] = shown(traitlets.Int())
    """Number of games that have been played."""
    planned: Shown[int] = shown(traitlets.Int())
    """Number of games of the whole tournament."""
    players: Shown[tuple[str, ...]] = shown(traitlets.Tuple())
    """Names of the players, in the order given."""
    rules_title: Shown[str] = shown(traitlets.Unicode())
    """Short name of the rules for people."""
    grid: Shown[dict[str, Any]] = shown(traitlets.Dict())
    """Grid in which the cells of a board are drawn, as `TicTacToe.grid`."""
    standings: Shown[tuple[dict[str, Any], ...]] = shown(traitlets.Tuple())
    """Players, the best score first: "name", "games", "won", "drawn", "lost", "score" (0 to
    1), "strength", "low" and "high" (in points; None before the first estimate)."""
    notes: Shown[tuple[str, ...]] = shown(traitlets.Tuple())
    """Sentences about faults of players and about what the results cannot tell."""
    live: Shown[dict[str, Any] | None] = shown(traitlets.Dict(None, allow_none=True))
    """Game being played or, where that is not in this process, played last: "x", "o",
    "text", "board", "last_move", "winning_lines" and "small_boards"; None before the first."""
    listed: Shown[dict[str, Any]] = shown(traitlets.Dict())
    """Page of the list of games: "player" (a name, or empty for all), "faulty" (True for
    games with a fault alone), "page" (from 0), "count" (number of games on all pages) and
    "games": tuples of number, names of X and of O, ending, and whether there was a fault."""
    watched: Shown[dict[str, Any] | None] = shown(traitlets.Dict(None, allow_none=True))
    """Game that was chosen from the list: "game" (its number), "x", "o", "text" (how it
    ended), "moves" (cell, mark and name of the position of each), "winning_lines" and
    "small_boards" (of ultimate, at each ply from the first; else empty)."""

    def __init__(  # noqa: PLR0913 - one argument a choice
        self,
        players: Mapping[str, str | Player] | Iterable[str | Player],
        rules: str | Rules = STANDARD,
        games: int = 20,
        *,
        seconds: float | None = None,
        seed: int | None = None,
        executor: Any = None,
        **unknown: object,
    ) -> None:
        if unknown:
            accepted = list(inspect.signature(Standings).parameters)[:-1]
            raise TypeError(
                f"Standings got {', '.join(map(repr, unknown))}; it takes {', '.join(accepted)}"
            )
        run = TournamentRun(
            players, rules, games, seconds=seconds, seed=seed, executor=executor
        )
        INTERRUPTS.note_loop()
        self._competition = Competition(run, self._tell, INTERRUPTS.guard)
        self._requests = Requests()
        view = {
            **view_plan(self._competition),
            **view_progress(self._competition),
            "listed": view_list(self._competition),
            "watched": None,
        }
        super().__init__(view)
        self.on_msg(self._handle_request)

    @property
    def result(self) -> Tournament:
        """Result of the games played so far."""
        return self._competition.run.result()

    def start(self) -> None:
        """Play the games that are left.

        Where an event loop is running, as in a notebook, this returns at once and the
        games are played in the background. Elsewhere it returns when they are played;
        Ctrl-C stops it and keeps what was played.
        """
        with self._reporting():
            self._competition.start()

    def stop(self) -> None:
        """Stop playing; what was played is kept, and `start` goes on with the rest."""
        with self._reporting():
            self._competition.stop()

    def watch(self, game: int | None) -> None:
        """Show a game that was played, to step through it; None shows the present one.

        Parameters
        ----------
        game : int or None
            Number of the game, from 1, as the list of games shows it.

        Raises
        ------
        TypeError, ValueError
            When `game` is no integer, or this game has not been played.
        """
        with self._reporting(), self._competition.locked():
            self._watch(game)

    def close(self) -> None:
        """End the tournament and remove it from the page; a second call has no effect.

        The `result` of the games played so far can still be read.
        """
        # One whose arguments were refused has no tournament when Python deletes it.
        try:
            if hasattr(self, "_competition"):
                self._competition.close()
        finally:
            super().close()

    def send_state(self, key: Any = None) -> None:
        """Send traits to the front end: all of them, or those named by `key`."""
        # Else a change on another thread could be sent before this older state.
        with self._competition.locked():
            super().send_state(key)

    def __repr__(self) -> str:
        """Return the standings and the message as text."""
        return f"{self.result}\n{self.message}"

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the live standings, and a table for where there is no front end."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        data, metadata = bundle
        html = f"{self.result._repr_html_()}<p>{escape(self.message)}</p>"
        return {**data, "text/html": html}, metadata

    def _tell(self) -> None:
        """Publish what has changed of the competition."""
        self._change(view_progress(self._competition))
        listed = self.listed
        is_full = len(listed["games"]) == PAGE
        # A page that is read keeps its games in their places while others are played.
        if not is_full or self._competition.status != "playing":
            self._show_list(listed["player"], faulty=listed["faulty"], page=listed["page"])

    def _change(self, view: Mapping[str, Any]) -> None:
        """Publish the traits of a view that differ from the present ones."""
        changes = {name: new for name, new in view.items() if new != getattr(self, name)}
        if changes:
            self._publish(changes)

    def _show_list(self, player: str, *, faulty: bool, page: int) -> None:
        self._change({"listed": view_list(self._competition, player, faulty=faulty, page=page)})

    def _watch(self, game: int | None) -> None:
        if game is None:
            self._change({"watched": None})
            return
        try:
            number = as_int(game)
        except TypeError:
            raise TypeError(f"game must be the number of a game, not {brief(game)}") from None
        played = self._competition.run.numbered.get(number - 1)
        if played is None:
            raise ValueError(f"game {game} has not been played")
        self._change({"watched": view_game(number, played)})

    def _handle_request(self, _widget: object, message: object, _buffers: object) -> None:
        with self._reporting(), self._competition.locked():
            self.send(self._requests.answer(message, _read, self._carry_out))

    def _carry_out(self, request: Mapping[str, Any]) -> tuple[Code, str]:
        match request["kind"]:
            case "start":
                self._competition.start()
            case "stop":
                self._competition.stop()
            case "list":
                player = request["player"]
                if player and player not in self.players:
                    return "bad", f"No player has the name {brief(player)}"
                self._show_list(player, faulty=request["faulty"], page=request["page"])
            case "watch":
                try:
                    self._watch(request["game"])
                except ValueError as error:
                    return "bad", str(error)
        return "ok", ""


def _read(message: object) -> dict[str, Any]:
    return check_message(message, _FORMS)
