"""Nothing that ibpkt does opens a connection, asks a name server, or starts a program.

`ibpkt capture` is the exception: it opens a packet socket, which only listens, and asks the kernel what interfaces are.
"""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from ibpkt.cli import COMMANDS
from tests.support.command import REPOSITORY
from tests.support.network_namespace import FAR, NetworkNamespace

#: a line of every command
LINES = (
    "capture -D",
    "check captures/rc_write.pcap",
    "check-protocol docs/examples/plugin/telemetry.py captures/rc_read.pcap",
    "cluster flows captures/rc_read.pcap captures/rc_write.pcap",
    "commands captures/nvmeof.pcap",
    "compare captures/guest_any_sll2.pcap captures/guest_any_sll1_tcpdump.pcap",
    "craft yaml docs/recipe.yaml -w {folder}/crafted.pcap",
    "decode -V captures/rping_ipv6.pcap",
    "edit captures/rc_write.pcap -w {folder}/out.pcap",
    "expert captures/loss_write_3pct.pcap.gz",
    "extcap --extcap-interfaces",
    "fabric captures/ib_small.pcap",
    "demo -w {folder}/demo.pcap.xz",
    "fields infiniband.bth.*",
    "flows captures/nvmeof.pcap",
    "info captures/nvmeof.pcap",
    "messages captures/nvmeof.pcap",
    "plot throughput captures/rc_write.pcap",
    "report captures/nvmeof.pcap -o {folder}/page.html",
    "shard captures/nvmeof.pcap -o {folder}/shards",
    "stats endpoints captures/nvmeof.pcap",
    "trace captures/nvmeof.pcap -o {folder}/trace.json",
)
FORBIDDEN = (
    "socket.",
    "subprocess.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "urllib.",
    "http.",
    "ftplib.",
    "smtplib.",
)
#: commands that open a socket to ask the kernel what interfaces are, and one to capture with
LISTENING = ("capture", "extcap")
SOCKETS = ("socket.__new__",)
PROGRAM = """
import sys
def forbid(event, arguments, forbidden={forbidden!r}, allowed={allowed!r}):
    if event.startswith(forbidden):
        if event in allowed:
            sys.stderr.write(" ".join([event, *map(str, arguments[1:])]) + chr(10))
            return
        sys.stdout.flush()
        sys.stderr.write("forbidden: " + event + chr(10))
        sys.stderr.flush()
        import os
        os._exit(99)
sys.addaudithook(forbid)
{action}
"""
#: several lines, one after another
EACH = """
from ibpkt.cli import main
for line in sys.argv[1:]:
    print("begins:", line, file=sys.stderr, flush=True)
    sys.argv = ["ibpkt", *line.split()]
    try:
        main()
    except SystemExit as left:
        if left.code:
            sys.exit(f"{line}: {left.code}")
"""
MAIN = "from ibpkt.cli import main; sys.argv[0] = 'ibpkt'; main()"


#: asyncio wakes itself through a pair of sockets, which are connected to nothing else
SCREENS_FORBIDDEN = ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto", *FORBIDDEN[1:])


def run_forbidden(action, *arguments, forbidden=FORBIDDEN, allowed=()):
    program = PROGRAM.format(forbidden=forbidden, allowed=allowed, action=action)
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )


def test_every_command_has_a_line():
    """All but the screens, below, and `mcp`, which starts ibpkt itself: `tests/cli/test_mcp.py`."""
    assert {line.split()[0] for line in LINES} == set(COMMANDS) - {"mcp", "tui"}


@pytest.mark.costly
def test_the_screens_open_no_connection():
    action = "from tests.tui.driver import driven; print(driven('captures/rc_write.pcap', ('i', 'escape', 's')))"
    done = run_forbidden(action, forbidden=SCREENS_FORBIDDEN)
    assert "forbidden" not in done.stderr
    assert "Statistics" in done.stdout


@pytest.mark.costly
@pytest.mark.parametrize("allowed", [(), SOCKETS], ids=["nothing", "sockets"])
def test_no_command_opens_a_connection(allowed, tmp_path):
    """Commands that may do the same run in one process, one after another."""
    lines = [line.format(folder=tmp_path) for line in LINES if (line.split()[0] in LISTENING) == bool(allowed)]
    done = run_forbidden(EACH, *lines, allowed=allowed)
    assert "forbidden" not in done.stderr
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("begins: ") == len(lines)


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_a_capture_opens_one_socket_that_listens():
    """One to ask what interfaces are, one to capture with; nothing is bound by a name, connected or sent."""
    namespace = NetworkNamespace()
    try:
        program = PROGRAM.format(forbidden=FORBIDDEN, allowed=SOCKETS, action=MAIN)
        words = namespace.inside(sys.executable, "-c", program, "capture", "-i", FAR, "-a", "duration:0.05")
        done = subprocess.run(words, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    finally:
        namespace.close()
    assert done.returncode == 0, done.stderr
    opened = [line for line in done.stderr.splitlines() if line.startswith("socket.")]
    inet, packet = (f"socket.__new__ {int(family)} {int(kind)} 0" for family, kind in (
        (socket.AF_INET, socket.SOCK_DGRAM), (socket.AF_PACKET, socket.SOCK_RAW),
    ))  # fmt: skip
    assert opened == [inet, packet]


@pytest.mark.parametrize(
    "action",
    [
        "import socket; socket.socket()",
        "import socket; socket.getaddrinfo('localhost', 80)",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.system('true')",
    ],
)
def test_what_is_forbidden_is_noticed(action):
    done = run_forbidden(action)
    assert (done.returncode, done.stderr.split()[0]) == (99, "forbidden:")
