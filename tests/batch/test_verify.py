"""The five things that can be said of a CRC, of one packet and of many."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt import decode
from ibpkt.batch import crc
from ibpkt.batch.verify import verify_many
from ibpkt.kernel import loops
from ibpkt.packet import STATUSES, Check, Status
from ibpkt.packet.coverage import coverage, icrc_input
from ibpkt.protocols import ICRC, LPCRC, VCRC, header_named
from tests.support.equality import assert_equal
from tests.support.stacks import CARRIERS, MASKED, batch_of, build, carrier, crc16_of, icrc_of, stack

CRCS = {"icrc": ICRC, "vcrc": VCRC, "lpcrc": LPCRC}


def status(name: str, data: bytes, link: int, wirelen: int | None = None) -> Check:
    """The verdict of one packet, after the batch has given the same."""
    packet = decode(data, link, wirelen=wirelen)
    batch = batch_of([data], link, [wirelen or len(data)], around=0xA5)
    assert_equal(batch)
    found = [checks.status.tolist() for _, checks in batch.verify(CRCS[name])]
    check = getattr(packet, name)
    assert found == [[STATUSES.index(check.status)]] if found else check.status == "absent"
    assert bool(check) == (check.status is Status.GOOD)
    assert (check.cause == "") or check.status == "bad"
    return check


@pytest.mark.parametrize("name", CARRIERS)
def test_icrc(name):
    packet = carrier(name)
    at, size = packet.icrc_at, len(packet.data)
    good = status("icrc", packet.data, packet.link)
    assert good.status == "good"
    assert good.stored == good.computed == packet.data[at : at + 4]
    assert good.number == f"0x{good.stored.hex()}"

    bad = status("icrc", packet.with_icrc(b"\x12\x34\x56\x78"), packet.link)
    assert (bad.status, bad.stored, bad.computed) == ("bad", b"\x12\x34\x56\x78", good.stored)

    zero = status("icrc", packet.with_icrc(bytes(4)), packet.link)
    assert (zero.status, zero.stored, zero.computed) == ("zero", bytes(4), good.stored)

    for length in range(packet.offsets[-1], at + 4):
        assert status("icrc", packet.data[:length], packet.link, size) == Check(Status.CUT)
    # the packet ends where its ICRC should be
    for length in range(packet.offsets[-1], at + 4):
        assert status("icrc", packet.data[:length], packet.link).status == "absent"


@pytest.fixture
def kernel_masks(monkeypatch):
    """The masks with which the compiled kernel is called; Python does its work."""
    asked = []

    def masked(which, data, starts, ends, before, mask):
        asked.append(mask)
        covered = [bytearray(data[start:end]) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        for each in covered:
            each[: len(mask)] = (byte | bits for byte, bits in zip(each, mask, strict=False))
        found = [int.from_bytes(icrc_of(before + each, ones=False), "little") for each in covered]
        return np.array(found, np.uint32)

    monkeypatch.setattr(loops, "COMPILED", True)
    monkeypatch.setattr(crc, "crcs_with_mask", masked)
    return asked


def good_and_bad(*packets):
    """Whether of packets of one shape, and one more with a wrong ICRC, this one alone is wrong."""
    datas = [*(packet.data for packet in packets), packets[0].with_icrc(b"\x12\x34\x56\x78")]
    (shape,) = batch_of(datas, packets[0].link, around=0xA5).shapes
    found = [STATUSES[status] for status in verify_many(shape, ICRC).status.tolist()]
    return found == ["good"] * len(packets) + ["bad"]


def test_masks_for_the_compiled_kernel(kernel_masks):
    """One mask over all headers from the first one on that the ICRC covers, where they lie alike in all packets."""
    for name in CARRIERS:
        kernel_masks.clear()
        assert good_and_bad(carrier(name))
        assert len(kernel_masks) == 1
        assert any(kernel_masks[0])


def test_masks_over_options(kernel_masks, monkeypatch):
    """Options lie between the headers with variant fields: in one mask where they are equally long and not too long."""
    none, short, long = (
        stack("ethernet", "Ethernet/IPv4/UDP/BTH", ipv4={"options": bytes(size)}).built(b"abc") for size in (0, 4, 12)
    )
    assert good_and_bad(long, long)
    (mask,) = kernel_masks
    for packets, most, masks in [((long,), len(mask), 1), ((long,), len(mask) - 1, 0), ((long, short), 256, 0)]:
        kernel_masks.clear()
        monkeypatch.setattr(loops, "LONGEST_MASK", most)
        assert good_and_bad(*packets)
        assert len(kernel_masks) == masks
    assert good_and_bad(none, short)
    (alone,) = batch_of([long.data], long.link, around=0xA5).shapes
    assert verify_many(alone, ICRC).status.tolist() == [STATUSES.index(Status.GOOD)]


def test_icrc_is_absent():
    for link, path in (
        ("infiniband", "LRH/RWH"),
        ("infiniband", "LRH/IPv6"),
        ("ethernet", "Ethernet/IPv4/GRE/Ethernet"),
    ):
        packet = stack(link, path).built()
        assert status("icrc", packet.data, packet.link) == Check(Status.ABSENT)


@pytest.mark.parametrize(("flags", "offset", "wanted"), [(0, 0, "good"), (2, 0, "good"), (1, 0, "absent")])
def test_fragments_of_ipv4(flags, offset, wanted):
    """The ICRC of a fragmented packet is in another fragment."""
    packet = stack("ethernet", "Ethernet/IPv4/UDP/BTH", ipv4={"flags": flags, "frag_offset_words": offset}).built()
    assert status("icrc", packet.data, packet.link).status == wanted


def test_later_fragments():
    """A later fragment has no headers of its own: what it carries is payload."""
    packet = build(
        "ethernet",
        [(header_named("Ethernet"), {"type": 0x800}), (header_named("IPv4"), {"proto": 17, "frag_offset_words": 3})],
        b"\x12\x34\x12\xb7" + bytes(40),
    )
    decoded = decode(packet.data, packet.link)
    assert [layer.name for layer in decoded] == ["Ethernet", "IPv4"]
    assert decoded.stop.reason == "unknown"
    assert status("icrc", packet.data, packet.link).status == "absent"


@pytest.mark.parametrize(("more", "offset", "wanted"), [(0, 0, "good"), (1, 0, "absent")])
def test_fragments_of_ipv6(more, offset, wanted):
    packet = stack(
        "ethernet", "Ethernet/IPv6/Fragment/UDP/BTH", fragment={"more": more, "fragment_offset": offset}
    ).built()
    assert status("icrc", packet.data, packet.link).status == wanted


def first_fragment(path: str, outer: str, size: int = 128) -> bytes:
    """The first fragment of a tunnel's packet that carries ``size`` bytes of it."""
    whole = stack("ethernet", path).built(b"\x5a" * 300)
    at = whole.offsets[1]
    header = header_named(outer)
    behind = whole.offsets[2 if outer == "IPv4" else 3]
    data = bytearray(whole.data[: behind + size])
    if outer == "IPv4":
        values = {**header.read(whole.data, at), "flags": 1, "len": len(data) - at}
    else:
        values = {**header.read(whole.data, at), "plen": len(data) - at - header.size}
        fragment = header_named("Fragment")
        place = whole.offsets[2]
        data[place : place + 8] = fragment.write({**fragment.read(whole.data, place), "more": 1})
    data[at : at + header.size] = header.write(values)
    return bytes(data)


@pytest.mark.parametrize(
    ("path", "outer"),
    [
        ("Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv4/UDP/BTH", "IPv4"),
        ("Ethernet/IPv6/Fragment/UDP/VXLAN/Ethernet/IPv4/UDP/BTH", "IPv6"),
    ],
)
def test_fragments_of_a_tunnel(path, outer):
    """A tunnel that exceeds the MTU is fragmented outside: the ICRC is in another fragment, and no length lies."""
    packet = decode(first_fragment(path, outer), "ethernet")
    assert "BTH" in packet
    assert packet.icrc.status == "absent"
    assert packet.disagreements == ()


def test_fragments_of_a_tunnel_in_both_walkers():
    for path, outer in (
        ("Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv4/UDP/BTH", "IPv4"),
        ("Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv6/UDP/BTH", "IPv4"),
        ("Ethernet/IPv4/UDP/VXLAN/Ethernet/GRH/BTH", "IPv4"),
        ("Ethernet/IPv6/Fragment/UDP/VXLAN/Ethernet/IPv4/UDP/BTH", "IPv6"),
    ):
        assert_equal(batch_of([first_fragment(path, outer, size) for size in range(0, 200, 8)], 1))


@pytest.mark.parametrize("mirror", ["GRESequence/ERSPAN2", "ERSPAN3"])
def test_mirrors_that_cut(mirror):
    """A switch mirrors the first bytes of a frame, and says so; the ICRC is not among them."""
    whole = stack("ethernet", f"Ethernet/IPv4/GRE/{mirror}/Ethernet/IPv4/UDP/BTH").built(b"\x5a" * 300)
    data = bytearray(whole.data[:160])
    data[16:18] = (160 - 14).to_bytes(2, "big")
    truncated = header_named(mirror.split("/")[-1])
    at = whole.offsets[whole.headers.index(truncated)]
    data[at : at + truncated.size] = truncated.write({**truncated.read(bytes(data), at), "truncated": 1})
    packet = decode(bytes(data), "ethernet")
    assert "BTH" in packet
    assert packet.icrc.status in ("absent", "cut")


@pytest.mark.parametrize("name", ["local", "global"])
def test_vcrc(name):
    packet = carrier(name)
    at, size = packet.vcrc_at, len(packet.data)
    assert status("vcrc", packet.data, packet.link).status == "good"
    bad = status("vcrc", packet.data[:-2] + b"\x12\x34", packet.link)
    assert (bad.status, bad.computed) == ("bad", packet.data[-2:])
    assert status("vcrc", packet.data[:-2] + bytes(2), packet.link).status == "zero"
    for length in range(at, size):
        assert status("vcrc", packet.data[:length], packet.link, size) == Check(Status.CUT)
    # sniffers of some adapters leave it out: the packet is whole without it
    without = decode(packet.data[:-2], packet.link)
    assert without.disagreements == ()
    assert status("vcrc", packet.data[:-2], packet.link).status == "absent"
    assert status("icrc", packet.data[:-2], packet.link).status == "good"


@pytest.mark.parametrize("path", ["LRH/RWH", "LRH/IPv6/UDP/BTH"])
def test_vcrc_of_raw_packets(path):
    packet = stack("infiniband", path).built(b"payload, odd")
    assert status("vcrc", packet.data, packet.link).status == "good"
    changed = packet.changed(len(packet.data) - 4, 1, sealed=False)
    assert status("vcrc", changed, packet.link).status == "bad"


def test_roce_has_no_vcrc():
    for name in ("RoCEv1", "RoCEv2 IPv4", "RoCEv2 IPv6"):
        assert status("vcrc", carrier(name).data, 1).status == "absent"


def test_lpcrc():
    packet = stack("erf", "ERF/FlowControl", flowcontrol={"op": 1, "fctbs": 5, "vl": 3, "fccl": 0xABC}).built()
    at, size = packet.lpcrc_at, len(packet.data)
    assert status("lpcrc", packet.data, packet.link).status == "good"
    assert status("lpcrc", packet.data[:at] + b"\x12\x34", packet.link).status == "bad"
    assert status("lpcrc", packet.data[:at] + bytes(2), packet.link).status == "zero"
    assert status("lpcrc", packet.data[:at], packet.link, size).status == "cut"
    short = packet.data[:14] + b"\0\4" + packet.data[16:at]
    assert status("lpcrc", short, packet.link).status == "absent"


def test_symbols_behind_a_flow_control_packet_are_no_part_of_it():
    packet = stack("erf", "ERF/FlowControl").built()
    longer = packet.data[:14] + b"\0\x08" + packet.data[16:] + b"\xff\xff"
    assert status("lpcrc", longer, packet.link).status == "good"
    assert decode(longer, packet.link).trailer == b"\xff\xff"


def test_ethernet_trailer_is_no_part_of_the_packet():
    """A short frame is padded to 60 bytes, and some taps keep the frame check sequence."""
    packet = carrier("RoCEv2 IPv4", 0x11, b"")
    for trailer in (b"\0" * 18, b"\xde\xad\xbe\xef"):
        decoded = decode(packet.data + trailer, packet.link)
        assert (decoded.trailer, decoded.payload, decoded.icrc.status) == (trailer, b"", "good")
        assert decoded.disagreements == ()
        assert bytes(decoded) == packet.data + trailer
        assert_equal(batch_of([packet.data + trailer], packet.link))


@pytest.mark.parametrize("name", CARRIERS)
def test_what_the_icrc_covers(name):
    """Flipping any bit in front of the ICRC changes the verdict, exactly where IBA 1, 7.8 says that it is covered."""
    packet = carrier(name, 0x0A)
    names = [header.name for header in packet.headers]
    begins = list(zip(names, packet.offsets, strict=False))
    masks = {}
    for header, at in begins:
        masks.update(enumerate(bytes.fromhex(MASKED.get(header, "")), at))
    first = max(
        at for header, at in zip(names, packet.offsets, strict=False) if header in ("LRH", "GRH", "IPv4", "IPv6")
    )
    # fields by which the packet finds its headers and its end; flipping them changes more than the sum
    structure = {
        "LRH": [1, 4, 5], "GRH": [0, 4, 5, 6], "Ethernet": [12, 13], "IPv4": [0, 2, 3, 6, 7, 9], "IPv6": [0, 4, 5, 6],
        "UDP": [2, 3, 4, 5], "BTH": [0],
    }  # fmt: skip
    keep = {
        at + place for header, at in zip(names, packet.offsets, strict=False) for place in structure.get(header, [])
    }
    pieces, wanted = [], []
    for at in range(packet.icrc_at):
        if at in keep:
            continue
        for bit in range(8):
            covered = at >= first and not masks.get(at, 0) >> bit & 1
            if name == "global" and at < 8:
                covered = False
            pieces.append(packet.changed(at, 1 << bit))
            wanted.append("bad" if covered else "good")
    assert [decode(piece, packet.link).icrc.status for piece in pieces] == wanted
    batch = batch_of(pieces, packet.link)
    before = batch.frames.data.tobytes()
    found = [""] * len(pieces)
    for shape, checks in batch.verify(ICRC):
        for row, value in zip(shape.rows.tolist(), checks.status.tolist(), strict=True):
            found[row] = str(STATUSES[value])
    assert found == wanted
    assert batch.frames.data.tobytes() == before


def test_coverage_begins_at_the_innermost_network_header():
    tunnelled = stack("ethernet", "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv6/UDP/BTH").built()
    assert coverage(tunnelled.headers)[0] == tunnelled.headers.index(header_named("IPv6"))
    local = carrier("local")
    assert coverage(local.headers) == (0, b"")
    assert coverage(carrier("RoCEv1").headers) == (1, b"\xff" * 8)
    assert coverage((header_named("Ethernet"), header_named("IPv4"))) is None


@pytest.mark.parametrize("name", CARRIERS)
def test_input_of_the_icrc(name):
    """What a user may look at to find an own mistake: the very bytes that went into the sum."""
    packet = carrier(name)
    decoded = decode(packet.data, packet.link)
    before, body = icrc_input(decoded)
    wanted, ones = packet.covered()
    assert body == wanted
    assert before == (b"\xff" * 8 if ones else b"")
    assert icrc_of(wanted, ones=ones) == decoded.icrc.computed
    assert icrc_input(decoded, variant=False) == (before, packet.covered(masked=False)[0])


def test_verdicts_are_kept():
    packet = decode(carrier("local").data, "infiniband")
    assert packet.icrc is packet.icrc


def test_vcrc_covers_everything():
    packet = carrier("local")
    for at in range(packet.vcrc_at):
        if at in (1, 4, 5):
            continue  # LNH and PktLen: the packet would end elsewhere
        assert decode(packet.changed(at, 0x80, sealed=False), packet.link).vcrc.status == "bad", at
    assert packet.data[-2:] == crc16_of(packet.data[:-2])
