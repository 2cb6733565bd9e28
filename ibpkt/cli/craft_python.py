"""``ibpkt craft python``: packets from a Python expression."""

from __future__ import annotations

import functools
from typing import Any

import click

from ibpkt.cli.craft import output_options, write_or_show
from ibpkt.cli.help_text import ExamplesHelp
from ibpkt.cli.options import examples
from ibpkt.craft.packet_batches import packet_batches
from ibpkt.craft.recipe import START
from ibpkt.errors import CallerError, optional_package


@click.command(
    cls=ExamplesHelp,
    epilog=examples(
        'ibpkt craft python \'LRH()/BTH(opcode="RC_SEND_ONLY", destqp=0x11)/Raw(b"hello")\'',
        'ibpkt craft python -V \'Ether()/IP(src="10.0.0.1", dst="10.0.0.2")/UDP()/BTH()/RETH(va=0x1000)\'',
        'ibpkt craft python \'[build(draft("LRH"), draft("BTH", psn=n)) for n in range(3)]\'',
        'ibpkt craft python \'build("LRH", SubnGet("NodeInfo", tid=7))\'',
    ),
)
@click.argument("expression")
@click.option("-n", "--count", type=click.IntRange(min=0), default=1, help="Evaluate the expression this many times.")
@click.option("--interval", default="1us", show_default=True, help="Time between packets: 10us, or in seconds.")
@click.option("--start", default=START, show_default=True, help="Time of the first packet, or seconds since 1970.")
@output_options
def command(expression: str, count: int, interval: str, start: str, **shown: Any) -> int:
    """Packets from a Python EXPRESSION.

    The expression is run as it is: never pass one that you have not written or read.

    It can use the layers of ibpkt.scapy, scapy's Ether, Dot1Q, IP, IPv6, UDP and Raw; build, draft and ibpkt; and for
    management datagrams SubnGet and all other operations, mad, answer, segments and cm of ibpkt.management. It
    evaluates to a packet, or to a list or a generator of packets; scapy's lists and ranges in fields become packets.
    UDP and IPv6 are ibpkt's if the expression also names Ethernet, VLAN or IPv4, which are ibpkt's.
    """
    with optional_package(functools.partial(CallerError, "Python expressions need scapy: pip install 'ibpkt[scapy]'")):
        from ibpkt.scapy.expression import packets  # late: scapy takes its time

    from ibpkt.management import answer, cm, mad, segments
    from ibpkt.management.datagrams import operations

    more = {**operations(), "mad": mad, "answer": answer, "segments": segments, "cm": cm}
    made = packets(expression, count=count, interval=interval, start=start, more=more)
    return write_or_show(packet_batches(made), **shown)
