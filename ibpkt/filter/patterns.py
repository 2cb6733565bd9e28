"""Regular expressions, matched by RE2, whose time is proportional to the data whatever the expression.

Python's and PCRE's backtrack, and may take longer than the age of the universe over fifty bytes (``(a+)+b``);
Wireshark stops them after ten million steps and reports no match.  What RE2 cannot do is refused: backreferences
(``\\1``), lookahead and lookbehind (``(?=…)``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: bytes of memory for one compiled expression and its search, and expressions in one filter
MAX_MEMORY = 2 << 20
MAX_PATTERNS = 64


def compile_pattern(expression: bytes) -> Callable[[bytes], bool]:
    """A function that searches bytes for a regular expression, ignoring case unless it begins with ``(?-i)``.

    Raises:
        ValueError: the expression is wrong or too large, or RE2 is not installed; the text says which.
    """
    try:
        import re2  # type: ignore[import-untyped]  # late: few filters need it
    except ModuleNotFoundError:
        raise ValueError("regular expressions need the package google-re2, which is not installed") from None

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
        raise ValueError(f"not a valid regular expression: {text}") from None
    return lambda data: search(data) is not None
