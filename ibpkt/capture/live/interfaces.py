"""The network interfaces of a Linux machine, and the RDMA devices that go with them."""

from __future__ import annotations

import os
import socket
import struct
import sys
from pathlib import Path
from typing import NamedTuple

from ibpkt.errors import CallerError, CaptureError, sentence

ALL = "any"
"""What stands for all interfaces together."""

# requests of <linux/sockios.h>; /sys may show the interfaces of another network namespace
_GET_FLAGS, _GET_HARDWARE = 0x8913, 0x8927
_REQUEST = struct.Struct("=16s H 14x 8x")  # struct ifreq: the name, and the first number of the answer
_NET = Path("/sys/class/net")
_RDMA = Path("/sys/class/infiniband")
_UP = 1  # IFF_UP
#: hardware types of <linux/if_arp.h> whose packets begin with an Ethernet header, and names of some others
_ETHERNET = {1: "Ethernet", 772: "loopback"}
_OTHERS = {32: "IP over InfiniBand", 65534: "no link layer", 768: "tunnel", 769: "tunnel", 776: "tunnel", 778: "tunnel"}


class NetworkInterface(NamedTuple):
    """A network interface.

    Attributes:
        number: as the kernel counts it; 0 for all of them together.
        name: such as ``eth0``.
        kind: what its link layer is, in a few words.
        has_ethernet: its packets begin with an Ethernet header.
        is_up: it is switched on.
        offloaded: adapters behind it that carry RDMA past the kernel, such as ``mlx5_0``.
        software: RDMA devices above it that are programs in the kernel, such as ``rxe0``.
    """

    number: int
    name: str
    kind: str = ""
    has_ethernet: bool = False
    is_up: bool = True
    offloaded: tuple[str, ...] = ()
    software: tuple[str, ...] = ()


def network_interfaces() -> list[NetworkInterface]:
    """The interfaces in the order of their numbers, and at last the one that stands for all of them.

    Raises:
        CaptureError: this is no Linux.
    """
    need_linux(ALL)
    above = _software()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        found = [_described(asking, number, name, above) for number, name in sorted(socket.if_nameindex())]
    return [*found, NetworkInterface(0, ALL, "all interfaces")]


def interface_named(text: str) -> NetworkInterface:
    """The interface of a name, or of the place in the list of them all, from 1.

    Raises:
        CallerError: there is none.
        CaptureError: this is no Linux.
    """
    known = network_interfaces()
    for place, interface in enumerate(known, 1):
        if text == interface.name or text == str(place):
            return interface
    names = [interface.name for interface in known]
    raise CallerError(f"there is no interface {text!r} ({', '.join(names)})", name=text, known=names)


def need_linux(name: str) -> None:
    """See that this machine can capture.

    Raises:
        CaptureError: it is no Linux.
    """
    if sys.platform != "linux":
        line = f"tcpdump -i {name} -w - | ibpkt decode -f -"
        raise CaptureError(name, f"ibpkt captures on Linux only; elsewhere tcpdump does, as in '{line}'")


def _described(asking: socket.socket, number: int, name: str, above: dict[str, tuple[str, ...]]) -> NetworkInterface:
    hardware, flags = _asked(asking, _GET_HARDWARE, name), _asked(asking, _GET_FLAGS, name)
    kind = _ETHERNET.get(hardware) or _OTHERS.get(hardware) or f"hardware type {hardware}"
    offloaded = _names(_NET / name / "device" / "infiniband")
    return NetworkInterface(
        number, name, kind, hardware in _ETHERNET, bool(flags & _UP), offloaded, above.get(name, ())
    )


def _asked(asking: socket.socket, request: int, name: str) -> int:
    """What the kernel answers to a request about an interface; 0 where it has gone."""
    import fcntl  # late: other systems lack it

    try:
        answer = fcntl.ioctl(asking, request, _REQUEST.pack(name.encode(), 0))
    except OSError:
        return 0
    return int(_REQUEST.unpack(answer)[1])


def _software() -> dict[str, tuple[str, ...]]:
    """RDMA devices that are no adapters, by the interface that each works on."""
    found: dict[str, tuple[str, ...]] = {}
    for device in _names(_RDMA):
        if not (_RDMA / device / "device").exists():
            interface = _text(_RDMA / device / "parent")
            found[interface] = (*found.get(interface, ()), device)
    return found


def _names(folder: Path) -> tuple[str, ...]:
    try:
        return tuple(sorted(os.listdir(folder)))
    except OSError:
        return ()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def refusal(name: str, error: OSError) -> CaptureError:
    """What the system says against capturing on an interface, in one sentence."""
    if isinstance(error, PermissionError):
        python = os.path.realpath(sys.executable)
        return CaptureError(
            name,
            f"capturing needs the capability CAP_NET_RAW: call ibpkt with sudo, or once 'sudo setcap cap_net_raw+ep "
            f"{python}', or let 'dumpcap -i {name} -w - | ibpkt decode -f -' do it",
        )
    return CaptureError(name, f"cannot be captured from: {sentence(error)}")
