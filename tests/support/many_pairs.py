"""A capture of many pairs of hosts: captures of one pair each, moved to other addresses, as one."""

from __future__ import annotations

from pathlib import Path

import ibpkt
from ibpkt.edit import Changes, Set, Shift, edit
from tests.support.shared import OWN

#: losses, NAKs, RNR NAKs, datagrams, CM, storage; some begin at the same time
PARTS = (
    ("corrupt_write.pcap", 300),
    ("nvmeof.pcap", None),
    ("rnr_recover.pcap", None),
    ("ud_loss_gap.pcap", None),
    ("nak_remote_access_write_rkey.pcap", None),
    ("cm_reject.pcap", None),
    ("rc_read.pcap", None),
    ("atomic_cmp_swap.pcap", None),
)  # fmt: skip
START = 1_795_000_000_000_000_000


def many_pairs(folder: Path) -> Path:
    """Write the capture; its packets come from all pairs in turn."""
    pieces = [folder / f"{number}.pcapng" for number in range(len(PARTS))]
    for number, (name, limit) in enumerate(PARTS):
        with ibpkt.open(OWN / name) as capture:
            first = next(iter(capture)).time
        moved = Changes([Set(f"ip.src+={256 * number}"), Set(f"ip.dst+={256 * number}")])
        steps = [moved, Shift(f"{(START + number * 1_000_003 - first) / 1e9:.9f}")]
        with ibpkt.open(OWN / name) as capture, ibpkt.create(pieces[number]) as sink:
            for batch in edit(capture.batches(limit=limit), steps):
                sink.write_batch(batch)
    whole = folder / "many_pairs.pcapng"
    with ibpkt.open_joined(pieces) as capture, ibpkt.create(whole) as sink:
        for batch in capture.batches():
            sink.write_batch(batch)
    return whole
