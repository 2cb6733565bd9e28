"""What is kept of the PSNs of halves, of their messages, and of the order of packets."""

from __future__ import annotations

import dataclasses
import typing
from collections import deque
from typing import Any, ClassVar

import numpy as np

from ibpkt.analysis.columns.directions import DirectionState
from ibpkt.analysis.columns.gathered import KEPT
from ibpkt.analysis.columns.transport import SERVICES
from ibpkt.analysis.reassembly.message_rows import UNDECIDED
from ibpkt.analysis.reassembly.refusals import Refusal
from ibpkt.analysis.reassembly.rows_by_half import RowsByHalf
from ibpkt.analysis.runs.copies import _COLUMNS as COPY_COLUMNS
from ibpkt.analysis.runs.half_packets import HalfPackets
from ibpkt.analysis.runs.half_table import CUT, NO_REQUEST, HalfTable
from ibpkt.analysis.runs.implied_naks import ImpliedNak, LackingRequester
from ibpkt.analysis.runs.recent_columns import RecentColumns
from ibpkt.analysis.runs.repeated_requests import COMPARED, _Requests
from ibpkt.analysis.state.forms import (
    MOST,
    WORD,
    ByKey,
    Column,
    Columns,
    Fixed,
    Form,
    KeptPart,
    Many,
    Number,
    Record,
    check_bounds,
    expect,
)
from ibpkt.analysis.state.kept_recovery import MSNChecks
from ibpkt.analysis.state.state_file import StateArrays
from ibpkt.arrays import Bools, changes
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
    "place", "late", "unexpected",
)  # fmt: skip


class SortedKeys(Column):
    """Halves and PSNs in one number, ascending."""

    def __init__(self) -> None:
        super().__init__(0, (HALF[1] << 40) + PSN[1])

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        values = super()._load(data, place, arrays, now)
        expect((values[1:] >= values[:-1]).all(), place)
        return values


def same_length(place: str, *names: str) -> Any:
    """A check that some columns are of one length."""

    def settle(value: Any) -> None:
        expect(len({len(getattr(value, name)) for name in names}) == 1, place)

    return settle


class HalfRows(Form):
    """Rows that wait, by half: in the order in which their halves were put."""

    def _save(self, value: RowsByHalf, place: str, arrays: StateArrays) -> Any:
        halves = np.flatnonzero(value.count)
        rows = value._places(halves[np.argsort(value.start[halves])])
        for name, column in value.columns.items():
            arrays.put(f"{place}/{name}", column[rows])
        return None

    def _load(self, data: Any, place: str, arrays: StateArrays, now: RowsByHalf) -> RowsByHalf:
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


class Recent(Form):
    """The columns of the last packets, batch by batch."""

    def _save(self, value: RecentColumns, place: str, arrays: StateArrays) -> Any:
        columns = zip(*value._pieces, strict=True) if value._pieces else ([],) * value._count
        for at, parts in enumerate(columns):
            joined = [np.asarray(part, np.int64) for part in parts]
            arrays.put(f"{place}/{at}", np.concatenate([np.zeros(0, np.int64), *joined]))
        return [len(piece[0]) for piece in value._pieces]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: RecentColumns) -> RecentColumns:
        lengths = Many(Number(0)).load(data, place, arrays)
        columns = [arrays.take(f"{place}/{at}", np.int64) for at in range(now._count)]
        for column in columns:
            expect(len(column) == sum(lengths), place)
            check_bounds(column, -MOST, MOST, place)
        ends = np.cumsum([0, *lengths])
        if len(columns) == len(COPY_COLUMNS):
            check_bounds(columns[COPY_COLUMNS.index("opcode")], 0, 255, place)
        for low, high in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True):
            now._pieces.append(tuple(column[low:high] for column in columns))
        now._kept = sum(lengths)
        return now


def _settle_directions(state: DirectionState) -> None:
    lengths = {len(state._keys), len(state._seen), *map(len, state._columns.values())}
    expect(len(lengths) == 1, "directions")


class PacketParts(Form):
    """Packets of halves, batch by batch."""

    def __init__(self) -> None:
        hints = typing.get_type_hints(HalfPackets)
        self._types = {field.name: hints[field.name] for field in dataclasses.fields(HalfPackets)}
        self._bounds = {"half": HALF, "opcode": (0, 255), "syndrome": (0, 255)}
        self._bounds |= dict.fromkeys(("psn", "end", "sent", "acked"), PSN)

    def _save(self, value: deque[HalfPackets], place: str, arrays: StateArrays) -> Any:
        for name in self._types:
            dtype = self._dtype(name)
            parts = [getattr(part, name).astype(dtype) for part in value]
            arrays.put(f"{place}/{name}", np.concatenate([np.zeros(0, dtype), *parts]))
        return list(map(len, value))

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> deque[HalfPackets]:
        lengths = Many(Number(0)).load(data, place, arrays)
        columns = {name: arrays.take(f"{place}/{name}", self._dtype(name)) for name in self._types}
        for name, column in columns.items():
            expect(len(column) == sum(lengths), f"{place}/{name}")
            check_bounds(column, *self._bounds.get(name, (-MOST, MOST)), f"{place}/{name}")
        every, ends = HalfPackets(**columns), np.cumsum([0, *lengths])
        return deque(
            every.select(np.arange(low, high)) for low, high in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)
        )

    def _dtype(self, name: str) -> type:
        return np.bool_ if self._types[name] == Bools else np.int64


def _count_packets(recent: Any) -> None:
    recent._count = sum(map(len, recent._parts))


#: packets that are held back, and requests whose answers have not come
HELD_PACKETS = KeptPart({"_parts": PacketParts(), "_window": Number(0)})
LATENCIES = KeptPart({"_waiting": PacketParts()})
RECENT_PACKETS = KeptPart({"_parts": PacketParts()}, ("_count",), _count_packets)


class _RequestPieces(Form):
    """Requests that repetitions are compared with, batch by batch."""

    #: PSNs are unwrapped here
    _types: ClassVar[dict[str, type]] = {"half": np.int64, "psn": np.int64} | {name: KEPT[name] for name in COMPARED}

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        alone = [requests.alone() for _, _, requests in value]
        for name, dtype in self._types.items():
            own = [getattr(each, name) if name in ("half", "psn") else each.columns[name] for each in alone]
            parts = [column.astype(dtype) for column in own]
            arrays.put(f"{place}/{name}", np.concatenate([np.zeros(0, dtype), *parts]))
        return [[int(last), int(count), len(each.half)] for (last, count, _), each in zip(value, alone, strict=True)]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        heads = Many(Fixed(Number(0), Number(0), Number(0))).load(data, place, arrays)
        columns = {name: arrays.take(f"{place}/{name}", dtype) for name, dtype in self._types.items()}
        for name, column in columns.items():
            expect(len(column) == sum(length for _, _, length in heads), f"{place}/{name}")
        check_bounds(columns["half"], *HALF, f"{place}/half")
        check_bounds(columns["psn"], *PSN, f"{place}/psn")
        pieces, at = [], 0
        for last, count, length in heads:
            own = {name: column[at : at + length] for name, column in columns.items()}
            half, psn = own.pop("half"), own.pop("psn")
            pieces.append((last, count, _Requests(half, psn, np.arange(length), own)))
            at += length
        return pieces


REPEATED = KeptPart({"_pieces": _RequestPieces(), "_since": Column(0), "_last": Number(0)})

DIRECTIONS = KeptPart(
    {"_keys": Column(0, ascending=True), "_seen": Column(0), "_columns": Columns({"mark": WORD}), "_clock": Number(0)},
    ("_initial",),
    _settle_directions,
)


def _settle_halves(halves: HalfTable) -> None:
    halves.capacity = len(halves["psn"])
    first = halves["first"]
    check_bounds(first[first != NO_REQUEST], *PSN, "halves/columns/first")


_PSN_COLUMNS = ("psn", "end", "sent", "sent_again", "acked", "trouble_end", "run_end")
HALVES = KeptPart(
    {
        "columns": Columns(
            {"known": (0, 2), "first": (PSN[0], NO_REQUEST), **dict.fromkeys(_PSN_COLUMNS, PSN)}, room=True
        )
    },
    ("capacity",),
    _settle_halves,
)
IMPLIED_NAKS = KeptPart({
    "_lacking": ByKey(Number(*HALF), Record(LackingRequester)),
    "_pending": ByKey(Number(*HALF), Many(Record(ImpliedNak))),
})  # fmt: skip
RESPONSES = KeptPart(
    {
        "given_up": Number(0),
        "implied": IMPLIED_NAKS,
        "_keys": SortedKeys(),
        "_ends": Column(*PSN),
        "_before": Column(),
        "_unsized": Column(CUT, (1 << 32) - 1),
    },
    ("verdicts",),
    same_length("responses", "_keys", "_ends", "_before", "_unsized"),
)
COUNTS = KeptPart(
    {"_keys": SortedKeys(), "_counts": Column(), "_checks": MSNChecks()},
    ("_room",),
    same_length("counts", "_keys", "_counts"),
)
COPIES = KeptPart(
    {
        "given_up": Number(0),
        "_waiting": Columns({"half": HALF, "psn": PSN, "end": PSN, "opcode": (0, 255), "va": WORD}, _WAITING),
        "_next": Column(*PSN),
    }
)


def _settle_counters(counters: Any) -> None:
    place = "unclean/order"
    expect(len(counters.keys) == len(counters._used), place)
    expect(counters._moves.shape == (3, len(counters.keys)), place)
    expect(len({len(column) for column in counters._tail}) == 1, place)
    expect(np.isin(counters._tail[0], counters.keys).all(), place)


_COUNTERS = KeptPart(
    {
        "keys": Column(ascending=True),
        "_moves": Column(0),
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
    check_bounds(copies._tail[COPY_COLUMNS.index("opcode")], 0, 255, "unclean/network/tail")
    expect(np.isin(copies._tail[0], copies._watched).all(), "unclean/network/tail")


class _Tail(Form):
    """Columns of the last packets, as a list."""

    def _save(self, value: list[Any], place: str, arrays: StateArrays) -> Any:
        return [Column().save(column, f"{place}/{at}", arrays) for at, column in enumerate(value)]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: list[Any]) -> list[Any]:
        return list(Fixed(*[Column()] * len(now)).load(data, place, arrays, now))


class _Numbers(Form):
    """Counters, numbers and times of the last packets."""

    def _save(self, value: tuple[Any, ...], place: str, arrays: StateArrays) -> Any:
        for at, column in enumerate(value):
            arrays.put(f"{place}/{at}", np.asarray(column, np.int64))
        return None

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> tuple[Any, ...]:
        expect(data is None, place)
        columns = tuple(arrays.take(f"{place}/{at}", np.int64) for at in range(3))
        expect(len({len(column) for column in columns}) == 1, place)
        for column in columns:
            check_bounds(column, -MOST, MOST, place)
        return columns


UNCLEAN = KeptPart(
    {
        "_order": KeptPart(
            {
                "_pairs": _COUNTERS,
                "_streams": _COUNTERS,
                "_shared": KeptPart(
                    {"keys": Column(ascending=True), "_sole": Column(-2), "_apart": Column(0), "_shared": Column(0)},
                    (),
                    same_length("unclean/order", "keys", "_sole", "_apart", "_shared"),
                ),
                "_recent": Recent(),
            },
            ("begun",),
        ),
        "_before": KeptPart({"_tail": _Numbers()}),
        "_newest": Number(0),
        "_ahead": _Numbers(),
        "_network": KeptPart(
            {
                "_watched": Column(ascending=True),
                "_used": Column(0),
                "_clock": Number(0),
                "_tail": _Tail(),
                "_recent": Recent(),
                "_mirrors": KeptPart({"_directions": DIRECTIONS}),
            },
            (),
            _settle_copies,
        ),
    },
    ("_number", "_skipped", "_known", "copy_of", "mirrored"),
)


def _settle_path_mtus(path_mtus: Any) -> None:
    lengths = {len(getattr(path_mtus, name)) for name in ("guesses", "_least", "_shown")}
    expect(len(lengths) == 1 and path_mtus._shown.shape[1] == len(PMTUS), "path_mtus")
    path_mtus.think_over()


PATH_MTUS = KeptPart(
    {"guesses": Column(-1, max(PMTUS)), "_least": Column(0, 1 << 32), "_shown": Column(-(1 << 31), 1 << 31)},
    ("_surely", "_for_reads", "_changed", "_is_due"),
    _settle_path_mtus,
)
REASSEMBLY = KeptPart(
    {
        "states": KeptPart(
            {"columns": Columns({"operation": (0, len(OPERATIONS)), "next": PSN, "acked": PSN}, room=True)}
        ),
        "waiting": HalfRows(),
        "_limits": KeptPart({"given_up": Number(0)}, ("_states",)),
        "_repetitions": KeptPart({"_again": Many(Fixed(*[Number()] * 6)), "_refused": Many(Fixed(*[Number()] * 3))}),
        "_refusals": KeptPart({"_by_half": ByKey(Number(*HALF), Many(Record(Refusal)))}, ("_due",)),
    },
    ("faults", "numbers", "answered", "response_to", "taken", "frames"),
)
