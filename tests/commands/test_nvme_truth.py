"""Commands of recordings against what the kernels' tracepoints counted on both hosts."""

import collections
import json
from pathlib import Path

import pytest

import ibpkt
from ibpkt.commands import commands

RECORDED = Path(__file__).parents[3] / "shared" / "captures" / "recorded" / "upper"
#: the names that tracepoints write
KINDS = {
    "nvme_fabrics_type_connect": "Connect",
    "nvme_fabrics_type_property_get": "Property Get",
    "nvme_fabrics_type_property_set": "Property Set",
    "nvme_admin_identify": "Identify",
    "nvme_admin_get_log_page": "Get Log Page",
    "nvme_admin_set_features": "Set Features",
    "nvme_admin_get_features": "Get Features",
    "nvme_admin_async_event": "Asynchronous Event Request",
    "nvme_admin_keep_alive": "Keep Alive",
    "nvme_cmd_read": "Read",
    "nvme_cmd_write": "Write",
    "nvme_cmd_flush": "Flush",
    "nvme_cmd_dsm": "Dataset Management",
    "nvme_cmd_write_zeroes": "Write Zeroes",
    "nvme_cmd_compare": "Compare",
    "nvme_cmd_write_uncor": "Write Uncorrectable",
    "nvme_cmd_resv_report": "Reservation Report",
    "0xc": "Verify",
}
WHOLE = [
    "nvmeof_async_event", "nvmeof_discovery", "nvmeof_errors_file_ns", "nvmeof_flush_dsm_wz",
    "nvmeof_incapsule_writes", "nvmeof_keyed_big", "nvmeof_mtu1024", "nvmeof_qd16_mix", "nvmeof_qd1_mix",
    "nvmeof_qd4_mix", "nvmeof_target_removed", "nvmeof_two_hosts",
]  # fmt: skip
pytestmark = pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")


def truth_of(name):
    return json.loads((RECORDED / f"{name}.truth.json").read_text())["application"]


def found_in(name, **options):
    with ibpkt.open(str(RECORDED / f"{name}.pcap")) as capture:
        return list(commands(capture, **options))


def expected_kinds(truth):
    counts = collections.Counter()
    for name, count in truth["initiator_commands"].items():
        counts[KINDS[name]] += count
    counts["Asynchronous Event Request"] += truth["target_commands_received"]["nvme_admin_async_event"]
    return counts


@pytest.mark.parametrize("name", WHOLE)
def test_commands_by_kind(name):
    found = found_in(name)
    assert collections.Counter(command.kind for command in found) == expected_kinds(truth_of(name))


@pytest.mark.parametrize("name", WHOLE)
def test_errors(name):
    """Status values of the initiator are (DNR, M and status code type, status code)."""
    found = [command for command in found_in(name) if command.ok is False and not command.by_design]
    expected = sum(count for by_status in truth_of(name)["initiator_status_not_zero"].values()
                   for count in by_status.values())  # fmt: skip
    assert len(found) == expected
    assert not any(command.status == "Success" for command in found)


@pytest.mark.parametrize("name", WHOLE)
def test_bytes(name):
    truth = truth_of(name)
    for kind, key in (("Read", "bytes_read"), ("Write", "bytes_written")):
        found = [command for command in found_in(name) if command.kind == kind]
        assert sum(command.size for command in found) == truth.get(key, 0)
        assert all(command.moved == command.size for command in found if command.ok)
