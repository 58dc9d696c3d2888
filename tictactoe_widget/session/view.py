"""Convert a session's state to a view, which is everything that a front end shows."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import asdict
from datetime import date
from functools import cache, lru_cache
from itertools import pairwise

from tictactoe_widget.analysis.registry import may_be_solvable
from tictactoe_widget.analysis.review import ReviewedMove, find_decisive_mistake
from tictactoe_widget.analysis.values import MoveValue
from tictactoe_widget.classroom.lessons.course import LESSONS
from tictactoe_widget.classroom.progress import ProgressCode
from tictactoe_widget.classroom.puzzle import count_streak, longest_streak
from tictactoe_widget.drawing.svg import win_percent
from tictactoe_widget.players.builtin import PLAYER_SUMMARIES, player_choices
from tictactoe_widget.rules.cards import Example
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.names import NAMED
from tictactoe_widget.rules.plain_rules import PlainRules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.sliding import Morris
from tictactoe_widget.rules.state import Mark, State, opponent, players_alternate
from tictactoe_widget.texts import (
    ENGLISH,
    N_,
    _,
    cached_by_language,
    front_end_texts,
    in_language,
)
from tictactoe_widget.validation import visible

from .core import View
from .state import (
    SWITCHES,
    Activity,
    MatchScore,
    RulesPreview,
    SessionState,
    SolvedSteps,
    is_kept_lesson,
    read_switches,
)

_ROWS = {
    3: N_("Three in a row on move {move}."),
    4: N_("Four in a row on move {move}."),
    5: N_("Five in a row on move {move}."),
}
_STARTS = {
    "undone": N_("This game isn't scored."),
    "swapped": N_("The players have swapped sides."),
}
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


def view_state(state: SessionState) -> View:
    """Return everything that a front end shows about a state, by trait name.

    If a round began with marks on the board, ``move_count`` includes these marks, whereas
    ``moves`` and ``viewed_ply`` cover only the moves in the round.
    """
    game, result = state.game, state.result
    rules = game.rules
    with in_language(ENGLISH):
        names = dict(state.shown_names)
    view = {
        **_NOTHING_YET,
        **_view_rules(rules),
        **_view_position(state, game),
        "winner": None if result == "draw" else result,
        "is_draw": result == "draw",
        "is_over": result is not None,
        "resigned": state.resigned,
        "move_count": game.move_count,
        "status": "playing" if result is None else "draw" if result == "draw" else "won",
        "legal_moves": state.legal_moves,
        "sliding": bool(state.legal_moves) and rules.slides(state.next_game.state),
        "moves": game.moves,
        "sources": _find_sources(state.games) if rules.can_slide else (),
        "round": state.round,
        "scores": dict(state.scoreboard),
        "records": {who: dict(r) for who, r in state.records.get(rules, {}).items()},
        "match": None if state.match is None else _view_match(state, state.match),
        "first_player": state.first_player,
        "language": state.language,
        "texts": front_end_texts(state.language),
        "names": names,
        "away_names": dict(state.away_names),
        "players": {mark: seat.name for mark, seat in state.seats.items()},
        "thinking": state.thinking,
        "paused": state.is_paused,
        "pace": state.pace,
        "notice": str(state.notice),
        "hints": state.hints,
        "allows_undo": state.allows_undo,
        "can_undo": state.undo_ply is not None,
        "working": "hints" if state.wants_hints else "review" if state.wants_review else "",
        "viewed_ply": state.viewed_ply,
        "lessons": _view_lessons(state.solved_steps),
        "puzzle_streak": _view_streak(state.solved_steps.days),
        "hand_in": _view_code(state.solved_steps),
    }
    # In most positions, these traits have no value.
    if state.start is not None and not view["guide"]:
        view["guide"] = _(_STARTS[state.start])
    if state.resigned is not None:
        view |= _view_resignation(state, opponent(state.resigned))
    if state.hints:
        view |= _view_hints(state)
    if result is not None:
        view |= _view_review(state)
    if state.preview is not None:
        view["rules_preview"] = _view_preview(state.preview)
        view["shared_players"] = _view_shared_players([rules, state.preview.rules])
    if state.activity is not None:
        view["activity"] = _view_activity(state, state.activity)
    if state.shows_card:
        view["rules_card"] = _view_rules_card(rules)
    if state.viewed_ply is not None:
        view["viewed"] = _view_position(state, state.shown)
    return view


def _view_position(state: SessionState, game: Game) -> View:
    """Return the part of a view that describes one position, which can be an earlier one."""
    rules, now = game.rules, game.state
    # In an activity, it is nobody's turn, and the feedback explains why the game ended.
    names = state.shown_names if state.activity is None else rules.player_names
    guide = rules.guide(now)
    if now.result is not None and not guide and state.activity is None:
        guide = _describe_end(game, names)
    return {
        "board": game.board,
        "owners": game.owners if rules.shares_marks else (),
        "current_player": game.current_player,
        "winning_lines": game.winning_lines,
        "last_move": None if game.last_move is None else rules.cell_of(game.last_move),
        "message": game.message_for(names),
        "guide": visible(guide) if guide else "",
        "small_boards": rules.small_boards(now),
        "open_boards": rules.open_boards(now),
        "vanishing": rules.vanishing(now),
        "cell_texts": rules.texts(now),
    }


def _find_sources(games: Sequence[Game]) -> tuple[int | None, ...]:
    """Return the cell from which each move slid a mark, or None for moves that placed one."""
    return tuple(
        before.rules.source_of(before.state, after.moves[-1])
        for before, after in pairwise(games)
    )


def _describe_end(game: Game, names: Mapping[Mark, str]) -> str:
    """Describe why a game ended, or return ``""`` if the reason is unknown."""
    winner, completer, lines = game.winner, game.current_player, game.winning_lines
    # The winning lines under `PlainRules` need not be rows.
    if isinstance(game.rules, PlainRules) or not game.moves:
        return ""
    if winner is None or not lines:
        return _describe_full_board(game, names)
    if winner != completer:
        return _(
            "{loser} completed a row, so {winner} wins.",
            loser=names[completer],
            winner=names[winner],
        )
    move, length = len(game.moves), len(lines[0])
    if game.small_boards:
        return _("Three boards in a row on move {move}.", move=move)
    row = _ROWS.get(length, N_("{length} in a row on move {move}."))
    return _(row, length=length, move=move)


def _describe_full_board(game: Game, names: Mapping[Mark, str]) -> str:
    """Describe why a game ended without a completed row, or return ``""``."""
    winner = game.winner
    if game.small_boards:
        if winner is None:
            return _("No moves are left.")
        return _("No moves are left, and {winner} has won more boards.", winner=names[winner])
    if None in game.board:
        count = game.rules.repetition
        is_repeated = count and winner is None
        return _("This position has come up {count} times.", count=count) if is_repeated else ""
    if winner is None:
        return _("The board is full.")
    return _("The board is full without a row, so {winner} wins.", winner=names[winner])


def _view_resignation(state: SessionState, winner: Mark) -> View:
    """Return the values that change in the current position's view after a resignation."""
    names = state.shown_names
    return {
        "current_player": winner,
        "message": _(
            "{loser} resigned. {winner} wins!",
            loser=names[opponent(winner)],
            winner=names[winner],
        ),
        "guide": "",
        "open_boards": (),
        "vanishing": None,
    }


def _view_match(state: SessionState, match: MatchScore) -> View:
    # A practice round doesn't decide a match.
    decides = state.result is not None and not state.is_practice and state.activity is None
    text = _describe_match(state, match)
    return {
        "wins_needed": match.wins_needed,
        "score": text if match.winner is None else "",
        "result": text if match.winner is not None and decides else "",
    }


def _describe_match(state: SessionState, match: MatchScore) -> str:
    """Return a sentence about a match: who has won it, or the score so far."""
    wins, people = match.scores, state.people
    leader: Mark = "X" if wins["X"] >= wins["O"] else "O"
    most, fewest = wins[leader], wins[opponent(leader)]
    score = f"{most}–{fewest}"
    if not most:
        return _("Wins needed: {wins}.", wins=match.wins_needed)
    if most == fewest:
        return _("The score is {score}.", score=score)
    player = state.shown_names[leader]
    if len(people) == 1 and leader not in people and state.is_unnamed(leader):
        player = _("The computer")
    you = state.names_in_sentences.you
    if match.winner is None:
        text = N_("You lead {score}.") if leader == you else N_("{player} leads {score}.")
    elif leader == you:
        text = N_("You won the match {score}.")
    elif you is not None:
        text, score = N_("You lost the match {score}."), f"{fewest}–{most}"
    else:
        text = N_("{player} won the match {score}.")
    return _(text, player=player, score=score)


def _view_hints(state: SessionState) -> View:
    """Return the hints for the displayed position. Values are empty until hints are ready."""
    hints = state.shown_hints
    if hints is None:
        return {}
    known = hints.highlights
    if known is None:
        return {"comment": hints.comment}
    rules, game = state.rules, state.shown
    is_sliding = rules.slides(game.state)
    values = tuple(
        {
            "cell": rules.cell_of(move),
            **({"choice": rules.choice_of(move)} if rules.choices else {}),
            **({"source": rules.source_of(game.state, move)} if is_sliding else {}),
            "value": worth.value,
            "remoteness": _remoteness_of(worth, game.state),
            "score": round(worth.score, 3),
            "chance": _chance_of(worth),
            "is_best": move in known.best,
            "is_marked": move in known.marked,
            "is_threat": move in known.threats,
        }
        for move, worth in known.analysis.moves.items()
    )
    return {"comment": hints.comment, "values": values}


def _remoteness_of(worth: MoveValue, state: State) -> int | None:
    """Return a move's remoteness, or None if the players don't take turns.

    If the move ends the game, the result is always 1.
    """
    is_telling = players_alternate(state) or worth.remoteness == 1
    return worth.remoteness if is_telling else None


def _chance_of(worth: MoveValue) -> int | None:
    """Return a move's win probability in percent, or None if the move's value is proved."""
    return win_percent(worth.score) if worth.value is None else None


def _view_reviewed_move(move: ReviewedMove, state: State) -> View:
    return {
        "ply": move.ply,
        "player": move.player,
        "cell": move.cell,
        "verdict": move.verdict,
        "best": move.best.value,
        "played": move.played.value,
        "remoteness": _remoteness_of(move.played, state),
        "score": round(move.played.score, 3),
        "chance": _chance_of(move.played),
        "lead": round(move.lead, 3),
        "estimated_loss": round(move.estimated_loss, 3),
    }


def _view_review(state: SessionState) -> View:
    """Return a round's review. A complete review includes the decisive mistake."""
    review = state.review
    last = state.game.state
    moves = tuple(_view_reviewed_move(move, last) for move in review.moves)
    view: View = {"review": moves}
    if not review.is_final:
        return view
    winner = None if state.resigned is None else opponent(state.resigned)
    point = find_decisive_mistake(state.game, review.moves, winner, state.names_in_sentences)
    return {
        **view,
        "review_summary": str(point),
        "turning_point": None if point.ply is None else asdict(point),
    }


def _view_activity(state: SessionState, activity: Activity) -> View:
    """Return everything that a front end shows about an open lesson, puzzle or example."""
    lesson, exercise, day = activity.lesson, activity.exercise, activity.day
    steps = len(lesson.exercises)
    is_done = activity.is_at_last_step and not activity.awaits_move
    following = _find_next(activity)
    return {
        "kind": lesson.kind,
        "name": lesson.name,
        "title": lesson.say(lesson.title),
        "step": activity.step,
        "steps": steps,
        "solved": tuple(step in activity.solved for step in range(steps)),
        "skipped": state.solved_steps.skipped_in(activity),
        "text": exercise.say(exercise.step.text),
        "ask": exercise.ask,
        "state": activity.verdict,
        "feedback": activity.feedback,
        "hint": exercise.say(exercise.step.hint) if activity.is_hint_shown else "",
        "has_hint": bool(exercise.step.hint),
        "look": exercise.look,
        "tries": activity.tries,
        "cell": None if activity.cell is None else exercise.game.rules.cell_of(activity.cell),
        "learnt": lesson.say(lesson.learnt) if is_done else "",
        "next": following,
        "next_title": _(LESSONS[following].title) if following else "",
        "day": "" if day is None else day.isoformat(),
        "streak": 0 if day is None else count_streak(state.solved_steps.days, day),
    }


def _find_next(activity: Activity) -> str:
    """Return the name of the next lesson in `LESSONS`, or ``""`` if there is none."""
    if not is_kept_lesson(activity.lesson):
        return ""
    names = list(LESSONS)
    return next(iter(names[names.index(activity.lesson.name) + 1 :]), "")


def _view_lessons(progress: SolvedSteps) -> tuple[View, ...]:
    """Return the lessons in `LESSONS`, with the person's progress in each."""
    return tuple(
        {
            "name": lesson.name,
            "title": _(lesson.title),
            "about": _(lesson.about),
            "steps": len(lesson.exercises),
            "solved": len(progress.of(lesson)) if progress.steps else 0,
        }
        for lesson in LESSONS.values()
    )


def _view_code(progress: SolvedSteps) -> View:
    """Return the student's name, and the progress code if there is anything to hand in."""
    exercises = progress.list_exercises() if progress.student else ()
    code = ProgressCode(progress.student, exercises).code if exercises else ""
    return {"name": progress.student, "code": code}


@lru_cache(maxsize=16)
def _view_streak(days: frozenset[date]) -> View:
    """Return the latest solved day, the solved days in its month, and the streaks."""
    if not days:
        return {"day": "", "streak": 0, "best": 0, "month": ()}
    last = max(days)
    first = last.replace(day=1)
    return {
        "day": last.isoformat(),
        "streak": count_streak(days, last),
        "best": longest_streak(days),
        "month": tuple(sorted(day.day for day in days if first <= day)),
    }


@cached_by_language(16)
def _view_rules_card(rules: Rules) -> View:
    """Return everything that a front end shows on a rule card, including the examples."""
    card = rules.card
    return {
        "name": card.name,
        "description": card.description,
        "sections": tuple((heading, tuple(points)) for heading, points in card.sections),
        "examples": tuple(map(_view_example, card.examples)),
    }


def _view_example(example: Example) -> View:
    after = example.before if example.after is None else example.after
    return {
        "text": example.text,
        "position": example.position,
        "message": example.outcome,
        "refused": example.after is None,
        "cell": example.before.rules.cell_of(example.cell),
        "before": example.before.board,
        "board": after.board,
        "last_move": None if after.last_move is None else after.rules.cell_of(after.last_move),
        "winning_lines": after.winning_lines,
        "small_boards": after.small_boards,
    }


# The rules that people can choose: titles, summaries and small pictures.

_WHOLE = 9  # maximum number of rows or columns for which a picture shows the whole board


@cached_by_language(64)
def _view_rules(rules: Rules) -> View:
    """Return the part of the view that depends only on the rules."""
    start = rules.initial_state
    return {
        "player_choices": ("human", *player_choices(rules)),
        "player_summaries": {name: _(text) for name, text in PLAYER_SUMMARIES.items()},
        "drawn_marks": dict(rules.drawn_marks),
        "choices": rules.choices,
        "rules_name": rules.name,
        "rules_title": visible(rules.title),
        "rules_summary": visible(rules.summary),
        **_view_choices(),
        "shared_players": _view_shared_players([rules]),
        "grid": {**asdict(rules.layout), "links": rules.links},
        # The editor can set up marks, but not texts, the next board in ultimate, or how old
        # marks are.
        "allows_set_up": not (
            rules.small_boards(start) or rules.repetition or rules.texts(start)
        ),
    }


@cached_by_language(None)
def _view_choices() -> View:
    """Return names, titles, summaries and pictures of the rules that a board offers."""
    return {
        "rules_choices": tuple((name, rules.title) for name, rules in NAMED.items()),
        "rules_summaries": {name: rules.summary for name, rules in NAMED.items()},
        "rules_pictures": _view_pictures(),
        "unsolved_rules": tuple(
            name for name, rules in NAMED.items() if not may_be_solvable(rules)
        ),
    }


@cache
def _view_pictures() -> View:
    """Return small pictures, without text, of the rules that a board offers."""
    # The rules are copied, so that their analyses are deleted together with the copies.
    return {name: _view_picture(copy(rules)) for name, rules in NAMED.items()}


def _view_shared_players(rules: Iterable[Rules]) -> View:
    """Return the default player names for rules in which marks don't identify the players.

    The result contains these names for `rules` and for all rules that people can choose on the
    board.
    """
    with in_language(ENGLISH):  # front ends look rules up by these names
        return {
            one.name: dict(one.player_names)
            for one in (*NAMED.values(), *rules)
            if not one.names_players_by_marks
        }


def _view_picture(rules: Rules) -> View:
    """Return a small picture that stands for rules: a board with a line that ends the game.

    The line is from an example on the rule card, and is a diagonal if possible. On a large
    board, the picture shows only the cells around the line.
    """
    layout = rules.layout
    marks = max(_ending_lines(rules), key=lambda line: _extent(rules, line), default={})
    places = _places(rules, marks)
    rows = _shown_range(layout.rows, [row for row, _ in places])
    columns = _shown_range(layout.columns, [column for _, column in places])
    return {
        "rows": len(rows),
        "columns": len(columns),
        "block": layout.block,
        "board": "".join(
            marks.get(layout.cells[row * layout.columns + column]) or "."
            for row in rows
            for column in columns
        ),
    }


def _ending_lines(rules: Rules) -> list[dict[int, str | None]]:
    """Return the mark in each cell of the lines that end the rule card's examples."""
    return [
        {cell: (example.after.texts or example.after.board)[cell] for cell in line}
        for example in rules.card.examples
        if example.after is not None
        for line in example.after.winning_lines
    ]


def _extent(rules: Rules, cells: Iterable[int]) -> int:
    """Count the rows and the columns that contain these cells, and multiply the two numbers."""
    places = _places(rules, cells)
    return len({row for row, _ in places}) * len({column for _, column in places})


def _places(rules: Rules, cells: Iterable[int]) -> list[tuple[int, int]]:
    layout = rules.layout
    return [divmod(layout.cells.index(cell), layout.columns) for cell in cells]


def _shown_range(size: int, marked: list[int]) -> range:
    """Return which rows or columns to show: all of them, or only those around marked cells."""
    if size <= _WHOLE or not marked:
        return range(min(size, _WHOLE))
    return range(max(min(marked) - 1, 0), min(max(marked) + 2, size))


def _view_preview(preview: RulesPreview) -> View:
    return {
        **_view_tried_rules(preview.rules),
        "players": player_choices(preview.rules),
        "winner": preview.winner,
        "verdict": preview.verdict,
    }


@cached_by_language(8)
def _view_tried_rules(rules: MNK | Morris) -> View:
    chosen = read_switches(rules)
    return {
        "name": rules.name,
        "title": visible(rules.title),
        "summary": visible(rules.summary),
        "picture": _view_whole_board(rules),
        "switches": tuple(
            (
                name,
                _(legend),
                tuple((at, _(title)) for at, title in titles.items()),
                chosen.get(name, ""),
            )
            for name, (legend, titles) in SWITCHES.items()
        ),
    }


def _view_whole_board(rules: MNK | Morris) -> View:
    """Return a picture of the whole board, with the line that shows the rules best."""
    line = max(rules.lines, key=lambda line: _rank_line(rules, line), default=())
    return {
        "rows": rules.layout.rows,
        "columns": rules.layout.columns,
        "block": 0,
        "board": "".join("X" if cell in line else "." for cell in range(rules.cell_count)),
    }


def _rank_line(rules: MNK | Morris, line: tuple[int, ...]) -> tuple[int, bool, bool]:
    """Return a sort key that prefers no floating marks, then wrapped lines, then diagonals."""
    rows, columns = rules.layout.rows, rules.layout.columns
    places = [divmod(cell, columns) for cell in line]
    floating = sum(
        row < rows - 1 and cell + columns not in line
        for cell, (row, _column) in zip(line, places, strict=True)
    )
    steps = {(below - row, to - at) for (row, at), (below, to) in pairwise(places)}
    crosses_edge = any(down > 1 or abs(across) > 1 for down, across in steps)
    is_diagonal = len({column for _, column in places}) == len({row for row, _ in places})
    return -floating if rules.layout.falls else 0, crosses_edge, is_diagonal
