"""What commands print does not depend on whether the kernel is compiled."""

from __future__ import annotations

import pytest

from tests.support.command import CAPTURES, run

FORMATS = [
    [], ["-V"], ["-x"], ["-T", "json"], ["-T", "ek"], ["-T", "pdml"], ["-T", "csv"],
    ["-T", "fields", "-e", "frame.number", "-e", "frame.time_epoch", "-e", "infiniband.bth.psn"],
]  # fmt: skip
FILES = ["rc_write.pcap", "ib_small.pcap", "nvmeof.pcap", "write_imm.pcap", "derived_cut_in_record.pcap"]


@pytest.mark.sweep
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("options", FORMATS, ids=" ".join)
def test_decode(use, name, options):
    line = ["decode", *options, str(CAPTURES / name)]
    found = run(*line)
    use(False)
    assert found == run(*line)


@pytest.mark.costly
@pytest.mark.parametrize("command", ["check", "expert", "messages", "flows", "stats"])
def test_other_commands(use, command):
    for name in FILES:
        line = [command, *(["io"] if command == "stats" else []), str(CAPTURES / name)]
        use(True)
        found = run(*line)
        use(False)
        assert found == run(*line)
