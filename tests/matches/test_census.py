"""Counts of positions and games, compared with plain enumeration and published numbers."""

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

import loky
import pytest

from tests.support.models.drop_rules import Drop
from tests.support.models.naive_variants import NaiveVariant
from tests.support.scenes.executors import Immediate
from tictactoe_widget import MNK, TravelError, Ultimate, Variant, census
from tictactoe_widget.matches import census as counting
from tictactoe_widget.rules.state import State

pytestmark = pytest.mark.slow

# A forked process can hang if the parent has threads. A spawned process can't.
processes = partial(ProcessPoolExecutor, mp_context=get_context("spawn"))


def turned(board, rows, columns, *, is_upright):
    """Return a board's mirrored and turned forms. A board on which marks fall stays upright."""
    grid = [board[row * columns : (row + 1) * columns] for row in range(rows)]
    grids = [grid, [row[::-1] for row in grid]]
    if not is_upright:
        grids += [one[::-1] for one in grids]
        if rows == columns:
            grids += [["".join(column) for column in zip(*one, strict=True)] for one in grids]
    return {"".join(one) for one in grids}


def plain_census(naive):
    """Count positions one by one. Return records like those from `census`."""
    layer, results, records = Counter({(None,) * (naive.rows * naive.columns): 1}), {}, []
    while layer:
        ply = len(records)
        mover, rival = "xo" if ply % 2 == 0 else "ox"  # the player to move comes first
        counts, following, kinds = Counter(), Counter(), set()
        for board, games in layer.items():
            text = "".join(mark or "." for mark in board)
            kinds.add(min(turned(text, naive.rows, naive.columns, is_upright=naive.drop)))
            if board in results:
                result = {1: rival, -1: mover, 0: "draw"}[results[board]]
                counts[f"finished_{result}"] += 1
                counts[f"games_{result}"] += games
                continue
            for move in naive.moves(board):
                after, result = naive.after(board, move)
                following[after] += games
                if result is not None:
                    results[after] = result
        names = [
            f"{what}_{who}" for what in ("finished", "games") for who in ("x", "o", "draw")
        ]
        records.append(
            {"ply": ply, "positions": len(layer), "up_to_symmetry": len(kinds)}
            | {name: counts[name] for name in names}
        )
        layer = following
    return records


@pytest.mark.parametrize(
    ("rules", "naive"),
    [
        (MNK(3, 3, 3), NaiveVariant(3, 3, 3)),
        (MNK(3, 3, 3, misere=True), NaiveVariant(3, 3, 3, misere=True)),
        (MNK(2, 4, 2), NaiveVariant(2, 4, 2)),
        (MNK(4, 2, 3), NaiveVariant(4, 2, 3)),
        (MNK(1, 7, 3), NaiveVariant(1, 7, 3)),
        (Drop(3, 3, 3), NaiveVariant(3, 3, 3, drop=True)),
        (Drop(4, 3, 3), NaiveVariant(4, 3, 3, drop=True)),
        (Variant(3, 3, 3, marks="chosen"), NaiveVariant(3, 3, 3, marks="chosen")),
        (Variant(2, 3, 2, True, "chosen"), NaiveVariant(2, 3, 2, True, "chosen")),
    ],
    ids=repr,
)
def test_census_against_plain_enumeration(rules, naive):
    assert census(rules).to_records() == plain_census(naive)


def test_published_numbers_of_3x3():
    found = census()
    assert (found.positions, found.up_to_symmetry) == (5478, 765)
    assert (sum(found.finished), sum(found.games)) == (958, 255168)
    assert found.games == (131184, 77904, 46080)
    assert found.finished.to_dict() == {"X": 626, "O": 316, "draw": 16}
    assert [one.up_to_symmetry for one in found.by_ply] == [
        *(1, 3, 12, 38, 108, 174, 204, 153, 57, 15)
    ]
    assert found.rules_name == "standard"
    assert json.loads(json.dumps(found.to_dict()))["games"] == found.games.to_dict()
    assert str(found) == (
        "Positions in standard: 5,478 (765 up to symmetry, 958 finished). "
        "Games: 255,168 (X wins 131,184, O wins 77,904, draws 46,080)."
    )
    assert found._repr_html_().count("<tr>") == 11


@dataclass(frozen=True)
class Later(MNK):
    """Rules that break the square's symmetries, because O must not answer in the last cell."""

    def advance(self, state, cell):
        after = super().advance(state, cell)
        if after.move_count != 1 or 8 not in after.legal_moves:
            return after
        return State(after.own, after.other, after.legal_moves[:-1], None)


def test_false_symmetries_are_not_counted():
    found = census(Later(3, 3, 3))
    assert found.up_to_symmetry == found.positions
    assert found.by_ply[2].positions == 72 - 8


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(Immediate, id="at once"),
        pytest.param(partial(ThreadPoolExecutor, 3), id="3 threads"),
        pytest.param(partial(processes, 2), id="2 processes"),
        pytest.param(partial(loky.get_reusable_executor, max_workers=2), id="loky"),
    ],
)
def test_census_on_executors(make, monkeypatch):
    monkeypatch.setattr(counting, "_BATCH", 50)
    assert census("4x3k3", executor=make) == census("4x3k3")


def test_executor_gets_batches(monkeypatch):
    monkeypatch.setattr(counting, "_BATCH", 100)
    executor = Immediate()
    found = census(executor=executor)
    # Each batch has one ply. After 0 to 8 moves there are 1, 3, 12, 38, 108, 174, 204, 153, 57
    # positions up to symmetry. Of these, 0, 0, 0, 0, 0, 21, 21, 58, 23 are finished.
    assert sum(kind.up_to_symmetry for kind in found.by_ply[:9]) == 750
    assert executor.submitted == 4 + 2 + 2 + 2 + 1 + 1


@dataclass(frozen=True)
class Raising(MNK):
    """Rules that raise an error after three moves."""

    symmetries = (tuple(range(9)),)

    def advance(self, state, cell):
        if state.move_count == 3:
            raise ZeroDivisionError("no such row")
        return super().advance(state, cell)


@dataclass(frozen=True)
class Endless(MNK):
    """Rules that let players mark the same cells forever."""

    def advance(self, state, cell):
        return State(state.other ^ 1 << cell, state.own, state.legal_moves, None)


@pytest.mark.parametrize(
    ("rules", "error", "reason"),
    [
        (Raising(3, 3, 3), ZeroDivisionError, "no such row"),
        (Endless(2, 2, 2), ValueError, "rules must end each game within 4 moves"),
        ("4x3k3", ValueError, "at most 300 positions .* but 4x3k3 leads to more at ply 4"),
    ],
)
def test_rules_that_cannot_be_counted(rules, error, reason, monkeypatch):
    monkeypatch.setattr(counting, "_MOST_KEPT", 300)
    with pytest.raises(error, match=reason):
        census(rules)


def test_unpicklable_rules_raise_an_error():
    class Unwritable(MNK):
        """Rules that can't be pickled."""

        def __reduce__(self):
            raise RuntimeError("stays here")

    with pytest.raises(TravelError, match=r"cannot be sent to another process.*stays here"):
        census(Unwritable(3, 3, 3), executor=Immediate())


class StopError(Exception):
    """Error by which a progress function stops a census."""


def stop_after(calls):
    """Return a progress function that stops the census at its n-th call."""
    told = []

    def progress(done, total):
        told.append((done, total))
        if len(told) == calls:
            raise StopError

    return progress


@pytest.mark.parametrize("executor", [None, Immediate], ids=["here", "executor"])
def test_census_resumes_from_its_file(tmp_path, monkeypatch, executor):
    monkeypatch.setattr(counting, "_BATCH", 20)
    file = tmp_path / "count.json"
    whole, found, stops = census("misere"), None, 0
    while found is None:
        try:
            found = census("misere", file=file, executor=executor, progress=stop_after(3))
        except StopError:
            stops += 1
    assert found == whole
    assert stops >= 5
    assert [path.name for path in tmp_path.iterdir()] == ["count.json"]
    # A finished count is read from the file, and nothing is counted again.
    monkeypatch.setattr(counting, "_find_following", None)
    assert census("misere", file=str(file)) == whole


def test_interrupted_count_keeps_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(counting, "_BATCH", 20)
    file = tmp_path / "count.json"
    with pytest.raises(StopError):
        census(file=file, progress=stop_after(9))
    before = file.read_text()

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(counting, "_count_ply", interrupted)
        with pytest.raises(KeyboardInterrupt):
            census(file=file)
    assert file.read_text() == before
    assert census(file=file) == census()


def test_file_is_saved_regularly(tmp_path, monkeypatch):
    monkeypatch.setattr(counting, "_BATCH", 20)
    monkeypatch.setattr(counting, "_SAVE_SECONDS", 0.0)
    monkeypatch.setattr(counting, "_SAVE_SHARE", 0)
    file = tmp_path / "count.json"
    seen = set()

    def progress(*_):
        if file.exists():
            seen.add(json.loads(file.read_text())["done"])

    census(file=file, progress=progress)
    assert len(seen) > 10


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"census": 1}', '{"by_ply": [{}]}', 100_000 * "["]
)
def test_other_files_are_kept(tmp_path, text):
    file = tmp_path / "other.json"
    file.write_text(text)
    with pytest.raises(ValueError, match="file must be a file saved by census"):
        census(file=file)
    assert file.read_text() == text


@pytest.mark.parametrize(
    "change",
    [
        {"by_ply": []},
        {"waiting": [], "found": []},
        {"waiting": [["\x00\x00", 1]]},
        {"waiting": [["\x09", 1]]},
        {"found": [["\x00\x01", "1"]]},
        {"found": [[3, 1]]},
        {"by_ply": [1]},
    ],
)
def test_damaged_files_are_kept(tmp_path, change):
    file = tmp_path / "count.json"

    def stop(done, _total):
        if done > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        census(file=file, progress=stop)
    text = json.dumps({**json.loads(file.read_text()), **change})
    file.write_text(text)
    with pytest.raises(ValueError, match="file must be a file saved by census"):
        census(file=file)
    assert file.read_text() == text


def test_directory_as_census_file(tmp_path):
    with pytest.raises(ValueError, match="file must be a file saved by census"):
        census(file=tmp_path)


def test_file_for_other_rules_is_kept(tmp_path):
    file = tmp_path / "count.json"
    census("2x3k2", file=file)
    reason = r"file must be a census of MNK\(rows=3.*, not of .*MNK\(rows=2"
    with pytest.raises(ValueError, match=reason):
        census(file=file)
    assert census("2x3k2", file=file) == census("2x3k2")


def test_progress_reaches_the_total():
    told = []
    census(progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] == 765 - 138
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_first_moves_of_ultimate():
    # Ultimate has 81 first moves and the symmetries of a square.
    rules = Ultimate()
    first = counting._find_following(rules, [("", 1)])
    assert sum(one.images for one in first.values()) == 81
    assert len(first) == 15
