"""Two interfaces joined by a cable, in a network namespace of their own, which needs no rights to be made."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.command import PATIENCE, PROGRAM, REPOSITORY, environment

#: the interface that packets are sent to, and the one at the other end of its cable, where they arrive
NEAR, FAR = "near", "far"
_SETUP = (
    f"ip link add {NEAR} type veth peer name FAR && ip link set {NEAR} up mtu 9200 && ip link set FAR up mtu 9200 "
    "&& ip link set lo up && for each in /proc/sys/net/ipv6/conf/*/disable_ipv6; do echo 1 > $each; done; "
    "echo ready && exec cat"
)
_SEND = """
import socket, struct, sys
out = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
out.bind((sys.argv[1], 0))
data = open(sys.argv[2], "rb").read()
order = "<" if data[:4] in (b"\\xd4\\xc3\\xb2\\xa1", b"\\x4d\\x3c\\xb2\\xa1") else ">"
at = 24
while at < len(data):
    (caplen,) = struct.unpack_from(order + "I", data, at + 8)
    out.send(data[at + 16 : at + 16 + caplen])
    at += 16 + caplen
"""


def _heed_the_terminal() -> None:
    """A terminal that is closed ends a program, unless `nohup` has started the tests."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class NetworkNamespace:
    """A namespace with two interfaces, as long as it is not closed.

    Args:
        far: the name of the interface at which packets arrive.
    """

    def __init__(self, far: str = FAR) -> None:
        for program in ("unshare", "nsenter", "ip"):
            if shutil.which(program) is None:
                pytest.skip(f"needs {program}")
        self._holder = subprocess.Popen(
            ["unshare", "--map-root-user", "--net", "sh", "-c", _SETUP.replace("FAR", far)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._holder.stdout is not None
        assert self._holder.stderr is not None
        if self._holder.stdout.readline() != "ready\n":
            reason = self._holder.stderr.read().strip()
            self.close()
            pytest.skip(f"this system gives no network namespace with veth: {reason}")

    def inside(self, *words: str) -> list[str]:
        """A command line that runs another in the namespace."""
        where = ["--preserve-credentials", "--user", "--net", "--target", str(self._holder.pid)]
        return ["nsenter", *where, *words]

    def send(self, path: Path) -> None:
        """Send the packets of a pcap file from one interface, so that they arrive at the other."""
        words = self.inside(sys.executable, "-S", "-c", _SEND, NEAR, str(path))
        subprocess.run(words, check=True, timeout=PATIENCE)

    def start(self, *arguments: str | Path, program: Sequence[str] = PROGRAM) -> RunningCapture:
        """Start ``ibpkt`` in the namespace, and wait until it captures."""
        return RunningCapture(self.inside(*program, *map(str, arguments)))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run ``ibpkt`` in the namespace to its end."""
        words = self.inside(*PROGRAM, *arguments)
        return subprocess.run(
            words,
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
            env=environment(),
        )

    def close(self) -> None:
        """End it."""
        self._holder.communicate()


class RunningCapture:
    """``ibpkt capture`` as it runs.

    Attributes:
        process: the process.
        err: what it has said so far on standard error, and at last all.
    """

    def __init__(self, words: list[str], stdout: int = subprocess.PIPE) -> None:
        self.process = subprocess.Popen(
            words, cwd=REPOSITORY, env=environment(), stdout=stdout, stderr=subprocess.PIPE,
            preexec_fn=_heed_the_terminal,
        )  # fmt: skip
        assert self.process.stderr is not None
        self.err = self.process.stderr.readline().decode()
        assert self.err.startswith("ibpkt: capturing on "), self.err

    def end(self, number: int | None = None) -> str:
        """Wait for its end, after a signal where there is one; gives what it printed."""
        if number is not None:
            self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        self.err += err.decode()
        return (out or b"").decode()
