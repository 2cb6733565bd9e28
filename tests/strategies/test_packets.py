"""The strategies reach everything, and what they make is what they say."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings, strategies as st

import ibpkt
from ibpkt import build, protocols, strategies
from ibpkt.batch import Batch
from ibpkt.craft.announce import computed_fields
from ibpkt.craft.stacks import stacks
from ibpkt.errors import CallerError
from ibpkt.protocols import CLOSED_BY, OPCODES, opcode_name
from ibpkt.protocols.upper.contents import upper_headers
from tests.support.equality import assert_equal


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


QUIET = settings(database=None, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
REACHED = settings(QUIET, max_examples=20_000, phases=[Phase.generate])


@pytest.mark.family("strategies")
@pytest.mark.parametrize("link", strategies.CARRIERS)
def test_no_other_encapsulation_is_made(link):
    @settings(QUIET, max_examples=50)
    @given(strategies.packets(link=link))
    def check(packet):
        assert encapsulation(packet) in strategies.CARRIERS[link]

    check()


@pytest.mark.family("strategies")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("link", "carrier"), [(link, carrier) for link, carriers in strategies.CARRIERS.items() for carrier in carriers]
)
def test_every_encapsulation_is_reached(link, carrier):
    """Each is looked for by itself: how often one comes among examples at random is chance."""
    find(strategies.packets(link=link), lambda packet: encapsulation(packet) == carrier, settings=REACHED)


def encapsulation(packet):
    """The headers before BTH."""
    headers = tuple(layer.name for layer in packet.layers)
    return headers[: headers.index("BTH")]


def smallest(strategy, condition):
    """What an example that fails a test shrinks to."""
    return find(strategy, condition, settings=settings(QUIET, max_examples=3000))


@pytest.mark.family("strategies")
@pytest.mark.parametrize(
    ("strategy", "condition", "packet"),
    [
        (strategies.packets(), lambda packet: len(packet.payload) >= 3, "LRH/BTH(RC SEND First)+000000"),
        (strategies.packets(), lambda packet: packet.bth.psn > 1000, "LRH/BTH(RC SEND First, psn=1001)"),
        pytest.param(
            strategies.packets(),
            lambda packet: packet.bth.opcode == 0x0A,
            "LRH/BTH(RC RDMA WRITE Only)/RETH",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            strategies.packets(link="ethernet"),
            lambda packet: "VLAN" in packet and "IPv6" in packet and packet.ipv6.hlim < 64,
            "Ethernet/VLAN/VLAN/IPv6(hlim=0)/UDP/BTH(RC SEND First)",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            strategies.stacks("PortInfo"),
            lambda packet: packet.portinfo.lid >= 5,
            "LRH/BTH(UD SEND Only)/DETH/MAD/SMP/PortInfo(lid=5)/SMPRest",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["payload", "value", "header", "carrier", "datagram"],
)
def test_examples_shrink_to_readable_packets(strategy, condition, packet):
    """To few headers, no payload, and values that are the defaults where they have nothing to do with it."""
    found = smallest(strategy, condition)
    assert described(found) == packet


def described(packet):
    """A packet's headers, its operation, and the free values that are not what a builder writes anyway."""
    made = build(*[layer.header for layer in packet.layers], payload=packet.payload, link=packet.link)
    told = []
    for layer, plain in zip(packet.layers, made.layers, strict=True):
        free = [leaf for leaf in layer.header.wire if leaf.name not in computed_fields(layer.header)]
        said = [opcode_name(layer.opcode)] if layer.name == "BTH" else []
        said += [f"{leaf.name}={layer.raw[leaf.name]}" for leaf in free if layer.raw[leaf.name] != plain.raw[leaf.name]]
        told.append(f"{layer.name}({', '.join(said)})" if said else layer.name)
    return "/".join(told) + (f"+{packet.payload.hex()}" if packet.payload else "")


@pytest.mark.sweep
@pytest.mark.parametrize("header", stacks(), ids=str)
def test_every_header_is_reached(header):
    @settings(QUIET, max_examples=3)
    @given(strategies.stacks(header), st.integers(0, 1))
    def reach(packet, valid):
        assert header in packet
        assert packet.stop is None
        assert not packet.disagreements
        assert "BTH" not in packet or packet.icrc

    reach()


def test_every_declared_header_has_a_stack():
    # what connections carry is known by many packets, not by one
    apart = {*CLOSED_BY.values(), *upper_headers()}
    assert stacks().keys() == set(protocols.headers()) - apart


@pytest.mark.family("strategies")
@pytest.mark.slow
def test_any_stack_reaches_many_headers():
    """Without asking for one: half of them in six hundred examples, and any of them with equal chance."""
    reached = set()

    @settings(QUIET, max_examples=600)
    @given(strategies.stacks())
    def collect(packet):
        reached.update(layer.header for layer in packet.layers)

    collect()
    assert len(reached) > len(stacks()) / 2


@given(strategies.headers("BTH"))
def test_values_of_one_header(raw):
    header = protocols.header_named("BTH")
    assert raw.keys() == {field.name for field in header.wire}, "reserved fields too"
    assert header.read(header.write(raw)) == raw


@pytest.mark.family("strategies")
@pytest.mark.slow
def test_headers_reach_all_of_a_field():
    """The reserved bits, names of enumerations and values beside them."""
    bth = strategies.headers("BTH")
    assert smallest(bth, lambda raw: raw["reserved7"] > 100)["psn"] == 0
    assert find(bth, lambda raw: raw["opcode"] not in OPCODES, settings=REACHED)
    assert find(strategies.headers("IPv4"), lambda raw: raw["proto"] == 17, settings=REACHED)


@given(strategies.stacks(valid=False))
def test_any_stack_builds_again(packet):
    assert bytes(packet) == packet.data


@given(strategies.packets(valid=False, link="infiniband"))
def test_lengths_that_no_field_can_say_are_drawn(packet):
    """Counter-example once found: an LRH counts words, and a pad count of its own leaves no whole number of them."""
    assert packet.layers[0].header is protocols.header_named("LRH")


@pytest.mark.family("strategies")
def test_from_type():
    assert isinstance(find(st.from_type(ibpkt.Packet), lambda packet: True), ibpkt.Packet)


@pytest.mark.parametrize("arguments", [{"link": "token ring"}, {"service": "RQ"}, {"link": 999}])
def test_errors_name_what_there_is(arguments):
    with pytest.raises(CallerError):
        find(strategies.packets(**arguments), lambda packet: True)


@pytest.mark.family("strategies")
def test_from_type_by_the_entry_point():
    """In a process that knows hypothesis and the class alone, as in somebody else's tests."""
    code = """
from hypothesis import given, settings, strategies as st
from ibpkt import Packet
import sys
assert "ibpkt.strategies.packet_strategies" not in sys.modules
seen = []
@settings(max_examples=5, database=None)
@given(st.from_type(Packet))
def test(packet):
    assert isinstance(packet, Packet) and packet.icrc
    seen.append(packet)
test()
assert len(seen) == 5
@settings(max_examples=5, database=None)
@given(...)
def typed(packet: Packet):
    assert isinstance(packet, Packet)
typed()
"""
    subprocess.run([sys.executable, "-c", code], check=True)
