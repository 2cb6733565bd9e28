"""PDML and ek say what tshark says, by name and value, over all captures.

Of every name that tshark shows in any capture both have what ``-T fields`` has, and `test_fields.py` holds that against
tshark's PDML: so the differences are those that `differences.toml` lists.  Where tshark is here, ek is held against its
own ek as well, member by member.
"""

from __future__ import annotations

import fnmatch
import json
import os
import subprocess
from functools import partial
from xml.parsers import expat

import numpy as np
import pytest

import ibpkt
from ibpkt.batch.fields import DATE, UNLISTED_LEAVES, fields
from ibpkt.output.ek import BulkLines
from ibpkt.output.pdml import PdmlPackets
from ibpkt.output.protocol_layers import FRAME
from tests.support.first_packets import first_of_shapes
from tests.tshark import compare, regenerate, rules, store

BY_KEY = {name.replace(".", "_"): name for name in fields()}


#: of these datagrams each layout comes four times in each carrier
MADS = store.captures("crafted_mads")


def some(name):
    """Chooses packets of a capture: of random datagrams every other, in one carrier those that the other leaves out."""
    return partial(every_other, MADS.index(name)) if name in MADS else first_of_shapes


def every_other(first, batches):
    previous = None
    for batch in batches:
        chosen = batch.frames.number_of % 2 == first
        yield batch.select(chosen, previous)
        previous = int(batch.frames.time[chosen][-1])


def rendered(name, renderer, chosen=iter):
    with ibpkt.open(store.path_of(name)) as capture:
        body = [piece for batch in chosen(capture.batches(1000)) for piece in renderer.render(batch)]
    return b"".join([renderer.header(), *body, renderer.footer()])


def of_pdml(name):
    """The columns of our PDML, read as tshark's is."""
    columns, frames = {}, 0

    def start(tag, attributes):
        nonlocal frames
        if tag == "packet":
            frames += 1
        elif tag == "field" and attributes["name"] in fields():
            add(columns, frames, attributes["name"], attributes["show"])

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.Parse(rendered(name, PdmlPackets(), some(name)), True)
    return closed(columns, frames)


def of_ek(text):
    """The columns of an ek output, with the names that fields have."""
    columns, frames = {}, 0
    for line in text.splitlines()[1::2]:
        frames += 1
        for layer, found in members(json.loads(line, object_pairs_hook=list))["layers"]:
            for part in found if found and isinstance(found[0], list) and is_object(found[0]) else [found]:
                for key, value in part:
                    name = BY_KEY.get(key.removeprefix(f"{layer}_"))
                    if name:
                        for each in flat(value):
                            add(columns, frames, name, as_pdml(name, each))
    return closed(columns, frames)


def flat(value):
    """The values of a member: a field that comes several times has a list, and of rows a list of lists."""
    return [inner for each in value for inner in flat(each)] if isinstance(value, list) else [value]


def as_pdml(name, value):
    """A value of ek as PDML has it."""
    if name == "frame.time":
        return DATE.text(int(np.datetime64(value.removesuffix("Z"), "ns").astype(int)))
    return str(int(value)) if isinstance(value, bool) else value


def members(pairs):
    return dict(pairs)


def is_object(value):
    return all(isinstance(pair, tuple) for pair in value)


def add(columns, frames, name, value):
    column = columns.setdefault(name, [])
    value = store.normal(value)
    if len(column) == frames:
        column[-1] += "," + value
    else:
        column += [None] * (frames - 1 - len(column)) + [value]


def closed(columns, frames):
    filled = {name: [*column, *[None] * (frames - len(column))] for name, column in columns.items()}
    return {name: [value or None for value in column] for name, column in filled.items()}


#: one of each kind: every operation, cooked links, management, comments, tags, another payload
FIRST = (
    *("crafted/infiniband_erf.pcap", "crafted/sll2.pcap", "captures/ib_small.pcap", "captures/rc_write.pcap"),
    *("captures/derived_comments.pcapng", "captures/vlan_write.pcap", "captures/nfs_rdma.pcap"),
)
EXPORTED = [name if name in FIRST else pytest.param(name, marks=pytest.mark.slow) for name in store.distinct()]


@pytest.fixture(scope="module", params=EXPORTED)
def capture(request):
    """A capture's name, and its columns as ``-T fields`` has them, which `test_fields.py` holds against tshark's."""
    return request.param, compare.ours(request.param, rules.names(), some(request.param))


#: fields that ibpkt shows only if they are asked for
UNASKED = {leaf.name for leaf in UNLISTED_LEAVES} - {leaf.name for leaf in FRAME}


def check(columns, mine):
    for name, column in columns.items():
        if name in UNASKED:
            continue
        assert mine.get(name, [None] * len(column)) == column, name


@pytest.mark.sweep
def test_pdml(capture):
    name, columns = capture
    check(columns, of_pdml(name))


@pytest.mark.sweep
def test_ek(capture):
    name, columns = capture
    check(columns, of_ek(rendered(name, BulkLines(), some(name)).decode()))


#: members of tshark's documents that are not in ours, and those that are not the same
LACKING = (
    "_ws_*",
    *("frame_frame_encap_type", "frame_frame_offset_shift", "frame_frame_marked", "frame_frame_ignored"),
    *("eth_eth_*_resolved", "eth_eth_*oui", "eth_eth_*ig", "eth_eth_*lg", "*_host", "*_checksum_status"),
    *(
        "udp_udp_stream",
        "text",
        "udp_udp_time_*",
        "udp_udp_payload",
        "ipv6_ip_version",
        "infiniband_infiniband_reserved",
    ),
)
OTHERWISE = ("frame_frame_protocols",)


@pytest.mark.costly
@pytest.mark.skipif(regenerate.version() != store.TSHARK, reason=f"tshark {store.TSHARK} is not here to be asked")
@pytest.mark.parametrize("name", ["rc_write.pcap", "ud_send_imm.pcap", "vlan_write.pcap", "rc_read.pcap"])
def test_ek_is_that_of_tshark_member_by_member(name):
    name = f"captures/{name}"
    command = ["tshark", "-n", "-r", str(store.path_of(name)), "-T", "ek"]
    theirs = subprocess.run(command, capture_output=True, check=True, text=True, env=UTC).stdout.splitlines()
    ours = rendered(name, BulkLines()).decode().splitlines()
    assert len(theirs) == len(ours)
    for index, other in zip(ours[::2], theirs[::2], strict=True):
        expected = json.loads(other)
        del expected["index"]["_type"]  # Elasticsearch refuses it from version 8 on
        assert json.loads(index) == expected
    compared = 0
    for line, other in zip(ours[1::2], theirs[1::2], strict=True):
        document, expected = json.loads(line), json.loads(other, object_pairs_hook=merged)
        assert document["timestamp"] == expected["timestamp"]
        for layer, fields_ in expected["layers"].items():
            if layer not in regenerate.SCOPE:
                continue  # a protocol that ibpkt leaves as bytes
            for key, value in fields_.items():
                if any(fnmatch.fnmatchcase(key, glob) for glob in (*LACKING, *OTHERWISE)):
                    continue
                if BY_KEY.get(key.removeprefix(f"{layer}_")) in MAY_LACK:
                    continue
                assert document["layers"][layer].get(key) == value, (document["layers"]["frame"], key)
                compared += 1
    assert compared > 500


MAY_LACK = {"infiniband.immdt", "infiniband.ieth"}  # tshark gives heading and field one name
UTC = {**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8"}


def merged(pairs):
    """An object in which members of one name are a list, as ours are; tshark sets them side by side."""
    found = {}
    for key, value in pairs:
        found[key] = [*listed(found[key]), *listed(value)] if key in found else value
    return found


def listed(value):
    return value if isinstance(value, list) else [value]
