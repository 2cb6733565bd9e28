"""The protocols whose commands are followed."""

from __future__ import annotations

from ibpkt.commands.iser import ISERProtocol
from ibpkt.commands.nfs import NFSProtocol
from ibpkt.commands.nvme import NVMeProtocol
from ibpkt.commands.recognition import UpperProtocol
from ibpkt.commands.srp import SRPProtocol

_ALL: tuple[UpperProtocol, ...] = (NVMeProtocol(), NFSProtocol(), ISERProtocol(), SRPProtocol())
#: by name; a new protocol is a row here, its declarations and its rule
PROTOCOLS: dict[str, UpperProtocol] = {protocol.name: protocol for protocol in _ALL}
#: bytes of the beginning of a SEND that somebody needs
HEAD = max(protocol.head for protocol in PROTOCOLS.values())
