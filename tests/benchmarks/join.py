"""What joining costs: whole commands on one file, and with --join on its pieces, in turn.

    python tests/benchmarks/join.py [PACKETS] [--runs N]

The pieces have the same packets: `rotated` one after the other in 10 and in 1,000 files, `mixed` each packet in one of
two files by chance, so that all bytes must be merged.  `twice` is two whole files, one tap 20 µs after the other, and
is compared with reading both without joining them.  The ratio is the median over pairs of runs.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

import ibpkt
from ibpkt import traffic
from ibpkt.batch import Batch
from tests.benchmarks.against_tshark import IBPKT, run

#: nanoseconds since 1970; a packet comes every microsecond, so that two files show which one came first
TIME = 1_700_000_000_000_000_000
COMMANDS = (("stats", "opcodes"), ("expert", "--summary"), ("decode",))


def pieces(directory: Path) -> dict[str, list[Path]]:
    """The pieces of a capture, by the way in which it is taken apart."""
    return {
        "rotated in 10": [directory / f"ten-{number}.pcap" for number in range(10)],
        "rotated in 1000": [directory / f"thousand-{number:03}.pcap" for number in range(1000)],
        "mixed": [directory / "left.pcap", directory / "right.pcap"],
        "twice": [directory / "whole.pcap", directory / "late.pcap"],
    }


def write_files(directory: Path, packets: int) -> None:
    """Make a capture, and its pieces."""
    scene = traffic.Traffic(packets=packets, conversations=20, sizes=(1, 256), both_ways=True, truth=None)
    with ibpkt.create(directory / "whole.pcap", link=scene.link) as sink:
        for batch in scene.batches():
            batch.frames.time = TIME + 1000 * batch.frames.number_of
            sink.write_batch(batch)
    files = pieces(directory)
    with ibpkt.open(directory / "whole.pcap") as capture:
        batches = list(capture.batches())
    number = np.concatenate([batch.frames.number_of for batch in batches]) - 1
    for way in ("rotated in 10", "rotated in 1000"):
        for piece, target in enumerate(files[way]):
            _write(target, batches, number * len(files[way]) // packets == piece)
    side = np.random.default_rng(15).integers(0, 2, len(number))
    for piece, target in enumerate(files["mixed"]):
        _write(target, batches, side == piece)
    for batch in batches:
        batch.frames.time = batch.frames.time + 20_000
    _write(files["twice"][1], batches, np.ones(len(number), np.bool_))


def _write(path: Path, batches: Sequence[Batch], rows: np.ndarray) -> None:
    done = 0
    with ibpkt.create(path, link="ethernet") as sink:
        for batch in batches:
            part = rows[done : done + len(batch)]
            if part.any():
                sink.write_batch(batch, part)
            done += len(batch)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packets", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        directory = Path(temporary)
        # In a process of its own: what this one has used would be counted for the commands, too.
        maker = multiprocessing.get_context("spawn").Process(target=write_files, args=(directory, given.packets))
        maker.start()
        maker.join()
        whole, files = directory / "whole.pcap", pieces(directory)
        print(f"{'command':18}{'pieces':17}{'one s':>8}{'joined s':>10}{'ratio':>7}{'MiB':>6}{'MiB':>6}")
        for command in COMMANDS:
            for way, paths in files.items():
                one = [*IBPKT, *command, *map(str, paths if way == "twice" else [whole])]
                join = [*IBPKT, *command, "--join", *map(str, paths)]
                pairs = [(run(one), run(join)) for _ in range(given.runs)]
                ratio = statistics.median(joined[0] / alone[0] for alone, joined in pairs)
                alone, joined = (statistics.median(pair[at][0] for pair in pairs) for at in (0, 1))
                memory = [max(pair[at][1] for pair in pairs) for at in (0, 1)]
                print(
                    f"{' '.join(command):18}{way:17}{alone:8.2f}{joined:10.2f}{ratio:7.2f}"
                    f"{memory[0]:6.0f}{memory[1]:6.0f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
