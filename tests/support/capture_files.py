"""Hand-made capture files, and a reader of them that is simple enough to be believed."""

from __future__ import annotations

import bz2
import gzip
import lzma
import struct
import sys
from typing import NamedTuple

from ibpkt.capture import SLACK, open_capture


class Record(NamedTuple):
    offset: int
    time: int
    wirelen: int
    link: int
    interface: int
    data: bytes
    comments: tuple[str, ...] = ()


# --- making files ---


def pcap(packets, order="<", magic=0xA1B2C3D4, snaplen=65535, link=1):
    """A pcap file of (seconds, fraction, data) or (seconds, fraction, data, wirelen)."""
    out = bytearray(struct.pack(order + "IHHiIII", magic, 2, 4, 0, 0, snaplen, link))
    for seconds, fraction, data, *wirelen in packets:
        out += struct.pack(order + "IIII", seconds, fraction, len(data), *(wirelen or [len(data)]))
        out += bytes(8 if magic == 0xA1B2CD34 else 0) + data
    return bytes(out)


def pad(data):
    return data + bytes(-len(data) % 4)


def option(code, value, order="<"):
    return struct.pack(order + "HH", code, len(value)) + pad(value)


def block(kind, body, order="<"):
    length = struct.pack(order + "I", len(body) + 12)
    return struct.pack(order + "I", kind) + length + body + length


def section(order="<", options=b""):
    return block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1) + options, order)


def interface(link=1, snaplen=0, options=b"", order="<"):
    return block(1, struct.pack(order + "HHI", link, 0, snaplen) + options, order)


def enhanced(data, ticks=0, number=0, wirelen=None, options=b"", order="<"):
    head = (number, ticks >> 32, ticks & 0xFFFFFFFF, len(data), len(data) if wirelen is None else wirelen)
    return block(6, struct.pack(order + "5I", *head) + pad(data) + options, order)


def obsolete(data, ticks=0, number=0, drops=0xFFFF, options=b"", order="<"):
    head = (number, drops, ticks >> 32, ticks & 0xFFFFFFFF, len(data), len(data))
    return block(2, struct.pack(order + "HHIIII", *head) + pad(data) + options, order)


def simple(data, wirelen=None, order="<"):
    return block(3, struct.pack(order + "I", len(data) if wirelen is None else wirelen) + pad(data), order)


def pcapng(packets, order="<"):
    """Packets of (seconds, microseconds, data) as a section of one interface."""
    out = section(order) + interface(order=order, snaplen=65535)
    return out + b"".join(enhanced(data, sec * 10**6 + frac, order=order) for sec, frac, data in packets)


def erf_record(data, seconds=1_700_000_000, fraction=0, kind=21, extensions=(), flags=4, wirelen=None):
    head = struct.pack("<II", fraction, seconds)
    more = b"".join(extensions)
    length = 16 + len(more) + len(data) + (2 if kind & 0x7F == 2 else 0)
    wirelen = len(data) if wirelen is None else wirelen
    head += struct.pack(">BBHHH", kind | (0x80 if extensions else 0), flags, length, 0, wirelen)
    return head + more + (bytes(2) if kind & 0x7F == 2 else b"") + data


def erf(packets):
    """Packets of (seconds, microseconds, data) as InfiniBand records."""
    return b"".join(erf_record(data, sec, frac * 2**32 // 10**6) for sec, frac, data in packets)


def zstd_module():
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


def lz4_compress(data):
    import lz4.frame

    return lz4.frame.compress(data)


COMPRESSORS = {
    "gzip": gzip.compress,
    "zstd": lambda data: zstd_module().compress(data),
    "lz4": lz4_compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
}


# --- reading them, record by record, as the specifications say ---


def reference(raw):
    """The whole records of an uncompressed capture."""
    if raw[:4] in (b"\n\r\r\n",):
        return _reference_pcapng(raw)
    for order in "<>":
        if struct.unpack(order + "I", raw[:4])[0] in (0xA1B2C3D4, 0xA1B23C4D):
            return _reference_pcap(raw, order)
    return _reference_erf(raw)


def _reference_pcap(raw, order):
    magic, *_, link = struct.unpack(order + "IHHiIII", raw[:24])
    tick = 1 if magic == 0xA1B23C4D else 1000
    at, out = 24, []
    while at + 16 <= len(raw):
        seconds, fraction, caplen, wirelen = struct.unpack(order + "4I", raw[at : at + 16])
        if at + 16 + caplen > len(raw):
            break
        out.append(Record(at, seconds * 10**9 + fraction * tick, wirelen, link, 0, raw[at + 16 : at + 16 + caplen]))
        at += 16 + caplen
    return out


def _reference_pcapng(raw):
    at, out, order, known, base = 0, [], "<", [], 0
    while at + 12 <= len(raw):
        if raw[at : at + 4] == b"\n\r\r\n":
            order = "<" if raw[at + 8] == 0x4D else ">"
            base = len(known)
        kind, length = struct.unpack(order + "II", raw[at : at + 8])
        if at + length > len(raw):
            break
        body = raw[at + 8 : at + length - 4]
        if kind == 1:
            options = dict(_reference_options(body[8:], order))
            resolution = options.get(9, b"\x06")[0]
            unit = 2 ** (resolution & 127) if resolution & 128 else 10**resolution
            offset = struct.unpack(order + "q", options.get(14, bytes(8)))[0]
            link, _, snaplen = struct.unpack(order + "HHI", body[:8])
            known.append((link, snaplen, unit, offset))
        elif kind in (2, 6):
            which, high, low, caplen, wirelen = struct.unpack(order + "5I", body[:20])
            if kind == 2:
                (which,) = struct.unpack(order + "H", body[:2])
            link, _, unit, offset = known[base + which]
            time = ((high << 32) + low) * 10**9 // unit + offset * 10**9
            options = _reference_options(body[20 + (caplen + 3) // 4 * 4 :], order)
            comments = tuple(value.decode() for code, value in options if code == 1)
            out.append(Record(at, time, wirelen, link, base + which, body[20 : 20 + caplen], comments))
        elif kind == 3:
            (wirelen,) = struct.unpack(order + "I", body[:4])
            caplen = min(wirelen, known[base][1] or wirelen)
            out.append(Record(at, 0, wirelen, known[base][0], base, body[4 : 4 + caplen]))
        at += length
    return out


def _reference_options(body, order):
    at, out = 0, []
    while at + 4 <= len(body):
        code, length = struct.unpack(order + "HH", body[at : at + 4])
        if code == 0:
            break
        out.append((code, body[at + 4 : at + 4 + length]))
        at += 4 + (length + 3) // 4 * 4
    return out


def _reference_erf(raw):
    at, out = 0, []
    while at + 16 <= len(raw):
        fraction, seconds = struct.unpack("<II", raw[at : at + 8])
        kind, _, length, _, wirelen = struct.unpack(">BBHHH", raw[at + 8 : at + 16])
        if at + length > len(raw):
            break
        header, more = 16, kind & 0x80
        while more:
            more = raw[at + header] & 0x80
            header += 8
        if kind & 0x7F == 2:
            header += 2
        if kind & 0x7F != 48:
            time = seconds * 10**9 + (fraction * 10**9 + 2**31 >> 32)
            out.append(Record(at, time, header + wirelen, 197, 0, raw[at : at + length]))
        at += length
    return out


# --- reading them with what is tested ---


def rows(chunk):
    """A chunk's records one by one; checks what holds for every chunk."""
    assert len(chunk) > 0
    assert chunk.start.min() >= 8
    assert int((chunk.start + chunk.caplen).max()) + SLACK <= len(chunk.data)
    assert chunk.data.flags.writeable
    columns = (chunk.offset, chunk.time, chunk.wirelen, chunk.link, chunk.interface, chunk.start, chunk.caplen)
    assert [str(column.dtype) for column in columns] == ["int64"] * 3 + ["int32"] * 2 + ["int64"] * 2
    out = []
    for row, (*facts, start, caplen) in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        out.append(Record(*facts, chunk.data[start : start + caplen].tobytes(), chunk.comments.get(row, ())))
    return out


def read(source, **limits):
    """All the records of a source, and the reader."""
    out = []
    with open_capture(source) as reader:
        for chunk in reader.records(**limits):
            assert chunk.first == len(out) + 1
            out += rows(chunk)
    return out, reader
