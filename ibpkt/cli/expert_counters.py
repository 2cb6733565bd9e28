"""``ibpkt expert --counters``: the counters of kernels and adapters beside the findings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ibpkt.analysis.incidents.counters import RELATIONS, Expected, compared, expected, likely_host, read_counters
from ibpkt.analysis.incidents.host_counts import HostCounts
from ibpkt.errors import CallerError, CaptureError, escape_text, sentence
from ibpkt.output.report import Layout
from ibpkt.output.table import table


def counters_of(counts: HostCounts, against: str | None, before: str | None) -> list[Expected]:
    """What the counters should have moved by, and what a host says.

    Args:
        counts: what the findings say.
        against: a file with the counters of a host, ``[HOST=]FILE``; None for none.
        before: a file with its counters from before the capture; None for none.
    """
    if against is None:
        return expected(counts)
    host, _, path = against.rpartition("=")
    seen = _read(path)
    if before is not None:
        earlier = _read(before)
        seen = {name: value - earlier.get(name, 0) for name, value in seen.items()}
    host = host or likely_host(counts, seen)
    return [each for each in compared(counts, host, seen) if each.value or each.seen] if host else []


def _read(path: str) -> dict[str, int]:
    try:
        return read_counters(Path(path).read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise CaptureError(path, sentence(error)) from error
    except CallerError as error:
        raise CallerError(f"{path}: {error}") from error


def counter_row(each: Expected) -> dict[str, Any]:
    """A counter as values by name."""
    counter = each.counter
    row: dict[str, Any] = {
        "host": each.host, "driver": counter.driver, "counter": counter.name, "relation": counter.relation,
        "expected": each.value, "kinds": [kind.partition(" ")[0] for kind in counter.kinds],
    }  # fmt: skip
    return row if each.seen is None else {**row, "seen": each.seen, "agrees": each.agrees}


def _text(rows: Sequence[Expected]) -> str:
    shown = []
    for each in rows:
        row = {
            "host": each.host,
            "driver": each.counter.driver,
            "counter": each.counter.name,
            "moves by": f"{each.counter.relation} {each.value}".replace("= ", ""),
            "from": ", ".join(dict.fromkeys(kind.partition(" ")[0] for kind in each.counter.kinds)),
        }
        if each.seen is not None:
            row |= {"host says": str(each.seen), "": "" if each.agrees else "differs"}
        shown.append(row)
    return table(shown)


def last_line(name: str, rows: Sequence[Expected], against: bool) -> str:
    """What the relations mean, and how many counters differ.

    Args:
        name: of the capture.
        rows: the counters that move, in the capture or at a host.
        against: they are compared with those of a host.
    """
    text = escape_text(name)
    if not rows:
        return f"{text}: no counter that is known here moves{', at the host neither' if against else ''}\n"
    relations = dict.fromkeys(each.counter.relation for each in rows if each.counter.relation != "=")
    legend = "".join(f"{relation} {RELATIONS[relation]}\n" for relation in relations)
    apart = sum(each.agrees is False for each in rows)
    compared_rows = [each for each in rows if each.seen is not None]
    end = f"{text}: {apart} of {len(compared_rows)} counters differ from the capture\n" if compared_rows else ""
    return legend + end


#: how counters are written
COUNTERS_LAYOUT: Layout[Expected] = Layout("counters", counter_row, _text)
