"""``ibpkt craft traffic``: conversations as two adapters would have them."""

from __future__ import annotations

import contextlib
import datetime
import re
from typing import TYPE_CHECKING, Any

import click

import ibpkt
from ibpkt.cli.common import examples
from ibpkt.cli.craft import output_options, show
from ibpkt.cli.parameters import Choice
from ibpkt.io.atomic import whole_file

if TYPE_CHECKING:
    _Type = click.ParamType[Any]  # generic in the stubs, not at run time
else:
    _Type = click.ParamType

_POWERS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}


class _Sizes(_Type):
    """``64..65536`` or one number."""

    name = "sizes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", value)
        if match is None:
            self.fail(f"{value!r} is no size such as 64 or 64..65536", param, ctx)
        return int(match[1]), int(match[2] or match[1])


class _Rate(_Type):
    """Bits a second, with k, M or G behind."""

    name = "rate"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"(\d+(?:\.\d+)?)([kMG]?)", value)
        if match is None:
            self.fail(f"{value!r} is no rate such as 25G or 400M", param, ctx)
        return round(float(match[1]) * _POWERS[match[2]])


class _Time(_Type):
    """Seconds since 1970, or a date and time of ISO 8601 (UTC where it names no zone)."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"(\d+)(?:\.(\d{1,9}))?", value)
        if match is not None:
            return int(match[1]) * 10**9 + int((match[2] or "").ljust(9, "0"))
        try:
            moment = datetime.datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no time such as 1700000000 or 2026-11-21T12:00:00", param, ctx)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=datetime.UTC)
        epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
        return (moment - epoch) // datetime.timedelta(microseconds=1) * 1000


def _shares(command: Any) -> Any:
    """The options that say what goes wrong."""
    for name, text in reversed(
        (
            ("loss", "that the network loses."),
            ("reorder", "that others overtake."),
            ("duplicate", "that arrive twice."),
            ("corrupt", "in which a bit flips."),
            ("ce", "with payload that are marked for congestion."),
            ("behind", "of these faults that happen behind the tap, out of its sight."),
            ("rnr", "of the messages that find no receive request at first."),
            ("access-error", "of the messages that bear a wrong R_Key."),
        )
    ):
        what = f"Share of packets {text}" if not text.startswith("of ") else f"Share {text}"
        command = click.option(f"--{name}", type=float, default=0.0, metavar="SHARE", help=what)(command)
    return command


@click.command(
    epilog=examples(
        "ibpkt craft traffic --messages 3 --size 2500",
        "ibpkt craft traffic --packets 20 --operations WRITE=3,READ=1 --loss 0.1 --seed 3",
        "ibpkt craft traffic --carrier native --service UD --messages 4 -V",
    )
)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, other traffic.")
@click.option(
    "--packets", type=click.IntRange(0), help="End the capture after so many packets (1000 without --messages)."
)
@click.option("--messages", type=click.IntRange(0), help="End when so many messages are done.")
@click.option("--conversations", type=int, default=1, show_default=True, help="Pairs of queue pairs.")
@click.option("--pairs", type=int, default=1, show_default=True, help="Pairs of hosts that share them.")
@click.option("--both-ways", is_flag=True, help="Both ends send; else one asks and the other answers.")
@click.option("--service", default="RC", show_default=True, help="RC, UC or UD.")
@click.option("--operations", metavar="NAME=SHARE,…", help="Such as WRITE=3,READ=1,SEND_WITH_IMM=1.")
@click.option("--size", "sizes", type=_Sizes(), default="1..4096", show_default=True, help="Bytes of a message.")
@click.option("--pmtu", type=int, default=1024, show_default=True, help="Path MTU.")
@click.option(
    "--carrier", default="rocev2", show_default=True, help="A name, or headers such as Ethernet/VLAN/IPv4/UDP."
)
@_shares
@click.option("--only", type=Choice(["requests", "responses"]), help="These faults befall only requests or responses.")
@click.option("--recovery", default="go-back-n", show_default=True, help="go-back-n or selective.")
@click.option("--credits", type=int, help="Receive requests of each end; without, there is no end of them.")
@click.option("--coalesce", type=int, default=4, show_default=True, help="Messages for one ACK.")
@click.option("--window", type=int, default=64, show_default=True, help="Packets under way, at most.")
@click.option("--depth", type=int, default=16, show_default=True, help="Messages under way, at most.")
@click.option("--first-psn", type=int, help="First PSN of both ends; else random.")
@click.option("--start", type=_Time(), help="Time of the beginning: seconds since 1970, or 2026-11-21T12:00:00.")
@click.option("--rate", type=_Rate(), default="25G", show_default=True, help="Bits a second of the cable.")
@click.option("--truth", "record", metavar="FILE", help="Write what happened as lines of JSON.")
@output_options
def command(out: str | None, form: str | None, record: str | None, **given: Any) -> int:
    """Conversations as two adapters would have them.

    They obey the rules of the transport; what goes wrong is asked for, and --truth tells of every event. Without -w the
    packets are shown as `ibpkt decode` shows them. docs/traffic.md describes it all.
    """
    from ibpkt import traffic  # late: `ibpkt craft --help` does without

    shown = {name: given.pop(name) for name in ("tree", "hexdump", "color")}
    if form is not None and out is None:
        raise click.UsageError("--format goes with -w OUT")
    if record == "-" and out in (None, "-"):
        raise click.UsageError("the packets and the truth cannot both go to standard output")
    shares = ("loss", "reorder", "duplicate", "corrupt", "ce", "behind", "rnr", "access_error", "only")
    faults = traffic.Faults(**{name: value for name in shares if (value := given.pop(name))})
    given["service"] = given["service"].upper()
    options = {name: value for name, value in given.items() if value is not None}
    scene = traffic.Traffic(faults=faults, truth=None, **options)  # before any file is touched
    with contextlib.ExitStack() as files:
        if record is not None:
            scene.truth = traffic.TruthLines(files.enter_context(whole_file(record)))
        if out is None:
            show(scene.batches(), **shown)
        else:
            sink = files.enter_context(ibpkt.create(out, format=form, link=scene.link))
            for batch in scene.batches():
                sink.write_batch(batch)
    return 0
