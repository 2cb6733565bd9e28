"""The protocols whose commands are followed."""

from __future__ import annotations

from ibpkt.commands.declared_rule import DeclaredProtocol
from ibpkt.commands.header_protocols import (
    LNetProtocol,
    RxDProtocol,
    RxMProtocol,
    SDPProtocol,
    SMBDirectProtocol,
    UCXProtocol,
)
from ibpkt.commands.ipoib import IPoIBProtocol
from ibpkt.commands.iser import ISERProtocol
from ibpkt.commands.nfs import NFSProtocol
from ibpkt.commands.ninep import NinePProtocol
from ibpkt.commands.nvme import NVMeProtocol
from ibpkt.commands.rds import RDSProtocol
from ibpkt.commands.recognition import UpperProtocol
from ibpkt.commands.rsocket import RSocketProtocol
from ibpkt.commands.smc import SMCProtocol
from ibpkt.commands.srp import SRPProtocol
from ibpkt.protocols import tabulated
from ibpkt.protocols.upper.declared import DECLARED

_ALL: tuple[UpperProtocol, ...] = (
    NVMeProtocol(), NFSProtocol(), ISERProtocol(), SRPProtocol(), IPoIBProtocol(), RSocketProtocol(), RDSProtocol(),
    SMCProtocol(), NinePProtocol(), LNetProtocol(), SMBDirectProtocol(), SDPProtocol(), UCXProtocol(), RxMProtocol(),
    RxDProtocol(),
)  # fmt: skip


def _known() -> dict[str, UpperProtocol]:
    """Those of plug-ins come last: they cannot take the connections of others by their contents."""
    own = {protocol.name: protocol for protocol in _ALL}
    return {**own, **{name: DeclaredProtocol(each) for name, each in DECLARED.items() if name not in own}}


#: by name; a new protocol is a row here, its declarations and its rule
PROTOCOLS: dict[str, UpperProtocol] = tabulated(_known)


def head_size() -> int:
    """Bytes of the beginning of a SEND that a protocol needs."""
    return max(protocol.head for protocol in PROTOCOLS.values())
