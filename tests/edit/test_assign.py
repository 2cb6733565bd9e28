"""Setting fields."""

from __future__ import annotations

import operator

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

import ibpkt
from ibpkt import edit, strategies
from ibpkt.batch import Batch
from ibpkt.batch.fields import fields
from ibpkt.errors import CallerError
from ibpkt.schema import Field, Part
from tests.support.edit_runs import changed, edited
from tests.support.shared import capture

OPERATORS = {"=": lambda _, new: new, "+=": operator.add, "-=": operator.sub, "^=": operator.xor, "|=": operator.or_,
             "&=": operator.and_}  # fmt: skip


def settable():
    for name, field in fields().items():
        for leaf in field.leaves:
            if isinstance(leaf, Field | Part) and leaf.width and leaf.count == 1 and not leaf.wide:
                yield name, leaf


@pytest.mark.costly
@settings(max_examples=200)
@given(strategies.packets(), st.data())
def test_the_field_changes_as_asked_and_nothing_else_does(packet, data):
    """In bytes: outside the bits of the field and the CRCs, all stays (with --crc keep: all)."""
    here = [
        (name, leaf, layer) for name, leaf in settable() for layer in packet.layers
        if layer.header is leaf.header and sum(each.header is leaf.header for each in packet.layers) == 1
        and sum(each.header in {other.header for other in fields()[name].leaves} for each in packet.layers) == 1
        and len([other for other in fields()[name].leaves if other.header is leaf.header]) == 1
    ]  # fmt: skip
    name, leaf, layer = data.draw(st.sampled_from(here))
    sign = data.draw(st.sampled_from(sorted(OPERATORS)))
    value = data.draw(st.integers(0, (1 << leaf.width) - 1))
    before = layer.raw if isinstance(leaf, Field) else None
    was = (
        before[leaf.name]
        if before is not None
        else int.from_bytes(packet.data[layer.offset : layer.offset + leaf.header.size], "big")
        >> leaf.header.size * 8 - leaf.bit - leaf.width
        & (1 << leaf.width) - 1
    )
    expected = OPERATORS[sign](was, value)
    if leaf.when is not None:
        condition = leaf.header.leaf(leaf.when[0])
        assume(leaf.header.leaf_value(condition, layer.raw, {}) == leaf.when[1])
    batch = Batch.of([packet.data], packet.link)
    step = edit.Changes([edit.Set(f"{name}{sign}{value}")], "keep")
    if not 0 <= expected < 1 << leaf.width:
        with pytest.raises(CallerError, match="packet 1 would have"):
            step.apply(batch)
        assert batch[0].data == packet.data
        return
    after = step.apply(batch)[0].data
    size = leaf.header.size
    total = size * 8
    old = int.from_bytes(packet.data[layer.offset : layer.offset + size], "big")
    shift = total - leaf.bit - leaf.width
    bits = expected
    if getattr(leaf, "little", False):
        bits = int.from_bytes(expected.to_bytes(leaf.width // 8, "little"), "big")
    new = old & ~(((1 << leaf.width) - 1) << shift) | bits << shift
    whole = packet.data[: layer.offset] + new.to_bytes(size, "big") + packet.data[layer.offset + size :]
    assert after == whole


@settings(max_examples=60)
@given(strategies.packets(valid=True), st.integers(0, (1 << 24) - 1))
def test_crcs_are_good_afterwards(packet, psn):
    (after,) = changed([packet.data], packet.link, edit.Set(f"infiniband.bth.psn={psn}"))
    assert after.bth.psn == psn
    for check in (after.icrc, after.vcrc):
        assert str(check.status) in ("good", "absent")
    assert after.icrc.status == packet.icrc.status


@given(st.integers(0, (1 << 24) - 1), st.integers(0, (1 << 24) - 1), st.sampled_from("+-"))
def test_wrap_is_modulo(psn, step, sign):
    with ibpkt.open(capture("rc_write.pcap")) as source:
        packet = next(each for each in source if "BTH" in each)
    first, second = edit.Set(f"infiniband.bth.psn={psn}"), edit.Set(f"infiniband.bth.psn{sign}={step}", wrap=True)
    (after,) = changed([packet.data], packet.link, first, second)
    assert after.bth.psn == (psn + step if sign == "+" else psn - step) % (1 << 24)


def test_64_bits_wrap_too():
    with ibpkt.open(capture("rc_write.pcap")) as source:
        packet = next(each for each in source if "RETH" in each)
    top = (1 << 64) - 1
    (after,) = changed([packet.data], 1, edit.Set(f"infiniband.reth.va={top}"))
    assert after.reth.va == top
    with pytest.raises(CallerError, match=r"RETH.va .* takes 0 to 18446744073709551615, and packet 1 would have"):
        changed([after.data], 1, edit.Set("infiniband.reth.va+=1"))
    (wrapped,) = changed([after.data], 1, edit.Set("infiniband.reth.va+=3", wrap=True))
    assert wrapped.reth.va == 2


def test_occurrences():
    base = edited("mix_all_ops.pcap", edit.Numbered("30"), edit.Mirror("erspan2"))[0]
    for text, expected in (
        ("ip.src=1.2.3.4", ["1.2.3.4", "1.2.3.4"]),
        ("ip#1.src=1.2.3.4", ["1.2.3.4", "192.168.77.1"]),
        ("ip#2.src=1.2.3.4", ["192.0.2.1", "1.2.3.4"]),
        ("ip.src#2=1.2.3.4", ["192.0.2.1", "1.2.3.4"]),
        ("ip#3.src=1.2.3.4", ["192.0.2.1", "192.168.77.1"]),
    ):
        (after,) = changed([base.data], 1, edit.Set(text))
        sources = [str(layer.src) for layer in after.all("IPv4")]
        assert [sources[0], sources[1].replace("192.168.77.2", "192.168.77.1")] == expected
        assert after.icrc


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("eth.dst=02:00:00:00:00:09", ("ethernet", "dst"), "02:00:00:00:00:09"),
        ("ip.dsfield.ecn=CE", ("ipv4", "dsfield"), 3),
        ("infiniband.bth.destqp=0x99", ("bth", "destqp"), 0x99),
        ("infiniband.bth.p_key &= 0x7fff", ("bth", "p_key"), 0x7FFF),
        ("infiniband.bth.opcode=RC_SEND_ONLY", ("bth", "opcode"), 4),
    ],
)
def test_values(text, name, value):
    with ibpkt.open(capture("rc_write.pcap")) as source:
        packet = next(each for each in source if "RETH" in each)
    (after,) = changed([packet.data], 1, edit.Set(text))
    assert getattr(after[name[0]], name[1]) == value
    assert after.icrc


def test_texts_and_gids():
    (packet,) = edited("ib_small.pcap", edit.Numbered("1"))
    given = [each for each in edited("ib_small.pcap") if "NodeDescription" in each][:1]
    (after,) = changed([given[0].data], 247, edit.Set("infiniband.nodedescription.nodestring=new name"))
    assert after["NodeDescription"].nodestring == "new name"
    assert after.icrc
    assert after.vcrc
    assert packet.link == 247


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ip.src",
        "=5",
        "nosuch=1",
        "ip.src=1.2.3",
        "ip.ttl=256",
        "ip.ttl=-1",
        "ip.ttl=x",
        "ip.ttl=",
        "infiniband.bth.opcode=RC_NOSUCH",
        "infiniband.bth.psn=16777216",
        "infiniband.icrc.status=good",
        "frame.number=1",
        "ip.hdr_len=5",
        "ip.options=00",
        "eth.dst+=1",
        "eth.dst=02:00",
        "ip#0.src=1.2.3.4",
        "ip#1.src#2=1.2.3.4",
        "ip#x.src=1.2.3.4",
        "infiniband.linearforwardingtable.port=1",
        "infiniband.nodedescription.nodestring=" + "x" * 65,
    ],
)
def test_what_cannot_be_set(text):
    with pytest.raises(CallerError) as caught:
        edit.Set(text)
    assert "\n" not in str(caught.value)


def test_the_error_names_the_packet():
    first = next(each for each in edited("psn_wrap.pcap") if "BTH" in each and each.bth.psn + 12 >= 1 << 24)
    told = rf"BTH.psn \(infiniband.bth.psn\) takes 0 to 16777215, and packet {first.number} would"
    with pytest.raises(CallerError, match=told):
        edited("psn_wrap.pcap", edit.Numbered(f"{first.number - 2}-"), _plus(12))


def _plus(step):
    return edit.Changes([edit.Set(f"infiniband.bth.psn+={step}")])


def test_of_fields_with_one_name_some_may_be_too_narrow():
    """SLL has 16 bits for the packet type, SLL2 has 8."""
    cooked = edited("guest_any_sll1_tcpdump.pcap", edit.Numbered("1"))[0].data
    (after,) = changed([cooked], 113, edit.Set("sll.pkttype=256"))
    assert after["SLL"].pkttype == 256
    with pytest.raises(CallerError, match=r"SLL2.pkttype takes 0 to 255 .*, in packet 1"):
        changed([bytes(60)], 276, edit.Set("sll.pkttype=256"))


def test_a_field_that_is_nowhere_is_told():
    step = edit.Set("vxlan.vni=5")
    edited("rc_write.pcap", edit.Changes([step]))
    assert step.left == {"without vxlan.vni, as all are": 163}


def test_columns_of_a_whole_capture():
    before = edited("mix_all_ops.pcap")
    after = edited("mix_all_ops.pcap", edit.Changes([edit.Set("infiniband.bth.psn+=1", wrap=True)]))
    for old, new in zip(before, after, strict=True):
        if "BTH" not in old:
            assert old.data == new.data
            continue
        assert new.bth.psn == (old.bth.psn + 1) & 0xFFFFFF
        at = next(layer.offset for layer in old.layers if layer.header.name == "BTH")
        differing = np.flatnonzero(np.frombuffer(old.data, np.uint8) != np.frombuffer(new.data, np.uint8))
        icrc = next(iter(old.crc_places.values()))
        assert set(differing.tolist()) <= {*range(at + 9, at + 12), *range(icrc, icrc + 4)}
