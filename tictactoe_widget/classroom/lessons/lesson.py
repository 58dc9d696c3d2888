"""Lessons: steps that an author writes, and exercises that judge a learner's moves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from random import Random
from typing import Any, Literal, get_args

from tictactoe_widget.analysis.analyze import analyze
from tictactoe_widget.analysis.explain import explain
from tictactoe_widget.analysis.registry import family_analysis, is_solvable
from tictactoe_widget.analysis.sentences import call_players, join_cells
from tictactoe_widget.analysis.values import Analysis
from tictactoe_widget.classroom.puzzle import (
    Puzzle,
    PuzzleKind,
    Task,
    describe_task,
    find_solutions,
)
from tictactoe_widget.drawing.markup import TextDisplay, escape
from tictactoe_widget.players.builtin import player
from tictactoe_widget.players.calling import choose_move
from tictactoe_widget.rules.cards import Example
from tictactoe_widget.rules.errors import IllegalMoveError, InvalidInputError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.notation import parse_position, position_name
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import opponent
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.validation import as_tuple, brief, check_kind, error_message, visible

# Kind of a step's task.
#
# ``""``: none, because the step only has a text. ``"any"``: any legal move. ``"play"``: a move
# at one of `Step.cells`. ``"refused"``: a move that the rules refuse, at one of `Step.cells` if
# these are given. The analysis judges the others, see `Task`.
Ask = Literal["", "any", "play", "refused", Task]

_JUDGED = get_args(Task)
_TO_THE_END = ("win", "keep")
_TEXTS = ("text", "ask", "right", "hint")


@dataclass(frozen=True)
class Step:
    """One step of a lesson, in the form in which its author writes it."""

    text: str
    """Text of the step, with an empty line between paragraphs."""
    position: str | Game = ""
    """Position of the step: a game, or text that `Game.from_text` reads. An empty text means
    the empty board."""
    task: Ask = ""
    """Kind of task, or empty without a task. The guide to lessons lists all kinds."""
    ask: str = ""
    """Task as a sentence. If this is empty, the kind of task determines the sentence."""
    cells: Sequence[str] = ()
    """Names of the cells for the tasks ``"play"`` and ``"refused"``, such as ``["1", "9"]``. If
    players choose their marks, names of the moves, such as ``["5x", "5o"]``."""
    right: str = ""
    """Text to show after a right move, with the reason why the move is right."""
    wrong: str | Mapping[str, str] = ""
    """Text to show after a wrong move, before its refutation. Give one text for all wrong
    moves, or a mapping with a text for each move, named as in `cells`."""
    hint: str = ""
    """Hint that the board shows on request."""
    look: Sequence[str] = ()
    """Names of cells to highlight."""
    to_the_end: bool = False
    """True to continue to the end of the game against best play, and to judge each move. Only
    for the tasks ``"win"`` and ``"keep"``."""
    rules: str | Rules | None = None
    """Rules of the position, or their name. If this is None, the rules of the lesson apply."""


@dataclass(frozen=True)
class Judgement(Serializable):
    """Verdict on a move in an exercise, with the reason and the game to show next."""

    _keys = ("verdict", "words", "position=game")

    verdict: Literal["right", "on", "wrong"]
    """``"right"`` if the move solves the exercise, ``"on"`` if it is right and the game
    continues, and ``"wrong"`` if it is not right."""
    words: str
    """Reason for the verdict, in a few sentences."""
    game: Game
    """Game to show next: after the move, after a reply to it, or after the moves that refute
    it."""


@dataclass(frozen=True)
class Exercise:
    """Step of a lesson with its position set up, which can judge moves."""

    step: Step
    """Step in the form in which its author wrote it."""
    game: Game
    """Game at the position of the step."""
    named: tuple[int, ...]
    """Moves that the step lists in `Step.cells`."""
    look: tuple[int, ...]
    """Cells to highlight."""
    remarks: Mapping[int, str]
    """Author's texts to show after particular wrong moves, by move."""

    @cached_property
    def solutions(self) -> tuple[int, ...]:
        """Moves that solve the task or that are right so far. Empty without a task.

        Raises
        ------
        ValueError
            If no move solves the task, or if the analysis cannot judge the task.
        """
        return self._find_solutions(self.game)

    def check(self) -> None:
        """Check that the task can be solved, and that `Step.wrong` is only for wrong moves.

        Raises
        ------
        ValueError
            If the task cannot be judged or solved, or if `Step.wrong` has a text for a right
            move.
        """
        right = self.solutions
        for cell in self.remarks:
            # In a game to the end a remark may be about a later move.
            if cell in right and not self.step.to_the_end:
                raise ValueError(
                    f"wrong speaks of {position_name(cell, self.game)}, which is right"
                )

    @cached_property
    def ask(self) -> str:
        """Task of the step as a sentence. Empty without a task."""
        step, game = self.step, self.game
        if step.ask or not step.task:
            return step.ask
        mover = game.current_player
        if step.task in _JUDGED:
            return describe_task(game, step.task, self._analyze(game))  # type: ignore[arg-type]
        if step.task == "any":
            return self._call_players(f"{mover} to move: play where you like.")
        if step.task == "refused":
            return "Try a move that the rules do not allow."
        return self._call_players(f"{mover} to move: play {self._join(self.solutions)}.")

    @property
    def answer(self) -> str:
        """Sentence that gives the solutions as people name them. Empty without a task."""
        if self.step.task in ("", "any"):
            return ""
        return f"Right: {self._join(self.solutions)}." if self.solutions else ""

    def judge(self, game: Game, cell: int) -> Judgement:
        """Judge a move, and return the verdict with the game to show next.

        Parameters
        ----------
        game : Game
            Game in which to move: `Exercise.game`, or the game of the last judgement if its
            verdict was ``"on"``.
        cell : int
            Cell to play, or the move if players choose their marks.

        Raises
        ------
        IllegalMoveError
            If the rules refuse the move. If the task is to find a refused move, this error
            occurs only for cells that the step does not list.
        """
        step = self.step
        try:
            after = game.play(cell)
        except IllegalMoveError as error:
            if step.task != "refused" or (self.named and cell not in self.named):
                raise
            refusal = _as_sentence(error_message(error))
            return Judgement("right", _join_texts(refusal, step.right), game)
        if step.task == "refused":
            return Judgement("wrong", self._remark(cell) or "The rules allow that move.", after)
        if not step.task or (step.task != "any" and cell not in self._find_solutions(game)):
            return self._refute(game, cell)
        if step.to_the_end and not after.is_over:
            return self._go_on(after)
        return Judgement("right", step.right or self._praise(game, cell), after)

    def _go_on(self, after: Game) -> Judgement:
        """Reply to a right move until the person can move again or the game is over."""
        reply = _best_reply(after)
        answered = after.play(reply)
        rival = after.current_player
        told = self._call_players(f"{rival} answers {position_name(reply, after)}.")
        if answered.is_over:
            return Judgement("right", _join_texts(told, self.step.right), answered)
        return Judgement("on", f"Right so far. {told}", answered)

    def _refute(self, game: Game, cell: int) -> Judgement:
        """Return the judgement on a wrong move, with the opponent's best reply."""
        after = game.play(cell)
        step = self.step
        remark = self._remark(cell)
        if step.task not in _JUDGED:
            plain = f"Not that one. {self.ask}" if self.ask else ""
            return Judgement("wrong", remark or plain, after)
        words = _join_texts(remark or self._missed(after), self._explain(game, cell))
        if after.is_over:
            return Judgement("wrong", words, after)
        replies = analyze(after)
        # If nothing is lost, the best answer is enough.
        shown = len(replies.principal_variation) if replies.value == "win" else 1
        for reply in replies.principal_variation[:shown]:
            after = after.play(reply)
        return Judgement("wrong", words, after)

    def _missed(self, after: Game) -> str:
        """Return a sentence about the goal that a wrong move misses, or empty text."""
        if self.step.task == "block":
            return "The threat still stands."
        if self.step.task == "fork":
            mover = opponent(after.current_player)
            threats = family_analysis(after.rules).threats(after.rules, after.state, mover)
            # A move that makes two is wrong if the opponent wins before.
            return "That does not make two threats." if len(threats) < 2 else ""
        return ""

    def _explain(self, game: Game, cell: int) -> str:
        """Return the reason why a move is wrong. A move that still wins is only too slow."""
        analysis = self._analyze(game)
        if analysis.moves[cell].value != "win":
            return explain(game, cell)
        sooner = "at once" if analysis.remoteness == 1 else "sooner"
        better = self._join(self._find_solutions(game))
        return self._call_players(
            f"{game.current_player} still wins, but {better} would have won {sooner}."
        )

    def _praise(self, game: Game, cell: int) -> str:
        """Return an explanation of a right move for which the author wrote no text."""
        if self.step.task not in _JUDGED:
            return "Right."
        after = game.play(cell)
        if after.is_over or self._analyze(game).value != "win":
            return explain(game, cell)
        mover, rival = game.current_player, after.current_player
        threats = family_analysis(game.rules).threats(game.rules, after.state, mover)
        if len(threats) > 1:
            name = partial(position_name, rules=game.rules)
            cells = join_cells(threats, name, "and")
            return f"{mover} threatens {cells}, and {rival} can block only one."
        return self._call_players(f"{mover} wins now, whatever {rival} does.")

    def _call_players(self, text: str) -> str:
        return call_players(text, self.game.rules)

    def _remark(self, cell: int) -> str:
        """Return the author's text for a wrong move."""
        wrong = self.step.wrong
        return wrong if isinstance(wrong, str) else self.remarks.get(cell, "")

    def _find_solutions(self, game: Game) -> tuple[int, ...]:
        task = self.step.task
        if task == "":
            return ()
        if task == "any":
            return game.legal_moves
        if task == "play":
            return self._check_named(are_legal=True)
        if task == "refused":
            return self._check_named(are_legal=False)
        analysis = self._analyze(game)
        found = find_solutions(game, task, analysis)
        if not found:
            raise ValueError(f"no move solves the task {task!r} in this position")
        return found

    def _check_named(self, *, are_legal: bool) -> tuple[int, ...]:
        """Return the listed cells, which must all be legal moves or all be illegal."""
        legal = self.game.legal_moves
        if are_legal and not self.named:
            raise ValueError("the task 'play' needs cells")
        odd = [cell for cell in self.named if (cell in legal) != are_legal]
        if odd:
            fault = "no legal move" if are_legal else "a legal move, which is not refused"
            raise ValueError(f"{position_name(odd[0], self.game)} is {fault}")
        if not are_legal and len(legal) == self.game.rules.action_count:
            raise ValueError("every cell may be played here: no move is refused")
        return self.named

    def _analyze(self, game: Game) -> Analysis:
        found = analyze(game)
        if not found.exact:
            raise ValueError(
                f"the position cannot be solved, so {self.step.task!r} cannot be judged: "
                "name the moves with task='play' and cells"
            )
        return found

    def _join(self, cells: Sequence[int]) -> str:
        return join_cells(cells, partial(position_name, rules=self.game.rules))


def set_up_exercise(step: Step, rules: Rules) -> Exercise:
    """Set up the position of a step, and return an exercise that judges moves.

    If the step has its own rules, they replace `rules`.

    Raises
    ------
    TypeError, ValueError
        If a part of the step has the wrong type, if a cell does not exist, or if the position
        cannot be reached.
    """
    for part in _TEXTS:
        check_kind(getattr(step, part), part, str, expected="text")
    if not step.text.strip():
        raise ValueError("text is empty: every step tells something")
    if step.task not in get_args(Ask):
        choices = ", ".join(map(repr, get_args(Ask)))
        raise ValueError(f"no task is called {brief(step.task)}: choose from {choices}")
    if step.to_the_end and step.task not in _TO_THE_END:
        raise ValueError(f"only {' and '.join(_TO_THE_END)} can go on to the end")
    own_rules = rules if step.rules is None else find_rules(step.rules)
    game = _set_up_position(step.position, own_rules)
    if step.task not in ("", "refused") and game.is_over:
        raise ValueError(f"the game is over here, so nobody can move: {game.message}")
    named = _read_cells(step.cells, game, "cells")
    if step.cells and step.task not in ("play", "refused"):
        raise ValueError("cells belong to the tasks 'play' and 'refused'")
    look = {game.rules.cell_of(move) for move in _read_cells(step.look, game, "look")}
    remarks = _read_remarks(step.wrong, game)
    texts: dict[str, Any] = {part: _clean_lesson_text(getattr(step, part)) for part in _TEXTS}
    if isinstance(step.wrong, str):
        texts["wrong"] = _clean_lesson_text(step.wrong)
    shown = replace(step, **texts)
    return Exercise(shown, game, named, tuple(sorted(look)), remarks)


def _clean_lesson_text(text: str) -> str:
    """Return a text of a lesson that is safe to show and keeps its line breaks."""
    return visible(text, None, in_lines=True)


def _set_up_position(position: object, rules: Rules) -> Game:
    """Return the game at a step's position, without the moves that led to it."""
    if isinstance(position, Game):
        if position.rules != rules:
            raise ValueError(f"the game is played by other rules than {visible(rules.title)}")
        return position
    text = check_kind(position, "position", str, expected="text or a Game")
    return Game.from_text(text, rules) if text else Game(rules)


def _read_cells(names: Any, game: Game, part: str) -> tuple[int, ...]:
    expected = f"{part} must be a list of names of cells, not {brief(names)}"
    is_list = isinstance(names, Sequence) and not isinstance(names, str)
    if not (is_list and all(isinstance(name, str) for name in names)):
        raise TypeError(expected)
    return tuple(sorted({_move_named(name, game, part) for name in names}))


def _move_named(name: str, game: Game, part: str) -> int:
    """Return the move with the given name. An error mentions the part of the step."""
    try:
        return parse_position(name, game)
    except (InvalidInputError, IllegalMoveError) as error:
        raise type(error)(f"{part} has {brief(name)}. {error}") from None


def _read_remarks(wrong: object, game: Game) -> dict[int, str]:
    """Return texts for particular wrong moves, or nothing if one text is for all."""
    if isinstance(wrong, str):
        return {}
    if not isinstance(wrong, Mapping):
        raise TypeError(f"wrong must be text, or text by cell, not {brief(wrong)}")
    remarks = {}
    for name, text in wrong.items():
        if not isinstance(name, str):
            raise TypeError(
                f"wrong must be text by cell, named such as '5': {brief(name)} is no name"
            )
        if not isinstance(text, str):
            raise TypeError(f"wrong must be text by cell: {brief(text)} is no text")
        remarks[_move_named(name, game, "wrong")] = _clean_lesson_text(text)
    return remarks


def _best_reply(game: Game) -> int:
    """Of the best moves, return the one that is hardest for the opponent."""
    if is_solvable(game.rules):
        return choose_move(player("perfect", seed=0), game)
    return analyze(game).best_moves[0]


def _as_sentence(message: str) -> str:
    """Add a full stop to a message, unless it ends with an exclamation mark."""
    return message if message.endswith("!") else f"{message}."


def _join_texts(*texts: str) -> str:
    return " ".join(filter(None, texts))


# Lessons as data: the text, position and task of each step.


# kind of a lesson: a written one, a puzzle, or an example of a rule card
_LessonKind = Literal["lesson", "puzzle", "example"]


@dataclass(frozen=True)
class Lesson(TextDisplay):
    """Lesson made of steps with texts, positions and tasks.

    To open it on a board, call ``TicTacToe(lesson=lesson)``.

    Raises
    ------
    TypeError, ValueError
        If a part has the wrong type, if a cell does not exist, or if a position cannot be
        reached. The message gives the step. To find tasks that cannot be judged or solved, call
        `check`.

    Examples
    --------
    >>> from tictactoe_widget.classroom import Lesson, Step
    >>> lesson = Lesson(
    ...     "My first lesson",
    ...     [Step("Three in a row win.", position="XX./OO./...", task="win")],
    ... )
    >>> exercise = lesson.exercises[0]
    >>> exercise.ask, exercise.solutions
    ('X to move: win at once.', (2,))
    >>> exercise.judge(exercise.game, 8).words
    "X's move loses. X could have won at 3. O wins at 6."
    >>> Lesson("Wrong", [Step("Both have won.", position="XXX/OOO/...")])
    Traceback (most recent call last):
        ...
    ValueError: step 1: both players have a line: the first one ended the game
    """

    title: str
    """Title of the lesson, in a few words."""
    steps: Iterable[Step]
    """Steps of the lesson in order, at least one."""
    rules: str | Rules = STANDARD
    """Rules of the positions, or their name. A step may have different rules."""
    about: str = ""
    """Subject of the lesson, in a sentence."""
    learnt: str = ""
    """Text at the end of the lesson that sums up its result in one or two sentences."""
    name: str = field(default="", kw_only=True)
    """Name of the lesson in `LESSONS`, or empty for any other lesson."""
    kind: _LessonKind = field(default="lesson", kw_only=True)
    """Kind of activity: a lesson, a puzzle, or an example of a rule card."""
    exercises: Sequence[Exercise] = field(init=False, repr=False, compare=False)
    """Steps of the lesson with their positions set up, in order."""

    def __post_init__(self) -> None:
        if not isinstance(self.title, str) or not self.title.strip():
            raise ValueError(f"title must be text that can be shown, not {brief(self.title)}")
        for part in ("about", "learnt"):
            check_kind(getattr(self, part), part, str, expected="text")
        for part in ("title", "about", "learnt"):
            object.__setattr__(self, part, _clean_lesson_text(getattr(self, part)))
        rules = find_rules(self.rules)
        steps = as_tuple(self.steps, "steps")
        if not steps:
            raise ValueError("a lesson needs at least one step")
        exercises = []
        for number, step in enumerate(steps, start=1):
            check_kind(step, f"step {number}", Step)
            try:
                exercises.append(set_up_exercise(step, rules))
            except (TypeError, ValueError) as error:
                raise type(error)(f"step {number}: {error}") from None
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "exercises", tuple(exercises))

    def check(self) -> None:
        """Check that every task can be judged and solved, as a board does for a lesson.

        Raises
        ------
        ValueError
            If a task does not fit its position, if it cannot be judged, or if a text for wrong
            moves belongs to a right move. The message gives the step.
        """
        for number, exercise in enumerate(self.exercises, start=1):
            try:
                exercise.check()
            except ValueError as error:
                raise ValueError(f"step {number}: {error}") from None

    def __str__(self) -> str:
        """Return the steps and their solutions as text, for a teacher."""
        steps = [
            "\n".join(filter(None, [f"{number}. {one.step.text}", str(one.game), *_solve(one)]))
            for number, one in enumerate(self.exercises, start=1)
        ]
        return "\n\n".join([f"{self.title}: {len(steps)} steps", *steps])

    def _repr_html_(self) -> str:
        """Return the steps, pictures and solutions as HTML, for a teacher's notebook."""
        steps = "".join(
            '<li style="break-inside:avoid;margin-bottom:1em">'
            + "".join(f"<p>{escape(part)}</p>" for part in one.step.text.split("\n\n"))
            + one.game.to_svg(size=140)
            + "".join(f"<p>{escape(line)}</p>" for line in _solve(one))
            + "</li>"
            for one in self.exercises
        )
        return f"<h3>{escape(self.title)}</h3><p>{escape(self.about)}</p><ol>{steps}</ol>"


def _solve(exercise: Exercise) -> list[str]:
    """Return a step's task, solution and hint as text, or the error in the step."""
    try:
        exercise.check()
        told = " ".join(filter(None, [exercise.ask, exercise.answer, exercise.step.right]))
    except ValueError as error:
        return [f"Mistake: {error}."]
    hint = exercise.step.hint
    return [line for line in (told, f"Hint: {hint}" if hint else "") if line]


# Puzzles and examples of rule cards as lessons of one step for a board.

# text of a puzzle, by its kind
_TOLD: dict[PuzzleKind, str] = {
    "win": "You can win this, whatever the other player does.",
    "draw": "Take care: nobody can force a win here, and all moves but one lose.",
    "fork": "The other player can block one threat, but not two.",
    "block": "The other player is about to win.",
    "misere": "Whoever completes a line loses. Take care: all moves but one lose.",
}

_CELLS_OF_A_HINT = 3  # number of cells in the hint to a puzzle


def lesson_of_puzzle(puzzle: Puzzle, title: str = "Puzzle") -> Lesson:
    """Return a lesson that consists of a puzzle and a hint.

    The hint lists a few cells, one of which is a solution.

    Raises
    ------
    ValueError
        If the kind of puzzle does not exist, or if the game is over.

    Examples
    --------
    >>> from tictactoe_widget.classroom import puzzles
    >>> lesson = lesson_of_puzzle(puzzles("standard", "block")[0])
    >>> print(lesson.exercises[0].ask)
    O to move: stop X's threat.
    """
    step = Step(
        _TOLD.get(puzzle.kind, puzzle.task),
        position=puzzle.game,
        task=puzzle.kind,
        ask=puzzle.task,
        hint=_hint(puzzle),
    )
    return Lesson(title, [step], puzzle.game.rules, kind="puzzle")


def _hint(puzzle: Puzzle) -> str:
    """Return a hint that lists one solution among a few wrong moves.

    The same puzzle always has the same hint.
    """
    if not puzzle.solutions:
        return ""
    random = Random(puzzle.game.to_text())
    wrong = puzzle.wrong_moves
    others = random.sample(wrong, min(_CELLS_OF_A_HINT - 1, len(wrong)))
    cells = sorted([random.choice(puzzle.solutions), *others])
    named = join_cells(cells, lambda cell: position_name(cell, puzzle.game))
    return f"One of these is right: {named}."


def lesson_of_example(example: Example, title: str = "Try it") -> Lesson:
    """Return a lesson in which a person tries out an example of a rule card.

    Nobody can play in a cell outside the board, so an example of such a move has only a text.

    Examples
    --------
    >>> from tictactoe_widget import STANDARD
    >>> lesson = lesson_of_example(STANDARD.card.examples[0])
    >>> lesson.exercises[0].ask
    'X to move: play 5.'
    """
    game, position = example.before, example.position
    step = Step(example.text, game, cells=[position])
    if not 0 <= example.cell < game.rules.action_count:
        step = Step(f"{example.text} {position}: {example.outcome}.", game)
    elif example.after is None:
        step = replace(step, task="refused", ask=f"Try to play {position}.")
    else:
        step = replace(step, task="play", right=_as_sentence(example.outcome))
    return Lesson(title, [step], game.rules, kind="example")
