"""A plug-in for ibpkt: latency probes that switches send over UDP port 9000."""

from ibpkt import register
from ibpkt.protocols import UDP, follow
from ibpkt.schema import Derived, Header, flag, reserved, text, uint

Telemetry = Header(
    "Telemetry",
    "Switch Telemetry",
    "telemetry",
    uint("version", 4, "Version", default=1, fixed=True),
    uint("hops", 4, "Hops", doc="switches passed so far"),
    flag("late", "Late"),
    reserved("reserved", 7),
    uint("sent", 48, "Sent", unit="ns"),
    text("switch", 8, "Switch"),
    Derived("micros", "Sent in microseconds", ("sent",), lambda sent: sent / 1000, unit="µs"),
    summary="Telemetry hops={hops} from {switch}",
    protocol="Telemetry",
    source="the switch's manual",
)

register(rules={UDP: follow(UDP.leaf("dstport"), {9000: Telemetry})})
