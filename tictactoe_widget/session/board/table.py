"""Every transition of a session from one snapshot to the next."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec, Self, TypeVar

from tictactoe_widget.analysis.hints import Hints
from tictactoe_widget.analysis.sentences import call_players
from tictactoe_widget.players.calling import Player, name_mover
from tictactoe_widget.rules.errors import GameOverError, IllegalMoveError, WrongTurnError
from tictactoe_widget.rules.game import Game, as_game, list_plies
from tictactoe_widget.rules.marks import MARKS, Mark, opponent, result_message
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation.quoting import brief

from .activity import Activity
from .rules_preview import RulesPreview
from .seats import (
    Seat,
    check_mark,
    find_seat,
    list_players,
    merge_names,
    replace_player,
    replace_unable_players,
    resolve_seat,
    swap_names,
    swap_seats,
)
from .snapshot import NO_SCORES, Review, Snapshot

_TableT = TypeVar("_TableT", bound="Table")
_Arguments = ParamSpec("_Arguments")


def _on_own_table(
    transition: Callable[Concatenate[_TableT, _Arguments], _TableT],
) -> Callable[Concatenate[_TableT, _Arguments], _TableT]:
    """Return a transition that ends an activity first, and changes the person's own table."""

    @wraps(transition)
    def change(
        table: _TableT, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> _TableT:
        return transition(table.without_activity(), *args, **kwargs)

    return change


@dataclass(frozen=True)
class Table(Snapshot):
    """The snapshot of a session, with every transition to the next one.

    It is immutable. A method whose name begins with ``after``, ``with`` or ``without`` is
    a transition: it returns the next table, or raises and leaves all as it was.
    """

    waiting: Self | None = None
    """Person's own table while an activity is given; None otherwise."""

    def after_move(self, cell: int, mark: Mark | None = None) -> Self:
        """Return the table after a person's move; it shows the present game.

        In an activity the move is judged; after a wrong move it is another try, in a new
        round.

        Raises
        ------
        InvalidInputError
            When `cell` is not an integer.
        IllegalMoveError
            When the rules refuse the move, a player is thinking about it, or the step of
            an activity awaits none.
        TypeError, ValueError
            When `mark` cannot be drawn.
        """
        if mark is not None:
            cell = self.game.move_of(cell, mark)
        if self.activity is not None:
            activity, game = self.activity.after_move(cell)
            return replace(
                self,
                games=list_plies(game),
                round=self.round + (self.activity.verdict == "wrong"),
                viewed_ply=None,
            ).with_activity(activity)
        name = self.shown_names[self.game.current_player]
        if self.awaits_player:
            waits = "is paused" if self.thinking is None else "to move"
            raise WrongTurnError(f"Not your turn: {name} {waits}")
        if self.resigned is not None:
            raise self._game_over(opponent(self.resigned))
        try:
            # Who moves has read what was said before.
            return replace(self._after(cell), viewed_ply=None, notice="")
        except GameOverError:
            if self.game.result is None:
                raise
            raise self._game_over(self.game.result) from None

    def after_requested_move(self, cell: int, mark: Mark | None = None) -> Self:
        """Return the table after a move that a person made on the board as it is shown.

        Raises
        ------
        IllegalMoveError
            As `after_move`; also on an earlier position, for a player who failed, and
            where a mark is to be chosen and was not.
        """
        player = self.game.current_player
        if self.rules.chooses_mark != (mark is not None):
            ways = "choose X or O" if mark is None else "the mark cannot be chosen"
            raise IllegalMoveError(f"Invalid move: {ways} by these rules")
        if self.activity is not None:
            self.activity.check_open()
            # Whoever looks back at why a move was wrong may try another right there.
            if self.activity.verdict == "wrong":
                return self.after_move(cell, mark)
        if self.viewed_ply is not None:
            raise IllegalMoveError("You are looking back: return to now to play")
        if self.failed == player and not self.is_closed:
            seat = call_players(player, self.rules)
            raise IllegalMoveError(f"Choose who plays {seat} from here on")
        return self.after_move(self.rules.landing(self.game.state, cell), mark)

    def after_player_moved(self, cell: int) -> Self:
        """Return the table after the move of a player; shown ply and notice are kept.

        Raises
        ------
        IllegalMoveError
            When the rules refuse the move.
        """
        return self._after(cell)

    def after_player_resigned(self) -> Self:
        """Return the table after the player to move resigned: the opponent has won."""
        mark = self.game.current_player
        return replace(self, resigned=mark).after_round_ended()

    def after_round_ended(self) -> Self:
        """Return the table of a round that has just ended: scored, its learners to be told."""
        scores = dict(self.scores.get(self.rules, NO_SCORES))
        result = self.result
        if result is not None and not self.is_practice:
            scores["draws" if result == "draw" else result] += 1
        learners = {id(seat.player): seat for seat in self.seats.values() if seat.learns}
        untold = tuple((seat, self.game) for seat in learners.values())
        return replace(
            self,
            scores={**self.scores, self.rules: scores},
            untold=(*self.untold, *untold),
        )

    def after_player_failed(self, reason: str) -> Self:
        """Return the table after a player found no move: the game waits for people.

        Parameters
        ----------
        reason : str
            Which player failed and how, a sentence without its full stop.
        """
        mark = self.game.current_player
        seat = call_players(mark, self.rules)
        notice = f"{reason}. Choose who plays {seat} from here on, or start a new game"
        return replace(self, failed=mark, notice=notice)

    def after_rules_failed(self, reason: str) -> Self:
        """Return the table after the rules failed where a player was to move: the game waits.

        Parameters
        ----------
        reason : str
            Which rules failed and how, a sentence without its full stop.
        """
        notice = f"{reason}. Mend them, or choose other rules"
        return replace(self, failed=self.game.current_player, notice=notice)

    def after_player_gave_up(self) -> Self:
        """Return the table after a named player could not solve the position to move in."""
        seats, notice = replace_player(self.seats, self.game.current_player, self.rules)
        return self._with_seats(seats, notice=notice)

    def after_player_stopped(self) -> Self:
        """Return the table after a person stopped the player to move, and takes its seat."""
        mark = self.game.current_player
        who = name_mover(self.game, self.seats[mark].name)
        seat = call_players(mark, self.rules)
        notice = f"{who} was stopped: a person plays {seat} from here on"
        return self._with_seats({**self.seats, mark: Seat()}, notice=notice)

    @_on_own_table
    def after_new_game(
        self, rules: str | Rules | None = None, *, game: Game | None = None
    ) -> Self:
        """Return the table at the start of the next round.

        A player that cannot play by the new rules gives its seat to one that can.

        Parameters
        ----------
        rules : str or Rules, optional
            The rules from now on; those of `game`, or as before, when not given.
        game : Game, optional
            The position to begin from; the empty board when not given.

        Raises
        ------
        TypeError, ValueError
            When `rules` or `game` are not valid, or disagree.
        """
        if game is None:
            game = Game(self.rules if rules is None else find_rules(rules))
        else:
            check_game(game, rules)
        seats, notice = replace_unable_players(self.seats, game.rules)
        return replace(
            self,
            games=list_plies(game),
            is_practice=game.move_count > 0,
            round=self.round + 1,
            seats=seats,
            viewed_ply=None,
            notice=notice,
            failed=None,
            resigned=None,
            review=Review(),
            watching=self.watching.with_pause(self.watching.is_paused),
        )

    @_on_own_table
    def after_start(self, rules: str, x: str, o: str, x_name: str, o_name: str) -> Self:
        """Return the table at the start of a round with all choices made anew.

        Where that exchanges the two players, their scores follow them.

        Parameters
        ----------
        rules : str
            Name of the rules, as the front end shows it.
        x, o : str
            Players of the marks: ``"human"``, the name of a player, or that of a function
            which has a seat at this table.
        x_name, o_name : str
            Names of the players.

        Raises
        ------
        ValueError
            When one of them is not known, cannot play by the rules or cannot be shown.
        """
        found = self.rules if rules == self.rules.name else find_rules(rules)
        seats: dict[Mark, Seat] = {
            "X": find_seat(self.seats, "X", x, found),
            "O": find_seat(self.seats, "O", o, found),
        }
        names = merge_names(self.names, {"X": x_name, "O": o_name})
        swapped = self._with_sides_swapped()
        before = list_players(self.seats, self.names)
        is_swap = (
            list_players(seats, names) == list_players(swapped.seats, swapped.names) != before
        )
        scores = swapped.scores if is_swap else self.scores
        return self._with_seats(seats, names=names, scores=scores).after_new_game(found)

    @_on_own_table
    def after_swapping_sides(self) -> Self:
        """Return the table at the start of a round in which the players change marks.

        Their names and scores go with them; a name that is not their own, such as
        "Player X", stays with the mark.
        """
        return self._with_sides_swapped().after_new_game()

    def after_playing_from(self, ply: int) -> Self:
        """Return the table at the start of a round from an earlier position of this one.

        Raises
        ------
        ValueError
            When `ply` is not an int that is a ply of this round, the game is over there,
            or an activity is given.
        """
        if self.activity is not None:
            raise ValueError("Here nothing is played on: press Again to try once more")
        game = self.games[self._check_ply(ply, "")]
        if game.is_over:
            raise ValueError("The game is over here: go back to an earlier move to play on")
        return self.after_new_game(game=game)

    def with_pause(self, on: bool) -> Self:
        """Return the table with the players paused, or playing on.

        Raises
        ------
        ValueError
            When a person plays.
        """
        self._check_watched()
        return replace(self, watching=self.watching.with_pause(on))

    def after_step(self) -> Self:
        """Return the table, paused, on which the player to move makes one move.

        Raises
        ------
        ValueError
            When a person plays.
        """
        self._check_watched()
        return replace(self, watching=self.watching.with_step(self.last_ply))

    def with_pace(self, pace: str) -> Self:
        """Return the table with another pace.

        Raises
        ------
        ValueError
            When there is no such pace.
        """
        return replace(self, watching=self.watching.with_pace(pace))

    def after_looking_back(self, ply: int | None) -> Self:
        """Return the table that shows the board after `ply` moves of this round.

        Raises
        ------
        ValueError
            When `ply` is neither None nor an int that is a ply of this round; a bool
            is refused too.
        """
        if ply is not None:
            self._check_ply(ply, " or None")
        return replace(self, viewed_ply=None if ply == self.last_ply else ply)

    def after_restoring(self, saved: Self) -> Self:
        """Return the restored table `saved`, closed where this one is.

        What the person has solved stays solved. Learners still hear of the rounds that
        have ended here.
        """
        progress = self.solved_steps.merged(saved.solved_steps)
        activity = saved.activity
        if activity is not None:
            activity = replace(activity, solved=activity.solved | progress.of(activity.lesson))
        return replace(
            saved,
            activity=activity,
            solved_steps=progress,
            shows_card=self.shows_card,
            is_closed=self.is_closed,
            untold=self.untold,
        )

    def after_opening(self, activity: Activity) -> Self:
        """Return the table at the start of a round in which a step of an activity is given.

        The person's own table waits until `without_activity`.
        """
        own = self.without_activity()
        table = replace(
            own,
            waiting=own,
            games=list_plies(activity.exercise.game),
            round=self.round + 1,
            is_practice=True,
            seats=dict.fromkeys(MARKS, Seat()),
            viewed_ply=None,
            notice="",
            failed=None,
            resigned=None,
            hints=False,
            review=Review(),
            watching=own.watching.with_pause(on=False),
        )
        return table.with_activity(activity)

    def with_activity(self, activity: Activity) -> Self:
        """Return the table with its activity changed; what is solved is kept."""
        return replace(self, activity=activity, solved_steps=self.solved_steps.after(activity))

    def without_activity(self) -> Self:
        """Return the person's own table, as it was when an activity began, in a new round.

        What people did to names, scores and pace in the meantime stays.
        """
        own = self.waiting
        if own is None:
            return self
        return replace(
            own,
            round=self.round + 1,
            names=self.names,
            scores=self.scores,
            solved_steps=self.solved_steps,
            shows_card=self.shows_card,
            is_closed=self.is_closed,
            untold=self.untold,
            watching=own.watching.with_pace(self.watching.pace),
        )

    def after_closing(self) -> Self:
        """Return the table of a closed session: nothing is worked out any more."""
        return replace(self, is_closed=True)

    @_on_own_table
    def with_player(self, mark: str, who: str | Player) -> Self:
        """Return the table with another player in one seat; the game goes on.

        Raises
        ------
        TypeError, ValueError
            When there is no such seat or player, or the player cannot play by these
            rules.
        """
        mark = check_mark(mark)
        seats = {**self.seats, mark: resolve_seat(who, self.rules)}
        failed = None if self.failed == mark else self.failed
        return self._with_seats(seats, failed=failed, notice="")

    def with_names(self, names: Mapping[str, str]) -> Self:
        """Return the table with new names; players not in `names` keep theirs.

        Raises
        ------
        ValueError
            When a key is not a mark or a name cannot be shown.
        """
        return replace(self, names=merge_names(self.names, names))

    def without_scores(self) -> Self:
        """Return the table with the scores under these rules set to zero."""
        return replace(self, scores={**self.scores, self.rules: NO_SCORES})

    def with_hints(self, on: bool) -> Self:
        """Return the table with hints switched on or off.

        Raises
        ------
        ValueError
            When `on` is not a bool, or an activity is given.
        """
        if type(on) is not bool:
            raise ValueError(f"hints are True or False, not {brief(on)}")
        if self.activity is not None:
            raise ValueError("Hints are off in a lesson: press Hint")
        return replace(self, hints=on)

    def with_card(self) -> Self:
        """Return the table that shows the rule card of its rules, also of later ones."""
        return replace(self, shows_card=True)

    def with_preview(self, preview: RulesPreview | None) -> Self:
        """Return the table with rules that a person tries out; None ends that."""
        return replace(self, preview=preview)

    def with_new_hints(self, hints: Hints) -> Self:
        """Return the table with new hints on a game."""
        return replace(self, latest_hints=hints)

    def after_telling(self, problem: str = "") -> Self:
        """Return the table after the first learner of `untold` was told of its game.

        Parameters
        ----------
        problem : str
            Reason why it could not learn, a sentence without its full stop; empty where
            all went well.
        """
        return replace(self, untold=self.untold[1:], notice=problem or self.notice)

    def with_review(self, review: Review) -> Self:
        """Return the table with the review of this round."""
        return replace(self, review=review)

    def _after(self, cell: int) -> Self:
        """Return the table after a move, which may end the round."""
        game = self.game.play(cell)
        table = replace(self, games=(*self.games, game))
        return table.after_round_ended() if game.is_over else table

    def _game_over(self, result: Literal["X", "O", "draw"]) -> GameOverError:
        return GameOverError(f"Game is over. {result_message(result, names=self.shown_names)}")

    def _check_ply(self, ply: object, alternative: str) -> int:
        """Return `ply` when it is a ply of this round; raise ValueError otherwise."""
        last = self.last_ply
        if type(ply) is not int:
            raise ValueError(
                f"ply must be an int from 0 to {last}{alternative}, not {brief(ply)}"
            )
        if not 0 <= ply <= last:
            raise ValueError(f"This round has plies 0 to {last}, not {brief(ply)}")
        return ply

    def _check_watched(self) -> None:
        if not self.is_without_people:
            raise ValueError("A person plays: only two computers can be paused")

    def _with_seats(self, seats: Mapping[Mark, Seat], **changes: Any) -> Self:
        """Return the table with other seats; a pause ends where a person plays now."""
        table = replace(self, seats=seats, **changes)
        if table.is_without_people:
            return table
        return replace(table, watching=self.watching.with_pause(on=False))

    def _with_sides_swapped(self) -> Self:
        scores = {rules: {**kept, **swap_seats(kept)} for rules, kept in self.scores.items()}
        return replace(
            self, seats=swap_seats(self.seats), names=swap_names(self.names), scores=scores
        )


def check_game(game: object, rules: str | Rules | None = None) -> Game:
    """Return `game` when it is a `Game`, played by `rules` where given; else raise.

    Raises
    ------
    TypeError
        When `game` is not a `Game`.
    ValueError
        When it is played by other rules.
    """
    game = as_game(game)
    if rules is not None and find_rules(rules) != game.rules:
        raise ValueError(
            f"game is played by {game.rules.name}, but rules are {find_rules(rules).name}"
        )
    return game
