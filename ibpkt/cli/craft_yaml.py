"""``ibpkt craft yaml``: packets from a recipe."""

from __future__ import annotations

import sys
from typing import Any

import click

from ibpkt.cli.craft import output_options, write_or_show
from ibpkt.cli.help_text import ExamplesHelp
from ibpkt.cli.options import CAPTURE, examples
from ibpkt.craft.packet_batches import packet_batches
from ibpkt.craft.recipe import packets


@click.command(
    cls=ExamplesHelp,
    epilog=examples(
        "ibpkt craft yaml docs/recipe.yaml",
        "ibpkt craft yaml -V docs/recipe.yaml",
        "ibpkt craft yaml -x docs/recipe.yaml",
    ),
)
@click.argument("file", type=CAPTURE)
@output_options
def command(file: str, **shown: Any) -> int:
    """Packets from a recipe in YAML; FILE may be -.

    docs/recipe.md describes recipes. Without -w the packets are shown as `ibpkt decode` shows them.
    """
    recipe = packets(sys.stdin.buffer, name="-") if file == "-" else packets(file)
    return write_or_show(packet_batches(recipe), **shown)
