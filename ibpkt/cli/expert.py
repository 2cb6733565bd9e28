"""``ibpkt expert``: what went wrong?"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import click

from ibpkt.analysis.incidents import Incidents
from ibpkt.analysis.incidents.limits import SHARES, SPANS, limits
from ibpkt.analysis.results.finding import FindingType, Severity
from ibpkt.cli import OK, PROBLEMS
from ibpkt.cli.analysis_batches import analysis_batches
from ibpkt.cli.by_file import by_file
from ibpkt.cli.expert_report import KINDS_LAYOUT, finding_layout
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.kept_state import KeptState, state_options
from ibpkt.cli.option_types import FLOW, Choice
from ibpkt.cli.options import capture_options, examples, format_option, limit_option, report_color
from ibpkt.cli.selection import WantedFlows, typed_options
from ibpkt.cli.table_files import TABLE_FORMATS, TableOutput, table_option
from ibpkt.cli.terminal import output
from ibpkt.errors import CallerError
from ibpkt.output.report import make_report

if TYPE_CHECKING:
    from ibpkt.cli.expert_ci import Checked

SEVERITIES = tuple(map(str, Severity))


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt expert captures/loss_write_3pct.pcap.gz",
        "ibpkt expert --findings --severity error captures/corrupt_write.pcap",
        "ibpkt expert --fail warning --max retransmitted=0.1%,p99=50ms captures/rc_read.pcap captures/rc_write.pcap",
    ),
)
@capture_options(required=False, joined=True, by_flow=True, followed=True)
@by_file(alone=lambda options: bool(options["kinds"]))
@state_options
@click.option("--incident", "number", type=click.IntRange(1), metavar="N", help="All about incident N.")
@click.option("--findings", "listed", is_flag=True, help="Print the single findings, a line each.")
@click.option("--summary", is_flag=True, help="Print only the number of findings of each kind, and the first.")
@click.option(
    "--severity",
    type=Choice(SEVERITIES),
    default=str(Severity.NOTE),
    show_default=True,
    help="Only incidents or findings of at least this severity.",
)
@click.option(
    "--kind", "names", multiple=True, metavar="NAME,…", help="Only these kinds of findings, and their incidents."
)
@click.option("--flow", "flows", multiple=True, type=FLOW, metavar="N", help="Only flow N.")
@limit_option("Print the first N findings of a file, but count all.", default=0)
@click.option("--explain", is_flag=True, help="Say what each finding usually means, and which rule it rests on.")
@click.option(
    "--fail", type=Choice(SEVERITIES), help="Exit with 1 if a finding or an incident is at least this severe."
)
@click.option("--fail-empty", is_flag=True, help="Exit with 1 if a file has no RDMA packets.")
@click.option(
    "--max",
    "most",
    multiple=True,
    metavar="NAME=VALUE,…",
    help=f"Exit with 1 if more: {', '.join(SHARES)} (0.1%); {', '.join(SPANS)} (2ms).",
)
@table_option
@format_option(
    ["text", "json", "junit", "sarif", *TABLE_FORMATS],
    "Text, a JSON object per file, JUnit XML, SARIF, or a file in the tables of DIR.",
)
@click.option("--counters", is_flag=True, help="Print the counters of kernels and adapters that the findings move.")
@click.option(
    "--against",
    metavar="[HOST=]FILE",
    help="Compare them with what `rdma statistic` or `ethtool -S` of a host have printed to FILE.",
)
@click.option("--before", "earlier", metavar="FILE", help="What they had printed before; the difference counts.")
@click.option("--kinds", is_flag=True, help="List all kinds of findings.")
def command(
    inputs: Files,
    number: int | None,
    listed: bool,
    summary: bool,
    severity: str,
    names: tuple[str, ...],
    flows: tuple[int, ...],
    limit: int,
    explain: bool,
    fail: str | None,
    fail_empty: bool,
    most: tuple[str, ...],
    counters: bool,
    against: str | None,
    earlier: str | None,
    form: str,
    directory: str | None,
    kinds: bool,
    state: str | None,
    final: bool,
) -> int:
    """What went wrong, where, and what did it cost?

    Prints incidents: findings put together by their cause, what cost most first, with the place, the cost, what shows
    it, and what to do. --findings prints the single findings: lost, retransmitted and reordered packets, NAKs,
    congestion, path changes and violations of protocol rules. With -f, incidents are printed as soon as they are seen.
    All packets are analysed; -Y and the other options select what is printed.
    """
    from ibpkt.analysis.checks.expert import KINDS  # late: --help needs none of it
    from ibpkt.cli.expert_capture import CaptureExpert, Wanted
    from ibpkt.commands.command_checks import command_kinds

    known = {**KINDS, **command_kinds()}
    if kinds:
        return _list_kinds(form, known)
    chosen = _chosen_kinds(names, known)
    wanted_limits = [limit for text in most for limit in limits(text)]
    listed |= summary or explain or limit > 0
    if number is not None and (listed or form != "text"):
        raise click.UsageError("--incident is for text, and goes without --findings")
    inputs.require()
    tables = TableOutput(form, directory, ["findings", "incidents"])
    tables.refuse({"--summary": summary, "--explain": explain, "--limit": limit})
    if counters or against is not None or earlier is not None:
        if form not in ("text", "json") or listed or state is not None:
            raise click.UsageError("--counters goes with --format text or json, and without findings and --state")
        return _counters(inputs, chosen, flows, against, earlier, form)
    kept = KeptState(state, final, inputs)
    exchanged = form in ("junit", "sarif")
    report = None
    if not exchanged:
        layout = finding_layout(summary or not (listed or form == "json"), explain, inputs.name_table)
        report = tables.report(output(), layout, several=inputs.several, limit=limit, color=report_color())
    wanted = Wanted(
        inputs=inputs,
        kinds=chosen,
        by_kind=bool(names),
        least=Severity[severity.upper()],
        flows=flows,
        limits=wanted_limits,
        number=number,
        listed=listed,
        summary=summary,
        explain=explain,
        in_rows=not summary and (listed or form == "json" or tables.wanted),
        is_text=form == "text",
        has_state=state is not None,
        options=_options(inputs, flows, names, severity),
    )
    least = Severity[fail.upper()] if fail is not None else None
    checked: list[Checked] = []
    code = OK
    for capture in inputs:
        one = CaptureExpert(wanted, capture, report)
        kept.load(one.expert, capture)
        one.analyse(kept.count(analysis_batches(inputs, capture), capture))
        one.finish(goes_on=kept.save(one.expert))
        if exchanged:
            checked.append(one.checked(fail_empty=fail_empty))
        if (fail_empty and one.is_empty) or one.is_failure(least):
            code = PROBLEMS
    if exchanged:
        _write_exchanged(form, checked, Severity.WARNING if least is None else least)
    return inputs.code or code


def _list_kinds(form: str, kinds: Mapping[str, FindingType]) -> int:
    """Print all kinds of findings."""
    listing = make_report("json" if form == "json" else "text", output(), KINDS_LAYOUT, color=report_color())
    listing.begin()
    listing.add(sorted(kinds.values(), key=lambda kind: (kind.group, -kind.severity, kind.name)))
    listing.end()
    return OK


def _write_exchanged(form: str, checked: list[Checked], fails: Severity) -> None:
    """Write JUnit XML or SARIF."""
    from ibpkt.cli.expert_ci import junit, sarif  # late: only for these formats

    output().write((junit(checked, fails) if form == "junit" else sarif(checked)).encode())


def _counters(
    inputs: Files,
    chosen: list[FindingType],
    flows: tuple[int, ...],
    against: str | None,
    earlier: str | None,
    form: str,
) -> int:
    """Print the counters that the wanted findings move."""
    from ibpkt.analysis.checks.expert import Expert
    from ibpkt.analysis.checks.finding_filter import FindingFilter
    from ibpkt.cli.expert_counters import COUNTERS_LAYOUT, counters_of, last_line

    report = make_report(form, output(), COUNTERS_LAYOUT, several=inputs.several)
    code = OK
    for capture in inputs:
        expert = Expert()
        wanted = FindingFilter(inputs.filter, chosen, flows=flows)
        own_flows = WantedFlows(inputs.selection, expert.analyser, flows)
        incidents = Incidents(expert, wanted, counted=True)
        for batch in analysis_batches(inputs, capture):
            wanted.look(batch)
            found = expert.add(batch)
            wanted.flows = own_flows.look(found.flows)
            incidents.add(found, batch)
            del batch, found
        incidents.add_last(expert.finish())
        incidents.finish()
        assert incidents.counts is not None
        rows = counters_of(incidents.counts, against, earlier)  # which may refuse what was asked for
        report.begin(capture.name, capture.files)
        report.add(rows)
        report.end(text=partial(last_line, capture.name, rows, against is not None))
        wanted.close()
        if any(each.agrees is False for each in rows):
            code = PROBLEMS
    return inputs.code or code


def _options(inputs: Files, flows: tuple[int, ...], names: tuple[str, ...], severity: str) -> str:
    """What selects incidents, as it is typed."""
    parts = [typed_options(inputs.selection, inputs.filter, {"--flow": flows})]
    if names:
        kinds = [name.strip() for text in names for name in text.split(",") if name.strip()]
        parts.append(f"--kind {shlex.quote(','.join(kinds))}")
    if severity != str(Severity.NOTE):
        parts.append(f"--severity {severity}")
    return " ".join(filter(None, parts))


def _chosen_kinds(names: tuple[str, ...], known: dict[str, FindingType]) -> list[FindingType]:
    chosen = [name.strip() for text in names for name in text.split(",") if name.strip()]
    if names and not chosen:
        raise click.UsageError("--kind names no kind; --kinds lists them")
    for name in chosen:
        if name not in known:
            raise CallerError(f"there is no kind of finding {name!r} (--kinds lists them)", name=name, known=known)
    return [known[name] for name in chosen]
