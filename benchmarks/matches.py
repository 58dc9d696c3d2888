"""Play and score matches against other programs from random openings.

Other scripts in this folder import this module, for example `strength.py`.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random
from random import seed as seed_all
from time import process_time

from tictactoe_widget import MNK, Game
from tictactoe_widget.analysis.analyze import choose_in_slices
from tictactoe_widget.rules.state import MARKS, Mark

Mover = Callable[[Game], int]
"""Player in one game: a function that takes the game and returns a move."""
Peer = Callable[[], AbstractContextManager[Mover]]
"""Function that starts a third-party program for one game."""
Thinker = Callable[[Game, float], int]
"""Our player: a function that takes the game and the processor time for the move, in
seconds."""
Opening = Callable[[Random], Game]
"""Function that plays a game's random opening moves."""

SECONDS = 1.0
"""Our player's processor time per move, in seconds, so that other work doesn't count."""
_FIRST_SECONDS = 0.01
"""Time for our first move in a match with equal time, in seconds. For each later move, our
player has as much time as the opponent's last move took."""


def near_the_centre(rules: MNK, count: int = 3) -> Opening:
    """Return an opening with `count` random marks at most two cells from the centre."""

    def play(random: Random) -> Game:
        game = Game(rules)
        while game.move_count < count:
            row = rules.rows // 2 + random.randint(-2, 2)
            cell = row * rules.columns + rules.columns // 2 + random.randint(-2, 2)
            game = game.play(cell) if cell in game.legal_moves else game
        return game

    return play


def think(game: Game, seconds: float) -> int:
    """Return the move that "expert" would make within a time limit."""
    end = process_time() + seconds
    best = game.legal_moves[0]
    for found in choose_in_slices(game):
        best = found.best_moves[0]
        if process_time() >= end:
            break
    return best


def play_against(  # noqa: PLR0913 - what makes a match
    title: str,
    thinker: Thinker,
    start: Peer,
    opening: Opening,
    games: int,
    *,
    equal_time: bool = False,
) -> list[tuple[Game, Mark]]:
    """Play a match. Print the moves of all games that we didn't win, and then the score.

    If the opponent raises a TimeoutError, the game does not count.

    Parameters
    ----------
    title : str
        Title of the match, for the output.
    thinker : callable
        Our player.
    start : callable
        Function that starts the opponent for each game.
    opening : callable
        Function that plays a game's opening moves. Each opening is played with both marks.
    games : int
        Number of games.
    equal_time : bool, default False
        True to give our player as much time as the opponent's last move took, instead of
        `SECONDS`.

    Returns
    -------
    list of (Game, mark)
        The games that count, each with our player's mark.
    """
    played: list[tuple[Game, Mark]] = []
    points = 0.0
    for number in range(games):
        game = opening(Random(number // 2))
        we_are = MARKS[number % 2]
        seed_all(number)
        seconds = _FIRST_SECONDS if equal_time else SECONDS
        try:
            with start() as peer:
                while not game.is_over:
                    if game.current_player == we_are:
                        game = game.play(thinker(game, seconds))
                        continue
                    begun = process_time()
                    game = game.play(peer(game))
                    if equal_time:
                        seconds = process_time() - begun
        except TimeoutError:
            print(f"not finished, game {number} as {we_are}: {game!r}", flush=True)
            continue
        score = 0.5 if game.winner is None else float(game.winner == we_are)
        points += score
        played.append((game, we_are))
        if score < 1:
            how = "lost" if game.winner else "drawn"
            print(f"{how}, game {number} as {we_are}: {game!r}", flush=True)
    score_line = score_with_interval(points, len(played)) if played else "no game finished"
    print(f"{title}: {score_line}", flush=True)
    return played


def score_with_interval(points: float, games: int) -> str:
    """Return a score with its 95% confidence interval, by Wilson's formula.

    If some games were drawn, the interval is slightly too wide.

    >>> score_with_interval(36, 40)
    '0.900 (0.769 to 0.960) over 40 games'
    """
    share, z = points / games, 1.96
    middle = share + z * z / 2 / games
    spread = z * (share * (1 - share) / games + z * z / 4 / games / games) ** 0.5
    low, high = ((middle + way * spread) / (1 + z * z / games) for way in (-1, 1))
    return f"{share:.3f} ({low:.3f} to {high:.3f}) over {games} games"
