"""Queues whose messages are taken as columns: commands, findings and connections are those of single messages."""

import dataclasses
import random

import numpy as np
import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.analysis.results.message_table import COLUMNS, NONE, OUTCOME_NAMES, MessageTable
from ibpkt.commands import follower
from ibpkt.commands.command_depth import CommandDepth
from ibpkt.commands.command_latency import CommandLatency
from ibpkt.commands.command_table import CommandTable, known
from ibpkt.commands.nvme_rule import NVMeRule
from ibpkt.commands.send_heads import _EACH, SendHeads
from ibpkt.protocols import OPERATIONS
from tests.commands.hand_made_messages import FABRICS, completion, entry
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


@pytest.mark.costly
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


@pytest.mark.costly
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


@pytest.mark.costly
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


# -- any messages -------------------------------------------------------------------------------------------------

FLOWS, HEADS = (3, 4, 7), 4096
ODD = (
    "order", "identifier", "key", "connect", "capsule", "command size", "host", "memory", "READ", "refused",
    "other identifier", "twice", "response", "size",
)  # fmt: skip


class Made:
    """Messages of three queues in the order of their ends, of which some are not what queues have in most batches.

    Args:
        seed: of the random numbers.
        odd: how likely that is.
        kinds: what may be odd.
    """

    def __init__(self, seed, odd, kinds):
        self.random, self.odd, self.kinds = random.Random(seed), odd, kinds
        self.clock, self.frame = 10**18, 0
        self.under_way = {flow: [] for flow in FLOWS}  # identifier, entry, key, address, length
        self.rows, self.heads = [], {}
        for _ in range(60):
            getattr(self, self.random.choice(("command", "data", "data", "response")))(self.random.choice(FLOWS))

    def is_odd(self, kind):
        return kind in self.kinds and self.random.random() < self.odd

    def message(self, flow, side, kind, data=b"", **values):
        self.clock += self.random.choice((0, 0, 5, 30))
        first = self.frame = self.frame + 5
        last = self.random.choice((0, first, first + 2))
        row = dict.fromkeys(COLUMNS, 0) | {
            "flow": flow, "side": side, "number": len(self.rows), "operation": OPERATIONS.index(kind), "service": 1,
            "first_frame": first, "last_frame": last, "start": self.clock - 900 * self.is_odd("order"),
            "end": self.clock + self.random.randint(0, 9), "last_psn": NONE, "size": len(data), "immediate": NONE,
            "responded": NONE, "completed": NONE, "nak": NONE, "invalidated": NONE, "whole": 1,
            "retransmissions": self.random.choice((0, 0, 0, 2)), "refusals": self.random.choice((0, 0, 0, 1)),
            "closed": first + 4, "outcome": OUTCOME_NAMES.index("completed"),
        }  # fmt: skip
        row |= values
        self.rows.append(row)
        self.heads[row["closed"] if kind == "READ" else first] = data[:HEADS]

    def command(self, flow):
        """With its data behind it, in the host's memory, in a form that is no RDMA's, or with none."""
        used = {cid for cid, *_ in self.under_way[flow]}
        named = {key for _cid, _opcode, key, *_ in self.under_way[flow]}
        free = [cid for cid in (0, 1, 2, 0xFFFF) if cid not in used or self.is_odd("identifier")]
        keys = [key for key in (0, 5, 6, 7, 0xFFFFFFFF) if key not in named or self.is_odd("key")]
        if not free or not keys:
            return
        cid, key = self.random.choice(free), self.random.choice(keys)
        address = self.random.choice((0, 0x1000, (1 << 64) - 4096))
        length, more = self.random.choice((0, 1, 512, 4096)), b""
        opcode = self.random.choice((0, 1, 2, 2, 5, 9, 0xC2))
        form = self.random.choice((0, 0, 0, 0, 1, 2))
        if self.is_odd("connect"):
            data = entry(FABRICS, cid, key, address, 1024, fabrics=1, dwords=(5 << 16,))
            opcode, form, length = FABRICS, 0, 1024
        else:
            data = entry(opcode, cid, key, address, length, inside=form == 1)
        if form == 1:
            more = bytes(self.random.choice((length, length + 8)) - self.is_odd("capsule") * min(length, 1))
        elif form == 2:
            data = data[:32] + b"\x00\x02\x00\x01" + data[36:39] + b"\x50" + data[40:]
        self.under_way[flow].append((cid, opcode, key, address, 0 if form else length))
        self.message(flow, 0, "SEND", (data + more)[: 63 if self.is_odd("command size") else None])

    def data(self, flow):
        """Of a command under way, or of memory that none names; the host writes sometimes, too."""
        if not self.under_way[flow]:
            return
        _cid, opcode, key, address, length = self.random.choice(self.under_way[flow])
        side, kind = 1 - self.is_odd("host"), "READ" if opcode == FABRICS else self.random.choice(("READ", "WRITE"))
        if self.is_odd("memory"):
            key, address = key ^ self.random.randint(0, 1), address + self.random.choice((length, length - 1))
        elif not length:
            side = 0
        values = {"remote": 1, "r_key": key, "address": np.uint64(address % (1 << 64)).astype(np.int64)}
        values["size"] = self.random.choice((NONE, 0, 1, length))
        if kind == "READ":
            values["completed"] = NONE if self.is_odd("READ") else self.clock + 40
        if self.is_odd("refused"):
            values["outcome"] = OUTCOME_NAMES.index("refused")
        self.message(flow, side, kind, connect_data() if opcode == FABRICS else b"", **values)

    def response(self, flow):
        if not self.under_way[flow]:
            return
        place = self.random.randrange(len(self.under_way[flow]))
        cid = self.under_way[flow][place][0] ^ self.is_odd("other identifier")
        if not self.is_odd("twice"):
            del self.under_way[flow][place]
        data = completion(cid, self.random.choice((0, 0, 0x2281)))
        self.message(flow, 1, "SEND", data[: 15 if self.is_odd("response") else None], size=16 + self.is_odd("size"))

    def batches(self):
        while self.rows:
            size = self.random.randint(1, 40)
            rows, self.rows = self.rows[:size], self.rows[size:]
            yield MessageTable({name: np.array([row[name] for row in rows], np.int64) for name in COLUMNS})


def connect_data():
    return bytes(256) + b"nqn.target".ljust(256, b"\0") + bytes(512)


class Followers:
    """The rules of the queues, with their messages one by one or, where they can, as columns."""

    def __init__(self, heads, as_columns):
        self.rules = {flow: NVMeRule(flow, 0, 1 + flow % 4) for flow in FLOWS}
        self.as_columns, self.columns = as_columns, 0
        self.heads = SendHeads(lambda: HEADS)
        self.heads._heads = dict(heads)
        self.heads._kept = sum(len(head) + _EACH for head in heads.values())

    def take(self, table):
        states = {flow: rule.state() for flow, rule in self.rules.items() if self.as_columns}
        states = {flow: state for flow, state in states.items() if state is not None}
        flows, columns, left = table.column("flow"), None, []
        chosen = np.isin(flows, [*states])
        if chosen.any():
            taken = NVMeRule.take_columns([*states.values()], table, np.flatnonzero(chosen), self.heads)
            columns, left = taken.columns, [*taken.left]
        commands, places = [], []
        for place in np.flatnonzero(~chosen | np.isin(flows, left)).tolist():
            message = table.objects[place]
            head = self.heads.pop(message.closed if message.kind == "READ" else message.first_frame)
            ended = self.rules[message.flow].take(message, head)
            commands += ended
            places += [place] * len(ended)
        if columns is not None:
            self.columns += len(columns)
            compare_columns(columns)
        return [plain(each) for each in CommandTable(commands, places, columns)]

    def finish(self):
        commands = [plain(each) for rule in self.rules.values() for each in rule.finish(over=False)]
        found = [(rule.name, rule.unmatched, rule.shown, rule.remarks.fetch("nvme")) for rule in self.rules.values()]
        return commands, found, self.heads._heads, self.heads._kept


def plain(command):
    return dataclasses.asdict(command) | {"number": 0}


def compare_columns(columns):
    """What columns say of themselves is what their objects say."""
    for row, made in enumerate(columns.make()):
        kind, status = columns.kinds[columns.kind[row]], columns.statuses[columns.status[row]]
        assert (*kind, *status) == (made.queue, made.kind, made.status, made.ok)
        numbers = (made.flow, made.identifier, made.first_frame, made.last_frame, made.start, made.sent, made.end)
        assert numbers == tuple(
            getattr(columns, name)[row] for name in ("flow", "identifier", "first", "last", "start", "sent", "end")
        )
        perhaps = [columns.data_start[row], columns.data_end[row], columns.size[row]]
        assert [made.data_start, made.data_end, made.size] == known(np.array(perhaps))


@pytest.mark.parametrize(("odd", "kinds"), [(0, ()), (0.01, ODD), (0.1, ODD), *((0.1, (kind,)) for kind in ODD)])
def test_any_messages(odd, kinds):
    """Whatever comes, in whatever batches: commands, remarks, names and what is left of beginnings are the same.

    Where nothing is odd all commands that are answered come as columns, and else some.
    """
    as_columns = answered = 0
    for seed in range(25 if len(kinds) != 1 else 8):
        made = Made(seed, odd, kinds)
        one, other = Followers(made.heads, as_columns=False), Followers(made.heads, as_columns=True)
        for table in made.batches():
            commands = one.take(table)
            assert other.take(table) == commands, seed
            answered += len(commands)
        assert other.finish() == one.finish(), seed
        as_columns += other.columns
    assert 0 < as_columns <= answered if odd else as_columns == answered > 100
