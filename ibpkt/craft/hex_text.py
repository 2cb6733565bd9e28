"""Packets out of hex dumps, as tools print them and people paste them.

A dump has an offset before each line (tcpdump, xxd, od, hexdump -C, Wireshark, text2pcap, scapy), or it is plain digits
(xxd -p, Wireshark's hex stream), or a C array or string.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ibpkt.errors import CallerError
from ibpkt.packet import Packet, decode
from ibpkt.packet.link_guess import decode_if_fitting, decode_unlabelled
from ibpkt.protocols import ROCE_PORT

#: an offset, what separates it, and what follows: with a colon (tcpdump, xxd), or without
_OFFSET = re.compile(r"\s*(?:0x)?([0-9a-fA-F]{3,16})(:| |\t|$)\s*(.*)")
_BYTES = re.compile(r"(?:[0-9a-fA-F]{2})+(?=\s|$)")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_ARRAY = re.compile(r"\{([^{}]*)\}")
_NUMBER = re.compile(r"0[xX][0-9a-fA-F]{1,2}|[0-9]{1,3}")
_ESCAPE = re.compile(r"\\x([0-9a-fA-F]{2})")
#: what plain digits may be written with: blanks, colons, commas, dashes and 0x
_PLAIN = re.compile(r"(?:0[xX])?([0-9a-fA-F]{2})")
#: above a dump of Wireshark that is a packet, and above one that is not: what it has put together, say
_PACKET = re.compile(r"Frame \(\d+ bytes?\):\s*")
_NO_PACKET = re.compile(r"(?!Frame \().+ \(\d+ bytes?\):\s*")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
#: bytes of a line, where the offset of the next one does not say how many
_USUAL = 16
#: bytes of a packet, at most; a repeated line may stand for any number
_LARGEST = 1 << 18
#: bytes of a text that the command takes; more of them is a mistake
LARGEST_TEXT = 64 << 20


def from_hexdump(text: str, link: int | str | None = None, *, roce_port: int = ROCE_PORT) -> Packet:
    """The packet of a hex dump.

    It may be what tcpdump (``-x``, ``-xx``, ``-X``, ``-XX``), xxd, ``xxd -p``, ``od -Ax -tx1``, ``hexdump -C``, scapy
    or Wireshark print, input of text2pcap, plain digits, or a C array.

    Args:
        text: the dump; what stands around it is left out.
        link: the link type, by number or name; None for the one that fits the bytes best.
        roce_port: the UDP destination port of RoCEv2.

    Raises:
        CallerError: there is none or more than one, words in place of bytes, offsets that contradict the bytes, or no
            link type that fits.
    """
    packets = list(_data(text))
    if len(packets) > 1:
        raise CallerError(f"the text holds {len(packets)} packets; from_hexdumps gives them all")
    return _decoded(packets[0], link, roce_port)


def from_hexdumps(text: str, link: int | str | None = None, *, roce_port: int = ROCE_PORT) -> list[Packet]:
    """The packets of a text with many hex dumps; each begins at offset 0, or after an empty line where there is none.

    Args:
        text: as `from_hexdump` takes it.
        link: as `from_hexdump` takes it, for all of them; with None, packets that fit no link type, such as those of
            TCP, have that of the others.
        roce_port: the UDP destination port of RoCEv2.

    Raises:
        CallerError: as `from_hexdump`, but for the number of packets.
    """
    packets = list(_alike(list(_data(text)), roce_port) if link is None else _each(_data(text), link, roce_port))
    for number, packet in enumerate(packets, start=1):
        packet.number = number
    return packets


def _decoded(data: bytes, link: int | str | None, roce_port: int) -> Packet:
    return decode_unlabelled(data, roce_port=roce_port) if link is None else decode(data, link, roce_port=roce_port)


def _each(found: Iterable[bytes], link: int | str, roce_port: int) -> Iterator[Packet]:
    return (decode(data, link, roce_port=roce_port) for data in found)


def _alike(found: list[bytes], roce_port: int) -> Iterator[Packet]:
    """Packets of one text, which one tool has printed: where bytes fit no link type, it is that of all others."""
    packets = [decode_if_fitting(data, roce_port=roce_port) for data in found]
    links = {packet.link for packet in packets if packet is not None and isinstance(packet.link, int)}
    for data, packet in zip(found, packets, strict=True):
        if packet is None:
            packet = _decoded(data, next(iter(links)) if len(links) == 1 else None, roce_port)
        yield packet


def _data(text: str) -> Iterator[bytes]:
    """The bytes of each packet; at least of one."""
    if not isinstance(text, str):
        raise CallerError(f"a hex dump is a text, not {type(text).__name__}")
    text = _COLOUR.sub("", text.lstrip("\ufeff"))
    lines = text.splitlines()
    if any(_PACKET.fullmatch(line) for line in lines):
        lines = list(_without_other_data(lines))
    if any(_begins(line) for line in lines):
        found = list(_with_offsets(lines))
    elif _ARRAY.search(_COMMENT.sub(" ", text)):
        found = [bytes(_array(match[1])) for match in _ARRAY.finditer(_COMMENT.sub(" ", text))]
    elif _ESCAPE.search(text):
        found = [bytes.fromhex("".join(_ESCAPE.findall(text)))]
    else:
        found = list(_plain(lines))
    if not found:
        raise CallerError("the text holds no hex dump")
    yield from found


def _begins(line: str) -> bool:
    """Whether a line is the first one of a dump with offsets: the offset is 0, and bytes follow it."""
    match = _OFFSET.match(line)
    if match is None or int(match[1], 16):
        return False
    return _BYTES.match(match[3]) is not None


class _Line(NamedTuple):
    """A line of a dump: its number in the text, its offset as it is written, what separates it, and what follows."""

    number: int
    offset: str
    separator: str
    rest: str


def _without_other_data(lines: list[str]) -> Iterator[str]:
    """The lines without the dumps that Wireshark prints of other data than the packets themselves."""
    left_out = False
    for line in lines:
        left_out = bool(line.strip()) and (left_out or _NO_PACKET.fullmatch(line) is not None)
        if not left_out:
            yield line


def _with_offsets(lines: list[str]) -> Iterator[bytes]:
    dump: list[_Line] = []
    for number, line in enumerate(lines, start=1):
        match = _OFFSET.match(line)
        if _begins(line):
            if dump:
                yield _joined(dump)
            dump = []
        if match and (_begins(line) or (dump and (not match[3] or _BYTES.match(match[3])))):
            dump.append(_Line(number, match[1], match[2], match[3]))
        elif dump and line.strip() == "*":  # the line before comes again
            dump.append(_Line(number, "*", "", ""))
    if dump:
        yield _joined(dump)


def _joined(dump: list[_Line]) -> bytes:
    base = _base(dump)
    data = row = b""
    repeated = False
    for place, line in enumerate(dump):
        if line.offset == "*":
            repeated = True
            continue
        offset = int(line.offset, base)
        if repeated and row and offset <= _LARGEST:
            data += row * ((offset - len(data)) // len(row))
        repeated = False
        if offset != len(data):
            raise CallerError(f"line {line.number}: the offset is {offset:#x}, but {len(data):#x} bytes come before it")
        following = dump[place + 1].offset if place + 1 < len(dump) else "*"
        step = len(row) if following == "*" else int(following, base) - offset
        row = _row(line, max(step, _USUAL if following == "*" else 0) or _USUAL)
        data += row
    return data


def _base(dump: list[_Line]) -> int:
    """Of the offsets: od counts in octal if nobody tells it otherwise."""
    offsets = [line.offset for line in dump if line.offset != "*"]
    if dump[0].separator == ":" or len(offsets) < 2 or len(offsets[0]) != 7 or not set(offsets[1]) <= set("01234567"):
        return 16
    return 8 if dump[1].offset == "*" or len(_row(dump[0], _LARGEST)) == int(offsets[1], 8) else 16


def _row(line: _Line, most: int) -> bytes:
    """The bytes of a line, without the text beside them, which comes after more than one blank."""
    data, at = b"", 0
    sizes = set()
    while len(data) < most and (match := _BYTES.match(line.rest, at)):
        group = bytes.fromhex(match[0])
        if len(group) > 1 and line.separator != ":":
            raise CallerError(
                f"line {line.number}: these are words, whose bytes may be swapped; dump bytes (od -Ax -tx1, xxd)"
            )
        data += group
        sizes.add(len(group))
        at = match.end()
        gap = len(line.rest) - at - len(line.rest[at:].lstrip())
        if gap > 2 or (gap == 2 and not (sizes == {1} and len(data) == _USUAL // 2)):
            break
        at += gap
    return data[:most]


def _array(inside: str) -> Iterator[int]:
    for item in filter(None, (part.strip() for part in inside.split(","))):
        if not _NUMBER.fullmatch(item) or int(item, 0) > 255:
            raise CallerError(f"a C array of bytes holds 0x00 to 0xff, not {item[:40]!r}")
        yield int(item, 0)


def _plain(lines: list[str]) -> Iterator[bytes]:
    """Digits without offsets; an empty line ends a packet."""
    data = b""
    for number, line in enumerate(lines, start=1):
        digits = line.strip()
        if not digits:
            if data:
                yield data
            data = b""
            continue
        at = 0
        while at < len(digits):
            match = _PLAIN.match(digits, at)
            if match is None:
                raise CallerError(f"line {number}: expected pairs of hexadecimal digits, not {digits[at : at + 40]!r}")
            data += bytes.fromhex(match[1])
            at = match.end()
            while at < len(digits) and digits[at] in " \t:,-":
                at += 1
    if data:
        yield data
