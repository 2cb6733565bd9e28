"""What ibpkt makes of a header that was registered: runs everything once, and prints the results as JSON.

``python -m tests.support.registered MODULE WAY``: the module (`put_operation`, `geneve_tunnel`) registers it ``before``
anything is used or ``after`` everything has been used in the same process; or an installed package has done so by its
``entry-point``.
"""

from __future__ import annotations

import importlib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import Phase, find, settings

#: what is found is not made smaller, which would take most of the time
QUICK = settings(max_examples=200, database=None, phases=[Phase.generate])


class Scenario(NamedTuple):
    """What is asked for.

    Attributes:
        header: the name of a header.
        field: the name of one of its fields.
        value: what stands in that field in the recipe.
        stack: the stack of headers of the recipe's packet, in YAML.
        operation: the operation of the traffic.
        kind: the kind of its messages, as the option names it.
        code: the operation code.
        carrier: what carries the traffic.
        strip: what is taken off.
    """

    header: str
    field: str
    value: str
    stack: str
    operation: str
    kind: str
    code: int
    carrier: str
    strip: str


KNOWN = Scenario(
    "RETH", "infiniband.reth.dmalen", "7", "Ethernet, IPv4, UDP, BTH: {se: true}, RETH: {dmalen: 7}",
    "WRITE", "write", 0x0A, "Ethernet/VLAN/IPv4/UDP", "vlan",
)  # fmt: skip
SCENARIOS = {
    "put_operation": Scenario(
        "PutETH", "puteth.tag", "7", "Ethernet, IPv4, UDP, BTH: {opcode: RC PUT, se: true}, PutETH: {tag: Seven}",
        "PUT", "put", 24, "Ethernet/VLAN/IPv4/UDP", "vlan",
    ),
    "geneve_tunnel": Scenario(
        "Geneve", "geneve.vni", "7",
        "Ethernet, IPv4, UDP, Geneve: {vni: 7}, Ethernet, IPv4, UDP, BTH: {opcode: RC RDMA WRITE Only, se: true}, RETH",
        "WRITE", "write", 0x0A, "Ethernet/IPv4/UDP/Geneve/Ethernet/IPv4/UDP", "mirror",
    ),
}  # fmt: skip


def commands(scenario: Scenario, directory: Path) -> Iterator[tuple[str, Any]]:
    """Every command that reads or writes packets: its exit code and its output, by a name."""
    from tests.support.command import run

    recipe, capture, out = directory / "recipe.yaml", directory / "packet.pcapng", directory / "out.pcapng"
    traffic, stripped, converted = (directory / f"{name}.pcapng" for name in ("traffic", "stripped", "converted"))
    recipe.write_text(f"packets: [{{stack: [{scenario.stack}], payload: hello}}]")
    for name, arguments in {
        "craft yaml": ("craft", "yaml", recipe, "-w", capture),
        "decode": ("decode", capture),
        "decode -V": ("decode", "-V", capture),
        "decode json": ("decode", "-T", "json", capture),
        "decode pdml": ("decode", "-T", "pdml", capture),
        "filter": ("decode", "-Y", f"{scenario.field} == {scenario.value}", capture),
        "filter other": ("decode", "-Y", f"{scenario.field} != {scenario.value}", capture),
        "fields -e": ("decode", "-T", "fields", "-e", scenario.field, capture),
        "fields": ("fields", f"{scenario.field.rpartition('.')[0]}*"),
        "expert": ("expert", "--findings", capture),
        "set": ("edit", "--set", f"{scenario.field}=9", capture, "-w", out),
        "was set": ("decode", "-T", "fields", "-e", scenario.field, "-e", "infiniband.icrc.status", out),
        "traffic": (
            "craft", "traffic", "--packets", 40, "--operations", scenario.operation, "--carrier", scenario.carrier,
            "--loss", 0.1, "-w", traffic,
        ),
        "messages": ("messages", traffic),
        "messages json": ("messages", "--format", "json", "--kind", scenario.kind, traffic),
        "memory": ("messages", "--memory", traffic),
        "flows": ("flows", "--format", "json", traffic),
        "expert traffic": ("expert", "--findings", traffic),
        "stats opcodes": ("stats", "opcodes", "--verify", traffic),
        "stats protocols": ("stats", "protocols", traffic),
        "strip": ("edit", "--strip", scenario.strip, traffic, "-w", stripped),
        "stripped": ("decode", "-T", "json", stripped),
        "to native": ("edit", "--to", "native", stripped, "-w", converted),
        "converted": ("decode", "-T", "json", converted),
        "compare": ("compare", traffic, traffic),
        "compare stripped": ("compare", traffic, stripped),
        "compare converted": ("compare", traffic, converted),
    }.items():  # fmt: skip
        result = run(*map(str, arguments))
        yield name, [result.code, (result.out + result.err).replace(str(directory), "")]


def library(scenario: Scenario, frame: bytes) -> Iterator[tuple[str, Any]]:
    """What a script does with a packet, and what a test draws."""
    import ibpkt
    import ibpkt.scapy
    from ibpkt import protocols, strategies
    from ibpkt.batch import Batch
    from ibpkt.batch.fields import field_named
    from ibpkt.craft.stacks import stacks
    from tests.support.command import REPOSITORY

    packet = ibpkt.decode(frame, "ethernet")
    yield "chain", [layer.header.name for layer in packet.layers]
    yield "rebuilt", bytes(packet) == frame
    yield "column", field_named(scenario.field).column(Batch.of([frame, frame], packet.link)).tolist()
    header = protocols.header_named(scenario.header)
    layer = getattr(ibpkt.scapy, scenario.header)
    yield "scapy", repr(ibpkt.scapy.Ethernet(frame)[layer].fields)
    yield "stack", stacks()[header].path
    drawn = find(strategies.stacks(header), lambda packet: header.name in packet, settings=QUICK)
    yield "strategy", [layer.header.name for layer in drawn.layers]
    yield "strategy of the opcode", find(strategies.packets(opcode=scenario.code), bool, settings=QUICK).bth.opcode
    sys.path.insert(0, str(REPOSITORY / "docs"))
    yield "reference", scenario.field in importlib.import_module("make_fields").page()


def results(scenario: Scenario) -> dict[str, Any]:
    """Everything, by name."""
    import ibpkt

    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        found = dict(commands(scenario, directory))
        with ibpkt.open(directory / "packet.pcapng") as capture:
            frame = next(iter(capture)).data
    return {**found, **dict(library(scenario, frame))}


def main(module: str, way: str) -> None:
    """Register in that way, and print the results."""
    if way == "after":
        results(KNOWN)
    if way != "entry-point":
        importlib.import_module(f"tests.support.{module}")
    print(json.dumps(results(SCENARIOS[module])))


if __name__ == "__main__":
    main(*sys.argv[1:])
