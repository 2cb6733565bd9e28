"""The C parser agrees with ibpkt about every packet, and survives those that are wrong."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import ibpkt
from ibpkt import strategies

OK, SHORT, OTHER, VERSION = 0, -1, -2, -3
FIELDS = ("opcode", "destqp", "psn", "pkey", "padcnt", "solicited", "migreq", "ackreq", "fecn", "becn")
#: the names that the specification and ibpkt have for some of them
NAMES = {"pkey": "p_key", "padcnt": "padcnt", "solicited": "se", "migreq": "m", "ackreq": "a"}

quick = settings(deadline=None, suppress_health_check=list(HealthCheck))
frames = strategies.packets(link="ethernet")


def is_roce_v2(packet):
    """Ethernet, tags, IP, UDP, BTH: what the parser is made for."""
    names = [layer.name for layer in packet if layer.name != "VLAN"]
    return names[0] == "Ethernet" and names[1] in ("IPv4", "IPv6") and names[2:4] == ["UDP", "BTH"]


@quick
@given(frames)
def test_it_reads_what_ibpkt_reads(parse, packet):
    code, parsed = parse(bytes(packet))
    if not is_roce_v2(packet):
        assert code == OTHER
        return
    assert code == OK
    bth = packet.bth.raw
    assert {name: getattr(parsed, name) for name in FIELDS} == {name: bth[NAMES.get(name, name)] for name in FIELDS}
    start = packet.bth.offset + packet.bth.size
    following = [layer.name for layer in packet if layer.offset == start]
    assert parsed.has_reth == (following == ["RETH"])
    if parsed.has_reth:
        assert (parsed.va, parsed.r_key, parsed.dmalen) == (packet.reth.va, packet.reth.r_key, packet.reth.dmalen)
        start += packet.reth.size
    assert parsed.payload_at == start
    assert bytes(packet)[start : start + parsed.payload_size].endswith(packet.payload)
    assert start + parsed.payload_size + len(packet.pad) == packet.crc_places[ibpkt.protocols.ICRC]


@quick
@given(frames.filter(is_roce_v2), st.data())
def test_every_cut_is_noticed(parse, packet, data):
    """A frame that ends too early is short, and nothing after its end makes a difference."""
    size = data.draw(st.integers(0, len(packet) - len(packet.trailer) - 1))
    cut = bytes(packet)[:size]
    for after in (b"\x00", b"\xff"):
        code, _ = parse(cut + after * 64, size)
        assert code == SHORT


@quick
@given(strategies.packets(link="ethernet", valid=False).flatmap(strategies.mutated))
def test_no_frame_makes_it_read_beyond_the_end(parse, frame):
    """What stands after the frame in memory has no influence."""
    first, second = (parse(frame + after * 64, len(frame)) for after in (b"\x00", b"\xff"))
    assert first[0] == second[0]
    assert bytes(first[1]) == bytes(second[1])
    if first[0] == OK:
        assert first[1].payload_at + first[1].payload_size <= len(frame)


@quick
@given(frames.filter(is_roce_v2), st.integers(1, 15))
def test_another_version_is_refused(parse, packet, version):
    assert parse(packet.replace(bth__tver=version).data)[0] == VERSION


@pytest.mark.parametrize("size", range(16))
def test_a_packet_without_room_for_its_header(parse, size):
    """All lengths agree, but the operation has a RETH and too few bytes follow BTH."""
    headers = (ibpkt.draft("Ethernet"), ibpkt.draft("IPv4"), ibpkt.draft("UDP"))
    packet = ibpkt.build(*headers, ibpkt.draft("BTH", opcode="RC RDMA WRITE Only"), payload=bytes(size), pad=b"")
    assert (packet.stop.reason, packet.stop.layer) == ("malformed", "RETH")
    assert parse(packet.data)[0] == SHORT


@pytest.fixture(scope="session")
def golden():
    """The vectors that ibpkt publishes for tests in any language."""
    made = subprocess.run([sys.executable, "-m", "ibpkt.craft.vectors"], capture_output=True, check=True)
    return json.loads(made.stdout)


def test_the_published_vectors(parse, golden):
    place = {field["name"]: index for index, field in enumerate(golden["headers"]["BTH"]["fields"])}
    checked = 0
    for vector in golden["vectors"]:
        if vector["name"].startswith("operation/rocev2/"):
            code, parsed = parse(bytes.fromhex(vector["hex"]))
            headers = [layer["header"] for layer in vector["layers"]]
            values = vector["layers"][headers.index("BTH")]["values"]
            if values[place["tver"]]:
                assert code == VERSION
                continue
            assert code == OK, vector["name"]
            assert [parsed.opcode, parsed.psn] == [values[place["opcode"]], values[place["psn"]]]
            assert parsed.has_reth == (headers[headers.index("BTH") + 1 :][:1] == ["RETH"]), vector["name"]
            checked += 1
        elif (
            vector["name"].startswith("cut on the wire/rocev2") and vector.get("stop", {}).get("reason") == "malformed"
        ):
            assert parse(bytes.fromhex(vector["hex"]))[0] == SHORT, vector["name"]
            checked += 1
    assert checked > 100
