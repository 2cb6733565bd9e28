"""How packets that wait for a later one are kept (see `WaitingPackets`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibpkt.analysis.columns.gathered import KEPT, PATH, GatheredPackets
from ibpkt.analysis.columns.path_facts import PATH_NAMES
from ibpkt.analysis.state.forms import MOST, Form, KeptPart, Number, check_bounds, expect
from ibpkt.analysis.state.state_file import StateArrays
from ibpkt.analysis.streams import waiting_packets

#: what the columns of packets may be; others are not negative, and have 32 bits at most
_USUAL = (0, (1 << 32) - 1)
_PATH = [f"{PATH}{name}" for name in PATH_NAMES]
_BOUNDS = {"frame": (1, MOST), "time": (-MOST, MOST), **dict.fromkeys(_PATH, (-1, (1 << 32) - 1))}


class Gathered(Form):
    """Packets by their columns; None for none."""

    def _save(self, value: GatheredPackets | None, place: str, arrays: StateArrays) -> Any:
        for name, column in value.saved().items() if value is not None else ():
            arrays.put(f"{place}/{name}", column)
        return 0 if value is None else len(value)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> GatheredPackets | None:
        count = Number(0, waiting_packets.MOST).load(data, place, arrays)
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


WAITING = KeptPart({"packets": Gathered()}, ("_verify",))
