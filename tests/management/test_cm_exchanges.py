"""Exchanges of connection management as a whole: what is made is what the follower finds, and what was recorded."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess

import pytest

import ibpkt
from ibpkt import draft
from ibpkt.batch import Batch
from ibpkt.craft.carriers import CARRIERS
from ibpkt.errors import CallerError
from ibpkt.management import Connection, ConnectionEnd, Connections, cm, connections
from ibpkt.protocols import MAD
from ibpkt.protocols.mad.cm import REQ
from tests.support.shared import capture

ACTIVE = ConnectionEnd("10.0.0.7", qpn=0x123, psn=0x456, comm_id=0x11, ca_guid=0xA1, port=4000, private=b"from active")
PASSIVE = ConnectionEnd(
    "10.0.0.8", qpn=0x321, psn=0x654, comm_id=0x22, ca_guid=0xA2, port=4420, private=b"from passive"
)


def followed(packets) -> list[Connection]:
    batch = Batch.of([bytes(packet) for packet in packets], packets[0].link)
    collector = Connections()
    found = [*collector.add(batch), *collector.finish()]
    assert collector.unmatched == 0
    return found


def right(packets):
    for packet in packets:
        assert packet.icrc
        assert packet.stop is None
        assert not packet.disagreements
        at = packet.layers[[layer.header for layer in packet.layers].index(MAD)].offset
        assert sum(layer.size for layer in packet.layers if layer.offset >= at) == 256
        assert (packet.mad.classversion, packet.mad.method, packet.deth.q_key) == (2, 3, 0x80010000)
    return packets


@pytest.mark.parametrize("carrier", CARRIERS)
def test_an_exchange_in_every_carrier(carrier):
    exchange = cm.CMExchange(carrier=carrier, port=4420)
    packets = right([*exchange.connect(mra=True), *exchange.load_alternate_path(), *exchange.disconnect()])
    names = [packet.mad.operation[8:-1] for packet in packets]
    assert names == ["REQ", "MRA", "REP", "RTU", "LAP", "APR", "DREQ", "DREP"]
    (found,) = followed(packets)
    assert (found.outcome, found.service, len(found.frames)) == ("closed", "TCP port 4420 (NVMe over Fabrics)", 8)
    assert found.alternates[0].outcome == "accepted"
    for end, wanted in ((found.active, exchange.active), (found.passive, exchange.passive)):
        known = dataclasses.replace(wanted, q_key=None, private=end.private)
        assert end == known
        assert end.private is not None
        assert not any(end.private)
    assert followed(right(cm.sidr(carrier=carrier)))[0].outcome == "resolved"
    assert followed(right(cm.reject(carrier=carrier)))[0].reason == "Consumer Reject"


def test_ends_are_those_that_were_given():
    settings = {"active": ACTIVE, "passive": PASSIVE, "path_mtu": 1024, "retry_count": 3, "rnr_retry_count": 2}
    exchange = cm.CMExchange(**settings, transport="UC", tid=0x99)
    packets = right([*exchange.connect(), *exchange.disconnect(by_active=False)])
    (found,) = followed(packets)
    assert (found.transport, found.path_mtu, found.retry_count, found.rnr_retry_count) == ("UC", 1024, 3, 2)
    assert {packet.mad.transactionid for packet in packets} == {0x99}
    for end, given in ((found.active, ACTIVE), (found.passive, PASSIVE)):
        assert (end.address, end.ip, end.port) == (given.address, given.address, given.port)
        assert (end.qpn, end.psn, end.comm_id, end.ca_guid) == (given.qpn, given.psn, given.comm_id, given.ca_guid)
        assert end.private.rstrip(b"\0") == given.private
    request, reply, ready = packets[:3]
    gids = request.req.prim_localgid, request.req.prim_remotegid
    assert [str(gid.ipv4_mapped) for gid in gids] == ["10.0.0.7", "10.0.0.8"]
    assert (reply.rep.remotecommid, ready.rtu.localcommid, ready.rtu.remotecommid) == (0x11, 0x11, 0x22)
    assert [packet.bth.psn for packet in packets] == [0, 0, 1, 1, 2]
    assert packets[3].dreq.remoteqpneecn == ACTIVE.qpn


def test_native_paths_have_lids_and_guids():
    request = right(cm.connect(carrier="native", service_id=0x10))[0]
    assert (request.req.prim_locallid, request.req.prim_remotelid, request.req.prim_subnetlocal) == (1, 2, 1)
    assert str(request.req.prim_localgid) == "fe80::200:0:0:1"
    assert "REQPrivate" in request
    xrc = cm.connect(transport="XRC", req__prim_sl=3)
    assert followed(xrc)[0].transport == "XRC"
    assert xrc[0].req.prim_sl == 3


def test_the_carrier_may_be_given_as_headers():
    head = [
        draft("Ethernet", src="02:00:00:00:00:aa", dst="02:00:00:00:00:bb"),
        draft("VLAN", id=5),
        draft("IPv6", src="fd00::1", dst="fd00::2"),
        draft("UDP", srcport=0xC123),
    ]
    request, reply, _ = right(cm.connect(carrier=head, port=7174))
    assert (request.vlan.id, str(request.ipv6.src), str(reply.ipv6.src)) == (5, "fd00::1", "fd00::2")
    assert (reply.ethernet.src, reply.udp.srcport) == ("02:00:00:00:00:bb", 0xC123)
    assert (request.ipcm.ipv, str(request.ipcm6.sip6), request.ipcm.sport) == (6, "fd00::1", 50000)


def test_rejections():
    (found,) = followed(right(cm.reject(reason="Invalid Path MTU", information=b"\x03")))
    assert (found.outcome, found.reason, found.rejected) == ("rejected", "Invalid Path MTU (0x03)", "REQ")
    packets = right(cm.reject(message="REP", reason="Timeout", passive=PASSIVE))
    assert [packet.mad.operation[8:-1] for packet in packets] == ["REQ", "REP", "REJ"]
    (found,) = followed(packets)
    assert (found.outcome, found.rejected) == ("timed out", "REP")
    (found,) = followed(cm.reject(passive=PASSIVE))
    assert found.passive.private.rstrip(b"\0") == PASSIVE.private


def test_resolutions():
    passive = dataclasses.replace(PASSIVE, q_key=0x77)
    (found,) = followed(right(cm.sidr(active=ACTIVE, passive=passive)))
    assert (found.service, found.passive.qpn, found.passive.q_key) == ("UDP port 4420 (NVMe over Fabrics)", 0x321, 0x77)
    assert found.active.private.rstrip(b"\0") == ACTIVE.private
    assert followed(cm.sidr(status="No QP Available"))[0].reason == "No QP Available"


def test_alternate_paths_may_be_refused():
    exchange = cm.CMExchange()
    path = {"lap__alt_locallid": 7, "lap__alt_remotelid": 8}
    packets = [*exchange.connect(), *exchange.load_alternate_path(status="LID Rejected", by_active=False, **path)]
    (found,) = followed(packets)
    assert (found.alternates[0].outcome, found.alternates[0].reason) == ("refused", "LID Rejected")
    assert (found.alternates[0].by, found.alternates[0].local_lid) == ("10.0.0.2", 7)


# -- what was recorded ----------------------------------------------------------------------------------------------


def datagram_of(packet) -> bytes:
    at = packet.layers[[layer.header for layer in packet.layers].index(MAD)].offset
    return packet.data[at : at + 256]


@pytest.mark.parametrize("name", ["rping_ipv4", "rping_ipv6", "nvmeof", "nfs_rdma", "udaddy", "cm_reject"])
def test_recorded_exchanges_are_made_again(name):
    """From what the follower says of them, and the flow label, which Linux draws at random."""
    with ibpkt.open(capture(f"{name}.pcap")) as source:
        packets = {packet.number: packet for packet in source if "MAD" in packet}
    with ibpkt.open(capture(f"{name}.pcap")) as source:
        found = list(connections(source))
    assert found
    for each in found:
        recorded = [packets[number] for number in each.frames]
        made = remade(each, recorded)
        assert [datagram_of(packet).hex() for packet in made] == [datagram_of(packet).hex() for packet in recorded]


def remade(each: Connection, recorded):
    first = recorded[0]
    carrier = [layer.header(**layer.raw) for layer in first.layers[: [x.name for x in first.layers].index("BTH")]]
    exchange = cm.CMExchange(
        active=each.active,
        passive=each.passive,
        carrier=carrier,
        service_id=each.service_id,
        tid=first.mad.transactionid,
    )
    if each.transport == "SIDR":
        return exchange.resolve()
    from_us = {"req__prim_flowlabel": first.req.prim_flowlabel, "req__rnrretrcount": each.rnr_retry_count}
    from_us |= {f"req__{field.name}": first.req.raw[field.name] for field in REQ.fields if field.name in VARYING}
    if each.outcome == "rejected":
        return exchange.reject(reason=each.reason, rej__localcommid=0, **from_us)
    rep = recorded[1].rep.raw
    from_them = {f"rep__{name}": rep[name] for name in ("tgtackdelay", "rnrretrcount", "srq", "e2eflowctrl")}
    packets = exchange.connect(**from_us, **from_them)
    if len(recorded) > 3:
        packets += exchange.disconnect(by_active=recorded[3].ethernet.src == first.ethernet.src)
    return packets


#: what the programs choose, and the follower does not tell
VARYING = {"srq", "e2eflowctrl", "prim_localacktout", "prim_tfcclass", "responderres", "initdepth", "retrcount"}


@pytest.mark.costly
@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not here to be asked")
@pytest.mark.parametrize("carrier", ["rocev2", "rocev2-ipv6", "rocev1", "erf"])
def test_tshark_finds_nothing_malformed(carrier, tmp_path):
    exchange = cm.CMExchange(carrier=carrier, active=ConnectionEnd("", private=b"hello"))
    packets = [*exchange.connect(mra=True), *exchange.load_alternate_path(), *exchange.disconnect()]
    packets += [*exchange.reject(information=b"\1"), *exchange.resolve()]
    path = tmp_path / "exchange.pcap"
    with ibpkt.create(path, link=packets[0].link) as out:
        for packet in packets:
            out.write(packet)
    fields = ("_ws.malformed", "infiniband.mad.attributeid", "infiniband.mad.transactionid")
    command = ["tshark", "-n", "-r", str(path), "-T", "fields", *(word for field in fields for word in ("-e", field))]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    wanted = [("", f"0x{packet.mad.attributeid:04x}", f"0x{packet.mad.transactionid:016x}") for packet in packets]
    assert [tuple(line.split("\t")) for line in lines] == wanted


# -- errors ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: cm.connect(carrier="rocev3"), "no carrier 'rocev3'; did you mean rocev2"),
        (lambda: cm.connect(carrier=5), "the name of a carrier or its headers, not 5"),
        (lambda: cm.connect(active="10.0.0.1"), "active is a ConnectionEnd"),
        (lambda: cm.connect(active=ConnectionEnd("somewhere")), "IPv4.src cannot be 'somewhere'"),
        (lambda: cm.connect(passive=ConnectionEnd("", qpn=1 << 24)), "takes 0 to 16777215"),
        (lambda: cm.connect(passive=ConnectionEnd("", ca_guid="x"), carrier="native"), "ca_guid takes 0 to"),
        (lambda: cm.connect(port=70000), "port takes 0 to 0xffff"),
        (lambda: cm.connect(port="4420"), "port takes 0 to 0xffff"),
        (lambda: cm.connect(service_id=1 << 64), "service_id takes 0 to"),
        (lambda: cm.connect(tid=None), "tid takes 0 to"),
        (lambda: cm.connect(path_mtu=1500), "path_mtu is one of 256, 512, 1024, 2048, 4096 bytes, not 1500"),
        (lambda: cm.connect(transport="RCC"), "no transport 'RCC'; did you mean RC"),
        (lambda: cm.connect(retry_count=8), "takes 0 to 7"),
        (lambda: cm.connect(transport=[]), "transport is a name"),
        (lambda: cm.connect(active=ConnectionEnd(5)), "an address is text, not 5"),
        (lambda: cm.reject(information=5), "information is bytes, not 5"),
        (lambda: cm.disconnect(by_active=5), "by_active is True or False"),
        (lambda: cm.connect(path_mut=5), "no option path_mut; did you mean path_mtu"),
        (lambda: cm.connect(dreq__private=b""), "belongs to no message of this exchange"),
        (lambda: cm.connect(req__prim_sll=1), "no field prim_sll; did you mean prim_sl"),
        (lambda: cm.connect(active=ConnectionEnd("", private=bytes(57))), "takes 56 bytes"),
        (lambda: cm.reject(reason="Consumer Rejects"), "did you mean Consumer Reject"),
        (lambda: cm.reject(message="RTU"), "REQ or REP is rejected, not 'RTU'"),
        (lambda: cm.sidr(status="x"), "has no value named 'x'"),
        (lambda: cm.CMExchange().message("REQQ", by_active=True), "no message 'REQQ'; did you mean REQ"),
        (lambda: cm.CMExchange().message(5, by_active=True), "no message 5"),
    ],
)  # fmt: skip
def test_errors_are_one_sentence(make, message):
    with pytest.raises(CallerError, match=message):
        make()
