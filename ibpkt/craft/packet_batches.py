"""Single packets gathered into batches, as what writes or renders packets takes them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import numpy as np

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from ibpkt.packet import Packet

#: packets in a batch, at most
AT_A_TIME = 512


@checked
def packet_batches(packets: Iterable[Packet]) -> Iterator[Batch]:
    """Packets in batches, with their times, lengths on the wire and comments, numbered from 1.

    Args:
        packets: in their order; neighbours of one link type go into one batch.

    Raises:
        CallerError: a packet has no link type.
    """
    first = previous = None
    number = 1
    for (link, roce_port), run in itertools.groupby(packets, key=lambda packet: (packet.link, packet.roce_port)):
        if not isinstance(link, int):
            raise CallerError(f"a packet that begins with {link.name} has no link type; say link=")
        while some := list(itertools.islice(run, AT_A_TIME)):
            batch = Batch.of([packet.data for packet in some], link, roce_port=roce_port)
            frames = batch.frames
            frames.first = number
            frames.wirelen = np.array([packet.wirelen for packet in some], np.int64)
            frames.time = np.array([packet.time or 0 for packet in some], np.int64)
            frames.comments = {row: packet.comments for row, packet in enumerate(some) if packet.comments}
            first = int(frames.time[0]) if first is None else first
            frames.first_time, frames.previous_time = first, first if previous is None else previous
            previous = int(frames.time[-1])
            number += len(some)
            yield batch
