"""Exchanges of connection management: what the kernels' programs printed, and what nobody has recorded."""

from __future__ import annotations

import json
import re

import pytest

import ibpkt
from ibpkt.batch import Batch
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import draft
from ibpkt.management import Connection, Connections, connections
from ibpkt.management.alternates import PATHS
from ibpkt.management.cm_connections import FRAMES
from ibpkt.protocols import ETHERNET
from tests.support.shared import capture


def found(name: str) -> list[Connection]:
    with ibpkt.open(capture(f"{name}.pcap")) as source:
        return sorted(connections(source), key=lambda each: each.requested)


def truth(name: str) -> dict[str, str]:
    return json.loads(capture(f"{name}.truth.json").read_text(encoding="utf-8"))


# -- what the programs printed --------------------------------------------------------------------------------------


def test_queue_pairs_are_those_that_perftest_printed():
    """Of both sides; its PSNs are of no use to it over rdma_cm, which tells its own."""
    told = truth("cm_send_tos")["client_out"]
    printed = {side: int(qpn, 16) for side, qpn in re.findall(r"(local|remote) address:.* QPN (0x\w+)", told)}
    first, data = found("cm_send_tos")
    assert {"local": data.active.qpn, "remote": data.passive.qpn} == printed
    assert "rdma_cm QPs\t : ON" in told
    assert (data.active.ip, data.passive.ip) == ("192.168.77.2", "192.168.77.1")
    assert (first.outcome, data.outcome) == ("closed", "closed")


@pytest.mark.parametrize(
    ("name", "service", "option"),
    [
        ("rping_ipv4", "TCP port 7174", None),
        ("rping_ipv6", "TCP port 7174", None),
        ("udaddy", "UDP port 7174", None),
        ("nvmeof_keepalive", "TCP port 4420 (NVMe over Fabrics)", "-s 4420"),
        ("nfs_rdma", "TCP port 20049 (NFS over RDMA)", "port=20049"),
        ("iser", "TCP port 3260 (iSER)", ":3260"),
        ("srp_login_reject", "TCP port 5555", "dest=192.168.77.1:5555"),
    ],
)
def test_services_are_those_that_the_programs_asked_for(name, service, option):
    told = truth(name)
    for each in found(name):
        assert each.service == service
        assert each.passive.ip in ("192.168.77.1", "fd77::1")
        assert each.passive.ip in told["client_cmd"]
        assert each.service_id & 0xFFFF == each.passive.port
        assert option is None or option in told["client_cmd"]


def test_rejection_is_what_rping_printed():
    (each,) = found("cm_reject")
    assert "RDMA_CM_EVENT_REJECTED, error 8" in truth("cm_reject")["client_out"]
    assert (each.outcome, each.reason, each.rejected) == ("rejected", "Invalid Service ID", "REQ")
    assert each.passive.qpn is None


def test_private_data_are_what_srp_printed():
    """The login as the target logged it, and the reason as the initiator did."""
    (each,) = found("srp_login_reject")
    told = truth("srp_login_reject")
    assert each.reason == "Consumer Reject"
    reason = int(re.search(r"SRP LOGIN REJECTED, reason (0x\w+)", told["client_out"])[1], 16)
    assert each.passive.private[0] == 0xC2  # SRP_LOGIN_REJ
    assert int.from_bytes(each.passive.private[4:8], "big") == reason
    login = re.search(r"i_port_id ([\w:]+), t_port_id ([\w:]+) and it_iu_len (\d+)", told["teardown_out1"])
    initiator, target = (bytes.fromhex(text.replace(":", "")) for text in login.groups()[:2])
    # struct srp_login_req_rdma: tag, formats, flags, opcode, length of what the initiator takes, both ports
    assert int.from_bytes(each.active.private[12:16], "big") == int(login[3])
    assert (each.active.private[16:32], each.active.private[32:48]) == (initiator, target)


def test_private_data_are_those_of_nvme():
    """The first connection is the administrator's queue 0, the next one is queue 1 (``nvme connect -i 1``)."""
    admin, io = found("nvmeof_keepalive")
    assert "-i 1" in truth("nvmeof_keepalive")["client_cmd"]
    assert [int.from_bytes(each.active.private[2:4], "little") for each in (admin, io)] == [0, 1]


@pytest.mark.parametrize("name", ["rping_ipv4", "rping_ipv6", "cm_send_tos", "iser", "nfs_rdma", "rsocket_rstream"])
def test_first_packets_have_the_numbers_that_were_announced(name):
    """The first packet that each end sends to the other's queue pair begins with the other's starting PSN."""
    known = {}
    for each in found(name):
        assert each.outcome == "closed" or name == "nfs_rdma"
        for end in (each.active, each.passive):
            known[end.address, end.qpn] = end.psn
    first = {}
    with ibpkt.open(capture(f"{name}.pcap")) as source:
        for packet in source:
            if "BTH" in packet and packet.bth.destqp > 1 and "Acknowledge" not in str(packet.bth.opcode):
                ip = packet["ipv4"] if "IPv4" in packet else packet["ipv6"]
                opcode = packet.bth.header.leaf("opcode").enum[packet.bth.opcode]
                if "Acknowledge" not in opcode and "response" not in opcode:
                    first.setdefault((str(ip.dst), packet.bth.destqp), packet.bth.psn)
    assert first
    assert {key: psn for key, psn in known.items() if key in first} == first


# -- what nobody has recorded ---------------------------------------------------------------------------------------

ACTIVE, PASSIVE = "10.0.0.1", "10.0.0.2"


def datagram(message: str, src: str = ACTIVE, dst: str = PASSIVE, tid: int = 1, **values) -> bytes:
    headers = [
        draft("Ethernet"),
        draft("IPv4", src=src, dst=dst),
        draft("UDP"),
        draft("BTH"),
        draft("DETH", q_key=0x80010000),
        draft("MAD", transactionid=tid, classversion=2, method=3),
        draft(message, **values),
    ]
    behind = {"REQ": "REQPrivate", "SIDR_REQ": "SIDRPrivate"}.get(message)
    return bytes(build(*headers, *([draft(behind)] if behind else [])))


def exchanges(packets: list[bytes], times: list[int] | None = None, limit: int = 100) -> list[Connection]:
    batch = Batch.of(packets, ETHERNET)
    if times:
        batch.frames.time[:] = times
    collector = Connections(limit)
    return [*collector.add(batch), *collector.finish()]


REQ = {"localcommid": 7, "localqpn": 0x11, "startpsn": 0x123456, "serviceid": 0x10, "remoteresptout": 1, "maxcmretr": 2}
REP = {"localcommid": 9, "remotecommid": 7, "localqpn": 0x22, "startpsn": 0x654321}
BACK = {"src": PASSIVE, "dst": ACTIVE}


def test_all_of_an_exchange():
    packets = [
        datagram("REQ", **REQ, transpsvctype="UC", pppmtu=3, retrcount=5, prim_localacktout=0),
        datagram("REQ", **REQ, transpsvctype="UC", pppmtu=3, retrcount=5, prim_localacktout=0),
        datagram("MRA", **BACK, localcommid=9, remotecommid=7, servicetimeout=20),
        datagram("REP", **BACK, **REP, private=b"hello".ljust(196, b"\0")),
        datagram("RTU", localcommid=7, remotecommid=9),
        datagram("LAP", localcommid=7, remotecommid=9),
        datagram("APR", **BACK, localcommid=9, remotecommid=7),
        datagram("DREQ", **BACK, localcommid=9, remotecommid=7, remoteqpneecn=0x11),
        datagram("DREP", localcommid=7, remotecommid=9),
    ]
    (each,) = exchanges(packets, [10, 20, 30, 40, 50, 60, 70, 80, 90])
    assert (each.transport, each.path_mtu, each.retry_count, each.ack_timeout) == ("UC", 1024, 5, None)
    assert (each.active.address, each.active.comm_id, each.active.qpn, each.active.psn) == (ACTIVE, 7, 0x11, 0x123456)
    assert (each.passive.address, each.passive.comm_id, each.passive.qpn) == (PASSIVE, 9, 0x22)
    assert each.passive.psn == 0x654321
    assert each.passive.private.rstrip(b"\0") == b"hello"
    assert each.service == "0x0000000000000010"
    assert (each.outcome, each.requests, each.frames) == ("closed", 2, tuple(range(1, 10)))
    assert (each.requested, each.replied, each.ready, each.release, each.released) == (10, 40, 50, 80, 90)
    assert each.setup == 40


@pytest.mark.parametrize(
    ("last", "outcome"), [("REQ", "requested"), ("REP", "replied"), ("RTU", "established"), ("DREQ", "closed")]
)
def test_outcome_where_the_capture_ends(last, outcome):
    packets = [
        datagram("REQ", **REQ),
        datagram("REP", **BACK, **REP),
        datagram("RTU", localcommid=7, remotecommid=9),
        datagram("DREQ", localcommid=7, remotecommid=9),
    ]
    (each,) = exchanges(packets[: ["REQ", "REP", "RTU", "DREQ"].index(last) + 1])
    assert each.outcome == outcome


def test_timed_out():
    """A request says itself how long, and how often, its sender waits: here 8.192 µs, and twice more."""
    late = datagram("RTU", localcommid=1, remotecommid=1)
    for times, outcome in (([0, 24_000], "requested"), ([0, 25_000], "timed out")):
        (each,) = exchanges([datagram("REQ", **REQ), late], times)
        assert each.outcome == outcome
    rejected = datagram("REJ", localcommid=7, reason="Timeout", rejinfolen=8, ari=bytes(range(8)).ljust(72, b"\0"))
    (each,) = exchanges([datagram("REQ", **REQ), rejected])
    assert (each.outcome, each.reason) == ("timed out", "Timeout (0x0001020304050607)")


GIDS = {"alt_localgid": "fe80::1", "alt_remotegid": "fe80::2", "alt_locallid": 3, "alt_remotelid": 4}
TURNED = {"alt_localgid": "fe80::2", "alt_remotegid": "fe80::1"}


def test_alternate_paths():
    """Of the REQ, which the REP takes; of a LAP of each end, the first of which comes twice; of one without answer."""
    packets = [
        datagram("REQ", **REQ, **GIDS, alt_localacktout=1),
        datagram("REP", **BACK, **REP, failoveracc=0),
        datagram("RTU", localcommid=7, remotecommid=9),
        datagram("LAP", localcommid=7, remotecommid=9, tid=5, alt_locallid=8, alt_remotelid=9),
        datagram("LAP", localcommid=7, remotecommid=9, tid=5, alt_locallid=8, alt_remotelid=9),
        datagram("APR", localcommid=7, remotecommid=9, apstatus=0),  # its own sender answers nothing
        datagram("APR", **BACK, localcommid=9, remotecommid=7, apstatus="LID Rejected"),
        datagram("LAP", **BACK, localcommid=9, remotecommid=7, tid=6, **TURNED),
        datagram("APR", localcommid=7, remotecommid=9, apstatus=0),
        datagram("LAP", localcommid=7, remotecommid=9, tid=7, **GIDS),
    ]
    (each,) = exchanges(packets, list(range(10, 110, 10)))
    assert (each.outcome, len(each.frames)) == ("established", 10)
    assert [(path.by, path.outcome, path.reason, path.proposed, path.answered) for path in each.alternates] == [
        (ACTIVE, "accepted", None, 10, 20),
        (ACTIVE, "refused", "LID Rejected", 40, 70),
        (PASSIVE, "accepted", None, 80, 90),
        (ACTIVE, "proposed", None, 100, None),
    ]
    first, second, third, _ = each.alternates
    assert (first.local_gid, first.remote_gid, first.local_lid, first.remote_lid) == ("fe80::1", "fe80::2", 3, 4)
    assert (first.ack_timeout, second.ack_timeout) == (8192, None)
    assert str(second) == "LID 8 → LID 9 refused (LID Rejected)"
    assert str(third) == "fe80::2 → fe80::1 accepted"


def test_alternate_path_that_the_reply_leaves():
    for status, reason in ((1, "Not Supported"), (2, "Not Accepted"), (3, "Status 3")):
        packets = [datagram("REQ", **REQ, **GIDS), datagram("REP", **BACK, **REP, failoveracc=status)]
        (path,) = exchanges(packets)[0].alternates
        assert (path.outcome, path.reason) == ("refused", reason)
    (each,) = exchanges([datagram("REQ", **REQ), datagram("REP", **BACK, **REP)])
    assert each.alternates == ()


def test_alternate_paths_are_bounded():
    made = [datagram("LAP", localcommid=7, remotecommid=9, tid=number, **GIDS) for number in range(PATHS + 5)]
    (each,) = exchanges([datagram("REQ", **REQ), *made])
    assert len(each.alternates) == PATHS


def test_reason_with_a_gid():
    gid = bytes.fromhex("fe80" + "00" * 13 + "01")
    rejected = datagram("REJ", **BACK, remotecommid=7, reason=12, rejinfolen=16, ari=gid.ljust(72, b"\0"))
    (each,) = exchanges([datagram("REQ", **REQ), rejected])
    assert each.reason == "Primary Remote Port GID Rejected (fe80::1)"
    assert each.passive.address == PASSIVE


def test_an_id_is_used_again():
    first, second = exchanges([datagram("REQ", **REQ), datagram("REQ", tid=2, **REQ)])
    assert (first.frames, second.frames) == ((1,), (2,))


def test_same_ids_of_other_hosts():
    packets = [
        datagram("REQ", src="10.0.0.1", **REQ),
        datagram("REQ", src="10.0.0.3", **REQ),
        datagram("REP", src=PASSIVE, dst="10.0.0.3", **REP),
    ]
    assert [(each.active.address, each.outcome) for each in exchanges(packets)] == [
        ("10.0.0.1", "requested"),
        ("10.0.0.3", "replied"),
    ]


def test_memory_is_bounded():
    packets = [datagram("REQ", **{**REQ, "localcommid": number}) for number in range(50)]
    collector = Connections(limit=5)
    given = list(collector.add(Batch.of(packets, ETHERNET)))
    assert [each.frames for each in given] == [(number,) for number in range(1, 46)]
    assert (collector.given_up, len(collector._open)) == (45, 5)
    assert len(list(collector.finish())) == 5
    assert not collector._open
    (each,) = exchanges([datagram("REQ", **REQ)] * (FRAMES + 10))
    assert (len(each.frames), each.requests) == (FRAMES, FRAMES + 10)


def test_beginnings_that_were_not_seen():
    collector = Connections()
    packets = [datagram("RTU", localcommid=7, remotecommid=9), datagram("DREQ", localcommid=7, remotecommid=9)]
    assert list(collector.add(Batch.of(packets, ETHERNET))) == []
    assert collector.unmatched == 2


def test_cut_messages():
    """A message that is not there as a whole is none; private data that are not there are not told."""
    packet = datagram("REQ", **REQ)
    batch = Batch.of([packet[:150], packet[:-60]], ETHERNET)
    batch.frames.wirelen[:] = len(packet)
    (each,) = [*(collector := Connections()).add(batch), *collector.finish()]
    assert (each.frames, each.active.private) == ((2,), None)
