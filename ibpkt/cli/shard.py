"""``ibpkt shard``: a capture cut by conversation."""

from __future__ import annotations

import os

import click

from ibpkt.batch.endpoint_pairs import MOST_SHARDS
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.option_types import Choice
from ibpkt.cli.options import capture_options, examples
from ibpkt.cli.targets import is_same_file
from ibpkt.cli.terminal import say
from ibpkt.errors import escape_text
from ibpkt.io.shards import ShardWriter, shard_name


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt shard captures/nvmeof.pcap -o shards",
        "ibpkt shard --shards 16 captures/rc_read.pcap captures/rc_write.pcap -o shards",
        "ibpkt shard --join captures/rc_read.pcap captures/rc_write.pcap -o shards",
    ),
)
@capture_options(joined=True)
@click.option(
    "--by", type=Choice(["pair"]), default="pair", show_default=True, help="What stays together: pairs of endpoints."
)
@click.option(
    "--shards", type=click.IntRange(1, MOST_SHARDS), default=8, show_default=True, metavar="N", help="How many."
)
@click.option("-o", "--output", "directory", required=True, metavar="DIR", help="Where to write the shards.")
def command(inputs: Files, by: str, shards: int, directory: str) -> int:
    """Cut captures by conversation, for as many machines as there are shards.

    Packets of two endpoints, both directions, with the datagrams that set up their connections, go to one file: what
    the analysis says of the shards is, together, what it says of the capture. A pair of endpoints has the same shard in
    every run, of the same number of shards, so that the pieces of one day go on in those of the next:
    DIR/shard-3-of-8/CAPTURE.pcapng.
    """
    names = {name: shard_name(name) for name in (inputs.names[:1] if inputs.join else inputs.names)}
    taken: dict[str, str] = {}
    for name, target in names.items():
        if not is_same_file(other := taken.setdefault(target, name), name):
            raise click.UsageError(
                f"{escape_text(other)} and {escape_text(name)} would both become {escape_text(target)}: shard them one "
                "after the other, into two directories"
            )
    packets = files = 0
    for capture in inputs:
        target = shard_name(capture.files[0] if capture.files else capture.name)
        with ShardWriter(directory, shards, target) as writer:
            for batch in inputs.batches(capture):
                writer.add(batch, capture.reader.interfaces)
                del batch  # its buffer is used again for the next
        packets += int(writer.packets.sum())
        files += int((writer.packets > 0).sum())
    where = escape_text(os.path.join(directory, ""))
    say(f"{packets} packet{'s' if packets != 1 else ''} in {files} file{'s' if files != 1 else ''} below {where}")
    return inputs.code
