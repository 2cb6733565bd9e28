"""Protocols above SENDs that plug-ins declare: what begins a command, what ends it, which memory it moves.

Nothing here runs: `ibpkt.commands.declared_rule` follows what is declared.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ibpkt.errors import CallerError
from ibpkt.protocols.mad.service import ip_service_id
from ibpkt.schema import Field, Header

#: takes the raw values of a request and of its response, by the names of their fields
Values = Mapping[str, Any]
#: severities of findings
SEVERITIES = ("chat", "note", "warning", "error")


class LentMemory(NamedTuple):
    """The fields of a request that name the memory which it lets the other end read or write.

    Attributes:
        key: the R_Key.
        address: the virtual address.
        length: bytes; "" where the request does not say.
    """

    key: str
    address: str
    length: str = ""


class ExpertRule(NamedTuple):
    """What `ibpkt expert` reports about a command.

    Attributes:
        name: the kind of the finding: short, lower case, with hyphens.
        says: the sentence; ``{name}`` stands for the value of a field of the request, or else of the response.
        when: takes the values of the request, and those of the response (none where the capture has no response), and
            returns whether the finding is reported.
        means: what that usually means.
        severity: chat, note, warning or error.
        source: the section of the document that has the rule.
    """

    name: str
    says: str
    when: Callable[[Values, Values], object]
    means: str = ""
    severity: str = "warning"
    source: str = ""


class SendProtocol:
    """A protocol whose commands and responses are SENDs, as `ibpkt.register_protocol` takes it.

    Attributes:
        name: the value of `Command.protocol`.
        request, response: the headers with which their messages begin.
        tag: the field of both that joins them.
        kind: the field of the request whose enumeration names the command; "" for none.
        status: the field of the response that says how it ended; "" for none.
        success: values of it that are success.
        size: the field, of the request or else of the response, that counts the bytes the command moves; "" for none.
        queue: the field of the request that tells several queues of a connection apart; "" for none.
        detail: what else identifies a command; ``{name}`` stands for the value of a field of the request.
        memory: the fields that name memory, or None.
        services: the service IDs that serve it.
        ports: those of them that are ports.
        private: the header with which the private data of its REQ and REP begin, or None.
        check: takes the values of a request, and returns whether they make sense; None: all do.
        expert: what is reported about its commands.
    """

    def __init__(self, name: str, request: Header, response: Header, **facts: Any) -> None:
        self.name = name
        self.request, self.response = request, response
        self.tag: str = facts["tag"]
        self.kind: str = facts["kind"]
        self.status: str = facts["status"]
        self.success: frozenset[int] = frozenset(facts["success"])
        self.size: str = facts["size"]
        self.queue: str = facts["queue"]
        self.detail: str = facts["detail"]
        self.memory: LentMemory | None = facts["memory"]
        self.ports: tuple[int, ...] = tuple(facts["ports"])
        self.services: frozenset[int] = frozenset(
            (*facts["service_ids"], *(ip_service_id("TCP", port) for port in self.ports))
        )
        self.private: Header | None = facts["private"]
        self.check: Callable[[Values], object] | None = facts["check"]
        self.expert: tuple[ExpertRule, ...] = tuple(facts["expert"])
        self._check_names()

    def _check_names(self) -> None:
        for header, names in (
            (self.request, (self.tag, self.kind, self.queue, *(self.memory or ()))),
            (self.response, (self.tag, self.status)),
        ):
            for name in filter(None, names):
                self._field(header, name, part=name == self.kind)
        if self.size and not self._has(self.request, self.size):
            self._field(self.response, self.size)
        for text, headers in (
            (self.detail, (self.request,)),
            *((rule.says, (self.request, self.response)) for rule in self.expert),
        ):
            for _, name, _, _ in string.Formatter().parse(text):
                if name is not None and not any(self._has(header, name) for header in headers):
                    raise CallerError(f"{self.name}: {text!r} names no field of {headers[-1].name}", name=name)
        for rule in self.expert:
            if rule.severity not in SEVERITIES:
                raise CallerError(
                    f"the severity of {rule.name} is one of {', '.join(SEVERITIES)}, not {rule.severity!r}",
                    name=rule.severity,
                )

    def _field(self, header: Header, name: str, *, part: bool = False) -> None:
        """A number of whole bits, which every message has; a part of one where that is enough."""
        known = [leaf.name for leaf in (header.leaves if part else header.wire) if not leaf.wide and not leaf.when]
        if name not in known:
            raise CallerError(f"{self.name}: {header.name} has no number {name!r}", name=name, known=known)

    @staticmethod
    def _has(header: Header, name: str) -> bool:
        return any(leaf.name == name for leaf in header.leaves)

    @property
    def headers(self) -> tuple[Header, ...]:
        """The headers with which its messages and private data begin."""
        return tuple(filter(None, (self.request, self.response, self.private)))

    def bits(self, header: Header) -> int:
        """How many bits of a header must have one value: of fixed and reserved fields.

        None at all where all of these are zero: messages of zeros are common.
        """
        fixed = [field for field in header.wire if isinstance(field, Field) and (field.fixed or field.reserved)]
        return sum(field.width for field in fixed) if any(_says(field.default) for field in fixed) else 0

    @property
    def pair_bits(self) -> int:
        """The same of a request with its response, whose tag is the same."""
        one, other = self.bits(self.request), self.bits(self.response)
        return one + other + self.request.leaf(self.tag).width if one and other else 0


def _says(default: Any) -> bool:
    return any(default) if isinstance(default, bytes) else bool(default)


#: what plug-ins have declared, by name
DECLARED: dict[str, SendProtocol] = {}
