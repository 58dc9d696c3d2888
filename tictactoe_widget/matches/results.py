"""Results of a tournament: games, tables and data."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from tictactoe_widget.drawing.markup import TextDisplay, html_table, text_table
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import _, format_number, localized, ngettext

from .match import Match, Played
from .ratings import Ratings, rate_players

_MOST_KINDS = 20  # maximum number of different sentences of each kind below a table


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Tournament(Match):
    """Immutable results of a tournament. ``str(tournament)`` returns a table of the results.

    The methods inherited from :class:`~.match.Match` count all games played.
    """

    _keys = (
        *("players=names", "rules=rules.name", "seed", "planned_count", "played_count"),
        *("ended", "games"),
    )

    rules: Rules = STANDARD
    """Rules of the games."""
    seed: int = 0
    """Seed for all random numbers. The same seed always gives the same games."""
    planned_count: int = 0
    """Number of games that were planned."""
    ended: str | None = None
    """Sentence that explains why the tournament stopped early, or None if it was completed."""

    @property
    def played_count(self) -> int:
        """Number of games that were played."""
        return len(self.games)

    @property
    def is_complete(self) -> bool:
        """True if all planned games were played."""
        return self.played_count >= self.planned_count

    @property
    def not_asked_twice(self) -> tuple[tuple[str, str], ...]:
        """Pairs of deterministic players whose repeated games were copied instead of played."""
        pairs = {(min(g.x, g.o), max(g.x, g.o)): None for g in self.games if g.repeated}
        return tuple(pairs)

    @property
    @localized
    def notes(self) -> tuple[str, ...]:
        """Sentences about missing games, resignations and forfeits, to show below the table."""
        return (*self.remarks, *_count(self.faults, "faults"))

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences from `notes`, except sentences about forfeits."""
        notes = []
        if not self.is_complete:
            played = ngettext(
                "{played} of {count} game was played.",
                "{played} of {count} games were played.",
                self.planned_count,
                played=format_number(len(self.games)),
            )
            notes.append(f"{played} {self.ended}" if self.ended else played)
        notes += [
            _(
                "{first} and {second} are deterministic, so they played one game with each "
                "mark. Their other games are copies.",
                first=first,
                second=second,
            )
            for first, second in self.not_asked_twice
        ]
        return (*notes, *_count(self.resignations, "resignations"))

    def table(self) -> "CrossTable":
        """Return the cross table of results for each pair of players and each mark."""
        return CrossTable(tuple(standing.name for standing in self.standings), self.games)

    def ratings(self) -> Ratings:
        """Return the strengths of all players, as estimated by `rate_players`."""
        return rate_players(self.names, self.games)


def _count(sentences: Sequence[str], attribute: str) -> list[str]:
    """Return the most frequent sentences with their counts, and the number of the others."""
    kinds = Counter(sentences)
    counted = [
        sentence
        if times == 1
        else _("{sentence} ({count} games)", sentence=sentence, count=format_number(times))
        for sentence, times in kinds.most_common(_MOST_KINDS)
    ]
    if len(kinds) > _MOST_KINDS:
        counted.append(
            ngettext(
                "For {count} more sentence, see `{attribute}`.",
                "For {count} more sentences, see `{attribute}`.",
                len(kinds) - _MOST_KINDS,
                attribute=attribute,
            )
        )
    return counted


class CrossTable(Serializable, TextDisplay):
    """Cross table for a tournament. ``str(table)`` returns the table as text.

    Each player gets one row for games as X and one row for games as O. Each entry shows how
    many games the row's player won, drew and lost against the column's player.

    Parameters
    ----------
    names : sequence of str
        Names of the players, in the order of the rows.
    games : sequence of Played
        Games to count in the table.
    """

    _keys = ("players=names", "results=to_records")

    def __init__(self, names: Sequence[str], games: Sequence[Played]) -> None:
        self.names = tuple(names)
        """Names of the players, in the order of the rows."""
        self._results = Counter((game.x, game.o, game.result) for game in games)

    def counts(self, x: str, o: str) -> tuple[int, int, int]:
        """Count the results of games between one player as X and another player as O.

        Returns
        -------
        (int, int, int)
            Numbers of X wins, draws and O wins.
        """
        won, drawn, lost = (self._results[x, o, result] for result in ("X", "draw", "O"))
        return won, drawn, lost

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Rows of the table as text, each with a heading and one entry for each player."""
        rows = []
        for name in self.names:
            as_x = [self.counts(name, other) for other in self.names]
            as_o = [self.counts(other, name)[::-1] for other in self.names]
            rows.append((_("{player} as X", player=name), *map(_entry, as_x)))
            rows.append((_("{player} as O", player=name), *map(_entry, as_o)))
        return tuple(rows)

    def to_records(self) -> list[dict[str, Any]]:
        """Return a list of dicts, one for each pair of X and O, for use in a data frame.

        Each dict contains the keys ``x`` and ``o`` (player names), ``x_win_count``,
        ``draw_count`` and ``o_win_count``. Pairs that did not play each other are left out.
        """
        records = []
        for x, o in permutations(self.names, 2):
            won, drawn, lost = self.counts(x, o)
            if won or drawn or lost:
                counts = {"x_win_count": won, "draw_count": drawn, "o_win_count": lost}
                records.append({"x": x, "o": o, **counts})
        return records

    @localized
    def __str__(self) -> str:
        return text_table([("", *self.names), *self.rows], align=">")

    @localized
    def _repr_html_(self) -> str:
        """Return the cross table as HTML for a notebook."""
        caption = _(
            "Wins, draws and losses of the player in each row against the player in each column"
        )
        return html_table(caption, [_("Player"), *self.names], self.rows)


def _entry(counts: tuple[int, ...]) -> str:
    return "-".join(map(str, counts)) if any(counts) else "·"
