"""Asks tshark for every field that it shows, and stores the answers beside this file.

``python -m tests.tshark.regenerate`` from the root of the repository: all captures of ``captures/``, the golden packets
(`crafted.py`), and those of ``../shared/captures/recorded`` that have been stored before; or only those of one of these
directories (``python -m tests.tshark.regenerate crafted``), with a recorded one more if one is named
(``python -m tests.tshark.regenerate recorded/x.pcap``); ``upper`` are fields of protocols above the verbs (`upper.py`).
`store.py` says how they are stored.  Captures in ``third_party`` are not ours, so nothing of them is stored: the test
asks tshark about them where it is installed.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.parsers import expat

from tests.tshark import store
from tests.tshark.store import Shown

#: how tshark refuses a file; any other complaint is a mistake of ours
REFUSALS = ("network type", "isn't a capture file in a format TShark understands")
#: the protocols that ibpkt decodes, by the first component of their fields' names
SCOPE = {
    *("frame", "erf", "sll", "null", "eth", "vlan", "ip", "ipv6", "ah", "udp", "vxlan", "gre", "erspan"),
    *("infiniband", "infiniband_link", "ipoib"),
}
#: the preferences that decide what a field shows, as tshark 4.0.17 has them by default
OPTIONS = {
    "infiniband.rroce.port": "4791",
    "infiniband.try_heuristic_first": "TRUE",
    "ip.check_checksum": "FALSE",
    "udp.check_checksum": "FALSE",
    "eth.fcs": "According to heuristic",
    "vlan.summary_in_tree": "TRUE",
}


@functools.cache
def version() -> str | None:
    """The installed tshark's version, None where there is none."""
    if shutil.which("tshark") is None:
        return None
    version_text = subprocess.run(["tshark", "--version"], capture_output=True, text=True, check=True).stdout
    return version_text.split()[2]


def collect(path: Path) -> Shown:
    """Every field in scope that tshark shows of a capture."""
    command = ["tshark", "-n", "-r", str(path), "-T", "pdml"]
    for option, value in OPTIONS.items():
        command += ["-o", f"{option}:{value}"]
    columns: dict[str, store.Column] = {}
    frames = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal frames
        if tag == "packet":
            frames += 1
        elif tag == "field":
            field = attributes["name"]
            if field.partition(".")[0] in SCOPE:
                value = store.normal(attributes.get("show", ""))
                column = columns.setdefault(field, [])
                if len(column) == frames and column[-1] is not None:
                    column[-1] += "," + value
                else:
                    column += [None] * (frames - 1 - len(column))
                    column.append(value)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    environment = {**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, env=environment) as process,
    ):
        assert process.stdout is not None
        try:
            parser.ParseFile(process.stdout)
        except expat.ExpatError:
            process.wait()
            said.seek(0)
            complaint = said.read().decode()
            if not any(refusal in complaint for refusal in REFUSALS):
                raise RuntimeError(f"{path.name}: {complaint}") from None
            return Shown(version() or "", 0, {}, refused=complaint.splitlines()[-1])
    for column in columns.values():
        column += [None] * (frames - len(column))
    return Shown(version() or "", frames, columns)


def main() -> None:
    """Ask, and store."""
    if version() != store.TSHARK:
        sys.exit(f"differences.toml is about tshark {store.TSHARK}, here is {version()}")
    for argument in sys.argv[1:] or ("captures", "recorded", "crafted", "upper"):
        directory, _, added = argument.partition("/")
        if directory == "upper":
            from tests.tshark import upper  # it compares, and what compares asks this module

            for line in upper.regenerate():
                print(line)
            continue
        if not store.is_here(directory):
            print(f"{directory}: not here, kept as it is")
            continue
        names = sorted({*store.captures(directory), *([argument] if added else [])})
        for name in store.stored(directory):
            store.data_file(name).unlink()
        earlier: dict[tuple[str, str], str] = {}
        for name in names:
            shown = collect(store.path_of(name))
            store.save(name, shown._replace(capture=store.digest(name)), earlier)
            size = store.data_file(name).stat().st_size
            print(shown.refused or f"{name}: {shown.frames} frames, {len(shown.columns)} fields, {size} bytes")


if __name__ == "__main__":
    main()
