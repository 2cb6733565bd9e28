"""What users of tshark, capinfos, editcap and mergecap type, and the ``ibpkt`` line that does it: one list.

`docs/make_tshark.py` writes the tables of ``docs/tshark.md`` from it; a test runs every line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ibpkt.cli.typed_line import TypedLine

Answer = str | Callable[[TypedLine, str], list[str]]


class Habit(NamedTuple):
    """An option of another program.

    Attributes:
        option: its name, with its dashes.
        example: a command line without the name of the program; ``x.pcap`` is a capture.
        line: the arguments of ``ibpkt`` that do it, in which ``{value}`` is the option's value, ``{options}`` all other
            options that ibpkt has, ``{selection}`` those of them that select packets and ``{files}`` the captures; or a
            function of what was typed and the value.  Empty where the option is accepted and changes nothing.
        why: what to say before the line; empty for "OPTION is".
        takes: whether the option takes a value.
        values: a pattern that the value matches, for options that ibpkt has too but not with this value.
    """

    option: str
    example: str
    line: Answer
    why: str = ""
    takes: bool = False
    values: str = ""


# -- what needs more than words with gaps --------------------------------------------------------------------------


#: the options of tshark that `ibpkt capture` has
CAPTURING = (
    "-i", "-a", "-b", "-B", "-c", "-e", "-E", "-F", "-l", "-n", "-p", "-P", "-s", "-t", "-T", "-V", "-w", "-x"
)  # fmt: skip
#: options that the kernel's socket has no answer to, and tcpdump has
_OF_LIBPCAP = ("-f", "-y", "-I", "--time-stamp-type")


def _live(typed: TypedLine, _: str) -> list[str]:
    """Capturing: `ibpkt capture` does it, and tcpdump what only libpcap can."""
    if any(each.option in _OF_LIBPCAP for each in typed.theirs):
        return _through_tcpdump(typed)
    interface = [] if any(each.option == "-i" for each in typed.theirs) else ["-i", "IFACE"]
    given = [word for each in (*typed.theirs, *typed.ours) if each.option in CAPTURING for word in each.words]
    selection = ["-Y", typed.filter] if typed.filter else []
    prints = ["-P"] if selection and "-w" in given and "-P" not in given else []
    return ["ibpkt", "capture", *interface, *given, *selection, *prints]


def _through_tcpdump(typed: TypedLine) -> list[str]:
    """Capturing with the options that both have; ibpkt shows the packets as they come."""
    stop = typed.value("-a")
    line: list[str] = []
    if stop.startswith("duration:"):
        line += ["timeout", stop.partition(":")[2]]
    line += ["tcpdump", "-i", typed.value("-i") or "IFACE"]
    if kind := typed.value("--time-stamp-type"):
        line += ["-j", kind]
    for option in ("-s", "-B", "-y"):
        if value := typed.value(option):
            line += [option, value]
    line += [each.option for each in typed.theirs if each.option in ("-p", "-I")]
    line += ["-U", "-w", "-", *([f] if (f := typed.value("-f")) else []), "|"]
    if target := typed.ours_value("-w"):
        return [*line, "ibpkt", "edit", "-", *typed.selection, "-w", target]
    line += ["ibpkt", "decode"]
    if stop.startswith("packets:"):
        line += ["-c", stop.partition(":")[2]]
    return [*line, *typed.options, "-"]


def _of_tcpdump(option: str) -> Callable[[TypedLine, str], list[str]]:
    """What tcpdump lists of interfaces."""

    def line(typed: TypedLine, _: str) -> list[str]:
        interface = typed.value("-i")
        return ["tcpdump", *(["-i", interface] if interface else []), option]

    return line


def _io_stat(typed: TypedLine, value: str) -> list[str]:
    """``io,stat,INTERVAL[,FILTER]…``: a filter is a column, ``SUM(field)filter`` a measure."""
    interval, *filters = [*value.split(",")[2:], ""] if value.count(",") < 2 else value.split(",")[2:]
    line = ["ibpkt", "stats", "io", "--interval", interval or "0"]
    for text in filter(None, filters):
        if match := re.match(r"(COUNT|SUM|MIN|MAX|AVG)\(([\w.]+)\)", text):
            line += ["--measure", f"{match[1].lower()}({match[2]})"]
        else:
            line += ["--column", re.sub(r"^(FRAMES|BYTES)(\(\))?", "", text) or "frame"]
    return [*line, *typed.selection, *typed.named]


_KINDS = {"eth": "mac", "ip": "ip", "ipv6": "ip", "udp": "udp", "infiniband": "qp"}


def _addresses(statistic: str) -> Callable[[TypedLine, str], list[str]]:
    """``conv,TYPE[,FILTER]`` and ``endpoints,TYPE[,FILTER]``."""

    def line(typed: TypedLine, value: str) -> list[str]:
        kind, _, chosen = value.partition(",")[2].partition(",")
        by = ["--by", _KINDS[kind]] if kind in _KINDS else []
        selection = ["-Y", chosen] if chosen else typed.selection
        return ["ibpkt", "stats", statistic, *by, *selection, *typed.named]

    return line


def _filtered(*words: str) -> Callable[[TypedLine, str], list[str]]:
    """A statistic whose value may end in a filter: ``io,phs,FILTER``, ``expert,SEVERITY,FILTER``."""

    def line(typed: TypedLine, value: str) -> list[str]:
        parts = value.split(",", 2)
        selection = ["-Y", parts[2]] if len(parts) > 2 and parts[2] else typed.selection
        return ["ibpkt", *words, *selection, *typed.named]

    return line


def _expert(typed: TypedLine, value: str) -> list[str]:
    parts = value.split(",", 2)
    severity = {"error": "error", "warn": "warning", "note": "note", "chat": "chat"}.get("".join(parts[1:2]))
    selection = ["-Y", parts[2]] if len(parts) > 2 else typed.selection
    return ["ibpkt", "expert", *(["--severity", severity] if severity else []), *selection, *typed.named]


def _column_info(typed: TypedLine, value: str) -> list[str]:
    """``proto,colinfo,FILTER,FIELD``: the field beside each packet."""
    parts = value.split(",")
    chosen, field = ",".join(parts[2:-1]), parts[-1]
    selection = ["-Y", chosen] if chosen else []
    return [
        "ibpkt", "decode", "-T", "fields", "-e", "frame.number", "-e", "_ws.col.Info", "-e", field, *selection,
        *typed.named,
    ]  # fmt: skip


def _preference(typed: TypedLine, value: str) -> list[str]:
    """``-o infiniband.rroce.port:4792``, and a port in ``-d udp.port==4792,rroce``."""
    port = re.match(r"(?:infiniband\.rroce\.port:|udp\.port==)(\d+)", value)
    return ["ibpkt", "decode", *(["--roce-port", port[1]] if port else []), *typed.options, *typed.named]


def _columns(*options: str) -> Callable[[TypedLine, str], list[str]]:
    """The columns of the line as fields, in a format that ibpkt has."""

    def line(typed: TypedLine, _: str) -> list[str]:
        names = ("No.", "Time", "Source", "Destination", "Protocol", "Length", "Info")
        fields = [word for name in names for word in ("-e", f"_ws.col.{name}")]
        return ["ibpkt", "decode", *options, *fields, *typed.selection, *typed.named]

    return line


def _without(typed: TypedLine, _: str) -> list[str]:
    """The same without the option, which changes nothing here."""
    return ["ibpkt", "decode", *typed.options, *typed.named]


def _written(typed: TypedLine, value: str) -> list[str]:
    """Packets into a file, in the format that ``-F`` or ``--compress`` names."""
    form = {"nsecpcap": "pcap-ns"}.get(value, value)
    options = ["--format", form] if form in ("pcap", "pcap-ns", "pcapng", "erf") else []
    target = typed.ours_value("-w") or "OUT"
    suffix = {"gzip": ".gz", "lz4": ".lz4"}.get(value, "")
    target += "" if target.endswith(suffix) else suffix
    return ["ibpkt", "edit", *typed.named, *typed.selection, *options, "-w", target]


def _read_filter(typed: TypedLine, value: str) -> list[str]:
    both = f"({value}) && ({typed.filter})" if typed.filter else value
    kept = [word for each in typed.ours for word in each.words]
    return ["ibpkt", "decode", *kept, "-Y", both, *typed.named]


def _layers(typed: TypedLine, value: str) -> list[str]:
    """``-O`` and ``-j``: the fields of some protocols."""
    names = [name for name in re.split(r"[,\s]+", value) if name]
    known = {"ip", "ipv6", "udp", "eth", "vlan", "infiniband", "frame"}
    fields = [word for name in names if name in known for word in ("-e", f"{name}.*")]
    return ["ibpkt", "decode", "-T", "csv", *fields, *typed.selection, *typed.named]


# -- tshark --------------------------------------------------------------------------------------------------------

#: statistics by what their ``-z`` begins with; the longest that fits counts
STATISTICS: tuple[Habit, ...] = (
    Habit("io,stat", "-q -z io,stat,1 x.pcap", _io_stat),
    Habit("io,phs", "-qz io,phs -r x.pcap", _filtered("stats", "protocols")),
    Habit("conv", "-q -z conv,ip x.pcap", _addresses("conversations")),
    Habit("endpoints", "-q -z endpoints,udp x.pcap", _addresses("endpoints")),
    Habit("expert", "-q -z expert,warn x.pcap", _expert),
    Habit("flow", "-q -z flow,any,standard x.pcap", "messages {selection} {files}"),
    Habit("follow", "-q -z follow,udp,hex,0 x.pcap", "messages --payload DIR {selection} {files}"),
    Habit("hosts", "-q -z hosts x.pcap", "stats endpoints {selection} {files}"),
    Habit("dests,tree", "-q -z dests,tree x.pcap", "stats conversations --by udp {selection} {files}"),
    Habit("ip_hosts,tree", "-q -z ip_hosts,tree x.pcap", "stats endpoints --by ip {selection} {files}"),
    Habit("ip_srcdst,tree", "-q -z ip_srcdst,tree x.pcap", "stats conversations --by ip {selection} {files}"),
    Habit("ipv6_hosts,tree", "-q -z ipv6_hosts,tree x.pcap", "stats endpoints --by ip {selection} {files}"),
    Habit("ipv6_srcdst,tree", "-q -z ipv6_srcdst,tree x.pcap", "stats conversations --by ip {selection} {files}"),
    Habit("ip_ttl,tree", "-q -z ip_ttl,tree x.pcap", "stats io --interval 0 --measure avg(ip.ttl) {selection} {files}"),
    Habit("ptype,tree", "-q -z ptype,tree x.pcap", "stats protocols {selection} {files}"),
    Habit("ipv6_ptype,tree", "-q -z ipv6_ptype,tree x.pcap", "stats protocols {selection} {files}"),
    Habit(
        "plen,tree",
        "-q -z plen,tree x.pcap",
        "stats io --interval 0 --measure min(frame.len) --measure avg(frame.len) --measure max(frame.len)"
        " {selection} {files}",
    ),
    Habit("proto,colinfo", "-z proto,colinfo,infiniband.bth.psn,infiniband.bth.psn x.pcap", _column_info),
    Habit("ipv6_dests,tree", "-q -z ipv6_dests,tree x.pcap", "stats conversations --by udp {selection} {files}"),
    Habit("rpc,srt", "-q -z rpc,srt,100003,4 x.pcap", "commands --latency {selection} {files}"),
    Habit("rpc,programs", "-q -z rpc,programs x.pcap", "commands --latency {selection} {files}"),
    Habit("scsi,srt", "-q -z scsi,srt,0 x.pcap", "commands --latency {selection} {files}"),
    Habit("smb2,srt", "-q -z smb2,srt x.pcap", "messages --latency {selection} {files}"),
    Habit("icmp,srt", "-q -z icmp,srt x.pcap", "messages --latency {selection} {files}"),
    Habit("rtp,streams", "-q -z rtp,streams x.pcap", "flows {selection} {files}"),
    Habit("help", "-z help", "stats -h"),
    Habit("", "-q -z dns,tree x.pcap", "stats protocols {selection} {files}"),
)


def _needless(option: str, example: str, because: str, *, takes: bool = True) -> Habit:
    """An option that asks for nothing that ibpkt could do: the line without it."""
    return Habit(option, f"{example} x.pcap", _without, f"{because}; without {option} it is", takes)


def _capturing(option: str, example: str, *, takes: bool = True) -> Habit:
    return Habit(option, example, _live, f"{option} captures, and that is done by", takes)


def _value_of(option: str, value: str, line: Answer) -> Habit:
    """A value of an option that ibpkt has too, but without that value."""
    return Habit(option, f"{option} {value} x.pcap", line, f"{option} {value} is", takes=True, values=value)


#: more important ones first: of several only one is answered
TSHARK: tuple[Habit, ...] = (
    Habit("-z", "-q -z io,stat,1 x.pcap", "", takes=True),  # STATISTICS has the answers
    Habit("-G", "-G fields", "fields", takes=True),
    Habit("-v", "-v", "--version"),
    Habit("--version", "--version", "--version"),
    Habit("-D", "-D", "capture -D", "interfaces are listed by"),
    Habit("-L", "-L -i eth0", _of_tcpdump("-L"), "link types of an interface are listed by"),
    Habit("--list-time-stamp-types", "--list-time-stamp-types -i eth0", _of_tcpdump("-J"),
          "time stamps of an interface are listed by"),
    Habit("--time-stamp-type", "--time-stamp-type adapter -i eth0", _live,
          "time stamps of adapters are had by", takes=True),
    _capturing("-i", '-i eth0 -f "udp port 4791" -Y infiniband.aeth'),
    _capturing("-b", "-b filesize:1000 -w x.pcap"),
    _capturing("-a", "-a duration:10"),
    _capturing("-f", '-f "udp port 4791" -i eth0'),
    _capturing("-s", "-s 128 -i eth0"),
    _capturing("-B", "-B 4096 -i eth0"),
    _capturing("-y", "-y EN10MB -i eth0"),
    _capturing("-I", "-I -i eth0", takes=False),
    _capturing("-p", "-p -i eth0", takes=False),
    Habit(
        "-F", "-F pcapng -w out.pcapng -Y infiniband.reth x.pcap", _written,
        "packets are written by", takes=True,
    ),
    Habit(
        "--compress", "--compress gzip -w out.pcap x.pcap", _written,
        "packets are written, compressed as the name says, by", takes=True,
    ),
    Habit("--capture-comment", "--capture-comment text -w out.pcap x.pcap", _written,
          "packets are written, with the comments they have, by", takes=True),
    Habit("-R", "-2 -R infiniband.aeth x.pcap", _read_filter, takes=True),
    Habit(
        "-d", "-d udp.port==4792,infiniband -V x.pcap", _preference,
        "only the port of RoCEv2 can be told, all else headers say:", takes=True,
    ),
    Habit(
        "-o", "-o infiniband.rroce.port:4792 x.pcap", _preference,
        "the port of RoCEv2 is the only preference:", takes=True,
    ),
    Habit("-O", "-O infiniband x.pcap", _layers, "-V shows all layers, -T csv those that are chosen:", takes=True),
    Habit("-j", "-T json -j infiniband x.pcap", _layers, takes=True, values=r".*[A-Za-z].*"),
    Habit("-J", "-T json -J infiniband x.pcap", _layers, takes=True),
    _value_of("-T", "psml", _columns("-T", "csv")),
    _value_of("-T", "tabs", _columns("-T", "fields", "-E", "header=y")),
    _value_of("-T", "ps", "decode {selection} {files}"),
    _value_of("-T", "jsonraw", "decode -T jsonl -e frame {selection} {files}"),
    _value_of("-t", "adoy", "decode -t ad {selection} {files}"),
    _value_of("-t", "udoy", "decode -t ad {selection} {files}"),
    Habit("-u", "-u hms x.pcap", "decode -t a {selection} {files}", takes=True),
    Habit("--selected-frame", "--selected-frame 17 x.pcap", "decode -V -Y frame.number=={value} {files}", takes=True),
    Habit("--export-objects", "--export-objects smb,DIR x.pcap", "messages --payload DIR {selection} {files}",
          takes=True),
    Habit("--hexdump", "--hexdump all x.pcap", "decode -x {selection} {files}", takes=True),
    Habit("--no-duplicate-keys", "-T json --no-duplicate-keys x.pcap", "decode -T jsonl {selection} {files}"),
    Habit("--elastic-mapping-filter", "-T ek --elastic-mapping-filter ip.src x.pcap",
          "decode -T ek -e {value} {selection} {files}", takes=True),
    Habit("--only-protocols", "--only-protocols infiniband x.pcap", "decode -Y {value} {files}", takes=True),
    Habit("-H", "-H names.txt x.pcap", "flows --names {value} {selection} {files}",
          "tables have names, lines of packets addresses:", takes=True),
    _needless("-S", "-S ---", "lines of packets need no separator"),
    _needless("-U", "-U OSI", "there are no PDUs to export"),
    _needless("-K", "-K krb5.keytab", "nothing is decrypted"),
    _needless("-X", "-X lua_script:x.lua", "there is no Lua; protocols are registered in Python"),
    _needless("-C", "-C profile", "there are no profiles"),
    _needless("-M", "-M 1000", "memory does not grow with the capture"),
    _needless("-W", "-W n", "nothing is resolved"),
    _needless("--print", "--print", "packets are printed anyway", takes=False),
    _needless("--temp-dir", "--temp-dir /tmp", "TMPDIR names the directory"),
    _needless("--enable-protocol", "--enable-protocol infiniband", "all protocols are enabled"),
    _needless("--disable-protocol", "--disable-protocol tcp", "no protocol can be disabled"),
    _needless("--enable-heuristic", "--enable-heuristic rpcrdma", "nothing is guessed"),
    _needless("--disable-heuristic", "--disable-heuristic rpcrdma", "nothing is guessed"),
    *(
        _needless(option, f"{option} {value}", "there is no log")
        for option, value in (
            ("--log-level", "debug"), ("--log-domains", "main"), ("--log-fatal", "critical"), ("--log-file", "x.log"),
            ("--log-debug", "main"), ("--log-noisy", "main"), ("--log-fatal-domains", "main"),
        )
    ),
    _needless("--export-tls-session-keys", "--export-tls-session-keys x.keys", "nothing is decrypted"),
    _needless("--enable-all-protocols", "--enable-all-protocols", "all protocols are enabled", takes=False),
    _needless("--disable-all-protocols", "--disable-all-protocols", "no protocol can be disabled", takes=False),
    _needless("--global-profile", "--global-profile", "there are no profiles", takes=False),
    _needless("--update-interval", "--update-interval 100", "packets are shown as they come"),
    Habit("-q", "-q x.pcap", "stats protocols {selection} {files}", "-q goes with -z, and statistics are commands:"),
    # accepted: they ask for what ibpkt does anyway
    Habit("-n", "-n x.pcap", ""),
    Habit("-N", "-N mnt x.pcap", "", takes=True),
    Habit("-l", "-l x.pcap", ""),
    Habit("-P", "-P x.pcap", ""),
    Habit("-Q", "-Q x.pcap", ""),
    Habit("-g", "-g x.pcap", ""),
)  # fmt: skip
