"""Management datagrams by their operations: ``SubnGet("NodeInfo", tid=7)`` gives the headers for `ibpkt.build`.

The operations are called as packets' lines call them, and made from the declared classes and methods.  What is given
stays; `ibpkt.build` fills in the rest (`ibpkt.craft.datagrams`).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ibpkt.craft.drafts import Draft
from ibpkt.errors import CallerError
from ibpkt.management.datagram_layout import attribute_numbers, class_headers, datagram
from ibpkt.protocols import SMPDirected
from ibpkt.protocols.mad.base import METHODS, RESPONSE, RETURNING, attribute_name
from ibpkt.protocols.mad.classes import CLASSES, MANAGEMENT_CLASSES, RESPONSES, attributes_of, class_of, methods_of
from ibpkt.protocols.mad.notice import CLASS_TRAPS, TRAPS, Notice
from ibpkt.protocols.mad.subn import DirectedPaths
from ibpkt.schema import number_of

#: the headers of a datagram, from MAD on; `ibpkt.build` puts BTH and DETH before them where they are not there
Datagram = tuple[Draft, ...]

#: the methods of notices, which are called by the number of their trap
_NOTIFYING = {method for method in METHODS.values() if method.startswith(("Trap", "Report"))}


def mad(
    mgmtclass: int | str,
    method: int | str,
    attribute: int | str = 0,
    /,
    *,
    tid: int = 0,
    modifier: int = 0,
    path: Sequence[int] | None = None,
    records: Sequence[Mapping[str, Any]] | None = None,
    strict: bool = True,
    **fields: Any,
) -> Datagram:
    """A management datagram of any class, also one that has no operations with names.

    Args:
        mgmtclass: the class: its number, its name ("PerfMgt", "Vendor (OpenIB ping)") or what the names of its
            operations begin with ("Perf").
        method: its name ("Get"), which the attribute must allow; or its number, which is taken as it is.
        attribute: its name ("PortCounters") or its AttributeID.
        tid: TransactionID.
        modifier: AttributeModifier.
        path: makes the datagram a directed-route one: the initial path, whose first number is unused, ``[0, 1, 5]``.
            The hop count is that of its ports; the hop pointer is 0, as a requester hands it to its own port, unless
            ``classspecific`` is given.
        records: the records of a table, each as a mapping of its fields, in place of ``fields``.
        strict: refuse a method that the specification does not define for the attribute.
        **fields: fields of the attribute, or of the headers before it (``m_key``): the innermost header that has the
            name is meant, ``smp__m_key`` names the header.  Bytes, texts and rows are filled up with zeros.

    Returns:
        The headers, from MAD on.

    Raises:
        CallerError: a class, method, attribute or field that does not exist, or a value that does not fit.
    """
    number = _class(mgmtclass, directed=path is not None)
    attributeid = _attribute(number, attribute)
    code = _method(number, method, attributeid, strict)
    check_number("tid", tid, 64)
    check_number("modifier", modifier, 32)
    common: dict[str, Any] = {
        "mgmtclass": number,
        "method": code,
        "transactionid": tid,
        "attributeid": attributeid,
        "attributemodifier": modifier,
    }
    if path is not None:
        common["classspecific"] = _hops(path)
        fields.setdefault("initialpath", list(path))
    if SMPDirected in class_headers(number) and code & RESPONSE:
        common["status"] = RETURNING
    if records is None and code == number_of(METHODS, RESPONSES["GetTable"]) and not fields:
        records = ()
    return datagram(common, fields, records=records)


def _class(given: int | str, directed: bool) -> int:
    names = {**{row.prefix: number for number, row in reversed(MANAGEMENT_CLASSES.items())}, **_class_names()}
    names.pop("", None)
    if isinstance(given, str):
        if given not in names:
            raise CallerError(f"there is no management class {given!r}", name=given, known=names)
        given = names[given]
    check_number("mgmtclass", given, 8)
    if not directed:
        return given
    twin = given | RESPONSE
    if SMPDirected not in class_headers(twin):
        raise CallerError(f"only subnet management has directed routes, not class 0x{given:02x}", name="path")
    return twin


def _class_names() -> dict[str, int]:
    return {name: number for number, name in CLASSES.items()}


def _attribute(mgmtclass: int, given: int | str) -> int:
    if isinstance(given, str):
        known = {**attribute_numbers(mgmtclass), **{name: number for number, name in attributes_of(mgmtclass).items()}}
        if given not in known:
            what = class_of(mgmtclass).name or f"class 0x{mgmtclass:02x}"
            raise CallerError(f"{what} has no attribute {given!r}", name=given, known=known)
        return known[given]
    check_number("attribute", given, 16)
    return given


def _method(mgmtclass: int, given: int | str, attributeid: int, strict: bool) -> int:
    if isinstance(given, str):
        if given not in METHODS.values():
            raise CallerError(f"there is no method {given!r}", name=given, known=METHODS.values())
        requests = methods_of(mgmtclass, attributeid)
        allowed = [*requests, *(RESPONSES[request] for request in requests if request in RESPONSES)]
        if strict and given not in allowed:
            what = attribute_name(mgmtclass, attributeid)
            ways = ", ".join(dict.fromkeys(allowed))
            raise CallerError(f"{what} has no method {given}, only {ways}; strict=False takes it", name=given)
        return number_of(METHODS, given)
    check_number("method", given, 8)
    return given


def check_number(name: str, value: object, bits: int) -> None:
    """Refuse what is no number of so many bits.

    Raises:
        CallerError: it is none.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << bits:
        raise CallerError(f"{name} takes 0 to {(1 << bits) - 1:#x}, not {value!r}", name=name)


def _hops(path: Sequence[int]) -> int:
    """The class-specific word of a path: hop pointer 0, and its hop count."""
    most = DirectedPaths.leaf("initialpath").count - 1
    ports = list(path) if isinstance(path, Sequence) and not isinstance(path, str) else []
    if not 1 <= len(ports) <= most + 1:
        raise CallerError(f"a path is 0 and the ports of up to {most} hops, not {path!r}", name="path")
    return len(ports) - 1


class MADMethod:
    """A method of a management class: called with an attribute it gives the headers of a datagram.

    Args:
        prefix: what the names of the class's operations begin with.
        method: the method's name.

    Attributes:
        name: what it is called, ``SubnGet``.
    """

    name: str
    __name__: str

    def __init__(self, prefix: str, method: str) -> None:
        self.name = self.__name__ = self.__qualname__ = prefix + method
        self._prefix = prefix
        self._method = method
        notice = " A number or a name of a trap stands for its notice." if method in _NOTIFYING else ""
        self.__doc__ = f"The headers of a {self.name}(…); the arguments are those of `mad`.{notice}"

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __call__(
        self,
        attribute: int | str = "Notice",
        /,
        *,
        tid: int = 0,
        modifier: int = 0,
        path: Sequence[int] | None = None,
        records: Sequence[Mapping[str, Any]] | None = None,
        strict: bool = True,
        **fields: Any,
    ) -> Datagram:
        """The headers of a datagram, from MAD on.

        Args:
            attribute: its name or its AttributeID; for a Trap, TrapRepress or Report the number or the name of a trap,
                144 or "Local Changes".
            tid: TransactionID.
            modifier: AttributeModifier.
            path: as of `mad`.
            records: as of `mad`.
            strict: as of `mad`.
            **fields: as of `mad`.

        Raises:
            CallerError: as `mad`.
        """
        if self._method in _NOTIFYING and attribute != Notice.name:
            fields = {"trapnumber": _trap(_class(self._prefix, directed=False), attribute), **fields}
            attribute = Notice.name
        options: dict[str, Any] = {"tid": tid, "modifier": modifier, "path": path, "records": records, "strict": strict}
        return mad(self._prefix, self._method, attribute, **options, **fields)


def _trap(mgmtclass: int, given: int | str) -> int:
    """The number of a trap, from its number or its name."""
    if not isinstance(given, str):
        return given
    own = {name: number for (owner, number), name in CLASS_TRAPS.items() if owner == mgmtclass}
    known = {**{name: number for number, name in TRAPS.items()}, **own}
    if given not in known:
        raise CallerError(f"there is no trap {given!r}", name=given, known=known)
    return known[given]


@functools.cache
def operations() -> dict[str, MADMethod]:
    """The operations of all classes that name theirs, by name: SubnGet, SubnSet, …"""
    found: dict[str, MADMethod] = {}
    for row in MANAGEMENT_CLASSES.values():
        if row.prefix:
            for method in dict.fromkeys((*row.methods, *(RESPONSES.get(each, each) for each in row.methods))):
                found.setdefault(row.prefix + method, MADMethod(row.prefix, method))
    return found


if not TYPE_CHECKING:  # type checkers have `ibpkt.management.operation_types`, so that a misspelt name is an error

    def __getattr__(name: str) -> MADMethod:
        """Each operation is a name of this module."""
        try:
            return operations()[name]
        except KeyError:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
