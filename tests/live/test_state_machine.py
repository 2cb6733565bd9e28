"""`ibpkt.strategies.RCMachine` drives the kernel as it drives the adapter of a user, a subclass for each kernel.

The machine chooses the numbers of queue pairs, keys and addresses, and so does the kernel: frames are translated on
their way, in both directions.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

import ibpkt
from ibpkt.packet import Packet
from ibpkt.protocols import OPCODES
from ibpkt.strategies import RCMachine
from ibpkt.traffic import Memory
from tests.live import quirks
from tests.live.conversations import ALL
from tests.live.kernel_responder import KernelResponder, Witness
from tests.live.makers import ADDRESSES, MACS

RUNS = 60
STEPS = 20
#: a message beyond it would not fit into a receive request of the lab
PMTU = 256
VISIBLE = 1
OPERATIONS = ("WRITE", "WRITE_WITH_IMM", "SEND", "SEND_WITH_IMM", "READ", "FETCH_ADD", "CMP_SWAP")
PLACED = ("FLUSH", "ATOMIC_WRITE")


class KernelMachine(RCMachine):
    """A queue pair of the kernel's at the end of the machine's network."""

    pmtu = PMTU
    region_size = ALL
    kernel: Any
    witness: Witness
    release: str
    tally: Counter[str]
    device: KernelResponder | None = None

    def connect(self, setup):
        self.close()
        self.setup = setup
        self.kernel.fill()
        self.device = KernelResponder(
            self.kernel, self.witness, rq_psn=setup.first_psn, mtu=setup.pmtu, recvs=0, max_rd=16,
            min_rnr_timer=setup.rnr_timer,
        )  # fmt: skip
        own, guarded = setup.memory.regions.values()
        memory = Memory()
        memory.register(self.kernel.pattern(0, ALL), address=own.address, r_key=own.r_key)
        memory.register(bytes(guarded.data), address=guarded.address, r_key=guarded.r_key, access=guarded.access)
        self.twin = self._checker.model = quirks.RxeResponder(
            self.release, qpn=setup.qpn, peer_qpn=setup.peer_qpn, first_psn=setup.first_psn, pmtu=setup.pmtu,
            memory=memory, receives=0, rnr_timer=setup.rnr_timer, responder_resources=16,
        )  # fmt: skip
        self.tally["conversations"] += 1

    def deliver(self, packet):
        given = ibpkt.decode(packet, "ethernet")
        predicted = copy.deepcopy(self.model, {id(row): row for row in OPCODES.values()}).receive(given)
        if quirks.unpredictable(self.model, given):
            return [answer.data for answer in predicted]
        answers = self.device.receive([self.to_kernel(given)], len(predicted))
        self.tally["requests"] += 1
        self.tally["answers"] += len(answers)
        return [self.from_kernel(answer, given).data for answer in answers]

    def post_receive(self):
        self.kernel.post_recv(self.device.pair["qpn"])

    def teardown(self):
        super().teardown()
        self.close()

    def close(self):
        """Compare the memory, and destroy the queue pair."""
        if self.device is not None:
            device, self.device = self.device, None
            used = self.kernel.memory(0, 4 * PMTU)
            device.close()
            assert used == next(iter(self.twin.memory.regions.values())).data[: 4 * PMTU]

    def to_kernel(self, packet: Packet) -> Packet:
        """The same packet with the kernel's numbers; what is wrong with it stays wrong."""
        pair, own = self.device.pair, next(iter(self.setup.memory.regions.values()))
        changes: dict[str, Any] = {f"ethernet__{name}": value for name, value in MACS.items()}
        changes |= {f"ipv4__{name}": value for name, value in ADDRESSES[4].items()}
        changes["bth__destqp"] = packet.bth.destqp - self.setup.qpn + pair["qpn"]
        for header in ("reth", "atomiceth"):
            layer = getattr(packet, header, None)
            if layer is not None:
                changes[f"{header}__va"] = (layer.va - own.address + pair["va"]) % (1 << 64)
                changes[f"{header}__r_key"] = layer.r_key - own.r_key + pair["rkey"] & 0xFFFFFFFF
        if hasattr(packet, "feth"):
            changes["feth__plt"] = VISIBLE  # its memory is not persistent
        changed = packet.replace(**changes)
        if not packet.icrc:
            changed = ibpkt.decode(changed.data[:-1] + bytes([changed.data[-1] ^ 1]), "ethernet")
        return changed

    def from_kernel(self, answer: Packet, given: Packet) -> Packet:
        """An answer of the kernel's with the machine's numbers."""
        assert answer.bth.destqp == self.device.qpn
        return answer.replace(
            ethernet__src=given.ethernet.dst, ethernet__dst=given.ethernet.src, ipv4__src=given.ipv4.dst,
            ipv4__dst=given.ipv4.src, bth__destqp=self.setup.peer_qpn,
        )  # fmt: skip


@pytest.fixture(scope="module")
def witness(guest):
    return Witness(guest)


def test_the_kernel_is_as_the_machine_expects(guest, witness, release, record_property):
    tally: Counter[str] = Counter()
    operations = OPERATIONS + (PLACED if release in quirks.PLACES else ())
    machine = type(
        "ThisKernelMachine",
        (KernelMachine,),
        {"kernel": guest, "witness": witness, "release": release, "tally": tally, "operations": operations},
    )
    guest.drain()
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=RUNS, stateful_step_count=STEPS, derandomize=True, database=None, deadline=None,
            phases=(Phase.generate, Phase.shrink),
        ),
    )  # fmt: skip
    assert tally["conversations"] >= 200
    told = ", ".join(f"{count} {what}" for what, count in tally.most_common())
    record_property("live", f"Linux {release}, driven by RCMachine: {told}")
