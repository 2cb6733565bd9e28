"""Protocol rules for single packets.

    from ibpkt.analysis.checks import rules

    for hits in rules.check_packets(batch):
        for finding in hits.findings(batch.frames):
            print(finding.frame, finding)

A rule reads the columns of the shapes that have its headers.  If a packet has a wrong CRC, only that is reported:
its fields cannot be trusted.
"""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.checks.rules import integrity_rules, network_rules, response_rules, transport_rules
from ibpkt.analysis.checks.rules.packet_rule import PacketRule, ShapeView
from ibpkt.analysis.results.finding import FindingType
from ibpkt.batch import Batch, Shape
from ibpkt.protocols import Chain, tabulated

RULES: list[PacketRule] = tabulated(lambda: [*network_rules.RULES, *transport_rules.RULES, *response_rules.RULES])

#: every kind that these rules can find
KINDS: tuple[FindingType, ...] = tuple(dict.fromkeys((*integrity_rules.KINDS, *(rule.kind for rule in RULES))))


def check_packets(batch: Batch) -> Iterator[FindingColumns]:
    """The rules that packets of a batch break; facts can be read as long as the batch is valid."""
    views = [ShapeView(shape) for shape in batch.shapes]
    yield from integrity_rules.check_integrity(batch, views)
    for view in views:
        for rule in _rules_for(view.shape):
            columns = rule.check(view)
            if columns is not None:
                yield columns


_by_chain: dict[Chain, tuple[PacketRule, ...]] = {}
#: chains that are remembered
_REMEMBERED = 4096


def _rules_for(shape: Shape) -> tuple[PacketRule, ...]:
    rules = _by_chain.get(shape.headers)
    if rules is None:
        if len(_by_chain) >= _REMEMBERED:
            _by_chain.clear()
        view = ShapeView(shape)
        rules = _by_chain[shape.headers] = tuple(rule for rule in RULES if rule.concerns(view))
    return rules


__all__ = ["KINDS", "RULES", "check_packets"]
