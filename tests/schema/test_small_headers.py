"""Headers declared for this: every kind of member read, written, measured and refused."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from ibpkt.errors import CallerError
from ibpkt.schema import MAC, Derived, Field, Header, Part, Tail, binary, flag, hexa, reserved, rows, uint

ALL = Header(
    "TrialAll", "Trial", "trial",
    uint("low", 3, "Low"), flag("mark", "Mark"), reserved("gap", 4),
    hexa("word", 16, "Word", default=0x1234, parts=(
        Part("high", "High", 0, 4), Part("rest", "Rest", 4, 12, when=("mark", 1)),
    )),
    rows("table", 3, "Table", uint("one", 4, "One"), uint("two", 12, "Two")),
    binary("blob", 3, "Blob", default=b"abc"),
    uint("fill", 8, "Fill"),
    Derived("sum", "Sum", ("low", "high"), lambda low, high: low + high),
    Derived("around", "Around", ("other.x", "low"), lambda x, low: x * 10 + low),
    Derived("maybe", "Maybe", ("rest",), lambda rest: rest),
    partial="mark",
)  # fmt: skip
TAILED = Header(
    "TrialTail", "Tail", "tail", uint("units", 8, "Units", default=1), uint("more", 8, "More"),
    tail=Tail("options", "Options", ".options", "units", 4, -2),
)  # fmt: skip


@given(
    st.integers(0, 7), st.booleans(), st.integers(0, 15), st.integers(0, 0xFFFF),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 0xFFF)), min_size=3, max_size=3),
    st.binary(min_size=3, max_size=3),
    st.integers(0, 255), st.binary(max_size=4),
)  # fmt: skip
def test_the_bytes_of_every_kind_of_field(low, mark, gap, word, table, raw, fill, before):
    bits = f"{low:03b}{mark:b}{gap:04b}{word:016b}" + "".join(f"{one:04b}{two:012b}" for one, two in table)
    data = int(bits, 2).to_bytes(9, "big") + raw + bytes([fill])
    values = {
        "low": low, "mark": int(mark), "gap": gap, "word": word, "one": tuple(one for one, _two in table),
        "two": tuple(two for _one, two in table), "blob": raw, "fill": fill,
    }  # fmt: skip
    assert ALL.size == len(data) == 13
    assert ALL.read(data) == ALL.read(before + data + b"more", len(before)) == values
    assert ALL.write(values) == data
    outer = {"other": {"x": 4}}

    def value(name, around=outer):
        return ALL.leaf_value(ALL.leaf(name), values, around)

    assert (value("high"), value("rest")) == (word >> 12, word & 0xFFF if mark else None)
    assert (value("sum"), value("around"), value("around", {})) == (low + (word >> 12), 40 + low, None)
    assert value("maybe") == value("rest")
    assert ALL.is_part(values) is mark


def test_where_everything_lies():
    places = {
        name: (leaf.bit, leaf.width, leaf.count, leaf.stride)
        for name, leaf in ALL.by_name.items()
        if isinstance(leaf, Field)
    }
    assert places == {
        "low": (0, 3, 1, places["low"][3]), "mark": (3, 1, 1, places["mark"][3]), "gap": (4, 4, 1, places["gap"][3]),
        "word": (8, 16, 1, places["word"][3]), "one": (24, 4, 3, 16), "two": (28, 12, 3, 16),
        "blob": (72, 24, 1, places["blob"][3]), "fill": (96, 8, 1, places["fill"][3]),
    }  # fmt: skip
    assert [(part.bit, part.filter) for part in (ALL.leaf("high"), ALL.leaf("rest"))] == [
        (8, "trial.high"),
        (12, "trial.rest"),
    ]
    assert [leaf.name for leaf in ALL.wire] == ["low", "mark", "gap", "word", "one", "two", "blob", "fill"]
    assert ALL.leaf("sum").bit == -1


def test_defaults():
    assert ALL.write({}) == b"\0\x12\x34" + bytes(6) + b"abc\0"
    assert ALL.write({"two": (1, 2, 3)})[3:9] == b"\0\1\0\2\0\3"


@pytest.mark.parametrize(
    "values",
    [
        {"low": 8}, {"low": -1}, {"low": 1.0}, {"low": "1"}, {"one": (1, 2)}, {"one": (1, 2, 3, 4)},
        {"one": (1, 2, 16)},
        {"blob": b"ab"}, {"blob": b"abcd"}, {"blob": "abc"}, {"high": 1}, {"sum": 1}, {"none": 1}, {"fill": 256},
    ],
)  # fmt: skip
def test_values_that_do_not_fit(values):
    with pytest.raises(CallerError):
        ALL.write(values)


@pytest.mark.parametrize(("units", "size"), [(1, 2), (2, 6), (0, -2), (255, 1018)])
def test_the_size_of_a_tail(units, size):
    """Scale and offset count for the whole header."""
    assert TAILED.length({"units": units}) == size
    assert (TAILED.size, TAILED.tail_leaf.width, TAILED.tail_leaf.bit, TAILED.tail_leaf.filter) == (
        2,
        0,
        -1,
        "tail.options",
    )
    assert TAILED.write({"units": 2, "options": b"wxyz"}) == b"\2\0wxyz"
    assert TAILED.read(b"\2\0wxyz") == {"units": 2, "more": 0}
    assert TAILED.leaf_value(TAILED.tail_leaf, {"units": 2, "options": b"wxyz"}, {}) == b"wxyz"
    assert TAILED.leaf_value(TAILED.tail_leaf, {"units": 2}, {}) is None
    assert ALL.length({}) == 13


@pytest.mark.parametrize(
    ("align", "add", "size", "padded"),
    [(1, 0, 5, 5), (4, 0, 5, 8), (4, 0, 8, 8), (4, 2, 6, 6), (4, 2, 7, 10), (4, 2, 2, 2), (8, 1, 3, 9)],
)
def test_a_tail_that_is_filled_up(align, add, size, padded):
    """What is behind the first bytes is a multiple."""
    tail = Tail("options", "Options", ".options", "units", 1, add, align)
    assert tail.padded(size) == padded
    assert Tail("o", "O", ".o", "u", 4, 0, 6).unit == 12


def test_declarations_that_are_refused():
    for members, facts in (
        ((uint("a", 7, "A"),), {}), ((uint("a", 8, "A"), uint("a", 8, "B")), {}), ((uint("size", 8, "S"),), {}),
        ((uint("a", 8, "A"),), {"role": "nothing"}), ((uint("a", 8, "A"),), {"partial": "b"}),
        ((uint("a", 8, "A"),), {"typical": {"b": 1}}), ((uint("a", 8, "A"),), {"address": ("x", "a", "b")}),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            Header("TrialWrong", "Wrong", "wrong", *members, **facts)


@pytest.mark.parametrize(("values", "is_part"), [({"mark": 1}, True), ({"mark": 0}, False), ({}, False)])
def test_whether_a_part_is_here(values, is_part):
    assert ALL.is_part(values) is is_part
    assert not TAILED.is_part({"units": 1})


@pytest.mark.parametrize("width", range(1, 65))
def test_hexadecimal_texts_of_any_width(width):
    """tshark fills them up to the size of its integers, 8, 16, 24, 32 or 64 bits; people read what there is."""
    header = Header("TrialHex", "Hex", "hex", hexa("number", width, "Number"), reserved("rest", -width % 8 or 8))
    leaf = header.leaf("number")
    size = min(size for size in (8, 16, 24, 32, 64) if size >= width)
    for raw in (0, 1, (1 << width) - 1):
        assert leaf.text(raw) == f"0x{raw:0{size // 4}x}"
        assert leaf.display(raw) == f"0x{raw:0{-(-width // 4)}x}"


def test_what_people_read():
    """Numbers with their unit, names with their numbers, what is no number as its kind is written, rows one by one."""
    header = Header(
        "TrialRead", "Read", "read",
        uint("wait", 8, "Wait", unit="ms"), uint("state", 8, "State", enum={2: "Up"}), hexa("key", 12, "Key"),
        reserved("gap", 4), binary("end", 6, "End", MAC), binary("blob", 2, "Blob"), flag("on", "On"),
        reserved("last", 7),
    )  # fmt: skip
    for name, raw, text in [
        ("wait", 17, "17 ms"), ("state", 2, "Up (2)"), ("state", 3, "Unknown (3)"), ("key", 0xA, "0x00a"),
        ("end", bytes(range(6)), "00:01:02:03:04:05"), ("blob", b"\0\xfe", "00fe"), ("on", 1, "1"),
        ("state", (2, 3), "Up (2) Unknown (3)"), ("wait", (1, 2), "1 ms 2 ms"),
    ]:  # fmt: skip
        assert header.leaf(name).display(raw) == text


@pytest.mark.parametrize(
    ("width", "label"), [(1, "Reserved (1 bit)"), (2, "Reserved (2 bits)"), (72, "Reserved (72 bits)")]
)
def test_labels_of_reserved_bits(width, label):
    assert reserved("gap", width).label == label
