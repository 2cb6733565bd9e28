"""Text parameters of iSCSI: ``key=value``, each ended by a zero byte.

Source: RFC 7143, 6.1.
"""

from __future__ import annotations

#: keys whose values are secrets, or made of them
_SECRET = ("CHAP_",)
#: of these keys the values are public
_PUBLIC = ("CHAP_A", "CHAP_I", "CHAP_N")


def text_pairs(data: bytes) -> list[tuple[str, str]]:
    """Keys and values, as far as they are whole; what is no pair has an empty value."""
    pairs = []
    for piece in data.split(b"\0"):
        if piece:
            key, _, value = piece.decode("utf-8", "backslashreplace").partition("=")
            pairs.append((key, value))
    return pairs


def pairs_in_words(data: bytes) -> str | None:
    """All pairs on one line, without secrets; None where there are none."""
    shown = [f"{key}={'***' if _is_secret(key) else value}" for key, value in text_pairs(data)]
    return ",".join(shown) or None


def _is_secret(key: str) -> bool:
    return key.startswith(_SECRET) and key not in _PUBLIC
