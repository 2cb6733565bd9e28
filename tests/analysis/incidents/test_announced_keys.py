"""Memory that commands announce, held against the requests that used it rightly."""

from __future__ import annotations

import numpy as np
import pytest

import ibpkt
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.columns.transport import BEGINS, HAS_REMOTE, REQUEST
from ibpkt.analysis.incidents.announced_keys import AnnouncedKeys
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
