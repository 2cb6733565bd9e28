"""Fields of NVMe, RPC-over-RDMA with NFS, and iSER with SCSI: tshark's and ibpkt's, for each packet or message.

What tshark showed is stored beside this file (``data/upper``), for each capture the values of all fields whose names
both have; ``python -m tests.tshark.regenerate upper`` asks it again.  `upper.toml` lists the differences.

A reply of RPC in a reply chunk is shown by tshark at the SEND that announces it, by ibpkt at the WRITE that carries it,
and a call with a read chunk at different packets of the READ; so RPC is compared by message: XID, and call or reply.
"""

from __future__ import annotations

import functools
import json
import lzma
import subprocess
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ibpkt.batch.fields import fields
from tests.support.command import run
from tests.tshark import store
from tests.tshark.compare import Difference
from tests.tshark.rules import Rule

LIST = store.HERE / "upper.toml"
DATA = store.DATA / "upper"
_RECORDED = "recorded/upper/"
_COPIES = "infiniband.analysis.retransmission"

#: a packet or a message -> its fields that are there
Rows = dict[str, dict[str, str]]


class Group(NamedTuple):
    """Protocols that are compared together.

    Attributes:
        prefixes: of their fields.
        captures: the names of the captures that have them, as `store` has them.
        by_message: rows are messages of RPC, not packets.
    """

    prefixes: tuple[str, ...]
    captures: tuple[str, ...]
    by_message: bool = False


def _recorded(*names: str) -> tuple[str, ...]:
    return tuple(f"{_RECORDED}{name}.pcap" for name in names)


GROUPS = {
    "nvme": Group(
        ("nvme.",),
        (
            "captures/nvmeof.pcap", "recorded/nvmeof_keepalive.pcap",
            *_recorded(
                "nvmeof_async_event", "nvmeof_discovery", "nvmeof_errors_file_ns", "nvmeof_flush_dsm_wz",
                "nvmeof_incapsule_writes", "nvmeof_keyed_big", "nvmeof_loss_after_tap_2pct", "nvmeof_mtu1024",
                "nvmeof_nosetup_qd1", "nvmeof_qd16_mix", "nvmeof_qd1_mix", "nvmeof_qd4_mix", "nvmeof_target_removed",
                "nvmeof_two_hosts",
            ),
        ),
    ),
    "rpc": Group(
        ("rpc.", "rpcordma.", "nfs."),
        (
            "captures/nfs_rdma.pcap",
            *_recorded(
                "nfs_nosetup_v3", "nfs_small_v3", "nfs_v3", "nfs_v3_readonly_errors", "nfs_v40",
                "nfs_v41_loss_after_tap", "nfs_v41_server_restart", "nfs_v42",
            ),
        ),
        by_message=True,
    ),
    "scsi": Group(
        ("iser.", "iscsi.", "scsi"),
        (
            "captures/iser.pcap",
            *_recorded("iser_chap", "iser_loss", "iser_qd16", "iser_unsolicited", "srp_errors", "srp_qd16"),
        ),
    ),
}  # fmt: skip


def group_of(capture: str) -> Group:
    """The group to which a capture belongs."""
    return next(group for group in GROUPS.values() if capture in group.captures)


def number(text: str) -> str:
    """Values as decimal numbers where they are numbers, and bytes without colons; long ones as a digest."""
    parts = (str(int(part, 0)) if part.startswith("0x") else part.replace(":", "") for part in text.split(","))
    return store.normal(",".join(parts))


# -- what both say ----------------------------------------------------------------------------------------------------


def asked(names: Iterable[str]) -> list[str]:
    """The options that ask for fields."""
    return [word for name in ("frame.number", *names) for word in ("-e", name)]


def _rows(lines: Iterable[str], names: Iterable[str]) -> Rows:
    found: Rows = {}
    for line in lines:
        frame, *values = line.split("\t")
        there = {name: number(text) for name, text in zip(names, values, strict=True) if text}
        if there:
            found[frame] = there
    return found


def tshark_names() -> set[str]:
    """All fields that the installed tshark has."""
    lines = subprocess.run(["tshark", "-G", "fields"], capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split("\t")[2] for line in lines if line.startswith("F\t")}


def ask_tshark(capture: str, known: set[str]) -> dict[str, Any]:
    """What is stored of a capture: the names that both have, and what tshark shows under them."""
    names = sorted(known & {name for name in fields() if name.startswith(group_of(capture).prefixes)})
    chosen = ("-Y", "rpcordma or rpc and infiniband") if group_of(capture).by_message else ()  # not RPC over TCP
    command = ["tshark", "-n", "-r", str(store.path_of(capture)), *chosen, "-T", "fields", *asked(names)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {"tshark": store.TSHARK, "capture": store.digest(capture), "names": names, "rows": _rows(lines, names)}


def data_file(capture: str) -> Path:
    """Where it is stored."""
    return DATA / f"{Path(capture).name}.json.xz"


def regenerate() -> Iterator[str]:
    """Ask tshark about all captures that are here, and store what it shows; yields a line about each."""
    known = tshark_names()
    DATA.mkdir(exist_ok=True)
    for capture in (capture for group in GROUPS.values() for capture in group.captures):
        if store.path_of(capture).exists():
            shown = ask_tshark(capture, known)
            text = json.dumps(shown, sort_keys=True, separators=(",", ":"))
            data_file(capture).write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
            yield f"{capture}: {len(shown['rows'])} packets, {data_file(capture).stat().st_size} bytes"


@functools.cache
def stored(capture: str) -> dict[str, Any]:
    """What tshark showed."""
    document: dict[str, Any] = json.loads(lzma.decompress(data_file(capture).read_bytes()))
    return document


def ours(capture: str, names: list[str]) -> tuple[Rows, set[str]]:
    """What ibpkt shows, and the packets that were sent again.

    These belong to messages that began before, and tshark reads them once more.
    """
    every = [*names, _COPIES]
    rows = _rows(run("decode", "-2", "-T", "fields", *asked(every), store.path_of(capture)).lines, every)
    copies = {frame for frame, row in rows.items() if row.pop(_COPIES, None)}
    return {frame: row for frame, row in rows.items() if row}, copies


# -- where they differ ------------------------------------------------------------------------------------------------


def by_message(rows: Rows) -> Rows:
    """Rows of packets joined to those of the messages of RPC that they show; others stay as they are."""
    found: Rows = {}
    for frame, row in rows.items():
        xid, kind = (row.get(name, "").split(",")[0] for name in ("rpc.xid", "rpc.msgtyp"))
        key = f"{xid}:{kind}" if xid and kind else frame
        inside = {name: text for name, text in row.items() if key == frame or not name.startswith("rpcordma.")}
        before = found.setdefault(key, {})
        for name, text in inside.items():
            before.setdefault(name, text)
        lists = {name: text for name, text in row.items() if name.startswith("rpcordma.")}
        if key != frame and lists:
            found[frame] = lists
    return found


class Compared(NamedTuple):
    """What came of a capture.

    Attributes:
        same: how many values both show.
        explained: how many differences each rule explains, by its number.
        wrong: differences that no rule explains.
    """

    same: int
    explained: dict[int, int]
    wrong: list[Difference]


@functools.cache
def rules() -> tuple[Rule, ...]:
    """The list."""
    entries: list[dict[str, Any]] = tomllib.loads(LIST.read_text(encoding="utf-8"))["rule"]
    return tuple(Rule(**{**entry, "fields": tuple(entry["fields"])}) for entry in entries)


@functools.cache
def _about(capture: str, field: str) -> list[int]:
    """The rules that are about a field of a capture, by number."""
    return [place for place, rule in enumerate(rules()) if rule.glob_for(field) and rule.is_of(capture)]


@functools.cache
def compare(capture: str) -> Compared:
    """Compare a capture's fields with what is stored, and look every difference up in the list."""
    document = stored(capture)
    names = [name for name in document["names"] if name in fields()]
    mine, again = ours(capture, names)
    theirs, mine = ({key: row for key, row in rows.items() if key not in again} for rows in (document["rows"], mine))
    if group_of(capture).by_message:
        theirs, mine = by_message(theirs), by_message(mine)
    same, explained, wrong = 0, dict.fromkeys(range(len(rules())), 0), []
    for key in theirs.keys() | mine.keys():
        shown, own = theirs.get(key, {}), mine.get(key, {})

        def context(name: str, frame: int, rows: tuple[dict[str, str], ...] = (shown, own)) -> str | None:
            if name == "tshark":
                return "something" if rows[0] else "nothing"
            return rows[1].get(name)

        for name in shown.keys() | own.keys():
            difference = Difference(capture, 0, name, shown.get(name), own.get(name))
            if difference.theirs == difference.ours:
                same += 1
                continue
            found = [place for place in _about(capture, name) if rules()[place].explains(difference, context)]
            if found:
                explained[found[0]] += 1
            else:
                wrong.append(difference._replace(frame=int(key) if key.isdigit() else 0))
    return Compared(same, explained, wrong)
