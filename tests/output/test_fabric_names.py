"""Names of nodes out of the JSON of `ibpkt fabric`."""

from __future__ import annotations

import json

import pytest

from ibpkt.errors import CallerError
from ibpkt.output.fabric_names import fabric_names
from ibpkt.output.names import NameTable, normal_address


def node(guid, name, *lids):
    return {"guid": f"0x{guid:016x}", "kind": "adapter", "name": name, "ports": 2, "lids": list(lids)}


def port(guid, lid, number=1, lmc=0):
    return {"lid": lid, "lmc": lmc, "guid": f"0x{guid:016x}", "port": number}


def fabric(*subnets):
    return json.dumps({"file": "x.pcap", "subnets": [{"nodes": nodes, "lids": lids} for nodes, lids in subnets]})


ONE = ([node(0x10, "leaf 1", 4), node(0x20, "hostA", 8)], [port(0x10, 4, 0), port(0x21, 8, lmc=1)])


def test_lids_and_guids():
    names = fabric_names(fabric(ONE), "x")
    assert names.lids == {4: "leaf 1", 8: "hostA", 9: "hostA"}
    assert names.guids == {0x10: "leaf 1", 0x20: "hostA", 0x21: "hostA"}


def test_ports_of_one_node_are_told_apart():
    nodes = [node(0x20, "hostA", 8, 9)]
    names = fabric_names(fabric((nodes, [port(0x21, 8), port(0x22, 9, 2)])), "x")
    assert names.lids == {8: "hostA port 1", 9: "hostA port 2"}


def test_a_lid_of_two_nodes_names_neither():
    other = ([node(0x30, "hostB", 8)], [port(0x31, 8)])
    assert fabric_names(fabric(ONE, other), "x").lids == {4: "leaf 1", 9: "hostA"}
    twice = ([node(0x20, "hostA", 8), node(0x30, "hostB", 8)], [port(0x21, 8), port(0x31, 8)])
    assert fabric_names(fabric(twice), "x").lids == {}


def test_several_objects_and_lists():
    other = fabric(([node(0x30, "hostB", 5)], [port(0x31, 5)]))
    wanted = {4: "leaf 1", 8: "hostA", 9: "hostA", 5: "hostB"}
    assert fabric_names(fabric(ONE) + "\n" + other + "\n", "x").lids == wanted
    assert fabric_names(f"[{fabric(ONE)}, {other}]", "x").lids == wanted


def test_control_characters_are_escaped():
    names = fabric_names(fabric(([node(0x20, "a\x1b[31m\n", 8)], [port(0x21, 8)])), "x")
    assert names.lids == {8: "a\\x1b[31m\\n"}


@pytest.mark.parametrize(
    "text", ["{", "[1]", "{}", '{"subnets": 3}', '{"subnets": [{"nodes": [{}]}]}', '{"flows": []}', '"x"', "null"]
)
def test_other_json_is_an_error(text):
    with pytest.raises(CallerError, match=r"f\.json is neither a list of names nor what ibpkt fabric"):
        fabric_names(text, "f.json")


def test_a_name_table_takes_them(tmp_path):
    path = tmp_path / "fabric.json"
    path.write_text(fabric(ONE), encoding="utf-8")
    table = NameTable()
    table.read(str(path))
    assert table.of("LID: 4") == table.of("LID 0x4") == "leaf 1"
    assert table.of("fe80::20") == table.of("fe80::21") == "hostA"
    assert table.addresses("leaf 1") == ["LID: 4"]
    assert table.addresses("hostA") == ["LID: 8", "LID: 9"]
    assert table.addresses("LID: 5") == ["LID: 5"]


def test_names_within_sentences():
    table = NameTable()
    table.take(["LID 8 hostA", "10.0.0.1 storage", "fe80::21 'far one'", "10.0.0.2 QP 0x12 queue"])
    assert table.in_sentence("lost from LID: 8 to LID: 88") == "lost from hostA to LID: 88"
    assert table.in_sentence("10.0.0.1 > 10.0.0.11, 10.0.0.1.") == "storage > 10.0.0.11, storage."
    assert table.in_sentence("LID: 8 QP 0x000011, fe80::21") == "hostA QP 0x000011, far one"
    assert table.in_sentence("10.0.0.2 QP 0x12 and 10.0.0.2 QP 0x13") == "queue QP 0x12 and 10.0.0.2 QP 0x13"
    assert table.in_sentence("at 1:02:03.5, 10.0.0.1:4791, 12::34") == "at 1:02:03.5, 10.0.0.1:4791, 12::34"
    assert NameTable().in_sentence("LID: 8") == "LID: 8"


def test_gids_of_ipv4_have_dots_as_in_the_lines_of_packets():
    """Python writes them with dots from 3.13 on."""
    assert normal_address("GID: ::ffff:a00:7") == normal_address("::FFFF:10.0.0.7") == "::ffff:10.0.0.7"
    table = NameTable()
    table.take(["::ffff:10.0.0.7 disk", "10.0.0.7 other"])
    assert table.of("GID: ::ffff:10.0.0.7") == "disk"
    assert table.addresses("disk") == ["::ffff:10.0.0.7"]
    told = table.in_sentence("::ffff:10.0.0.7 QP 0x12, 10.0.0.7 > ::ffff:10.0.0.8")
    assert told == "disk QP 0x12, other > ::ffff:10.0.0.8"
