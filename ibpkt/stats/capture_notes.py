"""What is not in a capture, or peculiar about it."""

from __future__ import annotations

from collections.abc import Mapping

from ibpkt.arguments import checked
from ibpkt.io.source import Capture
from ibpkt.output.quantities import count_text
from ibpkt.stats.capture_info import CaptureInfo


@checked
def capture_notes(info: CaptureInfo, capture: Capture) -> list[str]:
    """Sentences without a full stop.

    Args:
        info: what its packets are.
        capture: it, after it was read.
    """
    found = [info.others.absence] if not info.rdma_packets else []
    if info.rdma_packets and info.others.hint:
        found.append(info.others.hint)
    if dropped := capture.reader.dropped:
        found.append(f"{count_text(dropped, 'packet')} dropped by the system that captured")
    found += [str(damage).removeprefix(f"{capture.name}: ") for damage in capture.damages]
    if info.cut:
        found.append(f"{count_text(info.cut, 'packet')} cut: what is behind is not in the capture")
    found += _icrc_notes(info)
    if not info.rdma_packets:
        return found
    hosts = info.hosts
    silent = [host.address for host in hosts if not host.sent_packets]
    if silent and len(hosts) > 1 and info.services.get("RC"):
        found.append(f"nothing comes from {', '.join(silent[:3])}: the tap sees one direction")
    elif info.services.get("RC"):
        if info.connections is None:
            found.append("no connection is set up in it: MTU, timers and retry counts are not announced")
        found.append("what is lost behind the tap shows only by NAKs and repeats")
    return found


def _icrc_notes(info: CaptureInfo) -> list[str]:
    counts = info.icrc
    found = []
    if damaged := counts["bad"] - info.rxe_flushes:
        found.append(f"{count_text(damaged, 'packet')} damaged: the ICRC is wrong")
    if info.rxe_flushes:
        found.append(f"{count_text(info.rxe_flushes, 'ICRC')} as Linux rxe computes it for FLUSH: not damaged")
    if counts["zero"]:
        found.append(f"{count_text(counts['zero'], 'ICRC')} zero: the adapter adds them behind the tap")
    if counts["absent"]:
        found.append(f"{count_text(counts['absent'], 'ICRC')} absent")
    return found


def icrc_sentence(icrc: Mapping[str, int]) -> str:
    """How many ICRCs are right, as a sentence without a full stop; those that the capture lacks are not wrong.

    Args:
        icrc: RDMA packets by verdict, at least one.
    """
    good, cut, every = icrc["good"], icrc["cut"], sum(icrc.values())
    if every in (good, cut):
        return "every ICRC is right" if good else "every ICRC is cut off"
    rest = f"{cut:,} are cut off" if good + cut < every else "the others are cut off"
    return f"{good:,} of {every:,} ICRCs are right{f', {rest}' if cut else ''}"
