"""`repr` of packets, headers and drafts is code that makes them again, and that people read."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import example, given, strategies as st

import ibpkt
from ibpkt import CaptureError, build, decode, draft, protocols, strategies
from ibpkt.craft.drafts import Draft, raw_values
from ibpkt.craft.python_code import bytes_code
from ibpkt.craft.spelling import given_values
from ibpkt.protocols import BTH, LINKS, by_name, header_named
from tests.fuzz.test_any_bytes import mutated
from tests.support.first_packets import first_packets, packets_of_shapes
from tests.support.shared import captures
from tests.support.stacks import compositions, from_graph
from tests.support.sweep import every

HEADERS = sorted(set(by_name().values()), key=lambda header: header.name)
#: packets of each shape of a capture in the quick run
A_SHAPE = 2
#: captures that are no copies of others in ERF, of which a few packets of each shape do
ORIGINALS = [path for path in captures() if not path.stem.endswith("_erf")]


def rebuilt(packet):
    """What the code of a packet gives; it is the packet."""
    other = eval(repr(packet), {"ibpkt": ibpkt})
    assert other == packet, repr(packet)
    assert other.wirelen == packet.wirelen
    assert [layer.header for layer in other.layers] == [layer.header for layer in packet.layers]
    assert all(char.isprintable() or char == "\n" for char in repr(packet))
    return other


def roce(*headers, **options):
    return build("Ethernet", "IPv4", "UDP", *headers, **options)


# -- what it looks like -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("packet", "code"),
    [
        (build("LRH", "BTH"), "ibpkt.build('LRH', 'BTH')"),
        (
            roce(draft("BTH", psn=5), payload=b"hello"),
            "ibpkt.build('Ethernet', 'IPv4', 'UDP', ibpkt.draft('BTH', psn=5), payload=b'hello')",
        ),
        (  # a code that building would choose differently
            roce(draft("BTH", opcode="RC SEND First")),
            "ibpkt.build('Ethernet', 'IPv4', 'UDP', ibpkt.draft('BTH', opcode='RC SEND First'))",
        ),
        (build("LRH", "BTH", icrc=b"\1\2\3\4"), "ibpkt.build('LRH', 'BTH', icrc=0x01020304)"),
        (build("LRH", "BTH", payload=b"hello", icrc=b""), "ibpkt.build('LRH', 'BTH', payload=b'hello', icrc=b'')"),
        (build("LRH", "BTH", vcrc=b""), "ibpkt.build('LRH', 'BTH', vcrc=b'')"),
        (build("LRH", "BTH", payload=b"a", pad=b"\1\2\3"),
         r"ibpkt.build('LRH', 'BTH', payload=b'a', pad=b'\x01\x02\x03')"),
        (build("Ethernet", "IPv4", "UDP", "BTH", trailer=bytes(9)),
         "ibpkt.build('Ethernet', 'IPv4', 'UDP', 'BTH', trailer=bytes(9))"),
        (build("IPv4", "UDP", "BTH", link="ipv4"), "ibpkt.build('IPv4', 'UDP', 'BTH', link='ipv4')"),
        (build("IPv4", "UDP", "BTH"), "ibpkt.build('IPv4', 'UDP', 'BTH')"),
        (build("IPv4", draft("UDP", dstport=5), "BTH", roce_port=5),
         "ibpkt.build('IPv4', 'UDP', 'BTH', roce_port=5)"),
        (build("LRH", "BTH", roce_port=5), "ibpkt.build('LRH', 'BTH')"),
        (build("BTH", link=BTH), "ibpkt.build('BTH', link=ibpkt.draft('BTH').header)"),
        (decode(b"\1\2", 147), "ibpkt.decode(bytes.fromhex('0102'), link=147)"),
        (decode(b"", "ethernet"), "ibpkt.decode(bytes.fromhex(''), link='ethernet')"),
        (decode(build("LRH", "BTH").data[:10], "infiniband", wirelen=26),
         "ibpkt.decode(bytes.fromhex('00020000000600000400'), link='infiniband', wirelen=26)"),
    ],
)  # fmt: skip
def test_code(packet, code):
    assert repr(packet) == code
    rebuilt(packet)


def test_a_long_packet_has_a_header_a_line():
    packet = build(
        draft("Ethernet", src="02:00:00:00:00:01"), "VLAN", draft("IPv4", src="10.0.0.1", ecn="CE", dscp=26), "UDP",
        draft("BTH", opcode="RC RDMA WRITE Only", destqp=0x11, psn=7), draft("RETH", va=0x1000, r_key=5, dmalen=100),
        payload=bytes(range(100)), icrc=bytes(4),
    )  # fmt: skip
    assert repr(packet) == (
        "ibpkt.build(\n"
        "    ibpkt.draft('Ethernet', src='02:00:00:00:00:01'),\n"
        "    'VLAN',\n"
        "    ibpkt.draft('IPv4', dscp=26, ecn='CE', src='10.0.0.1'),\n"
        "    'UDP',\n"
        "    ibpkt.draft('BTH', destqp=0x11, psn=7),\n"
        "    ibpkt.draft('RETH', va=0x1000, r_key=5, dmalen=100),\n"
        "    payload=bytes.fromhex(\n"
        "        '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f2021222324252627'\n"
        "        '28292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f'\n"
        "        '505152535455565758595a5b5c5d5e5f60616263'\n"
        "    ),\n"
        "    icrc=0x00000000,\n"
        ")"
    )
    rebuilt(packet)


def test_malformed_packets_show_their_headers():
    packet = roce(draft("BTH", opcode="RC RDMA WRITE Only"), payload=b"abc", strict=False)
    assert packet.stop.reason == "malformed"
    assert "ibpkt.draft('BTH', opcode='RC RDMA WRITE Only')" in repr(packet)
    rebuilt(packet)


def test_a_checksum_that_is_right_is_not_given():
    """It was wrong as long as the protocol was not given."""
    packet = build("Ethernet", draft("IPv4", proto="TCP", src="10.0.0.1", id=5), payload=b"segment", trailer=b"pad")
    code = "ibpkt.draft('IPv4', id=5, proto='TCP', src='10.0.0.1')"
    assert code in repr(packet)
    rebuilt(packet)


def test_lengths_that_are_wrong_are_given():
    packet = build(draft("LRH", pktlen=20), "BTH", payload=b"1234")
    assert repr(packet) == "ibpkt.build(ibpkt.draft('LRH', pktlen=20), 'BTH', payload=b'1234')"
    rebuilt(packet)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "b''"),
        (b"hello", "b'hello'"),
        (bytes(2), "b'\\x00\\x00'"),
        (bytes(8), "bytes(8)"),
        (b"ibpkt " * 20, f"(\n    {(b'ibpkt ' * 14)[:80]!r}\n    {(b'ibpkt ' * 20)[80:]!r}\n)"),
        (b"\x55" * 20, "b'U' * 20"),
        (b"ibpkt" + bytes(59), "b'ibpkt' + bytes(59)"),
        (bytes(range(1, 12)), "bytes.fromhex('0102030405060708090a0b')"),
    ],
)
def test_bytes(data, code):
    assert bytes_code(data) == code
    assert eval(bytes_code(data)) == data


@given(st.binary(max_size=200))
def test_any_payload(data):
    assert eval(bytes_code(data)) == data


# -- it makes the same packet ---------------------------------------------------------------------------------------


@given(strategies.packets() | strategies.stacks())
def test_packets_of_strategies(packet):
    rebuilt(packet)


@pytest.mark.costly
@given(strategies.packets(valid=False) | strategies.stacks(valid=False))
def test_packets_that_are_wrong(packet):
    rebuilt(packet)


@pytest.mark.costly
@given(mutated())
def test_mutated_packets(case):
    data, link, wirelen = case
    rebuilt(decode(data, link, wirelen=wirelen))


@given(st.binary(max_size=200), st.sampled_from(sorted(LINKS.values())), st.none() | st.integers(0, 300))
@example(b"", 247, None)
def test_any_bytes(data, link, wirelen):
    rebuilt(decode(data, link, wirelen=wirelen))


@given(st.binary(max_size=80), st.sampled_from(HEADERS))
@example(bytes(27) + b"\1" + bytes(6), by_name()["NFS4Getdeviceinfo"])  # a count of words, and six bytes
def test_any_bytes_of_any_header(data, header):
    rebuilt(decode(data, header))


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_captures(path):
    for packet in packets_of_shapes(path, A_SHAPE):
        rebuilt(packet)


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.parametrize("path", ORIGINALS, ids=lambda path: path.name)
def test_packets_of_captures(path):
    for packet in first_packets(_packets(path)):
        rebuilt(packet)


def _packets(path):
    try:
        with ibpkt.open(path) as capture:
            yield from capture
    except CaptureError:  # some are damaged, which is the point of them
        return


@pytest.mark.costly
def test_every_stack_of_the_graph():
    for packet in {packet.name: packet for packet in (*compositions(), *from_graph())}.values():
        rebuilt(decode(packet.data, packet.link))


def test_what_was_registered():
    """A header that a user declares is written by its name and its fields, as any other."""
    code = (
        "import ibpkt, tests.support.put_operation\n"
        "packet = ibpkt.build('LRH', 'BTH', ibpkt.draft('PutETH', tag=7))\n"
        "assert eval(repr(packet)) == packet\n"
        "print(repr(packet))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "ibpkt.build('LRH', 'BTH', ibpkt.draft('PutETH', tag='Seven'))\n", done.stderr


def test_the_largest_packet_takes_no_time():
    """A management datagram with as many records as the graph allows; it takes milliseconds, not seconds."""
    records = [draft("PortInfoRecord", lid=number, capabilitymask=0x50C04A) for number in range(30)]
    packet = build("LRH", "BTH", "DETH", draft("MAD", mgmtclass=3), "RMPP", "SA", *records, strict=False)
    start = time.process_time()
    rebuilt(packet)
    assert time.process_time() - start < 2


# -- drafts and layers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (draft("BTH"), "ibpkt.draft('BTH')"),
        (draft("BTH", psn=5, opcode="RC SEND Only", se=1), "ibpkt.draft('BTH', psn=5, opcode='RC SEND Only', se=1)"),
        (draft("IPv4", ecn=3), "ibpkt.draft('IPv4', ecn='CE')"),
        (draft("IPv4", dsfield=0), "ibpkt.draft('IPv4', dsfield=0)"),
        (draft("AETH", syndrome=0x62), "ibpkt.draft('AETH', opcode='Nak', error_code='Remote Access Error')"),
        (draft("NodeDescription", nodestring="leaf 7"), "ibpkt.draft('NodeDescription', nodestring='leaf 7')"),
        (draft("IPv6", src="fe80::1"), "ibpkt.draft('IPv6', src='fe80::1')"),
        (draft("LinearForwardingTable", port=(1, 2) + (0xFF,) * 62),
         "ibpkt.draft('LinearForwardingTable', port=(1, 2) + (0xff,) * 62)"),
        (Draft(BTH, {"psn": "five", "nothing": None}), "ibpkt.draft('BTH', psn='five', nothing=None)"),
    ],
)  # fmt: skip
def test_drafts(made, code):
    assert repr(made) == code


@given(st.data())
def test_drafts_come_back(data):
    """Every field of every header, with any value, reads back as what it was."""
    header = data.draw(st.sampled_from(HEADERS))
    raw = data.draw(strategies.headers(header))
    names = data.draw(st.sets(st.sampled_from(sorted(raw)))) if raw else set()
    made = Draft(header, {name: value for name, value in raw.items() if name in names})
    assert eval(repr(made), {"ibpkt": ibpkt}) == made


@every("header", HEADERS)
def test_every_name_is_understood(header):
    for leaf in header.wire:
        for number in leaf.enum:
            value = (number,) * leaf.count if leaf.count > 1 else number
            if number < 1 << leaf.width:
                assert raw_values(header, given_values(header, {leaf.name: value})) == {leaf.name: value}


def test_layers():
    packet = roce(draft("BTH", destqp=0x11, psn=7), draft("AETH", syndrome=31, msn=1))
    assert repr(packet.aeth) == "AETH(syndrome=31, msn=1)"
    assert repr(packet.udp) == "UDP(srcport=0, dstport=4791, length=28, checksum=0)"
    assert "psn=7" in repr(packet.bth)
    assert "reserved7" not in repr(packet.bth)
    assert "reserved7=9" in repr(roce(draft("BTH", reserved7=9)).bth)
    for layer in packet:
        again = eval(repr(layer), {layer.name: lambda header=layer.header, **values: draft(header, **values)})
        assert again.header.write(again.raw) == bytes(layer)


def test_to_python(tmp_path):
    packet = roce(draft("BTH", psn=5), payload=b"hello")
    code = packet.to_python()
    assert code.startswith("import ibpkt\n\npacket = ibpkt.build(")
    names = {}
    exec(code, names)
    assert names["packet"] == packet
    exec(packet.to_python("hello"), names)
    assert names["hello"] == packet
    for wrong in ("", "no name", "class", 5):
        with pytest.raises(ibpkt.CallerError, match="name"):
            packet.to_python(wrong)


def test_pickled_and_copied_packets_have_the_same_code():
    import copy
    import pickle

    packet = roce("BTH")
    assert repr(copy.deepcopy(packet)) == repr(pickle.loads(pickle.dumps(packet))) == repr(packet)


def test_headers_by_name():
    assert build("Ethernet", "ipv4", "UDP", BTH) == build(*map(header_named, ("Ethernet", "IPv4", "UDP", "BTH")))
    with pytest.raises(ibpkt.CallerError, match="did you mean LRH"):
        build("LRHH")


def test_protocols_are_declared_once():
    assert all(protocols.header_named(header.name) is header for header in HEADERS)
