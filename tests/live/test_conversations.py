"""Random conversations: the kernel answers each packet as the model of a responder does, but for rxe's own ways.

Compared are all answers, the memory, the completions and the state of the queue pair.  What the specification leaves
open is not (`ibpkt.traffic.AnswerChecker` says what that is); what rxe does otherwise is in `quirks`, each with a
conversation of its own that shows it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import Phase, given, settings

import ibpkt
from ibpkt.packet import Packet
from ibpkt.traffic import Memory, Responder
from ibpkt.traffic.model.answers import described, differences
from tests.live import quirks
from tests.live.conversations import (
    ALL,
    OPERATIONS,
    RIGHTS,
    USED,
    WINDOW,
    Again,
    Inner,
    Message,
    Move,
    PostReceive,
    Setting,
    Teller,
    conversations,
)
from tests.live.kernel_responder import KernelResponder, Witness, path

#: of random ones with each kernel, the same in every run
CONVERSATIONS = 500
LOCAL_WRITE = 1
#: what must come up among the answers, so that the conversations are worth the name
VERDICTS = (
    "ACK", "NAK PSN Sequence Error", "NAK Invalid Request", "NAK Remote Access Error", "NAK Remote Operational Error",
    "RNR NAK", "READ", "ATOMIC",
)  # fmt: skip


class DifferenceError(AssertionError):
    """The kernel and the model do not agree."""

    def __init__(self, difference: str, told: list[str]) -> None:
        super().__init__("\n".join([difference, *told]))


class Conversing:
    """Holds conversations with one kernel.

    Attributes:
        tally: what has come up.
        told: the moves and packets of a conversation, in words.
    """

    def __init__(self, kernel: Any, release: str) -> None:
        self.kernel, self.release = kernel, release
        self.witness = Witness(kernel)
        self.memory = kernel.pattern(0, ALL)
        self.tally: Counter[str] = Counter()
        self.told: list[str] = []

    def hold(
        self, setting: Setting, moves: list[Move], kind: type[Responder] = quirks.RxeResponder, patience: float = 0
    ) -> Responder:
        """Hold a conversation.

        Args:
            patience: seconds to wait at the end for an answer that the model does not expect: the kernel has a worker
                for each queue pair, and the witness's may be the first.

        Returns:
            The model.

        Raises:
            DifferenceError: the kernel does otherwise than the model.
        """
        kernel = self.kernel
        self.told.clear()
        kernel.drain()
        kernel.fill()
        kernel.completions()
        known = [right for right in setting.access if right != "flush" or self.release in quirks.PLACES]
        device = KernelResponder(
            kernel, self.witness, rq_psn=setting.first_psn, family=setting.family, mtu=setting.pmtu,
            recvs=setting.receives, recv_len=setting.room, max_rd=setting.resources,
            access=LOCAL_WRITE | sum(RIGHTS[right] for right in known),
        )  # fmt: skip
        try:
            model, teller = self._model(setting, device, kind)
            for move in moves:
                self._make(move, setting, device, model, teller)
            self._compare_answers([], device.late(patience))
            self._compare_results(device, model)
        finally:
            device.close()
        self.tally["conversations"] += 1
        return model

    def _model(self, setting: Setting, device: KernelResponder, kind: Any) -> tuple[Responder, Teller]:
        pair, memory, window = device.pair, Memory(), None
        region = memory.register(self.memory, address=pair["va"], r_key=pair["rkey"], persistent=False)
        if setting.window:
            window = self.kernel.bind(pair["qpn"], offset=0, length=WINDOW)["rkey"]
            memory.register(0, address=pair["va"], r_key=window, access=("read", "write"), window=True)
            memory.regions[window].data = memoryview(region.data)[:WINDOW]
        options = {"release": self.release} if kind is quirks.RxeResponder else {}
        model = kind(
            qpn=pair["qpn"], peer_qpn=device.qpn, first_psn=setting.first_psn, pmtu=setting.pmtu, memory=memory,
            access=setting.access, receives=0, rnr_timer=12, responder_resources=setting.resources, **options,
        )  # fmt: skip
        model.post_receive(setting.room, setting.receives)
        return model, Teller(setting, model, path(setting.family), pair["va"], (pair["rkey"], window))

    def _make(self, move: Move, setting: Setting, device: KernelResponder, model: Responder, teller: Teller) -> None:
        self.told.append(repr(move))
        if isinstance(move, PostReceive) and model.state != "ERR":
            self.kernel.post_recv(device.pair["qpn"], move.count)
            model.post_receive(setting.room, move.count)
        sent, expected = [], []
        for packet in teller.tell(move):
            if quirks.panics(model, packet) or quirks.unpredictable(model, packet):
                continue
            self.told.append(f"-> {described(packet)}")
            sent.append(packet)
            expected += model.receive(packet)
        if sent:
            self._compare_answers(expected, device.receive(sent, len(expected)))
            self.tally["requests"] += len(sent)

    def _compare_answers(self, expected: list[Packet], answers: list[Packet]) -> None:
        for answer in answers:
            self.told.append(f"<- {described(answer)}")
            self.tally["answers"] += 1
            self.tally[verdict_of(answer)] += 1
        for ours, theirs in zip(expected, answers, strict=False):
            found = differences(ours, theirs)
            if found:
                raise self._difference(f"not {described(ours)} but {described(theirs)}: {'; '.join(found)}")
        if len(expected) != len(answers):
            raise self._difference(
                f"not {[described(each) for each in expected]} but {[described(each) for each in answers]}"
            )

    def _difference(self, difference: str) -> DifferenceError:
        return DifferenceError(difference, self.told)

    def _compare_results(self, device: KernelResponder, model: Responder) -> None:
        if (device.state() == "ERR") != (model.state == "ERR"):
            raise self._difference(f"the queue pair is in {device.state()}, not {model.state}")
        region = model.memory.regions[device.pair["rkey"]]
        used = self.kernel.memory(0, USED)
        if used != region.data[:USED]:
            at = next(at for at in range(USED) if used[at] != region.data[at])
            raise self._difference(f"memory differs from byte {at} on")
        theirs = [outcome_of(each) for each in self.kernel.completions() if each.get("opcode") != "bind"]
        ours = [
            (each.data, each.immediate and int.from_bytes(each.immediate, "big")) if each.outcome == "success" else None
            for each in model.completions
        ]
        if theirs != ours:
            raise self._difference(f"completions are {theirs}, not {ours}")
        self.tally["receive completions"] += len(theirs)


def outcome_of(completion: dict[str, Any]) -> tuple[bytes, int | None] | None:
    """What a receive completion of the kernel's has brought: data and immediate data; None for an error."""
    return (completion.get("data", b""), completion.get("imm")) if completion["status"] == 0 else None


def verdict_of(answer: Packet) -> str:
    """An answer in a word, of `VERDICTS`."""
    if answer.bth.opcode != 0x11:
        return "ATOMIC" if answer.bth.opcode == 0x12 else "READ"
    text = str(answer.aeth.verdict)
    return next(verdict for verdict in VERDICTS if text.startswith(verdict))


@pytest.fixture(scope="module")
def conversing(guest, release):
    """Conversations with the kernel; afterwards no frame may be left that nobody has asked for."""
    conversing = Conversing(guest, release)
    guest.drain()
    yield conversing
    conversing.witness.wait()
    left = [ibpkt.decode(frame, "ethernet").info for frame in guest.drain(0.2)]
    assert left == []


def operations_of(release: str) -> tuple[str, ...]:
    return tuple(name for name in OPERATIONS if release in quirks.PLACES or name not in ("FLUSH", "ATOMIC WRITE"))


#: a queue pair as the shortest conversations need it
PLAIN = Setting(4, 100, 256, 6, 4136, 4, frozenset(RIGHTS), False)
SEND, WRITE = Message("SEND", 8, 0, 1, "", 0), Message("WRITE", 256, 0, 1, "", 0)
READ, FLUSH = Message("READ", 600, 0, 1, "", 0), Message("FLUSH", 64, 0, 1, "", 0)
FIRST_AGAIN, INNER = Again(0, 1), Inner(0, 1)
BOTH = ("6.1", "6.12")
#: each of rxe's own ways in the shortest conversation that shows it, and the kernels that have it
SHORTEST: dict[str, tuple[tuple[str, ...], Setting, list[Move]]] = {
    quirks.UNASKED: (BOTH, PLAIN, [SEND._replace(twist="quiet"), FIRST_AGAIN]),
    quirks.STALE_PSN: (BOTH, PLAIN, [SEND, READ, FIRST_AGAIN]),
    quirks.INNER_READ: (BOTH, PLAIN, [READ, INNER]),
    quirks.ONCE_INNER: (BOTH, PLAIN, [READ, INNER, FIRST_AGAIN]),
    quirks.SILENT_FLUSH: (quirks.PLACES, PLAIN, [FLUSH, FIRST_AGAIN]),
    quirks.BEHIND_RNR: (BOTH, PLAIN._replace(receives=0), [SEND, WRITE]),
    quirks.NO_ROOM: (BOTH, PLAIN._replace(room=100), [SEND._replace(size=200)]),
    quirks.NO_WINDOW: (BOTH, PLAIN, [SEND._replace(operation="SEND inv")]),
    quirks.SHORT_WRITE: (BOTH, PLAIN, [WRITE._replace(twist="length")]),
    quirks.FULL_MIDDLE: (BOTH, PLAIN, [WRITE._replace(size=512, twist="shrunk")]),
    quirks.LONG_SEND: (quirks.LONG_SENDS, PLAIN, [SEND._replace(twist="long")]),
}


def test_every_way_of_its_own_is_shown():
    assert SHORTEST.keys() == quirks.RULES.keys()


def test_its_own_ways(conversing, release):
    """The model with rxe's ways says what it does; the model of the specification does not."""
    for way, (releases, setting, moves) in SHORTEST.items():
        if release in releases:
            assert conversing.hold(setting, moves).met[way], way
            with pytest.raises(DifferenceError):
                conversing.hold(setting, moves, Responder, patience=1)


def test_random_conversations(conversing, release, record_property):
    tally = conversing.tally
    tally.clear()
    met: Counter[str] = Counter()

    @settings(max_examples=CONVERSATIONS, derandomize=True, database=None, phases=(Phase.generate, Phase.shrink))
    @given(conversations(operations_of(release)))
    def talk(conversation):
        met.update(conversing.hold(*conversation).met)

    talk()
    assert tally["conversations"] >= 200
    for releases, setting, moves in SHORTEST.values():  # what chance may have missed
        if release in releases:
            conversing.hold(setting, moves)
    assert [verdict for verdict in VERDICTS if not tally[verdict]] == []
    told = ", ".join(f"{count} {what}" for what, count in tally.most_common())
    ways = ", ".join(f"{way} ({count})" for way, count in met.most_common() if count)
    record_property("live", f"Linux {release}: {told}; {ways}")
