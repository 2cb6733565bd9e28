"""The first line of the screen: which capture, where in it, what is being done, what is wrong."""

from __future__ import annotations

from ibpkt.tui.session import CaptureSession


def title_parts(session: CaptureSession, name: str, row: int | None) -> list[str]:
    """What the line begins with.

    Args:
        session: the capture.
        name: of it.
        row: the chosen packet, from 0; None for none.
    """
    number = 0 if row is None else row + 1
    parts = [f" {name}", f"{number:,}/{session.index.count:,}"]
    if session.followed:
        return [*parts, session.followed[-1].title]
    flow = session.fact(row).flow if row is not None else 0
    return [*parts, f"flow {flow}"] if flow else parts


def state_text(session: CaptureSession) -> str:
    """What it ends with: what is being done, or what is wrong."""
    analysis, index = session.analysis, session.index
    if index.damage is not None:
        return f"! {index.damage.reason}"
    if not index.is_complete and not session.is_growing:
        return f"reading {session.read_share:.0%}"
    if analysis.trouble:
        return f"! {analysis.trouble}"
    if analysis.is_complete:
        count = len(analysis.incidents)
        if not count and not analysis.rdma_packets:
            return "no RDMA" if analysis.packets else "no packets"
        if not count:
            return "✓ nothing went wrong"
        return f"▲ {count:,} incident{'' if count == 1 else 's'}  i"
    if session.is_growing:
        return f"waits for more; {analysis.findings:,} findings"
    if analysis.is_running:
        return f"analysing {analysis.packets / max(1, index.count):.0%}"
    return "i analyses it"


def filter_text(session: CaptureSession) -> str:
    """What comes of the filter, and of what is followed; "" where all packets are shown."""
    filtered = session.filtered
    if filtered is None and not session.followed:
        return ""
    so_far = "" if filtered is None or filtered.is_complete else " so far"
    trouble = f" ({filtered.trouble})" if filtered is not None and filtered.trouble else ""
    return f" {session.count:,} shown{so_far}{trouble}"


def fitted(parts: list[str], room: int) -> str:
    """Parts of a line with gaps between them; the first one is cut at its beginning where there is no room for all.

    Args:
        parts: at least one.
        room: columns.
    """
    text = "   ".join(parts)
    if len(text) <= room:
        return text
    left = max(4, len(parts[0]) - (len(text) - room) - 2)
    return "   ".join([f" …{parts[0][-left:]}", *parts[1:]])
