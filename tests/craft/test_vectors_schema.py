"""The JSON Schema of the golden packets: the file satisfies it, and what is not the file does not."""

from __future__ import annotations

import copy
import json

import pytest

from ibpkt.craft import vectors_schema
from ibpkt.craft.carriers import CARRIERS
from tests.support import golden_packets
from tests.support.command import run

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")


@pytest.fixture(scope="module")
def validator():
    schema = vectors_schema.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.fixture
def small():
    """The file with few packets, one of each kind."""
    document = dict(golden_packets.document())
    kinds = {vector["name"].partition("/")[0]: vector for vector in document["vectors"]}
    document["vectors"] = copy.deepcopy(list(kinds.values()))
    return document


@pytest.mark.costly
def test_the_file_satisfies_it(validator):
    assert not list(validator.iter_errors(golden_packets.document()))


@pytest.mark.costly
def test_the_command_prints_both(validator, tmp_path):
    assert json.loads(run("craft", "vectors", "--schema").out) == validator.schema
    assert run("craft", "vectors", "-w", str(tmp_path / "vectors.json")).out == ""
    assert (tmp_path / "vectors.json").read_text() == golden_packets.text()


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.update(format=2),
        lambda document: document.update(more=1),
        lambda document: document.pop("links"),
        lambda document: document["vectors"][0].update(hex="ABC"),
        lambda document: document["vectors"][0].pop("layers"),
        lambda document: document["vectors"][0].update(colour="red"),
        lambda document: document["vectors"][0]["layers"][0].update(header="Nothing"),
        lambda document: document["vectors"][0]["layers"][0].update(at=-1),
        lambda document: document["vectors"][0]["icrc"].update(status="fine"),
        lambda document: document["vectors"][0].update(stop={"reason": "tired"}),
    ],
)
def test_what_is_not_the_file_does_not(validator, small, change):
    assert validator.is_valid(small)
    change(small)
    assert not validator.is_valid(small)


@pytest.mark.parametrize("carrier", CARRIERS)
def test_every_encapsulation_says_what_its_icrc_covers(carrier):
    name = f"coverage/{carrier}/RC RDMA WRITE Only"
    (vector,) = [each for each in golden_packets.document()["vectors"] if each["name"] == name]
    covers = bytes.fromhex(vector["icrc"]["covers"])
    names = [layer["header"] for layer in vector["layers"]]
    before_bth = [each for each in names[: names.index("BTH")] if each in ("LRH", "GRH", "IPv4", "IPv6")]
    assert covers.startswith(b"\xff" * 8) == (before_bth[-1] != "LRH"), "LRH before GRH is all ones"
    assert covers[-3:] == bytes(3), "the pad is covered"
    assert vector["icrc"]["status"] == "good"
