"""Which bits of a message decide whether a protocol takes it for its own: each is changed by itself."""

from __future__ import annotations

from collections.abc import Callable

from ibpkt.schema import Header


def deciding(header: Header, data: bytes, takes: Callable[[bytes], object]) -> dict[str, str]:
    """Fields of a header of which a changed bit makes another answer: "all" bits of them, or "some".

    Args:
        header: the declaration of the message's beginning.
        data: a message that is taken.
        takes: says whether it is.
    """
    assert takes(data)
    found = {}
    for name, leaf in header.by_name.items():
        if leaf.count > 1:
            continue
        bits = range(leaf.bit, leaf.bit + leaf.width)
        changed = [not takes(_flipped(data, bit)) for bit in bits]
        if any(changed):
            found[name] = "all" if all(changed) else "some"
    return found


def _flipped(data: bytes, bit: int) -> bytes:
    out = bytearray(data)
    out[bit // 8] ^= 0x80 >> bit % 8
    return bytes(out)
