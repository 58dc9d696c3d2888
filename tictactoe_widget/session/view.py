"""View of a table: all that a front end shows, as JSON values by name."""

from dataclasses import asdict
from functools import lru_cache

from tictactoe_widget.analysis.review import ReviewedMove, find_turning_point
from tictactoe_widget.analysis.values import MoveValue
from tictactoe_widget.drawing.svg import chance
from tictactoe_widget.players.builtin import PLAYER_SUMMARIES, player_choices
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.plain_rules import PlainRules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import opponent, result_message
from tictactoe_widget.validation import visible

from .activity import view_activity, view_lessons, view_rules_card, view_streak
from .core import View
from .rules_preview import view_choices, view_preview, view_shared_players
from .table import HUMAN, NO_SCORES, Table

_IN_WORDS = {3: "Three", 4: "Four", 5: "Five"}


def view_table(table: Table) -> View:
    """Return all that a front end shows of `table`, by the names the widget syncs.

    In a round that began from a position, ``move_count`` counts the marks on the
    board, ``moves`` are the cells played since, and ``viewed_ply`` counts those.
    """
    game, rules, result = table.game, table.rules, table.result
    return {
        **_view_position(table, game),
        **_view_resignation(table),
        "winner": None if result == "draw" else result,
        "is_draw": result == "draw",
        "is_over": result is not None,
        "move_count": game.move_count,
        "status": "playing" if result is None else "draw" if result == "draw" else "won",
        "legal_moves": table.legal_moves,
        "moves": game.moves,
        "round": table.round,
        "scores": dict(table.scores.get(rules, NO_SCORES)),
        "names": dict(table.shown_names),
        "players": {mark: seat.name for mark, seat in table.seats.items()},
        "player_choices": (HUMAN, *player_choices(rules)),
        "player_summaries": PLAYER_SUMMARIES,
        "thinking": table.thinking,
        "paused": table.watching.is_paused,
        "pace": table.watching.pace,
        "notice": table.notice,
        "hints": table.hints,
        "working": "hints" if table.wants_hints else "review" if table.wants_review else "",
        **_view_hints(table),
        **_summarize(table),
        "review": tuple(_view_reviewed_move(move) for move in table.review.moves),
        "drawn_marks": dict(rules.drawn_marks),
        "rules_name": rules.name,
        "rules_title": visible(rules.title),
        "rules_summary": visible(rules.summary),
        **view_choices(),
        "rules_preview": view_preview(table.preview),
        "shared_players": view_shared_players(
            [rules] if table.preview is None else [rules, table.preview.rules]
        ),
        "grid": _view_layout(rules),
        "viewed_ply": table.viewed_ply,
        "activity": view_activity(table),
        "lessons": view_lessons(table.solved_steps),
        "puzzle_streak": view_streak(table.solved_steps.days),
        "rules_card": view_rules_card(rules) if table.shows_card else None,
        "viewed": None if table.viewed_ply is None else _view_position(table, table.shown),
    }


def _view_position(table: Table, game: Game) -> View:
    """Return the part of a view that describes a game, present or earlier."""
    return {
        "board": game.board,
        "owners": game.owners if game.rules.shares_marks else (),
        "current_player": game.current_player,
        "winning_lines": game.winning_lines,
        "last_move": None if game.last_move is None else game.rules.cell_of(game.last_move),
        "message": game.message_for(table.told_names),
        "guide": visible(game.rules.guide(game.state)) or _tell_line(table, game),
        "small_boards": game.small_boards,
        "open_boards": game.open_boards,
    }


def _tell_line(table: Table, game: Game) -> str:
    """Return which line ended a game, and when; nothing where there is none.

    What `PlainRules` call a line need not be cells in a row, and of a lesson its answer tells.
    """
    if table.activity or not game.winning_lines or isinstance(game.rules, PlainRules):
        return ""
    length = len(game.winning_lines[0])
    line = "Three boards" if game.small_boards else _IN_WORDS.get(length, str(length))
    return f"{line} in a row, on move {len(game.moves)}"


def _view_resignation(table: Table) -> View:
    """Return what differs on the present position where a player resigned in it."""
    if table.resigned is None:
        return {}
    winner = opponent(table.resigned)
    told = result_message(winner, "wins", table.shown_names)
    return {
        "current_player": winner,
        "message": f"{table.shown_names[table.resigned]} resigned. {told}",
        "guide": "",
        "open_boards": (),
    }


def _view_hints(table: Table) -> View:
    """Return the hints on the shown game: empty until known, and while hints are off."""
    hints = table.shown_hints
    if hints is None:
        return {"comment": "", "values": ()}
    known = hints.highlights
    if known is None:
        return {"comment": hints.comment, "values": ()}
    rules, game = table.rules, table.shown
    values = tuple(
        {
            "cell": rules.cell_of(move),
            **({"mark": rules.mark_of(game.state, move)} if rules.chooses_mark else {}),
            "value": worth.value,
            "remoteness": worth.remoteness,
            "score": round(worth.score, 3),
            "chance": _chance_of(worth),
            "is_best": move in known.best,
            "is_marked": move in known.marked,
            "is_threat": move in known.threats,
        }
        for move, worth in known.analysis.moves.items()
    )
    return {"comment": hints.comment, "values": values}


def _chance_of(worth: MoveValue) -> int | None:
    """Return the chance to win in % of a move that is not proved; None where it is."""
    return chance(worth.score) if worth.value is None else None


def _view_reviewed_move(move: ReviewedMove) -> View:
    return {
        "ply": move.ply,
        "player": move.player,
        "cell": move.cell,
        "verdict": move.verdict,
        "best": move.best.value,
        "played": move.played.value,
        "remoteness": move.played.remoteness,
        "score": round(move.played.score, 3),
        "chance": _chance_of(move.played),
        "lead": round(move.lead, 3),
        "estimated_loss": round(move.estimated_loss, 3),
    }


def _summarize(table: Table) -> View:
    """Return where the round was lost, once that is worked out."""
    review = table.review
    if not review.is_final:
        return {"review_summary": "", "turning_point": None}
    winner = None if table.resigned is None else opponent(table.resigned)
    point = find_turning_point(table.game, review.moves, winner)
    return {
        "review_summary": str(point),
        "turning_point": None if point.ply is None else asdict(point),
    }


@lru_cache(maxsize=64)
def _view_layout(rules: Rules) -> View:
    return asdict(rules.layout)
