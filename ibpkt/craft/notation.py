"""YAML as recipes use it: values that know their line and column, and errors that name them.

Plain scalars mean what YAML 1.2 says: ``no`` and ``on`` are texts, and so are ``02:00:00`` and ``10.0.0.1``.
Nothing is copied before it is asked for, so that aliases of aliases cost nothing.
"""

from __future__ import annotations

import datetime
import decimal
import functools
import re
from collections.abc import Iterable, Iterator
from typing import Any

from ibpkt.errors import CallerError, escape_text, optional_package

#: values inside values, at most: the parser in C would run out of its stack
DEPTH = 32
#: characters of a text that may be a number
_DIGITS = 80
_INTEGER = re.compile(r"[-+]?(0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[0-9][0-9_]*)")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TAGS = {f"tag:yaml.org,2002:{kind}": name for kind, name in (("str", "a value"), ("seq", "a list"), ("map", "a map"))}
#: nanoseconds of the units of a duration
UNITS = {"ns": 1, "us": 1000, "µs": 1000, "ms": 1_000_000, "s": 1_000_000_000, "": 1_000_000_000}
_DURATION = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+) ?(\w*)")
_FRACTION = re.compile(r"\.([0-9]+)")
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


class Value:
    """A value in a YAML text.

    Args:
        node: as PyYAML gives it.
        file: the name of the text.
    """

    __slots__ = ("file", "node")

    def __init__(self, node: Any, file: str) -> None:
        self.node: Any = node
        self.file: str = file

    def error(self, what: str, *, name: str = "", known: Iterable[str] = ()) -> CallerError:
        """An error in one sentence that begins with file, line and column of this value."""
        mark = self.node.start_mark
        return CallerError(
            escape_text(f"{self.file}:{mark.line + 1}:{mark.column + 1}: {what}"), name=escape_text(name), known=known
        )

    @property
    def kind(self) -> str:
        """What it is: "a value", "a list" or "a map"."""
        try:
            return _TAGS[self.node.tag]
        except KeyError:
            raise self.error(f"the tag {self.node.tag!r} is not understood; leave it out") from None

    @property
    def text(self) -> str:
        """A scalar as it is written."""
        if self.kind != "a value":
            raise self.error(f"expected a value, not {self.kind}")
        return str(self.node.value)

    @property
    def plain(self) -> bool:
        """Whether it is a scalar without quotes."""
        return self.kind == "a value" and not self.node.style

    @property
    def scalar(self) -> Any:
        """A scalar: None, a bool, an int, a float or a str."""
        text = self.text
        if not self.plain:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if len(text) <= _DIGITS:
            if _INTEGER.fullmatch(text):
                digits = text.lstrip("+-").replace("_", "")
                base = {"0x": 16, "0o": 8, "0b": 2}.get(digits[:2], 10)
                return int(digits, base) * (-1 if text[0] == "-" else 1)
            if _FLOAT.fullmatch(text):
                return float(text)
        return text

    def integer(self, least: int, most: int | None = None) -> int:
        """A whole number.

        Raises:
            CallerError: it is none, or too small or too large.
        """
        number = self.scalar
        if type(number) is not int or number < least or (most is not None and number > most):
            limits = f"from {least} on" if most is None else f"from {least} to {most}"
            raise self.error(f"expected a whole number {limits}, not {self.text!r}")
        return number

    def truth(self) -> bool:
        """True or false."""
        if not isinstance(self.scalar, bool):
            raise self.error(f"expected true or false, not {self.text!r}")
        return bool(self.scalar)

    def items(self) -> list[Value]:
        """The values of a list."""
        if self.kind != "a list":
            raise self.error(f"expected a list, not {self.kind}")
        return [Value(node, self.file) for node in self.node.value]

    def pairs(self) -> Iterator[tuple[Value, Value]]:
        """Keys and values of a map, in their order; a key may come twice."""
        if self.kind != "a map":
            raise self.error(f"expected a map, not {self.kind}")
        for key, value in self.node.value:
            yield Value(key, self.file), Value(value, self.file)

    def entries(self, known: Iterable[str], what: str) -> dict[str, Value]:
        """A map by its keys.

        Args:
            known: the keys that are allowed; none for any.
            what: what has such keys, for the error.

        Raises:
            CallerError: a key that is not known, or comes twice.
        """
        known = tuple(known)
        items: dict[str, Value] = {}
        for key, value in self.pairs():
            name = key.text
            if known and name not in known:
                raise key.error(f"{what} has no key {name!r}", name=name, known=known)
            if name in items:
                raise key.error(f"{name!r} is given twice")
            items[name] = value
        return items

    def duration(self) -> int:
        """Nanoseconds; see `duration`."""
        try:
            return duration(self.text)
        except CallerError as error:
            raise self.error(str(error)) from None

    def time(self) -> int:
        """Nanoseconds since the epoch; see `moment`."""
        try:
            return moment(self.text)
        except CallerError as error:
            raise self.error(str(error)) from None


def is_text(plain: str) -> bool:
    """Whether a plain scalar is a text, and not a number or a word of YAML."""
    number = len(plain) <= _DIGITS and (_INTEGER.fullmatch(plain) or _FLOAT.fullmatch(plain))
    return plain not in _WORDS and not number


def duration(text: str) -> int:
    """Nanoseconds, from a number and its unit; seconds where none is said.

    Raises:
        CallerError: it is none.
    """
    match = _DURATION.fullmatch(text)
    if match is None or match[2] not in UNITS or len(match[1]) > _DIGITS:
        raise CallerError(f"expected a duration such as 10us, 1.5ms or 2 (seconds), not {text!r}")
    return int(decimal.Decimal(match[1]) * UNITS[match[2]])


def moment(text: str) -> int:
    """Nanoseconds since the epoch, from RFC 3339 (``2026-01-01T00:00:00Z``) or from seconds.

    Raises:
        CallerError: it is none, or before 1970 or after 2262.
    """
    try:
        nanoseconds = _moment(text)
    except (ValueError, OverflowError, decimal.DecimalException):
        nanoseconds = -1
    if not 0 <= nanoseconds < 1 << 63:
        raise CallerError(f"expected a time such as 2026-01-01T00:00:00Z, or seconds since 1970, not {text!r}")
    return nanoseconds


def _moment(text: str) -> int:
    if len(text) > _DIGITS:
        raise ValueError
    if "-" not in text:
        return int(decimal.Decimal(text) * UNITS["s"])
    fraction = _FRACTION.search(text)
    day = datetime.datetime.fromisoformat(_FRACTION.sub("", text, count=1))
    if day.tzinfo is None:
        day = day.replace(tzinfo=datetime.UTC)
    seconds = (day - _EPOCH) // datetime.timedelta(seconds=1)
    return seconds * UNITS["s"] + (int(fraction[1][:9].ljust(9, "0")) if fraction else 0)


@functools.cache
def _loader() -> Any:
    """PyYAML's loader, the C one where it is installed, which leaves plain scalars as they are."""
    with optional_package(functools.partial(CallerError, "recipes need PyYAML: pip install 'ibpkt[recipe]'")):
        import yaml
    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return type("Loader", (base,), {"yaml_implicit_resolvers": {}})


def load(data: bytes | str, file: str) -> Value:
    """The value in a YAML text.

    Args:
        data: the text.
        file: its name, for errors.

    Raises:
        CallerError: it is no YAML, holds nothing or more than one document, or lies too deep.
    """
    loader = _loader()
    import yaml

    try:
        depth = 0
        for event in yaml.parse(data, loader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > DEPTH:
                raise Value(event, file).error("lists and maps are nested too deeply")
        node = yaml.compose(data, loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        raise CallerError(escape_text(f"{file}{place}: {error.problem or error.context}")) from None
    except (yaml.YAMLError, UnicodeError) as error:
        raise CallerError(escape_text(f"{file}: {' '.join(str(error).split())}")) from None
    if node is None:
        raise CallerError(escape_text(f"{file}: the file is empty"))
    return Value(node, file)
