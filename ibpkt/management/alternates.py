"""Alternate paths: where a connection may migrate when its path breaks, as its ends propose and answer them.

The REQ may propose one, which the REP accepts or refuses; later ones are proposed by LAP and answered by APR.

Source: IBA 1, 12.8 and 17.2.8.
"""

from __future__ import annotations

import dataclasses

from ibpkt.management.cm_messages import CMMessage
from ibpkt.protocols.mad.cm import AP_STATUSES, FAILOVERS, LAP
from ibpkt.protocols.mad.times import UNIT_NS

#: alternate paths kept for a connection, the latest ones
PATHS = 8


@dataclasses.dataclass(frozen=True)
class AlternatePath:
    """A path that one end proposed.  Times are nanoseconds since the epoch.

    Attributes:
        by: the address of the end that proposed it.
        local_gid: the GID of that end's port, as text.
        remote_gid: the GID of the other end's port, as text.
        local_lid: the LID of that end's port.
        remote_lid: the LID of the other end's port.
        ack_timeout: how long the other end's queue pair waits for an ACK on it, in nanoseconds; None: without limit.
        outcome: "proposed" (no answer), "accepted", "refused".
        reason: why it was refused.
        proposed, answered: when.
    """

    by: str
    local_gid: str
    remote_gid: str
    local_lid: int
    remote_lid: int
    ack_timeout: int | None
    outcome: str
    proposed: int
    answered: int | None = None
    reason: str | None = None

    def __str__(self) -> str:
        """As in tables: ``fe80::1 → fe80::2 refused (LID Rejected)``; LIDs if there are no GIDs."""
        reason = f" ({self.reason})" if self.reason else ""
        lids = "::" in (self.local_gid, self.remote_gid)
        ends = (f"LID {self.local_lid}", f"LID {self.remote_lid}") if lids else (self.local_gid, self.remote_gid)
        return f"{' → '.join(ends)} {self.outcome}{reason}"

    def after(self, time: int, status: int, names: dict[int, str]) -> AlternatePath:
        """The path with its answer: status 0 accepts it, others refuse it for the reason in `names`."""
        refused = names.get(status, f"Status {status}") if status else None
        return dataclasses.replace(self, outcome="refused" if refused else "accepted", reason=refused, answered=time)


def proposed(message: CMMessage) -> AlternatePath | None:
    """The alternate path that a REQ or LAP proposes; None if all of its addresses are zero."""
    values = message.values
    gids, lids = ("alt_localgid", "alt_remotegid"), ("alt_locallid", "alt_remotelid")
    if not (any(values[name] for name in lids) or any(any(values[name]) for name in gids)):
        return None
    ack = values["alt_localacktout"]
    local_gid, remote_gid = (LAP.leaf(name).text(values[name]) for name in gids)
    local_lid, remote_lid = (values[name] for name in lids)
    return AlternatePath(
        by=message.source,
        local_gid=local_gid,
        remote_gid=remote_gid,
        local_lid=local_lid,
        remote_lid=remote_lid,
        ack_timeout=UNIT_NS << ack if ack else None,
        outcome="proposed",
        proposed=message.time,
    )


def answered(paths: tuple[AlternatePath, ...], message: CMMessage) -> tuple[AlternatePath, ...]:
    """The paths of a connection after a REP or an APR, which answers the last path if it is still open.

    An APR answers a path that the other end proposed.
    """
    if not paths or paths[-1].outcome != "proposed":
        return paths
    last = paths[-1]
    if message.name == "REP":
        last = last.after(message.time, message.values["failoveracc"], FAILOVERS)
    elif last.by != message.source or message.source == message.destination:
        last = last.after(message.time, message.values["apstatus"], AP_STATUSES)
    return (*paths[:-1], last)
