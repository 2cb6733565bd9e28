"""Clean recordings: packets numbered in the plainest way make the analyser's messages, and those that were posted."""

from __future__ import annotations

import dataclasses
import json

import pytest

from tests.analysis.reassembly.recorded import both
from tests.analysis.truth.test_programs import PERFTEST, _program
from tests.support.shared import CAPTURES, capture

CLEAN = (
    "bidir_sends", "psn_wrap", "nak_invalid_qp_noread", "nak_send_too_long", "rc_send",
    "nak_remote_access_write_rkey", "rc_write", "rping_ipv4", "rping_ipv6", "send_imm", "uc_send", "uc_write",
    "vlan_write", "write_imm", "guest_any_sll2", "nvmeof", "nfs_rdma",
)  # fmt: skip
UPPER = (
    "nfs_v3",
    "nfs_v41_server_restart",
    "nvmeof_qd1_mix",
    "srp_qd16",
    "false_random",
    "private_protocol",
    "rds_cong",
)


def rows(messages):
    return sorted((dataclasses.astuple(message) for message in messages), key=lambda row: row[:3])


@pytest.mark.parametrize("batch_size", [None, 50])
@pytest.mark.parametrize("name", CLEAN)
def test_the_same_messages(name, batch_size):
    found = both(capture(f"{name}.pcap"), batch_size)
    assert len(found.ours) > 0
    assert rows(found.ours) == rows(found.theirs)
    assert found.faults == found.findings


@pytest.mark.parametrize("name", UPPER)
def test_the_same_messages_of_upper_layers(name):
    path = CAPTURES / "recorded" / "upper" / f"{name}.pcap"
    if not path.exists():
        pytest.skip(f"{name} is not beside this repository")
    found = both(path)
    assert len(found.ours) > 0
    assert rows(found.ours) == rows(found.theirs)


POSTED = ("bidir_sends", "guest_any_sll2", "psn_wrap", "send_imm", "uc_send", "vlan_write", "write_imm")


@pytest.mark.parametrize("name", POSTED)
def test_each_message_is_a_work_request(name):
    truth = json.loads(capture(f"{name}.truth.json").read_text(encoding="utf-8"))
    posted = [
        request for key in ("client_out", "server_out") for request in _program(truth[key])[1].values()
    ]  # fmt: skip
    messages = both(capture(f"{name}.pcap")).ours
    found = [(each.kind, each.size, each.address, each.r_key, each.immediate) for each in messages]
    assert sorted(map(repr, found)) == sorted(repr(tuple(request)) for request in posted)


@pytest.mark.parametrize("name", sorted(PERFTEST.keys() & set(CLEAN)))
def test_as_many_as_were_asked_for(name):
    kind, size, count = PERFTEST[name]
    messages = [message for message in both(capture(f"{name}.pcap")).ours if message.kind == kind]
    assert [message.size for message in messages] == [size] * count
    assert {message.outcome for message in messages} <= {"completed", "sent"}
