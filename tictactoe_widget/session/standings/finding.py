"""What a competition has shown so far, in words."""

from collections.abc import Sequence
from itertools import pairwise

from tictactoe_widget.matches.match import Standing
from tictactoe_widget.matches.ratings import Ratings
from tictactoe_widget.validation.quoting import write_count, write_list

from .snapshot import Competition

_MOST_NAMES = 3
"""Most players that are named in one sentence."""


def write_standings_finding(
    competition: Competition, standings: Sequence[Standing]
) -> tuple[str, str]:
    """Return what the results say, and how sure that is: a headline and a sentence.

    Parameters
    ----------
    competition : Competition
        The competition.
    standings : sequence of Standing
        Standings of its result, which take their time to count.
    """
    run, status = competition.run, competition.status
    if competition.trouble is not None:
        what, _, reason = competition.trouble.partition(": ")
        return what, reason
    if not run.planned_count:
        return "There is nothing to play", "A tournament needs two players and a game."
    if status == "ready":
        return "No game is played yet", "Press Start; you can stop at any time and go on."
    if competition.ratings is None or not competition.games:
        return "The first games are played", "Ratings follow once there are results."
    is_done = status == "done"
    names = [standing.name for standing in standings]
    certainty = _write_certainty(names, competition.ratings, is_done=is_done)
    return _write_headline(standings, is_done=is_done), certainty


def _write_headline(standings: Sequence[Standing], *, is_done: bool) -> str:
    best = [one.name for one in standings if one.score == standings[0].score]
    if len(best) == len(standings):
        return "All players have the same score"
    who = write_list(best) if len(best) <= _MOST_NAMES else write_count(len(best), "player")
    if is_done:
        return f"{who} {'is first' if len(best) == 1 else 'share the first place'}"
    second = [one.name for one in standings if one.score == standings[len(best)].score]
    follower = f", {second[0]} follows" if len(second) == 1 else ""
    return f"{who} {'leads' if len(best) == 1 else 'lead'}{follower}"


def _write_certainty(names: list[str], ratings: Ratings, *, is_done: bool) -> str:
    """Return a sentence on the 95 % intervals: which of them overlap."""

    def overlap(one: str, other: str) -> bool:
        return (
            ratings[one].low <= ratings[other].high and ratings[other].low <= ratings[one].high
        )

    unsure = [pair for pair in pairwise(names) if overlap(*pair)]
    if not unsure:
        return "The intervals of neighbours do not overlap."
    apart = not any(overlap(names[0], other) for other in names[1:])
    first = f"The interval of {names[0]} touches no other. " if apart else ""
    more = f", and {write_count(len(unsure) - 1, 'other pair')}," if len(unsure) > 1 else ""
    end = "which is stronger is not sure" if is_done else "more games, narrower bars"
    return f"{first}{write_list(unsure[0])}{more} overlap: {end}."
