"""Queues whose messages are taken as columns: commands, findings and connections are those of single messages."""

import dataclasses

import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.commands import follower
from ibpkt.commands.command_depth import CommandDepth
from ibpkt.commands.command_latency import CommandLatency
from ibpkt.commands.command_table import CommandTable
from tests.commands.test_nvme_truth import RECORDED, WHOLE
from tests.support.shared import OWN

#: opcodes of RC
WRITE_ONLY, ACKNOWLEDGE = 10, 17


def followed(path, **options):
    """The commands, findings and connections of a capture, and how many commands came as columns."""
    watching = follower.CommandFollower()
    commands, findings, columns = [], [], 0
    with ibpkt.open(str(path)) as capture:
        for batch in capture.batches(**options):
            table = watching.add_table(batch)
            columns += 0 if table.columns is None else len(table.columns)
            commands += table.objects
            findings += watching.findings
    commands += watching.finish()
    findings += watching.findings
    told = [(finding.kind, finding.frame, finding.facts) for finding in findings]
    return [dataclasses.asdict(each) for each in commands], told, list(watching.connections()), columns


def both(path, monkeypatch, **options):
    """What columns say, after it was compared with what single messages say; returns how many there are."""
    monkeypatch.setattr(follower, "FEW", 1)
    *told, columns = followed(path, **options)
    monkeypatch.setattr(follower, "FEW", 1 << 60)
    *expected, none = followed(path, **options)
    assert none == 0
    assert told == expected
    return columns


def test_the_own_capture(monkeypatch):
    assert both(OWN / "nvmeof.pcap", monkeypatch, max_packets=37) > 5


@pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")
@pytest.mark.parametrize("name", [*WHOLE, "nvmeof_loss_after_tap_2pct", "nvmeof_nosetup_qd1"])
def test_recordings(name, monkeypatch):
    columns = both(RECORDED / f"{name}.pcap", monkeypatch, max_packets=150)
    assert columns > 0 or name == "nvmeof_discovery", "which has no I/O queue"


def scene(path, packets=3000, faults=None, **options):
    given = {"conversations": 3, "sizes": (512, 8192), "queue_depth": 8, "command_errors": 0.05, "pmtu": 1024}
    told = traffic.Faults(**(faults or {}))
    made = traffic.Traffic(5, workload="nvme", packets=packets, faults=told, **{**given, **options})
    with ibpkt.create(str(path), link=made.link) as out:
        for batch in made.batches():
            out.write_batch(batch)
    return path


@pytest.mark.parametrize(
    "faults", [{}, {"loss": 0.01}, {"reorder": 0.02, "behind": 0.5}, {"duplicate": 0.02}, {"rnr": 0.1}], ids=str
)
def test_traffic_with_faults(tmp_path, monkeypatch, faults):
    path = scene(tmp_path / "nvme.pcap", faults=faults, coalesce=len(faults) * 15 + 1)
    for size in (3000, 211):
        assert both(path, monkeypatch, max_packets=size) > 10


@pytest.mark.family("batches")
def test_commands_that_go_on_in_the_next_batch_are_columns(tmp_path, monkeypatch):
    """Small batches, with some commands under way at each end, leave no more to single messages than large ones."""
    path = scene(tmp_path / "nvme.pcap")
    whole = both(path, monkeypatch, max_packets=3000)
    assert whole > 200
    assert both(path, monkeypatch, max_packets=50) >= whole


def test_a_key_for_all_commands(tmp_path, monkeypatch):
    """Hosts that register their memory once: only addresses tell commands apart."""
    path = scene(tmp_path / "nvme.pcap", packets=800)
    one = tmp_path / "one.pcap"
    with ibpkt.open(str(path)) as capture, ibpkt.create(str(one), link="ethernet") as out:
        for packet in capture:
            layers = [layer.header.key for layer in packet.layers]
            payload = packet.payload
            if "reth" in layers:
                packet = packet.replace(reth__r_key=0x55)
            elif packet.bth.opcode == 4 and len(payload) == 64:
                packet = packet.replace(payload=payload[:35] + b"\x55\0\0\0" + payload[39:])
            out.write(packet, time=packet.time)
    both(one, monkeypatch, max_packets=200)


def test_a_write_of_no_bytes(tmp_path, monkeypatch):
    """It moves none, but belongs to its command."""
    path, empty = scene(tmp_path / "nvme.pcap", packets=500, command_errors=0), tmp_path / "empty.pcap"
    written = None
    with ibpkt.open(str(path)) as capture, ibpkt.create(str(empty), link="ethernet") as out:
        for number, packet in enumerate(capture, 1):
            if written is None and number > 250 and packet.bth.opcode == WRITE_ONLY:
                packet, written = packet.replace(reth__dmalen=0, payload=b""), number
            out.write(packet, time=packet.time)
    assert both(empty, monkeypatch, max_packets=100) > 10
    monkeypatch.setattr(follower, "FEW", 1)
    commands, *_ = followed(empty, max_packets=100)
    (command,) = (each for each in commands if written in [part.first_frame for part in each["parts"]])
    assert (command["outcome"], command["moved"]) == ("answered", 0)
    assert command["data_end"] is not None


def test_a_clock_that_stands_still(tmp_path, monkeypatch):
    """What comes at the same time as its command comes after it: as many commands are columns as with other clocks."""
    path, coarse = scene(tmp_path / "nvme.pcap", packets=500), tmp_path / "coarse.pcap"
    with ibpkt.open(str(path)) as capture, ibpkt.create(str(coarse), link="ethernet") as out:
        for packet in capture:
            out.write(packet, time=10**18)
    assert both(coarse, monkeypatch, max_packets=100) == both(path, monkeypatch, max_packets=100) > 10


def test_sums_of_tables(tmp_path, monkeypatch):
    """Latency and depth are the same of columns as of commands one by one."""
    path = scene(tmp_path / "nvme.pcap")
    monkeypatch.setattr(follower, "FEW", 1)
    watching = follower.CommandFollower()
    sums, single = (CommandLatency(), CommandDepth()), (CommandLatency(), CommandDepth())
    tables = []
    with ibpkt.open(str(path)) as capture:
        for batch in capture.batches(max_packets=700):
            tables.append(watching.add_table(batch))
    tables.append(CommandTable(watching.finish()))
    assert sum(table.columns is not None for table in tables) > 2
    for table in tables:
        for collected in sums:
            collected.add_table(table)
        for command in table.objects:
            for collected in single:
                collected.add(command)
    assert [collected.rows() for collected in sums] == [collected.rows() for collected in single]


@pytest.mark.parametrize("size", [3000, 100])
def test_data_of_commands_that_are_acknowledged_late(tmp_path, monkeypatch, size):
    """The capture lacks most acknowledgements of commands: their data and responses come first, as was seen live."""
    path, few = scene(tmp_path / "nvme.pcap", command_errors=0), tmp_path / "few.pcap"
    with ibpkt.open(str(path)) as capture, ibpkt.create(str(few), link="ethernet") as out:
        host = None
        for number, packet in enumerate(capture):
            host = host or packet.ipv4.src  # it sends the first command
            if packet.bth.opcode != ACKNOWLEDGE or packet.ipv4.src == host or number % 9 == 0:
                out.write(packet, time=packet.time)
    both(few, monkeypatch, max_packets=size)
    monkeypatch.setattr(follower, "FEW", 1)
    commands, *_ = followed(few, max_packets=size)
    answered = [each for each in commands if each["outcome"] == "answered"]
    assert len(answered) > 200
    assert [each["moved"] for each in answered] == [each["size"] or 0 for each in answered]


def test_responses_whose_commands_the_capture_lacks(tmp_path, monkeypatch):
    """A response without its command begins what a batch has of one queue; the others are columns all the same."""
    path, few = scene(tmp_path / "nvme.pcap", packets=500, queue_depth=1, command_errors=0), tmp_path / "few.pcap"
    with ibpkt.open(str(path)) as capture:
        packets = list(capture)
    capsules = [
        (at, packet) for at, packet in enumerate(packets) if packet.bth.opcode == 4 and len(packet.payload) == 64
    ]
    queues = dict.fromkeys(packet.bth.destqp for _at, packet in capsules)
    for queue in queues:
        lacking, asked = next((at, each) for at, each in capsules if each.bth.destqp == queue and at >= 150)
        response = next(
            at
            for at, each in enumerate(packets)
            if at > lacking and each.payload[12:14] == asked.payload[2:4] and len(each.payload) == 16
            and each.ipv4.src == asked.ipv4.dst and each.ipv4.dst == asked.ipv4.src
        )  # fmt: skip
        with ibpkt.create(str(few), link="ethernet") as out:
            for at, packet in enumerate(packets):
                if at != lacking:
                    out.write(packet, time=packet.time)
        assert both(few, monkeypatch, max_packets=response - 1) > 5
    assert len(queues) == 3
