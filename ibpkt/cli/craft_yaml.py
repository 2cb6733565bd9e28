"""``ibpkt craft yaml``: packets out of a recipe."""

from __future__ import annotations

import sys
from typing import Any

import click

from ibpkt.cli.common import examples
from ibpkt.cli.craft import give_out, output_options
from ibpkt.craft.recipe import packets


@click.command(
    epilog=examples(
        "ibpkt craft yaml docs/recipe.yaml",
        "ibpkt craft yaml -V docs/recipe.yaml",
        "ibpkt craft yaml -x docs/recipe.yaml",
    )
)
@click.argument("file", type=click.Path(allow_dash=True))
@output_options
def command(file: str, **shown: Any) -> int:
    """Packets out of a recipe in YAML; FILE may be -.

    docs/recipe.md describes recipes. Without -w the packets are shown as `ibpkt decode` shows them.
    """
    if file == "-":
        return give_out(packets(sys.stdin.buffer, name="-"), **shown)
    return give_out(packets(file), **shown)
