"""View of a table: all that a front end shows, as JSON values by name."""

from dataclasses import asdict

from tictactoe_widget.analysis.review import ReviewedMove, find_decisive_mistake
from tictactoe_widget.analysis.values import MoveValue
from tictactoe_widget.drawing.svg import win_percent
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.plain_rules import PlainRules
from tictactoe_widget.rules.state import Mark, opponent, result_message
from tictactoe_widget.validation import visible

from .activity import view_activity, view_lessons, view_rules_card, view_streak
from .core import View
from .rules_preview import view_preview, view_rules, view_shared_players
from .table import NO_SCORES, Table

_IN_WORDS = {3: "Three", 4: "Four", 5: "Five"}
_NOTHING_YET: View = {
    "rules_preview": None,
    "activity": None,
    "rules_card": None,
    "viewed": None,
    "comment": "",
    "values": (),
    "review": (),
    "review_summary": "",
    "turning_point": None,
}
"""Values of the parts that only some tables have."""


def view_table(table: Table) -> View:
    """Return all that a front end shows of `table`, by the names the widget syncs.

    In a round that began from a position, ``move_count`` counts the marks on the
    board, ``moves`` are the cells played since, and ``viewed_ply`` counts those.
    """
    game, result = table.game, table.result
    rules = game.rules
    view = {
        **_NOTHING_YET,
        **view_rules(rules),
        **_view_position(table, game),
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
        "thinking": table.thinking,
        "paused": table.is_paused,
        "pace": table.pace,
        "notice": table.notice,
        "hints": table.hints,
        "working": "hints" if table.wants_hints else "review" if table.wants_review else "",
        "viewed_ply": table.viewed_ply,
        "lessons": view_lessons(table.solved_steps),
        "puzzle_streak": view_streak(table.solved_steps.days),
    }
    # Most positions have none of these.
    if table.resigned is not None:
        view |= _view_resignation(table, opponent(table.resigned))
    if table.hints:
        view |= _view_hints(table)
    if result is not None:
        view |= _view_review(table)
    if table.preview is not None:
        view["rules_preview"] = view_preview(table.preview)
        view["shared_players"] = view_shared_players([rules, table.preview.rules])
    if table.activity is not None:
        view["activity"] = view_activity(table, table.activity)
    if table.shows_card:
        view["rules_card"] = view_rules_card(rules)
    if table.viewed_ply is not None:
        view["viewed"] = _view_position(table, table.shown)
    return view


def _view_position(table: Table, game: Game) -> View:
    """Return the part of a view that describes a game, present or earlier."""
    rules, lines = game.rules, game.winning_lines
    # In an activity nobody plays for the players.
    names = table.shown_names if table.activity is None else rules.player_names
    guide = rules.guide(game.state)
    # Of a lesson its answer tells, and what `PlainRules` call a line need not be in a row.
    if lines and not guide and table.activity is None and not isinstance(rules, PlainRules):
        line = _IN_WORDS.get(len(lines[0]), str(len(lines[0])))
        line = "Three boards" if game.small_boards else line
        guide = f"{line} in a row, on move {len(game.moves)}"
    return {
        "board": game.board,
        "owners": game.owners if rules.shares_marks else (),
        "current_player": game.current_player,
        "winning_lines": lines,
        "last_move": None if game.last_move is None else rules.cell_of(game.last_move),
        "message": game.message_for(names),
        "guide": visible(guide) if guide else "",
        "small_boards": game.small_boards,
        "open_boards": game.open_boards,
    }


def _view_resignation(table: Table, winner: Mark) -> View:
    """Return what differs on the present position if a player resigned in it."""
    told = result_message(winner, "wins", table.shown_names)
    return {
        "current_player": winner,
        "message": f"{table.shown_names[opponent(winner)]} resigned. {told}",
        "guide": "",
        "open_boards": (),
    }


def _view_hints(table: Table) -> View:
    """Return the hints on the shown game: empty until known."""
    hints = table.shown_hints
    if hints is None:
        return {}
    known = hints.highlights
    if known is None:
        return {"comment": hints.comment}
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
    return win_percent(worth.score) if worth.value is None else None


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


def _view_review(table: Table) -> View:
    """Return the review of a round that is over, and where it was lost once that is known."""
    review = table.review
    view: View = {"review": tuple(map(_view_reviewed_move, review.moves))}
    if not review.is_final:
        return view
    winner = None if table.resigned is None else opponent(table.resigned)
    point = find_decisive_mistake(table.game, review.moves, winner)
    return {
        **view,
        "review_summary": str(point),
        "turning_point": None if point.ply is None else asdict(point),
    }
