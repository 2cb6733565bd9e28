"""The adapter against the model of ibpkt: ``python -m pytest``."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from nic import Nic

from ibpkt import strategies


class NicMachine(strategies.RCMachine):
    """Requests of all kinds over a network that loses, copies, reorders and damages packets."""

    operations = ("SEND", "SEND_WITH_IMM", "WRITE", "WRITE_WITH_IMM", "READ", "FETCH_ADD", "CMP_SWAP")
    adapter = Nic

    def connect(self, setup):
        memory = {key: (region.address, region.data, region.access) for key, region in setup.memory.regions.items()}
        self.nic = self.adapter(setup.qpn, setup.peer_qpn, setup.first_psn, setup.pmtu, setup.rnr_timer, memory)

    def deliver(self, packet):
        return self.nic.receive(packet)

    def post_receive(self):
        self.nic.receives += 1

    def read_memory(self, address, size):
        return next(data for start, data, _ in self.nic.memory.values() if start == address)

    def received(self):
        return self.nic.received


TestNic = NicMachine.TestCase
TestNic.settings = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
