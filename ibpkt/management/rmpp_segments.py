"""Tables that do not fit into one packet: the segments of an RMPP transfer."""

from __future__ import annotations

from typing import Any

from ibpkt.craft.builder import build
from ibpkt.craft.drafts import Draft, drafts_of
from ibpkt.errors import CallerError
from ibpkt.packet import Packet
from ibpkt.protocols import BTH, MAD, PSN_MASK, RMPP, ROCE_PORT, SA
from ibpkt.protocols.mad.base import RMPP_TYPES
from ibpkt.schema import Header, number_of

#: bits of RMPPFlags
_ACTIVE, _FIRST, _LAST = 1, 2, 4


def segments(*headers: Any, link: int | str | Header | None = None, roce_port: int = ROCE_PORT) -> list[Packet]:
    """The packets of a table, however long it is.

    The first segment tells the length of the whole, the last one how much of it counts; each has the class's header,
    which is counted in both.  The packets have consecutive PSNs.

    Args:
        *headers: the headers of one packet with all records, as `ibpkt.build` takes them.
        link: as of `ibpkt.build`.
        roce_port: likewise.

    Raises:
        CallerError: no table of subnet administration, or what `ibpkt.build` refuses.

    Source: IBA 1, 13.6.2 and 15.3.4.
    """
    drafts = drafts_of(headers)
    kinds = [draft.header for draft in drafts]
    if SA not in kinds or RMPP not in kinds:
        raise CallerError("only a datagram of subnet administration is sent in segments")
    at = kinds.index(SA)
    records = b"".join(header.write(raw) for header, raw in drafts[at + 1 :])
    room = MAD.fills - sum(header.size for header in kinds[kinds.index(MAD) : at + 1])
    if len(records) <= room:
        return [build(*drafts, link=link, roce_port=roce_port)]
    # the builder counts the bytes of the whole, and knows the distance of records
    whole = build(*drafts, link=link, roce_port=roce_port)
    offset = whole.all(SA.name)[0].raw["attributeoffset"]
    count = -(-len(records) // room)
    packets = []
    for number in range(count):
        part = records[number * room : (number + 1) * room]
        flags = _ACTIVE | (_FIRST if number == 0 else 0) | (_LAST if number == count - 1 else 0)
        length = len(records) + count * SA.size if flags & _FIRST else len(part) + SA.size if flags & _LAST else 0
        transfer = {
            "rmppversion": 1,
            "rmpptype": number_of(RMPP_TYPES, "DATA"),
            "rmppflags": flags,
            "data1": number + 1,
            "data2": length,
        }
        given: dict[Header, dict[str, Any]] = {
            RMPP: transfer,
            SA: {"attributeoffset": offset},
            MAD: {"attributeid": whole.mad.attributeid},
        }
        stack = [Draft(header, {**given.get(header, {}), **raw}) for header, raw in drafts[: at + 1]]
        for header, raw in stack:
            if header is BTH:
                raw["psn"] = raw.get("psn", 0) + number & PSN_MASK
        packets.append(build(*stack, payload=part, link=link, roce_port=roce_port))
    return packets
