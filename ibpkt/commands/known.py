"""The protocols whose commands are followed; each is imported when somebody looks at it."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator, Mapping

from ibpkt.commands.recognition import MOST_HEAD, UpperProtocol
from ibpkt.protocols.upper.declared import DECLARED, SendProtocol

#: name, and module and class; a new protocol is a row here, its declarations and its rule
_ROWS = (
    ("nvme", "nvme:NVMeProtocol"),
    ("nfs", "nfs:NFSProtocol"),
    ("iser", "iser:ISERProtocol"),
    ("srp", "srp:SRPProtocol"),
    ("ipoib", "ipoib:IPoIBProtocol"),
    ("rsocket", "rsocket:RSocketProtocol"),
    ("rds", "rds:RDSProtocol"),
    ("smc", "smc:SMCProtocol"),
    ("9p", "ninep:NinePProtocol"),
    ("lnet", "header_protocols:LNetProtocol"),
    ("smb_direct", "header_protocols:SMBDirectProtocol"),
    ("sdp", "header_protocols:SDPProtocol"),
    ("ucx", "header_protocols:UCXProtocol"),
    ("rxm", "header_protocols:RxMProtocol"),
    ("rxd", "header_protocols:RxDProtocol"),
)
_OWN = dict(_ROWS)


@functools.cache
def _own(name: str) -> UpperProtocol:
    module, protocol = _OWN[name].split(":")
    made: UpperProtocol = getattr(importlib.import_module(f"ibpkt.commands.{module}"), protocol)()
    return made


@functools.lru_cache(maxsize=64)
def _declared(declared: SendProtocol) -> UpperProtocol:
    from ibpkt.commands.declared_rule import DeclaredProtocol  # late: most runs have no plug-in

    return DeclaredProtocol(declared)


class _Protocols(Mapping[str, UpperProtocol]):
    """Protocols by name: all declarations together take longer to import than most captures take to be analysed.

    Those of plug-ins come last: they cannot take the connections of others by their contents.
    """

    def __getitem__(self, name: str) -> UpperProtocol:
        return _own(name) if name in _OWN else _declared(DECLARED[name])

    def __iter__(self) -> Iterator[str]:
        return iter({**_OWN, **DECLARED})

    def __len__(self) -> int:
        return len({**_OWN, **DECLARED})

    def __contains__(self, name: object) -> bool:
        return name in _OWN or name in DECLARED


#: by name
PROTOCOLS: Mapping[str, UpperProtocol] = _Protocols()


def head_size() -> int:
    """Bytes of the beginning of a SEND that a protocol needs."""
    return max([MOST_HEAD, *(PROTOCOLS[name].head for name in DECLARED)])
