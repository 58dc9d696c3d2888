"""Puzzles: positions with a task that the analysis can judge."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache, partial
from random import Random
from typing import Any, Literal, get_args, overload

from tictactoe_widget.analysis.exact_search import LATE_CELLS
from tictactoe_widget.analysis.registry import family_analysis, is_solvable
from tictactoe_widget.analysis.sentences import short_names
from tictactoe_widget.analysis.values import Analyses, Analysis
from tictactoe_widget.drawing.markup import TextDisplay, escape
from tictactoe_widget.drawing.svg import winner_moves
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import opponent, players_alternate
from tictactoe_widget.sandbox.progress import Progress, show_progress
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import _, join_and, join_or, join_sentences, localized, ngettext
from tictactoe_widget.validation import check_choice, check_int, check_kind, visible

PuzzleKind = Literal["win", "draw", "fork", "block", "misere"]
"""Kind of puzzle.

The kinds of puzzle are:

- ``"win"``: win as quickly as possible.
- ``"draw"``: find the only move that does not lose, in a position that neither player can win
  by force.
- ``"fork"``: win by making two threats at once.
- ``"block"``: stop the opponent's only threat.
- ``"misere"``: find the only move that does not lose, in a game in which a line loses.
"""

Task = Literal[PuzzleKind, "keep"]
"""Kind of task that the analysis can judge: a kind of puzzle or ``"keep"``. A ``"keep"`` task
is solved by any move that keeps the position's value."""


def find_solutions(game: Game, task: Task, analysis: Analysis) -> tuple[int, ...]:
    """Return the moves that solve a task, in ascending order.

    If this kind of task does not make sense in the position, the result is empty.

    Parameters
    ----------
    game : Game
        Unfinished game.
    task : str
        Kind of task.
    analysis : Analysis
        Exact analysis of this position.
    """
    rules, mover = game.rules, game.current_player
    threats = family_analysis(rules).threats
    value, best = analysis.value, analysis.best_moves
    wins_at_once = value == "win" and analysis.remoteness == 1
    keeping = [cell for cell, move in analysis.moves.items() if move.value == value]
    found: Sequence[int] = ()
    if task == "win" and value == "win":
        found = best
    elif task == "draw" and value == "draw":
        found = _only(keeping)
    elif task == "misere":
        found = _only([cell for cell, move in analysis.moves.items() if move.value != "loss"])
    elif task == "keep" and value != "loss":  # a lost position has no value to keep
        found = keeping
    elif task == "fork" and value == "win" and not wins_at_once:
        after = {cell: game.play(cell).state for cell in keeping}
        found = [cell for cell in keeping if len(threats(rules, after[cell], mover)) > 1]
    elif task == "block" and not wins_at_once:
        found = _only(threats(rules, game.state, opponent(mover)))
    return tuple(sorted(found))


def _only(cells: Sequence[int]) -> Sequence[int]:
    """Return the given cells if there is only one of them, otherwise an empty sequence."""
    return cells if len(cells) == 1 else ()


def describe_task(game: Game, task: Task, plies: int | None, *, is_won: bool = False) -> str:
    """Return a task in words, such as ``"You are X. Win in one move."``.

    Parameters
    ----------
    game : Game
        Unfinished game.
    task : str
        Kind of task.
    plies : int or None
        Number of plies to the end of the game with best play, or None if it is unknown.
    is_won : bool, default False
        True if the player to move can win.
    """
    names, mover = short_names(game.rules), game.current_player
    player, rival = names[mover], names[opponent(mover)]
    if task == "win" and plies != 1 and not players_alternate(game.state):
        return _("You are {player}. Win as quickly as possible.", player=player)
    if task == "win":
        return ngettext(
            "You are {player}. Win in one move.",
            "You are {player}. Win in {count} moves.",
            winner_moves("win", plies or 1),
            player=player,
        )
    kept = (
        _("You are {player}. Play a move that still wins.", player=player)
        if is_won
        else _("You are {player}. Play a move that doesn't lose.", player=player)
    )
    return {
        "draw": _("You are {player}. Find the only move that doesn't lose.", player=player),
        "fork": _("You are {player}. Win by making two threats at once.", player=player),
        "block": _("You are {player}. Stop {rival}'s threat.", player=player, rival=rival),
        "misere": _(
            "You are {player}. Completing a row loses. Find the only move that doesn't lose.",
            player=player,
        ),
        "keep": kept,
    }[task]


def join_moves(moves: Iterable[int], game: Game) -> str:
    """Sort legal moves, and join their names into text such as "3 or 7"."""
    return join_or(map(game.move_name, sorted(moves)))


# Puzzles: positions with a task, found and judged by the analysis.


# If there are at most this many boards (reachable or not), every position is considered.
_MOST_LISTED_BOARDS = 3**9

_PROBED_GAMES = 10  # number of random games in which to look for threats

PROOF_VISITS = 20_000
"""Maximum number of positions to visit when proving a puzzle or a lesson's position."""

# Total number of visits to positions after which a search for puzzles on larger boards stops.
_MOST_VISITS = 2_000_000

_TRIES = 4000  # number of positions to consider from random games on larger boards

# The search ends after this many random games in a row that reach no late position.
_BARREN_GAMES = 1000


@dataclass(frozen=True)
class Puzzle(Serializable, TextDisplay):
    """Puzzle: a position, with a task for the player whose turn it is.

    `str` turns a puzzle into text that shows the position and the task, but not the solutions.
    """

    _keys = (
        *("rules=game.rules.name", "position=game", "kind", "task", "solutions"),
        *("plies", "depth"),
    )

    game: Game
    """Puzzle's position, as a game."""
    kind: PuzzleKind
    """Kind of task."""
    solutions: tuple[int, ...] = field(repr=False)
    """Cells of the moves that solve the puzzle, in ascending order."""
    plies: int | None = field(repr=False)
    """Number of plies to the end of the game with best play, or None for a draw."""
    depth: int = field(repr=False)
    """Maximum number of plies needed to refute a wrong move, or 0 if no move loses."""

    @property
    @localized
    def task(self) -> str:
        """Puzzle's task, as a sentence."""
        return describe_task(self.game, self.kind, self.plies)

    @property
    def wrong_moves(self) -> tuple[int, ...]:
        """Legal moves that do not solve the puzzle."""
        return tuple(cell for cell in self.game.legal_moves if cell not in self.solutions)

    @property
    def difficulty(self) -> tuple[int, int]:
        """Sort key that puts easy puzzles first: the number of wrong moves, then `depth`."""
        return len(self.wrong_moves), self.depth

    @property
    @localized
    def answer(self) -> str:
        """Names of the solutions, such as "3 or 7"."""
        return join_moves(self.solutions, self.game)

    def is_solved_by(self, cell: int) -> bool:
        """Return True if a move solves the puzzle."""
        return cell in self.solutions

    @localized
    def __str__(self) -> str:
        return f"{self.game}\n{self.task}"

    @localized
    def _repr_html_(self) -> str:
        return _figure(self)


class Puzzles(Sequence[Puzzle], Serializable, TextDisplay):
    """Sequence of puzzles of one kind, with easy puzzles first.

    Parameters
    ----------
    found : sequence of Puzzle
        Puzzles, with easy puzzles first.
    rules : Rules
        Rules that all the puzzles share.
    kind : str
        Kind that all the puzzles share.
    complete : bool
        True if the sequence contains all puzzles of this kind, except for symmetric copies.
    instead : callable, default str
        Function that returns a sentence to show if no puzzles of this kind were found. The
        sentence is in the current language, and suggests other puzzles or explains the search.
    """

    _keys = ("rules=rules.name", "kind", "complete", "puzzles=_found")
    _rows = "_found"

    def __init__(
        self,
        found: Sequence[Puzzle],
        rules: Rules,
        kind: PuzzleKind,
        *,
        complete: bool,
        instead: Callable[[], str] = str,
    ) -> None:
        self._found = tuple(found)
        self._instead = instead
        self.rules = rules
        """Rules that all the puzzles share."""
        self.kind = kind
        """Kind that all the puzzles share."""
        self.complete = complete
        """True if these are all puzzles of this kind, except for symmetric copies. False if
        there might be more puzzles."""

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, at: int) -> Puzzle: ...
    @overload
    def __getitem__(self, at: slice) -> "Puzzles": ...
    def __getitem__(self, at: int | slice) -> "Puzzle | Puzzles":
        if isinstance(at, slice):
            found = self._found[at]
            complete = self.complete and len(found) == len(self._found)
            return Puzzles(found, self.rules, self.kind, complete=complete)
        try:
            return self._found[at]
        except IndexError:
            if self._found:
                raise IndexError(f"index must be less than {len(self)}, not {at}") from None
            raise IndexError(f"no puzzle was found. {self._instead()}".strip()) from None

    @localized
    def __str__(self) -> str:
        return "\n\n".join([self._summary, *map(str, self)])

    @property
    def _summary(self) -> str:
        count = ngettext(
            "{rules}: {count} “{kind}” puzzle.",
            "{rules}: {count} “{kind}” puzzles.",
            len(self),
            rules=visible(self.rules.title),
            kind=self.kind,
        )
        extent = (
            _("The list is complete except for symmetric copies.")
            if self.complete
            else _("There might be more puzzles.")
        )
        return join_sentences(count, extent, self._instead())

    @localized
    def _repr_html_(self) -> str:
        """Return HTML with the puzzles side by side, for a notebook."""
        figures = "".join(_figure(puzzle, 150) for puzzle in self)
        return (
            f"<p>{escape(self._summary)}</p>"
            '<div style="display:grid;gap:1.5em;'
            f'grid-template-columns:repeat(auto-fill,minmax(11em,1fr))">{figures}</div>'
        )


def puzzles(  # noqa: PLR0913 - all but the kind have to do with the search
    rules: str | Rules = "standard",
    kind: PuzzleKind = "win",
    *,
    plies: int | None = None,
    count: int | None = None,
    seed: int | None = 0,
    progress: bool | Progress | None = None,
) -> Puzzles:
    """Find puzzles of the given kind, with easy puzzles first.

    On boards with up to nine cells, the result contains all puzzles except for symmetric
    copies. On larger boards, puzzles come from random games, so the result might not contain
    all puzzles. The result might also be incomplete if positions can repeat, or if players can
    choose from more than two marks. If games with these rules cannot be solved from the start,
    puzzles come from late positions that can be solved. In this case, the search stops after
    2,000,000 visits to positions. Gomoku has no puzzles, because random games end before they
    reach a position that can be solved.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        Rules for the puzzles, or the name of these rules.
    kind : {"win", "draw", "fork", "block", "misere"}, default "win"
        The kinds of puzzle are:

        - ``"win"``: win as quickly as possible.
        - ``"draw"``: find the only move that does not lose, in a position that neither player
          can win by force.
        - ``"fork"``: win by making two threats at once.
        - ``"block"``: stop the opponent's only threat.
        - ``"misere"``: find the only move that does not lose, in a game in which a line loses.
    plies : int, optional
        Number of plies from each puzzle's position to the end of the game. For ``"win"``
        puzzles, this number is odd if the players take turns.
    count : int, optional
        Maximum number of puzzles. On larger boards, the search stops when it has found this
        number of puzzles. By default, the number is unlimited.
    seed : int or None, default 0
        Seed for the random games on larger boards.
    progress : bool or callable, optional
        True to show a progress bar on standard error (with tqdm if it is installed), or False
        to hide it. By default, a progress bar appears after one second in a terminal and after
        ten seconds in a notebook. You can also pass a function that is called as
        ``progress(done, total)``.

    Raises
    ------
    ValueError
        If the kind does not exist or does not fit the rules, if `plies` or `count` is not above
        0, or if positions can repeat on a board with more than nine cells. ``"misere"`` puzzles
        need a game in which a line loses, ``"draw"`` puzzles need a game that can end in a
        draw, and ``"fork"`` and ``"block"`` puzzles need rules that list threats.
    TypeError
        If `plies` or `count` is not an int.

    Examples
    --------
    >>> found = puzzles("standard", "win", plies=3)
    >>> found.complete, all(len(puzzle.game.winning_lines) == 0 for puzzle in found)
    (True, True)
    >>> print(found[0])
    . X .
    O O X
    . X .
    You are O. Win in 2 moves.
    >>> found[0].answer
    '1 or 7'
    """
    found_rules = find_rules(rules)
    _check(found_rules, kind, plies=plies, count=count)
    boards = (1 + (len(found_rules.choices) or 2)) ** found_rules.cell_count
    complete = boards <= _MOST_LISTED_BOARDS and not found_rules.repetition
    games = _all_games(found_rules) if complete else _random_games(found_rules, Random(seed))
    seen_count = visit_count = 0
    total = len(games) if isinstance(games, Sequence) else _TRIES
    found: list[Puzzle] = []
    other_lengths: set[int] = set()
    with show_progress(progress, "positions", sys.stderr) as show:
        for game in games:
            show(seen_count, total)
            if game is None:
                continue
            seen_count += 1
            posed = _pose(game)
            for known in _prove_in_slices(posed):  # noqa: B007 - the last one counts
                show(seen_count - 1, total)
            if not is_solvable(found_rules):
                visit_count += known.node_count
            puzzle = _puzzle(posed, known, kind)
            if puzzle is not None and plies in (None, known.remoteness):
                found.append(puzzle)
            elif puzzle is not None and known.remoteness:
                other_lengths.add(known.remoteness)
            if not complete and (len(found) == count or visit_count > _MOST_VISITS):
                break
        show(total, total)
    found.sort(key=by_difficulty)
    instead: Callable[[], str] = str
    if complete and other_lengths and not found:
        instead = partial(_describe_lengths, sorted(other_lengths))
    if not seen_count:
        instead = _describe_barren_search
    complete = complete and (count is None or len(found) <= count)
    return Puzzles(found[:count], found_rules, kind, complete=complete, instead=instead)


def _describe_lengths(others: Sequence[int]) -> str:
    return _("Possible numbers of plies: {plies}.", plies=join_and(map(str, others)))


def _describe_barren_search() -> str:
    return ngettext(
        "No random game reached a position with at most {count} empty cell.",
        "No random game reached a position with at most {count} empty cells.",
        LATE_CELLS,
    )


def _check(rules: Rules, kind: object, **counts: Any) -> None:
    """Raise an error if the arguments for `puzzles` are invalid or do not fit together."""
    check_choice(kind, "kind", get_args(PuzzleKind))
    for name, value in counts.items():
        if value is not None:
            check_int(value, name, 1)
    is_misere = getattr(rules, "misere", False)
    title = visible(rules.title)
    if rules.repetition and not is_solvable(rules):
        raise ValueError(
            "rules must have a board with at most 9 cells if positions can repeat: positions "
            f"in {title} can't be solved"
        )
    if kind == "misere" and not is_misere:
        raise ValueError(f"rules must be misère rules, not {title}, if kind is 'misere'")
    can_draw = getattr(rules, "can_draw", True)
    if kind == "draw" and not can_draw:
        raise ValueError(
            f"kind must be 'win' for {title}, not 'draw': this game never ends in a draw"
        )
    if kind in ("fork", "block") and (is_misere or not _has_threats(rules)):
        others = "'win' or 'draw'" if can_draw else "'win'"
        raise ValueError(
            f"kind must be {others} for {title}, not {kind!r}: the threats in this game "
            "aren't known"
        )


def _has_threats(rules: Rules) -> bool:
    """Return True if threats occur in a few random games."""
    family, random = family_analysis(rules), Random(0)
    for _game in range(_PROBED_GAMES):
        game = Game(rules)
        while not game.is_over:
            if family.threats(rules, game.state, opponent(game.current_player)):
                return True
            game = game.play(random.choice(game.legal_moves))
    return False


@lru_cache(maxsize=4)
def _all_games(rules: Rules) -> Sequence[Game]:
    """Return all reachable unfinished positions, except for symmetric copies."""
    found = []
    layer = [Game(rules)]
    while layer:
        following: dict[object, Game] = {}
        for game in layer:
            if game.is_over:
                continue
            found.append(game)
            for cell in game.legal_moves:
                after = game.play(cell)
                following.setdefault(after.canonical(), after)
        layer = list(following.values())
    return tuple(found)


def _random_games(rules: Rules, random: Random) -> Iterator[Game | None]:
    """Yield solvable positions from random games, without symmetric copies.

    Before each game, yield None.
    """
    solvable = is_solvable(rules)
    family = family_analysis(rules)
    seen = set()
    tries = barren = 0
    while tries < _TRIES and barren < _BARREN_GAMES:
        yield None
        game = Game(rules)
        barren += 1
        while not game.is_over and tries < _TRIES:
            if solvable or family.is_late(rules, game.state):
                tries += 1
                barren = 0
                canonical = game.canonical()
                if canonical not in seen:
                    seen.add(canonical)
                    yield game
            game = game.play(random.choice(game.legal_moves))


def _pose(game: Game) -> Game:
    """Return the same position without the earlier moves, which aren't part of a puzzle."""
    return Game.from_text(game.to_text(), game.rules)


def _prove_in_slices(game: Game) -> Analyses:
    """Try to prove an unfinished position's value, as `analyze` does with `PROOF_VISITS`."""
    family = family_analysis(game.rules)
    return family.solve_in_slices(game.rules, game.state, visits=PROOF_VISITS)


def _puzzle(game: Game, analysis: Analysis, kind: PuzzleKind) -> Puzzle | None:
    """Turn a position into a puzzle of the given kind, or return None if that is impossible."""
    solutions = find_solutions(game, kind, analysis)
    if not solutions or len(solutions) == len(game.legal_moves):
        return None
    losses = [
        move.remoteness or 0
        for cell, move in analysis.moves.items()
        if cell not in solutions and move.value == "loss"
    ]
    return Puzzle(
        game=game,
        kind=kind,
        solutions=solutions,
        plies=None if analysis.value == "draw" else analysis.remoteness,
        depth=max(losses, default=0),
    )


def by_difficulty(puzzle: Puzzle) -> tuple[int, int, int]:
    """Return a sort key that puts easy puzzles first, and breaks ties by number of marks."""
    return *puzzle.difficulty, puzzle.game.move_count


def _figure(puzzle: Puzzle, size: int | None = None) -> str:
    """Draw a puzzle as HTML, `size` pixels wide, with its task below the board."""
    picture = puzzle.game.to_svg(size=size)
    task = escape(puzzle.task)
    return f'<figure style="margin:0">{picture}<figcaption>{task}</figcaption></figure>'


# The daily puzzle, and streaks of solved daily puzzles.

_DAYS_OF_A_WEEK = 7


def daily_puzzle(day: date) -> Puzzle:
    """Return the daily puzzle for a date. Everyone gets the same puzzle.

    Puzzles get harder from Monday to Sunday (see `Puzzle.difficulty`). The kinds of puzzle
    alternate. Within a year, no position is repeated, not even rotated, reflected or with other
    rules.

    Raises
    ------
    TypeError
        If `day` is not a date.

    Examples
    --------
    >>> from datetime import date
    >>> print(daily_puzzle(date(2026, 11, 23)))
    . O X
    X . O
    X . O
    You are X. Win in one move.
    """
    check_kind(day, "day", date, expected="a datetime.date")
    week, weekday = divmod(day.toordinal() - 1, _DAYS_OF_A_WEEK)  # day 1 was a Monday
    # Without this shift, the kinds of puzzle would follow one another in a fixed order.
    of_week = _DAILY_PUZZLES[(week + weekday) % len(_DAILY_PUZZLES)]
    code = of_week.split()[weekday]
    (kind,) = (kind for kind in get_args(PuzzleKind) if kind[0] == code[0])
    text = "/".join(code[at : at + 3] for at in (1, 4, 7))
    rules = find_rules("misere" if kind == "misere" else "standard")
    # The analysis finds the solutions again, so the table doesn't contain them.
    game = Game.from_text(text, rules)
    *_earlier, known = _prove_in_slices(game)
    puzzle = _puzzle(game, known, kind)
    assert puzzle is not None  # noqa: S101 - the table contains only puzzles
    return _turned(puzzle, week)


# Puzzles, one week per line, from Monday to Sunday. Each puzzle consists of the first letter of
# its kind, followed by its marks. `benchmarks/choose_daily_puzzles.py` writes this table.
_DAILY_PUZZLES = """\
mXOXOOXX.. wXOO.XOX.. mXOXO.X..O mXOXOOX... mXXO.O...X wXO...XXO. fX.O..XO..
wXOXOXO... dXOXOXXO.. wXOXO.OX.. wXXO.OX... dXOXO.X... wX.O.OX.X. wXXO......
mXOXXOXO.. bXOXOX.OX. bXOXX..O.O mXOXOO...X bXOX.X.O.. fXOXO..... mXO.....XO
wXOXOX..O. wXO..XOX.O dXOXXO.O.. wXXO.O..X. fXOXO..X.. bX....O.XO d.X..X.OO.
mXOXXO.O.X mXO.X.X.OO mXOXO...XO fXOO....X. mOX.XOX... wX.O..XOX. bXXO...O..
wXOXO..O.X f.X.OOX.X. wXOX.X.OO. mXOXXO...O dXOX..XO.. dXO.O.X.X. fX.O.O...X
mXOXXX.O.O wXO..XXOO. fXOXO.O.X. wXXOX..O.. bXO.XO..X. wXO....... wXOO.....X
mXOXX.XO.O dXOXOXX..O mXOX.O.OX. mXOX.O.X.O mXOX.O.X.. wXOOX..... mXXO..O...
wXOOXX.O.. bXOXOX..XO wXOOX.XO.. wOX..OX.X. fXO.X.XO.. fXOO..X... dXO......X
mXO.XOXOX. wXOO..OXX. bXO.XO.OX. mXOX..XOO. mXOXX...O. wXO.X.O... bX.O..O.X.
wXOOX.X..O wXOO.O.X.X mXOXX..OO. wXOXXO.... dXO.X.O.X. bOX.O.X... fOX.X....O
mXO.XO.OXX dXOXOOX.X. dXOX.X.O.O fXO...O.X. bXO.X...XO wXO.X....O wXO...O..X
wXOOX.O..X bXOXO.XOX. wXOOXO..X. mXOOXOX... mXO.XOX... wXOO.X.... mXXO....O.
mXO.XXO.XO mXO..OOX.X mXO.X.OOX. wXOX...XO. fXO.X..O.X dXOX.O.... dXX..O....
wXO.XXO.O. wXO..OOXX. wXOOX.O.X. mXOOXO...X mXO.XO...X fXO...XO.. bOX...X..O
mXOO.X.XXO fXOXO..OX. fXOOX..OX. wXO.X...OX dXOO.X..X. wXO.OX.... f.X.XO...O
mXXO.OX.XO dXOXO.XX.O bXOXOO..X. mXO.XOX..O bXO.OXX... b.X.O.XO.. wXO....O.X
wXOO.XXO.. bXOXXO..XO mXO.X..OXO wXO..OXX.. mXO.X.X.O. wXO..XO... mX...OX..O
mXXO.O.XXO wXXO.XOO.. wXOOX...XO mXO.XOO..X dXO..XO.X. wXO..X.O.. dX..X.O...
wXOO.XX.O. wX.OXXO.O. dXOO.X..XO fXO..X...O bXO..X.OX. wXO..X..O. bXX...O...
mXXO.XX.OO dXOX.O.XXO mXO.OXX..O wXXO.XO... fXOO..X..X fX.O..X.O. fX.O.O..X.
wXOO.X.XO. bXO.XOX.XO wXOOX..O.X mXO.XXO..O mXO..OX..X wXOO...X.. wX.OX...O.
mXOXO.XXO. mX.OXX..OO bXO..XO.XO wXXO..O.X. mXO..O.X.X dXO..O...X mOX.X.O...
mXOXO.OX.X wX.OX.X.OO mXO..X.OXO mXO.X.O.XO dXO..XX..O bXO..OX... d.X..X.O..
wXO.O.XO.X wX.O.XOOX. wXO.X..OOX wXXO...O.X bXO...XX.O wXO...OX.. bXX......O
mXOXOO..XX dXO.XOO.XX dXO..OXOX. mXO.XX.O.O wOX...XOX. wXO....X.O fX...XO..O
wXOO.O.XX. bXO.XXOOX. fXOO.OX.X. fXOXX..O.. fXXOX...O. f.X.OX..O. wX.O.X..O.
mXOXXX.OO. fXOOO.X.X. mXOO.OX..X mXO.X.XOO. mXXOXO.... wXO.O....X mOX..X..O.
wXX.XOO.O. wXX.XOO..O wXOO.XO.X. wXXOX....O dXO....XXO wX.O.X.O.. dXOX......
mXOXX..OOX wOXOXX...O mXO..OX.XO mXO.X.XO.O bXO..O..XX bXXO.O.... bOX.....X.
mXOX.XXOO. mX.O.OOXX. bXO..O.OXX wXXO...X.O mXXOX.O... wX.O.O.X.. fXOX...O..
wOXOXX.O.. dXO.X.OOXX wXO..XX.OO mXOO.X.X.O mXXO..OX.. dX.O.X...O wXX..O...O
mXOOXXO.X. bXO.XX.OXO mXO...XOXO wX.OXXO... fXXO.X..O. fXO.O.X... mXO..O.X..
wXOXO...OX wXOXOX.O.. dXXO.OX.O. fXXO..X.O. dXO....OXX wXX..O..O. dXO...X...
mXOOXX..XO wXOXOX...O wXOO.OXX.. mXO..XXO.O bXXO.O.X.. wXX...O.O. b.X.O...X.
wXOX...OOX dXO.X.XOXO mXXOX.OO.. wX.O.XOX.. mXXO...OX. wX...XO.O. fXO.X..O..
mXOOXOX.X. bXOOOXX.X. bXXO.OX..O mXO..OXX.O dX.O.XX..O bX.O.OX... wOXO....X.
mXOOX.XOX. fXOO..X.XO fXOO..XOX. wX.O.XO.X. bX.O.OXX.. wOXO.X.... mX.OX....O
wXOOXXO... wXOXO.XO.. wXOO..XXO. mXO..OXO.X mXXO.X...O fXO..O..X. dX.O....X.
mXOOX.XO.X mXX.X.O.OO mXXO..XOO. wX.O.X.X.O fXX..O..XO wOX..XO... bX.O.X....
wXOOXX...O dXOO.XXX.O wXOO..XO.X mXOO...XXO mXXO....XO dX.O....XO fXO...X..O
mXOOX.X.OX bXOO.XX.XO dXXO..X.OO fXXO..X..O dX.O..XX.O wOX..X...O wOX...O.X.
wXOOX.X.O. wXOXO..X.O mXXO..XO.O wX.O.X..XO bXX..OX.O. bX...OX.O. mXX..OO...
mXOOXO..XX wXO.XOO.X. bX.O.OX.XO mXXOXOO... mX.OXOX... w.X.OXO... dX....O.X.
wXOOX...OX dXO..XXOXO wXO.OOX..X wXX..OO.X. fOXOX.X... fXOX....O. bX.X.O....
mXOOX..OXX bXOO..XXXO mOXOXO..X. mXXOXO...O mX.OXO..X. w.X.OX...O fX.O..X..O
mXOO.XOXX. wXO.XO..XO fX.O..XOXO wX..X.O.XO dXX..OX..O wXO.XO.... wOX....OX.
wXO.X.O.OX fXO.OOX.X. wXO...OXXO mXXO.OOX.. bOX.XXO... wXO.X...O. mX..X.O..O
mXO..XOXXO mOX..XXO.O mOX.XXO.O. f.X.OXX.O. mX.OXO...X dOX.XO.... dX........
wXO.XX.OO. wXO.XXOO.. dOX.XOX.O. wX...XO.XO fOXOX...X. bOX..OX... bOX..X....
mXOO.OXX.X dXO..OXXXO bOX.OXX.O. mXXO.O.X.O dOX.X.O.X. fXO...X.O. fOXOX.....
wXO.XX..OO bXXO.OXX.O wXOO.O..XX wOX.OXX... bOX..XX.O. wXO....XO. wX....O...
mXOO.OX.XX wXO.X.OO.X mOX.OOX.X. mXXO..OOX. mX.OX.O.X. wXO.....OX mOX..X.O..
""".splitlines()


def _turned(puzzle: Puzzle, turn: int) -> Puzzle:
    """Rotate or reflect a puzzle. `turn` is the symmetry's number."""
    rules = puzzle.game.rules
    symmetry = rules.symmetries[turn % len(rules.symmetries)]
    state = rules.transform(puzzle.game.state, symmetry)
    solutions = tuple(sorted(symmetry[cell] for cell in puzzle.solutions))
    return replace(
        puzzle, game=Game.from_text(rules.to_text(state), rules), solutions=solutions
    )


def count_streak(days: Collection[date], last: date) -> int:
    """Count the consecutive days, ending with `last`, on which a puzzle was solved.

    Parameters
    ----------
    days : collection of date
        Days on which a puzzle was solved, in any order. A repeated day counts once. If `last`
        is not one of these days, the result is 0.
    last : date
        Last day of the streak.

    Examples
    --------
    >>> days = [date(2026, 2, 28), date(2026, 3, 1), date(2026, 3, 3)]
    >>> [count_streak(days, date(2026, 3, day)) for day in (1, 2, 3)]
    [2, 0, 1]
    """
    solved = {day.toordinal() for day in days}
    at = last.toordinal()
    while at in solved:
        at -= 1
    return last.toordinal() - at


def longest_streak(days: Collection[date]) -> int:
    """Return the length of the longest run of consecutive days, or 0 if `days` is empty.

    Examples
    --------
    >>> longest_streak([date(2026, 3, 3), date(2026, 2, 28), date(2026, 3, 1)])
    2
    """
    longest = streak = 0
    before = 0
    for day in sorted({day.toordinal() for day in days}):
        streak = streak + 1 if day == before + 1 else 1
        longest = max(longest, streak)
        before = day
    return longest
