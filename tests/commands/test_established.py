"""Connections by their ends: which flow is which connection."""

from __future__ import annotations

import dataclasses
import types

import pytest

from ibpkt.commands import established
from ibpkt.commands.established import EstablishedConnections
from ibpkt.commands.recognition import PrivateData
from ibpkt.management import ConnectionEnd
from ibpkt.management.cm import connect, disconnect, reject
from ibpkt.protocols import header_named
from ibpkt.protocols.mad.service import ip_service_id
from ibpkt.protocols.upper.contents import CONTENTS
from tests.support.exchanges import batches

ONE, OTHER = "10.0.0.1", "10.0.0.2"


def ends(number=0, comm=1):
    return (
        ConnectionEnd(address, ip=address, comm_id=number + comm + 100 * at, qpn=0x20 + number + 0x100 * at, psn=number)
        for at, address in enumerate((ONE, OTHER))
    )


def connection(number=0, comm=1, **options):
    active, passive = ends(number, comm)
    return list(connect(active=active, passive=passive, **{"port": 4420, **options}))


def collected(*packets, size=None):
    found = EstablishedConnections()
    private = []
    for batch in batches(list(packets), size):
        found.add(batch)
        private += [(frame, CONTENTS[contents].name) for frame, contents, _data in found.private]
    return found, private


def flow(number=0, first=1 << 62, *, turned=False, qpns=None):
    queues = qpns or (0x20 + number, 0x120 + number)
    sides = [types.SimpleNamespace(address=address, qpn=qpn) for address, qpn in zip((ONE, OTHER), queues, strict=True)]
    return types.SimpleNamespace(sides=sides[:: -1 if turned else 1], first=first)


@pytest.mark.parametrize("size", [1, None])
def test_the_connection_of_a_flow(size):
    found, _private = collected(*connection(), *connection(1), size=size)
    assert found.any
    for turned, side in ((False, 0), (True, 1)):
        known, active = found.of(flow(1, turned=turned))
        assert (known.active.qpn, known.passive.qpn, active) == (0x21, 0x121, side)
    assert found.of(flow(2)) is None
    assert found.of(flow(0, qpns=(0x20, None))) is None
    assert found.of(flow(0, qpns=(0x20, 0x121))) is None


def test_nothing_was_connected():
    found, private = collected(*connection()[:1])
    assert (found.any, found.of(flow()), private) == (False, None, [])


def test_queue_pairs_that_are_used_again():
    """The last connection that was asked for before the flow began."""
    first, second = connection(), connection(comm=50)
    found, _private = collected(*first, *second)
    times = [each.requested for each in found._found[frozenset(((ONE, 0x20), (OTHER, 0x120)))]]
    assert len(times) == 2
    for at, chosen in ((times[0] - 1, None), (times[0], 0), (times[1] - 1, 0), (times[1], 1), (times[1] + 9, 1)):
        known = found.of(flow(first=at))
        assert (known and known[0].requested) == (None if chosen is None else times[chosen])


@pytest.mark.parametrize("size", [1, None])
def test_a_connection_that_is_released(size):
    """Who asks later learns that it is over; one between the same queue pairs that came after it is not."""
    active, passive = ends()
    over = list(disconnect(active=active, passive=passive))
    found, _private = collected(*connection(), *over, *connection(comm=50), size=size)
    first, second = found._found[frozenset(((ONE, 0x20), (OTHER, 0x120)))]
    assert [(each.outcome, each.release is not None) for each in (first, second)] == [
        ("closed", True), ("replied", False),
    ]  # fmt: skip
    assert found.of(flow(first=first.requested))[0] is first


def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(established, "LIMIT", 2)
    found, _private = collected(*connection(), *connection(1), *connection(2))
    assert [found.of(flow(number)) is not None for number in range(3)] == [False, True, True]


@pytest.mark.parametrize("size", [1, None])
@pytest.mark.parametrize("repeated", [0, 1, 2])
def test_private_data_stand_in_the_packets_that_carry_them(repeated, size):
    """The first request, and the answer behind all of its repetitions."""
    active, passive = ends()
    asked = dataclasses.replace(active, private=bytes([0, 0, 0, 1, 0, 32, 0, 32]) + bytes(24))
    answered = dataclasses.replace(passive, private=bytes([0, 0, 0, 32]) + bytes(28))
    packets = list(connect(active=asked, passive=answered, port=4420))
    _found, private = collected(*packets[:1] * repeated, *packets, size=size)
    assert private == [(1, "NVMe connection requested"), (repeated + 2, "NVMe connection accepted")]


PORTS = {"initiator_port": bytes(15) + b"\1", "target_port": bytes(15) + b"\2"}
SRP_LOGIN = {"req_it_iu_len": 64, "formats": 6, **PORTS}
SRP_SERVICE = 0x0002C90300000001


def of(name, **values):
    return header_named(name).write(values)


@pytest.mark.parametrize(
    ("service", "request_data", "answer", "expected"),
    [
        (ip_service_id("TCP", 20049), of("RPCRDMAPrivate"), of("RPCRDMAPrivate"), ["RPC-over-RDMA connection"] * 2),
        (ip_service_id("TCP", 20049), of("RPCRDMAPrivate"), bytes(8), ["RPC-over-RDMA connection"]),
        (
            ip_service_id("TCP", 20049), of("RPCRDMAPrivate", magic=0xF6AB0E19), of("RPCRDMAPrivate"),
            ["RPC-over-RDMA connection"],
        ),
        (
            SRP_SERVICE, of("SRPLogin", **SRP_LOGIN), of("SRPLoginResponse"),
            ["SRP connection requested", "SRP connection accepted"],
        ),
        (
            ip_service_id("TCP", 0x1D2F), of("SRPLoginIP", **SRP_LOGIN), of("SRPLoginResponse"),
            ["SRP connection requested by IP address", "SRP connection accepted"],
        ),
        (SRP_SERVICE, of("SRPLogin", **SRP_LOGIN), None, ["SRP connection requested", "SRP connection refused"]),
        (ip_service_id("TCP", 20049), of("RPCRDMAPrivate"), None, ["RPC-over-RDMA connection"]),  # its REJ says nothing
        (0x00011389, of("SDP") + of("SDPHello"), of("SDP"), ["SDP connection requested", "SDP message"]),
        (0x0200000000000001, of("SRPLogin"), of("SRPLoginResponse"), []),
    ],
)  # fmt: skip
def test_what_private_data_are(service, request_data, answer, expected):
    """They begin with the number with which those of their protocol begin (RFC 8166, 5; SRP, 6.2 to 6.4; IBA 1, A4)."""
    active, passive = ends()
    active = dataclasses.replace(active, private=request_data)
    exchange = reject if answer is None else connect
    passive = dataclasses.replace(passive, private=of("SRPLoginReject") if answer is None else answer)
    _found, private = collected(*exchange(active=active, passive=passive, service_id=service))
    assert [name for _frame, name in private] == expected


@pytest.mark.parametrize(("service", "room"), [(1 << 63 | 1, 92), (ip_service_id("TCP", 7777), 56)])
@pytest.mark.parametrize("more", [0, 1])
def test_private_data_that_are_too_short(service, room, more, monkeypatch):
    """Of a REQ 92 bytes are there, and 56 behind the header of the IP CM service (IBA 1, 12.6.5 and A11)."""
    header = types.SimpleNamespace(size=room + more, fields=[types.SimpleNamespace(default=0)])
    protocol = types.SimpleNamespace(serves=lambda connection: True, private={"REQ": PrivateData(50, header)})
    monkeypatch.setattr("ibpkt.commands.known.PROTOCOLS", {"own": protocol})
    active, passive = ends()
    _found, private = collected(*connect(active=active, passive=passive, service_id=service))
    assert len(private) == 1 - more
