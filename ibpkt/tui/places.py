"""Places in a capture as people type them: the number of a packet, or seconds since the first."""

from __future__ import annotations

import numpy as np

from ibpkt.tui.packet_index import PacketIndex


def row_at(text: str, index: PacketIndex) -> int | None:
    """The packet at a place, from 0; None where there is none.

    Args:
        text: a number from 1, or ``+`` and seconds: the first packet that is not earlier.
        index: of the capture.
    """
    if text.startswith("+"):
        try:
            wanted = index.first_time + int(float(text[1:]) * 1e9)
        except (ValueError, OverflowError):
            return None
        low, high = 0, index.count
        while low < high:
            middle = (low + high) // 2
            if int(index.times(np.array([middle]))[0]) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < index.count else None
    number = text.replace(",", "")
    return int(number) - 1 if number.isascii() and number.isdigit() and 0 < int(number) <= index.count else None
