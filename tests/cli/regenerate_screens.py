"""Screens at 80, 120 and 200 columns: ``python -m tests.cli.regenerate_screens [NAME…]`` stores them; read the diff."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from unittest import mock

from tests.analysis.truth.counters import RECORDED
from tests.support.command import REPOSITORY, run

SCREENS = Path(__file__).with_name("screens")
WIDTHS = (80, 120, 200)
COMMANDS = {
    "info": "info captures/nvmeof.pcap",
    "info_snap": "info captures/derived_snap64.pcap",
    "info_native": "info captures/ib_small.pcap",
    "flows": "flows captures/nvmeof.pcap",
    "flows_marked": "flows captures/ecn_marked_netem.pcap",
    "flows_vlan": "flows captures/vlan_write.pcap",
    "flows_loss": "flows captures/loss_write_3pct.pcap.gz",
    "flows_ipv6": "flows captures/rping_ipv6.pcap",
    "flows_native": "flows --limit 5 captures/ib_small.pcap",
    "messages": "messages captures/nak_remote_access_write_rkey.pcap",
    "messages_latency": "messages --latency captures/loss_ack_10pct.pcap",
    "messages_memory": "messages --memory captures/mix_all_ops.pcap",
    "compare": "compare captures/guest_any_sll2.pcap captures/guest_any_sll1_tcpdump.pcap",
    "stats_conversations": "stats conversations captures/rc_write.pcap",
    "stats_connections": "stats connections captures/nvmeof.pcap",
    "stats_endpoints": "stats endpoints captures/ib_small.pcap",
    "stats_mad": "stats mad captures/ib_small.pcap",
    "fabric": "fabric captures/ib_small.pcap",
    "stats_opcodes": "stats opcodes --verify captures/corrupt_write.pcap",
    "check": "check captures/corrupt_write.pcap",
    "commands": "commands captures/nvmeof.pcap",
    "commands_slowest": "commands --slowest 6 captures/nvmeof.pcap",
    "commands_latency": "commands --latency captures/iser.pcap",
    "expert_findings": "expert --findings --explain captures/nak_remote_access_write_rkey.pcap",
}
EXPERT = {
    "clean": "captures/rc_write.pcap",
    "loss": "captures/loss_write_3pct.pcap.gz",
    "answers_lost": "captures/loss_ack_10pct.pcap",
    "corrupt": "captures/corrupt_write.pcap",
    "not_ready": "captures/rnr_recover.pcap",
    "gone": "captures/retry_exceeded_link_down.pcap",
    "refused": "captures/nak_remote_access_write_rkey.pcap",
    "too_long": "captures/nak_send_too_long.pcap",
    "rejected": "captures/cm_reject.pcap",
    "marked": "captures/ecn_marked_netem.pcap",
    "datagrams": "captures/ud_loss_gap.pcap",
    "one": "--incident 1 captures/corrupt_write.pcap",
    "counters": "--counters captures/loss_write_3pct.pcap.gz",
    "selected": "--kind timeout captures/loss_write_3pct.pcap.gz",
    "empty": "captures/derived_empty.pcap",
}
COMMANDS |= {f"expert_{name}": f"expert {rest}" for name, rest in EXPERT.items()}
#: of recordings that are not in the repository: in their own folder
FOLDERS = {
    "expert_nvme_loss": RECORDED / "upper",
    "expert_iser_loss": RECORDED / "upper",
    "expert_target_removed": RECORDED / "upper",
    "expert_loss_behind": RECORDED,
}
COMMANDS |= {
    "expert_nvme_loss": "expert nvmeof_loss_after_tap_2pct.pcap",
    "expert_iser_loss": "expert iser_loss.pcap",
    "expert_target_removed": "expert nvmeof_target_removed.pcap",
    "expert_loss_behind": "expert loss_after_tap_write_4pct.pcap",
}
CASES = [(name, width) for name in COMMANDS for width in WIDTHS]


def path_of(name: str, width: int) -> Path:
    """Where a screen is stored."""
    return SCREENS / f"{name}.{width}.txt"


def screen(name: str, width: int) -> str:
    """What a command prints on a terminal of that width."""
    with mock.patch.dict(os.environ, {"COLUMNS": str(width)}):
        return run(*shlex.split(COMMANDS[name]), directory=FOLDERS.get(name, REPOSITORY)).out


def main() -> None:
    """Store the screens."""
    SCREENS.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or COMMANDS
    for path in SCREENS.glob("*.txt"):
        if path.name.split(".")[0] not in COMMANDS:
            path.unlink()
    for name, width in CASES:
        if name in wanted and FOLDERS.get(name, REPOSITORY).exists():
            path_of(name, width).write_text(screen(name, width), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
