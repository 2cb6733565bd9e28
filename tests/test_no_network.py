"""Nothing that ibpkt does opens a connection, asks a name server, or starts a program."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ibpkt.cli import COMMANDS
from tests.support.command import REPOSITORY

#: a line of every command
LINES = (
    "check captures/rc_write.pcap",
    "check-protocol docs/examples/plugin/telemetry.py captures/rc_read.pcap",
    "commands captures/nvmeof.pcap",
    "compare captures/guest_any_sll2.pcap captures/guest_any_sll1_tcpdump.pcap",
    "craft yaml docs/recipe.yaml -w {folder}/crafted.pcap",
    "decode -V captures/rping_ipv6.pcap",
    "edit captures/rc_write.pcap -w {folder}/out.pcap",
    "expert captures/loss_write_3pct.pcap.gz",
    "fabric captures/ib_small.pcap",
    "fields infiniband.bth.*",
    "flows captures/nvmeof.pcap",
    "info captures/nvmeof.pcap",
    "messages captures/nvmeof.pcap",
    "plot throughput captures/rc_write.pcap",
    "report captures/nvmeof.pcap -o {folder}/page.html",
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
PROGRAM = """
import sys
def forbid(event, arguments, forbidden={forbidden!r}):
    if event.startswith(forbidden):
        sys.stdout.flush()
        sys.stderr.write("forbidden: " + event + chr(10))
        sys.stderr.flush()
        import os
        os._exit(99)
sys.addaudithook(forbid)
{action}
"""


#: asyncio wakes itself through a pair of sockets, which are connected to nothing else
SCREENS_FORBIDDEN = ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto", *FORBIDDEN[1:])


def run_forbidden(action, *arguments, forbidden=FORBIDDEN):
    program = PROGRAM.format(forbidden=forbidden, action=action)
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )


def test_every_command_has_a_line():
    assert {line.split()[0] for line in LINES} == set(COMMANDS) - {"tui"}


def test_the_screens_open_no_connection():
    action = "from tests.tui.driver import driven; print(driven('captures/rc_write.pcap', ('i', 'escape', 's')))"
    done = run_forbidden(action, forbidden=SCREENS_FORBIDDEN)
    assert "forbidden" not in done.stderr
    assert "Statistics" in done.stdout


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split()[0])
def test_no_command_opens_a_connection(line, tmp_path):
    words = line.format(folder=tmp_path).split()
    done = run_forbidden("from ibpkt.cli import main; sys.argv[0] = 'ibpkt'; main()", *words)
    assert "forbidden" not in done.stderr
    assert done.returncode == 0, done.stderr


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
