"""Memory and time of very many flows: a pipe of flows of one or two packets into ``ibpkt expert --summary -``.

    python tests/benchmarks/flows.py [--flows N] [--same N] [--kind ud|rc] [--command NAME]

`ud` is a datagram a flow, `rc` a SEND and its acknowledgement.  A tenth of the flows goes first, then all: memory must
not grow.  Nothing is kept on disk, and nothing here fails: it measures.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.against_tshark import IBPKT
from tests.benchmarks.make import PCAP, frame

#: operation, bytes of extended headers and of payload, and whether it goes back
KINDS = {"ud": ((0x64, 8, 16, False),), "rc": ((0x04, 0, 16, False), (0x11, 4, 0, True))}
COMMANDS = {
    "expert": ["expert", "--summary", "-"],
    "flows": ["flows", "--format", "csv", "-"],
    "messages": ["messages", "--format", "jsonl", "-"],
}
#: flows that are made at a time, and nanoseconds from one to the next
BLOCK, GAP = 16384, 1000
#: where BTH begins, the bytes of the addresses, and what the ICRC reads as ones
BTH, SOURCE, DESTINATION = 42, slice(26, 30), slice(30, 34)
MASKED = [15, 22, 24, 25, 40, 41, BTH + 4]
ONES = zlib.crc32(b"\xff" * 8)  # what stands for an LRH


def _bytes(numbers: np.ndarray, width: int) -> np.ndarray:
    return numbers.astype(">u8").view(np.uint8).reshape(-1, 8)[:, 8 - width :]


def exchange(kind: str, numbers: np.ndarray, same: int, message: int, begin: int) -> bytes:
    """The records of a message of each of some flows, one flow after the other.

    Args:
        kind: of KINDS.
        numbers: of the flows.
        same: so many of them have the same addresses.
        message: its number in each flow, from 0 on; the PSN of that of an earlier exchange is one less.
        begin: the time of the first packet, in nanoseconds since 2023-11-14T22:13:20Z.
    """
    templates = KINDS[kind]
    records = []
    for place, (opcode, headers, payload, back) in enumerate(templates):
        data = np.frombuffer(frame("roce", opcode, headers, payload), np.uint8)
        block = np.tile(data, (len(numbers), 1))
        ends = _bytes(0x0A000000 + numbers // same, 4), _bytes(0x0B000000 + numbers // same, 4)
        block[:, SOURCE], block[:, DESTINATION] = ends[::-1] if back else ends
        block[:, BTH + 5 : BTH + 8] = _bytes(numbers % 0xFFFFF0 + 2, 3)
        psn = _bytes((numbers * 7919 + message) % (1 << 24), 3)
        block[:, BTH + 9 : BTH + 12] = psn
        if kind == "ud":
            block[:, BTH + 17 : BTH + 20] = _bytes(numbers % 0xFFFFF0 + 2, 3)
        elif back:
            block[:, BTH + 12 : BTH + 16] = (0x1F, 0, 0, message + 1)
        else:
            block[:, BTH + 8] = 0x80  # an acknowledgement is wanted
        ones = block.copy()
        ones[:, MASKED] = 0xFF
        crcs = [zlib.crc32(row[14:-4], ONES) for row in ones]
        block[:, -4:] = np.array(crcs, "<u4").view(np.uint8).reshape(-1, 4)
        times = begin + (np.arange(len(numbers)) * len(templates) + place) * GAP
        record = np.zeros((len(numbers), 4), "<u4")
        record[:, 0], record[:, 1] = 1_700_000_000 + times // 10**9, times % 10**9
        record[:, 2:] = block.shape[1]
        records.append(np.concatenate((record.view(np.uint8), block), axis=1))
    return np.concatenate(records, axis=1).tobytes()


def blocks(kind: str, flows: int, same: int) -> Iterator[bytes]:
    """The records of a capture, a block of flows at a time; so many have the same addresses."""
    for low in range(0, flows, BLOCK):
        numbers = np.arange(low, min(flows, low + BLOCK))
        yield exchange(kind, numbers, same, 0, low * len(KINDS[kind]) * GAP)


def write(file: BinaryIO, kind: str, flows: int, same: int) -> None:
    """Write a whole capture."""
    file.write(PCAP.pack(0xA1B23C4D, 2, 4, 0, 0, 65535, 1))
    for block in blocks(kind, flows, same):
        file.write(block)


def _fill(path: str, kind: str, flows: int, same: int) -> None:
    with open(path, "wb") as file:
        write(file, kind, flows, same)


def run(command: str, kind: str, flows: int, same: int) -> tuple[float, float]:
    """Seconds of the processor, and peak memory in MiB."""
    fifos = [] if command in COMMANDS else [f"{tempfile.gettempdir()}/ibpkt-{os.getpid()}-{side}" for side in "ab"]
    for path in fifos:
        os.mkfifo(path)
    arguments = COMMANDS.get(command) or [command, *fifos]
    process = subprocess.Popen(
        [*IBPKT, *arguments], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    assert process.stdin is not None
    try:
        threads = [threading.Thread(target=_fill, args=(path, kind, flows, same)) for path in fifos]
        for thread in threads:
            thread.start()
        if not fifos:
            try:
                write(process.stdin, kind, flows, same)
            except BrokenPipeError as error:
                raise SystemExit(f"ibpkt {' '.join(arguments)} has ended early") from error
        process.stdin.close()
        for thread in threads:
            thread.join()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    finally:
        for path in fifos:
            os.unlink(path)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--flows", type=int, default=10_000_000)
    parser.add_argument("--kind", choices=sorted(KINDS), action="append")
    parser.add_argument("--command", choices=[*COMMANDS, "compare"], action="append")
    parser.add_argument("--same", type=int, default=64, help="flows of one pair of addresses")
    options = parser.parse_args()
    print(f"{'command':9} {'kind':4} {'flows':>9} {'packets':>9} {'seconds':>8} {'µs a flow':>9} {'MiB':>6}")
    chosen = itertools.product(options.command or ["expert"], options.kind or sorted(KINDS, reverse=True))
    for command, kind in chosen:
        for flows in (options.flows // 10, options.flows):
            seconds, memory = run(command, kind, flows, options.same)
            packets = flows * len(KINDS[kind])
            each = seconds / flows * 1e6
            print(f"{command:9} {kind:4} {flows:9} {packets:9} {seconds:8.1f} {each:9.1f} {memory:6.0f}", flush=True)


if __name__ == "__main__":
    main()
