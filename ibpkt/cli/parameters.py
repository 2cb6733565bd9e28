"""Types of options: spans of seconds, names with suggestions, ports and numbers of flows."""

from __future__ import annotations

import decimal
from typing import TYPE_CHECKING, Any

import click

from ibpkt.errors import CallerError
from ibpkt.protocols import ROCE_PORT

if TYPE_CHECKING:
    _Type = click.ParamType[Any]  # generic in the stubs, not at run time
    _Choice = click.Choice[str]
else:
    _Type = click.ParamType
    _Choice = click.Choice

#: seconds of a span, at most: a sum of a time and a few of them has 64 bits in nanoseconds
LONGEST = 10**8


class Seconds(_Type):
    """Seconds, which become whole nanoseconds.

    Args:
        least: seconds, at least.
        most: seconds, at most.
    """

    name = "seconds"

    def __init__(self, least: float = 0, most: float = LONGEST) -> None:
        self.least, self.most = decimal.Decimal(str(least)), decimal.Decimal(str(most))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Texts and floating-point numbers are seconds; an integer has been converted before."""
        if isinstance(value, int):
            return value
        try:
            seconds = decimal.Decimal(str(value))
        except decimal.InvalidOperation:
            self.fail(f"{value!r} is no number of seconds", param, ctx)
        if not seconds.is_finite() or not self.least <= seconds <= self.most:
            self.fail(f"{value} is no number of seconds from {self.least:g} to {self.most:g}", param, ctx)
        return round(seconds * 1_000_000_000)


class Choice(_Choice):
    """One of some names; the nearest is suggested for another."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name as it is declared."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            hint = CallerError(error.message.rstrip("."), name=str(value), known=map(str, self.choices))
            raise click.BadParameter(str(hint), ctx, param) from None


#: a port of UDP
PORT = click.IntRange(0, 65535)
#: the number of a flow
FLOW = click.IntRange(1)

roce_port_option = click.option(
    "--roce-port",
    type=PORT,
    default=ROCE_PORT,
    show_default=True,
    metavar="PORT",
    help="UDP destination port of RoCEv2.",
)
