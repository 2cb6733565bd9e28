"""Pages have each row once, and none is long, however the object is made."""

from __future__ import annotations

import json

import pytest

from ibpkt.cli.mcp_pages import LONGEST, page_of
from ibpkt.errors import CallerError


def pages(document, rows=50):
    found, cursor = [], ""
    while True:
        page = page_of(document, rows, cursor)
        assert len(json.dumps(page)) < LONGEST * 1.6
        found.append(page)
        if "next" not in page["page"]:
            return found
        cursor = page["page"]["next"]


def test_an_object_without_lists_is_one_page():
    (page,) = pages({"file": "a", "icrc": {"good": 1}})
    assert page == {"file": "a", "icrc": {"good": 1}, "page": {"first": 0, "rows": 0, "of": 0}}


def test_lists_follow_each_other():
    document = {"a": list(range(7)), "x": 1, "b": [], "c": [{"n": n} for n in range(5)]}
    first, second, third = pages(document, rows=5)
    assert first == {
        "x": 1,
        "a": [0, 1, 2, 3, 4],
        "b": [],
        "c": [],
        "page": {"first": 1, "rows": 5, "of": 12, "next": "5"},
    }
    assert (second["a"], second["c"]) == ([5, 6], [{"n": 0}, {"n": 1}, {"n": 2}])
    assert (third["a"], third["c"], third["x"]) == ([], [{"n": 3}, {"n": 4}], 1)


def test_large_members_are_taken_apart():
    """As a subnet of thousands of nodes is."""
    nodes = [{"guid": f"0x{n:016x}", "name": f"node {n}", "lids": [n]} for n in range(3000)]
    document = {
        "subnets": [{"name": "one", "nodes": nodes, "links": [{"a": 1}, {"a": 2}]}, {"name": "small", "nodes": []}]
    }
    found = pages(document, rows=500)
    assert found[0]["subnets"][0]["name"] == "one"
    together = [node for page in found for subnet in page["subnets"] for node in subnet.get("nodes", ())]
    assert together == nodes
    assert found[-1]["subnets"][-1] == {"name": "small", "nodes": []}
    assert [link for page in found for subnet in page["subnets"] for link in subnet.get("links", ())] == [
        {"a": 1},
        {"a": 2},
    ]


def test_long_texts_and_lists_are_cut():
    (page,) = pages({"rows": [{"text": "x" * 100_000, "because": list(range(1000)), "b\x1b": "\u202e"}]})
    (row,) = page["rows"]
    assert row["text"].endswith("x… (100,000 characters)")
    assert row["because"][-1] == "… (1,000 in all)"
    assert row[r"b\x1b"] == r"\u202e"
    (page,) = pages({"rows": [{f"key {n}": "y" * 3000 for n in range(50)}]})
    assert page["rows"][0]["cut"].startswith("this row has 150,")


@pytest.mark.parametrize("cursor", ["-1", "x", "1.5", "²", "9" * 12])
def test_a_wrong_cursor_is_an_error(cursor):
    with pytest.raises(CallerError, match="cursor is what the page before gave as next"):
        page_of({"a": [1]}, 5, cursor)
