"""An analyser that makes only the messages in which commands can be: the commands are the same."""

import numpy as np
import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.analysis.analyser import Analyser
from ibpkt.commands import CommandFollower
from ibpkt.commands.connection_watch import LOOKED_AT
from ibpkt.commands.wanted_messages import WantedMessages
from ibpkt.protocols import OPERATIONS
from ibpkt.traffic.scene import START
from tests.support.shared import OWN

SEND, WRITE = OPERATIONS.index("SEND"), OPERATIONS.index("WRITE")


def followed(batches, analyser=None, choice=None):
    follower, found = CommandFollower(analyser=analyser, choice=choice), []
    for batch in batches:
        if analyser is None:
            found += follower.add(batch)
        else:
            found += follower.follow(batch, analyser.add(batch))
    found += follower.finish()
    return found, list(follower.connections())


@pytest.mark.parametrize("name", ["nvmeof", "nfs_rdma", "iser", "rc_send"])
def test_the_commands_of_captures_are_the_same(name):
    results = []
    for analyser in (None, Analyser()):
        with ibpkt.open(OWN / f"{name}.pcap") as capture:
            results.append(followed(capture.batches(max_packets=50), analyser))
    assert results[0] == results[1]
    assert bool(results[0][0]) == (name != "rc_send")


def test_a_queue_that_begins_after_many_other_messages(tmp_path):
    """Its first SENDs are looked at although other flows are given up already."""
    path = tmp_path / "both.pcap"
    plain = traffic.Traffic(1, operations="SEND=1", messages=3 * LOOKED_AT, sizes=(1, 900))
    queue = traffic.Traffic(2, workload="nvme", messages=50, pmtu=4096, start=START + 10**10)
    with ibpkt.create(path, link="ethernet") as out:
        for scene in (plain, queue):
            for batch in scene.batches():
                out.write_batch(batch)
    with ibpkt.open(path) as capture:
        found, connections = followed(capture.batches())
    assert len(found) == 50
    assert [each.protocol for each in connections] == ["nvme"]


def test_what_is_wanted():
    choice = WantedMessages()
    flows, writes = np.array([1, 2, 3]), np.array([WRITE, WRITE, WRITE])
    none = np.full(3, -1)
    assert not choice.choose(flows, writes, none).any()
    assert choice.choose(flows, np.array([WRITE, SEND, WRITE]), none).tolist() == [False, True, False]
    assert choice.choose(flows, writes, none).tolist() == [False, True, False]
    choice.ignore(2)
    assert not choice.choose(flows, np.array([WRITE, SEND, WRITE]), none).any()
    assert choice.choose(np.array([100_000]), np.array([SEND]), none[:1]).tolist() == [True]
