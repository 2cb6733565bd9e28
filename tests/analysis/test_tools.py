"""What perftest printed of its queue pairs is what the analyser says of the packets."""

from __future__ import annotations

import json
import re

import pytest

from tests.analysis.runs import recorded
from tests.shared import capture

#: scenario, operation, messages, bytes of each: its parameters
SCENARIOS = (
    ("loss_write_3pct", "WRITE", 60, 8192),
    ("loss_after_tap_write_4pct", "WRITE", 40, 8192),
    ("multi_qp_bidir", "WRITE", None, None),
)
_LINE = re.compile(
    r"(local|remote) address: LID \w+ QPN 0x(\w+) PSN 0x(\w+)(?: OUT 0x\w+)?(?: RKey 0x(\w+) VAddr 0x(\w+))?"
)


def _printed(name):
    truth = json.loads(capture(f"{name}.truth.json").read_text(encoding="utf-8"))
    return [
        (who, int(qpn, 16), int(psn, 16), key and int(key, 16), va and int(va, 16))
        for who, qpn, psn, key, va in _LINE.findall(truth["client_out"])
    ]


@pytest.mark.parametrize(("name", "kind", "count", "size"), SCENARIOS)
def test_queue_pairs_and_regions_are_those_that_were_printed(name, kind, count, size):
    result = recorded(capture(f"{name}.pcap"))
    printed = _printed(name)
    assert printed
    local = {qpn: psn for who, qpn, psn, *_ in printed if who == "local"}
    remote = {(key, va) for who, _, _, key, va in printed if who == "remote"}
    flows = [flow for flow in result.flows if flow.service == "RC"]
    assert len(flows) == len(local)
    for flow in flows:
        side = next(side for side in flow.sides if side.address == "192.168.77.2")
        assert side.first_psn == local[side.qpn]
    mine = {flow.number: flow.sides[0].address for flow in flows}
    for message in result.messages:
        sender = flows[[flow.number for flow in flows].index(message.flow)].sides[message.side].address
        assert message.kind == kind
        if sender == "192.168.77.2":
            keys = {key for key, _ in remote}
            assert message.r_key in keys
            assert any(key == message.r_key and va <= message.address < va + (1 << 24) for key, va in remote)
        if size:
            assert message.size == size
    if count:
        assert len(result.messages) == count
    assert set(mine.values()) <= {"192.168.77.1", "192.168.77.2"}


def test_connections_that_were_set_up_by_connection_management():
    result = recorded(capture("nvmeof_keepalive.pcap"))
    flows = [flow for flow in result.flows if flow.service == "RC"]
    assert flows
    assert all(flow.how == "cm" and flow.sure == 1.0 for flow in flows)
    assert {flow.carries for flow in flows} == {"TCP port 4420 (NVMe over Fabrics)"}
    assert all(flow.pmtu == 4096 for flow in flows)
