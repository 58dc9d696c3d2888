import pytest

from tests.support.plain import WORD, judge_all
from tictactoe_widget import (
    MNK,
    PLAYERS,
    Analysis,
    Game,
    MoveValue,
    PlayerError,
    Ultimate,
    play_match,
    play_tournament,
    player,
    player_choices,
)
from tictactoe_widget.analysis.analyze import analyze_in_slices, tree_search
from tictactoe_widget.players import named
from tictactoe_widget.players.calling import check_move, choose_move, think
from tictactoe_widget.rules.base import Layout, Rules
from tictactoe_widget.rules.mnk import STANDARD

# X has 0 and 1, O has 3 and 4: either completes a line at once.
BOTH_THREATEN = Game(moves=(0, 3, 1, 4))
# O to move: X threatens 2, O threatens nothing.
X_THREATENS = Game(moves=(0, 8, 1))


def test_names_go_from_the_weakest_to_the_strongest():
    assert PLAYERS == ("random", "beginner", "casual", "expert", "perfect")


@pytest.mark.parametrize("name", PLAYERS[1:])
def test_all_but_random_take_a_win(name):
    assert {player(name, seed=seed)(BOTH_THREATEN) for seed in range(10)} == {2}


@pytest.mark.parametrize("name", PLAYERS[2:])
def test_casual_and_better_block(name):
    assert {player(name, seed=seed)(X_THREATENS) for seed in range(10)} == {2}


def test_beginner_and_random_do_not_block():
    for name in ("random", "beginner"):
        assert len({player(name, seed=seed)(X_THREATENS) for seed in range(40)}) > 2


def test_casual_does_not_complete_a_line_of_its_own_in_misere():
    game = Game(MNK(3, 3, 3, misere=True), moves=(0, 8, 1, 3))
    assert 2 not in {player("casual", seed=seed)(game) for seed in range(60)}


def test_casual_does_not_send_the_opponent_where_it_wins_in_ultimate():
    rules = Ultimate()
    for seed in range(6):
        rival = player("random", seed=seed)
        game = Game(rules)
        while not game.is_over:
            move = player("casual", seed=seed)(game)
            after = game.play(move)
            if not after.is_over:
                safe = [c for c in game.legal_moves if not wins_next(game.play(c))]
                assert move in safe or not safe
                after = after.play(rival(after))
            game = after


def wins_next(game):
    return any(game.play(cell).winner == game.current_player for cell in game.legal_moves)


@pytest.mark.parametrize(
    "rules",
    [STANDARD, MNK(3, 3, 3, misere=True), MNK(4, 4, 3), MNK(5, 5, 4, misere=True), Ultimate()],
    ids=str,
)
def test_every_player_offered_plays_a_whole_game(rules):
    for name in player_choices(rules):
        game = Game(rules)
        seats = {"X": player(name, seed=1, seconds=0.01), "O": player("random", seed=2)}
        while not game.is_over:
            game = game.play(seats[game.current_player](game))
        assert game.result is not None


def test_perfect_is_refused_where_it_cannot_solve_the_rules():
    assert "perfect" not in player_choices(Ultimate())
    assert "perfect" in player_choices(MNK(5, 4, 4))
    with pytest.raises(ValueError, match="cannot solve Ultimate"):
        player("perfect")(Game(Ultimate()))


def test_a_player_that_does_not_exist_or_has_no_time_is_refused():
    with pytest.raises(ValueError, match="there is no player 'expart'; choose from random"):
        player("expart")
    with pytest.raises(ValueError, match="seconds must be above 0, not 0"):
        player("expert", seconds=0)
    with pytest.raises(ValueError, match="no move to choose: Player X wins!"):
        player("casual")(Game(moves=(0, 3, 1, 4, 2)))


def test_a_new_family_of_rules_is_searched_without_a_word_about_it():
    class Nim(Rules):
        """Whoever takes the last of a row of counters wins; here: fills the first row."""

        title = summary = "First row"
        layout = Layout(2, 2, (0, 1, 2, 3))
        initial_state = MNK(2, 2, 2).initial_state
        winning_lines = to_text = from_text = None

        def advance(self, state, cell):
            return MNK(2, 2, 2).advance(state, cell)

    steps = analyze_in_slices(Game(Nim()), seed=1)
    *_, found = steps
    assert (found.value, found.exact) == ("win", True)
    end = Game(Nim())
    for cell in found.line:
        end = end.play(cell)
    assert end.winner == "X"


@pytest.mark.parametrize("switches", [("closed", "draw"), ("open", "most-boards")])
def test_proofs_of_the_tree_search_are_what_plain_search_finds_in_late_ultimate(switches):
    rules = Ultimate(*switches)
    judge = judge_all(rules)
    seen = {"win": 0, "draw": 0, "loss": 0}
    for seed in range(120):
        game = late_game(rules, seed)
        if game.is_over:
            continue
        tree = tree_search(game)
        tree.run(10**9)
        found = tree.report()
        assert found.exact
        assert found.value == WORD[judge(game.state)[0]]
        for cell, move in found.moves.items():
            assert move.value == WORD[-judge(rules.advance(game.state, cell))[0]]
            seen[move.value] += 1
        assert found.moves[found.best_moves[0]].value == found.value
    assert min(seen.values()) > 5


def late_game(rules, seed):
    """A random game until at most 8 cells can still be played at all."""
    mover = player("random", seed=seed)
    game = Game(rules)
    while not game.is_over:
        closed = {
            board
            for board, winner in enumerate(game.small_boards)
            if winner is not None and rules.won_boards == "closed"
        }
        left = [
            cell
            for cell, mark in enumerate(game.board)
            if mark is None and cell // 9 not in closed
        ]
        if len(left) <= 8:
            break
        game = game.play(mover(game))
    return game


def test_a_tree_search_of_2000_positions_beats_casual_on_ultimate():
    rules = Ultimate()

    def searcher(game):
        tree = tree_search(game)
        tree.run(2000)
        return tree.report().best_moves[0]

    match = play_match(searcher, player("casual", seed=4), rules, games=10)
    assert match.score("searcher") >= 0.9


def test_a_search_says_what_is_an_estimate():
    found = next(analyze_in_slices(Game(Ultimate())))
    assert (found.value, found.remoteness, found.exact) == (None, None, False)
    assert all(move.value is None and -1 < move.score < 1 for move in found.moves.values())
    assert found.moves.keys() == set(range(81))


class Odd:
    name = "odd one"

    def __index__(self):
        raise RuntimeError("no index today")

    def __repr__(self):
        raise RuntimeError("no repr either")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "Player O (bot) answered None: a move is a cell, an int from 0 to 8"),
        (4.0, "Player O (bot) answered 4.0: a move is a cell, an int from 0 to 8"),
        (True, "Player O (bot) answered True: a move is a cell, an int from 0 to 8"),
        ("5", "Player O (bot) answered '5': a move is a cell, an int from 0 to 8"),
        (9, "Player O (bot) answered cell 9: cells go from 0 to 8"),
        (-1, "Player O (bot) answered cell -1: cells go from 0 to 8"),
        (4, "Player O (bot) answered cell 4, position 5: Position already taken"),
    ],
)
def test_an_answer_that_is_no_move_is_named_with_the_reason(answer, message):
    game = Game().play(4)
    with pytest.raises(PlayerError) as caught:
        check_move(game, answer, "bot")
    assert str(caught.value) == message
    assert game == Game().play(4)


def test_an_answer_whose_own_methods_raise_is_refused_like_any_other():
    with pytest.raises(
        PlayerError, match=r"^Player X answered <Odd instance at .*>: a move is"
    ):
        check_move(Game(), Odd())


def test_a_move_in_the_wrong_small_board_is_refused_in_the_words_of_the_rules():
    game = Game(Ultimate()).play(4)
    with pytest.raises(PlayerError, match="answered cell 0, position 1: Play in board 5"):
        check_move(game, 0)


def test_what_is_an_integer_by_its_index_is_a_move():
    class Four:
        def __index__(self):
            return 4

    assert check_move(Game(), Four()) == 4


def test_a_player_that_raises_is_named_with_what_it_said():
    def careless(_game):
        return 1 // 0

    with pytest.raises(PlayerError, match=r"Player X \(careless\) raised ZeroDivisionError: "):
        choose_move(careless, Game())


def test_a_generator_improves_its_answer_and_the_last_one_counts():
    def slow(game):
        yield None
        yield game.legal_moves[0]
        yield game.legal_moves[-1]

    def returning(game):
        yield game.legal_moves[0]
        return game.legal_moves[1]

    assert list(think(slow, Game())) == [None, 0, 8]
    assert choose_move(slow, Game()) == 8
    assert choose_move(returning, Game()) == 1


def test_a_named_player_can_be_run_in_slices():
    answers = list(think(player("expert", seconds=0.05), Game(Ultimate())))
    assert len(answers) > 2
    assert set(answers) <= set(range(81))


def test_who_misbehaves_in_a_match_loses_that_game_and_is_named():
    def stubborn(_game):
        return 0

    match = play_match(stubborn, player("random", seed=1), games=2)
    assert match.wins("random") == 2
    assert match.losses("stubborn") == 2
    assert len(match.faults) == 2
    assert "Player X (stubborn) answered cell 0, position 1: Position already taken" in str(
        match
    )


def test_colours_alternate_and_points_add_up():
    def first(game):
        return game.legal_moves[0]

    match = play_match(first, first, games=6)
    assert match.names == ("first", "first 2")
    assert [game.x for game in match.games] == ["first", "first 2"] * 3
    assert match.wins("first") == match.wins("first 2") == 3
    assert match.score("first") == 0.5


def test_in_a_tournament_everyone_meets_everyone():
    names = ("random", "casual", "perfect")
    table = play_tournament({name: player(name, seed=3) for name in names}, games=8)
    assert len(table.games) == 3 * 8
    assert [table.games_of(name) for name in names] == [16, 16, 16]
    assert table.losses("perfect") == 0
    assert table.score("perfect") > table.score("casual") > table.score("random")
    assert str(table).splitlines()[1].startswith("perfect")


def test_playing_without_seats_leaves_a_score_of_nothing():
    assert play_match(player("random"), player("casual"), games=0).score("random") == 0.0


@pytest.mark.parametrize(("guess", "chosen"), [(0.2, [0]), (0.8, [1])])
def test_expert_passes_over_a_proved_draw_only_for_a_guess_that_promises_much(guess, chosen):
    moves = {0: MoveValue("draw", 9, 0.0), 1: MoveValue(None, None, guess)}
    known = Analysis("X", None, None, guess, moves, (1,), (), exact=False)
    assert list(named._prudent(known)) == chosen
