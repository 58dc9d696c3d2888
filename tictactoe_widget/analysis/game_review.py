"""Review of a game as a whole: a tuple of moves that a notebook shows as pictures."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.notation import position_name
from tictactoe_widget.rules.picture.course import Plotted, draw_course
from tictactoe_widget.rules.picture.markup import escape

from .reviewed_move import ReviewedMove
from .turning_point import find_turning_point
from .values import MoveValue


class GameReview(tuple[ReviewedMove, ...]):  # noqa: SLOT001 - a tuple takes none
    """Review of a game: its moves, each compared with the best one, in the order of play.

    A notebook shows it as the board where the game was lost, and who was winning, move by
    move.
    """

    game: Game
    """Game that is reviewed."""

    def __new__(cls, moves: Iterable[ReviewedMove], game: Game) -> Self:
        """Return the review of `game` that its `moves` make up."""
        made = super().__new__(cls, moves)
        made.game = game
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self.game

    def to_dict(self) -> dict[str, Any]:
        """Return the review as JSON values: ``moves``, each as `ReviewedMove.to_dict`."""
        return {"moves": [move.to_dict() for move in self]}

    def to_records(self) -> list[dict[str, Any]]:
        """Return a flat record of each move, as a data frame takes them.

        Examples
        --------
        >>> from tictactoe_widget import Game, review
        >>> review(Game(moves=(0, 5))).to_records()[1]["verdict"]
        'worse'
        """
        return [
            {
                "ply": move.ply,
                "player": move.player,
                "cell": move.cell,
                "verdict": move.verdict,
                "best": move.best.value,
                "played": move.played.value,
                "estimated_loss": move.estimated_loss,
            }
            for move in self
        ]

    def _repr_html_(self) -> str:
        """Return where the game was lost in words, a board and a chart, for a notebook."""
        game = self.game
        # Of a game that goes on nobody knows yet who has made use of what.
        point = find_turning_point(game, self if game.is_over else ())
        turn = None if point.ply is None else self[point.ply - 1]
        shown = game if turn is None else game.at(turn.ply)
        board = shown.to_svg(values=None if turn is None else _Turn.of(turn))
        caption = game.message if turn is None else f"Before move {point.ply}"
        course = draw_course("Who was winning, move by move", [*map(self._plot, self)])
        figures = "".join(
            f'<figure style="margin:0">{picture}{words}</figure>'
            for picture, words in (
                (board, f"<figcaption>{escape(caption)}</figcaption>"),
                (course, ""),
            )
        )
        told = f"<p>{escape(point)}</p>" if str(point) else ""
        return f'{told}<div style="display:flex;flex-wrap:wrap;gap:1.5em">{figures}</div>'

    def _plot(self, move: ReviewedMove) -> Plotted:
        return Plotted(
            mark=move.player,
            cell=position_name(move.cell, self.game),
            lead=move.lead,
            worth=move.played,
            is_mistake=move.verdict == "worse",
        )


@dataclass(frozen=True, slots=True)
class _Turn:
    """Worth of a move that gave the game away, and of the better ones, for a picture."""

    moves: Mapping[int, MoveValue]
    best_moves: tuple[int, ...]

    @classmethod
    def of(cls, move: ReviewedMove) -> Self:
        better = dict.fromkeys(move.better, move.best)
        return cls({move.cell: move.played, **better}, move.better)
