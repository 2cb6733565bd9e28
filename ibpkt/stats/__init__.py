"""Statistics of a capture: which packets it holds, who talks to whom, how much and when.

    from ibpkt.stats import Endpoints, Opcodes

    opcodes, endpoints = Opcodes(verify=True), Endpoints("ip", limit=10)
    with ibpkt.open("capture.pcap") as capture:
        for batch in capture.batches():
            opcodes.add(batch)
            endpoints.add(batch)
    print(opcodes.rows(), endpoints.rows())

Each kind is a `Statistic`: ``add`` counts a batch, ``rows`` gives flat rows under the names of ``columns``, and ``KEY``
is the name under which JSON lists them.  All need one pass and bounded memory.  A `SummedStatistic` takes what other
processes have counted, too.
"""

from ibpkt.stats.endpoints import Conversations, Endpoints
from ibpkt.stats.intervals import Intervals
from ibpkt.stats.opcodes import Opcodes
from ibpkt.stats.protocols import Protocols
from ibpkt.stats.statistic import Statistic, SummedStatistic

__all__ = ["Conversations", "Endpoints", "Intervals", "Opcodes", "Protocols", "Statistic", "SummedStatistic"]
