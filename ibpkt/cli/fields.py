"""``ibpkt fields``: which fields are there?"""

from __future__ import annotations

import fnmatch
import json

import click

from ibpkt.batch.fields import fields
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.options import examples, format_option
from ibpkt.cli.terminal import output
from ibpkt.errors import CallerError


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt fields 'infiniband.bth.*'", "ibpkt fields '*icrc*'", "ibpkt fields --format json infiniband.reth.va"
    ),
)
@click.argument("glob", default="*")
@format_option(["text", "json"], "Text, or one JSON object per line.")
def command(glob: str, form: str) -> int:
    """List the display-filter fields whose names match GLOB, with type and meaning.

    Names are Wireshark's wherever Wireshark has the field.
    """
    known = fields()
    names = [name for name in known if fnmatch.fnmatchcase(name, glob)]
    if not names:
        raise CallerError(f"no field matches {glob!r}", name=glob, known=known)
    out = output()
    width = max(map(len, names))
    for name in names:
        leaf = known[name].leaf
        if form == "json":
            row = {"name": name, "type": leaf.kind.name, "label": leaf.label, "unit": leaf.unit, "meaning": leaf.doc}
            out.write((json.dumps(row, ensure_ascii=False) + "\n").encode())
        else:
            meaning = f"{leaf.label} ({leaf.doc})" if leaf.doc else leaf.label
            out.write(f"{name:<{width}}  {leaf.kind.name:<29}  {meaning}\n".encode())
    return 0
