"""The protocols whose commands are followed."""

from __future__ import annotations

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

_ALL: tuple[UpperProtocol, ...] = (
    NVMeProtocol(), NFSProtocol(), ISERProtocol(), SRPProtocol(), IPoIBProtocol(), RSocketProtocol(), RDSProtocol(),
    SMCProtocol(), NinePProtocol(), LNetProtocol(), SMBDirectProtocol(), SDPProtocol(), UCXProtocol(), RxMProtocol(),
    RxDProtocol(),
)  # fmt: skip
#: by name; a new protocol is a row here, its declarations and its rule
PROTOCOLS: dict[str, UpperProtocol] = {protocol.name: protocol for protocol in _ALL}
#: bytes of the beginning of a SEND that somebody needs
HEAD = max(protocol.head for protocol in PROTOCOLS.values())
