"""What users of capinfos, editcap and mergecap type, and the ``ibpkt`` line that does it; see `tshark_habits`."""

from __future__ import annotations

import re

from ibpkt.cli.tshark_habits import Habit
from ibpkt.cli.typed_line import TypedLine

_INFO = "info {files}"


def _told(option: str, what: str) -> Habit:
    """An option of capinfos that asks for one fact."""
    return Habit(option, f"{option} x.pcap", _INFO, f"{what} {'are' if what.endswith('s') else 'is'} part of")


CAPINFOS: tuple[Habit, ...] = (
    Habit("-M", "-M x.pcap", "info --format json {files}"),
    Habit("-T", "-T x.pcap", "info --format json {files}"),
    Habit("-m", "-T -m x.pcap", "info --format json {files}"),
    _told("-t", "the format"),
    _told("-E", "the link type"),
    _told("-I", "the link type"),
    _told("-c", "the number of packets"),
    _told("-s", "the size"),
    _told("-d", "the size"),
    _told("-l", "the snap length"),
    _told("-u", "the duration"),
    _told("-a", "the start"),
    _told("-e", "the end"),
    _told("-S", "the start"),
    _told("-o", "the order of time"),
    _told("-D", "the number of packets dropped"),
    Habit("-y", "-y x.pcap", "stats io --interval 0 {files}"),
    Habit("-i", "-i x.pcap", "stats io --interval 0 {files}"),
    Habit("-x", "-x x.pcap", "stats io --interval 0 {files}"),
    Habit("-z", "-z x.pcap", "stats io --interval 0 --measure avg(frame.len) {files}"),
    _told("-n", "the hosts"),
    Habit("-v", "-v", "--version"),
    Habit("-k", "-k x.pcap", _INFO),
    Habit("-p", "-p x.pcap", "decode -T fields -e frame.number -e frame.comment -Y frame.comment {files}"),
    Habit("-F", "-F x.pcap", _INFO),
    Habit("-H", "-H x.pcap", lambda typed, _: ["sha256sum", *typed.named], "sums of the file's bytes are printed by"),
    # accepted: how capinfos lays out its table, and whether it goes on after a file that it cannot read
    *(Habit(option, f"{option} x.pcap", "") for option in ("-A", "-L", "-R", "-r", "-B", "-q", "-Q", "-b", "-N", "-C")),
    *(Habit(option, f"{option} x.pcap", "") for option in ("-K", "-P")),
)


def _edit(*options: str, out: str = "OUT") -> list[str]:
    return ["ibpkt", "edit", *options, "-w", out]


def _files(typed: TypedLine) -> tuple[list[str], str, list[str]]:
    """editcap's INFILE OUTFILE PACKET…"""
    packets = [name for name in typed.files if re.fullmatch(r"\d+(-\d*)?", name)]
    names = [name for name in typed.files if name not in packets]
    out = next((each.value for each in typed.ours if each.option in ("-w", "--write")), "")
    return names[: None if out else 1] or ["FILE"], out or (names[1:] or ["OUT"])[0], packets


def _chosen(typed: TypedLine, _: str) -> list[str]:
    """``editcap -r IN OUT 1-10`` keeps these packets; without ``-r`` it removes them."""
    names, out, packets = _files(typed)
    if not packets:
        return _edit(*names, out=out)
    if typed.reads:
        return _edit(*names, "--frames", ",".join(re.sub(r"-0?$", "-", word) for word in packets), out=out)
    ranges = [word.partition("-") for word in packets]
    # editcap's 0 is the last packet; a frame's number has 64 bits
    texts = [
        f"{low} .. {high if high not in ('', '0') else (1 << 63) - 1}" if dash else low for low, dash, high in ranges
    ]
    return _edit(*names, "-Y", f"not frame.number in {{{', '.join(texts)}}}", out=out)


def _from_until(typed: TypedLine, _: str) -> list[str]:
    names, out = _files(typed)[:2]
    times = [word for option, ours in (("-A", "--from"), ("-B", "--until")) if (value := typed.value(option))
             for word in (ours, value)]  # fmt: skip
    return _edit(*names, *times, out=out)


def _format(typed: TypedLine, value: str) -> list[str]:
    names, out = _files(typed)[:2]
    form = {"nsecpcap": "pcap-ns"}.get(value, value)
    return _edit(*names, *(["--format", form] if form in ("pcap", "pcap-ns", "pcapng", "erf") else []), out=out)


def _first(typed: TypedLine, value: str) -> list[str]:
    names, out = _files(typed)[:2]
    return _edit(*names, "--frames", f"1-{value}", out=out)


def _seconds(typed: TypedLine, value: str) -> list[str]:
    names, out = _files(typed)[:2]
    return _edit(*names, "--until", f"+{value}", out=out)


def _payload_cut(typed: TypedLine, value: str) -> list[str]:
    names, out = _files(typed)[:2]
    return _edit(*names, "--cut-payload", out=out)


def _appended(typed: TypedLine, _: str) -> list[str]:
    names, out = _files(typed)[:2]
    return _edit(*names, "--append", out=out)


def _copied(typed: TypedLine, _: str) -> list[str]:
    names, out = _files(typed)[:2]
    return _edit(*names, out=out)


#: the display filter that leaves out copies which the network or the capture has made
_ONCE = ["-Y", "not infiniband.analysis.duplicate"]
_COPIES = "copies by the network or the capture, but no retransmissions, are left out by"


def _shifted(typed: TypedLine, value: str) -> list[str]:
    names, out = _files(typed)[:2]
    return _edit(*names, f"--shift={value}", out=out)


def _once(typed: TypedLine, _: str) -> list[str]:
    names, out = _files(typed)[:2]
    return _edit(*names, *_ONCE, out=out)


def _once_within(typed: TypedLine, _: str) -> list[str]:
    """editcap's -w is a time, and the file to write comes last."""
    names = [*typed.files, "FILE", "OUT"]
    return _edit(names[0], *_ONCE, out=names[1])


def _untagged(typed: TypedLine, _: str) -> list[str]:
    names, out = _files(typed)[:2]
    return _edit(*names, "--strip", "vlan", out=out)


def _compressed(typed: TypedLine, value: str) -> list[str]:
    names, out = _files(typed)[:2]
    suffix = {"gzip": ".gz", "lz4": ".lz4", "zstd": ".zst"}.get(value, "")
    return _edit(*names, out=out if out.endswith(suffix) else out + suffix)


EDITCAP: tuple[Habit, ...] = (
    Habit("", "-r x.pcap out.pcap 1-10 12", _chosen, "packets are chosen, and written, by"),
    Habit("", "x.pcap out.pcap 1-10 12", _chosen, "packets are left out, and the others written, by"),
    Habit("-A", "-A 2020-01-01T00:00:00 x.pcap out.pcap", _from_until, takes=True),
    Habit("-B", "-B 2030-01-01T00:00:00 x.pcap out.pcap", _from_until, takes=True),
    Habit("-F", "-F pcapng x.pcap out.pcapng", _format, takes=True),
    Habit("-c", "-c 100 x.pcap out.pcap", _first, "a piece of so many packets is written by", takes=True),
    Habit("-i", "-i 2 x.pcap out.pcap", _seconds, "a piece of so many seconds is written by", takes=True),
    Habit("-s", "-s 64 x.pcap out.pcap", _payload_cut, "payloads are cut, and headers kept, by", takes=True),
    Habit("-C", "-C 20 x.pcap out.pcap", _payload_cut, "payloads are cut, and headers kept, by", takes=True),
    Habit("-T", "-T ether x.pcap out.pcap", _copied, "the link type is that of the packets:", takes=True),
    Habit("-t", "-t -3600 x.pcap out.pcap", _shifted, takes=True),
    Habit("-d", "-d x.pcap out.pcap", _once, _COPIES),
    Habit("-D", "-D 5 x.pcap out.pcap", _once, _COPIES, takes=True),
    Habit("-E", "-E 0.01 x.pcap out.pcap", _copied, "`ibpkt craft traffic` makes faults; this copies:", takes=True),
    Habit("-L", "-s 64 -L x.pcap out.pcap", _payload_cut, "payloads are cut, and headers kept, by"),
    Habit("--novlan", "--novlan x.pcap out.pcap", _untagged),
    Habit("-w", "-w 0.5 x.pcap out.pcap", _once_within, _COPIES, takes=True,
          values=r"\d+(?:\.\d*)?"),
    Habit("-I", "-I 4 -d x.pcap out.pcap", _once, _COPIES, takes=True),
    Habit("-S", "-S 0 x.pcap out.pcap", _copied, "times stay as they are:", takes=True),
    Habit("-o", "-E 0.01 -o 42 x.pcap out.pcap", _copied, "`ibpkt craft traffic` makes faults; this copies:",
          takes=True),
    Habit("--seed", "-E 0.01 --seed 1 x.pcap out.pcap", _copied, "`ibpkt craft traffic` makes faults; this copies:",
          takes=True),
    Habit("-a", "-a 1:text x.pcap out.pcap", _copied, "comments stay as they are:", takes=True),
    Habit("--capture-comment", "--capture-comment text x.pcap out.pcap", _copied, "comments stay as they are:",
          takes=True),
    Habit("--discard-capture-comment", "--discard-capture-comment x.pcap out.pcap", _copied,
          "comments stay as they are:"),
    Habit("--discard-packet-comments", "--discard-packet-comments x.pcap out.pcap", _copied,
          "comments stay as they are:"),
    Habit("--inject-secrets", "--inject-secrets tls,x.keys x.pcap out.pcap", _copied, "nothing is decrypted:",
          takes=True),
    Habit("--discard-all-secrets", "--discard-all-secrets x.pcap out.pcap", _copied, "nothing is decrypted:"),
    Habit("--skip-radiotap-header", "--skip-radiotap-header x.pcap out.pcap", _copied, "nothing is compared:"),
    Habit("--compress", "--compress gzip x.pcap out.pcap", _compressed,
          "files are compressed as the name says, by", takes=True),
    Habit("-V", "-V x.pcap out.pcap", _copied),
    Habit("-v", "-v x.pcap out.pcap", _copied),
)  # fmt: skip

MERGECAP: tuple[Habit, ...] = (
    Habit("-a", "-a -w out.pcap x.pcap y.pcap", _appended),
    Habit("-F", "-F pcapng -w out.pcapng x.pcap y.pcap", _format, takes=True),
    Habit("-s", "-s 64 -w out.pcap x.pcap y.pcap", _payload_cut, "payloads are cut, and headers kept, by", takes=True),
    Habit(
        "--compress",
        "--compress gzip -w out.pcap x.pcap y.pcap",
        _compressed,
        "files are compressed as the name says, by",
        takes=True,
    ),
    Habit("-I", "-I none -w out.pcapng x.pcap y.pcap", _copied, "interfaces are kept apart by", takes=True),
    Habit("-V", "-V -w out.pcap x.pcap y.pcap", _copied),
    Habit("-v", "-v -w out.pcap x.pcap y.pcap", _copied),
)
