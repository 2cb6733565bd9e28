"""Which SCSI tasks a task management function ends: nobody answers them any more, and their tags may be used again.

Source: SCSI Architecture Model 5 (SAM-5), 7.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ibpkt.commands.open_commands import OpenCommand

#: what the name of a queue of commands begins with: the logical unit is its number
_UNIT = "LUN "
#: functions that end the tasks of a logical unit, and those of all
_OF_UNIT = frozenset(("ABORT TASK SET", "CLEAR TASK SET", "LUN RESET", "LOGICAL UNIT RESET"))
_OF_TARGET = frozenset(("TARGET WARM RESET", "TARGET COLD RESET"))


def tasks_ended(function: str, task: int, unit: int) -> Callable[[int, OpenCommand[Any]], bool] | None:
    """Whether a task is one of those that a function has ended; None where it ends none.

    Args:
        function: its name.
        task: the tag of the task that it names.
        unit: the logical unit that it names.
    """
    if function == "ABORT TASK":
        return lambda tag, each: tag == task
    if function in _OF_UNIT:
        queue = queue_of(unit)
        return lambda tag, each: each.command.queue == queue
    if function in _OF_TARGET:
        return lambda tag, each: each.command.queue.startswith(_UNIT)
    return None


def queue_of(unit: int) -> str:
    """What commands of a logical unit have as their queue."""
    return f"{_UNIT}{unit}"
