"""Counts the packets of a capture by operation code, as a script of a user would: ``FILE [verify]``."""

from __future__ import annotations

import sys

import numpy as np

import ibpkt
from ibpkt.fields import field_named
from ibpkt.protocols.link import ICRC


def main() -> None:
    counts = np.zeros(256, np.int64)
    opcode = field_named("infiniband.bth.opcode")
    good = 0
    with ibpkt.open(sys.argv[1]) as capture:
        for batch in capture.batches():
            for shape in batch.shapes:
                for occurrence in opcode.occurrences(shape):
                    counts += np.bincount(occurrence.values(shape).values, minlength=256)
            if "verify" in sys.argv[2:]:
                good += sum(int((checks.status == 0).sum()) for _, checks in batch.verify(ICRC))
    for code in np.flatnonzero(counts).tolist():
        print(f"{code:3d} {counts[code]}")
    if "verify" in sys.argv[2:]:
        print(f"{good} good")


if __name__ == "__main__":
    main()
