"""The commands of storage and messaging protocols above the verbs: what was asked, how long it took, how it ended.

from ibpkt.commands import commands

with ibpkt.open("nvme.pcap") as capture:
    for command in commands(capture):
        print(command.kind, command.latency, command.status)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.commands.follower import CommandFollower as CommandFollower, commands as commands

_HOMES = {"CommandFollower": "follower", "commands": "follower"}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _HOMES)
