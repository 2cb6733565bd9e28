"""Packets whose PSNs are far from all others of their flow: damaged ones, or of a connection that is not known.

They belong to no half: what they say of PSNs is not believed.

Source: IBA 1, 9.7.5.1.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.results.finding import Finding, FindingTypes
from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.arrays import Ints
from ibpkt.protocols import PSN_MASK

STRAY = FindingTypes("sequence", "IBA 1, 9.7.5.1").warning(
    "stray",
    "PSN {psn} is far from the PSNs that this queue pair uses",
    "The packet is damaged, or belongs to another connection of the same queue pairs; later packets may show which.",
)
#: findings of one flow; whoever sends more sends noise, which has been said by then
MOST_TOLD = 8


def tell_strays(columns: Transport, rows: Ints, flow: Ints, table: FlowColumns) -> list[Finding]:
    """A finding for each stray packet, as long as a flow has few.

    Args:
        columns: the batch.
        rows: the packets to tell, ascending.
        flow: the row of each packet's flow, of all packets of the batch.
        table: the flows; what was told is counted there.
    """
    findings, flows = [], table.flows
    for row in rows.tolist():
        of = int(flow[row])
        if flows["strays_told"][of] == MOST_TOLD:
            continue
        flows["strays_told"][of] += 1
        psn = int(np.int64(columns.psn[row])) & PSN_MASK
        frame, time = int(columns.frame[row]), int(columns.time[row])
        findings.append(Finding(STRAY, frame, time, int(flows["number"][of]), {"psn": psn}))
    return findings
