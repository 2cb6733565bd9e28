"""Building packets, against scapy: ``python -m tests.benchmarks.building``.

Both make the objects of the headers and then the bytes, which are compared but for the ICRC of scapy's contrib.roce.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable

from scapy.contrib.roce import AETH, BTH
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.packet import Raw, raw

from ibpkt import build, draft

#: how many times as fast the builder has to be
WANTED = 20
PAYLOAD = b"x" * 64
SRC, DST = "02:00:00:00:00:01", "02:00:00:00:00:02"


def send() -> bytes:
    """A SEND by the builder."""
    return build(
        draft("Ethernet", src=SRC, dst=DST),
        draft("IPv4", src="10.0.0.1", dst="10.0.0.2", id=1),
        draft("UDP", srcport=0xC000),
        draft("BTH", destqp=0x11, psn=7),
        payload=PAYLOAD,
    ).data


def scapy_send() -> bytes:
    """The same by scapy."""
    roce = BTH(opcode=4, dqpn=0x11, psn=7) / Raw(PAYLOAD)
    return raw(Ether(src=SRC, dst=DST) / IP(src="10.0.0.1", dst="10.0.0.2") / UDP(sport=0xC000, chksum=0) / roce)


def acknowledge() -> bytes:
    """An acknowledgement by the builder."""
    return build(
        draft("Ethernet", src=SRC, dst=DST),
        draft("IPv4", src="10.0.0.1", dst="10.0.0.2", id=1),
        draft("UDP", srcport=0xC000),
        draft("BTH", destqp=0x11, psn=7),
        draft("AETH", syndrome=0x1F, msn=3),
    ).data


def scapy_acknowledge() -> bytes:
    """The same by scapy."""
    roce = BTH(opcode=0x11, dqpn=0x11, psn=7) / AETH(syndrome=0x1F, msn=3)
    return raw(Ether(src=SRC, dst=DST) / IP(src="10.0.0.1", dst="10.0.0.2") / UDP(sport=0xC000, chksum=0) / roce)


def write() -> bytes:
    """A write by the builder; contrib.roce has no RETH."""
    return build(
        draft("Ethernet", src=SRC, dst=DST),
        draft("IPv4", src="10.0.0.1", dst="10.0.0.2"),
        draft("UDP", srcport=0xC000),
        draft("BTH", destqp=0x11, psn=7),
        draft("RETH", va=0x1000, r_key=5, dmalen=64),
        payload=PAYLOAD,
    ).data


def best(function: Callable[[], bytes], count: int = 300) -> float:
    """Seconds a call, the best of several rounds."""
    return min(timeit.repeat(function, number=count, repeat=7)) / count


def main() -> None:
    """Print the ratios."""
    for name, ours, theirs in (("SEND", send, scapy_send), ("Acknowledge", acknowledge, scapy_acknowledge)):
        assert ours()[:-4] == theirs()[:-4], f"{ours().hex()}\n{theirs().hex()}"
        mine, other = best(ours), best(theirs)
        print(f"{name}: ibpkt {mine * 1e6:.1f} us, scapy {other * 1e6:.1f} us, {other / mine:.1f} times", end="")
        print("" if other / mine >= WANTED else f", and should be {WANTED}")
    print(f"RDMA WRITE with RETH: ibpkt {best(write) * 1e6:.1f} us")


if __name__ == "__main__":
    main()
