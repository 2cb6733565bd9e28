"""The JSON Schema of the golden packets (draft 2020-12); `ibpkt.craft.vectors` writes the file.

Source: https://json-schema.org/draft/2020-12/schema
"""

from __future__ import annotations

import json
from typing import Any

from ibpkt import protocols
from ibpkt.craft.vectors import FORMAT, NUMBER_BITS
from ibpkt.packet import STATUSES
from ibpkt.protocols import LINKS

_HEX = {"type": "string", "pattern": "^([0-9a-f]{2})*$"}
_NUMBER = {"type": "integer", "minimum": 0}
_TEXT = {"type": "string", "minLength": 1}


def _object(required: dict[str, Any], description: str = "", /, **optional: Any) -> dict[str, Any]:
    """An object with these members and no others."""
    shape = {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }
    return {"description": description, **shape} if description else shape


def _list(items: dict[str, Any], description: str) -> dict[str, Any]:
    return {"description": description, "type": "array", "items": items}


def _said(of: dict[str, Any], description: str) -> dict[str, Any]:
    return {**of, "description": description}


def _header() -> dict[str, Any]:
    true = {"const": True}
    field = _object(
        {"name": _TEXT, "filter": _TEXT, "bit": _NUMBER, "width": _said(_NUMBER, "in bits, as bit is")},
        rows=_said(_NUMBER, "how often the field is repeated; its value is a list"),
        stride=_said(_NUMBER, "bits from one row to the next"),
        hex=_said(true, f"its value is text of hexadecimal digits: addresses, and more than {NUMBER_BITS} bits"),
        little=_said(true, "stored low byte first"),
        reserved=_said(true, "bits without a meaning"),
        variant=_said(true, "the ICRC reads these bits as ones"),
    )
    return _object(
        {"title": _TEXT, "size": _NUMBER, "fields": _list(field, "in the order of the wire")},
        tail=_object({"name": _TEXT, "filter": _TEXT}, "a part of variable size, the last of the values"),
    )


def _check(**more: Any) -> dict[str, Any]:
    status = {"enum": [str(status) for status in STATUSES]}
    computed = _said(_HEX, "what should be stored, where it is something else")
    return _object({"status": status, "stored": _HEX}, computed=computed, **more)


def _vector() -> dict[str, Any]:
    value: dict[str, Any] = {"anyOf": [_NUMBER, {"type": "string", "pattern": "^[0-9a-f]*$"}]}
    values = {"type": "array", "items": {"anyOf": [*value["anyOf"], {"type": "array", "items": value}]}}
    layer = _object({"header": {"$ref": "#/$defs/header_name"}, "at": _NUMBER, "values": values})
    stop = _object(
        {
            "reason": {"enum": ["cut", "malformed", "unknown"]},
            "layer": _TEXT,
            "offset": _NUMBER,
            "needed": {"type": ["integer", "null"], "minimum": 0},
            "had": _NUMBER,
        },
        "why decoding ends before the end of the headers",
    )
    disagreement = _object({"layer": _TEXT, "field": _TEXT, "says": {"type": "integer"}, "there": {"type": "integer"}})
    covers = _said(
        _HEX, "all that the CRC is computed over: variant fields are ones, and eight bytes stand for the LRH"
    )
    return _object(
        {"name": _TEXT, "link": _NUMBER, "hex": _HEX, "layers": _list(layer, "the headers, outermost first")},
        "",
        wirelen=_said(_NUMBER, "bytes on the wire, where the capture has cut it"),
        payload=_HEX,
        pad=_HEX,
        trailer=_HEX,
        **{header.key: _check(**({"covers": covers} if header is protocols.ICRC else {})) for header in protocols.CRCS},
        stop=stop,
        disagreements=_list(disagreement, "lengths that contradict what surrounds them"),
    )


def schema() -> dict[str, Any]:
    """The schema, as Python has JSON."""
    numbers = {"enum": [str(number) for number in LINKS.values()]}
    links = {"type": "object", "propertyNames": numbers, "additionalProperties": {"enum": list(LINKS)}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Golden InfiniBand and RoCE packets",
        **_object(
            {
                "format": {"const": FORMAT},
                "links": _said(links, "LINKTYPE_ values and their names"),
                "headers": {
                    "type": "object",
                    "propertyNames": {"$ref": "#/$defs/header_name"},
                    "additionalProperties": {"$ref": "#/$defs/header"},
                },
                "vectors": _list({"$ref": "#/$defs/vector"}, "the packets"),
            }
        ),
        "$defs": {
            "header_name": {"enum": [header.name for header in protocols.headers()]},
            "header": _header(),
            "vector": _vector(),
        },
    }


def text() -> str:
    """The schema as a file."""
    return json.dumps(schema(), indent=2) + "\n"
