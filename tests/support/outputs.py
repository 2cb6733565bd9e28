"""Every command over every capture, output and exit code in a file each, to hold two versions against each other.

PYTHONPATH=OLD_CHECKOUT python tests/support/outputs.py OUT_OLD [CAPTURE…]
PYTHONPATH=. python tests/support/outputs.py OUT_NEW [CAPTURE…]
diff -r OUT_OLD OUT_NEW
"""

from __future__ import annotations

import pathlib
import sys
from concurrent.futures import ProcessPoolExecutor

COMMANDS = {
    "lines": "decode",
    "lines-analysis": "decode -A",
    "tree": "decode -V -c 60",
    "bytes": "decode -x -c 20",
    "json": "decode -T json -c 60",
    "jsonl": "decode -T jsonl -c 60",
    "ek": "decode -T ek -c 30",
    "pdml": "decode -T pdml -c 60",
    "csv": "decode -T csv -c 200",
    "fields": "decode -2 -T fields -e frame.number -e infiniband.bth.opcode -e infiniband.bth.psn"
    " -e infiniband.analysis.message"
    " -e infiniband.analysis.retransmission -e infiniband.analysis.response_in -e infiniband.mad.response_in",
    "filter": "decode -Y infiniband.analysis.gap||infiniband.aeth.syndrome>31||infiniband.bth.opcode==100",
    "check": "check",
    "check-json": "check --format json",
    "expert": "expert --findings --severity chat",
    "expert-summary": "expert --summary --severity chat",
    "expert-json": "expert --format json --severity chat",
    "flows": "flows",
    "flows-details": "flows -V",
    "flows-csv": "flows --format csv",
    "flows-json": "flows --format json",
    "messages": "messages",
    "messages-json": "messages --format json",
    "messages-csv": "messages --format csv",
    "messages-latency": "messages --latency",
    "messages-depth": "messages --depth",
    "messages-memory": "messages --memory",
    "compare-self": "compare --format json {file} ",
    "stats-protocols": "stats protocols",
    "stats-opcodes": "stats opcodes --format json",
    "stats-endpoints": "stats endpoints",
    "stats-conversations": "stats conversations --format csv",
    "stats-connections": "stats connections --format json",
    "stats-mad": "stats mad",
    "stats-io": "stats io",
    "edit-strip": "edit --strip all -w -",
    "edit-ipv6": "edit --to rocev2-ipv6 -w -",
    "edit-native": "edit --to native -w -",
    "edit-v1": "edit --to rocev1 -w -",
    "edit-anonymise": "edit --anonymise all --key k -w -",
    "edit-vlan": "edit --vlan 7 --mirror erspan3 -w -",
    "edit-set": "edit --set infiniband.bth.psn+=7 --wrap --cut-payload 16 -w -",
}


def run(job: tuple[str, str, str, str]) -> None:
    """One command over one capture."""
    out, name, command, capture = job
    from click.testing import CliRunner

    from ibpkt.cli.program import cli

    runner = CliRunner()
    words = [word.replace("{file}", capture) for word in command.split()] + [capture]
    result = runner.invoke(cli, words, standalone_mode=False)
    value = (
        result.return_value if result.exception is None else f"{type(result.exception).__name__}: {result.exception}"
    )
    text = result.stdout_bytes + b"\n--- stderr\n" + result.stderr_bytes + f"\n--- {value}\n".encode()
    path = pathlib.Path(out, name, pathlib.Path(capture).name + ".out")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)


def main() -> None:
    """Run them all."""
    out, *captures = sys.argv[1:]
    if not captures:
        captures = sorted(
            str(p) for p in pathlib.Path("captures").iterdir() if p.suffix in (".pcap", ".pcapng", ".erf", ".gz")
        )
    jobs = [(out, name, command, capture) for capture in captures for name, command in COMMANDS.items()]
    with ProcessPoolExecutor(2) as pool:
        for _ in pool.map(run, jobs, chunksize=8):
            pass


if __name__ == "__main__":
    main()
