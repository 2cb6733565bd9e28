"""Memory that commands announce, held against the requests that used it rightly."""

from __future__ import annotations

import struct

import numpy as np
import pytest

import ibpkt
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.columns.transport import BEGINS, HAS_REMOTE, REQUEST
from ibpkt.analysis.incidents.announced_keys import AnnouncedKeys
from ibpkt.traffic import Send, Write
from tests.analysis.incidents.exchange import Exchange, capture as made
from tests.analysis.incidents.test_exchanges import path
from tests.analysis.incidents.told import incidents
from tests.analysis.truth.counters import RECORDED
from tests.support.shared import capture, needs


def compared(path, batch):
    """How many requests use announced memory, and within its bounds, of all that name remote memory."""
    announced, expert, inside, every = AnnouncedKeys(), Expert(), 0, 0
    with ibpkt.open(path) as source:
        for packets in source.batches(max_packets=batch):
            found = expert.add(packets)
            columns = found.columns
            flows = found.flows[columns.rows]
            announced.add(columns, flows, found.requesters)
            for row in np.flatnonzero((HAS_REMOTE[columns.opcode] != 0) & BEGINS[columns.opcode]).tolist():
                if columns.kind[row] != REQUEST:
                    continue
                key, frame = int(columns.r_key[row]), int(columns.frame[row])
                told = announced.last(int(flows[row]), int(found.requesters[row]) ^ 1, key, frame)
                begin, end = int(columns.va[row]), int(columns.va[row]) + int(columns.dmalen[row])
                every += 1
                inside += told is not None and told.address <= begin and end <= told.address + told.size
            del packets, found, columns
    return inside, every


@pytest.mark.parametrize("batch", [50, 100_000])
def test_a_controller_uses_what_commands_have_announced(batch):
    inside, every = compared(capture("nvmeof.pcap"), batch)
    assert inside == every > 10


@needs(RECORDED)
@pytest.mark.parametrize("name", ["nvmeof_qd16_mix", "nvmeof_keyed_big", "nvmeof_mtu1024"])
def test_recorded_controllers_do(name):
    inside, every = compared(RECORDED / "upper" / f"{name}.pcap", 100_000)
    assert inside == every > 10


def test_others_announce_nothing():
    assert compared(capture("rc_write.pcap"), 100_000)[0] == 0


def refused(*steps):
    """The story of the incident of a controller whose request is refused.

    Args:
        steps: of the commands' life: "command", "response", "other response", "write" (which is refused).
    """
    host, controller = Exchange(path=path()), Exchange(path=path("10.0.0.2", "10.0.0.1"), ends=(0x11, 0x12))
    key, address = controller.region.r_key ^ 0x100, controller.region.address
    for step in steps:
        host.now = controller.now = max(host.now, controller.now) + 100_000
        match step:
            case "command":
                assert host.ask(Send(capsule(7, address, 64, key))) == ["success"]
            case "response":
                assert controller.ask(Send(response(7))) == ["success"]
            case "other response":
                assert controller.ask(Send(response(8))) == ["success"]
            case "write":
                assert controller.ask(Write(bytes(64)), r_key=key) == ["remote-access-error"]
    (incident,) = [each for each in incidents(made(host, controller)) if each.cause == "access-refused"]
    return incident.sentence


def capsule(command, address, size, key):
    """A Write with a keyed data block (NVM Express Base 2.0, 3.3.3.1; RDMA Transport 1.0, 2.2.1)."""
    head = struct.pack("<BBHI16x", 1, 0x40, command, 1)
    return head + struct.pack("<Q", address) + size.to_bytes(3, "little") + struct.pack("<IB", key, 0x40) + bytes(24)


def response(command):
    """A response capsule of success (NVM Express Base 2.0, 3.3.3.2)."""
    return struct.pack("<8xHHHH", 1, 1, command, 0)


OVER = "that command was completed before, in packet "


def test_a_key_is_used_after_its_command_was_completed():
    sentence = refused("command", "other response", "response", "write")
    assert "announced this key for 64 bytes" in sentence
    assert f"{OVER}5" in sentence  # a SEND has an ACK each


@pytest.mark.parametrize(
    "steps", [("command", "write"), ("command", "other response", "write"), ("response", "command", "write")]
)
def test_a_key_is_used_in_time(steps):
    sentence = refused(*steps)
    assert "announced this key for 64 bytes" in sentence
    assert OVER not in sentence
