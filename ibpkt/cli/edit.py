"""``ibpkt edit``: another capture out of captures."""

from __future__ import annotations

import itertools
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from ibpkt.batch import Batch
from ibpkt.capture.records import Interface
from ibpkt.cli.completion import complete_field
from ibpkt.cli.edit_steps import make_steps
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.option_types import Choice
from ibpkt.cli.options import capture_options, display_filter, examples
from ibpkt.cli.progress import with_progress
from ibpkt.cli.targets import refuse_own_input
from ibpkt.cli.terminal import refuse_binary, say
from ibpkt.errors import escape_text
from ibpkt.io.source import Capture
from ibpkt.output.quantities import count_text

if TYPE_CHECKING:
    from ibpkt.edit import Step

REDO = ("good", "keep", "fix", "all")


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt edit captures/rc_write.pcap --frames 20-40 --set infiniband.bth.psn+=100 -w later.pcap",
        "ibpkt edit captures/rc_read.pcap captures/rc_write.pcap -w merged.pcapng",
        "ibpkt edit captures/ib_small.pcap --anonymise all --key secret --cut-payload -w shared.pcap",
    ),
)
@capture_options(filtered=False, selecting=False)
@click.option("-w", "--write", "target", required=True, metavar="OUT", help="The file to write, - for standard output.")
@click.option(
    "--format",
    "form",
    metavar="FORMAT",
    help="pcap, pcap-ns, pcapng or erf; by default what the suffix of OUT says, pcapng if it has none.",
)
@click.option("--force", is_flag=True, help="Replace one of FILEs, or write packets to a terminal.")
@click.option("--append", is_flag=True, help="Concatenate several FILEs instead of merging them by time.")
@click.option("--frames", metavar="LIST", help="Only these packets: 1-100,205,300-.")
@click.option(
    "--from", "begin", metavar="TIME", help="Not before this time: RFC 3339, seconds since 1970, or +SECONDS."
)
@click.option("--until", "end", metavar="TIME", help="Before this time.")
@click.option(
    "-Y",
    "--filter",
    "wanted",
    metavar="FILTER",
    shell_complete=complete_field,
    help="Only packets that match this display filter.",
)
@click.option("--shift", metavar="SECONDS", help="Make all times later by so much, or earlier: -0.5.")
@click.option(
    "--strip",
    type=Choice(["vlan", "mirror", "capture", "all"]),
    help="Remove VLAN tags, mirror encapsulations (VXLAN, GRE, ERSPAN), or what capture tools add (ERF, SLL).",
)
@click.option(
    "--to",
    "goal",
    metavar="TARGET|TIME",
    help="Convert to native, rocev1, rocev2, rocev2-ipv4 or rocev2-ipv6; a TIME is taken for --until.",
)
@click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="FIELD=VALUE",
    help="Set a field, also with += -= ^= |= &=; ip#2.src is that of the second IP header.",
)
@click.option("--wrap", is_flag=True, help="Let += and -= wrap around, as PSNs do.")
@click.option(
    "--anonymise",
    "--anonymize",
    "secrets",
    metavar="LIST",
    help="Replace addresses, gids, lids, guids, keys, names, payload, or all.",
)
@click.option(
    "--key", envvar="IBPKT_KEY", metavar="SECRET", help="Equal values get equal replacements under the same key."
)
@click.option(
    "--keep-prefix",
    type=int,
    default=0,
    metavar="N",
    help="IPv4 addresses with the same first N bits still share N bits.",
)
@click.option("--zero-payload", is_flag=True, help="Anonymise payloads to zero bytes.")
@click.option(
    "--crc",
    "redo",
    type=Choice(REDO),
    default="good",
    show_default=True,
    help="Which CRCs and checksums to recompute: of changed packets those that were right, none, of changed packets "
    "all, all.",
)
@click.option("--vlan", metavar="ID[:PRIORITY]", help="Add a VLAN tag to every Ethernet frame.")
@click.option(
    "--mirror",
    type=Choice(["erspan2", "erspan3", "vxlan", "gre"]),
    help="Encapsulate every Ethernet frame as a mirroring switch does.",
)
@click.option("--mirror-from", default="192.0.2.1", show_default=True, metavar="IP", help="Address of the switch.")
@click.option("--mirror-to", default="192.0.2.2", show_default=True, metavar="IP", help="Address of the analyser.")
@click.option("--mirror-id", type=int, metavar="N", help="The ERSPAN session, or the VNI.")
@click.option(
    "--cut-payload",
    "keep",
    type=click.IntRange(min=0),
    is_flag=False,
    flag_value=0,
    metavar="[N]",
    help="Keep only the first N bytes of each payload (0 without N).",
)
def command(inputs: Files, target: str, form: str | None, force: bool, append: bool, **options: Any) -> int:
    """Make another capture out of captures.

    Cuts, merges by time, filters, rewrites fields, converts between InfiniBand and RoCE, removes or adds
    encapsulations, anonymises. Steps are done in the order in which their options are listed here. A packet whose CRC
    was wrong keeps a wrong CRC.
    """
    wanted = display_filter(options["wanted"])
    _answer_window(target, inputs.names)
    if not force:
        refuse_binary(target, "add --force")
        refuse_own_input(target, inputs.names, "-w", "add --force")
    inputs.follow(() if wanted is None else wanted.fields)
    steps = make_steps(**options)
    with inputs.together() as captures:
        batches, interfaces = _merged(captures, append)
        written = _write(target, form, batches, captures, interfaces, steps)
        if not written and (count := sum(capture.packets for capture in captures)):
            say(f"none of {count_text(count, 'packet')} is left: {escape_text(target)} has none")
    left: Counter[str] = sum((step.left for step in steps), Counter())
    for sentence, count in left.items():
        say(f"{count} packet{'s' if count > 1 else ''}: {sentence}")
    return inputs.code


def _answer_window(target: str, names: Sequence[str]) -> None:
    """Answer editcap's ``-w SECONDS IN OUT``."""
    if re.fullmatch(r"\d+(\.\d*)?", target) and len(names) > 1 and not os.path.lexists(names[-1]):
        from ibpkt.cli.habits import answer_program

        raise answer_program("editcap", ["-w", target, *names], click.get_current_context().command)


def _merged(captures: Sequence[Capture], append: bool) -> tuple[Iterator[Batch], Sequence[Interface]]:
    """The batches to edit, and the interfaces that their packets refer to."""
    if len(captures) == 1:
        return with_progress(captures[0].batches(), captures[0]), captures[0].reader.interfaces
    from ibpkt.edit import Merged

    merged = Merged(captures, append=append)
    return with_progress(merged.batches(), *captures), merged.interfaces


def _write(
    target: str,
    form: str | None,
    batches: Iterator[Batch],
    captures: Sequence[Capture],
    interfaces: Sequence[Interface],
    steps: Sequence[Step],
) -> int:
    """Write the edited packets; returns how many."""
    from ibpkt.edit import edit
    from ibpkt.io.sink import create, lossless_format

    edited, written = edit(batches, steps), 0
    first = next(edited, None)  # from here on the readers know their interfaces
    known = [interface for capture in captures for interface in capture.reader.interfaces]
    with create(
        target,
        format=form or lossless_format(target, known),
        interfaces=interfaces,
        comments=[text for capture in captures for text in capture.reader.comments],
        flush=any(capture.reader.size is None for capture in captures),
    ) as sink:
        if first is not None:
            for batch in itertools.chain([first], edited):
                first = None
                sink.write_batch(batch)
                written += len(batch)
                del batch
    return written
