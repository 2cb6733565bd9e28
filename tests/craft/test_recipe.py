"""Recipes: what they make, and what they say of mistakes."""

from __future__ import annotations

import io
import itertools
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt.craft import recipe
from ibpkt.craft.drafts import draft
from ibpkt.craft.notation import duration, load, moment
from ibpkt.errors import CallerError, CaptureError
from ibpkt.protocols import headers
from ibpkt.schema import IPV4, TEXT, Field, Part
from tests.support.command import run

HEAD = """
defaults:
  Ethernet: {src: 02:00:00:00:00:01, dst: 02:00:00:00:00:02}
  IPv4: {src: 10.0.0.1, dst: 10.0.0.2}
packets:
"""


def made(text, head=HEAD):
    return list(recipe.packets(f"{head}{text}\n"))


def one(text):
    (packet,) = made(text)
    return packet


def native(options):
    return made(f"- {{stack: [LRH, BTH: {{psn: 7}}], {options}}}", "packets:\n")


def test_it_makes_what_the_builder_makes():
    packet = one(
        "  - stack: [Ethernet, IPv4, UDP, BTH: {destqp: 0x11, psn: 7}, RETH: {va: 0x1000, r_key: 5, dmalen: 5}]\n"
        "    payload: hello"
    )
    assert packet == ibpkt.build(
        ibpkt.draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
        ibpkt.draft("IPv4", src="10.0.0.1", dst="10.0.0.2"),
        ibpkt.draft("UDP"),
        ibpkt.draft("BTH", destqp=0x11, psn=7),
        ibpkt.draft("RETH", va=0x1000, r_key=5, dmalen=5),
        payload=b"hello",
    )


@pytest.mark.parametrize(
    "stack",
    [
        "[LRH: {slid: 1}, BTH: {psn: 7}]",
        "[{LRH: {slid: 1}, BTH: {psn: 7}}]",
        "\n    - LRH: {slid: 1}\n    - BTH:\n        psn: 7",
        "\n    - lrh: {slid: 1}\n      bth: {psn: '7'}",
    ],
)
def test_ways_to_write_a_stack(stack):
    assert made(f"- stack: {stack}", "packets:\n")[0] == ibpkt.build(
        ibpkt.draft("LRH", slid=1), ibpkt.draft("BTH", psn=7)
    )


@pytest.mark.parametrize(
    ("header", "field", "written", "value"),
    [
        ("Ethernet", "src", "02:00:00:00:00:01", "02:00:00:00:00:01"),
        ("Ethernet", "src", "020000000001", "02:00:00:00:00:01"),
        ("Ethernet", "src", "10:20:30:40:50:59", "10:20:30:40:50:59"),  # YAML 1.1 takes it for a number
        ("IPv4", "ecn", "ECT(0)", 2),
        ("IPv4", "dscp", "26", 26),
        ("IPv4", "ttl", "0x10", 16),
        ("IPv4", "ttl", "0o17", 15),
        ("IPv4", "ttl", "1_0", 10),
        ("IPv4", "ttl", "010", 10),
        ("IPv4", "ttl", "~", 64),
        ("BTH", "a", "true", True),
        ("BTH", "opcode", "RC SEND Only", 4),
        ("BTH", "opcode", "rc_send_only", 4),
    ],
)
def test_values(header, field, written, value):
    stack = "".join(
        f", {name}: {{{field}: {written}}}" if name == header else f", {name}"
        for name in ("Ethernet", "IPv4", "UDP", "BTH")
    )[2:]
    assert getattr(one(f"- stack: [{stack}]")[header], field) == value


def test_a_null_opens_a_field_that_has_a_default():
    first, second = made("- stack: [LRH, BTH]\n- stack: [LRH, BTH: {psn: ~}]", "defaults: {BTH: {psn: 9}}\npackets:\n")
    assert (first.bth.psn, second.bth.psn) == (9, 0)


def test_rows_and_tails():
    table = ", ".join(str(number) for number in range(64))
    packet = made(
        f"- stack: [LRH, BTH, DETH, MAD, SMP, LinearForwardingTable: {{port: [{table}]}}, SMPRest]", "packets:\n"
    )[0]
    assert packet.linearforwardingtable.port == tuple(range(64))
    assert (packet.bth.destqp, packet.lrh.vl) == (0, 15)
    assert one('- stack: [Ethernet, IPv4: {options: "01 01 01 00"}, UDP, BTH]').ipv4.ihl == 6


@pytest.mark.parametrize(
    ("written", "payload"),
    [
        ("hello", b"hello"),
        ("'12'", b"12"),
        ("grüße", "grüße".encode()),
        ("{text: '12'}", b"12"),
        ("{text: ab, size: 5}", b"ababa"),
        ('{hex: "00 01 ff"}', b"\0\1\xff"),
        ("{hex: 0x0001ff, size: 2}", b"\0\1"),
        ("{zeros: 9}", bytes(9)),
        ("{pattern: 13i, size: 7}", b"13i13i1"),
        ("{zeros: 0}", b""),
    ],
)
def test_payloads(written, payload):
    assert native(f"payload: {written}")[0].payload == payload


def test_payload_out_of_a_file_beside_the_recipe(tmp_path):
    (tmp_path / "data.bin").write_bytes(b"abc")
    path = tmp_path / "some.yaml"
    path.write_text("packets: [{stack: [LRH, BTH], payload: {file: data.bin}}]")
    assert [packet.payload for packet in recipe.packets(path)] == [b"abc"]
    assert [packet.payload for packet in recipe.packets(str(path))] == [b"abc"]
    path.write_text("packets: [{stack: [LRH, BTH], payload: {file: /dev/zero}}]")
    with pytest.raises(CallerError, match="262144"):
        list(recipe.packets(path, any_file=True))


@pytest.fixture
def foreign(tmp_path):
    """A recipe's folder, and beside it a file that is none of its business; links and other ways to it."""
    folder = tmp_path / "folder"
    (folder / "below").mkdir(parents=True)
    (folder / "below" / "data.bin").write_bytes(b"abc")
    (folder / "inside.bin").symlink_to(folder / "below" / "data.bin")
    (tmp_path / "secret").write_bytes(b"abc")
    (tmp_path / "folder2").mkdir()
    (tmp_path / "folder2" / "secret").write_bytes(b"abc")
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "way").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe")
    return folder / "some.yaml"


OUTSIDE = ["../secret", "below/../../secret", "link", "way/secret", "../folder2/secret", "ABSOLUTE", "/dev/null"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_recipe_reads_its_own_folder_only(foreign, name):
    name = str(foreign.parent.parent / "secret") if name == "ABSOLUTE" else name
    foreign.write_text(f"packets: [{{stack: [LRH, BTH], payload: {{file: {name}}}}}]")
    with pytest.raises(CallerError, match="a recipe reads files of its own folder only, unless --any-file"):
        list(recipe.packets(foreign))
    expected = b"" if name == "/dev/null" else b"abc"
    assert [packet.payload for packet in recipe.packets(foreign, any_file=True)] == [expected]
    assert run("craft", "yaml", foreign).code == 2
    assert run("craft", "yaml", "--any-file", foreign).code == 0


@pytest.mark.parametrize("name", ["below/data.bin", "./below/../inside.bin", "inside.bin"])
def test_links_inside_of_the_folder_of_a_recipe(foreign, name):
    foreign.write_text(f"packets: [{{stack: [LRH, BTH], payload: {{file: {name}}}}}]")
    assert [packet.payload for packet in recipe.packets(foreign)] == [b"abc"]


@pytest.mark.parametrize("name", ["pipe", "below"])
def test_what_is_no_regular_file_is_not_waited_for(foreign, name):
    foreign.write_text(f"packets: [{{stack: [LRH, BTH], payload: {{file: {name}}}}}]")
    with pytest.raises(CallerError, match="this is no regular file"):
        list(recipe.packets(foreign))


def test_a_recipe_that_is_no_file_reads_the_current_folder(foreign, monkeypatch):
    monkeypatch.chdir(foreign.parent)
    for name, fine in (("inside.bin", True), ("../secret", False)):
        text = f"packets: [{{stack: [LRH, BTH], payload: {{file: {name}}}}}]\n"
        for source in (text, io.BytesIO(text.encode())):
            if fine:
                assert [packet.payload for packet in recipe.packets(source)] == [b"abc"]
            else:
                with pytest.raises(CallerError, match="of its own folder only"):
                    list(recipe.packets(source))


def test_crcs():
    assert native("icrc: right")[0].icrc
    assert native("icrc: wrong")[0].icrc.status == "bad"
    assert native("icrc: wrong")[0].vcrc  # it covers the wrong ICRC
    both = native("icrc: wrong, vcrc: wrong, repeat: 2")
    assert [(packet.icrc.status, packet.vcrc.status) for packet in both] == [("bad", "bad")] * 2
    flipped = native("icrc: flip 3 bits, vcrc: flip 1 bit")[0]
    for check, bits in ((flipped.icrc, 3), (flipped.vcrc, 1)):
        assert (int.from_bytes(check.stored, "big") ^ int.from_bytes(check.computed, "big")).bit_count() == bits
    assert native("icrc: 0x01020304")[0].icrc.stored == bytes((1, 2, 3, 4))
    assert native("vcrc: none")[0].vcrc.status == "absent"
    assert len(native("icrc: none")[0]) == len(native("icrc: right")[0]) - 4
    assert made("- {stack: [ERF, FlowControl], vcrc: wrong}", "packets:\n")[0].lpcrc.status == "bad"


def test_what_lies_behind():
    packet = one("- {stack: [Ethernet, IPv4, UDP, BTH], payload: abc, pad: {hex: 'ff'}, trailer: {zeros: 6}}")
    assert (packet.pad, packet.trailer) == (b"\xff", bytes(6))
    cut = one("- {stack: [Ethernet, IPv4, UDP, BTH], payload: {zeros: 100}, cut: 64}")
    assert (len(cut), cut.wirelen, cut.icrc.status) == (64, 14 + 20 + 8 + 12 + 100 + 4, "cut")


def test_times_and_comments():
    packets = made(
        "- {stack: [LRH, BTH], repeat: 2}\n- {stack: [LRH, BTH], after: 1.5us, comment: late}\n"
        "- {stack: [LRH, BTH], time: 2026-01-01T00:00:02.000000001Z, repeat: 2}",
        "start: 2026-01-01T00:00:00Z\ninterval: 10ns\npackets:\n",
    )
    start = 1767225600 * 10**9
    assert [packet.time - start for packet in packets] == [0, 10, 1510, 2 * 10**9 + 1, 2 * 10**9 + 11]
    assert [packet.comments for packet in packets] == [(), (), ("late",), (), ()]
    assert [packet.number for packet in packets] == [1, 2, 3, 4, 5]


def test_repetitions_count_on():
    packets = made(
        "- stack: [Ethernet, IPv4: {dscp: 3, ecn: 2}, UDP, BTH: {psn: 3}]\n"
        "  repeat: 3\n  each: {BTH.psn: -2, Ethernet.src: +1, IPv4.ecn: 1, IPv4.src: 256}"
    )
    assert [packet.bth.psn for packet in packets] == [3, 1, (1 << 24) - 1]
    assert [packet.ethernet.src[-2:] for packet in packets] == ["01", "02", "03"]
    assert [(packet.ipv4.dscp, packet.ipv4.ecn) for packet in packets] == [(3, 2), (3, 3), (3, 0)]
    assert str(packets[2].ipv4.src) == "10.0.2.1"
    assert all(packet.icrc for packet in packets)


def test_repetitions_are_not_kept():
    forever = recipe.packets(
        "packets:\n- {stack: [LRH, BTH], repeat: 1000000000000000000, each: {BTH.psn: 0}}".replace(
            "BTH],", "BTH: {psn: 1}],"
        )
    )
    assert len(list(itertools.islice(forever, 100))) == 100


def test_aliases_cost_nothing():
    bomb = "a: &a [lol, lol]\n" + "".join(
        f"{new}: &{new} [*{old}, *{old}]\n" for old, new in itertools.pairwise("abcdefghijklmnopqrst")
    )
    with pytest.raises(CallerError, match="has no key 'a'"):
        made("", bomb)
    with pytest.raises(CallerError, match="48 headers"):
        made("- stack: [LRH, " + ", ".join(["*h"] * 100) + "]", "packets:\n- {stack: [LRH, &h BTH]}\n")
    with pytest.raises(CallerError, match="a value, not a list"):
        made("- &a {stack: [LRH: {slid: &b [*b]}]}", "packets:\n")


MISTAKES = {
    "no key": ("packet: []", 1, 1, ["a recipe has no key 'packet'", "did you mean packets"]),
    "nothing": ("{}", 1, 1, ["needs packets"]),
    "no list": ("packets: 5", 1, 10, ["a list, not a value"]),
    "no key of a packet": ("packets:\n- stack: [LRH]\n  pyload: x", 3, 3, ["'pyload'", "did you mean payload"]),
    "no stack": ("packets:\n- {payload: x}", 2, 3, ["needs a stack"]),
    "no header": ("packets:\n- stack: [LRH, BHT]", 2, 16, ["no header 'BHT'", "did you mean BTH"]),
    "no field": ("packets:\n- stack: [LRH, BTH: {pns: 7}]", 2, 22, ["no field 'pns'", "did you mean psn"]),
    "no default": ("defaults: {BTH: {pns: 7}}\npackets: []", 1, 18, ["did you mean psn"]),
    "too large": ("packets:\n- stack: [LRH, BTH: {psn: 0x1000000}]", 2, 27, ["BTH.psn", "16777215"]),
    "no number": ("packets:\n- stack: [LRH, BTH: {psn: seven}]", 2, 27, ["BTH.psn", "seven"]),
    "a float": ("packets:\n- stack: [LRH, BTH: {psn: 7.5}]", 2, 27, ["whole number", "7.5"]),
    "a list": ("packets:\n- stack: [LRH, BTH: {psn: [7]}]", 2, 27, ["a value, not a list"]),
    "no name": ("packets:\n- stack: [LRH, BTH: {opcode: RC SEND Onyl}]", 2, 30, ["did you mean RC SEND Only"]),
    "an address": ("packets:\n- stack: [Ethernet: {src: 02:00}]", 2, 27, ["Ethernet.src", "6 bytes"]),
    "rows": ("packets:\n- stack: [LRH, LinearForwardingTable: {port: [1]}]", 2, 46, ["64 values, not 1"]),
    "derived": ("packets:\n- stack: [LRH, AETH: {credits: 7}]", 2, 32, ["AETH.credits", "computed"]),
    "not known to the graph": ("packets:\n- stack: [LRH, UDP]", 2, 10, ["UDP does not follow LRH", "strict"]),
    "empty stack": ("packets:\n- stack: []", 2, 10, ["at least one header"]),
    "twice": ("packets:\n- stack: [BTH: {psn: 1, psn: 2}]", 2, 25, ["given twice"]),
    "payload number": ("packets:\n- {stack: [LRH], payload: 7}", 2, 27, ["quotes", "zeros"]),
    "payload key": ("packets:\n- {stack: [LRH], payload: {zeroes: 7}}", 2, 28, ["did you mean zeros"]),
    "payload size": ("packets:\n- {stack: [LRH], payload: {zeros: 9999999999}}", 2, 35, ["0 to 262144"]),
    "payload file": ("packets:\n- {stack: [LRH], payload: {file: no/such}}", 2, 34, ["no/such", "No such file"]),
    "payload elsewhere": ("packets:\n- {stack: [LRH], payload: {file: /no/such}}", 2, 34, ["/no/such", "own folder"]),
    "payload hex": ("packets:\n- {stack: [LRH], payload: {hex: abc}}", 2, 33, ["hexadecimal"]),
    "pattern": ("packets:\n- {stack: [LRH], payload: {pattern: abc}}", 2, 27, ["needs a size"]),
    "bits of a crc": ("packets:\n- {stack: [LRH, BTH], icrc: flip 40 bits}", 2, 29, ["flip 32 bits", "flip 40 bits"]),
    "crc": ("packets:\n- {stack: [LRH, BTH], icrc: worng}", 2, 29, ["did you mean wrong"]),
    "no such crc": ("packets:\n- {stack: [Ethernet, GRH, BTH], vcrc: wrong}", 2, 39, ["no VCRC"]),
    "repeat": ("packets:\n- {stack: [LRH], repeat: 0}", 2, 26, ["from 1 on"]),
    "truth": ("packets:\n- {stack: [LRH], strict: yes}", 2, 26, ["true or false, not 'yes'"]),
    "truth, by its earlier name": ("packets:\n- {stack: [LRH], force: yes}", 2, 25, ["true or false, not 'yes'"]),
    "each header": ("packets:\n- {stack: [LRH], each: {BTH.psn: 1}}", 2, 25, ["the stack has no header 'BTH'"]),
    "each field": ("packets:\n- {stack: [LRH, BTH], each: {BTH.pns: 1}}", 2, 30, ["did you mean psn"]),
    "each computed": ("packets:\n- {stack: [LRH, BTH], each: {LRH.pktlen: 1}}", 2, 30, ["computed"]),
    "each derived": ("packets:\n- {stack: [LRH, BTH], each: {BTH.membership: 1}}", 2, 30, ["incremented"]),
    "interval": ("interval: 5 parsecs\npackets: []", 1, 11, ["10us", "parsecs"]),
    "start": ("start: yesterday\npackets: []", 1, 8, ["2026-01-01T00:00:00Z", "yesterday"]),
    "link": ("link: ethernot\npackets: []", 1, 7, ["did you mean ethernet"]),
    "tag": ("packets: !!python/object/apply:os.system [ls]", 1, 10, ["tag"]),
    "yaml": ("packets: [a: b: c]", 1, 15, ["did not find"]),
    "deep": ("[" * 40, 1, 33, ["too deep"]),
    "alias": ("packets: *a", 1, 10, ["alias"]),
    "documents": ("packets: []\n---\npackets: []", 2, 1, ["another document"]),
    "late": ("packets:\n- {stack: [LRH, BTH], time: 9223372036.8}\n- {stack: [LRH, BTH], after: 9s}", 3, 3, ["beyond"]),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told_with_their_place(name):
    text, line, column, words = MISTAKES[name]
    with pytest.raises(CallerError) as raised:
        list(recipe.packets(io.BytesIO(text.encode()), name="some.yaml"))
    told = str(raised.value)
    assert told.startswith(f"some.yaml:{line}:{column}: "), told
    for word in words:
        assert word in told
    assert "\n" not in told


def test_a_million_levels_are_refused():
    """PyYAML 6.0.4 has a limit of its own, which its C scanner may meet first, at another column."""
    told = _mistake("[" * 1_000_000)
    assert re.match(r"recipe:1:\d+: .*(too deep|nesting depth)", str(told)), told


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\xff", b"a: \x01", b"\x80", b"- \x1b[31m: 5", b'"\\e[31m": 5'])
def test_no_text(data):
    with pytest.raises(CallerError, match=r"^x: |^x:\d+:\d+: ") as raised:
        list(recipe.packets(io.BytesIO(data), name="x"))
    assert str(raised.value).isprintable()


def test_no_file(tmp_path):
    with pytest.raises(CaptureError, match="No such file"):
        list(recipe.packets(tmp_path / "none.yaml"))


@given(st.text(max_size=60))
def test_no_text_makes_anything_but_packets_and_caller_errors(text):
    for data in (text, f"packets:\n- stack: [LRH, BTH: {text}]\n", f"packets:\n- {{stack: [LRH], {text}}}\n"):
        told = _mistake(data)
        assert told is None or (re.match(r"recipe(:\d+:\d+)?: ", told) and told.isprintable())


def _mistake(text):
    try:
        for _ in itertools.islice(recipe.packets(io.BytesIO(text.encode("utf-8", "replace"))), 3):
            pass
    except CallerError as error:
        return str(error)
    return None


#: every leaf of which one value stands on the wire
SETTABLE = [
    leaf
    for header in headers()
    for leaf in header.leaves
    if isinstance(leaf, Field | Part) and leaf.count == 1 and leaf.kind is not TEXT and leaf is not header.tail_leaf
]


@given(st.sampled_from(SETTABLE), st.data())
def test_every_field_can_be_written_as_it_is_shown(leaf, data):
    header = leaf.header
    raw = data.draw(st.integers(0, (1 << leaf.width) - 1))
    raw = raw.to_bytes(leaf.width // 8, "big") if leaf.wide else raw
    written = leaf.kind.text(raw) if leaf.wide or leaf.kind is IPV4 else hex(raw)
    text = f'packets: [{{stack: [{header.name}: {{{leaf.name}: "{written}"}}]}}]'
    some = recipe.Recipe(load(text, "x"), Path())
    got = some._understood(some._packets[0]).drafts[0]
    field = header.parent(leaf) if isinstance(leaf, Part) else leaf
    wanted = draft(header, **{leaf.name: raw})
    assert (got.header, got.raw) == (header, wanted.raw)
    assert field.name in got.raw


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("10us", 10_000),
        ("10 us", 10_000),
        ("1.5ms", 1_500_000),
        ("2", 2 * 10**9),
        ("0.000000001", 1),
        ("7ns", 7),
        (".5s", 5 * 10**8),
    ],
)
def test_durations(text, nanoseconds):
    assert duration(text) == nanoseconds


@pytest.mark.parametrize("text", ["", "us", "-1us", "1 hour", "1e9", "nan", "10us10us", "9" * 5000])
def test_no_durations(text):
    with pytest.raises(CallerError, match="duration"):
        duration(text)


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("0", 0),
        ("1767225600.123456789", 1767225600_123456789),
        ("2026-01-01T00:00:00Z", 1767225600 * 10**9),
        ("2026-01-01T01:00:00.5+01:00", 1767225600 * 10**9 + 5 * 10**8),
        ("2026-01-01 00:00:00", 1767225600 * 10**9),
        ("2026-01-01", 1767225600 * 10**9),
    ],
)
def test_moments(text, nanoseconds):
    assert moment(text) == nanoseconds


@pytest.mark.parametrize(
    "text", ["", "now", "-5", "1960-01-01T00:00:00Z", "2300-01-01", "1e30", "nan", "inf", "9" * 5000]
)
def test_no_moments(text):
    with pytest.raises(CallerError, match="time"):
        moment(text)


def test_a_management_datagram_is_right_by_default():
    smp, query = made(
        "- stack: [LRH, BTH, DETH, MAD, SMP, NodeInfo]\n"
        "- stack: [LRH, BTH, DETH, MAD, RMPP, SA, PathRecord: {dlid: 5}]",
        "packets:\n",
    )
    assert (smp.mad.operation, smp.lrh.vl, len(smp.data)) == ("SubnGet(NodeInfo)", 15, 290)
    assert (query.mad.operation, query.sa.components, query.deth.q_key) == (
        "SubnAdmGet(PathRecord)",
        "DLID",
        0x80010000,
    )
