"""Deliberate faults in the core of the analysis: what each breaks, where, the text that it replaces, and by what.

`python -m tests.analysis.mutation.run` applies one after the other to a copy of the package; the core's own tests must
find every one.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.analysis.mutation import analyser_faults, message_faults, recovery_faults, run_faults, stream_faults


class Fault(NamedTuple):
    """A fault.

    Attributes:
        name: what it breaks.
        file: in `ibpkt/analysis`.
        old: a text that is there exactly once.
        new: what stands in its place.
    """

    name: str
    file: str
    old: str
    new: str


_PARTS = (run_faults, recovery_faults, message_faults, stream_faults, analyser_faults)
#: all of them
FAULTS = [
    Fault(name, file, old, new) for part in _PARTS for file, rows in part.FAULTS.items() for name, old, new in rows
]
