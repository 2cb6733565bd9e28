"""``ibpkt extcap``: interfaces for Wireshark's list, with what goes wrong as comments of packets.

Wireshark calls the programs of its extcap folder with the options of its manual page extcap(4), without the name of a
command; `ibpkt.cli.program` knows calls that have one of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import version

import click

from ibpkt.cli import OK
from ibpkt.cli.help_text import ExamplesHelp, examples
from ibpkt.cli.light_options import filter_option, port_option
from ibpkt.cli.terminal import output
from ibpkt.errors import CallerError, escape_text

#: what precedes an interface's name in the name that Wireshark has for it
PREFIX = "ibpkt-"
#: the name for a file that grows
FILE = "ibpktfile"

_FILE_ARGUMENT = (
    "{call=--file}{display=Capture file}{type=fileselect}{mustexist=true}{required=true}"
    "{tooltip=It is read from its beginning and followed as it grows: pcap, pcapng or ERF, of ibdump or tcpdump}"
)
_ALL_ARGUMENT = "{call=--all}{display=All packets, not only RoCE}{type=boolflag}{default=false}"
_ARGUMENTS = (
    (
        "{call=--filter}{display=Display filter}{type=string}"
        "{tooltip=Only packets that match, in the language of ibpkt decode -Y: infiniband.analysis.retransmission}"
    ),
    "{call=--roce-port}{display=UDP port of RoCEv2}{type=unsigned}{range=1,65535}{placeholder=4791}",
    (
        "{call=--no-analysis}{display=No comments on packets}{type=boolflag}{default=false}"
        "{tooltip=Neither verify CRCs nor follow queue pairs}"
    ),
)


@click.command(
    cls=ExamplesHelp,
    epilog=examples(
        "ibpkt extcap --extcap-interfaces",
        "ibpkt extcap --extcap-interface ibpkt-lo --extcap-config",
        "ibpkt extcap --extcap-interface ibpktfile --capture --fifo out.pcapng --file captures/rc_write.pcap --once",
    ),
)
@click.option("--extcap-interfaces", "listed", is_flag=True, help="List the interfaces.")
@click.option("--extcap-version", metavar="VERSION", expose_value=False, help="Ignored: the version of Wireshark.")
@click.option("--extcap-interface", "interface", metavar="NAME", help="The interface that the call is about.")
@click.option("--extcap-dlts", "links", is_flag=True, help="List its link types.")
@click.option("--extcap-config", "asked", is_flag=True, help="List the options that its packets are captured with.")
@click.option("--extcap-capture-filter", "captured", metavar="FILTER", help="As -Y; alone: say what is wrong with it.")
@click.option("--capture", "begins", is_flag=True, help="Capture until Wireshark ends it.")
@click.option("--fifo", metavar="FILE", help="What the packets are written to, as pcapng.")
@click.option("--file", "path", metavar="FILE", help="With ibpktfile: the capture.")
@click.option("--once", is_flag=True, help="With ibpktfile: stop at the end of the file.")
@filter_option
@port_option(None)
@click.option("--all", "everything", is_flag=True, help="Capture all packets, not only RoCE.")
@click.option("--no-analysis", "plain", is_flag=True, help="Do not verify CRCs or follow queue pairs: no comments.")
def command(
    listed: bool, links: bool, asked: bool, begins: bool, interface: str | None, fifo: str | None, path: str | None,
    once: bool, chosen: str | None, captured: str | None, roce_port: int | None, everything: bool, plain: bool,
) -> int:  # fmt: skip
    """Interfaces for Wireshark: RoCE, with comments on packets.

    A link to ibpkt in Wireshark's extcap folder (`tshark -G folders` names it) puts an interface for each network
    interface into Wireshark's list, and one for a capture file that grows. Packets of which decode -A says that
    something is wrong have that as a comment: a wrong ICRC and what it should be, losses, retransmissions, NAKs.
    """
    if listed:
        return _print(_interfaces())
    if interface is None:
        raise click.UsageError("Wireshark calls this with --extcap-interfaces, or about one --extcap-interface")
    if interface != FILE and not interface.startswith(PREFIX):
        raise click.UsageError(f"interfaces are {FILE} and {PREFIX}eth0 with a network interface's name")
    if links:
        return _print(["dlt {number=1}{name=EN10MB}{display=Ethernet}"])
    if asked:
        arguments = [_FILE_ARGUMENT if interface == FILE else _ALL_ARGUMENT, *_ARGUMENTS]
        return _print(f"arg {{number={number}}}{text}" for number, text in enumerate(arguments))
    if not begins:
        return _print(_faults(captured))
    if fifo is None or (interface == FILE) is not (path is not None):
        raise click.UsageError(f"--capture needs --fifo FILE, and {FILE} the --file that is to be read")
    from ibpkt.cli.extcap_stream import PacketPipe  # late: Wireshark asks for each interface as it starts

    pipe = PacketPipe(fifo, chosen or captured or None, roce_port, commented=not plain)
    if path is not None:
        pipe.of_file(path, grows=not once)
    else:
        pipe.of_interface(interface.removeprefix(PREFIX), everything=everything)
    return OK


def _print(lines: Iterable[str]) -> int:
    output().write("".join(f"{line}\n" for line in lines).encode())
    return OK


def _interfaces() -> Iterator[str]:
    """The program, and what can be captured from."""
    from ibpkt.capture.live import network_interfaces  # late: other calls need none

    yield f"extcap {{version={version('ibpkt')}}}{{display=ibpkt}}"
    for each in network_interfaces() if sys.platform == "linux" else ():
        if each.is_up and not set("{}") & set(each.name):  # what Wireshark could not tell from its own
            name = escape_text(each.name)
            yield f"interface {{value={PREFIX}{name}}}{{display=RoCE on {name}}}"
    yield f"interface {{value={FILE}}}{{display=RoCE in a capture file as it grows}}"


def _faults(text: str | None) -> Iterator[str]:
    """What is wrong with a filter."""
    from ibpkt import filter  # late: likewise

    try:
        if text:
            filter.compile(text)
    except CallerError as error:
        yield escape_text(str(error))
