"""Every declared header: construct and the own reader agree, bit for bit, and the columns with both."""

from __future__ import annotations

import re

import construct
import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

from ibpkt.batch import Frames, Place, Shape
from ibpkt.capture.records import SLACK, Records
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH, ICRC, RETH, UDP, IPv4, headers
from ibpkt.schema import (
    HEX,
    MAC,
    Checksum,
    Derived,
    Extent,
    Field,
    Header,
    Part,
    Tail,
    binary,
    embedded,
    flag,
    hexa,
    mask,
    reserved,
    rows,
    text,
    uint,
)
from tests.support.equality import column_items
from tests.support.sweep import every

HEADERS = tuple(headers())
by_header = every("header", HEADERS)
#: those for which hypothesis looks for examples
one_by_one = pytest.mark.parametrize("header", HEADERS, ids=str)

#: what no declared header has all at once
MIXED = Header(
    "Mixed",
    "A bit of everything",
    "mixed",
    uint("odd", 3, "Odd"),
    uint("crossing", 13, "Crossing a byte", HEX),
    flag("bit", "Bit"),
    reserved("gap", 7),
    hexa("long", 64, "Long"),
    uint("little", 32, "Low byte first", little=True),
    rows("table", 5, "Table", uint("high", 4, "High"), uint("low", 12, "Low")),
    rows("names", 2, "Names", binary("address", 6, "Address", MAC)),
    mask("flags", 8, "Flags", {0: "First", 7: "Last"}),
    binary("opaque", 3, "Opaque"),
    text("label", 5, "Label"),
    uint("length", 8, "Length"),
    Derived("double", "Twice Odd", ("odd",), lambda odd: 2 * odd),
    tail=Tail("rest", "Rest", "mixed.rest", "length", scale=2, add=47),
    extent=Extent("crossing"),
)
assert MIXED.size == 47


def plain(header: Header, parsed: construct.Container) -> dict:
    """What construct gives, as `Header.read` gives it: a tuple for every field of a row."""
    values = {}
    for field in header.fields:
        if field.rows:
            for inner in field.rows:
                values[inner.name] = tuple(row[inner.name] for row in parsed[field.name])
        else:
            values[field.name] = parsed[field.name]
    return values


def nested(header: Header, values: dict) -> dict:
    """The way back: what construct builds from."""
    given_values = {}
    for field in header.fields:
        if field.rows:
            names = [inner.name for inner in field.rows]
            given_values[field.name] = [
                dict(zip(names, row, strict=True)) for row in zip(*(values[name] for name in names), strict=True)
            ]
        else:
            given_values[field.name] = values[field.name]
    return given_values


def bits(data: bytes, field: Field, index: int = 0) -> int | bytes:
    """A field as the specification reads it: one bit after the other."""
    number = 0
    for place in range(field.bit + index * field.stride, field.bit + index * field.stride + field.width):
        number = number << 1 | data[place // 8] >> 7 - place % 8 & 1
    if field.little:
        return int.from_bytes(number.to_bytes(field.width // 8, "little"), "big")
    return number.to_bytes(field.width // 8, "big") if field.kind.binary else number


def column(header: Header, data: bytes, around: int) -> dict:
    """The columns of two such headers that lie at odd places among other bytes."""
    buffer = bytearray([around]) * (64 + 2 * len(data) + SLACK)
    starts = [11, 37 + len(data)]
    for start in starts:
        buffer[start : start + len(data)] = data
    count = len(starts)
    zeros = np.zeros(count, np.int64)
    frames = Frames(
        Records(
            data=np.frombuffer(buffer, np.uint8),
            start=np.array(starts, np.int64),
            caplen=np.full(count, len(data)),
            wirelen=np.full(count, len(data)),
            time=zeros,
            link=np.full(count, 999, np.int32),
            interface=zeros.astype(np.int32),
            offset=zeros,
            first=1,
        )
    )
    shape = Shape(frames, (header,), [Place(0, None)], np.arange(count))
    end = frames.start + len(data)
    shape.payload = end, end
    found = {}
    for leaf in header.leaves:
        values, present = shape.column(0, leaf)
        items = column_items(values, present)(values, leaf.wide)
        assert items[0] == items[1]
        found[leaf.name] = items[0]
    return found


def check_bytes(header: Header, data: bytes, around: int = 0) -> None:
    """Everything that must hold of any bytes that are long enough."""
    fixed = data[: header.size]
    values = header.read(data)
    for field in header.wire:
        wanted = tuple(bits(fixed, field, index) for index in range(field.count))
        assert values[field.name] == (wanted if field.count > 1 else wanted[0])
    assert header.write(values) == fixed
    if header.tail is None:
        parsed = header.parse(data)
        assert plain(header, parsed) == values
        assert header.build(parsed) == fixed
    else:
        size = header.length(values)
        if header.size <= size <= len(data):
            parsed = header.parse(data)
            assert plain(header, parsed) == values
            assert parsed[header.tail.name] == data[header.size : size]
            assert header.build(parsed) == data[:size]
        else:
            with pytest.raises(construct.StreamError):
                header.parse(data)
        values = {**values, header.tail.name: data[header.size :]}
        assert header.write(values) == data
    # the same in the middle of other bytes
    offset = header.read(b"\xa5" * 7 + data + b"\xa5" * 9, 7)
    assert all(offset[field.name] == values[field.name] for field in header.wire)
    found = column(header, data, around)
    assert found == {leaf.name: header.leaf_value(leaf, values, {}) for leaf in header.leaves}


@pytest.mark.costly
@by_header
def test_ones_zeros_and_counting_bytes(header):
    size = header.size + (16 if header.tail else 0)
    for data in (bytes(size), b"\xff" * size, bytes(range(256))[:size] * (size // 256 + 1), b"\xa5" * size):
        check_bytes(header, data[:size], 0xA5)


@pytest.mark.sweep
@settings(max_examples=25)
@one_by_one
@given(data=st.data())
def test_any_bytes(header, data):
    more = data.draw(st.integers(0, 40)) if header.tail else 0
    size = header.size + more
    check_bytes(header, data.draw(st.binary(min_size=size, max_size=size)), data.draw(st.sampled_from([0, 0xA5, 0xFF])))


@given(st.binary(min_size=47, max_size=120), st.integers(0, 255))
@example(b"\0" * 46 + b"\x01" + b"ab", 0xA5)
@example(b"\0" * 46 + b"\xff" + b"ab", 0xA5)
def test_any_bytes_of_a_header_with_everything(data, around):
    check_bytes(MIXED, data, around)


def values_of(header: Header) -> st.SearchStrategy[dict]:
    """Raw values that fit."""

    def item(field: Field) -> st.SearchStrategy:
        size = field.width // 8
        one = st.binary(min_size=size, max_size=size) if field.kind.binary else st.integers(0, (1 << field.width) - 1)
        return st.tuples(*[one] * field.count) if field.count > 1 else one

    return st.fixed_dictionaries({field.name: item(field) for field in header.wire})


@pytest.mark.sweep
@settings(max_examples=20)
@pytest.mark.parametrize("header", [*HEADERS, MIXED], ids=str)
@given(data=st.data())
def test_any_values(header, data):
    values = data.draw(values_of(header))
    built = header.write(values)
    assert len(built) == header.size
    assert header.read(built) == values
    if header.tail is None:
        assert header.build(nested(header, values)) == built
        assert plain(header, header.parse(built)) == values


@by_header
def test_defaults(header):
    """What is not said takes its default, in both ways to build."""
    assert header.write({}) == header.build({})[: header.size]
    assert header.build(None)[: header.size] == header.write({})
    for field in header.fields:
        if not field.rows:
            assert header.read(header.write({}))[field.name] == field.default


@by_header
def test_layout(header):
    """No gap and no overlap: every bit is in exactly one field, and parts lie in theirs."""
    bit = 0
    for field in header.fields:
        assert field.bit == bit
        bit += field.width
        for part in field.parts:
            assert part.offset >= 0
            assert part.offset + part.width <= field.width
            assert part.bit == field.bit + part.offset
            assert header.parent(part) is field
    assert bit == header.size * 8
    assert {leaf.bit for leaf in header.leaves} - set(range(bit)) <= {-1}
    assert all(leaf.bit == -1 for leaf in header.derived)
    if header.tail is None:
        assert header.sizeof() == header.size
    else:
        with pytest.raises(construct.SizeofError):
            header.sizeof()


#: Wireshark's own names have capitals and hyphens: iscsi.scsicommand.F, nvme-rdma.cm.req.qid
_FILTER = r"[A-Za-z0-9_.-]+"


@by_header
def test_every_leaf_is_described(header):
    assert header.title
    assert header.source, "where the layout comes from"
    assert re.fullmatch(_FILTER, header.filter)
    for leaf in header.leaves:
        assert leaf.label.strip() == leaf.label != ""
        assert re.fullmatch(r"[a-z][a-z0-9_]*", leaf.name), leaf.name
        for name in (leaf.filter, *leaf.also):
            assert re.fullmatch(_FILTER, name), name
        assert leaf.header is header
        if leaf.when:
            condition, value = leaf.when
            assert value < 1 << header.leaf(condition).width
        assert all(value >= 0 and (value < 1 << leaf.width or isinstance(leaf, Derived)) for value in leaf.enum)
        if isinstance(leaf, Part):
            assert not leaf.reserved


@by_header
def test_names_that_a_declaration_mentions(header):
    """The names of leaves in summary, address, extent, tail and derived values exist."""
    for name in re.findall(r"\{(\w+)\}", header.summary):
        header.leaf(name)
    for name in (header.address or ("",))[1:]:
        header.leaf(name)
    if header.extent:
        assert isinstance(header.leaf(header.extent.field), Field)
    if header.tail:
        assert isinstance(header.leaf(header.tail.field), Field)
    for derived in header.derived:
        for name in derived.inputs:
            key, _, inner = name.rpartition(".")
            owner = next(each for each in HEADERS if each.key == key) if key else header
            owner.leaf(inner)


@by_header
def test_reserved_bits_survive(header):
    kept = [field for field in header.wire if field.reserved]
    data = b"\xff" * header.size
    values = header.read(data)
    for field in kept:
        items = values[field.name] if field.count > 1 else (values[field.name],)
        assert all(item in ((1 << field.width) - 1, b"\xff" * (field.width // 8)) for item in items)
    assert header.write(values) == data


@pytest.mark.costly
@by_header
def test_values_that_do_not_fit(header):
    for field in header.wire:
        many = field.count > 1
        wrong = (
            [b"", bytes(field.width // 8 + 1), 0, None, "text"]
            if field.kind.binary
            else [-1, 1 << field.width, None, "1", 1.0, b"\0"]
        )
        size = field.width
        takes = f"{size // 8} bytes" if field.kind.binary else f"0 to {(1 << size) - 1} ({size} bits)"
        for value in wrong:
            with pytest.raises(CallerError, match=re.escape(f"{header.name}.{field.name} takes {takes}, not ")):
                header.write({field.name: (value,) * field.count if many else value})
        if many:
            with pytest.raises(CallerError, match="rows"):
                header.write({field.name: (0,) * (field.count - 1)})


@by_header
def test_names_that_do_not_exist(header):
    name = next(field.name for field in header.wire if len(field.name) > 1)
    for given_name in (f"{name}x", name.upper()):
        if given_name in header.by_name:
            continue
        with pytest.raises(CallerError) as caught:
            header.write({given_name: 0})
        assert caught.value.name == given_name
        assert f"{header.name} has no field {given_name}" in str(caught.value)
        with pytest.raises(CallerError, match=re.escape(given_name)):
            header.build({given_name: 0})
    with pytest.raises(CallerError) as caught:
        header.write({f"{name}x": 0})
    assert name in caught.value.suggestions
    assert "did you mean" in str(caught.value)


@by_header
def test_parts_and_derived_values_cannot_be_written(header):
    for leaf in header.leaves:
        if not isinstance(leaf, Field):
            with pytest.raises(CallerError):
                header.write({leaf.name: 0})


def test_tables_cannot_be_written_by_their_own_name():
    """`write` takes a tuple for each field of a row; the name of the table is construct's."""
    with pytest.raises(CallerError):
        MIXED.write({"table": []})


def test_what_a_user_sees():
    data = bytes.fromhex("a001 ff 0000000000000001 01000000") + bytes(10) + bytes(12) + b"\x81abcde\0\0\0\1"
    values = MIXED.read(data)
    assert values["little"] == 1
    assert values["gap"] == 0x7F
    assert MIXED.leaf("flags_last").header is MIXED
    assert MIXED.leaf_value(MIXED.leaf("flags_last"), values, {}) == 1
    assert MIXED.leaf_value(MIXED.leaf("double"), values, {}) == 10
    assert MIXED.leaf("label").value(values["label"]) == "de"
    assert MIXED.leaf("label").filter == "mixed.label"
    assert repr(MIXED) == "Mixed"


@pytest.mark.parametrize(("header", "computed"), [
    (IPv4, {"ihl", "len", "checksum"}), (UDP, {"length"}), (BTH, {"padcnt"}), (RETH, set()), (ICRC, {"crc"}),
])  # fmt: skip
def test_what_a_builder_computes(header, computed):
    """Not what is as right without a value: 0 is no checksum of UDP."""
    assert header.computed == computed


@pytest.mark.parametrize("optional", [False, True])
def test_a_checksum_is_computed_unless_it_is_optional(optional):
    header = Header("X", "X", "x", hexa("sum", 16, "Sum"), checksum=Checksum("sum", optional=optional))
    assert header.computed == (set() if optional else {"sum"})


@pytest.mark.parametrize(("width", "text"), [(1, "1"), (8, "1"), (9, "0x001"), (24, "0x000001")])
def test_reserved_bits_of_more_than_a_byte_are_hexadecimal(width, text):
    field = reserved("gap", width)
    assert field.kind.printf((width + 3) // 4) % 1 == text


def test_reserved_bits_of_more_than_a_word_are_bytes():
    assert [(reserved("gap", width).kind.binary, reserved("gap", width).width) for width in (64, 72)] == [
        (False, 64), (True, 72)
    ]  # fmt: skip


def test_texts_of_names_and_bits_have_as_many_digits_as_their_field():
    known = Header("X", "X", "x", hexa("kind", 16, "Kind", enum={1: "One"}), mask("flags", 16, "Flags", {0: "First"}))
    assert [known.leaf("kind").display(raw) for raw in (1, 2)] == ["One (0x0001)", "Unknown (0x0002)"]
    assert known.leaf("flags_first").text(1) == "0x0001"


def test_declarations_that_are_wrong():
    with pytest.raises(TypeError, match="take 7 bits"):
        Header("X", "X", "x", uint("a", 7, "A"))
    for name in ("size", "offset", "raw"):  # attributes of every layer, which would hide the field
        with pytest.raises(TypeError, match=name):
            Header("X", "X", "x", uint(name, 8, "A"))
    with pytest.raises(TypeError, match="same name"):
        Header("X", "X", "x", uint("a", 4, "A"), uint("a", 4, "B"))


def test_variant_mask():
    header = Header(
        "X",
        "X",
        "x",
        uint("a", 4, "A"),
        uint("b", 9, "B", variant=True),
        uint("c", 3, "C"),
        flag("d", "D", variant=True),
        uint("e", 7, "E"),
    )
    assert header.variant_mask() == bytes([0b00001111, 0b11111000, 0b10000000])


def test_embedded_fields():
    """The same bits and names elsewhere; what fills the other header up is left out, and what looks out of it."""
    inner = Header(
        "Inner",
        "Inner",
        "inner",
        mask("flags", 8, "Flags", {0: "First"}),
        rows("table", 2, "Table", uint("high", 4, "High"), uint("low", 4, "Low")),
        hexa("other", 16, "Other", filter=".elsewhere"),
        reserved("padding", 24),
        Derived("double", "Twice Other", ("other",), lambda other: 2 * other),
        Derived("outside", "Outside", ("mad.status",), lambda status: status),
    )
    outer = Header(
        "Outer", "Outer", "outer", uint("before", 8, "Before"), *embedded(inner), uint("behind", 8, "Behind")
    )
    assert [leaf.name for leaf in outer.leaves] == [
        "before", "flags", "flags_first", "high", "low", "other", "behind", "double",
    ]  # fmt: skip
    for name in ("flags", "flags_first", "high", "low", "other"):
        ours, theirs = outer.leaf(name), inner.leaf(name)
        assert (ours.header, theirs.header) == (outer, inner)
        assert (ours.bit, ours.filter, ours.width) == (theirs.bit + 8, theirs.filter, theirs.width)
    data = bytes(range(1, 8))
    values = outer.read(data)
    assert values == {"before": 1, "flags": 2, "high": (0, 0), "low": (3, 4), "other": 0x0506, "behind": 7}
    assert outer.write(values) == data == outer.build(outer.parse(data))
    assert outer.leaf_value(outer.leaf("double"), values, {}) == 0x0A0C
    assert inner.read(data + b"\0")["flags"] == 1
