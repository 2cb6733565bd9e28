"""Mappings, sequences, texts and numbers as YAML, in the block style that people write."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

#: texts that are no other type without quotes
_PLAIN = re.compile(r"(?!(true|false|null|yes|no|on|off|y|n)$)[a-z_][a-z0-9_]*", re.IGNORECASE)


def yaml_text(value: Any) -> str:
    """A mapping or a sequence as a YAML document."""
    return "\n".join(_lines(value)) + "\n"


def _lines(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, member in value.items():
            if isinstance(member, dict | list) and member:
                yield f"{_scalar(key)}:"
                yield from (f"  {line}" for line in _lines(member))
            else:
                yield f"{_scalar(key)}: {_scalar(member)}"
    else:
        for member in value:
            marks = ("- ", "  ")
            for number, line in enumerate(_lines(member) if isinstance(member, dict | list) else (_scalar(member),)):
                yield marks[number > 0] + line


def _scalar(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        return value
    return json.dumps(value, ensure_ascii=False)
