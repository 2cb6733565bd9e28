"""Two captures of one conversation compared by what is told of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from ibpkt.analysis.results.finding import Finding
from tests.analysis.truth.told import Told, packets

#: groups of findings that do not depend on what carries the packets
OF_THE_TRANSPORT = ("sequence", "messages")
UNDECIDED = "reordered-or-lost"
#: what cannot be told, or not as certainly, where nothing says in which order packets were sent
ORDER_OF_SENDING = ("lost", "out-of-order", "retransmission", "duplicate")
#: what is told of a message whatever the numbers of packets and flows are, and when it was
FACTS_OF_MESSAGES = (
    "number", "kind", "service", "first_psn", "last_psn", "size", "packets", "retransmissions", "refusals", "outcome",
    "nak", "latency",
)  # fmt: skip


def findings_of(
    told: Told, number: Callable[[int], int | None] = lambda frame: frame, time: int = 0
) -> list[tuple[Any, ...]]:
    """All that is told, with other numbers of packets (None: not these) and other times."""
    rows = [(number(each.frame), each.kind.name, each.time - time, packets(each)) for each in told.findings]
    return sorted(row for row in rows if row[0] is not None)


def sentences_of(told: Told) -> list[str]:
    """All that is told, as it is printed."""
    return sorted(f"{finding.frame} {finding}" for finding in told.findings)


def messages_of(told: Told, but: Callable[[Any], bool] = lambda message: False) -> list[tuple[Any, ...]]:
    """What is told of messages, but for the numbers of flows, of packets, and for times."""
    order: dict[tuple[int, int], int] = {}
    rows = []
    for message in told.messages:
        if not but(message):
            place = order.setdefault((message.flow, message.side), len(order))
            rows.append((place, *(getattr(message, name) for name in FACTS_OF_MESSAGES)))
    return rows


def transport_kinds(told: Told) -> Counter[str]:
    """The packets of each kind that does not depend on the carrier."""
    counts: Counter[str] = Counter()
    for finding in told.findings:
        if _is_of_the_transport(finding):
            counts[finding.kind.name] += packets(finding)
    return counts


def _is_of_the_transport(finding: Finding) -> bool:
    return finding.kind.group in OF_THE_TRANSPORT


def other_story(with_order: Mapping[str, int], without_order: Mapping[str, int]) -> list[str]:
    """What a carrier without IP identification tells that contradicts one that has it.

    Of what depends on the order of sending less may be told, and never more: a packet that was overtaken is told as
    such or as undecided, and with it whether its repetition was a duplicate.  A copy that the network made may look
    like one that its sender has sent again.  Everything else is the same.
    """
    undecided = without_order.get(UNDECIDED, 0)
    wrong = []
    for kind in sorted({*with_order, *without_order} - {UNDECIDED}):
        before, after = with_order.get(kind, 0), without_order.get(kind, 0)
        if kind not in ORDER_OF_SENDING:
            possible = undecided if kind == "duplicate-request" else 0
            if not before - possible <= after <= before:
                wrong.append(f"{kind}: {after} instead of {before}")
            continue
        copies = with_order.get("duplicate", 0) - without_order.get("duplicate", 0) if kind == "retransmission" else 0
        if after > before + max(0, copies):
            wrong.append(f"{kind}: {after}, more than {before}")
        if kind == "out-of-order" and after + undecided < before:
            wrong.append(f"{kind}: {after} and {undecided} undecided, fewer than {before}")
    return wrong
