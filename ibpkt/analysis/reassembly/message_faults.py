"""What is wrong with the form of messages as a whole."""

from __future__ import annotations

from typing import Any

from ibpkt.analysis.columns.transport import WRITE
from ibpkt.analysis.reassembly.kinds import MESSAGE_INCOMPLETE, MESSAGE_LENGTH, MessageFault
from ibpkt.analysis.reassembly.message_rows import INCOMPLETE, UC, Rows
from ibpkt.analysis.results.finding import FindingType
from ibpkt.arrays import Bools, Ints, rows_where
from ibpkt.protocols import OPERATIONS, PSN_MASK


def wrong_lengths(rows: Rows, of: Ints) -> list[MessageFault]:
    """WRITEs of several packets that are complete, and carry more or less than their RETH announces.

    Of one packet this is a matter of a rule about single packets.

    Args:
        rows: messages.
        of: which of them to look at, some more than once.
    """
    wrong = (rows["operation"][of] == WRITE) & (rows["whole"][of] > 0) & (rows["sent"][of] > 0)
    wrong &= (rows["carried"][of] != rows["declared"][of]) & (rows["packets"][of] > 1)
    return [
        _fault(MESSAGE_LENGTH, rows, at, "last", said=int(rows["declared"][at]), carried=int(rows["carried"][at]))
        for at in of[wrong].tolist()
    ]


def incomplete_messages(rows: Rows, undecided: Bools) -> list[MessageFault]:
    """Messages of unreliable connections that the receiver drops, since packets are missing or late.

    Where that is none of their own, the one that came in their middle is counted.

    Args:
        rows: messages.
        undecided: of which of them that was not known before.
    """
    wrong = rows["missing"] + rows["late"]
    lost = undecided & (rows["service"] == UC) & (rows["outcome"] == INCOMPLETE)
    lost &= rows["missing"] + rows["unexpected"] > 0
    return [
        _fault(
            MESSAGE_INCOMPLETE, rows, at, "done", psn=int(rows["first"][at]) & PSN_MASK, count=max(1, int(wrong[at]))
        )
        for at in rows_where(lost).tolist()
    ]


def _fault(kind: FindingType, rows: Rows, at: int, shows: str, **facts: Any) -> MessageFault:
    """Something wrong with a message, which its packet shows that stands in columns of that name."""
    facts = {"operation": OPERATIONS[rows["operation"][at]], **facts}
    frame, time = int(rows[f"{shows}_frame"][at]), int(rows[f"{shows}_time"][at])
    return MessageFault(kind, int(rows["half"][at]), frame, time, 1, facts)
