"""What the truth files of recordings with SCSI commands say: kernel tracepoints of both hosts."""

import collections
import json
import re

from tests.commands.test_nvme_truth import RECORDED

#: the names of operation codes that tracepoints write; what a service action says more is told by the commands
KINDS = {
    "INQUIRY": ("INQUIRY",),
    "TEST_UNIT_READY": ("TEST UNIT READY",),
    "REPORT_LUNS": ("REPORT LUNS",),
    "SERVICE_ACTION_IN_16": ("READ CAPACITY(16)",),
    "MODE_SENSE": ("MODE SENSE(6)",),
    "MAINTENANCE_IN": ("REPORT SUPPORTED OPERATION CODES",),
    "READ_10": ("READ(10)",),
    "WRITE_10": ("WRITE(10)",),
    "0xc0": ("Opcode 0xc0",),
}
OTHERS = {"Login", "Logout", "NOP-Out", "NOP-In", "LUN RESET"}


def truth_of(name):
    return json.loads((RECORDED / f"{name}.truth.json").read_text())["application"]


def kinds(counts):
    """Counts of a truth file by the kinds of commands."""
    return {kind: count for name, count in counts.items() for kind in KINDS[name]}


def scsi(commands):
    """Those that the SCSI layer knows."""
    return [command for command in commands if command.kind not in OTHERS]


def counted(commands):
    return dict(collections.Counter(command.kind for command in scsi(commands)))


def refused(truth):
    """How many commands of a kind the target refused; what the host itself gave up is not on the wire."""
    return {
        kind: count
        for name, by_result in truth["not_good"].items()
        for result, count in by_result.items()
        if "CHECK_CONDITION" in result
        for kind in KINDS[name]
    }


def blocks(truth):
    """What every READ and WRITE of the host asked for, in the order in which it did: kind, first block, blocks."""
    found = []
    for event in truth["events"]:
        match = re.match(r"lba=(\d+) txlen=(\d+)", event[2])
        if match:
            found.append((KINDS[event[1]][0], f"LBA {match[1]} blocks {match[2]}"))
    return found
