"""Plain rules with texts, points, extra turns, or marks that vanish or slide."""

import random
import re
from contextlib import suppress
from itertools import permutations, product
from random import Random

import pytest

from tictactoe_widget import Game, GameRecord, PlainRules, RulesError, check_rules, find_rules
from tictactoe_widget.analysis.retrograde import MOST_POSITIONS, RetrogradeSolver


class SumOfFifteen(PlainRules):
    choices = tuple("123456789")

    def legal_moves(self, position):
        own = "13579" if position.to_move == "X" else "2468"
        left = [number for number in own if number not in position.texts]
        return [(cell, number) for cell in position.free for number in left]

    def result(self, position):
        for line in self.lines(position):
            numbers = [position.texts[cell] for cell in line]
            if None not in numbers and sum(map(int, numbers)) == 15:
                return "O" if position.to_move == "X" else "X"
        return None if position.free else "draw"


class SpellSos(PlainRules):
    choices = ("S", "O")

    def scored(self, before, after):
        def count(position):
            words = [[position.texts[cell] for cell in line] for line in self.lines(position)]
            return words.count(["S", "O", "S"])

        return count(after) - count(before)

    def next_player(self, before, after):
        return after.to_move if after.points == before.points else before.to_move

    def result(self, position):
        x, o = position.points
        return None if position.free else "draw" if x == o else "X" if x > o else "O"


class Forever(PlainRules):
    keep = 3


class Slides(PlainRules):
    pieces = 3

    def moves(self, position):
        def are_neighbours(one, other):
            return abs(one // 3 - other // 3) + abs(one % 3 - other % 3) == 1

        for source, mark in enumerate(position.board):
            for target in position.free:
                if mark == position.to_move and are_neighbours(source, target):
                    yield source, target


class Column(PlainRules):
    rows, columns, pieces = 5, 1, 2


class TwoMoves(PlainRules):
    rows, columns = 2, 4

    def next_player(self, _before, after):
        return "O" if after.move_count % 4 in (1, 2) else "X"


class Long(PlainRules):
    choices = ("9", "10")


class Suffix(PlainRules):
    choices = ("A", "BA")


class OnlyPoints(PlainRules):
    def scored(self, before, _after):
        return len(before.free)


class ManyPoints(SpellSos):
    def scored(self, _before, _after):
        return 1_001


class DicePoints(SpellSos):
    def scored(self, _before, _after):
        return random.randrange(2)


class DiceTurns(SpellSos):
    def next_player(self, _before, _after):
        return random.choice("XO")


class BadPoints(SpellSos):
    def scored(self, _before, _after):
        return "many"


class BadTurns(SpellSos):
    def next_player(self, _before, after):
        return after


class BadPairs(SumOfFifteen):
    def legal_moves(self, _position):
        return [(0, "10")]


def random_games(rules, count):
    dice = Random(7)
    for _ in range(count):
        game = Game(rules)
        while not game.is_over:
            game = game.play(dice.choice(game.legal_moves))
        yield game


@pytest.mark.parametrize(
    ("rules", "family"),
    [
        (SumOfFifteen(), "numerical"),
        (SpellSos(), "sos"),
        (Forever(), "infinite"),
        (Slides(), "three-mens-morris"),
    ],
    ids=repr,
)
def test_games_match_built_in_family(rules, family):
    for game in random_games(rules, 25):
        for ply in range(len(game.moves) + 1):
            mine, twin = game.at(ply), Game(family, game.moves[:ply])
            assert mine.legal_moves == twin.legal_moves
            assert (mine.result, mine.message) == (twin.result, twin.message)
            assert (mine.texts, mine.owners) == (twin.texts, twin.owners)
            assert (mine.to_text(), mine.vanishing) == (twin.to_text(), twin.vanishing)
            assert Game.from_text(mine.to_text(), rules).key == mine.key


def solve(rules):
    solver = RetrogradeSolver(rules, rules.initial_state, rules.symmetries)
    while not solver.is_done:
        solver.run_slice(MOST_POSITIONS)
    return solver


def test_sliding_values_match_family():
    family = find_rules("three-mens-morris")
    mine, twin = solve(Slides()), solve(family)
    known, waiting = set(), [family.initial_state]
    while waiting:
        state = waiting.pop()
        if state.key not in known:
            known.add(state.key)
            assert mine.value_of(state) == twin.value_of(state)
            waiting += (family.advance(state, move).forget() for move in state.legal_moves)
    assert mine.position_count == len(known) > 5_000


def test_repeated_slides_draw():
    placed = "5 1 4 6 2 8"
    around = " 2-3 8-9 3-2 9-8"
    game = Game.from_moves(placed + around + around, Slides())
    assert (game.result, game.at(13).result) == ("draw", None)
    assert Game.from_link(game.to_link()) == game
    assert Game.from_dict(game.to_dict()) == game
    assert GameRecord.from_text(GameRecord(game).to_text()).game == game


@pytest.mark.parametrize("moves", ["", "5 1 4 6 2 8"])
def test_illegal_slides_refused(moves):
    mine, twin = (Game.from_moves(moves, rules) for rules in (Slides(), "three-mens-morris"))
    for move in set(range(-1, 82)) - set(twin.legal_moves):
        refused, expected = (game.rules.refusal(game.state, move) for game in (mine, twin))
        assert (type(refused), str(refused)) == (type(expected), str(expected))


def test_single_column_text():
    game = Game.from_moves("a1 a2 a4 a5", Column())
    assert game.legal_moves == (0 * 5 + 2, 3 * 5 + 2)
    for one in (game.at(3), game, game.play(2)):
        assert Game.from_text(one.to_text(), Column()).key == one.key


class Vanishing(PlainRules):
    rows, columns, k, keep = 2, 3, 2, 2


class Alternating(PlainRules):
    rows, columns, k, choices = 2, 2, 2, ("A", "B")

    def legal_moves(self, position):
        return [(cell, "AB"[position.move_count % 2]) for cell in position.free]


class StripSos(SpellSos):
    rows, columns, k = 1, 4, 3


class TwoOnStrip(TwoMoves):
    rows, columns, k = 1, 5, 3


class Leader(PlainRules):
    rows, columns, k = 1, 4, 4

    def scored(self, before, _after):
        x, o = before.points
        return 2 if x == o else -1

    def result(self, position):
        return "X" if 3 in position.points else None if position.free else "draw"


class _Pointless(Leader):
    def scored(self, _before, _after):
        return None


def list_scored_texts(marks, count):
    numbers = range(-2, 5)
    for board in product(marks, repeat=count):
        for x, o, turn in product(numbers, numbers, "XO"):
            yield f"{''.join(board)}/{x}:{o}{turn}"


def list_aged_texts():
    for count in range(5):
        for cells, marks in product(permutations(range(6), count), ("XO", "OX")):
            board = ["."] * 6
            for age, cell in enumerate(cells):
                board[cell] = f"{marks[age % 2]}{age + 1}"
            yield f"{' '.join(board[:3])}/{' '.join(board[3:])}"


def texts_in_games(rules):
    waiting, found = [Game(rules)], {}
    while waiting:
        game = waiting.pop()
        if game.key not in found:
            found[game.key] = game.to_text()
            waiting += map(game.play, game.legal_moves)
    return set(found.values())


@pytest.mark.parametrize(
    ("rules", "texts"),
    [
        (Column(), ["/".join(one) for one in product("XO.", "XO.", "XO.", "XO.", "XO.", "XO")]),
        (Vanishing(), [*list_aged_texts()]),
        (Alternating(), ["".join(one) for one in product("AB.", repeat=4)]),
        (StripSos(), [*list_scored_texts("SO.", 4)]),
        (TwoOnStrip(), [*list_scored_texts("XO.", 5)]),
        (Leader(), [*list_scored_texts("XO.", 4)]),
    ],
    ids=repr,
)
def test_only_reachable_texts_read(rules, texts):
    reachable = texts_in_games(rules)
    read = set()
    for text in {*texts, *reachable}:
        with suppress(ValueError):
            read.add(Game.from_text(text, rules).to_text())
    assert read == reachable
    assert len(reachable) < len(texts)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ([(1, 8)], "returned (1, 8), but X has no mark in cell 1"),
        ([(4, 0)], "returned (4, 0), but cell 0 has a mark"),
        ([(4, 9)], "returned (4, 9), but a cell must be from 0 to 8"),
        ([(4, 8), 7], "returned [(4, 8), 7], but must return pairs of cells"),
        ([4, 8], "returned [4, 8], but must return pairs of cells"),
    ],
)
def test_invalid_slides_reported(answer, problem):
    class SlidesWrongly(PlainRules):
        pieces = 2

        def moves(self, position):
            is_late = position.board[:6] != ("O", None, None, "O", "X", "X")
            return [(0, 0)] if is_late else answer

    with pytest.raises(RulesError, match=re.escape(problem)) as raised:
        Game(SlidesWrongly(), (4, 0, 5, 3))
    assert raised.value.method == "moves"
    report = check_rules(SlidesWrongly(), positions=1)
    assert {fault.method for fault in report.faults} == {"moves"}


def test_slide_during_placement_reported():
    rules = type("PairsAndNumbers", (Slides,), {"legal_moves": lambda *_: [3, (4, 5)]})()
    assert [fault.method for fault in check_rules(rules, positions=1).faults] == ["legal_moves"]


def test_several_moves_in_a_row():
    for game in random_games(TwoMoves(), 20):
        players = [game.at(ply).current_player for ply in range(len(game.moves))]
        assert "".join(players) == "XOOXXOOX"[: len(players)]
        assert game.result in (players[-1], "draw")
    said = str(TwoMoves().card)
    assert "X begins. Sometimes, a player moves again." in said


def test_multi_character_texts():
    game = Game(Long()).play(4, mark="10").play(0, mark="9")
    assert game.to_text() == "9,.,./.,10,./.,.,."
    assert Game.from_text(game.to_text(), Long()).texts == game.texts
    assert game.move_name(13) == "5=10"


def test_choice_that_ends_another_choice():
    game = Game(Suffix())
    assert [game.parse_move(name) for name in ("5a", "5=ba", "5=A")] == [4, 13, 4]


def test_lower_case_single_row_text():
    assert Game.from_text("sos....../1:0x", SpellSos()).to_text() == "SOS/.../.../1:0X"


@pytest.mark.parametrize("text", ["", "\n", "X../.../.../0:0X"])
def test_unreadable_text_refused(text):
    with pytest.raises(ValueError, match=r"text must|the last row must show O"):
        Game.from_text(text, OnlyPoints())


def test_faulty_points_leave_texts_readable():
    assert Game.from_text("X.../2:0O", _Pointless()).move_count == 1


def test_points_keep_alternating_turns():
    said = str(OnlyPoints().card)
    assert "X begins. Then the players take turns." in said
    assert "moves again" not in said


@pytest.mark.parametrize(
    "rules", [SumOfFifteen(), SpellSos(), TwoMoves(), Long(), Slides()], ids=repr
)
def test_check_passes_correct_rules(rules):
    check_rules(rules, positions=60).require()


@pytest.mark.parametrize(
    ("rules", "method", "problem"),
    [
        (BadPoints, "scored", "returned 'many', but must return a whole number"),
        (ManyPoints, "scored", "returned 1001, but must return a whole number from -1000"),
        (BadTurns, "next_player", "but must return 'X' or 'O'"),
        (
            BadPairs,
            "legal_moves",
            "returned (0, '10'), but a pair must contain a cell and a choice",
        ),
    ],
)
def test_error_names_faulty_method(rules, method, problem):
    with pytest.raises(RulesError, match=re.escape(problem)) as raised:
        Game(rules()).play(0)
    assert raised.value.method == method


@pytest.mark.parametrize(
    ("rules", "method"), [(DicePoints(), "scored"), (DiceTurns(), "next_player")], ids=repr
)
def test_check_reports_random_method(rules, method):
    assert {fault.method for fault in check_rules(rules, positions=20).faults} == {method}


def set_choices(rules):
    rules.choices = ("1", "2")


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"choices": ("1", "1")}, "must contain different texts"),
        ({"choices": "12"}, "must be a tuple, not '12'"),
        ({"__init__": set_choices}, "_Senseless.choices must be set in the class"),
        ({"choices": ("a/b",)}, "must have 1 to 3 printable characters"),
        ({"choices": ("\u00a0",)}, "must have 1 to 3 printable characters"),
        ({"marks": "same", "next_player": lambda *_: "X"}, "must define result"),
        ({"choices": ("S", "O"), "keep": 3}, "keep must be None if choices"),
        ({"choices": ("S", "O"), "pie": True}, "pie must be False if choices"),
        ({"pieces": 3, "pie": True}, "pieces must be None if choices"),
        ({"choices": ("S", "O"), "marks": "chosen"}, "marks must be 'own' if choices"),
        ({"moves": Slides.moves}, "pieces must be a number of marks if moves is defined"),
        ({"pieces": 3, "drop": True}, "pieces must be None if choices"),
        ({"pieces": 5}, "pieces must be from 2 to 4, not 5"),
        ({"pieces": 2, "columns": 6}, "must make 5 to 16 squares if pieces is given, not 18"),
    ],
)
def test_invalid_attributes_refused(attributes, message):
    family = type("_Senseless", (PlainRules,), attributes)
    with pytest.raises((TypeError, ValueError, AttributeError), match=re.escape(message)):
        family()


def test_vanishing_marks_card():
    card = Forever().card
    assert (
        "If a position comes up for the third time, the game is a draw." in card.end_conditions
    )
    assert not any("stays" in effect for action in card.actions for effect in action.effects)


def test_sliding_card():
    card = Slides().card
    said = str(card)
    assert [phase.name for phase in card.phases] == ["Taking turns", "Slide"]
    assert "Each player places 3 marks." in said
    assert "The game ends when a player has won or can't move." in said
    assert not re.search("until the end|stays where it is|nobody can move|pencil", said)
