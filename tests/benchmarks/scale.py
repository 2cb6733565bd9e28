"""What a cluster's worth takes: whole commands on one large file, and with --join on the thousands that it is cut into.

    python -m tests.benchmarks.scale DIRECTORY [--only long|flows] [--share S] [--command NAME …]

`long` is traffic of 16 pairs of hosts with a loss in 10,000 packets: 10 GB in one file, and in pieces of 2 MB each.
`flows` is a million connections in 500 files: each piece begins 2,000 of them, and each of these has a message in four
files, the last one 48 files after the first.  --share makes both smaller.  The files are kept in DIRECTORY, and made
once: 22 GB.

Prints seconds of processor time and by the clock, and the peak memory, of both, and whether they have said the same,
apart from the names of files, and if so, whether in the same order.  Ends with 1 if they have not.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import multiprocessing
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

import ibpkt
from ibpkt import traffic
from tests.benchmarks.against_tshark import IBPKT
from tests.benchmarks.flows import exchange
from tests.benchmarks.make import PCAP

#: bytes of the long file, and of each of its pieces
LONG, PIECE = 10 * 10**9, 2 * 10**6
#: bytes in front of each packet
RECORD = 16
#: files of the many flows, flows that begin in each, messages of each, files from one message to the next
FILES, BEGIN, MESSAGES, STEP = 500, 2000, 4, 16
#: nanoseconds of the packets of a file of flows
SPAN = 10**9
COMMANDS = {
    "decode": ["decode"],
    "stats": ["stats", "opcodes", "--format", "json"],
    "flows": ["flows", "--format", "json"],
    "expert": ["expert", "--format", "json"],
    "messages": ["messages", "--format", "jsonl"],
}
#: the names at the beginning of JSON
NAMES = re.compile(rb'\A\{"files?": (?:\[[^]]*\]|"[^"]*"), ')


def write_long(directory: Path, share: float) -> None:
    """Make the long file and its pieces."""
    scene = traffic.Traffic(
        packets=1 << 40,
        conversations=64,
        pairs=16,
        sizes=(1, 1 << 16),
        faults=traffic.Faults(loss=0.0001),
        seed=20,
        truth=None,
    )
    size, number = 0, -1
    with contextlib.ExitStack() as open_piece, ibpkt.create(directory / "whole.pcap", link=scene.link) as whole:
        for batch in scene.batches():
            whole.write_batch(batch)
            piece_of = (size + np.cumsum(batch.frames.captured + RECORD)) // PIECE
            for each in np.unique(piece_of).tolist():
                if each != number:
                    open_piece.close()
                    path, number = directory / f"piece-{each:05}.pcap", each
                    sink = open_piece.enter_context(ibpkt.create(path, link=scene.link))
                sink.write_batch(batch, piece_of == each)
            size += int(np.sum(batch.frames.captured + RECORD))
            if size > LONG * share:
                break


def write_flows(directory: Path, share: float) -> None:
    """Make the files of many flows, and one of all their packets."""
    files, header = max(1, int(FILES * share)), PCAP.pack(0xA1B23C4D, 2, 4, 0, 0, 65535, 1)
    with (directory / "whole.pcap").open("wb") as whole:
        whole.write(header)
        for number in range(files + (MESSAGES - 1) * STEP):
            records = b"".join(
                exchange(
                    "rc", np.arange(BEGIN) + first * BEGIN, 64, message, number * SPAN + message * SPAN // MESSAGES
                )
                for message in range(MESSAGES)
                if 0 <= (first := number - message * STEP) < files
            )
            whole.write(records)
            (directory / f"piece-{number:04}.pcap").write_bytes(header + records)


class Told(NamedTuple):
    """A run of a command.

    Attributes:
        processor: seconds of processor time.
        seconds: by the clock.
        memory: at its peak, in MiB.
        digest: of what it has printed, without the names of files.
        sum: of the digests of its lines, and of the findings in them: it does not depend on their order.
        code: its exit code.
    """

    processor: float
    seconds: float
    memory: float
    digest: str
    sum: int
    code: int


def _items(line: bytes) -> list[bytes]:
    """What a line consists of that may come in another order: the findings of a capture; else it itself."""
    if b'"findings": [' not in line:
        return [line]
    rest = json.loads(b"{" + line)
    return [json.dumps(each).encode() for each in (*rest.pop("findings"), rest)]


def told(command: list[str]) -> Told:
    """Run a command."""
    digest, found, begin = hashlib.sha256(), 0, time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        for number, line in enumerate(process.stdout):
            text = line if number else NAMES.sub(b"", line)
            digest.update(text)
            found += sum(int.from_bytes(hashlib.sha256(item).digest()) for item in _items(text))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return Told(
        usage.ru_utime + usage.ru_stime,
        time.perf_counter() - begin,
        usage.ru_maxrss / 1024,
        digest.hexdigest(),
        found,
        process.returncode,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--only", choices=["long", "flows"])
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--command", choices=list(COMMANDS), action="append")
    given = parser.parse_args()
    differs = 0
    print(f"{'what':7}{'command':10}{'one s':>8}{'joined s':>10}{'MiB':>6}{'MiB':>6}  {'files':>6}  said")
    for what, write in {"long": write_long, "flows": write_flows}.items():
        if given.only not in (None, what):
            continue
        directory = given.directory / what
        if not directory.exists():
            directory.mkdir(parents=True)
            # In a process of its own: what this one has used would be counted for the commands, too.
            maker = multiprocessing.get_context("spawn").Process(target=write, args=(directory, given.share))
            maker.start()
            maker.join()
            if maker.exitcode:
                return 1
        pieces = sorted(map(str, directory.glob("piece-*.pcap")))
        for name in given.command or COMMANDS:
            command = [*IBPKT, *COMMANDS[name]]
            one, joined = told([*command, str(directory / "whole.pcap")]), told([*command, "--join", *pieces])
            same = (one.sum, one.code) == (joined.sum, joined.code)
            differs |= not same
            figures = "".join(f"{run.processor:9.1f}{run.seconds:9.1f}{run.memory:9.0f}" for run in (one, joined))
            order = "" if one.digest == joined.digest else ", in another order"
            verdict = f"the same{order}" if same else "something else"
            print(f"{what:7}{name:10}{figures}{len(pieces):7}  {verdict}, exit code {one.code}", flush=True)
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
