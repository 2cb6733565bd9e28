"""Whether the answers of an adapter are those of the model, apart from what the specification leaves to the adapter.

Open are: how many credits an ACK gives; ACKs that nobody asked for; one ACK for several requests; and, if the caller
says so, how long an ACK waits.

Source: IBA 1, 9.7.5.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibpkt.errors import CallerError
from ibpkt.packet import Layer, Packet, Status, decode
from ibpkt.protocols import ACK, AETH, BTH, OPCODES, PSN_MASK, VALUE_BITS, psn_distance
from ibpkt.traffic.model.responder import Responder


class WrongAnswer(AssertionError):
    """An adapter has not answered as it must."""


class _Progress(NamedTuple):
    """What an ACK may say: a PSN up to which all is executed, and the messages that are complete then."""

    psn: int
    msn: int


class AnswerChecker:
    """Gives packets to the model, and compares what an adapter has answered to the same packets.

    Args:
        model: a responder in the state in which the adapter is.
        acks_may_wait: an ACK may come later, with the answer to another packet.

    Attributes:
        model: that responder.

    Raises:
        CallerError: the model is no responder.
    """

    def __init__(self, model: Responder, *, acks_may_wait: bool = False) -> None:
        if not isinstance(model, Responder):
            raise CallerError(f"model is an ibpkt.traffic.Responder, not {type(model).__name__}")
        self.model = model
        self.acks_may_wait = acks_may_wait
        self._missing: list[Packet] = []  # answers that have not come
        self._progress: list[_Progress] = []  # since the newest that an answer has told

    def check(self, packet: Packet | bytes, answers: Sequence[Packet | bytes]) -> list[Packet]:
        """Compare the answers to one packet.

        Args:
            packet: what the adapter was given.
            answers: what it gave.

        Returns:
            The answers, decoded.

        Raises:
            WrongAnswer: an answer is wrong, missing or too many.
        """
        given = self._decoded(packet)
        before = self.model.expected_psn
        self._missing += self.model.receive(given)
        if self.model.expected_psn != before or not self._progress:
            self._progress.append(_Progress(self.model.expected_psn - 1 & PSN_MASK, self.model.msn))
        decoded = [self._decoded(answer) for answer in answers]
        try:
            for answer in decoded:
                self._take(answer, given)
            if not self.acks_may_wait or not all(is_ack(each) for each in self._missing):
                self._complain_of_missing(given)
        except WrongAnswer:
            self._missing.clear()  # one complaint is enough
            raise
        return decoded

    def check_settled(self, answers: Sequence[Packet | bytes] = ()) -> None:
        """Say that the adapter will answer no more.

        Args:
            answers: what it has still sent.

        Raises:
            WrongAnswer: an answer is wrong or missing.
        """
        for answer in answers:
            self._take(self._decoded(answer), None)
        self._complain_of_missing(None)

    def _decoded(self, packet: Packet | bytes) -> Packet:
        if isinstance(packet, Packet):
            return packet
        if not isinstance(packet, bytes | bytearray | memoryview):
            raise CallerError(f"packets and answers are an ibpkt.Packet or bytes, not {packet!r}")
        return decode(bytes(packet), self.model.link)

    def _take(self, answer: Packet, given: Packet | None) -> None:
        what = "what came before" if given is None else described(given)
        matched = -1
        for at, missing in enumerate(self._missing):
            if not differences(missing, answer):
                matched = at  # one ACK may stand for several that say the same
            elif matched >= 0:
                break
            if not is_ack(missing):
                break  # ACKs may be left out before a later answer, others not
        if matched >= 0:
            del self._missing[: matched + 1]
            self._told(answer)
            return
        if self._is_open(answer):
            self._told(answer)
            return
        expected = next(
            (each for each in self._missing if not is_ack(each)), self._missing[-1] if self._missing else None
        )
        if expected is None:
            raise WrongAnswer(f"{what} must have no answer, but has {described(answer)}")
        reasons = "; ".join(differences(expected, answer))
        raise WrongAnswer(f"{what} must be answered by {described(expected)}, not by {described(answer)}: {reasons}")

    def _is_open(self, answer: Packet) -> bool:
        """Whether it is an ACK that nobody asked for, and right."""
        if not is_ack(answer) or structural(answer):
            return False
        said = _Progress(answer.bth.psn, answer.aeth.msn)
        pair = self.model.queue_pair
        ours = (answer.bth.destqp, answer.bth.p_key) == (pair.peer_qpn, pair.p_key)
        return ours and said in self._progress

    def _told(self, answer: Packet) -> None:
        """An answer acknowledges all before it; a later one must not fall behind."""
        psn = answer.bth.psn
        rest = [each for each in self._progress if psn_distance(each.psn, psn) >= 0]
        self._progress = rest or self._progress[-1:]

    def _complain_of_missing(self, given: Packet | None) -> None:
        if self._missing:
            after = "" if given is None else f" to {described(given)}"
            raise WrongAnswer(f"the answer{after} is missing: {described(self._missing[0])}")


def is_ack(packet: Packet) -> bool:
    """Whether a packet is a plain ACK: no NAK, and no response of its own."""
    row = OPCODES.get(packet.bth.opcode) if BTH in packet else None
    return row is not None and row.operation == "ACK" and AETH in packet and packet.aeth.syndrome >> VALUE_BITS == ACK


def described(packet: Packet) -> str:
    """A packet in a few words: operation, PSN, and what its extended headers say."""
    if BTH not in packet:
        return f"a packet without BTH ({len(packet.data)} bytes)"
    bth = packet[BTH]
    row = OPCODES.get(bth.opcode)
    parts = [row.name if row else f"opcode 0x{bth.opcode:02x}", f"PSN={bth.psn}"]
    if AETH in packet:
        parts.append(f"{packet.aeth.verdict} MSN={packet.aeth.msn}")
    if packet.payload:
        parts.append(f"{len(packet.payload)} bytes")
    return " ".join(parts)


def structural(packet: Packet) -> list[str]:
    """What is wrong with a packet by itself."""
    found = []
    if packet.stop is not None and packet.stop.reason != "unknown":
        found.append(str(packet.stop))
    found += [str(disagreement) for disagreement in packet.disagreements]
    if BTH not in packet:
        return [*found, "it has no BTH"]
    if packet.icrc.status is not Status.GOOD:
        found.append("its ICRC is wrong")
    if any(packet.pad):
        found.append("its pad bytes are not zero")
    return found


def differences(expected: Packet, answer: Packet) -> list[str]:
    """How an answer differs from the one that is expected, as far as the specification says what it must be."""
    found = structural(answer)
    if BTH not in answer:
        return found
    for header in dict.fromkeys(layer.header for layer in expected.layers):
        names: Sequence[str] = ()
        if header is BTH or header.role == "extended":
            names = [leaf.name for leaf in header.wire if not leaf.variant and leaf.name not in _OPEN_FIELDS]
        elif header.address is not None:
            names = header.address[1:]
        ours, theirs = expected.all(header), answer.all(header)
        if len(theirs) < len(ours):
            found.append(f"it has no {header.name}")
        found += [
            f"{header.name}.{name} is {that.raw[name]!r}, not {this.raw[name]!r}"
            for this, that in zip(ours, theirs, strict=False)
            for name in names
            if _compared(header is AETH, name, this) != _compared(header is AETH, name, that)
        ]
    extended = [layer.header for layer in answer.layers if layer.header.role == "extended"]
    found += [f"it has a {header.name}" for header in extended if header not in expected]
    if expected.payload != answer.payload:
        at = next((at for at, (a, b) in enumerate(zip(expected.payload, answer.payload, strict=False)) if a != b), None)
        size = f"{len(answer.payload)} bytes of payload, not {len(expected.payload)}"
        found.append(size if at is None else f"byte {at} of the payload differs")
    return found


#: of no meaning in answers: the solicited event, the migration state, and the request for an ACK
_OPEN_FIELDS = frozenset(("se", "m", "a"))


def _compared(is_aeth: bool, name: str, layer: Layer) -> object:
    """A value as it is compared: the number of credits in an ACK is the adapter's own."""
    value = layer.raw[name]
    if is_aeth and name == "syndrome" and value >> VALUE_BITS == ACK:
        return ACK
    return value
