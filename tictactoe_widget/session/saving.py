"""Save session states as JSON values or links, and restore them.

A link is the part of a web address after ``#``, such as ``rules=4x4&moves=a1,b2&o=casual``. A
link contains:

- the game (see `tictactoe_widget.rules.links`),
- the mark of the player who resigned (``resigned``),
- the built-in players (``x``, ``o``), but not people's names.

Two other kinds of link open a lesson or a puzzle. ``lesson=forks&step=3`` opens a lesson's
third step. ``puzzle=2026-11-22`` opens a daily puzzle.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from tictactoe_widget.analysis.sentences import short_names
from tictactoe_widget.classroom.lessons.course import LESSONS
from tictactoe_widget.classroom.progress import check_student
from tictactoe_widget.players.builtin import PLAYERS, player_choices
from tictactoe_widget.rules.game import Game, list_plies
from tictactoe_widget.rules.links import (
    GAME_PARTS,
    TABLE_PARTS,
    LinkFault,
    game_to_dict,
    join_link,
    name_link_word,
    read_linked_game,
    split_link,
    write_link_parts,
)
from tictactoe_widget.rules.names import find_rules, has_name
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import MARKS, PLAIN_NAMES, Mark, Result
from tictactoe_widget.texts import ENGLISH, _, in_language, languages
from tictactoe_widget.validation import (
    brief,
    check_choice,
    check_int,
    check_parts,
    check_type,
    read_part,
)

from .state import (
    HUMAN,
    NO_RECORD,
    NO_SCORES,
    Attempts,
    MatchScore,
    PlayerRecord,
    Scoreboard,
    Seat,
    SessionState,
    SolvedSteps,
    is_kept_lesson,
    merge_names,
    open_lesson,
    open_puzzle,
    parse_day,
    resolve_seat,
)

_ACTIVITY_PARTS = ("lesson", "progress", "puzzles", "attempts", "student")

_MOST_STEPS = 1000  # more steps than any lesson has
_LAST_MINUTE = 10**8  # latest time, in minutes since 1970 (in the year 2160)


def _save_activity(state: SessionState) -> dict[str, Any]:
    """Return the open lesson or puzzle, and the person's progress, as JSON values.

    ``lesson`` contains the "name" and "step" for a lesson in `LESSONS`, or the "day" for a
    daily puzzle. Custom lessons and puzzles are not saved. ``progress`` maps each lesson's name
    to a list of its solved steps. ``puzzles`` lists the days whose puzzles were solved, as
    ranges from a first to a last day. ``attempts`` has an entry for each of the latest lessons
    and puzzles. An entry contains the number of wrong moves, the number of hints, the time of
    the last change in minutes since 1970, and the skipped steps. ``student`` is the name for
    the progress code.
    """
    activity, progress = state.activity, state.solved_steps
    lesson: dict[str, Any] = {}
    if activity is not None and activity.day is not None:
        lesson = {"day": activity.day.isoformat()}
    elif activity is not None and is_kept_lesson(activity.lesson):
        lesson = {"name": activity.lesson.name, "step": activity.step}
    parts = {
        "lesson": lesson,
        "progress": {name: sorted(steps) for name, steps in progress.steps.items()},
        "puzzles": _list_runs(progress.days),
        "attempts": {
            key: [one.wrong, one.hints, one.minutes, sorted(one.skipped)]
            for key, one in progress.attempts.items()
        },
        "student": progress.student,
    }
    return {name: part for name, part in parts.items() if part}


def _list_runs(days: frozenset[date]) -> list[list[str]]:
    runs: list[list[date]] = []
    for day in sorted(days):
        if runs and day - runs[-1][1] == timedelta(1):
            runs[-1][1] = day
        else:
            runs.append([day, day])
    return [[day.isoformat() for day in run] for run in runs]


def _restore_activity(state: SessionState, saved: dict[Any, Any]) -> SessionState:
    """Restore the activity and the progress that `_save_activity` saved.

    Raises
    ------
    ValueError
        If `saved` is damaged. The message says which part is damaged.
    """
    state = replace(state, solved_steps=_read_progress(saved))
    if "lesson" not in saved:
        return state
    lesson = read_part(saved, "lesson", dict)
    check_parts(lesson, ("day",) if "day" in lesson else ("name", "step"))
    if "day" in lesson:
        opened = open_puzzle(state, parse_day(read_part(lesson, "day", str)))
    else:
        step = read_part(lesson, "step", int) if "step" in lesson else None
        opened = open_lesson(state, read_part(lesson, "name", str), step)
    return replace(opened, round=state.round)


def _read_progress(saved: dict[Any, Any]) -> SolvedSteps:
    steps: dict[str, frozenset[int]] = {}
    for name, solved in read_part(saved, "progress", dict).items():
        check_type(name, str, "each lesson name in progress")
        steps[name] = _read_steps(check_type(solved, list, f"progress of {brief(name)}"))
    days = frozenset(_read_days(read_part(saved, "puzzles", list)))
    attempts = {
        check_type(key, str, "each key in attempts"): _read_attempts(key, one)
        for key, one in read_part(saved, "attempts", dict).items()
    }
    student = read_part(saved, "student", str)
    return SolvedSteps(steps, days, attempts, student and check_student(student))


def _read_attempts(key: str, saved: object) -> Attempts:
    part = f"attempts at {brief(key)}"
    if key.startswith("puzzle-"):
        parse_day(key.removeprefix("puzzle-"))
    match saved:
        case [int() as wrong, int() as hints, int() as minutes, list() as skipped]:
            for number, most in (
                (wrong, _LARGEST_COUNT),
                (hints, _LARGEST_COUNT),
                (minutes, _LAST_MINUTE),
            ):
                check_int(check_type(number, int, part), part, 0, most)
            return Attempts(wrong, hints, _read_steps(skipped), minutes)
    raise ValueError(f"{part} must be three numbers and a list, not {brief(saved)}")


def _read_steps(solved: list[Any]) -> frozenset[int]:
    part = "each solved step"
    for step in solved:
        check_int(check_type(step, int, part), part, 0, _MOST_STEPS - 1)
    return frozenset(solved)


def _read_days(runs: list[Any]) -> set[date]:
    """Return all days in the given ranges, which are pairs of a first and a last day."""
    days: set[date] = set()
    before = date.min
    for run in runs:
        check_type(run, list, "each item in puzzles")
        if len(run) != 2:
            raise ValueError(
                f"each item in puzzles must be a first and a last day, not {brief(run)}"
            )
        first, last = (parse_day(check_type(day, str, "each day in puzzles")) for day in run)
        # The order ensures that no day occurs twice, however long the list is.
        if not before < first <= last:
            raise ValueError(
                f"the days in puzzles must be in ascending order, not {brief(run)}"
            )
        days.update(first + timedelta(at) for at in range((last - first).days + 1))
        before = last
    return days


_TABLE_VERSION = 1

_LARGEST_COUNT = 10**9  # limit for round numbers and scores, far below `LARGEST_NUMBER`

# Every saved game has the parts in the first line.
_SAVED_PARTS = (
    *("version", "rules", "moves", "round", "scores", "names", "players", "hints"),
    *("start", "practice", "resigned", "paused", "pace", "undo", "away_names"),
    *("records", "match", "first_player", "last_result", "language"),
    *_ACTIVITY_PARTS,
)

_DEFAULTS: dict[str, Any] = {
    "practice": False,
    "paused": False,
    "pace": SessionState.pace,
    "undo": True,
    "away_names": {},
    "first_player": SessionState.first_player,
    "records": {},
    "progress": {},
    "puzzles": [],
    "attempts": {},
    "student": "",
}

Saved = dict[str, Any]  # dict of JSON values with the keys in `_SAVED_PARTS`


def save_state(state: SessionState) -> Saved:
    """Convert a state to JSON values that `restore_state` can read.

    A player that is a function can't be saved, so a person is saved instead. Scores are saved
    only for rules that have a name. ``start`` is the position before the first move, as text.
    The result also contains everything that `_save_activity` returns.

    The result omits most fields that have their default value:

    - ``start`` for the empty board,
    - ``practice`` if the round is scored,
    - ``resigned`` (the mark of the player who resigned) if nobody did,
    - ``paused`` if play isn't paused,
    - ``pace`` if it is ``"normal"``,
    - ``undo`` if moves can be taken back,
    - default names in ``away_names`` (the names to restore when a person replaces a computer or
      vice versa),
    - ``records`` (people's results against each named player, by rules) if there are none,
    - ``match`` (the number of wins needed and the scores) if there is no match,
    - ``first_player`` if it is ``"same"``,
    - ``last_result`` (the result of the latest scored round) if ``first_player`` ignores it.

    If a lesson or puzzle is open, the saved game is the person's own game.

    Raises
    ------
    ValueError
        If the current rules have no name that `find_rules` accepts.
    """
    activity, number = _save_activity(state), state.round
    state = state.without_activity()
    match = state.match
    state = state.with_seats(
        {mark: seat if seat.is_named else Seat() for mark, seat in state.seats.items()}
    )
    away = {mark: name for mark, name in state.away_names.items() if name != PLAIN_NAMES[mark]}
    optional = {
        "practice": state.is_practice,
        "resigned": state.resigned,
        "paused": state.is_paused,
        "pace": None if state.pace == SessionState.pace else state.pace,
        "away_names": away,
        "records": {
            rules.name: {who: dict(record) for who, record in records.items()}
            for rules, records in state.records.items()
            if records and has_name(rules)
        },
        "match": match and {"wins_needed": match.wins_needed, **match.scores},
    }
    if state.first_player != SessionState.first_player:
        optional |= {"first_player": state.first_player, "last_result": state.last_result}
    return {
        "version": _TABLE_VERSION,
        **state.game.to_dict(),
        "round": number,
        "scores": {
            rules.name: dict(scores)
            for rules, scores in state.scores.items()
            if has_name(rules)
        },
        "names": dict(state.names),
        "players": {mark: seat.name for mark, seat in state.seats.items()},
        "hints": state.hints,
        "language": state.language,
        **{name: part for name, part in optional.items() if part},
        **({} if state.allows_undo else {"undo": False}),
        **activity,
    }


def restore_state(saved: object, language: str = ENGLISH) -> SessionState:
    """Rebuild a state from the dict that `save_state` returned.

    Parameters
    ----------
    saved : dict
        Dict with exactly the fields that `save_state` writes. Every part is checked, because
        the dict can come from an untrusted source. Older versions of `save_state` wrote no
        language.
    language : str, default "en"
        Language to use if `saved` contains no language, or one that isn't available.

    Raises
    ------
    ValueError
        If `saved` is damaged or has an unknown version. The message says which part is damaged.
    """
    if type(saved) is not dict:
        raise ValueError(
            f"saved must be the dict from save(), not {brief(saved)}: "
            "convert the text of a file with json.loads() first"
        )
    version = saved.get("version")
    if type(version) is not int or version != _TABLE_VERSION:
        raise ValueError(
            f"version of the saved game must be {_TABLE_VERSION}, not {brief(version)}"
        )
    name = saved.get("rules")
    if isinstance(name, str):
        try:
            find_rules(name)
        except ValueError as error:
            raise ValueError(
                f"the saved game is damaged or needs rules that are not defined here: {error}"
            ) from None
    try:
        return _restore({"language": language, **saved}, language)
    except ValueError as error:
        raise ValueError(f"the saved game is damaged: {error}") from None


def _restore(saved: dict[Any, Any], language: str) -> SessionState:
    check_parts(saved, _SAVED_PARTS)
    saved = {**_DEFAULTS, **saved}
    game = Game.from_dict({part: saved[part] for part in GAME_PARTS if part in saved})
    players = read_part(saved, "players", dict)
    check_parts(players, MARKS)
    games = list_plies(game)
    practice = read_part(saved, "practice", bool)
    saved_language = read_part(saved, "language", str)
    state = SessionState(
        language=saved_language if saved_language in languages() else language,
        games=games,
        is_practice=practice or games[0].move_count > 0,
        round=_read_count(saved, "round", least=1),
        scores=_read_scores(read_part(saved, "scores", dict)),
        records=_read_records(read_part(saved, "records", dict)),
        names=merge_names(PLAIN_NAMES, read_part(saved, "names", dict)),
        away_names=merge_names(PLAIN_NAMES, read_part(saved, "away_names", dict)),
        seats={mark: _read_seat(players, mark, game.rules) for mark in MARKS},
        hints=read_part(saved, "hints", bool),
        allows_undo=read_part(saved, "undo", bool),
        resigned=_read_resigned(saved, game),
        last_result=_read_last_result(saved),
    )
    match = _read_match(saved)
    wins_needed = None if match is None else match.wins_needed
    state = state.with_match(wins_needed, read_part(saved, "first_player", str))
    state = replace(state, match=match)
    state = state.with_pace(read_part(saved, "pace", str))
    if read_part(saved, "paused", bool):
        state = state.with_pause(on=True)
    with in_language(state.language):
        return _restore_activity(state, saved)


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
        rules = find_rules(check_type(name, str, "each rules name in scores"))
        check_parts(check_type(counts, dict, f"scores of {name}"), NO_SCORES)
        scores[rules] = _read_scoreboard(counts)
    return scores


def _read_records(saved: dict[Any, Any]) -> dict[Rules, Mapping[str, PlayerRecord]]:
    records: dict[Rules, Mapping[str, PlayerRecord]] = {}
    for name, by_player in saved.items():
        rules = find_rules(check_type(name, str, "each rules name in records"))
        check_type(by_player, dict, f"records of {name}")
        records[rules] = {
            check_choice(who, "each player in records", PLAYERS): _read_record(who, counts)
            for who, counts in by_player.items()
        }
    return records


def _read_record(who: str, counts: object) -> PlayerRecord:
    record = check_type(counts, dict, f"record against {who}")
    check_parts(record, NO_RECORD)
    return {name: _read_count(record, name, least=0) for name in NO_RECORD}


def _read_scoreboard(counts: dict[Any, Any]) -> Scoreboard:
    return {who: _read_count(counts, who, least=0) for who in NO_SCORES}


def _read_match(saved: dict[Any, Any]) -> MatchScore | None:
    if "match" not in saved:
        return None
    match = read_part(saved, "match", dict)
    check_parts(match, ("wins_needed", *NO_SCORES))
    return MatchScore(read_part(match, "wins_needed", int), _read_scoreboard(match))


def _read_last_result(saved: dict[Any, Any]) -> Result:
    if "last_result" not in saved:
        return None
    result = read_part(saved, "last_result", str)
    return check_choice(result, "last_result", ("X", "O", "draw"))


def _read_seat(players: dict[Any, Any], mark: Mark, rules: Rules) -> Seat:
    who = read_part(players, mark, str)
    return resolve_seat(check_choice(who, f"the player for {mark}", (HUMAN, *PLAYERS)), rules)


def _read_count(saved: dict[Any, Any], part: str, least: int) -> int:
    return check_int(read_part(saved, part, int), part, least, _LARGEST_COUNT)


_ACTIVITY_LINK_PARTS = ("lesson", "step", "puzzle")


@dataclass(frozen=True)
class _LinkedGame:
    """Game from a link, with a list of the link's faults."""

    saved: Saved  # game in the form that `Session.restore` accepts
    faults: tuple[str, ...] = ()  # descriptions of damaged parts, which are ignored


def write_link(saved: Saved) -> str:
    """Return a link to the open lesson or puzzle or, if none is open, to the saved game.

    Parameters
    ----------
    saved : dict
        Result of `Session.save`.

    Examples
    --------
    >>> from tictactoe_widget.session import Session
    >>> session = Session("4x4", names={"X": "Ada"})
    >>> session.play(5)
    >>> session.play(0)
    >>> session.seat("O", "casual")
    >>> write_link(session.save())
    'rules=4x4&moves=b2,a1&o=casual'
    """
    if "lesson" in saved:
        return join_link(_write_activity(saved["lesson"]))
    seats = {mark.lower(): who for mark, who in saved["players"].items() if who != HUMAN}
    game = write_link_parts(saved["rules"], saved.get("start"), saved["moves"])
    return join_link(game | {"resigned": saved.get("resigned", "")} | seats)


def _write_activity(saved: Saved) -> dict[str, str]:
    """Return the parts of a link that open a saved lesson or puzzle."""
    if "day" in saved:
        return {"puzzle": saved["day"]}
    step = saved.get("step", 0)
    return {"lesson": saved["name"], "step": str(step + 1) if step else ""}


def read_link(link: str) -> _LinkedGame:
    """Read a game from a link. Damaged parts of the link are reported, but otherwise ignored.

    Examples
    --------
    >>> read_link("rules=4x4&moves=a1,z9,b2").faults
    ('Move 2 in the link, z9, is not a square. The game stops before this move.',)
    """
    parts, faults = split_link(link, (*GAME_PARTS, *TABLE_PARTS, *_ACTIVITY_LINK_PARTS))
    game = Game.from_dict(game_to_dict(read_linked_game(parts, faults)))
    resigned = _read_linked_resignation(parts, game, faults)
    players = _read_players(parts, game.rules, faults)
    activity = _read_activity(parts, faults)
    saved = {
        "version": _TABLE_VERSION,
        **game.to_dict(),
        "round": 1,
        "scores": {},
        "names": dict(PLAIN_NAMES),
        "players": {mark: players.get(mark, HUMAN) for mark in MARKS},
        "hints": False,
    }
    return _LinkedGame(saved | resigned | activity, tuple(map(str, faults)))


def _read_linked_resignation(
    parts: dict[str, str], game: Game, faults: list[LinkFault]
) -> Saved:
    """Read a resignation from a link. Return fields for `restore_state`."""
    mark = parts.get("resigned", "")
    # If damaged moves were left out, the player resigned in a different position.
    if not mark or faults:
        return {}
    if game.is_over or mark != game.current_player:
        player = name_link_word(mark)
        faults.append(
            LinkFault(
                _(
                    "The link says that {player} resigned, but it isn't {player}'s turn.",
                    player=player,
                )
            )
        )
        return {}
    return {"resigned": mark}


def _read_activity(parts: dict[str, str], faults: list[LinkFault]) -> Saved:
    """Read a lesson or puzzle from a link. Return fields for `restore_state`."""
    if "lesson" in parts:
        if "puzzle" in parts:
            faults.append(
                LinkFault(_("The link has both a lesson and a puzzle. Only the lesson opens."))
            )
        return _read_lesson(parts, faults)
    if "step" in parts:
        faults.append(LinkFault(_("The link has a step but no lesson.")))
    if "puzzle" not in parts:
        return {}
    try:
        return {"lesson": {"day": parse_day(parts["puzzle"]).isoformat()}}
    except ValueError:
        day = name_link_word(parts["puzzle"])
        faults.append(LinkFault(_("There's no puzzle for {day}.", day=day)))
        return {}


def _read_lesson(parts: dict[str, str], faults: list[LinkFault]) -> Saved:
    name = parts["lesson"]
    if name not in LESSONS:
        lesson = name_link_word(name)
        faults.append(LinkFault(_("There's no lesson called {lesson}.", lesson=lesson)))
        return {}
    if "step" not in parts:
        return {"lesson": {"name": name}}
    steps = [str(number) for number in range(1, len(LESSONS[name].exercises) + 1)]
    if parts["step"] not in steps:
        text = _(
            "The lesson has no step {step}. It opens at the first unsolved step.",
            step=name_link_word(parts["step"]),
        )
        faults.append(LinkFault(text))
        return {"lesson": {"name": name}}
    return {"lesson": {"name": name, "step": steps.index(parts["step"])}}


def _read_players(
    parts: dict[str, str], rules: Rules, faults: list[LinkFault]
) -> dict[str, str]:
    players: dict[str, str] = {}
    for mark in MARKS:
        who = parts.get(mark.lower(), HUMAN)
        if who in (HUMAN, *player_choices(rules)):
            players[mark] = who
            continue
        name, seat = name_link_word(who), short_names(rules)[mark]
        text = (
            _(
                "{player} can't play with these rules. A person now plays as {mark}.",
                player=name.capitalize(),
                mark=seat,
            )
            if who in PLAYERS
            else _(
                "There's no player called {player}. A person now plays as {mark}.",
                player=name,
                mark=seat,
            )
        )
        faults.append(LinkFault(text))
    return players
