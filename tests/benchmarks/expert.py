"""Times ``ibpkt expert``, ``flows`` and ``messages`` against the lines of ``tshark -n``, and prints ratios.

    python tests/benchmarks/expert.py [DIRECTORY] [--runs N] [--packets N] [--only WORD]

Whole processes, in turn; every ICRC is verified.  The captures are those of the traffic generator, a million packets
each: `clean`, `lossy` (a packet in a thousand is lost), `worse` (one in a hundred), `bad` (one in twenty), `third` (so
many that there is a finding for about every third packet), `pairs` (ten packets of each of 100,000 queue pairs),
`marked` (one in a hundred bears a congestion mark); and `small` of `make.py`, whose packets belong to no conversation,
and nearly each of which breaks a rule.  The peak memory of a tenth of the packets stands beside that of all: it must
not grow.  Nothing here fails: it measures.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks import make
from tests.benchmarks.against_tshark import IBPKT, run

SCENES = {
    "clean": (),
    "lossy": ("--loss", "0.001"),
    "worse": ("--loss", "0.01"),
    "bad": ("--loss", "0.05"),
    "third": ("--loss", "0.15"),
    "pairs": (),
    "marked": ("--ce", "0.01"),
}
FOREIGN = "small"
COMMANDS = {"expert": ("expert",), "flows": ("flows",), "messages": ("messages",)}
#: scenes that all commands read, and how many times as fast as tshark each of them should be; all others are for expert
WANTED = {"clean": 8, "lossy": 6, "worse": 4, "bad": 2, "third": 1, "pairs": 8 / 3}
#: packets of each queue pair in `pairs`
EACH = 10
#: small messages, as in `make.py`'s packets of 62 to 190 bytes
SHAPE = ("--conversations", "8", "--size", "1..512", "--pmtu", "256", "--operations", "WRITE=3,SEND=2,READ=1")


def craft(path: Path, packets: int, options: tuple[str, ...]) -> None:
    """Make a capture, once."""
    if path.name.startswith(FOREIGN):
        if not path.exists():
            make.write(path.with_suffix(""), "roce", make.SMALL, packets, (1,))
    elif not path.exists():
        if path.name.startswith("pairs"):
            options = (*options, "--conversations", str(packets // EACH))
        subprocess.run(
            [*IBPKT, "craft", "traffic", "--packets", str(packets), *SHAPE, *options, "-w", str(path)], check=True
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--packets", type=int, default=1_000_000)
    parser.add_argument("--only", default="", help="only rows that contain this word")
    options = parser.parse_args()
    if not shutil.which("tshark"):
        raise SystemExit("tshark is not installed: there is nothing to compare with")
    directory = options.directory or Path(tempfile.mkdtemp())
    directory.mkdir(parents=True, exist_ok=True)
    try:
        print(
            f"{'work':16} {'ibpkt s':>8} {'tshark s':>9} {'ratio':>6} {'wanted':>6} {'MiB':>5} {'MiB of a tenth':>15}",
            flush=True,
        )
        for name, faults in {**SCENES, FOREIGN: ()}.items():
            for command, arguments in COMMANDS.items():
                work = f"{command} {name}"
                if options.only not in work or not (command == "expert" or name in WANTED):
                    continue
                whole, tenth = (
                    directory / f"{name}-{count}.pcap" for count in (options.packets, options.packets // 10)
                )
                craft(whole, options.packets, faults)
                craft(tenth, options.packets // 10, faults)
                ours, theirs = [*IBPKT, *arguments, str(whole)], ["tshark", "-n", "-r", str(whole)]
                run(ours)  # both read the file from memory
                pairs = [(run(ours), run(theirs)) for _ in range(options.runs)]
                seconds = [statistics.median(pair[which][0] for pair in pairs) for which in (0, 1)]
                ratio = statistics.median(pair[1][0] / pair[0][0] for pair in pairs)
                memory = max(pair[0][1] for pair in pairs)
                _, small = run([*IBPKT, *arguments, str(tenth)])
                wanted = f"{WANTED[name]:.3g}" if name in WANTED else ""
                print(
                    f"{work:16} {seconds[0]:8.2f} {seconds[1]:9.2f} {ratio:6.1f} {wanted:>6} {memory:5.0f}"
                    f" {small:15.0f}",
                    flush=True,
                )
    finally:
        if options.directory is None:
            shutil.rmtree(directory)


if __name__ == "__main__":
    main()
