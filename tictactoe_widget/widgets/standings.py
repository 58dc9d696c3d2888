"""Widget that shows a tournament's standings during play, and replays games."""

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
from tictactoe_widget.texts import in_language

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
    """Widget that plays a tournament while you watch it in a notebook cell.

    Play begins only when you press **Start** or call `start`, because a tournament between slow
    players can take a long time. The games run in time slices on the kernel's event loop, so
    you can run other cells in the meantime. You can observe and link every trait, but you can't
    set any of them.

    Parameters
    ----------
    players, rules, seconds, seed, executor
        Arguments as for `play_tournament`.
    games : int, default 20
        Number of games for each pair of players, at least 0. A pair swaps marks after each
        game.
    language : str, optional
        Language of all texts in the widget, such as ``"de"``. The default is the language that
        `set_language` has chosen.

    Raises
    ------
    TypeError
        If you pass an unknown argument.
    InvalidValueError, InvalidTypeError
        If an argument is invalid (see `play_tournament`).

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
    _keeping = "pickle its result, or keep result.to_dict()"

    _session: StandingsSession

    # Traits that you can observe and link.

    status: ReadOnly[CompetitionStatus] = read_only_trait(Unicode("ready"))
    """State of the tournament: "ready", "playing", "stopped" or "done"."""
    message: ReadOnly[str] = read_only_trait(Unicode())
    """Message for display, such as "Playing: 12 of 60 games, about 20 s left"."""
    played_count: ReadOnly[int] = read_only_trait(Int())
    """Number of games played so far."""
    planned_count: ReadOnly[int] = read_only_trait(Int())
    """Number of games in the whole tournament."""
    players: ReadOnly[tuple[str, ...]] = read_only_trait(Tuple())
    """Names of the players, in the order in which they were passed."""
    standings: ReadOnly[tuple[dict[str, Any], ...]] = read_only_trait(Tuple())
    """Standings, with one dict for each player, sorted from the best to the worst score. "name"
    is the player's name. "games" is the number of games played, and "won", "drawn" and "lost"
    count the results. "score" is the average score per game, from 0 to 1. "strength" is the
    estimated strength in Elo points, and "low" and "high" are the limits of its confidence
    interval. "strength", "low" and "high" are None before the first estimate. "built_in" is
    True if the player is part of this package. "faults" is the number of games that the player
    lost by forfeit."""
    notes: ReadOnly[tuple[str, ...]] = read_only_trait(Tuple())
    """Sentences about an error that stopped the tournament, about repeated games, resignations
    and forfeits, and about the limits of the strength estimates."""
    language: ReadOnly[str] = read_only_trait(Unicode("en"))
    """Language of all texts in the widget, such as "de"."""

    # Traits for the front end only.

    texts: ReadOnly[dict[str, Any]] = front_end_trait(Dict())
    """Translations of the front end's own texts (see `TicTacToe.texts`)."""
    rules_title: ReadOnly[str] = front_end_trait(Unicode())
    """Short title of the rules, for display."""
    intro: ReadOnly[str] = front_end_trait(Unicode())
    """Sentence that describes the tournament."""
    finding: ReadOnly[tuple[str, str]] = front_end_trait(Tuple())
    """Headline about the results so far, and a sentence on how certain they are."""
    time: ReadOnly[str] = front_end_trait(Unicode())
    """Text with the estimated time for the remaining games or, after play has ended, with the
    time that the games took."""
    meetings: ReadOnly[tuple[tuple[tuple[int, int, int], ...], ...]] = front_end_trait(Tuple())
    """For each pair of players, the numbers of games won, drawn and lost. The players are in
    the same order as in `standings`."""
    faults: ReadOnly[tuple[tuple[str, str, int], ...]] = front_end_trait(Tuple())
    """Forfeits, starting with the most frequent kind. Each item is a tuple of the player's
    name, the reason and the number of games."""
    remarks: ReadOnly[tuple[str, ...]] = front_end_trait(Tuple())
    """The `notes`, except for those about forfeits and about an error that stopped the
    tournament."""
    grid: ReadOnly[dict[str, Any]] = front_end_trait(Dict())
    """Grid in which the front end draws a board's cells (see `TicTacToe.grid`)."""
    live: ReadOnly[dict[str, Any] | None] = front_end_trait(Dict(None, allow_none=True))
    """Game in progress or, if other processes play the games, the game that finished last. None
    before the first game. The dict has the keys "title", "x", "o", "text", "board",
    "last_move", "winning_lines", "owners", "chooses_mark", "winner" and "small_boards" (see
    `watched`)."""
    listed: ReadOnly[dict[str, Any]] = front_end_trait(Dict())
    """Displayed page of the game list. "player" is the name of the player whose games are
    listed, or "" if all games are. "faulty" is True if the list contains only games that ended
    by forfeit. "page" is the page number, counted from 0. "count" is the number of games on all
    pages. "games" contains a tuple for each game on the page: the game's number, X's and O's
    names, how the game ended, and whether a player forfeited it."""
    watched: ReadOnly[dict[str, Any] | None] = front_end_trait(Dict(None, allow_none=True))
    """Game that someone chose from the list, or None. "game" is the game's number. "x" and "o"
    are the players' names, and "text" describes how the game ended. "moves" contains the cell,
    the mark, the square's name and the player for each move. "winning_lines" contains the lines
    that ended the game, and "winner" is "X", "O" or None. "owners" says who placed the mark in
    each cell, and is empty if the marks identify the players. "chooses_mark" is True if the
    players choose their marks. "small_boards" contains the small boards' results in ultimate
    tic-tac-toe, before the first move and after each move. For other rules, "small_boards" is
    empty."""

    def __init__(  # noqa: PLR0913 - one argument for each choice
        self,
        players: Mapping[str, str | Player] | Iterable[str | Player],
        rules: str | Rules = STANDARD,
        games: int = 20,
        *,
        seconds: float | None = None,
        seed: int | None = None,
        executor: Any = None,
        language: str | None = None,
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
                run,
                language,
                publish=self._publish,
                send=self.send,
                guards=INTERRUPTS.guard,
            )
        )

    @property
    def result(self) -> Tournament:
        """Tournament result after the games played so far."""
        return self._session.snapshot.run.result()

    def start(self) -> None:
        """Play the remaining games.

        If an event loop is running, as in a notebook, this method returns at once and plays the
        games in the background. Without an event loop, the method returns after the last game.
        Ctrl+C stops the tournament but keeps the results.
        """
        self._change(Competition.after_start)

    def stop(self) -> None:
        """Stop play, but keep the games played so far. To continue, call `start`."""
        self._change(Competition.after_stop)

    def play_again(self) -> None:
        """Play a finished tournament again, with the next seed."""
        self._change(Competition.after_beginning_again)

    def watch(self, game: int | None) -> None:
        """Show either a finished game that you can step through, or the game in progress.

        Parameters
        ----------
        game : int or None
            Number of the game in the game list, counted from 1, or None for the game in
            progress.

        Raises
        ------
        TypeError, ValueError
            If `game` is not an integer, or if the game with this number hasn't been played.
        """
        self._change(Competition.after_choosing, game)

    def __repr__(self) -> str:
        """Return the current standings and the message as text."""
        with in_language(self.language):
            return f"{self.result}\n{self.message}"

    def _still_view(self) -> dict[str, str]:
        with in_language(self.language):
            table = self.result._repr_html_()
        return {"text/html": f"{table}<p>{escape(self.message)}</p>"}
