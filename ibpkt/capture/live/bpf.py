"""Classic BPF: the program with which the kernel chooses the packets that a socket gets (bpf(4); Linux `filter.txt`).

`packet_filter` makes one that keeps frames by EtherType and IP packets by UDP destination port, behind up to two VLAN
tags, with the fragments that belong to them and the ICMP errors about them.
"""

from __future__ import annotations

import struct
from collections.abc import Collection
from typing import NamedTuple

# operations: class, size and mode of an instruction are one number
_LD_WORD, _LD_HALF, _LD_BYTE = 0x20, 0x28, 0x30  # at a fixed offset
_LD_HALF_X, _LD_BYTE_X = 0x48, 0x50  # at X and an offset
_LDX_NUMBER, _LD_MEMORY, _STORE = 0x01, 0x60, 0x02
_ADD, _AND, _SHIFT, _ADD_X = 0x04, 0x54, 0x64, 0x0C
_TO_X, _FROM_X = 0x07, 0x87
_JUMP, _IF_EQUAL, _IF_ABOVE, _IF_LEAST, _IF_SET = 0x05, 0x15, 0x25, 0x35, 0x45
_RETURN = 0x06

#: what Linux knows of a packet besides its bytes is read at offsets from here on
_EXTENSION = 0xFFFFF000
_PROTOCOL, _DIRECTION, _INTERFACE = _EXTENSION, _EXTENSION + 4, _EXTENSION + 8
_OUTGOING = 4
LOOPBACK_INDEX = 1
"""The number of the loopback interface, in every network namespace: it shows packets as they leave and arrive."""

_VLAN_TAGS = (0x8100, 0x88A8, 0x9100)
_IPV4, _IPV6 = 0x0800, 0x86DD
_UDP, _ICMP, _ICMPV6 = 17, 1, 58
_FRAGMENT = 44
_EXTENSION_HEADERS = (0, 43, 60)  # hop-by-hop options, routing, destination options: length in units of 8 bytes
#: extension headers of IPv6 that are stepped over
MOST_EXTENSIONS = 4
#: types of ICMP that quote a packet: unreachable, source quench, redirect, time exceeded, parameter problem
_ICMP_ERRORS = (3, 4, 5, 11, 12)
_LAST_ICMPV6_ERROR = 127  # below are errors (RFC 4443, 2.1)


class Instruction(NamedTuple):
    """One instruction, as `struct sock_filter` has it.

    Attributes:
        code: the operation.
        if_true, if_false: instructions to skip, where it is a condition.
        value: its operand.
    """

    code: int
    if_true: int
    if_false: int
    value: int


def packed(program: Collection[Instruction]) -> bytes:
    """A program as an array of `struct sock_filter`, in the byte order of this machine."""
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


class _Assembler:
    """Instructions whose jumps name labels; all jumps go forward."""

    def __init__(self) -> None:
        self._lines: list[tuple[int, str, str, int]] = []
        self._labels: dict[str, int] = {}

    def label(self, name: str) -> None:
        """The next instruction is what ``name`` stands for."""
        self._labels[name] = len(self._lines)

    def add(self, code: int, value: int = 0) -> None:
        """An instruction that goes on to the next one."""
        self._lines.append((code, "", "", value))

    def branch(self, code: int, value: int, then: str = "", otherwise: str = "") -> None:
        """A condition; where a label is missing, it goes on to the next instruction."""
        self._lines.append((code, then, otherwise, value))

    def jump(self, label: str) -> None:
        """Go on at a label, however far."""
        self._lines.append((_JUMP, label, "", 0))

    def assembled(self) -> list[Instruction]:
        """The program.  A condition reaches 255 instructions; the programs here are shorter."""
        program = []
        for place, (code, then, otherwise, value) in enumerate(self._lines, 1):
            first = self._labels[then] - place if then else 0
            second = self._labels[otherwise] - place if otherwise else 0
            if code == _JUMP:
                program.append(Instruction(code, 0, 0, first))
            else:
                program.append(Instruction(code, first, second, value))
        return program


def packet_filter(
    *, has_ethernet: bool, ethertypes: Collection[int], udp_ports: Collection[int], snaplen: int
) -> list[Instruction]:
    """A program that keeps frames of some EtherTypes, and IP packets by their UDP destination port.

    Of a fragmented UDP datagram the fragments behind the first are kept, whatever its port: they do not name it.
    ICMP errors are kept where the packet that they quote would be.

    Args:
        has_ethernet: packets begin with an Ethernet header; otherwise with what follows it.
        ethertypes: of the frames.
        udp_ports: destination ports.
        snaplen: the bytes of a packet that are kept, at most.
    """
    code = _Assembler()
    if not has_ethernet:  # of all interfaces together: the one that shows packets twice shows them once
        code.add(_LD_WORD, _DIRECTION)
        code.branch(_IF_EQUAL, _OUTGOING, otherwise="start")
        code.add(_LD_WORD, _INTERFACE)
        code.branch(_IF_EQUAL, LOOPBACK_INDEX, "drop")
    code.label("start")
    _find_network_header(code, 14 if has_ethernet else 0)
    for number in ethertypes:
        code.branch(_IF_EQUAL, number, "keep")
    code.branch(_IF_EQUAL, _IPV4, "ipv4")
    code.branch(_IF_EQUAL, _IPV6, "ipv6", "drop")
    _choose_ipv4(code, udp_ports)
    _choose_ipv6(code, udp_ports)
    code.label("port")  # of a UDP header at X
    code.add(_LD_HALF_X, 2)
    _compare_port(code, udp_ports)
    code.label("keep")
    code.add(_RETURN, snaplen)
    code.label("drop")
    code.add(_RETURN, 0)
    return code.assembled()


def everything(snaplen: int) -> list[Instruction]:
    """A program that keeps the first ``snaplen`` bytes of every packet."""
    return [Instruction(_RETURN, 0, 0, snaplen)]


def nothing() -> list[Instruction]:
    """A program that keeps no packet."""
    return [Instruction(_RETURN, 0, 0, 0)]


def _compare_port(code: _Assembler, ports: Collection[int]) -> None:
    """Keep the packet if A is one of the ports, else drop it."""
    for port in ports:
        code.branch(_IF_EQUAL, port, "keep")
    code.jump("drop")


def _find_network_header(code: _Assembler, at: int) -> None:
    """Step over VLAN tags: then A is the EtherType of what begins at X.  The kernel may have taken a tag away."""
    code.add(*(_LD_HALF, 12) if at else (_LD_WORD, _PROTOCOL))
    for depth in range(3):
        code.add(_LDX_NUMBER, at + 4 * depth)
        if depth == 2:
            break
        for tag in _VLAN_TAGS[:-1]:
            code.branch(_IF_EQUAL, tag, f"tag{depth}")
        code.branch(_IF_EQUAL, _VLAN_TAGS[-1], f"tag{depth}", "found")
        code.label(f"tag{depth}")
        code.add(_LD_HALF, at + 4 * depth + 2)
    code.label("found")


def _choose_ipv4(code: _Assembler, ports: Collection[int]) -> None:
    """IPv4 at X."""
    code.label("ipv4")
    code.add(_LD_BYTE_X, 9)
    code.branch(_IF_EQUAL, _UDP, "udp4")
    code.branch(_IF_EQUAL, _ICMP, otherwise="drop")
    code.add(_LD_HALF_X, 6)
    code.branch(_IF_SET, 0x1FFF, "drop")
    _step_over_ipv4(code, 0)
    code.add(_LD_BYTE_X, 0)
    for number in _ICMP_ERRORS[:-1]:
        code.branch(_IF_EQUAL, number, "icmp")
    code.branch(_IF_EQUAL, _ICMP_ERRORS[-1], "icmp", "drop")
    code.label("icmp")
    code.add(_LD_BYTE_X, 8 + 9)
    code.branch(_IF_EQUAL, _UDP, otherwise="drop")
    _step_over_ipv4(code, 8)
    code.add(_LD_HALF_X, 8 + 2)
    _compare_port(code, ports)
    code.label("udp4")
    code.add(_LD_HALF_X, 6)
    code.branch(_IF_SET, 0x1FFF, "keep")  # not the first fragment
    _step_over_ipv4(code, 0)
    code.jump("port")


def _step_over_ipv4(code: _Assembler, at: int) -> None:
    """X grows by the length of the IPv4 header that begins ``at`` bytes behind it."""
    code.add(_LD_BYTE_X, at)
    code.add(_AND, 0xF)
    code.add(_SHIFT, 2)
    code.add(_ADD_X)
    code.add(_TO_X)


def _choose_ipv6(code: _Assembler, ports: Collection[int]) -> None:
    """IPv6 at X."""
    code.label("ipv6")
    code.add(_LD_BYTE_X, 6)
    code.add(_STORE, 0)
    code.add(_FROM_X)
    code.add(_ADD, 40)
    code.add(_TO_X)
    for depth in range(MOST_EXTENSIONS + 1):
        # X is at a header of the kind that memory 0 has
        code.add(_LD_MEMORY, 0)
        code.branch(_IF_EQUAL, _UDP, "port")
        code.branch(_IF_EQUAL, _ICMPV6, "icmpv6")
        if depth == MOST_EXTENSIONS:
            code.jump("drop")
            break
        code.branch(_IF_EQUAL, _FRAGMENT, f"fragment{depth}")
        for number in _EXTENSION_HEADERS[:-1]:
            code.branch(_IF_EQUAL, number, f"extension{depth}")
        code.branch(_IF_EQUAL, _EXTENSION_HEADERS[-1], f"extension{depth}", "drop")
        code.label(f"fragment{depth}")
        code.add(_LD_HALF_X, 2)
        code.branch(_IF_LEAST, 8, f"later{depth}", f"first{depth}")
        code.label(f"later{depth}")
        code.add(_LD_BYTE_X, 0)
        code.branch(_IF_EQUAL, _UDP, "keep", "drop")
        code.label(f"first{depth}")
        code.add(_LD_BYTE_X, 0)
        code.add(_STORE, 0)
        code.add(_FROM_X)
        code.add(_ADD, 8)
        code.add(_TO_X)
        code.jump(f"next{depth}")
        code.label(f"extension{depth}")
        code.add(_LD_BYTE_X, 0)
        code.add(_STORE, 0)
        code.add(_LD_BYTE_X, 1)
        code.add(_ADD, 1)
        code.add(_SHIFT, 3)
        code.add(_ADD_X)
        code.add(_TO_X)
        code.label(f"next{depth}")
    code.label("icmpv6")
    code.add(_LD_BYTE_X, 0)
    code.branch(_IF_ABOVE, _LAST_ICMPV6_ERROR, "drop")
    code.add(_LD_BYTE_X, 8 + 6)
    code.branch(_IF_EQUAL, _UDP, otherwise="drop")
    code.add(_LD_HALF_X, 8 + 40 + 2)
    _compare_port(code, ports)
