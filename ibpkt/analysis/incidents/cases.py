"""All cases: what can be wrong, in which words, and what to do about it.

In the sentences ``{n:packet is|packets are}`` is a number with the words that go with it, ``{place}`` the place,
``{source}`` and ``{target}`` the addresses of the sender and the receiver, ``{detail}`` what the findings say besides,
``{share}`` how much of the payload was sent again.
"""

from __future__ import annotations

from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.place import Reach
from ibpkt.analysis.results.finding import Severity

_LOSS_AT = {
    Reach.BEFORE: "Compare discards and errors of the ports between {source} and the tap; first the port of {source}.",
    Reach.BEHIND: "Compare discards and errors of the ports between the tap and {target}; then the receive side of it.",
}

# -- What does not arrive, or not as it was sent ----------------------------------------------------------------------

LOST = Case(
    "lost", "loss",
    (
        ("lost", "{least}{n:packet was|packets were} lost{again}"),
        ("implied-nak", "responses were lost{again}"),
        ("timeout", "{n:timeout|timeouts}: requests or their answers were lost{again}"),
        ("retransmission", "{n:request packet|request packets} sent again{share}"),
        ("message-incomplete", "{n:message is|messages are} incomplete"),
        ("", "{n:packet is|packets are} missing"),
    ),
    "packets are lost {place}",
    "Compare discards and errors of all ports on the way; a capture at another place tells on which side they vanish.",
    advice_at=_LOSS_AT,
)  # fmt: skip
LOST_FOR_GOOD = Case(
    "lost-for-good", "loss",
    (("", "a request dropped behind a lost one never comes again"),),
    "packets are lost {place}, for good",
    "After a NAK {source} must send again all that followed: update its driver. Then find the loss {place}.",
    severity=Severity.ERROR, placed_by="lost",
)  # fmt: skip
LOST_AND_LEFT = Case(
    "lost-and-left", "loss",
    (("", "{source} does not send again what a NAK asks for"),),
    "packets are lost {place}, and {source} does not send them again",
    "See what the program at {source} reports: its queue pair has no retries left or is gone, or the NAK was lost. "
    "Then find the loss {place}.",
    placed_by="lost",
)  # fmt: skip
LOST_UNNOTICED = Case(
    "lost-unnoticed", "loss",
    (("timeout", "only timers notice what is lost: {n:timeout|timeouts}{again}"),),
    "packets are lost {place}, and only timers notice",
    "Compare discards and errors of all ports on the way; a capture at another place tells on which side they vanish.",
    advice_at=_LOSS_AT, placed_by="lost",
)  # fmt: skip
SENT_AGAIN = Case(
    "sent-again", "loss",
    (("retransmission", "{n:packet was|packets were} sent again, and the capture does not show why"),),
    "packets are sent again {place}, and the capture does not show why",
    "A capture that begins earlier, or at the other end, may show it.",
    severity=Severity.NOTE, part_of="lost",
)  # fmt: skip
DATAGRAMS_MISSING = Case(
    "datagrams-missing", "loss",
    (("datagram-gap", "{n:datagram is|datagrams are} missing"),),
    "datagrams are missing {place}",
    "They were lost, or sent where the tap does not see them: compare the counters of the ports. Datagrams are not "
    "sent again: the program has to cope.",
    severity=Severity.NOTE,
)  # fmt: skip
RESPONSES_MISSING = Case(
    "responses-missing", "loss",
    (("implied-nak", "responses are missing, and nobody has asked for them again"),),
    "responses are lost or late {place}, or not captured",
    "{target} asks again for what it lacks: a longer capture shows whether it does.",
    part_of="lost",
)  # fmt: skip
LOST_MANAGEMENT = Case(
    "management-repeated", "loss",
    (("", "{n:management request|management requests} had to be sent again"),),
    "management requests are repeated {place}",
    "Look whether the agent is slow or its datagrams are lost.",
    severity=Severity.NOTE,
)  # fmt: skip
DAMAGED = Case(
    "damaged", "corruption",
    (("icrc-bad vcrc-bad checksum-bad lpcrc-bad", "{n:packet is|packets are} damaged{again}"),),
    "packets arrive damaged {place}",
    "A cable, a transceiver or a port flips bits: compare symbol and FCS errors of the links up to the tap.",
    advice_at={
        Reach.BEFORE: "A cable, a transceiver or a port between {source} and the tap flips bits: compare the symbol "
        "and FCS errors of these links.",
    },
)  # fmt: skip
OVERTAKEN = Case(
    "overtaken", "reordering",
    (("out-of-order", "{n:packet was|packets were} overtaken{again}"),),
    "packets overtake one another {place}",
    "Packets of one flow take several paths: hash on the flow instead of spraying, or use adapters that take packets "
    "in any order.",
)  # fmt: skip
OVERTAKEN_OR_LOST = Case(
    "overtaken-or-lost", "reordering",
    (("reordered-or-lost", "{n:packet was|packets were} reordered, or lost and sent again"),),
    "packets overtake one another {place}, or are lost",
    "The capture does not show which: one at {source} does. Packets overtake one another where those of a flow take "
    "several paths; lost ones are among the discards and errors of the ports.",
    part_of="overtaken",
)  # fmt: skip
COPIED = Case(
    "copied", "duplication",
    (("duplicate captured-twice", "{n:packet is|packets are} there twice{detail}"),),
    "packets are there twice {place}",
    "If both ports of a link are mirrored, mirror one; otherwise a switch makes copies.",
    severity=Severity.NOTE,
)  # fmt: skip

# -- What the capture lacks -------------------------------------------------------------------------------------------

NOT_CAPTURED = Case(
    "not-captured", "capture-loss",
    (
        (
            "capture-loss response-without-request",
            "{n:packet that did arrive is|packets that did arrive are} not in the capture",
        ),
        ("implied-nak", "responses that did arrive are not in the capture"),
    ),
    "the capture misses packets from {source} to {target}, which did arrive",
    "Give the capture more buffer, a shorter snap length or a filter; nothing follows for the network.",
    severity=Severity.WARNING,
)  # fmt: skip
ANSWERS_FIRST = Case(
    "answers-first", "reordering",
    (("answers-first", "answers come before their requests"),),
    "the capture has what {source} answers before {target} asks",
    "Clocks differ where captures of several places are merged: shift the times of one, or capture at one place.",
    severity=Severity.NOTE,
)  # fmt: skip
SAMPLED = Case(
    "sampled", "capture-loss",
    (("", "{n:flow has|flows have} so many gaps that they cannot be followed"),),
    "the capture has only a sample of the packets from {source} to {target}",
    "Take a capture without packet sampling.",
    severity=Severity.NOTE,
)  # fmt: skip

ONE_DIRECTION = Case(
    "one-direction", "capture-loss",
    (("", "nothing that {target} sends is in the capture"),),
    "the capture has only what {source} sends to {target}",
    "Capture both directions: nothing follows for what {target} has received.",
    severity=Severity.NOTE,
)  # fmt: skip

# -- Receivers --------------------------------------------------------------------------------------------------------

NOT_READY = Case(
    "not-ready", "receiver-not-ready",
    (("rnr-nak", "{n:request|requests} met a receiver without a receive request"),),
    "{target} has no receive request posted for what {source} sends",
    "The program at {target} must post more receive requests, or sooner.",
)  # fmt: skip
CREDITS_LACKING = Case(
    "credits-lacking", "receiver-not-ready",
    (("credit-stall", "{n:message|messages} waited for a credit"),),
    "{source} waits for credits of {target}",
    "The program at {target} must post more receive requests.",
    severity=Severity.NOTE,
)  # fmt: skip
KEY_REFUSED = Case(
    "key-refused", "access-refused",
    (("nak-refused", "{n:request is|requests are} refused"),),
    "{target} refuses access to its memory by {source}{detail}",
    "Compare the key, the address and the length with what {target} has registered and announced, and with the rights "
    "of that registration.",
)  # fmt: skip
KEY_INVALIDATED = Case(
    "key-invalidated", "access-refused",
    (("key-invalidated", "{n:request uses|requests use} a key after it was invalidated"),),
    "{source} uses a key of {target} after it was invalidated",
    "The program at {source} must not use a key once it has sent a SEND with Invalidate for it, or has been told that "
    "its command is over.",
)  # fmt: skip
OPERATION_REFUSED = Case(
    "operation-refused", "access-refused",
    (("nak-refused", "{n:request is|requests are} refused as invalid"),),
    "{target} refuses an operation of {source} as invalid{detail}",
    "The queue pair of {target} may lack the right to remote READs, WRITEs or atomics: look at its access flags.",
)  # fmt: skip
RESPONDER_FAULT = Case(
    "responder-fault", "violation",
    (("nak-refused", "{n:request fails|requests fail} at the responder"),),
    "{target} fails to execute a request of {source}{detail}",
    "Compare the size of the message with the receive buffer at {target}; else its own log tells why it failed.",
)  # fmt: skip
GONE = Case(
    "gone", "peer-gone",
    (
        ("retries-exhausted", "{target} does not answer, and {source} gives up"),
        ("unanswered timeout", "{target} does not answer"),
    ),
    "{target} does not answer {source}",
    "Look whether {target} is up, its port active and the queue pair still there; silence is all that the capture "
    "shows.",
)  # fmt: skip
MANAGEMENT_SILENT = Case(
    "management-silent", "peer-gone",
    (("", "{n:management request was|management requests were} never answered"),),
    "{target} does not answer management requests of {source}",
    "Look whether the port of {target} is active and its agent for that class runs; ibpkt fabric names ports that are "
    "silent.",
    severity=Severity.NOTE,
)  # fmt: skip
CONNECTION_UNANSWERED = Case(
    "connection-unanswered", "peer-gone",
    (("", "{n:connection request was|connection requests were} never answered"),),
    "{target} does not answer connection requests of {source}",
    "Look whether {target} is up and reachable, and whether UDP port 4791 is open in between.",
)  # fmt: skip
TIMER_SHORT = Case(
    "timer-short", "slow-responder",
    (("spurious-timeout", "{n:timeout|timeouts} although the answer was under way"),),
    "{target} answers {source} later than its timer allows, and nothing was lost",
    "Raise the ACK timeout of {source} above the usual response time, or find out what holds {target} up.",
)  # fmt: skip
SLOW_ANSWERS = Case(
    "slow-answers", "slow-responder",
    (("", "{n:answer|answers} took up to {detail}"),),
    "{target} is slow to answer {source}: {detail}",
    "A capture at {target} tells whether it is slow itself, or the way to it; then look at its load, and at its "
    "processors' power saving.",
)  # fmt: skip
SLOW_CONNECTION = Case(
    "slow-connection", "slow-responder",
    (("", "{n:message|messages} of connection management had to be repeated"),),
    "{source} repeats messages of connection management, since {target} does not answer them soon",
    "Look at the load of {target}, or at the loss of management datagrams.",
    severity=Severity.NOTE,
)  # fmt: skip
RELEASE_UNANSWERED = Case(
    "release-unanswered", "peer-gone",
    (("", "{n:disconnect request (DREQ) was|disconnect requests (DREQ) were} never answered"),),
    "{target} does not answer disconnect requests of {source}",
    "Look whether {target} is up; if it has only forgotten the connection, nothing follows.",
    severity=Severity.NOTE,
)  # fmt: skip

# -- The network ------------------------------------------------------------------------------------------------------

MARKED = Case(
    "marked", "congestion",
    (("congestion-mark cnp cnp-without-mark rate-cut", "{n:packet was|packets were} marked by a switch{detail}"),),
    "the path from {source} to {target} is congested{detail}",
    "Find the port whose queue is long: several senders into one receiver, or a slower link.",
)  # fmt: skip
PAUSED = Case(
    "paused", "pause",
    (("pfc-pause", "{source} sends {n:pause frame|pause frames}{detail}"),),
    "{source} pauses its neighbour{detail}",
    "Find out why {source} cannot take more: a slow host behind it, or a buffer profile that pauses too early.",
)  # fmt: skip
REROUTED = Case(
    "rerouted", "path-change",
    (("route-link route-hops", "{n:packet shows|packets show} another way{detail}"),),
    "packets from {source} to {target} take another way",
    "Compare with the log of the switches: a link or a router has failed, or a route has changed.",
)  # fmt: skip
RECLASSED = Case(
    "reclassed", "path-change",
    (("route-class", "flows change their traffic class {n:time|times}"),),
    "packets from {source} to {target} change their traffic class within a flow",
    "Packets of a flow that wait in several queues overtake one another: set one class for each queue pair, and look "
    "for a switch that rewrites it.",
)  # fmt: skip
MIGRATED = Case(
    "migrated", "path-change",
    (("migration", "the connection migrated to its alternate path"),),
    "a connection of {source} and {target} migrated to its alternate path",
    "Look why the first path failed, and load a new alternate path.",
)  # fmt: skip
SPREAD = Case(
    "spread", "path-change",
    (("route-entropy path-bits", "{n:change|changes} of a field that chooses the path"),),
    "{source} spreads its packets to {target} over several paths",
    "Nothing, if the receiver takes packets in any order.",
    severity=Severity.NOTE,
)  # fmt: skip

# -- Configuration ----------------------------------------------------------------------------------------------------

OTHER_PARTITION = Case(
    "other-partition", "mismatch",
    (("p-key-mismatch p-key-directions p-key-limited p-key-invalid", "{n:packet has|packets have} the wrong P_Key"),),
    "{source} sends to {target} with another P_Key than theirs",
    "Compare the partitions and P_Key indexes of both ends.",
)  # fmt: skip
OTHER_Q_KEY = Case(
    "other-q-key", "mismatch",
    (("qp1-q-key", "{n:datagram has|datagrams have} the wrong Q_Key"),),
    "{source} sends datagrams to {target} with another Q_Key than it accepts",
    "Queue pair 1 takes 0x80010000 only; other queue pairs take the Q_Key that their owner has set.",
)  # fmt: skip
OTHER_DATAGRAM_KEY = Case(
    "other-datagram-key", "mismatch",
    (("", "{n:flow has|flows have} a Q_Key that is not the one of the queue pair: {detail}"),),
    "{source} sends datagrams to {target} with another Q_Key: {detail}",
    "A queue pair drops datagrams with another Q_Key, and says nothing: give both ends the same, or let the sender ask "
    "for it again.",
)  # fmt: skip
OTHER_MTU = Case(
    "other-mtu", "mismatch",
    (("payload-size fragment payload-over-mtu", "{n:packet does|packets do} not fit the path MTU"),),
    "{source} and {target} do not agree on the path MTU",
    "Set the same MTU at both ends and on all ports between them, with room for the headers of RoCE.",
)  # fmt: skip
OTHER_MTU_BACK = Case(
    "other-mtu-back", "mismatch",
    (("", "{n:flow has|flows have} another path MTU back: {detail}"),),
    "packets that {target} sends back to {source} have another path MTU: {detail}",
    "Each end chooses its own: the larger one has fewer packets, if all ports on the way let them pass.",
    severity=Severity.NOTE,
)  # fmt: skip
TOO_LARGE = Case(
    "too-large", "mismatch",
    (("", "packets of {detail} and more do not arrive, smaller ones do{again}"),),
    "packets of {detail} and more vanish {place}, smaller ones arrive",
    "A port on the way has a smaller MTU: set it to the path MTU and the headers of RoCE on all ports to {target}, or "
    "choose a smaller path MTU. A ping of that size without fragmentation finds the port.",
)  # fmt: skip
SAID_TOO_LARGE = Case(
    "said-too-large", "mismatch",
    (("", "{n:ICMP error says|ICMP errors say} that packets are too large: {detail}"),),
    "packets from {source} to {target} are too large for a link on the way: {detail}",
    "Set the MTU of that link to the path MTU and the headers of RoCE, or choose a smaller path MTU: adapters do not "
    "heed ICMP.",
)  # fmt: skip
SAID_UNREACHABLE = Case(
    "said-unreachable", "peer-gone",
    (("", "{n:ICMP error says|ICMP errors say} that {target} is not reachable: {detail}"),),
    "packets from {source} do not reach {target}: {detail}",
    "Look whether RoCEv2 is enabled at {target}, and for a filter or a missing route where the error comes from.",
)  # fmt: skip
HOPS_RAN_OUT = Case(
    "hops-ran-out", "mismatch",
    (("", "{n:ICMP error says|ICMP errors say} that the hop limit ran out: {detail}"),),
    "packets from {source} to {target} run out of hops: {detail}",
    "Use a GID that routers pass on (RoCEv2, no link-local address) and a hop limit of 64; otherwise look for a loop.",
)  # fmt: skip
HOP_LIMIT = Case(
    "hop-limit", "mismatch",
    (("", "{n:flow has|flows have} a hop limit of 1: {detail}"),),
    "{source} sends to {target} with a hop limit of 1, which no router passes on: {detail}",
    "Use a GID that routers pass on (RoCEv2, no link-local address) and a hop limit of 64.",
)  # fmt: skip
OTHER_VERSION = Case(
    "other-version", "mismatch",
    (("", "{n:flow goes|flows go} out as RoCEv2, and RoCEv1 comes back"),),
    "{source} sends RoCEv2 to {target}, which sends RoCEv1",
    "Choose GIDs of the same type at both ends: the GID index of each queue pair decides about the version.",
)  # fmt: skip
WITHOUT_ECN = Case(
    "without-ecn", "mismatch",
    (("", "{n:flow does|flows do} not take part in ECN, others do"),),
    "some flows from {source} to {target} do not take part in ECN, others do",
    "Switches drop packets of these flows where they mark others: set ECT for them, too.",
    severity=Severity.NOTE,
)  # fmt: skip
OTHER_CLASS = Case(
    "other-class", "mismatch",
    (("", "{n:flow|flows} in several traffic classes (DSCP)"),),
    "flows from {source} to {target} have several traffic classes (DSCP)",
    "Nothing, if that is meant: they wait in different queues.",
    severity=Severity.NOTE,
)  # fmt: skip
NO_CLASS = Case(
    "no-class", "mismatch",
    (("", "{n:flow has|flows have} DSCP 0, {detail} a class"),),
    "flows between {source} and {target} have no traffic class (DSCP 0), {detail} one",
    "Give them the class of the others, if switches treat RoCE by its class: DSCP 0 is that of all other traffic.",
    severity=Severity.NOTE,
)  # fmt: skip
SHARED_CLASS = Case(
    "shared-class", "mismatch",
    (("", "{n:flow has|flows have} DSCP 0, as other traffic has: {detail}"),),
    "flows between {source} and {target} share DSCP 0 with other traffic: {detail}",
    "Give RoCE a class of its own, if it shares links with this traffic: a switch cannot treat the two differently.",
    severity=Severity.NOTE,
)  # fmt: skip
NOTIFICATION_MARKED = Case(
    "notification-marked", "congestion",
    (("", "{n:congestion notification is|congestion notifications are} marked, too"),),
    "the way of congestion notifications from {source} to {target} is congested, too: {detail}",
    "Give CNPs a class of their own that is served first: late ones slow the sender down too late.",
    severity=Severity.NOTE,
)  # fmt: skip
NOTIFICATION_CLASS = Case(
    "notification-class", "mismatch",
    (("", "{n:congestion notification has|congestion notifications have} the class of the data: {detail}"),),
    "congestion notifications from {source} to {target} have the class of the data: {detail}",
    "They may wait in a queue like the one that they are about: give CNPs a class of their own that is served first.",
    severity=Severity.NOTE,
)  # fmt: skip
NOTIFICATION_UNCLASSED = Case(
    "notification-unclassed", "mismatch",
    (("", "{n:congestion notification has|congestion notifications have} no class: {detail}"),),
    "congestion notifications from {source} to {target} have no class: {detail}",
    "They wait with all other traffic: give CNPs a class of their own that is served first.",
    severity=Severity.NOTE,
)  # fmt: skip
ONE_PORT = Case(
    "one-port", "congestion",
    (("", "{n:flow shares|flows share} one UDP source port"),),
    "all flows from {source} to {target} have one UDP source port: a hash of addresses and ports gives them one path",
    "Let the flow label, or the driver, give each queue pair a source port of its own.",
    severity=Severity.NOTE,
)  # fmt: skip
FEW_PORTS = Case(
    "few-ports", "congestion",
    (("", "{n:flow shares|flows share} {detail}"),),
    "flows from {source} to {target} share {detail}",
    "Let the flow label, or the driver, give each queue pair a source port of its own: a hash of addresses and ports "
    "puts flows with equal ones on one path.",
    severity=Severity.NOTE,
)  # fmt: skip
LOW_PORTS = Case(
    "low-ports", "mismatch",
    (("", "{n:flow has|flows have} a UDP source port below 49152: {detail}"),),
    "flows from {source} to {target} have UDP source ports outside the dynamic range: {detail}",
    "Nothing, if that is meant: filters and switches that know RoCE by its source ports do not know these.",
    severity=Severity.NOTE,
)  # fmt: skip
OTHER_CLASS_BACK = Case(
    "other-class-back", "mismatch",
    (("", "{n:flow has|flows have} another class back: {detail}"),),
    "what {target} sends back to {source} has another class than what it gets: {detail}",
    "Set the same class at both ends: answers in a class of less priority wait while requests do not, and are not "
    "protected by pauses of the other class.",
    severity=Severity.NOTE,
)  # fmt: skip
TAGGED_ONE_WAY = Case(
    "tagged-one-way", "mismatch",
    (("", "{n:flow has|flows have} a VLAN tag in one direction only"),),
    "flows of {source} and {target} have a VLAN tag in one direction only",
    "Compare the VLANs of both ports, if the tap shows tags at all: an adapter may take them off what it receives.",
    severity=Severity.NOTE,
)  # fmt: skip
INCAST = Case(
    "incast", "congestion",
    (("", "{n:flow sends|flows send} to {target} at once: {detail}"),),
    "many send to {target} at once: {detail}",
    "Let fewer send at once, or give {target} a faster link; ECN or pauses on the last switch decide what is lost.",
    severity=Severity.NOTE,
)  # fmt: skip
OTHER_GID = Case(
    "other-gid", "mismatch",
    (("", "{n:connection request names|connection requests name} another GID: {detail}"),),
    "{source} asks {target} for a connection with another GID than it has: {detail}",
    "Choose GIDs of the same type at both ends: the GID index decides about IPv4, IPv6 and link-local addresses.",
)  # fmt: skip
REJECTED = Case(
    "rejected", "connection-refused",
    (("cm-reject", "{n:connection was|connections were} refused{detail}"),),
    "{target} refuses connections of {source}{detail}",
    "Look whether the service listens at {target}, and what its log says of this client.",
    is_span=True,
)  # fmt: skip

GIVEN_UP = Case(
    "given-up", "connection-refused",
    (("cm-reject", "{n:connection was|connections were} given up by the end that had asked{detail}"),),
    "{source} gives up connections that it has asked {target} for{detail}",
    "Look what the log of {source} says: it does not accept what the reply offers, or its program has ended meanwhile.",
    is_span=True,
)  # fmt: skip
STALE = Case(  # IBA 1, 12.9.8.3.1
    "stale", "connection-refused",
    (("cm-reject", "{n:connection was|connections were} refused{detail}"),),
    "{target} refuses connections of {source}, whose queue pairs it holds to be connected{detail}",
    "{target} gives up the earlier connections with that, so the next try should pass. Look why they were left without "
    "a disconnect request: {source} may have been started anew, or the request may have been lost.",
    is_span=True,
)  # fmt: skip

# -- Rules of the protocol --------------------------------------------------------------------------------------------

RULE_BROKEN = Case(
    "rule-broken", "violation",
    (("", "{n:packet breaks|packets break} a rule: {detail}"),),
    "{source} breaks a rule of the protocol: {detail}",
    "ibpkt expert --findings --explain names the rule; update the driver or firmware of {source}.",
)  # fmt: skip
MANAGEMENT_ERROR = Case(
    "management-error", "violation",
    (("", "{n:management answer has|management answers have} an error status"),),
    "{source} answers management requests of {target} with an error status",
    "ibpkt expert --findings --kind mad-status lists them.",
    severity=Severity.NOTE,
)  # fmt: skip
RXE_ICRC = Case(
    "rxe-flush-icrc", "violation",
    (("", "{n:FLUSH has|FLUSHes have} the ICRC as Linux rxe computes it"),),
    "{source} computes the ICRC of FLUSH in its own way",
    "Nothing between two hosts with rxe; an adapter drops these packets.",
    severity=Severity.NOTE,
)  # fmt: skip
