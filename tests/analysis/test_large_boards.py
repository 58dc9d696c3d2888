"""The search for boards too large to solve. The tests play out every claim."""

from itertools import islice
from random import Random

import pytest

from tests.support.models.threats import POSITIONS, PlainThreats
from tictactoe_widget import MNK, Game, explain, player
from tictactoe_widget.analysis.mnk.large import AlphaBeta, LargeBoardSearch
from tictactoe_widget.analysis.mnk.patterns import Patterns, SearchMemory
from tictactoe_widget.analysis.mnk.threats import SLICE_NODES, Counter, FourSearch, ThreatProofs
from tictactoe_widget.analysis.values import run_to_end

pytestmark = pytest.mark.slow

GOMOKU = MNK(15, 15, 5)


def positions(rules, count, marks, seed, spread=3):
    """Return random unfinished positions with this number of marks around the centre."""
    random, found = Random(seed), []
    while len(found) < count:
        game = Game(rules)
        while game.move_count < marks and not game.is_over:
            row = rules.rows // 2 + random.randint(-spread, spread)
            cell = row * rules.columns + rules.columns // 2 + random.randint(-spread, spread)
            if cell in game.legal_moves:
                game = game.play(cell)
        if not game.is_over:
            found.append(game)
    return found


def search_until(game, nodes):
    search = LargeBoardSearch(game.rules, game.state)
    for found in search.run_in_slices():
        if search.node_count >= nodes:
            return found
    return found


class Judge:
    """Plays out a claimed win against every reply, with independent rules."""

    def __init__(self, rules, nodes):
        self.plain = PlainThreats(rules)
        self.nodes = nodes
        self.moves = 0

    def holds(self, game):
        """Return whether the search's moves win against every reply."""
        own, other = self.marks(game)
        if self.plain.completing(own, other):
            return True
        found = search_until(game, self.nodes)
        self.moves += 1
        if found.value != "win":
            return False
        return self.defence_fails(game.play(found.best_moves[0]))

    def defence_fails(self, game):
        own, other = self.marks(game)
        if self.plain.completing(own, other):
            return False
        must = self.plain.completing(other, own)
        if len(must) > 1:
            return True
        fours = self.plain.fours(own, other)
        replies = must or [
            cell
            for cell in game.legal_moves
            # After any other reply the attacker gets a double threat.
            if cell in fours or not self.plain.doubles(other, own | {cell})
        ]
        return all(self.holds(game.play(cell)) for cell in replies)

    def marks(self, game):
        x, o = set(game.moves[::2]), set(game.moves[1::2])
        return (o, x) if game.move_count % 2 else (x, o)


@pytest.mark.parametrize(
    ("rules", "marks", "count", "seed"),
    [
        (GOMOKU, 14, 20, 14),
        # More positions, and the largest and smallest boards: only slower.
        pytest.param(GOMOKU, 14, 40, 15, marks=pytest.mark.long),
        pytest.param(MNK(19, 19, 5), 14, 20, 14, marks=pytest.mark.long),
        pytest.param(MNK(7, 7, 4), 7, 40, 7, marks=pytest.mark.long),
        (MNK(9, 8, 4), 6, 40, 6),
    ],
)
def test_claimed_results_are_correct(rules, marks, count, seed):
    judge = Judge(rules, nodes=8000)
    wins = losses = 0
    for game in positions(rules, count, marks, seed):
        found = search_until(game, 1500)
        if found.value == "win":
            wins += 1
            assert judge.holds(game), game
        for cell, move in found.moves.items():
            if move.value == "loss" and losses < 3 * count:
                losses += 1
                assert judge.holds(game.play(cell)), (game, cell)
    assert wins
    assert losses


# O makes a four at e4, so X must answer at d3. If it were X's turn, X would win by threats. The
# search once took this as proof that O loses, but O continues with threats and wins.
NOT_LOST = Game(GOMOKU, moves=(64, 129, 70, 99, 79, 81, 95, 65, 94, 97, 113))


def test_forced_reply_prevents_threat_win():
    found = search_until(NOT_LOST, 20_000)
    assert (found.value, found.best_moves) == ("win", (49,))


def without_quick_win(games, plain):
    """Yield the positions where the player to move has fours but no win in three plies."""
    for game in games:
        own, other = Judge.marks(None, game)
        if len(plain.fours(own, other)) > 2 and not any(
            plain.completing(one, two) or plain.doubles(one, two)
            for one, two in ((own, other), (other, own))
        ):
            yield game


def test_four_search_finds_wins():
    plain, patterns = PlainThreats(GOMOKU), Patterns(GOMOKU)
    by_fours = dict.fromkeys(range(6), 0)
    games = positions(GOMOKU, 1500, 30, seed=3, spread=5)
    for game in without_quick_win(games, plain):
        own, other = Judge.marks(None, game)
        fours = plain.fours_to_win(frozenset(own), frozenset(other), 4)
        search, position = (
            FourSearch(patterns, Counter(), SearchMemory()),
            patterns.position(game.state),
        )
        player = game.move_count % 2
        claimed = run_to_end(search.find(position, player, 20_000))
        assert claimed or fours is None, game
        if fours is not None:
            by_fours[fours] += 1
        if claimed:
            end = game
            for cell in search.variation(position, player):
                end = end.play(cell)
            assert end.winner == game.current_player
    assert by_fours[2] > 2, by_fours
    assert by_fours[3] + by_fours[4] > 2


def test_moves_losing_to_threats_avoided():
    # From a game lost to another program. Of the 20 most promising moves, only 2 don't lose.
    game = Game(GOMOKU, moves=(99, 141, 114, 84, 100))
    search = LargeBoardSearch(GOMOKU, game.state)
    chosen = next(
        found.best_moves[0] for found in search.run_in_slices() if search.node_count > 10_000
    )
    patterns = Patterns(GOMOKU)
    outcomes = {}
    for cell in (chosen, 128, 83, 126):
        proofs, after = ThreatProofs(patterns, Counter(), SearchMemory()), game.play(cell)
        position = patterns.position(after.state)
        is_won = run_to_end(proofs.find(position, 0, 20_000))
        outcomes[cell] = (is_won, proofs.is_open)
        for reply in proofs.variation(position, 0) if is_won else ():
            after = after.play(reply)
        assert after.winner == ("X" if is_won else None)
    assert outcomes == {chosen: (False, False)} | dict.fromkeys((128, 83, 126), (True, False))


def at(*places):
    """Return the cells at these (row, column) pairs."""
    return [15 * row + column for row, column in places]


@pytest.mark.parametrize(("shift", "wins"), [(0, True), (3, False)])
def test_defender_blocks_three_with_three(shift, wins):
    # O has an open three in row 7. X makes two open threes at once where a column and a
    # diagonal cross. The crossing is at the end of O's three, or three columns away.
    column = 8 + shift
    cross = at((5, column), (6, column), (8, column - 1), (9, column - 2))
    three = at((7, 5), (7, 6), (7, 7))
    moves = [cell for pair in zip(cross, [*three, 0], strict=True) for cell in pair]
    game = Game(GOMOKU, moves=moves)
    patterns = Patterns(GOMOKU)
    proofs = ThreatProofs(patterns, Counter(), SearchMemory())
    position = patterns.position(game.state)
    assert run_to_end(proofs.find(position, 0, 5_000)) == wins
    assert not proofs.is_open
    if wins:
        line = proofs.variation(position, 0)
        assert line[0] == 15 * 7 + 8
        end = game
        for cell in line:
            end = end.play(cell)
        assert end.winner == "X"


@pytest.mark.parametrize("rules", [GOMOKU, MNK(9, 12, 5)])
def test_move_order(rules):
    def distance(cell):
        row, column = divmod(cell, rules.columns)
        return max(abs(row - (rules.rows - 1) / 2), abs(column - (rules.columns - 1) / 2))

    ties = 0
    for game in positions(rules, 10, 5, seed=4):
        patterns = Patterns(rules)
        ranked = AlphaBeta(patterns).rank(patterns.position(game.state), 1)
        assert ranked == sorted(ranked, key=lambda one: (-one[0], distance(one[1]), one[1]))
        assert len(ranked) == len({cell for _, cell in ranked} & set(game.legal_moves))
        ties += len(ranked) - len({worth for worth, _ in ranked})
    assert ties > 100


def test_search_pauses_regularly():
    for game in positions(GOMOKU, 3, 8, seed=2):
        search = LargeBoardSearch(GOMOKU, game.state)
        before = 0
        for _ in islice(search.run_in_slices(), 60):
            # The search evaluates all moves in a position together.
            assert search.node_count - before < 1.5 * SLICE_NODES
            before = search.node_count
        assert before > 10 * SLICE_NODES


@pytest.mark.parametrize("size", [(15, 15, 3), (13, 17, 3)])
def test_three_in_a_row_on_large_board(size):
    rules = MNK(*size)
    centre = rules.cell_count // 2
    *_, found = LargeBoardSearch(rules, Game(rules, moves=(centre,)).state).run_in_slices()
    assert (found.value, found.exact, found.remoteness) == ("loss", True, 4)


def test_no_open_lines_is_a_draw():
    # On 6x7 with k=7, only full rows count. Each row has a mark from both players.
    rules = MNK(6, 7, 7)
    game = Game.from_text("XO...../OX...../XO...../OX...../XO...../OX.....", rules)
    *_, found = LargeBoardSearch(rules, game.state).run_in_slices()
    assert (found.value, found.exact, found.remoteness) == ("draw", True, 30)


def test_lost_position_delays_fours():
    moves = (
        *(107, 102, 79, 177, 48, 108, 190, 64, 169, 100, 42, 127, 39, 170, 140),
        *(40, 116, 65, 158, 115, 53, 98, 70, 94, 168, 137, 160, 155, 66, 145),
    )
    game, plain = Game(GOMOKU, moves=moves), PlainThreats(GOMOKU)
    *_, found = LargeBoardSearch(GOMOKU, game.state).run_in_slices()
    assert (found.value, found.exact, found.remoteness) == ("loss", True, None)
    x, o = frozenset(moves[::2]), frozenset(moves[1::2])
    stopping = {
        cell
        for cell in game.legal_moves
        if plain.fours_to_win(o, x | {cell}, 6) is None and plain.positions < POSITIONS
    }
    assert stopping == {99, 101, 113}
    assert set(found.best_moves) < stopping


def test_explain_names_threats():
    # X has h8 and i8 and plays j8. This makes an open three with two possible answers.
    game = Game(GOMOKU, moves=(112, 0, 113, 14))
    told = "X threatens to make an open row of 4. O must answer at g8 or k8."
    assert explain(game, 114, seconds=0.01).endswith(told)
    # O has three in the corner's row, blocked on one side, so making a four is another answer.
    game = Game(GOMOKU, moves=(112, 0, 113, 1, 207, 2))
    told = "X threatens to make an open row of 4. O must make a row of 4 or answer at g8 or k8."
    assert explain(game, 114, seconds=0.01).endswith(told)
    six = Game(MNK(15, 15, 6), moves=(112, 0, 113, 14, 114, 210))
    assert "X threatens to make an open row of 5. O must answer at" in explain(
        six, 115, seconds=0.01
    )


def test_expert_plays_only_move_at_once():
    game = Game(GOMOKU, moves=(112, 111, 113, 14, 114, 210, 115))
    assert player("expert", seconds=1e6)(game) == 116


def test_compared_moves_are_best():
    compared = 0
    for game in positions(GOMOKU, 10, 7, seed=31):
        search = LargeBoardSearch(GOMOKU, game.state, most_compared=4)
        for found in search.run_in_slices():
            if found.value is not None or search.node_count >= 4_000:
                break
            scores = [found.moves[cell].score for cell in found.compared]
            assert scores == sorted(scores, reverse=True)
            open_moves = [cell for cell, move in found.moves.items() if move.value is None]
            assert 1 <= len(scores) <= 4
            assert found.compared[0] == found.best_moves[0]
            for cell in set(open_moves) - set(found.compared):
                assert found.moves[cell].score <= scores[-1]
        if found.value is None:
            compared += len(set(scores)) > 2
        else:
            assert not found.compared
    assert compared >= 3


def test_shared_memory_saves_positions():
    spent = {True: 0, False: 0}
    for game in positions(GOMOKU, 30, 9, seed=41):
        memory = SearchMemory()
        for before in LargeBoardSearch(GOMOKU, game.state, memory=memory).run_in_slices():
            if before.value is not None or before.node_count > 6_000:
                break
        if before.value != "win" or len(before.principal_variation) < 5:
            continue
        after = game.play(before.principal_variation[0]).play(before.principal_variation[1])
        for shares in (True, False):
            search = LargeBoardSearch(GOMOKU, after.state, memory=memory if shares else None)
            found = next(found for found in search.run_in_slices() if found.value is not None)
            assert found.value == "win"
            spent[shares] += search.node_count
    assert 0 < spent[True] < spent[False] / 2
