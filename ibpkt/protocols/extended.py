"""The extended transport headers, which follow BTH as `opcodes.py` says."""

from __future__ import annotations

from ibpkt.schema import DEC, HEX, WORDS, Derived, Header, Part, binary, hexa, reserved, uint

RDETH = Header(
    "RDETH",
    "Reliable Datagram Extended Transport Header",
    "infiniband.rdeth",
    reserved("reserved", 8),
    uint("eecnxt", 24, "E2E Context", doc="destination end-to-end context"),
    summary="EE={eecnxt}",
    role="extended",
    source="IBA 1, 9.3.1",
)

#: the Q_Key of every queue pair 1
QP1_Q_KEY = 0x80010000

DETH = Header(
    "DETH",
    "Datagram Extended Transport Header",
    "infiniband.deth",
    hexa("q_key", 32, "Queue Key", digits=16, doc="0x80010000 for QP1"),
    reserved("reserved", 8),
    hexa("srcqp", 24, "Source Queue Pair", digits=8),
    summary="SrcQP={srcqp}",
    role="extended",
    source="IBA 1, 9.3.2",
)

RETH = Header(
    "RETH",
    "RDMA Extended Transport Header",
    "infiniband.reth",
    hexa("va", 64, "Virtual Address"),
    hexa("r_key", 32, "Remote Key"),
    uint("dmalen", 32, "DMA Length", unit="bytes", doc="of the whole message"),
    summary="VA={va} R_Key={r_key} DMALen={dmalen}",
    role="extended",
    source="IBA 1, 9.3.3",
)

#: bytes that an atomic works on
ATOMIC_SIZE = 8

AtomicETH: Header = Header(
    "AtomicETH",
    "Atomic Extended Transport Header",
    "infiniband.atomiceth",
    hexa("va", 64, "Virtual Address", filter="infiniband.reth.va", also=("infiniband.atomiceth.va",)),
    hexa("r_key", 32, "Remote Key", filter="infiniband.reth.r_key", also=("infiniband.atomiceth.r_key",)),
    uint("swapdt", 64, "Swap (Or Add) Data", doc="CmpSwap: the new value; FetchAdd: what is added"),
    uint("cmpdt", 64, "Compare Data", doc="CmpSwap only"),
    summary="VA={va} R_Key={r_key} Swap/Add={swapdt} Compare={cmpdt}",
    role="extended",
    source="IBA 1, 9.3.4",
)

#: a syndrome says in its last bits how many credits, how long a wait, or which error; above them, which of these
VALUE_BITS = 5
VALUE = (1 << VALUE_BITS) - 1
ACK, RNR_NAK, RESERVED_SYNDROME, NAK = range(4)
NAK_CODES = {
    0: "PSN Sequence Error",
    1: "Invalid Request",
    2: "Remote Access Error",
    3: "Remote Operational Error",
    4: "Invalid RD Request",
}
#: end-to-end credits by code; 31 means that no credits are counted
CREDITS: tuple[int | None, ...] = (
    0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
    1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, None,
)  # fmt: skip
#: receiver-not-ready timer in milliseconds by code
RNR_TIMER_MS: tuple[float, ...] = (
    655.36, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.16, 0.24, 0.32, 0.48, 0.64, 0.96, 1.28, 1.92,
    2.56, 3.84, 5.12, 7.68, 10.24, 15.36, 20.48, 30.72, 40.96, 61.44, 81.92, 122.88, 163.84, 245.76, 327.68, 491.52,
)  # fmt: skip


def _verdict(syndrome: int) -> str:
    opcode, value = syndrome >> VALUE_BITS, syndrome & VALUE
    if opcode >= 4 or opcode == RESERVED_SYNDROME:
        return "Reserved syndrome"
    if opcode == ACK:
        credits = CREDITS[value]
        return "ACK credits=unlimited" if credits is None else f"ACK credits={credits}"
    if opcode == RNR_NAK:
        return f"RNR NAK {RNR_TIMER_MS[value]:g} ms"
    return f"NAK {NAK_CODES.get(value, f'reserved code {value}')}"


AETH = Header(
    "AETH",
    "ACK Extended Transport Header",
    "infiniband.aeth",
    uint(
        "syndrome",
        8,
        "Syndrome",
        parts=(
            Part("reserved", "Reserved", 0, 1, DEC, filter=".syndrome.reserved"),
            Part(
                "opcode",
                "OpCode",
                1,
                2,
                filter=".syndrome.opcode",
                enum={ACK: "Ack", RNR_NAK: "RNR Nak", RESERVED_SYNDROME: "Reserved", NAK: "Nak"},
            ),
            Part("credit_count", "Credit Count", 3, VALUE_BITS, filter=".syndrome.credit_count", when=("opcode", ACK)),
            Part("timer", "Timer", 3, VALUE_BITS, filter=".syndrome.timer", when=("opcode", RNR_NAK)),
            Part(
                "reserved_value",
                "Reserved",
                3,
                VALUE_BITS,
                filter=".syndrome.reserved_value",
                when=("opcode", RESERVED_SYNDROME),
            ),
            Part(
                "error_code",
                "Error Code",
                3,
                VALUE_BITS,
                filter=".syndrome.error_code",
                when=("opcode", NAK),
                enum=NAK_CODES,
            ),
        ),
    ),
    uint("msn", 24, "Message Sequence Number", doc="completed request messages, modulo 2^24"),
    Derived("credits", "Credits", ("credit_count",), lambda code: CREDITS[code], unit="messages"),
    Derived("rnr_timer", "RNR Timer", ("timer",), lambda code: RNR_TIMER_MS[code], unit="ms"),
    Derived("verdict", "Verdict", ("syndrome",), _verdict, WORDS),
    summary="{verdict} MSN={msn}",
    role="extended",
    source="IBA 1, 9.3.5",
)

AtomicAckETH: Header = Header(
    "AtomicAckETH",
    "Atomic ACK Extended Transport Header",
    "infiniband.atomicacketh",
    uint("origremdt", 64, "Original Remote Data", doc="the value before the operation"),
    summary="Original={origremdt}",
    role="extended",
    source="IBA 1, 9.5.3",
)

ImmDt: Header = Header(
    "ImmDt",
    "Immediate Data",
    "infiniband.immdt",
    binary("immdt", 4, "Immediate Data", filter="infiniband.immdt", doc="opaque; the receiver's completion carries it"),
    summary="Imm=0x{immdt}",
    role="extended",
    source="IBA 1, 9.3.6",
)

IETH = Header(
    "IETH",
    "Invalidate Extended Transport Header",
    "infiniband.ieth",
    binary("r_key", 4, "RKey", filter="infiniband.ieth", doc="the key that the receiver shall invalidate"),
    summary="Invalidate=0x{r_key}",
    role="extended",
    source="IBA 1, 9.3.7",
)

XRCETH = Header(
    "XRCETH",
    "XRC Extended Transport Header",
    "infiniband.xrceth",
    reserved("reserved", 8),
    hexa("xrcsrq", 24, "XRC SRQ", doc="the shared receive queue at the responder"),
    summary="SRQ={xrcsrq}",
    role="extended",
    source="IBA 1 annex A14",
)

FETH = Header(
    "FETH",
    "Flush Extended Transport Header",
    "infiniband.feth",
    reserved("reserved", 26),
    uint("sel", 2, "Selectivity Level", enum={0: "Memory Region Range", 1: "Memory Region"}),
    uint(
        "plt",
        4,
        "Placement Type",
        HEX,
        parts=(
            Part("plt_persistence", "Persistence", 2, 1, filter=".plt.persistence"),
            Part("plt_visibility", "Global Visibility", 3, 1, filter=".plt.visibility"),
        ),
    ),
    role="extended",
    typical={"plt": 3},
    summary="SEL={sel} PLT={plt}",
    source="IBA 1.5 memory placement extensions",
)

CNP = Header(
    "CNP",
    "Congestion Notification Payload",
    "infiniband.cnp",
    reserved("reserved0", 64),
    reserved("reserved1", 64),
    role="extended",
    source="RoCEv2 annex A17",
)
