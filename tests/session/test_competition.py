"""A tournament in the background: when it is played, stopped, gone on with and rated."""

import asyncio
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from math import inf
from time import sleep

import pytest

from tictactoe_widget.matches.ratings import rate
from tictactoe_widget.matches.tournament import TournamentRun, play_tournament
from tictactoe_widget.session.scheduler import PAUSE_SECONDS
from tictactoe_widget.session.standings.competition import Competition
from tictactoe_widget.session.standings.view import (
    describe,
    view_game,
    view_list,
    view_plan,
    view_progress,
)


def first(game):
    return game.legal_moves[0]


def last(game):
    return game.legal_moves[-1]


def broken(_game):
    raise KeyError("no idea")


async def until(condition):
    """Let the event loop run until a condition holds."""
    while not condition():  # noqa: ASYNC110 - the competition tells no event
        await asyncio.sleep(0)


def compete(players=(first, last, "random"), *arguments, **options):
    """Make a competition and the list of what it reported: status and games played."""
    reports = []
    run = TournamentRun(players, *arguments, **{"games": 4, "seed": 1, **options})
    competition = Competition(
        run, lambda: reports.append((competition.status, run.played_count))
    )
    return competition, reports


def test_nothing_is_played_before_the_start():
    competition, reports = compete()
    assert (competition.status, competition.run.played_count, reports) == ("ready", 0, [])


def test_without_an_event_loop_all_is_played_at_once_and_rated():
    competition, reports = compete()
    competition.start()
    assert competition.status == "done"
    assert reports[0] == ("playing", 0)
    assert reports[-1] == ("done", 12)
    result = competition.run.result()
    expected = play_tournament((first, last, "random"), games=4, seed=1)
    assert result.games == expected.games
    assert dict(competition.ratings) == dict(rate(result.names, result.games))


def test_on_an_event_loop_other_things_are_done_meanwhile():
    async def watch():
        competition, reports = compete(games=200)
        competition.start()
        assert competition.run.played_count == 0
        await until(lambda: competition.status != "playing")
        return reports

    assert asyncio.run(watch())[-1][1] == 600


def test_a_competition_that_is_stopped_keeps_its_games_and_goes_on_to_the_same_result(
    monkeypatch,
):
    monkeypatch.setattr("tictactoe_widget.session.standings.competition.SLICE_SECONDS", 0.0)
    # However slow the machine is, it reports nothing in between.
    monkeypatch.setattr("tictactoe_widget.session.standings.competition.TELL_SECONDS", inf)

    def ada(game):
        if competition.run.played_count == 7 and not stopped:
            stopped.append(game)
            competition.stop()
        return game.legal_moves[0]

    async def play():
        competition.start()
        # It reports that it is stopped, and again once what was played is rated.
        await until(lambda: [status for status, _ in reports].count("stopped") == 2)
        return competition.run.result()

    async def go_on():
        competition.start()
        competition.start()  # a second time has no effect
        await until(lambda: competition.status == "done")

    stopped = []
    competition, reports = compete({"ada": ada, "bob": last, "cy": "random"})
    kept = asyncio.run(play())
    assert 7 <= len(kept.games) < 12
    assert dict(competition.ratings) == dict(rate(kept.names, kept.games))
    asyncio.run(go_on())
    expected = play_tournament({"ada": first, "bob": last, "cy": "random"}, games=4, seed=1)
    assert competition.run.result().games == expected.games


def test_on_an_executor_the_result_is_the_same():
    async def play():
        with ThreadPoolExecutor(2) as executor:
            competition, _ = compete(executor=executor)
            competition.start()
            await until(lambda: competition.status == "done")
            return competition.run.result()

    expected = play_tournament((first, last, "random"), games=4, seed=1)
    assert asyncio.run(play()).games == expected.games


def test_a_competition_whose_loop_has_stopped_goes_on_with_the_next_start():
    competition, _ = compete()

    async def begin():
        competition.start()

    asyncio.run(begin())
    assert competition.status == "playing"
    competition.start()
    assert (competition.status, competition.run.played_count) == ("done", 12)


def test_a_closed_competition_plays_no_more():
    async def play():
        competition, reports = compete(games=100_000)
        competition.start()
        await until(lambda: competition.run.played_count)
        competition.close()
        played, told = competition.run.played_count, len(reports)
        # The timer that was waiting has its turn before this one.
        await asyncio.sleep(2 * PAUSE_SECONDS)
        assert (competition.run.played_count, len(reports)) == (played, told)
        assert competition.status == "stopped"

    asyncio.run(play())


@pytest.mark.parametrize("end", [Competition.stop, Competition.close])
def test_another_thread_can_stop_what_is_played_without_an_event_loop(monkeypatch, end):
    monkeypatch.setattr("tictactoe_widget.session.standings.competition.SLICE_SECONDS", 0.0)
    begun, is_asked = threading.Event(), threading.Event()

    def slow(game):
        begun.set()
        is_asked.wait()
        return game.legal_moves[0]

    competition, _ = compete({"slow": slow, "last": last}, games=100_000)
    player = threading.Thread(target=competition.start)
    player.start()
    begun.wait()
    ender = threading.Thread(target=end, args=[competition])
    ender.start()
    while not competition._is_stop_asked:
        sleep(0)
    is_asked.set()
    ender.join()
    player.join()
    assert (competition.status, competition.run.played_count) == ("stopped", 0)


def test_a_player_can_stop_and_start_the_competition_that_asks_it():
    def meddler(game):
        competition.stop()
        competition.start()
        return game.legal_moves[0]

    competition, _ = compete({"meddler": meddler, "last": last})
    competition.start()
    assert (competition.status, competition.run.played_count) == ("done", 4)
    assert not competition.run.result().faults


def test_ctrl_c_keeps_what_was_played():
    def interrupted(game):
        if competition.run.played_count:
            raise KeyboardInterrupt
        return game.legal_moves[0]

    competition, reports = compete({"ada": interrupted, "bob": last})
    competition.start()
    assert (competition.status, competition.run.played_count) == ("stopped", 1)
    assert reports[-1] == ("stopped", 1)


def test_an_error_of_the_tournament_stops_it_and_is_told(monkeypatch, caplog):
    competition, _ = compete()

    def break_down(**_options):
        raise OSError("the cluster is gone")

    monkeypatch.setattr(competition.run, "step", break_down)
    with caplog.at_level(logging.ERROR):
        competition.start()
    assert competition.status == "stopped"
    assert "The tournament stopped" in caplog.text
    assert view_progress(competition)["notes"] == (
        "The tournament stopped: OSError: the cluster is gone",
    )


def test_the_message_says_how_far_it_is():
    competition, _ = compete()
    assert describe(competition) == "3 players, 12 games."
    competition.start()
    assert describe(competition).startswith("12 games played. ")
    competition.status = "stopped"
    assert (
        describe(competition) == "Stopped after 12 of 12 games. The rest can still be played."
    )
    competition.status = "playing"
    assert describe(competition).startswith("Playing: 12 of 12 games, about ")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.2, "about 1 second left"),
        (50, "about 50 seconds left"),
        (89, "about 89 seconds left"),
        (91, "about 2 minutes left"),
        (60 * 89, "about 89 minutes left"),
        (60 * 100, "about 2 hours left"),
    ],
)
def test_the_time_left_is_said_as_people_say_it(monkeypatch, seconds, said):
    monkeypatch.setattr(Competition, "seconds_left", seconds)
    competition, _ = compete()
    competition.status = "playing"
    assert describe(competition) == f"Playing: 0 of 12 games, {said}."


def test_the_time_left_is_unknown_until_two_games_are_played(monkeypatch):
    clock = iter([10.0, 14.0, 14.0])
    competition, _ = compete()
    competition.start()
    assert competition.seconds_left is None  # it is over
    other, _ = compete()
    other.status = "playing"
    assert other.seconds_left is None
    monkeypatch.setattr(
        "tictactoe_widget.session.standings.competition.perf_counter", lambda: next(clock)
    )
    competition.status, competition._before, competition._begun = "playing", 2.0, next(clock)
    competition.run.planned_count = 36
    # Six seconds for twelve games; twenty-four are left.
    assert competition.seconds_left == pytest.approx(12)


def test_who_is_first_is_said_of_one_of_several_and_of_all():
    def end(*players, **options):
        competition, _ = compete(*players, **options)
        competition.start()
        return describe(competition)

    # Who opens fills a row and wins: ada and bob win as X, and always against cy.
    assert (
        end({"ada": first, "bob": last})
        == "4 games played. All players have 0.50 points a game."
    )
    three = end({"ada": first, "bob": last, "cy": broken})
    assert (
        three == "12 games played. ada and bob share the first place with 0.75 points a game."
    )
    two = end({"ada": first, "cy": broken})
    assert two == "4 games played. ada is first with 1.00 points a game."
    assert end({"ada": first}) == (
        "There is nothing to play: a tournament needs two players and a game."
    )


def test_the_view_has_the_counts_and_the_rounded_strengths_of_each_player():
    competition, _ = compete({"ada": first, "bob": last, "cy": broken})
    assert view_plan(competition)["players"] == ("ada", "bob", "cy")
    before = view_progress(competition)
    assert before["live"] is None
    assert before["standings"][0]["strength"] is None
    competition.start()
    after = view_progress(competition)
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
    }
    assert any(note.startswith("Player X (cy) raised KeyError") for note in after["notes"])
    assert after["live"]["text"].endswith("wins") or after["live"]["text"].endswith(
        "by a fault"
    )


def test_the_list_of_games_is_cut_into_pages_and_can_be_narrowed():
    competition, _ = compete({"ada": first, "bob": last, "cy": broken}, games=8)
    assert view_list(competition)["games"] == ()
    competition.start()
    everything = view_list(competition)
    assert (everything["count"], everything["page"], len(everything["games"])) == (24, 0, 10)
    assert [game[0] for game in view_list(competition, page=2)["games"]] == [21, 22, 23, 24]
    assert view_list(competition, page=99)["page"] == 2
    assert view_list(competition, page=-5)["page"] == 0
    of_ada = view_list(competition, "ada")
    assert of_ada["count"] == 16
    assert all("ada" in game[1:3] for game in of_ada["games"])
    faulty = view_list(competition, faulty=True)
    assert faulty["count"] == 16
    assert all("cy" in game[1:3] and game[4] for game in faulty["games"])


def test_a_game_is_shown_with_its_moves_and_how_it_ended():
    competition, _ = compete({"ada": first, "bob": last})
    competition.start()
    place, played = next(
        (place, game) for place, game in competition.run.numbered.items() if game.x == "ada"
    )
    assert view_game(place + 1, played) == {
        "game": place + 1,
        "x": "ada",
        "o": "bob",
        "text": "ada wins.",
        "moves": ((0, "X", "1"), (8, "O", "9"), (1, "X", "2"), (7, "O", "8"), (2, "X", "3")),
        "winning_lines": ((0, 1, 2),),
        "small_boards": (),
    }


def test_a_fault_is_told_with_the_game_that_it_ended():
    competition, _ = compete({"ada": first, "cy": broken})
    competition.start()
    place, played = next(
        (place, game) for place, game in competition.run.numbered.items() if game.x == "cy"
    )
    shown = view_game(place + 1, played)
    assert shown["moves"] == ()
    assert shown["text"] == "ada wins by a fault. Player X (cy) raised KeyError: 'no idea'."


def test_a_game_of_ultimate_tells_of_its_small_boards_at_every_move():
    competition, _ = compete({"ada": first, "bob": last}, "ultimate", games=1)
    competition.start()
    (played,) = competition.run.numbered.values()
    shown = view_game(1, played)
    assert len(shown["small_boards"]) == len(shown["moves"]) + 1
    assert shown["small_boards"][0] == (None,) * 9
    assert shown["small_boards"][-1] == played.game.small_boards
    assert shown["moves"][0][2] == "a1"
