"""How ``ibpkt expert`` writes findings, groups of findings, and kinds of findings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ibpkt.analysis.checks.finding_groups import FindingGroup, FindingGroups
from ibpkt.analysis.incidents import Incident
from ibpkt.analysis.incidents.rows import incident_row
from ibpkt.analysis.results.finding import Finding, FindingType, Severity
from ibpkt.analysis.results.tables import FINDINGS, row
from ibpkt.cli.terminal import table_width
from ibpkt.errors import escape_text
from ibpkt.output.names import NameTable
from ibpkt.output.report import Layout
from ibpkt.output.table_fit import cut, wrapped, wrapped_table

#: what stands before the meaning of a finding
_MEANING = " " * 7
_SEVERITIES = sorted(Severity, reverse=True)


def finding_layout(summary: bool, explain: bool, names: NameTable | None = None) -> Layout[Finding]:
    """How findings are written.

    Args:
        summary: only their groups are.
        explain: say what each usually means.
        names: names for the addresses in text.
    """
    table = names or NameTable()

    def record(finding: Finding) -> dict[str, Any]:
        return {**row(FINDINGS, finding), **_meaning(finding.kind, explain)}

    def text(findings: Sequence[Finding]) -> str:
        return "".join(_line(finding, explain, table) for finding in findings)

    return Layout("" if summary else "findings", record, text, spooled=True)


def _line(finding: Finding, explain: bool, names: NameTable) -> str:
    kind = finding.kind
    flow = f"flow {finding.flow}" if finding.flow else ""
    said = escape_text(names.in_sentence(str(finding)))
    before = f"{finding.frame:5d}  {kind.severity!s:<7}  {flow:<8}  "
    line = wrapped(f"{before}{kind.name}: {said}", table_width(), len(before))
    if not explain:
        return line
    proof = f"{_MEANING}proven by {number_ranges(finding.because)}" if finding.because else ""
    return line + (wrapped(proof, table_width(), len(_MEANING)) if proof else "") + _explanation(kind, _MEANING)


def number_ranges(numbers: Sequence[int]) -> str:
    """Numbers of packets, ascending, as text: ``packets 1 to 3, 7 and 9``; empty for none."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    texts = [
        text
        for first, last in ranges
        for text in ([f"{first} to {last}"] if last > first + 1 else map(str, range(first, last + 1)))
    ]
    if len(texts) > 1:
        texts = [*texts[:-2], f"{texts[-2]} and {texts[-1]}"]
    return f"{_plural('packet', len(numbers))} {', '.join(texts)}" if texts else ""


def _explanation(kind: FindingType, indent: str) -> str:
    texts = (kind.means, f"[{kind.source}]")
    return "".join(wrapped(f"{indent}{text}", table_width(), len(indent)) for text in texts)


def _meaning(kind: FindingType, explain: bool) -> dict[str, str]:
    return {"means": kind.means, "rule": kind.source} if explain else {}


def group_members(
    groups: FindingGroups, packets: int, explain: bool, incidents: Sequence[Incident] = ()
) -> dict[str, Any]:
    """What precedes the findings in JSON: counts, incidents, and the findings by kind."""
    return {
        "packets": packets,
        "counts": {str(severity): groups.count(severity) for severity in _SEVERITIES},
        "incidents": list(map(incident_row, incidents)),
        "groups": [
            {
                "kind": group.kind.name,
                "severity": str(group.kind.severity),
                "group": group.kind.group,
                "packets": group.packets,
                "findings": group.findings,
                "flows": group.flows,
                "first_frame": group.first,
                "last_frame": group.last,
                "example": str(group.examples[0]),
                **_meaning(group.kind, explain),
            }
            for group in groups.groups()
        ],
    }


def last_lines(
    name: str,
    groups: FindingGroups,
    packets: int,
    summary: bool,
    explain: bool,
    names: NameTable | None = None,
    options: str = "",
) -> str:
    """What follows the findings in text: the findings by kind where only these are wanted, and counts.

    Args:
        name: of the capture.
        groups: what was found of what was asked for.
        packets: how many the capture has.
        summary: only the kinds are wanted.
        explain: with what they mean.
        names: of addresses.
        options: what was asked for, as it is typed; empty for all.
    """
    lines = "".join(_group(group, explain, names or NameTable()) for group in groups.groups()) if summary else ""
    counts = [(severity, groups.count(severity)) for severity in _SEVERITIES]
    found = ", ".join(f"{count} {_plural(str(severity), count)}" for severity, count in counts if count)
    nothing = f"nothing found that matches {options}" if options else "nothing found"
    last = f"{escape_text(name)}: {packets} {_plural('packet', packets)}; {found or nothing}"
    return lines + wrapped(last, table_width())


def _group(group: FindingGroup, explain: bool, names: NameTable) -> str:
    kind = group.kind
    of = f" of {group.packets} packets" if group.packets != group.findings else ""
    flows = f" in {group.flows} {_plural('flow', group.flows)}" if group.flows else ""
    line = (
        f"{kind.severity!s:<7}  {group.findings:>7}  {kind.name}{of}{flows}, packets {group.first} to {group.last}; "
        f"the first: {escape_text(names.in_sentence(str(group.examples[0])))}\n"
    )
    line = cut(line.rstrip(), table_width()) + "\n"
    return line + (_explanation(kind, "         ") if explain else "")


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


def _kinds_table(kinds: Sequence[FindingType]) -> str:
    rows = [
        {"group": kind.group, "severity": str(kind.severity), "kind": kind.name, "usually means": kind.means}
        for kind in kinds
    ]
    return wrapped_table(rows, table_width())


#: how kinds of findings are listed
KINDS_LAYOUT: Layout[FindingType] = Layout(
    "kinds", lambda kind: {**kind._asdict(), "severity": str(kind.severity)}, _kinds_table
)
