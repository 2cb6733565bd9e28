"""What two Linux kernels counted while each capture was recorded is what the analyser counts in it.

The kernels run rxe.  The tap is the network interface of node 1.
"""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

import ibpkt
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import HAS_AETH, SERVICE_OF, transport
from tests.support.analysis_runs import recorded
from tests.support.shared import CAPTURES, capture, needs

RECORDED = CAPTURES / "recorded"
#: the addresses of the nodes: IPv4, in the VLAN, IPv6
NODES = {"node1": ("192.168.77.1", "192.168.100.1", "fd77::1"), "node2": ("192.168.77.2", "192.168.100.2", "fd77::2")}
#: the queue pair of multicast: both nodes are in the group, and rxe delivers to the sender, too
MULTICAST = 0xFFFFFF
COUNTERS = (
    "sent_pkts", "rcvd_pkts", "duplicate_request", "out_of_seq_request", "rcvd_seq_err", "rcvd_rnr_err", "send_rnr_err",
)  # fmt: skip

#: where the analyser counts something else, and why
DIFFERENT = {
    # lost by the egress of node 2, or of node 1, before the tap: as many as its queueing discipline has dropped
    ("loss_write_3pct", "node2", "sent_pkts"): (2756, 2652),
    ("loss_ack_10pct", "node1", "sent_pkts"): (40, 38),
    ("ud_loss_gap", "node2", "sent_pkts"): (12, 11),
    # packet 982: the flipped bit is in the destination MAC, so that the interface drops it, though its ICRC is right
    ("corrupt_write", "node1", "rcvd_pkts"): (1150, 1151),
    # 84 of 1939 were lost by the ingress of node 1, behind the tap
    ("loss_after_tap_write_4pct", "node1", "rcvd_pkts"): (1855, 1939),
    # packets 1531 and 101 or 1880, and packet 1472: see the completer below
    ("loss_after_tap_write_4pct", "node2", "rcvd_seq_err"): (12, 14),
    ("loss_write_3pct", "node2", "rcvd_seq_err"): (21, 22),
    # sent to a queue pair that is in error by then, which counts nothing: see test_behind_a_refusal
    ("nak_remote_access_write_rkey", "node1", "rcvd_pkts"): (4, 6),
    ("nak_send_too_long", "node1", "rcvd_pkts"): (1, 4),
    # the link of node 1 is down: nothing that the tap sees arrives, see test_a_peer_that_is_gone
    ("retry_exceeded_link_down", "node1", "rcvd_pkts"): (3, 27),
    # behind an RNR NAK rxe sends a NAK for what follows, which acknowledges nothing: see the completer below
    ("rnr_recover", "node2", "rcvd_seq_err"): (0, 18),
    ("rnr_perftest_rx8", "node2", "rcvd_seq_err"): (0, 46),
    # packet 50, which nobody answers: node 2 was closing its queue pair (DREQ in packet 51)
    ("rsocket_rstream", "node2", "rcvd_pkts"): (25, 26),
}


def _truths():
    return sorted(path.name.removesuffix(".truth.json") for path in RECORDED.glob("*.truth.json"))


def _counts(result, addresses):
    counts = Counter()
    for flow in result.flows:
        for mine, other in (flow.sides, flow.sides[::-1]):
            if mine.qpn == MULTICAST:
                counts["rcvd_pkts"] += other.packets
            if mine.address in addresses:
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
    for node, addresses in NODES.items():
        kernel = truth["hw_delta"].get(node, {})
        counts = _counts(result, addresses)
        for counter in COUNTERS:
            given = kernel.get(counter, 0)
            expected = DIFFERENT.get((name, node, counter), (given, given))
            assert (given, counts[counter]) == expected, (node, counter)


def _dropped(truth, node):
    """Packets that the queueing discipline of a node has dropped."""
    sums = []
    for when in ("before", "after"):
        netem = False
        total = 0
        for line in truth["counters"][node][when]["qdisc"]:
            if "qdisc" in line:
                netem = "netem" in line
            elif netem and "dropped" in line:
                total += int(re.search(r"dropped (\d+)", line)[1])
        sums.append(total)
    return sums[1] - sums[0]


@needs(RECORDED)
@pytest.mark.parametrize(("name", "node", "lacking"), [("loss_write_3pct", "node2", 104), ("ud_loss_gap", "node2", 1)])
def test_what_is_lacking_was_dropped_before_the_tap(name, node, lacking):
    """The queueing discipline has dropped as many, and other packets, too (ARP, TCP)."""
    truth = json.loads(capture(f"{name}.truth.json").read_text(encoding="utf-8"))
    assert lacking <= _dropped(truth, node) <= lacking + 3


def _packets(name):
    """Frame, PSN and syndrome (None for requests) of the packets of RC."""
    addresses = Addresses()
    with ibpkt.open(capture(f"{name}.pcap")) as source:
        for batch in source.batches():
            columns = transport(batch, addresses)
            good = ~columns.bad_icrc
            lists = (columns.frame, columns.psn, columns.syndrome, columns.opcode)
            for frame, psn, syndrome, opcode in zip(*(each[good].tolist() for each in lists), strict=True):
                if SERVICE_OF[opcode]:
                    yield frame, psn, syndrome if HAS_AETH[opcode] else None


def _counted(name, result):
    """The NAKs that rxe counts, those that it may count, and the others: its completer, replayed.

    A NAK is counted where it acknowledges something (`rxe_comp.c`, check_ack).  A work queue element is *posted* until
    the requester sends of it, and again from when it goes back; an answer that comes while the oldest is posted is
    dropped (get_wqe).  What the requester had sent when it took the answer, a tap at the other node does not know.
    """
    work = [[message.first_psn, message.last_psn, False] for message in result.messages]
    expected, last = work[0][0], -1
    counted, doubtful, never = [], [], []
    for frame, psn, syndrome in _packets(name):
        if syndrome is None:
            if psn <= last:  # the requester goes back
                for each in work:
                    each[2] = False
            last = psn
            for each in work:
                each[2] |= each[0] <= psn <= each[1]
            continue
        posted = False
        while work and psn > work[0][1]:
            posted |= not work[0][2]
            expected = max(expected, work.pop(0)[1] + 1)
        posted |= bool(work) and not work[0][2]
        if syndrome == 0x60 and psn > expected:
            (doubtful if posted else counted).append(frame)
            expected = psn
        elif syndrome == 0x60:
            never.append(frame)
        elif syndrome >> 5 == 0:
            expected = max(expected, psn + 1)
    return counted, doubtful, never


@pytest.mark.parametrize(
    ("name", "kernel", "doubtful", "never"),
    [
        # 1465 has acknowledged what 1472 acknowledges
        ("loss_write_3pct", 21, [], [1472]),
        # 1529 has acknowledged what 1531 does; and 101 or 1880 came when the oldest was posted
        pytest.param("loss_after_tap_write_4pct", 12, [101, 1880], [1531]),
        ("corrupt_write", 10, [], []),
    ],
)
def test_sequence_errors_that_rxe_counts(name, kernel, doubtful, never):
    counted, *others = _counted(name, recorded(capture(f"{name}.pcap")))
    assert others == [doubtful, never]
    assert len(counted) + bool(doubtful) == kernel


@pytest.mark.parametrize("name", ["rnr_recover", "rnr_perftest_rx8"])
def test_naks_behind_a_refusal_acknowledge_nothing(name):
    """Each bears the PSN of the RNR NAK before it, so that rxe does not count it."""
    refused = None
    for _, psn, syndrome in _packets(name):
        if syndrome is not None and syndrome >> 5 == 1:
            refused = psn
        elif syndrome == 0x60:
            assert psn == refused


@pytest.mark.parametrize(
    ("name", "uncounted"),
    # packets that were on their way when the queue pair went into error; what it refuses it does not count either
    [("nak_remote_access_write_rkey", {17, 18}), ("nak_send_too_long", {13, 14, 15})],
)
def test_behind_a_refusal(name, uncounted):
    result = recorded(capture(f"{name}.pcap"))
    (nak,) = [finding for finding in result.findings if finding.kind.name == "nak-refused"]
    behind = {frame for frame, psn, syndrome in _packets(name) if syndrome is None and psn > nak.facts["psn"]}
    assert behind == uncounted


def test_a_peer_that_is_gone():
    """retry_exceeded_err is 1: the first message of those that node 2 has sent to nobody."""
    result = recorded(capture("retry_exceeded_link_down.pcap"))
    assert not result.frames("duplicate_request")
    assert result.kinds["retries-exhausted"] == 1
    assert "unanswered" not in result.kinds
    assert result.outcomes == {"completed": 1, "unanswered": 1, "flushed": 1}
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
        pytest.param("nak_remote_access_noperm", 2),
        pytest.param("nak_remote_access_read_rkey", 2),
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
