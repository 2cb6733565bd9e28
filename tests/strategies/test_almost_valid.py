"""A packet that is almost valid breaks the rule that it names, and no other."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings, strategies as st

import ibpkt
from ibpkt import strategies
from ibpkt.protocols import CRCS, ICRC, OPCODES
from ibpkt.strategies import RULES, broken_rule

QUIET = settings(database=None, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def sealed(packet):
    return all(getattr(packet, which.key).status == "good" for which in CRCS if which in packet.crc_places)


def faults(packet):
    """What is wrong with a packet, in the words of `RULES`, found out without the strategy."""
    found = set()
    rebuilt = packet.replace()
    for layer, right in zip(packet.layers, rebuilt.layers, strict=False):
        for field in layer.header.wire:
            value = layer.raw[field.name]
            if field.fixed and value != field.default:
                found.add("fixed field")
            if field.reserved and value:
                found.add("reserved bits")
            checksum = layer.header.checksum
            if checksum and checksum.field == field.name and not checksum.optional and value != right.raw[field.name]:
                found.add("checksum")
    if any(packet.pad):
        found.add("pad bytes")
    for which in CRCS:
        if which in packet.crc_places and getattr(packet, which.key).status != "good":
            found.add(which.name)
    return found


@settings(QUIET, max_examples=100)
@given(strategies.packets(valid="almost"))
def test_it_breaks_the_rule_that_it_names(packet):
    rule = broken_rule(packet)
    assert rule.kind in RULES
    if rule.kind == "length":
        assert packet.stop or packet.disagreements
    elif rule.kind == "next header":
        assert packet.stop
    elif rule.kind == "opcode":
        assert packet.bth.opcode not in OPCODES
    elif rule.kind == "pad count":
        assert packet.bth.padcnt == 0
        end = packet.crc_places[ICRC] if ICRC in packet.crc_places else len(packet.data)
        assert (end - packet.bth.offset) % 4
    else:
        assert faults(packet) == {rule.kind}
        assert packet.stop is None
        assert not packet.disagreements


@pytest.mark.family("strategies")
def test_every_kind_of_rule_is_reached_and_the_fields_are_those_of_the_headers():
    kinds, places = Counter(), Counter()

    @settings(QUIET, max_examples=400, phases=[Phase.generate])
    @given(strategies.packets(valid="almost", carrier="native"), strategies.packets(valid="almost", carrier="rocev2"))
    def collect(native, roce):
        kinds.update((broken_rule(native).kind, broken_rule(roce).kind))
        places[broken_rule(roce).where] += 1

    collect()
    assert set(kinds) == set(RULES)
    assert {"IPv4.version", "IPv4.checksum", "UDP.length", "BTH.tver", "BTH.opcode", "ICRC"} <= set(places)
    assert {"BTH.reserved6a", "BTH.reserved7"} & set(places)


@pytest.mark.family("strategies")
def test_the_comment_stays_in_a_capture():
    packet = find(
        strategies.packets(valid="almost", carrier="rocev2"),
        lambda packet: True,
        settings=settings(QUIET, max_examples=20),
    )
    file = io.BytesIO()
    with ibpkt.create(file, format="pcapng", link="ethernet") as out:
        out.write(packet)
    file.seek(0)
    with ibpkt.open(file) as capture:
        (again,) = capture
    assert broken_rule(again) == broken_rule(packet)


@settings(QUIET, max_examples=20)
@given(strategies.packets())
def test_a_valid_packet_breaks_none(packet):
    assert broken_rule(packet) is None
    assert faults(packet) == set()


@settings(QUIET, max_examples=50)
@given(
    strategies.packets(
        carrier="rocev2-vlan",
        headers=["VLAN", "RETH"],
        fields={"bth.psn": st.integers(5, 9), "ipv4.ecn": "CE", "reth.dmalen": 4},
        payload=st.just(b"four"),
    )
)
def test_headers_fields_and_payload_are_as_given(packet):
    assert [layer.name for layer in packet.layers][:5] == ["Ethernet", "VLAN", "IPv4", "UDP", "BTH"]
    assert 5 <= packet.bth.psn <= 9
    assert packet.ipv4.ecn == 3
    assert packet.reth.dmalen == 4
    assert packet.payload == b"four"
    assert sealed(packet)


@settings(QUIET, max_examples=20)
@given(strategies.packets(headers="GRH/BTH/AETH", valid=True), strategies.packets(fields={"grh.sgid": "fe80::1"}))
def test_a_stack_may_be_written_as_a_path(packet, other):
    assert "GRH" in packet
    assert "AETH" in packet
    assert str(other.grh.sgid) == "fe80::1"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"fields": {"bth.psm": 5}}, "psn"),
        ({"fields": {"bht.psn": 5}}, "did you mean bth"),
        ({"fields": {"psn": 5}}, "header.field"),
        ({"carrier": "rocev3"}, "did you mean rocev2"),
        ({"carrier": "rocev2", "link": "infiniband"}, "ethernet"),
        ({"carrier": "rocev2", "headers": ["GRH"]}, "GRH"),
        ({"headers": ["RETHH"]}, "did you mean RETH"),
        ({"service": "UD", "fields": {"reth.va": 5}}, "RETH"),
        ({"valid": "allmost"}, "did you mean almost"),
        ({"valid": "almost", "rule": "legnth"}, "did you mean length"),
        ({"rule": "length"}, "goes with valid='almost'"),
        ({"payload": 5}, "payload is bytes"),
        ({"carrier": 5}, "carrier is text or None"),
        ({"headers": 5}, "headers is text or a sequence"),
        ({"fields": 5}, "fields is a mapping"),
        ({"max_payload": "x"}, "max_payload is a whole number"),
        ({"opcode": 0x0C, "payload": b"x"}, "payload"),
    ],
)
def test_what_does_not_fit_is_said_at_once(options, sentence):
    with pytest.raises(ibpkt.CallerError, match=sentence):
        strategies.packets(**options)


@pytest.mark.parametrize(
    "options", [{"fields": {"bth.psn": st.just(1 << 24)}}, {"fields": {"bth.psn": -1}}, {"payload": st.just("text")}]
)
def test_values_that_do_not_fit(options):
    with pytest.raises(ibpkt.CallerError):
        find(strategies.packets(**options), lambda packet: True, settings=settings(QUIET, max_examples=20))


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_may_be_chosen(rule):
    @settings(QUIET, max_examples=10)
    @given(
        strategies.packets(valid="almost", rule=rule, carrier="native" if rule == "VCRC" else "rocev2", payload=b"odd")
    )
    def breaks(packet):
        assert broken_rule(packet).kind == rule

    breaks()
