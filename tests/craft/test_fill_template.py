"""Templates: what they fill in is what `replace` makes, one by one and in columns."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import CallerError, build, craft, draft, protocols, strategies
from ibpkt.schema import Derived, Part
from tests.support.shared import REPOSITORY

SEND = build(
    draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
    draft("IPv4", src="10.0.0.1", dst="10.0.0.2"),
    draft("UDP", srcport=0xC000),
    draft("BTH", destqp=0x11, psn=7),
    payload=b"payload",
)
NATIVE = build(draft("LRH", slid=1, dlid=2), draft("GRH"), draft("BTH", psn=7), draft("RETH"), payload=b"hello")


@st.composite
def changes(draw, packet, leaves=None):
    """A field of the packet by its name in `replace`, and a value for it."""
    layer = draw(st.sampled_from([packet[layer.header] for layer in packet.layers]))
    settable = [leaf for leaf in layer.header.leaves if not isinstance(leaf, Derived)]
    leaf = draw(st.sampled_from(settable))
    if isinstance(leaf, Part):
        value = draw(st.integers(0, (1 << leaf.width) - 1))
    elif leaf is layer.header.tail_leaf:
        value = bytes(layer.size - layer.header.size)
    else:
        value = draw(strategies.values(leaf))
    return f"{layer.header.key}__{leaf.name}", value


def answer(function, values):
    """What a function makes of the values, or that it refuses them."""
    try:
        return function(**values)
    except CallerError:
        return "refused"


@given(st.data(), st.one_of(strategies.packets(), strategies.stacks(), strategies.stacks(valid=False)))
def test_a_filled_template_is_what_replace_makes(data, packet):
    if packet.stop is not None and packet.stop.reason != "unknown":
        return
    template = answer(packet.template, {})
    if template == "refused":
        with pytest.raises(CallerError):
            packet.replace()
        return
    values = dict(data.draw(st.lists(changes(packet), min_size=1, max_size=3), label="values"))
    assert answer(template.fill, values) == answer(lambda **given: packet.replace(**given).data, values)
    assert template.fill() == packet.replace().data, "a template does not remember what it was filled with"


@given(st.data(), st.one_of(strategies.packets(), strategies.stacks()))
def test_columns_are_what_replace_makes(data, packet):
    if not isinstance(packet.link, int):
        return
    values = dict(data.draw(st.lists(changes(packet), min_size=1, max_size=2), label="values"))
    two = {name: [value, value] for name, value in values.items()}
    expected = answer(lambda **given: packet.replace(**given).data, values)
    if expected == "refused" or len(expected) != len(packet.replace().data):
        with pytest.raises(CallerError):
            craft.columns(packet, two)
        return
    made = craft.columns(packet, two)
    assert [bytes(row) for row in made.matrix] == [expected, expected]


@pytest.mark.parametrize("name", ["psn", "bth.psn", "bth__psn"])
def test_names(name):
    assert SEND.template().fill(**{name: 9}) == SEND.replace(bth__psn=9).data
    assert SEND.template("psn").names == ("bth.psn",)
    assert SEND.template("bth.psn", "ipv4.ttl").fill(**{name: 9}) == SEND.replace(bth__psn=9).data


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("psn", 0xFFFFFF),
        ("destqp", 1),
        ("opcode", "RC SEND First"),
        ("ttl", 3),
        ("ecn", "CE"),
        ("ipv4.src", "10.9.8.7"),
        ("ethernet.dst", "02:00:00:00:00:77"),
        ("srcport", 0xC001),
        ("padcnt", 3),
        ("proto", 6),
        ("ipv4.len", 99),
        ("ipv4.checksum", 99),
        ("payload", b"another payload"),
    ],
)
def test_kinds_of_fields(name, value):
    key = "payload" if name == "payload" else SEND.template().path(name).replace(".", "__")
    expected = SEND.replace(**{key: value}).data
    assert SEND.template().fill(**{name: value}) == expected
    if len(expected) == len(SEND.data):
        assert [bytes(row) for row in craft.columns(SEND, {name: [value]}).matrix] == [expected]


@pytest.mark.parametrize("name", ["ipv4_2__ttl", "udp_2__srcport", "IPv4__ttl", "ipv4_3__ttl"])
def test_headers_that_occur_twice(name):
    """The fields of inner headers have the names that `replace` knows."""
    inner = (draft("Ethernet"), draft("IPv4"), draft("UDP"), draft("BTH", psn=7))
    packet = build(draft("Ethernet"), draft("IPv4"), draft("UDP"), draft("VXLAN"), *inner, payload=b"hello")
    expected = answer(lambda **given: packet.replace(**given).data, {name: 9})
    assert answer(packet.template().fill, {name: 9}) == expected


def test_what_depends_on_a_checksum_of_udp():
    datagram = bytearray(SEND.data)
    at = SEND.udp.offset + 6
    datagram[at : at + 2] = b"\x12\x34"
    packet = ibpkt.decode(bytes(datagram), "ethernet")
    for values in ({"srcport": 5}, {"psn": 0xFFFF07}, {"ttl": 3}, {"psn": None}):
        changes = {packet.template().path(name).replace(".", "__"): value for name, value in values.items()}
        assert packet.template().fill(**values) == packet.replace(**changes).data


def test_parts_of_one_field():
    template = SEND.template()
    assert template.fill(ecn=3, dscp=5) == SEND.replace(ipv4__ecn=3, ipv4__dscp=5).data
    assert template.fill(dsfield=9, ecn=2) == SEND.replace(ipv4__dsfield=9, ipv4__ecn=2).data
    assert template.fill(ecn=2, dsfield=9) == SEND.replace(ipv4__ecn=2, ipv4__dsfield=9).data


def test_a_wrong_packet_becomes_right():
    wrong = build(draft("LRH"), draft("BTH", psn=7), payload=b"hello", icrc=b"\1\2\3\4", vcrc=b"\5\6")
    packet = ibpkt.decode(wrong.template("psn").fill(psn=8), "infiniband")
    assert (packet.bth.psn, packet.icrc.status, packet.vcrc.status) == (8, "good", "good")


def test_a_packet_without_an_icrc_has_none():
    bare = build(draft("LRH"), draft("BTH", psn=7), payload=b"hello", icrc=b"")
    assert bare.template().fill(psn=8) == bare.replace(bth__psn=8).data


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"psn": 1 << 24}, r"BTH.psn takes 0 to 16777215 \(24 bits\), not 16777216"),
        ({"psn": -1}, "BTH.psn takes 0 to 16777215"),
        ({"psn": "x"}, "BTH.psn cannot be 'x'"),
        ({"pns": 1}, "no header of the packet has a field pns; did you mean psn"),
        ({"bth.pns": 1}, "BTH has no field pns; did you mean psn"),
        ({"reth.va": 1}, "the packet has no reth; it has Ethernet, IPv4, UDP, BTH"),
        ({"src": 1}, "src is a field of several headers: say ethernet.src or ipv4.src"),
        ({"psn": 1, "bth.psn": 2}, "a field is given twice: psn, bth.psn"),
    ],
)
def test_errors(values, sentence):
    with pytest.raises(CallerError, match=sentence):
        SEND.template().fill(**values)
    if "twice" not in sentence:
        with pytest.raises(CallerError, match=sentence.partition(r" \(")[0]):
            craft.columns(SEND, {name: np.array([value]) for name, value in values.items()})


def test_only_the_named_fields_vary():
    with pytest.raises(CallerError, match=r"the template varies bth\.psn, not ipv4\.ttl"):
        SEND.template("psn").fill(ttl=3)
    with pytest.raises(CallerError, match="did you mean psn"):
        SEND.template("pns")
    assert repr(SEND.template("psn")) == "<Template of 66 bytes, bth.psn>"


REGISTERED = """
from ibpkt import build, craft, draft
build(draft("LRH"), draft("BTH")).template("psn").fill(psn=1)
from tests.support import geneve_tunnel
inner = (draft("Ethernet"), draft("IPv4"), draft("UDP"), draft("BTH", psn=7))
packet = build(draft("Ethernet"), draft("IPv4"), draft("UDP"), draft("Geneve", vni=7), *inner, payload=b"hello")
assert "BTH" in packet and packet.icrc
expected = packet.replace(geneve__vni=9, bth__psn=8, ipv4__ttl=3).data
assert packet.template("geneve.vni", "psn", "ttl").fill(vni=9, psn=8, ttl=3) == expected
assert craft.columns(packet, {"vni": [9], "psn": [8], "ttl": [3]})[0].data == expected
"""


def test_a_registered_header_varies_too():
    done = subprocess.run(
        [sys.executable, "-c", REGISTERED], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_cut_packet_is_no_template():
    with pytest.raises(CallerError, match="cannot be built again"):
        ibpkt.decode(SEND.data[:45], "ethernet", wirelen=66).template()


@pytest.mark.parametrize("packet", [SEND, NATIVE], ids=["rocev2", "native"])
def test_columns(packet, tmp_path):
    count = 5000  # more than are filled at a time
    psn = np.arange(count) % 7
    made = craft.columns(packet, {"psn": psn, "fecn": psn & 1, "destqp": 5}, time=1000 + np.arange(count))
    assert made.matrix.shape == (count, len(packet.data))
    assert made.matrix.base is made.frames.data
    for row in (0, 6, count - 1):
        same = packet.replace(bth__psn=row % 7, bth__fecn=(row % 7) & 1, bth__destqp=5).data
        assert made[row].data == same == bytes(made.matrix[row])
    with ibpkt.create(tmp_path / "made.pcapng") as out:
        out.write_batch(made)
    with ibpkt.open(tmp_path / "made.pcapng") as capture:
        columns = capture.columns(["infiniband.bth.psn", "infiniband.icrc.status", "frame.time_epoch"])
    assert columns["infiniband.bth.psn"].tolist() == psn.tolist()
    assert set(columns["infiniband.icrc.status"].tolist()) == {"good"}
    assert [int(made.frames.time[0]), int(made.frames.time[-1])] == [1000, 1000 + count - 1]


def test_wide_columns():
    gids = np.arange(48, dtype=np.uint8).reshape(3, 16)
    made = craft.columns(NATIVE, {"grh.sgid": gids, "dgid": ["fe80::1", "fe80::2", "fe80::3"]})
    assert bytes(made[2].grh.raw["sgid"]) == bytes(range(32, 48))
    assert [str(packet.grh.dgid) for packet in made] == ["fe80::1", "fe80::2", "fe80::3"]
    assert all(packet.icrc and packet.vcrc for packet in made)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"psn": np.array([1, 1 << 24])}, r"BTH.psn takes 0 to 16777215, not 16777216 \(of packet 1\)"),
        ({"psn": [1, 1 << 24]}, "BTH.psn takes 0 to 16777215"),
        ({"psn": [1], "ttl": [1, 2]}, "columns have one length: psn has 1 values, ttl 2"),
        ({"psn": 1}, "one field at least with a value for every packet"),
        ({}, "one field at least"),
        ({"psn": np.zeros((2, 3))}, "BTH.psn has 24 bits; its column is no array of float64"),
        ({"psn": [[1], [2]]}, "BTH.psn"),
        ({"psn": [1], "bth.psn": [1]}, "a field is given twice"),
        ({"payload": [b"payload", b"much longer"]}, "columns keep the size of a packet, 66 bytes; packet 1 has 70"),
        ("psn", "columns are given by field"),
        ({1: [2]}, "a field is named by a text"),
    ],
)
def test_errors_of_columns(values, sentence):
    with pytest.raises(CallerError, match=sentence):
        craft.columns(SEND, values)


def test_what_columns_are_made_from():
    with pytest.raises(CallerError, match="from a packet or a template, not from bytes"):
        craft.columns(SEND.data, {"psn": [1]})
    with pytest.raises(CallerError, match="there are 2 packets, and 3 times"):
        craft.columns(SEND, {"psn": [1, 2]}, time=np.arange(3))
    for wrong in ("now", 1.5, [[1], [2]], [b"x", b"y"]):
        with pytest.raises(CallerError, match="times are whole nanoseconds"):
            craft.columns(SEND, {"psn": [1, 2]}, time=wrong)
    with pytest.raises(CallerError, match="made from a packet, not from NoneType"):
        craft.Template(None)
    for wrong in (5, ["psn"], None):
        with pytest.raises(CallerError, match="text"):
            SEND.template(wrong)
    with pytest.raises(CallerError, match="that begins with GRH has no link type"):
        craft.columns(build(draft("GRH"), draft("BTH"), link=protocols.GRH), {"psn": [1]})
    assert craft.columns(SEND, {"psn": np.zeros(0, int)}).matrix.shape == (0, 66)
