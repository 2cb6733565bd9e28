"""``ibpkt expert`` for continuous integration: JUnit XML and SARIF.

Sources: the JUnit XML schema as Jenkins, GitLab and GitHub read it; SARIF 2.1.0 (OASIS).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

import ibpkt
from ibpkt.analysis.incidents import CAUSES, Incident
from ibpkt.analysis.results.finding import Severity
from ibpkt.errors import escape_text

#: what SARIF calls the severities
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note", Severity.CHAT: "none"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class Checked(NamedTuple):
    """A capture that was checked.

    Attributes:
        name: of the file.
        seconds: from its first packet to its last.
        incidents: what went wrong.
        excesses: limits that it has not kept, a sentence each.
        empty: what is to be said where it has no RDMA packets though it should; "" otherwise.
    """

    name: str
    seconds: float
    incidents: Sequence[Incident]
    excesses: Sequence[str]
    empty: str = ""


def junit(captures: Sequence[Checked], fails: Severity) -> str:
    """JUnit XML: a suite for each capture, a case for each cause, one for the limits, and one for empty captures.

    Args:
        captures: what was checked.
        fails: incidents of at least this severity are failures.
    """
    suites = [_suite(capture, fails) for capture in captures]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="ibpkt expert">\n'
        + "".join(suites)
        + "</testsuites>\n"
    )


def _suite(capture: Checked, fails: Severity) -> str:
    cases, failures = [], 0
    for cause in CAUSES:
        bad = [incident for incident in capture.incidents if incident.cause == cause and incident.severity >= fails]
        failures += bool(bad)
        cases.append(_case(cause, [(incident.sentence, incident.advice) for incident in bad]))
    for name, sentences in (("limits", capture.excesses), ("empty", [capture.empty] if capture.empty else [])):
        failures += bool(sentences)
        cases.append(_case(name, [(sentence,) for sentence in sentences]))
    head = f'name={_quoted(capture.name)} tests="{len(cases)}" failures="{failures}" time="{capture.seconds:.6f}"'
    return f"  <testsuite {head}>\n{''.join(cases)}  </testsuite>\n"


def _case(name: str, failures: Sequence[Sequence[str]]) -> str:
    """A case, with the sentences of each failure; their names come out of packets, and begin no line."""
    head = f'    <testcase classname="ibpkt.expert" name={_quoted(name)}'
    if not failures:
        return f"{head}/>\n"
    lines = [escape_text(line) for failure in failures for line in failure]
    first, text = lines[0], "\n".join(lines)
    body = f"      <failure message={_quoted(first)}>{escape(text)}</failure>\n"
    return f"{head}>\n{body}    </testcase>\n"


def _quoted(text: str) -> str:
    return quoteattr(escape_text(text))


def sarif(captures: Sequence[Checked]) -> str:
    """SARIF: a result for each incident; its rule is the cause."""
    rules = [
        {"id": cause, "shortDescription": {"text": meaning}, "defaultConfiguration": {"level": "warning"}}
        for cause, meaning in CAUSES.items()
    ]
    for name, meaning in (("limit", "a limit is exceeded"), ("empty", "a capture has no RDMA packets")):
        rules.append({"id": name, "shortDescription": {"text": meaning}, "defaultConfiguration": {"level": "error"}})
    results = [result for capture in captures for result in _results(capture)]
    driver = {
        "name": "ibpkt expert", "version": ibpkt.__version__,
        "rules": rules,
    }  # fmt: skip
    run = {"tool": {"driver": driver}, "results": results, "columnKind": "unicodeCodePoints"}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _results(capture: Checked) -> list[dict[str, Any]]:
    location = [{"physicalLocation": {"artifactLocation": {"uri": quote(capture.name)}}}]
    found: list[dict[str, Any]] = [
        {
            "ruleId": incident.cause,
            "level": LEVELS[incident.severity],
            "message": {"text": f"{incident.sentence} {incident.advice}"},
            "locations": location,
            "properties": {
                "where": incident.where, "firstFrame": incident.first_frame, "lastFrame": incident.last_frame,
                "costMicroseconds": incident.cost / 1000, "evidence": incident.evidence,
            },
        }
        for incident in capture.incidents
    ]  # fmt: skip
    found += [
        {"ruleId": "limit", "level": "error", "message": {"text": text}, "locations": location}
        for text in capture.excesses
    ]
    if capture.empty:
        message = {"text": capture.empty}
        found.append({"ruleId": "empty", "level": "error", "message": message, "locations": location})
    return found
