"""The bytes of one packet as text: hex dumps as common tools print them, and C."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable

from ibpkt.arguments import checked
from ibpkt.errors import CallerError
from ibpkt.output.hexdump import annotated, parts
from ibpkt.packet import Packet

_ROW = 16
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEYWORDS = {
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum",
    "extern", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return",
    "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile",
    "while",
}  # fmt: skip


@checked
def hexdump(packet: Packet, form: str = "annotated") -> str:
    """A packet as a hex dump; `ibpkt.from_hexdump` reads all of them.

    Args:
        packet: any packet.
        form: ``annotated`` (each header on lines of its own, with its name, as ``ibpkt decode -x`` prints it), or as
            the tool of that name prints it: ``tcpdump`` (-XX), ``xxd``, ``wireshark``, ``od`` (-Ax -tx1 -v); ``plain``
            are the digits alone.

    Returns:
        Lines that end in a newline; none for no bytes.

    Raises:
        CallerError: there is no such form.
    """
    if not isinstance(form, str) or form not in FORMS:
        raise CallerError(
            f"there is no form {form!r} of a hex dump; there are {', '.join(FORMS)}", name=str(form), known=FORMS
        )
    return FORMS[form](packet)


@checked
def to_c_array(packet: Packet, name: str = "packet") -> str:
    """A packet as a C array of bytes, with a comment before each header.

    Args:
        packet: a packet with at least one byte.
        name: of the array.

    Raises:
        CallerError: ``name`` is no name in C, or the packet is empty, which C's arrays cannot be.
    """
    if not isinstance(name, str) or not _IDENTIFIER.fullmatch(name) or name in _KEYWORDS:
        raise CallerError(f"name takes a name in C, not {name!r}")
    if not packet.data:
        raise CallerError("the packet has no bytes, and an array in C has at least one")
    lines = [f"static const unsigned char {name}[] = {{"]
    for part, start, end in parts(packet):
        lines.append(f"    /* {_comment(part)}, {_count(start, end)} */")
        for at in range(start, end, 12):
            lines.append(f"    {', '.join(f'0x{byte:02x}' for byte in packet.data[at : min(at + 12, end)])},")
    return "\n".join([*lines, "};\n"])


def _comment(part: str) -> str:
    return part.replace("*/", "* /")


def _count(start: int, end: int) -> str:
    return f"byte {start}" if end - start == 1 else f"bytes {start} to {end - 1}"


def _lines(packet: Packet, line: Callable[[int, bytes, str], str]) -> str:
    """A line for every sixteen bytes, made of their offset, themselves, and their text."""
    data = packet.data
    rows = ((at, data[at : at + _ROW]) for at in range(0, len(data), _ROW))
    return "".join(f"{line(at, row, _text(row)).rstrip()}\n" for at, row in rows)


def _text(row: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)


def _tcpdump(packet: Packet) -> str:
    def line(at: int, row: bytes, text: str) -> str:
        return f"\t0x{at:04x}:  {row.hex(' ', -2):<39}  {text.replace(' ', '.')}"

    return _lines(packet, line)


def _plain(packet: Packet) -> str:
    return "".join(f"{row}\n" for row in textwrap.wrap(packet.data.hex(), 60))


FORMS: dict[str, Callable[[Packet], str]] = {
    "annotated": annotated,
    "tcpdump": _tcpdump,
    "xxd": lambda packet: _lines(packet, lambda at, row, text: f"{at:08x}: {row.hex(' ', -2):<39}  {text}"),
    "wireshark": lambda packet: _lines(packet, lambda at, row, text: f"{at:04x}  {row.hex(' '):<47}   {text}"),
    "od": lambda packet: _lines(packet, lambda at, row, text: f"{at:06x} {row.hex(' ')}") + f"{len(packet.data):06x}\n",
    "plain": _plain,
}
