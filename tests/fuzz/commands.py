"""Fuzzes commands: mutated captures, drawn options, every command in this process.

    python -m tests.fuzz.commands [--seconds 3600] [--seed 1] [--save DIRECTORY] [--ledger FILE]

What must hold of every run: no exception and no warning, an end within seconds, one of the documented exit codes, UTF-8
without control characters, and JSON, XML and CSV that parse.  What fails is printed with its seed, and saved as the
capture and the line that runs it; then it becomes a test.  A ledger gets a line with the figures of the campaign
(`tests/fuzz/campaigns.py`).
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import functools
import io
import json
import os
import random
import re
import shlex
import signal
import sys
import tempfile
import time
import traceback
import warnings
import xml.etree.ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import click

import ibpkt
from ibpkt.cli import COMMANDS, OK, PROBLEMS, UNREADABLE, USAGE
from ibpkt.cli.option_types import Seconds
from ibpkt.cli.program import cli
from tests.fuzz.campaigns import Campaign
from tests.fuzz.mutated_captures import Mutated, mutated
from tests.support.command import Result, run

#: seconds that a command may take for a few packets: of processor time, and by the clock of a machine that is busy
LONGEST, LONGEST_WAIT = 20, 300
#: lines that each capture is given to, since making one takes longer than most commands
LINES = 16
CODES = {OK, PROBLEMS, USAGE, UNREADABLE}
FILTERS = (
    "infiniband", "infiniband.bth", "infiniband.aeth", "infiniband.bth.opcode < 17", "infiniband.bth.psn > 5",
    "frame.time_delta > 0", "frame.number in {1..3}", "infiniband.mad.method", "not infiniband.icrc.status == 1",
    "infiniband.payload contains 00:00", "frame.time_relative < 1",
)  # fmt: skip
FIELDS = (
    "frame.number",
    "frame.time_epoch",
    "frame.time_relative",
    "infiniband.bth.psn",
    "infiniband.payload",
    "ip.src",
)
ADDRESSES = ("10.0.0.1", "192.168.77.1", "192.168.77.2", "fd00::1")
#: where the captures lie, in values
HERE = "{here}"
#: options whose values have a form of their own; those of one command stand behind its name
VALUES = {
    "--filter": FILTERS, "--field": FIELDS, "--interval": ("0.001", "1", "1e-6", "100000"), "-E": ("header=y",),
    "--window": ("1e-9", "0.1", "1e8"), "--late": ("0", "0.001"), "--offset": ("-4e9", "0", "4e9"),
    "--host": ADDRESSES, "--qp": ("1", "0x11"), "--between": ADDRESSES,
    "--frames": ("1", "2-", "1-3,2"), "--from": ("+0.1", "0"), "--until": ("+1", "9e9"), "--vlan": ("5", "5:3"),
    "--set": ("infiniband.bth.psn+=1", "infiniband.bth.destqp=7"), "--anonymize": ("all", "addresses", "payload"),
    "--to": ("rocev2", "infiniband", "rocev1"), "--path": ("1 2",), "--max": ("retransmitted=0",),
    "--format": ("pcap", "pcapng", "erf"), "--shift": ("-0.5", "3600", "-1000000000"), "--key": ("secret",),
    "--mirror-from": ADDRESSES, "--mirror-to": ADDRESSES, "--incident": ("1", "2"), "--column": FILTERS,
    "--columns": ("start", "flow", "kind,packets"), "--names": (f"{HERE}/names",), "--state": (f"{HERE}/state",),
    "--export": tuple(f"{HERE}/out.{end}" for end in ("svg", "net", "ports", "lft", "mft", "dot", "graphml")),
    "--measure": ("sum(udp.length)", "avg(infiniband.bth.psn)", "count(infiniband.aeth)", "min(frame.time_delta)",
                  "max(infiniband.analysis.latency)"),
    "expert --kind": ("lost", "duplicate-request,timeout", "nak-sequence"), "commands --kind": ("Read", "Write"),
    "expert --against": (f"{HERE}/counters", f"10.0.0.1={HERE}/counters"), "expert --before": (f"{HERE}/counters",),
    "fabric --against": (f"{HERE}/0.pcapng",), "commands --follow": ("1", "2", "7"),
    "cluster --shards": ("1", "2", "9"),
    "commands --decode-as": ("qp 0x11,nvme", "qp 0x12,nfs", "qp 17,iser", "qp 18,srp", "qp 0x11,smb-direct"),
}  # fmt: skip
#: endings of the files that commands write
OUTPUTS = {"plot": (".svg", ".html"), "report": (".html",), "trace": (".json",), "shard": ("",)}
#: what would read or write other files, start processes, wait, or write graphics for a terminal
LEFT_OUT = {
    *("--read", "--jobs", "--output", "--output-dir", "--force", "--payload", "--write", "--follow", "-l", "--kitty"),
    *("--resume", "--progress-json", "--dask", "--storage"),
}
#: files besides captures, by name
BESIDE = {
    "names": "10.0.0.1 one\n192.168.77.1 two\n",
    "counters": "link rxe0/1 duplicate_request 3 rcvd_pkts 7 out_of_seq_request 1\n",
}
#: commands that make something of a capture; the others make packets of nothing, take plug-ins, read what they find, or
#: start processes, hear an interface, or need a terminal
NOT_FUZZED = {"capture", "check-protocol", "craft", "demo", "extcap", "fields", "mcp", "tui"}
FUZZED = sorted(set(COMMANDS) - NOT_FUZZED)


class Failure(NamedTuple):
    """A run of which something does not hold.

    Attributes:
        what: does not hold; equal for the same mistake.
        line: the arguments.
        captures: what was read.
        detail: a traceback or a result.
    """

    what: str
    line: list[str]
    captures: list[bytes]
    detail: str


class Hang(Exception):
    """A command takes too long."""


@functools.cache
def commands() -> dict[tuple[str, ...], click.Command]:
    """Every command by its words."""
    found: dict[tuple[str, ...], click.Command] = {}
    context = click.Context(cli)

    def walk(words: tuple[str, ...], command: click.Command | None) -> None:
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                walk((*words, name), command.get_command(context, name))
        elif command is not None:
            found[words] = command

    for name in FUZZED:
        walk((name,), cli.get_command(context, name))
    return found


@functools.cache
def _words() -> list[tuple[str, ...]]:
    return sorted(commands())


def _is_choice(kind: click.ParamType) -> TypeGuard[click.Choice[str]]:
    return isinstance(kind, click.Choice)


def drawn_options(chance: random.Random, called: str, command: click.Command) -> list[str]:
    """Some options of a command, with values.

    Args:
        chance: what draws them.
        called: the last word of its name.
        command: which has the options.
    """
    words: list[str] = []
    for option in command.params:
        name = option.opts[-1]
        own = f"{called} {name}"
        left = name in LEFT_OUT and own not in VALUES
        if not isinstance(option, click.Option) or left or chance.random() > 0.15:
            continue
        if option.is_flag:
            words.append(name)
            continue
        values = VALUES.get(own) or _values(chance, option, name)
        if values:
            words += [name, *(str(chance.choice(values)) for _ in range(option.nargs))]
    if "--final" in words and "--state" not in words:
        words.remove("--final")
    if called == "decode" and "fields" in words and "--field" not in words:
        words += ["--field", chance.choice(FIELDS)]
    return words


def _values(chance: random.Random, option: click.Option, name: str) -> list[Any]:
    kind = option.type
    if isinstance(kind, click.Choice):
        return [choice for choice in kind.choices if choice not in ("parquet", "arrow", "always")]
    if isinstance(kind, click.IntRange) or kind is click.INT:
        low, high = (getattr(kind, bound, None) for bound in ("min", "max"))
        least, most = 0 if low is None else int(low), 2**16 if high is None else int(high)
        return [least, least + 1, most, chance.randint(least, most)]
    if isinstance(kind, Seconds):
        return ["0", "0.001", "1", "1e8", chance.choice(["1e8", "9e9"])]
    return list(VALUES.get(name, ()))


@contextlib.contextmanager
def _in_time() -> Iterator[None]:
    def hang(*_: object) -> None:
        raise Hang

    timers = {signal.ITIMER_PROF: (signal.SIGPROF, LONGEST), signal.ITIMER_REAL: (signal.SIGALRM, LONGEST_WAIT)}
    before = {number: signal.signal(number, hang) for number, _ in timers.values()}
    for timer, (_, seconds) in timers.items():
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for timer in timers:
            signal.setitimer(timer, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def tried(line: list[str], captures: list[bytes]) -> Failure | None:
    """Run a command and look at what it does."""
    try:
        with _in_time(), warnings.catch_warnings():
            warnings.simplefilter("error")
            if "--state" in line and "--final" not in line:
                run(*line)  # and now it goes on from there
            result = run(*line)
    except Hang:
        return Failure(f"hang: {line[0]}", line, captures, traceback.format_exc(limit=-12))
    except Exception as error:
        places = [frame for frame in traceback.extract_tb(error.__traceback__) if "/ibpkt/" in frame.filename]
        place = f"{Path(places[-1].filename).name}:{places[-1].lineno}" if places else "?"
        return Failure(f"{type(error).__name__} at {place}", line, captures, traceback.format_exc(limit=-12))
    try:
        check(line, result)
    except Exception as error:
        return Failure(
            f"{line[0]}: {type(error).__name__}: {str(error)[:60]}", line, captures, f"{error}\n{result}"[:3000]
        )
    return None


def check(line: list[str], result: Result) -> None:
    """What must hold of a result.  Raises AssertionError, or what a parser says."""
    assert result.code in CODES, f"exit code {result.code}"
    for text in (result.out, result.err):
        odd = {char for char in text if not char.isprintable() and char not in "\n\r\t"}
        assert not odd, f"control characters {odd}"
    assert "Traceback" not in result.err
    if result.code == USAGE:
        several = sum(word.endswith(".pcapng") for word in line) > 1  # what is asked for may be wrong for one of them
        assert several or not result.out, "output, and a usage error"
        assert result.err, "a usage error without a word"
        return
    assert all(each.startswith("ibpkt: ") for each in result.err.splitlines()), result.err
    if line[0] == "shard":
        for path in Path(line[line.index("--output") + 1]).rglob("*.pcapng"):
            with ibpkt.open(path) as capture:
                assert next(iter(capture), None) is not None, "a shard without packets"
            path.unlink()
    elif "--export" in line:
        _check_file(Path(line[line.index("--export") + 1]), by_line=False)
    elif "--output" in line:
        _check_file(Path(line[line.index("--output") + 1]), by_line="otlp" in line)
    form = line[line.index("--format") + 1] if "--format" in line else "text"
    if not result.out or line[0] == "edit" or "--kinds" in line:  # a list of kinds has one form
        return
    if form in ("json", "sarif"):
        _parse_documents(result.out)
    elif form in ("jsonl", "ek"):
        for each in result.out.splitlines():
            json.loads(each, parse_constant=_no_constant)
    elif form in ("pdml", "junit"):
        xml.etree.ElementTree.fromstring(result.out)
    elif form == "csv":
        rows = list(csv.reader(io.StringIO(result.out), strict=True))
        assert len({len(row) for row in rows}) == 1, "rows of different widths"


def _check_file(path: Path, *, by_line: bool) -> None:
    """What must hold of a file that a command has written; without a capture that can be read there is none.

    Args:
        path: the file.
        by_line: it has JSON in each line.
    """
    if not path.exists():
        return
    text = path.read_text(encoding="utf-8")
    path.unlink()
    odd = {char for char in text if not char.isprintable() and char not in "\n\t"}
    assert not odd, f"control characters {odd} in a file"
    if path.suffix == ".json":
        for each in text.splitlines() if by_line else [text]:
            json.loads(each, parse_constant=_no_constant)
    elif path.suffix == ".svg":
        xml.etree.ElementTree.fromstring(text)


def _parse_documents(text: str) -> None:
    """JSON of one capture, or one value after the other of several."""
    decoder = json.JSONDecoder(parse_constant=_no_constant)
    rest = text.strip()
    while rest:
        _, end = decoder.raw_decode(rest)
        rest = rest[end:].lstrip()


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def fuzzed(seed: int, directory: Path) -> Failure | None:
    """One capture through one command, all drawn from a seed."""
    line, captures = drawn(seed, directory)
    return tried(line, [each.data for each in captures])


@functools.lru_cache(maxsize=1)
def _capture(number: int) -> Mutated:
    return mutated(random.Random(f"capture {number}"))


def drawn(seed: int, directory: Path) -> tuple[list[str], list[Mutated]]:
    """A line, and the captures that it reads; they are written to a directory."""
    chance = random.Random(seed)
    words = chance.choice(_words())
    captures = [_capture(seed // LINES)]
    if words == ("compare",) or chance.random() < 0.1:
        captures.append(mutated(chance))
    paths = []
    for number, made in enumerate(captures):
        path = directory / f"{number}.pcapng"
        path.write_bytes(made.data)
        paths.append(str(path))
    command = commands()[words]
    kinds = [each.type.choices for each in command.params if isinstance(each, click.Argument) and _is_choice(each.type)]
    options = [word.replace(HERE, str(directory)) for word in drawn_options(chance, words[-1], command)]
    for name, text in BESIDE.items():
        if any(str(directory / name) in word for word in options):
            (directory / name).write_text(text, encoding="utf-8")
    if "--state" in options:
        (directory / "state").unlink(missing_ok=True)
    line = [*words, *map(chance.choice, kinds), *options, *paths]
    if words[0] in OUTPUTS and (words != ("plot",) or chance.random() < 0.7):
        line += ["--output", str(directory / f"output{chance.choice(OUTPUTS[words[0]])}")]
        joins = any("--join" in each.opts for each in command.params)
        if len(captures) > 1 and joins and "--join" not in line:  # one output takes one capture
            line.append("--join")
    if words == ("edit",):
        line += ["--write", str(directory / "out"), "--force"]
    if words == ("messages",) and chance.random() < 0.3:
        line += ["--payload", str(directory / f"payload{seed}")]
    return line, captures


def campaign(
    seconds: float, seed: int, save: Path | None = None, most: int = 1 << 62
) -> tuple[Campaign, dict[str, Failure]]:
    """Fuzz for a while, or so many runs: the figures, and a failure of each kind."""
    failures: dict[str, Failure] = {}
    begin, runs, packets, changed = time.monotonic(), 0, 0, 0
    with tempfile.TemporaryDirectory(dir=_memory()) as directory:
        while runs < most and time.monotonic() - begin < seconds:
            line, captures = drawn(seed + runs, Path(directory))
            failure = tried(line, [each.data for each in captures])
            if failure is not None and failure.what not in failures:
                failures[failure.what] = failure
                _report(failure, seed + runs, save)
            runs += 1
            packets += sum(each.packets for each in captures)
            changed += sum(each.changed for each in captures)
    return Campaign(Campaign.today(), seed, runs, packets, changed, len(failures)), failures


def _memory() -> str | None:
    """A folder of a file system in memory, where there is one: files of a few packets are slow to make on a disk."""
    folder = Path("/dev/shm")
    return str(folder) if folder.is_dir() and os.access(folder, os.W_OK) else None


def _report(failure: Failure, seed: int, save: Path | None) -> None:
    print(f"seed {seed}: {failure.what}\n  {shlex.join(failure.line)}\n{failure.detail}", flush=True)
    if save is not None:
        folder = save / re.sub(r"\W+", "-", failure.what)[:60]
        folder.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(failure.captures):
            (folder / f"{number}.pcapng").write_bytes(data)
        (folder / "line.txt").write_text(f"seed {seed}\n{shlex.join(failure.line)}\n{failure.detail}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=time.time_ns() >> 10)
    parser.add_argument("--save", type=Path)
    parser.add_argument("--ledger", type=Path)
    given = parser.parse_args()
    figures, failures = campaign(given.seconds, given.seed, given.save)
    print(figures)
    if given.ledger is not None:
        figures.append_to(given.ledger)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
