"""Whether commands print the same on two machines, or with two versions of Python: what they print, as one file.

    python -m tests.support.same_outputs here.json
    python -m tests.support.same_outputs here.json there.json

With one file, commands that read are run on the small captures of this repository, and it gets their exit codes and
outputs; with two, those of both are compared.  It needs no fork, and no packages besides those of the project itself.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from pathlib import Path

from tests.support.command import CAPTURES, run

#: lines, each without its capture
LINES = (
    "decode -T jsonl -c 30", "decode -A -c 60", "check", "flows", "expert", "messages", "stats opcodes", "commands",
    "fabric", "info", "decode -c 40 -Y infiniband.bth.psn>5||ip.src==10.0.0.1",
)  # fmt: skip
#: bytes of a capture: emulated machines are slow
LARGEST = 200_000


def outputs() -> dict[str, list[object]]:
    """By line the exit code, and hashes of what is printed; of an edited capture that of the file."""
    found: dict[str, list[object]] = {}
    paths = [each for each in sorted(CAPTURES.iterdir()) if each.suffix in (".pcap", ".pcapng", ".erf", ".gz")]
    with tempfile.TemporaryDirectory() as folder:
        for path in (each for each in paths if each.stat().st_size <= LARGEST):
            for line in LINES:
                code, out, err = run(*line.split(), f"captures/{path.name}")
                found[f"{line} {path.name}"] = [code, _hash(out.encode()), _hash(err.encode())]
            edited = Path(folder) / f"{path.name}.pcapng"
            code = run("edit", f"captures/{path.name}", "--set", "infiniband.bth.psn+=1", "-w", edited).code
            found[f"edit {path.name}"] = [code, _hash(edited.read_bytes() if edited.exists() else b"")]
    return found


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def main() -> int:
    """Write a file, or compare two."""
    one, *others = map(Path, sys.argv[1:])
    if not others:
        one.write_text(json.dumps(outputs(), indent=1), encoding="utf-8")
        return 0
    here, there = (json.loads(path.read_text(encoding="utf-8")) for path in (one, *others))
    different = [line for line in here.keys() | there.keys() if here.get(line) != there.get(line)]
    print(*sorted(different), f"{len(here | there)} lines, {len(different)} different", sep="\n")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
