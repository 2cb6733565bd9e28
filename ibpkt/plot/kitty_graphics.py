"""Pictures inside of a terminal that understands Kitty's graphics protocol: kitty, WezTerm, Ghostty, Konsole."""

from __future__ import annotations

import base64

from ibpkt.arguments import checked

#: characters of an escape sequence, as the protocol has it
PIECE = 4096


@checked
def kitty_sequences(png: bytes) -> bytes:
    """The escape sequences that show a picture where the cursor is, and a line break.

    Args:
        png: the picture as PNG.
    """
    text = base64.standard_b64encode(png)
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)] or [b""]
    found = b""
    for number, piece in enumerate(pieces):
        control = b"a=T,f=100,q=2," if number == 0 else b""
        more = b"1" if number + 1 < len(pieces) else b"0"
        found += b"\x1b_G" + control + b"m=" + more + b";" + piece + b"\x1b\\"
    return found + b"\n"
