"""What the builder fills into management datagrams: where they go, what they ask for, and how long their tables are.

The facts stand on the declarations: classes, methods and attributes in `ibpkt.protocols.mad.classes`, the components of
records in `ibpkt.protocols.mad.sa`, traps in `ibpkt.protocols.mad.notice`, the layout of tables in the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ibpkt.craft.drafts import Draft
from ibpkt.protocols import BTH, DETH, GSI, LRH, MAD, MANAGEMENT_VL, PERMISSIVE, RMPP, SA, Graph, SMPDirected
from ibpkt.protocols.extended import QP1_Q_KEY
from ibpkt.protocols.mad.base import METHODS, RESPONSE, RMPP_TYPES
from ibpkt.protocols.mad.classes import RESPONSES, class_of, methods_of
from ibpkt.protocols.mad.notice import Notice, trap_origin
from ibpkt.protocols.mad.sa import component_mask
from ibpkt.protocols.mad.subn import SMPS
from ibpkt.schema import Leaf, number_of

#: the fields whose values decide what is filled in
DATAGRAM_LEAVES: tuple[Leaf, ...] = (
    *(MAD.leaf(name) for name in ("mgmtclass", "method", "status", "attributeid")),
    RMPP.leaf("rmppflags"),
    SMPDirected.leaf("drslid"),
    Notice.leaf("isgeneric"),
    Notice.leaf("trapnumberdeviceid"),
)
#: the fields of the common header that the class and the attribute decide
OF_THE_CLASS = ("classversion", "method")
#: RMPPFlags of a transfer of one packet: active, first and last
_ONE_PACKET = 7
_TABLE = number_of(METHODS, RESPONSES["GetTable"])


def address_datagram(stack: Sequence[Draft], rules: Graph) -> None:
    """Fill in where it goes: subnet management to queue pair 0 on VL 15, all others to queue pair 1 with its Q_Key.

    Source: IBA 1, 10.2.5, 13.5.1 and 14.2.1.
    """
    by_header = {draft.header: draft.raw for draft in reversed(stack)}
    mgmtclass = by_header[MAD].get("mgmtclass", -1)
    chains = (rule.table.get(mgmtclass, ()) for rule in rules.rules[MAD] if rule.on == (MAD.leaf("mgmtclass"),))
    datagram = set(by_header).union(*chains)
    if datagram.isdisjoint(SMPS):
        for header, field, value in ((BTH, "destqp", GSI), (DETH, "srcqp", GSI), (DETH, "q_key", QP1_Q_KEY)):
            by_header.get(header, {}).setdefault(field, value)
    elif LRH in by_header:
        by_header[LRH].setdefault("vl", MANAGEMENT_VL)
        if SMPDirected in datagram and by_header.get(SMPDirected, {}).get("drslid", PERMISSIVE) == PERMISSIVE:
            by_header[LRH].setdefault("slid", PERMISSIVE)
            by_header[LRH].setdefault("dlid", PERMISSIVE)


def announce_records(stack: Sequence[Draft], rules: Graph) -> None:
    """Fill in what says that records follow each other: RMPP's header, and the distance between two records."""
    headers = [draft.header for draft in stack]
    if SA not in headers:
        return
    at = headers.index(SA)
    records = headers[at + 1 :]
    rmpp = stack[headers.index(RMPP)].raw if RMPP in headers else {}
    mad = stack[headers.index(MAD)].raw
    table = mad.get("method") == _TABLE and not mad.get("status")  # an error is sent without one
    repeated = next((rule for rule in rules.rules.get(records[0], ()) if rule.stride), None) if records else None
    if (repeated and len(records) > 1) or table:
        rmpp.setdefault("rmppflags", _ONE_PACKET)
    flags = rmpp.get("rmppflags", 0)
    if not flags & 1:
        return
    rmpp.setdefault("rmppversion", 1)
    rmpp.setdefault("rmpptype", number_of(RMPP_TYPES, "DATA"))
    if flags == _ONE_PACKET and rmpp["rmpptype"] == number_of(RMPP_TYPES, "DATA"):
        rmpp.setdefault("data1", 1)  # the number of the segment
    length = next(rule.room.length for rule in rules.rules[SA] if rule.room and rule.room.length)
    rmpp.setdefault(length.name, sum(header.size for header in headers[at:]))
    if repeated and repeated.stride:
        gaps = next((place for place, header in enumerate(records[1:]) if header is not repeated.stride.gap), 0)
        units = records[0].size // repeated.stride.unit + gaps
        stack[at].raw.setdefault(repeated.stride.leaf.name, units)


def complete_datagram(stack: Sequence[Draft]) -> None:
    """Fill in what its class and attribute say once they are known: version, method, component mask, type of trap."""
    headers = [draft.header for draft in stack]
    at = headers.index(MAD)
    mad = stack[at].raw
    mgmtclass, attributeid = mad.get("mgmtclass", 0), mad.get("attributeid", 0)
    by_header = {draft.header: draft.raw for draft in reversed(stack)}
    mad.setdefault("classversion", class_of(mgmtclass).version)
    table = by_header.get(RMPP, {}).get("rmppflags", 0)
    usual = _TABLE if table and SA in by_header else number_of(METHODS, methods_of(mgmtclass, attributeid)[0])
    method = mad.setdefault("method", usual)
    if SA in by_header and not method & RESPONSE and headers[-1] is not SA:
        record = stack[headers.index(SA) + 1]
        by_header[SA].setdefault("componentmask", component_mask(record.header, record.raw.keys()))
    if Notice in by_header:
        _complete_notice(by_header[Notice], mgmtclass)


def _complete_notice(notice: dict[str, Any], mgmtclass: int) -> None:
    if notice.get("isgeneric"):
        kind, producer = trap_origin(mgmtclass, notice.get("trapnumberdeviceid", 0))
        notice.setdefault("type", kind)
        notice.setdefault("producertypevendorid", producer)
