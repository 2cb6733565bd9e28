"""NVMe over Fabrics with the kernel's target: a host of ours that is crafted, and another kernel's that mounts it.

The other kernel is driven by nvme-cli, and fio says how long its reads and writes took.
"""

import collections
import dataclasses
import json
import time

import numpy as np
import pytest

import ibpkt
from ibpkt.commands import commands
from ibpkt.commands.command_depth import CommandDepth
from tests.commands.test_nvme_truth import KINDS
from tests.live.broken import Tap
from tests.live.lab.live import GUEST_IP4
from tests.live.nvme_host import BLOCK, HOST_NQN, NQN, PORT, Queue, header, status_of, target, traced
from tests.live.second_guest import second_guest

SUCCESS = 0
#: Property Set of the controller's configuration: entries of 64 and 16 bytes, enabled
CC, ENABLED = 0x14, 0x460061
CSTS = 0x1C


@pytest.fixture
def tap(kernel, tmp_path):
    """Captures what passes meanwhile; the file stays where a test fails."""
    return Tap(kernel, tmp_path / "capture.pcap")


def told(tap):
    """The commands of what has passed."""
    with ibpkt.open(str(tap.path)) as capture:
        return list(commands(capture))


def answered(found):
    """What the target's trace has of commands, too."""
    return collections.Counter(
        (each.queue, each.identifier, each.kind, each.ok) for each in found if each.status is not None
    )


def expected(events):
    """The same of the target's trace, without events that it aborts by itself where a queue is deleted."""
    return collections.Counter(
        (str(each.queue or "admin"), each.cid, KINDS[each.opcode], each.status == SUCCESS)
        for each in events
        if KINDS[each.opcode] != "Asynchronous Event Request"
    )


def blocks(command):
    """How many blocks it is about."""
    return int(command.detail.rpartition("blocks ")[2]) if command.kind != "Flush" else 0


def test_a_crafted_host(kernel, tap):
    """Connect, properties, Identify, I/O: the kernel answers all of it, and the trace has what `commands` says."""
    with target(kernel):
        with tap:
            admin = Queue(kernel, 0)
            connected = admin.connect()
            assert status_of(connected) == SUCCESS
            fabrics = {"enabled": ("NVMePropertySet", 0, {"ofst": CC, "value": ENABLED}),
                       "ready": ("NVMePropertyGet", 4, {"ofst": CSTS})}  # fmt: skip
            for name, kind, values in fabrics.values():
                entry = header("NVMeFabrics", fctype=kind, **admin.entry()) + header(name, **values)
                assert status_of(done := admin.command(entry)) == SUCCESS
            assert done[0] & 1, "the controller is ready"
            page = admin.memory.register(4096)
            entry = header("NVMeAdminCommand", opc=6, **admin.entry(page, 4096)) + header("NVMeIdentify", cns=1)
            assert status_of(admin.command(entry)) == SUCCESS
            assert bytes(page.data[24:29]) == b"Linux"
            queue = Queue(kernel, 1)
            assert status_of(queue.connect(int.from_bytes(connected[:2], "little"))) == SUCCESS
            written = queue.memory.register(bytes(range(256)) * 32)
            read = queue.memory.register(8192)
            small = b"in the capsule".ljust(BLOCK, b".")
            for opcode, region, length, first, data, status in (
                (1, written, 8192, 8, b"", SUCCESS),
                (2, read, 8192, 8, b"", SUCCESS),
                (1, None, BLOCK, 100, small, SUCCESS),
                (2, read, BLOCK, 100, b"", SUCCESS),
                (2, read, BLOCK, 1 << 40, b"", None),
            ):
                before = bytes(read.data)
                common = queue.entry(region, length, in_capsule=bool(data), opc=opcode, nsid=1)
                entry = header("NVMeIOCommand", **common)
                entry += header("NVMeReadWrite", slba=first, nlb=length // BLOCK - 1)
                answer = status_of(queue.command(entry, data))
                assert (answer == SUCCESS) is (status == SUCCESS)
                if opcode == 2 and status == SUCCESS:
                    assert bytes(read.data[:length]) == (small if length == BLOCK else bytes(written.data))
                elif opcode == 2:
                    assert bytes(read.data) == before
            queue.close()
            admin.close()
        events = traced(kernel)
    found = told(tap)
    assert answered(found) == expected(events)
    assert [each.size for each in found if each.kind in ("Read", "Write")] == [8192, 8192, BLOCK, BLOCK, BLOCK]
    assert [each.moved for each in found if each.kind in ("Read", "Write")] == [8192, 8192, BLOCK, BLOCK, 0]
    assert len(events) == 4 + 1 + 5


#: what the other kernel does with the namespace
_CONNECTS = (
    "modprobe nvme-core multipath=N; modprobe nvme-rdma; "
    f"nvme connect -t rdma -a {GUEST_IP4} -s {PORT} -n {NQN} -q {HOST_NQN} --nr-io-queues=1 --queue-size=16"
)
_MOUNTS = (
    "for i in 1 2 3 4 5 6 7 8 9 10; do [ -e /dev/nvme0n1 ] && break; sleep 0.2; done; mke2fs -q /dev/nvme0n1 && "
    "mkdir -p /mnt && mount /dev/nvme0n1 /mnt && dd if=/dev/urandom of=/mnt/file bs=16k count=8 conv=fsync && "
    "umount /mnt && "
    "dd if=/dev/nvme0n1 of=/dev/null bs=64k count=4 iflag=direct"
)
_STAT = "cat /sys/block/nvme0n1/stat"
DEPTH, IOS = 4, 120
_FIO = (
    "fio --name=mix --filename=/dev/nvme0n1 --rw=randrw --rwmixread=60 --bsrange=4k-16k --direct=1 --ioengine=libaio "
    f"--iodepth={DEPTH} --number_ios={IOS} --randseed=7 --output-format=json --output=/run/fio.json && "
    "cat /run/fio.json"
)
_IDENTIFIES = "nvme id-ctrl /dev/nvme0 -o json"
_LEAVES = f"nvme disconnect -n {NQN}"


class Run:
    """What another kernel is told, and when.

    Args:
        host: that kernel.
        command: a line of its shell.
    """

    def __init__(self, host, command):
        self.begun = time.time_ns()
        status, self.text = host.shell(command, 60)
        time.sleep(0.1)  # its last packets
        self.ended = time.time_ns()
        assert status == 0, self.text

    def of(self, found, *kinds):
        """The commands of some kinds that began meanwhile."""
        return [each for each in found if each.kind in kinds and self.begun <= each.start < self.ended]


@pytest.mark.kernels("6.1")  # a guest more takes ten seconds
def test_another_kernel(kernel, suite, tap):
    """It mounts the namespace, and fio reads and writes it: what its block layer, nvme-cli, fio and the target say."""
    if kernel.shell("command -v fio nvme")[0]:
        pytest.skip("the guest was built without fio and nvme-cli: run tests/live/lab/build.sh")
    with target(kernel), second_guest(kernel, suite) as host:
        with tap:
            for command in (_CONNECTS, _MOUNTS):
                Run(host, command)
            told_by_nvme = Run(host, _IDENTIFIES)
            told_by_fio = Run(host, _FIO)
            counted = [int(number) for number in host.shell(_STAT)[1].split()]
            Run(host, _LEAVES)
        events = traced(kernel)
    found = told(tap)
    assert answered(found) == expected(events)
    # the block layer counts Write Zeroes and Flush as writes, which move nothing
    for kinds, ios, sectors in ((("Read",), 0, 2), (("Write", "Write Zeroes", "Flush"), 4, 6)):
        of_kind = [each for each in found if each.kind in kinds]
        assert len(of_kind) == counted[ios]
        assert sum(map(blocks, of_kind)) == counted[sectors]
        assert all(each.moved == (each.size or 0) and each.ok for each in of_kind)
        assert all(each.size in (None, blocks(each) * BLOCK) for each in of_kind)
    assert counted[0] > 10, "there was something to compare"
    assert [each.kind for each in found if each.outcome == "open"] in ([], ["Asynchronous Event Request"])
    identified = told_by_nvme.of(found, "Identify")
    assert [(each.queue, each.moved, each.ok) for each in identified] == [("admin", 4096, True)]
    assert json.loads(told_by_nvme.text)["mn"].strip() == "Linux"
    compare_with_fio(found, told_by_fio)


def compare_with_fio(found, run):
    """Commands, bytes and depth are fio's; at the tap every percentile of latency is below fio's, and not far below."""
    job = json.loads(run.text[run.text.index("{") :])["jobs"][0]
    depth = CommandDepth()
    for kind, of_job in (("Read", job["read"]), ("Write", job["write"])):
        mine = run.of(found, kind)
        assert (len(mine), sum(each.moved for each in mine)) == (of_job["total_ios"], of_job["io_bytes"])
        latencies = [each.latency for each in mine]
        for point, theirs in of_job["clat_ns"]["percentile"].items():
            if float(point) in (50, 90):
                ours = np.percentile(latencies, float(point))
                assert 0.05 * theirs < ours < theirs
        for each in mine:
            depth.add(dataclasses.replace(each, flow=1, queue="all"))
    assert job["read"]["total_ios"] + job["write"]["total_ios"] == IOS
    assert depth.most(1) == DEPTH
