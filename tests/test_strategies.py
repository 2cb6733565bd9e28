"""The strategies reach everything, and what they make is what they say."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

import ibpkt
from ibpkt import protocols, strategies
from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from ibpkt.protocols.opcodes import OPCODES
from tests.equality import assert_equal


@given(strategies.packets())
def test_valid_packets_are_valid(packet):
    assert packet.icrc
    assert packet.stop is None
    assert not packet.disagreements
    assert bytes(packet) == packet.data
    if "LRH" in packet:
        assert packet.vcrc
    assert packet.replace() == packet


@given(st.lists(strategies.packets(valid=False, link="ethernet"), min_size=1, max_size=5))
def test_any_packets_agree_in_both_walkers(packets):
    assert_equal(Batch.of([packet.data for packet in packets], packets[0].link))


@given(strategies.packets().flatmap(lambda packet: st.tuples(st.just(packet.link), strategies.mutated(packet))))
def test_mutated_packets_agree_in_both_walkers(given_):
    link, data = given_
    assert_equal(Batch.of([data], link))


@given(st.data())
def test_headers_are_written_and_read(data):
    header = data.draw(strategies.any_header())
    raw = data.draw(strategies.headers(header))
    assert header.read(header.write(raw)) == raw


@pytest.mark.parametrize("code", OPCODES, ids=lambda code: OPCODES[code].name)
def test_every_opcode_is_reached(code):
    @settings(max_examples=2, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategies.packets(opcode=code))
    def reach(packet):
        assert packet.bth.opcode == code
        assert packet.icrc

    reach()


@pytest.mark.parametrize("link", strategies.CARRIERS)
def test_every_encapsulation_is_reached(link):
    """One carrier at a time is not chosen evenly: enough examples for ten of them."""
    reached = set()

    @settings(max_examples=400, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategies.packets(link=link))
    def collect(packet):
        headers = tuple(layer.name for layer in packet.layers)
        reached.add(headers[: headers.index("BTH")])

    collect()
    assert reached == set(strategies.CARRIERS[link])


def test_examples_shrink_to_readable_packets():
    quiet = settings(database=None, deadline=None, suppress_health_check=list(HealthCheck))
    packet = find(strategies.packets(), lambda packet: len(packet.payload) >= 3, settings=quiet)
    assert [layer.name for layer in packet.layers][:1] == ["LRH"]
    assert packet.payload == bytes(3)


def test_every_header_is_reached():
    carried = {name for chains in strategies.CARRIERS.values() for chain in chains for name in chain}
    transport = {header.name for opcode in OPCODES.values() for header in opcode.headers}
    made = {header.name for header in protocols.headers()}
    assert carried | transport <= made


def test_from_type():
    assert isinstance(find(st.from_type(ibpkt.Packet), lambda packet: True), ibpkt.Packet)


@pytest.mark.parametrize("arguments", [{"link": "token ring"}, {"service": "RQ"}, {"link": 999}])
def test_errors_name_what_there_is(arguments):
    with pytest.raises(CallerError):
        find(strategies.packets(**arguments), lambda packet: True)
