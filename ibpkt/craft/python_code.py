"""Packets, headers and drafts as Python code that makes them again: `repr` and `Packet.to_python`."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ibpkt.arguments import checked
from ibpkt.craft.build_arguments import CRC_OPTIONS, build_arguments
from ibpkt.craft.drafts import Draft
from ibpkt.craft.spelling import given_values, spelled
from ibpkt.errors import CallerError
from ibpkt.packet import Layer, Packet, decode
from ibpkt.protocols import LINKS, ROCE_PORT
from ibpkt.schema import Header

#: characters of a call that is written on one line, and of a line of one that is not
ONE_LINE, WIDTH = 88, 100
_INDENT = "    "
#: trailing zeros of bytes, and repeated bytes, that are counted rather than written, from so many on
_RUN = 8
#: bytes of a line of hexadecimal digits
_ROW = 40


@checked
def packet_repr(packet: Packet) -> str:
    """``repr(packet)``: a call of `ibpkt.build` with what it cannot find by itself, else of `ibpkt.decode`."""
    arguments = build_arguments(packet)
    if arguments is None:
        return decode_call(packet)
    headers = [draft_repr(draft) if draft.raw else repr(draft.header.name) for draft in arguments.drafts]
    options = {**arguments.options, **_link(arguments.options)}
    crcs = {name: f"0x{options.pop(name).hex()}" for name in CRC_OPTIONS.values() if options.get(name)}
    return _call("ibpkt.build", [*headers, *_keywords(options), *(f"{name}={code}" for name, code in crcs.items())])


def decode_call(packet: Packet) -> str:
    """A call of `ibpkt.decode` that gives a packet: its bytes, and what they do not tell."""
    options: dict[str, Any] = _link({"link": packet.link})
    if packet.wirelen != len(packet.data):
        options["wirelen"] = packet.wirelen
    if _ports_matter(packet):
        options["roce_port"] = packet.roce_port
    return _call("ibpkt.decode", [bytes_code(packet.data, hexadecimal=True), *_keywords(options)])


@checked
def to_python(packet: Packet, name: str = "packet") -> str:
    """A packet as Python that can be pasted into a script: an import, and an assignment.

    Args:
        packet: any packet.
        name: the variable that gets it.

    Raises:
        CallerError: ``name`` is no name in Python.
    """
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
        raise CallerError(f"name takes a name in Python, not {name!r}")
    return f"import ibpkt\n\n{name} = {packet_repr(packet)}\n"


@checked
def draft_repr(draft: Draft) -> str:
    """``repr(draft)``: a call of `ibpkt.draft`."""
    try:
        values = given_values(draft.header, draft.raw)
    except (AttributeError, OverflowError, TypeError, ValueError):  # made by hand, of values that no field has
        values = draft.raw
    return _call("ibpkt.draft", [repr(draft.header.name), *_keywords(values)], flowing=True)


@checked
def layer_repr(layer: Layer) -> str:
    """``repr(layer)``: its name and its fields, as `ibpkt.draft` takes them; reserved ones only where they are set."""
    header, raw = layer.header, layer.raw
    values = {field.name: spelled(field, raw[field.name]) for field in header.wire if _shown(field, raw[field.name])}
    if header.tail_leaf and raw.get(header.tail_leaf.name):
        values[header.tail_leaf.name] = raw[header.tail_leaf.name]
    return f"{header.name}({', '.join(_keywords(values, wide=True))})"


def bytes_code(data: bytes, *, hexadecimal: bool = False, wide: bool = False) -> str:
    """Bytes as a Python expression: counted where they repeat, as a text where they are one, else as digits.

    Args:
        data: the bytes.
        hexadecimal: write digits, whatever the bytes are.
        wide: stay on one line, however long it is.
    """
    if not hexadecimal:
        if len(data) >= _RUN and not any(data):
            return f"bytes({len(data)})"
        if len(data) >= _RUN and data.count(data[0]) == len(data):
            return f"{data[:1]!r} * {len(data)}"
        start = data.rstrip(b"\0")
        if len(data) - len(start) >= _RUN:
            return f"{bytes_code(start, wide=wide)} + bytes({len(data) - len(start)})"
        literal = repr(data)
        shorter = len(literal) <= 2 * len(data) + len("bytes.fromhex('')")
        if shorter and (wide or len(literal) <= 2 * _ROW):
            return literal
        if not wide and len(literal) == len(data) + len("b''"):
            return _rows("", data, 2 * _ROW, repr)
    if wide or len(data) <= _ROW:
        return f"bytes.fromhex('{data.hex()}')"
    return _rows("bytes.fromhex", data, _ROW, lambda row: repr(row.hex()))


def _rows(function: str, data: bytes, size: int, written: Callable[[bytes], str]) -> str:
    """Literals below each other, which Python joins."""
    rows = [f"{_INDENT}{written(data[at : at + size])}\n" for at in range(0, len(data), size)]
    return f"{function}(\n{''.join(rows)})"


def _shown(field: Any, value: Any) -> bool:
    return not field.reserved or value != ((field.default,) * field.count if field.count > 1 else field.default)


def _ports_matter(packet: Packet) -> bool:
    """Whether the usual port of RoCEv2 would make another packet of the same bytes."""
    if packet.roce_port == ROCE_PORT:
        return False
    usual = decode(packet.data, packet.link, wirelen=packet.wirelen)
    return [layer.header for layer in usual.layers] != [layer.header for layer in packet.layers]


def _link(options: Mapping[str, Any]) -> dict[str, Any]:
    """The link type by its name."""
    if "link" not in options:
        return {}
    link = options["link"]
    if isinstance(link, Header):
        return {"link": link}
    return {"link": next((name for name, number in LINKS.items() if number == link), link)}


def _value_code(value: Any, wide: bool = False) -> str:
    if isinstance(value, bytes):
        return bytes_code(value, wide=wide)
    if isinstance(value, Header):
        return f"ibpkt.draft({value.name!r}).header"
    if isinstance(value, tuple):
        return _tuple_code([_value_code(item, wide) for item in value], wide)
    return repr(value)


def _tuple_code(items: list[str], wide: bool) -> str:
    """A tuple whose last items are counted where they repeat."""
    run = next((place for place, item in enumerate(reversed(items)) if item != items[-1]), len(items))
    if run < _RUN:
        if len(items) == 1:
            return f"({items[0]},)"
        return f"({', '.join(items)})" if wide else _call("", items, flowing=True)
    start = f"{_tuple_code(items[:-run], wide)} + " if run < len(items) else ""
    return f"{start}({items[-1]},) * {run}"


def _keywords(values: Mapping[str, Any], *, wide: bool = False) -> list[str]:
    """Keyword arguments; those whose names Python does not allow, in a dictionary."""
    plain = {name: value for name, value in values.items() if name.isidentifier() and not keyword.iskeyword(name)}
    rest = [f"{name!r}: {_value_code(value, wide)}" for name, value in values.items() if name not in plain]
    last = [f"**{{{', '.join(rest)}}}"] if rest else []
    return [*(f"{name}={_value_code(value, wide)}" for name, value in plain.items()), *last]


def _call(function: str, arguments: Sequence[str], *, flowing: bool = False) -> str:
    """A call on one line where it is short; else an argument a line, or as many as fit where they are ``flowing``."""
    line = f"{function}({', '.join(arguments)})"
    if len(line) <= ONE_LINE and "\n" not in line:
        return line
    lines: list[str] = []
    for argument in arguments:
        # names of headers stand side by side
        joins = lines and "\n" not in lines[-1] + argument and (flowing or (lines[-1][0] == argument[0] == "'"))
        if joins and len(_INDENT) + len(lines[-1]) + len(argument) + 3 <= WIDTH:
            lines[-1] += f", {argument}"
        else:
            lines.append(argument)
    body = "".join(f"{line},\n" for line in lines)
    indented = "".join(f"{_INDENT}{line}\n" for line in body.splitlines())
    return f"{function}(\n{indented})"
