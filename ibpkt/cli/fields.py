"""``ibpkt fields``: which fields are there?"""

from __future__ import annotations

import fnmatch
import json

import click

from ibpkt.batch.fields import fields
from ibpkt.cli.completion import complete_field
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.option_types import Choice
from ibpkt.cli.options import examples, format_option, roce_port_option
from ibpkt.cli.terminal import output, table_width
from ibpkt.errors import CallerError
from ibpkt.output.table_fit import wrapped
from ibpkt.protocols import LINKS


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt fields 'infiniband.bth.*'",
        "ibpkt fields --format json infiniband.reth.va",
        "ibpkt fields --lua > ibpkt.lua",
    ),
)
@click.argument("glob", default="*", shell_complete=complete_field)
@format_option(["text", "json"], "Text, or one JSON object per line.")
@click.option("--lua", is_flag=True, help="Write a dissector of all headers for Wireshark.")
@click.option("--ksy", is_flag=True, help="Write all headers for Kaitai Struct.")
@click.option("--link", type=Choice(list(LINKS)), default="ethernet", help="What --ksy reads packets from.")
@roce_port_option
def command(glob: str, form: str, lua: bool, ksy: bool, link: str, roce_port: int) -> int:
    """List the display-filter fields whose names match GLOB, with type and meaning.

    Names are Wireshark's wherever Wireshark has the field.
    """
    if lua or ksy:
        if glob != "*" or (lua and ksy):
            raise click.UsageError("--lua and --ksy write all headers: one of them, without a GLOB")
        return _write_dissector(link if ksy else None, roce_port)
    known = fields()
    names = [name for name in known if fnmatch.fnmatchcase(name, glob)]
    if not names:
        raise CallerError(f"no field matches {glob!r}", name=glob, known=known)
    out = output()
    width, terminal = max(map(len, names)), table_width()
    for name in names:
        leaf = known[name].leaf
        if form == "json":
            row = {"name": name, "type": leaf.kind.name, "label": leaf.label, "unit": leaf.unit, "meaning": leaf.doc}
            out.write((json.dumps(row, ensure_ascii=False) + "\n").encode())
        else:
            meaning = f"{leaf.label} ({leaf.doc})" if leaf.doc else leaf.label
            before = f"{name:<{width}}  {leaf.kind.name:<29}  "
            out.write(wrapped(before + meaning, terminal, len(before)).encode())
    return 0


def _write_dissector(link: str | None, roce_port: int) -> int:
    """For Kaitai Struct where there is a link type, else for Wireshark."""
    from ibpkt.output.dissectors import kaitai_struct, lua_dissector  # late: a list needs none

    text = lua_dissector(roce_port) if link is None else kaitai_struct(link, roce_port)
    output().write(text.encode())
    return 0
