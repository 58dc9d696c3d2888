"""View of a competition: all that a front end shows of it, as JSON values by name."""

from collections import Counter
from dataclasses import asdict

from tictactoe_widget.analysis.sentences import call_players
from tictactoe_widget.matches.match import Played
from tictactoe_widget.matches.results import CrossTable, Tournament
from tictactoe_widget.players.calling import name_mover
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.notation import position_name
from tictactoe_widget.validation.quoting import visible, write_count, write_list

from ..publishing import View
from ..wording import write_duration
from .finding import write_standings_finding
from .snapshot import Competition


def view_standings(competition: Competition) -> View:
    """Return all that a front end shows of a competition, by the names the widget syncs."""
    run = competition.run
    return {
        "players": run.names,
        "planned_count": run.planned_count,
        "rules_title": visible(run.rules.title),
        "intro": _write_intro(competition),
        "grid": asdict(run.rules.layout),
        **_view_progress(competition),
        "listed": _view_list(competition),
        "watched": _view_game(competition),
    }


def _view_progress(competition: Competition) -> View:
    """Return the part of the view that changes while games are played."""
    played, result = len(competition.games), competition.result
    rated = competition.ratings
    faults = _count_faults(competition)
    faulty = Counter[str]()
    for player, _, count in faults:
        faulty[player] += count
    standings = result.standings
    rows = []
    for standing in standings:
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
                "built_in": standing.name in competition.run.built_in,
                "faults": faulty[standing.name],
            }
        )
    # The message says how many games were played.
    first = 0 if result.is_complete else 1
    trouble = () if competition.trouble is None else (competition.trouble,)
    rating_notes = rated.notes if rated and played else ()
    return {
        "status": competition.status,
        "message": write_standings_message(competition),
        "finding": write_standings_finding(competition, standings),
        "time": _write_time(competition),
        "played_count": played,
        "standings": tuple(rows),
        "meetings": _view_meetings(CrossTable([one.name for one in standings], result.games)),
        "notes": (*trouble, *result.notes[first:], *rating_notes),
        "remarks": (*result.remarks[first:], *rating_notes),
        "faults": faults,
        "live": _view_live(competition),
    }


def write_standings_message(competition: Competition) -> str:
    """Return a sentence for people on how far the tournament is."""
    run, played = competition.run, len(competition.games)
    planned = write_count(run.planned_count, "game")
    match competition.status:
        case "ready":
            return f"{write_count(len(run.names), 'player')}, {planned}."
        case "playing":
            left = competition.seconds_left
            until = "" if left is None else f", about {write_duration(left)} left"
            return f"Playing: {played:,} of {planned}{until}."
        case "stopped":
            return f"Stopped after {played:,} of {planned}. The rest can still be played."
        case "done" if not run.planned_count:
            return "There is nothing to play: a tournament needs two players and a game."
        case _:
            return f"{planned} played. {_describe_first(competition.result)}"


def _write_intro(competition: Competition) -> str:
    """Return a sentence on what is played."""
    run = competition.run
    games = write_count(run.games_each, "game")
    swap = " and swap marks" if run.games_each > 1 else ""
    return f"{write_count(len(run.names), 'player')}, every two play {games}{swap}"


def _write_time(competition: Competition) -> str:
    """Return the time that the games left will take, or that those played took."""
    left = competition.seconds_left
    if left is not None:
        return f"about {write_duration(left)} left"
    if competition.status == "playing" or not competition.games:
        return ""
    return f"played in {write_duration(competition.seconds)}"


def _view_meetings(table: CrossTable) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return what every player won, drew and lost against every other."""
    return tuple(
        tuple(
            tuple(
                map(
                    sum,
                    zip(table.counts(one, other), table.counts(other, one)[::-1], strict=True),
                )
            )
            for other in table.names
        )
        for one in table.names
    )


def _count_faults(competition: Competition) -> tuple[tuple[str, str, int], ...]:
    """Return who made which fault, and in how many games; the most frequent first."""
    found = Counter[tuple[str, str]]()
    for game in competition.games.values():
        if game.fault is not None:
            player = game.o if game.result == "X" else game.x
            called = name_mover(game.game, player)  # whose turn it was
            found[player, game.fault.removeprefix(f"{called} ")] += 1
    return tuple((player, text, count) for (player, text), count in found.most_common())


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
    rules = game.rules
    earlier = [game.at(ply) for ply in range(len(game.moves) + 1)]
    return {
        "game": competition.watched + 1,
        "x": played.x,
        "o": played.o,
        "text": f"{_ending(played)}." + (f" {played.fault}." if played.fault else ""),
        "moves": tuple(
            (
                rules.cell_of(move),
                rules.mark_of(before.state, move),
                position_name(move, rules),
                call_players(before.current_player, rules),
            )
            for move, before in zip(game.moves, earlier, strict=False)
        ),
        "winning_lines": game.winning_lines,
        **_view_owners(game),
        "small_boards": tuple(at.small_boards for at in earlier if at.small_boards),
    }


def _view_live(competition: Competition) -> View | None:
    """Return the game that is being played or, where that cannot be seen, the last one."""
    games = competition.games
    if not games and competition.current is None:
        return None
    if competition.current is not None and competition.current_place is not None:
        played, title = competition.current, f"On now: game {competition.current_place + 1:,}"
    else:
        place, played = [*games.items()][-1]
        title = f"Game {place + 1:,}, played last"
    game = played.game
    return {
        "title": title,
        "x": played.x,
        "o": played.o,
        "text": _write_last_move(played) if played.result is None else f"{_ending(played)}.",
        "board": game.board,
        "last_move": None if game.last_move is None else game.rules.cell_of(game.last_move),
        "winning_lines": game.winning_lines,
        **_view_owners(game),
        "small_boards": game.small_boards,
    }


def _view_owners(game: Game) -> View:
    """Return who made each mark, nothing where the marks tell that, and who has won."""
    owners = game.owners if game.rules.shares_marks else ()
    return {"owners": owners, "winner": game.winner}


def _write_last_move(played: Played) -> str:
    """Return what was played last in a game that is not over."""
    game = played.game
    if game.last_move is None:
        return f"{played.x} begins."
    mark = game.at(len(game.moves) - 1).current_player
    who = played.x if mark == "X" else played.o
    return f"Move {len(game.moves)}: {who} plays {position_name(game.last_move, game)}."


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
    return f"{write_list(best)} share the first place with {points}."
