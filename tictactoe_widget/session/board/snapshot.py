"""The snapshot of a session: what it holds, and what follows from that."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tictactoe_widget.analysis.hints import Hints
from tictactoe_widget.analysis.registry import is_solvable
from tictactoe_widget.analysis.reviewed_move import ReviewedMove
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import MARKS, PLAIN_NAMES, Mark, Result, opponent
from tictactoe_widget.rules.rules import Rules

from .activity import Activity, SolvedSteps
from .rules_preview import RulesPreview
from .seats import Seat, name_players
from .watching import Watching

Scoreboard = Mapping[str, int]
"""Rounds won by ``"X"`` and ``"O"``, and ``"draws"``."""

NO_SCORES: Scoreboard = {"X": 0, "O": 0, "draws": 0}
"""Scores before the first round has ended."""


@dataclass(frozen=True)
class Review:
    """Comparison of the moves of a round with the best ones, as far as it is made."""

    moves: tuple[ReviewedMove, ...] = ()
    """The reviewed moves, in the order of play; the last ones are reviewed first."""
    is_final: bool = False
    """False until all is worked out that will be."""


@dataclass(frozen=True)
class Snapshot:
    """Content of a `Table`: round, seats, scores, and all known of the game; immutable."""

    games: tuple[Game, ...]
    """Game after each ply of this round; the position it began from comes first."""
    round: int = 1
    """Number of the round, from 1."""
    is_practice: bool = False
    """True when the round began with marks on the board: its result is not scored."""
    scores: Mapping[Rules, Scoreboard] = field(default_factory=dict)
    """Scoreboards, by the rules they were made under."""
    names: Mapping[Mark, str] = field(default_factory=lambda: PLAIN_NAMES)
    """Names of the players."""
    seats: Mapping[Mark, Seat] = field(default_factory=lambda: dict.fromkeys(MARKS, Seat()))
    """Seat of the player of each mark."""
    viewed_ply: int | None = None
    """Ply of this round that is shown; None for the present one."""
    notice: str = ""
    """Notice about a player that failed, was stopped or replaced; empty when all is well.

    It stays until a person has acted, so until it could be read: no player's move ends it.
    """
    failed: Mark | None = None
    """Mark whose player failed in this game and is not asked again."""
    hints: bool = False
    """True when the values of moves are shown."""
    latest_hints: Hints | None = None
    """Latest hints, mostly on the shown game; None before the first."""
    review: Review = field(default_factory=Review)
    """Review of this round, made after its end."""
    watching: Watching = field(default_factory=Watching)
    """Pause and pace of players who play among themselves."""
    resigned: Mark | None = None
    """Mark whose player resigned in this round, so that the opponent has won; None where
    nobody did."""
    untold: tuple[tuple[Seat, Game], ...] = ()
    """Rounds that are over, each as the seat of a player that learns and its last game,
    which that player is still to be told of."""
    activity: Activity | None = None
    """Lesson, puzzle or example that is given on the board; None for a game."""
    solved_steps: SolvedSteps = field(default_factory=SolvedSteps)
    """What the person has solved so far."""
    shows_card: bool = False
    """True once the rule card was asked for."""
    preview: RulesPreview | None = None
    """Rules that a person tries out on the sheet; None while nobody does."""
    is_closed: bool = False
    """True when the session was closed, so that nothing is worked out any more."""

    @property
    def game(self) -> Game:
        """Present game of this round."""
        return self.games[-1]

    @property
    def last_ply(self) -> int:
        """Number of moves made in this round; marks it began with are not counted."""
        return len(self.games) - 1

    @property
    def shown_ply(self) -> int:
        """Ply of this round that is shown."""
        return self.last_ply if self.viewed_ply is None else self.viewed_ply

    @property
    def shown(self) -> Game:
        """Shown game: the present one, or an earlier one while a person looks back."""
        return self.games[self.shown_ply]

    @property
    def result(self) -> Result:
        """Result of this round, also by a resignation; None while it goes on."""
        return self.game.result if self.resigned is None else opponent(self.resigned)

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Cells that may be played now, ascending."""
        if self.activity is not None:
            return self.activity.position.legal_moves if self.activity.awaits_move else ()
        return () if self.result is not None else self.game.legal_moves

    @property
    def is_resigned_here(self) -> bool:
        """True when a player has resigned in the shown game, so that no move follows it."""
        return self.resigned is not None and self.viewed_ply is None

    @property
    def shown_hints(self) -> Hints | None:
        """Hints on the shown game; None until known, and while they are off."""
        latest = self.latest_hints
        if not self.hints or latest is None or latest.game is not self.shown:
            return None
        return replace(latest, highlights=None) if self.is_resigned_here else latest

    @property
    def rules(self) -> Rules:
        """Rules of this round."""
        return self.game.rules

    @property
    def shown_names(self) -> Mapping[Mark, str]:
        """Names of the players as they are shown: who has none is called by the rules."""
        return name_players(self.names, self.rules)

    @property
    def told_names(self) -> Mapping[Mark, str]:
        """Names in messages: those of the players; in an activity nobody plays for them."""
        return self.shown_names if self.activity is None else self.rules.player_names

    @property
    def awaits_player(self) -> bool:
        """True when it is the turn of a player, not of a person."""
        mark = self.game.current_player
        return not (
            self.is_closed
            or self.result is not None
            or self.failed == mark
            or self.seats[mark].player is None
        )

    @property
    def thinking(self) -> Mark | None:
        """Mark whose player is choosing a move; None on a turn of a person, or in a pause."""
        may_move = not self.is_without_people or self.watching.lets_move(self.last_ply)
        return self.game.current_player if self.awaits_player and may_move else None

    @property
    def is_without_people(self) -> bool:
        """True when players play both marks, so that people only watch."""
        return all(seat.player is not None for seat in self.seats.values())

    @property
    def wants_hints(self) -> bool:
        """True when hints are on and those of the shown game are still to be worked out."""
        latest = self.latest_hints
        is_known = latest is not None and latest.game is self.shown and latest.is_final
        return self.hints and not is_known and self.thinking is None and not self.is_closed

    @property
    def wants_preview(self) -> bool:
        """True when it is still to be worked out who wins by the rules that are tried out."""
        return self.preview is not None and not self.preview.is_final and not self.is_closed

    @property
    def wants_review(self) -> bool:
        """True when the round is over and is still to be reviewed."""
        is_reviewed = self.review.is_final or self.activity is not None
        if self.result is None or is_reviewed or self.is_closed:
            return False
        # Without hints only rules that can be solved, where a review is quick.
        return self.hints or is_solvable(self.rules)
