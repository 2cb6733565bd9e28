"""Text in bytes that may be anything: private data, what vendors send."""

from __future__ import annotations

from ibpkt.schema import WORDS, Derived
from ibpkt.schema.value_types import escape

#: characters of which the shortest text consists
SHORTEST = 4
_SPACES = b"\t\n\r"


def readable(data: bytes) -> str | None:
    """The text that the bytes are, escaped; None where they are none: ASCII up to the zeros at the end."""
    text = data.rstrip(b"\0")
    if len(text) < SHORTEST or not all(32 <= byte < 127 or byte in _SPACES for byte in text):
        return None
    return escape(text)


def text_of(name: str, label: str) -> Derived:
    """The text in the bytes of the field ``name``, as a field of its own: ``name_text``."""
    return Derived(f"{name}_text", f"{label} as Text", (name,), readable, WORDS, doc="where it is text")
