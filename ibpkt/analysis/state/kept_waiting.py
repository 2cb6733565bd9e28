"""How packets that wait for a later one are kept (see `WaitingPackets`)."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ibpkt.analysis.columns.gathered import KEPT, PATH, GatheredPackets
from ibpkt.analysis.columns.path_facts import PATH_NAMES
from ibpkt.analysis.runs import waiting_reads
from ibpkt.analysis.state.forms import MOST, Form, KeptPart, Number, check_bounds, expect
from ibpkt.analysis.state.kept_runs import HALF, PATH_MTUS
from ibpkt.analysis.state.state_file import StateArrays
from ibpkt.analysis.streams import waiting_packets
from ibpkt.analysis.streams.assigned import FlowPackets

#: what the columns of packets may be; others are not negative, and have 32 bits at most
_USUAL = (0, (1 << 32) - 1)
_PATH = [f"{PATH}{name}" for name in PATH_NAMES]
_BOUNDS = {"frame": (1, MOST), "time": (-MOST, MOST), **dict.fromkeys(_PATH, (-1, (1 << 32) - 1))}


class Gathered(Form):
    """Packets by their columns; None for none.

    Args:
        most: how many they may be.
    """

    def __init__(self, most: int = waiting_packets.MOST) -> None:
        self._most = most

    def _save(self, value: GatheredPackets | None, place: str, arrays: StateArrays) -> Any:
        for name, column in value.saved().items() if value is not None else ():
            arrays.put(f"{place}/{name}", column)
        return 0 if value is None else len(value)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> GatheredPackets | None:
        count = Number(0, self._most).load(data, place, arrays)
        if not count:
            return None
        columns = {name: arrays.take(f"{place}/{name}", dtype) for name, dtype in KEPT.items()}
        if f"{place}/{_PATH[0]}" in arrays:
            columns |= {name: arrays.take(f"{place}/{name}", np.dtype(np.int64)) for name in _PATH}
        for name, column in columns.items():
            expect(len(column) == count, f"{place}/{name}")
            if column.dtype == np.int64:
                check_bounds(column, *_BOUNDS.get(name, _USUAL), f"{place}/{name}")
        expect((np.diff(columns["frame"]) > 0).all(), f"{place}/frame")
        return GatheredPackets.of(columns)


class HeldFlowPackets(Form):
    """Packets with what they belong to; None for none."""

    _columns = Gathered(waiting_reads.MOST)
    _belong: ClassVar[dict[str, tuple[int, int]]] = {
        "flow": (1, MOST), "row": HALF, "side": (0, 1), "half": (-1, HALF[1]),
    }  # fmt: skip

    def _save(self, value: FlowPackets | None, place: str, arrays: StateArrays) -> Any:
        if value is None:
            return 0
        for name in self._belong:
            arrays.put(f"{place}/of {name}", getattr(value, name).astype(np.int64))
        return self._columns.save(value.columns, place, arrays)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> FlowPackets | None:
        columns = self._columns.load(data, place, arrays)
        if columns is None:
            return None
        belong = {name: arrays.take(f"{place}/of {name}", np.int64) for name in self._belong}
        for name, bounds in self._belong.items():
            expect(len(belong[name]) == len(columns), f"{place}/of {name}")
            check_bounds(belong[name], *bounds, f"{place}/of {name}")
        return FlowPackets(columns, **belong)


WAITING = KeptPart({"packets": Gathered()}, ("_verify",))
READS = KeptPart({"path_mtus": PATH_MTUS, "held": HeldFlowPackets(), "given_up": Number(0)}, ("_streams",))
