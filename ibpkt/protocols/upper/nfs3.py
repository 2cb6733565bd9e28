"""NFS version 3: the arguments and results of its procedures.

Data that RPC-over-RDMA moves on its own are not in the message: only their number is (`xdr.Opaque.apart`).

Source: RFC 1813, 3.3.
"""

from __future__ import annotations

from ibpkt.protocols.rules import Rule, follow
from ibpkt.protocols.upper.nfs_names import FILE_TYPES, PROCEDURES3, STABLE, STATUS3
from ibpkt.protocols.upper.rpc_over_rdma import RPCRDMARead
from ibpkt.protocols.upper.xdr import Maybe, Member, Opaque, Structures, Union, present, string, word
from ibpkt.schema import BYTES, Field, Header, hexa, number_of, uint

VERSION = 3
STRUCTURES = Structures("NFS3", "nfs", "NFS", "RFC 1813")
_END = (follow(0, {0: ()}),)


def handle(name: str = "fh", label: str = "File Handle") -> Opaque:
    """A file handle."""
    return Opaque(name, label, "nfs.fhandle", BYTES, number="nfs.fh.length")


def _offset() -> Field:
    return uint("offset3", 64, "Offset", filter=".offset3", unit="bytes")


def _count() -> Field:
    return word("count", "Count", filter=".count3", unit="bytes")


def _name(name: str = "file_name", label: str = "Name") -> Opaque:
    return string(name, label, "nfs.name")


def _maybe(name: str, label: str, *members: Member) -> Maybe:
    return Maybe(word(f"set_{name}", f"Set {label}", filter=".set_it"), members)


def _attributes() -> tuple[Member, ...]:
    """`sattr3`: what to set."""
    times = {2: (uint("time", 64, "Time", filter=".set_time", doc="seconds and nanoseconds"),)}
    return (
        _maybe("mode", "Mode", hexa("mode", 32, "Mode", filter=".mode3")),
        _maybe("uid", "UID", word("uid", "UID", filter=".uid3")),
        _maybe("gid", "GID", word("gid", "GID", filter=".gid3")),
        _maybe("size", "Size", uint("file_size", 64, "Size", filter=".set_size", unit="bytes")),
        Union(word("set_atime", "Set Access Time", filter=".set_atime"), {0: (), 1: (), **times}),
        Union(word("set_mtime", "Set Modify Time", filter=".set_mtime"), {0: (), 1: (), **times}),
    )


def _data(apart: Header | None) -> Opaque:
    return Opaque("data", "Data", "nfs.data", apart=apart, number="nfs.data.length")


#: what to set, as the last of the arguments
_SET: Header = STRUCTURES.header("NFS3Attributes", "Attributes to Set", *_attributes(), then=_END)
_CREATE: tuple[Member, ...] = (
    handle(),
    _name(),
    Union(
        word("createmode", "Create Mode", enum={0: "UNCHECKED", 1: "GUARDED", 2: "EXCLUSIVE"}),
        {0: (_SET,), 1: (_SET,), 2: (hexa("verifier", 64, "Verifier", filter=".createverf"),)},
    ),
)
_ARGUMENTS: dict[str, tuple[Member, ...]] = {
    "GETATTR": (handle(),),
    "SETATTR": (
        handle(),
        *_attributes(),
        Maybe(word("guarded", "Guarded", filter=".guarded"), (hexa("ctime", 64, "Change Time", filter=".guard"),)),
    ),
    "LOOKUP": (handle(), _name()),
    "ACCESS": (handle(), hexa("access", 32, "Access", filter=".access3")),
    "READLINK": (handle(),),
    "READ": (handle(), _offset(), _count()),
    "WRITE": (
        handle(),
        _offset(),
        _count(),
        word("stable", "Stable", enum=STABLE, filter=".write.stable"),
        _data(RPCRDMARead),
    ),
    "CREATE": _CREATE,
    "MKDIR": (handle(), _name(), _SET),
    "SYMLINK": (handle(), _name(), *_attributes(), string("target", "To", "nfs.symlink.to", apart=RPCRDMARead)),
    "MKNOD": (handle(), _name(), word("type", "Type", enum=FILE_TYPES)),
    "REMOVE": (handle(), _name()),
    "RMDIR": (handle(), _name()),
    "RENAME": (handle(), _name(), handle("to_fh", "To File Handle"), _name("to_name", "To Name")),
    "LINK": (handle(), handle("to_fh", "To File Handle"), _name()),
    "READDIR": (
        handle(),
        hexa("cookie", 64, "Cookie", filter=".cookie3"),
        hexa("verifier", 64, "Verifier", filter=".cookieverf3"),
        _count(),
    ),
    "READDIRPLUS": (
        handle(),
        hexa("cookie", 64, "Cookie", filter=".cookie3"),
        hexa("verifier", 64, "Verifier", filter=".cookieverf3"),
        word("dircount", "Directory Count", filter=".count3_dircount", unit="bytes"),
        word("maxcount", "Maximal Count", filter=".count3_maxcount", unit="bytes"),
    ),
    "FSSTAT": (handle(),),
    "FSINFO": (handle(),),
    "PATHCONF": (handle(),),
    "COMMIT": (handle(), _offset(), _count()),
}


def _found() -> tuple[Field, ...]:
    """`fattr3`."""
    return (
        word("type", "Type", enum=FILE_TYPES, filter=".fattr3.type"),
        hexa("mode", 32, "Mode", filter=".mode3"),
        word("nlink", "Number of Links", filter=".fattr3.nlink"),
        word("uid", "UID", filter=".fattr3.uid"),
        word("gid", "GID", filter=".fattr3.gid"),
        uint("file_size", 64, "Size", filter=".fattr3.size", unit="bytes"),
        uint("used", 64, "Used", filter=".fattr3.used", unit="bytes"),
        hexa("rdev", 64, "Device", filter=".fattr3.rdev"),
        hexa("fsid", 64, "File System", filter=".fattr3.fsid"),
        uint("fileid", 64, "File ID", filter=".fattr3.fileid"),
        *(
            uint(f"{name}_{part}", 32, f"{label}, {shown}", filter=f".fattr3.{name}.{part}")
            for name, label in (("atime", "Access Time"), ("mtime", "Modify Time"), ("ctime", "Change Time"))
            for part, shown in (("sec", "Seconds"), ("nsec", "Nanoseconds"))
        ),
    )


def _after() -> Maybe:
    """`post_op_attr`."""
    return Maybe(present("follow", "Attributes Follow", ".attributes_follow"), _found())


def _change() -> tuple[Member, ...]:
    """`wcc_data`."""
    before = (
        uint("file_size", 64, "Size Before", filter=".wcc_attr.size", unit="bytes"),
        hexa("mtime", 64, "Modify Time Before", filter=".wcc_attr.mtime"),
        hexa("ctime", 64, "Change Time Before", filter=".wcc_attr.ctime"),
    )
    return Maybe(present("before", "Attributes Before", ".wcc_attr.follow"), before), _after()


#: attributes as the last of the results
_LAST: Header = STRUCTURES.header("NFS3Found", "Attributes", _after(), then=_END)
_MADE: Header = STRUCTURES.header(
    "NFS3Made",
    "What Was Made",
    Maybe(present("handle_follows", "Handle Follows", ".handle_follow"), (handle(),)),
    _LAST,
    then=_END,
)


#: results of what succeeded, as far as they are declared; what comes behind them is bytes
_RESULTS: dict[str, tuple[Member, ...]] = {
    "GETATTR": _found(),
    "LOOKUP": (handle(), _LAST),
    "ACCESS": (_after(), hexa("access", 32, "Access", filter=".access3")),
    "WRITE": (
        *_change(),
        _count(),
        word("committed", "Committed", enum=STABLE, filter=".write.committed"),
        hexa("verifier", 64, "Verifier", filter=".write_verf"),
    ),
    "CREATE": (_MADE,),
    "MKDIR": (_MADE,),
    "SYMLINK": (_MADE,),
    "MKNOD": (_MADE,),
    "COMMIT": (*_change(), hexa("verifier", 64, "Verifier", filter=".write_verf")),
    "READDIR": (_after(), hexa("verifier", 64, "Verifier", filter=".cookieverf3")),
    "READDIRPLUS": (_after(), hexa("verifier", 64, "Verifier", filter=".cookieverf3")),
}


def _read() -> tuple[Member, ...]:
    return _after(), _count(), word("eof", "EOF", filter=".read.eof")


def _declared(name: str) -> str:
    return f"NFS3{name.capitalize()}"


#: by version and procedure, what a call has
ARGUMENTS: dict[tuple[int, int], Header] = {
    (VERSION, number_of(PROCEDURES3, name)): STRUCTURES.header(
        _declared(name), f"{name} of NFS Version 3", *members, then=_END, shows=name
    )
    for name, members in _ARGUMENTS.items()
}


def _results(name: str, members: tuple[Member, ...], kind: str = "") -> Header:
    status = word("status", "Status", enum=STATUS3, filter=".nfsstat3")
    return STRUCTURES.header(
        f"{_declared(name)}Result{kind}",
        f"{name} of NFS Version 3, Result",
        Union(status, {0: members}, ()),
        then=_END,
        shows=f"{name} {{status}}",
    )


#: by procedure, what a reply has
RESULTS: dict[int, Header] = {
    number: _results(name, _RESULTS.get(name, ()))
    for number, name in PROCEDURES3.items()
    if name not in ("NULL", "READ", "READLINK")
}
#: the same of replies without the data of a write chunk, and of those with the data inline
RESULTS |= {
    number_of(PROCEDURES3, "READ"): _results("READ", (*_read(), _data(None))),
    number_of(PROCEDURES3, "READLINK"): _results("READLINK", (_after(), string("link", "Data", "nfs.readlink.data"))),
}
APART: dict[int, Header] = {
    number_of(PROCEDURES3, "READ"): _results(
        "READ", (*_read(), word("data_length", "Data, Length", filter=".data.length")), "Apart"
    ),
    number_of(PROCEDURES3, "READLINK"): _results(
        "READLINK", (_after(), word("link_length", "Data, Length", filter=".readlink.data.length")), "Apart"
    ),
}


def version3_rules() -> dict[Header, tuple[Rule, ...]]:
    """What follows the headers of NFS version 3."""
    return STRUCTURES.rules()
