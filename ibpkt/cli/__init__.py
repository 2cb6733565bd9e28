"""The command line: ``ibpkt COMMAND``.  One command a file; a command is imported when it is called."""

from __future__ import annotations

import atexit
import errno
import functools
import gc
import importlib
import os
import signal
import sys
from types import FrameType

from ibpkt.cli import streams
from ibpkt.errors import ResourceError, escape_text, reserve, root_cause, sentence

#: commands and what `ibpkt --help` says about them; each is the module of its name
COMMANDS = {
    "capture": "What passes a network interface now? Packets, flows, what goes wrong, as they come (Linux).",
    "check-protocol": "Is a plug-in right? Names, overlap, claims of foreign packets, speed.",
    "check": "Is it intact? Verify every CRC and every length field.",
    "cluster": "Captures as one, analysed by many processes or machines: flows, messages, findings.",
    "commands": "What did the storage protocols above do? NVMe commands: latency, size, status, queue depth.",
    "compare": "The same packets at two taps: what was lost, delayed, reordered or changed in between.",
    "craft": "Make packets from a recipe, a line of Python, or a traffic model.",
    "decode": "What is in this capture? A line per packet, or trees, bytes, fields, JSON.",
    "demo": "A tour in fifteen seconds, of a capture that comes with ibpkt.",
    "edit": "Cut, merge, filter, rewrite, convert or anonymise captures.",
    "expert": "What went wrong? Losses, NAKs, congestion, path changes, protocol violations.",
    "extcap": "Interfaces for Wireshark's list: RoCE, with what goes wrong as comments of packets.",
    "fabric": "What does the management traffic tell? Nodes, links, routes, subnet managers, what is wrong.",
    "fields": "List the display-filter fields.",
    "flows": "Who talks to whom? Queue pairs, both directions, goodput, retransmissions, NAKs, congestion marks.",
    "info": "What kind of capture is this? Formats, times, hosts, protocols, what is missing, where to go on.",
    "mcp": "Answer an assistant's questions about captures: a server of the Model Context Protocol.",
    "messages": "The verbs behind the packets: sizes, latencies, outcomes, remote memory, payloads.",
    "plot": "Pictures: sequence graph, throughput, latency, queue depth, congestion, who talks to whom, topology.",
    "report": "All of it on one page that can be mailed: verdict, incidents, pictures, tables.",
    "shard": "Cut captures by conversation, for many machines: every pair of endpoints whole.",
    "stats": "How much of what? Protocols, opcodes, endpoints, conversations, connections, management, time intervals.",
    "trace": "The timeline for a trace viewer: messages, commands, findings, incidents, for Perfetto.",
    "tui": "Look at it: packets, trees, bytes, ladders, incidents, in the terminal.",
}

OK, PROBLEMS, USAGE, UNREADABLE, EXHAUSTED, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 4, 130, 143


#: bytes that a process must be able to get: with fewer NumPy's OpenBLAS ends it, with words and a code of its own
LEAST_MEMORY = 112 << 20


class _Stop:
    """What SIGINT and SIGTERM do: they raise, so that no half-written file is left.

    Attributes:
        code: the exit code that a signal asks for; None as long as there was none.
    """

    def __init__(self) -> None:
        self.code: int | None = None
        signal.signal(signal.SIGTERM, self._terminate)
        if callable(signal.getsignal(signal.SIGINT)):  # not where a shell has it ignored in the background
            signal.signal(signal.SIGINT, self._interrupt)
        _prepare_to_leave()

    def _terminate(self, number: int, frame: FrameType | None) -> None:
        self.code = TERMINATED
        sys.exit(TERMINATED)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.code = INTERRUPTED
        raise KeyboardInterrupt

    def _again(self, number: int, frame: FrameType | None) -> None:
        if self.code == INTERRUPTED:
            raise KeyboardInterrupt
        sys.exit(self.code)

    def not_raised(self, lost: sys.UnraisableHookArgs) -> None:
        """A callback of the interpreter, such as that of a weak reference, has swallowed an exception.

        Where it was that of a signal, which is raised wherever the program is, it is raised again a moment later.
        Where there was too little memory, the command goes on, or says so itself.
        """
        if lost.exc_type is MemoryError:
            return
        if self.code is None or not isinstance(lost.exc_value, SystemExit | KeyboardInterrupt):
            sys.__unraisablehook__(lost)
        elif hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self._again)
            signal.setitimer(signal.ITIMER_REAL, 0.001)


@functools.cache
def _prepare_to_leave() -> None:
    """When the interpreter ends, nothing is written any more: signals end it without a word, and garbage stays."""

    def leave() -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        gc.freeze()  # spares the last collection

    atexit.register(leave)


def main() -> None:
    """The entry point: runs a command, and turns errors into one sentence and an exit code.

    The commands are imported in here, so that this holds from the first moment on.
    """
    stop, before = _Stop(), sys.unraisablehook
    sys.unraisablehook = stop.not_raised
    try:
        code = _run(stop)
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        sys.unraisablehook = before
    sys.exit(code)


def _run(stop: _Stop) -> int:
    # the threads that NumPy's OpenBLAS would start take 30 ms, and nothing here multiplies matrices
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    code: int
    try:
        streams.prepare()
        reserve(LEAST_MEMORY, "NumPy")
        code = importlib.import_module("ibpkt.cli.program").run()
    except Exception as error:
        if stop.code is not None:  # an import or a callback of a library has answered a signal with an error of its own
            code = stop.code
        elif isinstance(error, _KNOWN):
            code = _told(error)
        elif isinstance(error, SystemError) and str(error) == _NO_FRAME:
            code = _told(MemoryError())
        elif package := _half_loaded():
            code = _told(ImportError(f"the directory of {package} could not be read", name=package))
        else:
            raise
    try:
        streams.flush_output()
    except OSError as error:
        code = code or _told(error)
    return code


#: what the machine or a package says; anything else is a mistake in the program
_KNOWN = (OSError, MemoryError, ImportError, ResourceError)
#: what CPython says where there is no memory for the frame of a call
_NO_FRAME = "error return without exception set"


def _half_loaded() -> str:
    """A package whose ``__init__.py`` could not be seen when it was imported, and is there; empty where there is none.

    Python then takes its directory for a package without one, which has none of its names: using them raises errors of
    all kinds.
    """
    for name, module in [*sys.modules.items()]:
        known = getattr(module, "__dict__", {})
        if known.get("__file__") is None and "__path__" in known:
            try:
                directories = [*known["__path__"]]
            except KeyError:  # the package that it is in needs it, has failed, and is gone
                directories = [os.path.join(path, *name.split(".")) for path in sys.path]
            if any(os.path.exists(os.path.join(directory, "__init__.py")) for directory in directories):
                return name
    return ""


def _told(error: Exception) -> int:
    """The exit code of an error, once it has been told in one sentence."""
    if isinstance(error, BrokenPipeError):
        return OK  # the reader has closed the pipe
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        streams.tell("there is too little memory")
        return EXHAUSTED
    if isinstance(error, OSError):
        named = isinstance(error.filename, (str, bytes))  # a number is that of a descriptor
        of = f"{escape_text(os.fsdecode(error.filename))}: " if named else ""
        streams.tell(f"{of}{sentence(error)}")
        return UNREADABLE
    streams.tell(f"a package cannot be loaded: {root_cause(error)}" if isinstance(error, ImportError) else str(error))
    return EXHAUSTED
