"""The golden packets: the file says what its bytes say, to a reader who knows nothing of ibpkt, and to ibpkt.

`tests/craft/vectors.sha256` holds that they stay what they are from version to version.
"""

from __future__ import annotations

import functools
import itertools

import crcmod
import pytest

import ibpkt
from ibpkt import protocols
from ibpkt.craft import vectors
from ibpkt.craft.carriers import CARRIERS
from ibpkt.craft.drafts import Draft
from ibpkt.protocols import CLOSED_BY, OPCODES
from ibpkt.protocols.upper.contents import upper_headers
from tests.support import golden_packets
from tests.support.equality import assert_equal
from tests.support.stacks import MASKED, batch_of

#: operation, header, payload …: the first word of a packet's name
KINDS = list(dict.fromkeys(name.partition("/")[0] for name in golden_packets.committed() if "/" in name))
#: after IBA 1, 7.8
CRC32 = crcmod.mkCrcFun(0x104C11DB7, initCrc=0, rev=True, xorOut=0xFFFFFFFF)
CRC16 = crcmod.mkCrcFun(0x1100B, initCrc=0, rev=True, xorOut=0xFFFF)


def by_kind(test):
    """A test for every kind of vector."""
    return pytest.mark.parametrize("kind", KINDS)(test)


@functools.cache
def headers():
    return golden_packets.document()["headers"]


@functools.cache
def packets():
    """The packets by kind."""
    found = {}
    for packet in golden_packets.document()["vectors"]:
        found.setdefault(packet["name"].partition("/")[0], []).append(packet)
    return found


@pytest.mark.costly
def test_packets_are_those_of_the_version_before():
    now, before = golden_packets.digests(), golden_packets.committed()
    changed = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    assert not changed, (
        f"{len(changed)} differ; if they should: python -m tests.support.golden_packets, and read the diff"
    )


def test_file_is_small_and_names_are_unique():
    document = golden_packets.document()
    assert len(golden_packets.text()) < 2_500_000
    assert len({packet["name"] for packet in document["vectors"]}) == len(document["vectors"])
    assert document["format"] == vectors.FORMAT
    assert {str(packet["link"]) for packet in document["vectors"]} == document["links"].keys()
    assert list(packets()) == KINDS


def test_everything_is_there():
    every = golden_packets.document()["vectors"]
    stand = {layer["header"] for each in every for layer in each["layers"]}
    # what connections carry is known by many packets, not by one
    apart = {header.name for header in (*CLOSED_BY.values(), *upper_headers())}
    assert stand == {header.name for header in protocols.headers()} - apart
    operations = {each["name"] for each in packets()["operation"]}
    assert operations == {f"operation/{carrier}/{opcode.name}" for carrier in CARRIERS for opcode in OPCODES.values()}
    assert {each["icrc"]["status"] for each in every if "icrc" in each} == {"good", "bad", "zero", "absent", "cut"}
    assert {each["stop"]["reason"] for each in every if "stop" in each} == {"cut", "malformed", "unknown"}
    assert any("disagreements" in each for each in every)


# -- a reader who knows the file alone --------------------------------------------------------------------------------


def bits(data, first, width):
    """Some bits of bytes, counted from the left, as a number."""
    begin, end = first // 8, -(-(first + width) // 8)
    assert end <= len(data)
    return int.from_bytes(data[begin:end], "big") >> end * 8 - first - width & (1 << width) - 1


def read(field, data, at):
    """A field of a header at a byte."""

    def one(row):
        value = bits(data, at * 8 + field["bit"] + row * field.get("stride", 0), field["width"])
        if field.get("little"):
            value = int.from_bytes(value.to_bytes(field["width"] // 8, "big"), "little")
        return f"{value:0{field['width'] // 4}x}" if field.get("hex") else value

    return [one(row) for row in range(field["rows"])] if "rows" in field else one(0)


@by_kind
def test_values_are_the_bits(kind):
    for each in packets()[kind]:
        data = bytes.fromhex(each["hex"])
        for layer in each["layers"]:
            header = headers()[layer["header"]]
            fields = header["fields"]
            assert layer["values"][: len(fields)] == [read(field, data, layer["at"]) for field in fields], each["name"]
            if "tail" in header:
                tail, at = layer["values"][-1], layer["at"] + header["size"]
                assert data[at : at + len(tail) // 2].hex() == tail


@by_kind
def test_parts_add_up(kind):
    """Headers, payload, pad, CRCs and trailer are the packet, in this order and nothing beside them."""
    for each in packets()[kind]:
        pieces = []
        for layer in each["layers"]:
            size = headers()[layer["header"]]["size"]
            tail = layer["values"][-1] if "tail" in headers()[layer["header"]] else ""
            pieces.append(each["hex"][layer["at"] * 2 : (layer["at"] + size) * 2] + tail)
        pieces += [each.get("payload", ""), each.get("pad", "")]
        pieces += [each[crc]["stored"] for crc in ("icrc", "vcrc", "lpcrc") if crc in each]
        pieces.append(each.get("trailer", ""))
        if "disagreements" not in each and each.get("stop", {}).get("reason") != "malformed":
            assert "".join(pieces) == each["hex"], each["name"]


def icrc_of(each):
    """The ICRC by the words of IBA 1, 7.8: what is masked, and where it begins."""
    data = bytes.fromhex(each["hex"])
    names = [layer["header"] for layer in each["layers"]]
    bth = names.index("BTH")
    first = max(index for index in range(bth) if names[index] in ("LRH", "GRH", "IPv4", "IPv6"))
    places = [layer["at"] for layer in each["layers"]]
    body = bytearray(data[places[first] :])
    for index in range(first, bth + 1):
        for place, mask in enumerate(bytes.fromhex(MASKED.get(names[index], "")), places[index] - places[first]):
            body[place] |= mask
    trailing = sum(len(each.get(part, {"stored": ""})["stored"]) // 2 for part in ("icrc", "vcrc"))
    end = len(body) - trailing - len(each.get("trailer", "")) // 2
    ones = b"" if names[first] == "LRH" else b"\xff" * 8
    return CRC32(ones + bytes(body[:end])).to_bytes(4, "little").hex()


@by_kind
def test_crcs_are_those_of_crcmod(kind):
    count = 0
    for each in packets()[kind]:
        data = bytes.fromhex(each["hex"])
        if "disagreements" in each or "wirelen" in each or each.get("stop", {}).get("reason") == "malformed":
            continue  # where the CRC stands is what is in question
        trailer = len(each.get("trailer", "")) // 2
        if each.get("icrc", {}).get("status") in ("good", "bad", "zero"):
            right = icrc_of(each)
            assert each["icrc"].get("computed", each["icrc"]["stored"]) == right, each["name"]
            assert (each["icrc"]["status"] == "good") == (each["icrc"]["stored"] == right)
            count += 1
        for crc, header, size in (("vcrc", "LRH", None), ("lpcrc", "FlowControl", 4)):
            if each.get(crc, {}).get("status") in ("good", "bad", "zero"):
                start = next(layer["at"] for layer in each["layers"] if layer["header"] == header)
                end = len(data) - trailer - 2 if size is None else start + size
                right = CRC16(data[start:end]).to_bytes(2, "little").hex()
                assert each[crc].get("computed", each[crc]["stored"]) == right, each["name"]
                assert (each[crc]["status"] == "good") == (each[crc]["stored"] == right)
                count += 1
    assert count or kind == "fragment" or kind.startswith("cut")


# -- ibpkt ----------------------------------------------------------------------------------------------------------


@by_kind
def test_codec_and_columns(kind):
    for link, group in itertools.groupby(
        sorted(packets()[kind], key=lambda each: each["link"]), lambda each: each["link"]
    ):
        same = list(group)
        for each in same:
            packet = ibpkt.decode(bytes.fromhex(each["hex"]), link, wirelen=each.get("wirelen"))
            assert vectors.entry(vectors.Vector(each["name"], packet)) == each
        lengths = [each.get("wirelen", len(each["hex"]) // 2) for each in same]
        assert_equal(batch_of([bytes.fromhex(each["hex"]) for each in same], link, lengths))


def raw_of(leaf, value):
    """A value of the file as ibpkt has it."""
    if isinstance(value, list):
        return tuple(raw_of(leaf, item) for item in value)
    return value if isinstance(value, int) else bytes.fromhex(value) if leaf.wide else int(value, 16)


def drafts_of(each, *, whole):
    """The headers with the values of the file; without those that are computed unless ``whole``."""
    announced = {"destqp", "srcqp", "opcode", "types"}  # by values that others would do as well
    for layer in each["layers"]:
        header = protocols.header_named(layer["header"])
        leaves = [*header.wire, *([header.tail_leaf] if header.tail_leaf else [])]
        left = set() if whole else ibpkt.craft.announce.computed_fields(header) - announced
        pairs = zip(leaves, layer["values"], strict=True)
        raw = {leaf.name: raw_of(leaf, value) for leaf, value in pairs if leaf.name not in left}
        yield Draft(header, raw)


def built(each, *, whole):
    stored = {crc: bytes.fromhex(each[crc]["stored"]) for crc in ("icrc", "vcrc", "lpcrc") if crc in each}
    crcs = {"icrc": stored.get("icrc", b""), "vcrc": stored.get("vcrc", stored.get("lpcrc", b""))} if whole else {}
    pad = bytes.fromhex(each.get("pad", ""))
    parts = {name: bytes.fromhex(each.get(name, "")) for name in ("payload", "trailer")}
    made = ibpkt.build(*drafts_of(each, whole=whole), **parts, **crcs, pad=pad, link=each["link"], strict=False)
    return made.data.hex()


@by_kind
def test_builder_makes_them(kind):
    """From all the values, wrong ones too; and from those that are not computed, where nothing is wrong."""
    for each in packets()[kind]:
        if "wirelen" in each or "disagreements" in each or each.get("stop", {}).get("reason") == "malformed":
            continue
        assert built(each, whole=True) == each["hex"], each["name"]
        if kind in ("operation", "header"):
            assert built(each, whole=False) == each["hex"], each["name"]


@by_kind
def test_scapy_reads_and_writes_them(kind):
    pytest.importorskip("scapy", reason="scapy is not installed")
    from ibpkt.scapy import LAYERS, Pad, Raw

    for each in packets()[kind]:
        if "wirelen" in each or not each["layers"]:
            continue
        data = bytes.fromhex(each["hex"])
        packet = LAYERS[protocols.header_named(each["layers"][0]["header"])](data)
        assert bytes(packet) == data
        layer = packet
        for wanted in each["layers"]:
            assert type(layer).__name__ == wanted["header"]
            fields = [layer.getfieldval(field.name) for field in layer.fields_desc]
            given = [vectors._number(field.leaf, value) for field, value in zip(layer.fields_desc, fields, strict=True)]
            assert given == wanted["values"], each["name"]
            layer = layer.payload
        if "stop" not in each:
            assert (packet[Raw].load.hex() if "payload" in each else "") == each.get("payload", "")
            assert (packet[Pad].load.hex() if "pad" in each else "") == each.get("pad", "")


# -- what is wrong with the wrong ones ----------------------------------------------------------------------------


@functools.cache
def named():
    return {each["name"]: each for each in golden_packets.document()["vectors"]}


def test_what_is_right_is_right():
    for each in (*packets()["operation"], *packets()["header"], *packets()["payload"], *packets()["reserved"]):
        if "trailer" in each and "native" in each["name"]:
            assert [wrong["field"] for wrong in each["disagreements"]] == ["pktlen"], "a link has no padding"
            continue
        assert each.keys().isdisjoint({"stop", "disagreements", "wirelen"}), each["name"]
        assert {each[crc]["status"] for crc in ("icrc", "vcrc", "lpcrc") if crc in each} <= {"good"}, each["name"]


@pytest.mark.parametrize("carrier", vectors.PLAIN)
def test_wrong_crcs(carrier):
    verdicts = dict.fromkeys(("one bit flipped", "other byte order", "without the final inversion"), "bad")
    verdicts |= {"zero": "zero", "absent": "absent"}
    crcs = ["icrc", "vcrc"] if carrier.startswith("native") else ["icrc"]
    for crc in crcs:
        found = {what: named()[f"{crc}/{carrier}/{what}"] for what in verdicts}
        if crc == "icrc" and "native" not in carrier:
            assert {what: each[crc]["status"] for what, each in found.items()} == verdicts | {"absent": "bad"}
        else:
            assert {what: each[crc]["status"] for what, each in found.items() if what != "absent"} == {
                what: status for what, status in verdicts.items() if what != "absent"
            }


@pytest.mark.parametrize("carrier", vectors.PLAIN)
def test_cut_ones(carrier):
    cut = [each for each in packets()["cut by the capture"] if f"/{carrier}/" in each["name"]]
    short = [each for each in packets()["cut on the wire"] if f"/{carrier}/" in each["name"]]
    assert {each["stop"]["reason"] for each in cut if "stop" in each} == {"cut"}
    assert {each["stop"]["reason"] for each in short if "stop" in each} == {"malformed"}
    assert any("disagreements" in each for each in short)
    assert not any("disagreements" in each for each in cut)


def test_unknown_ones():
    for each in packets()["unknown"]:
        assert each["stop"]["reason"] == "unknown", each["name"]
