"""How much memory a command may take at most (``--max-memory``): the system refuses more, which is told as always."""

from __future__ import annotations

from ibpkt.cli import LEAST_MEMORY
from ibpkt.errors import CallerError, reserve


def limit_memory(size: int) -> None:
    """Limit the memory of this process, and that of each process that it starts.

    Counted is what it may write and shares with nobody: neither captures that are mapped nor libraries.

    Args:
        size: bytes.

    Raises:
        CallerError: the system knows no such limit, or has a lower one.
        ResourceError: NumPy would not find enough to be loaded.
    """
    try:
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    except ImportError:
        raise CallerError("--max-memory: this system has no limits of memory") from None
    except ValueError:
        raise CallerError("--max-memory: a lower limit is set already") from None
    reserve(LEAST_MEMORY, "NumPy")
