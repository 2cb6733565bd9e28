"""NFS version 4: compounds, which are lists of operations, and their results.

Each operation is a number and its arguments; each result the number again, a status, and what the operation gives where
that is 0.  So a compound is a count and as many operations; whoever cannot read one of them cannot find the next.

Source: RFC 7530 (4.0), RFC 8881 (4.1), RFC 7862 (4.2), RFC 8276 (extended attributes).
"""

from __future__ import annotations

from ibpkt.protocols.rules import Rule, follow
from ibpkt.protocols.upper import nfs4_arguments, nfs4_results
from ibpkt.protocols.upper.nfs4_compound import (
    NEXT,
    NEXT_RESULT,
    STRUCTURES,
    NFS4Operation,
    NFS4Operations,
    NFS4Result,
    NFS4ResultCount,
    NFS4ResultsApart,
)
from ibpkt.protocols.upper.nfs4_words import bitmap
from ibpkt.protocols.upper.nfs_names import OPERATIONS, STATUS4
from ibpkt.protocols.upper.xdr import Later, string, word
from ibpkt.schema import Header, number_of

VERSION = 4
_PAYLOAD = follow(0, {0: ()})


def _number(name: str) -> int:
    return number_of(OPERATIONS, name)


def _words(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


#: by operation, what a compound has behind its number
ARGUMENTS: dict[int, Header] = {
    _number(name): STRUCTURES.header(f"NFS4{_words(name)}", f"{name}, Arguments", *members, then=(Later(NEXT),))
    for name, members in nfs4_arguments.ARGUMENTS.items()
}
ARGUMENTS |= {_number(name): ARGUMENTS[_number(same)] for name, same in nfs4_arguments.SAME.items()}
#: by operation, what a result has behind the status, if that is 0
RESULTS: dict[int, Header] = {
    _number(name): STRUCTURES.header(
        f"NFS4{_words(name)}Result", f"{name}, Result", *members, then=(Later(NEXT_RESULT),)
    )
    for name, members in nfs4_results.RESULTS.items()
}
RESULTS |= {_number(name): RESULTS[_number(same)] for name, same in nfs4_results.SAME.items()}
#: always there
_ATTRIBUTES_SET: Header = STRUCTURES.header(
    "NFS4SetattrResult", "SETATTR, Result", bitmap(), then=(Later(NEXT_RESULT),)
)
_LINK = STRUCTURES.header(
    "NFS4ReadlinkResult", "READLINK, Result", string("target", "Data", "nfs.symlink.linktext"),
    then=(Later(NEXT_RESULT),),
)  # fmt: skip
_LINK_APART: Header = STRUCTURES.header(
    "NFS4ReadlinkResultApart",
    "READLINK, Result without Data",
    word("target_length", "Data, Length", filter=".symlink.linktext.length"),
    then=(Later(NEXT_RESULT),),
)
_ERRORS: dict[tuple[int, int], Header] = {
    (_number(name), number_of(STATUS4, status)): STRUCTURES.header(
        f"NFS4{_words(name)}Refused", f"{name}, Result", *members, then=(Later(NEXT_RESULT),)
    )
    for (name, status), members in nfs4_results.WITH_ERROR.items()
}
_ERRORS[_number("LOCKT"), number_of(STATUS4, "NFS4ERR_DENIED")] = _ERRORS[
    _number("LOCK"), number_of(STATUS4, "NFS4ERR_DENIED")
]
#: operations whose results are nothing but a status
_SILENT = tuple(
    number
    for number, name in OPERATIONS.items()
    if number not in RESULTS and name not in ("SETATTR", "READLINK", "ILLEGAL", "WANT_DELEGATION")
)

_MORE = follow(0, {0: NFS4Operation}, times=NFS4Operations.leaf("operations"))
_MORE_RESULTS = follow(0, {0: NFS4Result}, times=NFS4ResultCount.leaf("operations"))
NEXT += [_MORE, _PAYLOAD]
NEXT_RESULT += [_MORE_RESULTS, _PAYLOAD]
_ANSWERED = (NFS4Result.leaf("opcode"), NFS4Result.leaf("status"))


def version4_rules() -> dict[Header, tuple[Rule, ...]]:
    """What follows the headers of NFS version 4."""
    opcode, readlink, told = NFS4Operation.leaf("opcode"), _number("READLINK"), NFS4ResultCount.leaf("operations")
    bare = dict.fromkeys(map(_number, nfs4_arguments.BARE), NFS4Operation)
    return {
        **STRUCTURES.rules(),
        NFS4Operation: (
            follow(opcode, ARGUMENTS),
            follow(opcode, bare, times=NFS4Operations.leaf("operations")),
            follow(opcode, dict.fromkeys(bare, ())),
        ),
        NFS4Result: (
            follow(_ANSWERED, {(readlink, 0): _LINK_APART}, behind=NFS4ResultsApart),
            follow(_ANSWERED, {**{(number, 0): header for number, header in RESULTS.items()}, (readlink, 0): _LINK}),
            follow(_ANSWERED, dict(_ERRORS)),
            follow(_ANSWERED[0], {"SETATTR": _ATTRIBUTES_SET}),
            follow(_ANSWERED, {(number, 0): NFS4Result for number in _SILENT}, times=told),
            follow(_ANSWERED[1], {0: ()}),  # of an operation that nobody knows, or the last one
            _MORE_RESULTS,
            _PAYLOAD,
        ),
    }
