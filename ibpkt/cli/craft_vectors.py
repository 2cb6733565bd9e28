"""``ibpkt craft vectors``: golden packets for the tests of others."""

from __future__ import annotations

import click

from ibpkt.cli.help_text import ExamplesHelp
from ibpkt.cli.options import examples
from ibpkt.cli.terminal import output
from ibpkt.io.atomic import whole_file


@click.command(
    cls=ExamplesHelp,
    epilog=examples(
        "ibpkt craft vectors -w /dev/null", "ibpkt craft vectors --schema", "ibpkt craft vectors --schema -w /dev/null"
    ),
)
@click.option("-w", "--output", "target", metavar="FILE", help="Write to FILE, completely or not at all.")
@click.option("--schema", is_flag=True, help="The JSON Schema of the file, draft 2020-12.")
def command(target: str | None, schema: bool) -> None:
    """Golden packets in JSON: bytes, and what is true of them.

    Every header, and every operation in every encapsulation, in packets that are right or wrong in a known way. The
    file is the same on every machine.
    """
    from ibpkt.craft import vectors, vectors_schema

    data = (vectors_schema.text() if schema else vectors.text()).encode()
    if target is None or target == "-":
        output().write(data)
        return
    with whole_file(target) as out:
        out.write(data)
