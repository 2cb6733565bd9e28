"""What an entry of a submission queue says, read by the declarations' places."""

from __future__ import annotations

from ibpkt.protocols.upper.nvme_commands import (
    IN_CAPSULE,
    KEYED,
    NVMeAdminCommand,
    NVMeCommand,
    NVMeGetFeatures,
    NVMeGetLogPage,
    NVMeIdentify,
    NVMeIOCommand,
    NVMeReadWrite,
    NVMeSetFeatures,
)
from ibpkt.protocols.upper.nvme_completions import (
    NVMeCompletion,
    NVMeConnectCompletion,
    NVMeEventCompletion,
    NVMeFabricsCompletion,
    NVMePropertyCompletion,
)
from ibpkt.protocols.upper.nvme_contents import NVME_NUMBERS
from ibpkt.protocols.upper.nvme_fabrics import NVMeConnect, NVMeFabrics, NVMePropertyGet
from ibpkt.protocols.upper.nvme_names import ADMIN_OPCODES, FABRICS, FABRICS_TYPES, IO_OPCODES, LOG_PAGES, PROPERTIES
from ibpkt.schema import Header, number_of

_DWORDS = NVMeCommand.size
_EVENT = number_of(ADMIN_OPCODES, "Asynchronous Event Request")
_CONNECT, _GET = number_of(FABRICS_TYPES, "Connect"), number_of(FABRICS_TYPES, "Property Get")
_LOG_PAGE, _DISCOVERY = number_of(ADMIN_OPCODES, "Get Log Page"), number_of(LOG_PAGES, "Discovery")
_LOG_ID, _LOG_OFFSET = (_DWORDS + NVMeGetLogPage.leaf(name).bit // 8 for name in ("lid", "lpo"))
#: opcodes that no I/O queue has: they tell the admin queue
_ADMIN_ONLY = frozenset(ADMIN_OPCODES.keys() - IO_OPCODES.keys())
#: I/O commands that name blocks
_BLOCKS = frozenset(
    number_of(IO_OPCODES, name)
    for name in ("Read", "Write", "Compare", "Write Zeroes", "Verify", "Write Uncorrectable", "Zone Append")
)


class _Reader:
    """Reads a field of a header out of bytes, low byte first.

    Args:
        header: the declaration.
        name: of a field of whole bytes.
        base: where the header begins in the bytes.
    """

    __slots__ = ("_end", "_start")

    def __init__(self, header: Header, name: str, base: int = 0) -> None:
        leaf = header.leaf(name)
        self._start = base + leaf.bit // 8
        self._end = self._start + leaf.width // 8

    def __call__(self, data: bytes) -> int:
        return int.from_bytes(data[self._start : self._end], "little")


_nsid = _Reader(NVMeCommand, "nsid")
#: fields of whole bytes are low byte first: the bits where they begin in the number that the bytes make
_CID_AT, _ADDRESS_AT, _LOW_AT, _REST_AT = (
    NVMeCommand.leaf(name).bit for name in ("cid", "sgl_address", "sgl_low", "sgl_rest")
)
_IN_CAPSULE = IN_CAPSULE[0] << 4 | IN_CAPSULE[1]
_slba, _nlb = _Reader(NVMeReadWrite, "slba", _DWORDS), _Reader(NVMeReadWrite, "nlb", _DWORDS)
_qid = _Reader(NVMeConnect, "qid", _DWORDS)
_property = _Reader(NVMePropertyGet, "ofst", _DWORDS)
_fctype = _Reader(NVMeFabrics, "fctype")
_DESCRIPTOR = NVMeCommand.leaf("sgl_type").bit // 8
#: what one byte of the dwords tells of admin commands
_SUBJECT = {
    number_of(ADMIN_OPCODES, name): header.leaf(field)
    for name, header, field in (
        ("Identify", NVMeIdentify, "cns"),
        ("Get Log Page", NVMeGetLogPage, "lid"),
        ("Set Features", NVMeSetFeatures, "fid"),
        ("Get Features", NVMeGetFeatures, "fid"),
    )
}


_IO, _COMPLETED = NVME_NUMBERS[NVMeIOCommand], NVME_NUMBERS[NVMeCompletion]


class NVMeEntry:
    """A submission queue entry.

    Args:
        data: its 64 bytes, or more.

    Attributes:
        opcode: what it is; its meaning depends on the queue.
        cid: the command identifier.
        address: of its data, in the host or in the capsule.
        length: bytes of its data.
        key: by which the controller moves them; None where there are none, or where they are in the capsule.
        in_capsule: whether they are.
    """

    __slots__ = ("_data", "address", "cid", "in_capsule", "key", "length", "opcode")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.opcode = data[0]
        # queues are busy: all of it is one number, of which the fields are cut out
        number = int.from_bytes(data[:_DWORDS], "little")
        self.cid = number >> _CID_AT & 0xFFFF
        self.address = number >> _ADDRESS_AT & 0xFFFFFFFFFFFFFFFF
        low, rest, descriptor = number >> _LOW_AT & 0xFFFFFF, number >> _REST_AT & 0xFFFFFFFF, data[_DESCRIPTOR]
        keyed = descriptor >> 4 == KEYED
        self.length = low if keyed else low | (rest & 0xFF) << 24
        self.in_capsule = descriptor == _IN_CAPSULE
        self.key = rest if keyed and self.length else None

    @property
    def entry(self) -> bytes:
        """Its 64 bytes."""
        return self._data[:64]

    @property
    def fabrics(self) -> bool:
        """Whether it is a fabrics command."""
        return self.opcode == FABRICS

    @property
    def kind(self) -> int:
        """The type of a fabrics command."""
        return _fctype(self._data)

    @property
    def connects(self) -> int | None:
        """The number of the queue that a Connect is for; None for other commands."""
        return _qid(self._data) if self.fabrics and self.kind == _CONNECT else None

    @property
    def admin_only(self) -> bool:
        """Whether only the admin queue has such commands."""
        if self.fabrics:
            return self.kind in (_GET, number_of(FABRICS_TYPES, "Property Set"))
        return self.opcode in _ADMIN_ONLY

    def waits_for_events(self, queue: int | None) -> bool:
        """Whether nobody answers it until something happens."""
        return queue == 0 and self.opcode == _EVENT

    def discovers(self, queue: int | None) -> bool:
        """Whether it asks for the beginning of a discovery log page."""
        if queue != 0 or self.opcode != _LOG_PAGE:
            return False
        return self._data[_LOG_ID] == _DISCOVERY and not any(self._data[_LOG_OFFSET : _LOG_OFFSET + 8])

    def contents(self, queue: int | None) -> int:
        """What a message with it is, a number of `CONTENTS`."""
        if self.opcode == FABRICS:
            return NVME_NUMBERS[NVMeFabrics]
        if queue:
            return _IO
        return NVME_NUMBERS[NVMeCommand if queue is None else NVMeAdminCommand]

    @property
    def blocks(self) -> tuple[int, int]:
        """The first block, and how many there are."""
        return _slba(self._data), _nlb(self._data) + 1

    @property
    def namespace(self) -> int:
        """The namespace."""
        return _nsid(self._data)

    @property
    def property_name(self) -> str:
        """The property that a fabrics command is about."""
        offset = _property(self._data)
        return PROPERTIES.get(offset, f"property 0x{offset:x}")

    @property
    def subject(self) -> str:
        """The structure, log page or feature that an admin command is about."""
        leaf = _SUBJECT.get(self.opcode)
        if leaf is None:
            return ""
        number = self._data[_DWORDS + leaf.bit // 8]
        return leaf.enum.get(number, f"{leaf.label} 0x{number:02x}")


def size_of(entry: NVMeEntry) -> int | None:
    """Bytes that a command asks to move; None where it has no data."""
    return entry.length or None


def kind_of(entry: NVMeEntry, queue: int | None) -> str:
    """The name of a command on a queue."""
    if entry.fabrics:
        return FABRICS_TYPES.get(entry.kind, f"Fabrics 0x{entry.kind:02x}")
    if queue is None:
        return f"Opcode 0x{entry.opcode:02x}"
    names = IO_OPCODES if queue else ADMIN_OPCODES
    return names.get(entry.opcode, f"Opcode 0x{entry.opcode:02x}")


def detail_of(entry: NVMeEntry, queue: int | None) -> str:
    """What a command is about."""
    if entry.fabrics:
        if entry.connects is not None:
            return f"queue {entry.connects}" if entry.connects else "admin queue"
        return entry.property_name if entry.admin_only else ""
    if queue is None:
        return ""
    if queue == 0:
        return entry.subject
    if entry.opcode in _BLOCKS:
        first, count = entry.blocks
        return f"namespace {entry.namespace} LBA {first} blocks {count}"
    return f"namespace {entry.namespace}"


def contents_of_response(entry: NVMeEntry, queue: int | None) -> int:
    """What the response to a command is, a number of `CONTENTS`."""
    if entry.fabrics:
        header = {_CONNECT: NVMeConnectCompletion, _GET: NVMePropertyCompletion}.get(entry.kind, NVMeFabricsCompletion)
    else:
        if queue:
            return _COMPLETED
        header = NVMeEventCompletion if entry.waits_for_events(queue) else NVMeCompletion
    return NVME_NUMBERS[header]
