"""`captures/README.md` lists every file, and what it says of them is true."""

from __future__ import annotations

import json
import re

import pytest

import ibpkt
from ibpkt.stats.check import IntegrityReport
from tests.support.doc_blocks import REPOSITORY

CAPTURES = REPOSITORY / "captures"
PAGE = (CAPTURES / "README.md").read_text(encoding="utf-8")
ROWS = {
    name: (what.strip(), verdict.strip())
    for name, what, verdict in re.findall(r"^\| `([^`]+)` \| (.+?) \| ([^|]+) \|$", PAGE, re.MULTILINE)
}
SUFFIXES = {".pcap", ".pcapng", ".erf", ".gz"}
FILES = sorted(path.name for path in CAPTURES.iterdir())


def test_every_capture_is_listed_and_every_listed_one_is_there():
    assert set(ROWS) == {name for name in FILES if any(name.endswith(suffix) for suffix in SUFFIXES)}


def test_each_is_listed_once():
    assert len(re.findall(r"^\| `", PAGE, re.MULTILINE)) == len(ROWS)


def test_other_files_belong_to_a_capture():
    stems = {name.partition(".")[0] for name in ROWS}
    others = set(FILES) - set(ROWS) - {"README.md"}
    for name in others:
        assert f"`{name}`" in PAGE or (name.endswith(".truth.json") and name.partition(".")[0] in stems), name


@pytest.mark.parametrize("name", ROWS)
def test_counts(name):
    report = IntegrityReport()
    with ibpkt.open(CAPTURES / name) as capture:
        for batch in capture.batches():
            for _ in report.add(batch):
                pass
        assert (capture.damage is not None) == ("cut_in_record" in name)
    verdict = ROWS[name][1]
    parts = [part.strip() for part in verdict.split(";")]
    assert parts[0] == f"{report.packets} packets"
    counted = {
        crc: {status: int(count) for count, status in re.findall(r"(\d+) (\w+)", rest)}
        for crc, rest in (part.split(" ", 1) for part in parts[1:-1])
    }
    assert counted == {
        crc.upper(): {status: count for status, count in counts.items() if count}
        for crc, counts in report.counts.items()
        if any(counts.values())
    }
    assert int(parts[-1].split()[0]) == report.problems


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".json")])
def test_truth_is_json_and_small(name):
    path = CAPTURES / name
    assert path.stat().st_size < 30_000
    assert json.loads(path.read_text(encoding="utf-8"))


def test_all_of_them_are_small():
    assert sum(path.stat().st_size for path in CAPTURES.iterdir()) < 8_000_000
