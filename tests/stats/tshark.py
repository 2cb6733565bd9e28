"""What tshark counts in our captures, stored in ``tshark.json``.

python -m tests.stats.tshark   # asks tshark again, after a capture changed
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from tests.support.shared import OWN

STORED = Path(__file__).with_name("tshark.json")
#: tshark's name -> ours
ADDRESSES = {"eth": "mac", "ip": "ip", "ipv6": "ip", "udp": "udp"}
INTERVAL = 0.5
#: tshark's column -> our measure
MEASURES = {
    "COUNT(infiniband.bth.opcode)infiniband.bth.opcode==17": (
        "count(infiniband.bth.opcode)",
        "infiniband.bth.opcode==17",
    ),
    "SUM(infiniband.reth.dmalen)infiniband.reth.dmalen": ("sum(infiniband.reth.dmalen)", "infiniband.reth.dmalen"),
    "MIN(infiniband.bth.psn)infiniband.bth.psn": ("min(infiniband.bth.psn)", "infiniband.bth.psn"),
    "MAX(infiniband.bth.psn)infiniband.bth.psn": ("max(infiniband.bth.psn)", "infiniband.bth.psn"),
    "AVG(udp.length)udp.length": ("avg(udp.length)", "udp.length"),
}


def ask(path: Path) -> dict[str, Any]:
    """What tshark counts in a capture: the hierarchy, endpoints, conversations and intervals."""
    statistics = ["io,phs", ",".join([f"io,stat,{INTERVAL}", "", *MEASURES])]
    statistics += [f"{kind},{name}" for kind in ("conv", "endpoints") for name in ADDRESSES]
    command = ["tshark", "-n", "-q", "-r", str(path), *(word for each in statistics for word in ("-z", each))]
    text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found: dict[str, Any] = {"protocols": {}, "intervals": []}
    found |= {f"{kind} {name}": {} for kind in ("conversations", "endpoints") for name in ADDRESSES}
    titles = {"Ethernet": "eth", "IPv4": "ip", "IPv6": "ipv6", "UDP": "udp"}
    kind, path_of = "", []
    for line in text.splitlines():
        if match := re.match(r"(\w+) (Conversations|Endpoints)$", line):
            kind = f"{match[2].lower()} {titles[match[1]]}"
        elif match := re.match(r"(\s*)(\S+)\s+frames:(\d+) bytes:(\d+)$", line):
            path_of[len(match[1]) // 2 :] = [match[2]] if match[2] != "frame" else []
            # it takes a comment for a protocol that carries the packet
            count = found["protocols"].setdefault(":".join(each for each in path_of if each != "pkt_comment"), [0, 0])
            if path_of[-1:] != ["pkt_comment"]:
                count[:] = count[0] + int(match[3]), count[1] + int(match[4])
        elif match := re.match(r"\|\s*([\d.]+) <>\s*([\d.]+|Dur) \|(.*)\|$", line):
            numbers = [float(word) for word in match[3].split("|") if word.strip()]
            found["intervals"].append([float(match[1]), *numbers])
        elif " <-> " in line:
            a, _, b, *rest = line.split()
            numbers = [int(word) for word in re.findall(r"(?<!\S)(\d+) \d+ (?:bytes|[kMG]B)", " ".join(rest))]
            found[kind][f"{a} {b}"] = [*numbers[:2], float(rest[-1])]
        elif kind.startswith("endpoints") and re.match(r"\S+(\s+\d+){6,7}\s*$", line):
            address, *numbers = line.split()
            if kind.endswith("udp"):
                address = f"{address}:{numbers.pop(0)}"
            found[kind][address] = [int(number) for number in numbers]
    return found


def main() -> None:
    """Ask tshark about every capture that it opens, and store what it says."""
    version = subprocess.run(["tshark", "--version"], capture_output=True, text=True, check=True).stdout.split()[2]
    answers = {}
    for path in sorted(OWN.glob("*")):
        if path.suffix in (".pcap", ".pcapng", ".gz", ".erf"):
            answer = ask(path)
            if answer["protocols"]:
                answers[path.name] = answer
    lines = (f"{json.dumps(name)}: {json.dumps(answer)}" for name, answer in answers.items())
    text = ",\n".join([f'"tshark": "{version}"', *lines])
    STORED.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
