"""Every rule: a packet that breaks it and one that does not."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt import build, draft
from ibpkt.analysis.checks import rules
from ibpkt.analysis.results.finding import Severity
from ibpkt.batch import Batch
from ibpkt.protocols import OPCODES
from tests.analysis.truth.scenes.exchange import Exchange
from tests.support.shared import captures

CODES = {opcode.name: code for code, opcode in OPCODES.items()}


def native(*behind, lrh=(), bth=(), grh=None, name="RC SEND Only", payload=b"", **options):
    given = {"opcode": CODES[name], "destqp": 0x11, **dict(bth)} if name else {"destqp": 0x11, **dict(bth)}
    stack = [draft("LRH", **{"slid": 1, "dlid": 2, **dict(lrh)})]
    if grh is not None:
        stack.append(draft("GRH", **{"sgid": "fe80::1", "dgid": "fe80::2", "hoplmt": 1, **grh}))
    return build(*stack, draft("BTH", **given), *behind, payload=payload, **options)


def roce(*behind, ip=(), bth=(), name="RC SEND Only", payload=b"", **options):
    given = {"opcode": CODES[name], "destqp": 0x11, **dict(bth)}
    outer = {"src": "10.0.0.1", "dst": "10.0.0.2", **dict(ip)}
    return build(
        draft("Ethernet"), draft("IPv4", **outer), draft("UDP", srcport=0xC000), draft("BTH", **given), *behind,
        payload=payload, **options,
    )  # fmt: skip


def found(*packets):
    """The kinds that are found, by the number of the packet."""
    kinds = [set() for _ in packets]
    for link in {packet.link for packet in packets}:
        chosen = [index for index, packet in enumerate(packets) if packet.link == link]
        batch = Batch.of([packets[index].data for index in chosen], link)
        for hits in rules.check_packets(batch):
            for finding in hits.findings(batch.frames):
                assert "{" not in str(finding)
                kinds[chosen[finding.frame - 1]].add(finding.kind.name)
    return kinds


MAD_SMP = {"bth": {"destqp": 0}, "name": "UD SEND Only"}
GMP = {"bth": {"destqp": 1}, "name": "UD SEND Only"}


def mad(mgmtclass=0x03, size=256, **deth):
    """A management datagram, as draft and payload."""
    return (draft("DETH", q_key=0x80010000, srcqp=1, **deth), draft("MAD", mgmtclass=mgmtclass)), bytes(size - 24)


def gmp(make=native, size=256, q_key=0x80010000, **options):
    return make(
        draft("DETH", q_key=q_key, srcqp=1),
        draft("MAD", mgmtclass=0x31, baseversion=1),
        payload=bytes(size - 24),
        pad=b"",
        strict=False,
        **{**GMP, **options},
    )


def smp(vl=15, destqp=0, srcqp=0, grh=None):
    return native(
        draft("DETH", srcqp=srcqp),
        draft("MAD", mgmtclass=0x31, baseversion=1),
        payload=bytes(232),
        lrh={"vl": vl, "slid": 0xFFFF, "dlid": 0xFFFF} if vl == 15 else {"vl": vl},
        bth={"destqp": destqp},
        name="UD SEND Only",
        grh=grh,
        strict=False,
    )


def reth(**values):
    return draft("RETH", **{"va": 0x1000, "r_key": 1, **values})


def to_group(**options):
    return native(
        draft("DETH", srcqp=2),
        name="UD SEND Only",
        lrh={"dlid": 0xC001},
        **{"bth": {"destqp": 0xFFFFFF}, "grh": {"dgid": "ff12:401b:ffff::1"}, "payload": bytes(8), **options},
    )


def flow_control(**values):
    crc = {"vcrc": values.pop("vcrc")} if "vcrc" in values else {}
    return build(draft("ERF", type="INFINIBAND_LINK"), draft("FlowControl", **values), **crc)


def cnp(**bth):
    return roce(draft("CNP"), name="CNP", bth={"becn": 1, **bth})


def corrupt(packet):
    data = bytearray(packet.data)
    data[-12] ^= 1
    return ibpkt.decode(bytes(data), packet.link)


def flush(as_rxe):
    frame = Exchange().flush(100, as_rxe=as_rxe)
    return ibpkt.decode(frame.data, frame.link)


PAIRS = {
    "icrc-bad": (corrupt(roce(payload=bytes(64))), roce(payload=bytes(64))),
    "rxe-flush-icrc": (flush(as_rxe=True), flush(as_rxe=False)),
    "vcrc-bad": (native(payload=bytes(4), vcrc=b"ab"), native(payload=bytes(4))),
    "length-disagrees": (native(payload=bytes(8), lrh={"pktlen": 9}), native(payload=bytes(8))),
    "checksum-bad": (roce(ip={"checksum": 5}), roce(ip={"checksum": 0})),
    "header-version": (roce(bth={"tver": 1}), roce()),
    "vl15-qp": (smp(destqp=5), smp()),
    "qp0-vl": (smp(vl=0), smp()),
    "vl15-grh": (smp(grh={}), smp()),
    "lid-zero": (native(lrh={"dlid": 0}), native()),
    "permissive-lid": (native(lrh={"dlid": 0xFFFF}), smp()),
    "multicast-source": (native(lrh={"slid": 0xC001}), native()),
    "multicast-qp": (to_group(bth={"destqp": 9}), to_group()),
    "unicast-to-multicast-qp": (roce(bth={"destqp": 0xFFFFFF}), roce()),
    "multicast-without-grh": (to_group(grh=None), to_group()),
    "hop-limit-zero": (roce(ip={"ttl": 0}), roce(ip={"ttl": 1})),
    "fragment": (roce(ip={"mf": 1}), roce(ip={"df": 1})),
    "reserved-opcode": (roce(bth={"opcode": 0x15}), roce()),
    "manufacturer-opcode": (roce(bth={"opcode": 0xE0}), roce()),
    "reserved-bits": (roce(bth={"reserved7": 3}), roce()),
    "management-qp-service": (roce(bth={"destqp": 1}), gmp(roce)),
    "qp1-q-key": (gmp(roce, q_key=0x11), gmp(roce)),
    "p-key-invalid": (roce(bth={"p_key": 0x8000}), roce(bth={"p_key": 0x8001})),
    "payload-over-mtu": (roce(payload=bytes(4100)), roce(payload=bytes(4096))),
    "mad-length": (gmp(roce, size=128), gmp(roce)),
    "first-middle-payload": (
        roce(name="RC SEND First", payload=bytes(1000)),
        roce(name="RC SEND First", payload=bytes(1024)),
    ),
    "empty-last": (roce(name="RC SEND Last"), roce(name="RC SEND Last", payload=b"x")),
    "unexpected-payload": (
        roce(draft("AETH"), name="RC Acknowledge", payload=bytes(4)),
        roce(draft("AETH"), name="RC Acknowledge"),
    ),
    "unaligned-payload": (roce(payload=b"12345", pad=b""), roce(payload=b"12345")),
    "pad-not-zero": (roce(payload=b"12345", pad=b"abc"), roce(payload=b"12345")),
    "write-length": (
        roce(reth(dmalen=5), name="RC RDMA WRITE Only", payload=bytes(8)),
        roce(reth(dmalen=8), name="RC RDMA WRITE Only", payload=bytes(8)),
    ),
    "message-too-long": (
        roce(reth(dmalen=(1 << 31) + 1), name="RC RDMA READ Request"),
        roce(reth(dmalen=1 << 31), name="RC RDMA READ Request"),
    ),
    "atomic-alignment": (
        roce(draft("AtomicETH", va=0x1004), name="RC FetchAdd"),
        roce(draft("AtomicETH", va=0x1008), name="RC FetchAdd"),
    ),
    "atomic-write-length": (
        roce(reth(dmalen=4), name="RC ATOMIC WRITE", payload=bytes(8)),
        roce(reth(dmalen=8), name="RC ATOMIC WRITE", payload=bytes(8)),
    ),
    "solicited-event": (roce(reth(dmalen=8), name="RC RDMA READ Request", bth={"se": 1}), roce(bth={"se": 1})),
    "flush-selectivity": (
        roce(draft("FETH", sel=3), reth(), name="RC FLUSH"),
        roce(draft("FETH", sel=1, plt=3), reth(), name="RC FLUSH"),
    ),
    "reserved-syndrome": (
        roce(draft("AETH", syndrome=0x40), name="RC Acknowledge"),
        roce(draft("AETH", syndrome=0x61), name="RC Acknowledge"),
    ),
    "cnp-format": (cnp(becn=0), cnp()),
}


@pytest.mark.parametrize("kind", PAIRS)
def test_broken_and_kept(kind):
    broken, kept = found(*PAIRS[kind])
    assert kind in broken
    assert kept == set()


#: a datagram of management that is too short has no room for its attribute either
TWO = ("mad-length",)


@pytest.mark.parametrize("kind", [kind for kind in PAIRS if kind not in TWO])
def test_one_mistake_is_one_finding(kind):
    """A rule that is broken does not drag others along."""
    (broken,) = found(PAIRS[kind][0])
    assert broken == {kind}


@pytest.mark.parametrize(
    ("kind", "packet"),
    [
        ("pad-count", roce(bth={"padcnt": 3}, pad=b"")),
        ("malformed", roce(name="RC RDMA READ Request")),
        ("flow-control-operand", flow_control(op=2)),
        ("flow-control-vl15", flow_control(vl=15)),
        ("lpcrc-bad", flow_control(vcrc=b"ab")),
        ("grh-next-header", build(draft("LRH", slid=1, dlid=2), draft("GRH", nxthdr=59), payload=bytes(8))),
    ],
)
def test_broken(kind, packet):
    assert found(packet) == [{kind}]


def test_every_kind_is_tried():
    tried = {
        *PAIRS,
        "pad-count",
        "malformed",
        "flow-control-operand",
        "flow-control-vl15",
        "lpcrc-bad",
        "grh-next-header",
    }
    assert {kind.name for kind in rules.KINDS} == tried


def test_fields_of_a_corrupt_packet_are_noise():
    (kinds,) = found(corrupt(roce(payload=bytes(4100), bth={"tver": 1})))
    assert kinds == {"icrc-bad"}


def test_a_snap_length_changes_nothing():
    """Lengths on the wire tell what the capture has cut off."""
    cut = [roce(name="RC SEND First", payload=bytes(size)).data for size in (1000, 1024)]
    batch = Batch.of([data[:64] for data in cut], 1)
    batch.frames.wirelen = batch.frames.wirelen * 0 + [len(data) for data in cut]
    assert [(hits.kind.name, hits.rows.tolist()) for hits in rules.check_packets(batch)] == [
        ("first-middle-payload", [0])
    ]


def test_tunnels_are_nobody_s_business():
    """Only the network header that carries BTH is looked at."""
    inner = roce(payload=b"abcd").data
    outer = [draft("Ethernet"), draft("IPv4", src="224.0.0.9", dst="10.0.0.2", ttl=0), draft("UDP", dstport=4789)]
    packet = build(*outer, draft("VXLAN"), payload=inner)
    assert found(ibpkt.decode(packet.data, "ethernet")) == [set()]


@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_recorded_captures_keep_the_rules(path):
    """Linux and a fabric simulator build packets well; what netem corrupted has a wrong ICRC, or a wrong length."""
    kinds = set()
    with ibpkt.open(path) as capture:
        for batch in capture.batches():
            kinds |= {hits.kind.name for hits in rules.check_packets(batch)}
    assert kinds == ({"icrc-bad", "length-disagrees"} if path.name == "corrupt_write.pcap" else set())


def test_what_kinds_say():
    for kind in rules.KINDS:
        assert kind.means.endswith(".")
        assert not kind.says.endswith(".")
        assert kind.rule
        assert kind.group == "protocol"
        assert isinstance(kind.severity, Severity)
