"""``ibpkt mcp``: a server by which assistants ask captures questions."""

from __future__ import annotations

import click

from ibpkt.cli.help_text import ExamplesHelp
from ibpkt.cli.options import examples
from ibpkt.errors import CallerError, optional_package

#: seconds that an answer may take
PATIENCE = 60.0


@click.command(
    cls=ExamplesHelp,
    epilog=examples("ibpkt mcp captures", "ibpkt mcp --timeout 300 captures", "ibpkt mcp captures docs/examples"),
)
@click.argument("folders", nargs=-1, metavar="[FOLDER…]", type=click.Path(readable=False))
@click.option(
    "--timeout",
    type=click.FloatRange(0.1, 86_400),
    default=PATIENCE,
    show_default=True,
    metavar="SECONDS",
    help="End a command that takes longer.",
)
def command(folders: tuple[str, ...], timeout: float) -> int:
    """Answer an assistant's questions about the captures in FOLDERs.

    A server of the Model Context Protocol on standard input and output: an assistant starts it. Its tools are commands
    of ibpkt, and their answers the same JSON, page by page. It reads captures in FOLDERs (else the current directory)
    and below, and nothing else; it writes nothing and opens no connection.
    """
    with optional_package(lambda: CallerError("the server needs the package mcp: pip install 'ibpkt[mcp]'")):
        from ibpkt.cli.mcp_server import serve  # late: --help needs none of it
    from ibpkt.cli.mcp_folders import CaptureFolders

    serve(CaptureFolders(folders or (".",)), timeout)
    return 0
