"""Symmetries that were verified, and keys that symmetric positions share.

A family declares the symmetries of its board. A proof about one position holds for its
images only where the rules keep what they declare, so that is tried out first: games are
played beside their images. Where one symmetry fails, none is used.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import fields
from functools import lru_cache
from operator import add
from random import Random
from typing import Any

from tictactoe_widget.rules.rules import Rules, Symmetries, Symmetry, move_bits
from tictactoe_widget.rules.state import State

KeyOf = Callable[[State], Hashable]
"""Function that returns the table key of a position."""

_GAMES = 12
"""Number of random games from which positions are taken."""
_CHECKS = 200
"""Number of positions compared with their images, for all symmetries of a board together."""
_LEAST_CHECKS = 2
"""Number of such positions for each symmetry, at least."""
_PLAIN_FIELDS = frozenset(field.name for field in fields(State))
"""Fields of a state that is decided by its marks."""
_CHUNK = 8
"""Number of bits of a position that are moved at once."""


@lru_cache(maxsize=16)
def verified_symmetries(rules: Rules) -> Symmetries:
    """Return the symmetries that the rules declare, if they hold; else the identity alone.

    They hold where they are permutations of the cells that form a group, and where from
    positions of random games every move leads to positions that are images of each other.

    Examples
    --------
    >>> from tictactoe_widget import MNK
    >>> len(verified_symmetries(MNK(3, 3, 3)))
    8
    """
    identity = tuple(range(rules.cell_count))
    declared = rules.symmetries
    if declared != (identity,) and _is_group(declared, identity):
        start = rules.initial_state
        random = Random(0)
        positions = _sample(rules, random)
        count = max(_LEAST_CHECKS, _CHECKS // len(declared))
        if all(
            _is_kept(rules, one, start)
            and all(_holds(rules, one, state) for state in random.choices(positions, k=count))
            for one in declared
        ):
            return declared
    return (identity,)


def _is_group(symmetries: Symmetries, identity: Symmetry) -> bool:
    """Return whether permutations contain the identity and all that they make together."""
    known = set(symmetries)
    if identity not in known or any(tuple(sorted(one)) != identity for one in known):
        return False
    return all(
        tuple(map(second.__getitem__, first)) in known for first in known for second in known
    )


def _is_kept(rules: Rules, symmetry: Symmetry, start: State) -> bool:
    """Return whether the empty board is its own image."""
    moved = rules.transform(start, symmetry)
    return moved.key == start.key and _is_image(start, start, moved, symmetry)


def _sample(rules: Rules, random: Random) -> list[State]:
    """List the unfinished positions of some random games."""
    positions = []
    for _ in range(_GAMES):
        state = rules.initial_state
        for _ in range(rules.cell_count):
            if not state.legal_moves:
                break
            positions.append(state)
            state = rules.advance(state, random.choice(state.legal_moves))
    return positions


def _holds(rules: Rules, symmetry: Symmetry, state: State) -> bool:
    """Return whether all moves from a position and its image lead to images of each other."""
    image = rules.transform(state, symmetry)
    following = {
        after.key: after for after in (rules.advance(image, move) for move in image.legal_moves)
    }
    keys = set()
    for move in state.legal_moves:
        after = rules.advance(state, move)
        moved = rules.transform(after, symmetry)
        keys.add(moved.key)
        if moved.key not in following:
            return False
        if not _is_image(after, following[moved.key], moved, symmetry):
            return False
    return len(keys) == len(following)


def _is_image(state: State, image: State, moved: State, symmetry: Symmetry) -> bool:
    """Return whether a position is the image of another, which `moved` is said to be."""
    return (
        state.result == image.result
        and set(moved.legal_moves) == set(image.legal_moves)
        and image.masks == tuple(move_bits(mask, symmetry) for mask in state.masks)
    )


def is_decided_by_marks(rules: Rules) -> bool:
    """Return whether positions of these rules differ by their marks alone.

    So they do where their states have no fields beyond those of `State`.
    """
    return {field.name for field in fields(rules.initial_state)} == _PLAIN_FIELDS


@lru_cache(maxsize=4)
def symmetric_images(rules: Rules) -> Callable[[State], Sequence[Hashable]]:
    """Return the function that lists the keys of all images of a position, itself included.

    They can be compared, and one stands there as often as symmetries lead to it.

    Examples
    --------
    >>> from tictactoe_widget import Game, MNK
    >>> images_of = symmetric_images(MNK(3, 3, 3))
    >>> len(set(images_of(Game(moves=(4,)).state))), len(set(images_of(Game(moves=(0,)).state)))
    (1, 4)
    """
    symmetries = verified_symmetries(rules)
    if not is_decided_by_marks(rules):
        return lambda state: [repr(rules.transform(state, one).key) for one in symmetries]
    count = rules.cell_count
    if len(symmetries) == 1:
        return lambda state: [_code(state, count)]
    move = _mover_of_bits(symmetries)
    return lambda state: move(_code(state, count))


@lru_cache(maxsize=4)
def symmetric_keys(rules: Rules) -> KeyOf:
    """Return the function that gives positions a key, which symmetric positions share.

    Positions that are not decided by their marks alone have their own keys, as it would
    take too long to compare all their images.

    Examples
    --------
    >>> from tictactoe_widget import Game, MNK
    >>> key_of = symmetric_keys(MNK(3, 3, 3))
    >>> key_of(Game(moves=(0, 4)).state) == key_of(Game(moves=(8, 4)).state)
    True
    >>> key_of(Game(moves=(0, 4)).state) == key_of(Game(moves=(0, 8)).state)
    False
    """
    if not is_decided_by_marks(rules):
        return lambda state: state.key
    images_of: Callable[[State], Sequence[Any]] = symmetric_images(rules)
    return lambda state: min(images_of(state))


def _code(state: State, cell_count: int) -> int:
    """Return the marks as one number: those of X, and above them those of O."""
    x, o = state.masks
    return x | o << cell_count


def _mover_of_bits(symmetries: Symmetries) -> Callable[[int], list[int]]:
    """Return the function that lists all images of the marks of a position as a number.

    Several bits are moved at once, by tables.
    """
    count = len(symmetries[0])
    doubled = [(*one, *(count + cell for cell in one)) for one in symmetries]
    tables = []
    for first in range(0, 2 * count, _CHUNK):
        width = min(_CHUNK, 2 * count - first)
        tables.append(
            [
                tuple(move_bits(value << first, one) for one in doubled)
                for value in range(1 << width)
            ]
        )
    low, *others = tables
    last = (1 << _CHUNK) - 1

    def move(code: int) -> list[int]:
        images: Iterable[int] = low[code & last]
        for table in others:
            code >>= _CHUNK
            images = map(add, images, table[code & last])
        return list(images)

    return move
