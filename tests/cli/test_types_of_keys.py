"""A key of JSON has one type wherever it stands, besides null: programs read it into a column."""

from __future__ import annotations

import collections
import json

import pytest

from tests.support.command import run
from tests.support.shared import CAPTURES, OWN, REPEATED

#: command lines, with a line for each result or an object for each file
LINES = (
    "messages --format jsonl", "commands --format jsonl", "messages --format json", "commands --format json",
    "flows --format json", "expert --format json", "check --format json", "info --format json", "fabric --format json",
    "expert --counters --format json", "stats protocols --format json", "stats opcodes --format json",
    "stats endpoints --format json", "stats conversations --format json", "stats connections --format json",
    "stats mad --format json", "stats io --format json",
)  # fmt: skip
#: lines of which each result stands in the document of another line as well
ALSO_IN_ONE_DOCUMENT = ("messages --format jsonl", "commands --format jsonl")
#: keys whose names are addresses, opcodes … and whose values are all of one kind
OPEN = ("carriers", "protocols", "names", "values")
#: what a route was and is now: addresses, or numbers of VLANs and LIDs
EITHER = {".findings[].facts.before", ".findings[].facts.now"}
SMALL = 300_000
FORMS = (".pcap", ".gz", ".pcapng", ".erf")
#: of the recorded fabrics, those of managers, which have most kinds of results
RECORDED = ("*", "upper/*", "flush/*", "fabrics/sm_*.pcap.gz")


def note(types, place, value):
    """The types of a value, and of all that it holds."""
    if isinstance(value, dict):
        for key, each in value.items():
            note(types, f"{place}.{'*' if place.rpartition('.')[2] in OPEN else key}", each)
    if isinstance(value, list):
        for each in value:
            note(types, f"{place}[]", each)
    if value is not None:
        types[place].add(type(value))


def mixed(line, paths):
    """The keys that have several types."""
    types = collections.defaultdict(set)
    for path in paths:
        for text in run(*line.split(), path).lines:
            note(types, "", json.loads(text))
    assert types, "nothing was printed"
    return {key: found for key, found in types.items() if len(found) > 1 and key not in EITHER}


@pytest.mark.sweep
@pytest.mark.parametrize("line", LINES)
def test_keys_of_results(line):
    paths = [path for path in sorted(OWN.glob("*.pcap")) if path.name not in REPEATED and path.stat().st_size < SMALL]
    assert mixed(line, paths) == {}


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.parametrize(("place", "line"), [*enumerate(line for line in LINES if line not in ALSO_IN_ONE_DOCUMENT)])
def test_keys_of_all_recordings(place, line):
    """Every fourth recording of a line; those between are of the next three."""
    found = [path for pattern in RECORDED for path in sorted(CAPTURES.glob(f"recorded/{pattern}"))]
    found = [path for path in found if not path.name.startswith("derived_")]  # packets of others in another form
    found = [path for path in found if path.suffix in FORMS and path.stat().st_size < 3 * SMALL]
    assert mixed(line, found[place % 4 :: 4]) == {}
