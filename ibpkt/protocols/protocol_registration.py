"""Protocols above SENDs from outside the package.

from ibpkt import register_protocol

register_protocol("kv", request=KVRequest, response=KVResponse, tag="id", kind="opcode", status="status", ports=[7471])

From then on `ibpkt commands` follows its commands, and everything else has its headers.  `docs/plugins.md` does it by
example.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from ibpkt.arguments import checked
from ibpkt.errors import CallerError
from ibpkt.protocols.graph import annotation_graph, headers
from ibpkt.protocols.mad.service import PORTS
from ibpkt.protocols.rules import Rule, follow
from ibpkt.protocols.tables import update_all
from ibpkt.protocols.upper.declared import DECLARED, ExpertRule, LentMemory, SendProtocol, Values
from ibpkt.schema import Header

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_PAYLOAD = follow(0, {0: ()})


@checked
def register_protocol(
    name: str,
    *,
    request: Header,
    response: Header,
    tag: str,
    kind: str = "",
    status: str = "",
    success: Iterable[int] = (0,),
    size: str = "",
    queue: str = "",
    detail: str = "",
    memory: LentMemory | tuple[str, ...] | None = None,
    ports: Iterable[int] = (),
    service_ids: Iterable[int] = (),
    private: Header | None = None,
    check: Callable[[Values], object] | None = None,
    rules: Mapping[Header, Rule | Sequence[Rule]] | None = None,
    expert: Iterable[ExpertRule] = (),
) -> None:
    """Add a protocol whose commands and responses are SENDs.

    A message of one end that begins with the request's header begins a command; the message of the other end that
    begins with the response's header, and has the same tag, ends it.  Fields that are fixed or reserved, and `check`,
    decide whether a message can be one.  If anything is wrong, nothing is registered.

    Args:
        name: the name of the protocol, as `ibpkt commands` and `--decode-as` have it.
        request: the header of a command.
        response: the header of what answers it.
        tag: the field of both that joins them.
        kind: the field of the request whose enumeration names the command.
        status: the field of the response that says how the command ended.
        success: values of the status that are success.
        size: the field, of the request or else of the response, that counts the bytes that the command moves.
        queue: the field of the request that tells several queues of a connection apart.
        detail: what else identifies a command; ``{name}`` stands for the value of a field of the request.
        memory: the fields of the request that lend memory: R_Key, address and, where the request has it, length.
        ports: the ports of the RDMA IP CM service on which it is served.
        service_ids: other service IDs that serve it.
        private: the header with which the private data of REQ and REP begin; if it has 24 fixed bits or more, it
            proves the protocol whatever the service is.
        check: takes the values of a request by the names of its fields, and returns whether they make sense.
        rules: what follows the headers (`ibpkt.protocols.follow`).
        expert: what `ibpkt expert` reports about commands.

    Raises:
        CallerError: a name that exists already, or a field that a header does not have.
    """
    from ibpkt.protocols.upper.contents import RULES, add_contents  # late: most runs have no plug-in

    if not _NAME.fullmatch(name):
        raise CallerError(f"{name!r} is no name of a protocol: lower-case letters, digits and hyphens", name=name)
    if name in DECLARED:
        raise CallerError(f"there is a protocol {name!r} already", name=name)
    lent = memory if memory is None or isinstance(memory, LentMemory) else LentMemory(*memory)
    declared = SendProtocol(
        name, request, response, tag=tag, kind=kind, status=status, success=success, size=size, queue=queue,
        detail=detail, memory=lent, ports=ports, service_ids=service_ids, private=private, check=check, expert=expert,
    )  # fmt: skip
    several = {header: (given,) if isinstance(given, Rule) else tuple(given) for header, given in (rules or {}).items()}
    _check_headers(declared, several)
    titles = {request: "request", response: "response", private: "private data"}
    for header in dict.fromkeys(declared.headers):
        add_contents(f"{header.title} ({titles[header]})", header)
    for header, added in several.items():
        RULES[header] = (*added, _PAYLOAD)
    for port in declared.ports:
        PORTS.setdefault(port, name)
    DECLARED[name] = declared
    update_all()


def _check_headers(declared: SendProtocol, rules: Mapping[Header, tuple[Rule, ...]]) -> None:
    """Every header is new, and its name stands for it alone."""
    from ibpkt.protocols.upper.contents import CONTENTS

    known = {header.key: header for header in (*headers(), *annotation_graph().rules)}
    named = dict.fromkeys(
        (
            *declared.headers,
            *rules,
            *(header for several in rules.values() for rule in several for chain in rule.chains for header in chain),
            *(header for several in rules.values() for rule in several for header in rule.otherwise or ()),
        )
    )
    for header in named:
        if known.setdefault(header.key, header) is not header:
            raise CallerError(f"there is another header {header.name} already", name=header.name)
    for header in declared.headers:
        if any(contents.headers == (header,) for contents in CONTENTS.values()):
            raise CallerError(f"{header.name} begins the messages of another protocol already", name=header.name)
