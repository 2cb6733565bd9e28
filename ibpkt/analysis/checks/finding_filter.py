"""Which findings are wanted: by kind, severity, flow, and the packet that shows them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.results.finding import Finding, FindingType, Severity
from ibpkt.arrays import Ints
from ibpkt.batch import Batch
from ibpkt.filter.filter_result import FilterResult

if TYPE_CHECKING:
    from ibpkt.analysis.checks.expert import ExpertResult
    from ibpkt.filter import Filter


class FindingFilter:
    """Selects findings of one capture.

    Args:
        wanted: the display filter that the packet of a finding must match; None for all packets.
        kinds: these kinds, whatever their severity; none for all kinds of at least ``severity``.
        severity: the least severity.
        flows: numbers of flows; none for all, and for findings that belong to no flow.

    Attributes:
        matched: packets so far that the display filter lets through and whose flows are wanted.
    """

    def __init__(
        self,
        wanted: Filter | None = None,
        kinds: Collection[FindingType] = (),
        severity: Severity = Severity.NOTE,
        flows: Collection[int] = (),
    ) -> None:
        self.filter = wanted
        self.kinds: frozenset[FindingType] = frozenset(kinds)
        self.severity = severity
        self.flows: frozenset[int] = frozenset(flows)
        self.matched: int = 0
        self._passed = FilterResult()
        self._rows: NDArray[np.bool_] | None = None

    def close(self) -> None:
        """Remove the temporary file that remembers packets."""
        self._passed.close()

    def look(self, batch: Batch) -> None:
        """Note which packets of the next batch the display filter lets through."""
        if self.filter is not None:
            self._rows = self.filter.rows(batch)
            self._passed.add(self._rows)

    def passes(self, frame: int) -> bool:
        """Whether the display filter has let a packet of any batch so far through."""
        return self.filter is None or frame in self._passed

    def passing(self, rows: Ints) -> NDArray[np.bool_]:
        """Which packets of the batch that was looked at last it lets through, by their places."""
        return np.ones(len(rows), np.bool_) if self._rows is None else self._rows[rows]

    def wants_kind(self, kind: FindingType) -> bool:
        """Whether findings of a kind are wanted at all."""
        return kind in self.kinds if self.kinds else kind.severity >= self.severity

    def __contains__(self, finding: Finding) -> bool:
        """Whether a finding is wanted; its packet may be one of any batch so far."""
        return (
            self.wants_kind(finding.kind)
            and (not self.flows or finding.flow in self.flows)
            and (self.filter is None or finding.frame in self._passed)
        )

    def select(self, found: ExpertResult, batch: Batch) -> ExpertResult:
        """The wanted findings of the batch that was looked at last."""
        hits = [hit for hit in found.hits if self.wants_kind(hit.kind)]
        if self.filter is not None or self.flows:
            mask = np.ones(len(batch), np.bool_) if self._rows is None else self._rows
            if self.flows:
                mask = mask & np.isin(found.flows, list(self.flows))
            hits = [hit.chosen(mask[hit.rows]) for hit in hits]
            self.matched += int(np.count_nonzero(mask))
        else:
            self.matched += len(batch)
        return found._replace(hits=hits, findings=[finding for finding in found.findings if finding in self])
