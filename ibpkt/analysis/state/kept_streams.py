"""What is kept of flows, streams, and connection management."""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import Any

import numpy as np

from ibpkt.analysis.columns.path_facts import PATH_NAMES
from ibpkt.analysis.columns.transport import SERVICES
from ibpkt.analysis.results.flow import Side
from ibpkt.analysis.state.forms import (
    MOST,
    ByKey,
    Column,
    Fixed,
    Flag,
    Form,
    KeptPart,
    Many,
    Number,
    Record,
    Text,
    check_bounds,
    expect,
    used_rows,
)
from ibpkt.analysis.state.state_file import StateArrays
from ibpkt.analysis.streams.announcements import Announced
from ibpkt.analysis.streams.end_paths import COLUMNS
from ibpkt.analysis.streams.flow_columns import DECLARED, ENDINGS, METHODS, FlowColumns
from ibpkt.analysis.streams.named_arrays import NamedArrays
from ibpkt.analysis.streams.response_joining import Candidacy
from ibpkt.analysis.streams.stream_rows import StreamRows
from ibpkt.management.cm_connections import Connection, Connections, _OpenExchange
from ibpkt.protocols import MESSAGE_KINDS, OPERATIONS

#: numbers of addresses
_ADDRESS = (0, (1 << 31) - 1)
#: columns of tables that are indexes, and what they may be
_BOUNDS = {
    "service": (0, len(SERVICES) - 1), "how": (0, len(METHODS) - 1), "ended": (0, len(ENDINGS) - 1),
    "number": (0, 1 << 48), "side": (0, 1), "address": _ADDRESS, "flow": (-1, (1 << 31) - 1),
    "qpn": (-1, (1 << 25) - 1), **dict.fromkeys(COLUMNS.values(), (-1, (1 << 32) - 1)),
}  # fmt: skip
_NAK = re.compile(r"nak \d{1,2}")


class Table(Form):
    """A table of named arrays, with columns that were added to it."""

    def _save(self, value: NamedArrays, place: str, arrays: StateArrays) -> Any:
        count = used_rows([value[name] != value._initial[name] for name in value])
        for name in value:
            arrays.put(f"{place}/{name}", value[name][:count])
        return [[name, int(value._initial[name])] for name in value]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: NamedArrays) -> NamedArrays:
        expect(isinstance(data, list), place)
        columns, lengths = Many(Fixed(Text(), Number(-1, 0))).load(data, place, arrays), set()
        own = set(now)
        expect({name for name, _ in columns} >= own and len(columns) == len({name for name, _ in columns}), place)
        loaded = {}
        for name, initial in columns:
            if name not in own:
                known = {*Side.__slots__, *DECLARED, *MESSAGE_KINDS, *OPERATIONS, *COLUMNS.values()}
                known -= {"address", "naks", "messages", "path"}
                expect(name in known or _NAK.fullmatch(name), f"{place}/{name}")
                now.add_column(name, np.int64, initial)
            values = loaded[name] = arrays.take(f"{place}/{name}", now[name].dtype)
            check_bounds(values, *_BOUNDS.get(name, (-MOST, MOST)), f"{place}/{name}")
            lengths.add(len(values))
        expect(len(lengths) == 1, place)
        now.reserve(*lengths)
        for name, values in loaded.items():
            now[name][: len(values)] = values
        return now


class Exchanges(Form):
    """Open exchanges of connection management: several keys may lead to one."""

    _exchange = Fixed(
        Record(Connection), Many(Fixed(Text(), Number(), Flag())), Number(), Number(),
        Many(Fixed(Text(), Number())), Flag(),
    )  # fmt: skip
    _keys = Many(Fixed(Fixed(Text(), Number(), Flag()), Number(0)))

    def _save(self, value: OrderedDict[Any, Any], place: str, arrays: StateArrays) -> Any:
        places: dict[int, int] = {}
        exchanges, keys = [], []
        for key, exchange in value.items():
            if id(exchange) not in places:
                places[id(exchange)] = len(places)
                laps = [] if exchange.lap is None else [exchange.lap]
                exchanges.append(
                    (exchange.now, exchange.keys, exchange.transaction, exchange.last, laps, exchange.is_over)
                )
            keys.append((key, places[id(exchange)]))
        return [Many(self._exchange).save(exchanges, place, arrays), self._keys.save(keys, place, arrays)]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        expect(isinstance(data, list) and len(data) == 2, place)
        exchanges = []
        for connection, keys, transaction, last, laps, is_over in Many(self._exchange).load(
            data[0], place, arrays, None
        ):
            expect(len(laps) < 2 and connection.frames, place)
            expect(len(connection.frames) == len(connection.names) == len(connection.times), place)
            exchange = _OpenExchange.__new__(_OpenExchange)
            exchange.now, exchange.keys, exchange.transaction = connection, keys, transaction
            exchange.last, exchange.lap, exchange.is_over = last, laps[0] if laps else None, is_over
            exchanges.append(exchange)
        keys = self._keys.load(data[1], place, arrays)
        expect({at for _, at in keys} == set(range(len(exchanges))), place)
        result = OrderedDict((key, exchanges[at]) for key, at in keys)
        expect(len(result) == len(keys), place)
        expect(all(any(result.get(key) is exchange for key in exchange.keys) for exchange in exchanges), place)
        return result


def _count_exchanges(connections: Connections) -> None:
    connections._count = len({id(exchange) for exchange in connections._open.values()})


CONNECTIONS = KeptPart(
    {"unmatched": Number(0), "given_up": Number(0), "_open": Exchanges(), "_time": Number()},
    ("limit", "on_reply", "_count", "_handlers"),
    _count_exchanges,
)


def _settle_streams(streams: StreamRows) -> None:
    columns, count = streams.columns, streams.count
    expect(count <= columns.capacity, "streams/streams/count")
    first, second = columns["first"][:count], columns["second"][:count]
    check_bounds(first, 0, MOST, "streams/streams/columns/first")
    check_bounds(second, 0, MOST, "streams/streams/columns/second")
    expect((columns["base"] == -1).all(), "streams/streams/columns/base")
    streams._keys.rebuild(first, second)
    expect(len(streams) == count, "streams/streams/columns")


def _settle_flows(flows: FlowColumns) -> None:
    place = "streams/columns"
    size, free = flows.size, np.array(flows._free, np.int64)
    expect(size <= flows.flows.capacity and 2 * size <= flows.ends.capacity, place)
    check_bounds(free, 0, size - 1, place)
    used = flows.flows["used"]
    expect(len(np.unique(free)) == len(free) and not used[free].any(), place)
    expect(int(used.sum()) == size - len(free) and not used[size:].any(), place)


_FLOWS = KeptPart(
    {
        "flows": Table(),
        "ends": Table(),
        "size": Number(0),
        "carries": ByKey(Number(0), Text()),
        "recovery": ByKey(Number(0), Text()),
        "paths": KeptPart(
            {"further": ByKey(Number(0), ByKey(Text(PATH_NAMES), Many(Number(0, (1 << 32) - 1))))}, ("_ends",)
        ),
        "_free": Many(Number(0)),
    },
    (),
    _settle_flows,
)
_WORDS: Form = Fixed(Number(0), Number(0))
STREAMS = KeptPart(
    {
        "columns": _FLOWS,
        "given_up": Number(0),
        "strays": Number(0),
        "_streams": KeptPart({"columns": Table(), "count": Number(0)}, ("_keys",), _settle_streams),
        "_announcements": KeptPart(
            {"_waiting": ByKey(_WORDS, Many(Record(Announced)), OrderedDict)}, ("_flows", "_addresses")
        ),
        "_migration": KeptPart(
            {"_bits": Many(Number(0, 1), set), "_expected": ByKey(_WORDS, Fixed(Number(0), Number(0, 1)))},
            ("_table", "_streams", "_addresses", "findings", "moves", "_dropped", "_columns", "_stream", "_valid"),
        ),
        "_joining": KeptPart({"_candidacies": ByKey(Number(0), Record(Candidacy))}, ("_flows", "_search")),
        "_ended": Column(0),
        "_number": Number(0, 1 << 48),
    },
    ("_addresses", "_most_addresses", "_limit", "_last", "begins"),
)
EVENTS = KeptPart({"_connections": CONNECTIONS}, ("_accepted",))


class Texts(Form):
    """The texts of addresses by number."""

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        texts = sorted((number, text) for number, text in value._texts.items() if number)
        return [value._last, [list(each) for each in texts]]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        expect(isinstance(data, list) and len(data) == 2, place)
        last = Number(*_ADDRESS).load(data[0], place, arrays)
        texts = ByKey(Number(1, last), Text()).load(data[1], place, arrays)
        expect(len(set(texts.values())) == len(texts), place)
        now._last, now._texts = last, {0: "", **texts}
        now._by_text = {text: number for number, text in texts.items()}
        return now
