"""Messages of storage protocols, packed by hand.

Source: NVM Express Base 2.0, 3.3.3; NVMe over RDMA 1.0, 2; RFC 8166, 4; RFC 1813; RFC 7143, 11; RFC 7145, 7; SRP
(T10/1415-D revision 16a), 6.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

pack = struct.pack
NVME_PORT, NFS_PORT, ISCSI_PORT = 4420, 20049, 3260

# -- NVMe over Fabrics ------------------------------------------------------------------------------------------------

FLUSH, NVME_WRITE, NVME_READ, COMPARE, DATASET = 0, 1, 2, 5, 9
ABORT, EVENT, KEEP_ALIVE, FABRICS = 0x08, 0x0C, 0x18, 0x7F


def queue_request(number: int) -> bytes:
    """Private data of a REQ."""
    return pack("<HHHH", 0, number, 128, 127)


def entry(
    opcode: int, cid: int, key: int = 0, address: int = 0, size: int = 0, *, dwords: Sequence[int] = (),
    inside: bool = False, flags: int = 0x40, fabrics: int | None = None,
) -> bytes:  # fmt: skip
    """A command capsule without the data in it."""
    descriptor = bytes(15) + b"\x40"
    if inside:
        descriptor = pack("<QI3xB", 0, size, 0x01)
    elif size:
        descriptor = pack("<Q", address) + size.to_bytes(3, "little") + pack("<IB", key, 0x4F)
    subject = pack("<I", 1) if fabrics is None else bytes((fabrics, 0, 0, 0))
    head = pack("<BBH", opcode, flags, cid) + subject + bytes(16) + descriptor
    return (head + b"".join(pack("<I", dword) for dword in dwords)).ljust(64, b"\0")


def blocks(opcode: int, cid: int, key: int, size: int, address: int = 0x1000) -> bytes:
    return entry(opcode, cid, key, address, size, dwords=(8, 0, size // 512 - 1))


def completion(cid: int, status: int = 0, queue: int = 1) -> bytes:
    return pack("<QHHHH", 0, 0, queue, cid, status << 1)


# -- RPC over RDMA and NFS 3 ------------------------------------------------------------------------------------------

NULL, LOOKUP, NFS_READ, NFS_WRITE, READDIR = 0, 3, 6, 7, 16
RPC_PRIVATE = pack("!IBBBB", 0xF6AB0E18, 1, 0, 3, 3)
Segment = tuple[int, int, int]  # key, size, address


def transport(
    xid: int, credits: int, kind: int, reads: Sequence[tuple[int, Segment]], writes: Sequence[Segment],
    reply: Sequence[Segment],
) -> bytes:  # fmt: skip
    head = pack("!IIII", xid, 1, credits, kind)
    head += b"".join(pack("!IIIIQ", 1, place, *segment) for place, segment in reads) + pack("!I", 0)
    for chunk, ends in ((writes, pack("!I", 0)), (reply, b"")):
        listed = pack("!II", 1, len(chunk)) + b"".join(pack("!IIQ", *segment) for segment in chunk)
        head += (listed + ends) if chunk else pack("!I", 0)
    return head


def call(
    xid: int, procedure: int = NULL, body: bytes = b"", *, credits: int = 32, reads: Sequence[tuple[int, Segment]] = (),
    writes: Sequence[Segment] = (), reply: Sequence[Segment] = (),
) -> bytes:  # fmt: skip
    head = transport(xid, credits, 0, reads, writes, reply)
    return head + pack("!IIIIII16x", xid, 0, 2, 100003, 3, procedure) + body


def result(xid: int, body: bytes = b"") -> bytes:
    """A reply that was accepted, without the header of the transport."""
    return pack("!IIIIII", xid, 1, 0, 0, 0, 0) + body


def answer(xid: int, body: bytes = b"", *, credits: int = 32, writes: Sequence[Segment] = ()) -> bytes:
    return transport(xid, credits, 0, (), writes, ()) + result(xid, body)


FILE = pack("!I", 16) + b"F" * 16


def lookup(name: bytes) -> bytes:
    return FILE + pack("!I", len(name)) + name + bytes(-len(name) % 4)


def write_call(size: int) -> bytes:
    """The data are in a read chunk."""
    return FILE + pack("!QIII", 0, size, 2, size)


def write_answer(size: int) -> bytes:
    return pack("!IIIII8x", 0, 0, 0, size, 2)


def read_call(size: int) -> bytes:
    return FILE + pack("!QI", 0, size)


def read_answer(size: int, data: bytes = b"") -> bytes:
    return pack("!IIIII", 0, 0, size, 1, size) + data + bytes(-len(data) % 4)


# -- SCSI over iSER ---------------------------------------------------------------------------------------------------

SCSI_READ, SCSI_WRITE = 0x28, 0x2A
GOOD, CHECK_CONDITION, BUSY, TASK_SET_FULL = 0, 2, 8, 0x28
NO_TAG = 0xFFFFFFFF
Memory = tuple[int, int]  # STag, address


def block10(opcode: int, lba: int, count: int) -> bytes:
    return pack("!BBIBHB", opcode, 0, lba, 0, count, 0).ljust(16, b"\0")


def sense(key: int, code: int, qualifier: int = 0) -> bytes:
    return bytes((0x70, 0, key, 0, 0, 0, 0, 10, 0, 0, 0, 0, code, qualifier, 0, 0, 0, 0))


def pdu(
    opcode: int, rest: bytes, data: bytes = b"", *, flags: int = 0x80, response: int = 0, status: int = 0, lun: int = 0,
    writes: Memory | None = None, reads: Memory | None = None,
) -> bytes:  # fmt: skip
    """``rest`` is what follows the LUN."""
    named = 0x10 | (8 if writes else 0) | (4 if reads else 0)
    head = pack("!B3xIQIQ", named, *(writes or (0, 0)), *(reads or (0, 0)))
    basic = pack("!BBBBB", opcode, flags, response, status, 0) + len(data).to_bytes(3, "big")
    return head + (basic + pack("!Q", lun << 48) + rest).ljust(48, b"\0") + data + bytes(-len(data) % 4)


def scsi(tag: int, block: bytes, size: int, *, lun: int = 0, data: bytes = b"", **memory: Memory) -> bytes:
    flags = 0x80 | (0x40 if "reads" in memory else 0x20)
    return pdu(0x01, pack("!IIII", tag, size, 1, 1) + block, data, flags=flags, lun=lun, **memory)


def scsi_response(tag: int, status: int = GOOD, sensed: bytes = b"") -> bytes:
    data = pack("!H", len(sensed)) + sensed if sensed else b""
    return pdu(0x21, pack("!IIIII", tag, 0, 1, 2, 64), data, status=status)


def manage_task(tag: int, function: int, task: int = NO_TAG, lun: int = 0) -> bytes:
    return pdu(0x42, pack("!II", tag, task), flags=0x80 | function, lun=lun)


def task_managed(tag: int, response: int = 0) -> bytes:
    return pdu(0x22, pack("!I", tag), response=response)


def login(tag: int) -> bytes:
    return pdu(0x43, pack("!I", tag), b"InitiatorName=iqn.a\0TargetName=iqn.t\0", flags=0x87)


def login_answer(tag: int, status: int = 0) -> bytes:
    return pdu(0x23, pack("!IIIIIH", tag, 0, 1, 2, 5, status), flags=0x87)


# -- SRP --------------------------------------------------------------------------------------------------------------

SRP_SERVICE = 0x0002C90300000009
_PORTS = bytes.fromhex("0002c903000000010002c90300000001") + bytes.fromhex("0002c903000000090002c90300000009")
SRP_LOGIN = pack("!B7xQI4xHBxH2x", 0, 0, 8260, 6, 0, 80) + _PORTS
SRP_LOGIN_ANSWER = pack("!B3xIQIIHB25x", 0xC0, 64, 0, 8260, 8260, 6, 0)
DIRECT, INDIRECT, IMMEDIATE = 1, 2, 3


def direct(key: int, size: int, address: int) -> bytes:
    return pack("!QII", address, key, size)


def srp_command(
    tag: int, block: bytes, descriptors: bytes, *, out: int = 0, into: int = 0, count: int = 0, lun: int = 0
) -> bytes:
    counts = (count, 0) if out else (0, count)
    return pack("!BB3xBBBQ4xQ4x", 2, 0, out << 4 | into, *counts, tag, lun << 48) + block + descriptors


def srp_response(tag: int, status: int = GOOD, *, sensed: bytes = b"", code: int | None = None) -> bytes:
    data = b"" if code is None else pack("!3xB", code)
    flags = (0 if code is None else 1) | (2 if sensed else 0)
    return pack("!B3xIQ2xBB8xII", 0xC1, 1, tag, flags, status, len(sensed), len(data)) + data + sensed


def srp_manage(tag: int, function: int, task: int = 0, lun: int = 0) -> bytes:
    return pack("!B7xQ4xQ2xBxQ8x", 1, tag, lun << 48, function, task)
