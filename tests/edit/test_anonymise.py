"""Anonymising: the same for the same, nothing left of what was there, and all left that an analysis needs."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt import edit
from ibpkt.edit.anonymise import CATEGORIES, category
from ibpkt.edit.pseudonyms import ETHERNET, GID_PREFIX, GUID, IPV4, KEYS, LID, P_KEY, Pseudonyms
from ibpkt.protocols import headers
from ibpkt.protocols.mad.subn import ATTRIBUTES
from ibpkt.schema import Field
from tests.support.edit_runs import edited, statuses

KNOWN = Pseudonyms(b"known")
NAMES = (
    "mix_all_ops.pcap",
    "ib_small.pcap",
    "mckey.pcap",
    "rping_ipv6.pcap",
    "guest_any_sll1_tcpdump.pcap",
    "udaddy.pcap",
)


def anonymised(name, *what, key="key", **options):
    return edited(name, edit.Changes([edit.Anonymise(what or ["all"], key, **options)]))


def only_asked_for(packet, layer):
    """A Get carries no attribute, but that of SMInfo."""
    return (
        "MAD" in packet and packet.mad.method == 1 and layer.header in ATTRIBUTES.values()
        and layer.header.name != "SMInfo"
    )  # fmt: skip


def secrets_of(packets, names):
    """The values in packets that have at least four bytes and could be searched for, as bytes."""
    found = set()
    for packet in packets:
        for layer in packet.layers:
            if only_asked_for(packet, layer):
                continue  # what stands there may be left of any other one
            for leaf in layer.header.leaves:
                if category(leaf) not in names or not isinstance(leaf, Field):
                    continue
                raw = layer.raw[leaf.name]
                for item in raw if isinstance(raw, tuple) else (raw,):
                    data = item if isinstance(item, bytes) else item.to_bytes((leaf.width + 7) // 8, "big")
                    if len(data) >= 4:
                        found.add((category(leaf), data))
    return found


def stays(data):
    """Values with a meaning of their own."""
    number = int.from_bytes(data, "big")
    size = len(data)
    return (
        not any(data) or data == b"\xff" * size or not data.strip(b"\0") or number == 0x80010000
        or (size == 16 and (data[0] == 0xFF or (data[:8] == bytes.fromhex("fe80000000000000") and KNOWN is None)))
        or (size == 4 and data[0] == 224 and data[1:3] == b"\0\0")
        or (size == 6 and (data[:2] == b"\x33\x33" or data[:3] in (b"\x01\x00\x5e", b"\x01\x80\xc2")))
        or data == bytes.fromhex("fe80000000000000")
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_left(name):
    before, after = edited(name), anonymised(name)
    haystack = b"\xa5".join(packet.data for packet in after)
    searched = 0
    found = secrets_of(before, CATEGORIES.keys() - {"payload"})
    groups = {data[8:] for _, data in found if len(data) == 16 and data[0] == 0xFF}  # well-known ones stay
    for what, data in found:
        if stays(data) or len(set(data)) < 4 or data[8:] in groups:
            continue
        # the low half of a GID is a GUID
        for needle in (data, data[8:] if len(data) == 16 and any(data[8:14]) else data):
            assert needle not in haystack or len(set(needle)) < 4, f"{what} {needle.hex()}"
        searched += 1
    for old, new in zip(before, after, strict=True):
        for _, data in secrets_of([old], {"payload"}):
            assert data not in new.data or len(set(data)) < 3
    for packet in before:
        if len(packet.payload) >= 16 and len(set(packet.payload)) > 8:
            assert packet.payload not in haystack
            searched += 1
    assert searched > 2


@pytest.mark.parametrize("name", NAMES)
def test_what_an_analysis_needs_stays(name):
    before, after = edited(name), anonymised(name)
    assert statuses(before) == statuses(after)
    for old, new in zip(before, after, strict=True):
        assert (old.time, old.wirelen, len(old.data)) == (new.time, new.wirelen, len(new.data))
        assert [layer.header for layer in old.layers] == [layer.header for layer in new.layers]
        assert old.vcrc.status == new.vcrc.status
        for one, other in zip(old.layers, new.layers, strict=True):
            if only_asked_for(old, one):
                assert not any(other.header.write(other.raw))
                continue
            for leaf in one.header.leaves:
                free = leaf is one.header.tail_leaf or leaf.name in ("checksum", "crc", "lpcrc")
                if isinstance(leaf, Field) and category(leaf) is None and not free:
                    assert one.raw[leaf.name] == other.raw[leaf.name], leaf


def test_the_same_for_the_same_across_captures():
    def addresses(name):
        old, new = edited(name), anonymised(name)
        return {(str(o.ipv4.src), str(n.ipv4.src)) for o, n in zip(old, new, strict=True) if "IPv4" in o}

    both = addresses("mix_all_ops.pcap") | addresses("rc_write.pcap") | addresses("guest_any_sll1_tcpdump.pcap")
    assert len(both) == len({old for old, _ in both}) == len({new for _, new in both})


def test_the_key_decides():
    def data(**options):
        return [packet.data for packet in anonymised("udaddy.pcap", **options)]

    assert data() == data()
    assert data() != data(key="other")
    assert data(key=None) != data(key=None)


def test_only_what_was_asked_for():
    for old, new in zip(edited("ib_small.pcap"), anonymised("ib_small.pcap", "lids"), strict=True):
        assert old.lrh.slid in (0, 0xFFFF) or old.lrh.slid != new.lrh.slid
        assert old.payload == new.payload or "MAD" in old
        assert "DETH" not in old or old.deth.q_key == new.deth.q_key


def test_payloads():
    before, keyed = edited("mix_all_ops.pcap"), anonymised("mix_all_ops.pcap", "payload")
    zero = anonymised("mix_all_ops.pcap", "payload", zero=True)
    pairs = {}
    for old, new, empty in zip(before, keyed, zero, strict=True):
        assert pairs.setdefault(old.payload, new.payload) == new.payload
        assert empty.payload == bytes(len(old.payload))
        assert not old.layers or [layer.raw for layer in old.layers if layer.header.name == "BTH"] == [
            layer.raw for layer in new.layers if layer.header.name == "BTH"
        ]


#: bytes of LRH, BTH, DETH and MAD
HEADERS = 8 + 12 + 8 + 24
NODE_NAMES = (b"hostA", b"hostB", b"hostC", b"sw1", b"osmt.srvc")


@pytest.mark.parametrize("what", [("names",), ("guids", "names"), ("gids", "lids", "guids", "keys", "names")])
def test_no_name_is_left_in_the_records_after_the_first(what):
    before, after = edited("ib_small.pcap"), anonymised("ib_small.pcap", *what)
    packets = [b"\xa5".join(packet.data for packet in packets) for packets in (before, after)]
    assert [[name in data for name in NODE_NAMES] for data in packets] == [[True] * 5, [False] * 5]


def test_no_guid_is_left_in_a_gid_or_in_a_later_record():
    before, after = edited("ib_small.pcap"), anonymised("ib_small.pcap", "guids")
    # the GUIDs are small numbers: transaction IDs and fields of BTH and DETH may have the same bytes
    haystack = b"\xa5".join(packet.data[HEADERS:] for packet in after)
    known = {data for _, data in secrets_of(before, {"guids"}) if not stays(data)}
    assert len(known) > 5
    assert not [guid.hex() for guid in known if guid in haystack]


def test_management_contents_that_are_not_declared_become_zeros():
    change = edit.Anonymise(["gids"], "k")
    before, after = edited("ib_small.pcap"), edited("ib_small.pcap", edit.Changes([change]))
    blanked = 0
    for old, new in zip(before, after, strict=True):
        if "MAD" in old and any(old.payload):
            assert not any(new.payload)
            blanked += 1
    assert blanked
    (sentence,) = change.left
    assert "not declared" in sentence
    assert change.left[sentence] >= blanked


def test_no_records_are_made_up_in_place_of_those_that_are_not_declared():
    for new in anonymised("ib_small.pcap"):
        assert "MAD" not in new or not any(new.payload)


def test_tables_that_are_indexed_by_lids_are_told():
    change = edit.Anonymise(["lids"], "k")
    packets = edited("ib_small.pcap", edit.Changes([change]))
    (told,) = (number for sentence, number in change.left.items() if "old LIDs" in sentence)
    assert told == sum(any("ForwardingTable" in layer.header.name for layer in packet.layers) for packet in packets)


# -- the permutations -----------------------------------------------------------------------------------------------

addresses = st.one_of(
    st.integers(0, (1 << 32) - 1),
    st.sampled_from([0, 0x7F000001, 0xFFFFFFFF, 0xE0000001]),
    st.integers(0xA9FE0000, 0xA9FEFFFF),
    st.integers(0xE0000000, 0xFFFFFFFF),
    st.integers(0, 0xFFFFFF),
)


@settings(max_examples=300)
@given(addresses, addresses, st.integers(0, 32))
def test_prefixes(one, other, keep):
    names = Pseudonyms(b"secret", keep_prefix=keep)
    new, newer = names.ipv4(one), names.ipv4(other)
    assert (one == other) == (new == newer)
    assert IPV4.of(new) == IPV4.of(one)
    assert (one >> 32 - keep == other >> 32 - keep) == (new >> 32 - keep == newer >> 32 - keep) or keep == 0
    for special in (one, other):
        address = ipaddress.IPv4Address(special)
        after = ipaddress.IPv4Address(names.ipv4(special))
        assert (address.is_multicast, address.is_loopback, address.is_link_local, address.is_unspecified) == (
            after.is_multicast, after.is_loopback, after.is_link_local, after.is_unspecified
        )  # fmt: skip


@pytest.mark.costly
@pytest.mark.parametrize("keep", [0, 24, 30])
def test_it_is_a_permutation(keep):
    names = Pseudonyms(b"secret", keep_prefix=keep)
    start = int(ipaddress.IPv4Address("169.253.255.0"))
    given_addresses = range(start, start + 600)
    assert len({names.ipv4(address) for address in given_addresses}) == 600
    if not keep:
        assert sorted(map(names.lid, range(1 << 16))) == list(range(1 << 16))
        assert sorted(names.key(key, 16) for key in range(1 << 16)) == list(range(1 << 16))


@given(st.binary(min_size=6, max_size=6))
def test_macs(mac):
    after = KNOWN.mac(mac)
    assert (after[0] & 1) == (mac[0] & 1)
    assert (after == mac) or mac not in (bytes(6), b"\xff" * 6)
    assert KNOWN.mac(mac) == after


@pytest.mark.parametrize(
    ("mac", "same"),
    [
        ("ffffffffffff", 12),
        ("000000000000", 12),
        ("0180c200000e", 12),
        ("333300000001", 12),
        ("3333ff001234", 4),
        ("01005e010203", 6),
    ],
)
def test_macs_with_a_meaning(mac, same):
    assert KNOWN.mac(bytes.fromhex(mac)).hex()[:same] == mac[:same]


@given(
    st.binary(min_size=16, max_size=16),
    st.sampled_from(["", "fe80000000000000", "ff12401b", "ff02", "00" * 10 + "ffff"]),
)
def test_gids(gid, start):
    gid = (bytes.fromhex(start) + gid)[:16]
    after = KNOWN.gid(gid)
    one, other = ipaddress.IPv6Address(gid), ipaddress.IPv6Address(after)
    assert one.is_multicast == other.is_multicast
    assert (gid[:8] == bytes.fromhex("fe80000000000000")) == (after[:8] == bytes.fromhex("fe80000000000000"))
    assert (one.ipv4_mapped is None) == (other.ipv4_mapped is None)
    if one.ipv4_mapped is not None:
        assert int(other.ipv4_mapped) == KNOWN.ipv4(int(one.ipv4_mapped))
    elif not one.is_multicast and int(one) > 1:
        assert after[8:] == KNOWN.guid(int.from_bytes(gid[8:], "big")).to_bytes(8, "big")


def test_gids_that_everybody_knows():
    for text in ("::", "::1", "ff02::1", "ff02::fb"):
        assert KNOWN.gid(ipaddress.IPv6Address(text).packed) == ipaddress.IPv6Address(text).packed
    solicited = ipaddress.IPv6Address("ff02::1:ff12:3456").packed
    assert KNOWN.gid(solicited)[:13] == solicited[:13]
    assert KNOWN.gid(solicited) != solicited


def test_classes_are_disjoint_or_nested():
    for space in (IPV4, ETHERNET, GID_PREFIX, GUID, LID, P_KEY, *KEYS.values()):
        for each in space.classes:
            assert space.of(each.number).length >= each.length


def test_every_telling_field_has_a_category():
    """A field whose name sounds like somebody is one that is replaced, or stands here."""
    known = {
        "lrh.lver", "sll.hatype", "sll.halen", "sll2.hatype", "sll2.halen", "gre.key_bit",
        "portinfo.m_keyleaseperiod", "portinfo.m_keyprotectbits", "portinfo.guidcap",
        "portinfo.m_keyviolations", "portinfo.p_keyviolations", "portinfo.q_keyviolations",
        "portinfo.multicastpkeytrapsuppressionenabled", "switchinfo.lidsperport",
        "multipath.gidscope", "multipath.sgidcount", "multipath.dgidcount",
        "congestionkeyinfo.cc_keyprotectbit",
        "congestionkeyinfo.cc_keyleaseperiod", "congestionkeyinfo.cc_keyviolations",
        "portrcverrordetails.portdlidmappingerrors",
        "snmp.raddress",  # nobody knows what stands there
    }  # fmt: skip
    for header in headers():
        if header.group not in ("infiniband", "eth", "ip", "ipv6", "sll", "gre", "vlan", "udp", "ipoib"):
            continue
        for leaf in header.leaves:
            name = f"{header.key.removesuffix('record')}.{leaf.name}"
            telling = any(word in leaf.name for word in ("_key", "gid", "guid", "lid", "mac", "addr"))
            if telling and isinstance(leaf, Field) and not leaf.reserved and name not in known:
                assert category(leaf) is not None or "valid" in leaf.name, name


def test_ipv6_is_read_as_a_gid():
    (packet, *_) = anonymised("rping_ipv6.pcap", "addresses")
    assert packet.icrc
    assert isinstance(packet, ibpkt.Packet)
