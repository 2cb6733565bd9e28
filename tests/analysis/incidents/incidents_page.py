"""The tables of ``docs/incidents.md``; ``python -m tests.analysis.incidents.incidents_page`` writes them."""

from __future__ import annotations

from ibpkt.analysis.incidents import CAUSES, cases
from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.limits import SHARES, SPANS
from tests.analysis.incidents.recorded_truth import DONE
from tests.analysis.truth.findings_page import write
from tests.support.shared import REPOSITORY

PAGE = REPOSITORY / "docs" / "incidents.md"
CAUSES_HEADING, LIMITS_HEADING, RECORDED_HEADING = (
    "## Causes", "## In continuous integration", "## Recorded captures",
)  # fmt: skip
#: what stands in the sentences of the table for what they are filled with
_WORDS = {"place": "…", "source": "A", "target": "B", "detail": "", "share": ""}


def causes() -> list[str]:
    """A row for each cause, with the sentences that are said of it."""
    declared = [value for value in vars(cases).values() if isinstance(value, Case)]
    told = {cause: [case.placed(_WORDS).rstrip(": ") for case in declared if case.cause == cause] for cause in CAUSES}
    rows = [f"| `{cause}` | {means} | {'; '.join(told[cause])} |" for cause, means in CAUSES.items()]
    return ["| cause | means | told as |", "|---|---|---|", *rows]


def limits() -> list[str]:
    """A row for each limit."""
    return ["| limit | of what |", "|---|---|", *(f"| `{name}` | {of} |" for name, of in {**SHARES, **SPANS}.items())]


def recorded() -> list[str]:
    """A row for each recording to which something was done."""
    rows = [
        f"| `{name}` | {done.what} | {f'`{done.cause}`' if done.cause else '—'} | {done.where or '—'} |"
        for name, done in sorted(DONE.items())
    ]
    return ["| recording | what was done | cause | where |", "|---|---|---|---|", *rows]


TABLES = {CAUSES_HEADING: causes, LIMITS_HEADING: limits, RECORDED_HEADING: recorded}

if __name__ == "__main__":
    for heading, rows in TABLES.items():
        write(PAGE, heading, rows())
