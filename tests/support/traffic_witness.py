"""An independent look at a scene: what the decoded packets themselves say, by the plainest means.

It shares no code with the machine that made them.  It reads packets one by one, as the other end would, and counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from ibpkt.protocols import OPCODES
from ibpkt.traffic import payload
from ibpkt.traffic.truth import Truth

HALF, FULL = 1 << 23, 1 << 24


def after(psn: int, expected: int) -> int:
    """How far a PSN is ahead of another, negative behind it."""
    distance = (psn - expected) % FULL
    return distance if distance < HALF else distance - FULL


class Frame:
    """What is looked at of one packet."""

    def __init__(self, number: int, packet: Any) -> None:
        self.number = number
        self.packet = packet
        self.time = packet.time
        self.good = packet.icrc.status == "good" and ("LRH" not in packet or packet.vcrc.status == "good")
        bth = packet.bth
        self.name = OPCODES[packet.bth.opcode].name if packet.bth.opcode in OPCODES else "?"
        self.request = self.name != "?" and OPCODES[packet.bth.opcode].kind == "request"
        self.cnp = "CNP" in self.name
        self.destqp = bth.destqp
        self.psn = bth.psn


def frames(scene: Any) -> list[Frame]:
    """All packets of a scene."""
    return [Frame(packet.number, packet) for batch in scene.batches() for packet in batch]


class Flow:
    """What a receiver does with the requests that reach it, in the order in which they do (RC, go-back-N)."""

    def __init__(self, conversation: dict[str, Any], side: str) -> None:
        sender = conversation[side]
        self.pmtu = conversation["pmtu"]
        self.expected = sender["first_psn"]
        self.msn = 0
        self.duplicates: list[int] = []
        self.early: list[int] = []
        self.naks = 0
        self.standing = False
        self.accepted: list[Frame] = []
        self.msns: dict[int, int] = {}

    def take(self, frame: Frame) -> None:
        distance = after(frame.psn, self.expected)
        if distance < 0:
            self.duplicates.append(frame.number)
        elif distance > 0:
            self.early.append(frame.number)
            if not self.standing:
                self.standing = True
                self.naks += 1
        else:
            self.standing = False
            self.accepted.append(frame)
            span = 1
            if "READ" in frame.name:
                span = max(1, -(-frame.packet.reth.dmalen // self.pmtu))
            if not ("First" in frame.name or "Middle" in frame.name):
                self.msn = (self.msn + 1) % FULL
            for step in range(span):
                self.msns[(frame.psn + step) % FULL] = self.msn
            self.expected = (self.expected + span) % FULL

    def messages(self) -> list[tuple[str, int, int, bytes, Any]]:
        """The messages that were taken whole: last opcode's name, first and last PSN, payload, first packet."""
        found = []
        parts: list[Frame] = []
        for frame in self.accepted:
            parts.append(frame)
            if "First" in frame.name:
                assert len(parts) == 1
            if "First" in frame.name or "Middle" in frame.name:
                assert len(frame.packet.payload) == self.pmtu
                continue
            assert len(parts) == 1 or "Last" in frame.name
            found.append(
                (frame.name, parts[0].psn, frame.psn, b"".join(part.packet.payload for part in parts), parts[0].packet)
            )
            parts = []
        return found


class Look:
    """A scene that has been looked at, with its truth beside it."""

    #: nanoseconds from the tap to either end
    far = 1_000

    def __init__(self, scene: Any) -> None:
        self.frames = frames(scene)
        truth = scene.truth
        assert isinstance(truth, Truth)
        self.truth = truth
        # what waits for the cable when the capture ends counts as sent, and its events come too late
        self.cut = any(message["outcome"] == "unfinished" for message in truth.messages)
        self.by_qpn: dict[int, tuple[int, str]] = {}
        for each in truth.conversations:
            for side, other in ("ab", "ba"):
                self.by_qpn[each[other]["qpn"]] = (each["conversation"], side)  # who sends to this queue pair
        self.events: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for event in truth.events:
            self.events[event["what"]].append(event)
        self.flows = {
            (each["conversation"], side): Flow(each, side)
            for each in truth.conversations
            for side in "ab"
            if each["service"] == "RC"
        }

    def of(self, *whats: str) -> set[int]:
        """The frames of events of some kinds."""
        return {event["frame"] for what in whats for event in self.events[what] if event["frame"] is not None}

    def replay(self) -> None:
        """Let receivers take what reached them; right where nothing is reordered or doubled behind the tap."""
        unseen = self.of("lost-behind-tap", "discarded", "rnr", "nak-access", "icrc-drop")
        # what has passed the tap just before a capture is cut off has not arrived
        last = self.frames[-1].time - self.far if self.cut and self.frames else 1 << 62
        for frame in self.frames:
            if frame.time > last or frame.number in unseen or not frame.request or not frame.good:
                continue
            self.flows[self.by_qpn[frame.destqp]].take(frame)

    # -- what must hold of every scene ----------------------------------------------------------------------------

    def check(self) -> None:
        self.check_order()
        self.check_marks()
        self.check_repeats()
        self.check_counters()
        self.check_messages()

    def check_order(self) -> None:
        assert [frame.number for frame in self.frames] == list(range(1, len(self.frames) + 1))
        times = [frame.time for frame in self.frames]
        assert times == sorted(times)
        moments = [event["time"] for event in self.truth.events]
        assert moments == sorted(moments)
        assert self.truth.scene["packets"] == len(self.frames)
        for event in self.truth.events:
            assert event["frame"] is None or 1 <= event["frame"] <= len(self.frames)
            if event["frame"] is not None and event["what"] not in ("corrupted", "icrc-drop"):
                frame = self.frames[event["frame"] - 1]
                if frame.good and "opcode" in event:
                    assert event["opcode"] == frame.name
                    assert self.by_qpn[frame.destqp] == (event["conversation"], event["sender"])

    def check_marks(self) -> None:
        """Bad ICRCs and congestion marks are where the truth has them, and nowhere else."""
        damaged = {event["frame"] for event in self.events["corrupted"] if not event["behind_tap"]}
        assert {frame.number for frame in self.frames if not frame.good} == damaged - {None}
        marked = {event["frame"] for event in self.events["ce"] if not event["behind_tap"]}
        assert {frame.number for frame in self.frames if frame.good and _marked(frame.packet)} == marked - damaged - {
            None
        }

    def check_repeats(self) -> None:
        """A PSN of a flow is new once; every other time is reported."""
        again = self.of("retransmitted")
        copies = {event["copy"] for event in self.events["duplicated"]} - {None}
        assert not again & {event["copy"] for event in self.events["duplicated"] if event["frame"] == event["copy"]}
        seen = Counter()
        for frame in self.frames:
            answers = "Acknowledge" in frame.name and "ATOMIC" not in frame.name
            if not frame.good or frame.cnp or answers:
                continue
            if frame.number not in again and frame.number not in copies:
                seen[frame.destqp, frame.request, frame.psn] += 1
        assert all(count == 1 for count in seen.values())

    def check_counters(self) -> None:
        sums: dict[str, Counter] = {"a": Counter(), "b": Counter()}
        for record in self.truth.counters:
            for name, value in record.items():
                if isinstance(value, int) and name != "conversation":
                    sums[record["side"]][name] += value
        other = {"a": "b", "b": "a"}
        for side in "ab":
            counted = sums[side]
            expected = Counter(event["what"] for event in self.truth.events if event["sender"] == other[side])
            own = Counter(event["what"] for event in self.truth.events if event["sender"] == side)
            assert counted["duplicate_request"] == expected["duplicate-request"]
            assert counted["out_of_seq_request"] == expected["nak-sequence"]
            assert counted["send_rnr_err"] == expected["rnr"]
            assert counted["rx_icrc_encapsulated"] == expected["icrc-drop"]
            assert counted["resp_remote_access_errors"] == expected["nak-access"]
            assert counted["np_cnp_sent"] == own["cnp"] or (self.cut and counted["np_cnp_sent"] > own["cnp"])
            assert counted["rp_cnp_handled"] == expected["rate-cut"]
            assert counted["local_ack_timeout_err"] == own["timeout"]
            assert counted["implied_nak_seq_err"] == expected["implied-nak"]

    def check_messages(self) -> None:
        assert len({message["message"] for message in self.truth.messages}) == len(self.truth.messages)
        resent = Counter()
        for event in self.events["retransmitted"]:
            by_requester = "response" not in event["opcode"] and "Acknowledge" not in event["opcode"]
            if by_requester:
                resent[event["message"]] += 1
        for message in self.truth.messages:
            sent_again = resent[message["message"]]
            assert message["retransmissions"] == sent_again or (self.cut and message["retransmissions"] > sent_again)
            assert (message["end"] is None) == (message["outcome"] == "unfinished")

    # -- what must hold where tap order is the order of arrival ---------------------------------------------------

    def check_replay(self) -> None:
        """The plainest receiver comes to the same count of duplicates, gaps and NAKs, and has every byte."""
        self.replay()
        assert {n for flow in self.flows.values() for n in flow.duplicates} == self.of("duplicate-request")
        assert {n for flow in self.flows.values() for n in flow.early} == self.of("out-of-sequence")
        assert sum(flow.naks for flow in self.flows.values()) == len(self.events["nak-sequence"])
        self.check_delivery()
        self.check_msns()

    def check_delivery(self) -> None:
        taken = {}
        for key, flow in self.flows.items():
            for name, first, last, data, packet in flow.messages():
                taken[(*key, first)] = (name, last, data, packet)
        for message in self.truth.messages:
            if message["outcome"] != "success":
                continue
            name, last, data, packet = taken[message["conversation"], message["side"], message["first_psn"]]
            if message["operation"].startswith("SEND"):
                assert data == payload.message(message["message"], message["size"])
            elif message["operation"].startswith("WRITE"):
                assert packet.reth.va == message["address"]
                assert packet.reth.dmalen == message["size"] == len(data)
                assert data == payload.memory(message["r_key"], message["address"], message["size"])
            if "SEND" in message["operation"] or "WRITE" in message["operation"]:
                assert last == message["last_psn"]

    def check_msns(self) -> None:
        """Every ACK says how many messages were done when its PSN was."""
        for frame in self.frames:
            if frame.name != "RC Acknowledge" or not frame.good or frame.packet.aeth.syndrome >> 5:
                continue
            conversation, side = self.by_qpn[frame.destqp]
            flow = self.flows[conversation, "ba"["ab".index(side)]]
            assert frame.packet.aeth.msn == flow.msns[frame.psn]

    def read_data(self) -> dict[tuple[int, str, int], bytes]:
        """Response payloads by conversation, requester and PSN; different data under one PSN is an error."""
        found: dict[tuple[int, str, int], bytes] = {}
        for frame in self.frames:
            if frame.good and "READ response" in frame.name:
                conversation, side = self.by_qpn[frame.destqp]
                key = (conversation, "ba"["ab".index(side)], frame.psn)
                assert found.setdefault(key, frame.packet.payload) == frame.packet.payload
        return found

    def check_reads(self) -> None:
        """Every READ that succeeded had the bytes that memory holds (where no packet of it was lost to the tap)."""
        parts = self.read_data()
        lost = {(event["conversation"], event["psn"]) for what in ("lost", "corrupted") for event in self.events[what]}
        for message in self.truth.messages:
            if message["operation"] != "READ" or message["outcome"] != "success":
                continue
            span = (message["last_psn"] - message["first_psn"]) % FULL + 1
            psns = [(message["first_psn"] + step) % FULL for step in range(span)]
            data = [parts.get((message["conversation"], message["side"], psn)) for psn in psns]
            if any((message["conversation"], psn) in lost for psn in psns) and None in data:
                continue
            assert b"".join(data) == payload.memory(message["r_key"], message["address"], message["size"])


def story(scene: Any) -> list[str]:
    """The packets in few words: who sends what, the PSN counted from the first of the requester, A, and the verdict."""
    look = Look(scene)
    words = []
    for frame in look.frames:
        number, side = look.by_qpn[frame.destqp]
        conversation = look.truth.conversations[number]
        name = frame.name.split(" ", 1)[-1].replace("RDMA ", "")
        if frame.cnp:
            words.append(f"{side} CNP")
            continue
        requester = side if frame.request else "ba"["ab".index(side)]
        text = f"{side} {name} {after(frame.psn, conversation[requester]['first_psn'])}"
        if frame.request and frame.packet.bth.a:
            text += " A"
        if name == "Acknowledge" and frame.packet.aeth.syndrome >> 5:
            text += f" {frame.packet.aeth.verdict.split(' ', 1)[1] if frame.packet.aeth.syndrome >> 5 == 3 else 'RNR'}"
        if not frame.good:
            text += " bad"
        words.append(text)
    return words


def _marked(packet: Any) -> bool:
    for layer in reversed(packet.layers):
        if layer.header.name in ("IPv4", "IPv6"):
            return bool(layer.ecn == 3)
    return bool(packet.bth.fecn)
