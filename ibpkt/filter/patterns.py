"""Regular expressions: RE2's, which take time in proportion to what they look through, whatever the expression.

Python's and PCRE's may take longer than the age of the universe over fifty bytes (``(a+)+b``); Wireshark stops them
after ten million steps and says that they do not match.  What RE2 cannot do is refused: groups that refer back
(``\\1``), and looking ahead and behind (``(?=…)``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: bytes that an expression may take, compiled and at work, and expressions that a filter may have
MAX_MEMORY = 2 << 20
MAX_PATTERNS = 64


def compile_pattern(expression: bytes) -> Callable[[bytes], bool]:
    """The search for a regular expression in bytes, either case unless it begins with ``(?-i)``.

    Raises:
        ValueError: it is none, or too large; the text says why.
    """
    try:
        import re2  # type: ignore[import-untyped]  # late: few filters need it
    except ImportError:
        raise ValueError("the package google-re2 is not installed, which looks for it") from None

    options: Any = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = MAX_MEMORY
    try:
        search = re2.compile(expression, options).search
    except re2.error as error:
        reason = error.args[0] if error.args else b""
        text = reason.decode("latin-1") if isinstance(reason, bytes) else str(reason)
        raise ValueError(text) from None
    return lambda data: search(data) is not None
