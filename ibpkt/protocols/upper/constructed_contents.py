"""Messages of protocols that are known by constructed examples only: LNet, SMB Direct, SDP, UCX and libfabric.

Numbers of contents from 300 on are theirs.
"""

from __future__ import annotations

from ibpkt.protocols.rules import Chain, Rule
from ibpkt.protocols.upper.libfabric import LIBFABRIC_RULES, RxD, RxM, RxMConnection
from ibpkt.protocols.upper.lnet import LNET, LNET_BIG
from ibpkt.protocols.upper.sdp import SDP, SDP_RULES, SDPHello
from ibpkt.protocols.upper.smb_direct import (
    SMB_RULES,
    SMBDBuffer,
    SMBDCredits,
    SMBDData,
    SMBDNegotiateRequest,
    SMBDNegotiateResponse,
)
from ibpkt.protocols.upper.ucx import UCX_RULES, UCXConnection, UCXDatagram, UCXMessage
from ibpkt.protocols.upper.words import by_first_header
from ibpkt.schema import Header

#: name and first headers, by number
CONSTRUCTED_CONTENTS: dict[int, tuple[str, Chain]] = {
    300: ("LNet message", (LNET.message,)),
    301: ("LNet message of a big-endian machine", (LNET_BIG.message,)),
    302: ("LNet connection refused", (LNET.reject,)),
    303: ("LNet connection refused by a big-endian machine", (LNET_BIG.reject,)),
    310: ("SMB Direct negotiation requested", (SMBDNegotiateRequest,)),
    311: ("SMB Direct negotiation answered", (SMBDNegotiateResponse,)),
    312: ("SMB Direct data", (SMBDData,)),
    313: ("SMB Direct credits", (SMBDCredits,)),
    314: ("SMB Direct buffer", (SMBDBuffer,)),
    320: ("SDP connection requested", (SDP, SDPHello)),
    321: ("SDP message", (SDP,)),
    330: ("UCX datagram", (UCXDatagram,)),
    331: ("UCX message", (UCXMessage,)),
    332: ("UCX connection requested or accepted", (UCXConnection,)),
    340: ("RxM message", (RxM,)),
    341: ("RxM connection requested or accepted", (RxMConnection,)),
    345: ("RxD message", (RxD,)),
}
#: numbers by first header
CONSTRUCTED_NUMBERS: dict[Header, int] = by_first_header(CONSTRUCTED_CONTENTS)

CONSTRUCTED_RULES: dict[Header, tuple[Rule, ...]] = {
    **LNET.rules(),
    **LNET_BIG.rules(),
    **SMB_RULES,
    **SDP_RULES,
    **UCX_RULES,
    **LIBFABRIC_RULES,
}
