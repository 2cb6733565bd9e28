"""``ibpkt decode``; its outputs as a whole are in ``golden/``."""

from __future__ import annotations

import contextlib
import gzip
import ipaddress
import json
import os
import queue
import re
import shutil
import struct
import subprocess
import threading

import pytest

import ibpkt
from ibpkt.batch.fields import PACKET_LEAVES, fields
from ibpkt.commands.annotators import USUAL
from ibpkt.schema import TIME
from tests.support import capture_files as files
from tests.support.command import CAPTURES, PATIENCE, REPOSITORY, environment, pcap, picked, run, spawn

SEVERAL = ("mix_all_ops", "ud_send_imm", "udaddy", "corrupt_write", "ib_small", "vlan_write", "derived_snap64")
FORMATS = (("-T", "text"), ("-V",), ("-x",), ("-x", "-V"), ("-T", "json"), ("-T", "jsonl"))

# -- which files ----------------------------------------------------------------------------------------------------


def test_several_files_each_under_its_name():
    first, second = run("decode", "captures/cm_reject.pcap"), run("decode", "captures/mckey.pcap")
    both = run("decode", "captures/cm_reject.pcap", "captures/mckey.pcap")
    assert both.out == f"==> captures/cm_reject.pcap <==\n{first.out}==> captures/mckey.pcap <==\n{second.out}"


@pytest.mark.parametrize("form", ["fields", "jsonl"])
def test_several_files_have_no_heads_in_formats_for_programs(form):
    arguments = ("decode", "-T", form, "-e", "frame.number", "captures/cm_reject.pcap", "captures/mckey.pcap")
    numbers = [int(re.search(r"\d+", line)[0]) for line in run(*arguments).lines]
    assert numbers == [1, 2, *range(1, 14)]


def test_several_files_are_one_json_array():
    packets = json.loads(run("decode", "-T", "json", "captures/cm_reject.pcap", "captures/mckey.pcap").out)
    assert len(packets) == 15


@pytest.mark.parametrize("flag", ["-r", "--read"])
def test_files_by_option(flag):
    assert run("decode", flag, "captures/mckey.pcap") == run("decode", "captures/mckey.pcap")


def test_a_file_that_is_not_there_does_not_hide_the_others():
    result = run("decode", "nosuch.pcap", "captures/cm_reject.pcap")
    assert len([line for line in result.lines if not line.startswith("==>")]) == 2
    assert result.err == "ibpkt: nosuch.pcap: no such file\n"


@pytest.mark.parametrize("count", [0, 1, 5, 162, 163, 10**6])
def test_count(count):
    assert run("decode", "-c", count, "captures/rc_write.pcap").lines == LINES[:count]


LINES = run("decode", "captures/rc_write.pcap").lines


def test_count_is_for_each_file():
    assert len(run("decode", "-c", "1", "-T", "jsonl", "captures/cm_reject.pcap", "captures/mckey.pcap").lines) == 2


def test_count_does_not_reach_the_damage():
    assert run("decode", "-c", "86", "captures/derived_cut_in_record.pcap").err == ""


@pytest.mark.parametrize("compress", [bytes, gzip.compress, *files.COMPRESSORS.values()])
def test_standard_input(compress):
    data = (CAPTURES / "rc_write.pcap").read_bytes()
    assert run("decode", "-", stdin=compress(data)).lines == LINES


def test_names_do_not_matter(tmp_path):
    path = tmp_path / "capture.txt"
    path.write_bytes((CAPTURES / "derived_gz.pcap.gz").read_bytes())
    assert run("decode", path).out == run("decode", "captures/mix_all_ops.pcap").out


@pytest.mark.parametrize("name", ["derived_bigendian.pcap", "derived_nsec.pcap", "derived_gz.pcap.gz"])
def test_the_same_packets_in_other_forms_print_the_same(name):
    assert run("decode", "-V", f"captures/{name}").out == run("decode", "-V", "captures/mix_all_ops.pcap").out


def test_a_cut_capture_shows_everything_before_and_says_where_it_ends():
    result = run("decode", "captures/derived_cut_in_record.pcap")
    assert result.code == 3
    assert result.lines == LINES[:86]
    assert result.err == (
        "ibpkt: captures/derived_cut_in_record.pcap: the file ends inside a record in packet 87 at byte 72448\n"
    )
    data = (CAPTURES / "derived_cut_in_record.pcap").read_bytes()
    assert len(data) < 72448 + 16 + struct.unpack_from("<I", data, 72448 + 8)[0]


# -- a pipe ---------------------------------------------------------------------------------------------------------


@pytest.mark.costly
@pytest.mark.parametrize("form", [("-T", "text"), ("-T", "jsonl"), ("-T", "fields", "-e", "frame.number")])
def test_a_slow_pipe_shows_packets_as_they_come(form):
    """Each record is written only after the line of the one before has been read."""
    data = picked("mix_all_ops.pcap", 11, 12, 13, 17)
    pieces, at = [], 24
    while at < len(data):
        size = 16 + struct.unpack_from("<I", data, at + 8)[0]
        pieces.append(data[at : at + size])
        at += size
    lines: queue.Queue[bytes] = queue.Queue()
    with spawn("decode", *form, "-") as process:
        reader = threading.Thread(target=lambda: [lines.put(line) for line in process.stdout], daemon=True)
        reader.start()
        try:
            for number, piece in enumerate(pieces, 1):
                process.stdin.write((data[:24] if number == 1 else b"") + piece)
                process.stdin.flush()
                assert re.search(rb"\b%d\b" % number, lines.get(timeout=PATIENCE))
            process.stdin.close()
            reader.join(PATIENCE)
        finally:
            if process.poll() is None and process.stdin.closed is False:
                process.kill()
        assert process.wait(PATIENCE) == 0
    assert lines.empty()


# -- what is shown --------------------------------------------------------------------------------------------------


def test_a_bad_icrc_is_told_at_the_end_of_its_line():
    with ibpkt.open(CAPTURES / "corrupt_write.pcap") as capture:
        checks = [packet.icrc for packet in capture]
    lines = run("decode", "captures/corrupt_write.pcap").lines
    for line, check in zip(lines, checks, strict=True):
        told = f"[ICRC bad: {check.number}, should be 0x{check.computed.hex()}]" if check.status == "bad" else ""
        assert ("[ICRC bad" in line) == bool(told)
        assert told in line


@pytest.mark.costly
@pytest.mark.parametrize("form", FORMATS)
def test_no_crc_says_nothing_of_right_and_wrong(form):
    told = run("decode", *form, "captures/corrupt_write.pcap").out
    result = run("decode", *form, "--no-crc", "captures/corrupt_write.pcap")
    assert result.code == 0
    assert re.search(r"\b(bad|good)\b", told)
    assert not re.search(r"\b(bad|good)\b", result.out)


@pytest.mark.parametrize("name", SEVERAL)
def test_no_crc_changes_nothing_but_the_verdicts(name):
    lines = run("decode", f"captures/{name}.pcap").lines
    plain = run("decode", "--no-crc", f"captures/{name}.pcap").lines
    assert plain == [re.sub(r" \[[A-Z]+CRC bad: [^]]*\]", "", line) for line in lines]


def test_times():
    with ibpkt.open(CAPTURES / "rping_ipv4.pcap") as capture:
        times = [packet.time for packet in capture]
    before = [times[0], *times]
    wanted = {
        "r": [f"{(time - times[0]) / 1e9:.6f}" for time in times],
        "d": [f"{(time - last) / 1e9:.6f}" for time, last in zip(times, before, strict=False)],
        "e": [f"{time // 10**9}.{time // 1000 % 10**6:06d}" for time in times],
    }
    for choice, texts in wanted.items():
        assert [line.split()[1] for line in run("decode", "-t", choice, "captures/rping_ipv4.pcap").lines] == texts
    for line, time in zip(run("decode", "-t", "ad", "captures/rping_ipv4.pcap").lines, times, strict=True):
        assert line.split()[1:3] == ["2026-11-21", f"08:50:{time // 10**9 % 60:02d}.{time // 1000 % 10**6:06d}"]
    short = [line.split()[1] for line in run("decode", "-t", "a", "captures/rping_ipv4.pcap").lines]
    assert short == [line.split()[2] for line in run("decode", "-t", "ad", "captures/rping_ipv4.pcap").lines]


def test_tree_is_the_text_of_the_packet():
    with ibpkt.open(CAPTURES / "udaddy.pcap") as capture:
        assert run("decode", "-V", "captures/udaddy.pcap").out == "".join(f"{packet}\n\n" for packet in capture)


@pytest.mark.parametrize("name", SEVERAL)
def test_hex_has_every_byte(name):
    out = run("decode", "-x", "-c", "50", f"captures/{name}.pcap").out
    dumps = [re.findall(r"^[0-9a-f]{4}  ((?:[0-9a-f]{2} ?)+)", part, re.MULTILINE) for part in out.split("\n\n")[1::2]]
    with ibpkt.open(CAPTURES / f"{name}.pcap") as capture:
        packets = [packet.data for packet, _ in zip(capture, range(50), strict=False)]
    assert [bytes.fromhex("".join(lines)) for lines in dumps] == packets


def test_another_port():
    data = bytearray(picked("rc_write.pcap", 30))
    data[40 + 36 : 40 + 38] = (7777).to_bytes(2, "big")
    assert "RDMA WRITE" not in run("decode", "-", stdin=bytes(data)).out
    assert "RDMA WRITE" in run("decode", "--roce-port", "7777", "-", stdin=bytes(data)).out


def test_options_that_tshark_users_type():
    assert run("decode", "-n", "-l", "-c", "3", "-r", "captures/rc_write.pcap").lines == LINES[:3]
    assert (
        run("decode", "-nVc1", "captures/rc_write.pcap").out
        == run("decode", "-V", "-c", "1", "captures/rc_write.pcap").out
    )


# -- colour ---------------------------------------------------------------------------------------------------------

ESCAPE = "\x1b["


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("choice", [(), ("--color", "never"), ("--color", "auto")])
def test_no_colour_unless_on_a_terminal(form, choice):
    assert ESCAPE not in run("decode", *form, *choice, "-c", "30", "captures/rc_write.pcap").out


def test_colour_always():
    assert ESCAPE in run("decode", "-x", "--color", "always", "-c", "1", "captures/rc_write.pcap").out


def test_colour_changes_nothing_else():
    plain = run("decode", "-x", "-c", "30", "captures/rc_write.pcap").out
    coloured = run("decode", "-x", "--color", "always", "-c", "30", "captures/rc_write.pcap").out
    assert re.sub(r"\x1b\[\d*m", "", coloured) == plain


@pytest.mark.costly
@pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(
    ("arguments", "more", "coloured"),
    [
        ((), {"TERM": "xterm"}, True),
        ((), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        ((), {"TERM": "xterm", "NO_COLOR": ""}, True),
        ((), {"TERM": "dumb"}, False),
        (("--color", "never"), {"TERM": "xterm"}, False),
        (("--color", "always"), {"TERM": "xterm", "NO_COLOR": "1"}, True),
    ],
)
def test_colour_on_a_terminal(arguments, more, coloured):
    terminal, end = os.openpty()
    command = ("decode", "-x", "-c", "1", *arguments, "captures/rc_write.pcap")
    with spawn(*command, stdout=end, stderr=end, env=environment(**more)) as process:
        os.close(end)
        told = b""
        with contextlib.suppress(OSError):  # how a terminal ends
            while piece := os.read(terminal, 4096):
                told += piece
    os.close(terminal)
    assert process.returncode == 0
    assert (ESCAPE.encode() in told) is coloured


# -- text that comes out of packets -----------------------------------------------------------------------------------

NASTY = '\x1b[31mred\x07\r\n\t"quoted" \\ \x7f \x9b31m \u202e ends'
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def nasty_capture():
    """A pcapng whose comment, and whose node description, try to steer a terminal."""
    with ibpkt.open(CAPTURES / "ib_small.pcap") as capture:
        packet = next(packet for packet in capture if packet.number == 4)
    data = bytearray(packet.data)
    text = NASTY.encode()[: packet["NodeDescription"].size].ljust(64, b"\0")
    at = packet["NodeDescription"].offset
    data[at : at + 64] = text
    comment = files.option(1, NASTY.encode()) + files.option(0, b"")
    return files.section() + files.interface(link=247) + files.enhanced(bytes(data), options=comment)


@pytest.mark.parametrize(
    "form",
    [
        *FORMATS,
        ("-T", "fields", "-e", "frame.comment", "-e", "infiniband.nodedescription.nodestring"),
        ("-T", "fields", "-e", "frame.comment", "-E", "quote=d", "-E", "separator=,"),
        ("-T", "json", "-e", "frame.comment", "-e", "infiniband.nodedescription.nodestring"),
        ("-T", "jsonl", "-e", "frame.comment", "-e", "infiniband.nodedescription.nodestring"),
    ],
)
def test_no_control_character_reaches_the_terminal(form):
    result = run("decode", *form, "-", stdin=nasty_capture())
    assert result.code == 0
    assert "ends" in result.out or form == ("-T", "text")
    assert CONTROLS.findall(result.out) == []


def test_a_comment_makes_no_new_line_or_column():
    result = run("decode", "-T", "fields", "-e", "frame.comment", "-e", "frame.number", "-", stdin=nasty_capture())
    (line,) = result.lines
    assert line.count("\t") == 1


# -- formats for programs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SEVERAL, "derived_empty", "rping_ipv6", "nvmeof"])
def test_json_parses(name):
    packets = json.loads(run("decode", "-T", "json", f"captures/{name}.pcap").out)
    with ibpkt.open(CAPTURES / f"{name}.pcap") as capture:
        assert len(packets) == sum(1 for _ in capture)
    for packet in packets:
        assert set(packet) == {"_index", "_type", "_score", "_source"}
        assert "frame" in packet["_source"]["layers"]
        assert all_text(packet["_source"]["layers"])


def all_text(value):
    return all(map(all_text, value.values())) if isinstance(value, dict) else isinstance(value, str)


def test_json_with_names_gives_lists():
    (packet,) = json.loads(run("decode", "-T", "json", "-e", "ip.addr", "-c", "1", "captures/rc_write.pcap").out)
    assert packet["_source"]["layers"] == {"ip.addr": ["192.168.77.2", "192.168.77.1"]}


def plain(value):
    """A value that `ibpkt.open` gives, as ``docs/json.md`` says that JSON shows it."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, ipaddress.IPv6Address):
        return f"::ffff:{value.ipv4_mapped}" if value.ipv4_mapped else str(value)
    if isinstance(value, ipaddress.IPv4Address):
        return str(value)
    return list(map(plain, value)) if isinstance(value, tuple) else value


@pytest.mark.costly
@pytest.mark.parametrize("name", [*SEVERAL, *("rping_ipv6", "nvmeof", "guest_any_sll1_tcpdump"), "ib_small_erf"])
def test_jsonl_is_what_the_packets_say(name):
    virtual = {leaf.filter for leaf in PACKET_LEAVES}
    lines = run("decode", "-T", "jsonl", f"captures/{name}.pcap").lines
    with ibpkt.open(CAPTURES / f"{name}.pcap").follow(USUAL) as capture:
        for line, packet in zip(lines, capture, strict=True):
            row = json.loads(line)
            wanted = {}
            for place, layer in enumerate((*packet, *packet.annotations)):
                for leaf in layer.header.leaves:
                    value = getattr(layer, leaf.name)
                    by_place = wanted.setdefault(leaf.filter, {})
                    by_place.setdefault(place, None)
                    if value is not None:
                        by_place[place] = leaf.text(value) if leaf.kind is TIME else plain(value)
            found = {key: value for key, value in row.items() if key not in virtual}
            named = {}
            for key, values in wanted.items():
                names = [*(f"{key}#{layer}" for layer in range(1, len(values))), key]
                named |= {name: value for name, value in zip(names, values.values(), strict=True) if value is not None}
            assert found == named
            assert row["frame.number"] == packet.number
            assert row["frame.time_epoch"] == f"{packet.time // 10**9}.{packet.time % 10**9:09d}"
            record = 16 if "erf" in name else 0  # frame lengths do not count what the capture tool has put in front
            assert (row["frame.len"], row["frame.cap_len"]) == (packet.wirelen - record, len(packet.data) - record)
            assert row.get("infiniband.payload", row.get("frame.payload", "")) == packet.payload.hex()
            assert row.get("infiniband.pad", "") == packet.pad.hex()
            assert row.get("frame.trailer", "") == packet.trailer.hex()
            for crc, check in (("icrc", packet.icrc), ("vcrc", packet.vcrc)):
                assert row.get(f"infiniband.{crc}.status", "absent") == check.status
                stored = {"icrc": "infiniband.invariant.crc", "vcrc": "infiniband.variant.crc"}[crc]
                assert row.get(stored) == (int.from_bytes(check.stored, "big") if check.stored else None)


@pytest.mark.costly
def test_jsonl_has_one_type_a_key():
    types = {}
    for path in sorted(CAPTURES.glob("*.pcap*")):
        for names in ((), ("-e", "ip.addr", "-e", "udp.port", "-e", "ip.src", "-e", "eth.addr")):
            for line in run("decode", "-T", "jsonl", "--no-crc", "-c", "60", *names, path).lines:
                for key, value in json.loads(line).items():
                    types.setdefault(key, set()).add(type(value))
    assert {key: found for key, found in types.items() if len(found) > 1} == {}
    assert types["ip.addr"] == types["udp.port"] == {list}
    assert types["ip.src"] == {str}


def test_jsonl_of_a_tunnel_numbers_what_is_outside():
    inner = ibpkt.build("Ethernet", ibpkt.draft("IPv4", src="10.0.0.1", dst="10.0.0.2"), "UDP", "BTH", payload=b"data")
    outer = inner.encapsulate("Ethernet", ibpkt.draft("IPv4", src="192.0.2.1", dst="192.0.2.2"), "UDP", "VXLAN")
    (line,) = run("decode", "-T", "jsonl", "-", stdin=pcap([outer.data])).lines
    row = json.loads(line)
    assert (row["ip.src"], row["ip.src#1"]) == ("10.0.0.1", "192.0.2.1")
    (line,) = run("decode", "-T", "jsonl", "-e", "ip.src", "-e", "ip.addr", "-", stdin=pcap([outer.data])).lines
    assert json.loads(line) == {
        "frame.number": 1,
        "ip.src#1": "192.0.2.1",
        "ip.src": "10.0.0.1",
        "ip.addr": ["192.0.2.1", "192.0.2.2", "10.0.0.1", "10.0.0.2"],
    }


def test_jsonl_with_names_has_the_number_first():
    (line,) = run("decode", "-T", "jsonl", "-e", "ip.ttl", "-c", "1", "captures/rc_write.pcap").lines
    assert line == '{"frame.number": 1, "ip.ttl": 64}'


def test_fields_without_the_packet_having_any():
    result = run("decode", "-T", "fields", "-e", "infiniband.bth.psn", "-c", "2", "captures/rc_write.pcap")
    assert result.out == "\n\n"


@pytest.mark.parametrize(
    ("options", "between"),
    [
        (("separator=,",), ","),
        (("separator=;",), ";"),
        (("separator=/t",), "\t"),
        (("separator=/s",), " "),
        (("separator=",), ","),
        (("header=n", "separator=|"), "|"),
        (("header=n,separator=,,quote=n",), ","),
    ],
)
def test_separators(options, between):
    flags = [part for option in options for part in ("-E", option)]
    names = ("-e", "frame.number", "-e", "ip.src", "-e", "ip.ttl")
    (line,) = run("decode", "-T", "fields", *names, *flags, "-c", "1", "captures/rc_write.pcap").lines
    assert line == between.join(["1", "192.168.77.2", "64"])


@pytest.mark.parametrize("option", ["header=x", "quote=x", "occurrence=x", "nosuch=1", "nosuch"])
def test_unknown_options_of_fields(option):
    result = run("decode", "-T", "fields", "-e", "frame.number", "-E", option, "captures/rc_write.pcap")
    assert (result.code, result.out) == (2, "")
    assert option in result.err


# -- as tshark --------------------------------------------------------------------------------------------------------

#: fields whose values differ on purpose (`docs/tshark.md`), or that are there for ibpkt alone in some packets
DIFFERENT = re.compile(
    r"frame\.(protocols|interface_id|time.*)|infiniband\.(invariant|variant)\.crc|infiniband\.(payload|immdt|ieth)"
    r"|infiniband\.(smp|rmpp|sa|portinfo|linear|pathrecord|classportinfo|nodeinfo|switchinfo|p_key|sltovl|vlarb).*"
    r"|infiniband\.(sminfo|multicast|mcmember|linkrecord|informinfo|notice).*|ip\.(version|options)|.*reserved.*|sll\.src"
    r"|infiniband\.nodedescription\.nodestring|infiniband\.mad"
    r"|infiniband\.portcounters(_ext)?|(ip|udp)\.checksum\.status"
    r"|infiniband\.cm\.req\.((prim|alt)_(localgid|remotegid|flowlabel|pktrate)|ip_cm|serviceid\.prefix)"
    r"|(arp|icmpv6)\..*"  # ibpkt has them within IPoIB only
)


@pytest.fixture(scope="session")
def tshark_knows():
    """The names of tshark's fields."""
    if shutil.which("tshark") is None:
        pytest.skip("tshark is not installed")
    listed = subprocess.run(["tshark", "-G", "fields"], capture_output=True, text=True, check=True).stdout
    return {row.split("\t")[2] for row in listed.splitlines() if row.startswith("F\t")}


@pytest.mark.sweep
@pytest.mark.parametrize(
    "options",
    [
        (),
        ("-E", "header=y", "-E", "separator=,", "-E", "quote=d"),
        ("-E", "quote=s", "-E", "separator=/s", "-E", "occurrence=f"),
        ("-E", "occurrence=l", "-E", "separator=;"),
        ("-E", "aggregator=/s", "-E", "header=n"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("name", ["mix_all_ops", "rping_ipv6", "vlan_write", "ud_send_imm", "ib_small_erf"])
def test_fields_print_as_tshark_prints_them(name, options, tshark_knows):
    names = [field for field in fields() if field in tshark_knows and not DIFFERENT.fullmatch(field)]
    assert len(names) > 100
    arguments = [
        *("-T", "fields", *options),
        *(part for field in names for part in ("-e", field)),
        *("-r", f"captures/{name}.pcap"),
    ]
    theirs = subprocess.run(
        ["tshark", "-n", *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    ours = run("decode", *arguments).lines
    assert len(ours) == len(theirs)
    wrong = [
        (number, our, their) for number, (our, their) in enumerate(zip(ours, theirs, strict=True), 1) if our != their
    ]
    assert wrong == []


def test_an_empty_text_that_is_there_is_quoted():
    name = "infiniband.nodedescription.nodestring"
    result = run("decode", "-T", "fields", "-E", "quote=d", "-e", name, "-c", "4", "captures/ib_small.pcap")
    assert result.lines == ["", "", '""', '"hostA"']


def test_a_capture_made_here_is_read():
    assert run("decode", "-", stdin=pcap([])).out == ""
