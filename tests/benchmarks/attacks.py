"""Memory and time of captures made to fill a table: one new entry with every packet, through a pipe.

    python tests/benchmarks/attacks.py [--items N] [--attack NAME] [--runs]

Each attack names a table that packets can make grow, and the command that has it.  A hundredth of the items goes first,
then a tenth, then all (10⁷ unless told): time for each must stay within a factor of three, and memory within a bound.
Nothing is kept on disk, and nothing here fails: it measures.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from ibpkt import build, draft, edit
from ibpkt.arrays import gather
from ibpkt.batch import Batch
from ibpkt.packet import Packet
from tests.benchmarks.against_tshark import IBPKT
from tests.benchmarks.make import PCAP

#: packets that are made at a time, nanoseconds from one to the next, and the start
BLOCK, GAP, BEGIN = 16384, 1000, 1_700_000_000
ETHERNET, NATIVE = 1, 247


class Attack(NamedTuple):
    """Packets that differ from one another in some fields.

    Attributes:
        command: what reads them.
        packet: the first of them.
        fields: by "layer.field" a factor: the field of packet n is that times n, modulo its width.
        link: the link type.
    """

    command: Sequence[str]
    packet: Packet
    fields: Mapping[str, int]
    link: int = ETHERNET


def _roce(*headers: Any, payload: bytes = b"", bth: Mapping[str, int] | None = None) -> Packet:
    lower = (draft("Ethernet"), draft("IPv4", src="10.0.0.1", dst="10.0.0.2"), draft("UDP", srcport=0xC000))
    return build(*lower, draft("BTH", **{"destqp": 0x11, **(bth or {})}), *headers, payload=payload)


def _mad(*headers: Any, **mad: Any) -> Packet:
    return _roce(draft("DETH", q_key=0x80010000, srcqp=1), draft("MAD", **mad), *headers, bth={"destqp": 1})


def _native_mad(*headers: Any, **mad: Any) -> Packet:
    return build(
        draft("LRH", slid=1, dlid=2), draft("BTH", destqp=0), draft("DETH", srcqp=0), draft("MAD", **mad), *headers
    )


def attacks() -> dict[str, Attack]:
    """All of them, by the table."""
    expert = ("expert", "--summary", "-")
    write = draft("RETH", va=0x1000, r_key=5, dmalen=4)
    return {
        "connection requests": Attack(
            expert,
            _mad(draft("REQ", localcommid=1, localqpn=7), classversion=2, method=3),
            {"req.localcommid": 1, "req.localqpn": 1, "mad.transactionid": 1},
        ),
        "requests of management": Attack(
            expert, _mad("RMPP", "SA", "PathRecord", method="Get"), {"mad.transactionid": 1}
        ),
        "messages in segments": Attack(
            ("fabric", "-"), _mad(
                draft("RMPP", active=1, first=1, segmentnumber=1, payloadlength=1000), "SA", "PathRecord",
                method="GetTableResp",
            ), {"mad.transactionid": 1},
        ),
        "nodes of a fabric": Attack(
            ("fabric", "-"),
            _native_mad("SMP", draft("NodeInfo", nodeguid=1, portguid=1, numports=1), method="GetResp"),
            {"nodeinfo.nodeguid": 1, "nodeinfo.portguid": 1, "lrh.slid": 1, "mad.transactionid": 1}, NATIVE,
        ),
        "unanswered messages": Attack(("messages", "-"), _roce(payload=b"data", bth={"opcode": 4}), {"bth.psn": 1}),
        "holes": Attack(expert, _roce(payload=b"data", bth={"opcode": 4}), {"bth.psn": 2}),
        "keys": Attack(expert, _roce(write, payload=b"data"), {"reth.r_key": 1, "reth.va": 4096, "bth.psn": 1}),
        "addresses": Attack(
            ("stats", "endpoints", "-"), _roce(payload=b"data", bth={"opcode": 4}), {"ipv4.src": 1, "ipv4.dst": 7919}
        ),
        "fragments of IP": Attack(
            expert, build(draft("Ethernet"), draft("IPv4", src="10.0.0.1", dst="10.0.0.2", mf=1, proto=17),
                          payload=bytes(32)), {"ipv4.id": 1, "ipv4.src": 3},
        ),
        "commands": Attack(
            ("commands", "--decode-as", "qp 0x11,srp", "-"),
            _roce(payload=bytes([2]) + bytes(47), bth={"opcode": 4}), {"bth.psn": 1, "payload.8": 1},
        ),
    }  # fmt: skip


def _place(packet: Packet, name: str) -> tuple[int, int]:
    """Where a field begins in a packet, and its bytes."""
    layer_name, _, field = name.partition(".")
    if layer_name == "payload":
        start = len(packet.data) - 4 - len(packet.payload)  # the ICRC follows
        return start + int(field), 8
    layer = next(layer for layer in packet.layers if layer.header.name.lower() == layer_name)
    leaf = layer.header.leaf(field)
    if leaf.bit % 8 or leaf.width % 8:
        raise SystemExit(f"{name} is not of whole bytes")
    return layer.offset + leaf.bit // 8, leaf.width // 8


def blocks(attack: Attack, items: int) -> Iterator[bytes]:
    """The records of a capture, some packets at a time."""
    template = np.frombuffer(attack.packet.data, np.uint8)
    places = {name: _place(attack.packet, name) for name in attack.fields}
    changes = edit.Changes((), crc="all")
    for low in range(0, items, BLOCK):
        numbers = np.arange(low, min(items, low + BLOCK), dtype=np.uint64)
        rows = np.tile(template, (len(numbers), 1))
        for name, factor in attack.fields.items():
            start, size = places[name]
            values = (numbers + np.uint64(1)) * np.uint64(factor)
            rows[:, start : start + size] = values.astype(">u8").view(np.uint8).reshape(-1, 8)[:, 8 - size :]
        fixed = changes.apply(Batch.of(map(bytes, rows), attack.link)).frames
        done = gather(fixed.data, fixed.start, rows.shape[1])
        times = numbers.astype(np.int64) * GAP
        record = np.zeros((len(numbers), 4), "<u4")
        record[:, 0], record[:, 1] = BEGIN + times // 10**9, times % 10**9
        record[:, 2:] = rows.shape[1]
        yield np.concatenate((record.view(np.uint8), done), axis=1).tobytes()


def run(attack: Attack, items: int) -> tuple[float, float, int]:
    """Seconds of the processor, peak memory in MiB, and the exit code."""
    process = subprocess.Popen(
        [*IBPKT, *attack.command], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    assert process.stdin is not None
    try:
        process.stdin.write(PCAP.pack(0xA1B23C4D, 2, 4, 0, 0, 65535, attack.link))
        for block in blocks(attack, items):
            process.stdin.write(block)
        process.stdin.close()
    except BrokenPipeError:
        pass  # the exit code says it
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode


def main() -> None:
    every = attacks()
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--items", type=int, default=10_000_000)
    parser.add_argument("--attack", choices=sorted(every), action="append")
    options = parser.parse_args()
    print(f"{'table':22} {'items':>9} {'seconds':>8} {'µs an item':>10} {'MiB':>6} {'code':>4}")
    for name in options.attack or every:
        for items in (options.items // 100, options.items // 10, options.items):
            seconds, memory, code = run(every[name], items)
            print(
                f"{name:22} {items:9} {seconds:8.1f} {seconds / items * 1e6:10.2f} {memory:6.0f} {code:4}", flush=True
            )


if __name__ == "__main__":
    main()
