"""Headers to be built: a declaration, and what was given for its fields.

Values are given as people write them (numbers, names of enumerated values, addresses as texts) and kept as raw values.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ibpkt.arguments import shown
from ibpkt.conveniences import extensible
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH, DETH, MAD, header_named, renewed
from ibpkt.schema import TEXT, Field, Header, Part


@extensible
class Draft(NamedTuple):
    """A header to be built.

    Attributes:
        header: its declaration.
        raw: the raw values that were given, by field; the others are computed or take their defaults.
    """

    header: Header
    raw: dict[str, Any]

    @property
    def size(self) -> int:
        """The bytes of the header, its variable part included."""
        tail = self.header.tail
        return self.header.size + (len(self.raw.get(tail.name, b"")) if tail else 0)


def draft(header: Header | str, **values: Any) -> Draft:
    """A header to be built, with Python values (numbers, names of enumerated values, addresses as texts, bytes).

    Args:
        header: its declaration or its name.
        **values: fields, or parts of fields (``ecn=3``); None leaves a field open.

    Raises:
        CallerError: no such header or field, or a value that does not fit; it names the limit and the nearest name.
    """
    declared = header_named(header) if isinstance(header, str) else header
    if not isinstance(declared, Header):
        raise CallerError(f"expected a header: a declaration or a name, not {shown(header)}")
    return Draft(declared, raw_values(declared, values))


def drafts_of(items: Iterable[Any]) -> list[Draft]:
    """Drafts from what `ibpkt.build` takes for headers, outermost first.

    Args:
        items: drafts; declarations or names, for headers with nothing given; tuples and lists of all these.  A list
            that begins with MAD brings its BTH and DETH where they are not there.

    Raises:
        CallerError: something else, or a name of no header.
    """
    drafts: list[Draft] = []
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise CallerError(f"expected headers one after the other, not {shown(items)}")
    for item in items:
        if isinstance(item, Draft):
            drafts.append(item)
        elif isinstance(item, Header):
            drafts.append(Draft(item, {}))
        elif isinstance(item, str):
            drafts.append(Draft(header_named(item), {}))
        elif isinstance(item, tuple | list):  # a group of headers that belong together, such as a MAD
            group = drafts_of(item)
            drafts += [*_transport(drafts, group), *group]
        else:
            raise CallerError(f"expected a header: a draft, a declaration or a name, not {shown(item)}")
    return drafts


def _transport(before: list[Draft], group: list[Draft]) -> list[Draft]:
    """The transport headers of a management datagram that is put straight behind what carries BTH."""
    if not before or not group or group[0].header is not MAD or before[-1].header is DETH:
        return []
    return [Draft(header, {}) for header in (BTH, DETH) if header is not before[-1].header]


def raw_values(header: Header, values: Mapping[str, Any]) -> dict[str, Any]:
    """Raw values by field, from Python values by field or part.

    Raises:
        CallerError: as `draft`.
    """
    raw: dict[str, Any] = {}
    if not isinstance(header, Header) or not isinstance(values, Mapping):
        raise CallerError(f"expected a declaration and a map of values, not {shown(header)} and {shown(values)}")
    for name, value in values.items():
        if value is None:
            continue
        leaf = header.leaf(name)
        if isinstance(leaf, Part):
            field = header.parent(leaf)
            number = _number(header, leaf, value)
            if not 0 <= number < 1 << leaf.width:
                raise CallerError(f"{header.name}.{name} takes 0 to {(1 << leaf.width) - 1}, not {value!r}", name=name)
            shift = field.width - leaf.offset - leaf.width
            before = raw.get(field.name, field.default)
            raw[field.name] = before & ~(((1 << leaf.width) - 1) << shift) | number << shift
        elif leaf is header.tail_leaf:
            raw[name] = _raw(header, header.tail_leaf, value)
        elif isinstance(leaf, Field):
            if leaf.count > 1:
                if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
                    raise CallerError(f"{header.name}.{name} takes {leaf.count} values, not {shown(value)}", name=name)
                raw[name] = tuple(_raw(header, leaf, item) for item in value)
                header.write({name: raw[name]})  # it says what does not fit
            else:
                raw[name] = one = _raw(header, leaf, value)
                header.bits(leaf, one)
        else:
            raise CallerError(f"{header.name}.{name} is computed from other fields and cannot be set", name=name)
    return raw


def _convert(header: Header, leaf: Field, value: Any) -> Any:
    if not leaf.kind.binary:
        return _number(header, leaf, value)
    if isinstance(value, bytes):
        return value
    if isinstance(value, bool | float | Mapping | set):  # bytes() would take some of them
        raise CallerError(f"{header.name}.{leaf.name} cannot be {shown(value)}", name=leaf.name)
    try:
        if isinstance(value, int):  # a key, say; bytes(5) would be five zero bytes
            return value.to_bytes(leaf.width // 8, "big")
        raw = leaf.kind.raw(value)
        return raw.ljust(leaf.width // 8, b"\0") if leaf.kind is TEXT and isinstance(raw, bytes) else raw
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise CallerError(f"{header.name}.{leaf.name} cannot be {value!r}: {error}", name=leaf.name) from None


#: the same addresses and names come again in every packet
_convert_text = renewed(functools.lru_cache(maxsize=4096)(_convert))


def _raw(header: Header, leaf: Field, value: Any) -> Any:
    if type(value) is int and not leaf.kind.binary:
        return value
    return (_convert_text if isinstance(value, str) else _convert)(header, leaf, value)


def _number(header: Header, leaf: Field | Part, value: Any) -> int:
    """The number that is meant: itself, the name of an enumerated value, or a text that the kind understands."""
    if isinstance(value, str) and leaf.enum:
        wanted = _plain(value)
        for number, name in leaf.enum.items():
            if _plain(name) == wanted:
                return number
        if not value[:1].isdigit():
            known = sorted(set(leaf.enum.values()))
            if value.isupper():  # written as a constant: so is the suggestion
                known = [name.upper().replace(" ", "_") for name in known]
            raise CallerError(f"{header.name}.{leaf.name} has no value named {value!r}", name=value, known=known)
    try:
        if isinstance(value, float) or (isinstance(value, bool) and leaf.width != 1):
            raise TypeError("it takes a whole number")
        raw: Any = leaf.kind.raw(value)
        return operator.index(raw)
    except (ValueError, TypeError) as error:
        raise CallerError(f"{header.name}.{leaf.name} cannot be {shown(value)}: {error}", name=leaf.name) from None


def _plain(name: str) -> str:
    """A name without what people write differently: ``RC_RDMA_WRITE_ONLY`` is "RC RDMA WRITE Only"."""
    return "".join(char for char in name.lower() if char.isalnum())
