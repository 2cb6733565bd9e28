"""Options that need nothing that takes long to import: `ibpkt.cli.options` has them, too, with all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ibpkt.cli.completion import complete_field
from ibpkt.cli.option_types import PORT

Command = TypeVar("Command", bound=Callable[..., Any])


def port_option(default: int | None) -> Callable[[Command], Command]:
    """``--roce-port``.

    Args:
        default: the usual port, which the help names; None for a command that asks for it later.
    """
    return click.option(
        "--roce-port",
        type=PORT,
        default=default,
        show_default=True,
        metavar="PORT",
        help="UDP destination port of RoCEv2.",
    )


filter_option = click.option(
    "-Y",
    "--filter",
    "chosen",
    metavar="FILTER",
    shell_complete=complete_field,
    help="Only packets that match, in Wireshark's language.",
)

trust_option = click.option(
    "--no-crc",
    is_flag=True,
    help="Verify the ICRC of suspicious packets only: faster, but other damaged packets are trusted.",
)
