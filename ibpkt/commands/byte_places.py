"""Where fields lie in messages, for quick looks at their bytes."""

from __future__ import annotations

from ibpkt.schema import Header


def byte_of(header: Header, name: str) -> int:
    """The first byte of a field that begins with one."""
    return header.leaf(name).bit // 8


def bytes_of(header: Header, name: str) -> slice:
    """The bytes of a field of whole bytes."""
    leaf = header.leaf(name)
    return slice(leaf.bit // 8, (leaf.bit + leaf.width) // 8)
