"""What messages carried and what memory holds after them, for tests."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.verbs.memory_image import MemoryImages
from ibpkt.analysis.verbs.memory_regions import MemoryRegions
from ibpkt.analysis.verbs.payload import WITH_PAYLOAD, Payloads


class Rebuilt:
    """Everything that messages of some batches carried, and the memory that follows from it."""

    def __init__(self, batches):
        self.images, self.memory = MemoryImages(), MemoryRegions()
        self.carried, self.messages, self.lacking = {}, [], []
        analyser = Analyser(payload=True, verify=True)
        with Payloads() as payloads:
            for batch in batches:
                payloads.take(batch)
                self._end(analyser, analyser.add(batch), payloads)
                payloads.put_away()
            self._end(analyser, analyser.finish(), payloads)

    def _end(self, analyser, found, payloads):
        ended = {flow.number: flow for flow in found.flows}
        for message in found.messages:
            flow = analyser.flow(message.flow) or ended[message.flow]
            owner = flow.sides[1 - message.side].address
            carried = payloads.of(message, flow.pmtu) if message.kind in WITH_PAYLOAD else None
            self.messages.append(message)
            self.memory.add(message, owner)
            atomic = payloads.atomic(message) if message.kind == "ATOMIC" else None
            self.images.take(message, owner, carried, atomic)
            if carried is not None and carried.whole:
                data = b"".join(piece for _, piece in carried.pieces())
                self.carried[message.first_psn, message.kind, message.size] = data
            elif carried is not None:
                self.lacking.append((message, carried))

    def known(self, region):
        """Pairs of address and byte."""
        data, known = map(
            b"".join, zip(*self.images.read(region.owner, region.r_key, region.address, region.size), strict=True)
        )
        return data, np.frombuffer(known, np.uint8).astype(bool)
