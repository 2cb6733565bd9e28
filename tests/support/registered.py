"""What ibpkt makes of a registered operation: runs everything once, and prints the results as JSON.

``python -m tests.support.registered WAY``: the operation of `tests.support.put_operation` is registered ``before``
anything is used, ``after`` everything has been used already, or by the ``entry-point`` of an installed package.
"""

from __future__ import annotations

import importlib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

RECIPE = """\
packets:
  - stack: [Ethernet, IPv4, UDP, BTH: {opcode: RC PUT, psn: 5}, PutETH: {va: 0x1000, dmalen: 5, tag: Seven}]
    payload: hello
"""


def results(known: bool) -> Iterator[tuple[str, object]]:
    """Each by a name; where the operation is not known, the same is done without it."""
    from hypothesis import strategies as st

    import ibpkt
    import ibpkt.scapy
    from ibpkt import protocols, strategies
    from ibpkt.batch import Batch
    from ibpkt.batch.fields import field_named, fields
    from ibpkt.craft.stacks import stacks
    from tests.support.command import REPOSITORY, run

    sys.path.insert(0, str(REPOSITORY / "docs"))
    make_fields = importlib.import_module("make_fields")
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        recipe, capture, out = directory / "put.yaml", directory / "put.pcapng", directory / "out.pcapng"
        recipe.write_text(RECIPE if known else RECIPE.replace("RC PUT", "RC RDMA WRITE Only").replace(
            "PutETH: {va: 0x1000, dmalen: 5, tag: Seven}", "RETH"))  # fmt: skip
        traffic = directory / "traffic.pcapng"
        for command, arguments in {
            "craft yaml": ("craft", "yaml", recipe, "-w", capture),
            "decode": ("decode", capture),
            "decode -V": ("decode", "-V", capture),
            "decode json": ("decode", "-T", "json", capture),
            "decode pdml": ("decode", "-T", "pdml", capture),
            "filter": ("decode", "-Y", "puteth.tag == Seven" if known else "frame", capture),
            "filter opcode": ("decode", "-Y", 'infiniband.bth.opcode == "RC PUT"' if known else "frame", capture),
            "fields -e": ("decode", "-T", "fields", "-e", "puteth.tag" if known else "frame.number", capture),
            "fields": ("fields", "puteth*" if known else "frame*"),
            "craft traffic": (
                "craft", "traffic", "--packets", "50", "--operations", "PUT" if known else "WRITE", "-w", traffic,
                "--carrier", "Ethernet/VLAN/IPv4/UDP",
            ),
            "messages": ("messages", traffic),
            "messages json": ("messages", "--format", "json", "--kind", "put" if known else "write", traffic),
            "messages memory": ("messages", "--memory", traffic),
            "flows": ("flows", "--format", "json", traffic),
            "flows -V": ("flows", "-V", traffic),
            "expert": ("expert", traffic),
            "stats opcodes": ("stats", "opcodes", "--verify", traffic),
            "compare": ("compare", traffic, traffic),
            "edit strip": ("edit", "--strip", "vlan", traffic, "-w", out),
            "stripped": ("decode", "-T", "fields", "-e", "eth.type", "-e", "puteth.tag" if known else "udp.length", "-e", "infiniband.icrc.status", out),
            "edit to": ("edit", "--to", "native", traffic, "-w", out),
            "converted": ("decode", "-T", "json", "-Y", "puteth" if known else "infiniband.reth", out),
            "compare tunnelled": ("compare", traffic, out),
        }.items():  # fmt: skip
            result = run(*arguments)
            yield command, [result.code, result.out + result.err]
        frame = next(iter(ibpkt.open(capture))).data
    packet = ibpkt.decode(frame, link="ethernet")
    yield "chain", [layer.header.name for layer in packet.layers]
    yield "str", str(packet)
    yield "same bytes", bytes(ibpkt.build(*[ibpkt.draft(layer.header, **layer.raw) for layer in packet.layers],
                                          payload=packet.payload)) == frame if known else True  # fmt: skip
    batch = Batch.of([frame, frame], packet.link)
    yield "fields known", len(fields())
    yield "column", field_named("puteth.tag").column(batch).tolist() if known else None
    layers = ibpkt.scapy.BTH(psn=5) / ibpkt.scapy.PutETH(tag=7) / ibpkt.scapy.Raw(b"hi") if known else ibpkt.scapy.BTH()
    data = bytes(layers)
    yield "scapy", [ibpkt.scapy.BTH(data).summary(), data[0]]
    header = protocols.header_named("PutETH") if known else protocols.BTH
    yield "stack", stacks()[header].path
    yield "page", make_fields.page()
    from hypothesis import find, settings

    quick = settings(max_examples=500, database=None)
    yield "strategy", find(strategies.stacks(header), lambda packet: header.name in packet, settings=quick).data.hex()
    assert isinstance(strategies.packets(opcode=0x18 if known else 0), st.SearchStrategy)
    yield (
        "strategy opcode",
        find(strategies.packets(opcode=0x18 if known else 0), lambda packet: True, settings=quick).bth.opcode,
    )


def main(way: str) -> None:
    """Register in that way, and print the results."""
    if way == "after":
        for _ in results(known=False):
            pass
    if way != "entry-point":
        importlib.import_module("tests.support.put_operation")
    print(json.dumps(dict(results(known=True)), default=str))


if __name__ == "__main__":
    main(sys.argv[1])
