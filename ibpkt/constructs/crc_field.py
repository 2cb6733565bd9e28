"""ICRC, VCRC and LPCRC as constructs: computed when they are built, verified when they are parsed.

>>> from construct import RawCopy, Struct, this
>>> from ibpkt.protocols import LPCRC, FlowControl
>>> credits = Struct("packet" / RawCopy(FlowControl), "lpcrc" / CRCField(LPCRC, this.packet.data))
>>> credits.build({"packet": {"value": {"fctbs": 5, "vl": 1, "fccl": 0x23}}}).hex()
'00051023ef24'
>>> credits.parse(bytes.fromhex("00051023ef25")).lpcrc.status
<Status.BAD: 'bad'>
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import construct

from ibpkt.arguments import checked
from ibpkt.packet import Status, crc_bytes, crc_function, crc_parameters
from ibpkt.packet.coverage import HeaderAt, covered
from ibpkt.packet.crc import verdict
from ibpkt.schema import Header

if TYPE_CHECKING:
    Construct = construct.Construct[Any, Any]  # generic in the stubs, not at run time
else:
    Construct = construct.Construct

#: constant, or a function of construct's context (``this.region.data``)
Bytes = bytes | Callable[[Any], bytes]
Headers = Sequence[Header] | Callable[[Any], Sequence[Header]]


class CRCField(Construct):
    """A CRC as a construct.

    Parsing gives a Container: ``stored`` and ``computed`` (bytes in wire order), ``status`` (an
    `ibpkt.packet.Status`) and ``good``.  Building computes the CRC where None or nothing is given; bytes, a number (as
    Wireshark shows it) or what parsing gave are stored as they are.

    Args:
        declaration: ICRC, VCRC or LPCRC.
        data: the bytes that it covers, constant or a function of the context: often ``this.region.data`` of a
            ``RawCopy``.
        headers: for an ICRC, the headers with which these bytes begin (LRH or GRH or IP to BTH, and no more need be
            said), constant or a function of the context: fields that the ICRC leaves out are read as ones, and the LRH
            that a RoCE packet does not have likewise, as declared.  None: the CRC is computed over the bytes as they
            are.
        strict: raise where a parsed CRC is wrong.

    Raises:
        construct.ChecksumError: with ``strict``, when parsing.
        construct.StreamError: the stream does not hold the CRC.
    """

    @checked
    def __init__(
        self, declaration: Header, data: Bytes, headers: Headers | None = None, *, strict: bool = False
    ) -> None:
        crc_parameters(declaration)  # it refuses what is no CRC
        super().__init__()
        self.declaration = declaration
        self.data = data
        self.headers = headers
        self.strict = strict
        self.docs: str = declaration.title
        self.flagbuildnone = True

    @checked
    def compute(self, context: Any, path: str) -> bytes:
        """The CRC that should be stored, in wire order."""
        data = bytes(construct.core.evaluate(self.data, context))
        headers = construct.core.evaluate(self.headers, context)
        if headers is not None:
            found = covered(data, _places(data, headers, path), self.declaration, len(data))
            if found is None:
                raise construct.ValidationError(f"no {self.declaration.name} covers these headers", path=path)
            data = found
        return crc_bytes(self.declaration, crc_function(self.declaration)(data))

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        stored = construct.stream_read(stream, self.declaration.size, path)
        computed = self.compute(context, path)
        status = verdict(stored, computed)
        if self.strict and status is not Status.GOOD:
            raise construct.ChecksumError(
                f"wrong {self.declaration.name}, read 0x{stored.hex()}, computed 0x{computed.hex()}", path=path
            )
        return result(status, stored, computed)

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        stored = self._stored(obj, path)
        computed = self.compute(context, path)
        if stored is None:
            stored = computed
        construct.stream_write(stream, stored, len(stored), path)
        return result(verdict(stored, computed) if stored else Status.ABSENT, stored, computed)

    def _stored(self, obj: Any, path: str) -> bytes | None:
        """The bytes that were given, None where they are to be computed."""
        size = self.declaration.size
        if isinstance(obj, dict):
            obj = obj.get("stored")
        if obj is None:
            return None
        if isinstance(obj, int):
            if not 0 <= obj < 1 << size * 8:
                raise construct.IntegerError(f"{self.declaration.name} has {size} bytes, not {obj:#x}", path=path)
            return obj.to_bytes(size, "big")
        stored = bytes(obj)
        if len(stored) not in (0, size):
            raise construct.StreamError(f"{self.declaration.name} has {size} bytes, not {len(stored)}", path=path)
        return stored

    def _sizeof(self, context: Any, path: str) -> int:
        return self.declaration.size


def result(status: Status, stored: bytes = b"", computed: bytes = b"") -> Any:
    """What parsing a CRC gives."""
    return construct.Container(stored=stored, computed=computed, status=status, good=status is Status.GOOD)


def _places(data: bytes, headers: Sequence[Header], path: str) -> list[HeaderAt]:
    """Where headers start in the bytes that begin with them."""
    places = []
    at = 0
    for header in headers:
        if at + header.size > len(data):
            raise construct.StreamError(
                f"the covered bytes end in {header.name}, which takes {header.size} bytes at byte {at}", path=path
            )
        places.append(HeaderAt(header, at))
        at += max(header.size, header.length(header.read(data, at)))
    return places
