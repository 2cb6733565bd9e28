"""The state machines take the model itself for right, whatever its settings, and find faults in a requester."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from ibpkt import strategies, traffic
from ibpkt.packet import decode
from ibpkt.traffic.model.answers import is_ack

QUIET = settings(
    database=None, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), phases=[Phase.generate]
)


class ModelMachine(strategies.RCMachine):
    """The model against the model."""

    def connect(self, setup):
        self.adapter = traffic.Responder(
            qpn=setup.qpn, peer_qpn=setup.peer_qpn, first_psn=setup.first_psn, pmtu=setup.pmtu, memory=setup.memory,
            rnr_timer=setup.rnr_timer, receives=0, link=self.model.link,
        )  # fmt: skip

    def deliver(self, packet):
        return [bytes(answer) for answer in self.adapter.receive(packet)]

    def post_receive(self):
        self.adapter.post_receive()

    def read_memory(self, address, size):
        return next(each.data for each in self.adapter.memory.regions.values() if each.address == address)

    def received(self):
        return [each.data for each in self.adapter.completions if each.outcome == "success"]


class LateMachine(ModelMachine):
    """An adapter that sends an ACK with the answer to a later packet."""

    acks_may_wait = True

    def connect(self, setup):
        super().connect(setup)
        self.waiting = []

    def deliver(self, packet):
        answers = self.waiting + super().deliver(packet)
        self.waiting = []
        if answers and is_ack(decode(answers[-1], "ethernet")):
            self.waiting = [answers.pop()]
        return answers

    def settle(self):
        return self.waiting


class LazyMachine(LateMachine):
    """An adapter that sends the newest of the ACKs that wait."""

    def deliver(self, packet):
        answers = ModelMachine.deliver(self, packet)
        acks = [answer for answer in answers if is_ack(decode(answer, "ethernet"))]
        others = [answer for answer in answers if answer not in acks]
        self.waiting = acks[-1:] or ([] if others else self.waiting)
        return others


def run(machine, examples, **attributes):
    run_state_machine_as_test(type("Machine", (machine,), attributes), settings=settings(QUIET, max_examples=examples))


@pytest.mark.family("strategies")
@pytest.mark.parametrize("carrier", ["rocev2", "rocev1-vlan", "native-global"])
def test_the_model_is_right(carrier):
    run(ModelMachine, 10, carrier=carrier, pmtu=512 if carrier == "rocev2" else 256)


@pytest.mark.family("strategies")
@pytest.mark.parametrize("machine", [LateMachine, LazyMachine])
def test_acks_may_wait(machine):
    run(machine, 10)
    with pytest.raises(traffic.WrongAnswer, match="missing"):
        run(machine, 1000, acks_may_wait=False)
    with pytest.raises(traffic.WrongAnswer, match="missing"):
        run(machine, 1000, settle=lambda self: [])


@pytest.mark.family("strategies")
def test_a_fault_shows_in_the_contents_of_memory():
    def deliver(self, packet):
        answers = ModelMachine.deliver(self, packet)
        for region in self.adapter.memory.regions.values():
            if self.adapter.msn == 2:
                region.data[5] ^= 1
        return answers

    with pytest.raises(traffic.WrongAnswer, match="memory at"):
        run(ModelMachine, 1000, deliver=deliver)


def test_what_is_not_overridden_is_said():
    for name in ("connect", "deliver", "post_receive"):
        with pytest.raises(NotImplementedError, match=name):
            run(ModelMachine, 5, **{name: getattr(strategies.RCMachine, name)})


class RequesterMachine(strategies.RCRequesterMachine):
    """The model's requester."""

    changed = staticmethod(lambda packets, again: packets)

    def connect(self, setup):
        self.adapter = traffic.Requester(
            qpn=setup.qpn, peer_qpn=setup.peer_qpn, first_psn=setup.first_psn, pmtu=setup.pmtu
        )

    def post(self, request, r_key):
        return self.changed([*map(bytes, self.adapter.post(request, r_key=r_key))], False)

    def receive(self, packet):
        return self.changed([*map(bytes, self.adapter.receive(packet))], True)

    def tick(self, now):
        return self.changed([*map(bytes, self.adapter.tick(now))], True)

    def completed(self):
        return [each.data if each.request.operation.reads else b"" for each in self.adapter.completions]


@pytest.mark.family("strategies")
def test_the_models_requester_is_right():
    run(RequesterMachine, 30)


def altered(packets, **changes):
    return [bytes(decode(packet, "ethernet").replace(**changes)) for packet in packets]


REQUESTER_FAULTS = {
    "nothing is retransmitted": lambda packets, again: [] if again else packets,
    "other bytes when retransmitted": lambda packets, again: (
        [
            bytes(packet.replace(payload=bytes(len(packet.payload))))
            for packet in (decode(frame, "ethernet") for frame in packets)
        ]
        if again
        else packets
    ),
    "a PSN is left out": lambda packets, again: packets[1:],
    "never asks for an ACK": lambda packets, again: altered(packets, bth__a=0),
    "another R_Key": lambda packets, again: [
        bytes(packet.replace(reth__r_key=1) if "RETH" in packet else packet)
        for packet in (decode(frame, "ethernet") for frame in packets)
    ],
    "another queue pair": lambda packets, again: altered(packets, bth__destqp=5),
    "a wrong ICRC": lambda packets, again: [packet[:-1] + bytes([packet[-1] ^ 1]) for packet in packets],
}


@pytest.mark.family("strategies")
@pytest.mark.parametrize("fault", REQUESTER_FAULTS)
def test_a_fault_of_a_requester_is_found(fault):
    """The rarest shows in one of 200 examples; the search ends with the first."""
    with pytest.raises(strategies.WrongRequest):
        run(RequesterMachine, 3000, changed=staticmethod(REQUESTER_FAULTS[fault]))


def test_a_request_that_is_complete_before_it_is_executed():
    def completed(self):
        done = RequesterMachine.completed(self)
        return done + [b""] * self.adapter.outstanding

    with pytest.raises(strategies.WrongRequest, match="only"):
        run(RequesterMachine, 1000, completed=completed, _outstanding=property(lambda self: self.adapter.outstanding))
