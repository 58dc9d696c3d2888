"""View of a competition: all that a front end shows of it, as JSON values by name."""

from dataclasses import asdict

from tictactoe_widget.matches.match import Played
from tictactoe_widget.matches.results import Tournament
from tictactoe_widget.rules.notation import position_name

from ..publishing import View
from .snapshot import Competition


def view_competition(competition: Competition) -> View:
    """Return all that a front end shows of a competition, by the names the widget syncs."""
    run = competition.run
    return {
        "players": run.names,
        "planned_count": run.planned_count,
        "rules_title": run.rules.title,
        "grid": asdict(run.rules.layout),
        **_view_progress(competition),
        "listed": _view_list(competition),
        "watched": _view_game(competition),
    }


def _view_progress(competition: Competition) -> View:
    """Return the part of the view that changes while games are played."""
    played, result = len(competition.games), competition.result
    rated = competition.ratings
    rows = []
    for standing in result.standings:
        rating = None if rated is None else rated[standing.name]
        rows.append(
            {
                "name": standing.name,
                "games": standing.game_count,
                "won": standing.win_count,
                "drawn": standing.draw_count,
                "lost": standing.loss_count,
                "score": round(standing.score, 3),
                "strength": None if rating is None else round(rating.strength),
                "low": None if rating is None else round(rating.low),
                "high": None if rating is None else round(rating.high),
            }
        )
    # The message says how many games were played.
    notes = result.notes[0 if result.is_complete else 1 :]
    trouble = () if competition.trouble is None else (competition.trouble,)
    return {
        "status": competition.status,
        "message": write_standings_message(competition),
        "played_count": played,
        "standings": tuple(rows),
        "notes": (*trouble, *notes, *(rated.notes if rated and played else ())),
        "live": _view_live(competition),
    }


def write_standings_message(competition: Competition) -> str:
    """Return a sentence for people on how far the tournament is."""
    run, played = competition.run, len(competition.games)
    planned = _number(run.planned_count, "game")
    match competition.status:
        case "ready":
            return f"{_number(len(run.names), 'player')}, {planned}."
        case "playing":
            left = competition.seconds_left
            until = "" if left is None else f", about {_duration(left)} left"
            return f"Playing: {played:,} of {planned}{until}."
        case "stopped":
            return f"Stopped after {played:,} of {planned}. The rest can still be played."
        case "done" if not run.planned_count:
            return "There is nothing to play: a tournament needs two players and a game."
        case _:
            return f"{planned} played. {_describe_first(competition.result)}"


def _view_list(competition: Competition) -> View:
    """Return the page of the list of games that is shown."""
    listed, games = competition.listed, competition.games
    return {
        "player": listed.player,
        "faulty": listed.faulty,
        "page": listed.page,
        "count": listed.game_count,
        "games": tuple(
            (place + 1, game.x, game.o, _ending(game), game.fault is not None)
            for place, game in ((place, games[place]) for place in listed.places)
        ),
    }


def _view_game(competition: Competition) -> View | None:
    """Return all of the game that was chosen, to step through; None without one."""
    if competition.watched is None:
        return None
    played = competition.games[competition.watched]
    game = played.game
    earlier = [game.at(ply) for ply in range(len(game.moves) + 1)]
    return {
        "game": competition.watched + 1,
        "x": played.x,
        "o": played.o,
        "text": f"{_ending(played)}." + (f" {played.fault}." if played.fault else ""),
        "moves": tuple(
            (cell, before.current_player, position_name(cell, game))
            for cell, before in zip(game.moves, earlier, strict=False)
        ),
        "winning_lines": game.winning_lines,
        "small_boards": tuple(at.small_boards for at in earlier if at.small_boards),
    }


def _view_live(competition: Competition) -> View | None:
    """Return the game that is being played or, where that cannot be seen, the last one."""
    games = competition.games
    if not games and competition.current is None:
        return None
    played = competition.current or [*games.values()][-1]
    game = played.game
    return {
        "x": played.x,
        "o": played.o,
        "text": f"Move {len(game.moves)}" if played.result is None else _ending(played),
        "board": game.board,
        "last_move": game.last_move,
        "winning_lines": game.winning_lines,
        "small_boards": game.small_boards,
    }


def _ending(played: Played) -> str:
    """Return how a game ended."""
    if played.winner is None:
        return "A draw"
    if played.resignation is not None:
        return f"{played.winner} wins by resignation"
    return f"{played.winner} wins" + ("" if played.fault is None else " by a fault")


def _describe_first(result: Tournament) -> str:
    """Return a sentence on who has the best score."""
    standings = result.standings
    best = [one.name for one in standings if one.score == standings[0].score]
    points = f"{standings[0].score:.2f} points a game"
    if len(best) == 1:
        return f"{best[0]} is first with {points}."
    if len(best) == len(standings):
        return f"All players have {points}."
    return f"{', '.join(best[:-1])} and {best[-1]} share the first place with {points}."


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _duration(seconds: float) -> str:
    """Return a time as people say it, in seconds, minutes or hours."""
    for unit, size in (("hour", 3600), ("minute", 60)):
        if seconds >= 1.5 * size:
            return _number(round(seconds / size), unit)
    return _number(max(1, round(seconds)), "second")
