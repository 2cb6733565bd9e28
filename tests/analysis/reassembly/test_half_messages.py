"""What a capture gives to messages: responses that are whole, and those that it has cut off."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ibpkt.analysis.reassembly.half_messages import HalfMessages
from ibpkt.analysis.reassembly.kinds import MESSAGE_INCOMPLETE, MESSAGE_ORDER, MessageFault
from ibpkt.analysis.reassembly.message_rows import COMPLETED, UNKNOWN
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.waiting_reads import WaitingReads
from tests.analysis.streams.reused import BACK, FORTH
from tests.support.analysis_runs import run
from tests.support.exchanges import READ_ONLY, A, ask, batches, read, tell


def _cut(packet):
    """The same packet, without the last bytes of its AETH."""
    return SimpleNamespace(data=packet.data[:56], link=packet.link)


@pytest.mark.parametrize("size", [None, 1])
@pytest.mark.parametrize(("given", "wrong"), [(8, 0), (4, 1), (12, 1)])
def test_the_length_of_a_response(given, wrong, size):
    """A READ of eight bytes.  Of a response that is cut in its headers it is not known how many bytes it had."""
    response = tell(1, 1, opcode=READ_ONLY, size=given)
    asks = [read(0), tell(0, 0, opcode=READ_ONLY, size=8), read(1)]
    assert run(batches([*asks, response], size)).kinds == ({"response-length": wrong} if wrong else {})
    assert run(batches([*asks, _cut(response)], size)).kinds == {}


@pytest.mark.parametrize(("payload", "wanted"), [(True, [False, False, True, True, False, False]), (False, None)])
def test_both_halves_of_a_flow_may_have_messages_that_are_wanted(payload, wanted):
    """Packets that carry payload are only listed for those."""
    streams = SimpleNamespace(columns=SimpleNamespace(flows={"number": np.array([4, 5, 6])}))
    choice = SimpleNamespace(may_choose=lambda numbers: numbers == 5)
    messages = HalfMessages(
        streams, HalfTable(), WaitingReads(streams), messages=True, payload=payload, choice=choice
    )  # fmt: skip
    chosen = messages._wanted_halves()
    assert (chosen if chosen is None else chosen.tolist()) == wanted


def test_messages_say_which_side_of_which_flow_has_asked():
    """Two flows, in both of which both sides ask."""
    others = {"source": A, "target": ("10.0.0.3", 0x33)}, {"source": ("10.0.0.3", 0x33), "target": A}
    packets = []
    for forth, back in ((FORTH, BACK), others):
        packets += [ask(5, **forth), tell(5, 1, **back), ask(70, **back), tell(70, 1, **forth), ask(6, **forth)]
    told = run(batches(packets)).messages
    flows = {1: 1, 3: 1, 5: 1, 6: 2, 8: 2, 10: 2}  # by first packet
    numbers = sorted({each.flow for each in told})
    assert {each.first_frame: numbers.index(each.flow) + 1 for each in told} == flows
    assert {each.first_frame: each.side for each in told} == {1: 0, 3: 1, 5: 0, 6: 0, 8: 1, 10: 0}


@pytest.mark.parametrize(
    ("kind", "unfollowed", "told"),
    [
        (MESSAGE_INCOMPLETE, 0, True), (MESSAGE_INCOMPLETE, 1, False), (MESSAGE_INCOMPLETE, 9, False),
        (MESSAGE_INCOMPLETE, 10, True), (MESSAGE_ORDER, 1, True),
    ],
)  # fmt: skip
def test_of_what_is_not_followed_any_more_no_message_is_incomplete(kind, unfollowed, told):
    """It is only counted from the packet on from which its half is not followed; what else is wrong is reported."""
    columns = SimpleNamespace(then=lambda halves, frames: (halves >> 1, halves & 1))
    streams, halves = SimpleNamespace(columns=columns), HalfTable()
    halves.reserve(6)
    halves["unfollowed"][5] = unfollowed
    messages = HalfMessages(streams, halves, WaitingReads(streams), messages=False, payload=False)
    messages.reassembly.faults.append(MessageFault(kind, 5, 9, 90, 1, {}))
    found = messages._faults()
    assert [(each.frame, each.time, each.flow, each.subject.side) for each in found] == [(9, 90, 2, 1)] * told


def test_halves_whose_messages_nobody_answered():
    """A finding for each of them, of its flow and side, with the first PSN and how many they are."""
    streams = SimpleNamespace(columns=SimpleNamespace(flows={"number": np.array([7, 8, 9])}))
    messages = HalfMessages(streams, HalfTable(), WaitingReads(streams), messages=False, payload=False)
    rows = [(1, 4, 0, UNKNOWN), (3, 5, 0, COMPLETED), (3, 6, 0, UNKNOWN), (3, (1 << 24) + 3, 9, UNKNOWN)]
    rows.append((4, 2 << 24, 12, UNKNOWN))
    names = ("half", "first", "first_frame", "outcome")
    left = {name: np.array(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}
    left["start"] = 10 * left["first_frame"]
    found = messages._unanswered(left, [3, 4])
    assert [(each.frame, each.time, each.flow, each.subject.side, each.facts) for each in found] == [
        (0, 0, 8, 1, {"count": 2, "psn": 6}), (12, 120, 9, 0, {"count": 1, "psn": 0})
    ]  # fmt: skip
    assert messages._unanswered(left, []) == []
