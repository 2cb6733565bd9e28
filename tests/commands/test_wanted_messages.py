"""An analyser that makes only the messages in which commands can be: the commands are the same."""

import random

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

FLOWS = (0, 1, 2, 3, 5, 9, 40)
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


def test_any_calls_against_sets():
    """Which flows are wanted: a model with sets of the flows that talk, that carry nothing, and that came too late."""
    chance = random.Random(1)
    for _ in range(60):
        choice, talking, ignored, closed = WantedMessages(), set(), set(), None
        for _ in range(12):
            what = chance.choice(("note", "choose", "choose", "ignore", "close", "reopen"))
            flow, operation = chance.choice(FLOWS), chance.choice((SEND, WRITE))
            if what == "note":
                choice.note_requests(np.array([flow]), np.array([operation]))
                talking |= {flow} if operation == SEND else set()
            elif what == "ignore":
                choice.ignore(flow)
                ignored.add(flow)
            elif what == "close":
                choice.close(flow)
                closed = flow if closed is None else closed
            elif what == "reopen":
                choice.reopen()
                ignored = {each for each in ignored if closed is None or each <= closed}
                closed = None
            flows = [chance.choice(FLOWS) for _ in range(chance.randint(0, 4))] if what == "choose" else []
            operations, immediate = (
                [chance.choice((SEND, WRITE)) for _ in flows],
                [chance.choice((-1, 0)) for _ in flows],
            )
            talking |= {
                each for each, operation, number in zip(flows, operations, immediate, strict=True)
                if operation == SEND or number >= 0
            }  # fmt: skip
            unwanted = {each for each in FLOWS if each in ignored or (closed is not None and each > closed)}
            found = choice.choose(*(np.array(each, np.int64) for each in (flows, operations, immediate)))
            chosen = {each for each, is_chosen in zip(flows, found.tolist(), strict=True) if is_chosen}
            assert chosen == (set(flows) & talking) - unwanted
            assert [each for each in FLOWS if not choice.wants(each)] == sorted(unwanted)
            assert choice.may_choose(np.array(FLOWS)).tolist() == [each not in unwanted for each in FLOWS]
