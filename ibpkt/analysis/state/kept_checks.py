"""What is kept of the checks of `expert`, beside that of the analyser."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from typing import Any

import numpy as np

from ibpkt.analysis.checks.congestion import DataPackets, PendingNotifications, RecentData
from ibpkt.analysis.checks.invalidated_keys import _InvalidatedKey
from ibpkt.analysis.checks.path_changes import PATH_FIELDS
from ibpkt.analysis.checks.undecided_paths import COLUMNS
from ibpkt.analysis.state.forms import (
    MOST,
    WORD,
    ByKey,
    Column,
    Columns,
    Fixed,
    Flag,
    Form,
    KeptPart,
    Many,
    Number,
    Octets,
    Record,
    Text,
    check_bounds,
    expect,
)
from ibpkt.analysis.state.kept_recovery import Findings
from ibpkt.analysis.state.kept_runs import DIRECTIONS
from ibpkt.analysis.state.kept_streams import CONNECTIONS
from ibpkt.analysis.state.state_file import StateArrays
from ibpkt.management.transactions import Datagram, _OpenTransaction


class _DataPackets(Form):
    """The last packets with payload, piece by piece."""

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        chosen = [rows.at(which) for rows, which, _ in value]
        for at, name in enumerate(DataPackets._fields):
            parts = [np.asarray(rows[at], np.int64) for rows in chosen]
            arrays.put(f"{place}/{name}", np.concatenate([np.zeros(0, np.int64), *parts]))
        return [len(rows.time) for rows in chosen]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        lengths = Many(Number(0)).load(data, place, arrays)
        columns = DataPackets(*(arrays.take(f"{place}/{name}", np.int64) for name in DataPackets._fields))
        for column in columns:
            expect(len(column) == sum(lengths), place)
            check_bounds(column, -MOST, MOST, place)
        ends = np.cumsum([0, *lengths]).tolist()
        for low, high in itertools.pairwise(ends):
            now.append((columns.at(slice(low, high)), np.ones(high - low, np.bool_), high - low))
        return now


def _settle_data(data: RecentData) -> None:
    data._count = sum(count for _, _, count in data._pieces)


class _Notifications(Form):
    """Notifications whose effect is not known yet."""

    def _save(self, value: PendingNotifications, place: str, arrays: StateArrays) -> Any:
        for name, column in value._asdict().items():
            arrays.put(f"{place}/{name}", np.asarray(column, np.int64))
        return None

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> PendingNotifications:
        expect(data is None, place)
        waiting = PendingNotifications(
            *(arrays.take(f"{place}/{name}", np.int64) for name in PendingNotifications._fields)
        )
        for column in waiting:
            expect(len(column) == len(waiting.time), place)
            check_bounds(column, -MOST, MOST, place)
        return waiting


class _Transactions(Form):
    """Open requests of management, by key."""

    _form = ByKey(
        Fixed(Number(), Number(), Number(), Text(), Text()), Fixed(Record(Datagram), Number(0), Flag()), OrderedDict
    )

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        kept = {key: (each.request, each.repeats, each.answered) for key, each in value.items()}
        return self._form.save(kept, place, arrays)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        result = OrderedDict()
        for key, (request, repeats, answered) in self._form.load(data, place, arrays).items():
            result[key] = _OpenTransaction(request)
            result[key].repeats, result[key].answered = repeats, answered
        return result


def _settle_limits(limits: Any) -> None:
    expect(len(limits._open[0]) == len(limits._open[1]), "limits/open")


#: columns of packets whose paths are compared later
_UNDECIDED = (*COLUMNS, *map(str, range(len(PATH_FIELDS))))
CHECKS = {
    "packets": Number(0),
    "_congestion": KeptPart(
        {
            "_directions": DIRECTIONS,
            "_data": KeptPart({"_pieces": _DataPackets(), "_fresh": Number(0, 0)}, ("_count",), _settle_data),
            "_waiting": _Notifications(),
            "_now": Number(),
            "_pauses": KeptPart({name: ByKey(Fixed(Octets(), Number()), Number()) for name in ("_paused", "_until")}),
        }
    ),
    "_path": KeptPart(
        {
            "_directions": DIRECTIONS,
            "_undecided": KeptPart({"_columns": Columns({"mark": WORD}, _UNDECIDED)}),
            "_p_keys": KeptPart({"_directions": DIRECTIONS, "_found": Many(Findings())}),
            "_late": ByKey(Number(0), Many(Number())),
        }
    ),
    "_limits": KeptPart(
        {
            "_directions": DIRECTIONS,
            "_limited": Flag(),
            "_agreed": ByKey(Number(), Number(), OrderedDict),
            "_open": Fixed(Column(), Column()),
            "_numbers": ByKey(Number(), Number()),
            "_begun": ByKey(Number(), Number()),
        },
        ("_depth",),
        _settle_limits,
    ),
    "_keys": KeptPart({"_gone": ByKey(Number(), ByKey(Number(), Record(_InvalidatedKey)), OrderedDict)}),
    "_partitions": KeptPart({"_directions": DIRECTIONS}),
    "_management": KeptPart(
        {
            "_connections": CONNECTIONS,
            "_transactions": KeptPart({"given_up": Number(0), "_open": _Transactions()}, ("limit",)),
            "_now": Number(),
        }
    ),
}
