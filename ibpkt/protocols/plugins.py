"""Plug-ins: Python files and installed packages whose declarations are added, and that can do no harm to the rest.

What a plug-in registers is taken back as a whole if loading it fails.  Of its own code only functions run later: those
of derived values, and those that check requests and report on commands.  One that raises switches off all of the
plug-in's, which is reported once, by its name.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ibpkt.arguments import checked
from ibpkt.errors import CallerError
from ibpkt.protocols.graph import REGISTERED, headers
from ibpkt.protocols.mad.service import PORTS
from ibpkt.protocols.opcodes import OPCODES, Opcode
from ibpkt.protocols.rules import Rule
from ibpkt.protocols.tables import update_all
from ibpkt.protocols.upper.declared import DECLARED, SendProtocol
from ibpkt.schema import Derived, Header


def _tables() -> tuple[dict[Any, Any], ...]:
    """All that a plug-in may add to."""
    from ibpkt.protocols.upper.contents import CONTENTS, NUMBERS, RULES  # late: most runs have no plug-in

    return REGISTERED, OPCODES, CONTENTS, NUMBERS, RULES, PORTS, DECLARED


def _warn(sentence: str) -> None:
    warnings.warn(sentence, RuntimeWarning, stacklevel=2)


class Plugin:
    """What one file or package has added.

    Attributes:
        name: the file's name without ``.py``, or the name of the entry point.
        headers: the headers that are new with it.
        rules: its rules, by the headers to which they belong.
        opcodes: its rows of the table of operation codes.
        protocols: its protocols above SENDs.
        failure: why it is switched off; "" while it works.
        report: called with a sentence when it is switched off.
    """

    def __init__(self, name: str, report: Callable[[str], object] = _warn) -> None:
        self.name = name
        self.headers: tuple[Header, ...] = ()
        self.rules: dict[Header, tuple[Rule, ...]] = {}
        self.opcodes: tuple[Opcode, ...] = ()
        self.protocols: tuple[SendProtocol, ...] = ()
        self.failure = ""
        self.report = report

    def switch_off(self, error: BaseException) -> None:
        """Its functions are called no more."""
        if not self.failure:
            self.failure = _told(error)
            self.report(f"plug-in {self.name} is switched off: {self.failure}")

    def _guarded(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*inputs: Any) -> Any:
            if self.failure:
                return None
            try:
                return function(*inputs)
            except Exception as error:  # a stranger's code: whatever it raises, the rest must work
                self.switch_off(error)
                return None

        return guarded

    def _take(self, before: Sequence[dict[Any, Any]], known: set[Header]) -> None:
        """Note what has been registered since, and guard its functions."""
        registered, opcodes, *_, declared = before
        for header, several in REGISTERED.items():
            added = tuple(rule for rule in several if rule not in registered.get(header, ()))
            if added:
                self.rules[header] = added
        self.opcodes = tuple(row for code, row in OPCODES.items() if code not in opcodes)
        self.protocols = tuple(protocol for name, protocol in DECLARED.items() if name not in declared)
        named = dict.fromkeys((*headers(), *self.rules))
        self.headers = tuple(header for header in named if header not in known)
        for header in self.headers:
            for leaf in header.leaves:
                if isinstance(leaf, Derived):
                    leaf.compute = self._guarded(leaf.compute)
        for protocol in self.protocols:
            if protocol.check is not None:
                protocol.check = self._guarded(protocol.check)
            protocol.expert = tuple(rule._replace(when=self._guarded(rule.when)) for rule in protocol.expert)


@contextlib.contextmanager
def registering(plugin: Plugin) -> Iterator[None]:
    """What is registered meanwhile is the plug-in's; if it raises, all of that is taken back.

    Raises:
        CallerError: the plug-in cannot be loaded; it is one sentence, with the plug-in's name.
    """
    tables, known = _tables(), {*headers(), *REGISTERED}
    before = [dict(table) for table in tables]
    try:
        yield
    except (Exception, SystemExit) as error:
        for table, earlier in zip(tables, before, strict=True):
            table.clear()
            table.update(earlier)
        update_all()
        plugin.failure = _told(error)
        raise CallerError(f"plug-in {plugin.name} is left out: {plugin.failure}", name=plugin.name) from error
    plugin._take(before, known)


@checked
def load_plugin(path: str | os.PathLike[str], report: Callable[[str], object] = _warn) -> Plugin:
    """Run a Python file that calls `ibpkt.register`; from then on this process has its declarations.

    Args:
        path: the file.
        report: called with a sentence if one of its functions raises later; a warning unless said otherwise.

    Raises:
        CallerError: it cannot be read, or raises; nothing of it is registered then.
    """
    name = os.path.splitext(os.path.basename(path))[0]
    plugin = Plugin(name, report)
    with registering(plugin):
        spec = importlib.util.spec_from_file_location(f"ibpkt_plugin_{name}", path)
        if spec is None or spec.loader is None:
            raise CallerError(f"{os.fspath(path)} is no Python file", name=name)
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    return plugin


def _told(error: BaseException) -> str:
    """An error in words, with the line of the plug-in in which it happened."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not _is_ours(frame.filename)]
    where = f" (line {own[-1].lineno} of {os.path.basename(own[-1].filename)})" if own else ""
    kind = "" if isinstance(error, CallerError | OSError) else f"{type(error).__name__}: "
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{kind}{text or 'no reason given'}{where}"


def _is_ours(filename: str) -> bool:
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return filename.startswith((package + os.sep, "<")) or filename == os.__file__
