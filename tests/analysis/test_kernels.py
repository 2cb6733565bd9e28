"""What two Linux kernels counted while each capture was recorded is what the analyser counts in it.

The kernels run rxe.  The tap is the network interface of node 1.
"""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.analysis.runs import recorded
from tests.shared import CAPTURES, capture, needs

RECORDED = CAPTURES / "recorded"
#: the addresses of the nodes, as far as they are those of RoCE; other scenarios have others
NODES = {"node1": "192.168.77.1", "node2": "192.168.77.2"}
COUNTERS = (
    "sent_pkts", "rcvd_pkts", "duplicate_request", "out_of_seq_request", "rcvd_seq_err", "rcvd_rnr_err", "send_rnr_err",
)  # fmt: skip

#: where the analyser counts something else, and why
DIFFERENT = {
    # lost by the egress of node 2, or of node 1, before the tap
    ("loss_write_3pct", "node2", "sent_pkts"): (2756, 2652),
    ("loss_ack_10pct", "node1", "sent_pkts"): (40, 38),
    ("ud_loss_gap", "node2", "sent_pkts"): (12, 11),
    # one packet with a bad ICRC is dropped before rxe counts it: the flip hit the UDP header's neighbourhood
    ("corrupt_write", "node1", "rcvd_pkts"): (1150, 1151),
    # lost by the ingress of node 1, behind the tap; of those 36 would have been duplicates
    ("loss_after_tap_write_4pct", "node1", "rcvd_pkts"): (1855, 1939),
    ("loss_after_tap_write_4pct", "node1", "duplicate_request"): (316, 352),
    # rxe counts NAKs that acknowledge something, too (see the test below)
    ("loss_after_tap_write_4pct", "node2", "rcvd_seq_err"): (12, 14),
    ("loss_write_3pct", "node2", "rcvd_seq_err"): (21, 22),
    # sent to a queue pair in error, which counts nothing
    ("nak_remote_access_write_rkey", "node1", "rcvd_pkts"): (4, 6),
    ("nak_send_too_long", "node1", "rcvd_pkts"): (1, 4),
    # the link of node 1 is down: nothing that the tap sees arrives
    ("retry_exceeded_link_down", "node1", "rcvd_pkts"): (3, 27),
    ("retry_exceeded_link_down", "node1", "duplicate_request"): (0, 18),
    # behind an RNR NAK rxe sends a NAK for what follows; the requester, which waits, does not count it
    ("rnr_recover", "node2", "rcvd_seq_err"): (0, 18),
    ("rnr_perftest_rx8", "node2", "rcvd_seq_err"): (0, 46),
    # sent while the receiver was torn down
    ("rsocket_rstream", "node2", "rcvd_pkts"): (25, 26),
}


def _truths():
    return sorted(path.name.removesuffix(".truth.json") for path in RECORDED.glob("*.truth.json"))


def _counts(result, address):
    counts = Counter()
    for flow in result.flows:
        for mine, other in (flow.sides, flow.sides[::-1]):
            if mine.address == address:
                counts["sent_pkts"] += mine.packets
                counts["rcvd_pkts"] += other.packets - other.corrupt
                counts["duplicate_request"] += other.repeated
                counts["out_of_seq_request"] += mine.naks.get(0, 0)
                counts["rcvd_seq_err"] += other.naks.get(0, 0)
                counts["rcvd_rnr_err"] += other.rnrs
                counts["send_rnr_err"] += mine.rnrs
    return counts


@needs(RECORDED)
@pytest.mark.parametrize("name", _truths())
def test_counters_are_those_of_the_kernels(name):
    truth = json.loads(capture(f"{name}.truth.json").read_text(encoding="utf-8"))
    result = recorded(capture(f"{name}.pcap"), verify=True)
    if "vlan" in name or "ipv6" in name or "mckey" in name:
        pytest.skip("other addresses; the next test sums over all")
    for node, address in NODES.items():
        kernel = truth["hw_delta"].get(node, {})
        counts = _counts(result, address)
        for counter in COUNTERS:
            given = kernel.get(counter, 0)
            expected = DIFFERENT.get((name, node, counter), (given, given))
            assert (given, counts[counter]) == expected, (node, counter)


@needs(RECORDED)
@pytest.mark.parametrize("name", _truths())
def test_packets_of_all_flows_are_those_that_both_sent(name):
    if any(name == known for known, _, counter in DIFFERENT if counter == "sent_pkts"):
        pytest.skip("packets were lost before the tap")
    truth = json.loads(capture(f"{name}.truth.json").read_text(encoding="utf-8"))
    result = recorded(capture(f"{name}.pcap"), verify=True)
    sent = sum(truth["hw_delta"].get(node, {}).get("sent_pkts", 0) for node in NODES)
    assert sum(flow.packets for flow in result.flows) == sent


@pytest.mark.parametrize(
    ("name", "kernel", "more"),
    [
        ("loss_write_3pct", 21, 0),
        # of 14 NAKs that in packet 1531 acknowledges nothing; which other one rxe did not count is not known
        ("loss_after_tap_write_4pct", 12, 1),
    ],
)
def test_sequence_errors_that_rxe_counts(name, kernel, more):
    """rxe counts a NAK where it acknowledges something new."""
    result = recorded(capture(f"{name}.pcap"))
    naks = [finding for finding in result.findings if finding.kind.name == "nak-sequence"]
    assert sum(finding.facts["acknowledges"] > 0 for finding in naks) == kernel + more


@pytest.mark.parametrize("name", ["loss_write_3pct", "loss_after_tap_write_4pct"])
def test_every_repeated_request_is_answered_again(name):
    """rxe answers each request that it has executed before: so many answers are ghosts."""
    truth = json.loads(capture(f"{name}.truth.json").read_text(encoding="utf-8"))
    result = recorded(capture(f"{name}.pcap"))
    assert result.kinds["ghost-ack"] == truth["hw_delta"]["node1"]["duplicate_request"]


def test_a_peer_that_is_gone():
    """retry_exceeded_err is 1: the first message of those that node 2 has sent to nobody."""
    result = recorded(capture("retry_exceeded_link_down.pcap"))
    assert result.kinds["unanswered"] == 1
    assert result.outcomes == {"completed": 1, "unanswered": 2}
    assert result.kinds["timeout"] == 3  # completer_retry_err


def test_a_receiver_that_is_late():
    """18 RNR NAKs, each with a wait of 20.48 ms that is waited for; then success."""
    result = recorded(capture("rnr_recover.pcap"))
    assert result.kinds["rnr-nak"] == result.kinds["rnr-retry"] == 18
    assert result.outcomes == {"completed": 3}
    assert sum(message.refusals for message in result.messages) == 18
    assert "lost" not in result.kinds


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("nak_invalid_qp_noread", 1),
        ("nak_remote_access_noperm", 2),
        ("nak_remote_access_read_rkey", 2),
        ("nak_remote_access_write_rkey", 2),
        ("nak_send_too_long", 3),
    ],
)
def test_refused(name, code):
    result = recorded(capture(f"{name}.pcap"))
    (refused,) = [message for message in result.messages if message.outcome == "refused"]
    assert refused.nak == code
    assert result.kinds["nak-refused"] == 1
    assert [flow.ended for flow in result.flows if flow.service == "RC"] == ["refused"]


CLEAN = ("mix_all_ops", "psn_wrap", "nfs_rdma", "nvmeof_keepalive", "iser", "multi_qp_bidir", "bidir_sends", "rc_read")


@pytest.mark.parametrize("name", CLEAN)
def test_nothing_is_found_where_nothing_went_wrong(name):
    result = recorded(capture(f"{name}.pcap"), verify=True)
    assert result.findings == []
    assert set(result.outcomes) <= {"completed", "sent"}


def test_datagrams_that_were_lost():
    """Node 2 has sent 12, and 11 came to the tap."""
    result = recorded(capture("ud_loss_gap.pcap"))
    (gap,) = [finding for finding in result.findings if finding.kind.name == "datagram-gap"]
    assert gap.facts["count"] == 1
