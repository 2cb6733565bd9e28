"""Types of option values: spans of seconds, names with suggestions, sizes, rates, times, ports, flow numbers."""

from __future__ import annotations

import datetime
import decimal
import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ibpkt.errors import CallerError, CaptureError

if TYPE_CHECKING:
    _Type = click.ParamType[Any]  # generic in the stubs, not at run time
    _Choice = click.Choice[str]
else:
    _Type = click.ParamType
    _Choice = click.Choice

#: the longest span in seconds: the sum of a time and a few spans fits into 64 bits of nanoseconds
LONGEST = 10**8


class Seconds(_Type):
    """Seconds, converted to whole nanoseconds.

    Args:
        least: seconds, at least.
        most: seconds, at most.
    """

    name = "seconds"
    least: decimal.Decimal
    most: decimal.Decimal

    def __init__(self, least: float = 0, most: float = LONGEST) -> None:
        self.least, self.most = decimal.Decimal(str(least)), decimal.Decimal(str(most))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Nanoseconds; an integer has been converted before."""
        if isinstance(value, int):
            return value
        try:
            seconds = decimal.Decimal(str(value))
        except decimal.InvalidOperation:
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        if not seconds.is_finite() or not self.least <= seconds <= self.most:
            self.fail(f"{value} is not a number of seconds from {self.least:g} to {self.most:g}", param, ctx)
        nanoseconds = round(seconds * 1_000_000_000)
        if seconds and not nanoseconds:  # 0 often means something else than a short time
            self.fail(f"{value} is less than a nanosecond", param, ctx)
        return nanoseconds


class PythonFile(click.Path):
    """A file that is there; one that may not be read is reported as a capture is: click would call it wrong usage."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, readable=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Its name.

        Raises:
            CaptureError: it may not be read.
        """
        path = super().convert(value, param, ctx)
        if not os.access(path, os.R_OK):
            raise CaptureError(os.fsdecode(path), "permission denied")
        return path


class Choice(_Choice):
    """One of some names; for any other, the nearest is suggested."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name as it is declared."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            hint = CallerError(error.message.rstrip("."), name=str(value), known=map(str, self.choices))
            raise click.BadParameter(str(hint), ctx, param) from None


class Parsed(_Type):
    """A value that a function reads from its text.

    Args:
        name: of the type, as help texts show it.
        parse: reads the text; raises ValueError where it cannot.
        example: what values look like, for the error.
    """

    def __init__(self, name: str, parse: Callable[[str], Any], example: str) -> None:
        self.name = name
        self._parse = parse
        self._example = example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value; what is no text has been converted before."""
        try:
            return self._parse(value) if isinstance(value, str) else value
        except CallerError as error:
            self.fail(str(error), param, ctx)
        except ValueError:
            self.fail(f"{value!r} is not of the form {self._example}", param, ctx)


def _match(pattern: str, text: str) -> re.Match[str]:
    match = re.fullmatch(pattern, text)
    if match is None:
        raise ValueError(text)
    return match


def _size_range(text: str) -> tuple[int, int]:
    match = _match(r"(\d+)(?:\.\.(\d+))?", text)
    return int(match[1]), int(match[2] or match[1])


_SHIFTS = {"": 0, "k": 10, "M": 20, "G": 30}
_POWERS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}


def _rate(text: str) -> int:
    match = _match(r"(\d+(?:\.\d+)?)([kMG]?)", text)
    return round(float(match[1]) * _POWERS[match[2]])


def _memory(text: str) -> int:
    match = _match(r"(\d+)([kMG]?)", text)
    return int(match[1]) << _SHIFTS[match[2]]


def _time(text: str) -> int:
    match = re.fullmatch(r"(\d+)(?:\.(\d{1,9}))?", text)
    if match is not None:
        return int(match[1]) * 10**9 + int((match[2] or "").ljust(9, "0"))
    moment = datetime.datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.UTC)
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
    return (moment - epoch) // datetime.timedelta(microseconds=1) * 1000


#: a size in bytes or a range of sizes
SIZES = Parsed("sizes", _size_range, "64 or 64..65536")
#: bits per second, with the suffix k, M or G
RATE = Parsed("rate", _rate, "25G or 400M")
#: bytes of memory, with the suffix k, M or G (of 1024)
MEMORY = Parsed("memory", _memory, "2G or 512M")
#: nanoseconds since 1970, from seconds or from a date and time of ISO 8601 (UTC unless it names a zone)
TIME = Parsed("time", _time, "1700000000 or 2026-11-21T12:00:00")
#: a UDP port
PORT = click.IntRange(0, 65535)


def _queue_pair(text: str) -> int:
    number = int(text, 0)
    if not 0 <= number < _QUEUE_PAIRS:
        raise CallerError(f"{text!r} is no queue pair number: these are from 0 to {_QUEUE_PAIRS - 1:#x}")
    return number


_QUEUE_PAIRS = 1 << 24
#: a queue pair number, also in hexadecimal
QUEUE_PAIR = Parsed("queue pair", _queue_pair, "17 or 0x11")
#: a flow number
FLOW = click.IntRange(1)
