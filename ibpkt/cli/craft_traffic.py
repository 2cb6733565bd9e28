"""``ibpkt craft traffic``: conversations as two adapters would have them."""

from __future__ import annotations

import contextlib
from typing import Any

import click

from ibpkt.cli.craft import check_output, output_options, write_or_show
from ibpkt.cli.help_text import ExamplesHelp
from ibpkt.cli.option_types import RATE, SIZES, TIME, Choice
from ibpkt.cli.options import examples
from ibpkt.cli.targets import is_same_file
from ibpkt.io.atomic import whole_file

#: what goes wrong, as shares of packets or messages
SHARES = {
    "loss": "Share of packets that the network loses.",
    "reorder": "Share of packets that arrive out of order.",
    "duplicate": "Share of packets that arrive twice.",
    "corrupt": "Share of packets in which a bit flips.",
    "ce": "Share of packets with payload that are marked for congestion.",
    "behind": "Share of these faults that happen beyond the tap, out of its sight.",
    "rnr": "Share of messages that find no receive request at first.",
    "access-error": "Share of messages with a wrong R_Key.",
}


def _share_options(command: Any) -> Any:
    for name, text in reversed(SHARES.items()):
        command = click.option(f"--{name}", type=float, default=0.0, metavar="SHARE", help=text)(command)
    return command


@click.command(
    cls=ExamplesHelp,
    epilog=examples(
        "ibpkt craft traffic --messages 3 --size 2500",
        "ibpkt craft traffic --packets 20 --operations WRITE=3,READ=1 --loss 0.1 --seed 3",
        "ibpkt craft traffic --carrier native --service UD --messages 4 -V",
    ),
)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed gives other traffic.")
@click.option("--packets", type=click.IntRange(0), help="Stop after this many packets (1000 without --messages).")
@click.option("--messages", type=click.IntRange(0), help="Stop after this many messages.")
@click.option("--conversations", type=int, default=1, show_default=True, help="Pairs of queue pairs.")
@click.option("--pairs", type=int, default=1, show_default=True, help="Pairs of hosts that share them.")
@click.option("--both-ways", is_flag=True, help="Both ends send requests, instead of only one.")
@click.option("--service", default="RC", show_default=True, help="RC, UC or UD.")
@click.option("--operations", metavar="NAME=SHARE,…", help="Such as WRITE=3,READ=1,SEND_WITH_IMM=1.")
@click.option(
    "--workload",
    type=Choice(["verbs", "nvme", "nfs"]),
    default="verbs",
    show_default=True,
    help="nvme and nfs: commands with their data; --operations are Read=7,Write=3, or READ=1,GETATTR=1.",
)
@click.option("--queue-depth", type=int, default=8, show_default=True, help="Most commands under way.")
@click.option("--command-errors", type=float, default=0.0, metavar="SHARE", help="Share of commands that are refused.")
@click.option("--size", "sizes", type=SIZES, default="1..4096", show_default=True, help="Bytes of a message.")
@click.option("--pmtu", type=int, default=1024, show_default=True, help="Path MTU.")
@click.option(
    "--carrier", default="rocev2", show_default=True, help="A name, or headers such as Ethernet/VLAN/IPv4/UDP."
)
@_share_options
@click.option("--only", type=Choice(["requests", "responses"]), help="These faults affect only requests or responses.")
@click.option("--recovery", default="go-back-n", show_default=True, help="go-back-n, selective or any-order.")
@click.option("--credits", type=int, help="Receive requests that each end posts; unlimited by default.")
@click.option("--coalesce", type=int, default=4, show_default=True, help="Messages per ACK; 0 for an ACK per packet.")
@click.option("--routes", type=int, default=1, show_default=True, help="Routes over which packets are sprayed.")
@click.option(
    "--route-step", type=int, default=1000, show_default=True, metavar="NS", help="How much longer each route is."
)
@click.option("--window", type=int, default=64, show_default=True, help="Most packets outstanding.")
@click.option("--depth", type=int, default=16, show_default=True, help="Most messages outstanding.")
@click.option("--first-psn", type=int, help="First PSN of both ends; random by default.")
@click.option("--start", type=TIME, help="Time of the first packet: seconds since 1970, or 2026-11-21T12:00:00.")
@click.option("--rate", type=RATE, default="25G", show_default=True, help="Bits per second of the cable.")
@click.option("--truth", "record", metavar="FILE", help="Write what happened as JSON lines.")
@output_options
def command(out: str | None, form: str | None, record: str | None, **given: Any) -> int:
    """Conversations as two adapters would have them.

    They follow the rules of the transport; faults are up to you, and --truth records every event. Without -w the
    packets are shown as `ibpkt decode` shows them. docs/traffic.md has the details.
    """
    from ibpkt import traffic  # late: `ibpkt craft --help` does without

    check_output(out, form)
    if record == "-" and out in (None, "-"):
        raise click.UsageError("the packets and the truth cannot both go to standard output")
    if record is not None and out is not None and is_same_file(record, out):
        raise click.UsageError("the packets and the truth cannot both go to one file")
    shown = {name: given.pop(name) for name in ("tree", "hexdump", "color")}
    names = [*(name.replace("-", "_") for name in SHARES), "only"]
    faults = traffic.Faults(**{name: value for name in names if (value := given.pop(name))})
    given["service"] = given["service"].upper()
    options = {name: value for name, value in given.items() if value is not None}
    scene = traffic.Traffic(faults=faults, truth=None, **options)  # before any file is touched
    with contextlib.ExitStack() as files:
        if record is not None:
            scene.truth = traffic.TruthLines(files.enter_context(whole_file(record)))
        return write_or_show(scene.batches(), out=out, form=form, link=scene.link, **shown)
