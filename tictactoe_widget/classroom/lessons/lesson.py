"""Lessons, which consist of steps by an author, and exercises, which judge moves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, Literal, get_args

from tictactoe_widget.analysis.analyze import analyze
from tictactoe_widget.analysis.explain import explain
from tictactoe_widget.analysis.registry import family_analysis, is_solvable
from tictactoe_widget.analysis.sentences import completes_row, short_names
from tictactoe_widget.analysis.values import Analysis, Value
from tictactoe_widget.classroom.puzzle import (
    PROOF_VISITS,
    Puzzle,
    PuzzleKind,
    Task,
    describe_task,
    find_solutions,
    join_moves,
)
from tictactoe_widget.drawing.markup import TextDisplay, escape
from tictactoe_widget.drawing.svg import winner_moves
from tictactoe_widget.players.builtin import player
from tictactoe_widget.players.calling import choose_move
from tictactoe_widget.rules.cards import Example
from tictactoe_widget.rules.errors import IllegalMoveError, InvalidInputError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.notation import parse_position, position_name
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Mark, opponent, players_alternate
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import (
    N_,
    _,
    join_and,
    join_sentences,
    language_in_use,
    localized,
    ngettext,
)
from tictactoe_widget.validation import (
    as_tuple,
    brief,
    check_choice,
    check_kind,
    error_message,
    visible,
)

# Kinds of tasks.
#
# ``""``: no task, because the step has only a text. ``"any"``: any legal move. ``"play"``: a
# move in one of `Step.cells`. ``"refused"``: a move that the rules refuse, in one of
# `Step.cells` if these are given. The analysis judges all other kinds (see `Task`).
Ask = Literal["", "any", "play", "refused", Task]

_JUDGED = get_args(Task)
_TO_THE_END = ("win", "keep")
_TEXTS = ("text", "ask", "right", "hint")
_EXPECTED_TEXT = "text with at least one visible character"


@dataclass(frozen=True)
class Step:
    """Step of a lesson, as the lesson's author writes it."""

    text: str
    """Step's text, with an empty line between paragraphs."""
    position: str | Game = ""
    """Step's position: a game, or text in the form that `Game.from_text` reads. An empty string
    means the empty board."""
    task: Ask = ""
    """Kind of task, or empty if the step has no task. The guide to lessons lists all kinds."""
    ask: str = ""
    """Task as a sentence. If empty, the kind of task determines the sentence."""
    cells: Sequence[str] = ()
    """Names of the cells for ``"play"`` and ``"refused"`` tasks, such as ``["1", "9"]``. If
    players choose their marks, give the names of moves instead, such as ``["5x", "5o"]``."""
    right: str = ""
    """Text that is shown after a right move, and explains why the move is right."""
    wrong: str | Mapping[str, str] = ""
    """Text that is shown after a wrong move, before the refutation of that move. Pass one text
    for all wrong moves, or a mapping from the names of moves (as in `cells`) to texts."""
    hint: str = ""
    """Hint that the board shows if the player asks for it."""
    look: Sequence[str] = ()
    """Names of cells to highlight."""
    to_the_end: bool = False
    """True if the player must continue against best play until the game ends. Every move is
    judged. Only ``"win"`` and ``"keep"`` tasks allow True."""
    rules: str | Rules | None = None
    """Rules for the position, or their name. If the value is None, the lesson's rules apply."""


@dataclass(frozen=True)
class Judgement(Serializable):
    """Verdict on a move in an exercise, with a reason, and the game to show next."""

    _keys = ("verdict", "words", "position=game")

    verdict: Literal["right", "on", "wrong"]
    """``"right"`` if the move solves the exercise, ``"on"`` if the move is right but the game
    continues, and ``"wrong"`` if the move is not right."""
    words: str
    """Reason for the verdict, in a few sentences."""
    game: Game
    """Game to show next. The game's last move is the judged move, a reply to that move, or part
    of its refutation."""


@dataclass(frozen=True)
class Exercise:
    """Lesson step that has been set up with a position and can judge moves."""

    step: Step
    """Step as the author wrote it."""
    game: Game
    """Game at the step's position."""
    named: tuple[int, ...]
    """Moves that the step lists in `Step.cells`."""
    look: tuple[int, ...]
    """Cells to highlight."""
    remarks: Mapping[int, str]
    """Author's texts for particular wrong moves, by move."""
    is_translated: bool = False
    """True if the step belongs to the package, which can translate its texts."""

    def say(self, text: str) -> str:
        """Return one of the step's texts, translated if the step belongs to the package."""
        return _(text) if self.is_translated else text

    @cached_property
    def solutions(self) -> tuple[int, ...]:
        """Moves that solve the task or lead to its solution. Empty if there is no task.

        Raises
        ------
        ValueError
            If no move solves the task, or if the analysis cannot judge the task.
        """
        return self._find_solutions(self.game)

    def check(self) -> None:
        """Check that the task can be solved, and that `Step.wrong` lists only wrong moves.

        Raises
        ------
        ValueError
            If the task cannot be judged or solved, or if `Step.wrong` contains a text for a
            right move.
        """
        right = self.solutions
        for cell in self.remarks:
            # If the player must play until the game ends, a remark may be about a later move.
            if cell in right and not self.step.to_the_end:
                name = position_name(cell, self.game)
                raise ValueError(
                    f"wrong must explain only wrong moves, not the right move {name}"
                )

    @property
    def ask(self) -> str:
        """The step's task as a sentence. Empty if there is no task."""
        language = language_in_use()
        if language not in self._asks:
            self._asks[language] = self._describe_task()
        return self._asks[language]

    @cached_property
    def _asks(self) -> dict[str, str]:
        return {}  # task sentences, by language

    def _describe_task(self) -> str:
        step, game = self.step, self.game
        if step.ask or not step.task:
            return self.say(step.ask)
        if step.task in _JUDGED:
            found = self._analyze(game)
            return describe_task(
                game,
                step.task,  # type: ignore[arg-type]
                found.remoteness,
                is_won=found.value == "win",
            )
        if step.task == "refused":
            return _("Try a move that the rules don't allow.")
        player = self._call(game.current_player)
        if step.task == "any":
            return _("You are {player}. Play where you like.", player=player)
        moves = join_moves(self.solutions, game)
        return _("You are {player}. Play {moves}.", player=player, moves=moves)

    @property
    def answer(self) -> str:
        """Sentence that names the solutions. Empty if there is no task."""
        return self._answer(self.game)

    def judge(self, game: Game, cell: int, *, reveal: bool = False) -> Judgement:
        """Judge a move. Return the verdict and the game to show next.

        After a wrong move, the verdict describes the reply that refutes the move. The verdict
        does not name a solution unless `reveal` is True or the author's own text names one.

        Parameters
        ----------
        game : Game
            Game in which the move is made: `Exercise.game` or, if the previous verdict was
            ``"on"``, the game that came with that verdict.
        cell : int
            Cell to play in or, if players choose their marks, the move to make.
        reveal : bool, default False
            True to name the solutions after a wrong move.

        Raises
        ------
        IllegalMoveError
            If the move is illegal. If the task is to find an illegal move, only cells that the
            step does not list raise this error.
        """
        step = self.step
        try:
            after = game.play(cell)
        except IllegalMoveError as error:
            if step.task != "refused" or (self.named and cell not in self.named):
                raise
            refusal = _as_sentence(error_message(error))
            return Judgement("right", join_sentences(refusal, self.say(step.right)), game)
        is_right = step.task == "any" or (
            step.task not in ("", "refused") and cell in self._find_solutions(game)
        )
        if not is_right:
            refuted, words = self._refute(game, cell)
            answer = self._answer(game) if reveal else ""
            return Judgement("wrong", join_sentences(words, answer), refuted)
        if step.to_the_end and not after.is_over:
            return self._go_on(after)
        return Judgement("right", self.say(step.right) or self._praise(game, cell), after)

    def _go_on(self, after: Game) -> Judgement:
        """Reply to a right move, and return the verdict."""
        reply = _best_reply(after)
        answered = after.play(reply)
        rival, move = self._call(after.current_player), position_name(reply, after)
        if answered.is_over:
            words = _("{rival} plays {move}.", rival=rival, move=move)
            right = self.say(self.step.right)
            return Judgement("right", join_sentences(words, right), answered)
        words = _("Right so far. {rival} plays {move}.", rival=rival, move=move)
        return Judgement("on", words, answered)

    def _refute(self, game: Game, cell: int) -> tuple[Game, str]:
        """Return the game after a wrong move and its refutation, and an explanation."""
        after = game.play(cell)
        task, remark = self.step.task, self._remark(cell)
        if task == "refused":
            return after, remark or _("The rules allow that move.")
        if task not in _JUDGED:
            return after, remark or _("Try another move.")
        words = join_sentences(remark or self._missed(after), self._explain(game, cell, after))
        if after.is_over:
            return after, words
        replies = analyze(after, visits=PROOF_VISITS)
        # If the opponent can't win, one reply is enough.
        shown = len(replies.principal_variation) if replies.value == "win" else 1
        for reply in replies.principal_variation[:shown]:
            after = after.play(reply)
        return after, words

    def _missed(self, after: Game) -> str:
        """Return why a wrong move misses the step's goal, or an empty string if it doesn't."""
        if self.step.task == "block":
            return _("That doesn't stop the threat.")
        if self.step.task == "fork":
            mover = opponent(after.current_player)
            threats = family_analysis(after.rules).threats(after.rules, after.state, mover)
            # A move that makes two threats is wrong if the opponent wins first.
            return _("That doesn't make two threats.") if len(threats) < 2 else ""
        return ""

    def _explain(self, game: Game, cell: int, after: Game) -> str:
        """Explain why a move is wrong, without naming a solution."""
        before = self._analyze(game)
        if before.moves[cell].value == "win":
            return self._explain_slow_win(before)
        rules, rival = game.rules, self._call(opponent(game.current_player))
        if after.is_over:
            return self._explain_end(after, rival)
        slots = {"move": game.move_name(cell), "rival": rival}
        if not players_alternate(game.state):  # the player can also make the next move
            return self._explain_value(before.moves[cell].value, **slots)
        replies = analyze(after, visits=PROOF_VISITS)
        reply = replies.principal_variation[0]
        solved = map(rules.cell_of, self._find_solutions(game))
        if rules.cell_of(reply) in solved:
            return self._explain_hidden_reply(replies, **slots)
        return self._explain_reply(replies, reply=after.move_name(reply), **slots)

    def _explain_end(self, after: Game, rival: str) -> str:
        """Explain why a move that ends the game is wrong."""
        if after.is_draw:
            return _("That ends the game in a draw, but you can win.")
        if completes_row(after):
            return _("You complete a row, so {rival} wins.", rival=rival)
        return _("That ends the game, and {rival} wins.", rival=rival)

    def _explain_value(self, value: Value | None, **slots: str) -> str:
        """Describe what a wrong move allows the opponent to achieve."""
        if value == "draw":
            return _("If you play {move}, {rival} can get a draw.", **slots)
        return _("If you play {move}, {rival} can win.", **slots)

    def _explain_slow_win(self, before: Analysis) -> str:
        """Explain why a move that wins does not solve the task."""
        if self.step.task != "win":  # the task is a fork, but there are other ways to win
            return _("That still wins.")
        if before.remoteness == 1:
            return _("That still wins, but you can win in one move.")
        return _("That still wins, but there is a quicker way.")

    def _explain_hidden_reply(self, replies: Analysis, **slots: str) -> str:
        """Describe what the best reply to a wrong move achieves, without naming the reply."""
        if replies.remoteness == 1 and replies.value == "win":
            return _("If you play {move}, {rival} wins with the next move.", **slots)
        return self._explain_value(replies.value, **slots)

    def _explain_reply(self, replies: Analysis, **slots: str) -> str:
        if replies.value == "draw":
            return _("If you play {move}, {rival} plays {reply} and gets a draw.", **slots)
        if replies.remoteness is None:
            return _("If you play {move}, {rival} plays {reply} and can win.", **slots)
        if replies.remoteness == 1:
            return _("If you play {move}, {rival} plays {reply} and wins.", **slots)
        left = winner_moves("win", replies.remoteness) - 1
        if not left:
            return _(
                "If you play {move}, {rival} plays {reply}. Then all your moves lose.", **slots
            )
        return ngettext(
            "If you play {move}, {rival} plays {reply} and wins in {count} more move.",
            "If you play {move}, {rival} plays {reply} and wins in {count} more moves.",
            left,
            **slots,
        )

    def _praise(self, game: Game, cell: int) -> str:
        """Explain a right move if the author wrote no text for it."""
        if self.step.task not in _JUDGED:
            return _("Right.")
        after = game.play(cell)
        if after.is_over or self._analyze(game).value != "win":
            return explain(game, cell)
        rules, rival = game.rules, self._call(after.current_player)
        threats = family_analysis(rules).threats(rules, after.state, game.current_player)
        if len(threats) > 1:
            return _(
                "You threaten to win at {moves}. {rival} can stop only one of these threats.",
                moves=join_and(position_name(move, rules) for move in sorted(threats)),
                rival=rival,
            )
        return _("Now you win, whatever {rival} does.", rival=rival)

    def _call(self, mark: Mark) -> str:
        return short_names(self.game.rules)[mark]

    def _answer(self, game: Game) -> str:
        """Return the sentence that names the solutions in one of the exercise's positions."""
        if self.step.task in ("", "any"):
            return ""
        solutions = self._find_solutions(game)
        if not solutions:
            return ""
        return _("The answer is {moves}.", moves=join_moves(solutions, game))

    def _remark(self, cell: int) -> str:
        """Return the author's text for a wrong move."""
        wrong = self.step.wrong
        return self.say(wrong if isinstance(wrong, str) else self.remarks.get(cell, ""))

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
            raise ValueError(
                f"task must have a solution in this position, but {task!r} has none"
            )
        return found

    def _check_named(self, *, are_legal: bool) -> tuple[int, ...]:
        """Return the cells listed in a step. Either all or none of the cells must be legal."""
        legal = self.game.legal_moves
        task = self.step.task
        if are_legal and not self.named:
            raise ValueError(f"cells must list the right moves if task is {task!r}")
        odd = [cell for cell in self.named if (cell in legal) != are_legal]
        if odd:
            expected = "legal moves" if are_legal else "illegal moves"
            name = position_name(odd[0], self.game)
            raise ValueError(f"cells must name {expected}, not {name}, if task is {task!r}")
        if not are_legal and len(legal) == self.game.rules.action_count:
            raise ValueError(
                f"position must have at least one illegal move if task is {task!r}"
            )
        return self.named

    def _analyze(self, game: Game) -> Analysis:
        found = analyze(game, visits=PROOF_VISITS)
        if not found.exact:
            raise ValueError(
                f"task must be 'play', not {self.step.task!r}, because the analysis "
                "can't solve this position: list the right moves in cells"
            )
        return found


def set_up_exercise(step: Step, rules: Rules, *, is_translated: bool = False) -> Exercise:
    """Set up a step's position and return an exercise that judges moves.

    If the step has its own rules, they replace `rules`. If the step belongs to the package,
    `is_translated` is True.

    Raises
    ------
    TypeError, ValueError
        If any part of the step has the wrong type, if a cell does not exist, or if the position
        cannot be reached.
    """
    for part in _TEXTS:
        check_kind(getattr(step, part), part, str, expected="text")
    if not step.text.strip():
        raise ValueError(f"text must be {_EXPECTED_TEXT}, not {brief(step.text)}")
    check_choice(step.task, "task", get_args(Ask))
    if step.to_the_end and step.task not in _TO_THE_END:
        raise ValueError(
            f"task must be 'win' or 'keep', not {brief(step.task)}, if to_the_end is True"
        )
    own_rules = rules if step.rules is None else find_rules(step.rules)
    game = _set_up_position(step.position, own_rules)
    if step.task not in ("", "refused") and game.is_over:
        raise ValueError(
            "position must be an unfinished game if the step has a task, but this game "
            f"is over: {game.message}"
        )
    named = _read_cells(step.cells, game, "cells")
    if step.cells and step.task not in ("play", "refused"):
        raise ValueError(f"if task is {step.task!r}, leave out cells={brief(step.cells)}")
    look = {game.rules.cell_of(move) for move in _read_cells(step.look, game, "look")}
    remarks = _read_remarks(step.wrong, game)
    texts: dict[str, Any] = {part: _clean_lesson_text(getattr(step, part)) for part in _TEXTS}
    if isinstance(step.wrong, str):
        texts["wrong"] = _clean_lesson_text(step.wrong)
    shown = replace(step, **texts)
    return Exercise(shown, game, named, tuple(sorted(look)), remarks, is_translated)


def _clean_lesson_text(text: str) -> str:
    """Make a lesson's text safe to show, and keep its line breaks."""
    return visible(text, None, in_lines=True)


def _set_up_position(position: object, rules: Rules) -> Game:
    """Return a game at a step's position, without the moves that led to it."""
    if isinstance(position, Game):
        if position.rules != rules:
            raise ValueError(
                f"position must follow the rules {rules.name}, not {position.rules.name}"
            )
        return position
    text = check_kind(position, "position", str, expected="text or a Game")
    return Game.from_text(text, rules) if text else Game(rules)


def _read_cells(names: Any, game: Game, part: str) -> tuple[int, ...]:
    expected = f"{part} must be a list of cell names, not {brief(names)}"
    is_list = isinstance(names, Sequence) and not isinstance(names, str)
    if not (is_list and all(isinstance(name, str) for name in names)):
        raise TypeError(expected)
    return tuple(sorted({_move_named(name, game, part) for name in names}))


def _move_named(name: str, game: Game, part: str) -> int:
    """Return the move with the given name, or raise an error that mentions `part`."""
    try:
        return parse_position(name, game)
    except (InvalidInputError, IllegalMoveError) as error:
        raise type(error)(f"{part} must use cell names, not {brief(name)}. {error}") from None


def _read_remarks(wrong: object, game: Game) -> dict[int, str]:
    """Return the texts for particular wrong moves, or an empty dict if `wrong` is a str."""
    if isinstance(wrong, str):
        return {}
    if not isinstance(wrong, Mapping):
        raise TypeError(
            f"wrong must be text or a dict that maps cell names to texts, not {brief(wrong)}"
        )
    remarks = {}
    for name, text in wrong.items():
        if not isinstance(name, str):
            raise TypeError(
                f"the keys of wrong must be cell names such as '5', not {brief(name)}"
            )
        if not isinstance(text, str):
            raise TypeError(f"the values of wrong must be text, not {brief(text)}")
        remarks[_move_named(name, game, "wrong")] = _clean_lesson_text(text)
    return remarks


def _best_reply(game: Game) -> int:
    """Return a best move: in solvable games, the one that is hardest to answer."""
    if is_solvable(game.rules):
        return choose_move(player("perfect", seed=0), game)
    return analyze(game, visits=PROOF_VISITS).best_moves[0]


def _as_sentence(message: str) -> str:
    """Add a full stop to a message, unless it ends with an exclamation mark."""
    return message if message.endswith("!") else _("{sentence}.", sentence=message)


# Lessons as data: the text, position and task of each step.


# kind of a lesson: a written lesson, a puzzle, or an example of a rule card
_LessonKind = Literal["lesson", "puzzle", "example"]


@dataclass(frozen=True)
class Lesson(TextDisplay):
    """Lesson made up of steps with texts, positions and tasks.

    To open a lesson on a board, call ``TicTacToe(lesson=lesson)``.

    Raises
    ------
    TypeError, ValueError
        If any part has the wrong type, if a cell does not exist, or if a position cannot be
        reached. The error message says which step is wrong. To find tasks that cannot be judged
        or solved, call `check`.

    Examples
    --------
    >>> from tictactoe_widget.classroom import Lesson, Step
    >>> lesson = Lesson(
    ...     "My first lesson",
    ...     [Step("Three in a row win.", position="XX./OO./...", task="win")],
    ... )
    >>> exercise = lesson.exercises[0]
    >>> exercise.ask, exercise.solutions
    ('You are X. Win in one move.', (2,))
    >>> exercise.judge(exercise.game, 8).words
    'If you play 9, O plays 6 and wins.'
    >>> exercise.judge(exercise.game, 8, reveal=True).words
    'If you play 9, O plays 6 and wins. The answer is 3.'
    >>> Lesson("Wrong", [Step("Both have won.", position="XXX/OOO/...")])
    Traceback (most recent call last):
        ...
    ValueError: step 1: X and O both have a row, but the first row ends the game
    """

    title: str
    """Lesson's title, in a few words."""
    steps: Iterable[Step]
    """Steps of the lesson in order, at least one."""
    rules: str | Rules = STANDARD
    """Rules for all positions, or their name. A step can override them."""
    about: str = ""
    """Subject of the lesson, as a sentence."""
    learnt: str = ""
    """Text to show at the end: one or two sentences that sum up the lesson."""
    name: str = field(default="", kw_only=True)
    """Name of the lesson in `LESSONS`. Empty for other lessons, whose texts are never
    translated."""
    kind: _LessonKind = field(default="lesson", kw_only=True)
    """Kind of activity: a lesson, a puzzle, or an example from a rule card."""
    exercises: Sequence[Exercise] = field(init=False, repr=False, compare=False)
    """Steps of the lesson with their positions set up, in order."""

    def __post_init__(self) -> None:
        if not isinstance(self.title, str) or not self.title.strip():
            raise ValueError(f"title must be {_EXPECTED_TEXT}, not {brief(self.title)}")
        for part in ("about", "learnt"):
            check_kind(getattr(self, part), part, str, expected="text")
        for part in ("title", "about", "learnt"):
            object.__setattr__(self, part, _clean_lesson_text(getattr(self, part)))
        rules = find_rules(self.rules)
        steps = as_tuple(self.steps, "steps")
        if not steps:
            raise ValueError("steps must contain at least one step")
        exercises = []
        for number, step in enumerate(steps, start=1):
            check_kind(step, f"step {number}", Step)
            try:
                made = set_up_exercise(step, rules, is_translated=bool(self.name))
                exercises.append(made)
            except (TypeError, ValueError) as error:
                raise type(error)(f"step {number}: {error}") from None
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "exercises", tuple(exercises))

    def say(self, text: str) -> str:
        """Return one of the lesson's texts, translated if the lesson belongs to the package."""
        return _(text) if self.name else text

    def check(self) -> None:
        """Check that every task can be judged and solved.

        A board runs this check on every lesson.

        Raises
        ------
        ValueError
            If a task does not fit its position or cannot be judged, or if `Step.wrong` contains
            a text for a right move. The error message says which step is wrong.
        """
        for number, exercise in enumerate(self.exercises, start=1):
            try:
                exercise.check()
            except ValueError as error:
                raise ValueError(f"step {number}: {error}") from None

    @localized
    def __str__(self) -> str:
        """Return the steps and their solutions as text for a teacher."""
        steps = []
        for number, one in enumerate(self.exercises, start=1):
            parts = [f"{number}. {one.say(one.step.text)}", str(one.game), *_solve(one)]
            steps.append("\n".join(filter(None, parts)))
        heading = ngettext(
            "{title}: {count} step",
            "{title}: {count} steps",
            len(steps),
            title=self.say(self.title),
        )
        return "\n\n".join([heading, *steps])

    @localized
    def _repr_html_(self) -> str:
        """Return the steps, pictures and solutions as HTML for a teacher's notebook."""
        steps = "".join(
            '<li style="break-inside:avoid;margin-bottom:1em">'
            + "".join(f"<p>{escape(part)}</p>" for part in one.say(one.step.text).split("\n\n"))
            + one.game.to_svg(size=140)
            + "".join(f"<p>{escape(line)}</p>" for line in _solve(one))
            + "</li>"
            for one in self.exercises
        )
        title, about = (escape(self.say(text)) for text in (self.title, self.about))
        return f"<h3>{title}</h3><p>{about}</p><ol>{steps}</ol>"


def _solve(exercise: Exercise) -> list[str]:
    """Return a step's task, solution and hint as text, or the error that the step causes."""
    try:
        exercise.check()
        right = exercise.say(exercise.step.right)
        solved = join_sentences(exercise.ask, exercise.answer, right)
    except ValueError as error:
        return [_("Mistake: {error}.", error=error)]
    hint = exercise.say(exercise.step.hint)
    return [line for line in (solved, _("Hint: {hint}", hint=hint) if hint else "") if line]


# Puzzles and rule card examples, as one-step lessons for a board.

# text of a puzzle, by kind
_TEXT_BY_KIND: dict[PuzzleKind, str] = {
    "win": N_("You can win here, whatever the other player does."),
    "draw": N_("Be careful. Nobody can force a win, and only one move doesn't lose."),
    "fork": N_("The other player can block one threat, but not two."),
    "block": N_("The other player can win with the next move."),
    "misere": N_("Be careful. If you complete a row, you lose. Only one move doesn't lose."),
}

_CELLS_OF_A_HINT = 3  # number of cells in the hint to a puzzle


def lesson_of_puzzle(puzzle: Puzzle, title: str = "") -> Lesson:
    """Convert a puzzle to a lesson with a hint, in the current language.

    The hint lists a few cells, one of which is a solution. The default title is "Puzzle".

    Raises
    ------
    ValueError
        If the kind of puzzle does not exist, or if the game is over.

    Examples
    --------
    >>> from tictactoe_widget.classroom import puzzles
    >>> lesson = lesson_of_puzzle(puzzles("standard", "block")[0])
    >>> print(lesson.exercises[0].ask)
    You are O. Stop X's threat.
    """
    title = title or _("Puzzle")
    step = Step(
        _(_TEXT_BY_KIND.get(puzzle.kind, title)),
        position=puzzle.game,
        task=puzzle.kind,
        hint=_hint(puzzle),
    )
    return Lesson(title, [step], puzzle.game.rules, kind="puzzle")


def _hint(puzzle: Puzzle) -> str:
    """Return a hint: a list of cells that mixes one solution with a few wrong moves.

    The same puzzle always gets the same hint.
    """
    if not puzzle.solutions:
        return ""
    random = Random(puzzle.game.to_text())
    wrong = puzzle.wrong_moves
    others = random.sample(wrong, min(_CELLS_OF_A_HINT - 1, len(wrong)))
    moves = [random.choice(puzzle.solutions), *others]
    return _("One of these moves is right: {moves}.", moves=join_moves(moves, puzzle.game))


def lesson_of_example(example: Example) -> Lesson:
    """Return a lesson for trying out an example from a rule card, in the current language.

    If the example's move is outside the board, the lesson shows only text, because nobody can
    make the move.

    Examples
    --------
    >>> from tictactoe_widget import STANDARD
    >>> lesson = lesson_of_example(STANDARD.card.examples[0])
    >>> lesson.exercises[0].ask
    'You are X. Play 5.'
    """
    game, position = example.before, example.position
    step = Step(example.text, game, cells=[position])
    if not 0 <= example.cell < game.rules.action_count:
        refusal = _(
            "If you play {move}, you see the message “{message}”.",
            move=position,
            message=example.outcome,
        )
        step = Step(join_sentences(example.text, refusal), game)
    elif example.after is None:
        step = replace(step, task="refused", ask=_("Try to play {move}.", move=position))
    else:
        step = replace(step, task="play", right=_as_sentence(example.outcome))
    return Lesson(_("Try it"), [step], game.rules, kind="example")
