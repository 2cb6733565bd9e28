"""A packet as a recipe: what `ibpkt craft yaml` needs to make it again."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping
from typing import Any

from ibpkt.arguments import checked
from ibpkt.craft.build_arguments import CRC_OPTIONS, BuildArguments, build_arguments
from ibpkt.craft.drafts import Draft
from ibpkt.craft.notation import is_text
from ibpkt.craft.recipe import LARGEST_PAYLOAD
from ibpkt.craft.spelling import given_values
from ibpkt.errors import CallerError
from ibpkt.packet import Packet, decode
from ibpkt.protocols import LINKS, ROCE_PORT
from ibpkt.schema import BYTES, Header

#: characters of a header that is written on one line
_ONE_LINE = 100
#: texts that need no quotes, if they are no number and no word of YAML
_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 _./()-]|:(?=[A-Za-z0-9]))*(?<! )")


@checked
def to_yaml(packet: Packet) -> str:
    """A packet as a recipe of one packet, with its time and comments.

    ``ibpkt craft yaml`` and `ibpkt.craft.recipe.packets` make the same bytes of it.  A packet that the capture has cut
    becomes a whole one with ``cut``; one of which no header is known becomes ``bytes``.

    Raises:
        CallerError: the packet begins with a header and not with a link type, which a recipe cannot say, or it is
            longer than a recipe allows.
    """
    if isinstance(packet.link, Header) and _arguments(packet) is None:
        raise CallerError(f"a packet that begins with {packet.link.name} has no link type, and a recipe needs one")
    arguments = _arguments(packet)
    keys: dict[str, str] = {}
    if arguments is None:
        stack = f"  - bytes: {_bytes(packet.data, text=False)}\n"
        top = {"link": packet.link, "roce_port": packet.roce_port}
        if len(packet.data) > LARGEST_PAYLOAD:
            raise CallerError(f"a recipe holds packets of at most {LARGEST_PAYLOAD} bytes, not {len(packet.data)}")
    else:
        headers = "".join(_header(draft) for draft in arguments.drafts)
        stack = f"  - stack:\n{headers}"
        options = dict(arguments.options)
        top = {name: options.pop(name) for name in ("link", "roce_port") if name in options}
        keys = {name: _option(name, value) for name, value in options.items()}
        if packet.wirelen > len(packet.data):
            keys["cut"] = str(len(packet.data))
    if packet.time is not None:
        keys["time"] = _time(packet.time)
    if packet.comments:
        keys["comment"] = json.dumps("\n".join(packet.comments), ensure_ascii=False)
    lines = [f"{name}: {value}\n" for name, value in _top(top).items()]
    return "".join([*lines, "packets:\n", stack, *(f"    {name}: {value}\n" for name, value in keys.items())])


def _arguments(packet: Packet) -> BuildArguments | None:
    """What builds the packet, with zeros in place of what the capture has cut off."""
    missing = packet.wirelen - len(packet.data)
    if missing > LARGEST_PAYLOAD:
        return None
    whole = packet
    if missing > 0:
        whole = decode(packet.data + bytes(missing), packet.link, roce_port=packet.roce_port)
    arguments = build_arguments(whole)
    if arguments is None or isinstance(arguments.options.get("link"), Header):
        return None
    longest = max((len(value) for value in arguments.options.values() if isinstance(value, bytes)), default=0)
    return arguments if longest <= LARGEST_PAYLOAD else None


def _top(options: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of the whole recipe."""
    top: dict[str, Any] = {}
    if "link" in options:
        top["link"] = next((name for name, number in LINKS.items() if number == options["link"]), options["link"])
    if options.get("roce_port", ROCE_PORT) != ROCE_PORT:
        top["roce_port"] = options["roce_port"]
    return top


def _header(draft: Draft) -> str:
    header = draft.header
    values = given_values(header, draft.raw)
    if not values:
        return f"      - {header.name}\n"
    fields = [f"{name}: {_value(header, name, value)}" for name, value in values.items()]
    line = f"      - {header.name}: {{{', '.join(fields)}}}\n"
    if len(line) <= _ONE_LINE:
        return line
    return "\n".join([f"      - {header.name}:", *(f"          {field}" for field in fields), ""])


def _value(header: Header, name: str, value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_value(header, name, item) for item in value)}]"
    if isinstance(value, bytes):  # a text that is none goes as {hex: …}
        return json.dumps(value.hex()) if header.leaf(name).kind is BYTES else _bytes(value, text=False)
    return _scalar(value) if isinstance(value, str) else str(value)


def _scalar(text: str) -> str:
    """A text, in quotes where YAML would take it for something else."""
    return text if _PLAIN.fullmatch(text) and is_text(text) else json.dumps(text, ensure_ascii=False)


def _bytes(data: bytes, *, text: bool = True) -> str:
    """A payload, as recipes write it."""
    if text and data and not any(data):
        return f"{{zeros: {len(data)}}}"
    if text and data and all(32 <= byte < 127 for byte in data):
        return f"{{text: {json.dumps(data.decode())}}}"
    return f'{{hex: "{data.hex()}"}}'


def _option(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if name in CRC_OPTIONS.values():
        return f"0x{value.hex()}" if value else "none"
    return _bytes(value)


def _time(time: int) -> str:
    seconds, nanoseconds = divmod(time, 1_000_000_000)
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
    return f"{moment.isoformat()}.{nanoseconds:09d}Z"
