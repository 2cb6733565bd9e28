"""A second guest at the other end of the first one's cable: two kernels talk, and every frame passes through here."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

from tests.live.lab import live
from tests.live.lab.live import GUEST_IP4, GUEST_MAC, HOST_IP4, HOST_MAC, Kernel, LabError, LabTimeout

#: seconds after which a thread looks whether it is to end
_TURN = 0.2
#: what makes the guest node 2: whoever asks for node 2's addresses gets ours, so nobody asks for anything else
_AS_NODE_2 = f"""
NIC=$(ls /sys/class/net | grep -v lo)
ip link set $NIC down
ip addr flush dev $NIC
ip link set $NIC address {HOST_MAC.hex(":")}
ip link set $NIC up
ip addr add {HOST_IP4}/24 dev $NIC
ip neigh replace {GUEST_IP4} lladdr {GUEST_MAC.hex(":")} dev $NIC nud permanent
ip addr add {live.HOST_IP6}/64 dev $NIC nodad
ip neigh replace {live.GUEST_IP6} lladdr {GUEST_MAC.hex(":")} dev $NIC nud permanent
GIDS=/sys/class/infiniband/rxe0/ports/1/gids
for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.2
cat $GIDS/* | grep -e ffff:c0a8:4d02 -e ^fd77:.*:0002 | sort -u | wc -l | grep -q 2 && break
done
"""


def _carry(source: Kernel, sink: Kernel, over: threading.Event) -> None:
    while not over.is_set():
        try:
            sink.send(source.recv(_TURN))
        except LabTimeout:
            continue
        except LabError:
            return


@contextlib.contextmanager
def node2(suite: str) -> Iterator[Kernel]:
    """Another guest, which has the addresses of node 2; nobody carries what it sends."""
    with Kernel(suite=suite) as other:
        status, text = other.shell(_AS_NODE_2.strip().replace("\n", "; "))
        assert status == 0, text
        yield other


@contextlib.contextmanager
def second_guest(kernel: Kernel, suite: str) -> Iterator[Kernel]:
    """Another guest, which is node 2 for the first."""
    with node2(suite) as other:
        other.drain()
        kernel.drain()
        over = threading.Event()
        threads = [
            threading.Thread(target=_carry, args=(source, sink, over), daemon=True)
            for source, sink in ((kernel, other), (other, kernel))
        ]
        for thread in threads:
            thread.start()
        try:
            yield other
        finally:
            over.set()
            for thread in threads:
                thread.join()
