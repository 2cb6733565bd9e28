"""What a program imports."""

from __future__ import annotations

import subprocess
import sys


def imported(code: str) -> set[str]:
    """The modules that a program has imported at its end."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules, file=sys.stderr)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())
