"""The builder: what is left open is right, what is given stays."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import build, draft
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH, LRH, OPCODES, RETH, header_named
from tests.support.shared import captures

ROCE = (
    draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
    draft("IPv4", src="10.0.0.1", dst="10.0.0.2", ecn="ECT(0)"),
    draft("UDP", srcport=0xC000),
)
NATIVE = (draft("LRH", slid=1, dlid=2),)


def test_headers_are_drafts_declarations_names_and_groups_of_them():
    packet = build(LRH(slid=1), BTH(psn=5), RETH(va=7), payload=b"data")
    assert packet == build("LRH", draft("BTH", psn=5), draft("RETH", va=7), payload=b"data").replace(lrh__slid=1)
    assert packet == build([draft("LRH", slid=1), (BTH(psn=5), [RETH(va=7)])], (), payload=b"data")
    assert build("LRH", BTH, "deth", payload=b"data").bth.opcode == 0x64
    assert BTH(psn=None) == draft("BTH")
    assert BTH.parse(bytes(12)).psn == 0  # still a construct


def test_a_write_over_ethernet():
    packet = build(
        *ROCE, draft("BTH", destqp=0x11, psn=7), draft("RETH", va=0x1000, r_key=5, dmalen=61), payload=b"x" * 61
    )
    assert packet.bth.opcode == 0x0A
    assert (packet.bth.padcnt, packet.pad) == (3, b"\0\0\0")
    assert packet.ipv4.len == 20 + 8 + 12 + 16 + 64 + 4
    assert packet.udp.length == packet.ipv4.len - 20
    assert (packet.ethernet.type, packet.ipv4.proto, packet.udp.dstport) == (0x0800, 17, 4791)
    assert packet.ipv4.ecn == 2
    assert packet.icrc
    assert not packet.disagreements
    assert packet.stop is None


def test_a_mad_on_native_infiniband():
    packet = build(
        *NATIVE,
        draft("GRH", sgid="fe80::1", dgid="fe80::2"),
        draft("BTH", destqp=1),
        draft("DETH", q_key=0x80010000, srcqp=1),
        draft("MAD", method="Get"),
        draft("SMPDirected"),
        draft("PortInfo", lid=7, portstate="Active"),
        draft("DirectedPaths"),
    )
    assert (packet.lrh.lnh, packet.grh.nxthdr, packet.bth.opcode) == (3, 0x1B, 0x64)
    assert (packet.mad.mgmtclass, packet.mad.attributeid, packet.portinfo.portstate) == (0x81, 0x15, 4)
    assert packet.icrc
    assert packet.vcrc
    assert not packet.disagreements


def test_a_flow_control_packet_in_an_erf_record():
    packet = build(draft("ERF"), draft("FlowControl", fctbs=5, fccl=0x123))
    assert packet.erf.type == 25
    assert (packet.erf.rlen, packet.erf.wlen) == (22, 6)
    assert packet.lpcrc.stored.hex() == "e4c0"  # vector V7
    assert packet.lpcrc


@pytest.mark.parametrize("code", OPCODES, ids=lambda code: OPCODES[code].name)
def test_every_opcode_is_built_and_read_back(code):
    opcode = OPCODES[code]
    packet = build(*NATIVE, draft("BTH", opcode=code), *opcode.headers, payload=b"p" * 8 if opcode.payload else b"")
    assert packet.bth.opcode == code
    assert tuple(layer.header for layer in packet.layers[2:]) == opcode.headers
    assert packet.icrc
    assert packet.vcrc
    named = build(*NATIVE, draft("BTH", opcode=opcode.name.replace(" ", "_").upper()), *opcode.headers)
    assert named.bth.opcode == code


@pytest.mark.parametrize(
    ("headers", "payload", "name"),
    [
        ((), b"", "RC SEND Only"),
        (("RETH",), b"data", "RC RDMA WRITE Only"),
        (("RETH",), b"", "RC RDMA READ Request"),
        (("AETH",), b"", "RC Acknowledge"),
        (("AETH", "AtomicAckETH"), b"", "RC ATOMIC Acknowledge"),
        (("DETH",), b"data", "UD SEND Only"),
        (("RETH", "ImmDt"), b"data", "RC RDMA WRITE Only with Immediate"),
        (("CNP",), b"", "CNP"),  # 0x81, as adapters send it; the base value 0x80 only where it is asked for
    ],
)
def test_the_stack_decides_the_opcode(headers, payload, name):
    packet = build(*NATIVE, draft("BTH", destqp=9), *map(header_named, headers), payload=payload)
    assert OPCODES[packet.bth.opcode].name == name


def test_what_is_given_stays_however_wrong():
    packet = build(*ROCE[:2], draft("UDP", length=9), draft("BTH", padcnt=1), payload=b"data", icrc=b"\1\2\3\4")
    assert packet.udp.length == 9
    wrong = build(*ROCE, draft("BTH"), payload=b"data", icrc=b"\1\2\3\4")
    assert wrong.icrc.status == "bad"
    assert wrong.icrc.stored == b"\1\2\3\4"
    assert build(*ROCE, draft("BTH"), icrc=b"").icrc.status != "good"
    assert build(*NATIVE, draft("BTH"), vcrc=b"").vcrc.status == "absent"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: draft("BTH", psn=1 << 24), ["BTH.psn", "16777215"]),
        (lambda: draft("BTH", dqpn=1), ["BTH", "dqpn", "did you mean"]),
        (lambda: draft("BHT"), ["BHT", "did you mean BTH"]),
        (lambda: draft("BTH", opcode="RC RDMA WRITE Onyl"), ["RC RDMA WRITE Only"]),
        (lambda: draft("IPv4", ecn=4), ["IPv4.ecn", "0 to 3"]),
        (lambda: draft("GRH", sgid="fe80::zz"), ["GRH.sgid", "fe80::zz"]),
        (lambda: draft("AETH", credits=3), ["AETH.credits", "computed"]),
        (lambda: draft("IETH", r_key=1 << 32), ["IETH.r_key", "4294967296"]),
        (lambda: build(*NATIVE, draft("UDP")), ["UDP", "LRH", "strict=False"]),
        (lambda: build(draft("AETH")), ["AETH", "link="]),
        (lambda: build(), ["at least one"]),
        (lambda: build(5), ["expected a header", "not 5"]),
        (lambda: build(()), ["at least one"]),
        (lambda: build("LRH", "BHT"), ["BHT", "did you mean BTH"]),
        (lambda: BTH(psm=5), ["psm", "did you mean psn"]),
        (lambda: build(*NATIVE, draft("BTH"), payload=bytes(9000)), ["LRH.pktlen"]),
    ],
)
def test_errors_name_the_limit_and_the_nearest(make, words):
    with pytest.raises(CallerError) as raised:
        make()
    for word in words:
        assert word in str(raised.value)


def test_a_number_for_bytes_is_their_value_not_their_count():
    assert draft("IETH", r_key=0x0800022A).raw == {"r_key": b"\x08\0\x02\x2a"}


def test_any_stack_is_built_when_not_strict():
    packet = build(*NATIVE, draft("UDP", srcport=1), strict=False)
    assert bytes(packet)[8:10] == b"\0\1"
    with pytest.warns(DeprecationWarning, match="strict=False"):
        assert build(*NATIVE, draft("UDP", srcport=1), force=True) == packet


def test_replace_redoes_lengths_and_crcs_or_keeps_them():
    packet = build(*ROCE, draft("BTH", destqp=0x11, psn=7), payload=b"data")
    other = packet.replace(bth__psn=5, ipv4__dscp=26, payload=b"longer data")
    assert (other.bth.psn, other.ipv4.dscp, other.ipv4.ecn) == (5, 26, 2)
    assert other.payload == b"longer data"
    assert other.icrc
    assert not other.disagreements
    kept = packet.replace(bth__psn=5, crcs=False)
    assert kept.icrc.status == "bad"
    assert kept.icrc.stored == packet.icrc.stored
    with pytest.raises(CallerError, match=r"psm.*did you mean psn"):
        packet.replace(bth__psm=5)


@given(st.binary(max_size=300), st.integers(0, (1 << 24) - 1), st.integers(0, (1 << 64) - 1))
def test_round_trip(payload, number, address):
    packet = build(*NATIVE, draft("BTH", destqp=number, psn=number), draft("RETH", va=address), payload=payload)
    again = ibpkt.decode(packet.data, "infiniband")
    assert (again.bth.destqp, again.reth.va, again.payload) == (number, address, payload)
    assert again.icrc
    assert again.vcrc
    assert packet.replace() == packet


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_recorded_packet_is_built_again_from_its_fields(path):
    """Byte for byte, CRCs computed anew; where its CRC was bad, exactly the CRC differs."""
    with ibpkt.open(path) as capture:
        for packet in capture:
            if packet.number > 1500:
                break
            cut = any(check.status == "cut" for check in (packet.icrc, packet.vcrc)) or len(packet) < packet.wirelen
            if cut or (packet.stop and packet.stop.reason != "unknown"):
                continue
            built = packet.replace(lengths=not packet.disagreements)
            if packet.icrc.status == "bad":
                at = len(packet.data) - len(packet.trailer) - 4
                assert built.data[:at] == packet.data[:at]
                assert built.data[at : at + 4] == packet.icrc.computed
            else:
                assert built.data == packet.data
