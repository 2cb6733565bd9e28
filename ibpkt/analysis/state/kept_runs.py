"""What is kept of the PSNs of halves, of their messages, and of the order of packets."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibpkt.analysis.columns.directions import DirectionState
from ibpkt.analysis.columns.transport import SERVICES
from ibpkt.analysis.reassembly.message_rows import UNDECIDED
from ibpkt.analysis.reassembly.refusals import Refusal
from ibpkt.analysis.reassembly.rows_by_half import RowsByHalf
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.recent_columns import RecentColumns
from ibpkt.analysis.state.forms import MOST, WORD, Column, Columns, Fixed, Many, Number, Part, Record, check_bounds, expect
from ibpkt.analysis.state.kept_recovery import MSNChecks
from ibpkt.analysis.state.state_file import StateArrays
from ibpkt.arrays import changes
from ibpkt.protocols import OPERATIONS, PMTUS

#: numbers of halves, and PSNs that are not wrapped around: both in one number
HALF, PSN = (0, (1 << 22) - 1), (0, (1 << 40) - 1)
_ROW_BOUNDS = {
    "half": HALF, "operation": (0, len(OPERATIONS) - 1), "service": (0, len(SERVICES) - 1), "outcome": (0, UNDECIDED),
    "first": PSN, "end": PSN, "next_response": PSN, "number": (0, PSN[1]), "va": WORD,
}  # fmt: skip
#: columns of requests that wait for others before them
_WAITING = (
    "half", "psn", "end", "opcode", "size", "dmalen", "va", "r_key", "immediate", "frame", "time", "whole", "damaged",
    "place",
)  # fmt: skip


class SortedKeys(Column):
    """Halves and PSNs in one number, ascending."""

    def __init__(self) -> None:
        super().__init__(0, (HALF[1] << 40) + PSN[1])

    def load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        values = super().load(data, place, arrays, now)
        expect((values[1:] >= values[:-1]).all(), place)
        return values


def same_length(place: str, *names: str) -> Any:
    """A check that some columns are of one length."""

    def settle(value: Any) -> None:
        expect(len({len(getattr(value, name)) for name in names}) == 1, place)

    return settle


class HalfRows:
    """Rows that wait, by half: in the order in which their halves were put."""

    def save(self, value: RowsByHalf, place: str, arrays: StateArrays) -> Any:
        halves = np.flatnonzero(value.count)
        rows = value._places(halves[np.argsort(value.start[halves])])
        for name, column in value.columns.items():
            arrays.put(f"{place}/{name}", column[rows])
        return None

    def load(self, data: Any, place: str, arrays: StateArrays, now: RowsByHalf) -> RowsByHalf:
        expect(data is None, place)
        rows = {name: arrays.take(f"{place}/{name}", np.int64) for name in now.columns}
        for name, values in rows.items():
            check_bounds(values, *_ROW_BOUNDS.get(name, (-MOST, MOST)), f"{place}/{name}")
        expect(len({len(values) for values in rows.values()}) == 1, place)
        half = rows["half"]
        heads = half[changes(half)]
        expect(len(np.unique(heads)) == len(heads), f"{place}/half")
        now.reserve(int(half.max(initial=-1)) + 1)
        now.put(rows)
        return now


class Recent:
    """The columns of the last packets, batch by batch."""

    def save(self, value: RecentColumns, place: str, arrays: StateArrays) -> Any:
        columns = zip(*value._pieces, strict=True) if value._pieces else ([],) * value._count
        for at, parts in enumerate(columns):
            joined = [np.asarray(part, np.int64) for part in parts]
            arrays.put(f"{place}/{at}", np.concatenate([np.zeros(0, np.int64), *joined]))
        return [len(piece[0]) for piece in value._pieces]

    def load(self, data: Any, place: str, arrays: StateArrays, now: RecentColumns) -> RecentColumns:
        lengths = Many(Number(0)).load(data, place, arrays, None)
        columns = [arrays.take(f"{place}/{at}", np.int64) for at in range(now._count)]
        for column in columns:
            expect(len(column) == sum(lengths), place)
            check_bounds(column, -MOST, MOST, place)
        ends = np.cumsum([0, *lengths])
        for low, high in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True):
            now._pieces.append(tuple(column[low:high] for column in columns))
        now._kept = sum(lengths)
        return now


def _settle_directions(state: DirectionState) -> None:
    lengths = {len(state._keys), len(state._seen), *map(len, state._columns.values())}
    expect(len(lengths) == 1, "directions")


DIRECTIONS = Part(
    {"_keys": Column(0, ascending=True), "_seen": Column(0), "_columns": Columns({"mark": WORD}), "_clock": Number(0)},
    ("_initial",),
    _settle_directions,
)


def _settle_halves(halves: HalfTable) -> None:
    halves.capacity = len(halves["psn"])


HALVES = Part(
    {
        "columns": Columns({
            "known": (0, 2),
            **dict.fromkeys(("first", "psn", "end", "sent", "acked", "trouble_end"), PSN),
        }, room=True)
    },
    ("capacity",),
    _settle_halves,
)
RESPONSES = Part(
    {"given_up": Number(0), "_keys": SortedKeys(), "_ends": Column(*PSN), "_before": Column()},
    (),
    same_length("responses", "_keys", "_ends", "_before"),
)
COUNTS = Part(
    {"_keys": SortedKeys(), "_counts": Column(), "_checks": MSNChecks()}, (), same_length("counts", "_keys", "_counts")
)
COPIES = Part(
    {
        "given_up": Number(0),
        "_waiting": Columns({"half": HALF, "psn": PSN, "end": PSN, "opcode": (0, 255), "va": WORD}, _WAITING),
        "_next": Column(*PSN),
    }
)


def _settle_counters(counters: Any) -> None:
    place = "unclean/order"
    expect(len(counters.keys) == len(counters._swapped) == len(counters._used), place)
    expect(len({len(column) for column in counters._tail}) == 1, place)
    expect(np.isin(counters._tail[0], counters.keys).all(), place)


_COUNTERS = Part(
    {
        "keys": Column(ascending=True),
        "_swapped": Column(-1, 1),
        "_used": Column(0),
        "_clock": Number(0),
        "_tail": Fixed(Column(), Column(0, 0xFFFF), Column()),
    },
    ("_begin",),
    _settle_counters,
)


def _settle_copies(copies: Any) -> None:
    expect(len(copies._watched) == len(copies._used), "unclean/network")
    expect(len({len(column) for column in copies._tail}) == 1, "unclean/network/tail")
    expect(np.isin(copies._tail[0], copies._watched).all(), "unclean/network/tail")


class _Tail:
    """Columns of the last packets, as a list."""

    def save(self, value: list[Any], place: str, arrays: StateArrays) -> Any:
        return [Column().save(column, f"{place}/{at}", arrays) for at, column in enumerate(value)]

    def load(self, data: Any, place: str, arrays: StateArrays, now: list[Any]) -> list[Any]:
        return list(Fixed(*[Column()] * len(now)).load(data, place, arrays, now))


UNCLEAN = Part(
    {
        "_order": Part({"_pairs": _COUNTERS, "_streams": _COUNTERS, "_recent": Recent()}),
        "_network": Part(
            {
                "_watched": Column(ascending=True),
                "_used": Column(0),
                "_clock": Number(0),
                "_tail": _Tail(),
                "_recent": Recent(),
                "_mirrors": Part({"_directions": DIRECTIONS}),
            },
            (),
            _settle_copies,
        ),
    },
    ("_number", "_skipped", "copy_of", "mirrored"),
)


def _settle_path_mtus(path_mtus: Any) -> None:
    lengths = {len(getattr(path_mtus, name)) for name in ("_agreed", "_least", "_shown", "_votes")}
    expect(len(lengths) == 1, "path_mtus")
    expect(path_mtus._shown.shape[1] == path_mtus._votes.shape[1] == len(PMTUS) and len(path_mtus._read) == 2, "path_mtus")


PATH_MTUS = Part(
    {
        "_agreed": Column(0, 1 << 16),
        "_least": Column(0, 1 << 32),
        "_shown": Column(-(1 << 31), 1 << 31),
        "_votes": Column(-(1 << 31), 1 << 31),
        "_read": Column(-1, 1 << 40),
    },
    (),
    _settle_path_mtus,
)
REASSEMBLY = Part(
    {
        "states": Part({"columns": Columns({"operation": (0, len(OPERATIONS)), "next": PSN, "acked": PSN}, room=True)}),
        "waiting": HalfRows(),
        "given_up": Number(0),
        "_repetitions": Part({
            "_again": Many(Fixed(*[Number()] * 5)),
            "_refused": Many(Fixed(*[Number()] * 3)),
        }),
        "_refusals": Many(Record(Refusal)),
    },
    ("faults", "numbers", "answered", "response_to", "frames"),
)
__all__ = ["COPIES", "COUNTS", "DIRECTIONS", "HALVES", "PATH_MTUS", "REASSEMBLY", "RESPONSES", "UNCLEAN"]
