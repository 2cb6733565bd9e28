"""The model's requester sends what the kernel's has sent, and takes its answers; UC and UD are received alike."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.protocols import OPCODES
from tests.support.model_replay import recorded, replay, responder_of, truth_lines
from tests.support.shared import capture

#: the work request codes of the verbs
MAKERS = {
    0: lambda post, **more: traffic.Write(post["len"], **more),
    1: lambda post, **more: traffic.Write(post["len"], imm=int(post["imm_or_inv"], 16), **more),
    2: lambda post, **more: traffic.Send(post["len"]),
    3: lambda post, **more: traffic.Send(post["len"], imm=int(post["imm_or_inv"], 16)),
    4: lambda post, **more: traffic.Read(post["len"], **more),
    5: lambda post, **more: traffic.CmpSwap(**more),
    6: lambda post, **more: traffic.FetchAdd(**more),
}


def shape(packet):
    """What does not depend on the contents of memory, nor on when an ACK is asked for."""
    reth = next(iter(packet.all("RETH")), None)
    return (
        OPCODES[packet.bth.opcode].name,
        packet.bth.psn,
        len(packet.payload),
        reth and (reth.va, reth.r_key, reth.dmalen),
        "ImmDt" in packet and packet.immdt.immdt,
    )


def posted(path):
    posts = [line["post"] for line in truth_lines(path, "client") if "post" in line]
    return [(MAKERS[post["op"]](post, address=int(post["raddr"], 16)), int(post["rkey"], 16)) for post in posts]


def requester_of(run, **options):
    ends = run.ends
    return traffic.Requester(
        qpn=int(ends["peer_qpn"], 16), peer_qpn=int(ends["local_qpn"], 16), first_psn=run.requests[0].bth.psn,
        pmtu=int(ends["mtu"]), path=run.requests[0], depth=1 << 8, window=1 << 12, **options,
    )  # fmt: skip


@pytest.mark.parametrize(
    "name", ["mix_all_ops.pcap", "psn_wrap.pcap", "vlan_write.pcap", "send_imm.pcap", "write_imm.pcap"]
)
def test_requests_are_the_kernels(name):
    path = capture(name)
    run = recorded(path)
    requester = requester_of(run)
    sent = []
    for request, r_key in posted(path):
        sent += requester.post(request, r_key=r_key)
    for answer in run.answers:
        sent += requester.receive(answer)
    assert [shape(packet) for packet in sent] == [shape(packet) for packet in run.requests]
    assert {each.outcome for each in requester.completions} == {"success"}
    assert requester.outstanding == 0
    reads = b"".join(each.data for each in requester.completions if each.request.operation.reads)
    assert reads == b"".join(packet.payload for packet in run.answers)


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("nak_remote_access_write_rkey.pcap", "remote-access-error"),
        ("nak_remote_access_noperm.pcap", "remote-access-error"),
        ("nak_invalid_qp_noread.pcap", "invalid-request"),
        ("nak_send_too_long.pcap", "remote-operational-error"),
    ],
)
def test_a_refusal_of_the_kernel(name, outcome):
    path = capture(name)
    run = recorded(path)
    requester = requester_of(run)
    for request, r_key in posted(path):
        requester.post(request, r_key=r_key)
    for answer in run.answers:
        assert requester.receive(answer) == []
    assert requester.completions[-1].outcome == outcome or [each.outcome for each in requester.completions][-2:] == [
        outcome,
        "flushed",
    ]
    assert requester.state == "ERR"


def test_rnr_naks_of_the_kernel():
    """20.48 ms after each RNR NAK everything is sent again, and in the end it is taken.

    The sequence NAKs behind them, which IBA 1, 9.7.5.2.8 does not know, would use up the model's retries.
    """
    path = capture("rnr_recover.pcap")
    run = recorded(path)
    requester = requester_of(run)
    for request, r_key in posted(path):
        requester.post(request, r_key=r_key, now=0)
    now = 0
    for answer in run.answers:
        refused = str(answer.aeth.verdict) == "RNR NAK 20.48 ms"
        if str(answer.aeth.verdict) == "NAK PSN Sequence Error":
            continue
        again = requester.receive(answer, now)
        if refused and requester.next_timeout is not None:
            assert again == []
            assert requester.tick(now + 20_479_999) == []
            now += 20_480_000
            assert [packet.bth.psn for packet in requester.tick(now)][:1] == [answer.bth.psn]
    assert [each.outcome for each in requester.completions] == ["success"] * 3


@pytest.mark.parametrize("name", ["uc_send.pcap", "uc_send_imm.pcap", "uc_write_imm.pcap"])
def test_unreliable_connections(name):
    run = recorded(capture(name))
    model = responder_of(run, service="UC")
    assert replay(run, model) == []
    theirs = [(wc["bytes"], int(wc["imm_or_inv"], 16) if wc["flags"] & 2 else None) for wc in run.completions]
    assert theirs
    assert [
        (each.size, each.immediate and int.from_bytes(each.immediate, "big")) for each in model.completions
    ] == theirs


@pytest.mark.parametrize("name", ["ud_send_imm.pcap", "ud_loss_gap.pcap"])
def test_datagrams(name):
    """The kernel counts 40 bytes of a GRH that it puts in front."""
    run = recorded(capture(name))
    q_key = int(run.ends["qkey"], 16)
    model = responder_of(run, service="UD", q_key=q_key)
    assert replay(run, model) == []
    theirs = [(wc["bytes"] - 40, wc["src_qp"]) for wc in run.completions]
    assert theirs
    assert [(each.size, each.source_qpn) for each in model.completions] == theirs


def test_a_link_that_is_down():
    """The kernel's requester gives up after as many retransmissions as the model's."""
    path = capture("retry_exceeded_link_down.pcap")
    run = recorded(path)
    requester = requester_of(run)
    for request, r_key in posted(path):
        requester.post(request, r_key=r_key, now=0)
    for answer in run.answers:
        requester.receive(answer)
    rounds = 0
    while requester.state == "RTS":
        rounds += bool(requester.tick(requester.next_timeout))
    assert rounds == 7
    assert next(each.outcome for each in requester.completions if each.outcome != "success") == "retry-exceeded"


def test_it_takes_bytes_and_packets_alike():
    run = recorded(capture("send_imm.pcap"))
    ours, theirs = responder_of(run), responder_of(run)
    for packet in run.requests:
        assert ours.receive(packet) == theirs.receive(packet.data)
    assert isinstance(ours.receive(run.requests[-1])[0], ibpkt.Packet)
