"""What the declarations of upper protocols share."""

from __future__ import annotations

from typing import Any

from ibpkt.schema import DEC, HEX, Field, ValueType, reserved, uint


def little(name: str, width: int, label: str, kind: ValueType = DEC, **meta: Any) -> Field:
    """An unsigned integer of whole bytes, low byte first."""
    return uint(name, width, label, kind, little=True, **meta)


def little_hexa(name: str, width: int, label: str, **meta: Any) -> Field:
    """The same for what people read in hexadecimal."""
    return little(name, width, label, HEX, **meta)


def unused(name: str, size: int, **meta: Any) -> Field:
    """Bytes without a meaning."""
    return reserved(name, size * 8, **meta)
