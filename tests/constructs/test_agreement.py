"""One packet: what the fast reader and writer do is what the constructs do, on every capture and on made packets."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given, strategies as st

import ibpkt
from ibpkt import Draft, build, decode
from ibpkt.packet import Status
from ibpkt.strategies import mutated, packets, stacks
from tests.constructs.agreement import assert_agree, assert_filled_alike
from tests.support.first_packets import first_packets
from tests.support.shared import captures
from tests.support.stacks import compositions, from_graph

FILES = captures()
FIRST_FRAGMENT = bytes.fromhex(
    "00000000000000000000000008004500002c0000200040115ac20000000000000000"
    "000012b7001800000000ffff000000000000000000000000"
)
by_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
#: files that are no copies of others in ERF, of which samples do
ORIGINALS = [path for path in FILES if not path.stem.endswith("_erf")]


def samples(path):
    """The first and the last packet of each shape of each batch, those that disagree, and those whose CRC is wrong."""
    with ibpkt.open(path) as source:
        for batch in source.batches():
            rows = {row for shape in batch.shapes for row in (shape.rows[0], shape.rows[-1])}
            rows |= set(list(batch.disagreements)[:5])
            yield from (batch[int(row)] for row in sorted(rows))


@pytest.mark.sweep
@by_file
def test_a_packet_of_each_shape(path):
    parsed = [assert_agree(packet) for packet in samples(path)]
    assert any(parsed) == (path.name != "derived_empty.pcap")


@pytest.mark.sweep
@by_file
def test_filling_in(path):
    compared = [assert_filled_alike(packet) for packet in samples(path) if packet.wirelen == len(packet)]
    assert any(compared) == (path.name != "derived_empty.pcap")


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.parametrize("path", ORIGINALS, ids=lambda path: path.name)
def test_packets_of_captures(path):
    with ibpkt.open(path) as source:
        for packet in first_packets(source):
            assert_agree(packet)


@pytest.mark.sweep
@pytest.mark.parametrize("made", [*compositions(), *from_graph()], ids=lambda made: made.name)
def test_a_packet_for_every_row_of_the_graph(made):
    assert assert_agree(decode(made.data, made.link))
    assert_filled_alike(decode(made.data, made.link))


@given(st.one_of(packets(), stacks()))
def test_valid_packets(packet):
    assert assert_agree(packet)
    assert_filled_alike(packet)


def test_a_first_fragment_has_no_icrc():
    """Found by hypothesis: the construct computed one, and the builder put four zero bytes in its place."""
    found = decode(FIRST_FRAGMENT, "ethernet")
    built = build(*(Draft(layer.header, layer.raw) for layer in found.layers), trailer=bytes(4))
    assert (bytes(built), built.icrc.status) == (FIRST_FRAGMENT, Status.ABSENT)
    assert_agree(found)
    assert assert_filled_alike(found)


#: found by hypothesis: with the pad that the payload needs, the record of ERF ends before the CRCs
CUT_BY_ITS_RECORD = build("ERF", ibpkt.draft("LRH", pktlen=0), ibpkt.draft("BTH", padcnt=0), payload=bytes(3), vcrc=b"")
#: likewise, before the VCRC alone
CUT_BEFORE_VCRC = build(
    "ERF", ibpkt.draft("LRH", pktlen=0), ibpkt.draft("BTH", opcode="RC SEND First"), payload=bytes(7), vcrc=b""
)


@given(st.one_of(packets(valid=False), stacks(valid=False)))
@example(CUT_BY_ITS_RECORD)
@example(CUT_BEFORE_VCRC)
def test_packets_with_wrong_values(packet):
    assert_agree(packet)
    assert_filled_alike(packet)


@pytest.mark.costly
@given(st.data())
def test_mutated_packets(data):
    packet = data.draw(st.one_of(packets(), packets(valid=False), stacks()))
    changed = data.draw(mutated(packet))
    assert_agree(decode(changed, packet.link))


@given(st.data())
def test_packets_cut_by_a_capture(data):
    packet = data.draw(st.one_of(packets(), stacks()))
    size = data.draw(st.integers(0, len(packet)))
    assert_agree(decode(packet.data[:size], packet.link, wirelen=len(packet)))


@given(packets(link="ethernet"))
def test_packets_from_their_transport_header_on(packet):
    """What the ICRC covers is not there."""
    from ibpkt.protocols import BTH

    assume(packet.bth.offset)
    rest = decode(packet.data[packet.bth.offset :], BTH)
    assert_agree(rest)
    assert rest.icrc.status == "absent"
