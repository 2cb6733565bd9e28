"""What is false of the messages and the flows of a trial."""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.analysis.results.message import Message
from ibpkt.protocols import PSN_MASK
from tests.analysis.truth.told import Told
from tests.live.trials.truth import Work
from tests.live.trials.untrue import Untrue
from tests.live.trials.view import Conversation, Range, View

SUCCESS, FLUSHED = "success", "Work Request Flushed Error"
#: what may be said of a work request, by its status; ``unknown`` is no statement
_OUTCOMES = {
    SUCCESS: ("completed", "sent"), FLUSHED: ("flushed",), "remote access error": ("refused",),
    "transport retry counter exceeded": ("unanswered",), "RNR retry counter exceeded": ("unanswered", "refused"),
}  # fmt: skip
_UNDECIDED = "unknown"
_ENDS = ("", "refused", "given up")


def messages_untrue(told: Told, view: View) -> Iterator[Untrue]:
    """What is said otherwise than it was posted, message by message."""
    begins = view.truth.begins()
    places = {
        (Conversation(each.pair, each.node), (first + offset) & PSN_MASK): place
        for place, (each, first) in enumerate(zip(view.truth.work, begins, strict=True))
        for offset in range(each.packets(view.truth.mtu))
    }
    seen: dict[int, Message] = {}
    order: dict[Conversation, int] = {}
    for message in sorted(told.work, key=lambda each: (each.flow, each.side, each.number)):
        of = view.conversation(view.records[message.first_frame - 1])
        place = places.get((of, message.first_psn))
        if place is None or place in seen:
            yield Untrue("message", message.first_frame, f"{_text(message)}: nobody posted that")
            continue
        seen[place] = message
        if place < order.get(of, 0) and view.truth.service == "RC":  # others are told as they came
            yield Untrue("message", message.first_frame, f"{_text(message)}: posted before the one before it")
        order[of] = max(place, order.get(of, 0))
        differs = list(_differs(message, view.truth.work[place], begins[place], view, of))
        if differs:
            yield Untrue("message", message.first_frame, f"{_text(message)}: {', '.join(differs)}")
    for place, (each, first) in enumerate(zip(view.truth.work, begins, strict=True)):
        if place not in seen:
            packets = _at_tap(view, each, first)
            if packets:
                yield Untrue("message", packets[0], f"no message of the {each.kind} from PSN {first} on")


def _text(message: Message) -> str:
    return f"{message.kind} of {message.size} bytes from PSN {message.first_psn} on, {message.outcome}"


def _range(view: View, work: Work, first: int) -> Range:
    return Range.of(first, work.packets(view.truth.mtu))


def _at_tap(view: View, work: Work, first: int) -> list[int]:
    """The packets with its requests."""
    numbers = set(view.numbers(Conversation(work.pair, work.node), False, _range(view, work, first)))
    return [packet for packet, number in enumerate(view.records, 1) if number in numbers]


def _differs(message: Message, work: Work, first: int, view: View, of: Conversation) -> Iterator[str]:
    """What is said otherwise; what is not known is not said."""
    if message.kind != work.kind:
        yield f"it is a {work.kind}"
    for name in ("size", "address", "r_key", "immediate"):
        mine, wanted = getattr(message, name), getattr(work, name)
        if mine != wanted and (mine is not None or (message.whole and message.outcome == "completed")):
            yield f"{name} is {wanted}, not {mine}"
    if message.first_psn != first and message.whole:
        yield f"it begins with PSN {first}"
    if not _may_be(message.outcome, work, first, view, of):
        yield f"status is {work.status or 'none'}"


def _may_be(outcome: str, work: Work, first: int, view: View, of: Conversation) -> bool:
    """Whether a message may end so, for all that the tap has seen."""
    if view.truth.service != "RC":
        return outcome in _of_unreliable(view, work, first)
    if outcome == _UNDECIDED or outcome in _OUTCOMES.get(work.status, ()):
        return True
    if work.status == SUCCESS:
        return False
    if not work.status and outcome != "completed":  # its queue pair was destroyed before it had ended
        return True
    if outcome == "under way":
        return work.status == FLUSHED
    if outcome == "completed":  # its answer was lost behind the tap, or came too late
        last = first + work.packets(view.truth.mtu) - 1
        answers = view.numbers(of, answers=True)
        return any((view.truth.frames[number].psn - last) & PSN_MASK < 1 << 23 for number in answers)
    return outcome == "unanswered" and work.status == FLUSHED


def _of_unreliable(view: View, work: Work, first: int) -> tuple[str, ...]:
    """Incomplete if not all of its packets came to the tap, or not in their order; otherwise sent.

    Unknown if the capture may have begun in it, under way if it may have ended in it, as far as the tap shows.
    Of UC nobody can tell where a late packet is among them: what its receiver takes depends on more than the tap sees.
    """
    numbers = view.numbers(Conversation(work.pair, work.node), False, _range(view, work, first))
    first_seen = {number: packet for packet, number in reversed(list(enumerate(view.records, 1)))}
    packets = [first_seen.get(number, 0) for number in numbers]
    if not all(packets) or packets != sorted(packets):
        every = [first_seen.get(number, 0) for number in view.numbers(Conversation(work.pair, work.node), False)]
        seen = [packet for packet in packets if packet]
        begins = not packets[0] and min(seen) == min(filter(None, every))
        ends = not packets[-1] and max(seen) == max(every)
        return ("incomplete", *("unknown",) * begins, *("under way",) * ends)
    late = any(packets[0] <= each.place <= packets[-1] for each in view.late)
    return ("sent", "incomplete") if late and view.truth.service == "UC" else ("sent",)


def flows_untrue(told: Told, view: View) -> Iterator[Untrue]:
    """Flows whose ends are no pair, and one told as two."""
    pairs = {frozenset(pair.qpns.items()) for pair in view.truth.pairs}
    seen = set()
    for flow in told.connections:
        qpns = frozenset((_node(side.address), side.qpn) for side in flow.sides if side.qpn is not None)
        packet = next(iter(_packets(view, flow.number, told)), 0)
        if not any(qpns <= pair for pair in pairs):
            yield Untrue("flow", packet, f"flow {flow.number} of {sorted(qpns)}: these are no pair")
        elif qpns in seen:
            yield Untrue("flow", packet, f"flow {flow.number} of {sorted(qpns)} is told twice")
        if flow.ended not in _ENDS:
            yield Untrue("flow", packet, f"flow {flow.number} ended: {flow.ended}")
        seen.add(qpns)


def _packets(view: View, flow: int, told: Told) -> Iterator[int]:
    """The first packet of each message of a flow."""
    return (message.first_frame for message in told.work if message.flow == flow)


def _node(address: str) -> int:
    """The last figure of its address."""
    return int(address[-1])
