"""Writes `stability.md`, what is public and what may change how: ``python docs/make_stability.py``."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

PAGE = Path(__file__).parent / "stability.md"

#: the public packages and modules, and what each is for
PACKAGES = {
    "ibpkt.protocols": "declarations and the graph",
    "ibpkt.analysis.checks.expert": "findings, batch by batch",
    "ibpkt.analysis.compare": "two taps",
    "ibpkt.batch.fields": "fields by their display-filter names",
    "ibpkt.stats.check": "what `ibpkt check` reports",
    "ibpkt": "open, decode, build",
    "ibpkt.cluster": "analyses by many processes or machines",
    "ibpkt.commands": "the commands of protocols above the verbs",
    "ibpkt.analysis": "queue pairs over time: flows, messages, findings",
    "ibpkt.batch": "many packets at once",
    "ibpkt.constructs": "packets and CRCs as constructs",
    "ibpkt.craft": "templates and columns",
    "ibpkt.edit": "what may be done to packets between reading and writing a capture",
    "ibpkt.fabric": "the fabric out of its management traffic",
    "ibpkt.fabric.exports": "fabrics for other programs",
    "ibpkt.fabric.picture": "fabrics as SVG",
    "ibpkt.fabric.routing": "routes, loops, deadlock",
    "ibpkt.fabric.topology": "the kind of a topology",
    "ibpkt.filter": "display filters",
    "ibpkt.management": "management datagrams and connections",
    "ibpkt.management.cm": "exchanges of connection management, whole",
    "ibpkt.packet": "one packet and its verdicts",
    "ibpkt.plot": "pictures of a capture, as data and drawn",
    "ibpkt.report": "a page about a capture",
    "ibpkt.schema": "the vocabulary of a declaration",
    "ibpkt.scapy": "the headers as scapy layers",
    "ibpkt.stats": "statistics in one pass",
    "ibpkt.strategies": "hypothesis strategies",
    "ibpkt.tables": "results as Parquet and Arrow, and lazily in polars",
    "ibpkt.traffic": "simulated conversations with faults",
}
#: modules of which only these names are public
NAMES = {
    "ibpkt.analysis.checks.expert": ("Expert",),
    "ibpkt.analysis.compare": ("Comparison",),
    "ibpkt.batch.fields": ("field_named", "fields"),
    "ibpkt.protocols": (
        "LINKS",
        "OPCODES",
        "Opcode",
        "Rule",
        "follow",
        "graph",
        "header_named",
        "headers",
        "link_type",
        "repeat",
    ),
    "ibpkt.stats.check": ("IntegrityReport",),
}
#: packages in which every declared header has a name, too
HEADERS = ("ibpkt.protocols", "ibpkt.scapy")

INTRODUCTION = """# What is public, and what may change

<!-- Written by `python docs/make_stability.py`; do not edit. -->

ibpkt follows [semantic versioning](https://semver.org/): a version is MAJOR.MINOR.PATCH. Until 1.0, MINOR takes the
place of MAJOR: 0.2 may break what 0.1 promised, 0.1.1 does not.

| what | promise |
|---|---|
| the names in the lists below: their arguments, results and errors | kept until a major version; deprecated first |
| attributes and methods of their classes that do not begin with an underscore | the same |
| names of headers and fields (`bth.psn`, `infiniband.bth.psn`) and of enumerated values | the same |
| commands, options, exit codes, keys of machine-readable output ([json.md](json.md)) | the same |
| the form of [vectors](vectors.md) and [recipes](recipe.md) | the same; a new form has a new number |
| what `repr` shows, sentences of errors and findings, the text of trees and lines | may change in any minor version |
| bytes that are built from the same values | change only where they were wrong; see the [changelog](../CHANGELOG.md) |
| values that are drawn by strategies and generators from the same seed | may change in any minor version |
| all other modules and names | may change at any time |

New headers, fields, keyword arguments, keys and findings come in minor versions. Code that lists the keys of an object
should allow for more of them.

## Deprecation

A name that is to go is first deprecated, for one minor version and three months at least: it works as before, gives a
`DeprecationWarning` that names its successor (pytest shows it), and the changelog lists it under *Deprecated*. The
version that removes it lists it under *Removed*. What contradicts the specification is not deprecated but corrected.

Each Python version is supported until its end of life; dropping one is a minor version.

## The public names

Names are imported from these modules; where they are defined may change. `docs/make_stability.py` writes these lists,
and a test compares them with the packages.
"""


class PublicName(NamedTuple):
    """A public name.

    Attributes:
        name: the name.
        target: where it is defined, with its module.
        summary: the first sentence of its docstring, or "".
        written: whether the module has it in its source; else it is made of the declarations when it is asked for.
    """

    name: str
    target: str
    summary: str
    written: bool


def public_names(package: str) -> list[PublicName]:
    """The public names of a package, those in its ``__all__``, in alphabetical order."""
    module = importlib.import_module(package)
    names = NAMES.get(package) or getattr(module, "__all__", None)
    if names is None:
        names = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and name != "annotations" and not isinstance(value, ModuleType)
        ]
    return [_public(module, name) for name in sorted(names, key=str.casefold) if not _is_header(package, module, name)]


def _is_header(package: str, module: ModuleType, name: str) -> bool:
    """Whether a name is one of many that follow from the declarations."""
    from ibpkt import protocols

    return package in HEADERS and name in protocols.by_name() | dict.fromkeys(("Pad", "Raw"))


def _public(module: ModuleType, name: str) -> PublicName:
    value: Any = getattr(module, name)
    home = getattr(value, "__module__", "") or ""
    inside = home.startswith("ibpkt") and (inspect.isclass(value) or inspect.isroutine(inspect.unwrap(value)))
    where = home if inside else f"{module.__name__}.{_module_of(module, name)}".rstrip(".")
    text = inspect.getdoc(value) or "" if inside else f"a value of type `{type(value).__name__}`"
    summary = text.partition("\n\n")[0].replace("\n", " ").strip()
    qualified = getattr(value, "__qualname__", name) if inside else name
    named = re.compile(rf"^(?:{name}\b|from .*\b{name}\b|    {name}(?: as|,))", re.MULTILINE)  # assigned or imported
    written = inside or named.search(inspect.getsource(importlib.import_module(where))) is not None
    return PublicName(name, f"{where}.{name if '<locals>' in qualified else qualified}", summary, written)


def _module_of(module: ModuleType, name: str) -> str:
    return getattr(module, "_MODULES", {}).get(name, "")


def page() -> str:
    """The page."""
    lines = [INTRODUCTION]
    for package, purpose in sorted(PACKAGES.items()):
        lines += [f"### `{package}`: {purpose}\n", "| name | |", "|---|---|"]
        lines += [
            f"| `{public.name}` | {public.summary.replace('|', chr(92) + '|')} |" for public in public_names(package)
        ]
        if package in HEADERS:
            lines.append("| every declared header, by its name | see [fields.md](fields.md) |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
