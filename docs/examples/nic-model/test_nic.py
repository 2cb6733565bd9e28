"""The adapter against the model of ibpkt, and single packets against the adapter: ``python -m pytest``."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from nic import Nic

from ibpkt import strategies

QPN, PEER_QPN, PMTU = 0x11, 0x12, 256
SEND_ONLY = 0x04
DEFAULT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])

#: packets that this adapter takes, but for what the strategies change
TO_US = {"ipv4.options": b"", "bth.destqp": QPN, "bth.psn": 0, "bth.p_key": 0xFFFF}


class NicMachine(strategies.RCMachine):
    """Requests of all kinds over a network that loses, copies, reorders and damages packets."""

    pmtu = PMTU
    operations = ("SEND", "SEND_WITH_IMM", "WRITE", "WRITE_WITH_IMM", "READ", "FETCH_ADD", "CMP_SWAP")

    def connect(self, setup):
        memory = {key: (region.address, region.data, region.access) for key, region in setup.memory.regions.items()}
        self.nic = Nic(setup.qpn, setup.peer_qpn, setup.first_psn, setup.pmtu, setup.rnr_timer, memory)

    def deliver(self, packet):
        return self.nic.receive(packet)

    def post_receive(self):
        self.nic.receives += 1

    def read_memory(self, address, size):
        return next(data for start, data, _ in self.nic.memory.values() if start == address)

    def received(self):
        return self.nic.received


TestNic = NicMachine.TestCase
TestNic.settings = DEFAULT


def adapter():
    """A queue pair with one receive request."""
    nic = Nic(QPN, PEER_QPN, 0, PMTU, 12, {})
    nic.receives = 1
    return nic


@DEFAULT
@given(strategies.packets(carrier="rocev2", opcode=SEND_ONLY, fields=TO_US, max_payload=PMTU))
def test_a_valid_packet_is_taken(packet):
    nic = adapter()
    nic.receive(packet.data)
    assert nic.received == [packet.payload]


@pytest.mark.parametrize("rule", [rule for rule in strategies.RULES if rule != "VCRC"])  # which native packets have
@DEFAULT
@given(st.data())
def test_a_packet_that_breaks_one_rule_is_dropped(rule, data):
    packet = data.draw(
        strategies.packets(
            carrier="rocev2", opcode=SEND_ONLY, fields=TO_US, max_payload=PMTU, valid="almost", rule=rule
        )
    )
    nic = adapter()
    answers = nic.receive(packet.data)
    if rule in ("reserved bits", "pad bytes"):
        assert nic.received == [packet.payload]  # a receiver does not look at them
    else:
        assert (answers, nic.received, nic.epsn) == ([], [], 0)
