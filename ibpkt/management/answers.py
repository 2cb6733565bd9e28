"""The answer to a management datagram: the way back, the same transaction, and the method of the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, overload

from ibpkt.craft.announce import computed_fields
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import Draft, drafts_of, raw_values
from ibpkt.errors import CallerError
from ibpkt.management.datagram_layout import datagram
from ibpkt.management.datagrams import Datagram
from ibpkt.packet import Packet
from ibpkt.protocols import BTH, DETH, MAD, RMPP, SA, SMPDirected
from ibpkt.protocols.mad.base import METHODS, RETURNING, operation
from ibpkt.protocols.mad.classes import RESPONSES
from ibpkt.schema import Header, number_of


@overload
def answer(
    request: Packet, *, status: int = 0, records: Sequence[Mapping[str, Any]] | None = None, **fields: Any
) -> Packet: ...


@overload
def answer(
    request: Sequence[Any], *, status: int = 0, records: Sequence[Mapping[str, Any]] | None = None, **fields: Any
) -> Datagram: ...


def answer(
    request: Packet | Sequence[Any],
    *,
    status: int = 0,
    records: Sequence[Mapping[str, Any]] | None = None,
    **fields: Any,
) -> Packet | Datagram:
    """The answer to a request.

    It has the request's TransactionID, attribute and modifier, the method of the answer (a TrapRepress for a Trap), the
    request's values except for what is given here, and swapped addresses and queue pairs.  A directed-route packet has
    its direction bit set; the hop pointer stays as it is, since on a link it is the same on the way there and back.

    Args:
        request: a packet, or the headers of one, as `ibpkt.build` takes them.
        status: the status; the direction bit is set beside it.
        records: the records of a table; none where neither these nor fields are given.
        **fields: fields of the answer, as `ibpkt.management.mad` takes them, and ``bth__psn`` for those in front of it.

    Returns:
        A packet for a packet, and headers for headers.

    Raises:
        CallerError: no management datagram, a method that has no answer, or a field that does not exist or fit.

    Source: IBA 1, 13.4.5, 13.5.4 and 14.2.2.
    """
    if isinstance(request, Packet):
        stack = [Draft(layer.header, dict(layer.raw)) for layer in request.layers]
    elif isinstance(request, Sequence) and not isinstance(request, str | bytes):
        stack = [Draft(header, dict(raw)) for header, raw in drafts_of(request)]
    else:
        raise CallerError(f"expected a packet or its headers, not {request!r}")
    at = next((place for place, draft in enumerate(stack) if draft.header is MAD), None)
    if at is None:
        raise CallerError("the packet is no management datagram")
    if not isinstance(status, int) or not 0 <= status <= 0xFFFF:
        raise CallerError(f"status takes 0 to 0xffff, not {status!r}", name="status")
    carrier, asked = stack[:at], stack[at:]
    outer = {draft.header.key for draft in carrier}
    around = {path: value for path, value in fields.items() if path.partition("__")[0] in outer and "__" in path}
    inner = {path: value for path, value in fields.items() if path not in around}
    group = _answer(asked, status, records, inner)
    back = way_back(carrier)
    for path, value in around.items():
        key, _, name = path.partition("__")
        draft = next(draft for draft in back if draft.header.key == key)
        draft.raw.update(raw_values(draft.header, {name: value}))
    if isinstance(request, Packet):
        return build(*back, *group, link=request.link, roce_port=request.roce_port)
    return (*back, *group)


def _answer(
    asked: Sequence[Draft], status: int, records: Sequence[Mapping[str, Any]] | None, fields: Mapping[str, Any]
) -> Datagram:
    common = dict(asked[0].raw)
    method = METHODS.get(common.get("method", 0), "")
    if method not in RESPONSES:
        what = operation(common.get("mgmtclass", 0), common.get("method", 0), common.get("attributeid", 0))
        raise CallerError(f"{what} has no answer", name="method")
    common["method"] = number_of(METHODS, RESPONSES[method])
    base: dict[Header, dict[str, Any]] = {draft.header: draft.raw for draft in reversed(asked[1:])}
    common["status"] = status | (RETURNING if SMPDirected in base else 0)
    if RESPONSES[method] == RESPONSES["GetTable"] and not status:  # an error has no table
        base.pop(RMPP, None)  # the answer is a transfer, which the builder announces
        base.get(SA, {}).pop("attributeoffset", None)
        base = {header: raw for header, raw in base.items() if header is SA}
        if records is None and not fields:
            records = ()
    return datagram(common, fields, base, records)


def way_back(carrier: Sequence[Draft]) -> list[Draft]:
    """The headers in front of a datagram for the way back: addresses and queue pairs swapped, the rest to be computed.

    Args:
        carrier: the headers, outermost first.
    """
    back: list[Draft] = []
    for header, given in carrier:
        raw = {name: value for name, value in given.items() if name not in computed_fields(header)}
        if header.address is not None:
            _, source, destination = header.address
            raw = _swapped(raw, source, destination)
        back.append(Draft(header, raw))
    by_header = {draft.header: draft.raw for draft in carrier}
    for draft in back:
        for header, name, other, theirs in ((BTH, "destqp", DETH, "srcqp"), (DETH, "srcqp", BTH, "destqp")):
            if draft.header is header:
                draft.raw.pop(name, None)
                if theirs in by_header.get(other, {}):
                    draft.raw[name] = by_header[other][theirs]
    return back


def _swapped(raw: dict[str, Any], source: str, destination: str) -> dict[str, Any]:
    swap = {source: destination, destination: source}
    return {swap.get(name, name): value for name, value in raw.items()}
