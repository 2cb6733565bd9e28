"""Editing whole captures in memory, and what comes out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import ibpkt
from ibpkt import edit
from ibpkt.batch import Batch
from tests.support.shared import capture


def path_of(name: str | Path) -> Path:
    return name if isinstance(name, Path) else capture(name)


def edited(name: str | Path, *steps: edit.Step) -> list[ibpkt.Packet]:
    """The packets of a capture after some steps."""
    with ibpkt.open(path_of(name)) as source:
        return [packet for batch in edit.edit(source.batches(), steps) for packet in batch]


def edited_bytes(name: str | Path, *steps: edit.Step) -> list[tuple[int, bytes, int, int]]:
    """Link type, bytes, length on the wire and time of the packets of a capture after some steps."""
    return [facts(packet) for packet in edited(name, *steps)]


def facts(packet: ibpkt.Packet) -> tuple[int, bytes, int, int]:
    return packet.link, packet.data, packet.wirelen, packet.time


def statuses(packets: list[ibpkt.Packet]) -> Counter[str]:
    return Counter(str(packet.icrc.status) for packet in packets)


def changed(packets: list[bytes], link: int, *changes: edit.Set, crc: str = "good") -> list[ibpkt.Packet]:
    """Packets in memory after some changes."""
    return list(edit.Changes(changes, crc).apply(Batch.of(packets, link)))
