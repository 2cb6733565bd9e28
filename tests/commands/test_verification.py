"""A response whose ICRC is wrong did not arrive, unless nobody verifies ICRCs."""

import pytest

from ibpkt import traffic
from ibpkt.batch import Batch
from ibpkt.commands import CommandFollower
from ibpkt.commands.explained_commands import ExplainedCommands

COMPLETION = 16


@pytest.mark.parametrize("kind", [CommandFollower, ExplainedCommands])
@pytest.mark.parametrize(
    ("options", "outcome"), [({}, "open"), ({"verify": True}, "open"), ({"verify": False}, "answered")]
)
def test_a_damaged_response(kind, options, outcome):
    """It is the last packet: no acknowledgement behind it says that it arrived all the same."""
    scene = traffic.Traffic(3, workload="nvme", operations="Read=1", sizes=4096, pmtu=4096, messages=6, queue_depth=1)
    packets = [packet for batch in scene.batches() for packet in batch]
    last = max(number for number, packet in enumerate(packets) if len(packet.payload) == COMPLETION)
    data = [bytearray(packet.data) for packet in packets[: last + 1]]
    data[last][-1] ^= 1
    source, batch = kind(**options), Batch.of([bytes(each) for each in data], packets[0].link)
    commands = [*source.add_table(batch), *source.finish()]
    assert [command.outcome for command in commands] == [*5 * ["answered"], outcome]
