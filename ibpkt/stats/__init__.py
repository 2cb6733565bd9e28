"""Statistics of a capture: what is in it, who talks, how much and when.

    from ibpkt.stats import Endpoints, Opcodes

    opcodes, endpoints = Opcodes(verify=True), Endpoints("ip", limit=10)
    with ibpkt.open("capture.pcap") as capture:
        for batch in capture.batches():
            opcodes.add(batch)
            endpoints.add(batch)
    print(opcodes.rows(), endpoints.rows())

Each kind is a class with the same members (`Statistic`): ``add`` counts a batch, ``rows`` gives flat rows under the
names of ``columns``, ``KEY`` is the name under which JSON lists them.  One pass, and bounded memory.
"""

from ibpkt.stats.endpoints import Conversations, Endpoints
from ibpkt.stats.intervals import Intervals
from ibpkt.stats.opcodes import Opcodes
from ibpkt.stats.protocols import Protocols
from ibpkt.stats.tally import Statistic

__all__ = ["Conversations", "Endpoints", "Intervals", "Opcodes", "Protocols", "Statistic"]
