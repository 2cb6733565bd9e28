"""Real tools on an exported topology file: ibsim plays it, OpenSM brings it up, and what they say is what we export.

strace shows what OpenSM sends and receives: that is a capture, out of which the fabric comes back.
"""

from __future__ import annotations

import glob
import os
import random
import re
import shutil
import subprocess
import time

import numpy as np
import pytest

import ibpkt
from ibpkt.fabric import read_fabric
from ibpkt.fabric.exports import forwarding_dump, ibnetdiscover_ports, ibnetdiscover_text
from ibpkt.fabric.model import NO_PATH
from ibpkt.fabric.routing import check_routing
from ibpkt.fabric.topology import recognise
from tests.fabric.batches import batches_of
from tests.fabric.generator import dragonfly, k_ary_tree, torus_2d, two_levels
from tests.fabric.subnets import subnet_of_drawn

LIBRARY = next(iter(glob.glob("/usr/lib/*/umad2sim/libumad2sim.so")), None)
TOOLS = ("ibsim", "opensm", "ibnetdiscover", "dump_fts")
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"
MISSING = [tool for tool in TOOLS if shutil.which(tool, path=PATH) is None]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        LIBRARY is None or bool(MISSING), reason=f"not installed: {', '.join(MISSING) or 'ibsim-utils'}"
    ),
]


class Simulation:
    """ibsim with one topology file, in a folder of its own."""

    def __init__(self, folder, subnet):
        self.folder = folder
        (folder / "fabric.net").write_text(ibnetdiscover_text(subnet), encoding="utf-8")
        host = f"H-{subnet.end_nodes[0].guid:016x}"
        name = f"ibpkt-{os.getpid()}-{time.monotonic_ns()}"
        self.plain = {**os.environ, "PATH": PATH, "TMPDIR": str(folder), "IBSIM_SOCKNAME": name}
        self.inside = {**self.plain, "LD_PRELOAD": LIBRARY, "SIM_HOST": host}
        self.inside |= {"OSM_TMP_DIR": str(folder), "OSM_CACHE_DIR": str(folder)}

    def __enter__(self):
        self.log = (self.folder / "ibsim.log").open("w")
        self.process = subprocess.Popen(
            ["ibsim", "-s", "fabric.net"],
            cwd=self.folder,
            env=self.plain,
            stdin=subprocess.PIPE,
            stdout=self.log,
            stderr=self.log,
        )
        for _attempt in range(100):
            if "simulator ready" in (self.folder / "ibsim.log").read_text():
                break
            time.sleep(0.05)
        assert self.process.poll() is None, (self.folder / "ibsim.log").read_text()
        return self

    def __exit__(self, *_error):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.log.close()

    def run(self, *command):
        done = subprocess.run(command, cwd=self.folder, env=self.inside, capture_output=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()


def blocks(text):
    """The blocks of a topology file without comments: their order is that of the walk."""
    bare = re.sub(r"^#.*\n", "", text, flags=re.M)
    return {block.strip() for block in bare.split("\n\n") if block.strip()}


def tables(text):
    """Forwarding dumps by switch, without the route by which the tool asked for them."""
    bare = re.sub(r"of switch .* guid", "of switch guid", text)
    return {table.strip() for table in re.split(r"dumped *\n", bare) if table.strip()}


@pytest.mark.parametrize("make", [two_levels, torus_2d, dragonfly], ids=lambda make: make.__name__)
def test_tools_say_what_we_export(make, tmp_path):
    subnet = subnet_of_drawn(make(random.Random(11)))
    for number, node in enumerate(subnet.nodes.values()):
        if number % 5 == 0:
            node.name = f"odd <{number}> & 'name' {{x}}"
    with Simulation(tmp_path, subnet) as simulation:
        simulation.run("opensm", "-o", "-f", "osm.log")
        discovered = simulation.run("ibnetdiscover")
        ports = simulation.run("ibnetdiscover", "-p")
        dumped = simulation.run("dump_fts")
    lids = dict(re.findall(r'^Switch.*"S-([0-9a-f]{16})".* lid (\d+) lmc', discovered, re.M))
    lids |= dict(re.findall(r"^\[1\]\(([0-9a-f]+)\) .*# lid (\d+) lmc", discovered, re.M))
    for node, port in subnet.end_ports():
        port.lid = int(lids[f"{node.guid:016x}" if node in subnet.switches else f"{port.guid:x}"])
    for switch in subnet.switches:
        switch.forwarding = np.zeros(0, np.uint8)
    by_guid = {switch.guid: switch for switch in subnet.switches}
    for table in re.split(r"dumped *\n", dumped)[:-1]:
        switch = by_guid[int(re.search(r"guid 0x([0-9a-f]{16})", table)[1], 16)]
        switch.forwarding = np.full(int(re.search(r"0x0-0x([0-9a-f]+)", table)[1], 16) + 1, NO_PATH, np.uint8)
        for lid, port in re.findall(r"^0x([0-9a-f]{4}) (\d{3})", table, re.M):
            switch.forwarding[int(lid, 16)] = int(port)
    assert blocks(ibnetdiscover_text(subnet)) == blocks(discovered)
    assert set(ibnetdiscover_ports(subnet).splitlines()) == set(ports.splitlines())
    assert tables(forwarding_dump(subnet)) == tables(dumped)


#: what ibsim's clients write and read: 32 bytes (LIDs, queue pairs, status, length), then the datagram
_HEAD, _DATAGRAM = 32, 256


def packets_in(trace):
    """The directed-route datagrams that strace has seen, as packets, in their order."""
    for text in re.findall(r'"((?:\\x[0-9a-f]{2})+)"', trace):
        raw = bytes.fromhex(text.replace("\\x", ""))
        if len(raw) == _HEAD + _DATAGRAM and raw[_HEAD - 8 : _HEAD] == _DATAGRAM.to_bytes(8, "big"):
            drafts = ibpkt.draft("LRH", slid=0xFFFF, dlid=0xFFFF, vl=15), ibpkt.draft("BTH"), ibpkt.draft("DETH")
            yield ibpkt.build(*drafts, payload=raw[_HEAD:], strict=False).data


@pytest.mark.skipif(shutil.which("strace") is None, reason="not installed: strace")
@pytest.mark.parametrize("make", [two_levels, k_ary_tree, torus_2d, dragonfly], ids=lambda make: make.__name__)
def test_the_fabric_comes_back_out_of_what_its_manager_sent(make, tmp_path):
    """Graph, topology file, OpenSM in ibsim, its packets, graph: and what the tools print is what came back."""
    drawn = make(random.Random(4))
    subnet = subnet_of_drawn(drawn)
    with Simulation(tmp_path, subnet) as simulation:
        watch = ("strace", "-f", "-xx", "-s", "600", "-e", "trace=read,write", "-o", "trace.txt")
        simulation.run(*watch, "opensm", "-o", "-f", "osm.log")
        discovered = simulation.run("ibnetdiscover")
        dumped = simulation.run("dump_fts")
    (found,) = read_fabric(batches_of(packets_in((tmp_path / "trace.txt").read_text()))).subnets
    assert {node.guid: (node.name, node.kind) for node in found.nodes.values()} == {
        node.guid: (node.name, node.kind) for node in subnet.nodes.values()
    }
    assert {(link.a.guid, link.a_port, link.b.guid, link.b_port, link.gbps) for link in found.links} == {
        (link.a.guid, link.a_port, link.b.guid, link.b_port, link.gbps) for link in subnet.links
    }
    assert blocks(ibnetdiscover_text(found)) == blocks(discovered)
    assert tables(forwarding_dump(found)) == tables(dumped)
    assert recognise(found).kind is recognise(subnet).kind is drawn.kind
    assert check_routing(found).unreachable == 0
