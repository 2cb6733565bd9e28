"""``ibpkt expert``: what went wrong?"""

from __future__ import annotations

import gc
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

import click
import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.checks.finding_groups import FindingGroup, FindingGroups
from ibpkt.analysis.results.finding import Finding, FindingType, Severity
from ibpkt.analysis.results.tables import FINDINGS, row
from ibpkt.batch import Batch
from ibpkt.cli import OK, PROBLEMS
from ibpkt.cli.common import (
    Files,
    asked_by,
    capture_arguments,
    display_filter,
    examples,
    filter_option,
    named_files,
    output,
    remark_given_up,
    with_progress,
)
from ibpkt.cli.filter_result import FilterResult
from ibpkt.cli.json_spool import Spool
from ibpkt.cli.parameters import FLOW, Choice
from ibpkt.errors import CallerError, escape_text
from ibpkt.output.table import json_text, table

if TYPE_CHECKING:
    from ibpkt.analysis.checks.expert import Expert, ExpertResult
    from ibpkt.filter import Filter

SEVERITIES = tuple(map(str, Severity))


@click.command(
    epilog=examples(
        "ibpkt expert captures/corrupt_write.pcap --severity error",
        "ibpkt expert --summary captures/ecn_marked_netem.pcap captures/rc_write.pcap",
        "ibpkt expert --fail warning --format json captures/rc_write.pcap",
    )
)
@capture_arguments
@filter_option
@click.option("--summary", is_flag=True, help="Only how many there are of each kind, and the first.")
@click.option(
    "--severity",
    type=Choice(SEVERITIES),
    default=str(Severity.NOTE),
    show_default=True,
    help="Only findings that are at least so bad.",
)
@click.option("--kind", "names", multiple=True, metavar="NAME,…", help="Only these kinds, whatever their severity.")
@click.option("--flow", "numbers", multiple=True, type=FLOW, metavar="N", help="Only flow N.")
@click.option("--limit", type=click.IntRange(0), default=0, metavar="N", help="Print N findings of a file; count all.")
@click.option("--explain", is_flag=True, help="Say what each usually means, and on which rule it rests.")
@click.option("--fail", type=Choice(SEVERITIES), help="Exit code 1 where something is found that is so bad.")
@click.option("--format", "form", type=Choice(["text", "json"]), default="text", help="Lines, or an object a file.")
@click.option("--kinds", is_flag=True, help="List everything that can be found.")
def command(
    files: tuple[str, ...],
    more: tuple[str, ...],
    roce_port: int,
    chosen: str | None,
    summary: bool,
    severity: str,
    names: tuple[str, ...],
    numbers: tuple[int, ...],
    limit: int,
    explain: bool,
    fail: str | None,
    form: str,
    kinds: bool,
) -> int:
    """What went wrong?

    Tells of lost, repeated and late packets, refused requests, congestion, changes of the path, and rules of the
    protocol that packets break: a line each, with its packet, severity and flow. All packets are analysed; -Y and the
    other options choose what is told.
    """
    from ibpkt.analysis.checks.expert import KINDS, Expert  # late: --help needs none of it

    if kinds:
        output().write(_listed(KINDS.values(), form).encode())
        return OK
    gc.set_threshold(50_000, 20, 20)  # there are many messages and flows, and little garbage
    wanted = Wanted(display_filter(chosen), _chosen_kinds(names, KINDS), Severity[severity.upper()], frozenset(numbers))
    inputs = Files(named_files(files, more), roce_port, asked_by(wanted.filter))
    code = OK
    for number, (name, capture) in enumerate(inputs, 1):
        expert, groups = Expert(), FindingGroups()
        wanted.begin()
        account: Account
        if form == "json":
            account = Objects(name, summary, explain)
        else:
            account = Lines(name, summary, explain, titled=len(inputs.names) > 1)
        account = Limited(account, limit) if limit else account
        label = f"{escape_text(name)} ({number} of {len(inputs.names)})" if len(inputs.names) > 1 else ""
        for batch in with_progress(capture.batches(), capture, label=label):
            if wanted.filter is not None:
                inputs.look_for(wanted.filter, batch)
            _tell(expert, batch, wanted, groups, None if summary else account)
            if inputs.live:
                output().flush()
            del batch  # its buffer is used again for the next
        for finding in expert.finish():
            if wanted.takes(finding):
                groups.add(finding)
                if not summary:
                    account.add([finding])
        account.end(groups, expert.packets)
        output().flush()
        remark_given_up(name, expert.analyser.given_up)
        worst = groups.worst()
        if fail is not None and worst is not None and worst >= Severity[fail.upper()]:
            code = PROBLEMS
    return inputs.code or code


def _tell(expert: Expert, batch: Batch, wanted: Wanted, groups: FindingGroups, account: Account | None) -> None:
    """Find what a batch shows, count what is wanted of it, and tell it where there is somebody to tell."""
    wanted.look(batch)
    found = wanted.of(expert.add(batch), batch)
    for finding in found.findings:
        groups.add(finding)
    for hits in found.hits:
        groups.add_hits(hits, batch.frames, found.flows)
    if account is not None:
        every = [*(each for hits in found.hits for each in hits.findings(batch.frames, found.flows)), *found.findings]
        account.add(sorted(every, key=lambda finding: finding.frame))


def _chosen_kinds(names: tuple[str, ...], known: dict[str, FindingType]) -> frozenset[FindingType]:
    chosen = [name.strip() for each in names for name in each.split(",") if name.strip()]
    if names and not chosen:
        raise click.UsageError("--kind names no kind; --kinds lists them")
    for name in chosen:
        if name not in known:
            raise CallerError(f"there is no kind of finding {name!r}", name=name, known=known)
    return frozenset(known[name] for name in chosen)


class Wanted:
    """Which findings are to be told.

    Args:
        filter: of these packets, None for all.
        kinds: of these kinds, empty for all that are bad enough.
        severity: at least so bad.
        flows: of these flows, empty for all.
    """

    def __init__(
        self, filter: Filter | None, kinds: frozenset[FindingType], severity: Severity, flows: frozenset[int]
    ) -> None:
        self.filter = filter
        self.kinds = kinds
        self.severity = severity
        self.flows = flows
        self._passed = FilterResult()
        self._rows: NDArray[np.bool_] | None = None

    def begin(self) -> None:
        """Another capture begins."""
        self._passed.close()
        self._passed = FilterResult()

    def kind(self, kind: FindingType) -> bool:
        """Whether findings of a kind are wanted at all."""
        return kind in self.kinds if self.kinds else kind.severity >= self.severity

    def look(self, batch: Batch) -> None:
        """Note which packets the filter chooses."""
        if self.filter is not None:
            self._rows = self.filter.rows(batch)
            self._passed.add(self._rows)

    def takes(self, finding: Finding) -> bool:
        """Whether a finding is wanted."""
        return (
            self.kind(finding.kind)
            and (not self.flows or finding.flow in self.flows)
            and (self.filter is None or finding.frame in self._passed)
        )

    def of(self, found: ExpertResult, batch: Batch) -> ExpertResult:
        """What is wanted of that which a batch has brought."""
        hits = [each for each in found.hits if self.kind(each.kind)]
        if self.filter is not None or self.flows:
            mask = np.ones(len(batch), np.bool_) if self._rows is None else self._rows
            if self.flows:
                mask = mask & np.isin(found.flows, list(self.flows))
            hits = [each.chosen(mask[each.rows]) for each in hits]
        return found._replace(hits=hits, findings=[each for each in found.findings if self.takes(each)])


class Account(Protocol):
    """What is told of a file."""

    def add(self, findings: Iterable[Finding]) -> None:
        """More findings."""

    def end(self, groups: FindingGroups, packets: int) -> None:
        """The counts."""


class Limited:
    """Tells of the first findings only."""

    def __init__(self, account: Account, limit: int) -> None:
        self._account = account
        self._left = limit

    def add(self, findings: Iterable[Finding]) -> None:
        """More findings."""
        some = list(findings)[: self._left]
        self._left -= len(some)
        self._account.add(some)

    def end(self, groups: FindingGroups, packets: int) -> None:
        """The counts."""
        self._account.end(groups, packets)


class Lines:
    """Lines for people: findings as they are found, the counts at the end."""

    def __init__(self, name: str, summary: bool, explain: bool, titled: bool) -> None:
        self.name = name
        self._summary = summary
        self._explain = explain
        if titled:
            output().write(f"==> {escape_text(name)} <==\n".encode())

    def add(self, findings: Iterable[Finding]) -> None:
        """Print a line for each."""
        output().writelines(self._line(finding).encode() for finding in findings)

    def _line(self, finding: Finding) -> str:
        flow = f"flow {finding.flow}" if finding.flow else ""
        text = escape_text(str(finding))
        line = f"{finding.frame:5d}  {finding.kind.severity!s:<7}  {flow:<8}  {finding.kind.name}: {text}\n"
        return line + _explained(finding.kind, "       ") if self._explain else line

    def end(self, groups: FindingGroups, packets: int) -> None:
        """Print the groups, or the counts alone."""
        out = output()
        if self._summary:
            for group in groups.groups():
                out.write(self._group(group).encode())
        counts = [(severity, groups.count(severity)) for severity in sorted(Severity, reverse=True)]
        told = ", ".join(f"{count} {_plural(str(severity), count)}" for severity, count in counts if count)
        out.write(
            f"{escape_text(self.name)}: {packets} {_plural('packet', packets)}; {told or 'nothing found'}\n".encode()
        )

    def _group(self, group: FindingGroup) -> str:
        kind = group.kind
        flows = f" in {group.flows} {_plural('flow', group.flows)}" if group.flows else ""
        example = group.examples[0]
        line = (
            f"{kind.severity!s:<7}  {group.findings:>7}  {kind.name}{flows}, packets {group.first} to {group.last}; "
            f"the first: {escape_text(str(example))}\n"
        )
        return line + _explained(kind, "         ") if self._explain else line


def _explained(kind: FindingType, indent: str) -> str:
    return f"{indent}{kind.means}\n{indent}[{kind.source}]\n"


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


class Objects:
    """An object a file.  The counts come first in it but are known last; there may be millions of findings."""

    def __init__(self, name: str, summary: bool, explain: bool) -> None:
        self.name = name
        self._summary = summary
        self._explain = explain
        self._spool = Spool()

    def add(self, findings: Iterable[Finding]) -> None:
        """Keep them for later."""
        for finding in findings:
            self._spool.add(self._told(finding))

    def _told(self, finding: Finding) -> dict[str, Any]:
        return {**row(FINDINGS, finding), **self._meaning(finding.kind)}

    def _meaning(self, kind: FindingType) -> dict[str, str]:
        return {"means": kind.means, "rule": kind.source} if self._explain else {}

    def end(self, groups: FindingGroups, packets: int) -> None:
        """Print it all."""
        counts = {str(severity): groups.count(severity) for severity in sorted(Severity, reverse=True)}
        told = [
            {
                "kind": group.kind.name,
                "severity": str(group.kind.severity),
                "group": group.kind.group,
                "findings": group.findings,
                "flows": group.flows,
                "first_frame": group.first,
                "last_frame": group.last,
                "example": str(group.examples[0]),
                **self._meaning(group.kind),
            }
            for group in groups.groups()
        ]
        head = {"file": self.name, "packets": packets, "counts": counts, "groups": told}
        self._spool.write(head, None if self._summary else "findings")


def _listed(kinds: Iterable[FindingType], form: str) -> str:
    ordered = sorted(kinds, key=lambda kind: (kind.group, -kind.severity, kind.name))
    if form == "json":
        rows = [{**kind._asdict(), "severity": str(kind.severity)} for kind in ordered]
        return json_text({"kinds": rows}) + "\n"
    return table(
        [
            {"group": kind.group, "severity": str(kind.severity), "kind": kind.name, "usually means": kind.means}
            for kind in ordered
        ]
    )
