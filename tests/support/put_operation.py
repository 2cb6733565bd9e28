"""An operation that ibpkt does not know, with a header of its own, as somebody else's script or package adds it."""

from ibpkt import register
from ibpkt.protocols import Opcode
from ibpkt.schema import Header, hexa, uint

PutETH = Header(
    "PutETH",
    "Put Extended Transport Header",
    "puteth",
    hexa("va", 64, "Virtual Address"),
    hexa("r_key", 32, "Remote Key"),
    uint("dmalen", 32, "DMA Length", unit="bytes"),
    uint("tag", 32, "Tag", enum={7: "Seven"}, doc="what the receiver sorts by"),
    role="extended",
    summary="Tag={tag}",
)
register(opcodes=[Opcode(24, "RC PUT", "RC", (PutETH,), True, "only", "request", "PUT", "ACK", ("PUT",), "write")])
