"""``ibpkt edit``: another capture out of captures."""

from __future__ import annotations

import contextlib
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from ibpkt.batch import Batch
from ibpkt.cli.common import Files, asked_by, capture_arguments, display_filter, examples, named_files, with_progress
from ibpkt.cli.parameters import Choice
from ibpkt.errors import CallerError
from ibpkt.io import source

if TYPE_CHECKING:
    from ibpkt.edit import Step

REDO = ("good", "keep", "fix", "all")


@click.command(
    epilog=examples(
        "ibpkt edit captures/rc_write.pcap --frames 20-40 --set infiniband.bth.psn+=100 -w later.pcap",
        "ibpkt edit captures/rc_read.pcap captures/rc_write.pcap -w merged.pcapng",
        "ibpkt edit captures/ib_small.pcap --anonymise all --key secret --cut-payload -w shared.pcap",
    )
)
@capture_arguments
@click.option("-w", "--write", "target", required=True, metavar="OUT", help="The file to write, - for standard output.")
@click.option(
    "--format",
    "form",
    metavar="FORMAT",
    help="pcap, pcap-ns, pcapng or erf; else what the suffix of OUT says, pcapng where it has none.",
)
@click.option("--append", is_flag=True, help="Put several FILEs one behind the other instead of going by time.")
@click.option("--frames", metavar="LIST", help="These packets: 1-100,205,300-.")
@click.option("--from", "begin", metavar="TIME", help="From this time: RFC 3339, seconds since 1970, or +SECONDS.")
@click.option("--until", "end", metavar="TIME", help="Before this time.")
@click.option("-Y", "--filter", "wanted", metavar="FILTER", help="The packets that this display filter matches.")
@click.option(
    "--strip",
    type=Choice(["vlan", "mirror", "capture", "all"]),
    help="Take off VLAN tags, mirror encapsulations (VXLAN, GRE, ERSPAN), or what capture tools add (ERF, SLL).",
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
    help="Set a field, also by += -= ^= |= &=; ip#2.src is that of the second IP header.",
)
@click.option("--wrap", is_flag=True, help="Let += and -= go on at the other end of a field, as PSNs do.")
@click.option(
    "--anonymise",
    "--anonymize",
    "secrets",
    metavar="LIST",
    help="Replace addresses, gids, lids, guids, keys, names, payload, or all.",
)
@click.option("--key", envvar="IBPKT_KEY", metavar="SECRET", help="Equal values become equal ones wherever it is used.")
@click.option(
    "--keep-prefix", type=int, default=0, metavar="N", help="IPv4 addresses with N first bits in common keep as many."
)
@click.option("--zero-payload", is_flag=True, help="Anonymised payloads become zero bytes.")
@click.option(
    "--crc",
    "redo",
    type=Choice(REDO),
    default="good",
    show_default=True,
    help="CRCs and checksums to redo: of changed packets those that were right, none, of changed packets all, all.",
)
@click.option("--vlan", metavar="ID[:PRIORITY]", help="Put a VLAN tag into every Ethernet frame.")
@click.option(
    "--mirror",
    type=Choice(["erspan2", "erspan3", "vxlan", "gre"]),
    help="Put around every Ethernet frame what a mirroring switch adds.",
)
@click.option("--mirror-from", default="192.0.2.1", show_default=True, metavar="IP", help="The switch's address.")
@click.option("--mirror-to", default="192.0.2.2", show_default=True, metavar="IP", help="The analyser's address.")
@click.option("--mirror-id", type=int, metavar="N", help="The ERSPAN session, or the VNI.")
@click.option(
    "--cut-payload",
    "keep",
    type=click.IntRange(min=0),
    is_flag=False,
    flag_value=0,
    metavar="[N]",
    help="Keep N bytes of each payload (0 where nothing is said).",
)
def command(
    files: tuple[str, ...],
    more: tuple[str, ...],
    roce_port: int,
    target: str,
    form: str | None,
    append: bool,
    **options: Any,
) -> int:
    """Make another capture out of captures.

    Cuts, merges by time, filters, rewrites fields, converts between InfiniBand and RoCE, takes encapsulations off or
    puts them around, anonymises. Whatever is asked for is done in the order in which it stands here, and to a packet
    whose CRC was wrong it stays wrong.
    """
    names = named_files(files, more)
    asked = asked_by(display_filter(options["wanted"]))
    steps = _steps(**options)
    inputs = Files(names, roce_port)
    with contextlib.ExitStack() as stack:
        captures = [stack.enter_context(source.open(name, roce_port=roce_port).follow(asked)) for name in names]
        batches, interfaces = _input(captures, append)
        _write(target, form, batches, captures, interfaces, steps)
        for capture in captures:
            if capture.damage is not None:
                inputs.complain(str(capture.damage))
    left: Counter[str] = sum((step.left for step in steps), Counter())
    for sentence, count in left.items():
        click.echo(f"ibpkt: {count} packet{'s' if count > 1 else ''}: {sentence}", err=True)
    return inputs.code


def _input(captures: Sequence[source.Capture], append: bool) -> tuple[Iterator[Batch], Sequence[Any]]:
    """The batches to edit, and the interfaces that their packets count."""
    if len(captures) == 1:
        return with_progress(captures[0].batches(), captures[0]), captures[0].reader.interfaces
    from ibpkt.edit import Merged

    merged = Merged(captures, append=append)
    return merged.batches(), merged.interfaces


def _write(
    target: str,
    form: str | None,
    batches: Iterator[Batch],
    captures: Sequence[source.Capture],
    interfaces: Sequence[Any],
    steps: Sequence[Step],
) -> None:
    from ibpkt.edit import edit
    from ibpkt.io.sink import create

    edited = edit(batches, steps)
    first = next(edited, None)  # from here on the readers know their interfaces
    comments = [text for capture in captures for text in capture.reader.comments]
    with create(
        target,
        format=_format(target, form, captures),
        interfaces=interfaces,
        comments=comments,
        flush=any(capture.reader.size is None for capture in captures),
    ) as sink:
        if first is not None:
            for batch in itertools.chain([first], edited):
                first = None
                sink.write_batch(batch)
                del batch


def _format(target: str, form: str | None, captures: Sequence[source.Capture]) -> str | None:
    """The format to write: pcap with nanoseconds where times would lose them."""
    from ibpkt.capture.writer import format_by_suffix

    if form is not None or target == "-":
        return form
    known = [interface for capture in captures for interface in capture.reader.interfaces]
    fine = any(interface.resolution > 1_000_000 for interface in known)
    try:
        named = format_by_suffix(target)
    except CallerError:
        return None  # `create` says so, unless it need not know
    return "pcap-ns" if named == "pcap" and fine else None


def _steps(
    *,
    frames: str | None,
    begin: str | None,
    end: str | None,
    wanted: str | None,
    strip: str | None,
    goal: str | None,
    assignments: tuple[str, ...],
    wrap: bool,
    secrets: str | None,
    key: str | None,
    keep_prefix: int,
    zero_payload: bool,
    redo: str,
    vlan: str | None,
    mirror: str | None,
    mirror_from: str,
    mirror_to: str,
    mirror_id: int | None,
    keep: int | None,
) -> list[Step]:
    """What was asked for, in the order in which it is done."""
    from ibpkt import edit

    if goal is not None and goal[:1] in "+0123456789":
        if end is not None:
            raise click.UsageError("--to and --until both give a time")
        end, goal = goal, None
    if secrets is None and (keep_prefix or zero_payload):
        raise click.UsageError("--keep-prefix and --zero-payload go with --anonymise")
    if mirror is None and mirror_id is not None:
        raise click.UsageError("--mirror-id goes with --mirror")
    steps: list[Step] = []
    if frames is not None:
        steps.append(edit.Numbered(frames))
    if begin is not None or end is not None:
        steps.append(edit.Between(begin, end))
    if wanted is not None:
        steps.append(edit.Matching(wanted))
    if strip is not None:
        steps.append(edit.Strip(strip))
    if goal is not None:
        steps.append(edit.Convert(goal, crc=redo))
    changes: list[Any] = [edit.Set(text, wrap=wrap) for text in assignments]
    if secrets is not None:
        what = [name.strip() for name in secrets.split(",")]
        changes.append(edit.Anonymise(what, key, keep_prefix=keep_prefix, zero=zero_payload))
    if changes or redo == "all":
        steps.append(edit.Changes(changes, redo))
    if vlan is not None:
        steps.append(_vlan(vlan))
    if mirror is not None:
        steps.append(edit.Mirror(mirror, mirror_from, mirror_to, mirror_id))
    if keep is not None:
        steps.append(edit.CutPayload(keep))
    return steps


def _vlan(text: str) -> Step:
    from ibpkt.edit import AddVLAN

    tag, _, priority = text.partition(":")
    try:
        return AddVLAN(int(tag), int(priority or 0))
    except CallerError:
        raise
    except ValueError:
        raise click.UsageError(f"--vlan takes ID or ID:PRIORITY, not {text!r}") from None
