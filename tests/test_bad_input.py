"""Wrong arguments of every public function: a `CallerError` of one sentence that names what was given.

The functions are found in the packages and in the pages under `docs`, their arguments by `inspect`: a new function is
tried as soon as it exists.  An argument of a type that the annotation does not admit must be refused; one that has the
right type may be refused or taken.
"""

from __future__ import annotations

import contextlib
import enum
import functools
import importlib
import importlib.util
import inspect
import io
import itertools
import random
import re
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.stateful import RuleBasedStateMachine
from hypothesis.strategies import SearchStrategy

import ibpkt
import ibpkt.traffic.model
from ibpkt import edit, filter, management, protocols, traffic
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.incidents import Incident
from ibpkt.analysis.results.finding import Finding, FindingType, Severity
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.arguments import annotated, checked
from ibpkt.batch import Batch
from ibpkt.capture import join_captures, open_capture
from ibpkt.cluster import PairAnalysis
from ibpkt.commands.command import Command
from ibpkt.craft import vectors
from ibpkt.errors import CallerError, IbpktError
from ibpkt.fabric import Fabric, FabricPaths, FabricSubnet, read_fabric
from ibpkt.fabric.exports import ExportFormat
from ibpkt.plot import PictureFormat, plot
from ibpkt.stats.check import IntegrityReport
from ibpkt.tables import TABLES
from tests.support.shared import OWN, REPOSITORY
from tests.support.sweep import every

CAPTURE = OWN / "rc_read.pcap"
#: packages whose ``__all__`` counts; in the modules after them every function and class without an underscore counts
PACKAGES = (
    "ibpkt", "ibpkt.analysis", "ibpkt.capture", "ibpkt.cluster", "ibpkt.commands", "ibpkt.constructs", "ibpkt.edit",
    "ibpkt.fabric", "ibpkt.fabric.exports", "ibpkt.fabric.picture", "ibpkt.fabric.routing", "ibpkt.fabric.topology",
    "ibpkt.filter", "ibpkt.management", "ibpkt.packet", "ibpkt.plot", "ibpkt.report", "ibpkt.scapy", "ibpkt.stats",
    "ibpkt.strategies", "ibpkt.tables", "ibpkt.traffic",
)  # fmt: skip
MODULES = (
    "ibpkt.craft.builder", "ibpkt.craft.carriers", "ibpkt.craft.drafts", "ibpkt.craft.packet_batches",
    "ibpkt.craft.recipe", "ibpkt.craft.seal", "ibpkt.craft.vectors", "ibpkt.io.atomic", "ibpkt.io.pieces",
    "ibpkt.io.sink", "ibpkt.io.source", "ibpkt.protocols.graph", "ibpkt.protocols.plugins",
    "ibpkt.protocols.registration", "ibpkt.stats.check",
)  # fmt: skip
#: values that are wrong for most arguments: of a wrong type, out of range, misspelt
WRONG: tuple[Any, ...] = (1.5, None, object(), b"bytes", "no such name", [1.5, object()], -1, 1 << 70, float("nan"))
#: the longest sentence
LONGEST = 600


def documented() -> Iterator[tuple[str, str]]:
    """What the pages import: module and name."""
    for page in sorted((REPOSITORY / "docs").glob("*.md")):
        for module, names in re.findall(r"from (ibpkt[\w.]*) import ([\w, ]+)", page.read_text(encoding="utf-8")):
            if importlib.util.find_spec(module):  # not one of stubs only
                yield from ((module, name.partition(" as ")[0].strip()) for name in names.split(","))


def public() -> dict[str, Any]:
    """Every public function and class by the name under which it is found."""
    found = {}
    for package in PACKAGES:
        module = importlib.import_module(package)
        names = [name for name in module.__all__ if package != "ibpkt.scapy" or name == "install"]
        found |= {f"{package}.{name}": getattr(module, name) for name in names}
    for name in MODULES:
        module = importlib.import_module(name)
        here = {key: value for key, value in vars(module).items() if getattr(value, "__module__", "") == name}
        found |= {f"{name}.{key}": value for key, value in here.items() if not key.startswith("_")}
    for name, item in documented():
        home = importlib.import_module(name)
        if hasattr(home, item) or not importlib.util.find_spec(f"{name}.{item}"):  # else a module
            found[f"{name}.{item}"] = getattr(home, item)
    for methods in ibpkt.CONVENIENCES.values():
        for home in methods.values():
            module_name, _, name = home.partition(":")
            found[f"{module_name}.{name}"] = getattr(importlib.import_module(module_name), name)
    once: dict[int, tuple[str, Any]] = {}
    for name, item in found.items():
        ours = (getattr(item, "__module__", "") or "").startswith("ibpkt")
        if (inspect.isfunction(item) or inspect.isclass(item) or hasattr(item, "__wrapped__")) and ours:
            once.setdefault(id(item), (name, item))
    return dict(once.values())


def is_result(item: Any) -> bool:
    """Whether callers only get such objects: errors, tuples and records that the library returns."""
    if issubclass(item, RuleBasedStateMachine):  # hypothesis calls its rules, with values that it draws
        return True
    if issubclass(item, BaseException | enum.Enum) or getattr(item, "_is_protocol", False) or inspect.isabstract(item):
        return True
    return item.__name__ in RESULTS or item.__module__.startswith((*DECLARATIONS, "ibpkt.scapy"))


def packet() -> ibpkt.Packet:
    """A packet of RoCEv2."""
    headers = [ibpkt.draft(name) for name in ("Ethernet", "IPv4", "UDP", "BTH")]
    return ibpkt.build(*headers, payload=b"hello")


def batch() -> Batch:
    """A batch of two packets."""
    return Batch.of([packet().data] * 2, 1)


def capture() -> ibpkt.Capture:
    """A capture that has not been read."""
    return ibpkt.open(CAPTURE)


@functools.cache
def fabric() -> Fabric:
    """A fabric of four nodes."""
    return read_fabric(ibpkt.open(OWN / "ib_small.pcap").batches())


def subnet() -> FabricSubnet:
    """Its subnet."""
    return fabric().subnets[0]


def records() -> Any:
    """Records of a capture."""
    with open_capture(CAPTURE) as reader:
        return next(reader.records())


def sink() -> ibpkt.Sink:
    """A capture that is being written."""
    return ibpkt.create(io.BytesIO(), link="ethernet")


#: records and tuples that the library makes; their constructors are not for callers
RESULTS = {
    "AlternatePath", "Carrier", "Channel", "Chart", "ChartLane", "ChartSeries", "Check", "Connection", "ConnectionEnd",
    "Disagreement", "Draft", "DrawnPicture", "Fabric", "FabricChange", "FabricEvent", "FabricLink", "FabricManager",
    "FabricNode", "FabricPath", "FabricPort", "FabricProblem", "FabricSubnet", "FailedRoute", "Graph", "KindName",
    "LinkUse", "ManagerSpan", "MatrixChart", "MergedRecords", "MulticastGroup", "Opcode", "PathHop", "Plugin",
    "Problem", "Records", "Request", "Routing", "RoutingLoop", "Stop", "SubnetTopology", "Topology", "Transaction",
    "Transfer", "Vector",
}  # fmt: skip
#: classes that another function makes: how to get one
MADE = {
    "Batch": batch,
    "Capture": capture,
    "CaptureReader": lambda: open_capture(CAPTURE),
    "FabricPaths": lambda: FabricPaths(subnet()),
    "Filter": lambda: filter.compile("frame.number == 1"),
    "JoinedReader": lambda: join_captures([CAPTURE]),
    "Layer": lambda: packet().bth,
    "Packet": packet,
    "Recipe": lambda: ibpkt.craft.recipe.Recipe.read("packets: [LRH/BTH]\n"),
    "Sink": sink,
}
#: right values by the name of the argument; ``Class.method.name`` goes before ``name``
RIGHT: dict[str, Any] = {
    "a": lambda: capture().batches(),
    "CapturePieces.format": lambda: "pcapng",
    "CapturePieces.interfaces": list,
    "open_live.interface": lambda: "none0",  # there is none, so that nothing is captured here
    "annotators": lambda: (),
    "b": lambda: capture().batches(),
    "batch": batch,
    "batches": lambda: [batch()],
    "capture": capture,
    "captures": lambda: [capture()],
    "changes": lambda: [edit.Set("ip.ttl=3")],
    "chosen": lambda: np.ones(2, np.bool_),
    "column": lambda: "info",
    "data": lambda: packet().data,
    "declaration": lambda: protocols.ICRC,
    "error": lambda: OSError(5, "broken"),
    "field": lambda: protocols.BTH.leaf("psn"),
    "file": io.BytesIO,
    "files": lambda: str(CAPTURE),
    "first": lambda: protocols.LRH,
    "flow": lambda: Flow(1, "RC", 0, 0),
    "form": lambda: ExportFormat.DOT,
    "frames": lambda: batch().frames,
    "header": lambda: protocols.BTH,
    "interfaces": tuple,
    "is_switch": lambda: np.ones(2, np.bool_),
    "kind": lambda: "message",
    "label": lambda: 5,
    "link": lambda: "ethernet",
    "links": lambda: np.array([(0, 1)]),
    "name": lambda: "infiniband.bth.psn",
    "names": lambda: ["infiniband.bth.psn"],
    "number": lambda: 0,
    "on": lambda: protocols.UDP.leaf("dstport"),
    "other": IntegrityReport,
    "packet": packet,
    "packets": lambda: [packet()],
    "path": lambda: "written.bin",
    "requests": lambda: [traffic.Send(3)],
    "rng": lambda: random.Random(1),
    "rows": list,
    "rules": dict,
    "shape": lambda: batch().shapes[0],
    "size": lambda: 8,
    "source": lambda: str(CAPTURE),
    "sources": lambda: [str(CAPTURE)],
    "steps": list,
    "subnet": FabricSubnet,
    "table": lambda: {9000: protocols.BTH},
    "tag": lambda: 7,
    "target": lambda: "rocev2",
    "text": lambda: "frame.number == 1",
    "values": lambda: {"psn": 1},
    "vector": lambda: vectors.Vector("x", packet()),
    "what": lambda: 8,
    "which": lambda: protocols.ICRC,
    "AnswerChecker.check.packet": packet,
    "Memory.find.access": lambda: "read",
    "MemoryRegion.allows.access": lambda: "read",
    "MemoryRegion.data": lambda: bytearray(8),
    "access": lambda: frozenset(["read"]),
    "address": lambda: 0x1000,
    "answers": list,
    "contents": lambda: 8,
    "message": lambda: bytes(8),
    "method": lambda: "Get",
    "mgmtclass": lambda: "PerfMgt",
    "model": traffic.model.Responder,
    "mtu": lambda: 256,
    "prefix": lambda: "Subn",
    "r_key": lambda: 7,
    "region": lambda: traffic.model.MemoryRegion(0x1000, bytearray(8), 7, frozenset(["atomic"])),
    "request": lambda: management.mad("PerfMgt", "Get"),
    "CommandFollower.follow.result": lambda: Expert(messages=True).analyser.add(batch()),
    "CommandFollower.follow_table.result": lambda: Expert(messages=True).analyser.add(batch()),
    "Incidents.expert": Expert,
    "Incidents.add.found": lambda: Expert().add(batch()),
    "FabricPaths.between.destination": lambda: "hostC",
    "FabricPaths.between.source": lambda: "hostA",
    "FabricPaths.subnet": subnet,
    "FabricPaths.walk.destination": lambda: 8,
    "FabricPaths.walk.node": lambda: next(subnet().end_ports())[0],
    "FabricPaths.walk.port": lambda: next(subnet().end_ports())[1],
    "PairAnalysis.shards": lambda: 2,
    "PairAnalysis.__call__.shard": lambda: 0,
    "analysis": lambda: PairAnalysis([str(CAPTURE)], 2),
    "client": object,
    "session": object,
    "partials": list,
    "Expert.advance.time": lambda: 5,
    "Expert.advance.frame": lambda: 5,
    "TableDirectory.form": lambda: "parquet",
    "TableDirectory.tables": lambda: [TABLES["flows"]],
    "compare_fabrics.after": fabric,
    "compare_fabrics.before": fabric,
    "plot.kind": lambda: "throughput",
    "command_html.command": lambda: Command(1, 1, 0, "nvme", "Read", 1, "1", 1, 1, 0),
    "finding_html.finding": lambda: Finding(FindingType("x", Severity.NOTE, "sequence", "x", "x", ""), 1, 0, 0, {}),
    "incident_html.incident": lambda: Incident(
        "loss", Severity.NOTE, "?", (), (), "", 0, 1, 1, 0, 0, 0, 0, {}, 0, 0.0, {}, "x", "x", (), "x"
    ),
    "message_html.message": lambda: Message(1, 0, 1, "SEND", "RC", 0, 1, 0),
    "picture_html.picture": lambda: plot(capture(), "matrix"),
    "picture_bytes.picture": lambda: plot(capture(), "matrix"),
    "picture_bytes.form": lambda: PictureFormat.SVG,
    "picture_format.path": lambda: "x.svg",
    "Batch.of.packets": lambda: [packet().data],
    "Batch.of.link": lambda: 1,
    "CaptureReader.link": lambda: 1,
    "Interface.link": lambda: 1,
    "Layer.raw_value.name": lambda: "psn",
    "Mirror.kind": lambda: "vxlan",
    "Numbered.text": lambda: "1-2",
    "PacketConstruct.carrier": lambda: None,
    "Set.text": lambda: "ip.ttl=3",
    "Shift.text": lambda: "-0.5",
    "Sink.write_records.records": records,
    "Strip.what": lambda: "all",
    "Truth.count.what": lambda: "lost",
    "carrier_named.name": lambda: "rocev2",
    "cannot_write.name": lambda: "file",
    "create.target": io.BytesIO,
    "packets.source": lambda: "packets: [LRH/BTH]\n",
    "register_protocol.name": lambda: "mine",
    "register_protocol.request": lambda: protocols.BTH,
    "register_protocol.response": lambda: protocols.DETH,
    "register_protocol.tag": lambda: "q_key",  # which a BTH has not: nothing is registered
    "seal.rows": lambda: None,
    "write_errors.name": lambda: "file",
}


class Call(NamedTuple):
    """A call with one argument to be replaced.

    Attributes:
        name: of the function or method, and of the argument.
        target: makes the function; an instance and its method are new in each call.
        function: the plain function, which has annotations.
        argument: the name of the argument.
        others: the names of the others that have no default.
        rest: whether it takes any number of them.
    """

    name: str
    target: Callable[[], Any]
    function: Any
    argument: str
    others: tuple[str, ...]
    rest: bool


def right(owner: str, name: str) -> Any:
    """A right value of an argument."""
    parts = owner.split(".")
    for place in range(len(parts) + 1):
        key = ".".join([*parts[place:], name])
        if key in RIGHT:
            return RIGHT[key]()
    raise AssertionError(f"{owner} needs a right {name} in RIGHT")


#: methods without an underscore that are not for callers: hooks of others, and what the builder uses inside
NOT_FOR_CALLERS = {
    "CRCField.compute", "Packet.built", "Statistic.row", "Statistic.hidden", "check_closed", "drafts_of", "raw_values",
    "registering",
}  # fmt: skip
#: modules with sentences of their own for wrong arguments, which their own tests hold
OWN_SENTENCES = ("ibpkt.traffic.model", "ibpkt.management.answers", "ibpkt.management.datagrams")
#: modules whose functions check their arguments otherwise: a declaration that is wrong is a `TypeError` when it is made
DECLARATIONS = ("ibpkt.schema", "ibpkt.protocols.upper.xdr")


def calls_of(owner: str, target: Callable[[], Any], function: Any, *, method: bool) -> Iterator[Call]:
    """A call for each of the arguments of a function."""
    parameters = list(inspect.signature(function).parameters.values())[1 if method else 0 :]
    needed = tuple(
        each.name
        for each in parameters
        if each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    )
    for each in parameters:
        if each.kind is not each.VAR_KEYWORD:
            others = tuple(name for name in needed if name != each.name)
            rest = each.kind is each.VAR_POSITIONAL
            yield Call(f"{owner}({each.name})", target, inspect.unwrap(function), each.name, others, rest)


def instance(cls: Any) -> Any:
    """An object of a public class."""
    if cls.__name__ in MADE:
        return MADE[cls.__name__]()
    parameters = inspect.signature(cls).parameters.values()
    empty = inspect.Parameter.empty
    given = [each for each in parameters if each.default is empty and each.kind is not each.VAR_POSITIONAL]
    return cls(**{each.name: right(cls.__name__, each.name) for each in given})


def is_for_callers(function: Any) -> bool:
    """Whether a method is this project's own, no convenience (whose function is tried) and no hook."""
    ours = inspect.isfunction(function) and function.__module__.startswith("ibpkt")
    return ours and function.__module__ != "ibpkt.conveniences" and function.__qualname__ not in NOT_FOR_CALLERS


def bound_method(cls: Any, name: str) -> Any:
    """A method of a new object."""
    return getattr(instance(cls), name)


def calls() -> Iterator[Call]:
    """Every argument of every public function, class and method."""
    for name, item in public().items():
        if item.__module__.startswith(OWN_SENTENCES):
            continue
        if not inspect.isclass(item):
            if not item.__module__.startswith(DECLARATIONS) and item.__name__ not in NOT_FOR_CALLERS:
                yield from calls_of(name, lambda item=item: item, item, method=False)
            continue
        if is_result(item):
            continue
        if item.__name__ not in MADE and "__init__" in vars(item):
            yield from calls_of(item.__name__, lambda item=item: item, item.__init__, method=True)
        for key, member in inspect.getmembers(item):
            function = getattr(member, "__func__", member)
            owner = f"{item.__name__}.{key}"
            if key.startswith("_") or not is_for_callers(function):
                continue
            if inspect.ismethod(member):
                yield from calls_of(owner, lambda member=member: member, function, method=True)
            else:
                yield from calls_of(owner, functools.partial(bound_method, item, key), function, method=True)


CALLS = {call.name: call for call in calls()}


def admitted(call: Call, value: Any) -> bool:
    """Whether the annotation admits a value."""
    wanted = dict(annotated(call.function)).get(call.argument)
    return wanted is None or wanted.holds(value)


def arranged(target: Any, call: Call, values: dict[str, Any], value: Any) -> tuple[list[Any], dict[str, Any]]:
    """Arguments by place, where they must be, and by name."""
    given, named = [], {}
    for each in inspect.signature(target).parameters.values():
        if each.kind is each.VAR_POSITIONAL and call.rest:
            given.append(value)
        elif each.name in values:
            by_place = each.kind is each.POSITIONAL_ONLY or (call.rest and each.kind is each.POSITIONAL_OR_KEYWORD)
            if by_place:
                given.append(values[each.name])
            else:
                named[each.name] = values[each.name]
    return given, named


def consume(result: Any) -> None:
    """What comes late: iterators, contexts, strategies."""
    if isinstance(result, SearchStrategy):
        quick = settings(max_examples=1, database=None, deadline=None, suppress_health_check=list(HealthCheck))
        quick(given(result)(lambda drawn: None))()
    elif isinstance(result, Iterator):
        for _ in itertools.islice(result, 3):
            pass
    elif isinstance(result, contextlib.AbstractContextManager) and not isinstance(result, ibpkt.Sink | ibpkt.Capture):
        with contextlib.suppress(AttributeError), result:
            pass


@pytest.mark.sweep
@pytest.mark.parametrize("name", CALLS)
@every("value", WRONG, repr)
def test_a_wrong_value_is_an_error_of_one_sentence(name, value, tmp_path_factory, monkeypatch):
    call = CALLS[name]
    monkeypatch.chdir(tmp_path_factory.mktemp("call"))
    owner = name.partition("(")[0]
    others = {each: right(owner, each) for each in call.others}
    target = call.target()
    given, named = arranged(target, call, others | ({} if call.rest else {call.argument: value}), value)
    with warnings.catch_warnings(), contextlib.nullcontext() if admitted(call, value) else pytest.raises(CallerError):
        warnings.simplefilter("ignore")
        try:
            consume(target(*given, **named))
        except IbpktError as error:
            assert re.fullmatch(rf".{{1,{LONGEST}}}", str(error)), str(error)  # noqa: PT017  # success is right too
            if not admitted(call, value):
                raise


def test_an_alias_with_a_name_of_its_own_is_what_it_stands_for():
    """As ``NDArray[…]`` is since NumPy 2.5, and what Python 3.12 makes of ``type Rows[T] = …``."""

    class Alias:
        __value__ = np.ndarray

    @checked
    def rows(plain, given):
        return plain, given

    inspect.unwrap(rows).__annotations__ |= {"plain": Alias(), "given": types.GenericAlias(Alias(), (np.intp,)) | None}
    assert rows(np.arange(2), None)[1] is None
    for wrong in ((1.5, None), (np.arange(2), 1.5)):
        with pytest.raises(CallerError, match=r"(plain is an array|given is an array or None), not 1\.5"):
            rows(*wrong)
