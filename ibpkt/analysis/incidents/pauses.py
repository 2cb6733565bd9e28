"""Pauses of ports, and the flows that stood still meanwhile.

A flow stood still if it sent to the port before the pause and behind it, and nothing while it lasted.  Which flow has
caused the pause does not show at one tap.

Source: IEEE 802.1Qbb; IEEE 802.3, annex 31B.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.incidents.ethernet_addresses import ethernet_addresses
from ibpkt.arrays import Ints

#: pauses of a batch whose victims are sought
MOST = 256
#: how much longer than the pause before it, and behind it, a flow is looked for
AROUND = 4


class PauseSpan(NamedTuple):
    """A pause that is over.

    Attributes:
        sender: the address of the port, as texts show it.
        start, end: nanoseconds since the epoch.
    """

    sender: str
    start: int
    end: int


def victims(pause: PauseSpan, columns: Transport, flows: Ints) -> list[int]:
    """The flows that stood still during a pause, as far as a batch shows it.

    Args:
        pause: the pause.
        columns: the packets of the batch that have a BTH.
        flows: the number of each one's flow, 0 for none.
    """
    time = columns.time
    length = pause.end - pause.start
    near = (time >= pause.start - AROUND * length) & (time <= pause.end + AROUND * length) & (flows > 0)
    rows = np.flatnonzero(near)
    if not len(rows) or length <= 0:
        return []
    to_port = np.array([address == pause.sender for address in ethernet_addresses(columns, rows, "dst")], np.bool_)
    rows = rows[to_port]
    before, behind = time[rows] < pause.start, time[rows] > pause.end
    moved = set(np.unique(flows[rows[~before & ~behind]]).tolist())
    still = set(np.unique(flows[rows[before]]).tolist()) & set(np.unique(flows[rows[behind]]).tolist())
    return sorted(still - moved)
