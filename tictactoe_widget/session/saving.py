"""Saving of a table as JSON values, and restoring it later."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from tictactoe_widget.players.builtin import PLAYERS
from tictactoe_widget.rules.game import Game, list_plies
from tictactoe_widget.rules.links import GAME_PARTS
from tictactoe_widget.rules.names import find_rules, has_name
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import MARKS, PLAIN_NAMES, Mark
from tictactoe_widget.validation import brief, check_parts, check_type, read_part

from .activity import open_lesson, open_puzzle, parse_day
from .table import (
    HUMAN,
    NO_SCORES,
    Scoreboard,
    Seat,
    SolvedSteps,
    Table,
    Watching,
    is_kept_lesson,
    merge_names,
    resolve_seat,
)

# Saving of the lesson or daily puzzle that is given, and of what a person has solved.

ACTIVITY_PARTS = ("lesson", "progress", "puzzles")
"""The parts of a saved table that are written here; each is left out where it is empty."""

MOST_STEPS = 1000
"""Number of steps that no lesson has, so that a saved step is below it."""


def save_activity(table: Table) -> dict[str, Any]:
    """Return the activity of a table and what the person has solved, as JSON values.

    ``lesson`` is the one of `LESSONS` that is given, by "name" and "step", or the "day"
    whose puzzle is; a lesson or a puzzle of somebody's own is not saved. ``progress`` has
    the solved steps by the name of the lesson, ``puzzles`` the days whose puzzle was
    solved, as pairs of the first and the last of days in a row.
    """
    activity, progress = table.activity, table.solved_steps
    parts: dict[str, Any] = {}
    if activity is not None and activity.day is not None:
        parts["lesson"] = {"day": activity.day.isoformat()}
    elif activity is not None and is_kept_lesson(activity.lesson):
        parts["lesson"] = {"name": activity.lesson.name, "step": activity.step}
    if progress.steps:
        parts["progress"] = {name: sorted(steps) for name, steps in progress.steps.items()}
    if progress.days:
        parts["puzzles"] = _list_runs(progress.days)
    return parts


def _list_runs(days: frozenset[date]) -> list[list[str]]:
    """List days in a row as pairs of the first and the last."""
    runs: list[list[date]] = []
    for day in sorted(days):
        if runs and day - runs[-1][1] == timedelta(1):
            runs[-1][1] = day
        else:
            runs.append([day, day])
    return [[day.isoformat() for day in run] for run in runs]


def restore_activity(table: Table, saved: dict[Any, Any]) -> Table:
    """Return the table with what `save_activity` saved of it.

    Raises
    ------
    ValueError
        When it is damaged; the message says where.
    """
    table = replace(table, solved_steps=_read_progress(saved))
    if "lesson" not in saved:
        return table
    lesson = read_part(saved, "lesson", dict)
    check_parts(lesson, ("day",) if "day" in lesson else ("name", "step"))
    if "day" in lesson:
        opened = open_puzzle(table, parse_day(read_part(lesson, "day", str)))
    else:
        step = read_part(lesson, "step", int) if "step" in lesson else None
        opened = open_lesson(table, read_part(lesson, "name", str), step)
    return replace(opened, round=table.round)


def _read_progress(saved: dict[Any, Any]) -> SolvedSteps:
    steps: dict[str, frozenset[int]] = {}
    if "progress" in saved:
        for name, solved in read_part(saved, "progress", dict).items():
            check_type(name, str, "each key of progress")
            steps[name] = _read_steps(check_type(solved, list, f"progress of {brief(name)}"))
    runs = read_part(saved, "puzzles", list) if "puzzles" in saved else []
    return SolvedSteps(steps, frozenset(_read_days(runs)))


def _read_steps(solved: list[Any]) -> frozenset[int]:
    for step in solved:
        check_type(step, int, "each step of progress")
        if not 0 <= step < MOST_STEPS:
            raise ValueError(
                f"each step of progress is from 0 to {MOST_STEPS - 1}, not {brief(step)}"
            )
    return frozenset(solved)


def _read_days(runs: list[Any]) -> set[date]:
    """Return all days of pairs of the first and the last of days in a row."""
    days: set[date] = set()
    before = date.min
    for run in runs:
        check_type(run, list, "each of puzzles")
        if len(run) != 2:
            raise ValueError(f"each of puzzles has a first and a last day, not {brief(run)}")
        first, last = (parse_day(check_type(day, str, "each day of puzzles")) for day in run)
        # In order, so that no day comes twice, however long the list is.
        if not before < first <= last:
            raise ValueError(f"the days of puzzles are not in order at {brief(run)}")
        days.update(first + timedelta(at) for at in range((last - first).days + 1))
        before = last
    return days


TABLE_VERSION = 1
"""Version of the format of saved tables."""

LARGEST_COUNT = 10**9
"""Largest round and score of a saved table; far below `LARGEST_NUMBER` of the protocol."""

SAVED_PARTS = (
    *("version", "rules", "moves", "round", "scores", "names", "players", "hints"),
    *("start", "practice", "resigned", "paused", "pace"),
    *ACTIVITY_PARTS,
)
"""The parts of a saved table; those of the first line are always there."""

Saved = dict[str, Any]
"""JSON values of a saved table, by the names in `SAVED_PARTS`."""


def save_table(table: Table) -> Saved:
    """Return a table as JSON values, from which `restore_table` rebuilds it.

    Functions cannot be saved: their seats are saved as a person's. Only scores under
    rules with a name are saved. ``start`` is the position before the first of the
    moves, as text, and left out where that is the empty board; ``practice`` is left
    out where the round is scored, ``resigned`` (the mark of who did) where nobody
    resigned, ``paused`` where nothing is, ``pace`` where it is ``"normal"``; the parts
    of `save_activity` follow. While an activity is given, the person's own table is saved.

    Raises
    ------
    ValueError
        When the rules of the round have no name that `find_rules` reads.
    """
    activity, number = save_activity(table), table.round
    table = table.without_activity()
    practice = {"practice": True} if table.is_practice else {}
    resigned = {} if table.resigned is None else {"resigned": table.resigned}
    watching = table.watching
    are_named = all(seat.is_named for seat in table.seats.values())
    paused = {"paused": True} if watching.is_paused and are_named else {}
    pace = {"pace": watching.pace} if watching.pace != Watching().pace else {}
    return {
        "version": TABLE_VERSION,
        **table.game.to_dict(),
        **practice,
        **resigned,
        "round": number,
        "scores": {
            rules.name: dict(scores)
            for rules, scores in table.scores.items()
            if has_name(rules)
        },
        "names": dict(table.names),
        "players": {
            mark: seat.name if seat.is_named else HUMAN for mark, seat in table.seats.items()
        },
        "hints": table.hints,
        **paused,
        **pace,
        **activity,
    }


def restore_table(saved: object) -> Table:
    """Rebuild a table from what `save_table` returned.

    Parameters
    ----------
    saved : dict
        Exactly the fields that `save_table` writes. It is not trusted: everything in it is
        checked.

    Raises
    ------
    ValueError
        When `saved` is damaged or of another version; the message says where.
    """
    if type(saved) is not dict:
        raise ValueError(
            f"a saved game is the dict that save() returned, not {brief(saved)}; "
            "one in a file is read by json.loads first"
        )
    if not _is_known_version(saved.get("version")):
        raise ValueError(f"the saved game is not one of version {TABLE_VERSION}")
    name = saved.get("rules")
    if isinstance(name, str):
        try:
            find_rules(name)
        except ValueError as error:
            raise ValueError(
                f"the saved game is damaged, or its rules are not known here yet: {error}"
            ) from None
    try:
        return _restore(saved)
    except ValueError as error:
        raise ValueError(f"the saved game is damaged: {error}") from None


def _is_known_version(version: object) -> bool:
    return type(version) is int and version == TABLE_VERSION


def _restore(saved: dict[Any, Any]) -> Table:
    check_parts(saved, SAVED_PARTS)
    game = Game.from_dict({part: saved[part] for part in GAME_PARTS if part in saved})
    players = read_part(saved, "players", dict)
    check_parts(players, MARKS)
    games = list_plies(game)
    practice = "practice" in saved and read_part(saved, "practice", bool)
    table = Table(
        games=games,
        is_practice=practice or games[0].move_count > 0,
        round=_read_count(saved, "round", least=1),
        scores=_read_scores(read_part(saved, "scores", dict)),
        names=merge_names(PLAIN_NAMES, read_part(saved, "names", dict)),
        seats={mark: _read_seat(players, mark, game.rules) for mark in MARKS},
        hints=read_part(saved, "hints", bool),
        resigned=_read_resigned(saved, game),
    )
    if "pace" in saved:
        table = table.with_pace(read_part(saved, "pace", str))
    if "paused" in saved and read_part(saved, "paused", bool):
        table = table.with_pause(on=True)
    return restore_activity(table, saved)


def _read_resigned(saved: dict[Any, Any], game: Game) -> Mark | None:
    if "resigned" not in saved:
        return None
    mark = read_part(saved, "resigned", str)
    if game.is_over or mark != game.current_player:
        raise ValueError(f"resigned must be the mark of the player to move, not {brief(mark)}")
    return game.current_player


def _read_scores(saved: dict[Any, Any]) -> dict[Rules, Scoreboard]:
    scores: dict[Rules, Scoreboard] = {}
    for name, counts in saved.items():
        rules = find_rules(check_type(name, str, "each key of scores"))
        check_parts(check_type(counts, dict, f"scores of {name}"), NO_SCORES)
        scores[rules] = {who: _read_count(counts, who, least=0) for who in NO_SCORES}
    return scores


def _read_seat(players: dict[Any, Any], mark: Mark, rules: Rules) -> Seat:
    who = read_part(players, mark, str)
    if who not in (HUMAN, *PLAYERS):
        choices = ", ".join((HUMAN, *PLAYERS))
        raise ValueError(f"the player of {mark} must be one of {choices}, not {brief(who)}")
    return resolve_seat(who, rules)


def _read_count(saved: dict[Any, Any], part: str, least: int) -> int:
    count = read_part(saved, part, int)
    if not least <= count <= LARGEST_COUNT:
        raise ValueError(f"{part} must be from {least} to {LARGEST_COUNT}, not {brief(count)}")
    return count
