"""``ibpkt craft hex``: packets from hex dumps."""

from __future__ import annotations

from typing import Any

import click

from ibpkt.cli.craft import output_options, write_or_show
from ibpkt.cli.help_text import ExamplesHelp
from ibpkt.cli.options import CAPTURE, examples, roce_port_option
from ibpkt.cli.streams import standard_input
from ibpkt.craft.hex_text import LARGEST_TEXT, from_hexdumps
from ibpkt.craft.packet_batches import packet_batches
from ibpkt.errors import CallerError, CaptureError, sentence
from ibpkt.protocols import LINKS


@click.command(
    cls=ExamplesHelp,
    epilog=examples(
        "ibpkt craft hex mail.txt",
        "tcpdump -xx -r in.pcap | ibpkt craft hex -w out.pcap",
        "xxd -p frame.bin | ibpkt craft hex --link infiniband -V",
    ),
)
@click.argument("file", type=CAPTURE, default="-")
@click.option("--link", metavar="LINK", help=f"Link type: {', '.join(LINKS)}, or a number. Default: what fits best.")
@roce_port_option
@output_options
def command(file: str, link: str | None, roce_port: int, **shown: Any) -> int:
    """Packets from hex dumps in FILE, or on standard input.

    They may be in the form of tcpdump -x, xxd, od -Ax -tx1, hexdump -C, scapy, Wireshark or text2pcap, plain digits,
    or C arrays. Without -w the packets are shown as `ibpkt decode` shows them.
    """
    number = int(link) if link is not None and link.isdecimal() else link
    name = "-" if file == "-" else click.format_filename(file)
    try:
        packets = from_hexdumps(_text(file), number, roce_port=roce_port)
    except CallerError as error:
        raise CallerError(f"{name}: {error}") from None
    return write_or_show(packet_batches(packets), **shown)


def _text(file: str) -> str:
    try:
        if file == "-":
            data = standard_input().read(LARGEST_TEXT + 1)
        else:
            with open(file, "rb") as stream:
                data = stream.read(LARGEST_TEXT + 1)
    except OSError as error:
        raise CaptureError(file, sentence(error)) from None
    if len(data) > LARGEST_TEXT:
        raise CallerError(f"a text of hex dumps has at most {LARGEST_TEXT} bytes")
    return data.decode("utf-8", "replace")
