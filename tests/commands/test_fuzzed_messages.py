"""Every protocol takes any messages: real ones, mutated, in any order, with READs and WRITEs between them."""

import functools

import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt.analysis.results.message import Message
from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.recognition import CarriedProtocol, RemarkingRule
from tests.commands.false_claims import messages_of
from tests.support.shared import OWN

#: bytes with which messages of the protocols begin, where no capture of the repository has them
BEGINNINGS = {
    "iser": [
        bytes((0x10, 0, 0, 0)).ljust(28, b"\0") + bytes((opcode,)).ljust(48, b"\0") for opcode in (1, 3, 0x21, 0x3F)
    ],
    "srp": [bytes((kind,)).ljust(size, b"\0") for kind, size in ((0x02, 48), (0xC1, 36), (0x01, 64), (0x80, 48))],
}


@functools.cache
def heads(name):
    """Messages of a protocol."""
    if name in ("nvme", "nfs"):
        return [head for head, _ in messages_of(name)]
    found = list(BEGINNINGS.get(name, [bytes(64)]))
    for path in OWN.glob(f"*{name}*.pcap"):
        with ibpkt.open(path) as capture:
            found += [bytes(packet.payload) for batch in capture.batches() for packet in batch if packet.payload][:100]
    return found


@st.composite
def messages(draw, name):
    """One message, with its first bytes."""
    data = bytearray(draw(st.one_of(st.sampled_from(heads(name)), st.binary(max_size=200))))
    for _ in range(draw(st.integers(0, 4))):
        if data:
            data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    data = data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data
    kind = draw(st.sampled_from(("SEND", "SEND", "SEND", "READ", "WRITE", "ATOMIC")))
    key, address = draw(st.integers(0, 3)), draw(st.integers(0, 1 << 64))
    size = draw(st.one_of(st.just(len(data)), st.none(), st.integers(0, 1 << 31)))
    return draw(st.integers(0, 1)), kind, bytes(data), size, key, address


@pytest.mark.sweep
@pytest.mark.parametrize("name", sorted(PROTOCOLS))
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_any_messages(name, data):
    """Nothing is raised; every command is handed out once; all of it is bounded by the messages."""
    protocol = PROTOCOLS[name]
    rule = protocol.rule(1, CarriedProtocol(name, "told", data.draw(st.sampled_from((None, 0, 1)))), None)
    given_messages = data.draw(st.lists(messages(name), max_size=12))
    found = []
    for number, (side, kind, head, size, key, address) in enumerate(given_messages, 1):
        message = Message(1, side, number, kind, "RC", 0, number, number * 100, 0, number, number * 100, size,
                          address=address, r_key=key, closed=number)  # fmt: skip
        if kind == "SEND":
            protocol.is_command(message, head)
        found += rule.take(message, head[: protocol.head])
    found += rule.finish(over=data.draw(st.booleans()))
    assert len({id(each) for each in found}) == len(found) <= len(given_messages)
    assert all(each.outcome in ("answered", "open", "unanswered") for each in found)
    if isinstance(rule, RemarkingRule):
        remarks = rule.remarks.fetch(name)
        assert len(remarks) <= 3 * len(given_messages)
        assert all(str(each).startswith(name) for each in remarks)
