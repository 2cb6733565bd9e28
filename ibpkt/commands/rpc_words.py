"""NFS and its relatives in words: what a call is, what it is about, how it ended."""

from __future__ import annotations

from collections.abc import Mapping

from ibpkt.commands.rpc_messages import RPCReading
from ibpkt.protocols.upper.nfs3 import VERSION as VERSION3
from ibpkt.protocols.upper.nfs4 import VERSION as VERSION4
from ibpkt.protocols.upper.nfs_contents import NFS, REPLIES
from ibpkt.protocols.upper.nfs_names import (
    ACL_PROCEDURES,
    CALLBACK_PROCEDURES,
    MOUNT_PROCEDURES,
    NLM_PROCEDURES,
    PORTMAP_PROCEDURES,
    PROCEDURES3,
    PROCEDURES4,
    RPCBIND_PROCEDURES,
    STATUS3,
    STATUS4,
)
from ibpkt.protocols.upper.rpc import ACCEPT_STATES, PROGRAMS
from ibpkt.protocols.upper.rpc_contents import LONG_REPLY, REPLY
from ibpkt.schema.value_types import escape

#: what `Command.protocol` says, by program
_PROTOCOLS = {
    "NFS": "nfs", "NFS_CB": "nfs", "NFSACL": "nfsacl", "MOUNT": "mount", "NLM": "nlm", "NSM": "nsm",
    "PORTMAP": "portmap",
}  # fmt: skip
_PORTMAP = 2
#: by program and version; without a version, of all
_PROCEDURES: dict[tuple[str, int | None], Mapping[int, str]] = {
    ("NFS", VERSION3): PROCEDURES3,
    ("NFS", VERSION4): PROCEDURES4,
    ("NFS_CB", None): CALLBACK_PROCEDURES,
    ("NFSACL", None): ACL_PROCEDURES,
    ("MOUNT", None): MOUNT_PROCEDURES,
    ("NLM", None): NLM_PROCEDURES,
    ("PORTMAP", _PORTMAP): PORTMAP_PROCEDURES,
    ("PORTMAP", None): RPCBIND_PROCEDURES,
}
#: operations that others need, from those that tell least to those that tell more
_HELPERS = (
    ("SEQUENCE", "PUTFH", "SAVEFH", "RESTOREFH"),
    ("PUTROOTFH", "PUTPUBFH", "GETFH"),
    ("GETATTR",),
    ("ACCESS",),
    ("LOOKUP", "LOOKUPP"),
)
_RANK = {name: rank for rank, names in enumerate(_HELPERS) for name in names}
_BEYOND = len(_HELPERS)


def protocol_of(call: tuple[int, int, int] | None) -> str:
    """The program in one word."""
    return "nfs" if call is None else _PROTOCOLS.get(PROGRAMS.get(call[0], ""), "rpc")


def kind_of(reading: RPCReading) -> str:
    """The procedure; of a compound the operation that it is for."""
    if reading.call is None:
        return "long call"
    program, version, procedure = reading.call
    name = PROGRAMS.get(program, "")
    if reading.operations:
        return max(reading.operations, key=lambda operation: _RANK.get(operation, _BEYOND))
    known = _PROCEDURES.get((name, version)) or _PROCEDURES.get((name, None), {})
    return known.get(procedure, f"{name or f'program {program}'} procedure {procedure}")


def detail_of(reading: RPCReading) -> str:
    """The operations of a compound in order; else what the call is about."""
    if reading.told is not None:
        return compound_text(reading)
    values = reading.values
    if reading.call is None or reading.call[:2] != (NFS, VERSION3):
        return ""
    if "offset3" in values:
        return f"offset {values['offset3']} count {values['count']}"
    names = [escape(values[name].rstrip(b"\0")) for name in ("file_name", "to_name") if name in values]
    return " to ".join(names)


def compound_text(reading: RPCReading) -> str:
    """Operations by name; what could not be read is told."""
    assert reading.told is not None
    text = " ".join(reading.operations)
    missing = reading.told - len(reading.operations)
    if missing <= 0:
        return text
    if not reading.whole:
        return f"{text} …"
    return f"{text} … (says {reading.told} operations, {len(reading.operations)} can be read)"


def size_of(reading: RPCReading, kind: str) -> int | None:
    """Bytes of a file that a call asks to move."""
    if reading.call is None or reading.call[0] != NFS:
        return None
    values = reading.values
    if kind in ("READ", "READ_PLUS"):
        return values.get("count")
    return values.get("data_length") if kind == "WRITE" else None


def replies_of(reading: RPCReading) -> tuple[int, int, int]:
    """What replies to a call are: with all in the message, without its data, in a reply chunk."""
    plain = REPLY, REPLY, LONG_REPLY
    if reading.call is None or reading.call[0] != NFS or reading.wrapped:
        return plain
    return REPLIES.get(reading.call[1:], plain)


def status_of(call: tuple[int, int, int] | None, result: RPCReading) -> tuple[str | None, bool | None]:
    """How a call ended, in the words of the specification, and whether it succeeded."""
    if result.error or result.refused:
        return result.error or result.refused, False
    status = result.values.get("status")
    if call is not None and call[0] == NFS and status is not None:
        names = STATUS4 if call[1] == VERSION4 else STATUS3
        return names.get(status, f"status {status}"), status == 0
    if result.answered:
        return ACCEPT_STATES[0], True
    return "answered", None
