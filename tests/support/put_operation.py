"""An operation that ibpkt does not know, with a header of its own, as a script or a package of somebody else adds it."""

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
    summary="Tag={tag}",
)
PUT = Opcode(0x18, "RC PUT", "RC", (PutETH,), True, "only", "request", "PUT", "ACK", ("PUT",), "write")

register(opcodes=[PUT])
