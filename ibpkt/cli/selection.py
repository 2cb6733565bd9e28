"""``--host``, ``--between`` and ``--qp``: whose packets a command looks at."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click
import numpy as np

from ibpkt.arrays import Ints
from ibpkt.errors import CallerError
from ibpkt.output.names import NameTable, normal_address

if TYPE_CHECKING:
    from ibpkt.analysis.analyser import Analyser
    from ibpkt.analysis.results.flow import Flow
    from ibpkt.filter import Filter


class Selection:
    """Hosts and queue pairs that were asked for.

    Args:
        hosts: addresses, or names of some: packets from or to any of them.
        pairs: two each: packets between the two.
        queue_pairs: numbers: packets from or to any of them.
        names: what names stand for.
        by_flow: the command selects flows by their queue pairs, since packets of connections name only one.

    Attributes:
        queue_pairs: the queue pairs whose flows are wanted; none where packets are selected by them.
        options: what was asked for, as it is typed; empty for all.
        text: the display filter that selects their packets; empty for all.

    Raises:
        CallerError: what is neither an address nor a name.
    """

    def __init__(
        self,
        hosts: Sequence[str] = (),
        pairs: Sequence[tuple[str, str]] = (),
        queue_pairs: Sequence[int] = (),
        names: NameTable | None = None,
        *,
        by_flow: bool = False,
    ) -> None:
        self.queue_pairs: frozenset[int] = frozenset(queue_pairs) if by_flow else frozenset()
        self.options: str = " ".join(
            [f"--host {shlex.quote(host)}" for host in hosts]
            + [f"--between {shlex.join(pair)}" for pair in pairs]
            + [f"--qp {number:#x}" for number in queue_pairs]
        )
        table = names or NameTable()
        parts = []
        if hosts:
            parts.append(" or ".join(_any_of(address) for host in hosts for address in _addresses(host, table)))
        if pairs:
            ends = ([_addresses(end, table) for end in pair] for pair in pairs)
            parts.append(" or ".join(_between(a, b) for one, other in ends for a in one for b in other))
        if queue_pairs and not by_flow:
            listed = ", ".join(map(str, queue_pairs))
            parts.append(f"infiniband.bth.destqp in {{{listed}}} or infiniband.deth.srcqp in {{{listed}}}")
        self.text: str = " and ".join(f"({part})" for part in parts)

    @property
    def filter(self) -> Filter | None:
        """The filter, None for all packets."""
        if not self.text:
            return None
        from ibpkt import filter  # late: the grammar takes a while

        return filter.compile(self.text)

    def wants(self, flow: Flow | None) -> bool:
        """Whether a flow has one of the queue pairs, or none are asked for."""
        if not self.queue_pairs:
            return True
        return flow is not None and any(side.qpn in self.queue_pairs for side in flow.sides)

    def flows(self, flows: Iterable[Flow]) -> Iterable[Flow]:
        """The flows that are wanted."""
        return flows if not self.queue_pairs else [flow for flow in flows if self.wants(flow)]


def typed_options(selection: Selection, wanted: Filter | None, options: Mapping[str, Iterable[object]]) -> str:
    """What selects results, as it is typed; empty where all are wanted.

    Args:
        selection: the hosts and queue pairs.
        wanted: the display filter.
        options: values by the names of other options; True for one without a value.
    """
    parts = [selection.options]
    for name, values in options.items():
        parts += [name if value is True else f"{name} {shlex.quote(str(value))}" for value in values]
    if wanted is not None:
        parts.append(f"-Y {shlex.quote(wanted.text)}")
    return " ".join(filter(None, parts))


def nothing_matches(selection: Selection, options: str, every: int, thing: str) -> str:
    """What is said where there is nothing of what was asked for; empty where everything was.

    Args:
        selection: the hosts; that no packet is of them is said elsewhere.
        options: what was asked for, as it is typed.
        every: how many things there are.
        thing: what they are called.
    """
    if not options or (selection.text and not every):
        return ""
    return f"no {thing} matches {options}" + (f" (of {every:,})" if every else "")


class WantedFlows:
    """The numbers of the flows that queue pairs have, as they become known.

    Args:
        selection: the queue pairs.
        analyser: follows the flows.
        flows: numbers of flows that are wanted anyway; none for all.
    """

    def __init__(self, selection: Selection, analyser: Analyser, flows: Iterable[int] = ()) -> None:
        self._selection = selection
        self._analyser = analyser
        self._allowed = frozenset(flows)
        self._found: set[int] = set()

    def look(self, numbers: Ints) -> frozenset[int]:
        """The flows that are wanted, after a batch.

        Args:
            numbers: those of the packets of the batch, shape (n,); 0 for none.
        """
        if not self._selection.queue_pairs:
            return self._allowed
        for number in np.unique(numbers).tolist():  # a queue pair may become known later than its flow
            if number and number not in self._found and self._selection.wants(self._analyser.flow(number)):
                self._found.add(number)
        wanted = self._found & self._allowed if self._allowed else self._found
        return frozenset(wanted or {-1})  # an empty set would mean all


class _AddressFields(NamedTuple):
    """The fields that hold an address of one kind, and its value as filters write it."""

    source: str
    destination: str
    value: str


def _addresses(text: str, names: NameTable) -> list[str]:
    """The addresses of a host: a name may have several, as one of a port with several LIDs."""
    return [_address(address, text) for address in names.addresses(text)]


def _address(address: str, text: str) -> str:
    found = normal_address(address)
    if found is None and address.isdigit():
        found = normal_address(f"LID {address}")
    if found is None:
        raise CallerError(f"{text!r} is neither an address (IP, GID, LID, Ethernet) nor a name of --names", name=text)
    return found


def _fields(address: str) -> list[_AddressFields]:
    gid = ("infiniband.grh.sgid", "infiniband.grh.dgid")
    if address.startswith("LID: "):
        return [_AddressFields("infiniband.lrh.slid", "infiniband.lrh.dlid", address.removeprefix("LID: "))]
    import ipaddress  # late: it takes a while

    try:
        version = ipaddress.ip_address(address).version
    except ValueError:
        return [_AddressFields("eth.src", "eth.dst", address)]
    if version == 4:
        return [_AddressFields("ip.src", "ip.dst", address), _AddressFields(*gid, f"::ffff:{address}")]
    return [_AddressFields("ipv6.src", "ipv6.dst", address), _AddressFields(*gid, address)]


def _any_of(address: str) -> str:
    return " or ".join(
        f"{field} == {fields.value}" for fields in _fields(address) for field in (fields.source, fields.destination)
    )


def _between(first: str, second: str) -> str:
    both = [(a, b) for a in _fields(first) for b in _fields(second) if a.source == b.source]
    if not both:
        raise click.UsageError(f"--between {first} {second}: these are addresses of different kinds")
    return " or ".join(
        f"({one.source} == {one.value} and {one.destination} == {other.value})"
        for a, b in both
        for one, other in ((a, b), (b, a))
    )
