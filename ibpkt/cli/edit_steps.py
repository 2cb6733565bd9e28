"""From the options of ``ibpkt edit`` to steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ibpkt.errors import CallerError

if TYPE_CHECKING:
    from ibpkt.edit import Step


def make_steps(
    *,
    frames: str | None,
    begin: str | None,
    end: str | None,
    wanted: str | None,
    shift: str | None,
    strip: str | None,
    goal: str | None,
    assignments: tuple[str, ...],
    wrap: bool,
    secrets: str | None,
    key: str | None,
    keep_prefix: int,
    zero_payload: bool,
    redo: str,
    vlan: str | None,
    mirror: str | None,
    mirror_from: str,
    mirror_to: str,
    mirror_id: int | None,
    keep: int | None,
) -> list[Step]:
    """The steps that the options ask for, in the order in which they are done.

    Raises:
        click.UsageError: options contradict each other.
        CallerError: a value of one is wrong.
    """
    from ibpkt import edit

    if goal is not None and goal[:1] in "+0123456789":
        if end is not None:
            raise click.UsageError("--to and --until both give a time")
        end, goal = goal, None
    if secrets is None and (keep_prefix or zero_payload):
        raise click.UsageError("--keep-prefix and --zero-payload go with --anonymise")
    if mirror is None and mirror_id is not None:
        raise click.UsageError("--mirror-id goes with --mirror")
    steps: list[Step] = []
    if frames is not None:
        steps.append(edit.Numbered(frames))
    if begin is not None or end is not None:
        steps.append(edit.Between(begin, end))
    if wanted is not None:
        steps.append(edit.Matching(wanted))
    if shift is not None:
        steps.append(edit.Shift(shift))
    if strip is not None:
        steps.append(edit.Strip(strip))
    if goal is not None:
        steps.append(edit.Convert(goal, crc=redo))
    changes: list[Any] = [edit.Set(text, wrap=wrap) for text in assignments]
    if secrets is not None:
        what = [name.strip() for name in secrets.split(",")]
        changes.append(edit.Anonymise(what, key, keep_prefix=keep_prefix, zero=zero_payload))
    if changes or redo == "all":
        steps.append(edit.Changes(changes, redo))
    if vlan is not None:
        steps.append(_vlan(vlan))
    if mirror is not None:
        steps.append(edit.Mirror(mirror, mirror_from, mirror_to, mirror_id))
    if keep is not None:
        steps.append(edit.CutPayload(keep))
    return steps


def _vlan(text: str) -> Step:
    from ibpkt.edit import AddVLAN

    tag, _, priority = text.partition(":")
    try:
        return AddVLAN(int(tag), int(priority or 0))
    except CallerError:
        raise
    except ValueError:
        raise click.UsageError(f"--vlan takes ID or ID:PRIORITY, not {text!r}") from None
