"""The model answers recorded requests as the kernel did, but for differences that are named here.

The kernel (Linux' rxe) goes its own way where the specification is silent or it has a defect:

* It acknowledges every duplicate, the model those that ask for it (IBA 1, 9.7.5.1.2: ACKs may be sent unasked).
* Behind an RNR NAK it sends a sequence NAK as well, which IBA 1, 9.7.5.2.8 does not know.
* A SEND that is longer than its receive request is a Remote Operational Error to it, a length error is an Invalid
  Request in IBA 1, 9.7.4.1.6.
* It does not answer a duplicate FLUSH (6.12), so that a lost answer would never be made good.
* It acknowledges a SEND that invalidates a key that is no window's, and fails silently afterwards.
"""

from __future__ import annotations

import pytest

from tests.support.model_replay import answer, differences, recorded, replay, responder_of, rnr_verdict, timer_code
from tests.support.shared import CAPTURES, capture, needs

UNASKED = "a duplicate acknowledged unasked"
OTHER_CODE = "NAK Remote Operational Error for NAK Invalid Request"
BEHIND_RNR = "a sequence NAK behind an RNR NAK"
LOST_ACK = "the model alone: RC Acknowledge"
LOST_READ = "the model alone: RC RDMA READ response Only"

#: capture, whether the server answers, options of the model, differences
RUNS = [
    ("atomic_cmp_swap.pcap", True, {}, {}),
    ("atomic_fetch_add.pcap", True, {}, {}),
    ("bidir_sends.pcap", True, {}, {}),
    ("bidir_sends.pcap", False, {}, {}),
    ("corrupt_write.pcap", True, {}, {}),  # damaged packets are dropped silently
    ("ecn_marked_netem.pcap", True, {}, {UNASKED: 56}),
    ("ipv6_write_bw.pcap", True, {}, {}),
    ("loss_ack_10pct.pcap", True, {}, {LOST_ACK: 2}),  # netem lost two before the tap
    ("loss_write_3pct.pcap.gz", True, {}, {UNASKED: 70}),
    ("mix_all_ops.pcap", True, {}, {}),
    ("nak_invalid_qp_noread.pcap", True, {"access": ["write"]}, {}),
    ("nak_remote_access_noperm.pcap", True, {"region_access": ["read"]}, {}),
    ("nak_remote_access_read_rkey.pcap", True, {}, {}),
    ("nak_remote_access_write_rkey.pcap", True, {}, {}),
    ("nak_send_too_long.pcap", True, {"receives": 0, "receive_sizes": [1000]}, {OTHER_CODE: 1}),
    ("psn_wrap.pcap", True, {}, {}),
    ("rc_read.pcap", True, {}, {}),
    ("rc_send.pcap", True, {}, {}),
    ("rc_write.pcap", True, {}, {}),
    ("send_imm.pcap", True, {}, {}),
    ("tclass_dscp26_ect0.pcap", True, {}, {}),
    ("vlan_write.pcap", True, {}, {}),
    ("write_imm.pcap", True, {}, {}),
]


@pytest.mark.parametrize(
    ("name", "to_server", "options", "expected"),
    RUNS,
    ids=[f"{run[0]}-{'server' if run[1] else 'client'}" for run in RUNS],
)
def test_answers_are_the_kernels(name, to_server, options, expected):
    run = recorded(capture(name), to_server)
    assert run.requests
    kernel = [answer(packet) for packet in run.answers if packet.icrc.status == "good"]
    assert kernel
    assert differences(kernel, replay(run, responder_of(run, **options))) == expected


def test_a_receive_queue_that_is_empty():
    run = recorded(capture("rnr_recover.pcap"))
    model = responder_of(run, receives=0, rnr_timer=timer_code(run))
    answers = replay(run, model)
    assert sum(each.verdict == rnr_verdict(timer_code(run)) for each in answers) > 10
    assert set(differences([answer(packet) for packet in run.answers], answers)) == {BEHIND_RNR}
    assert [each.size for each in model.completions] == [wc["bytes"] for wc in run.completions]


#: captures of Linux 6.12: name, options, differences
LATER_KERNEL = [
    ("atomic_write", {}, {}),
    ("awrite_bad_rkey", {}, {}),
    ("awrite_no_mr_access", {"region_access": ["read"]}, {}),
    ("awrite_out_of_region", {}, {}),
    ("awrite_post_send_16", {}, {}),
    ("dup10_on_wire", {}, {LOST_READ: 1}),  # the duplicate FLUSH
    ("flush_bad_rkey", {}, {}),
    ("flush_global_mr", {}, {}),
    ("flush_ipv6", {}, {}),
    ("flush_matrix", {}, {}),
    ("flush_no_mr_access", {"region_access": ["read", "write", "atomic"]}, {}),
    ("flush_out_of_region", {}, {}),
    ("flush_persistent_mr", {}, {}),
    ("loss3_requests_before_tap", {}, {}),
    ("loss5_paced", {}, {}),
    ("mixed_all", {}, {}),
    ("ordered_log", {}, {}),
    ("unsignaled", {}, {}),
    ("write_flush_awrite", {}, {}),
]
FLUSH = CAPTURES / "recorded" / "flush"


@needs(FLUSH)
@pytest.mark.parametrize(("name", "options", "expected"), LATER_KERNEL, ids=[run[0] for run in LATER_KERNEL])
def test_answers_are_those_of_a_later_kernel(name, options, expected):
    """It computes the ICRC of a FLUSH wrongly, so that the model must not look at it."""
    run = recorded(FLUSH / f"{name}.pcap")
    kernel = [answer(packet) for packet in run.answers]
    assert kernel
    assert differences(kernel, replay(run, responder_of(run, check_icrc=False, **options))) == expected


@pytest.mark.parametrize("name", ["send_imm.pcap", "mix_all_ops.pcap", "psn_wrap.pcap", "write_imm.pcap"])
def test_receive_requests_are_completed_as_the_kernels(name):
    run = recorded(capture(name))
    model = responder_of(run)
    replay(run, model)
    theirs = [
        (wc["bytes"], int(wc["imm_or_inv"], 16) if wc["flags"] & 2 else None)
        for wc in run.completions
        if wc["status"] == 0
    ]
    assert theirs
    assert [
        (each.size, None if each.immediate is None else int.from_bytes(each.immediate, "big"))
        for each in model.completions
    ] == theirs
