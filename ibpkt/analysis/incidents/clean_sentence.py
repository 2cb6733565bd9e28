"""The sentence for a capture in which nothing went wrong: what was checked."""

from __future__ import annotations

from ibpkt.analysis.results.totals import Totals
from ibpkt.protocols import MESSAGE_KINDS


def clean_sentence(packets: int, foreign: int, totals: Totals) -> str:
    """A sentence without a full stop.

    Args:
        packets: how many there are.
        foreign: those of them that are no RDMA.
        totals: flows and messages.
    """
    if not packets:
        return "no packets"
    if foreign == packets:
        return f"no RDMA in {counted(packets, 'packet')}; is it on another UDP port? --roce-port names it"
    checked = [counted(totals.flows, "flow"), *_messages(totals)]
    if not totals.packets["retransmitted"]:
        checked.append("nothing sent twice")
    found = "nothing went wrong"
    if not _is_answered(totals):  # without answers nothing is known of what arrived
        found = f"{_what_lacks_answers(totals)}, and nothing else went wrong"
    return f"{found} in {counted(packets, 'packet')} ({', '.join(checked)})"


def _is_answered(totals: Totals) -> bool:
    """Whether any message has come to its end, if there are any."""
    return not totals.messages or any(outcome in ("completed", "sent") for _, outcome in totals.messages)


def _what_lacks_answers(totals: Totals) -> str:
    """The same of answers, which may be there, though none belongs to a request that came before it."""
    fits_none = all(outcome == "unknown" for _, outcome in totals.messages)
    return "no answer fits a request before it" if totals.packets["answers"] and fits_none else "nothing is answered"


def _messages(totals: Totals) -> list[str]:
    """How many messages of each kind were completed; of services without answers, how many were sent."""
    found = []
    for kind in MESSAGE_KINDS:
        every = sum(count for (of, _), count in totals.messages.items() if of == kind)
        sent = totals.messages[kind, "sent"]
        if every > sent:
            found.append(f"{totals.messages[kind, 'completed']:,} of {counted(every - sent, kind)} completed")
        if sent:
            found.append(f"{counted(sent, kind)} sent")
    return found


def counted(count: int, word: str) -> str:
    """A number with its noun: ``1 flow``, ``2,000 packets``, ``3 FLUSHes``."""
    ending = "" if count == 1 else "es" if word.endswith("SH") else "s"
    return f"{count:,} {word}{ending}"
