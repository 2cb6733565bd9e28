"""Declarations from outside the package: a script calls `register`, an installed package names an entry point.

from ibpkt.protocols import UDP, Header, follow, register

register(rules={UDP: follow(UDP.leaf("dstport"), {9000: Probe})})

From then on everything has the header: codec, columns, text, JSON, filters, scapy, strategies.  What was decoded before
stays what it was.  `docs/schema.md` does it by example.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ibpkt.arguments import checked
from ibpkt.errors import CallerError
from ibpkt.protocols.graph import REGISTERED, graph, headers
from ibpkt.protocols.opcodes import ACCESSES, OPCODES, OPERATIONS, PACKET_KINDS, POSITIONS, SERVICES, Opcode, has_field
from ibpkt.protocols.plugins import Plugin, registering
from ibpkt.protocols.rules import Rule
from ibpkt.protocols.tables import update_all
from ibpkt.schema import Header

#: the group of entry points of installed packages.  The value of one is a module that calls `register` when it is
#: imported, or ``module:function``, a function without arguments that does
GROUP = "ibpkt.protocols"


@checked
def register(*, rules: Mapping[Header, Rule | Sequence[Rule]] | None = None, opcodes: Iterable[Opcode] = ()) -> None:
    """Add rules to the graph, and operations to the table of opcodes; with them come the headers that they name.

    What is registered already, the same object, is passed over.  If anything is wrong, nothing is registered.

    Args:
        rules: by header: one rule or several (`ibpkt.protocols.follow`) that come before those that it has.
        opcodes: rows of the table of operation codes.

    Raises:
        CallerError: an operation code or a name that exists already, or a fact that no row can have.
    """
    fresh: dict[int, Opcode] = {}
    for opcode in opcodes:
        if OPCODES.get(opcode.code) != opcode:
            _check(opcode, fresh)
            fresh[opcode.code] = opcode
    added: dict[Header, tuple[Rule, ...]] = {}
    for header, given in (rules or {}).items():
        several = (given,) if isinstance(given, Rule) else tuple(given)
        added[header] = tuple(rule for rule in several if rule not in REGISTERED.get(header, ()))
    _check_names(added, fresh)
    for header, several in added.items():
        REGISTERED[header] = (*several, *REGISTERED.get(header, ()))
    OPCODES.update(fresh)
    update_all()


def _check(opcode: Opcode, fresh: Mapping[int, Opcode]) -> None:
    """Whether a row makes sense, and what is wrong where it does not."""
    name = opcode.name
    if not 0 <= opcode.code <= 255:
        raise CallerError(f"an operation code is between 0 and 255, not {opcode.code}", name=name)
    existing = {**OPCODES, **fresh}
    if opcode.code in existing:
        raise CallerError(f"operation code {opcode.code:#04x} is {existing[opcode.code].name} already", name=name)
    if any(name == other.name for other in existing.values()):
        raise CallerError(f"there is an operation code {name!r} already", name=name)
    for what, value, known in (
        ("service", opcode.service, SERVICES),
        ("position", opcode.position, POSITIONS),
        ("kind", opcode.kind, PACKET_KINDS),
        ("access", opcode.access, ("", *ACCESSES)),
        ("answer", opcode.answer, ("", *(other.operation for other in (*existing.values(), opcode)))),
    ):
        if value not in known:
            raise CallerError(
                f"{name}: its {what} is one of {', '.join(filter(None, known))}, not {value!r}", name=name
            )
    if not opcode.operation:
        raise CallerError(
            f"{name} needs an operation: an existing one such as {OPERATIONS[1]}, or a new name", name=name
        )
    if opcode.access and opcode.position in ("first", "only") and not has_field(opcode, "va", "r_key"):
        raise CallerError(f"{name} is said to {opcode.access} memory, but no header of it has va and r_key", name=name)


def _check_names(rules: Mapping[Header, tuple[Rule, ...]], opcodes: Mapping[int, Opcode]) -> None:
    """A name stands for one header."""
    known = {header.key: header for header in (*headers(), *graph().rules)}
    named = [
        *rules,
        *(header for several in rules.values() for rule in several for chain in rule.chains for header in chain),
        *(header for several in rules.values() for rule in several for header in rule.otherwise or ()),
        *(header for opcode in opcodes.values() for header in opcode.headers),
    ]
    for header in named:
        if known.setdefault(header.key, header) is not header:
            raise CallerError(f"there is another header {header.name} already", name=header.name)


def load_installed() -> None:
    """Load the entry points of installed packages; one that fails is left out with a warning."""
    if not any(map(_names_group, _metadata_files())):
        return
    from importlib.metadata import entry_points  # late: it takes longer than all of this

    for point in entry_points(group=GROUP):
        try:
            with registering(Plugin(point.name)):
                loaded = point.load()
                if callable(loaded):
                    loaded()
        except CallerError as error:
            sentence = f"entry point {point.name} of {GROUP} is left out: {error.__cause__}"
            warnings.warn(sentence, RuntimeWarning, stacklevel=2)


def _metadata_files() -> Iterator[str]:
    """The files that can name entry points, of the packages that are installed as directories."""
    for path in dict.fromkeys(sys.path):
        try:
            with os.scandir(path or ".") as entries:
                names = [entry.name for entry in entries if entry.name.endswith((".dist-info", ".egg-info"))]
        except OSError:
            continue  # not there, or a file: packages inside an archive have no entry points here
        yield from (os.path.join(path, name, "entry_points.txt") for name in names)


def _names_group(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return f"[{GROUP}]".encode() in file.read()
    except OSError:
        return False
