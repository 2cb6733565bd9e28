"""No filter takes for ever, or all memory, whatever stands in it and whatever packets it meets.

Each of these once took minutes, or would have.
"""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from ibpkt import filter
from ibpkt.filter.operands import MAX_PARTS
from ibpkt.filter.parser import MAX_LENGTH
from ibpkt.filter.patterns import MAX_PATTERNS
from tests.support.stacks import batch_of, carrier, stack


def filled(before: str, repeated: str, behind: str = "") -> str:
    """A filter as long as one may be."""
    return before + repeated * ((MAX_LENGTH - len(before) - len(behind)) // len(repeated)) + behind


LONG = {
    "colons": filled("", ":"),
    "dots": filled("1", "..1"),
    "bytes": filled("frame contains ", "00:", "00"),
    "EUI": filled("frame contains ", "00-", "zz"),
    "digits": filled("frame.len == ", "1"),
    "exponent": filled("frame.time > 1e", "1"),
    "hexadecimal": filled("frame.len == 0x", "f"),
    "a word": filled("", "a"),
    "a field": filled("ip.", "src"),
    "a name": filled('infiniband.bth.opcode == "', "RC SEND ", '"'),
    "marks": filled('infiniband.bth.opcode == "', "(a", '"'),
    "an open string": filled('frame contains "', "a"),
    "an open string of escapes": filled('frame contains "', "\\\\"),
    "a time": filled('frame.time > "', " ", 'x"'),
    "a date": filled('frame.time > "Jan', " ", 'x"'),
    "parentheses": filled("", "("),
    "signs": filled("ip.len == ", "- "),
    "nots": filled("", "!"),
    "layers": filled("ip.src", "#1"),
    "slices": filled("eth.src", "[0]"),
    "sum": filled("ip.len", "+1"),
    "places": filled("frame[0", ",0", "]"),
    "ranges": filled("ip.src#[1", ",1", "]"),
    "tests": filled("ip", " or ip"),
    "a set": filled("udp.port in {1", ",1", "}"),
    "a set of ranges": filled("udp.port in {1", " 1..2", "}"),
    "arguments": filled("max(ip.len", ",ip.len", ") == 3"),
    "fields": filled("udp.port in {1", ",udp.port", "}"),
}


@pytest.mark.sweep
@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_long_filters(text):
    assert len(text) <= MAX_LENGTH
    try:
        found = filter.compile(text)
    except filter.FilterError as error:
        said = str(error)
    else:
        said = ""
        found.rows(batch_of([carrier("RoCEv2 IPv4").data], 1))
    finally:
        filter._compile.cache_clear()  # it need not keep these
    assert len(said) < 1000


@pytest.mark.parametrize("expression", ["(a+)+b", "(a|aa)+b", "(.*a){20}b", "a*a*a*a*a*a*b", "(?i)(a|A)*b"])
def test_regular_expressions_that_others_never_finish(expression):
    batch = batch_of([b"a" * 4000] * 3, 1)
    assert filter.compile(f'frame matches "{expression}"').rows(batch).tolist() == [False] * 3


@pytest.mark.parametrize(
    ("expression", "what"),
    [
        (r"(a)\1", r"invalid escape sequence: \1"),
        ("(?=a)b", "invalid perl operator: (?="),
        ("((a{100}){100}){100}", "invalid repetition size"),
        ("(", "missing ): ("),
    ],
)
def test_regular_expressions_that_are_refused(expression, what):
    with pytest.raises(filter.FilterError, match="column 15: not a valid regular expression") as caught:
        filter.compile(f'frame matches r"{expression}"')
    assert what in str(caught.value)


@pytest.mark.parametrize(
    ("expression", "data"),
    [
        ("h\\\\wl+o", b"xHELLO"),
        ("^\\\\x00\\\\xff$", b"\0\xff"),
        ("\\xe9", b"\xe9"),
        ("\\u00e9", "é".encode()),
        ("(?-i)Ab", b"Ab"),
        ("(?i)aB", b"Ab"),
        ("a.c", b"a\xffc"),
        ("[[:digit:]]{3}", b"a123"),
        ("", b"a"),
    ],
)
def test_regular_expressions_that_match(expression, data):
    found = filter.compile(f'frame matches "{expression}"')
    assert found.rows(batch_of([data, b"-" if expression else b""], 147)).tolist() == [True, False]


def test_the_number_of_regular_expressions():
    with pytest.raises(filter.FilterError, match=f"a filter may have at most {MAX_PATTERNS} regular expressions"):
        filter.compile(" or ".join(['frame matches "a"'] * (MAX_PATTERNS + 1)))


def test_the_number_of_parts():
    filter.compile(f"frame[{','.join('0' * MAX_PARTS)}] == 00")
    with pytest.raises(filter.FilterError, match=f"at most {MAX_PARTS} parts are allowed"):
        filter.compile(f"frame[{','.join('0' * (MAX_PARTS + 1))}] == 00")


def tagged(count: int) -> bytes:
    """A packet with many VLAN tags."""
    return bytes(12) + b"\x81\x00\x00\x07" * count + b"\x08\x00" + bytes(40)


@pytest.mark.costly
def test_packets_with_many_values():
    """Forty tags: forty values, and sixty-four thousand sums of three."""
    batch = batch_of([tagged(40)] * 1000, 1)
    assert filter.compile("count(vlan.id) == 40 and vlan.id + vlan.id == 14").rows(batch).all()
    with pytest.raises(filter.FilterError, match=r"too many values of vlan\.id"):
        filter.compile("vlan.id + vlan.id + vlan.id == 22").rows(batch)


def test_tables_have_many_values():
    """The 64 ports of a table against each other are fine; three such tables multiplied are not."""
    path = "LRH/BTH/DETH/MAD/SMP/LinearForwardingTable/SMPRest"
    draft = stack("infiniband", path, bth={"opcode": 0x64, "destqp": 0})
    batch = batch_of([draft.built(b"").data], 247)
    port = "infiniband.linearforwardingtable.port"
    assert filter.compile(f"{port} === {port}").rows(batch).all()
    with pytest.raises(filter.FilterError, match="too many values"):
        filter.compile(f"{port} * {port} * {port} == 3").rows(batch)


def test_values_are_not_kept():
    """Sixteen hundred columns of sums, of which one is there at a time."""
    batch = batch_of([tagged(40)] * 4000, 1)
    found = filter.compile("vlan.id + vlan.id == 15")
    batch.shapes  # noqa: B018
    tracemalloc.start()
    assert not found.rows(batch).any()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200 * 4000 * 8


@pytest.mark.costly
@pytest.mark.parametrize(
    "text",
    [
        "max(1," * 50 + "ip.ttl" + ")" * 50 + " == 9",
        "abs(" * 90 + "ip.ttl" + ")" * 90 + " == 9",
        "ip.ttl * {" * 30 + "vlan.id" + "}" * 30 + " == 9",
        "ip.ttl - max(" * 30 + "ip.ttl" + ")" * 30 + " == 9",
        "0 * ip.ttl + {" * 30 + "ip.ttl" + "}" * 30 + " == 9",
        "any ip.ttl in {" + "max(ip.ttl + " * 30 + "1" + ")" * 30 + "}",
    ],
)
def test_depth_does_not_multiply(text):
    """Two IP headers, thirty levels: a milliard ways, or a sentence."""
    data = stack("ethernet", "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv4/UDP/BTH", ipv4={"ttl": 9}).built().data
    try:
        said = filter.compile(text).rows(batch_of([data], 1)).tolist()
    except filter.FilterError as error:
        said = str(error)
    assert said in ([True], [False]) or "too many values" in said


@pytest.mark.costly
def test_every_shape_has_its_steps():
    """Each of these takes a third of them."""
    batch = batch_of([tagged(number) for number in range(25, 30)], 1)
    found = filter.compile("vlan.id * vlan.id * vlan.id == 343")
    assert found.rows(batch).all()
    assert found.rows(batch).all()


def test_slices_that_multiply():
    """Each makes twice the bytes."""
    batch = batch_of([bytes(1500)] * 100, 1)
    assert filter.compile("len(frame[0:,0:]) == 3000").rows(batch).all()
    with pytest.raises(filter.FilterError, match="has too many bytes"):
        filter.compile(f"frame{'[0:,0:]' * 20}").rows(batch)


def test_wide_products():
    """Numbers of thousands of bits are computed, not overflowed."""
    text = " * ".join(["infiniband.reth.va"] * 90)
    batch = batch_of([carrier("RoCEv1", 0x0A, reth={"va": (1 << 64) - 1}).data], 1)
    assert filter.compile(f"{text} > 0xffffffffffffffff").rows(batch) == np.ones(1, bool)
