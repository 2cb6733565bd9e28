"""The truth about traffic: what the simulation did, as plain records.

Each record is a dict of JSON values with the key "record": scene, conversation, message, event or counters.  They
are handed to a *sink* as they become final; `docs/traffic.md` lists their keys.
"""

from __future__ import annotations

import json
from typing import Any, BinaryIO, Protocol

from ibpkt.arguments import checked

Record = dict[str, Any]

#: what an event can be, and what it means
EVENTS: dict[str, str] = {
    "lost": "the network lost the packet before the tap: it is not in the capture",
    "lost-behind-tap": "the network lost the packet beyond the tap: it is in the capture but never arrived",
    "corrupted": "the network flipped bit `bit` of the packet, counted from the start of BTH",
    "icrc-drop": "the receiver dropped the packet silently because its ICRC was wrong",
    "ce": "a switch marked the packet: CE, or FECN if there is no IP header",
    "duplicated": "the network duplicated the packet; `copy` is the frame of the copy",
    "reordered": "`overtaken_by` packets of the same sender overtook the packet",
    "delayed": "the network delayed the packet, but none overtook it",
    "retransmitted": "the sender had sent this PSN of the flow before",
    "timeout": "no response in time: the requester retransmits from `psn`",
    "nak-sequence": "the responder sent a NAK for `psn`, which it expects",
    "out-of-sequence": "the packet arrived too early; go-back-N drops it, selective repeat keeps it",
    "taken-early": "the packet arrived before others that its sender sent first, and the responder took it",
    "duplicate-request": "the responder had executed this request before",
    "duplicate-delivery": "UC or UD: the receiver took the same packet a second time",
    "implied-nak": "a response showed that the one at `psn` is missing: the requester requests again from there",
    "ghost-ack": "the response repeats an earlier one; the requester drops it",
    "duplicate-nak": "the requester is already retransmitting from there and ignores the NAK",
    "rnr": "the responder had no receive request and sent an RNR NAK",
    "rnr-retry": "the wait is over: the requester retransmits from `psn`",
    "nak-access": "the responder refused the R_Key; its queue pair enters the error state",
    "qp-error": "the requester's queue pair enters the error state; `reason` says why",
    "discarded": "the packet arrived at a queue pair in the error state, or after a NAK that is still pending, and was "
    "dropped silently",
    "cnp": "the receiver of a marked packet sent a CNP",
    "rate-cut": "a CNP arrived: the sender halves its rate",
}

#: ends the names of events that the capture does not show
BEHIND_TAP = "-behind-tap"

#: counters under the names of the Linux kernel's rxe driver, then of mlx5 where rxe has none
COUNTERS = (
    "sent_pkts",
    "rcvd_pkts",
    "duplicate_request",
    "out_of_seq_request",
    "rcvd_seq_err",
    "rcvd_rnr_err",
    "send_rnr_err",
    "completer_retry_err",
    "retry_exceeded_err",
    "retry_rnr_exceeded_err",
    "rdma_sends",
    "rdma_recvs",
    "packet_seq_err",
    "implied_nak_seq_err",
    "local_ack_timeout_err",
    "rnr_nak_retry_err",
    "req_remote_access_errors",
    "resp_remote_access_errors",
    "rx_icrc_encapsulated",
    "np_ecn_marked_roce_packets",
    "np_cnp_sent",
    "rp_cnp_handled",
)


class TruthSink(Protocol):
    """What takes records."""

    def keep(self, record: Record) -> None:
        """Take one; it is not changed any more."""


class Truth:
    """Records in memory, by kind, in the order in which they became final (events: in time order)."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    @checked
    def keep(self, record: Record) -> None:
        """Take one."""
        self.records.append(record)

    @checked
    def of(self, kind: str) -> list[Record]:
        """The records of one kind."""
        return [record for record in self.records if record["record"] == kind]

    @property
    def scene(self) -> Record:
        """What was asked for, and what the capture holds."""
        return next(record for record in self.records if record["record"] == "scene")

    @property
    def conversations(self) -> list[Record]:
        """The conversations, by number."""
        return self.of("conversation")

    @property
    def messages(self) -> list[Record]:
        """The messages, in the order in which they ended."""
        return self.of("message")

    @property
    def events(self) -> list[Record]:
        """The events, in time order."""
        return self.of("event")

    @property
    def counters(self) -> list[Record]:
        """The counters, two records a conversation."""
        return self.of("counters")

    @property
    def totals(self) -> list[Record]:
        """What befell each flow: for each end of each conversation how many events of each kind there were.

        Keys are "conversation", "side" (``a`` or ``b``: of the sender, for a timeout the end that has it), and the
        names of `EVENTS`.  What happened behind the tap counts under a name of its own: ``reordered-behind-tap``.
        """
        unseen = [f"{what}{BEHIND_TAP}" for what in ("corrupted", "ce", "duplicated", "reordered", "delayed")]
        names = [*EVENTS, *unseen]
        numbers = [each["conversation"] for each in self.conversations]
        sums = {(number, side): dict.fromkeys(names, 0) for number in numbers for side in "ab"}
        for event in self.events:
            what = event["what"] + (BEHIND_TAP if event.get("behind_tap") else "")
            sums[event["conversation"], event["sender"]][what] += 1
        return [{"conversation": number, "side": side, **counts} for (number, side), counts in sums.items()]

    @checked
    def count(self, what: str) -> int:
        """How many events there are of a kind (`EVENTS`)."""
        return sum(event["what"] == what for event in self.events)


class TruthLines:
    """Records as lines of JSON into a file."""

    @checked
    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    @checked
    def keep(self, record: Record) -> None:
        """Write one."""
        self._file.write(json.dumps(record).encode() + b"\n")


@checked
def read(file: BinaryIO) -> Truth:
    """The records of a file of JSON lines."""
    truth = Truth()
    for line in file:
        truth.keep(json.loads(line))
    return truth
