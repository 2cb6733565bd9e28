"""Live capture through a cable between two interfaces: what arrives of so many packets a second, and what that costs.

    python tests/benchmarks/live.py [--rate PACKETS] [--packets N] [--views write,expert,live,print] [--runs N]

Needs a system that gives network namespaces.  One exchange of clean RC WRITEs is made (path MTU 256: packets of about
300 bytes) and sent by `send_packets.py`; `ibpkt capture` runs on one core (`taskset`), the sender on another if there
is one.  On a machine with other work, `chrt -f 10` before it all keeps that out.
What the kernel had no room for is its own count.  Nothing here fails: it measures.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.against_tshark import IBPKT
from tests.support.network_namespace import FAR, NEAR, NetworkNamespace, RunningCapture

VIEWS = {
    "write": ["-w", "{folder}/out.pcapng"],
    "pieces": ["-w", "{folder}/out.pcapng", "-b", "filesize:20000", "-b", "files:3"],
    "live": ["--live"],
    "expert": ["--expert"],
    "print": [],
}


SENDER = str(Path(__file__).with_name("send_packets.py"))


def make(path: Path, packets: int) -> None:
    """A file with so many packets: WRITEs of 64 packets and their acknowledgements."""
    words = [
        "craft",
        "traffic",
        "--packets",
        str(packets),
        "--operations",
        "WRITE=1",
        "--size",
        "16384",
        "--pmtu",
        "256",
    ]
    subprocess.run([*IBPKT, *words, "-w", path], check=True, stdout=subprocess.DEVNULL)


def measure(namespace: NetworkNamespace, view: str, sent: Path, rate: int, folder: Path) -> str:
    """Capture what is sent at a rate, and tell what came and what it cost."""
    cores = sorted(os.sched_getaffinity(0))
    words = [word.format(folder=folder) for word in VIEWS[view]]
    capture = RunningCapture(
        namespace.inside("taskset", "-c", str(cores[0]), *IBPKT, "capture", "-i", FAR, *words),
        stdout=subprocess.DEVNULL,
    )
    begun = _seconds(capture.process.pid)
    sending = ["taskset", "-c", str(cores[-1]), sys.executable, SENDER, NEAR, str(sent), str(rate)]
    told = subprocess.run(namespace.inside(*sending), capture_output=True, text=True, check=True).stdout
    time.sleep(0.2)
    used = _seconds(capture.process.pid) - begun
    capture.end(signal.SIGINT)
    count, span = told.split()
    came = re.search(r": ([\d,]+) packets?, ([\d,]+) dropped", capture.err)
    sent_at = f"{int(count):>9,} sent at {int(count) / float(span):>7,.0f}/s"
    return (
        f"{view:<7} {sent_at}  {came[1]:>9} captured  {came[2]:>7} dropped  "
        f"{used / float(span):>6.1%} of a core, {used / int(count) * 1e6:.2f} us a packet"
    )


def _seconds(process: int) -> float:
    """The processor time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure each view, so many times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=int, default=200_000)
    parser.add_argument("--packets", type=int, default=1_000_000)
    parser.add_argument("--views", default="write")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    namespace = NetworkNamespace()
    with tempfile.TemporaryDirectory() as folder:
        sent = Path(folder) / "sent.pcap"
        make(sent, options.packets)
        for view in options.views.split(","):
            for _ in range(options.runs):
                print(measure(namespace, view, sent, options.rate, Path(folder)), flush=True)
    namespace.close()


if __name__ == "__main__":
    main()
