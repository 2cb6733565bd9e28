"""Screens at 80, 120 and 200 columns: ``python -m tests.cli.regenerate_screens [NAME…]`` stores them; read the diff."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from unittest import mock

from tests.support.command import run

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
}
CASES = [(name, width) for name in COMMANDS for width in WIDTHS]


def path_of(name: str, width: int) -> Path:
    """Where a screen is stored."""
    return SCREENS / f"{name}.{width}.txt"


def screen(name: str, width: int) -> str:
    """What a command prints on a terminal of that width."""
    with mock.patch.dict(os.environ, {"COLUMNS": str(width)}):
        return run(*shlex.split(COMMANDS[name])).out


def main() -> None:
    """Store the screens."""
    SCREENS.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or COMMANDS
    for path in SCREENS.glob("*.txt"):
        if path.name.split(".")[0] not in COMMANDS:
            path.unlink()
    for name, width in CASES:
        if name in wanted:
            path_of(name, width).write_text(screen(name, width), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
