"""Finding the records of a buffer many at a time.

A record says where the next one begins, so records are found one after the other, which costs 200 ns a record in
Python.  Here NumPy walks from many places at once: *lanes* begin at guessed record boundaries, and each walks until it
reaches the beginning of the next lane.

No guess is trusted.  A walk depends on nothing but the place where it begins; so a lane is right if its first place
is a record, and that is known only for the first lane and for a lane upon which the walk before it landed exactly.
Where a walk misses the next lane, the plain walk continues from there until it reaches the beginning of some lane.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from math import isqrt

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.capture.window import Window

Advance = Callable[[Ints], Ints]
"""Places of headers -> a new array of the next ones; a place that is no whole record stays where it is."""
Plain = Callable[[int, Container[int], int], tuple[list[int], int]]
"""Walk from a place until one of some places is reached, or so many records were found, or there are no more:
the places of the records found, and the place of what follows."""

MIN_RECORDS = 2048
"""Below this many records the plain walk is as fast."""

MAX_MEAN = 2048
"""Above so many bytes a record the plain walk is faster (4 KiB: by a fifth): a guess looks through a whole record."""

LANE_TRIES = 8
"""Places to look at for the beginning of a lane: a place costs as much as walking over four records."""

# A step costs about 6 us and 0.05 us a lane, a guess 3 us: the best number of lanes is sqrt(records * 6 / 3).
_STEP_TO_GUESS = 2


def lane_count(records: int) -> int:
    """How many lanes to begin for so many records."""
    return isqrt(records * _STEP_TO_GUESS)


def guess(
    window: Window, stop: int, expected: int, mark: bytes, place: int, plausible: Callable[[int], bool], step: int = 1
) -> list[int]:
    """Places that look like the beginning of a record, the first one known to be: the lanes of a `walk`.

    Args:
        window: it begins with a record.
        stop: where the records end that are looked for.
        expected: about how many there are up to that place.
        mark: bytes that most records have, since `bytes.find` is fast.
        place: where in a record they lie.
        plausible: whether a record could begin at a place: it need not be right, only mostly.
        step: the distance between the places from which lanes are looked for is a multiple of it.
    """
    lo, hi, view = window.lo, window.hi, window.view
    spacing = max((stop - lo) // lane_count(expected) // step * step, step)
    reach = min(4 * ((stop - lo) // expected) + 64, spacing)
    lanes = [lo]
    for begin in range(lo + spacing, stop - 64, spacing):
        piece = bytes(view[begin : min(begin + reach, hi)])
        found = place - 1
        for _ in range(LANE_TRIES):
            found = piece.find(mark, found + 1)
            if found < 0:
                break
            if plausible(begin + found - place):
                lanes.append(begin + found - place)
                break
    return lanes


def walk(lanes: list[int], stop: int, steps: int, limit: int, advance: Advance, plain: Plain) -> tuple[Ints, int]:
    """The places of the records from ``lanes[0]``, which must be a record, on.

    Lanes end at ``stop`` or after so many steps; the plain walk then goes on to the end, or to ``limit`` records.
    The second value is the place of what follows the records found.
    """
    begins = np.array(lanes, np.int64)
    places, at = _walk_lanes(begins, stop, steps, advance)
    first_of = [*np.searchsorted(places, begins).tolist(), len(places)]  # a lane ends before the next one begins
    misses = np.flatnonzero(at[:-1] != begins[1:]).tolist()
    misses.append(len(lanes) - 1)

    number = {place: lane for lane, place in enumerate(lanes)}
    pieces: list[Ints] = []
    found = 0
    lane = 0
    for miss in misses:
        if miss < lane:
            continue  # the plain walk has already passed this one
        pieces.append(places[first_of[lane] : first_of[miss + 1]])
        found += len(pieces[-1])
        place = int(at[miss])
        if found >= limit:
            break
        number.pop(lanes[miss])  # a lane that did not move is at its own beginning: that proves nothing
        more, place = plain(place, number, limit - found)
        pieces.append(np.array(more, np.int64))
        found += len(more)
        if place not in number or found >= limit:
            break
        lane = number[place]
    positions = np.concatenate(pieces)
    if len(positions) > limit:
        return positions[:limit], int(positions[limit])
    return positions, place


def _walk_lanes(begins: Ints, stop: int, steps: int, advance: Advance) -> tuple[Ints, Ints]:
    """The places of the records of all lanes, ascending, and where each lane ends."""
    at, bounds = begins.copy(), np.append(begins[1:], stop)
    walking = np.arange(len(begins))
    found: list[Ints] = [begins[:0]]
    stretch = steps // 4 + 1  # about as many records has a lane: then most have arrived, and the others are near
    later = stretch // 4 + 1
    while steps and len(walking):
        stretch = min(stretch, steps)
        grid = np.empty((stretch + 1, len(walking)), np.int64)
        grid[0] = at[walking]
        for step in range(stretch):
            grid[step + 1] = advance(grid[step])
        limits = bounds[walking]
        inside = grid < limits
        moved = grid[1:] != grid[:-1]
        found.append(grid[:-1].T[(inside[:-1] & moved).T])
        rows = np.minimum(inside.sum(axis=0), stretch)
        at[walking] = ends = grid[rows, np.arange(len(walking))]
        walking = walking[(ends < limits) & moved[-1]]
        steps, stretch = steps - stretch, later
    places = np.concatenate(found)
    places.sort(kind="stable")  # lane by lane they ascend already, but for those that walked on
    return places, at
