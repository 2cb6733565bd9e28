"""``ibpkt craft yaml``: packets from a recipe."""

from __future__ import annotations

from typing import Any

import click

from ibpkt.cli.craft import output_options, write_or_show
from ibpkt.cli.help_text import ExamplesHelp
from ibpkt.cli.options import CAPTURE, examples
from ibpkt.cli.streams import standard_input
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
@click.option(
    "--any-file",
    is_flag=True,
    help="Let the recipe read any file as a payload, not only those of its own folder and below: trust it first.",
)
@output_options
def command(file: str, any_file: bool, **shown: Any) -> int:
    """Packets from a recipe in YAML; FILE may be -.

    docs/recipe.md describes recipes. Without -w the packets are shown as `ibpkt decode` shows them.
    """
    source, name = (standard_input(), "-") if file == "-" else (file, None)
    recipe = packets(source, name=name, any_file=any_file)
    return write_or_show(packet_batches(recipe), **shown)
