"""What incidents did to storage commands, for the screen of ``ibpkt expert``.

Commands need the messages of a capture, which findings do without; so a capture that has both trouble and a storage
protocol is read again.
"""

from __future__ import annotations

from collections.abc import Sequence

from ibpkt.analysis.incidents import Incident
from ibpkt.analysis.results.finding import Severity
from ibpkt.cli.analysis_batches import BATCH_BYTES, BATCH_PACKETS
from ibpkt.cli.files import Files
from ibpkt.commands.command_effects import CommandEffect, CommandEffects
from ibpkt.io.source import Capture

#: packets of a capture that is read again: the time for more is felt
MOST = 1_000_000


def effects(inputs: Files, capture: Capture, incidents: Sequence[Incident], packets: int) -> list[CommandEffect]:
    """What each incident did to commands.

    Args:
        inputs: the captures.
        capture: the current one, which was read to its end.
        incidents: of it.
        packets: how many it has.

    Returns:
        As many as there are incidents; none where the capture has no commands, or is not read again.
    """
    # connection management has named a service: "TCP port 4420 (NVMe over Fabrics)"
    serves = any("(" in each.carries and each.severity >= Severity.WARNING for each in incidents)
    if not serves or packets > MOST or inputs.once:
        return []
    from ibpkt.commands.follower import CommandFollower  # late: most captures do without

    follower, last = CommandFollower(), 0
    found = CommandEffects(follower)
    with inputs.opened_again(capture) as again:
        for batch in again.batches(max_packets=BATCH_PACKETS, max_bytes=BATCH_BYTES):
            last = max(last, int(batch.frames.time.max()))
            found.add(follower.add(batch))
            del batch  # its buffer is used again for the next
    found.add(follower.finish())
    return [found.of(incident, last) for incident in incidents]
