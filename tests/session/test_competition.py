"""Tournaments in the background: playing, stopping, continuing and rating."""

import asyncio
import logging
import re
import threading
from dataclasses import replace
from time import sleep
from typing import NamedTuple

import pytest

from tictactoe_widget.matches.match import Standing
from tictactoe_widget.matches.ratings import Rating, rate_players
from tictactoe_widget.matches.tournament import TournamentRun, play_tournament
from tictactoe_widget.session.scheduler import PAUSE_SECONDS
from tictactoe_widget.session.standings import (
    Competition,
    PlayJob,
    RatingJob,
    StandingsSession,
    view_standings,
    write_standings_finding,
)


def first(game):
    return game.legal_moves[0]


def last(game):
    return game.legal_moves[-1]


def broken(_game):
    raise KeyError("no idea")


async def until(condition):
    """Let the event loop run until a condition holds."""
    while not condition():  # noqa: ASYNC110 - the competition has no event to wait for
        await asyncio.sleep(0)


class Entrants:
    """A standings session with its run and published changes."""

    def __init__(self, players=(first, last, "random"), *arguments, **options):
        self.run = TournamentRun(players, *arguments, **{"games": 4, "seed": 1, **options})
        self.published = []
        self.reports = []
        self.session = StandingsSession(self.run, publish=self._hear)

    def _hear(self, changes):
        self.published.append(changes)
        self.reports.append((self.status, self.session.read("played_count")))

    def __getattr__(self, name):
        return getattr(self.session, name)

    @property
    def status(self):
        return self.session._snapshot.status

    @property
    def message(self):
        return self.session.read("message")

    @property
    def ratings(self):
        return self.session._snapshot.ratings


def compete(*players, **options):
    """Play a competition without an event loop and return it."""
    competition = Entrants(*players, **options)
    competition.change(Competition.after_start)
    return competition


@pytest.fixture
def short_slices(monkeypatch):
    for module in ("standings", "scheduler"):
        monkeypatch.setattr(f"tictactoe_widget.session.{module}.JOB_SECONDS", 0.0)


def test_without_a_loop_everything_is_played():
    competition = compete()
    assert competition.status == "done"
    assert competition.reports[0] == ("playing", 0)
    assert competition.reports[-1] == ("done", 12)
    result = competition.run.result()
    expected = play_tournament((first, last, "random"), games=4, seed=1)
    assert result.games == expected.games
    assert dict(competition.ratings) == dict(rate_players(result.names, result.games))


@pytest.mark.usefixtures("short_slices")
def test_stopped_tournament_continues_unchanged():

    def ada(game):
        if competition.run.played_count == 7 and not stopped:
            stopped.append(game)
            competition.change(Competition.after_stop)
        return game.legal_moves[0]

    async def play():
        competition.change(Competition.after_start)
        await until(lambda: competition.status == "stopped")
        # On a slow computer, a rating of fewer games can still be running.
        await until(lambda: not competition.session._snapshot.wants_ratings)
        return competition.run.result()

    async def resume():
        competition.change(Competition.after_start)
        competition.change(Competition.after_start)  # a second time has no effect
        await until(lambda: competition.status == "done")

    stopped = []
    competition = Entrants({"ada": ada, "bob": last, "cy": "random"})
    kept = asyncio.run(play())
    assert 7 <= len(kept.games) < 12
    assert dict(competition.ratings) == dict(rate_players(kept.names, kept.games))
    asyncio.run(resume())
    expected = play_tournament({"ada": first, "bob": last, "cy": "random"}, games=4, seed=1)
    assert competition.run.result().games == expected.games


@pytest.mark.usefixtures("short_slices")
def test_tournament_continues_on_another_loop():
    competition = Entrants()

    async def begin():
        competition.change(Competition.after_start)

    asyncio.run(begin())
    assert competition.status == "playing"
    competition.change(Competition.after_start)
    assert (competition.status, competition.run.played_count) == ("done", 12)


def test_closed_competition_plays_no_games():
    async def play():
        competition = compete(games=100_000)
        await until(lambda: competition.run.played_count)
        competition.close()
        played, told = competition.run.played_count, len(competition.reports)
        # The waiting timer fires before this sleep ends.
        await asyncio.sleep(2 * PAUSE_SECONDS)
        assert (competition.run.played_count, len(competition.reports)) == (played, told)
        assert competition.status == "stopped"

    asyncio.run(play())


@pytest.mark.parametrize(
    "end", [lambda shown: shown.change(Competition.after_stop), StandingsSession.close]
)
@pytest.mark.usefixtures("short_slices")
def test_another_thread_can_stop_a_competition(end):
    begun, is_asked = threading.Event(), threading.Event()

    def slow(game):
        begun.set()
        is_asked.wait()
        return game.legal_moves[0]

    competition = Entrants({"slow": slow, "last": last}, games=100_000)
    player = threading.Thread(target=competition.change, args=[Competition.after_start])
    player.start()
    begun.wait()
    ender = threading.Thread(target=end, args=[competition.session])
    ender.start()
    while not competition.session._turn.locked():
        sleep(0)
    is_asked.set()
    ender.join()
    player.join()
    assert (competition.status, competition.run.played_count) == ("stopped", 0)


def test_waiting_slice_plays_nothing_after_a_stop():
    competition = Entrants()
    playing = PlayJob(competition._snapshot.after_start())
    assert not competition._run_job(playing)  # the session is no longer playing
    assert competition.run.played_count == competition.read("played_count") == 0


def test_player_can_stop_and_start_a_competition():
    def meddler(game):
        competition.change(Competition.after_stop)
        competition.change(Competition.after_start)
        return game.legal_moves[0]

    competition = Entrants({"meddler": meddler, "last": last})
    competition.change(Competition.after_start)
    assert (competition.status, competition.run.played_count) == ("done", 4)
    assert not competition.run.result().faults


def test_ctrl_c_keeps_finished_games():
    asked = []

    def interrupted(game):  # X wins the first game with three moves
        asked.append(game)
        if len(asked) > 3:
            raise KeyboardInterrupt
        return game.legal_moves[0]

    competition = compete({"ada": interrupted, "bob": last})
    assert (competition.status, competition.run.played_count) == ("stopped", 1)
    assert competition.reports[-1] == ("stopped", 1)


def test_tournament_error_stops_it_and_is_shown(monkeypatch, caplog):
    competition = Entrants()

    def break_down(**_options):
        raise OSError("the cluster is gone")

    monkeypatch.setattr(competition.run, "step", break_down)
    with caplog.at_level(logging.ERROR):
        competition.change(Competition.after_start)
    assert competition.status == "stopped"
    assert "The tournament stopped" in caplog.text
    assert competition.read("notes") == (
        "The tournament stopped: OSError: the cluster is gone",
    )
    assert competition.read("finding") == (
        "The tournament stopped",
        "OSError: the cluster is gone",
    )


def at(**changes):
    """Return the snapshot after a twelve-game competition, with changes."""
    competition = compete()
    return replace(competition._snapshot, **changes)


def test_pauses_are_not_counted_as_playing_time(monkeypatch):
    clock = iter([10.0, 14.0, 100.0, 102.0])
    monkeypatch.setattr("tictactoe_widget.session.standings.perf_counter", lambda: next(clock))
    competition = Entrants()
    playing = competition._snapshot.after_start()
    counted = PlayJob(playing).apply(playing)
    again = PlayJob(counted.after_stop().after_start()).apply(counted)
    assert (counted.seconds, again.seconds) == (4.0, 6.0)


def test_message_says_who_is_first():
    def end(*players, **options):
        competition = compete(*players, **options)
        return competition.message

    # X fills a row and wins: ada and bob win as X, and always against cy.
    two = end({"ada": first, "bob": last})
    assert two == "4 games played. All players have 0.50 points a game."
    three = end({"ada": first, "bob": last, "cy": broken})
    assert three.endswith(". ada and bob share first place with 0.75 points a game.")
    beaten = end({"ada": first, "cy": broken})
    assert beaten == "4 games played. ada is first with 1.00 points a game."
    nobody = "There is nothing to play. A tournament needs at least two players and one game."
    assert end({"ada": first}) == nobody


def test_view_contains_counts_and_ratings():
    competition = Entrants({"ada": first, "bob": last, "cy": broken})
    assert competition.read("players") == ("ada", "bob", "cy")
    before = competition.state
    assert before["live"] is None
    assert before["standings"][0]["strength"] is None
    competition.change(Competition.after_start)
    after = competition.state
    rated = competition.ratings["ada"]
    assert after["standings"][0] == {
        "name": "ada",
        "games": 8,
        "won": 6,
        "drawn": 0,
        "lost": 2,
        "score": 0.75,
        "strength": round(rated.strength),
        "low": round(rated.low),
        "high": round(rated.high),
        "built_in": False,
        "faults": 0,
    }
    assert any(note.startswith("Player X (cy) raised KeyError") for note in after["notes"])
    # The front end shows each fault once for both marks, separately from the remarks.
    assert after["faults"] == (("cy", "raised KeyError: 'no idea'", 8),)
    assert after["standings"][2]["faults"] == 8
    assert set(after["remarks"]) == {note for note in after["notes"] if "KeyError" not in note}
    assert after["live"]["title"] == "Last played: game 12"
    assert re.search(r" wins( by forfeit)?\.$", after["live"]["text"])


def test_meetings_follow_the_order_of_standings():
    competition = compete({"cy": broken, "ada": first, "bob": last})
    assert [row["name"] for row in competition.read("standings")] == ["ada", "bob", "cy"]
    # Four games for each pair: X wins, but cy always loses.
    assert competition.read("meetings") == (
        ((0, 0, 0), (2, 0, 2), (4, 0, 0)),
        ((2, 0, 2), (0, 0, 0), (4, 0, 0)),
        ((0, 0, 4), (0, 0, 4), (0, 0, 0)),
    )


def test_built_in_players_are_marked():
    rows = Entrants({"ada": "perfect", "bob": first}).read("standings")
    assert {row["name"]: row["built_in"] for row in rows} == {"ada": True, "bob": False}


@pytest.mark.usefixtures("short_slices")
def test_live_game_shows_number_and_last_move():

    def pondering(game):
        while game.moves:
            yield None
        yield game.legal_moves[0]

    async def play():
        competition = compete({"ada": pondering, "bob": last})
        await until(lambda: competition.read("live") and competition.read("live")["board"][8])
        live = competition.read("live")
        competition.close()
        return live

    live = asyncio.run(play())
    assert live["title"] == "Now playing: game 1"
    assert live["text"] == "Move 2: bob plays 9."


def test_restart_after_the_end_uses_the_next_seed():
    competition = Entrants()
    competition.change(Competition.after_beginning_again)  # too early
    assert (competition.status, competition.read("played_count")) == ("ready", 0)
    competition.change(Competition.after_start)
    competition.change(Competition.after_choosing, 3)
    competition.change(Competition.after_beginning_again)
    assert (competition.status, competition.read("played_count")) == ("done", 12)
    assert competition.read("watched") is None
    expected = play_tournament((first, last, "random"), games=4, seed=2)
    assert competition.snapshot.run.result().games == expected.games
    assert dict(competition.ratings) == dict(rate_players(expected.names, expected.games))
    competition.close()
    competition.change(Competition.after_beginning_again)
    assert competition.status == "done"


def test_old_jobs_are_dropped_after_a_restart():
    done = at(rated_count=0)
    rating, playing = RatingJob(done), PlayJob(replace(done, status="playing"))
    assert rating.is_wanted(done)
    again = replace(done, language="de").after_beginning_again()
    assert (again.status, again.language) == ("playing", "de")
    assert not rating.is_wanted(again)
    assert not playing.is_wanted(again)


class Rated(NamedTuple):
    """A player's confidence interval and number of wins."""

    low: float
    high: float
    won: int


def find(status, **players):
    """Return the finding for three players with these intervals and wins."""
    competition = compete({"ada": first, "bob": last, "cy": broken})
    snapshot = competition._snapshot
    ratings = {
        name: Rating((one.low + one.high) / 2, one.low, one.high)
        for name, one in players.items()
    }
    standings = tuple(
        Standing(name, one.won, 0, 8 - one.won)
        for name, one in sorted(players.items(), key=lambda item: -item[1].won)
    )
    return write_standings_finding(replace(snapshot, status=status, ratings=ratings), standings)


def test_finding_names_leaders_and_overlaps():
    apart = {"ada": Rated(200, 300, 8), "bob": Rated(0, 100, 4), "cy": Rated(-300, -200, 0)}
    assert find("done", **apart) == (
        "ada is first",
        "Neighbours in the ranking have intervals that don't overlap.",
    )
    near = {**apart, "cy": Rated(-100, 10, 0)}
    assert find("done", **near) == (
        "ada is first",
        (
            "ada's interval doesn't overlap any other interval. "
            "The intervals of bob and cy overlap. "
            "It isn't certain who is stronger."
        ),
    )
    assert find("playing", **near) == (
        "ada leads, bob is next",
        (
            "ada's interval doesn't overlap any other interval. "
            "The intervals of bob and cy overlap. "
            "More games make the bars narrower."
        ),
    )
    all_near = {**near, "ada": Rated(90, 300, 4)}
    assert find("stopped", **all_near) == (
        "ada and bob lead, cy is next",
        (
            "The intervals of ada and bob overlap, and so do those of 1 more pair. "
            "More games make the bars narrower."
        ),
    )
    assert find("done", **all_near)[0] == "ada and bob share first place"
    equal = dict.fromkeys(apart, Rated(-50, 50, 4))
    assert find("done", **equal)[0] == "All players have the same score"


def test_finding_without_a_result_says_what_to_do():
    competition = Entrants()
    assert competition.read("finding")[0] == "No games played yet"
    assert competition.read("intro") == "3 players: each pair plays 4 games, swapping marks"
    playing = write_standings_finding(
        competition._snapshot.after_start(), competition.run.result().standings
    )
    assert playing[0] == "No ratings yet"
    alone = Entrants({"ada": first})
    assert alone.read("finding")[0] == "There is nothing to play"


def test_time_left_then_time_taken():
    assert view_standings(at(seconds=124.0))["time"] == "played in 2 min 4 s"
    assert at(status="playing", games={}).seconds_left is None
    playing = at(status="playing", seconds=6.0)
    playing.run.planned_count = 36
    # Twelve games took six seconds, and twenty-four games are left.
    assert view_standings(playing)["time"] == "about 12 s left"
    assert Entrants().read("time") == ""


def test_game_list_has_pages_and_filters():
    competition = Entrants({"ada": first, "bob": last, "cy": broken}, games=8)

    def listed(*player, **options):
        competition.change(lambda shown: shown.after_listing(*player, **options))
        return competition.read("listed")

    assert listed()["games"] == ()
    competition.change(Competition.after_start)
    everything = listed()
    assert (everything["count"], everything["page"], len(everything["games"])) == (24, 0, 10)
    assert [game[0] for game in listed(page=2)["games"]] == [21, 22, 23, 24]
    assert listed(page=99)["page"] == 2
    assert listed(page=-5)["page"] == 0
    of_ada = listed("ada")
    assert of_ada["count"] == 16
    assert all("ada" in game[1:3] for game in of_ada["games"])
    faulty = listed(faulty=True)
    assert faulty["count"] == 16
    assert all("cy" in game[1:3] and game[4] for game in faulty["games"])


def watch(x, *players, **options):
    """Play a competition and return its first game with this X, as shown and as played."""
    competition = compete(*players, **options)
    games = competition.run.numbered.items()
    place, played = next((place, game) for place, game in games if game.x == x)
    competition.change(Competition.after_choosing, place + 1)
    shown = competition.read("watched")
    assert shown["game"] == place + 1
    return shown, played


def test_watched_game_shows_moves_and_result():
    shown, _ = watch("ada", {"ada": first, "bob": last})
    assert shown == {
        "game": shown["game"],
        "x": "ada",
        "o": "bob",
        "text": "ada wins.",
        "moves": (
            (0, "X", "1", "X"),
            (8, "O", "9", "O"),
            (1, "X", "2", "X"),
            (7, "O", "8", "O"),
            (2, "X", "3", "X"),
        ),
        "winning_lines": ((0, 1, 2),),
        "owners": (),
        "chooses_mark": False,
        "winner": "X",
        "small_boards": (),
    }


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        # `first` places X in the first free cell, `last` places O in the last one.
        ("wild", "0 X 1x First, 8 O 9o Second, 1 X 2x First, 7 O 8o Second, 2 X 3x First"),
        # Both place X. The first player completes the top row and loses.
        ("notakto", "0 X 1 First, 8 X 9 Second, 1 X 2 First, 7 X 8 Second, 2 X 3 First"),
    ],
)
def test_moves_are_shown_for_changed_rules(rules, moves):
    shown, played = watch("ada", {"ada": first, "bob": last}, rules)
    moves = [tuple(move.split()) for move in moves.split(", ")]
    assert [(str(cell), *words) for cell, *words in shown["moves"]] == moves
    assert shown["winning_lines"] == ((0, 1, 2),)
    assert shown["owners"] == ("X", "X", "X", *[None] * 4, "O", "O")
    assert shown["chooses_mark"] == (rules == "wild")
    assert shown["winner"] == ("O" if rules == "notakto" else "X")
    board = [None] * 9
    for cell, mark, *_ in moves:
        board[int(cell)] = mark
    assert list(played.game.board) == board


def test_fault_is_shown_with_its_game():
    shown, _ = watch("cy", {"ada": first, "cy": broken})
    assert shown["moves"] == ()
    assert shown["text"] == "ada wins by forfeit. Player X (cy) raised KeyError: 'no idea'."


def test_faults_are_grouped_for_both_marks():
    competition = compete({"ada": first, "cy": broken}, "notakto")
    assert competition.read("faults") == (("cy", "raised KeyError: 'no idea'", 4),)
    competition.change(Competition.after_choosing, 1)
    fault = competition.read("watched")["text"].partition(". ")[2]
    assert fault in (
        "First (cy) raised KeyError: 'no idea'.",
        "Second (cy) raised KeyError: 'no idea'.",
    )
