"""A tournament in a notebook cell: its standings during play, and its games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from traitlets import Dict, Int, Tuple, Unicode

from tictactoe_widget.drawing.markup import escape
from tictactoe_widget.matches.results import Tournament
from tictactoe_widget.matches.tournament import TournamentRun
from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.session.standings import Competition, CompetitionStatus, StandingsSession

from .base import (
    INTERRUPTS,
    SessionWidget,
    checking_values,
    find_front_end,
    front_end_trait,
    read_only_trait,
    refuse_unknown,
)

if TYPE_CHECKING:
    from .base import ReadOnly


class Standings(SessionWidget):
    """A tournament to watch in a notebook cell.

    Nothing is played until you press **Start** or call `start`, because programs may need much
    time. The games are played in slices on the event loop of the kernel, so you can run other
    cells meanwhile. You can observe and link every trait, but set none.

    Parameters
    ----------
    players, rules, seconds, seed, executor
        As in `play_tournament`.
    games : int, default 20
        Number of games of each pair of players, at least 0. They swap marks after each game.

    Raises
    ------
    TypeError
        If an unknown argument is given.
    InvalidValueError, InvalidTypeError
        If another argument is invalid, as in `play_tournament`.

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

    _session: StandingsSession

    # Traits for people to observe and link.

    status: ReadOnly[CompetitionStatus] = read_only_trait(Unicode("ready"))
    """State of the tournament: "ready", "playing", "stopped" or "done"."""
    message: ReadOnly[str] = read_only_trait(Unicode())
    """Message for people, such as "Playing: 12 of 60 games, about 20 s left"."""
    played_count: ReadOnly[int] = read_only_trait(Int())
    """Number of games played so far."""
    planned_count: ReadOnly[int] = read_only_trait(Int())
    """Number of games in the whole tournament."""
    players: ReadOnly[tuple[str, ...]] = read_only_trait(Tuple())
    """Names of the players, in the order given."""
    standings: ReadOnly[tuple[dict[str, Any], ...]] = read_only_trait(Tuple())
    """Players, best score first: "name", "games", "won", "drawn", "lost", "score" (0 to 1),
    "strength", "low" and "high" (Elo points, None before the first estimate), "built_in" (True
    for a player of this package) and "faults" (number of games lost by forfeit)."""
    notes: ReadOnly[tuple[str, ...]] = read_only_trait(Tuple())
    """Sentences about forfeits and about the limits of the results."""

    # Traits for the front end only.

    rules_title: ReadOnly[str] = front_end_trait(Unicode())
    """Short name of the rules for people."""
    intro: ReadOnly[str] = front_end_trait(Unicode())
    """Sentence that describes the tournament."""
    finding: ReadOnly[tuple[str, str]] = front_end_trait(Tuple())
    """Results so far and their certainty: a headline and a sentence."""
    time: ReadOnly[str] = front_end_trait(Unicode())
    """Time that the remaining games will take, or that the games took, in words."""
    meetings: ReadOnly[tuple[tuple[tuple[int, int, int], ...], ...]] = front_end_trait(Tuple())
    """Games that each player won, drew and lost against each other player, in the order of
    `standings`."""
    faults: ReadOnly[tuple[tuple[str, str, int], ...]] = front_end_trait(Tuple())
    """Forfeits of players, the most frequent first: name, reason, number of games."""
    remarks: ReadOnly[tuple[str, ...]] = front_end_trait(Tuple())
    """The `notes` except those on forfeits, and the reason why it stopped."""
    grid: ReadOnly[dict[str, Any]] = front_end_trait(Dict())
    """Grid in which the cells of a board are drawn, as `TicTacToe.grid`."""
    live: ReadOnly[dict[str, Any] | None] = front_end_trait(Dict(None, allow_none=True))
    """Game in progress, or the last game if play happens in other processes. None before the
    first. By name: "title", "x", "o", "text", "board", "last_move", "winning_lines", "owners",
    "winner" and "small_boards", as in `watched`."""
    listed: ReadOnly[dict[str, Any]] = front_end_trait(Dict())
    """Page of the list of games: "player" (a name, or empty for all), "faulty" (True for only
    games with a forfeit), "page" (from 0), "count" (number of games on all pages) and "games":
    tuples of number, names of X and of O, ending, and whether there was a forfeit."""
    watched: ReadOnly[dict[str, Any] | None] = front_end_trait(Dict(None, allow_none=True))
    """Game chosen from the list: "game" (its number), "x", "o", "text" (its ending), "moves"
    (cell, mark, name and player of each), "winning_lines", "owners" (player of each mark, empty
    if the marks show that), "winner" and "small_boards" (of ultimate at each ply from the
    first, otherwise empty)."""

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
        refuse_unknown(Standings, unknown)
        with checking_values():
            run = TournamentRun(
                players, rules, games, seconds=seconds, seed=seed, executor=executor
            )
        INTERRUPTS.note_loop()
        super().__init__(
            StandingsSession(
                run, publish=self._publish, send=self.send, guards=INTERRUPTS.guard
            )
        )

    @property
    def result(self) -> Tournament:
        """Result of the games played so far."""
        return self._session.snapshot.run.result()

    def start(self) -> None:
        """Play the remaining games.

        If an event loop is running, as in a notebook, this returns at once and the games are
        played in the background. Otherwise it returns when they are played. Ctrl-C stops play
        and keeps the results.
        """
        self._change(Competition.after_start)

    def stop(self) -> None:
        """Stop playing, and keep the games so far. To play the rest, call `start`."""
        self._change(Competition.after_stop)

    def play_again(self) -> None:
        """Play all games again, with the next seed, after the tournament has ended."""
        self._change(Competition.after_beginning_again)

    def watch(self, game: int | None) -> None:
        """Show a finished game to step through, or the present one for None.

        Parameters
        ----------
        game : int or None
            Number of the game, from 1, as in the list of games.

        Raises
        ------
        TypeError, ValueError
            If `game` is not an integer, or this game has not been played.
        """
        self._change(Competition.after_choosing, game)

    def __repr__(self) -> str:
        """Return the standings and the message as text."""
        return f"{self.result}\n{self.message}"

    def _still_view(self) -> dict[str, str]:
        return {"text/html": f"{self.result._repr_html_()}<p>{escape(self.message)}</p>"}
