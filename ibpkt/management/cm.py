"""Exchanges of connection management as a whole: ``connect(port=4420)`` gives REQ, REP and RTU as packets.

Both ends are described as `ibpkt.management.connections` describes them, so that what it finds in a capture can be
made again, and what is made here it finds again.

Source: IBA 1, 12.9 and A11.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from ibpkt.arguments import flag
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import draft
from ibpkt.errors import CallerError
from ibpkt.management.cm_connections import ConnectionEnd
from ibpkt.management.cm_ends import completed, path_fields, routes
from ibpkt.management.datagrams import check_number, mad
from ibpkt.packet import Packet
from ibpkt.protocols import BTH, DETH, GSI
from ibpkt.protocols.mad.cm import MESSAGES, REJECTED, REQ, TRANSPORTS
from ibpkt.protocols.mad.cm_private import IPCM
from ibpkt.protocols.mad.service import IP_CM, ip_service_id

_MESSAGE_NAMES = {header.name.lower(): header.name for header in MESSAGES.values()}
#: the partition that every port is in
_P_KEY = 0xFFFF
#: exponents of times as the Linux kernel gives them: for an answer of connection management, and for an ACK
_RESPONSE_TIME, _ACK_TIME = 20, 19


class CMExchange:
    """The messages of two ends that connect, refuse, release or migrate; they share IDs, addresses and a transaction.

    Args:
        active: the end that sends the request; what it leaves open takes its default.  Its ``ip`` and ``port`` are
            those of the IP CM service.
        passive: the end that answers; its ``port`` is that of the service.
        carrier: what carries the packets: a name of `ibpkt.craft.carriers.CARRIERS`, or the headers in front of BTH as
            the active end sends them, with their addresses.
        port: the port of the service, in place of that of ``passive``.
        service_id: the ServiceID; None for that of the port in the IP CM service.  Private data begin with the header
            of the IP CM service where the ServiceID belongs to it.
        transport: RC, UC, RD or XRC.
        path_mtu: bytes.
        retry_count: how often a packet is retransmitted, 0 to 7.
        rnr_retry_count: how often after an RNR NAK; 7: without limit.
        tid: the TransactionID of all messages.

    Raises:
        CallerError: no such carrier, transport or MTU, or an address that does not fit the carrier.
    """

    def __init__(
        self,
        *,
        active: ConnectionEnd | None = None,
        passive: ConnectionEnd | None = None,
        carrier: str | Sequence[Any] = "rocev2",
        port: int | None = None,
        service_id: int | None = None,
        transport: str = "RC",
        path_mtu: int = 4096,
        retry_count: int = 7,
        rnr_retry_count: int = 7,
        tid: int = 1,
    ) -> None:
        for name, end in (("active", active), ("passive", passive)):
            if not isinstance(end, ConnectionEnd | None):
                raise CallerError(f"{name} is a ConnectionEnd, not {end!r}", name=name)
        check_number("tid", tid, 64)
        for value in (port, passive and passive.port, active and active.port):
            check_number("port", 0 if value is None else value, 16)
        check_number("service_id", 0 if service_id is None else service_id, 64)
        if port is not None:
            passive = dataclasses.replace(passive or ConnectionEnd(""), port=port)
        self._link, self._there, self._back = routes(carrier, active, passive)
        #: both ends, with all that was left open
        self.active: ConnectionEnd = completed(active, self._there, 0)
        self.passive: ConnectionEnd = completed(passive, self._back, 1)
        self.service_id = service_id
        self.tid = tid
        self._request: dict[str, Any] = {
            "retrcount": retry_count,
            "rnrretrcount": rnr_retry_count,
            "pppmtu": _mtu(path_mtu),
            **_transport(transport),
        }
        self._sent = {True: 0, False: 0}

    # -- one message --------------------------------------------------------------------------------------------------

    def message(self, name: str, *, by_active: bool, **fields: Any) -> Packet:
        """One message, from one end to the other.

        Args:
            name: REQ, REP, …
            by_active: whether the active end sends it.
            **fields: its fields; the communication IDs and all else that both ends know are filled in.

        Raises:
            CallerError: no such message or field, or a value that does not fit.
        """
        flag(by_active, "by_active")
        header = _MESSAGE_NAMES.get(name.lower()) if isinstance(name, str) else None
        if header is None:
            raise CallerError(f"there is no message {name!r}", name=str(name), known=_MESSAGE_NAMES.values())
        values = {**self._common(header, by_active), **fields}
        carrier = self._there if by_active else self._back
        psn = self._sent[by_active]
        self._sent[by_active] += 1
        datagram = mad("ComMgt", "Send", header, tid=self.tid, **values)
        return build(*carrier, draft(BTH, psn=psn, destqp=GSI), DETH, datagram, link=self._link)

    def _common(self, name: str, by_active: bool) -> dict[str, Any]:
        """What both ends know: the fields that a message has of the IDs of its sender and its receiver."""
        sender, receiver = (self.active, self.passive) if by_active else (self.passive, self.active)
        known = {
            "localcommid": sender.comm_id,
            "remotecommid": receiver.comm_id,
            "remoteqpneecn": receiver.qpn,
            "requestid": self.active.comm_id,
        }
        declared = next(header for header in MESSAGES.values() if header.name == name)
        return {field: value for field, value in known.items() if field in declared.by_name}

    # -- exchanges ----------------------------------------------------------------------------------------------------

    def connect(self, *, mra: bool = False, **fields: Any) -> list[Packet]:
        """REQ, REP and RTU, by which a connection is established.

        Args:
            mra: the passive end asks for time by an MRA before it replies.
            **fields: fields of the messages by their names, ``req__prim_sl=3``.

        Raises:
            CallerError: a message that is not among these, or a field that does not exist or fit.
        """
        of = _by_message(fields, "REQ", "MRA", "REP", "RTU")
        packets = [self._req(of["REQ"])]
        if mra:
            packets.append(self.message("MRA", by_active=False, **{"servicetimeout": _RESPONSE_TIME, **of["MRA"]}))
        return [*packets, self._rep(of["REP"]), self.message("RTU", by_active=True, **of["RTU"])]

    def reject(
        self, *, message: str = "REQ", reason: int | str = "Consumer Reject", information: bytes = b"", **fields: Any
    ) -> list[Packet]:
        """REQ and REJ; or REQ, REP and the REJ of the active end.

        Args:
            message: the message that is rejected, REQ or REP.
            reason: a number or its name, "Invalid Service ID".
            information: additional reject information, up to 72 bytes; its length is filled in.
            **fields: as of `connect`.

        Raises:
            CallerError: as `connect`.
        """
        of = _by_message(fields, "REQ", "REP", "REJ")
        known = [name for name in REJECTED.values() if name.lower() in _MESSAGE_NAMES]
        if message not in known:
            raise CallerError(f"{' or '.join(known)} is rejected, not {message!r}", name=str(message), known=known)
        if not isinstance(information, bytes):
            raise CallerError(f"information is bytes, not {information!r}", name="information")
        packets = [self._req(of["REQ"]), *([self._rep(of["REP"])] if message == "REP" else [])]
        reject = {"msgrej": message, "reason": reason, "rejinfolen": len(information), "ari": information}
        private = {"private": self.passive.private} if message == "REQ" else {}
        rejected = self.message("REJ", by_active=message == "REP", **{**reject, **private, **of["REJ"]})
        return [*packets, rejected]

    def disconnect(self, *, by_active: bool = True, **fields: Any) -> list[Packet]:
        """DREQ and DREP, by which a connection is released.

        Args:
            by_active: whether the active end asks for it.
            **fields: as of `connect`.

        Raises:
            CallerError: as `connect`.
        """
        of = _by_message(fields, "DREQ", "DREP")
        request = self.message("DREQ", by_active=by_active, **of["DREQ"])
        return [request, self.message("DREP", by_active=not by_active, **of["DREP"])]

    def load_alternate_path(
        self, *, by_active: bool = True, status: int | str = "Alternate Path Loaded", **fields: Any
    ) -> list[Packet]:
        """LAP and APR, which propose another path and answer that; it has the addresses of the first one if none.

        Args:
            by_active: whether the active end proposes it.
            status: the answer.
            **fields: as of `connect`.

        Raises:
            CallerError: as `connect`.
        """
        of = _by_message(fields, "LAP", "APR")
        path = path_fields("alt", self._there if by_active else self._back, self._ends(by_active))
        lap = {**path, "alt_localacktout": _ACK_TIME, "remoteresptout": _RESPONSE_TIME, **of["LAP"]}
        answer = {"apstatus": status, **of["APR"]}
        return [self.message("LAP", by_active=by_active, **lap), self.message("APR", by_active=not by_active, **answer)]

    def resolve(self, *, status: int | str = 0, **fields: Any) -> list[Packet]:
        """SIDR_REQ and SIDR_REP, which ask for and tell the queue pair of a service of datagrams.

        Args:
            status: of the answer, a number or its name, "Service ID Not Supported".
            **fields: as of `connect`.

        Raises:
            CallerError: as `connect`.
        """
        of = _by_message(fields, "SIDR_REQ", "SIDR_REP")
        service = {"serviceid": self._service("UDP")}
        request = {"pkey": _P_KEY, **service, **self._private(service["serviceid"])}
        end = self.passive
        reply = {"status": status, "qpn": end.qpn, "q_key": end.q_key, "private": end.private, **service}
        return [
            self.message("SIDR_REQ", by_active=True, **{**request, **of["SIDR_REQ"]}),
            self.message("SIDR_REP", by_active=False, **{**reply, **of["SIDR_REP"]}),
        ]

    # -- what they say ------------------------------------------------------------------------------------------------

    def _req(self, fields: Mapping[str, Any]) -> Packet:
        end, service = self.active, self._service("TCP")
        values = {
            "serviceid": service,
            "localcaguid": end.ca_guid,
            "localqpn": end.qpn,
            "responderres": end.responder_resources,
            "initdepth": end.initiator_depth,
            "remoteresptout": _RESPONSE_TIME,
            "startpsn": end.psn,
            "localresptout": _RESPONSE_TIME,
            "pkey": _P_KEY,
            "maxcmretr": 15,
            "prim_localacktout": _ACK_TIME,
            **self._request,
            **path_fields("prim", self._there, self._ends(True)),
            **self._private(service),
        }
        return self.message(REQ.name, by_active=True, **{**values, **fields})

    def _rep(self, fields: Mapping[str, Any]) -> Packet:
        end = self.passive
        values = {
            "localcaguid": end.ca_guid,
            "localqpn": end.qpn,
            "respres": end.responder_resources,
            "initdepth": end.initiator_depth,
            "startpsn": end.psn,
            "tgtackdelay": 15,
            "rnrretrcount": self._request["rnrretrcount"],
            "private": end.private,
        }
        return self.message("REP", by_active=False, **{**values, **fields})

    def _ends(self, by_active: bool) -> tuple[ConnectionEnd, ConnectionEnd]:
        return (self.active, self.passive) if by_active else (self.passive, self.active)

    def _service(self, protocol: str) -> int:
        port = self.passive.port or 0
        return ip_service_id(protocol, port) if self.service_id is None else self.service_id

    def _private(self, service: int) -> dict[str, Any]:
        """The private data of a request: in the IP CM service the ports and addresses of both ends before them."""
        private = {"private": self.active.private}
        if service >> 24 != IP_CM:
            return private
        version = 6 if ":" in str(self.active.ip) else 4
        addresses = {f"sip{version}": self.active.ip, f"dip{version}": self.passive.ip}
        return {"sport": self.active.port, f"{IPCM.key}__ipv": version, **addresses, **private}


def _mtu(path_mtu: int) -> int:
    sizes = {name: code for code, name in REQ.leaf("pppmtu").enum.items()}
    if str(path_mtu) not in sizes:
        raise CallerError(f"path_mtu is one of {', '.join(sizes)} bytes, not {path_mtu!r}", name="path_mtu")
    return sizes[str(path_mtu)]


def _transport(name: str) -> dict[str, Any]:
    """The transport service as a REQ says it."""
    extended = {text: code for code, text in REQ.leaf("ext_transport").enum.items() if code}
    if not isinstance(name, str):
        raise CallerError(f"transport is a name, not {name!r}", name="transport")
    if name in extended:
        return {"transpsvctype": "Extended", "ext_transport": extended[name]}
    if name not in TRANSPORTS.values():
        raise CallerError(f"there is no transport {name!r}", name=str(name), known=[*TRANSPORTS.values(), *extended])
    return {"transpsvctype": name}


def _by_message(fields: Mapping[str, Any], *names: str) -> dict[str, dict[str, Any]]:
    """Fields by message, from ``req__prim_sl``."""
    found: dict[str, dict[str, Any]] = {name: {} for name in names}
    keys = {name.lower(): name for name in names}
    for path, value in fields.items():
        key, _, name = path.partition("__")
        if key not in keys or not name:
            allowed = ", ".join(f"{key}__…" for key in keys)
            raise CallerError(f"{path} belongs to no message of this exchange; it has {allowed}", name=key, known=keys)
        found[keys[key]][name] = value
    return found


# -- in one call ------------------------------------------------------------------------------------------------------


def connect(*, mra: bool = False, **options: Any) -> list[Packet]:
    """REQ, REP and RTU; the options are those of `CMExchange` and, as ``req__prim_sl``, fields of messages.

    Args:
        mra: the passive end asks for time by an MRA before it replies.
        **options: as above.

    Raises:
        CallerError: as `CMExchange.connect`.
    """
    settings, fields = _options(options)
    return CMExchange(**settings).connect(mra=mra, **fields)


def reject(
    *, message: str = "REQ", reason: int | str = "Consumer Reject", information: bytes = b"", **options: Any
) -> list[Packet]:
    """REQ and REJ, or REQ, REP and REJ.

    Args:
        message: as of `CMExchange.reject`.
        reason: likewise.
        information: likewise.
        **options: as of `connect`.

    Raises:
        CallerError: as `CMExchange.reject`.
    """
    settings, fields = _options(options)
    return CMExchange(**settings).reject(message=message, reason=reason, information=information, **fields)


def disconnect(*, by_active: bool = True, **options: Any) -> list[Packet]:
    """DREQ and DREP.

    Args:
        by_active: as of `CMExchange.disconnect`.
        **options: as of `connect`.

    Raises:
        CallerError: as `CMExchange.disconnect`.
    """
    settings, fields = _options(options)
    return CMExchange(**settings).disconnect(by_active=by_active, **fields)


def load_alternate_path(
    *, by_active: bool = True, status: int | str = "Alternate Path Loaded", **options: Any
) -> list[Packet]:
    """LAP and APR.

    Args:
        by_active: as of `CMExchange.load_alternate_path`.
        status: likewise.
        **options: as of `connect`.

    Raises:
        CallerError: as `CMExchange.load_alternate_path`.
    """
    settings, fields = _options(options)
    return CMExchange(**settings).load_alternate_path(by_active=by_active, status=status, **fields)


def sidr(*, status: int | str = 0, **options: Any) -> list[Packet]:
    """SIDR_REQ and SIDR_REP.

    Args:
        status: as of `CMExchange.resolve`.
        **options: as of `connect`.

    Raises:
        CallerError: as `CMExchange.resolve`.
    """
    settings, fields = _options(options)
    return CMExchange(**settings).resolve(status=status, **fields)


#: what `CMExchange` takes
_SETTINGS = tuple(CMExchange.__init__.__kwdefaults__ or ())


def _options(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The settings of an exchange, and the fields of its messages."""
    fields = {name: value for name, value in options.items() if "__" in name}
    settings = {name: value for name, value in options.items() if name not in fields}
    for name in settings:
        if name not in _SETTINGS:
            raise CallerError(f"an exchange has no option {name}", name=name, known=_SETTINGS)
    return settings, fields


__all__ = ["CMExchange", "connect", "disconnect", "load_alternate_path", "reject", "sidr"]
