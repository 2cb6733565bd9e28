"""``ibpkt expert``: what went wrong?"""

from __future__ import annotations

from functools import partial

import click

from ibpkt.analysis.checks.finding_groups import FindingGroups
from ibpkt.analysis.results.finding import FindingType, Severity
from ibpkt.cli import OK, PROBLEMS
from ibpkt.cli.analysis_batches import analysis_batches
from ibpkt.cli.expert_report import KINDS_LAYOUT, finding_layout, group_members, last_lines
from ibpkt.cli.files import Files
from ibpkt.cli.kept_state import KeptState, state_options
from ibpkt.cli.option_types import FLOW, Choice
from ibpkt.cli.options import capture_options, examples, format_option, limit_option
from ibpkt.cli.terminal import output, remark_given_up
from ibpkt.errors import CallerError
from ibpkt.output.report import make_report

SEVERITIES = tuple(map(str, Severity))


@click.command(
    epilog=examples(
        "ibpkt expert captures/corrupt_write.pcap --severity error",
        "ibpkt expert --summary --join captures/rc_read.pcap captures/rc_write.pcap",
        "ibpkt expert --state today.state captures/rc_write.pcap",
    )
)
@capture_options(required=False, joined=True)
@state_options
@click.option("--summary", is_flag=True, help="Print only the number of findings of each kind, and the first.")
@click.option(
    "--severity",
    type=Choice(SEVERITIES),
    default=str(Severity.NOTE),
    show_default=True,
    help="Only findings of at least this severity.",
)
@click.option("--kind", "names", multiple=True, metavar="NAME,…", help="Only these kinds, whatever their severity.")
@click.option("--flow", "flows", multiple=True, type=FLOW, metavar="N", help="Only flow N.")
@limit_option("Print the first N findings of a file, but count all.", default=0)
@click.option("--explain", is_flag=True, help="Say what each finding usually means, and which rule it rests on.")
@click.option("--fail", type=Choice(SEVERITIES), help="Exit with 1 if there is a finding of at least this severity.")
@format_option(["text", "json"], "Lines, or a JSON object per file.")
@click.option("--kinds", is_flag=True, help="List all kinds of findings.")
def command(
    inputs: Files,
    summary: bool,
    severity: str,
    names: tuple[str, ...],
    flows: tuple[int, ...],
    limit: int,
    explain: bool,
    fail: str | None,
    form: str,
    kinds: bool,
    state: str | None,
    final: bool,
) -> int:
    """What went wrong?

    Reports lost, retransmitted and reordered packets, NAKs, congestion, path changes and violations of protocol rules:
    a line for each, with its packet, severity and flow. All packets are analysed; -Y and the other options select what
    is printed.
    """
    from ibpkt.analysis.checks.expert import KINDS, Expert  # late: --help needs none of it
    from ibpkt.analysis.checks.finding_filter import FindingFilter

    if kinds:
        listing = make_report(form, output(), KINDS_LAYOUT)
        listing.begin()
        listing.add(sorted(KINDS.values(), key=lambda kind: (kind.group, -kind.severity, kind.name)))
        listing.end()
        return OK
    chosen = _chosen_kinds(names, KINDS)
    inputs.require()
    kept = KeptState(state, final, inputs)
    report = make_report(form, output(), finding_layout(summary, explain), several=inputs.several, limit=limit)
    code = OK
    for capture in inputs:
        expert, groups = Expert(), FindingGroups()
        wanted = FindingFilter(inputs.filter, chosen, Severity[severity.upper()], flows)
        kept.load(expert, capture)
        before = expert.packets
        report.begin(capture.name, capture.files)
        for batch in kept.count(analysis_batches(inputs, capture), capture):
            inputs.look_for_fields(batch)
            wanted.look(batch)
            found = wanted.select(expert.add(batch), batch)
            groups.add_result(found, batch)
            if not summary:
                report.add(found.in_order(batch))
            if inputs.live:
                output().flush()
            del batch, found  # the buffer is used again for the next
        last = [] if kept.save(expert) else [finding for finding in expert.finish() if finding in wanted]
        packets = expert.packets - before
        for finding in last:
            groups.add(finding)
        if not summary:
            report.add(last)
        report.end(
            before=partial(group_members, groups, packets, explain),
            text=partial(last_lines, capture.name, groups, packets, summary, explain),
        )
        wanted.close()
        remark_given_up(capture.name, expert.analyser.given_up)
        worst = groups.worst()
        if fail is not None and worst is not None and worst >= Severity[fail.upper()]:
            code = PROBLEMS
    return inputs.code or code


def _chosen_kinds(names: tuple[str, ...], known: dict[str, FindingType]) -> list[FindingType]:
    chosen = [name.strip() for text in names for name in text.split(",") if name.strip()]
    if names and not chosen:
        raise click.UsageError("--kind names no kind; --kinds lists them")
    for name in chosen:
        if name not in known:
            raise CallerError(f"there is no kind of finding {name!r}", name=name, known=known)
    return [known[name] for name in chosen]
